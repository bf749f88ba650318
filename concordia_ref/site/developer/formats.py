"""The formats of the project: a list of them, and a page for every JSON Schema with an example from the project."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.lab.trace import Traced, trace_json
from concordia_ref.site.developer.schemas import schema_parts
from concordia_ref.site.page import Page
from concordia_ref.site.templates import page
from concordia_ref.spec.bundle import bundle
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.files import LAYOUT
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.scenarios import given_state, load_scenario

MOST_LINES = 40


class Group(NamedTuple):
    """Schemas that lie in one folder of the project."""

    id: str
    folder: str
    title: str
    about: str


GROUPS = (
    Group(
        "spec",
        "spec/schema",
        "The specification",
        "The files in `spec/`, and what `concordia bundle` and `concordia trace` make of them.",
    ),
    Group(
        "play",
        "spec/schema/play",
        "Games",
        "What an engine reads and writes: positions, turns, games and points. Plain JSON, whole numbers and ids only.",
    ),
    Group("suite", "conformance/schema", "The suite", "The files in `conformance/`, in YAML."),
    Group("protocol", "conformance/protocol", "The protocol", "The messages between the runner and an adapter."),
)
# Of several files with one schema, the one to show.
SHOWN = {
    "map": "maps/italia.yaml",
    "rules": "rules/tribune.yaml",
    "citations": "citations/cs.yaml",
    "dispute": "disputes/colonist-income.yaml",
    "edition": "editions/cs.yaml",
    "rulebook": "rulebook/aid.yaml",
    "locale-terms": "locales/pl/terms.yaml",
    "locale-clauses": "locales/en/clauses.yaml",
    "locale-messages": "locales/en/messages.yaml",
    "locale-rulebook": "locales/en/rulebook.yaml",
    "locale-disputes": "locales/fr/disputes.yaml",
    "locale-sources": "locales/pl/sources.yaml",
}
FILES = {kind: name for name, kind in LAYOUT.items() if "*" not in name and "/" not in name} | SHOWN
SUITE_FILES = {
    "scenario": "scenarios/mercator/no-cloth-for-six-coins.yaml",
    "position": "positions/tribune-and-colonist.yaml",
    "way": "ways/architect/five-steps-of-one-ship.yaml",
    "measured": "strength/measured.yaml",
    "implementations": "implementations.yaml",
    "simulated": "simulated.yaml",
}
EXAMPLE = "architect/example-three-houses-for-fifteen-sestertii"


class SchemaFile(NamedTuple):
    """A schema: its path in the project, and that of its page."""

    group: Group
    name: str
    file: str
    path: str
    text: str
    data: Mapping[str, Any]


def schema_pages() -> list[SchemaFile]:
    """All schemas in the order of the list."""
    return [schema for group in GROUPS for schema in _schemas(group)]


def _schemas(group: Group) -> Iterator[SchemaFile]:
    root, _, below = group.folder.partition("/")
    for file in sorted((packaged_folder(root) / below).glob("*.schema.json")):
        name, text = file.name.removesuffix(".schema.json"), file.read_text(encoding="utf-8")
        path = f"formats/{group.id}/{name}"
        yield SchemaFile(group, name, f"{group.folder}/{file.name}", path, text, json.loads(text))


def format_pages(game: Game, traced: Sequence[Traced]) -> Iterator[Page]:
    """The list of formats, and the page of each schema."""
    schemas = schema_pages()
    about = "Every format that is read or written, with its JSON Schema where it has one."
    yield page("dev/formats.html", "formats", "Formats", about, groups=GROUPS, schemas=schemas)
    for schema in schemas:
        yield page(
            "dev/format.html",
            schema.path,
            schema.data["title"],
            schema.data["description"],
            schema=schema,
            parts=schema_parts(schema.data),
            example=_example(game, traced, schema),
        )


def _example(game: Game, traced: Sequence[Traced], schema: SchemaFile) -> tuple[str, str] | None:
    """Something real in the format, with what it is."""
    made: dict[str, Callable[[], tuple[str, str]]] = {
        "play/state": lambda: ("Before the first turn of a game for two on Italia.", write_json(_first_state(game))),
        "play/turn": lambda: _turn(game),
        "play/game": lambda: ("The first two turns of a random game.", write_json(_record(game))),
        "play/score": lambda: (
            "The beginning of a score sheet, as `concordia score --format json` writes it.",
            _shortened(write_json(game.score(game.state_from_json(_first_state(game))).to_json())),
        ),
        "protocol/request": lambda: ("A scenario, as it is sent.", _conversation(game, of_the_adapter=False)),
        "protocol/answer": lambda: ("The answers to that scenario.", _conversation(game, of_the_adapter=True)),
        "spec/bundle": lambda: (
            "The beginning of what `concordia bundle` writes.",
            _shortened(json.dumps(bundle(game.spec), indent=1), 12),
        ),
        "spec/trace": lambda: (
            "One clause of what `concordia trace --format json` writes.",
            write_json(trace_json(game, [row for row in traced if row.clause.id == "tribune.coins"])),
        ),
    }
    key = f"{schema.group.id}/{schema.name}"
    if key in made:
        return made[key]()
    names, folder = (FILES, "spec") if schema.group.id == "spec" else (SUITE_FILES, "conformance")
    if schema.name not in names:
        return None
    name = names[schema.name]
    text = (packaged_folder(folder) / name).read_text(encoding="utf-8")
    shortened = _shortened(text)
    return f"{'`' if text == shortened else 'The beginning of `'}{folder}/{name}`", shortened


def _shortened(text: str, most: int = MOST_LINES) -> str:
    lines = text.splitlines()
    return text if len(lines) <= most else "\n".join([*lines[:most], "…"])


def _first_state(game: Game) -> Any:
    return game.state_to_json(game.start(game.setup("italia", players=2, seed=1)))


def _turn(game: Game) -> tuple[str, str]:
    scenario = load_scenario(EXAMPLE)
    turn = game.turn(given_state(game, scenario), scenario.turns[0])
    return f"In the notation: `{turn}`", write_json(turn.to_json())


def _record(game: Game) -> Any:
    record, random = game.setup("italia", players=2, seed=1), Random(1)
    state = game.start(record)
    for _ in range(2):
        turn = game.random_turn(state, random)
        record, state = record.with_turn(turn), game.play(state, turn)
    return record.to_json()


def _conversation(game: Game, *, of_the_adapter: bool) -> str:
    """The requests of a scenario, or the answers of the reference to them; positions are left out."""
    scenario = load_scenario(EXAMPLE)
    state = given_state(game, scenario)
    turn = game.turn(state, scenario.turns[0]).to_json()
    fields: list[dict[str, Any]] = [
        {"op": "load", "edition": game.spec.edition, "state": game.state_to_json(state)},
        {"op": "apply", "turn": turn},
        {"op": "state"},
        {"op": "score"},
        {"op": "sync"},
    ]
    requests = [{"id": number, **request} for number, request in enumerate(fields, 1)]
    adapter = Adapter()
    lines = [adapter.answer(json.dumps(request)) for request in requests] if of_the_adapter else requests
    return "\n".join(json.dumps(_without_position(line)) for line in lines).replace('"…"', "{…}")


def _without_position(line: Any) -> Any:
    if not isinstance(line, dict):
        return line
    return {key: "…" if key == "state" else _without_position(value) for key, value in line.items()}
