"""Legality from one source: the lazy view, the direct check, the choices and the random turn agree.

On small positions the listed turns are compared with everything that can be thought of, worked out here from the map
and the printed numbers alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, combinations_with_replacement, islice, product
from random import Random
from typing import Any

import pytest

from concordia_ref.engine import flow
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.move_colonists import MoveColonists
from concordia_ref.lab.simulation.rulesets import Ruleset, game_by
from concordia_ref.suite.invariants import InvariantBroken, check_turn, check_views_agree, play_checked
from tests.ledger import CARD_COST, HOUSE_COINS, PRICE, SURCHARGE, kind_of
from tests.positions import GAME, HAND, dealt, goods_of, piled, play, position, start, stock

Json = dict[str, Any]
Outcome = tuple[Any, ...]


def outcomes(state: State, card: str) -> list[State]:
    """The positions after each of the listed turns with a card."""
    return [GAME.play(state, turn) for turn in GAME.turns(state).with_card(card)]


class TestView:
    state = position(start("italia", 2))

    def test_it_is_iterated_as_far_as_asked(self) -> None:
        first, second = islice(iter(GAME.turns(self.state)), 2)
        assert first != second
        assert first.card == second.card == "architect"

    def test_its_length_is_the_number_of_turns_and_it_can_be_iterated_again(self) -> None:
        turns = GAME.turns(self.state)
        assert len(turns) == len(list(turns)) == len(set(turns))

    def test_cards_come_one_after_another_each_once(self) -> None:
        cards = [turn.card for turn in GAME.turns(self.state)]
        assert list(dict.fromkeys(cards)) == ["architect", "diplomat", "mercator", "prefect", "senator", "tribune"]
        assert cards == sorted(cards, key=str)

    def test_it_can_be_narrowed_to_a_card(self) -> None:
        tribunes = GAME.turns(self.state).with_card("tribune")
        # The starting goods pay for one colonist: none, land or sea.
        assert [str(turn) for turn in tribunes] == [
            "tribune; place land@roma",
            "tribune; place sea@roma",
            "tribune",
        ]
        assert len(tribunes) == 3

    def test_a_card_that_is_not_in_the_hand_has_no_turns(self) -> None:
        nothing = GAME.turns(self.state).with_card("v_consul")
        assert not nothing
        assert list(nothing) == []
        assert GAME.turns(self.state)

    def test_membership_asks_the_rules(self) -> None:
        legal = GAME.turn(self.state, "mercator; sell 1 wine")
        illegal = GAME.turn(self.state, "mercator; sell 2 wine")
        incomplete = GAME.turn(self.state, "prefect")
        turns = GAME.turns(self.state)
        assert legal in turns
        assert illegal not in turns
        assert incomplete not in turns
        assert legal in turns.with_card("mercator")
        assert legal not in turns.with_card("senator")

    def test_what_is_listed_is_a_member_and_canonical(self) -> None:
        turns = GAME.turns(self.state)
        for turn in turns:
            assert turn in turns
            assert GAME.canonical(self.state, turn) == turn


# The Architect: everything that can be thought of


def lines_of(map_id: str) -> dict[str, tuple[str, set[str]]]:
    return {line.id: (line.kind, set(line.cities)) for line in GAME.spec.maps[map_id].lines.values()}


def walks(map_id: str, kind: str, place: str, steps: int) -> dict[str, int]:
    """The lines that a colonist reaches, with the steps that it takes: step by step, over occupied lines too."""
    lines = {line: ends for line, (line_kind, ends) in lines_of(map_id).items() if line_kind == kind}
    here = {place: lines.get(place, {place})}
    found: dict[str, int] = {}
    for step in range(1, steps + 1):
        cities = set().union(*here.values())
        here = {line: ends for line, ends in lines.items() if ends & cities}
        found = dict.fromkeys(here, step) | found
    found.pop(place, None)
    return found


def movements(map_id: str, colonists: list[tuple[str, str]], others: set[str]) -> set[tuple[tuple[str, str], ...]]:
    """Every way to move colonists one by one, each at most once and onto a line that is free at that moment."""
    reached: set[tuple[tuple[str, str], ...]] = set()

    def go_on(still: list[tuple[str, str]], done: list[tuple[str, str]], steps: int) -> None:
        reached.add(tuple(sorted(still + done)))
        for index, (kind, place) in enumerate(still):
            rest = still[:index] + still[index + 1 :]
            taken = others | {where for _, where in rest + done}
            for line, cost in walks(map_id, kind, place, steps).items():
                if line not in taken:
                    go_on(rest, [*done, (kind, line)], steps - cost)

    go_on(colonists, [], len(colonists))
    return reached


def subsets(items: Iterable[str]) -> Iterator[tuple[str, ...]]:
    found = sorted(items)
    return chain.from_iterable(combinations(found, number) for number in range(len(found) + 1))


def buildings(state: State, colonists: Iterable[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """Every set of cities beside the colonists that can be paid for."""
    player, lines = state.players[0], lines_of(state.map)
    beside = set().union(*(lines[place][1] for _, place in colonists if place in lines)) - {"roma"}
    for cities in subsets(beside - set(player.houses)):
        goods = [GAME.rules.good_of(state, city) for city in cities]
        houses = [1 + sum(city in other.houses for other in state.players) for city in cities]
        coins = sum(HOUSE_COINS[good] * number for good, number in zip(goods, houses, strict=True))
        cost = Counter(good for kind in goods for good in (["food"] if kind == "brick" else ["brick", kind]))
        if coins <= player.coins and cost <= Counter(goods_of(state, 0)):
            yield tuple(sorted((*player.houses, *cities)))


def architect_positions() -> dict[str, State]:
    imperium = start("imperium", 3, {"massilia": "cloth", "novaria": "wine", "aquileia": "food", "syracusae": "brick"})
    italia = start("italia", 3, {"cosa": "food", "spoletum": "brick"})
    rich = {"coins": 12, "goods": stock(brick=2, food=2, wine=1, cloth=1)}
    return {
        "one land colonist in Roma": position(imperium, {**rich, "colonists": {"land": ["roma"], "sea": []}}),
        "one sea colonist on a line": position(
            imperium, {**rich, "houses": ["massilia"], "colonists": {"land": [], "sea": ["massilia~roma:sea"]}}
        ),
        "land and sea in Roma": position(imperium, rich),
        "two land colonists in Roma": position(imperium, {**rich, "colonists": {"land": ["roma", "roma"], "sea": []}}),
        "one behind the other among others": position(
            imperium,
            {**rich, "colonists": {"land": ["aquileia~roma:land", "roma"], "sea": []}},
            {"houses": ["aquileia"], "colonists": {"land": ["novaria~roma:land"], "sea": ["roma"]}},
            {"houses": ["aquileia"], "colonists": {"land": ["aquileia~sirmium:land"], "sea": ["massilia~roma:sea"]}},
        ),
        "three on Italia, two of a kind side by side": position(
            italia,
            {
                "coins": 3,
                "goods": stock(brick=1, food=1),
                "colonists": {"land": ["cosa~florentia:land", "cosa~roma:land"], "sea": ["roma"]},
            },
            {"colonists": {"land": ["casinum~roma:land"], "sea": ["cosa~roma:sea"]}},
        ),
    }


ARCHITECTS = architect_positions()


@pytest.mark.parametrize("name", ARCHITECTS)
class TestArchitect:
    def test_every_outcome_that_can_be_thought_of_is_listed_once_and_no_other(self, name: str) -> None:
        state = ARCHITECTS[name]
        lines = lines_of(state.map)
        others = {place for other in state.players[1:] for _, place in other.colonists if place in lines}
        thinkable = {
            (colonists, houses)
            for colonists in movements(state.map, list(state.players[0].colonists), others)
            for houses in buildings(state, colonists)
        }
        listed = [(after.players[0].colonists, after.players[0].houses) for after in outcomes(state, "architect")]
        assert Counter(listed) == Counter(thinkable)

    def test_every_move_that_can_be_written_is_judged_as_the_list_has_it(self, name: str) -> None:
        state = ARCHITECTS[name]
        listed = {after.players[0].colonists for after in outcomes(state, "architect")}
        places = [None, *lines_of(state.map)]
        colonists = state.players[0].colonists[:2]
        accepted = set()
        for targets in product(places, repeat=len(colonists)):
            moves = [
                {"colonist": f"{kind}@{place}", "to": to}
                for (kind, place), to in zip(colonists, targets, strict=True)
                if to is not None
            ]
            turn = GAME.turn(state, {"card": "architect", "moves": moves})
            if turn in GAME.turns(state):
                accepted.add(GAME.play(state, turn).players[0].colonists)
        # With three colonists only the first two are moved here.
        third = set(state.players[0].colonists[2:])
        assert accepted == {reached for reached in listed if third <= set(reached)}


# The other cards


def test_every_trade_that_can_be_thought_of_is_listed_once_and_no_other() -> None:
    state = position(start("imperium", 3), {"coins": 4, "goods": stock(brick=2, food=1, wine=2, cloth=1)})
    coins, room, has = 4 + 3, 2, goods_of(state, 0)
    thinkable = set()
    changes = {good: range(-has.get(good, 0), 9) for good in PRICE}
    for kinds in combinations(PRICE, 2):
        for first, second in product(*(changes[good] for good in kinds)):
            traded = {kinds[0]: first, kinds[1]: second}
            left = coins - sum(number * PRICE[good] for good, number in traded.items())
            if left >= 0 and sum(traded.values()) <= room:
                goods = {good: has.get(good, 0) + traded.get(good, 0) for good in PRICE}
                thinkable.add((left, tuple(goods.values())))
    listed = [(after.players[0].coins, after.players[0].goods) for after in outcomes(state, "mercator")]
    assert Counter(listed) == Counter(thinkable)


def test_every_purchase_that_can_be_thought_of_is_listed_once_and_no_other() -> None:
    state = position(start("imperium", 3), {"goods": stock(brick=1, food=2, tool=1, wine=2, cloth=2)})
    assert "i_diplomat" in state.display
    cost = {card: CARD_COST.get(kind_of(card), ["tool"]) for card in state.display}
    has = Counter(goods_of(state, 0))
    thinkable = set()
    for number in (0, 1, 2):
        for cards in combinations(state.display, number):
            surcharges = [good for card in cards for good in SURCHARGE[state.display.index(card)]]
            fixed = Counter(good for card in cards for good in cost[card]) + Counter(
                g for g in surcharges if g != "any"
            )
            for chosen in combinations_with_replacement(PRICE, surcharges.count("any")):
                paid = fixed + Counter(chosen)
                if paid <= has:
                    goods = tuple(has[good] - paid[good] for good in PRICE)
                    thinkable.add((goods, tuple(card for card in state.display if card not in cards)))
    listed = [
        (a.players[0].goods, tuple(c for c in a.display if c in state.display)) for a in outcomes(state, "senator")
    ]
    assert Counter(listed) == Counter(thinkable)


def test_every_settlement_that_can_be_thought_of_is_listed_once_and_no_other() -> None:
    base = dealt(start("imperium", 3), {0: ["i_colonist"]})
    state = position(base, {"goods": stock(food=3, tool=3), "houses": ["massilia", "novaria"]})
    # Two colonists of each kind are left, and no sea line touches Novaria.
    places = ["land@massilia", "land@novaria", "land@roma", "sea@massilia", "sea@roma"]
    thinkable = [
        placed
        for number in range(4)
        for placed in combinations_with_replacement(places, number)
        if all(sum(place.startswith(kind) for place in placed) <= 2 for kind in ("land", "sea"))
    ]
    listed = [turn.to_json() for turn in GAME.turns(state).with_card("i_colonist")]
    settled = [tuple(turn.get("place", ())) for turn in listed if turn["choice"] == "settle"]
    assert Counter(settled) == Counter(thinkable)
    assert [turn for turn in listed if turn["choice"] == "income"] == [{"card": "i_colonist", "choice": "income"}]


def test_every_production_that_can_be_thought_of_is_listed_once_and_no_other() -> None:
    base = start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"})
    full = {"goods": stock(wine=7), "houses": ["lutetia", "massilia"]}
    markers = {province: "goods" if province in ("gallia", "asia") else "coins" for province in base["markers"]}
    state = position(base, full, full, markers=markers)
    listed = {str(turn) for turn in GAME.turns(state).with_card("prefect")}
    gallia = "prefect produce; province gallia; keep"
    # One space each: seat 0 has the tool of the marker too.
    assert listed == {
        "prefect collect",
        "prefect produce; province asia",
        *(f"{gallia} 0: 1 {own} / 1: 1 {other}" for own in ("brick", "food", "tool") for other in ("brick", "food")),
    }


def test_diplomats_that_copy_each_other_do_not_go_on_for_ever() -> None:
    game = game_by(Ruleset("passed on", (("diplomat-copies-a-diplomat", "passes_on"),)))
    # Each of two players has a Diplomat on top, and nobody has anything else to copy.
    state = position(start("italia", 3), {}, piled("diplomat"), piled("diplomat"))
    listed = list(game.turns(state).with_card("diplomat"))
    # From 0 to 5 copies, each of one of two Diplomats: a turn that copies through more cannot be written.
    assert len(listed) == sum(2**copies for copies in range(6))
    assert all(game.turn(state, turn.to_json()) == turn for turn in listed)


def test_a_diplomat_has_the_turns_of_the_cards_that_it_copies_and_one_more() -> None:
    state = position(start("italia", 3), {"goods": stock(food=1, tool=1)}, piled("mercator"), piled("senator"))
    copied = [len(GAME.turns(state).with_card(card)) for card in ("mercator", "senator")]
    assert len(GAME.turns(state).with_card("diplomat")) == sum(copied) + 1


# Six colonists: the work is counted


SIX = position(
    start("imperium", 3),
    {
        "coins": 30,
        "goods": stock(brick=4, food=3, tool=2, wine=2, cloth=1),
        "colonists": {
            "land": ["brigantium~olisipo:land", "aquileia~sirmium:land", "antiochia~sinope:land"],
            "sea": ["brigantium~isca:sea", "carthago~syracusae:sea", "alexandria~tyros:sea"],
        },
    },
)
SIX_MOVES = "architect; move " + ", ".join(
    f"{kind}@{origin}:{kind} > {line}:{kind}"
    for kind, origin, line in [
        ("land", "brigantium~olisipo", "olisipo~rusadir"),
        ("land", "aquileia~sirmium", "sirmium~tomis"),
        ("land", "antiochia~sinope", "antiochia~tyros"),
        ("sea", "brigantium~isca", "isca~londinium"),
        ("sea", "carthago~syracusae", "cyrene~syracusae"),
        ("sea", "alexandria~tyros", "alexandria~cyrene"),
    ]
)
SIX_MOVES_TWO_HOUSES = f"{SIX_MOVES}; build cyrene, tyros"


class Calls(Counter[str]):
    """How often functions are called."""

    def counted(self, name: str, function: Any) -> Any:
        """A function that does the same and is counted under a name."""

        def counted(*arguments: Any) -> Any:
            self[name] += 1
            return function(*arguments)

        return counted


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    found = Calls()
    for name in ("options", "take", "go_on"):
        monkeypatch.setattr(flow, name, found.counted(name, getattr(flow, name)))
    monkeypatch.setattr(MoveColonists, "options", found.counted("move_colonists", MoveColonists.options))
    monkeypatch.setattr(MoveColonists, "obstacles", found.counted("obstacles", MoveColonists.obstacles))
    monkeypatch.setattr(BuildHouses, "perform", found.counted("perform", BuildHouses.perform))
    return found


class TestSixColonists:
    def test_there_are_very_many_turns(self) -> None:
        assert len(list(islice(GAME.turns(SIX).with_card("architect"), 20_000))) == 20_000

    def test_the_direct_check_lists_nothing(self, calls: Calls) -> None:
        turn = GAME.turn(SIX, SIX_MOVES_TWO_HOUSES)
        assert GAME.check(SIX, turn) == []
        assert turn in GAME.turns(SIX)
        # Checked twice: six moves and two houses.
        assert calls == {"obstacles": 2 * 6, "perform": 2 * 2}

    def test_a_refusal_lists_nothing_either(self, calls: Calls) -> None:
        turn = GAME.turn(SIX, f"{SIX_MOVES_TWO_HOUSES}, isca, roma")
        assert turn not in GAME.turns(SIX)
        assert calls["options"] == calls["go_on"] == 0

    @pytest.mark.parametrize("seed", range(20))
    def test_a_random_turn_looks_at_one_path_only(self, calls: Calls, seed: int) -> None:
        only_architect = SIX.with_player(0, SIX.players[0]._replace(hand=("architect",)))
        turn = GAME.random_turn(only_architect, Random(seed))
        # One choice after another, with the ends of moving and of building.
        assert calls["go_on"] == len(turn.choices) + 2
        assert calls["move_colonists"] == sum(choice[0] == "move" for choice in turn.choices) + 1

    def test_the_first_turns_are_found_without_the_others(self, calls: Calls) -> None:
        assert len(list(islice(GAME.turns(SIX), 10))) == 10
        # Neighbours on the way through the choices share most of it.
        assert calls["go_on"] <= 60


class TestChoices:
    """A turn is a path of small choices: every path leads to a legal turn, and every legal turn lies on a path."""

    @pytest.mark.parametrize("seed", range(10))
    def test_every_choice_offered_leads_to_legal_turns(self, seed: int) -> None:
        dice = Random(seed)
        state = GAME.start(GAME.setup("imperium", 4, seed))
        for _ in range(12):
            draft = GAME.begin(state)
            while choices := GAME.options(draft):
                for choice in dice.sample(list(choices), min(len(choices), 4)):
                    other = GAME.take(draft, choice)
                    while further := GAME.options(other):
                        other = GAME.take(other, dice.choice(list(further)))
                    turn = Turn(other.choices)
                    assert GAME.check(state, turn) == []
                    assert GAME.result(other) == GAME.play(state, turn)
                draft = GAME.take(draft, dice.choice(list(choices)))
            state = GAME.result(draft)

    def test_a_written_turn_lies_on_a_path(self) -> None:
        state = ARCHITECTS["one behind the other among others"]
        turn = GAME.turn(
            state, "architect; move land@aquileia~roma:land > aquileia~novaria:land, land@roma > aquileia~roma:land"
        )
        draft = GAME.begin(state)
        for choice in GAME.canonical(state, turn).choices:
            assert choice in GAME.options(draft)
            draft = GAME.take(draft, choice)
        while GAME.options(draft):
            draft = GAME.take(draft, ("stop",))
        assert GAME.result(draft) == GAME.play(state, turn)

    def test_the_state_stays_as_it_was_whatever_is_asked(self) -> None:
        for state in ARCHITECTS.values():
            before = GAME.digest(state)
            for turn in islice(GAME.turns(state), 200):
                GAME.play(state, turn)
            GAME.random_turn(state, Random(1))
            GAME.check(state, "architect; build roma")
            assert GAME.digest(state) == before


class TestInvariants:
    """The checks that the simulation makes do notice when something is wrong."""

    state = position(start("imperium", 3))

    def test_a_sound_turn_passes(self) -> None:
        turn = GAME.canonical(self.state, "mercator; sell 1 wine")
        check_turn(GAME, self.state, turn, GAME.play(self.state, turn))
        check_views_agree(GAME, self.state, Random(1), most=50)

    @pytest.mark.parametrize(
        ("wrong", "noticed"),
        [
            ({"houses": ("isca",)}, "houses appear"),
            ({"colonists": (("land", "roma"),)}, "colonists appear"),
            ({"hand": HAND}, r"\+senator"),
            ({"coins": -1}, "negative"),
        ],
    )
    def test_a_wrong_player_is_noticed(self, wrong: Json, noticed: str) -> None:
        turn = GAME.canonical(self.state, "senator")
        after = play(self.state, "senator")
        with pytest.raises(InvariantBroken, match=noticed):
            check_turn(GAME, self.state, turn, after.with_player(0, after.players[0]._replace(**wrong)))

    def test_a_card_that_was_not_bought_is_noticed(self) -> None:
        base = start("imperium", 3)
        turn = GAME.canonical(self.state, "senator")
        after = play(position(dealt(base, {0: ["i_mason"]})), "senator")
        with pytest.raises(InvariantBroken, match="cards appear"):
            check_turn(GAME, self.state, turn, after)

    def test_a_whole_game_keeps_every_invariant(self) -> None:
        state, dice = GAME.start(GAME.setup("italia", players=2, seed=1)), Random(1)
        while state.to_play is not None:
            _, state = play_checked(GAME, state, dice)
        assert state.concordia is not None

    def test_a_state_that_cannot_be_read_again_is_noticed(self) -> None:
        turn = GAME.canonical(self.state, "senator")
        after = play(self.state, "senator")
        unsorted = after.with_player(1, after.players[1]._replace(hand=after.players[1].hand[::-1]))
        with pytest.raises(InvariantBroken, match="state does not round-trip"):
            check_turn(GAME, self.state, turn, unsorted)
