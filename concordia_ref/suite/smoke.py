"""The smoke run: a ladder of first scenarios, chosen by what an engine declares, and what to declare next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from concordia_ref.engine.game import Game
from concordia_ref.spec.model import Specification
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.next_steps import CARDS, EFFORT, EFFORTS, easiest, gain_text, runnable
from concordia_ref.suite.protocol import shown
from concordia_ref.words.languages import Language
from concordia_ref.words.turn_text import turn_text

MOST_TURNS = 2
Fits = Callable[[Case], bool]


def _plays(card: str, key: str = "card") -> Fits:
    """A turn with the card that makes use of what the key names."""
    return lambda case: case.cards[:1] == (card,) and not case.rejected and any(key in turn for turn in case.turns)


def _trades(case: Case) -> bool:
    return case.cards == ("mercator",) and not case.rejected and {"sell", "buy"} <= set(case.turns[-1])


def _refuses(case: Case) -> bool:
    """A turn of which a rule forbids what it does, not how it is written."""
    return case.refused is not None and len(case.cards) == 1 and "choice" not in case.turns[-1]


def _gives_back(case: Case) -> bool:
    """A position that is loaded and returned, and nothing else."""
    return case.level == "protocol" and not case.turns and case.new is None


# From what an adapter learns first to what it learns late. An engine that lacks something for a rung skips it.
RUNGS: tuple[Fits, ...] = (
    _gives_back,
    lambda case: bool(case.scores) and not case.turns and case.new is None and not case.interim,
    lambda case: case.new is not None and not case.turns and not case.rejected,
    _plays("tribune"),
    _trades,
    _refuses,
    _plays("prefect", "province"),
    *(_plays(card) for card in CARDS if card not in ("tribune", "mercator", "prefect", "senator")),
    _plays("senator", "cards"),
    _plays("architect", "builds"),
    _plays("consul", "cards"),
    _plays("diplomat", "copies"),
    lambda case: case.interim and bool(case.turns) and not case.rejected,
    lambda case: case.winner is not None,
)


def is_fit_for_smoke(case: Case) -> bool:
    """Whether a case rests on what the rulebooks state, and on no ruling on a question that they leave open."""
    return (case.level == "core" or _gives_back(case)) and case.dispute is None and len(case.turns) <= MOST_TURNS


def smoke_cases(every: Sequence[Case], can: Capabilities) -> list[Case]:
    """The simplest case for each rung that an engine can climb."""
    return [case for case, _ in _climbed(every, can) if case is not None]


def _climbed(every: Sequence[Case], can: Capabilities) -> Iterator[tuple[Case | None, Fits]]:
    """For each rung its case, or None where the engine lacks something."""
    fit = sorted(filter(is_fit_for_smoke, every), key=lambda case: _simplicity(case, can))
    possible = [case for case in fit if not can.missing(case)]
    taken: set[str] = set()
    for fits in RUNGS:
        if not any(map(fits, fit)):
            continue
        case = next((case for case in possible if fits(case) and case.id not in taken), None)
        if case is not None:
            taken.add(case.id)
        elif any(case.id in taken for case in possible if fits(case)):
            continue
        yield case, fits


def _simplicity(case: Case, can: Capabilities) -> tuple[int, int, int, bool, int, int, str]:
    """What is simple comes first: a short way into the position, few and easy cards, few choices, few players.

    Among cases that are equal in this, one in the folder of its card comes first.
    """
    way = can.way_to(case)
    hardest = max((EFFORTS.get(f"card {card}", EFFORT) for card in case.cards), default=0)
    elsewhere = not case.id.startswith((*case.cards, "specialists"))
    written = len(str(case.turns))
    return len(way.turns) if way else 0, len(case.turns), hardest, elsewhere, written, case.players, case.id


@dataclass(frozen=True)
class Step:
    """A step of the ladder: a scenario that is run, or what to declare for the next one."""

    text: str
    scenario: str | None = None


def smoke_steps(words: Language, spec: Specification, every: Sequence[Case], can: Capabilities) -> Iterator[Step]:
    """The whole ladder: what is run, and in between what could be added, each on top of what was proposed before."""
    reached = can
    proposed: set[tuple[str, ...]] = set()
    for case, fits in _climbed(every, can):
        if case is not None:
            yield Step(label(words, Game(spec), case), case.id)
            continue
        addition = easiest(filter(fits, filter(is_fit_for_smoke, every)), reached)
        if addition is not None and addition.things not in proposed:
            proposed.add(addition.things)
            yield Step(
                f"{'then ' if len(proposed) > 1 else ''}declare {addition}: {gain_text(every, addition, reached)}"
            )
            reached = addition.can
    # Whole maps, numbers of players and the like belong to no rung.
    while (last := easiest(every, reached)) is not None:
        yield Step(f"{'then ' if proposed else ''}declare {last}: {gain_text(every, last, reached)}")
        proposed.add(last.things)
        reached = last.can


def summary_line(every: Sequence[Case], can: Capabilities) -> str:
    """How much of the suite an engine can run so far."""
    return f"of the {len(every)} scenarios of the suite, {runnable(every, can)} would run with what it declares"


def label(words: Language, game: Game, case: Case) -> str:
    """What happens in a case, in a few words."""
    if case.new is not None and not case.turns:
        return f"a game for {case.players} players on {_map(words, case)} is set up"
    if _gives_back(case):
        return f"a position for {case.players} players on {_map(words, case)} is loaded and returned"
    if not case.turns:
        points = ", ".join(map(str, case.scores or ()))
        wins = f"; {words.say('change.wins', seat=case.winner)}" if case.winner is not None else ""
        return f"{case.players} players on {_map(words, case)} are scored: {points}{wins}"
    state, texts = game.state_from_json(case.state), []
    for number, turn in enumerate(case.turns, 1):
        played = game.turn(state, dict(turn))
        texts.append(turn_text(words, game.spec, played).replace("; ", ": ", 1))
        if number < len(case.turns):
            state = game.play(state, played)
    interim = ", with interim scoring" if case.interim else ""
    refused = " is refused" if case.rejected else ""
    return f"{', then '.join(texts)}{interim}{refused}"


def _map(words: Language, case: Case) -> str:
    return words.name("maps", case.map)


def declared_text(can: Capabilities) -> str:
    """What an adapter says about itself, in a sentence."""
    parts = chain(
        [", ".join(f"`{name}`" for name in sorted(can.operations)) or "no operation"],
        [f"{len(can.cards)} kinds of cards" if can.cards else "no card"],
        [f"the maps {', '.join(sorted(can.maps))}" if can.maps else "no map"],
        [f"{', '.join(map(str, sorted(can.players)))} players" if can.players else "no number of players"],
    )
    return f"{can.name} {can.version}".strip() + f" says hello; it declares {shown('; '.join(parts))}"
