"""What some readings remember about earlier turns.

A position shows all that the rulings need, so nothing is remembered under the canonical rules. Some readings
need more, such as who has ever played a Tribune. Under those a player carries notes, short texts such as
`played:tribune`: a kind of note, a colon, and what was noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from concordia_ref.engine.state import Player, State
from concordia_ref.spec.model import Specification

if TYPE_CHECKING:
    from concordia_ref.engine.draft import Draft


class Memory(NamedTuple):
    """A kind of note, whether a specification asks for it, and what a seat has noted after a turn."""

    kind: str
    needed: Callable[[Specification], bool]
    after_turn: Callable[[Draft, State, int], Iterable[str]]


def noted(player: Player, kind: str) -> list[str]:
    """What a player has noted of a kind.

    >>> noted(Player(5, (), (), (), (), (), ("played:tribune",)), "played")
    ['tribune']
    """
    return [what for note_kind, _, what in map(_parts, player.remembered) if note_kind == kind]


def noting(player: Player, kind: str, what: str) -> Player:
    """A player who has noted something in the course of a turn.

    >>> noting(Player(5, (), (), (), (), ()), "interim", "12").remembered
    ('interim:12',)
    """
    return player._replace(remembered=(*player.remembered, f"{kind}:{what}"))


def cities_behind(player: Player) -> dict[str, str]:
    """The cities from which the colonists of a player came onto their lines, by line, as far as that was noted.

    >>> cities_behind(Player(5, (), (), (), (), (), ("came:roma>novaria~roma:land",)))
    {'novaria~roma:land': 'roma'}
    """
    notes = (note.partition(">") for note in noted(player, "came"))
    return {line: city for city, _, line in notes}


def needed(spec: Specification) -> tuple[Memory, ...]:
    """The notes that a specification asks for."""
    return tuple(memory for memory in MEMORIES if memory.needed(spec))


def remember(draft: Draft, state: State) -> State:
    """The position after a turn with all notes up to date."""
    for seat, player in enumerate(state.players):
        notes = {
            f"{memory.kind}:{what}" for memory in draft.rules.memories for what in memory.after_turn(draft, state, seat)
        }
        state = state.with_player(seat, player._replace(remembered=tuple(sorted(notes))))
    return state


def kept(memories: Iterable[Memory], notes: Iterable[str]) -> tuple[str, ...]:
    """Those of some notes that the rules ask for, in their order."""
    kinds = {memory.kind for memory in memories}
    return tuple(sorted({note for note in notes if _parts(note)[0] in kinds}))


def _parts(note: str) -> tuple[str, str, str]:
    return note.partition(":")


def _noted_in_the_turn(kind: str) -> Callable[[Draft, State, int], Iterable[str]]:
    """Keeps what was noted before a turn and in its course."""
    return lambda draft, state, seat: noted(state.players[seat], kind)


def _some_step_has(parameter: str, value: str) -> Callable[[Specification], bool]:
    """Whether some step of a specification has a parameter with a value."""

    def asks(spec: Specification) -> bool:
        steps = [step for action in spec.actions.values() for steps in action.choose.values() for step in steps]
        return any(step.parameters.get(parameter) == value for step in steps)

    return asks


TRIBUNES_BAR = _some_step_has("barred_by_a_tribune", "for_the_whole_game")
DIPLOMATS_BAR = _some_step_has("barred_by", "any_diplomat_ever_played")


def _copying_looks_back(spec: Specification) -> bool:
    return TRIBUNES_BAR(spec) or DIPLOMATS_BAR(spec)


def _cards_played(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """The cards ever played by a player that bar copying for good: Tribunes, or Diplomats."""
    before, rules = noted(draft.before.players[seat], "played"), draft.rules
    played = [choice[1] for choice in draft.choices if choice[0] == "card"] if seat == draft.seat else []
    tribunes = [card for card in played if TRIBUNES_BAR(rules.spec) and rules.recalls(card)]
    diplomats = [card for card in played if DIPLOMATS_BAR(rules.spec) and rules.copying(card)]
    return [*before, *tribunes, *diplomats]


def _some_god_looks_at_what_was_produced(spec: Specification) -> bool:
    return any(god.per.counted_when == "a_house_has_produced" for god in spec.gods.values())


def _goods_produced(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """The goods that houses of a player have ever yielded, whether there was room for them or not."""
    yield from noted(draft.before.players[seat], "produced")
    for step in _steps_done(draft):
        if step.DO == "produce" and step.produces_for(draft, seat):
            yields = step.yielded(draft)
            yield from (yields[city] for city in draft.before.players[seat].houses if city in yields)


def _a_tie_looks_back(spec: Specification) -> bool:
    return spec.end.winner.holder == "when_the_end_began"


def _held_when_the_end_began(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """The Praefectus Magnus, if the player held it when the end of the game was triggered."""
    if draft.before.concordia is None and state.concordia is not None and state.praefectus_magnus == seat:
        return ["praefectus_magnus"]
    return noted(draft.before.players[seat], "held")


def _concordia_points_for_everyone(spec: Specification) -> bool:
    return spec.end.triggers.concordia_points_go_to == "everyone"


def _interim_points_count(spec: Specification) -> bool:
    return spec.interim.points == "kept"


def _steps_done(draft: Draft) -> Sequence[Any]:
    """The steps of the card that a turn has played, or has copied."""
    if draft.card is None:
        return ()
    alternatives = draft.rules.alternatives_of(draft.card)
    chosen = [choice[1] for choice in draft.choices if choice[0] == "choice"]
    return alternatives[chosen[-1]] if chosen else next(iter(alternatives.values()))


def _last(kind: str, note: str) -> Callable[[Draft, State, int], Iterable[str]]:
    """The player's last choice of a kind in the last turn: the card copied, or the alternative."""

    def after_turn(draft: Draft, state: State, seat: int) -> Iterable[str]:
        if seat != draft.seat:
            return noted(draft.before.players[seat], note)
        return [choice[-1] for choice in draft.choices if choice[0] == kind][-1:]

    return after_turn


