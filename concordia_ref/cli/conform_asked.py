"""What `concordia conform` is asked to do: its options with their types, and which of them can be combined."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from concordia_ref.cli import options
from concordia_ref.cli.exits import Failure
from concordia_ref.cli.likely_causes import likely_causes
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.conformance_run import Order
from concordia_ref.suite.loading import Selection
from concordia_ref.suite.smoke import smoke_cases

REFERENCE = shlex.join([sys.executable, "-m", "concordia_ref", "adapter"])
TIMEOUT = 10.0


class FailureCount(click.IntRange):
    """How many failures are enough; `--fail-fast` takes the next word for its number."""

    def __init__(self) -> None:
        super().__init__(min=1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value, if it is valid."""
        if not str(value).isdigit():
            self.fail(f"{value!r} is not a number; write scenarios before --fail-fast, or --fail-fast=1", param, ctx)
        return super().convert(value, param, ctx)


@dataclass(frozen=True)
class Asked:
    """The options and arguments of the command."""

    ids: tuple[str, ...]
    adapter: tuple[str, ...]
    jobs: int
    timeout: float
    clause: str | None
    card: str | None
    level: str | None
    map: str | None
    players: int | None
    set_name: str | None
    edition: str
    suite: Path | None
    smoke: bool
    listing: bool
    export: Path | None
    freeze: str | None
    shuffle: int | None
    expectations: Path | None
    update_expectations: bool
    report: Path | None
    resume: bool
    rerun_failed: bool
    anyway: bool
    fail_fast: int | None
    watch: bool
    watch_path: tuple[Path, ...]
    junit: Path | None
    markdown: Path | None
    html: Path | None
    badge: Path | None
    history: tuple[Path, ...]
    site: str
    show: int
    format: str
    lang: str

    def __post_init__(self) -> None:
        """Fail early if the run could not be finished."""
        if self.edition not in edition_ids():
            raise Failure(f"adapters know the editions {', '.join(edition_ids())}, not {self.edition!r}")
        if self.suite and not self.suite.is_dir():
            raise Failure(f"there is no folder {str(self.suite)!r}")
        if self.update_expectations and (not self.expectations or len(self.adapter) > 1):
            raise Failure("--update-expectations needs --expectations FILE and a single adapter")
        if (self.resume or self.rerun_failed) and not self.report:
            option = "--resume" if self.resume else "--rerun-failed"
            raise Failure(f"{option} needs --report FILE, the report to continue")
        if self.resume and self.rerun_failed:
            raise Failure("--resume runs what is missing in a report, --rerun-failed what failed: choose one of them")
        if self.anyway and not self.resume:
            raise Failure("--anyway needs --resume")
        if self.watch and (self.resume or self.rerun_failed or self.smoke or self.format != "text"):
            raise Failure("--watch cannot be combined with --resume, --rerun-failed, --smoke or --format")
        if self.watch_path and not self.watch:
            raise Failure("--watch-path needs --watch")
        if self.freeze is not None and (self.selection != Selection() or self.edition != CANONICAL):
            raise Failure("--freeze writes all scenarios of the suite: it takes no selection and no --edition")
        options.check_parents(self.report, self.junit, self.markdown, self.html, self.badge, self.expectations)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of the adapters; without any the reference is tested."""
        return self.adapter or (REFERENCE,)

    @property
    def selection(self) -> Selection:
        """The requested scenarios."""
        return Selection(self.ids, self.clause, self.card, self.level, self.map, self.players)

    def order(self, is_excused: Callable[[str], bool]) -> Order:
        """The requested run."""
        return Order(
            commands=self.commands,
            edition=self.edition,
            folder=self.suite,
            selection=Selection() if self.smoke else self.selection,
            set_name=self.set_name,
            jobs=1 if self.smoke else self.jobs,
            timeout=self.timeout,
            shuffle=self.shuffle,
            report=self.report,
            resume=self.resume,
            rerun_failed=self.rerun_failed,
            anyway=self.anyway,
            fail_fast=1 if self.smoke else self.fail_fast,
            is_excused=is_excused,
            choose=smoke_cases if self.smoke else None,
            diagnose=None if self.smoke else likely_causes,
        )

    @property
    def repeating(self) -> list[str]:
        """The options, other than the adapter and the edition, that rerun a scenario as it was run."""
        words = ["--suite", str(self.suite)] if self.suite else []
        return [*words, *(["--timeout", f"{self.timeout:g}"] if self.timeout != TIMEOUT else [])]
