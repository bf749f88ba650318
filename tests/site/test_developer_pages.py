"""The pages for implementers: all there, all links lead somewhere, and every number comes from what was measured."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.cli.docs import command_helps
from concordia_ref.cli.group import COMMANDS
from concordia_ref.engine.game import Game
from concordia_ref.lab.mutation.code_mutants import code_mutants, rule_files
from concordia_ref.lab.mutation.data_mutants import data_mutants
from concordia_ref.lab.mutation.excuses import read_excuses
from concordia_ref.lab.mutation.measured import Mutants, read_measured
from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.trace import Traced, trace
from concordia_ref.site.developer import guides as developer_guides
from concordia_ref.site.developer import implementations as developer_implementations
from concordia_ref.site.developer.clauses import clause_page
from concordia_ref.site.developer.commands import command_page
from concordia_ref.site.developer.formats import format_pages, schema_pages
from concordia_ref.site.developer.guides import GUIDES, guide_pages, sections_of
from concordia_ref.site.developer.implementations import implementation_page
from concordia_ref.site.developer.pages import NAVIGATION, files
from concordia_ref.site.developer.scenarios import scenario_pages
from concordia_ref.site.developer.schemas import schema_parts, type_of
from concordia_ref.site.developer.strength import strength_page
from concordia_ref.site.page import Page
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.cases import Case
from concordia_ref.suite.implementations import read_implementations
from concordia_ref.suite.loading import load_cases, load_reading_cases
from concordia_ref.suite.scenarios import load_scenarios
from concordia_ref.words.languages import english

CONFORMANCE = packaged_folder("conformance")
WRITTEN = packaged_folder("docs") / "dev"
GAME = Game()
EMPTY_ELEMENTS = {"br", "hr", "img", "input", "meta", "link"}


@cache
def cases() -> list[Case]:
    return load_cases()


@cache
def traced() -> list[Traced]:
    return trace(GAME)


@cache
def scenarios() -> dict[str, Page]:
    readings = [(case, Game(spec)) for case, spec in load_reading_cases()]
    return {page.path: page for page in scenario_pages(GAME, cases(), readings)}


@cache
def pages() -> dict[str, Page]:
    """All pages but that of the implementations, for which the suite is run."""
    made = [*guide_pages(), *format_pages(GAME, traced()), clause_page(GAME, traced()), strength_page()]
    made.append(command_page(command_helps()))
    return {page.path: page for page in made} | scenarios()


class Html(HTMLParser):
    """The anchors and links of a page; every element that begins must end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        if tag not in EMPTY_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY_ELEMENTS:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@cache
def parsed() -> dict[str, Html]:
    return {path: Html(page.body) for path, page in pages().items() if not is_markdown(page)}


def is_markdown(page: Page) -> bool:
    return not page.body.startswith("<")


def markdown_ids(text: str) -> set[str]:
    """The anchors that headings of Markdown get: their words joined by hyphens, or what they ask for."""
    found = set()
    for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        asked = re.search(r"\{#([\w-]+)\}", title)
        found.add(asked[1] if asked else re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()))
    return found


def markdown_links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", text)


def written_pages() -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(WRITTEN.glob("*.md"))}


# Links


def test_every_link_leads_to_a_page_an_anchor_or_a_file() -> None:
    markdown = {path: page.body for path, page in pages().items() if is_markdown(page)} | written_pages()
    anchors = {f"dev/{path}.html": set(page.ids) for path, page in parsed().items()}
    anchors |= {f"dev/{path}.html": markdown_ids(text) for path, text in markdown.items()}
    anchors["dev/implementations.html"] = set()
    anchors |= {f"dev/{path}": set() for path in files()}
    anchors["en/clauses.html"] = set(GAME.spec.clauses)
    anchors["en/disputes.html"] = set()
    anchors |= {f"en/disputes/{id}.html": set() for id in read_register().disputes}
    links = {path: page.links for path, page in parsed().items()}
    links |= {path: markdown_links(text) for path, text in markdown.items()}
    broken = []
    for path, targets in links.items():
        here = f"dev/{path}.html"
        for target in targets:
            file, _, anchor = target.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(here), file)) if file else here
            if there not in anchors or (anchor and anchor not in anchors[there]):
                broken.append(f"{here}: {target}")
    assert broken == []


