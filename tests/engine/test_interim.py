"""Interim scoring: once for each player at the first Tribune, and coins when all had it."""

from __future__ import annotations

from typing import Any

import pytest

from concordia_ref.engine.state import State
from tests.positions import GAME, goods_of, play, position, start, stock

BASE = start("imperium", 3, interim=True)
# Without houses the starting cards score: Vesta for coins and goods, and Mars (the Tribune) 2 for each colonist.
# At the start two colonists stand in Roma: 4 points.
MARS = 2 * 2


def at_the_tribune(*players: dict[str, Any], **top: Any) -> State:
    return position(BASE, *players, **top)


def test_the_first_tribune_scores_the_player_and_nobody_else() -> None:
    after = play(at_the_tribune({"coins": 25, "goods": stock(wine=1)}), "tribune")
    # 25 coins and 6 for the wine: three full tens.
    assert after.interim == (3 + MARS, None, None)


def test_the_scoring_follows_the_whole_tribune() -> None:
    # 38 for coins and goods, but the colonist costs a food and a tool worth 9: two full tens are left of 29.
    state = at_the_tribune({"coins": 29, "goods": stock(food=1, tool=1)})
    assert play(state, "tribune; place land@roma").interim == (2 + 2 * 3, None, None)
    assert play(state, "tribune").interim == (3 + MARS, None, None)


def test_coins_of_the_tribune_count() -> None:
    pile = {"hand": ["senator", "tribune", "mercator"], "pile": ["architect", "prefect", "prefect", "diplomat"]}
    # Five cards return, two coins: 8 + 2 are ten.
    state = at_the_tribune({"coins": 8, "goods": stock(), **pile})
    assert play(state, "tribune").interim == (1 + MARS, None, None)


def test_all_cards_score_those_on_the_display_do_not_and_bought_ones_do() -> None:
    data = position_with_a_bought_colonist()
    # A second Mars card: 2 x 4.
    assert play(data, "tribune").interim == (MARS + MARS, None, None)


def position_with_a_bought_colonist() -> State:
    hand = [*BASE["players"][0]["hand"], "i_colonist"]
    display = [card for card in BASE["display"] if card != "i_colonist"] + ["i_smith"]
    return at_the_tribune({"coins": 0, "goods": stock(), "hand": hand}, display=display, stack=BASE["stack"][1:])


def test_a_second_tribune_scores_nothing_more() -> None:
    state = at_the_tribune({"coins": 90, "goods": stock()}, interim=[7, None, None])
    assert play(state, "tribune").interim == (7, None, None)


@pytest.mark.parametrize("turn", ["senator", "mercator", "prefect collect", "diplomat"])
def test_no_other_card_scores(turn: str) -> None:
    assert play(at_the_tribune(), turn).interim == (None, None, None)


def test_goods_are_valued_and_kept() -> None:
    after = play(at_the_tribune({"goods": stock(wine=2, cloth=1)}), "tribune")
    assert goods_of(after, 0) == {"wine": 2, "cloth": 1}
    assert after.players[0].coins == 5


# The third player, with ten coins and no goods, scores 1 + MARS = 5 last; the others were scored before.
@pytest.mark.parametrize(
    ("others", "paid"),
    [
        ([9, 7], (2, 1, 0)),
        ([3, 2], (1, 0, 2)),
        ([9, 5], (2, 1, 1)),
        ([9, 9], (2, 2, 1)),  # the next best after a shared first place is second
        ([5, 5], (2, 2, 2)),
        ([5, 3], (2, 1, 2)),
        ([3, 3], (1, 1, 2)),
    ],
)
def test_the_best_receive_two_coins_and_the_second_one(others: list[int], paid: tuple[int, ...]) -> None:
    last = {"coins": 10, "goods": stock()}
    state = at_the_tribune({}, {}, last, interim=[*others, None], to_play=2)
    after = play(state, "tribune")
    assert tuple(a.coins - b.coins for a, b in zip(after.players, state.players, strict=True)) == paid
    assert after.interim is None, "the score goes back to zero"


def test_after_the_payout_a_tribune_scores_no_more() -> None:
    state = at_the_tribune(interim=None)
    after = play(state, "tribune")
    assert after.interim is None
    assert after.players[0].coins == state.players[0].coins


def test_nothing_is_paid_before_everyone_was_scored() -> None:
    state = at_the_tribune(interim=[None, 9, None])
    after = play(state, "tribune")
    assert [player.coins for player in after.players] == [5, 6, 7]
    assert after.interim is not None


def ended(**top: Any) -> State:
    """Seat 1 has built all fifteen houses and holds the Concordia card; the others have their last turns."""
    houses = sorted(GAME.rules.boards["imperium"].cities[:15])
    return position(BASE, {"coins": 0, "goods": stock()}, {"houses": houses}, concordia=1, **top)


def test_if_the_game_ends_first_nothing_is_paid() -> None:
    state = ended(interim=[None, None, None], last_turns=[], to_play=0)
    after = play(state, "senator")
    assert after.to_play is None
    assert [player.coins for player in after.players] == [0, 6, 7]
    assert after.interim == (None, None, None)


def test_interim_points_do_not_count_at_the_end() -> None:
    with_points = ended(interim=[None, 50, 60], last_turns=[], to_play=0)
    without = with_points._replace(interim=None)
    assert GAME.score(with_points) == GAME.score(without)


def test_the_concordia_card_does_not_count_in_the_interim_scoring() -> None:
    state = ended(interim=[None, None, 0], last_turns=[], to_play=0)
    holder = state._replace(concordia=0)
    assert play(holder, "tribune").interim == play(state, "tribune").interim == (MARS, None, 0)
