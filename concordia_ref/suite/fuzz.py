"""Random games in lockstep: the reference and an adapter play the same turns, and must agree on everything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.scoring import ScoreSheet
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.answers import Forms, StateComparison, gods_differing
from concordia_ref.suite.avoiding import Avoided
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.differences import NOTHING, Difference, differing
from concordia_ref.suite.equal_cards import names_matter
from concordia_ref.suite.near_misses import near_miss, rewritten
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import Answering, described
from concordia_ref.suite.random_games import (
    LONGEST_GAME,
    GameTable,
    knows_card,
    random_of,
    random_record,
    random_taste,
    random_turn,
    reference,
)
from concordia_ref.suite.ways import new_fields

FORMS = Forms()
"""Remarks on the form of answers, which nobody reads here: `conform` shows them."""
NEAR_MISSES = 4
"""How many near misses are tried before each turn that is played."""
MOST_DRAWS = 40
"""How often a turn is drawn again before a game is abandoned because every turn is to be avoided."""

Kind = Literal["setup", "refused", "accepted", "state", "score", "fault"]
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Disagreement:
    """What the adapter and the reference disagree on: what the adapter said, and the clauses or places at stake.

    The adapter has `refused` a legal turn, `accepted` an illegal one, reached another `state` or `score`, or broke.
    """

    kind: Kind
    said: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameDifference:
    """A disagreement in a random game: in which game, after how many turns, in which position, about which turn."""

    seed: int
    number: int
    table: GameTable
    record: Json
    """The game up to the position, as a game file."""
    state: Json
    turn: Json | None
    disagreement: Disagreement

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for similar differences: the same is asked, and the same clauses or places differ."""
        found, turn = self.disagreement, self.turn or {}
        card = str(turn.get("as", turn).get("card", "")).rpartition("_")[2]
        places = tuple(sorted({re.sub(r"\.\d+", "", path) for path in found.paths}))
        return found.kind, card, found.clauses[:1], places

    def to_json(self) -> dict[str, Any]:
        """The difference as plain JSON, for a report."""
        found = self.disagreement
        return {
            "seed": self.seed,
            "game": self.number,
            "table": vars(self.table),
            "kind": found.kind,
            "said": list(found.said),
            "clauses": list(found.clauses),
            "paths": list(found.paths),
            "state": self.state,
            "turn": self.turn,
            "record": self.record,
        }


def difference_from(entry: Json) -> GameDifference:
    """A difference of a report; raises `KeyError` or `TypeError` where it is none."""
    found = Disagreement(entry["kind"], tuple(entry["said"]), tuple(entry["clauses"]), tuple(entry["paths"]))
    table = GameTable(**entry["table"])
    return GameDifference(entry["seed"], entry["game"], table, entry["record"], entry["state"], entry["turn"], found)


@dataclass(frozen=True)
class LockstepGame:
    """A game that was played in lockstep: how far, and the distinct differences in it, in their order.

    `known` counts the differences that were looked past because they were expected.
    """

    number: int
    turns: int
    asked: int
    differences: tuple[GameDifference, ...] = ()
    times: tuple[int, ...] = ()
    """How often each difference came up, with those that are similar."""
    known: int = 0

    @property
    def difference(self) -> GameDifference | None:
        """The first difference, if there is any."""
        return next(iter(self.differences), None)


@dataclass(frozen=True)
class Tolerance:
    """What a game looks past: turns that it avoids, and differences that are known. One that collects never stops."""

    avoided: Avoided | None = None
    known: Callable[[GameDifference], bool] | None = None
    collects: bool = False

    def avoids(self, game: Game, state: State, turn: Json) -> bool:
        """Whether a turn is not asked about."""
        return self.avoided is not None and self.avoided.concerns(game, state, turn)

    def knows(self, difference: GameDifference) -> bool:
        """Whether a difference was expected."""
        return self.known is not None and self.known(difference)


STRICT = Tolerance()


def play_game(
    adapter: Answering,
    can: Capabilities,
    table: GameTable,
    seed: int,
    number: int,
    tolerance: Tolerance = STRICT,
    on_turn: Callable[[], None] = lambda: None,
) -> LockstepGame:
    """Play a game in lockstep, to its end or to a difference that is not looked past."""
    return _Lockstep(adapter, can, table, seed, number, tolerance).play(on_turn)