def gained_now(player: Player) -> Counter[str]:
    """The cards that came into the hand of a player in the present turn and can still be played in it.

    >>> gained_now(Player(5, (), (), (), (), (), ("gained:prefect", "gained:prefect/2")))
    Counter({'prefect': 2})
    """
    return Counter(what.partition("/")[0] for what in noted(player, "gained"))


def _cards_gained_in_the_turn(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """The cards that a player has gained in the turn and not played yet; two of a kind are numbered."""
    if seat != draft.seat or draft.choices[0][0] != "card":
        return
    before = draft.at_first
    gained = gained_now(before) - Counter([draft.choices[0][1]])
    gained += Counter(state.players[seat].hand) - Counter(before.hand)
    for card, number in gained.items():
        yield from (card if place == 1 else f"{card}/{place}" for place in range(1, number + 1))


def _cards_are_played_at_once(spec: Specification) -> bool:
    return spec.turn.gained_cards == "same_turn"


def _bought_cards_wait(spec: Specification) -> bool:
    return spec.turn.gained_cards == "after_the_next_tribune"


def _cards_that_wait(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """The cards that a player has bought since the last Tribune."""
    before = noted(draft.before.players[seat], "bought")
    if seat != draft.seat:
        return before
    if any(choice[0] == "card" and draft.rules.recalls(choice[1]) for choice in draft.choices):
        return []
    return [*before, *(choice[1] for choice in draft.choices if choice[0].startswith("purchase"))]


def _ways_come(draft: Draft, state: State, seat: int) -> Iterable[str]:
    """From which cities the colonists of a player came onto their lines."""
    behind = cities_behind(draft.before.players[seat])
    for choice in draft.choices if seat == draft.seat else ():
        if choice[0] == "move":
            _, _, origin, place, *through = choice
            behind.pop(origin, None)
            behind |= dict.fromkeys([place], through[0]) if through else {}
    lines = {place for _, place in state.players[seat].colonists}
    return [f"{city}>{line}" for line, city in behind.items() if line in lines]


MEMORIES = (
    Memory("bought", _bought_cards_wait, _cards_that_wait),
    Memory("gained", _cards_are_played_at_once, _cards_gained_in_the_turn),
    Memory("played", _copying_looks_back, _cards_played),
    Memory("produced", _some_god_looks_at_what_was_produced, _goods_produced),
    Memory("held", _a_tie_looks_back, _held_when_the_end_began),
    Memory("ended", _concordia_points_for_everyone, _noted_in_the_turn("ended")),
    Memory("interim", _interim_points_count, _noted_in_the_turn("interim")),
    Memory("copied", _some_step_has("used_diplomat", "counts_as_the_copied_card"), _last("copy", "copied")),
    Memory("chosen", _some_step_has("alternative", "as_by_the_owner"), _last("choice", "chosen")),
    Memory("came", _some_step_has("from_a_line", "onward"), _ways_come),
)
"""Every kind of note."""
