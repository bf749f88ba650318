"""What is offered is what nothing stands against: options look into tables, obstacles explain, and both must agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

import pytest

from concordia_ref import load
from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.listing import complete_turns
from concordia_ref.engine.verbs import store_goods
from concordia_ref.spec.model import COLONIST_KINDS

EDITIONS = ("canonical", "cs", "fr", "hu", "pl", "sr")
TABLES = (("imperium", 3), ("italia", 4))
MOST_OF_A_GOOD = 15


def conceivable(draft: Draft) -> Iterator[Choice]:
    """Everything that can be written for the step of a draft, legal or not."""
    rules, board, seats = draft.rules, draft.board, range(len(draft.table.players))
    match draft.steps[0].DO:
        case "play_card":
            yield from (("card", card) for card in rules.cards)
            yield ("pass",)
        case "choose_alternative":
            yield from (("choice", alternative) for alternative in rules.alternatives)
        case "choose_province":
            yield from (("province", province) for province in board.cities_of)
        case "gain_marker_good":
            yield from (("magnus", use) for use in (True, False))
        case "place_colonists":
            yield from (("place", kind, city) for kind, city in product(COLONIST_KINDS, board.lines_at))
        case "move_colonists":
            colonists = {colonist for player in draft.state.players for colonist in player.colonists}
            yield from (("move", *colonist, place) for colonist, place in product(colonists, board.places))
        case "build_houses":
            yield from (("build", city) for city in board.lines_at)
        case "trade_goods":
            numbers = range(1, MOST_OF_A_GOOD)
            yield from product(("sell", "buy"), rules.goods, numbers)
        case "store_goods":
            seat = draft.steps[0].options(draft)[0][1]
            for kept, thrown in product(
                *(amounts_up_to(draft, goods) for goods in (store_goods.gained(draft, seat), (1,) * 5))
            ):
                yield ("keep", seat, kept, thrown)
        case "recall_cards":
            yield from (("recall", False), STOP)
        case "copy_card":
            yield from (("copy", seat, card) for seat in seats for card in rules.cards)
        case "buy_cards":
            yield from (("purchase", card) for card in rules.cards)
            yield from (("any", good) for good in rules.goods)
    if draft.steps[0].OPTIONAL:
        yield STOP


def amounts_up_to(draft: Draft, goods: Sequence[int]) -> list[Choice]:
    """All amounts up to one more of every good than these, as they are written."""
    numbers = product(*(range(number + 2) for number in goods))
    return [tuple(draft.rules.amounts(amount).items()) for amount in numbers]


def obstacles(draft: Draft, choice: Choice) -> Sequence[Violation]:
    """What stands against a choice, or against making no more of them."""
    step = draft.steps[0]
    return step.obstacles_to_stopping(draft) if choice == STOP else step.obstacles(draft, choice)


def drafts(game: Game, map_id: str, players: int, seed: int) -> Iterator[Draft]:
    """The partial turns of a random game, up to a number of turns."""
    random = Random(seed)
    state = game.start(game.setup(map_id, players, seed))
    while state.to_play is not None and not game.is_stuck(state):
        draft = game.begin(state)
        while choices := game.options(draft):
            if random.random() < 0.25:
                yield draft
            draft = game.take(draft, choices[int(random.random() * len(choices))])
        state = game.result(draft)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("map_id", "players"), TABLES)
def test_what_is_offered_is_what_nothing_stands_against(edition: str, map_id: str, players: int) -> None:
    game = Game(load(edition=edition))
    seen = set()
    for draft in drafts(game, map_id, players, seed=7):
        seen.add(draft.steps[0].DO)
        is_first = draft.memo is None
        offered = list(game.options(draft))
        legal = {choice for choice in conceivable(draft) if not obstacles(draft, choice)}
        assert len(offered) == len(set(offered))
        if is_first and draft.steps[0].DO != "choose_alternative":
            assert set(offered) == legal
        else:
            # Within a step choices are offered in one order only; and where an alternative leads to no province, the
            # province is what something stands against.
            assert set(offered) <= legal
    assert {"play_card", "move_colonists", "build_houses", "trade_goods", "buy_cards", "place_colonists"} <= seen


def step_by_step(game: Game, draft: Draft) -> Iterator[tuple[Choice, ...]]:
    """All complete turns that begin like a draft, by taking every choice that is offered."""
    if choices := game.options(draft):
        for choice in choices:
            yield from step_by_step(game, game.take(draft, choice))
    else:
        yield draft.choices


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("map_id", "players"), TABLES)
def test_the_listed_turns_are_those_that_the_choices_lead_to(edition: str, map_id: str, players: int) -> None:
    game = Game(load(edition=edition))
    architects = 0
    for draft in islice(drafts(game, map_id, players, seed=11), 0, None, 15):
        listed = list(islice(complete_turns(draft), 400))
        assert listed == list(islice(step_by_step(game, draft), 400))
        architects += sum(("card", "architect") in turn for turn in listed)
    assert architects > 100
