"""The end of the game: what brings it about, the last turns, and who wins a tie."""

from __future__ import annotations

from typing import Any

import pytest

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.state import State
from tests.positions import GAME, broken, play, position, start, stock

# Fourteen cities away from Massilia, where the fifteenth house will stand.
FOURTEEN = [
    *("isca", "londinium", "lutetia", "burdigala", "brigantium", "olisipo", "valentia"),
    *("rusadir", "carthago", "leptis_magna", "cyrene", "athenae", "tomis", "napoca"),
]
BUILDER = {
    "coins": 20,
    "goods": stock(brick=2, food=2, cloth=1),
    "houses": FOURTEEN,
    "colonists": {"land": ["roma"], "sea": ["massilia~roma:sea"]},
}
FIFTEENTH = "architect; build massilia"


def before_the_fifteenth_house(seat: int, players: int = 4, **top: Any) -> State:
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    seats[seat] = BUILDER
    return position(start("imperium", players, {"massilia": "cloth"}), *seats, to_play=seat, **top)


def before_the_last_card(display: list[str], goods: dict[str, int], players: int = 3, **top: Any) -> State:
    """Seat 0 is to play; all other cards were bought by the last player."""
    base = start("imperium", players)
    others = [card for card in (*base["display"], *base["stack"]) if card not in display]
    base["players"][players - 1]["hand"] += others
    return position(base, {"goods": goods}, display=display, stack=[], **top)


class TestTriggers:
    def test_buying_the_last_card_brings_about_the_end(self) -> None:
        state = before_the_last_card(["i_architect"], stock(tool=1))
        after = play(state, "senator; cards i_architect")
        assert after.concordia == 0
        assert (after.to_play, after.last_turns) == (1, (2,))

    def test_so_do_the_last_two_bought_together(self) -> None:
        state = before_the_last_card(["i_architect", "i_prefect"], stock(tool=1, wine=2))
        assert play(state, "senator; cards i_architect, i_prefect; any 1 wine").concordia == 0

    def test_as_long_as_a_card_is_left_the_game_goes_on(self) -> None:
        state = before_the_last_card(["i_architect", "i_prefect"], stock(tool=1))
        after = play(state, "senator; cards i_architect")
        assert (after.concordia, after.last_turns) == (None, None)
        assert after.display == ("i_prefect",)

    def test_the_fifteenth_house_brings_about_the_end(self) -> None:
        after = play(before_the_fifteenth_house(0), FIFTEENTH)
        assert after.concordia == 0
        assert len(after.players[0].houses) == 15

    def test_the_fourteenth_does_not(self) -> None:
        state = before_the_fifteenth_house(0)
        fewer = state.with_player(0, state.players[0]._replace(houses=state.players[0].houses[1:]))
        assert play(fewer, FIFTEENTH).concordia is None

    @pytest.mark.parametrize("seat", range(4))
    def test_any_player_may_do_so(self, seat: int) -> None:
        assert play(before_the_fifteenth_house(seat), FIFTEENTH).concordia == seat

    def test_with_a_copied_architect_too(self) -> None:
        pile = {"hand": ["diplomat", "mercator", "prefect", "prefect", "senator", "tribune"], "pile": ["architect"]}
        base = start("imperium", 3, {"massilia": "cloth"})
        after = play(position(base, BUILDER, pile), "diplomat copies 1: architect; build massilia")
        assert after.concordia == 0


class TestLastTurns:
    # Clockwise from the left neighbour of the one who brought it about, past the first player, who is seat 0.
    @pytest.mark.parametrize(("seat", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
    def test_every_other_player_has_one_more_turn_in_order(self, seat: int, order: list[int]) -> None:
        state = play(before_the_fifteenth_house(seat), FIFTEENTH)
        played = []
        while state.to_play is not None:
            played.append(state.to_play)
            assert GAME.problems(GAME.state_to_json(state)) == []
            state = play(state, "senator")
        assert played == order
        assert state.last_turns == ()
        assert GAME.problems(GAME.state_to_json(state)) == []

    def test_the_concordia_card_is_given_once(self) -> None:
        state = before_the_fifteenth_house(0)
        state = state.with_player(1, state.players[0])
        after = play(play(state, FIFTEENTH), FIFTEENTH)
        assert len(after.players[1].houses) == 15
        assert after.concordia == 0
        assert (after.to_play, after.last_turns) == (2, (3,))

    def test_the_last_card_bought_in_the_last_turns_changes_nothing(self) -> None:
        state = before_the_last_card(["i_architect"], stock(tool=1))
        state = state.with_player(0, state.players[0]._replace(houses=tuple(sorted(FOURTEEN))))
        full = state.with_player(1, state.players[1]._replace(goods=(0, 0, 1, 0, 0)))
        ended = full._replace(concordia=2, last_turns=(0,), to_play=1)
        after = play(ended, "senator; cards i_architect")
        assert (after.concordia, after.to_play, after.last_turns) == (2, 0, ())

    def test_nothing_is_played_after_the_end(self) -> None:
        state = play(before_the_fifteenth_house(0, players=3), FIFTEENTH)
        over = play(play(state, "senator"), "senator")
        assert over.to_play is None
        turn = GAME.turn(over, "tribune")
        assert broken(over, "tribune") == ["end.last-turn"]
        assert turn not in GAME.turns(over)
        assert not GAME.turns(over)
        assert list(GAME.turns(over)) == []
        with pytest.raises(Refused):
            GAME.begin(over)

    def test_a_tribune_does_not_return_the_concordia_card(self) -> None:
        state = play(before_the_fifteenth_house(0, players=3), FIFTEENTH)
        ended = play(state, "tribune")
        assert ended.concordia == 0
        assert "concordia" not in ended.players[0].hand + ended.players[1].hand


def tied_game(players: int, tied: list[int], magnus: int) -> State:
    """All players alike but for coins: those tied have ten more, which is one point more for their Vesta card."""
    base = start("imperium", players)
    seats = [{"coins": 10 if seat in tied else 0, "goods": stock()} for seat in range(players)]
    return position(base, *seats, praefectus_magnus=magnus)


class TestTieBreak:
    # The card travels to the right, to the next lower seat.
    @pytest.mark.parametrize(
        ("tied", "magnus", "winner"),
        [
            ([0, 2], 2, 2),
            ([0, 2], 0, 0),
            ([0, 2], 3, 2),
            ([0, 2], 1, 0),
            ([1, 2], 0, 2),
            ([1, 2], 3, 2),
            ([0, 1, 3], 2, 1),
            ([0, 1, 2, 3], 1, 1),
        ],
    )
    def test_the_holder_wins_or_the_tied_player_whom_the_card_would_reach_first(
        self, tied: list[int], magnus: int, winner: int
    ) -> None:
        sheet = GAME.score(tied_game(4, tied, magnus))
        assert sheet.winner == winner
        assert sheet.by_tie_break

    def test_without_a_tie_the_holder_does_not_matter(self) -> None:
        sheet = GAME.score(tied_game(4, [1], magnus=0))
        assert sheet.winner == 1
        assert not sheet.by_tie_break