def test_no_id_stands_twice_on_a_page() -> None:
    for path, page in parsed().items():
        assert [id for id, number in Counter(page.ids).items() if number > 1] == [], path


def test_every_page_has_one_heading_of_the_first_level_and_is_found_in_the_menu_or_below_a_page_of_it() -> None:
    menu = [path for path, _ in NAVIGATION]
    found = {**{path: page.body for path, page in pages().items()}, **written_pages(), "implementations": "<h1>"}
    assert set(menu) <= set(found)
    for path, body in found.items():
        assert path in menu or path.partition("/")[0] in menu, path
        heading = "# " if not body.startswith("<") else "<h1>"
        assert body.startswith(heading), path
        assert body.count("<h1") == (0 if heading == "# " else 1), path


def test_no_page_refers_to_another_host() -> None:
    for path, page in pages().items():
        assert not re.search(r"(href|src)=\"(https?:)?//", page.body), path


# Guides


def test_the_guides_are_the_sections_of_the_readme() -> None:
    sections = sections_of((CONFORMANCE / "README.md").read_text(encoding="utf-8"))
    shown = {name for guide in GUIDES if guide.file == "README.md" for name in guide.sections}
    # The strength of the suite has a page of its own.
    assert set(sections) - shown == {"How strong is it?"}
    assert "concordia conform --adapter" in pages()["adapter"].body


def test_a_link_that_has_no_place_on_the_site_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(developer_guides, "PLACES", {})
    with pytest.raises(ValueError, match="is nowhere on the site"):
        list(guide_pages())


def test_the_page_of_the_counts_has_every_position() -> None:
    body = pages()["count-turns"].body
    for file in (CONFORMANCE / "perft").glob("*.txt"):
        assert f"[{file.stem}](files/conformance/perft/{file.name})" in body


# Formats


def test_every_schema_has_a_page_with_all_its_properties() -> None:
    for schema in schema_pages():
        body = pages()[schema.path].body
        for name in names(schema.data):
            assert re.search(rf"[>.\]]{re.escape(name)}</code>", body), (schema.path, name)
        if schema.name != "common":
            assert 'id="example"' in body, schema.path


def names(schema: Any) -> set[str]:
    """The names of all properties in a schema; those of a condition alone do not count."""
    if isinstance(schema, list):
        return {name for item in schema for name in names(item)}
    if not isinstance(schema, dict):
        return set()
    found = set(schema.get("properties", {}))
    return found.union(*(names(value) for key, value in schema.items() if key != "if"))


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer", "minimum": 2, "maximum": 5}, "integer, 2 to 5"),
        ({"type": "integer", "minimum": 0}, "integer, 0 or more"),
        ({"type": "array", "items": {"type": "string"}}, "list of string"),
        ({"enum": ["land", "sea"]}, "<code>land</code> or <code>sea</code>"),
        ({"const": True}, "<code>true</code>"),
        ({"if": {"type": "null"}, "else": {"type": "boolean"}}, "null or boolean"),
        ({"type": "string", "format": "good-id"}, "id: good"),
        ({"type": "string", "pattern": "^a$"}, "string like <code>^a$</code>"),
        ({"$ref": "#/$defs/seat"}, '<a href="#part-seat">seat</a>'),
        ({"$ref": "common.schema.json#/$defs/slug"}, '<a href="common.html#part-slug">slug</a>'),
        (
            {"type": "object", "propertyNames": {"format": "map-id"}, "additionalProperties": {"type": "integer"}},
            "object by id: map: integer",
        ),
        ({}, "anything"),
    ],
)
def test_types_are_named_in_words(schema: Any, text: str) -> None:
    assert type_of(schema) == text


def test_alternatives_of_an_object_are_told_under_their_conditions() -> None:
    (part,) = schema_parts(
        {
            "type": "object",
            "if": {"required": ["pass"]},
            "then": {"properties": {"pass": {"const": True}}},
            "else": {"required": ["card"], "properties": {"card": {"type": "string"}}},
        }
    )
    assert part.rows == [
        ("where <code>pass</code> is given:", "", "", ""),
        ("<code>pass</code>", "", "<code>true</code>", ""),
        ("otherwise, not where <code>pass</code> is given:", "", "", ""),
        ("<code>card</code>", "yes", "string", ""),
    ]


