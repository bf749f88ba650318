"""Turns that cannot be played: a named error with a pointer to the place, never a traceback, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from concordia_ref.engine.errors import Refused, Violation, broken
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed, TurnError
from tests.positions import GAME, HAND, dealt, malformed, piled, position, start, stock, violations

Json = dict[str, Any]

# Seat 0 plays: a Colonist was bought, colonists stand beside Massilia and in Roma; seat 1 shows a Mercator.
STATE = position(
    dealt(start("imperium", 3, {"massilia": "cloth", "novaria": "wine", "lutetia": "food"}), {0: ["i_colonist"]}),
    {
        "coins": 9,
        "goods": stock(brick=1, food=2, tool=1, wine=2, cloth=1),
        "houses": ["novaria"],
        "colonists": {"land": ["roma"], "sea": ["massilia~roma:sea"]},
    },
    piled("mercator"),
    praefectus_magnus=0,
)
SEA = "massilia~roma:sea"


@pytest.fixture(autouse=True)
def _nothing_changes() -> Any:
    before = GAME.digest(STATE)
    yield
    assert GAME.digest(STATE) == before


class TestNotJson:
    """What is not even a document. A turn in a file is read as JSON where it begins like JSON, otherwise as YAML."""

    @pytest.mark.parametrize(
        ("text", "code", "place"),
        [
            ('{"card": "tribune"', "json", "line 1, column 19"),
            ('{"card": tribune}', "json", "line 1, column 10"),
            ('{"card": "tribune",\n "card": "senator"}', "json.key-twice", "'card' appears twice"),
            ('{"card": "mercator", "buy": {"wine": 1.5}}', "json.not-whole", "1.5 is not a whole number"),
            ('{"card": "mercator", "buy": {"wine": NaN}}', "json.not-whole", "NaN is not a whole number"),
            ('{"card": "mercator", "buy": {"wine": 1234567890123456}}', "json.digits", "more than 15 digits"),
            ('{"card": "mercator", "buy": {"wine": -1234567890123456}}', "json.digits", "more than 15 digits"),
            ('{"a":' * 100_000, "json.deep", "nested too deeply"),
            ("card: [tribune", "json", "line 2, column 1"),
            ("card: tribune\ncard: senator", "json", "line 2, column 1"),
            ("card: no", "json", "line 1, column 7"),
            ("", "json", "line 1, column 1"),
        ],
    )
    def test_the_place_is_named(self, text: str, code: str, place: str) -> None:
        with pytest.raises(Malformed) as error:
            read_document(text)
        assert error.value.code == code
        assert place in str(error.value)

    @pytest.mark.parametrize("text", ['{"card": "tribune", "seat": -0}', "card: tribune\nseat: 0"])
    def test_json_and_yaml_say_the_same(self, text: str) -> None:
        assert read_document(text) == {"card": "tribune", "seat": 0}

    @pytest.mark.parametrize("turn", [None, [], 3, True, ["tribune"]])
    def test_a_turn_is_an_object(self, turn: Any) -> None:
        error = malformed(STATE, turn)
        assert (error.code, error.pointer) == ("type", "")


# Turns that are not written as they must be: what, the code, and where.
MALFORMED_TURNS: list[tuple[Json, str, str]] = [
    ({}, "missing-key", ""),
    ({"choice": "produce"}, "missing-key", ""),
    ({"card": "architekt"}, "unknown-id", "/card"),
    ({"card": 5}, "type", "/card"),
    ({"card": None}, "type", "/card"),
    ({"card": ["tribune"]}, "type", "/card"),
    ({"card": "tribune", "colour": "red"}, "unknown-key", ""),
    ({"card": "tribune", "pass": True}, "unknown-key", ""),
    ({"pass": True, "builds": []}, "unknown-key", ""),
    ({"pass": False}, "unknown-key", ""),
    ({"card": "tribune", "seat": "0"}, "type", "/seat"),
    ({"card": "tribune", "seat": True}, "type", "/seat"),
    ({"card": "tribune", "seat": None}, "type", "/seat"),
    ({"card": "tribune", "seat": 3}, "unknown-id", "/seat"),
    ({"card": "tribune", "seat": -1}, "unknown-id", "/seat"),
    ({"card": "prefect", "choice": 1}, "type", "/choice"),
    ({"card": "prefect", "choice": "produces"}, "unknown-id", "/choice"),
    ({"card": "prefect", "choice": "produce", "province": []}, "type", "/province"),
    ({"card": "prefect", "choice": "produce", "province": "galia"}, "unknown-id", "/province"),
    (
        {"card": "prefect", "choice": "produce", "province": "gallia", "praefectus_magnus": "yes"},
        "type",
        "/praefectus_magnus",
    ),
    ({"card": "tribune", "place": "land@roma"}, "type", "/place"),
    ({"card": "tribune", "place": [1]}, "type", "/place/0"),
    ({"card": "tribune", "place": ["land"]}, "not-a-colonist", "/place/0"),
    ({"card": "tribune", "place": ["air@roma"]}, "not-a-colonist", "/place/0"),
    ({"card": "tribune", "place": ["land@"]}, "not-a-colonist", "/place/0"),
    ({"card": "tribune", "place": ["land@romulus"]}, "unknown-id", "/place/0"),
    ({"card": "tribune", "place": [f"sea@{SEA}"]}, "unknown-id", "/place/0"),
    ({"card": "architect", "moves": {}}, "type", "/moves"),
    ({"card": "architect", "moves": ["land@roma"]}, "type", "/moves/0"),
    ({"card": "architect", "moves": [{"colonist": "land@roma"}]}, "missing-key", "/moves/0"),
    ({"card": "architect", "moves": [{"to": SEA}]}, "missing-key", "/moves/0"),
    ({"card": "architect", "moves": [{"colonist": "land@roma", "to": SEA, "via": "x"}]}, "unknown-key", "/moves/0"),
    ({"card": "architect", "moves": [{"colonist": 1, "to": SEA}]}, "type", "/moves/0/colonist"),
    ({"card": "architect", "moves": [{"colonist": "land@roma", "to": 7}]}, "type", "/moves/0/to"),
    # There is no line from Roma to Isca, and the cities of a line stand in the order of the alphabet.
    ({"card": "architect", "moves": [{"colonist": "land@roma", "to": "isca~roma:land"}]}, "unknown-id", "/moves/0/to"),
    (
        {"card": "architect", "moves": [{"colonist": "sea@roma", "to": "roma~massilia:sea"}]},
        "unknown-id",
        "/moves/0/to",
    ),
    ({"card": "architect", "builds": "massilia"}, "type", "/builds"),
    ({"card": "architect", "builds": ["massilia", None]}, "type", "/builds/1"),
    ({"card": "architect", "builds": ["masilia"]}, "unknown-id", "/builds/0"),
    ({"card": "mercator", "sell": ["wine"]}, "type", "/sell"),
    ({"card": "mercator", "sell": {"marble": 1}}, "unknown-id", "/sell/marble"),
    ({"card": "mercator", "sell": {"wine": "2"}}, "type", "/sell/wine"),
    ({"card": "mercator", "sell": {"wine": 1.0}}, "type", "/sell/wine"),
    ({"card": "mercator", "sell": {"wine": True}}, "type", "/sell/wine"),
    ({"card": "mercator", "sell": {"wine": -2}}, "negative", "/sell/wine"),
    ({"card": "mercator", "buy": {"wine": -1}}, "negative", "/buy/wine"),
    ({"card": "mercator", "buy": {1: 1}}, "type", "/buy/1"),
    ({"card": "senator", "cards": "i_architect"}, "type", "/cards"),
    ({"card": "senator", "cards": ["i_archtect"]}, "unknown-id", "/cards/0"),
    ({"card": "senator", "cards": [{}]}, "type", "/cards/0"),
    ({"card": "senator", "cards": ["i_prefect"], "any": ["brick"]}, "type", "/any"),
    ({"card": "senator", "cards": ["i_prefect"], "any": {"brick": -1}}, "negative", "/any/brick"),
    ({"card": "prefect", "keep": []}, "type", "/keep"),
    ({"card": "prefect", "keep": {"9": {}}}, "unknown-id", "/keep/9"),
    ({"card": "prefect", "keep": {"red": {}}}, "type", "/keep/red"),
    ({"card": "prefect", "keep": {"02": {}}}, "type", "/keep/02"),
    ({"card": "prefect", "keep": {"٢": {}}}, "type", "/keep/٢"),
    ({"card": "prefect", "keep": {0: {}}}, "type", "/keep"),
    ({"card": "prefect", "keep": {"0": 3}}, "type", "/keep/0"),
    ({"card": "prefect", "keep": {"0": {"food": -1}}}, "negative", "/keep/0/food"),
    ({"card": "prefect", "keep": {"0": {}}, "discard": 1}, "type", "/discard"),
    ({"card": "prefect", "keep": {"0": {}}, "discard": {"0": {"food": "x"}}}, "type", "/discard/0/food"),
    ({"card": "prefect", "discard": {"0": {"food": 1}}}, "incomplete", "/discard/0"),
    ({"card": "prefect", "keep": {"1": {}}, "discard": {"0": {"food": 1}}}, "incomplete", "/discard/0"),
    ({"card": "diplomat", "copies": "1", "as": {"card": "mercator"}}, "type", "/copies"),
    ({"card": "diplomat", "copies": 4, "as": {"card": "mercator"}}, "unknown-id", "/copies"),
    ({"card": "diplomat", "copies": 1}, "missing-key", ""),
    ({"card": "diplomat", "as": {"card": "mercator"}}, "missing-key", ""),
    ({"card": "diplomat", "copies": 1, "as": "mercator"}, "type", "/as"),
    ({"card": "diplomat", "copies": 1, "as": {}}, "missing-key", "/as"),
    ({"card": "diplomat", "copies": 1, "as": {"card": "merkator"}}, "unknown-id", "/as/card"),
    ({"card": "diplomat", "copies": 1, "as": {"card": "mercator", "seat": 1}}, "unknown-key", "/as"),
    ({"card": "diplomat", "copies": 1, "as": {"card": "mercator", "sell": {"wine": -1}}}, "negative", "/as/sell/wine"),
    ({"card": "diplomat", "copies": 1, "as": {"card": "mercator"}, "sell": {"wine": 1}}, "not-for-this-card", "/sell"),
    # Parts that another card has.
    ({"card": "tribune", "builds": ["massilia"]}, "not-for-this-card", "/builds/0"),
    ({"card": "tribune", "choice": "recall"}, "not-for-this-card", "/choice"),
    ({"card": "architect", "sell": {"wine": 1}}, "not-for-this-card", "/sell/wine"),
    (
        {"card": "senator", "moves": [{"colonist": "land@roma", "to": "novaria~roma:land"}]},
        "not-for-this-card",
        "/moves/0",
    ),
    ({"card": "mercator", "cards": ["i_architect"]}, "not-for-this-card", "/cards/0"),
    ({"card": "mercator", "copies": 1, "as": {"card": "mercator"}}, "not-for-this-card", "/copies"),
    ({"card": "prefect", "choice": "collect", "province": "gallia"}, "not-for-this-card", "/province"),
    ({"card": "prefect", "choice": "collect", "praefectus_magnus": True}, "not-for-this-card", "/praefectus_magnus"),
    (
        {"card": "diplomat", "copies": 1, "as": {"card": "mercator", "place": ["land@roma"]}},
        "not-for-this-card",
        "/as/place/0",
    ),
    # What is missing to play it.
    ({"card": "prefect"}, "incomplete", ""),
    ({"card": "prefect", "choice": "produce"}, "incomplete", ""),
    ({"card": "i_colonist"}, "incomplete", ""),
    ({"card": "senator", "cards": ["i_prefect"]}, "incomplete", ""),
]


def nested_copies(depth: int) -> Json:
    turn: Json = {"card": "mercator"}
    for _ in range(depth):
        turn = {"card": "diplomat", "copies": 1, "as": turn}
    return turn


class TestMalformed:
    @pytest.mark.parametrize(
        ("turn", "code", "pointer"), MALFORMED_TURNS, ids=[str(turn) for turn, *_ in MALFORMED_TURNS]
    )
    def test_what_is_wrong_and_where(self, turn: Json, code: str, pointer: str) -> None:
        error = malformed(STATE, turn)
        assert (error.code, error.pointer) == (code, pointer)
        assert str(error).startswith(f"{pointer}: " if pointer else error.message)

    @pytest.mark.parametrize(
        ("turn", "meant"),
        [
            ({"card": "architekt"}, "architect"),
            ({"card": "prefect", "choice": "produces"}, "produce"),
            ({"card": "prefect", "choice": "produce", "province": "galia"}, "gallia"),
            ({"card": "architect", "builds": ["masilia"]}, "massilia"),
            ({"card": "architect", "build": ["massilia"]}, "builds"),
        ],
    )
    def test_what_was_probably_meant_is_said(self, turn: Json, meant: str) -> None:
        assert f"did you mean {meant!r}" in str(malformed(STATE, turn))

    def test_the_part_is_called_as_it_was_written(self) -> None:
        error = malformed(STATE, {"card": "tribune", "builds": ["massilia"]})
        assert str(error) == "/builds/0: a turn with tribune has no part 'builds'"

    def test_copying_through_copies_has_an_end(self) -> None:
        error = malformed(STATE, nested_copies(400))
        assert (error.code, error.pointer) == ("too-deep", "/as/as/as/as/as/copies")

    def test_what_a_copied_card_lacks_is_missing_inside_it(self) -> None:
        state = position(start("imperium", 3), {}, piled("prefect"))
        error = malformed(state, {"card": "diplomat", "copies": 1, "as": {"card": "prefect"}})
        assert (error.code, error.pointer) == ("incomplete", "/as")

    def test_a_missing_choice_of_goods_is_named(self) -> None:
        # Eight spaces are full of wine but one; Gallia gives its bonus and a brick.
        base = start("imperium", 3, {"lutetia": "brick", "burdigala": "tool", "massilia": "food"})
        state = position(base, {"goods": stock(wine=7), "houses": ["lutetia"]})
        error = malformed(state, {"card": "prefect", "choice": "produce", "province": "gallia"})
        assert str(error) == "the turn does not say which goods are kept; seat 0"


# Turns that are written properly but break a rule: the turn, and every violation with its place.
REFUSED_TURNS: list[tuple[Json, list[tuple[str, str]]]] = [
    ({"card": "i_mercator"}, [("turn.hand", "/card")]),
    ({"card": "v_consul", "cards": ["i_architect"]}, [("turn.hand", "/card")]),
    ({"pass": True}, [("turn.no-passing", "/pass")]),
    ({"card": "tribune", "seat": 1}, [("turn.order", "/seat")]),
    ({"card": "prefect", "choice": "settle"}, [("turn.action", "/choice")]),
    (
        {"card": "architect", "moves": [{"colonist": "sea@roma", "to": "carthago~roma:sea"}]},
        [("architect.move.own-colonists", "/moves/0")],
    ),
    (
        {"card": "architect", "moves": [{"colonist": "land@roma", "to": SEA}]},
        [("architect.move.land-lines", "/moves/0")],
    ),
    ({"card": "mercator", "sell": {"wine": 3}}, [("mercator.trade.stock", "/sell/wine")]),
    (
        {"card": "mercator", "buy": {"cloth": 2}},
        [("mercator.trade.money", "/buy/cloth"), ("mercator.trade.space", "/buy/cloth")],
    ),
    (
        {"card": "tribune", "place": ["land@roma", "sea@roma"]},
        [("tribune.colonist.one", "/place/1"), ("piece.colonist.cost", "/place/1")],
    ),
    ({"card": "diplomat", "copies": 2, "as": {"card": "mercator"}}, [("diplomat.top-card", "/copies")]),
    (
        {"card": "diplomat", "copies": 1, "as": {"card": "mercator", "sell": {"food": 3}}},
        [("mercator.trade.stock", "/as/sell/food")],
    ),
    ({"card": "senator", "cards": ["iii_consul"]}, [("display.slots", "/cards/0")]),
    # All that can be told at once: what was refused is left out, and the rest judged without it.
    (
        {
            "card": "architect",
            "moves": [
                {"colonist": "land@roma", "to": "aquileia"},
                {"colonist": f"sea@{SEA}", "to": "novaria~roma:land"},
            ],
            "builds": ["roma", "isca", "massilia"],
        },
        [
            ("architect.move.ends-on-line", "/moves/0"),
            ("architect.move.sea-lines", "/moves/1"),
            # Isca is a brick city and could be paid for; Massilia costs 5 of 9 coins and is legal.
            ("architect.build.adjacent", "/builds/1"),
            ("architect.build.start-city", "/builds/0"),
        ],
    ),
    (
        {"card": "mercator", "sell": {"brick": 2, "tool": 1}, "buy": {"wine": 1, "cloth": 1}},
        [
            ("mercator.trade.stock", "/sell/brick"),
            # A tool was sold and wine bought: cloth would be the third kind. It costs 7 of the 12 + 5 - 6 coins.
            ("mercator.trade.two-kinds", "/buy/cloth"),
        ],
    ),
]


class TestRefused:
    @pytest.mark.parametrize(("turn", "found"), REFUSED_TURNS, ids=[str(turn) for turn, _ in REFUSED_TURNS])
    def test_every_violation_is_told_with_its_place_and_the_first_decides(
        self, turn: Json, found: list[tuple[str, str]]
    ) -> None:
        assert [(violation.clause, violation.pointer) for violation in violations(STATE, turn)] == found
        with pytest.raises(Refused) as refused:
            GAME.play(STATE, turn)
        assert (refused.value.clause, refused.value.pointer) == found[0]
        assert len(str(refused.value).splitlines()) == len(found)

    @pytest.mark.parametrize("turn", [turn for turn, _ in REFUSED_TURNS], ids=str)
    def test_every_clause_that_is_named_exists(self, turn: Json) -> None:
        for violation in violations(STATE, turn):
            assert violation.clause in GAME.spec.clauses

    def test_a_part_for_no_card_is_told_when_nothing_else_is_wrong(self) -> None:
        wrong = {"card": "tribune", "place": ["land@roma", "sea@roma"], "builds": ["massilia"]}
        assert "tribune.colonist.one" in [violation.clause for violation in violations(STATE, wrong)]

    def test_after_the_end_every_turn_is_refused(self) -> None:
        over = STATE._replace(to_play=None)
        assert [violation.clause for violation in violations(over, "tribune")] == ["end.last-turn"]

    def test_facts_are_data_for_a_text_in_any_language(self) -> None:
        (violation,) = violations(STATE, {"card": "mercator", "sell": {"wine": 3}})
        assert violation.to_json() == {
            "clause": "mercator.trade.stock",
            "pointer": "/sell/wine",
            "facts": {"good": "wine", "sold": 3, "has": 2},
        }
        assert str(violation) == "/sell/wine: mercator.trade.stock (good wine, sold 3, has 2)"

    def test_facts_of_every_kind_can_be_shown(self) -> None:
        violation = broken("turn.hand", cost={"food": 1, "tool": 2}, has={}, hand=HAND[:2], seats=[1, 2])
        assert str(violation) == ("/: turn.hand (cost 1 food 2 tool, has none, hand architect, diplomat, seats 1, 2)")
        assert str(Violation("turn.no-passing", "/pass")) == "/pass: turn.no-passing"

    def test_malformed_and_refused_are_told_apart_but_caught_together(self) -> None:
        assert issubclass(Malformed, TurnError)
        assert issubclass(Refused, TurnError)
        assert not issubclass(Refused, Malformed)
