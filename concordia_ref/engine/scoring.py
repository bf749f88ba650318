"""Points, with everything that was counted on the way to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from concordia_ref.engine.board import Board
from concordia_ref.engine.memory import noted
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.model import Card, God, LineKind, Quantity


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
    """The points of one player. `interim` are the points of interim scoring, if a reading keeps them."""

    seat: int
    gods: tuple[GodScore, ...]
    concordia: int
    total: int
    interim: int


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
                    **({"interim": player.interim} if player.interim else {}),
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
    gods = []
    for god in rules.spec.gods.values():
        cards = [rules.cards[id] for id in owned if rules.cards[id].god == god.id]
        gods.append(_score_god(rules, state, seat, god, cards))
        if rules.spec.scoring.a_house_counts_for == "the_first_god":
            state = _without_counted_houses(rules, state, seat, god, cards)
    concordia = rules.spec.concordia_points if _has_concordia_points(rules, state, seat) else 0
    interim = sum(map(int, noted(player, "interim"))) if rules.spec.interim.points == "kept" else 0
    return PlayerScore(seat, tuple(gods), concordia, sum(god.total for god in gods) + concordia + interim, interim)


def _has_concordia_points(rules: Rules, state: State, seat: int) -> bool:
    if state.concordia == seat:
        return True
    for_everyone = rules.spec.end.triggers.concordia_points_go_to == "everyone"
    return for_everyone and bool(noted(state.players[seat], "ended"))


def points_of_cards(rules: Rules, state: State, seat: int) -> int:
    """The points that all cards of a player bring."""
    return sum([god.total for god in score_player(rules, state, seat).gods])


def _score_god(rules: Rules, state: State, seat: int, god: God, cards: list[Card]) -> GodScore:
    scoring = rules.spec.scoring
    at_most = god.at_most_on(state.map)
    if scoring.cards == "once_per_god":
        # Cards that score in the same way count once; specialists score differently and all count.
        cards = list({(card.points, card.good): card for card in cards}.values())
    scores = []
    # Cards differ in what they count by their good alone.
    counts: dict[str | None, Count] = {}
    for card in cards:
        count = counts.get(card.good)
        if count is None:
            count = counts[card.good] = _count(rules, state, seat, god.per, card)
        times = _times(god, count)
        points = god.points if god.points is not None else card.points or 0
        total = times * points
        if scoring.maximum == "per_card" and at_most is not None:
            total = min(total, at_most)
        scores.append(CardScore(card.id, count, times, points, at_most, total))
    total = sum(score.total for score in scores)
    if scoring.maximum == "in_total" and at_most is not None:
        total = min(total, at_most)
    return GodScore(god.id, tuple(scores), total)


def _times(god: God, count: Count) -> int:
    """How many full amounts score; half of one is rounded up if amounts are rounded to the nearest."""
    parts = count.parts if god.divided == "each_part" else (count,)
    more = god.full // 2 if god.rounded == "to_the_nearest" else 0
    return sum([(part.number + more) // god.full for part in parts])


def _without_counted_houses(rules: Rules, state: State, seat: int, god: God, cards: list[Card]) -> State:
    """The position without the houses of a player that a god has counted with some card."""
    player = state.players[seat]
    counted = {city for card in cards for city in _houses(rules, state, (player,), god.per, card)}
    return state.with_player(
        seat, player._replace(houses=tuple([city for city in player.houses if city not in counted]))
    )


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
    board = rules.board(state)
    houses = _houses(rules, state, owners, quantity, card)
    match quantity.count:
        case "houses":
            yield from houses
        case "cities":
            cities = zip(board.cities, state.city_goods, strict=True)
            yield from (city for city, good in cities if _fits(good, quantity, card))
        case "provinces_with_houses":
            cities_settled = houses if quantity.settled_by == "houses" else _cities_of_colonists(board, owners)
            settled = {board.province_of.get(city) for city in cities_settled}
            yield from (province for province in board.cities_of if province in settled)
        case "goods_produced_by_houses":
            if quantity.counted_when == "a_house_has_produced":
                produced = {good for owner in owners for good in noted(owner, "produced")}
            else:
                produced = {rules.good_of(state, city) for city in houses}
            yield from (good for good in rules.goods if good in produced)
        case "colonists_on_board":
            for owner in owners:
                for kind in quantity.kinds:
                    yield from _colonists(rules, owner, kind, quantity)


def _houses(rules: Rules, state: State, owners: tuple[Player, ...], quantity: Quantity, card: Card) -> list[str]:
    """The cities of the houses that a formula looks at; none if it looks at something else."""
    if quantity.count not in ("houses", "provinces_with_houses", "goods_produced_by_houses"):
        return []
    if quantity.settled_by == "colonists" or quantity.counted_when == "a_house_has_produced":
        return []
    goods = [good for good in rules.goods if _fits(good, quantity, card)]
    places, city_goods = rules.board(state).city_index, state.city_goods
    return [city for owner in owners for city in owner.houses if city in places and city_goods[places[city]] in goods]


def _cities_of_colonists(board: Board, owners: tuple[Player, ...]) -> Iterator[str]:
    """The cities where colonists stand, and those at both ends of their lines."""
    for owner in owners:
        for _, place in owner.colonists:
            yield from board.ends.get(place, (place,))


def _colonists(rules: Rules, owner: Player, kind: LineKind, quantity: Quantity) -> list[str]:
    """The colonists of a kind that count. Those of the set-up never leave the board; kinds are all that matters."""
    standing = [f"{kind}@{place}" for own_kind, place in owner.colonists if own_kind == kind]
    if quantity.placed_since == "the_set_up":
        return standing
    return standing[rules.spec.setup.players.colonists_in_start_city[kind] :]


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
            holder = _holder(rules, state)
    order = [(holder + direction * steps) % players for steps in range(players)]
    considered = tied if winner.among == "tied_players" else order
    return next(seat for seat in order if seat in considered)


def _holder(rules: Rules, state: State) -> int:
    """Who holds the Praefectus Magnus at the moment that decides a tie; before the end is triggered, that is now."""
    if rules.spec.end.winner.holder == "when_the_end_began":
        for seat, player in enumerate(state.players):
            if noted(player, "held"):
                return seat
    return state.praefectus_magnus


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
