"""The verbs that leave nothing to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from concordia_ref.engine import ending
from concordia_ref.engine.draft import Draft


def recall_cards(draft: Draft) -> None:
    """Take the own discard pile back into the hand; the Tribune lies on top of it already.

    Interim scoring can come right after it.
    """
    rule = draft.rule
    counted = len(draft.pile) - (0 if rule["tribune_counts"] else 1)
    if rule["counted_cards"] == "owned":
        counted += len(draft.hand)
    paying = max(counted - rule["cards_without_coins"], 0)
    draft.hand, draft.pile = tuple(sorted(draft.hand + draft.pile)), ()
    draft.earn(paying * rule["coins_per_card"])
    if draft.table.interim is not None:
        draft.adopt(ending.interim_scoring(draft, "before_the_new_colonist"))


def flip_marker(draft: Draft) -> None:
    """Turn the bonus marker of the chosen province."""
    assert draft.province is not None, "a province is chosen before its marker is turned"
    showing_coins = [province for province in draft.table.coin_side if province != draft.province]
    if draft.rule["to"] == "coins":
        showing_coins.append(draft.province)
    draft.table = draft.table.with_coin_side(tuple(sorted(showing_coins)))


def flip_markers(draft: Draft) -> None:
    """Turn all bonus markers."""
    showing_coins: tuple[str, ...] = ()
    match draft.rule["to"]:
        case "coins":
            showing_coins = tuple(sorted(draft.board.cities_of))
        case "other_side":
            showing_coins = tuple(sorted(set(draft.board.cities_of).difference(draft.table.coin_side)))
    draft.table = draft.table.with_coin_side(showing_coins)


def collect_marker_coins(draft: Draft) -> None:
    """Receive coins for the coins that are visible on the bonus markers."""
    coins, goods = draft.rules.spec.setup.bonus_markers.coins_on_the_back, draft.rules.marker_goods(draft.before)
    provinces = draft.table.coin_side if draft.rule["markers"] == "all" else (str(draft.province),)
    visible = sum([coins[goods[province]] for province in provinces])
    draft.earn(visible * draft.rule["coins_each"])


def pass_praefectus_magnus(draft: Draft) -> None:
    """Hand the Praefectus Magnus on if it was used. Seats are numbered clockwise, so the right is one less."""
    if draft.magnus_used:
        neighbour = draft.seat + (-1 if draft.rule["to"] == "right" else 1)
        draft.table = draft.table.with_praefectus_magnus(neighbour % len(draft.others))


def gain_coins(draft: Draft) -> None:
    """Receive coins, some of them for the colonists on the board."""
    colonists = len(draft.colonists)
    draft.earn(draft.rule["base"] + colonists * draft.rule["per_colonist_on_board"])


def gain_card_income(draft: Draft) -> None:
    """Receive the coins that are printed on the card."""
    assert draft.card is not None
    cards = [draft.card]
    if draft.rule["of"] == "best_card_owned":
        owned = (*draft.hand, *draft.pile)
        cards += [card for card in map(draft.rules.cards.__getitem__, owned) if card.kind == draft.card.kind]
    draft.earn(max([card.income or 0 for card in cards]))


def produce(draft: Draft) -> None:
    """Let the houses produce; what they yield is stored by `store_goods`."""
    rule, yields, each = draft.rule, _yields(draft), draft.rule["each"]
    if rule["houses"] != "others":
        with_magnus = rule.get("each_with_praefectus_magnus", each) if draft.magnus_used else each
        draft.gain(draft.seat, [yields[city] for city in draft.houses if city in yields] * with_magnus)
    if rule["houses"] != "own":
        for seat, player in enumerate(draft.others):
            if seat != draft.seat:
                draft.gain(seat, [yields[city] for city in player.houses if city in yields] * each)


def _yields(draft: Draft) -> Mapping[str, str]:
    """What a house yields in each of the cities that produce."""
    cities = _producing_cities(draft)
    if draft.rule["yields"] == "good_of_the_city":
        good_of, place_of = draft.before.city_goods, draft.board.city_index
        return {city: good_of[place_of[city]] for city in cities}
    good = draft.card.good if draft.card else None
    assert good is not None, "a card that yields its good has one"
    return dict.fromkeys(cities, good)


def _producing_cities(draft: Draft) -> Sequence[str]:
    board = draft.board
    match draft.rule["in"]:
        case "chosen_province":
            assert draft.province is not None, "a province is chosen before it produces"
            return board.cities_of[draft.province]
        case "cities_of_the_cards_good":
            assert draft.card is not None, "a card is played before it has an effect"
            wanted = draft.card.good
            return [city for city, good in zip(board.cities, draft.before.city_goods, strict=True) if good == wanted]
        case _:
            return board.cities
