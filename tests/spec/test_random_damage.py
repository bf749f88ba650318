"""Random damage: whatever it is, it is findings or a specification that can be used."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordia_ref.spec.findings import SpecificationError
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.languages import ENGLISH, _language, language
from concordia_ref.words.show import KINDS, show
from concordia_ref.words.validation import load_checked
from tests.conftest import SPEC, Damaged
from tests.spec.damages.damage import TRANSLATION, add_translation

# One dispute stands for all of them, and one language besides English.
NAMES = sorted(
    str(path.relative_to(SPEC))
    for path in SPEC.glob("**/*.yaml")
    if path.parent.name != "disputes"
    and (path.parent.parent.name != "locales" or path.parent.name in (ENGLISH, TRANSLATION))
)
NAMES.append("disputes/colonist-income.yaml")
FUZZ = settings(
    max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ODD_VALUES: list[Any] = [None, True, 0, -1, "", "x", "roma", [], {}, [[]], [{}], ["x"], {"x": []}, {"x": "x"}]


def check_usable_or_refused(damaged: Damaged, name: str, content: bytes) -> None:
    tag = TRANSLATION if f"/{TRANSLATION}/" in name else ENGLISH
    if tag == TRANSLATION:
        add_translation(damaged)
    damaged.write(name, content)
    _language.cache_clear()
    with suppress(SpecificationError):
        spec, words = load_checked(damaged.folder), language(tag, damaged.folder)
        for kind in KINDS:
            assert show(words, spec, kind, None)
    damaged.write(name, (SPEC / name).read_bytes())
    if tag == TRANSLATION:
        # A change of an English text would be a fault of every translation.
        shutil.rmtree(damaged.file(f"locales/{TRANSLATION}"))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_damaged_bytes_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    content = bytearray((SPEC / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 40, len(content))))
        content[start:end] = data.draw(
            st.binary(max_size=6) | st.sampled_from([b"\t", b": ", b"- ", b"&a ", b"{", b"]"])
        )
    check_usable_or_refused(damaged, name, bytes(content))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_damaged_lines_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    lines = (SPEC / name).read_bytes().splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        here, there = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["drop", "copy", "indent"])):
            case "drop":
                lines[here] = b""
            case "copy":
                lines[here] = lines[there]
            case _:
                lines[here] = b"  " + lines[here]
    check_usable_or_refused(damaged, name, b"".join(lines))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_values_of_the_wrong_shape_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    source = read_tree(SPEC)[0].sources[name]
    path = data.draw(st.sampled_from(sorted(source.value_marks, key=repr)))
    odd = data.draw(st.sampled_from(ODD_VALUES))
    # JSON is YAML, apart from a few letters that the files do not hold.
    content = json.dumps(put(source.data, path, odd), ensure_ascii=False)
    check_usable_or_refused(damaged, name, content.encode())


def put(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """The data with another value at a path."""
    if not path:
        return value
    changed = data.copy()
    changed[path[0]] = put(data[path[0]], path[1:], value)
    return changed
