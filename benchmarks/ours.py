"""What the reference does in each measure, by its public calls."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from benchmarks.measuring import Done, Work
from benchmarks.samples import GAME, new_game
from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.scoring import ScoreSheet
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn

MOST_TURNS = 5_000
"""Of a position no more turns are listed: some have millions."""


def play_randomly(seed: int) -> tuple[State, int]:
    """A game from its set-up to its end, every choice drawn evenly; the last position, and how many choices it took."""
    draw, made = Random(seed).random, 0
    state = GAME.start(new_game(seed))
    while state.to_play is not None:
        draft = GAME.begin(state)
        while choices := GAME.options(draft):
            draft = GAME.take(draft, choices[int(draw() * len(choices))])
            made += 1
        state = GAME.result(draft)
    return state, made


def random_choices(seeds: Sequence[int]) -> Work:
    """Random games, counted in choices."""

    def work() -> Done:
        played = [play_randomly(seed) for seed in seeds]
        return Done(sum(made for _, made in played), lambda: [GAME.digest(state) for state, _ in played])

    return work


def play_a_game(seed: int) -> ScoreSheet:
    """The same game and its scores; nobody keeps the turns in the making, as no peer does."""
    random = Random(seed)
    state = GAME.start(new_game(seed))
    while state.to_play is not None:
        state = GAME.result(GAME.random_draft(state, random))
    return GAME.score(state)


def random_games(seeds: Sequence[int]) -> Work:
    """Random games with their scores, counted in games."""

    def work() -> Done:
        sheets = [play_a_game(seed) for seed in seeds]
        return Done(
            len(seeds), lambda: [(sheet.winner, *(player.total for player in sheet.players)) for sheet in sheets]
        )

    return work


def listed_turns(positions: Sequence[State]) -> Work:
    """The legal turns of positions, each of them made."""

    def work() -> Done:
        numbers = [len(list(islice(GAME.turns(state), MOST_TURNS))) for state in positions]
        return Done(sum(numbers), lambda: numbers)

    return work


def mercator_turns(positions: Sequence[State], card: str) -> Work:
    """The legal turns with a Mercator."""

    def work() -> Done:
        turns = [list(GAME.turns(state).with_card(card)) for state in positions]
        return Done(sum(map(len, turns)), lambda: [sorted(map(str, of_one)) for of_one in turns])

    return work


def replayed(games: Sequence[Any], *, in_choices: bool) -> Work:
    """Games from the plain JSON of their files, every turn checked; counted in turns or in the choices written."""

    def work() -> Done:
        things, last = 0, list[State]()
        for data in games:
            record = GAME.record_from_json(data)
            last += deque(GAME.replay(record), maxlen=1)
            things += sum(len(turn.choices) for turn in record.turns) if in_choices else len(record.turns)
        return Done(things, lambda: list(map(GAME.digest, last)))

    return work


# New states are not kept after the next one is made, here and by the peers: whoever keeps more objects alive would pay
# for them whenever the garbage collector passes.


def begun_drafts(positions: Sequence[State]) -> Work:
    """A draft to work on, while the position stays as it was."""

    def work() -> Done:
        for state in positions:
            draft = GAME.begin(state)
        return Done(len(positions), lambda: GAME.digest(draft.state))

    return work


Step = tuple[Draft, Choice]


def steps_of(seeds: Sequence[int]) -> list[list[Step]]:
    """Every choice of random games with the draft in which it was taken, turn by turn."""
    turns: list[list[Step]] = []
    for seed in seeds:
        state, random = GAME.start(new_game(seed)), Random(seed)
        while state.to_play is not None:
            draft, steps = GAME.begin(state), list[Step]()
            while choices := GAME.options(draft):
                choice = choices[int(random.random() * len(choices))]
                steps.append((draft, choice))
                draft = GAME.take(draft, choice)
            turns.append(steps)
            state = GAME.result(draft)
    return turns


def taken_choices(turns: Sequence[Sequence[Step]], *, listing: bool) -> Work:
    """A new state for every choice, and one more at the end of each turn; with the next choices listed, or without."""

    def work() -> Done:
        made, listed = 0, 0
        for steps in turns:
            for draft, choice in steps:
                after = GAME.take(draft, choice)
                if listing:
                    listed += len(GAME.options(after))
            made += len(steps)
            state = GAME.result(after)
        return Done(made, lambda: (listed, GAME.digest(state)))

    return work


def played_turns(turns: Sequence[tuple[State, Turn]]) -> Work:
    """Complete turns, checked and played."""

    def work() -> Done:
        for state, turn in turns:
            after = GAME.play(state, turn)
        return Done(len(turns), lambda: GAME.digest(after))

    return work
