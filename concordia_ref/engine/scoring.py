"""Points, with everything that was counted on the way to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.model import Card, God, Quantity


class Count(NamedTuple):
    """What a formula has counted: a number, the things counted, and the parts of a sum."""

    what: str
    number: int
    items: tuple[Any, ...] = ()
    parts: tuple[Count, ...] = ()


class CardScore(NamedTuple):
    """The points of one card: `points` for each of `times`, capped at `at_most`, make `total`."""

    card: str
    counted: Count
    times: int
    points: int
    at_most: int | None
    total: int


class GodScore(NamedTuple):
    """The cards of one god and their points."""

    god: str
    cards: tuple[CardScore, ...]
    total: int


class PlayerScore(NamedTuple):
    """The points of one player."""

    seat: int
    gods: tuple[GodScore, ...]
    concordia: int
    total: int


class ScoreSheet(NamedTuple):
    """The points of all players, and the winner.

    >>> from concordia_ref import Game
    >>> game = Game()
    >>> sheet = game.score(game.start(game.setup("italia", players=2, seed=1)))
    >>> sheet.winner, sheet.by_tie_break
    (1, True)
    >>> {god.god: god.total for god in sheet.players[0].gods if god.total}
    {'vesta': 3, 'mars': 4}
    """

    players: tuple[PlayerScore, ...]
    winner: int
    by_tie_break: bool

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain JSON.

        >>> from concordia_ref import Game
        >>> game = Game()
        >>> sheet = game.score(game.start(game.setup("italia", players=2, seed=1)))
        >>> sheet.to_json()["players"][0]["total"]
        7
        """
        return {
            "players": [
                {
                    "seat": player.seat,
                    "gods": {
                        god.god: {"cards": [_card_json(card) for card in god.cards], "total": god.total}
                        for god in player.gods
                    },
                    "concordia": player.concordia,
                    "total": player.total,
                }
                for player in self.players
            ],
            "winner": self.winner,
            "by_tie_break": self.by_tie_break,
        }


def score(rules: Rules, state: State) -> ScoreSheet:
    """The score of all players as if the game ended now."""
    players = tuple(score_player(rules, state, seat) for seat in range(len(state.players)))
    match rules.spec.end.winner.most:
        case "points":
            best = max(player.total for player in players)
    tied = [player.seat for player in players if player.total == best]
    return ScoreSheet(players, _winner(rules, state, tied), len(tied) > 1)


def score_player(rules: Rules, state: State, seat: int) -> PlayerScore:
    """The score of one player, god by god."""
    player = state.players[seat]
    owned = sorted((*player.hand, *player.pile), key=rules.card_order.__getitem__)
    gods = tuple(
        _score_god(rules, state, seat, god, [rules.cards[id] for id in owned if rules.cards[id].god == god.id])
        for god in rules.spec.gods.values()
    )
    concordia = rules.spec.concordia_points if state.concordia == seat else 0
    return PlayerScore(seat, gods, concordia, sum(god.total for god in gods) + concordia)


def _score_god(rules: Rules, state: State, seat: int, god: God, cards: list[Card]) -> GodScore:
    scoring = rules.spec.scoring
    at_most = god.at_most_on(state.map)
    if scoring.cards == "once_per_god":
        # Cards that score alike count once; specialists score differently and all count.
        cards = list({(card.points, card.good): card for card in cards}.values())
    scores = []
    # Cards differ in what they count by their good alone.
    counts: dict[str | None, Count] = {}
    for card in cards:
        count = counts.get(card.good)
        if count is None:
            count = counts[card.good] = _count(rules, state, seat, god.per, card)
        times = count.number // god.full
        points = god.points if god.points is not None else card.points or 0
        total = times * points
        if scoring.maximum == "per_card" and at_most is not None:
            total = min(total, at_most)
        scores.append(CardScore(card.id, count, times, points, at_most, total))
    total = sum(score.total for score in scores)
    if scoring.maximum == "in_total" and at_most is not None:
        total = min(total, at_most)
    return GodScore(god.id, tuple(scores), total)


def _count(rules: Rules, state: State, seat: int, quantity: Quantity, card: Card) -> Count:
    if quantity.sum:
        parts = tuple(_count(rules, state, seat, part, card) for part in quantity.sum)
        return Count("sum", sum(part.number for part in parts), parts=parts)
    player = state.players[seat]
    if quantity.value_of == "goods":
        values = tuple(
            (good, number, number * price)
            for good, number, price in zip(rules.goods, player.goods, rules.prices, strict=True)
            if number
        )
        return Count("goods", rules.value_of(player.goods), values)
    if quantity.count == "coins":
        return Count("coins", player.coins)
    owners = state.players if quantity.owner == "anyone" else (player,)
    items = tuple(_things(rules, state, owners, quantity, card))
    return Count(str(quantity.count), len(items), items)


def _things(rules: Rules, state: State, owners: tuple[Player, ...], quantity: Quantity, card: Card) -> Iterator[Any]:
    """The things that a formula counts, one by one."""
    board, city_goods = rules.board(state), state.city_goods
    goods = [good for good in rules.goods if _fits(good, quantity, card)]
    places = board.city_index
    houses = [city for owner in owners for city in owner.houses if city in places and city_goods[places[city]] in goods]
    match quantity.count:
        case "houses":
            yield from houses
        case "cities":
            yield from (city for city, good in zip(board.cities, city_goods, strict=True) if good in goods)
        case "provinces_with_houses":
            settled = {board.province_of[city] for city in houses}
            yield from (province for province in board.cities_of if province in settled)
        case "goods_produced_by_houses":
            produced = {rules.good_of(state, city) for city in houses}
            yield from (good for good in rules.goods if good in produced)
        case "colonists_on_board":
            yield from (f"{kind}@{place}" for owner in owners for kind, place in owner.colonists)


def _fits(good: str, quantity: Quantity, card: Card) -> bool:
    wanted = card.good if quantity.city_good_is == "of_the_card" else quantity.city_good_is
    unwanted = card.good if quantity.city_good_is_not == "of_the_card" else quantity.city_good_is_not
    return (wanted is None or good == wanted) and (unwanted is None or good != unwanted)


def _winner(rules: Rules, state: State, tied: list[int]) -> int:
    """The tied player whom the Praefectus Magnus reaches first, beginning with its holder."""
    winner = rules.spec.end.winner
    if len(tied) == 1:
        return tied[0]
    players = len(state.players)
    direction = -1 if winner.else_next_to_the == "right" else 1
    match winner.tie_goes_to:
        case "praefectus_magnus":
            holder = state.praefectus_magnus
    order = [(holder + direction * steps) % players for steps in range(players)]
    considered = tied if winner.among == "tied_players" else order
    return next(seat for seat in order if seat in considered)


def _card_json(card: CardScore) -> dict[str, Any]:
    return {
        "card": card.card,
        "counted": _count_json(card.counted),
        "times": card.times,
        "points": card.points,
        "at_most": card.at_most,
        "total": card.total,
    }


def _count_json(count: Count) -> dict[str, Any]:
    data: dict[str, Any] = {"what": count.what, "number": count.number}
    if count.items:
        data["items"] = [list(item) if isinstance(item, tuple) else item for item in count.items]
    if count.parts:
        data["parts"] = [_count_json(part) for part in count.parts]
    return data
