"""The rules that are compared: editions, and the canonical rules with one other reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import checksum, plain
from concordia_ref.spec.disputes import checked_edition, read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import patched

ALL = "all"


class Ruleset(NamedTuple):
    """Rules by name, and the readings that they take other than the canonical ones."""

    name: str
    takes: tuple[tuple[str, str], ...] = ()


def chosen_rulesets(editions: Sequence[str], readings: Sequence[str]) -> tuple[Ruleset, ...]:
    """The rules that are asked for, each once: editions first, and the canonical rules where there is no edition.

    >>> [rules.name for rules in chosen_rulesets([], ["colonist-income=two_each"])]
    ['canonical', 'colonist-income=two_each']
    """
    found: dict[str, Ruleset] = {}
    for ruleset in (*_editions(editions or [CANONICAL]), *_readings(readings)):
        if found.setdefault(ruleset.name, ruleset) != ruleset or not ruleset.name.isprintable():
            message = f"the edition {ruleset.name!r} needs another id, in letters that can be printed"
            raise Malformed("simulate.edition-name", message)
    return tuple(found.values())


def _editions(names: Sequence[str]) -> Iterator[Ruleset]:
    register = read_register()
    for name in names:
        for edition in register.editions if name == ALL else [name]:
            chosen = register.edition(edition)
            yield Ruleset(chosen.id, tuple(chosen.takes.items()))


def _readings(names: Sequence[str]) -> Iterator[Ruleset]:
    disputes = read_register().disputes
    for name in names:
        for each in playable_readings() if name == ALL else [name]:
            dispute, separator, reading = each.partition("=")
            if not separator:
                message = (
                    f"{each!r} is not a reading; write DISPUTE=READING, as `concordia dispute` lists them, or `all`"
                )
                raise Malformed("simulate.reading", message)
            edition = checked_edition({"id": each, "name": each, "takes": {dispute: reading}}, disputes)
            yield Ruleset(each, tuple(edition.takes.items()))


def playable_readings() -> Iterator[str]:
    """The names of all readings other than a ruling by which one can play."""
    for dispute in read_register().disputes.values():
        for id, reading in dispute.readings.items():
            if reading.patch is not None:
                yield reading_name(dispute.id, id)


def reading_name(dispute: str, reading: str) -> str:
    """The name of the canonical rules with one other reading."""
    return f"{dispute}={reading}"


@cache
def game_by(ruleset: Ruleset) -> Game:
    """The rules, prepared once."""
    disputes, canonical = read_register().disputes, load()
    patches = [disputes[dispute].readings[reading].patch or {} for dispute, reading in ruleset.takes]
    return Game(build(patched(plain(canonical.data), *patches), canonical.folder, ruleset.name, dict(ruleset.takes)))


def digest_of(ruleset: Ruleset) -> str:
    """What the rules are, in short."""
    return checksum(plain(game_by(ruleset).spec.data))
