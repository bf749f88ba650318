"""What is written and never happens at a table: orders and names of moves, choices left open, impossible set-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from concordia_ref.engine import setup
from concordia_ref.engine.draft import NOTHING, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.setup import Draws, ImpossibleSetup
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import _Reader
from concordia_ref.engine.verbs.copy_card import CopyCard
from concordia_ref.engine.verbs.effects import GainCoins
from concordia_ref.engine.verbs.move_colonists import OUT_OF_REACH, MoveColonists
from concordia_ref.engine.verbs.store_goods import StoreGoods, store
from concordia_ref.lab.planted.bugs.patching import Effect, Obstacles, always, effect, with_check
from concordia_ref.lab.planted.planting import Bug, Swap

Arrange = Callable[[MoveColonists, Draft, Sequence[Choice]], Sequence[Choice]]


def of_the_holder_of_concordia(draft: Draft, choice: Choice) -> bool:
    return bool(choice[1] == draft.before.concordia)


def below_the_diplomats(original: Obstacles) -> Obstacles:
    def obstacles(verb: CopyCard, draft: Draft, choice: Choice) -> list[Violation]:
        _, seat, card = choice
        kinds = {id: entry.kind for id, entry in draft.rules.cards.items()}
        pile = [each for each in draft.before.players[seat].pile if kinds[each] != "diplomat"]
        if seat != draft.seat and pile[-1:] == [card]:
            return []
        return original(verb, draft, choice)

    return obstacles


def in_own_cities(draft: Draft) -> int:
    return sum(place in draft.player.houses for _, place in draft.player.colonists)


def without_colonists_in_cities(original: Effect) -> Effect:
    def gain(verb: GainCoins, draft: Draft) -> None:
        original(verb, draft)
        draft.earn(-in_own_cities(draft))

    return gain


def fewer_steps(original: Any) -> Any:
    def nothing_moved(verb: MoveColonists, draft: Draft) -> Any:
        moved = original(verb, draft)
        return moved._replace(steps_left=moved.steps_left - in_own_cities(draft))

    return nothing_moved


def as_written(_: Arrange) -> Arrange:
    return lambda verb, draft, choices: choices


def each_by_its_name(_: Arrange) -> Arrange:
    def arrange(verb: MoveColonists, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        left = [choice for choice in choices if choice[2] != choice[3]]
        arranged: list[Choice] = []
        while left:
            begun = {choice[1:3] for choice in left}
            free = next((choice for choice in left if (choice[1], choice[3]) not in begun), left[0])
            left.remove(free)
            arranged.append(free)
        return arranged

    return arrange


def nearest_first(original: Arrange) -> Arrange:
    def arrange(verb: MoveColonists, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        arranged = original(verb, draft, choices)
        roads, paired = verb.roads(draft), []
        for kind in sorted({choice[1] for choice in arranged}):
            places = [choice[3] for choice in arranged if choice[1] == kind]
            for origin in [choice[2] for choice in arranged if choice[1] == kind]:
                steps = roads.at_any_time((kind, origin)).steps_to
                nearest = min(places, key=lambda place: (steps.get(place, OUT_OF_REACH), place))
                places.remove(nearest)
                paired.append(("move", kind, origin, nearest))
        return paired

    return arrange


def no_way_back(original: Arrange) -> Arrange:
    def arrange(verb: MoveColonists, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        returns = any(choice[2] == choice[3] for choice in choices)
        return choices if returns else original(verb, draft, choices)

    return arrange


def over_and_nothing_happens(original: Any) -> Any:
    def play(game: Game, state: State, turn: Any) -> State:
        if state.to_play is None and game.turn(state, turn).seat is None:
            return state
        played: State = original(game, state, turn)
        return played

    return play


def first_way_to_keep(_: Any) -> Any:
    def finish(verb: StoreGoods, draft: Draft) -> None:
        for seat in draft.gained:
            _, _, kept, thrown_away = verb.choices_of(draft, seat)[0]
            store(draft, seat, kept, thrown_away)
        draft.gained = NOTHING
        draft.end_step()

    return finish


def with_nothing(original: Any) -> Any:
    def amounts(reader: _Reader, value: Any, at: str) -> list[tuple[str, int]]:
        original(reader, value, at)
        return list(value.items())

    return amounts


def any_table(original: Any) -> Any:
    def check(rules: Rules, map_id: str, players: int) -> None:
        if map_id not in rules.boards or players not in rules.spec.setup.decks:
            original(rules, map_id, players)

    return check


def unless_by(*clauses: str) -> Callable[[Any], Any]:
    """Draws of which some clauses are not checked."""

    def make(original: Any) -> Any:
        def check(rules: Rules, map_id: str, players: int, draws: Draws) -> None:
            try:
                original(rules, map_id, players, draws)
            except ImpossibleSetup as impossible:
                if impossible.clause not in clauses:
                    raise

        return check

    return make


BUGS = [
    Bug(
        "concordia-on-the-pile",
        "diplomat",
        "The Concordia card lies on its owner's pile and covers the card that could be copied.",
        clauses=("end.concordia", "diplomat.top-card"),
        swaps=with_check(CopyCard, of_the_holder_of_concordia, offered="_legal"),
    ),
    Bug(
        "card-below-a-diplomat-copied",
        "diplomat",
        "Diplomats on a pile are skipped, and the card below them is copied.",
        clauses=("diplomat.top-card", "diplomat.not-diplomat"),
        swaps=(Swap(CopyCard, "obstacles", below_the_diplomats),),
    ),
    Bug(
        "no-income-of-settled-colonists",
        "wrong count",
        "Colonists in the player's cities bring no sestertii.",
        clauses=("colonist.income.per-colonist",),
        swaps=effect(GainCoins, without_colonists_in_cities),
    ),
    Bug(
        "no-steps-of-settled-colonists",
        "wrong count",
        "Colonists in the player's cities give no steps.",
        clauses=("architect.move.budget",),
        swaps=(Swap(MoveColonists, "nothing_moved", fewer_steps),),
    ),
    Bug(
        "moves-as-written",
        "moving",
        "Moves are made in the order in which they are written, each by the colonist named.",
        clauses=("architect.move.in-turn", "architect.move.alike"),
        swaps=(Swap(MoveColonists, "arrange", as_written),),
    ),
    Bug(
        "colonists-not-alike",
        "moving",
        "Steps are counted for each colonist by its name, in whatever order they can be made.",
        clauses=("architect.move.alike", "architect.move.budget"),
        swaps=(Swap(MoveColonists, "arrange", each_by_its_name),),
    ),
    Bug(
        "nearest-line-first",
        "moving",
        "Each colonist in turn takes the nearest of the lines that are to be reached.",
        clauses=("architect.move.alike", "architect.move.budget"),
        swaps=(Swap(MoveColonists, "arrange", nearest_first),),
    ),
    Bug(
        "no-way-back-to-the-same-line",
        "moving",
        "A move that ends where it began is refused.",
        clauses=("architect.move.occupied",),
        swaps=(Swap(MoveColonists, "arrange", no_way_back),),
    ),
    Bug(
        "turn-after-the-end",
        "end",
        "A turn after the end of the game is accepted if it names no seat, and nothing happens.",
        clauses=("end.last-turn",),
        swaps=(Swap(Game, "play", over_and_nothing_happens),),
    ),
    Bug(
        "engine-chooses-what-is-kept",
        "storehouse",
        "If a turn does not state which goods a player keeps, the program chooses.",
        clauses=("storehouse.overflow.choose", "storehouse.owner-decides"),
        swaps=(Swap(StoreGoods, "required", always(None)), Swap(StoreGoods, "finish", first_way_to_keep)),
    ),
    Bug(
        "unknown-keys-passed-over",
        "writing",
        "An unknown key in a turn is ignored.",
        clauses=("turn.action",),
        swaps=(Swap(_Reader, "only", always(None)),),
    ),
    Bug(
        "nothing-counts-as-a-kind",
        "writing",
        "A kind of which nothing is traded counts as one of the two kinds.",
        clauses=("mercator.trade.two-kinds", "mercator.trade.optional"),
        swaps=(Swap(_Reader, "amounts", with_nothing),),
    ),
    Bug(
        "any-number-of-players-on-any-map",
        "set-up",
        "Every map is set up for two to five players.",
        clauses=("map.players",),
        swaps=(Swap(setup, "check_table", any_table),),
    ),
    Bug(
        "decks-not-checked",
        "set-up",
        "The cards for sale are taken as they come, whatever the decks.",
        clauses=("setup.decks", "setup.stack"),
        swaps=(Swap(setup, "check_draws", unless_by("setup.decks", "setup.stack")),),
    ),
    Bug(
        "tokens-not-checked",
        "set-up",
        "The goods of cities are taken as they come, whatever the tokens of their letter.",
        clauses=("setup.city-tokens",),
        swaps=(Swap(setup, "check_draws", unless_by("setup.city-tokens")),),
    ),
]