# Clauses


def test_every_clause_has_a_row_with_its_scenarios_and_its_place_in_each_rulebook() -> None:
    body = pages()["clauses"].body
    for row in traced():
        (found,) = re.findall(rf'<tr id="{re.escape(row.clause.id)}">.*?</tr>', body, re.DOTALL)
        for id in (*row.kept, *row.broken):
            assert f'href="scenarios/{id}.html"' in found
        assert found.count("visually-hidden") == len(GAME.spec.rulebooks)
    assert body.count('<tr class="topic"') == len(GAME.spec.data["rules"])


# Scenarios


def test_every_scenario_has_a_page_with_its_clauses_and_what_comes_of_it() -> None:
    words = english()
    for scenario in load_scenarios():
        page = scenarios()[f"scenarios/{scenario.id}"]
        assert f"concordia conform {scenario.id}" in page.body
        for clause in scenario.clauses:
            assert f'href="../../../en/clauses.html#{clause}"' in page.body
            assert html_of(words.clause(clause, GAME.spec)) in page.body
        assert ('id="refused"' in page.body) == (scenario.expected.refused is not None), scenario.id
        assert ('id="readings"' in page.body) == bool(scenario.readings), scenario.id
        assert ('id="malformed"' in page.body) == (scenario.expected.malformed is not None), scenario.id
        outcome = scenario.turns and not scenario.expected.rejected
        assert page.body.count("<svg") >= (0 if scenario.cannot_be_set_up else 2 if outcome else 1)


def html_of(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")


def test_a_scenario_tells_its_outcome_under_the_other_readings() -> None:
    body = scenarios()["scenarios/colonist/income-of-three-colonists"].body
    assert "receives 8 sestertii" in body
    before, _, otherwise = body.partition('id="readings"')
    assert "receives 6 sestertii" in otherwise
    assert "receives 6 sestertii" not in before
    assert "Czech" in otherwise
    assert "French" in otherwise


def test_a_refused_turn_names_what_stands_against_it_and_its_legal_twin() -> None:
    body = scenarios()["scenarios/mercator/no-cloth-for-six-coins"].body
    assert "Refused: " in body
    assert "Just legal: " in body


def test_neighbours_are_those_of_the_folder() -> None:
    folders: dict[str, list[str]] = {}
    for path in scenarios():
        if path != "scenarios":
            folders.setdefault(path.split("/")[1], []).append(path)
    for folder, paths in folders.items():
        assert "Previous: " not in scenarios()[paths[0]].body, folder
        assert "Next: " not in scenarios()[paths[-1]].body, folder
        for path, following in pairwise(paths):
            assert f'Next: <a href="{following.rpartition("/")[2]}.html">' in scenarios()[path].body


# Strength


def test_the_readme_has_the_measured_numbers() -> None:
    measured = read_measured()
    text = (CONFORMANCE / "README.md").read_text(encoding="utf-8")
    for kind, found in (("data", measured.data), ("code", measured.code)):
        numbers = (found.mutants, found.no_rules or "", found.killed, found.excused, found.survive)
        row = f"| the {kind} | {' | '.join(map(str, numbers))} | {found.score:.4g}% |".replace("|  |", "| |")
        assert row in text, row


def test_what_was_measured_are_the_mutants_and_bugs_that_there_are() -> None:
    measured = read_measured()
    tree, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
    excuses = read_excuses(CONFORMANCE / "strength" / "equivalent.yaml")
    of_data = [mutant.id for mutant in data_mutants(tree)]
    of_code = [mutant.id for mutant in code_mutants(rule_files())]
    for part, mutants in ((measured.data, of_data), (measured.code, of_code)):
        excused = sum(excuses.reason(mutant) is not None for mutant in mutants)
        assert (part.mutants, part.excused) == (len(mutants), excused), "measure again: concordia mutate -j 2"
    assert measured.planted.bugs == len(BUGS)


def damaged(old: str, new: str, folder: Path) -> Path:
    text = (CONFORMANCE / "strength" / "measured.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "measured.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / "measured.yaml"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("violations: 0", "violations: -1", "/soak/violations"),
        ("violations: 0", "violations: none", "/soak/violations"),
        ("scenarios: ", "senarios: ", "'scenarios'"),
        ("soak:", "soap:", "'soak'"),
        ("scenarios: ", "date: today\nscenarios: ", "'date'"),
    ],
)
def test_measurements_cannot_be_malformed(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=message):
        read_measured(damaged(old, new, tmp_path))