class _Lockstep:
    """A game that the reference and an adapter play together."""

    def __init__(
        self, adapter: Answering, can: Capabilities, table: GameTable, seed: int, number: int, tolerance: Tolerance
    ) -> None:
        self.adapter, self.can, self.table, self.seed, self.number = adapter, can, table, seed, number
        self.tolerance = tolerance
        self.game, self.random = reference(table.edition), random_of(seed, number)
        # How a turn is written is drawn separately: the turns of a game are the same however they are written.
        self.pen = Random(f"{seed} {number} pen")
        self.record = random_record(table, self.random)
        self.state = self.game.start(self.record)
        self.taste = random_taste(self.game, self.random)
        self.turn: Json | None = None
        self.asked = self.known = 0
        self.found: dict[Any, GameDifference] = {}
        self.times: Counter[Any] = Counter()

    def play(self, on_turn: Callable[[], None]) -> LockstepGame:
        """Play the game."""
        try:
            found = begin(self.adapter, self.can, self.game, self.record)
            going = found is None or self._looks_past(found, self.state)
            while going and self.state.to_play is not None and len(self.record.turns) < LONGEST_GAME:
                going = self._play_turn()
                on_turn()
        except Fault as fault:
            self._note(Disagreement("fault", (str(fault),)))
        differences, times = tuple(self.found.values()), tuple(self.times[key] for key in self.found)
        return LockstepGame(self.number, len(self.record.turns), self.asked, differences, times, self.known)

    def _play_turn(self) -> bool:
        """Ask about near misses and play a turn; whether the game can continue."""
        drawn = self._drawn()
        if drawn is None:
            return False
        asking = "check" if "check" in self.can.operations else "apply"
        for near in self._near_misses(drawn):
            if not self._ask(near, asking, self.state):
                return False
        after = self.game.play(self.state, drawn)
        if not self._ask(rewritten(self.game, self.state, drawn.to_json(), self.pen), "apply", after):
            return False
        self.state, self.record = after, self.record.with_turn(drawn)
        return True

    def _drawn(self) -> Turn | None:
        """A legal turn that is not to be avoided; None where none is found."""
        for _ in range(MOST_DRAWS):
            turn = random_turn(self.game, self.state, self.random, self.taste, self.can)
            if turn is None or not self._avoids(turn.to_json(), legal=True):
                return turn
        return None

    def _ask(self, turn: Json, op: str, after: State) -> bool:
        """Ask about a turn; whether the game can continue in the position that follows."""
        self.asked += 1
        self.turn = turn
        found = try_turn(self.adapter, self.can, self.game, self.state, turn, op)
        return found is None or self._looks_past(found, after)

    def _looks_past(self, found: Disagreement, after: State) -> bool:
        """Note a disagreement; whether the game can continue behind it, in the position that should follow."""
        if not self._note(found) and not self.tolerance.collects:
            return False
        if found.kind == "score":
            return True
        return "load" in self.can.operations and load_position(self.adapter, self.game, after) is None

    def _note(self, found: Disagreement) -> bool:
        """Keep a disagreement unless it is known; whether it is."""
        state, record = self.game.state_to_json(self.state), self.record.to_json()
        difference = GameDifference(self.seed, self.number, self.table, record, state, self.turn, found)
        if self.tolerance.knows(difference):
            self.known += 1
            return True
        self.found.setdefault(difference.key, difference)
        self.times[difference.key] += 1
        return False

    def _near_misses(self, drawn: Turn) -> Iterator[Json]:
        """Near misses of legal turns; only illegal ones for an adapter without `check`, which would play the others."""
        for _ in range(NEAR_MISSES):
            other = None
            if self.random.random() >= 0.5:
                other = random_turn(self.game, self.state, self.random, self.taste, self.can)
            turn = near_miss(self.game.rules, self.state, (other or drawn).to_json(), self.random)
            try:
                read = self.game.turn(self.state, turn)
                violations = self.game.check(self.state, read)
            except Malformed:
                continue
            if not all(knows_card(self.game, choice, self.can) for choice in read.choices):
                continue
            if not violations:
                if "check" not in self.can.operations:
                    continue
                turn = rewritten(self.game, self.state, self.game.canonical(self.state, read).to_json(), self.pen)
            if not self._avoids(turn, legal=not violations):
                yield turn

    def _avoids(self, turn: Json, *, legal: bool) -> bool:
        """Whether a turn is not asked about: it is to be avoided, or depends on the names of interchangeable cards."""
        return self.tolerance.avoids(self.game, self.state, turn) or (
            self.can.cards_alike and names_matter(self.game, self.state, [turn], rejected=not legal)
        )


