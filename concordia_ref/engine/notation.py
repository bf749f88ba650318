"""Turns in one line, for logs and arguments.

The card comes first, then its alternative where it has several, then the parts after semicolons:

    tribune; place sea@roma
    architect; move sea@roma > massilia~roma:sea; build massilia, novaria
    prefect produce; province syria; keep 2: 1 food
    mercator; sell 3 wine; buy 4 brick
    senator; cards i_mercator, i_architect; any 1 brick
    diplomat copies 1: mercator; sell 3 wine
    pass
"""

from __future__ import annotations

import re
from typing import Any

from concordia_ref.engine.errors import DEEPEST_COPY
from concordia_ref.spec.errors import Malformed

# Compiled when the first turn in this form is read.
_HEAD = r"(?P<card>\w+)(?: (?P<choice>\w+))?"
_SEAT = r"(?P<seat>\d{1,9})> ?(?P<turn>.+)"
_COPY = r"(?P<card>\w+) copies (?P<seat>\d{1,9}): (?P<copied>.+)"
_AMOUNT = r"\s*(?P<number>-?\d{1,9}) (?P<good>\w+)\s*"


def to_notation(turn: dict[str, Any]) -> str:
    """A turn in JSON as one line.

    >>> to_notation({"card": "mercator", "sell": {"wine": 3}, "buy": {"brick": 4}})
    'mercator; sell 3 wine; buy 4 brick'
    """
    seat = f"{turn['seat']}> " if "seat" in turn else ""
    if turn.get("pass"):
        return f"{seat}pass"
    if "copies" in turn:
        return f"{seat}{turn['card']} copies {turn['copies']}: {to_notation(turn['as'])}"
    head = f"{turn['card']} {turn['choice']}" if "choice" in turn else turn["card"]
    parts = [f"{word} {_written(word, turn[key])}" for word, key in _WORDS.items() if key in turn]
    return seat + "; ".join([head, *parts])


def from_notation(line: str) -> dict[str, Any]:
    """A line of notation as a turn in JSON.

    >>> from_notation("prefect produce; province syria; keep 2: 1 food")
    {'card': 'prefect', 'choice': 'produce', 'province': 'syria', 'keep': {'2': {'food': 1}}}
    """
    line = " ".join(line.split())
    if line.count(" copies ") > DEEPEST_COPY:
        raise Malformed("too-deep", f"a card is copied through more than {DEEPEST_COPY} others")
    if match := re.fullmatch(_SEAT, line):
        return {"seat": int(match["seat"]), **_read_turn(match["turn"])}
    return _read_turn(line)


def _read_turn(line: str) -> dict[str, Any]:
    if line == "pass":
        return {"pass": True}
    if match := re.fullmatch(_COPY, line):
        return {"card": match["card"], "copies": int(match["seat"]), "as": _read_turn(match["copied"])}
    head, *parts = [part.strip() for part in line.split(";")]
    match = re.fullmatch(_HEAD, head)
    if match is None:
        raise _no_turn("head", f"{head!r} is not a card, or a card and one of its alternatives")
    turn: dict[str, Any] = {key: value for key, value in match.groupdict().items() if value}
    for part in parts:
        word, _, rest = part.partition(" ")
        if word not in _WORDS or not rest:
            raise _no_turn("part", f"{part!r} does not begin with one of {', '.join(_WORDS)}")
        if _WORDS[word] in turn:
            raise _no_turn("part-twice", f"the part {word} appears twice")
        turn[_WORDS[word]] = _read(word, rest)
    return turn


# The word that begins each part, and the key of the part in JSON.
_WORDS = {
    "without-action": "without_action",
    "province": "province",
    "magnus": "praefectus_magnus",
    "recall": "recall",
    "place": "place",
    "move": "moves",
    "build": "builds",
    "sell": "sell",
    "buy": "buy",
    "cards": "cards",
    "for-surcharge": "cards_for_surcharge",
    "any": "any",
    "keep": "keep",
    "discard": "discard",
}


def _written(word: str, value: Any) -> str:
    match word:
        case "magnus" | "recall" | "without-action":
            return "yes" if value else "no"
        case "move":
            return ", ".join(map(_written_move, value))
        case "place" | "build" | "cards" | "for-surcharge":
            return ", ".join(value)
        case "sell" | "buy" | "any":
            return _amounts(value)
        case "keep" | "discard":
            return " / ".join(f"{seat}: {_amounts(goods)}" for seat, goods in value.items())
        case _:
            return str(value)


def _written_move(move: dict[str, str]) -> str:
    way = f" through {move['through']}" if "through" in move else ""
    return f"{move['colonist']} > {move['to']}{way}"


def _read_move(colonist: str, end: str) -> dict[str, str]:
    place, _, city = end.partition(" through ")
    return {"colonist": colonist, "to": place, **({"through": city} if city else {})}


def _amounts(goods: dict[str, int]) -> str:
    return ", ".join(f"{number} {good}" for good, number in goods.items()) or "nothing"


def _read(word: str, text: str) -> Any:
    match word:
        case "magnus" | "recall" | "without-action":
            if text not in ("yes", "no"):
                raise _no_turn("yes-or-no", f"{text!r} must be yes or no")
            return text == "yes"
        case "move":
            moves = [[end.strip() for end in move.split(">")] for move in text.split(",")]
            if any(len(move) != 2 for move in moves):
                raise _no_turn("moves", f"{text!r} is not a list of moves such as sea@roma > massilia~roma:sea")
            return [_read_move(colonist, end) for colonist, end in moves]
        case "place" | "build" | "cards" | "for-surcharge":
            return [item.strip() for item in text.split(",")]
        case "sell" | "buy" | "any":
            return _read_amounts(text)
        case "keep" | "discard":
            by_seat: dict[str, dict[str, int]] = {}
            for seat, _, goods in (entry.partition(":") for entry in text.split("/")):
                if seat.strip() in by_seat:
                    raise _no_turn("twice", f"{seat.strip()} appears twice in {text!r}")
                by_seat[seat.strip()] = _read_amounts(goods)
            return by_seat
        case _:
            return text


def _read_amounts(text: str) -> dict[str, int]:
    goods: dict[str, int] = {}
    if text.strip() == "nothing":
        return goods
    for amount in text.split(","):
        match = re.fullmatch(_AMOUNT, amount)
        if match is None:
            raise _no_turn("amount", f"{amount.strip()!r} is not an amount of goods, such as 3 wine")
        if match["good"] in goods:
            raise _no_turn("twice", f"{match['good']} appears twice in {text!r}")
        goods[match["good"]] = int(match["number"])
    return goods


def _no_turn(code: str, why: str) -> Malformed:
    return Malformed(f"notation.{code}", f"this is not a turn: {why}")