def test_mutants_must_add_up(tmp_path: Path) -> None:
    killed = read_measured().data.killed
    with pytest.raises(Malformed, match=r"/mutants/data: .*make"):
        read_measured(damaged(f"killed: {killed}", f"killed: {killed - 1}", tmp_path))


def test_the_score_counts_killed_and_excused_ones_of_those_that_are_rules() -> None:
    assert Mutants(mutants=110, no_rules=10, killed=90, excused=5, survive=5).score == 95


def test_the_page_of_the_strength_lists_every_excuse() -> None:
    body = pages()["strength"].body
    for mutant, reason in read_excuses(CONFORMANCE / "strength" / "equivalent.yaml").reasons.items():
        assert f"<code>{html_of(mutant)}</code>" in body
        assert html_of(reason) in body


# Implementations


def test_the_results_of_an_implementation_are_kept_until_something_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [case for case in cases() if case.id.startswith(("jupiter/", "tribune/"))]
    page = implementation_page(GAME, some, tmp_path)
    tribune = sum(case.id.startswith("tribune/") for case in some)
    for entry in read_implementations():
        assert entry.name in page.body
    assert page.body.count(f"<td>✓ {tribune}/{tribune}</td>") == len(read_implementations())
    Html(page.body)

    def runs_again(*_: Any, **__: Any) -> None:
        raise AssertionError("nothing has changed")

    monkeypatch.setattr(developer_implementations, "run_suite", runs_again)
    assert implementation_page(GAME, some, tmp_path) == page


def test_failures_of_an_implementation_are_told(tmp_path: Path) -> None:
    some = [case for case in cases() if case.id.startswith("jupiter/")]
    implementation_page(GAME, some, tmp_path)
    (file,) = tmp_path.glob("implementations/javascript-*.jsonl")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lines[1] |= {"outcome": "fail", "details": ["totals: expected <b>"]}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    body = implementation_page(GAME, some, tmp_path).body
    assert f"◐ {len(some) - 1}/{len(some)}" in body
    assert "Failures: The example in JavaScript" in body
    assert "totals: expected &lt;b&gt;" in body


def test_the_list_of_implementations_cannot_be_malformed(tmp_path: Path) -> None:
    text = (CONFORMANCE / "implementations.yaml").read_text(encoding="utf-8")
    (tmp_path / "list.yaml").write_text(text.replace("language: Python", "tongue: Python"), encoding="utf-8")
    with pytest.raises(Malformed, match="'language'"):
        read_implementations(tmp_path / "list.yaml")


# Commands, files and what is written by hand


def test_every_command_is_shown_with_its_help() -> None:
    body = pages()["commands"].body
    for name in COMMANDS:
        assert f'id="{name}"' in body
        assert f"Usage: concordia {name}" in body


def test_the_files_offered_are_there() -> None:
    offered = files()
    assert {
        "files/conformance/adapters/javascript/engine.mjs",
        "files/conformance/strength/measured.yaml",
        "files/spec/schema/play/state.schema.json",
    } <= set(offered)
    assert all(file.is_file() for file in offered.values())


def test_the_python_of_its_page_runs() -> None:
    assert run_python(written_pages()["python"])["czech"].spec.edition == "cs"


def test_the_python_of_the_readme_runs() -> None:
    # Two players have had a turn each.
    assert run_python((CONFORMANCE.parent / "README.md").read_text(encoding="utf-8"))["state"].to_play == 0


def run_python(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, names)
    return names


def test_the_commands_in_pages_written_by_hand_exist() -> None:
    for path, text in written_pages().items():
        for name in re.findall(r"`concordia ([a-z0-9]+)", text):
            assert name in COMMANDS, (path, name)
