"""A failure as a scenario file: the position in its short form, the turn, and what the reference makes of it.

Only the `why` is left to a person; the scenario fails until it is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.notation import from_notation, to_notation
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.conventions import conventions_behind
from concordia_ref.suite.courses import Course, Watch
from concordia_ref.suite.differences import NOTHING, at, differing
from concordia_ref.suite.loading import TO_WRITE
from concordia_ref.suite.positions import expand, orderly_draws, short_form, wanted_goods
from concordia_ref.suite.random_games import reference
from concordia_ref.suite.scenarios import expected_state
from concordia_ref.suite.simplifications import Failure

Json = dict[str, Any]
MOST_CLAUSES = 4
# The clauses about what a set-up puts in each place of a state.
SETUP_CLAUSES = {
    "coins": "setup.coins",
    "goods": "setup.goods",
    "hand": "setup.hand",
    "colonists": "setup.colonists",
    "markers": "setup.bonus-markers.side",
    "display": "setup.display",
    "stack": "setup.stack",
    "praefectus_magnus": "setup.praefectus-magnus",
}


def scenario_text(failure: Failure, id: str) -> str:
    """The file of a scenario; raises `Malformed` where a position has no short form."""
    game = reference(failure.edition)
    entries: Json = {
        "id": id,
        "since": game.spec.version,
        **_level(game, failure),
        "clauses": list(_clauses(game, failure)),
        "why": f"{TO_WRITE} why this is right by the rules",
        "given": _given(game, failure),
    }
    if len(failure.turns) == 1:
        entries["turn"] = _turn(failure.turns[0])
    elif failure.turns:
        entries["turns"] = [_turn(turn) for turn in failure.turns]
    entries |= _expected(game, failure)
    lines = ["# yaml-language-server: $schema=../../schema/scenario.schema.json"]
    if failure.edition != "canonical":
        lines.append(f"# edition: {failure.edition}")
    for key, value in entries.items():
        lines += _block(key, value)
    return "\n".join(lines) + "\n"


def _level(game: Game, failure: Failure) -> Json:
    """Core, or where the failure rests on what the rulebooks leave open, by the convention that settles it."""
    begin = failure.setup or game.state_from_json(failure.state)
    course = Course(begin, failure.turns, failure.disagreement.kind == "score")
    dispute = next(conventions_behind(game, course, Watch(game).play(course)), None)
    return {"level": "by_convention", "dispute": dispute} if dispute else {"level": "core"}


def _turn(turn: Json) -> Any:
    """A turn as notation where that says the same."""
    try:
        written = to_notation(turn)
        return written if from_notation(written) == turn else turn
    except Malformed:
        return turn


# What is given.


def _given(game: Game, failure: Failure) -> Json:
    if failure.setup is not None:
        record = failure.setup
        given: Json = {"map": record.map, "players": record.players}
        if record.draws.first_player:
            given["first_player"] = record.draws.first_player
        if record.interim:
            given["interim"] = True
        if goods := wanted_goods(game.rules, record.map, record.players, record.draws.city_goods):
            given["city_goods"] = goods
        if record.draws.stack != orderly_draws(game.rules, record.map, record.players, {}).stack:
            raise _no_short_form("/draws/stack")
        return {"setup": given}
    assert failure.state is not None
    short = short_form(game.rules, failure.state)
    if list(differing(game.state_to_json(expand(game.rules, short)), failure.state)):
        raise _no_short_form("/stack")
    return short


def _no_short_form(pointer: str) -> Malformed:
    message = "a position with the cards of the stack in this order has no short form"
    return Malformed("position.stack", message, pointer)


# What is expected.


def _expected(game: Game, failure: Failure) -> Json:
    before = game.start(failure.setup) if failure.setup else game.state_from_json(failure.state)
    state = before
    for turn in failure.turns:
        try:
            state = game.play(state, turn)
        except Refused as refused:
            return {"refused": refused.clause}
    found = failure.disagreement
    if found.kind == "score":
        sheet = game.score(state)
        points = {"scores": [player.total for player in sheet.players], "winner": sheet.winner}
        return points | ({"changes": _changes(game, before, failure.turns, state)} if failure.turns else {})
    if not failure.turns:
        whole = game.state_to_json(state)
        places = [path for path in found.paths if at(whole, path) is not NOTHING]
        # A set-up that is not accepted at all has no place that differs.
        return {"holds": {path: at(whole, path) for path in places or ("to_play",)}}
    return {"changes": _changes(game, before, failure.turns, state)}


def _changes(game: Game, before: State, turns: tuple[Json, ...], after: State) -> Json:
    """What the turns change, apart from what every turn does."""
    old, new = game.state_to_json(before), game.state_to_json(after)
    usual = expected_state(game, before, turns, {})
    changes: Json = {}
    for difference in differing(new, usual):
        path, value = difference.path, difference.expected
        changes[path] = _change(path, at(old, path), value if not isinstance(value, list) else at(new, path))
    return changes


def _change(path: str, old: Any, new: Any) -> Any:
    """A change as a difference where it has one, otherwise the new value."""
    whole = {"is": new}
    if isinstance(old, bool) or isinstance(new, bool):
        return whole
    if isinstance(old, int) and isinstance(new, int) and not re.search(r"to_play|praefectus|concordia", path):
        return new - old
    if isinstance(old, list) and isinstance(new, list) and path.rpartition(".")[2] in ("hand", "houses", "land", "sea"):
        rest, added = list(old), []
        for item in new:
            if item in rest:
                rest.remove(item)
            else:
                added.append(item)
        items = [*(f"-{item}" for item in rest), *(f"+{item}" for item in added)]
        return items or whole
    return whole


# Which clauses it is about.


def _clauses(game: Game, failure: Failure) -> Iterator[str]:
    """The clauses that a failure is most likely about; a person looks at them anyway."""
    found = failure.disagreement
    if found.clauses:
        yield from found.clauses
    elif found.kind == "score":
        yield from ("end.winner", "end.tie.holder") if found.paths == ("winner",) else ("score.all-cards",)
    elif found.kind == "setup" or not failure.turns:
        names = [clause for path in found.paths for part, clause in SETUP_CLAUSES.items() if part in path.split(".")]
        yield from dict.fromkeys(names) if names else ("setup.display",)
    else:
        yield from _clauses_of_turn(game, failure.turns[-1], found.paths)


def _clauses_of_turn(game: Game, turn: Json, paths: tuple[str, ...]) -> list[str]:
    """The clauses of the steps that a turn does, first of all those that speak of what differs."""
    while "as" in turn:
        turn = turn["as"]
    if "card" not in turn:
        return ["turn.no-passing"]
    choose = game.spec.actions[game.rules.cards[turn["card"]].action].choose
    steps = choose.get(turn.get("choice", ""), next(iter(choose.values())))
    clauses = [clause for step in steps for clauses in step.clauses.values() for clause in clauses]
    words = {word for path in paths for word in re.findall("[a-z]+", path)} - {"players"}
    speaking = [clause for clause in clauses if words & {*re.findall("[a-z]+", clause)}]
    return list(dict.fromkeys(speaking or clauses))[:MOST_CLAUSES]


# Writing.


def _block(key: str, value: Any) -> Iterator[str]:
    """An entry of a YAML file: mappings of mappings over several lines, everything else in one."""
    if isinstance(value, Mapping) and key in ("given", "setup", "seats", "changes", "holds"):
        yield f"{_word(key)}:"
        for name, item in value.items():
            yield from (f"  {line}" for line in _block(name, item))
    elif key == "turns":
        yield f"{key}:"
        yield from (f"  - {_flow(item)}" for item in value)
    else:
        yield f"{_word(key)}: {value if key in ('why', 'id', 'since') else _flow(value, top=True)}"


def _flow(value: Any, *, top: bool = False) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_word(str(key))}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        plain = re.fullmatch(r"[a-z][\w ;@~:>.,-]*" if top else r"[+-]?[a-z][\w@~.-]*", value)
        safe = plain and ": " not in value and not value.endswith(":") and value not in ("null", "true", "false")
        return value if safe else json.dumps(value)
    return json.dumps(value)


def _word(key: str) -> str:
    return key if re.fullmatch(r"[a-z][\w.]*", key) else json.dumps(key)
