"""What people write who have no library: the state as plain dictionaries, copied whole before every change.

Nothing here is slow on purpose. A choice is tried on a copy, and kept if the copy is still a possible position; that is
short, hard to get wrong, and needs no undoing. Only a Mercator is played: every other card would need the same again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from benchmarks.measuring import Done, Work, expected
from concordia_ref.spec.files import kind_of

Json = dict[str, Any]
PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def copied_states(states: Sequence[Json]) -> Work:
    """A copy of the state for every choice or turn, and nothing else: whoever copies so is not faster than this."""

    def work() -> Done:
        for state in states:
            copied = deepcopy(state)
        return Done(len(states), lambda: expected(copied, states[-1]))

    return work


def round_trips(messages: Sequence[Sequence[Json]]) -> Work:
    """Requests and answers of scenarios written as JSON and read again, and nothing else."""

    def work() -> Done:
        for scenario in messages:
            read = [json.loads(json.dumps(message)) for message in scenario]
        return Done(len(messages), lambda: expected(read, messages[-1]))

    return work


class Trader:
    """Turns with a Mercator, tried out on copies. All numbers come from the data of the specification."""

    def __init__(self, data: Json, card: str) -> None:
        self.card = card
        self.prices: dict[str, int] = {good: entry["price"] for good, entry in data["goods"]["goods"].items()}
        self.spaces: int = data["pieces"]["storehouse"]["spaces"]
        self.colonists: dict[str, int] = data["pieces"]["per_player"]["colonists"]
        self.income: int = data["cards"]["starting"]["cards"][card]["income"]
        (steps,) = data["actions"][card]["choose"].values()
        self.kinds: int = next(step["kinds_at_most"] for step in steps if step["do"] == "trade_goods")

    def turns(self, state: Json) -> Iterator[str]:
        """All turns with the card, each in one line; none for who does not hold it."""
        if self.card in state["players"][state["to_play"]]["hand"]:
            paid = deepcopy(state)
            paid["players"][paid["to_play"]]["coins"] += self.income
            for trades in self._trades(paid, []):
                yield self._line(trades)

    def _trades(self, state: Json, done: list[tuple[str, str, int]]) -> Iterator[list[tuple[str, str, int]]]:
        """What was traded so far, and all that can follow: sales first, each in the order of the goods."""
        yield done
        if len(done) == self.kinds:
            return
        order = [(verb, good) for verb in ("sell", "buy") for good in self.prices]
        first = order.index(done[-1][:2]) + 1 if done else 0
        for verb, good in order[first:]:
            for number in range(1, self.spaces + 1) if good not in [traded for _, traded, _ in done] else ():
                tried = deepcopy(state)
                self._trade(tried, verb, good, number)
                if self._is_possible(tried):
                    yield from self._trades(tried, [*done, (verb, good, number)])

    def _trade(self, state: Json, verb: str, good: str, number: int) -> None:
        player = state["players"][state["to_play"]]
        sign = 1 if verb == "buy" else -1
        player["goods"][good] = player["goods"].get(good, 0) + sign * number
        player["coins"] -= sign * number * self.prices[good]

    def _is_possible(self, state: Json) -> bool:
        player = state["players"][state["to_play"]]
        at_home = sum(number - len(player["colonists"][kind]) for kind, number in self.colonists.items())
        stored = sum(player["goods"].values()) + at_home
        return (
            player["coins"] >= 0 and stored <= self.spaces and all(number >= 0 for number in player["goods"].values())
        )

    def _line(self, trades: Sequence[tuple[str, str, int]]) -> str:
        parts = [self.card]
        for verb in ("sell", "buy"):
            if traded := [f"{number} {good}" for done, good, number in trades if done == verb]:
                parts.append(f"{verb} {', '.join(traded)}")
        return "; ".join(parts)


def traded_turns(states: Sequence[Json], trader: Trader) -> Work:
    """The turns with a Mercator in positions."""

    def work() -> Done:
        turns = [list(trader.turns(state)) for state in states]
        return Done(sum(map(len, turns)), lambda: list(map(sorted, turns)))

    return work


def parsed_files(files: Sequence[Path]) -> Work:
    """YAML files read into plain values, without the places of anything."""

    def work() -> Done:
        read = [yaml.load(file.read_text(encoding="utf-8"), PARSER) for file in files]
        return Done(1, lambda: len(read))

    return work


def validated_files(folder: Path, files: Sequence[Path]) -> Work:
    """The same, and each checked by its JSON Schema; nothing is checked across files."""
    schemas = {file.name.removesuffix(".schema.json"): _schema(file) for file in folder.glob("schema/*.schema.json")}
    registry: Registry[Any] = Registry().with_resources(
        [(f"{name}.schema.json", Resource.from_contents(schema)) for name, schema in schemas.items()]
    )

    def work() -> Done:
        wrong = 0
        for file in files:
            data = yaml.load(file.read_text(encoding="utf-8"), PARSER)
            schema = schemas[str(kind_of(file.relative_to(folder).as_posix()))]
            wrong += sum(1 for _ in Draft202012Validator(schema, registry=registry).iter_errors(data))
        return Done(1, lambda: expected(wrong, 0))

    return work


def _schema(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))
