"""States as plain JSON, and everything that can be wrong with one that was written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from concordia_ref.engine.board import Board
from concordia_ref.engine.ending import houses_count, last_turns
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Colonist, Player, State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import closest
from concordia_ref.spec.model import COLONIST_KINDS, LineKind, Step

# Stands for a key that is missing: that was noted once, and its value is passed over.
_MISSING: Any = object()


class Problem(NamedTuple):
    """One fault of a state: where it is, as a JSON pointer, what is wrong, and the facts.

    The facts are plain values: `what` is a kind of id, `wanted` the name of a type or a choice of words, and `meant`
    the word that a misspelt one probably stands for.

    >>> print(Problem("/map", "unknown-id", {"what": "map", "value": "'imperum'", "meant": "imperium"}))
    /map: unknown-id (what map, value 'imperum', meant imperium)
    """

    pointer: str
    code: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        text = f"{self.code} ({facts})" if facts else self.code
        return f"{self.pointer}: {text}" if self.pointer else text


class ImpossibleState(Malformed):
    """A state that cannot occur in a game; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        message = "the state has faults: " + "\n".join(map(str, self.problems))
        super().__init__("state", message, self.problems[0].pointer)


def state_to_json(rules: Rules, state: State) -> dict[str, Any]:
    """A state as plain JSON, complete and explicit."""
    board = rules.board(state)
    return {
        "map": state.map,
        "to_play": state.to_play,
        "first_player": state.first_player,
        "players": [_player_to_json(rules, player) for player in state.players],
        "city_goods": dict(zip(board.cities, state.city_goods, strict=True)),
        "markers": {province: "coins" if province in state.coin_side else "goods" for province in board.cities_of},
        "display": list(state.display),
        "stack": list(state.stack),
        "praefectus_magnus": state.praefectus_magnus,
        "concordia": state.concordia,
        "last_turns": None if state.last_turns is None else list(state.last_turns),
        "interim": None if state.interim is None else list(state.interim),
    }


def _player_to_json(rules: Rules, player: Player) -> dict[str, Any]:
    return {
        "coins": player.coins,
        "goods": dict(zip(rules.goods, player.goods, strict=True)),
        "hand": list(player.hand),
        "pile": list(player.pile),
        "houses": list(player.houses),
        "colonists": {kind: [place for k, place in player.colonists if k == kind] for kind in COLONIST_KINDS},
    }


def state_from_json(rules: Rules, data: Any) -> State:
    """Read a state; `ImpossibleState` lists every problem."""
    reader = _Reader(rules)
    state = reader.state(data)
    if reader.problems or state is None:
        raise ImpossibleState(reader.problems)
    return state


def problems(rules: Rules, data: Any) -> list[Problem]:
    """Everything that is wrong with a state in JSON; nothing if it can occur in a game."""
    reader = _Reader(rules)
    reader.state(data)
    return reader.problems


