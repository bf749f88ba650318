"""Moving and building."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.rules import Rules, can_pay
from concordia_ref.engine.verbs import build_houses
from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.move_colonists import MoveColonists, Moved
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.lab.planted.bugs.patching import (
    Obstacles,
    Perform,
    always,
    performed,
    prepared,
    with_check,
    without_check,
)
from concordia_ref.lab.planted.planting import Bug, Swap


def brick_for_brick_cities(rules: Rules) -> None:
    _, coins = rules.first_house["brick"]
    rules.first_house["brick"] = (rules.cost({"brick": 1}), coins)


def multiplied_by(houses: Callable[[Draft, str], int]) -> tuple[Swap, ...]:
    """Another number of houses that make the next one in a city dearer."""

    def make(_: Any) -> Any:
        return lambda draft, city: draft.rules.house_price(draft.good_of(city), houses(draft, city))

    return (Swap(build_houses, "_price", make),)


def houses_in_the_province(draft: Draft, city: str) -> int:
    cities = draft.board.cities_of[str(draft.board.province_of[city])]
    return sum(draft.houses_in(near) for near in cities)


def can_pay_the_goods(_: Any) -> Any:
    return lambda draft, goods, coins: can_pay(draft.player.goods, goods)


def roma_is_free(original: Obstacles) -> Obstacles:
    return lambda verb, draft, choice: [] if choice == ("build", "roma") else original(verb, draft, choice)


def build_in_roma(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    if choice == ("build", "roma"):
        draft.pay(draft.rules.cost({"food": 1}), 1)
        draft.player = draft.player._replace(houses=tuple(sorted((*draft.player.houses, "roma"))))
    else:
        original(verb, draft, choice)


def other_budget(steps: Callable[[Draft], int]) -> tuple[Swap, ...]:
    """Another number of steps for a move."""

    def make(original: Any) -> Any:
        return lambda verb, draft: original(verb, draft)._replace(steps_left=steps(draft))

    return (Swap(MoveColonists, "nothing_moved", make),)


def own_lines(draft: Draft) -> set[str]:
    return {place for _, place in draft.player.colonists}


def only_own_colonists_block(original: Any) -> Any:
    def nothing_moved(verb: MoveColonists, draft: Draft) -> Moved:
        moved: Moved = original(verb, draft)
        return moved._replace(taken=moved.taken & own_lines(draft))

    return nothing_moved


def only_others_block(original: Any) -> Any:
    def nothing_moved(verb: MoveColonists, draft: Draft) -> Moved:
        moved: Moved = original(verb, draft)
        return moved._replace(taken=moved.taken - own_lines(draft))

    return nothing_moved


def no_own_line_is_taken(original: Any) -> Any:
    return lambda verb, draft, moved, move: original(verb, draft, moved, move)._replace(taken=moved.taken)


def further_than_one_line(draft: Draft, choice: Choice) -> bool:
    _, kind, origin, place = choice
    moving = draft.steps[0]
    assert isinstance(moving, MoveColonists)
    return moving.roads(draft).at_any_time((kind, origin)).steps_to.get(place, 0) > 1


MOVE = "actions.architect.choose.build.move_colonists"
BUILD = "actions.architect.choose.build.build_houses"

BUGS = [
    # Moving.
    Bug(
        "one-step-more",
        "off by one",
        "The player has one step too many.",
        clauses=("architect.move.budget",),
        swaps=other_budget(lambda draft: len(draft.player.colonists) + 1),
    ),
    Bug(
        "six-steps-always",
        "wrong count",
        "Colonists in the storehouse give steps too.",
        clauses=("architect.move.budget",),
        swaps=other_budget(lambda draft: 6),
    ),
    Bug(
        "steps-not-shared-out",
        "moving",
        "Each colonist takes at most one step.",
        clauses=("architect.move.shared-out", "architect.move.further-step"),
        swaps=with_check(MoveColonists, further_than_one_line, offered="next_moves"),
    ),
    Bug(
        "sea-colonist-on-land-lines",
        "moving",
        "Sea colonists also move along land lines.",
        clauses=("architect.move.sea-lines",),
        patch={f"{MOVE}.lines.sea": ["sea", "land"]},
    ),
    Bug(
        "land-colonist-on-sea-lines",
        "moving",
        "Land colonists also move along sea lines.",
        clauses=("architect.move.land-lines",),
        patch={f"{MOVE}.lines.land": ["land", "sea"]},
    ),
    Bug(
        "colonist-ends-in-a-city",
        "moving",
        "A colonist may end its move in a city.",
        clauses=("architect.move.ends-on-line",),
        patch={f"{MOVE}.end_in_city": True},
    ),
    Bug(
        "colonist-ends-on-an-occupied-line",
        "missing check",
        "A colonist may end where another one stands.",
        clauses=("architect.move.occupied",),
        patch={f"{MOVE}.end_on_occupied_line": True},
    ),
    Bug(
        "only-own-colonists-block",
        "wrong player",
        "A line with another player's colonist counts as free.",
        clauses=("architect.move.occupied",),
        swaps=(Swap(MoveColonists, "nothing_moved", only_own_colonists_block),),
    ),
    Bug(
        "only-others-block",
        "wrong player",
        "A line with one of the player's colonists counts as free.",
        clauses=("architect.move.occupied",),
        swaps=(
            Swap(MoveColonists, "nothing_moved", only_others_block),
            Swap(MoveColonists, "moved_on", no_own_line_is_taken),
        ),
    ),
    Bug(
        "occupied-line-cannot-be-passed",
        "moving",
        "A colonist cannot pass over an occupied line.",
        clauses=("architect.move.pass",),
        patch={f"{MOVE}.pass_occupied_line": False},
    ),
    Bug(
        "occupied-line-costs-nothing",
        "moving",
        "Passing over an occupied line costs no step.",
        clauses=("architect.move.pass.cost",),
        patch={f"{MOVE}.steps_over_occupied_line": 0},
    ),
    # Building.
    Bug(
        "house-in-roma",
        "missing check",
        "A house can be built in Roma.",
        clauses=("architect.build.start-city",),
        swaps=(Swap(BuildHouses, "obstacles", roma_is_free), *performed(BuildHouses, build_in_roma)),
    ),
    Bug(
        "second-own-house",
        "missing limit",
        "A player may have two houses in a city.",
        clauses=("architect.build.one-own-house",),
        patch={f"{BUILD}.own_houses_per_city": 2},
    ),
    Bug(
        "sixteenth-house",
        "missing limit",
        "A player may build more houses than they have.",
        clauses=("architect.build.supply", "piece.houses"),
        swaps=(Swap(build_houses, "_has_no_house_left", always(False)),),
    ),
    Bug(
        "house-anywhere",
        "missing check",
        "A house can be built far from every colonist.",
        clauses=("architect.build.adjacent",),
        swaps=without_check(BuildHouses, "architect.build.adjacent"),
    ),
    Bug(
        "house-next-to-anyones-colonist",
        "wrong player",
        "A house can be built next to another player's colonist.",
        clauses=("architect.build.adjacent",),
        patch={f"{BUILD}.next_to": "anyones_colonists"},
    ),
    Bug(
        "house-only-after-moving",
        "building",
        "A player who has not moved a colonist cannot build.",
        clauses=("architect.build.without-moving",),
        patch={f"{BUILD}.only_after_moving": True},
    ),
    Bug(
        "one-house-per-colonist",
        "building",
        "A player cannot build more houses in a turn than they have colonists on the board.",
        clauses=("architect.build.number",),
        patch={f"{BUILD}.at_most": "one_per_colonist"},
    ),
    Bug(
        "house-on-credit",
        "missing check",
        "A house can be built without enough sestertii.",
        clauses=("house.cost.pay", "house.cost.coins", "house.cost.coins.multiplied"),
        swaps=(
            *without_check(BuildHouses, "house.cost.coins", "house.cost.coins.multiplied"),
            Swap(build_houses, "_can_pay", can_pay_the_goods),
        ),
    ),
    Bug(
        "brick-city-costs-brick",
        "wrong cost",
        "A house in a brick city costs a brick instead of food.",
        clauses=("house.cost.goods.brick-city",),
        swaps=prepared(brick_for_brick_cities),
    ),
    Bug(
        "house-without-brick",
        "wrong cost",
        "A house in a food city costs no brick.",
        clauses=("house.cost.goods",),
        patch={"costs.house.in_city_of.food.goods.brick": 0},
    ),
    Bug(
        "cloth-city-costs-four",
        "wrong cost",
        "A house in a cloth city costs 4 sestertii.",
        clauses=("house.cost.coins",),
        patch={"costs.house.in_city_of.cloth.coins": 4},
    ),
    Bug(
        "coins-not-multiplied",
        "cost multiplied wrongly",
        "The cost in sestertii does not grow with the houses in the city.",
        clauses=("house.cost.coins.multiplied",),
        patch={"costs.house.coins_times": "once"},
    ),
    Bug(
        "coins-times-houses-before",
        "off by one",
        "The sestertii are multiplied by the number of houses without the new one.",
        clauses=("house.cost.coins.multiplied",),
        patch={"costs.house.coins_times": "houses_before_building"},
    ),
    Bug(
        "coins-doubled-per-house",
        "cost multiplied wrongly",
        "The cost in sestertii doubles with every house in the city.",
        clauses=("house.cost.coins.multiplied",),
        patch={"costs.house.coins_times": "doubled_per_house"},
    ),
    Bug(
        "goods-multiplied",
        "cost multiplied wrongly",
        "The goods for a house are multiplied like the sestertii.",
        clauses=("house.cost.goods.once",),
        patch={"costs.house.goods_times": "like_coins"},
    ),
    Bug(
        "coins-times-houses-of-the-province",
        "cost multiplied wrongly",
        "The sestertii are multiplied by the number of houses in the whole province.",
        clauses=("house.cost.coins.multiplied",),
        swaps=multiplied_by(houses_in_the_province),
    ),
    Bug(
        "coins-times-own-houses",
        "wrong player",
        "Only the player's own houses in the city multiply the cost in sestertii.",
        clauses=("house.cost.coins.multiplied",),
        swaps=multiplied_by(lambda draft, city: draft.player.houses.count(city)),
    ),
]
