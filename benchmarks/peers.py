"""What python-chess and catanatron do in each measure, as their own documentation would have it done."""

from __future__ import annotations

import random
from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks.measuring import Done, Work, expected

try:
    import chess
    from catanatron import Color, Game, RandomPlayer
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"benchmarks: {missing.name} is not installed; run `make bench`, or pip install '.[bench]'"
    ) from None

LONGEST_CHESS = 300
"""After so many plies a random game of chess is left."""
LONGEST_CATAN = 1_000
"""After so many turns a random game of Catan is left, as catanatron itself does."""


# python-chess


def chess_game(seed: int, *, asking: bool = False) -> chess.Board:
    """A random game until nobody can move, or after `LONGEST_CHESS` plies.

    With `asking` the board is asked before every move whether the game is over, draws included.
    """
    draw, board = Random(seed).random, chess.Board()
    for _ in range(LONGEST_CHESS):
        if asking and board.is_game_over():
            break
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(draw() * len(moves))])
    return board


def chess_moves(seeds: Sequence[int], *, asking: bool) -> Work:
    """Random games, counted in moves."""

    def work() -> Done:
        boards = [chess_game(seed, asking=asking) for seed in seeds]
        return Done(sum(len(board.move_stack) for board in boards), lambda: [board.fen() for board in boards])

    return work


def chess_positions(seeds: Sequence[int]) -> list[tuple[chess.Board, chess.Move]]:
    """All positions of random games, without the moves that led there, each with the move that was made."""
    found = []
    for seed in seeds:
        board = chess.Board()
        for move in chess_game(seed).move_stack:
            found.append((board.copy(stack=False), move))
            board.push(move)
    return found


def chess_listed(boards: Sequence[chess.Board]) -> Work:
    """The legal moves of positions."""

    def work() -> Done:
        numbers = [len(list(board.legal_moves)) for board in boards]
        return Done(sum(numbers), lambda: numbers)

    return work


def chess_written(seed: int) -> list[str]:
    """A random game as it is written for a chess engine."""
    return [move.uci() for move in chess_game(seed).move_stack]


def chess_replayed(games: Sequence[Sequence[str]]) -> Work:
    """Written games, every move read and checked."""

    def work() -> Done:
        boards = []
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)
            boards.append(board)
        return Done(sum(map(len, games)), lambda: [board.fen() for board in boards])

    return work


def chess_copied(positions: Sequence[tuple[chess.Board, chess.Move]]) -> Work:
    """A copy of the board for every move, with the move made on it."""

    def work() -> Done:
        for board, move in positions:
            after = board.copy(stack=False)
            after.push(move)
        return Done(len(positions), lambda: after.fen())

    return work


def chess_scenarios(positions: Sequence[tuple[chess.Board, chess.Move]]) -> Work:
    """Positions with a move, judged as scenarios are: read the position, check and make the move, compare."""
    cases = []
    for board, move in positions:
        after = board.copy(stack=False)
        after.push(move)
        cases.append((board.fen(), move.uci(), after.fen()))

    def work() -> Done:
        passed = 0
        for before, move, wanted in cases:
            board = chess.Board(before)
            board.push_uci(move)
            passed += board.fen() == wanted
        return Done(len(cases), lambda: expected(passed, len(cases)))

    return work


# catanatron


def catan_game(seed: int) -> tuple[Game, int]:
    """A random game of four players to its end or for `LONGEST_CATAN` turns, and how many decisions it took."""
    game, made = Game([RandomPlayer(color) for color in Color], seed=seed), 0
    while game.winning_color() is None and game.state.num_turns < LONGEST_CATAN:
        game.play_tick()
        made += 1
    return game, made


def catan_random(seeds: Sequence[int], *, in_games: bool) -> Work:
    """Random games, counted in games or in decisions."""

    def work() -> Done:
        played = [catan_game(seed) for seed in seeds]
        things = len(played) if in_games else sum(made for _, made in played)
        return Done(things, lambda: [(str(game.winning_color()), game.state.num_turns) for game, _ in played])

    return work


def catan_positions(seeds: Sequence[int]) -> list[tuple[Game, Any]]:
    """All positions of random games, each with the action that was taken."""
    found = []
    for seed in seeds:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < LONGEST_CATAN:
            actions = game.state.playable_actions
            action = actions[random.randrange(len(actions))]
            found.append((game.copy(), action))
            game.execute(action)
    return found


def catan_copied(positions: Sequence[tuple[Game, Any]], *, acting: bool) -> Work:
    """A copy of the game for every action; with the action carried out on it, or without."""

    def work() -> Done:
        random.seed(1)  # Dice are rolled while an action is carried out.
        for game, action in positions:
            after = game.copy()
            if acting:
                after.execute(action)
        return Done(len(positions), lambda: dict(after.state.player_state))

    return work
