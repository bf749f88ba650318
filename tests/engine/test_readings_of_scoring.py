"""Other readings of the scoring, recounted from the board in positions of random games by simple means."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.scoring import PlayerScore
from concordia_ref.engine.state import Player, State
from concordia_ref.engine.turn import Turn
from concordia_ref.suite.readings import game_under
from tests.positions import GAME

TURNS = 60
MAP = "italia"
CITIES = GAME.spec.maps[MAP].cities
LINES = GAME.spec.maps[MAP].lines
CARDS = GAME.spec.cards
PRICES = (3, 4, 5, 6, 7)


def played(game: Game, seed: int) -> Iterator[tuple[State, Turn, State]]:
    """The turns of a random game, each with the positions before and after it."""
    dice = Random(seed)
    state = game.start(game.setup(MAP, 3, seed=seed))
    for _ in range(TURNS):
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        yield state, turn, after
        if after.to_play is None:
            return
        state = after


def points(game: Game, state: State, god: str) -> list[int]:
    return [next(entry.total for entry in player.gods if entry.god == god) for player in game.score(state).players]


def cards_of(player: Player, god: str) -> list[Any]:
    return [CARDS[card] for card in (*player.hand, *player.pile) if CARDS[card].god == god]


def good_of(state: State, city: str) -> str:
    return GAME.rules.good_of(state, city)


@pytest.mark.parametrize("seed", [1, 2, 3])
class TestRecounted:
    def test_mars_by_land_colonists(self, seed: int) -> None:
        game = game_under({"mars-both-kinds-of-colonists": "land_only"})
        for _, _, state in played(game, seed):
            land = [sum(kind == "land" for kind, _ in player.colonists) for player in state.players]
            cards = [len(cards_of(player, "mars")) for player in state.players]
            assert points(game, state, "mars") == [2 * number * of for number, of in zip(land, cards, strict=True)]

    def test_mars_by_colonists_placed_in_play(self, seed: int) -> None:
        game = game_under({"mars-starting-colonists": "placed_in_play"})
        placed = [0, 0, 0]
        for before, turn, state in played(game, seed):
            placed[before.to_play or 0] += sum(choice[0] == "place" for choice in turn.choices)
            cards = [len(cards_of(player, "mars")) for player in state.players]
            assert points(game, state, "mars") == [2 * number * of for number, of in zip(placed, cards, strict=True)]

    def test_mercurius_by_what_was_produced(self, seed: int) -> None:
        game = game_under({"mercurius-kinds-produced": "has_produced"})
        produced: list[set[str]] = [set(), set(), set()]
        for before, turn, state in played(game, seed):
            written = turn.to_json()
            while "as" in written:
                written = written["as"]
            card, seat = CARDS[written["card"]], before.to_play
            for owner, player in enumerate(before.players):
                for city in player.houses:
                    in_province = CITIES[city].province == written.get("province")
                    if in_province or (card.good == good_of(state, city) and owner == seat):
                        produced[owner].add(good_of(state, city))
            cards = [len(cards_of(player, "mercurius")) for player in state.players]
            kinds = [len(goods) for goods in produced]
            assert points(game, state, "mercurius") == [2 * of * n for of, n in zip(cards, kinds, strict=True)]

    def test_saturnus_by_colonists(self, seed: int) -> None:
        game = game_under({"saturnus-settled-province": "own_colonist"})
        for _, _, state in played(game, seed):
            expected = []
            for player in state.players:
                places = [place for _, place in player.colonists]
                ends = [city for place in places for city in (LINES[place].cities if place in LINES else (place,))]
                provinces = {CITIES[city].province for city in ends} - {None}
                expected.append(len(cards_of(player, "saturnus")) * len(provinces))
            assert points(game, state, "saturnus") == expected

    def test_a_house_for_the_first_god_that_takes_it(self, seed: int) -> None:
        game = game_under({"one-house-several-gods": "one_god"})
        for _, _, state in played(game, seed):
            for player, score in zip(state.players, game.score(state).players, strict=True):
                # Everyone has cards of Jupiter and Saturnus from the start, who take all houses between them.
                bricks = [city for city in player.houses if good_of(state, city) == "brick"]
                provinces = {CITIES[city].province for city in bricks}
                found = {god.god: god.total for god in score.gods}
                assert found["jupiter"] == len(cards_of(player, "jupiter")) * (len(player.houses) - len(bricks))
                assert found["saturnus"] == len(cards_of(player, "saturnus")) * len(provinces)
                assert found["mercurius"] == found["minerva"] == 0

    def test_vesta_divided_otherwise(self, seed: int) -> None:
        apart, nearest = (
            game_under({"vesta-coins-count": "apart"}),
            game_under({"vesta-remainder-dropped": "to_the_nearest"}),
        )
        for _, _, state in played(GAME, seed):
            values = [
                sum(number * price for number, price in zip(player.goods, PRICES, strict=True))
                for player in state.players
            ]
            coins = [player.coins for player in state.players]
            assert points(apart, state, "vesta") == [
                coin // 10 + value // 10 for coin, value in zip(coins, values, strict=True)
            ]
            assert points(nearest, state, "vesta") == [
                (coin + value + 5) // 10 for coin, value in zip(coins, values, strict=True)
            ]


# The end of the game and the interim scoring


def to_the_end(game: Game, seed: int) -> list[tuple[State, Turn, State]]:
    """The turns of a whole random game with interim scoring."""
    dice, steps = Random(seed), []
    state = game.start(game.setup(MAP, 3, seed=seed, interim=True))
    while state.to_play is not None:
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        steps.append((state, turn, after))
        state = after
    return steps


def sheets(game: Game, state: State) -> tuple[tuple[PlayerScore, ...], tuple[PlayerScore, ...]]:
    """The scores of a position under a reading and under the ruling."""
    return game.score(state).players, GAME.score(state).players


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
class TestWholeGames:
    def test_the_last_turns_are_those_of_the_round(self, seed: int) -> None:
        game = game_under({"last-turns-order-and-number": "rest_of_the_round"})
        steps = to_the_end(game, seed)
        # Every round is complete, and so are all players' numbers of turns.
        assert len(steps) % 3 == 0
        assert steps[-1][2].concordia is not None

    def test_a_tie_goes_by_the_holder_when_the_end_began(self, seed: int) -> None:
        game = game_under({"tie-holder-at-which-moment": "when_the_end_began"})
        steps = to_the_end(game, seed)
        began = next(after for before, _, after in steps if before.concordia is None and after.concordia is not None)
        noted = [player.remembered for player in steps[-1][2].players]
        assert noted[began.praefectus_magnus] == ("held:praefectus_magnus",)
        assert sum(map(len, noted)) == 1

    def test_concordia_points_for_everyone_who_fulfils_a_condition(self, seed: int) -> None:
        game = game_under({"concordia-for-a-second-player": "points_for_each"})
        steps = to_the_end(game, seed)
        ended = set()
        for before, _, after in steps:
            seat = before.to_play or 0
            bought_the_last = before.display != () and after.display == ()
            if bought_the_last or (len(after.players[seat].houses) == 15 > len(before.players[seat].houses)):
                ended.add(seat)
        points = [player.concordia for player in game.score(steps[-1][2]).players]
        assert points == [7 if seat in ended else 0 for seat in range(3)]

    def test_interim_points_stay(self, seed: int) -> None:
        game = game_under({"interim-points-and-the-final-score": "they_are_kept"})
        scored: dict[int, int] = {}
        for before, _, after in to_the_end(game, seed):
            seat = before.to_play or 0
            points = after.interim[seat] if after.interim is not None else None
            if points is not None:
                scored[seat] = points
            if before.interim is not None and after.interim is None:
                # The last player of all is scored in the turn of the payout itself.
                assert len(scored) == 2
                assert seat not in scored
            if after.interim is None:
                kept = [own.total - ruled.total for own, ruled in zip(*sheets(game, after), strict=True)]
                assert {seat: kept[seat] for seat in scored} == scored
