"""Simulated games: each follows from a seed and its number alone, and is played under all rules that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from concordia_ref.lab.batches import Batch
from concordia_ref.lab.simulation.players import PLAYERS
from concordia_ref.lab.simulation.rulesets import Ruleset, digest_of, game_by
from concordia_ref.lab.simulation.tallies import Tally, count_game
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from concordia_ref.suite.random_games import LONGEST_GAME, random_of

GAME_COLUMNS = ("rules", "game", "map", "players", "first_player", "turns", "over", "winner", "tie_break")


@dataclass(frozen=True)
class Settings:
    """The settings of a simulation. Rows depend on nothing else."""

    rulesets: tuple[Ruleset, ...]
    map: str
    players_are: tuple[str, ...]
    """The kind of player in each seat."""
    interim: bool
    seed: int

    @property
    def parts(self) -> tuple[str, ...]:
        """The sources of points: the gods, and the Concordia card."""
        return (*load().gods, "concordia")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a row."""
        of_seat = ("total", *self.parts, "coins", "goods", "houses", "colonists", "cards")
        seats = range(len(self.players_are))
        return (*GAME_COLUMNS, *(f"{column}_{seat}" for seat in seats for column in of_seat))

    def to_json(self) -> dict[str, Any]:
        """The settings as plain JSON, with the rules as they are."""
        return {
            "specification": load().version,
            "seed": self.seed,
            "map": self.map,
            "players_are": list(self.players_are),
            "interim": self.interim,
            "rules": {ruleset.name: digest_of(ruleset) for ruleset in self.rulesets},
        }


class SeatResult(NamedTuple):
    """What a player has at the end: points, in all and by where they come from, and what lies on the table."""

    total: int
    points: tuple[int, ...]
    coins: int
    goods: int
    houses: int
    colonists: int
    cards: int


class GameResult(NamedTuple):
    """The result of a game under one set of rules; `over` is false if it was too long or came to a standstill."""

    rules: str
    game: int
    map: str
    first_player: int
    turns: int
    over: bool
    winner: int
    tie_break: bool
    seats: tuple[SeatResult, ...]

    def to_row(self) -> tuple[str | int, ...]:
        """The result as the row of a file."""
        whole = (self.rules, self.game, self.map, len(self.seats), self.first_player)
        how = (self.turns, int(self.over), self.winner, int(self.tie_break))
        seats = (value for seat in self.seats for value in (seat.total, *seat.points, *seat[2:]))
        return (*whole, *how, *seats)


def result_from_row(row: Sequence[str]) -> GameResult:
    """The result in a row of a file; raises `ValueError` where it is none."""
    rules, game, map_id, players, first_player, turns, over, winner, tie_break, *rest = row
    numbers, parts = list(map(int, rest)), len(load().gods) + 1
    width = parts + 6
    if len(numbers) != int(players) * width:
        raise ValueError(len(row))
    starts = range(0, len(numbers), width)
    seats = tuple(
        SeatResult(numbers[at], tuple(numbers[at + 1 : at + 1 + parts]), *numbers[at + 1 + parts : at + width])
        for at in starts
    )
    flags = bool(int(over)), int(winner), bool(int(tie_break))
    return GameResult(rules, int(game), map_id, int(first_player), int(turns), *flags, seats)


def check_table(settings: Settings) -> None:
    """Whether there is such a table; `Malformed` if not."""
    for ruleset in settings.rulesets:
        game = game_by(ruleset)
        game.start(game.setup(settings.map, len(settings.players_are), 0, interim=settings.interim))
    for kind in settings.players_are:
        if kind not in PLAYERS:
            raise Malformed("simulate.player", f"there is no player {kind!r}; the players are {', '.join(PLAYERS)}")


def play_game(settings: Settings, ruleset: Ruleset, number: int) -> GameResult:
    """Play a game to its end under some rules."""
    game, random = game_by(ruleset), random_of(settings.seed, number)
    players = [PLAYERS[kind] for kind in settings.players_are]
    record = game.setup(settings.map, len(players), random.getrandbits(64), interim=settings.interim)
    state, turns = game.start(record), 0
    while state.to_play is not None and turns < LONGEST_GAME and not game.is_stuck(state):
        state, turns = players[state.to_play](game, state, random), turns + 1
    sheet = game.score(state)
    seats = tuple(
        SeatResult(
            score.total,
            (*(god.total for god in score.gods), score.concordia),
            player.coins,
            sum(player.goods),
            len(player.houses),
            len(player.colonists),
            len(player.hand) + len(player.pile),
        )
        for score, player in zip(sheet.players, state.players, strict=True)
    )
    over, first = state.to_play is None, record.draws.first_player
    return GameResult(ruleset.name, number, settings.map, first, turns, over, sheet.winner, sheet.by_tie_break, seats)


class Simulated(NamedTuple):
    """The results of a batch: the counts, and those of all games where they are wanted."""

    games: int
    tally: Tally
    results: tuple[GameResult, ...]


def simulate_batch(settings: Settings, wanted: bool, batch: Batch) -> Simulated:
    """Play the games of a batch, each under all rules."""
    tally, kept = Tally(), list[GameResult]()
    for number in batch.numbers:
        results = [play_game(settings, ruleset, number) for ruleset in settings.rulesets]
        count_game(tally, settings.players_are, settings.parts, results)
        kept += results if wanted else ()
    return Simulated(len(batch.numbers), tally, tuple(kept))
