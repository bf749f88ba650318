"""The verbs without choices; recalling cards has a choice only if the cards may stay on the pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from concordia_ref.engine import ending
from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.verbs.verb import Effect, Verb
from concordia_ref.spec.model import LineKind


class RecallCards(Verb):
    """Take the player's discard pile back into the hand; the Tribune is already on top of it.

    Interim scoring can come right after it. Where the cards may be left on the pile, a turn says so by a choice; one
    that says nothing takes them back.
    """

    DO = "recall_cards"
    KINDS = ("recall",)

    coins_per_card: int
    cards_without_coins: int
    counted_cards: Literal["returned", "owned"]
    tribune_counts: bool
    tribune_returns: bool
    playable: Literal["at_any_time", "as_last_card"]
    with_an_empty_pile: Literal["allowed", "refused"]
    may_be_left: bool

    def obstacles_to_beginning(self, draft: Draft) -> list[Violation]:
        """The rules against playing the card with other cards in hand, or with none on the pile."""
        found, player = [], draft.player
        if len(player.hand) > 1 and self.playable == "as_last_card":
            found.append(self.breaks("playable", hand=player.hand))
        if self.with_an_empty_pile == "refused" and not player.pile:
            found.append(self.breaks("with_an_empty_pile"))
        return found

    def required(self, draft: Draft) -> str | None:
        """Whether to take the cards back, where they may be left."""
        return "recall" if self.may_be_left else None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """Leaving the cards on the pile, and not choosing that."""
        return [("recall", False), STOP]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rule against leaving the cards on the pile."""
        return [] if choice[1] or self.may_be_left else [self.breaks("may_be_left")]

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Drop what happens anyway."""
        return [choice for choice in choices if not choice[1]]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Leave the cards on the pile."""
        _score_before_the_new_colonist(draft)
        draft.end_step()

    def finish(self, draft: Draft) -> None:
        """Take the cards back."""
        self.take_effect(draft)
        _score_before_the_new_colonist(draft)
        draft.end_step()

    def take_effect(self, draft: Draft) -> None:
        """Take the cards back and receive sestertii for them."""
        player = draft.player
        returned, left = (player.pile, ()) if self.tribune_returns else (player.pile[:-1], player.pile[-1:])
        counted = len(player.pile) - (0 if self.tribune_counts and not left else 1)
        if self.counted_cards == "owned":
            counted += len(player.hand)
        paying = max(counted - self.cards_without_coins, 0)
        coins, hand = player.coins + paying * self.coins_per_card, tuple(sorted(player.hand + returned))
        draft.player = player._replace(coins=coins, hand=hand, pile=left)


def _score_before_the_new_colonist(draft: Draft) -> None:
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
    """Receive sestertii for the coins visible on the bonus markers."""

    DO = "collect_marker_coins"

    coins_each: int
    markers: Literal["all", "of_the_chosen_province"]
    without_a_visible_coin: Literal["allowed", "refused"]

    def obstacles_to_beginning(self, draft: Draft) -> list[Violation]:
        """The rule against collecting where no coin is visible."""
        if draft.table.coin_side or self.without_a_visible_coin == "allowed":
            return []
        return [self.breaks("without_a_visible_coin")]

    def take_effect(self, draft: Draft) -> None:
        """Receive the sestertii."""
        coins, goods = draft.rules.spec.setup.bonus_markers.coins_on_the_back, draft.rules.marker_goods(draft.before)
        provinces = draft.table.coin_side if self.markers == "all" else (str(draft.province),)
        visible = sum([coins[goods[province]] for province in provinces])
        draft.earn(visible * self.coins_each)


class PassPraefectusMagnus(Effect):
    """Hand the Praefectus Magnus on if it was used."""

    DO = "pass_praefectus_magnus"

    to: Literal["right", "left"]
    in_the_very_last_turn: bool

    def take_effect(self, draft: Draft) -> None:
        """Hand the Praefectus Magnus on."""
        if draft.magnus_used:
            ending.hand_on(draft, self.to, in_the_very_last_turn=self.in_the_very_last_turn)


class GainCoins(Effect):
    """Receive sestertii, some of them for colonists on the board."""

    DO = "gain_coins"

    base: int
    per_colonist_on_board: int
    counted_kinds: tuple[LineKind, ...]
    counted_places: Literal["lines_and_cities", "lines"]

    def take_effect(self, draft: Draft) -> None:
        """Receive the sestertii."""
        places = [place for kind, place in draft.player.colonists if kind in self.counted_kinds]
        if self.counted_places == "lines":
            places = [place for place in places if draft.board.is_line(place)]
        draft.earn(self.base + len(places) * self.per_colonist_on_board)


class GainCardIncome(Effect):
    """Receive the sestertii printed on the card."""

    DO = "gain_card_income"

    of: Literal["card_played", "best_card_owned"]

    def take_effect(self, draft: Draft) -> None:
        """Receive the sestertii."""
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

    def produces_for(self, draft: Draft, seat: int) -> bool:
        """Whether the houses of a player produce."""
        return self.houses == "everyones" or (self.houses == "own") == (seat == draft.seat)

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
