"""The front door: few names, each with a signature and an example, and turns in every form that people write."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import concordia_ref
from concordia_ref import Game, Malformed, Refused, State, Turn, Violation, load
from concordia_ref.engine.state import Player

GAME = Game()
STATE = GAME.start(GAME.setup("italia", players=2, seed=1))
SALE = "mercator; sell 1 wine"
SALE_JSON = {"card": "mercator", "sell": {"wine": 1}}
# What the seven names give is public too.
GIVEN = (Player, type(GAME.turns(STATE)), type(GAME.score(STATE)), type(GAME.setup("italia", players=2, seed=1)))
MODULES = [
    "concordia_ref",
    *(
        module.name
        for module in pkgutil.walk_packages(concordia_ref.__path__, "concordia_ref.")
        if not module.name.endswith("__main__")
    ),
]


def public_names() -> Iterator[tuple[str, Any]]:
    """Every public function, class and method, by its name."""
    for public in (Game, State, Turn, Refused, Violation, Malformed, *GIVEN):
        yield public.__name__, public
        for name, member in vars(public).items():
            written = inspect.isfunction(member) or isinstance(member, property)
            if written and not name.startswith("_"):
                yield f"{public.__name__}.{name}", member
    yield "load", load


NAMES = dict(public_names())


def test_the_package_offers_these_names_and_shows_no_others() -> None:
    offered = ["Game", "Malformed", "Refused", "State", "Turn", "Violation", "__version__", "load"]
    assert concordia_ref.__all__ == offered
    assert dir(concordia_ref) == offered


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_typed_signature_and_an_example(name: str) -> None:
    public = NAMES[name]
    examples = doctest.DocTestFinder(recurse=False).find(public, name, globs={})
    assert any(example.want for test in examples for example in test.examples)
    if not inspect.isclass(public):
        signature = inspect.signature(getattr(public, "fget", public))
        written = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
        assert all(parameter.annotation is not parameter.empty for parameter in written)
        assert signature.return_annotation is not signature.empty


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


# Turns in every form


@pytest.mark.parametrize("written", [SALE, SALE_JSON, GAME.turn(STATE, SALE)], ids=["notation", "JSON", "turn"])
def test_a_turn_is_taken_in_any_form(written: str | dict[str, Any] | Turn) -> None:
    read = GAME.turn(STATE, SALE)
    assert GAME.turn(STATE, written) == read
    assert GAME.play(STATE, written) == GAME.play(STATE, read)
    assert GAME.check(STATE, written) == []
    assert GAME.canonical(STATE, written) == read
    assert written in GAME.turns(STATE)
    assert written in GAME.turns(STATE).with_card("mercator")
    assert written not in GAME.turns(STATE).with_card("senator")


@pytest.mark.parametrize("written", ["architect; build roma", {"card": "architect", "builds": ["roma"]}])
def test_a_turn_that_breaks_a_rule_is_refused_in_any_form(written: str | dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        GAME.play(STATE, written)
    assert [violation.clause for violation in refused.value.violations] == ["architect.build.start-city"]
    assert [violation.clause for violation in GAME.check(STATE, written)] == ["architect.build.start-city"]
    assert written not in GAME.turns(STATE)


@pytest.mark.parametrize("written", ["mercatr", "mercator; sell wine", {"card": "mercatr"}, {"sell": {"wine": 1}}])
def test_what_is_no_turn_at_all_is_malformed_and_no_member(written: str | dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        GAME.play(STATE, written)
    assert written not in GAME.turns(STATE)


def test_other_things_are_no_turns() -> None:
    assert None not in GAME.turns(STATE)
    assert 3 not in GAME.turns(STATE)


def test_a_turn_that_was_written_for_another_seat_is_refused() -> None:
    assert [violation.clause for violation in GAME.check(STATE, f"1> {SALE}")] == ["turn.order"]
    assert f"0> {SALE}" in GAME.turns(STATE)


# What things show of themselves


def test_a_game_shows_its_edition_and_its_version() -> None:
    assert repr(GAME) == f"<Game by edition canonical, specification {GAME.spec.version}>"
    assert repr(Game(load(edition="cs"))) == f"<Game by edition cs, specification {GAME.spec.version}>"


def test_a_turn_shows_its_notation_also_with_a_seat_and_when_a_card_is_copied() -> None:
    assert repr(GAME.turn(STATE, SALE_JSON)) == f"<Turn {SALE}>"
    assert str(GAME.turn(STATE, {"seat": 1, **SALE_JSON})) == f"1> {SALE}"
    assert str(GAME.turn(STATE, {"card": "diplomat", "copies": 1, "as": SALE_JSON})) == f"diplomat copies 1: {SALE}"


def test_a_view_shows_its_first_turns_and_whether_there_are_more() -> None:
    tribunes = GAME.turns(STATE).with_card("tribune")
    assert repr(tribunes) == "<Turns of seat 0: tribune; place land@roma | tribune; place sea@roma | tribune>"
    first = " | ".join(map(str, list(GAME.turns(STATE))[:3]))
    assert repr(GAME.turns(STATE)) == f"<Turns of seat 0: {first} | …>"


def test_a_view_without_turns_says_so() -> None:
    assert repr(GAME.turns(STATE).with_card("v_consul")) == "<Turns of seat 0: none>"
    assert repr(GAME.turns(STATE._replace(to_play=None))) == "<Turns: the game is over>"


def test_states_and_turns_can_be_pickled_and_are_equal_afterwards() -> None:
    turn = GAME.turn(STATE, SALE)
    assert pickle.loads(pickle.dumps((STATE, turn))) == (STATE, turn)
