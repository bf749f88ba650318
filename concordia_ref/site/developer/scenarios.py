"""A page for every scenario, with its position and outcome drawn and in words, and the list of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.pictures.positions import position_picture
from concordia_ref.pictures.scores import score_picture
from concordia_ref.site.page import Page
from concordia_ref.site.templates import page, sentence
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.documents import read_document, write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.cases import Case, as_sent
from concordia_ref.suite.differences import written
from concordia_ref.suite.readings import named_readings
from concordia_ref.suite.scenarios import Scenario, given_state, scenario_from
from concordia_ref.words.languages import ENGLISH, Language, language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text
from concordia_ref.words.turn_text import turn_text

LEVELS = {
    "core": "rests on what the rulebooks state",
    "by_convention": "rests on a ruling where the rulebooks are silent",
    "disputed": "rests on a ruling where the rulebooks contradict each other",
    "protocol": "shows how turns and set-ups are written and answered",
}

# Cases with another outcome under a reading, each with the game by that reading.
Readings = Sequence[tuple[Case, Game]]


class Written(NamedTuple):
    """A scenario as its file has it."""

    scenario: Scenario
    data: Mapping[str, Any]
    text: str

    @property
    def folder(self) -> str:
        """The folder in which it lies."""
        return self.scenario.id.partition("/")[0]

    @property
    def name(self) -> str:
        """Its name, as a heading."""
        return self.scenario.id.partition("/")[2].replace("-", " ").capitalize()

    @property
    def file(self) -> str:
        """The file of its page, seen from the others in the folder."""
        return f"{self.scenario.id.partition('/')[2]}.html"

    @property
    def level(self) -> str:
        """Its level, in words."""
        return self.scenario.level.replace("_", " ")

    @property
    def sort(self) -> str:
        """What it asks for."""
        if self.scenario.expected.rejected:
            return "refused" if self.scenario.expected.malformed is None else "malformed"
        return "turn" if self.scenario.turns else "points" if self.scenario.expected.scores else "position"


class Played(NamedTuple):
    """The positions from the first to the last, the turns between them, and what refused the last turn.

    A turn that cannot be played because of how it is written is none of `turns`; `malformed` says why not.
    """

    states: Sequence[State]
    turns: Sequence[Turn]
    violations: Sequence[Violation]
    malformed: Malformed | None = None


def scenario_pages(game: Game, cases: Sequence[Case], readings: Readings) -> Iterator[Page]:
    """The list of scenarios and the page of each; `readings` are those with another outcome under a reading."""
    files = _read_all()
    by_id = {case.id: case for case in cases}
    otherwise: dict[str, list[tuple[Case, Game]]] = {}
    for case, read in readings:
        otherwise.setdefault(case.id, []).append((case, read))
    yield _list(files)
    pages = _Pages(game, by_id)
    for before, entry, after in zip([None, *files], files, [*files[1:], None], strict=False):
        around = [near if near and near.folder == entry.folder else None for near in (before, after)]
        yield pages.page(entry, around, otherwise.get(entry.scenario.id, ()))


def _read_all() -> list[Written]:
    root = packaged_folder("conformance")
    found = []
    for file in sorted(root.glob("scenarios/**/*.yaml")):
        text = file.read_text(encoding="utf-8")
        data = read_document(text)
        found.append(Written(scenario_from(data, root), data, text))
    return found


def _list(files: Sequence[Written]) -> Page:
    folders: dict[str, list[Written]] = {}
    for entry in files:
        folders.setdefault(entry.folder, []).append(entry)
    about = f"All {len(files):,} scenarios of the suite, each with its position, its turn and its outcome."
    scripts = ("filter.js",)
    return page("dev/scenarios.html", "scenarios", "Scenarios", about, scripts=scripts, folders=folders, levels=LEVELS)


class _Pages:
    """Makes the pages of single scenarios."""

    def __init__(self, game: Game, cases: Mapping[str, Case]) -> None:
        self.game = game
        self.cases = cases
        self.words: Language = language(ENGLISH, game.spec.folder)
        self.disputes: Mapping[str, Dispute] = read_register(game.spec.folder).disputes

    def page(self, entry: Written, around: Sequence[Written | None], readings: Readings) -> Page:
        """The page of a scenario, between its neighbours in the folder."""
        game, scenario, case = self.game, entry.scenario, self.cases[entry.scenario.id]
        if scenario.cannot_be_set_up:
            return self.setup_page(entry, around, readings)
        played = play(game, given_state(game, scenario), scenario.turns)
        first, last = played.states[0], played.states[-1]
        shown = played.turns and not scenario.expected.rejected
        way = case.way.turns if case.way else ()
        dispute = self.disputes[scenario.dispute] if scenario.dispute else None
        return self.framed(
            entry,
            around,
            turn_text=turn_text,
            write_json=write_json,
            dispute=dispute,
            position={**self.drawn(first, "position"), "text": position_text(self.words, game.rules, first)},
            way=[game.turn(first, turn) for turn in way],
            turns=[*self.turns(game, played), *_unreadable(scenario, played)],
            twin=game.turn(game.state_from_json(case.twin.state), case.twin.turns[-1]) if case.twin else None,
            outcome=self.drawn(last, "outcome", first) if shown else None,
            points=self.points(scenario, last),
            readings=[self.reading(entry, case, read) for case, read in readings],
        )

    def setup_page(self, entry: Written, around: Sequence[Written | None], readings: Readings) -> Page:
        """The page of a scenario whose set-up is not accepted: there is no position."""
        new = self.cases[entry.scenario.id].new
        others = [self.reading(entry, case, read) for case, read in readings]
        return self.framed(entry, around, twin=entry.scenario.twin, setup=write_json(new), readings=others)

    def framed(self, entry: Written, around: Sequence[Written | None], **content: Any) -> Page:
        """What all of these pages have."""
        scenario = entry.scenario
        optional = ("dispute", "setup", "way", "turns", "twin", "outcome", "points", "readings")
        return page(
            "dev/scenario.html",
            f"scenarios/{scenario.id}",
            scenario.id,
            scenario.why,
            words=self.words,
            spec=self.game.spec,
            entry=entry,
            scenario=scenario,
            expected=scenario.expected,
            meaning=LEVELS[scenario.level],
            before=around[0],
            after=around[1],
            **{**dict.fromkeys(optional, ()), **content},
        )

    def drawn(self, state: State, name: str, before: State | None = None) -> dict[str, str]:
        """A position as a picture and as JSON."""
        base = f"../../../assets/map-{state.map}-en.svg"
        picture = position_picture(self.game, state, self.words, base, name, before)
        return {"picture": Markup(picture), "json": write_json(self.game.state_to_json(state))}

    def turns(self, game: Game, played: Played) -> Iterator[dict[str, Any]]:
        """Each turn in words and notation, with its outcome."""
        words, spec = self.words, game.spec
        for number, turn in enumerate(played.turns):
            refused = number + 1 == len(played.states)
            if refused:
                outcome = " ".join(violation_text(words, spec, violation) for violation in played.violations)
            else:
                outcome = sentence(changes_text(words, game, played.states[number], played.states[number + 1]))
            yield {
                "text": turn_text(words, spec, turn),
                "notation": str(turn),
                "json": write_json(turn.to_json()),
                "refused": refused,
                "outcome": outcome,
            }

    def points(self, scenario: Scenario, state: State) -> dict[str, str] | None:
        """The points as a picture and in words, where the scenario is about them."""
        if scenario.expected.scores is None and scenario.expected.winner is None:
            return None
        sheet, spec = self.game.score(state), self.game.spec
        picture = score_picture(self.words, spec, sheet, "points")
        return {"picture": Markup(picture), "text": sheet_text(self.words, spec, sheet, explain=True)}

    def reading(self, entry: Written, case: Case, game: Game) -> dict[str, Any]:
        """The outcome of the scenario under other readings."""
        readings = [(self.disputes[id], reading) for id, reading in named_readings(case.edition).items()]
        books = set.intersection(*(set(dispute.supporters(reading)) for dispute, reading in readings))
        turns: list[dict[str, Any]] = []
        if case.turns:
            turns += self.turns(game, play(game, given_state(game, entry.scenario), case.turns))
        return {
            "id": case.edition,
            "books": [self.words.name("languages", book) for book in game.spec.rulebooks if book in books],
            "says": " ".join(dispute.readings[reading].says for dispute, reading in readings),
            "why": case.why,
            "turns": turns,
        }


def play(game: Game, state: State, turns: Sequence[Any]) -> Played:
    """Play the turns of a scenario up to its end, or to the one that is not accepted."""
    states: list[State] = [state]
    done: list[Turn] = []
    for each in turns:
        try:
            turn = game.turn(states[-1], each)
            states.append(game.play(states[-1], turn))
        except Refused as refused:
            return Played(states, [*done, turn], refused.violations)
        except Malformed as malformed:
            return Played(states, done, (), malformed)
        done.append(turn)
    return Played(states, done, ())


def _unreadable(scenario: Scenario, played: Played) -> Iterator[dict[str, Any]]:
    """The turn that cannot be played because of how it is written."""
    if played.malformed is not None:
        last = as_sent(scenario.turns[-1])
        yield {
            "text": "This turn cannot be read, or it is not complete.",
            "notation": written(last),
            "json": write_json(last),
            "refused": True,
            "outcome": sentence(str(played.malformed)),
        }
