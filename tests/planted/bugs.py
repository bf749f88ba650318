"""The planted bugs, written from the rules: one sentence each says what the implementation does wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from concordia_ref.engine import ending, game, record, scoring
from concordia_ref.engine.draft import NOTHING, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import Rules, can_pay
from concordia_ref.engine.scoring import Count
from concordia_ref.engine.state import Colonist, Goods, State
from concordia_ref.engine.verbs import build_houses, buy_cards, choose_province, gain_marker_good, store_goods
from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.buy_cards import BuyCards
from concordia_ref.engine.verbs.copy_card import CopyCard
from concordia_ref.engine.verbs.effects import (
    CollectMarkerCoins,
    FlipMarker,
    FlipMarkers,
    GainCardIncome,
    GainCoins,
    PassPraefectusMagnus,
    Produce,
    RecallCards,
)
from concordia_ref.engine.verbs.move_colonists import MoveColonists, Moved
from concordia_ref.engine.verbs.place_colonists import PlaceColonists
from concordia_ref.engine.verbs.play_card import PlayCard
from concordia_ref.engine.verbs.store_goods import StoreGoods
from concordia_ref.engine.verbs.trade_goods import TradeGoods
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.spec.model import Card, Quantity, Specification

from .planting import Bug, Swap

# Methods of a verb, which is their first argument.
Obstacles = Callable[[Any, Draft, Choice], list[Violation]]
Effect = Callable[[Any, Draft], None]
Perform = Callable[[Any, Draft, Choice], None]


def without_check(verb: type[Verb], *clauses: str) -> tuple[Swap, ...]:
    """A verb that does not check some clauses."""

    def make(original: Obstacles) -> Obstacles:
        return lambda verb, draft, choice: [
            found for found in original(verb, draft, choice) if found.clause not in clauses
        ]

    return (Swap(verb, "obstacles", make),)


def with_check(verb: type[Verb], forbidden: Callable[[Draft, Choice], bool], offered: str = "") -> tuple[Swap, ...]:
    """A verb that forbids something which the rules allow; `offered` is the method that would list it."""

    def make(original: Obstacles) -> Obstacles:
        def obstacles(verb: Verb, draft: Draft, choice: Choice) -> list[Violation]:
            more = [Violation("turn.action")] if forbidden(draft, choice) else []
            return original(verb, draft, choice) + more

        return obstacles

    def make_offered(original: Any) -> Any:
        return lambda verb, draft, *about: [
            choice for choice in original(verb, draft, *about) if not forbidden(draft, choice)
        ]

    swap = Swap(verb, "obstacles", make)
    return (swap, Swap(verb, offered, make_offered)) if offered else (swap,)


def always(answer: Any) -> Callable[[Any], Any]:
    """A function that answers the same to everything."""
    return lambda _: lambda *about: answer


def effect(verb: type[Verb], make: Callable[[Effect], Effect]) -> tuple[Swap, ...]:
    """Another effect of a verb that leaves nothing to choose."""
    return (Swap(verb, "take_effect", make),)


def performed(verb: type[Verb], perform: Callable[[Perform, Any, Draft, Choice], None]) -> tuple[Swap, ...]:
    """A verb that does something else; it is handed what the verb does."""
    return (Swap(verb, "perform", lambda original: lambda verb, draft, choice: perform(original, verb, draft, choice)),)


def prepared(change: Callable[[Rules], None]) -> tuple[Swap, ...]:
    """Rules in which something is changed before the game begins."""

    def make(original: Any) -> Any:
        def prepare(rules: Rules, spec: Specification, verbs: Any) -> None:
            original(rules, spec, verbs)
            change(rules)

        return prepare

    return (Swap(Rules, "__init__", make),)


nothing_happens = always(None)


# Set-up.


def reversed_coins(original: Any) -> Any:
    def set_up(rules: Rules, map_id: str, players: int, draws: Any, *, interim: bool) -> State:
        state: State = original(rules, map_id, players, draws, interim=interim)
        coins = [player.coins for player in state.players]
        for seat, player in enumerate(state.players):
            mirrored = coins[(2 * state.first_player - 1 - seat) % players]
            state = state.with_player(seat, player._replace(coins=mirrored))
        return state

    return set_up


# Costs.


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


def question_mark_as_a_coin(original: Any) -> Any:
    return lambda verb, draft, slot: (original(verb, draft, slot)[0], 0)


def pay_coin_for_question_mark(original: Perform, verb: BuyCards, draft: Draft, choice: Choice) -> None:
    slots = draft.rules.spec.display.slots
    if choice[0] == "purchase" and "surcharge" in verb.pay:
        draft.earn(-slots[draft.table.display.index(choice[1])].count("any"))
    original(verb, draft, choice)


def paid_with_a_good_of_the_price(draft: Draft, choice: Choice) -> bool:
    if choice[0] != "any":
        return False
    bought = [made[1] for made in draft.choices if made[0] == "purchase"]
    return any(draft.rules.cards[card].cost.get(choice[1]) for card in bought)


# Moving and building.


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


# Prefect, Praefectus Magnus, storehouse.


def marker_good_for_all_houses(original: Any) -> Any:
    def yields(verb: Produce, draft: Draft) -> dict[str, str]:
        found: dict[str, str] = original(verb, draft)
        return dict.fromkeys(found, draft.rules.marker_goods(draft.before)[draft.province]) if draft.province else found

    return yields


def only_own_provinces(_: Effect) -> Effect:
    def collect(verb: Verb, draft: Draft) -> None:
        coins = draft.rules.spec.setup.bonus_markers.coins_on_the_back
        own = {draft.board.province_of[city] for city in draft.player.houses}
        draft.earn(sum(coins[draft.rules.marker_goods(draft.before)[p]] for p in draft.table.coin_side if p in own))

    return collect


def one_coin_each_marker(_: Effect) -> Effect:
    return lambda verb, draft: draft.earn(len(draft.table.coin_side))


def collecting_passes_magnus(original: Effect) -> Effect:
    def collect(verb: Verb, draft: Draft) -> None:
        original(verb, draft)
        if draft.table.praefectus_magnus == draft.seat:
            draft.table = draft.table._replace(praefectus_magnus=(draft.seat - 1) % len(draft.table.players))

    return collect


def magnus_kept_without_room(original: Effect) -> Effect:
    def hand_on(verb: Verb, draft: Draft) -> None:
        assert draft.province is not None
        good = draft.rules.good_index[draft.rules.marker_goods(draft.before)[draft.province]]
        stored = draft.player.goods[good] - draft.before.players[draft.seat].goods[good]
        if stored >= 2:
            original(verb, draft)

    return hand_on


def no_magnus_when_copied(original: Any) -> Any:
    return lambda draft: original(draft) and not any(choice[0] == "copy" for choice in draft.choices)


def neighbours_lose_everything(original: Any) -> Any:
    def ways_to_keep(verb: StoreGoods, draft: Draft, seat: int) -> list[tuple[Goods, Goods]]:
        nothing = draft.rules.no_goods
        overflow = sum(store_goods.gained(draft, seat)) > store_goods.room(draft, seat)
        return [(nothing, nothing)] if overflow and seat != draft.seat else original(verb, draft, seat)

    return ways_to_keep


def everything_is_stored(_: StoreGoods, draft: Draft) -> None:
    for seat, gained in draft.gained.items():
        store_goods.store(draft, seat, [(good, 1) for good in gained], ())
    draft.gained = NOTHING
    draft.end_step()


# Tribune and Colonist.


def any_city_for_an_own_house(original: Any) -> Any:
    def cities(verb: PlaceColonists, draft: Draft, site: str) -> tuple[str, ...]:
        return tuple(draft.board.cities) if site == "own_houses" else original(verb, draft, site)

    return cities


def tribune_stays(original: Effect) -> Effect:
    def recall(verb: Verb, draft: Draft) -> None:
        original(verb, draft)
        hand = list(draft.player.hand)
        hand.remove("tribune")
        draft.player = draft.player.with_cards(tuple(hand), ("tribune",))

    return recall


def only_top_card_returns(_: Effect) -> Effect:
    def recall(verb: Verb, draft: Draft) -> None:
        pile = draft.player.pile
        draft.player = draft.player.with_cards(tuple(sorted((*draft.player.hand, *pile[-2:]))), pile[:-2])
        draft.earn(max(len(pile) - 3, 0))

    return recall


def room_beside_any_colonists(_: Any) -> Any:
    # The rules know the room only for as many colonists as there are.
    def room(self: Rules, goods: Sequence[int], colonists: Sequence[Colonist]) -> int:
        return self.spaces_beside(sum(self.spec.pieces.colonists.values()) - len(colonists)) - sum(goods)

    return room


def income_of_all_colonists(_: Effect) -> Effect:
    return lambda verb, draft: draft.earn(verb.base + 6)


def income_of_colonists_on_lines(_: Effect) -> Effect:
    def gain(verb: GainCoins, draft: Draft) -> None:
        on_lines = sum(draft.board.is_line(place) for _, place in draft.player.colonists)
        draft.earn(verb.base + on_lines)

    return gain


# Mercator.


def without_limit(clause: str) -> tuple[Swap, ...]:
    """A trade that a clause does not limit."""

    def make(original: Any) -> Any:
        def limits(verb: TradeGoods, draft: Draft, way: str) -> dict[str, Sequence[int]]:
            return {other: most for other, most in original(verb, draft, way).items() if other != clause}

        return limits

    return (Swap(TradeGoods, "limits", make),)


def trades_beyond_the_storehouse(rules: Rules) -> None:
    # The rules list only trades of as many goods as a storehouse holds.
    for verb, trades in rules.trades.items():
        trades[:] = [[(verb, good, number) for number in range(1, 1000)] for good in rules.goods]


def income_after_trading(original: Effect) -> Effect:
    def finish(verb: Verb, draft: Draft) -> None:
        assert draft.card is not None
        draft.earn(draft.card.income or 0)
        original(verb, draft)

    return finish


def purchases_pay_a_coin_more(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    if choice[0] == "buy":
        draft.earn(-1)


# Diplomat.


def only_the_right_neighbour(draft: Draft, choice: Choice) -> bool:
    return bool(choice[1] != (draft.seat - 1) % len(draft.table.players))


def copied_card_returns(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    owner = draft.table.players[choice[1]]
    owner = owner.with_cards(tuple(sorted((*owner.hand, choice[2]))), owner.pile[:-1])
    draft.table = draft.table.with_player(choice[1], owner)


# Cards for sale.


def gaps_filled_in_place(_: Any) -> Any:
    def refill(draft: Draft) -> None:
        stack = list(draft.table.stack)
        display = [card or (stack.pop(0) if stack else "") for card in draft.table.display]
        draft.table = draft.table._replace(display=tuple(card for card in display if card), stack=tuple(stack))

    return refill


def dealt_from_the_bottom(_: Any) -> Any:
    def refill(draft: Draft) -> None:
        cards, stack = [card for card in draft.table.display if card], list(draft.table.stack)
        while stack and len(cards) < len(draft.rules.spec.display.slots):
            cards.append(stack.pop())
        draft.table = draft.table._replace(display=tuple(cards), stack=tuple(stack))

    return refill


def not_refilled_after_consul(original: Any) -> Any:
    def refill(draft: Draft) -> None:
        buying = draft.steps[0]
        if isinstance(buying, BuyCards) and "surcharge" in buying.pay:
            original(draft)
        else:
            draft.table = draft.table._replace(display=tuple(card for card in draft.table.display if card))

    return refill


def bought_onto_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    if choice[0] == "purchase":
        hand = list(draft.player.hand)
        hand.remove(choice[1])
        draft.player = draft.player.with_cards(tuple(hand), (choice[1], *draft.player.pile))


# Turns.


def hand_or_pile(original: Obstacles) -> Obstacles:
    return lambda verb, draft, choice: [] if choice[-1] in draft.player.pile else original(verb, draft, choice)


def played_from_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    player = draft.player
    if choice[0] == "card" and choice[1] not in player.hand:
        pile = list(player.pile)
        pile.remove(choice[1])
        draft.player = player.with_cards((*player.hand, choice[1]), tuple(pile))
    original(verb, draft, choice)


def under_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    pile = draft.player.pile
    original(verb, draft, choice)
    if choice[0] == "card":
        draft.player = draft.player._replace(pile=(choice[1], *pile))


# The end.


def ends_with_the_stack(original: Any) -> Any:
    def brings(draft: Draft) -> bool:
        return bool(draft.before.stack and not draft.table.stack) or original(draft)

    return brings


def second_concordia(original: Any) -> Any:
    def after_turn(draft: Draft) -> State:
        state: State = original(draft)
        return state._replace(concordia=draft.seat) if ending._brings_about_the_end(draft) else state

    return after_turn


def last_turns_backwards(original: Any) -> Any:
    return lambda rules, state, seat: tuple(reversed(original(rules, state, seat)))


def last_turns_to_the_end_of_the_round(original: Any) -> Any:
    def last_turns(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
        order: tuple[int, ...] = original(rules, state, seat)
        return order[: order.index(state.first_player)] if state.first_player in order else order

    return last_turns


def lowest_seat_wins(_: Any) -> Any:
    return lambda rules, state, tied: tied[0]


def most_coins_win(_: Any) -> Any:
    return lambda rules, state, tied: max(tied, key=lambda seat: state.players[seat].coins)


# Points.


def counting(change: Callable[[State, int, Quantity, Count], int]) -> tuple[Swap, ...]:
    """Another number for what a god counts."""

    def make(original: Any) -> Any:
        def count(rules: Rules, state: State, seat: int, quantity: Quantity, card: Card) -> Count:
            counted: Count = original(rules, state, seat, quantity, card)
            return counted._replace(number=change(state, seat, quantity, counted))

        return count

    return (Swap(scoring, "_count", make),)


def only_the_hand_scores(original: Any) -> Any:
    def score_player(rules: Rules, state: State, seat: int) -> Any:
        return original(rules, state.with_player(seat, state.players[seat]._replace(pile=())), seat)

    return score_player


# Interim scoring.


def interim_at_every_tribune(original: Any) -> Any:
    def interim_scoring(draft: Draft, moment: str) -> State:
        scores = draft.table.interim
        if scores is not None and draft.card is not None and draft.card.kind == "tribune":
            draft = draft.copy()
            draft.table = draft.table._replace(interim=(*scores[: draft.seat], None, *scores[draft.seat + 1 :]))
        return original(draft, moment)  # type: ignore[no-any-return]

    return interim_scoring


def interim_points_stay(original: Any) -> Any:
    def payout(rules: Rules, state: State, scores: list[int]) -> State:
        return original(rules, state, scores)._replace(interim=tuple(scores))  # type: ignore[no-any-return]

    return payout


def one_of_tied_is_paid(original: Any) -> Any:
    def payout(rules: Rules, state: State, scores: list[int]) -> State:
        single = [-1 if points in scores[:seat] else points for seat, points in enumerate(scores)]
        return original(rules, state, single)  # type: ignore[no-any-return]

    return payout


def interim_with_any_card(original: Any) -> Any:
    def interim_scoring(draft: Draft, moment: str) -> State:
        draft = draft.copy()
        draft.card = draft.rules.cards["tribune"]
        return original(draft, moment)  # type: ignore[no-any-return]

    return interim_scoring


PRODUCE = "actions.prefect.choose.produce"
MOVE = "actions.architect.choose.build.move_colonists"
BUILD = "actions.architect.choose.build.build_houses"
TRADE = "actions.mercator.choose.trade.trade_goods"
COPY = "actions.diplomat.choose.copy.copy_card"
RECALL = "actions.tribune.choose.recall.recall_cards"

BUGS = [
    # Set-up.
    Bug(
        "equal-starting-coins",
        "set-up",
        "All seats start with the coins of the first player.",
        patch={"setup.players.coins.more_each_next_seat": 0},
    ),
    Bug(
        "coins-against-turn-order",
        "set-up",
        "The first player starts with the most coins and the last with the least.",
        swaps=(Swap(record, "set_up", reversed_coins),),
    ),
    Bug(
        "magnus-at-the-first-player",
        "set-up",
        "The first player starts with the Praefectus Magnus.",
        patch={"setup.players.praefectus_magnus": "first_player"},
    ),
    Bug(
        "one-food-at-the-start",
        "set-up",
        "Each player starts with one food instead of two.",
        patch={"setup.players.goods.food": 1},
    ),
    Bug(
        "two-land-colonists-in-roma",
        "set-up",
        "Two land colonists start in Roma and no sea colonist.",
        patch={
            "setup.players.colonists_in_start_city": {"land": 2, "sea": 0},
            "setup.players.colonists_in_storehouse": {"land": 1, "sea": 3},
        },
    ),
    Bug(
        "marker-of-the-cheapest-good",
        "set-up",
        "A bonus marker shows the cheapest good of its province.",
        patch={"setup.bonus_markers.shows": "cheapest_good_of_the_province"},
    ),
    Bug(
        "markers-start-with-coins",
        "set-up",
        "The bonus markers start with their coin sides up.",
        patch={"setup.bonus_markers.side_up": "coins"},
    ),
    # Turns.
    Bug(
        "counterclockwise",
        "turn order",
        "Players take turns counterclockwise.",
        patch={"turn.order": "counterclockwise"},
    ),
    Bug("passing", "turn", "A player may pass.", patch={"turn.may_pass": True}),
    Bug(
        "card-from-the-pile",
        "turn",
        "A card on the own discard pile can be played again.",
        swaps=(Swap(PlayCard, "obstacles", hand_or_pile), *performed(PlayCard, played_from_the_pile)),
    ),
    Bug(
        "card-under-the-pile",
        "turn",
        "The card played goes to the bottom of the discard pile.",
        swaps=performed(PlayCard, under_the_pile),
    ),
    # Tribune.
    Bug(
        "tribune-counts-all-cards",
        "tribune",
        "The Tribune pays for the cards in hand too.",
        patch={f"{RECALL}.counted_cards": "owned"},
    ),
    Bug(
        "tribune-does-not-count-itself",
        "tribune",
        "The Tribune does not count itself among the returned cards.",
        patch={f"{RECALL}.tribune_counts": False},
    ),
    Bug(
        "tribune-pays-from-the-third-card",
        "off by one",
        "The Tribune pays from the third returned card on.",
        patch={f"{RECALL}.cards_without_coins": 2},
    ),
    Bug(
        "tribune-stays-on-the-pile",
        "tribune",
        "The Tribune stays on the discard pile.",
        swaps=effect(RecallCards, tribune_stays),
    ),
    Bug(
        "tribune-takes-one-card-back",
        "tribune",
        "Only the Tribune and the card below it return.",
        swaps=effect(RecallCards, only_top_card_returns),
    ),
    Bug(
        "two-colonists-with-a-tribune",
        "missing limit",
        "Two colonists can be bought with a Tribune.",
        patch={"actions.tribune.choose.recall.place_colonists.at_most": 2},
    ),
    Bug(
        "tribune-colonist-at-own-house",
        "tribune",
        "The colonist of a Tribune can be placed at an own house.",
        patch={"actions.tribune.choose.recall.place_colonists.at": ["start_city", "own_houses"]},
    ),
    # Colonists.
    Bug(
        "colonist-costs-food-only",
        "wrong cost",
        "A new colonist costs no tool.",
        patch={"costs.colonist.goods.tool": 0},
    ),
    Bug(
        "colonist-costs-two-tools",
        "wrong cost",
        "A new colonist costs two tools.",
        patch={"costs.colonist.goods.tool": 2},
    ),
    Bug(
        "sea-colonist-inland",
        "missing check",
        "A sea colonist can be placed in a city without a sea line.",
        patch={"actions.colonist.choose.settle.place_colonists.kind_needs_line": False},
    ),
    Bug(
        "colonist-in-any-city",
        "missing check",
        "A colonist can be placed in a city without an own house.",
        swaps=(Swap(PlaceColonists, "cities", any_city_for_an_own_house),),
    ),
    Bug(
        "fourth-colonist-of-a-kind",
        "missing limit",
        "A player may have four colonists of a kind on the board.",
        swaps=(
            *without_check(PlaceColonists, "piece.colonists"),
            Swap(Rules, "room", room_beside_any_colonists),
        ),
    ),
    Bug(
        "colonist-only-in-roma",
        "colonist",
        "A Colonist card places new colonists in Roma only.",
        patch={"actions.colonist.choose.settle.place_colonists.at": ["start_city"]},
    ),
    Bug(
        "income-of-stored-colonists",
        "colonist",
        "The Colonist's income counts the colonists in the storehouse too.",
        swaps=effect(GainCoins, income_of_all_colonists),
    ),
    Bug(
        "income-of-colonists-on-lines",
        "colonist",
        "The Colonist's income leaves out colonists that stand in a city.",
        swaps=effect(GainCoins, income_of_colonists_on_lines),
    ),
    # Moving.
    Bug(
        "one-step-more",
        "off by one",
        "The colonists have one step more than there are of them.",
        swaps=other_budget(lambda draft: len(draft.player.colonists) + 1),
    ),
    Bug(
        "six-steps-always",
        "wrong count",
        "Colonists in the storehouse bring steps too.",
        swaps=other_budget(lambda draft: 6),
    ),
    Bug(
        "steps-not-shared-out",
        "moving",
        "Each colonist takes one step at most.",
        swaps=with_check(MoveColonists, further_than_one_line, offered="next_moves"),
    ),
    Bug(
        "sea-colonist-on-land-lines",
        "moving",
        "Sea colonists also move along land lines.",
        patch={f"{MOVE}.lines.sea": ["sea", "land"]},
    ),
    Bug(
        "land-colonist-on-sea-lines",
        "moving",
        "Land colonists also move along sea lines.",
        patch={f"{MOVE}.lines.land": ["land", "sea"]},
    ),
    Bug(
        "colonist-ends-in-a-city",
        "moving",
        "A colonist may end its move in a city.",
        patch={f"{MOVE}.end_in_city": True},
    ),
    Bug(
        "colonist-ends-on-an-occupied-line",
        "missing check",
        "A colonist may end where another one stands.",
        patch={f"{MOVE}.end_on_occupied_line": True},
    ),
    Bug(
        "only-own-colonists-block",
        "wrong player",
        "A line with another player's colonist counts as free.",
        swaps=(Swap(MoveColonists, "nothing_moved", only_own_colonists_block),),
    ),
    Bug(
        "only-others-block",
        "wrong player",
        "A line with an own colonist counts as free.",
        swaps=(
            Swap(MoveColonists, "nothing_moved", only_others_block),
            Swap(MoveColonists, "moved_on", no_own_line_is_taken),
        ),
    ),
    Bug(
        "occupied-line-cannot-be-passed",
        "moving",
        "A colonist cannot pass over an occupied line.",
        patch={f"{MOVE}.pass_occupied_line": False},
    ),
    Bug(
        "occupied-line-costs-nothing",
        "moving",
        "Passing over an occupied line costs no step.",
        patch={f"{MOVE}.steps_over_occupied_line": 0},
    ),
    # Building.
    Bug(
        "house-in-roma",
        "missing check",
        "A house can be built in Roma.",
        swaps=(Swap(BuildHouses, "obstacles", roma_is_free), *performed(BuildHouses, build_in_roma)),
    ),
    Bug(
        "second-own-house",
        "missing limit",
        "A player may have two own houses in a city.",
        patch={f"{BUILD}.own_houses_per_city": 2},
    ),
    Bug(
        "sixteenth-house",
        "missing limit",
        "A player may build more houses than there are.",
        swaps=(Swap(build_houses, "_has_no_house_left", always(False)),),
    ),
    Bug(
        "house-anywhere",
        "missing check",
        "A house can be built far from every colonist.",
        swaps=without_check(BuildHouses, "architect.build.adjacent"),
    ),
    Bug(
        "house-next-to-anyones-colonist",
        "wrong player",
        "A house can be built next to another player's colonist.",
        patch={f"{BUILD}.next_to": "anyones_colonists"},
    ),
    Bug(
        "house-only-after-moving",
        "building",
        "Who has not moved a colonist cannot build.",
        patch={f"{BUILD}.only_after_moving": True},
    ),
    Bug(
        "one-house-per-colonist",
        "building",
        "No more houses are built in a turn than there are colonists.",
        patch={f"{BUILD}.at_most": "one_per_colonist"},
    ),
    Bug(
        "house-on-credit",
        "missing check",
        "A house can be built without enough coins.",
        swaps=(
            *without_check(BuildHouses, "house.cost.coins", "house.cost.coins.multiplied"),
            Swap(build_houses, "_can_pay", can_pay_the_goods),
        ),
    ),
    Bug(
        "brick-city-costs-brick",
        "wrong cost",
        "A house in a brick city costs a brick instead of food.",
        swaps=prepared(brick_for_brick_cities),
    ),
    Bug(
        "house-without-brick",
        "wrong cost",
        "A house in a food city costs no brick.",
        patch={"costs.house.in_city_of.food.goods.brick": 0},
    ),
    Bug(
        "cloth-city-costs-four",
        "wrong cost",
        "A house in a cloth city costs 4 coins.",
        patch={"costs.house.in_city_of.cloth.coins": 4},
    ),
    Bug(
        "coins-not-multiplied",
        "cost multiplied wrongly",
        "The coins for a house do not grow with the houses there.",
        patch={"costs.house.coins_times": "once"},
    ),
    Bug(
        "coins-times-houses-before",
        "off by one",
        "The coins are multiplied by the houses before the new one.",
        patch={"costs.house.coins_times": "houses_before_building"},
    ),
    Bug(
        "coins-doubled-per-house",
        "cost multiplied wrongly",
        "The coins double with every house in the city.",
        patch={"costs.house.coins_times": "doubled_per_house"},
    ),
    Bug(
        "goods-multiplied",
        "cost multiplied wrongly",
        "The goods for a house are multiplied like the coins.",
        patch={"costs.house.goods_times": "like_coins"},
    ),
    Bug(
        "coins-times-houses-of-the-province",
        "cost multiplied wrongly",
        "The coins are multiplied by the houses of the whole province.",
        swaps=multiplied_by(houses_in_the_province),
    ),
    Bug(
        "coins-times-own-houses",
        "wrong player",
        "Only own houses in the city multiply the coins.",
        swaps=multiplied_by(lambda draft, city: draft.player.houses.count(city)),
    ),
    # Prefect.
    Bug(
        "province-used-twice",
        "missing check",
        "A province whose marker shows coins can be chosen.",
        swaps=(Swap(choose_province, "_side_up", always("goods")),),
    ),
    Bug(
        "province-needs-a-house",
        "prefect",
        "A province without any house cannot be chosen.",
        patch={f"{PRODUCE}.choose_province.houses_needed": 1},
    ),
    Bug(
        "marker-not-flipped",
        "marker not flipped",
        "The marker of the chosen province stays goods side up.",
        swaps=effect(FlipMarker, nothing_happens),
    ),
    Bug(
        "only-own-houses-produce",
        "wrong player",
        "A Prefect lets only the own houses produce.",
        patch={f"{PRODUCE}.produce.houses": "own"},
    ),
    Bug(
        "own-houses-do-not-produce",
        "wrong player",
        "A Prefect lets only the houses of the others produce.",
        patch={f"{PRODUCE}.produce.houses": "others"},
    ),
    Bug(
        "all-provinces-produce",
        "prefect",
        "A Prefect lets the houses of all provinces produce.",
        patch={f"{PRODUCE}.produce.in": "all_cities"},
    ),
    Bug(
        "houses-produce-the-marker-good",
        "prefect",
        "Houses produce the good on the marker of the province.",
        swaps=(Swap(Produce, "yielded", marker_good_for_all_houses),),
    ),
    Bug(
        "bonus-stored-first",
        "wrong order",
        "The bonus is stored before what the houses produce.",
        patch={f"{PRODUCE}.gain_marker_good.stored": "at_once"},
    ),
    Bug(
        "no-bonus",
        "prefect",
        "The player receives nothing from the marker without the Praefectus Magnus.",
        patch={f"{PRODUCE}.gain_marker_good.count": 0},
    ),
    Bug(
        "collected-markers-stay",
        "marker not flipped",
        "After collecting, the markers still show their coins.",
        swaps=effect(FlipMarkers, nothing_happens),
    ),
    Bug(
        "collecting-turns-every-marker",
        "prefect",
        "Collecting turns every marker to its other side.",
        patch={"actions.prefect.choose.collect.flip_markers.to": "other_side"},
    ),
    Bug(
        "coins-of-own-provinces",
        "prefect",
        "Coins are collected only where the player has a house.",
        swaps=effect(CollectMarkerCoins, only_own_provinces),
    ),
    Bug(
        "one-coin-each-marker",
        "prefect",
        "Every marker pays one coin, however many it shows.",
        swaps=effect(CollectMarkerCoins, one_coin_each_marker),
    ),
    # Praefectus Magnus.
    Bug(
        "magnus-not-doubled",
        "praefectus magnus",
        "The Praefectus Magnus does not double the marker's good.",
        patch={f"{PRODUCE}.gain_marker_good.count_with_praefectus_magnus": 1},
    ),
    Bug(
        "magnus-passed-left",
        "praefectus magnus",
        "The Praefectus Magnus goes to the player on the left.",
        patch={f"{PRODUCE}.pass_praefectus_magnus.to": "left"},
    ),
    Bug(
        "magnus-not-passed",
        "praefectus magnus",
        "The Praefectus Magnus stays with its holder.",
        swaps=effect(PassPraefectusMagnus, nothing_happens),
    ),
    Bug(
        "magnus-doubles-houses",
        "praefectus magnus",
        "What the own houses produce is doubled too.",
        patch={f"{PRODUCE}.produce.each_with_praefectus_magnus": 2},
    ),
    Bug(
        "magnus-may-be-kept",
        "praefectus magnus",
        "The holder may decline the doubling to keep the card.",
        patch={f"{PRODUCE}.gain_marker_good.praefectus_magnus": "may_be_used"},
    ),
    Bug(
        "magnus-passed-when-collecting",
        "praefectus magnus",
        "Collecting coins hands the card on too.",
        swaps=effect(CollectMarkerCoins, collecting_passes_magnus),
    ),
    Bug(
        "magnus-kept-without-room",
        "praefectus magnus",
        "The card stays where the doubled good was not stored.",
        swaps=effect(PassPraefectusMagnus, magnus_kept_without_room),
    ),
    Bug(
        "no-magnus-when-copied",
        "praefectus magnus",
        "A copied Prefect does not use the Praefectus Magnus.",
        swaps=(Swap(gain_marker_good, "holds_magnus", no_magnus_when_copied),),
    ),
    # Storehouse.
    Bug("thirteen-spaces", "off by one", "A storehouse has 13 spaces.", patch={"pieces.storehouse.spaces": 13}),
    Bug(
        "colonists-need-no-space",
        "storehouse",
        "Colonists in the storehouse take no space.",
        patch={"pieces.storehouse.spaces_per_colonist": 0},
    ),
    Bug(
        "stored-goods-thrown-away",
        "storehouse overflow",
        "Stored goods may be thrown away for new ones.",
        patch={"pieces.storehouse.choose_what_to_keep_from": "gained_and_stored_goods"},
    ),
    Bug(
        "spaces-left-empty",
        "storehouse overflow",
        "Who receives too much may leave spaces empty.",
        patch={"pieces.storehouse.leave_spaces_empty_on_overflow": True},
    ),
    Bug(
        "goods-refused",
        "storehouse overflow",
        "Goods for which there is room may be refused.",
        patch={"pieces.storehouse.refuse_goods_that_fit": True},
    ),
    Bug(
        "neighbours-lose-everything",
        "storehouse overflow",
        "Another player without room for all loses all new goods.",
        swaps=(Swap(StoreGoods, "ways_to_keep", neighbours_lose_everything),),
    ),
    Bug(
        "storehouse-without-end",
        "missing limit",
        "Everything received is stored, also where there is no room.",
        swaps=(
            Swap(StoreGoods, "required", always(None)),
            Swap(StoreGoods, "finish", lambda _: everything_is_stored),
            *prepared(trades_beyond_the_storehouse),
        ),
    ),
    # Mercator.
    Bug(
        "starting-mercator-pays-five",
        "mercator",
        "The starting Mercator pays 5 coins.",
        patch={"cards.starting.cards.mercator.income": 5},
    ),
    Bug(
        "income-of-the-best-mercator",
        "mercator",
        "The Mercator pays as the best one that the player owns.",
        patch={"actions.mercator.choose.trade.gain_card_income.of": "best_card_owned"},
    ),
    Bug(
        "income-after-trading",
        "wrong order",
        "The Mercator's coins come only after the trade.",
        swaps=(*effect(GainCardIncome, nothing_happens), Swap(TradeGoods, "finish", income_after_trading)),
    ),
    Bug(
        "three-kinds-traded",
        "missing limit",
        "Three kinds of goods can be traded.",
        patch={f"{TRADE}.kinds_at_most": 3},
    ),
    Bug(
        "a-kind-sold-and-bought",
        "missing check",
        "A kind can be sold and bought in one turn.",
        patch={f"{TRADE}.sell_and_buy_one_kind": True},
    ),
    Bug(
        "sold-without-stock",
        "missing check",
        "More can be sold than the player has.",
        swaps=without_check(TradeGoods, "mercator.trade.stock"),
    ),
    Bug(
        "bought-on-credit",
        "missing check",
        "Goods can be bought without the coins for them.",
        swaps=without_limit("mercator.trade.money"),
    ),
    Bug(
        "bought-without-room",
        "missing check",
        "Goods can be bought without room for them.",
        swaps=(*without_limit("mercator.trade.space"), *prepared(trades_beyond_the_storehouse)),
    ),
    Bug(
        "room-before-sales",
        "wrong order",
        "Spaces that sales free cannot be filled in the same turn.",
        patch={f"{TRADE}.room_counted": "before_trading"},
    ),
    Bug("must-trade", "mercator", "A Mercator must trade if possible.", patch={f"{TRADE}.kinds_at_least": 1}),
    Bug(
        "bank-keeps-a-coin",
        "wrong cost",
        "Every kind bought costs a coin more.",
        swaps=performed(TradeGoods, purchases_pay_a_coin_more),
    ),
    Bug("cloth-costs-six", "wrong cost", "Cloth is bought and sold for 6 coins.", patch={"goods.goods.cloth.price": 6}),
    # Diplomat.
    Bug("diplomat-copies-diplomat", "diplomat", "A Diplomat can be copied.", patch={f"{COPY}.not_copied": ["tribune"]}),
    Bug(
        "diplomat-copies-own-card",
        "wrong player",
        "The top card of the own pile can be copied.",
        patch={f"{COPY}.from": "all_players"},
    ),
    Bug(
        "diplomat-copies-buried-card",
        "missing check",
        "A card below the top of a pile can be copied.",
        swaps=without_check(CopyCard, "diplomat.top-card"),
    ),
    Bug(
        "diplomat-barred-by-buried-card",
        "diplomat",
        "A Diplomat further down in a pile bars it.",
        patch={f"{COPY}.barred_by": "any_card_of_the_pile"},
    ),
    Bug(
        "copied-mercator-pays-own-income",
        "diplomat",
        "A copied Mercator pays what the own starting one pays.",
        patch={f"{COPY}.printed_values": "of_the_own_starting_card"},
    ),
    Bug("diplomat-must-copy", "diplomat", "A Diplomat must copy where it can.", patch={f"{COPY}.may_decline": False}),
    Bug(
        "diplomat-needs-a-target",
        "diplomat",
        "A Diplomat cannot be played where there is nothing to copy.",
        patch={f"{COPY}.without_target": "refused"},
    ),
    Bug(
        "only-the-right-neighbour-is-copied",
        "wrong player",
        "Only the player on the right can be copied.",
        swaps=with_check(CopyCard, only_the_right_neighbour, offered="_legal"),
    ),
    Bug(
        "copied-card-returns",
        "diplomat",
        "The copied card goes back to its owner's hand.",
        swaps=performed(CopyCard, copied_card_returns),
    ),
    # Cards for sale.
    Bug(
        "senator-buys-three",
        "missing limit",
        "A Senator buys three cards.",
        patch={"actions.senator.choose.buy.buy_cards.at_most": 3},
    ),
    Bug(
        "senator-buys-one",
        "off by one",
        "A Senator buys one card only.",
        patch={"actions.senator.choose.buy.buy_cards.at_most": 1},
    ),
    Bug(
        "surcharge-not-paid",
        "surcharge not paid",
        "A Senator pays no surcharge.",
        patch={"actions.senator.choose.buy.buy_cards.pay": ["card"]},
    ),
    Bug(
        "display-refilled-too-early",
        "wrong order",
        "The display is filled after each card of a Senator.",
        patch={"actions.senator.choose.buy.buy_cards.display_refilled": "after_each_purchase"},
    ),
    Bug(
        "question-mark-paid-with-a-coin",
        "surcharge not paid",
        "A question mark costs a coin instead of a good.",
        swaps=(Swap(BuyCards, "_price", question_mark_as_a_coin), *performed(BuyCards, pay_coin_for_question_mark)),
    ),
    Bug(
        "question-mark-not-a-good-of-the-price",
        "surcharge",
        "A question mark cannot be a good that the price asks for.",
        swaps=with_check(BuyCards, paid_with_a_good_of_the_price),
    ),
    Bug(
        "fourth-slot-costs-any-good",
        "wrong cost",
        "The fourth slot costs any good instead of cloth.",
        patch={"display.slots.3": ["any"]},
    ),
    Bug(
        "consul-pays-the-surcharge",
        "wrong cost",
        "A Consul pays the surcharge of the slot.",
        patch={"actions.consul.choose.buy.buy_cards.pay": ["card", "surcharge"]},
    ),
    Bug(
        "consul-buys-two",
        "missing limit",
        "A Consul buys two cards.",
        patch={"actions.consul.choose.buy.buy_cards.at_most": 2},
    ),
    Bug(
        "not-refilled-after-a-consul",
        "display",
        "The display is not filled after a Consul.",
        swaps=(Swap(buy_cards, "refill", not_refilled_after_consul),),
    ),
    Bug(
        "gaps-filled-in-place",
        "display",
        "New cards lie in the gaps; the others do not move left.",
        swaps=(Swap(buy_cards, "refill", gaps_filled_in_place),),
    ),
    Bug(
        "dealt-from-the-bottom",
        "display",
        "New cards come from the bottom of the stack.",
        swaps=(Swap(buy_cards, "refill", dealt_from_the_bottom),),
    ),
    Bug(
        "bought-onto-the-pile",
        "display",
        "A bought card goes to the discard pile.",
        swaps=performed(BuyCards, bought_onto_the_pile),
    ),
    Bug(
        "mason-costs-two-food",
        "wrong cost",
        "The Mason costs two food.",
        patch={"cards.for_sale.decks.I.i_mason.cost.food": 2},
    ),
    # Specialists.
    Bug(
        "specialist-for-everyone",
        "wrong player",
        "A specialist lets everyone's houses produce.",
        patch={"actions.specialist.choose.produce.produce.houses": "everyones"},
    ),
    Bug(
        "specialist-in-all-cities",
        "specialist",
        "All own houses produce the specialist's good.",
        patch={"actions.specialist.choose.produce.produce.in": "all_cities"},
    ),
    Bug(
        "specialist-doubles",
        "specialist",
        "A specialist brings two goods from each house.",
        patch={"actions.specialist.choose.produce.produce.each": 2},
    ),
    Bug(
        "smith-makes-wine",
        "specialist",
        "The Smith works for wine instead of tools.",
        patch={"cards.kinds.smith.good": "wine"},
    ),
    # The end.
    Bug(
        "fourteen-houses-end-the-game",
        "off by one",
        "The end begins with house 14.",
        patch={"end.triggers.houses_built": 14},
    ),
    Bug(
        "last-card-does-not-end",
        "end",
        "The game goes on when the last card is bought.",
        patch={"end.triggers.display_empty": False},
    ),
    Bug(
        "empty-stack-ends-the-game",
        "end",
        "The end begins when the stack is used up, with cards on the display.",
        swaps=(Swap(ending, "_brings_about_the_end", ends_with_the_stack),),
    ),
    Bug(
        "only-first-player-ends-by-houses",
        "wrong player",
        "Only the first player's houses bring about the end.",
        patch={"end.triggers.houses_whose": "first_players"},
    ),
    Bug(
        "concordia-twice",
        "end",
        "A second player who meets a condition takes the Concordia card.",
        swaps=(Swap(game, "after_turn", second_concordia),),
    ),
    Bug(
        "trigger-plays-again",
        "end",
        "The player who brought about the end has a last turn too.",
        patch={"end.last_turns.players": "all"},
    ),
    Bug("two-last-turns", "end", "Every other player has two more turns.", patch={"end.last_turns.each": 2}),
    Bug(
        "last-turns-backwards",
        "wrong order",
        "The last turns go counterclockwise.",
        swaps=(Swap(ending, "last_turns", last_turns_backwards),),
    ),
    Bug(
        "last-turns-end-with-the-round",
        "wrong order",
        "The last turns do not go past the first player.",
        swaps=(Swap(ending, "last_turns", last_turns_to_the_end_of_the_round),),
    ),
    Bug(
        "tie-goes-left",
        "wrong tie-break",
        "If no tied player holds the card, it is handed to the left.",
        patch={"end.winner.else_next_to_the": "left"},
    ),
    Bug(
        "tie-goes-to-any-holder",
        "wrong tie-break",
        "The holder of the Praefectus Magnus wins a tie of others.",
        patch={"end.winner.among": "all_players"},
    ),
    Bug(
        "tie-goes-to-the-lowest-seat",
        "wrong tie-break",
        "Of tied players the one with the lowest seat wins.",
        swaps=(Swap(scoring, "_winner", lowest_seat_wins),),
    ),
    Bug(
        "tie-goes-to-the-most-coins",
        "wrong tie-break",
        "Of tied players the one with the most coins wins.",
        swaps=(Swap(scoring, "_winner", most_coins_win),),
    ),
    # Points.
    Bug(
        "vesta-without-goods",
        "points",
        "Vesta counts the coins alone.",
        patch={"gods.gods.vesta.per.sum": [{"count": "coins"}]},
    ),
    Bug(
        "vesta-rounds-up",
        "points",
        "Vesta counts a begun ten as a full one.",
        swaps=counting(lambda state, seat, quantity, count: count.number + (9 if quantity.sum else 0)),
    ),
    Bug(
        "jupiter-counts-brick-cities",
        "points",
        "Jupiter counts houses in brick cities too.",
        patch={"gods.gods.jupiter.per.city_good.not": None},
    ),
    Bug(
        "jupiter-at-most-ten",
        "cap",
        "A Jupiter card is worth at most 10 points.",
        patch={"gods.gods.jupiter.at_most": 10},
    ),
    Bug(
        "saturnus-counts-houses",
        "points",
        "Saturnus counts houses instead of provinces.",
        patch={"gods.gods.saturnus.per.count": "houses"},
    ),
    Bug(
        "saturnus-at-most-eleven-on-imperium",
        "cap",
        "A Saturnus card is worth at most 11 points on Imperium.",
        patch={"gods.gods.saturnus.at_most.imperium": 11},
    ),
    Bug(
        "mercurius-counts-houses",
        "points",
        "Mercurius counts houses instead of kinds of goods.",
        patch={"gods.gods.mercurius.per.count": "houses"},
    ),
    Bug(
        "mercurius-at-most-eight",
        "cap",
        "A Mercurius card is worth at most 8 points.",
        patch={"gods.gods.mercurius.at_most": 8},
    ),
    Bug(
        "mars-counts-stored-colonists",
        "points",
        "Mars counts the colonists in the storehouse too.",
        swaps=counting(lambda state, seat, quantity, count: 6 if count.what == "colonists_on_board" else count.number),
    ),
    Bug("mars-at-most-ten", "cap", "A Mars card is worth at most 10 points.", patch={"gods.gods.mars.at_most": 10}),
    Bug(
        "minerva-counts-all-houses",
        "points",
        "A specialist scores for all own houses.",
        patch={"gods.gods.minerva.per.city_good.is": None},
    ),
    Bug(
        "vintner-shows-five-points",
        "points",
        "The Vintner is worth 5 points per house.",
        patch={"cards.for_sale.decks.II.ii_vintner.points": 5},
    ),
    Bug(
        "a-god-scores-once",
        "points",
        "Further cards of a god score nothing.",
        patch={"gods.scoring.cards": "once_per_god"},
    ),
    Bug(
        "maximum-in-total",
        "cap",
        "The maximum of a god holds for all its cards together.",
        patch={"gods.scoring.maximum": "in_total"},
    ),
    Bug(
        "only-the-hand-scores",
        "points",
        "Cards on the discard pile score nothing.",
        swaps=(Swap(scoring, "score_player", only_the_hand_scores),),
    ),
    Bug("concordia-worth-five", "points", "The Concordia card is worth 5 points.", patch={"cards.concordia.points": 5}),
    # Interim scoring.
    Bug(
        "interim-pays-three",
        "interim",
        "The best of the interim scoring receives 3 coins.",
        patch={"interim.coins_by_rank": [3, 1]},
    ),
    Bug(
        "interim-pays-the-best-only",
        "interim",
        "The second of the interim scoring receives nothing.",
        patch={"interim.coins_by_rank": [2]},
    ),
    Bug(
        "interim-third-after-a-tie",
        "interim",
        "After a tie for first place nobody is second.",
        patch={"interim.rank_after_a_tie": "ranks_skipped"},
    ),
    Bug(
        "interim-sells-the-goods",
        "interim",
        "The goods are sold for the interim scoring.",
        patch={"interim.goods": "sold"},
    ),
    Bug(
        "interim-before-the-colonist",
        "wrong order",
        "The interim scoring comes before the new colonist.",
        patch={"interim.moment": "before_the_new_colonist"},
    ),
    Bug(
        "interim-at-every-tribune",
        "interim",
        "Every Tribune scores its player anew.",
        swaps=(Swap(ending, "interim_scoring", interim_at_every_tribune),),
    ),
    Bug(
        "interim-with-any-card",
        "interim",
        "The first card of any kind is scored.",
        swaps=(Swap(ending, "interim_scoring", interim_with_any_card),),
    ),
    Bug(
        "interim-points-stay",
        "interim",
        "The interim points are not set back after the payout.",
        swaps=(Swap(ending, "_payout", interim_points_stay),),
    ),
    Bug(
        "one-of-tied-is-paid",
        "interim",
        "Of players tied in the interim scoring only one is paid.",
        swaps=(Swap(ending, "_payout", one_of_tied_is_paid),),
    ),
]
