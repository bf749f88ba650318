"""The specification as immutable, typed values.

The names are those of the files under `spec/`: `costs.yaml` becomes `Specification.costs`, its `house` becomes
`HouseCosts`, and so on. Amounts of goods are mappings from the id of a good to a number; goods not named are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from concordia_ref.spec.citations import Places, read_places
from concordia_ref.spec.clauses import Clause, clauses_of

Amounts = Mapping[str, int]
ClausesByParameter = Mapping[str, tuple[str, ...]]
LineKind = Literal["land", "sea"]
COLONIST_KINDS: tuple[LineKind, ...] = ("land", "sea")

CANONICAL = "canonical"
"""The edition that takes the ruling on every question."""


class Good(NamedTuple):
    """A good and its price, at which the bank buys and sells."""

    id: str
    price: int
    clauses: ClausesByParameter


class Box(NamedTuple):
    """The goods and coins in the box; they do not affect play, because the supply is unlimited."""

    wooden_goods: int
    coin_values: tuple[int, ...]
    clauses: ClausesByParameter


class HouseCost(NamedTuple):
    """What the first house in a city of one good costs."""

    goods: Amounts
    coins: int


class HouseCosts(NamedTuple):
    """What houses cost, by the good of the city, and how other houses there raise the price."""

    in_city_of: Mapping[str, HouseCost]
    coins_times: Literal["houses_after_building", "houses_before_building", "doubled_per_house", "once"]
    goods_times: Literal["once", "like_coins"]
    houses_counted: Literal["all", "those_of_others"]
    clauses: ClausesByParameter


class ColonistCost(NamedTuple):
    """What a new colonist costs."""

    goods: Amounts
    clauses: ClausesByParameter


class Costs(NamedTuple):
    """What houses and colonists cost."""

    house: HouseCosts
    colonist: ColonistCost


class PlayerPieces(NamedTuple):
    """The pieces of one player."""

    houses: int
    colonists: Mapping[LineKind, int]
    clauses: ClausesByParameter


class Storehouse(NamedTuple):
    """How much a storehouse holds, and what happens when more arrives."""

    spaces: int
    spaces_per_good: int
    spaces_per_colonist: int
    refuse_goods_that_fit: bool
    choose_what_to_keep_from: Literal["gained_goods", "gained_and_stored_goods"]
    leave_spaces_empty_on_overflow: bool
    clauses: ClausesByParameter


class Card(NamedTuple):
    """A personality card. `deck` is None and `cost` is empty for a starting card; every player has its `copies`."""

    id: str
    kind: str
    action: str
    god: str
    deck: str | None
    cost: Amounts
    copies: int
    income: int | None
    points: int | None
    good: str | None
    clauses: ClausesByParameter


class Concordia(NamedTuple):
    """The card of the player who triggers the end of the game."""

    points: int
    clauses: ClausesByParameter


class Step(NamedTuple):
    """A verb with its parameters."""

    do: str
    parameters: Mapping[str, Any]
    clauses: ClausesByParameter


class Action(NamedTuple):
    """What a card does: alternatives, each a list of steps done in order."""

    id: str
    choose: Mapping[str, tuple[Step, ...]]
    clauses: ClausesByParameter


Counted = Literal[
    "coins", "houses", "cities", "provinces_with_houses", "goods_produced_by_houses", "colonists_on_board"
]


class Quantity(NamedTuple):
    """What a formula counts: things, the value of things, or a sum of quantities. Just one of the three is set."""

    # Tuples have a method of this name, which nobody calls here.
    count: Counted | None = None  # type: ignore[assignment]
    value_of: Literal["goods"] | None = None
    sum: tuple[Quantity, ...] = ()
    owner: Literal["self", "anyone"] | None = None
    settled_by: Literal["houses", "colonists"] = "houses"
    counted_when: Literal["a_house_stands", "a_house_has_produced"] = "a_house_stands"
    kinds: tuple[LineKind, ...] = COLONIST_KINDS
    placed_since: Literal["the_set_up", "the_first_turn"] = "the_set_up"
    city_good_is: str | None = None
    city_good_is_not: str | None = None


class God(NamedTuple):
    """What one card of a god is worth. `points` is None where the card itself prints them."""

    id: str
    points: int | None
    per: Quantity
    full: int
    divided: Literal["the_sum", "each_part"]
    rounded: Literal["down", "to_the_nearest"]
    at_most: Mapping[str, int] | None
    clauses: ClausesByParameter

    def at_most_on(self, map_id: str) -> int | None:
        """The maximum of one card on a map, or None if there is none."""
        return None if self.at_most is None else self.at_most[map_id]


class Scoring(NamedTuple):
    """How the cards of a god add up."""

    cards: Literal["each", "once_per_god"]
    maximum: Literal["per_card", "in_total"]
    a_house_counts_for: Literal["every_god", "the_first_god"]
    clauses: ClausesByParameter


class Display(NamedTuple):
    """The slots of the display from left to right, each with its surcharge; `any` is a good of choice."""

    slots: tuple[tuple[str, ...], ...]
    closes_up: Literal["always", "only_with_a_stack"]
    clauses: ClausesByParameter


class TurnRules(NamedTuple):
    """How a turn proceeds, whichever card is played."""

    order: Literal["clockwise", "counterclockwise"]
    may_pass: bool
    praefectus_magnus_handed_on: Literal["after_its_use", "after_every_turn"]
    praefectus_magnus_obliges: bool
    alternatives: Literal["one", "all"]
    action: Literal["carried_out", "may_be_left_out", "must_have_an_effect"]
    gained_cards: Literal["next_turn", "same_turn", "after_the_next_tribune"]
    clauses: ClausesByParameter


class BonusMarkers(NamedTuple):
    """The markers of the provinces."""

    in_the_box: int
    shows: Literal["dearest_good_of_the_province", "cheapest_good_of_the_province"]
    side_up: Literal["goods", "coins"]
    coins_on_the_back: Amounts
    clauses: ClausesByParameter


class StartingCoins(NamedTuple):
    """Sestertii at the start, by seat."""

    first_player: int
    more_each_next_seat: int

    def at(self, place_in_turn_order: int) -> int:
        """The sestertii of the first player (0), the second (1), and so on."""
        return self.first_player + place_in_turn_order * self.more_each_next_seat


class PlayerStart(NamedTuple):
    """What every player begins with."""

    hand: Literal["all_starting_cards"]
    colonists_in_start_city: Mapping[LineKind, int]
    kinds_in_start_city: Literal["the_same_for_all", "chosen_by_each_player"]
    colonists_in_storehouse: Mapping[LineKind, int]
    goods: Amounts
    coins: StartingCoins
    praefectus_magnus: Literal["last_player", "first_player"]
    clauses: ClausesByParameter


class Setup(NamedTuple):
    """The position before the first turn. `decks` and `city_tokens` go by number of players and by letter."""

    first_player: Literal["at_random"]
    decks: Mapping[int, tuple[str, ...]]
    stack: Literal["each_deck_shuffled_first_deck_on_top", "all_decks_shuffled_together"]
    city_tokens: Mapping[str, Amounts]
    tokens_drawn: Literal["by_letter", "from_all"]
    bonus_markers: BonusMarkers
    players: PlayerStart
    clauses: ClausesByParameter


class Triggers(NamedTuple):
    """What triggers the end of the game."""

    display_empty: bool
    houses_built: int
    houses_whose: Literal["anyones", "first_players"]
    concordia_points_go_to: Literal["the_first", "everyone"]
    clauses: ClausesByParameter


class LastTurns(NamedTuple):
    """Who still plays after that, and how many turns."""

    players: Literal["others", "all", "rest_of_the_round"]
    each: int
    may_be_declined: bool
    clauses: ClausesByParameter


class Winner(NamedTuple):
    """Who wins, and who wins a tie."""

    most: Literal["points"]
    tie_goes_to: Literal["praefectus_magnus"]
    holder: Literal["after_the_last_turn", "when_the_end_began"]
    else_next_to_the: Literal["right", "left"]
    among: Literal["tied_players", "all_players"]
    clauses: ClausesByParameter


class End(NamedTuple):
    """The end of the game."""

    triggers: Triggers
    last_turns: LastTurns
    winner: Winner


class Interim(NamedTuple):
    """Interim scoring."""

    used: bool
    card: str
    scored_by: Literal["the_first_one", "the_first_one_that_takes_back_another_card"]
    moment: Literal["after_the_whole_card", "before_the_new_colonist"]
    goods: Literal["kept", "sold", "not_counted"]
    points: Literal["cleared", "kept"]
    coins_by_rank: tuple[int, ...]
    rank_after_a_tie: Literal["next_rank", "ranks_skipped"]
    clauses: ClausesByParameter


class Province(NamedTuple):
    """A province and its cities."""

    id: str
    number: str
    name: str
    cities: tuple[str, ...]


class City(NamedTuple):
    """A city; the start city has no province and no letter."""

    id: str
    printed: str
    province: str | None
    letter: str | None
    position: tuple[int, int]
    clauses: ClausesByParameter


class Line(NamedTuple):
    """A line between two cities. Its id names them in alphabetical order: `massilia~roma:sea`."""

    id: str
    kind: LineKind
    cities: tuple[str, str]


class Map(NamedTuple):
    """One side of the board. `cities` holds the start city too, first."""

    id: str
    players: tuple[int, ...]
    start_city: str
    provinces: Mapping[str, Province]
    cities: Mapping[str, City]
    lines: Mapping[str, Line]
    clauses: ClausesByParameter

    def lines_at(self, city: str, kind: LineKind | None = None) -> Iterator[Line]:
        """The lines that touch a city, all or of one kind."""
        return (line for line in self.lines.values() if city in line.cities and kind in (None, line.kind))


class Rulebook(NamedTuple):
    """A translated rulebook."""

    id: str
    language: str
    sections: Mapping[str, str]


class Parts(NamedTuple):
    """The parts of a specification. `data` is what the files say, as plain values."""

    version: str
    goods: Mapping[str, Good]
    box: Box
    costs: Costs
    colours: tuple[str, ...]
    pieces: PlayerPieces
    storehouse: Storehouse
    cards: Mapping[str, Card]
    concordia: Concordia
    actions: Mapping[str, Action]
    gods: Mapping[str, God]
    scoring: Scoring
    display: Display
    turn: TurnRules
    setup: Setup
    end: End
    interim: Interim
    maps: Mapping[str, Map]
    rulebooks: Mapping[str, Rulebook]
    data: Mapping[str, Any]
    edition: str
    folder: Path
    """The folder that it was read from, which also contains its disputes."""
    takes: Mapping[str, str] = MappingProxyType({})
    """The readings by which it departs from the rulings, by dispute."""


class Specification(Parts):
    """The whole game: its parts, and what follows from them."""

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every rule by its id, made when it is asked for: a game is played without them."""
        return clauses_of(self.data)

    @property
    def places(self) -> Places:
        """Where each rulebook states each clause, read when it is asked for."""
        return read_places(self.folder)

    @cached_property
    def starting_hand(self) -> tuple[str, ...]:
        """The ids of the cards of a player at the start, copies repeated."""
        match self.setup.players.hand:
            case "all_starting_cards":
                starting = [card for card in self.cards.values() if card.deck is None]
        return tuple([card.id for card in starting for _ in range(card.copies)])

    @property
    def concordia_points(self) -> int:
        """The points of the Concordia card."""
        return self.concordia.points

    @cached_property
    def decks(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the cards for sale by deck."""
        decks: dict[str, tuple[str, ...]] = {}
        for card in self.cards.values():
            if card.deck is not None:
                decks[card.deck] = (*decks.get(card.deck, ()), card.id)
        return MappingProxyType(decks)

    def clauses_about_card(self, kind: str) -> list[Clause]:
        """The clauses that belong to a kind of card, or that its action carries out."""
        action = next((card.action for card in self.cards.values() if card.kind == kind), None)
        path = f"actions.{action}." if action else f"cards.{kind}."
        return [
            clause
            for clause in self.clauses.values()
            if clause.belongs_to == ("card", kind) or any(f"{at}.".startswith(path) for at in clause.carried_out_by)
        ]
