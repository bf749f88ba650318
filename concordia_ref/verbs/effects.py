"""The verbs that leave nothing to choose."""

from __future__ import annotations

from concordia_ref.draft import Draft


def recall_cards(draft: Draft) -> Draft:
    """Take the own discard pile back into the hand; the Tribune lies on top of it already."""
    step, player = draft.step, draft.player
    counted = len(player.pile) - (0 if step["tribune_counts"] else 1)
    if step["counted_cards"] == "owned":
        counted += len(player.hand)
    paying = max(counted - step["cards_without_coins"], 0)
    hand = tuple(sorted((*player.hand, *player.pile)))
    return draft.with_player(hand=hand, pile=()).earned(paying * step["coins_per_card"]).step_done()


def flip_marker(draft: Draft) -> Draft:
    """Turn the bonus marker of the chosen province."""
    others = tuple(province for province in draft.state.coin_side if province != draft.province)
    assert draft.province is not None, "a province is chosen before its marker is turned"
    coin_side = others if draft.step["to"] == "goods" else tuple(sorted((*others, draft.province)))
    return draft._replace(state=draft.state._replace(coin_side=coin_side)).step_done()


def flip_markers(draft: Draft) -> Draft:
    """Turn all bonus markers."""
    provinces = tuple(sorted(draft.board.cities_of))
    showing = draft.state.coin_side
    coin_side: dict[str, tuple[str, ...]] = {
        "goods": (),
        "coins": provinces,
        "other_side": tuple(province for province in provinces if province not in showing),
    }
    return draft._replace(state=draft.state._replace(coin_side=coin_side[draft.step["to"]])).step_done()


def collect_marker_coins(draft: Draft) -> Draft:
    """Receive coins for the coins that are visible on the bonus markers."""
    rules, state = draft.rules, draft.state
    coins = rules.spec.setup.bonus_markers.coins_on_the_back
    provinces = state.coin_side if draft.step["markers"] == "all" else (str(draft.province),)
    visible = sum(coins[rules.marker_good(state, province)] for province in provinces)
    return draft.earned(visible * draft.step["coins_each"]).step_done()


def pass_praefectus_magnus(draft: Draft) -> Draft:
    """Hand the Praefectus Magnus on if it was used. Seats are numbered clockwise, so the right is one less."""
    if not draft.magnus_used:
        return draft.step_done()
    neighbour = draft.seat + (-1 if draft.step["to"] == "right" else 1)
    holder = neighbour % len(draft.state.players)
    return draft._replace(state=draft.state._replace(praefectus_magnus=holder)).step_done()


def gain_coins(draft: Draft) -> Draft:
    """Receive coins, some of them for the colonists on the board."""
    colonists = len(draft.player.colonists)
    return draft.earned(draft.step["base"] + colonists * draft.step["per_colonist_on_board"]).step_done()


def gain_card_income(draft: Draft) -> Draft:
    """Receive the coins that are printed on the card."""
    assert draft.card is not None
    cards = [draft.card]
    if draft.step["of"] == "best_card_owned":
        owned = (*draft.player.hand, *draft.player.pile)
        cards += [card for card in map(draft.rules.cards.__getitem__, owned) if card.kind == draft.card.kind]
    return draft.earned(max(card.income or 0 for card in cards)).step_done()


def produce(draft: Draft) -> Draft:
    """Let the houses produce; what they yield is stored by `store_goods`."""
    step = draft.step
    for seat, player in enumerate(draft.state.players):
        own = seat == draft.seat
        if (own and step["houses"] == "others") or (not own and step["houses"] == "own"):
            continue
        each = step["each"]
        if own and draft.magnus_used:
            each = step.get("each_with_praefectus_magnus", each)
        for city in player.houses:
            if _produces(draft, city):
                unit = draft.rules.one(_yield_of(draft, city))
                draft = draft.gaining(seat, tuple(each * number for number in unit))
    return draft.step_done()


def _produces(draft: Draft, city: str) -> bool:
    match draft.step["in"]:
        case "chosen_province":
            return draft.board.province_of[city] == draft.province
        case "cities_of_the_cards_good":
            return draft.card is not None and draft.rules.good_of(draft.state, city) == draft.card.good
        case _:
            return True


def _yield_of(draft: Draft, city: str) -> str:
    if draft.step["yields"] == "good_of_the_city":
        return draft.rules.good_of(draft.state, city)
    good = draft.card.good if draft.card else None
    assert good is not None, "a card that yields its good has one"
    return good
