"""YAML is read strictly: plain values, no surprises, and the line and column of everything."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from concordia_ref.spec import strict_yaml as source
from concordia_ref.spec.files import read_bytes
from concordia_ref.spec.findings import Finding
from concordia_ref.spec.strict_yaml import DEEPEST_NESTING, MOST_DIGITS, parse_source
from concordia_ref.spec.tree import read_tree
from tests.conftest import SPEC

TEXT = """\
# a comment
price: 6
slots:
  - [any, cloth]
  - {good: Æ, "2": true}
text: >-
  two
  lines
"""


def read(text: str) -> source.Source:
    found, findings = parse_source(text, "test.yaml")
    assert findings == []
    assert found is not None
    return found


def codes(text: str) -> list[str]:
    return [finding.code for finding in parse_source(text, "test.yaml")[1]]


def test_plain_values_are_read() -> None:
    assert read(TEXT).data == {
        "price": 6,
        "slots": [["any", "cloth"], {"good": "Æ", "2": True}],
        "text": "two lines",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6", 6),
        ("-6", -6),
        ("0", 0),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("'6'", "6"),
        ('"true"', "true"),
        ("|-\n  6", "6"),
        ("I", "I"),
        ("1 or 2", "1 or 2"),
        ("1.2.3", "1.2.3"),
        ("9" * MOST_DIGITS, int("9" * MOST_DIGITS)),
    ],
)
def test_a_scalar_has_one_meaning(text: str, value: Any) -> None:
    data = read(f"key: {text}").data["key"]
    assert (data, type(data)) == (value, type(value))


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (2, 1)),
        (("price",), (2, 8)),
        (("slots",), (4, 3)),
        (("slots", 0, 1), (4, 11)),
        (("slots", 1, "good"), (5, 12)),
        (("slots", 1, "2"), (5, 20)),
        (("text",), (6, 7)),
    ],
)
def test_a_value_knows_its_place(path: source.PathKey, place: source.Mark) -> None:
    assert read(TEXT).value_at(path) == place


@pytest.mark.parametrize(
    ("path", "place"), [(("price",), (2, 1)), (("slots", 1, "2"), (5, 15)), (("slots", 0, 1), (4, 11))]
)
def test_a_key_knows_its_place_and_an_item_of_a_list_that_of_its_value(
    path: source.PathKey, place: source.Mark
) -> None:
    assert read(TEXT).key_at(path) == place


def test_the_place_of_a_value_that_is_not_there_is_that_of_the_value_around_it() -> None:
    assert read(TEXT).value_at(("slots", 0, 7, "x")) == read(TEXT).value_at(("slots", 0))


def test_a_byte_order_mark_and_the_line_ends_of_windows_change_no_place() -> None:
    plain, other = read(TEXT), read("\ufeff" + TEXT.replace("\n", "\r\n"))
    assert (other.data, other.value_marks, other.key_marks) == (plain.data, plain.value_marks, plain.key_marks)


def test_the_line_where_an_unfinished_text_begins_is_told() -> None:
    (finding,) = parse_source("a: 1\nb: 'text\nc: 2\n", "test.yaml")[1]
    assert finding.message == (
        "is not YAML: while scanning a quoted scalar that begins in line 2, found unexpected end of stream"
    )


def test_faults_before_a_syntax_error_are_told_too() -> None:
    assert codes("a: 010\nb: }\n") == ["yaml.ambiguous", "yaml.syntax"]


def test_the_deepest_nesting_allowed_is_read() -> None:
    assert codes("[" * DEEPEST_NESTING + "]" * DEEPEST_NESTING) == []
    assert codes("[" * (DEEPEST_NESTING + 1)) == ["yaml.deep"]


def test_a_file_that_is_not_there_is_unreadable() -> None:
    finding = read_bytes(SPEC / "nowhere.yaml", "nowhere.yaml")
    assert isinstance(finding, Finding)
    assert finding.message == "cannot be read: No such file or directory"


# What YAML 1.1 would read as anything but text must be a number or a truth value here too, or be refused.


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text("0123456789_.:+-eExXobBaFnulNULytrsY~=<TZ ", min_size=1, max_size=12))
@example("<<")
@example("1_000.5")
@example("._1")
@example("1_0:30")
@example("2001-12-14t21:59:43.10-05:00")
def test_nothing_that_yaml_1_1_resolves_passes_as_text(text: str) -> None:
    try:
        node: Any = yaml.compose(f"key: {text}", Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        assert "yaml.syntax" in codes(f"key: {text}")
        return
    value = node.value[0][1] if isinstance(node, yaml.MappingNode) and len(node.value) == 1 else None
    if isinstance(value, yaml.ScalarNode) and value.tag != "tag:yaml.org,2002:str" and value.style is None:
        found, findings = parse_source(f"key: {text}", "test.yaml")
        assert findings or (found is not None and not isinstance(found.data["key"], str))


# The parser in C is fast; where PyYAML was built without it, the other one does the same.


def test_both_parsers_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, _ = read_tree(SPEC)
    monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    slow, findings = read_tree(SPEC)
    assert findings == []
    assert slow.sources == fast.sources


@pytest.mark.parametrize(
    "text", ["a: {b: 1\n", "a:\n\tb: 1", "a: 'b", "a: \x07", "a: &b 010\nc: *b", "a: 1\n--- \nb: 2", "", "a: [b]]"]
)
def test_both_parsers_refuse_the_same_at_the_same_place(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def places() -> list[tuple[int, int, str]]:
        return [(finding.line, finding.column, finding.code) for finding in parse_source(text, "test.yaml")[1]]

    fast = places()
    monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    assert places() == fast != []
