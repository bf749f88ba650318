"""A turn: the choices that it is made of, and its forms as JSON.

A turn in JSON is one object. `card` is the card played (or `pass` is true), and the other keys say what is done:

    {"card": "architect", "moves": [{"colonist": "sea@roma", "to": "massilia~roma:sea"}], "builds": ["massilia"]}
    {"card": "prefect", "choice": "produce", "province": "syria", "keep": {"2": {"food": 1}}}
    {"card": "diplomat", "copies": 1, "as": {"card": "mercator", "sell": {"wine": 3}, "buy": {"brick": 4}}}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from concordia_ref.engine.draft import Choice
from concordia_ref.engine.errors import DEEPEST_COPY
from concordia_ref.engine.notation import to_notation
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed, of_type, unknown, wrong_type
from concordia_ref.spec.findings import did_you_mean
from concordia_ref.spec.model import COLONIST_KINDS

# The parts of a turn other than the card, in the order in which they are written.
PARTS = (
    "without_action",
    "choice",
    "province",
    "praefectus_magnus",
    "recall",
    "place",
    "moves",
    "builds",
    "sell",
    "buy",
    "cards",
    "cards_for_surcharge",
    "any",
    "keep",
    "discard",
    "copies",
    "as",
)


PLACE_OF_PART = {part: place for place, part in enumerate(("card", *PARTS))}

# Kinds of choices that are written under another key.
KEY_OF = {
    "magnus": "praefectus_magnus",
    "move": "moves",
    "build": "builds",
    "purchase": "cards",
    "purchase_for_surcharge": "cards_for_surcharge",
    "copy": "copies",
}
# Kinds of choices that are written one after the other in a list, or each under what was chosen.
LISTED = ("place", "move", "build", "purchase", "purchase_for_surcharge")
MAPPED = ("sell", "buy", "any", "keep")
# What a message calls an id, where that is not the kind of the id.
NOUNS = {"place": "line or city"}


class Turn(NamedTuple):
    """A turn as the choices that it is made of; `str` gives its notation, which `Game.turn` reads back.

    Two turns are equal if they make the same choices in the same order. Those that the interpreter lists are in their
    canonical order; a turn that a person wrote is brought into it when it is played.

    >>> from concordia_ref import Game
    >>> game = Game()
    >>> state = game.start(game.setup("italia", players=2, seed=1))
    >>> turn = game.turn(state, "mercator; sell 1 wine")
    >>> turn
    <Turn mercator; sell 1 wine>
    >>> turn.choices
    (('card', 'mercator'), ('sell', 'wine', 1))
    >>> game.turn(state, str(turn)) == turn
    True
    """

    choices: tuple[Choice, ...]
    seat: int | None = None

    @property
    def card(self) -> str | None:
        """The card that is played, or None for passing.

        >>> Turn((("card", "tribune"),)).card
        'tribune'
        """
        return self.choices[0][1] if self.choices[0][0] == "card" else None

    def __str__(self) -> str:
        return to_notation(self.to_json())

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def written(self) -> Iterator[tuple[Choice, str]]:
        """Every choice with the JSON pointer to where it is written.

        >>> list(Turn((("card", "architect"), ("build", "ostia"))).written())
        [(('card', 'architect'), '/card'), (('build', 'ostia'), '/builds/0')]
        """
        around = ""
        listed: Counter[str] = Counter()
        for choice in self.choices:
            kind = choice[0]
            at = f"{around}/{KEY_OF.get(kind, kind)}"
            if kind in LISTED:
                yield choice, f"{at}/{listed[kind]}"
                listed[kind] += 1
            else:
                yield choice, f"{at}/{choice[1]}" if kind in MAPPED else at
            if kind == "copy":
                around += "/as"

    def to_json(self) -> dict[str, Any]:
        """The turn as plain JSON.

        >>> Turn((("card", "mercator"), ("sell", "wine", 1))).to_json()
        {'card': 'mercator', 'sell': {'wine': 1}}
        """
        turn: dict[str, Any] = {} if self.seat is None else {"seat": self.seat}
        part = turn
        for kind, *what in self.choices:
            match kind:
                case "card" | "choice" | "province":
                    part[kind] = what[0]
                case "pass":
                    part["pass"] = True
                case "without_action":
                    part["without_action"] = True
                case "magnus":
                    part["praefectus_magnus"] = what[0]
                case "recall":
                    part["recall"] = what[0]
                case "place":
                    part.setdefault("place", []).append("@".join(what))
                case "move":
                    way = {"through": what[3]} if len(what) > 3 else {}
                    part.setdefault("moves", []).append({"colonist": f"{what[0]}@{what[1]}", "to": what[2], **way})
                case "build":
                    part.setdefault("builds", []).append(what[0])
                case "sell" | "buy":
                    part.setdefault(kind, {})[what[0]] = what[1]
                case "purchase" | "purchase_for_surcharge":
                    part.setdefault(KEY_OF[kind], []).append(what[0])
                case "any":
                    paid = part.setdefault("any", {})
                    paid[what[0]] = paid.get(what[0], 0) + 1
                case "keep":
                    seat, kept, thrown_away = what
                    part.setdefault("keep", {})[str(seat)] = dict(kept)
                    if thrown_away:
                        part.setdefault("discard", {})[str(seat)] = dict(thrown_away)
                case "copy":
                    part["copies"], part["as"] = what[0], {"card": what[1]}
                    part = part["as"]
                case _:
                    raise ValueError(f"there is no kind of choice {kind!r}")
        return turn


def turns_of(all_choices: Iterable[tuple[Choice, ...]]) -> Iterator[Turn]:
    """Turns from their choices, lazily and without a Python call for each: there may be hundreds of thousands."""
    # Lists are long: this takes half the time of calling `Turn` with choices and no seat.
    return map(partial(tuple.__new__, Turn), zip(all_choices, repeat(None)))


def turn_from_json(rules: Rules, data: Any, state: State) -> Turn:
    """Read a turn in a position from plain JSON; `Malformed` says what is wrong with it and where."""
    return turn_reader(rules, state)(data)


def turn_reader(rules: Rules, state: State) -> Callable[[Any], Turn]:
    """Reads the turns of one game from plain JSON."""
    return _Reader(rules, state).turn


class _Reader:
    """Reads turns of a game, each part by part into choices."""

    def __init__(self, rules: Rules, state: State) -> None:
        board = rules.board(state)
        self.colonists = board.colonists
        self.players = len(state.players)
        self.most_goods = rules.spaces_beside(colonists=0)
        self.choices: list[Choice] = []
        # The city by which a colonist came is given only if the rules need it.
        noted = [memory.kind for memory in rules.memories]
        self.keys_of_a_move = ("colonist", "to", "through") if "came" in noted else ("colonist", "to")
        self.known: dict[str, Collection[str]] = {
            "card": rules.cards,
            "good": rules.good_index,
            "city": board.lines_at,
            "place": board.places,
            "province": board.cities_of,
            "alternative": rules.alternatives,
        }
        self.readers: dict[str, Callable[[Mapping[Any, Any], str], None]] = {
            part: getattr(self, f"read_{part}") for part in PARTS if part != "as"
        }

    def turn(self, data: Any) -> Turn:
        """A turn from plain JSON; `Malformed` says what is wrong with it and where."""
        if type(data) is not dict:
            of_type(dict, data, "")
        turn: Mapping[Any, Any] = data
        self.choices, seat = [], None
        if "seat" in turn:
            seat = self.seat(turn["seat"], "/seat")
            turn = {key: value for key, value in turn.items() if key != "seat"}
        if "pass" in turn and turn["pass"] is True:
            self.choices.append(("pass",))
            self.only(turn, ("pass",), "")
        else:
            self.card_and_parts(turn, "")
        return Turn(tuple(self.choices), seat)

    def card_and_parts(self, turn: Mapping[Any, Any], at: str) -> None:
        if len(turn) > 1 or "card" not in turn:
            self.only(turn, PLACE_OF_PART, at)
            self.value(turn, "card", at)
        card = self.id("card", turn["card"], at, "/card")
        if not at:
            self.choices.append(("card", card))
        if len(turn) == 1:
            return
        parts = [part for part in turn if part in self.readers]
        if len(parts) > 1:
            parts.sort(key=PLACE_OF_PART.__getitem__)
        for part in parts:
            self.readers[part](turn, at)
        if "as" in turn and "copies" not in turn:
            raise Malformed("missing-key", "the key 'copies' is missing", at)

    def read_without_action(self, turn: Mapping[Any, Any], at: str) -> None:
        if turn["without_action"] is not True:
            raise wrong_type("true", turn["without_action"], f"{at}/without_action")
        self.choices.append(("without_action", True))

    def read_choice(self, turn: Mapping[Any, Any], at: str) -> None:
        self.choices.append(("choice", self.id("alternative", turn["choice"], at, "/choice")))

    def read_province(self, turn: Mapping[Any, Any], at: str) -> None:
        self.choices.append(("province", self.id("province", turn["province"], at, "/province")))

    def read_praefectus_magnus(self, turn: Mapping[Any, Any], at: str) -> None:
        used = of_type(bool, turn["praefectus_magnus"], f"{at}/praefectus_magnus")
        self.choices.append(("magnus", used))

    def read_recall(self, turn: Mapping[Any, Any], at: str) -> None:
        self.choices.append(("recall", of_type(bool, turn["recall"], f"{at}/recall")))

    def read_place(self, turn: Mapping[Any, Any], at: str) -> None:
        for here, item in self.items(turn, "place", at):
            self.choices.append(("place", *self.colonist(item, here, "city")))

    def read_moves(self, turn: Mapping[Any, Any], at: str) -> None:
        for here, item in self.items(turn, "moves", at):
            move = self.mapping(item, here)
            self.only(move, self.keys_of_a_move, here)
            standing, place = self.value(move, "colonist", here), self.value(move, "to", here)
            kind, origin = self.colonist(standing, f"{here}/colonist", "place")
            choice: Choice = ("move", kind, origin, self.id("place", place, here, "/to"))
            if "through" in move:
                choice = (*choice, self.id("city", move["through"], here, "/through"))
            self.choices.append(choice)

    def read_builds(self, turn: Mapping[Any, Any], at: str) -> None:
        for here, item in self.items(turn, "builds", at):
            self.choices.append(("build", self.id("city", item, here)))

    def read_sell(self, turn: Mapping[Any, Any], at: str) -> None:
        self.choices += [("sell", good, number) for good, number in self.amounts(turn["sell"], f"{at}/sell")]

    def read_buy(self, turn: Mapping[Any, Any], at: str) -> None:
        self.choices += [("buy", good, number) for good, number in self.amounts(turn["buy"], f"{at}/buy")]

    def read_cards(self, turn: Mapping[Any, Any], at: str) -> None:
        for here, item in self.items(turn, "cards", at):
            self.choices.append(("purchase", self.id("card", item, here)))

    def read_cards_for_surcharge(self, turn: Mapping[Any, Any], at: str) -> None:
        for here, item in self.items(turn, "cards_for_surcharge", at):
            self.choices.append(("purchase_for_surcharge", self.id("card", item, here)))

    def read_any(self, turn: Mapping[Any, Any], at: str) -> None:
        for good, number in self.amounts(turn["any"], f"{at}/any"):
            # One more than a storehouse can hold is refused like any larger number, and needs no memory.
            self.choices += [("any", good)] * min(number, self.most_goods + 1)

    def read_keep(self, turn: Mapping[Any, Any], at: str) -> None:
        thrown = self.mapping(turn.get("discard", {}), f"{at}/discard")
        for key, goods in self.mapping(turn["keep"], f"{at}/keep").items():
            seat = self.written_seat(of_type(str, key, f"{at}/keep"), f"{at}/keep/{key}")
            kept = tuple(self.amounts(goods, f"{at}/keep/{key}"))
            thrown_away = tuple(self.amounts(thrown.get(key, {}), f"{at}/discard/{key}"))
            self.choices.append(("keep", seat, kept, thrown_away))

    def read_discard(self, turn: Mapping[Any, Any], at: str) -> None:
        for key in self.mapping(turn["discard"], f"{at}/discard"):
            if key not in self.mapping(turn.get("keep", {}), f"{at}/discard"):
                raise Malformed("incomplete", "the turn does not say which goods are kept", f"{at}/discard/{key}")

    def read_copies(self, turn: Mapping[Any, Any], at: str) -> None:
        seat = self.seat(turn["copies"], f"{at}/copies")
        if at.count("/as") >= DEEPEST_COPY:
            raise Malformed("too-deep", f"a card is copied through more than {DEEPEST_COPY} others", f"{at}/copies")
        written = self.value(turn, "as", at)
        for key in turn:
            if key not in ("card", "copies", "as"):
                # The choices for the copied card are written with that card.
                message = f"a turn with {turn['card']} has no part {key!r}"
                raise Malformed("not-for-this-card", message, f"{at}/{key}")
        here = f"{at}/as"
        copied = self.mapping(written, here)
        self.choices.append(("copy", seat, self.id("card", self.value(copied, "card", here), here, "/card")))
        self.card_and_parts(copied, here)

    def only(self, turn: Mapping[Any, Any], keys: Collection[str], at: str) -> None:
        for key in turn:
            if key not in keys:
                raise Malformed("unknown-key", f"unknown key {key!r}", at, did_you_mean(str(key), keys))

    def value(self, turn: Mapping[Any, Any], key: str, at: str) -> Any:
        if key not in turn:
            raise Malformed("missing-key", f"the key {key!r} is missing", at)
        return turn[key]

    def mapping(self, value: Any, at: str) -> Mapping[Any, Any]:
        if type(value) is not dict:
            of_type(dict, value, at)
        checked: Mapping[Any, Any] = value
        return checked

    def items(self, turn: Mapping[Any, Any], part: str, at: str) -> list[tuple[str, Any]]:
        here = f"{at}/{part}"
        return [(f"{here}/{index}", item) for index, item in enumerate(of_type(list, turn[part], here))]

    def id(self, what: str, value: Any, at: str, key: str = "") -> str:
        if type(value) is str and value in self.known[what]:
            known: str = value
            return known
        of_type(str, value, at + key)
        raise unknown(NOUNS.get(what, what), value, at + key, self.known[what])

    def seat(self, value: Any, at: str) -> int:
        seat: int = of_type(int, value, at)
        if not 0 <= seat < self.players:
            raise unknown("seat", str(seat), at, ())
        return seat

    def written_seat(self, text: str, at: str) -> int:
        """A seat written as text, like the keys of a mapping; "02" is not a seat."""
        number: int | str = int(text) if text.isdecimal() else text
        return self.seat(number if str(number) == text else text, at)

    def amounts(self, value: Any, at: str) -> list[tuple[str, int]]:
        """The amounts greater than zero, in the order of the goods."""
        goods = self.mapping(value, at)
        for good, number in goods.items():
            if good not in self.known["good"] or type(number) is not int or number < 0:
                self.refuse_amounts(goods, at)
        return [(good, goods[good]) for good in filter(goods.get, self.known["good"])]

    def refuse_amounts(self, goods: Mapping[Any, Any], at: str) -> None:
        for good in goods:
            self.id("good", good, f"{at}/{good}")
        for good, number in goods.items():
            of_type(int, number, f"{at}/{good}")
        for good, number in goods.items():
            if number < 0:
                raise Malformed("negative", f"{number} is negative", f"{at}/{good}")

    def colonist(self, value: Any, at: str, where: str) -> tuple[str, str]:
        named = self.colonists.get(of_type(str, value, at))
        if named is not None and named[1] in self.known[where]:
            return named
        kind, _, place = value.partition("@")
        if kind not in COLONIST_KINDS or not place:
            message = f"{value!r} does not name a colonist; write it as kind@place, such as sea@roma"
            raise Malformed("not-a-colonist", message, at)
        raise unknown(NOUNS.get(where, where), place, at, self.known[where])