class _Reader:
    """Reads a state and collects its problems. What is missing or of the wrong type is passed over later."""

    KEYS = (
        "map",
        "to_play",
        "first_player",
        "players",
        "city_goods",
        "markers",
        "display",
        "stack",
        "praefectus_magnus",
        "concordia",
        "last_turns",
        "interim",
    )
    PLAYER_KEYS = ("coins", "goods", "hand", "pile", "houses", "colonists")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def note(self, pointer: str, code: str, **facts: Any) -> None:
        self.problems.append(Problem(pointer, code, facts))

    def state(self, data: Any) -> State | None:
        top = self.mapping(data, "", self.KEYS)
        values = {key: top.get(key, _MISSING) for key in self.KEYS}
        map_id = self.id("map", values["map"], "/map", self.rules.boards)
        if map_id is None:
            return None
        board = self.rules.boards[map_id]
        entries = self.items(values["players"], "/players")
        if isinstance(values["players"], list) and len(entries) not in board.map.players:
            self.note("/players", "players", map=map_id, found=len(entries))
        # Without players any seat that the map has room for may be meant.
        seats = range(len(entries) or max(board.map.players))
        cities = dict.fromkeys(board.cities, self.rules.goods)
        city_goods = self.table(values["city_goods"], "/city_goods", cities, "good")
        markers = self.table(values["markers"], "/markers", dict.fromkeys(board.cities_of, ("goods", "coins")), "side")
        state = State(
            map=map_id,
            players=tuple(self.player(entry, f"/players/{seat}", map_id) for seat, entry in enumerate(entries)),
            to_play=self.seat(values["to_play"], "/to_play", seats, nobody=True),
            first_player=self.seat(values["first_player"], "/first_player", seats) or 0,
            city_goods=tuple(city_goods.get(city, "") for city in board.cities),
            coin_side=tuple(sorted(province for province, side in markers.items() if side == "coins")),
            display=self.cards(values["display"], "/display"),
            stack=self.cards(values["stack"], "/stack"),
            praefectus_magnus=self.seat(values["praefectus_magnus"], "/praefectus_magnus", seats) or 0,
            concordia=self.seat(values["concordia"], "/concordia", seats, nobody=True),
            last_turns=self.last_turns(values["last_turns"], seats),
            interim=self.interim(values["interim"], seats),
        )
        if not self.problems:
            self.check(state)
        return state

    def player(self, data: Any, at: str, map_id: str) -> Player:
        board = self.rules.boards[map_id]
        entry = self.mapping(data, at, self.PLAYER_KEYS)
        values = {key: entry.get(key, _MISSING) for key in self.PLAYER_KEYS}
        goods = self.mapping(values["goods"], f"{at}/goods", self.rules.goods, required=False)
        colonists: list[Colonist] = []
        placed = self.mapping(values["colonists"], f"{at}/colonists", COLONIST_KINDS)
        for kind in COLONIST_KINDS:
            for here, place in enumerate(self.items(placed.get(kind, _MISSING), f"{at}/colonists/{kind}")):
                pointer = f"{at}/colonists/{kind}/{here}"
                known = self.id("place", place, pointer, board.places)
                colonists += [(kind, known)] if known else []
        houses = self.items(values["houses"], f"{at}/houses")
        built = [self.id("city", city, f"{at}/houses/{i}", board.lines_at) for i, city in enumerate(houses)]
        return Player(
            coins=self.number(values["coins"], f"{at}/coins"),
            goods=tuple(self.number(goods.get(good, 0), f"{at}/goods/{good}") for good in self.rules.goods),
            hand=tuple(sorted(self.cards(values["hand"], f"{at}/hand"))),
            pile=self.cards(values["pile"], f"{at}/pile"),
            houses=tuple(sorted(city for city in built if city)),
            colonists=tuple(sorted(colonists)),
        )

    # Shapes

    def mapping(self, value: Any, at: str, keys: Collection[str], *, required: bool = True) -> Mapping[str, Any]:
        if value is _MISSING:
            return {}
        if not isinstance(value, dict):
            self.note(at, "type", wanted="dict", found=repr(value))
            return {}
        for key in value:
            if key not in keys:
                self.note(at, "unknown-key", value=repr(key), **_meant(str(key), keys))
        for key in keys if required else ():
            if key not in value:
                self.note(at, "missing-key", value=repr(key))
        return value

    def items(self, value: Any, at: str) -> list[Any]:
        if isinstance(value, list):
            return value
        if value is not _MISSING:
            self.note(at, "type", wanted="list", found=repr(value))
        return []

    def id(self, what: str, value: Any, at: str, known: Iterable[str]) -> str | None:
        if value is _MISSING:
            return None
        if not isinstance(value, str):
            self.note(at, "type", wanted="str", found=repr(value))
        elif value not in known and what == "side":
            self.note(at, "type", wanted=" / ".join(known), found=repr(value))
        elif value not in known:
            self.note(at, "unknown-id", what=what, value=repr(value), **_meant(value, known))
        else:
            return value
        return None

    def number(self, value: Any, at: str) -> int:
        if value is _MISSING:
            return 0
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(at, "type", wanted="int", found=repr(value))
            return 0
        if value < 0:
            self.note(at, "negative", value=value)
        return value

    def seat(self, value: Any, at: str, seats: range, *, nobody: bool = False) -> int | None:
        if value is _MISSING or (value is None and nobody):
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(at, "type", wanted="seat", found=repr(value))
        elif value not in seats:
            self.note(at, "seat", value=value)
        else:
            return value
        return None

    def table(self, value: Any, at: str, wanted: Mapping[str, Collection[str]], what: str) -> dict[str, str]:
        found = self.mapping(value, at, wanted)
        known = {key: self.id(what, found[key], f"{at}/{key}", wanted[key]) for key in wanted if key in found}
        return {key: entry for key, entry in known.items() if entry}

    def cards(self, value: Any, at: str) -> tuple[str, ...]:
        known = [self.id("card", c, f"{at}/{i}", self.rules.cards) for i, c in enumerate(self.items(value, at))]
        return tuple(card for card in known if card)

    def last_turns(self, value: Any, seats: range) -> tuple[int, ...] | None:
        if value is None or value is _MISSING:
            return None
        found = [self.seat(v, f"/last_turns/{i}", seats) for i, v in enumerate(self.items(value, "/last_turns"))]
        return tuple(seat for seat in found if seat is not None)

    def interim(self, value: Any, seats: range) -> tuple[int | None, ...] | None:
        if value is None or value is _MISSING:
            return None
        scores = self.items(value, "/interim")
        if len(scores) != len(seats):
            self.note("/interim", "interim", players=len(seats))
        return tuple(None if v is None else self.number(v, f"/interim/{i}") for i, v in enumerate(scores))

    # What the values mean

    def check(self, state: State) -> None:
        """Everything that cannot be so although it is written properly."""
        for seat, player in enumerate(state.players):
            self.check_player(state, player, f"/players/{seat}")
        self.check_lines(state)
        self.check_tokens(state)
        self.check_cards(state)
        self.check_end(state)

    def check_player(self, state: State, player: Player, at: str) -> None:
        rules, board = self.rules, self.rules.board(state)
        pieces, storehouse = rules.spec.pieces, rules.spec.storehouse
        if len(player.houses) > pieces.houses:
            self.note(f"{at}/houses", "houses", found=len(player.houses), most=pieces.houses)
        most: int = _step(rules, "build_houses")["own_houses_per_city"]
        for city, number in Counter(player.houses).items():
            if city == board.start_city:
                self.note(f"{at}/houses", "house-in-start-city", city=city)
            if number > most:
                self.note(f"{at}/houses", "house-twice", city=city, most=most)
        stored = rules.stored_colonists(player)
        for kind in COLONIST_KINDS:
            if stored[kind] < 0:
                most = pieces.colonists[kind]
                self.note(f"{at}/colonists/{kind}", "colonists", kind=kind, most=most, found=most - stored[kind])
        goods, colonists = sum(player.goods), sum(stored.values())
        if goods > rules.spaces_beside(colonists):
            self.note(f"{at}/goods", "storehouse", goods=goods, colonists=colonists, spaces=storehouse.spaces)
        starting = Counter(card for card in (*player.hand, *player.pile) if rules.cards[card].deck is None)
        wanted = Counter(rules.spec.starting_hand)
        if starting != wanted:
            wrong = [f"-{card}" for card in (wanted - starting).elements()]
            wrong += [f"+{card}" for card in (starting - wanted).elements()]
            self.note(f"{at}/hand", "starting-cards", wrong=", ".join(wrong))
        for index, card in enumerate(player.pile):
            if any(step.do == "recall_cards" for step in rules.steps_of(card)):
                self.note(f"{at}/pile/{index}", "tribune-on-pile")

    def check_lines(self, state: State) -> None:
        board = self.rules.board(state)
        moving = _step(self.rules, "move_colonists")
        taken: set[str] = set()
        for seat, player in enumerate(state.players):
            for kind, place in player.colonists:
                at = f"/players/{seat}/colonists/{kind}"
                if board.is_line(place):
                    if board.kind_of[place] not in moving["lines"][kind]:
                        self.note(at, "wrong-line", kind=kind, line=place)
                    if place in taken and not moving["end_on_occupied_line"]:
                        self.note(at, "line-shared", line=place)
                    taken.add(place)
                elif not moving["end_in_city"] and not self.may_be_placed(board, player, kind, place):
                    self.note(at, "colonist-in-city", kind=kind, city=place)

    def may_be_placed(self, board: Board, player: Player, kind: LineKind, city: str) -> bool:
        """Whether a colonist can have come to a city otherwise than on its way: it started or was placed there."""
        return city == board.start_city or any(
            city in player.houses
            and "own_houses" in step["at"]
            and (kind in board.kinds_at[city] or not step.get("kind_needs_line"))
            for step in _steps(self.rules, "place_colonists")
        )

    def check_tokens(self, state: State) -> None:
        board = self.rules.board(state)
        for letter, bag in self.rules.spec.setup.city_tokens.items():
            cities = [city for city in board.cities if board.map.cities[city].letter == letter]
            if cities and Counter(self.rules.good_of(state, city) for city in cities) != Counter(bag):
                self.note("/city_goods", "city-tokens", letter=letter)

    def check_cards(self, state: State) -> None:
        rules, players = self.rules, len(state.players)
        decks = rules.spec.setup.decks[players]
        first: dict[str, str] = {}
        for at, card in _cards_by_place(state):
            deck = rules.cards[card].deck
            if deck is None:
                if at.startswith(("/display", "/stack")):
                    self.note(at, "card-not-for-sale", card=card)
                continue
            if deck not in decks:
                self.note(at, "card-not-in-game", card=card, deck=deck, players=players)
            if card in first:
                self.note(at, "card-twice", card=card, first=first[card])
            first.setdefault(card, at)
        for card in (card for deck in decks for card in rules.spec.decks[deck] if card not in first):
            self.note("/stack", "card-missing", card=card)
        order = [(place, rules.cards[card].deck) for place, card in enumerate(state.stack)]
        ranks = [(place, decks.index(deck)) for place, deck in order if deck in decks]
        for (_, above), (place, below) in pairwise(ranks):
            if above > below:
                self.note(f"/stack/{place}", "stack-order", card=state.stack[place])
        wanted = min(len(rules.spec.display.slots), len(state.display) + len(state.stack))
        if len(state.display) != wanted:
            self.note("/display", "display-size", found=len(state.display), left=len(state.stack), wanted=wanted)

    def check_end(self, state: State) -> None:
        holder, last = state.concordia, state.last_turns
        reasons = list(self.reasons_to_end(state))
        if (holder is None) != (last is None):
            self.note("/concordia", "concordia")
        elif holder is None or last is None:
            for code, facts in reasons:
                self.note("/concordia", code, **facts)
            if state.to_play is None:
                self.note("/to_play", "over")
        else:
            if not reasons:
                self.note("/concordia", "concordia-early")
            if state.to_play is None and last:
                self.note("/to_play", "over")
            left = (state.to_play, *last) if state.to_play is not None else ()
            all_turns = last_turns(self.rules, state, holder)
            if left != all_turns[len(all_turns) - len(left) :]:
                self.note("/last_turns", "last-turns", wanted=list(all_turns))
        if state.interim and None not in state.interim:
            self.note("/interim", "interim-over")

    def reasons_to_end(self, state: State) -> Iterator[tuple[str, dict[str, int]]]:
        triggers = self.rules.spec.end.triggers
        if triggers.display_empty and not state.display:
            yield "concordia-late", {}
        for seat, player in enumerate(state.players):
            if len(player.houses) >= triggers.houses_built and houses_count(self.rules, state, seat):
                yield "concordia-late-houses", {"seat": seat, "houses": len(player.houses)}


def _meant(value: str, known: Iterable[str]) -> dict[str, str]:
    word = closest(value, known)
    return {"meant": word} if word else {}


def _step(rules: Rules, verb: str) -> Step:
    """The first step with a verb."""
    return next(_steps(rules, verb))


def _steps(rules: Rules, verb: str) -> Iterator[Step]:
    """All steps with a verb, of all actions."""
    actions = rules.spec.actions.values()
    return (step for action in actions for steps in action.choose.values() for step in steps if step.do == verb)


def _cards_by_place(state: State) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(state.players):
        yield from ((f"/players/{seat}/hand", card) for card in player.hand)
        yield from ((f"/players/{seat}/pile/{index}", card) for index, card in enumerate(player.pile))
    yield from ((f"/display/{index}", card) for index, card in enumerate(state.display))
    yield from ((f"/stack/{index}", card) for index, card in enumerate(state.stack))
