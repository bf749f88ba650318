"""The verbs that leave nothing to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from concordia_ref.engine import ending
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.verbs.verb import Effect


class RecallCards(Effect):
    """Take one's own discard pile back into the hand; the Tribune lies on top of it already.

    Interim scoring can come right after it.
    """

    DO = "recall_cards"

    coins_per_card: int
    cards_without_coins: int
    counted_cards: Literal["returned", "owned"]
    tribune_counts: bool

    def take_effect(self, draft: Draft) -> None:
        """Take the cards back and receive coins for them."""
        player = draft.player
        counted = len(player.pile) - (0 if self.tribune_counts else 1)
        if self.counted_cards == "owned":
            counted += len(player.hand)
        paying = max(counted - self.cards_without_coins, 0)
        coins, hand = player.coins + paying * self.coins_per_card, tuple(sorted(player.hand + player.pile))
        draft.player = player._replace(coins=coins, hand=hand, pile=())
        if draft.table.interim is not None:
            draft.adopt(ending.interim_scoring(draft, "before_the_new_colonist"))


class FlipMarker(Effect):
    """Turn the bonus marker of the chosen province."""

    DO = "flip_marker"

    to: Literal["goods", "coins"]

    def take_effect(self, draft: Draft) -> None:
        """Turn the marker."""
        assert draft.province is not None, "a province is chosen before its marker is turned"
        showing_coins = [province for province in draft.table.coin_side if province != draft.province]
        if self.to == "coins":
            showing_coins.append(draft.province)
        draft.table = draft.table._replace(coin_side=tuple(sorted(showing_coins)))


class FlipMarkers(Effect):
    """Turn all bonus markers."""

    DO = "flip_markers"

    to: Literal["goods", "coins", "other_side"]

    def take_effect(self, draft: Draft) -> None:
        """Turn the markers."""
        showing_coins: Sequence[str]
        match self.to:
            case "goods":
                showing_coins = ()
            case "coins":
                showing_coins = sorted(draft.board.cities_of)
            case "other_side":
                showing_coins = sorted(set(draft.board.cities_of).difference(draft.table.coin_side))
        draft.table = draft.table._replace(coin_side=tuple(showing_coins))


class CollectMarkerCoins(Effect):
    """Receive coins for the coins that are visible on the bonus markers."""

    DO = "collect_marker_coins"

    coins_each: int
    markers: Literal["all", "of_the_chosen_province"]

    def take_effect(self, draft: Draft) -> None:
        """Receive the coins."""
        coins, goods = draft.rules.spec.setup.bonus_markers.coins_on_the_back, draft.rules.marker_goods(draft.before)
        provinces = draft.table.coin_side if self.markers == "all" else (str(draft.province),)
        visible = sum([coins[goods[province]] for province in provinces])
        draft.earn(visible * self.coins_each)


class PassPraefectusMagnus(Effect):
    """Hand the Praefectus Magnus on if it was used. Seats are numbered clockwise, so the right is one less."""

    DO = "pass_praefectus_magnus"

    to: Literal["right", "left"]

    def take_effect(self, draft: Draft) -> None:
        """Hand it on."""
        if draft.magnus_used:
            neighbour = draft.seat + (-1 if self.to == "right" else 1)
            draft.table = draft.table._replace(praefectus_magnus=neighbour % len(draft.table.players))


class GainCoins(Effect):
    """Receive coins, some of them for the colonists on the board."""

    DO = "gain_coins"

    base: int
    per_colonist_on_board: int

    def take_effect(self, draft: Draft) -> None:
        """Receive the coins."""
        draft.earn(self.base + len(draft.player.colonists) * self.per_colonist_on_board)


class GainCardIncome(Effect):
    """Receive the coins that are printed on the card."""

    DO = "gain_card_income"

    of: Literal["card_played", "best_card_owned"]

    def take_effect(self, draft: Draft) -> None:
        """Receive the coins."""
        assert draft.card is not None
        cards = [draft.card]
        if self.of == "best_card_owned":
            owned = (*draft.player.hand, *draft.player.pile)
            cards += [card for card in map(draft.rules.cards.__getitem__, owned) if card.kind == draft.card.kind]
        draft.earn(max([card.income or 0 for card in cards]))


class Produce(Effect):
    """Let the houses produce; what they yield is stored by `store_goods`."""

    DO = "produce"

    houses: Literal["own", "others", "everyones"]
    in_: Literal["chosen_province", "cities_of_the_cards_good", "all_cities"]
    yields: Literal["good_of_the_city", "good_of_the_card"]
    each: int
    each_with_praefectus_magnus: int | None = None

    def take_effect(self, draft: Draft) -> None:
        """Let the houses produce."""
        yields, each = self.yielded(draft), self.each
        if self.houses != "others":
            own = self.each_with_praefectus_magnus if draft.magnus_used else each
            houses = [yields[city] for city in draft.player.houses if city in yields]
            draft.gain(draft.seat, houses * (each if own is None else own))
        if self.houses != "own":
            for seat, player in enumerate(draft.table.players):
                if seat != draft.seat:
                    draft.gain(seat, [yields[city] for city in player.houses if city in yields] * each)

    def yielded(self, draft: Draft) -> Mapping[str, str]:
        """What a house yields in each of the cities that produce."""
        cities = self._producing_cities(draft)
        if self.yields == "good_of_the_city":
            good_of, place_of = draft.before.city_goods, draft.board.city_index
            return {city: good_of[place_of[city]] for city in cities}
        good = draft.card.good if draft.card else None
        assert good is not None, "a card that yields its good has one"
        return dict.fromkeys(cities, good)

    def _producing_cities(self, draft: Draft) -> Sequence[str]:
        board = draft.board
        match self.in_:
            case "chosen_province":
                assert draft.province is not None, "a province is chosen before it produces"
                return board.cities_of[draft.province]
            case "cities_of_the_cards_good":
                assert draft.card is not None, "a card is played before it has an effect"
                wanted = draft.card.good
                goods = zip(board.cities, draft.before.city_goods, strict=True)
                return [city for city, good in goods if good == wanted]
            case "all_cities":
                return board.cities
