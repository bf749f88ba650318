"""Random games in lockstep: the reference and an adapter play the same turns, and must agree on everything.

A game follows from a seed and its number alone. Each has its own random numbers, so that it does not matter which games
are played before it, or beside it.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any, Literal

from concordia_ref.engine.draft import Choice
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.setup import draw
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from concordia_ref.suite.differences import Difference, differing
from concordia_ref.suite.near_misses import near_miss
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import Answering, described
from concordia_ref.suite.verdicts import Capabilities
from concordia_ref.suite.ways import new_fields

NEAR_MISSES = 4
"""How many near misses are tried before each turn that is played."""
LONGEST_GAME = 2000

Taste = Mapping[str, float]
"""How much the players of a game like each kind of card, and to stop: without tastes all games would be much alike."""

Kind = Literal["setup", "refused", "accepted", "state", "score", "fault"]
Json = Mapping[str, Any]


@dataclass(frozen=True)
class GameTable:
    """Where a game is played."""

    edition: str
    map: str
    players: int
    interim: bool


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
        """Equal for differences that are alike: in what is asked, and in the clauses or the places that differ."""
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
    """A game that was played in lockstep: how far, and where it ended if it did so in a difference."""

    number: int
    turns: int
    asked: int
    difference: GameDifference | None


@cache
def reference(edition: str) -> Game:
    """The rules of an edition, prepared once."""
    return Game(load(edition=edition))


def tables(wanted: Mapping[str, Any], can: Capabilities | None, editions: Sequence[str]) -> list[GameTable]:
    """All tables that have the wanted properties and that the adapter declares."""
    found = []
    for edition in editions:
        for map_id, game_map in reference(edition).spec.maps.items():
            for players in game_map.players:
                for interim in (False, True):
                    table = GameTable(edition, map_id, players, interim)
                    if all(getattr(table, key) == value for key, value in wanted.items()) and _knows(can, table):
                        found.append(table)
    return found


def _knows(can: Capabilities | None, table: GameTable) -> bool:
    return can is None or (
        table.edition in can.editions
        and table.map in can.maps
        and table.players in can.players
        and (can.interim or not table.interim)
    )


def table_of(choice: Sequence[GameTable], seed: int, number: int) -> GameTable:
    """The table of a game. It is drawn with random numbers of its own: naming the table gives the same game."""
    return choice[int(Random(f"{seed} {number} table").random() * len(choice))]


def random_of(seed: int, number: int) -> Random:
    """The random numbers of a game."""
    return Random(f"{seed} {number}")


def random_record(table: GameTable, random: Random) -> Record:
    """A game that has not begun."""
    game = reference(table.edition)
    draws = draw(game.rules, table.map, table.players, random)
    return Record(game.spec.version, table.edition, table.map, table.players, table.interim, draws)


def play_game(adapter: Answering, can: Capabilities, table: GameTable, seed: int, number: int) -> LockstepGame:
    """Play a game in lockstep, to its end or to the first difference."""
    game, random = reference(table.edition), random_of(seed, number)
    record, taste = random_record(table, random), random_taste(game, random)
    state, turn, asked = game.start(record), None, 0
    asking = "check" if "check" in can.operations else "apply"
    found: Disagreement | None = None
    try:
        found = begin(adapter, can, game, record)
        while not found and state.to_play is not None and len(record.turns) < LONGEST_GAME:
            drawn = random_turn(game, state, random, taste, can)
            if drawn is None:
                break
            tried = [(turn, asking) for turn in _near_misses(game, state, drawn, random, taste, can)]
            for turn, op in (*tried, (drawn.to_json(), "apply")):
                asked += 1
                found = try_turn(adapter, can, game, state, turn, op)
                if found:
                    break
            else:
                state, record = game.play(state, drawn), record.with_turn(drawn)
    except Fault as fault:
        found = Disagreement("fault", (str(fault),))
    turns = len(record.turns)
    if found is None:
        return LockstepGame(number, turns, asked, None)
    difference = GameDifference(seed, number, table, record.to_json(), game.state_to_json(state), turn, found)
    return LockstepGame(number, turns, asked, difference)


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
        answer = adapter.ask("state")
        got = answer["ok"].get("state") if isinstance(answer.get("ok"), dict) else None
        if not isinstance(got, dict):
            return Disagreement("state", (described(answer),))
        if wrong := list(differing(game.state_to_json(state), got)):
            return _disagreement("state", wrong)
    if "score" in can.operations:
        sheet = game.score(state)
        answer = adapter.ask("score")
        ok = answer.get("ok")
        points = {key: ok.get(key) for key in ("totals", "winner")} if isinstance(ok, dict) else described(answer)
        wanted = {"totals": [player.total for player in sheet.players], "winner": sheet.winner}
        if wrong := list(differing(wanted, points, kind="score")):
            return _disagreement("score", wrong)
    return None


def _disagreement(kind: Kind, wrong: Sequence[Difference]) -> Disagreement:
    paths = tuple(difference.path for difference in wrong)
    return Disagreement(kind, tuple(map(str, wrong)), paths=paths)


def random_taste(game: Game, random: Random) -> Taste:
    """The tastes of a game, drawn before its first turn."""
    kinds = dict.fromkeys(card.kind for card in game.spec.cards.values())
    return {name: 0.2 + 3 * random.random() ** 2 for name in (*kinds, "stop")}


def random_turn(game: Game, state: State, random: Random, taste: Taste, can: Capabilities | None = None) -> Turn | None:
    """A legal turn with cards that the adapter knows; None where there is no other."""
    draft = game.begin(state)
    while choices := game.options(draft):
        known = [choice for choice in choices if _knows_card(game, choice, can)]
        if not known:
            return None
        limits = list(accumulate(_liking(game, choice, taste) for choice in known))
        draft = game.take(draft, known[bisect(limits, random.random() * limits[-1], hi=len(known) - 1)])
    return Turn(draft.choices)


def _liking(game: Game, choice: Choice, taste: Taste) -> float:
    name = game.rules.cards[choice[1]].kind if choice[0] == "card" else choice[0]
    return taste.get(name, 1.0)


def _knows_card(game: Game, choice: Choice, can: Capabilities | None) -> bool:
    return can is None or choice[0] not in ("card", "copy") or game.rules.cards[choice[-1]].kind in can.cards


def _near_misses(
    game: Game, state: State, drawn: Turn, random: Random, taste: Taste, can: Capabilities
) -> Iterator[Json]:
    """Near misses of legal turns; only illegal ones for an adapter without `check`, which would play the others."""
    for _ in range(NEAR_MISSES):
        other = None if random.random() < 0.5 else random_turn(game, state, random, taste, can)
        base = other or drawn
        turn = near_miss(game.rules, state, base.to_json(), random)
        try:
            read = game.turn(state, turn)
            violations = game.check(state, read)
        except Malformed:
            continue
        if not all(_knows_card(game, choice, can) for choice in read.choices):
            continue
        if violations:
            yield turn
        elif "check" in can.operations:
            # Written as the reference would: it accepts more ways to write a turn than others need to.
            yield game.canonical(state, read).to_json()