def begin(adapter: Answering, can: Capabilities, game: Game, record: Record) -> Disagreement | None:
    """Let an adapter begin a game: from its draws if it can, or with the position."""
    start = game.start(record)
    if "new" not in can.operations:
        return load_position(adapter, game, start)
    answer = adapter.ask("new", edition=record.edition, **new_fields(record))
    if "ok" not in answer:
        return Disagreement("setup", (described(answer),))
    found = compare_position(adapter, can, game, start)
    return replace(found, kind="setup") if found and found.kind == "state" else found


def load_position(adapter: Answering, game: Game, state: State) -> Disagreement | None:
    """Let an adapter begin with a position."""
    answer = adapter.ask("load", edition=game.spec.edition, state=game.state_to_json(state))
    return None if "ok" in answer else Disagreement("setup", (described(answer),))


def try_turn(
    adapter: Answering, can: Capabilities, game: Game, before: State, turn: Json, op: str = "apply"
) -> Disagreement | None:
    """Send a turn to an adapter and compare its answer with the reference. Raises `Malformed` before it sends one."""
    clauses: tuple[str, ...] = ()
    after = before
    try:
        after = game.play(before, turn)
    except Refused as refused:
        clauses = tuple(dict.fromkeys(violation.clause for violation in refused.violations))
    answer = adapter.ask(op, turn=turn)
    if clauses and "reject" not in answer:
        return Disagreement("accepted", (described(answer),), clauses)
    if not clauses and "ok" not in answer:
        reject = answer.get("reject")
        named = str(reject.get("clause")) if isinstance(reject, dict) else ""
        return Disagreement("refused", (described(answer),), (named,) if named in game.spec.clauses else ())
    return compare_position(adapter, can, game, after) if op == "apply" else None


def compare_position(adapter: Answering, can: Capabilities, game: Game, state: State) -> Disagreement | None:
    """Compare the position of an adapter and its points with those of the reference."""
    if "state" in can.operations:
        wanted, answer = game.state_to_json(state), adapter.ask("state")
        got = answer["ok"].get("state") if isinstance(answer.get("ok"), dict) else None
        if not isinstance(got, dict):
            return Disagreement("state", (described(answer),))
        if wrong := list(StateComparison(game, can, wanted, got, FORMS).whole(wanted)):
            return _disagreement("state", wrong)
    if "score" in can.operations:
        sheet, answer = game.score(state), adapter.ask("score")
        points = answer.get("ok")
        if not isinstance(points, dict):
            return Disagreement("score", (described(answer),))
        if wrong := list(points_differing(sheet, points, can)):
            return _disagreement("score", wrong)
    return None


def points_differing(sheet: ScoreSheet, points: Json, can: Capabilities) -> Iterator[Difference]:
    """Where points are not those of a sheet: totals, the winner if an adapter knows one, and gods if it gives them."""
    totals = [player.total for player in sheet.players]
    yield from differing(totals, points.get("totals", NOTHING), "totals", "score")
    if can.winner:
        yield from differing(sheet.winner, points.get("winner", NOTHING), "winner", "score")
    if points.get("gods") is not None:
        gods: list[Json] = [{god.god: god.total for god in player.gods} for player in sheet.players]
        yield from gods_differing(gods, points["gods"], FORMS.note)


def _disagreement(kind: Kind, wrong: Sequence[Difference]) -> Disagreement:
    paths = tuple(difference.path for difference in wrong)
    return Disagreement(kind, tuple(map(str, wrong)), paths=paths)
