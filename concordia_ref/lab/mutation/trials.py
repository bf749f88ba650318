"""The suite against one mutant, in this process: which scenario notices it, if any does."""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.lab.mutation.code_mutants import PACKAGE, CodeMutant
from concordia_ref.lab.mutation.data_mutants import DataMutant
from concordia_ref.spec.clauses import clause_references
from concordia_ref.spec.loading import build
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.tree import Tree
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.answers import Forms
from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.process import Fault
from concordia_ref.suite.verdicts import judge
from concordia_ref.words.validation import all_findings

# A scenario takes milliseconds; one that takes this long will never end.
SECONDS_PER_CASE = 5.0
# This many scenarios run before the check whether the data of a mutant are rules at all, which takes longer.
NEAREST = 100
# Findings about clauses without a datum and about names of cards: such rules can be played all the same.
BOOKKEEPING = ("clause.", "id.card-name")

Mutant = DataMutant | CodeMutant
Outcome = Literal["killed", "survived", "invalid"]


class Result(NamedTuple):
    """The fate of a mutant: killed by a scenario, survived, or not a specification. `by` says who noticed."""

    mutant: str
    outcome: Outcome
    by: str


class Bench:
    """The suite and the sound rules, prepared once for all mutants."""

    def __init__(self, tree: Tree, cases: Sequence[Case], readings: Sequence[tuple[Case, Specification]] = ()) -> None:
        self.tree = tree
        self.readings = {case.edition: rules for case, rules in readings}
        self.cases = [*cases, *(case for case, _ in readings)]
        self.words = {case.id: _words(case.id, *case.clauses, *case.cards) for case in cases}
        can = capabilities(InProcess(Adapter()), "")
        self.can = replace(can, editions=can.editions | self.readings.keys())
        # Read once what every child would otherwise read by itself.
        _imports()

    def nearest(self, mutant: Mutant) -> list[Case]:
        """All cases for a mutant; first those that have to do with it by their names, clauses and cards.

        Those of other readings are for the code, which carries out all of them; their data are others.
        """
        words = _words(mutant.id, *mutant.clauses)
        of_code = isinstance(mutant, CodeMutant)
        cases = (case for case in self.cases if of_code or case.edition == CANONICAL)
        return sorted(cases, key=lambda case: -len(words & self.words[case.id]))

    def first_to_notice(self, adapter: Any, cases: Sequence[Case], seconds: float = 0) -> str | None:
        """The first scenario that does not pass; None if all pass. This process ends if one takes too long."""
        door, forms = InProcess(adapter), Forms()
        for case in cases:
            _limit(seconds)
            if judge(door, case, self.can, forms).outcome != "pass":
                return case.id if case.edition == CANONICAL else f"{case.id} ({case.edition})"
        return None

    def try_out(self, mutant: Mutant) -> Result:
        """Run the suite against a mutant. A mutant of the code stays in this process: use one process for each."""
        try:
            if isinstance(mutant, DataMutant):
                changed = mutant.applied_to(self.tree)
                adapter: Any = Adapter()
                adapter.games[CANONICAL] = Game(build(with_clauses_in_use(changed.data), changed.folder))
            else:
                adapter = self.adapter_with(mutant)
        except Exception as error:
            # Data that cannot be built are not rules; code that cannot be imported is noticed by anyone who runs it.
            outcome: Outcome = "invalid" if isinstance(mutant, DataMutant) else "killed"
            return Result(mutant.id, outcome, type(error).__name__)
        cases = self.nearest(mutant)
        noticed = self.first_to_notice(adapter, cases[:NEAREST], SECONDS_PER_CASE)
        if not noticed and isinstance(mutant, DataMutant):
            _limit(0)
            codes = [finding.code for finding in all_findings(changed, [])]
            if codes := [code for code in codes if not code.startswith(BOOKKEEPING)]:
                return Result(mutant.id, "invalid", codes[0])
        noticed = noticed or self.first_to_notice(adapter, cases[NEAREST:], SECONDS_PER_CASE)
        _limit(0)
        return Result(mutant.id, "killed" if noticed else "survived", noticed or "")

    def sound_adapter(self) -> Adapter:
        """The reference as it is, with the rules of all readings."""
        adapter = Adapter()
        adapter.games |= {edition: Game(rules) for edition, rules in self.readings.items()}
        return adapter

    def adapter_with(self, mutant: CodeMutant) -> Any:
        """The reference, imported again with a changed module."""
        for name in sorted(_depending_on(mutant.module)):
            parent, _, last = name.rpartition(".")
            if sys.modules.pop(name, None) is not None and hasattr(sys.modules.get(parent), last):
                delattr(sys.modules[parent], last)
        sys.meta_path.insert(0, _Changed(mutant.module, mutant.source))
        adapter = importlib.import_module(f"{PACKAGE}.suite.adapter").Adapter()
        new_game = importlib.import_module(f"{PACKAGE}.engine.game").Game
        adapter.games |= {edition: new_game(rules) for edition, rules in self.readings.items()}
        return adapter


class InProcess:
    """Stands in for the process of an adapter: the requests go to the reference in this process."""

    def __init__(self, adapter: Any) -> None:
        self.adapter = adapter
        self.stderr = b""

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises `Fault` where a process would be gone."""
        try:
            answer: dict[str, Any] = self.adapter.answer(json.dumps({"id": 0, "op": op, **fields}))
        except Exception as error:
            raise Fault(f"crashed: {type(error).__name__}") from None
        return answer

    def finish(self) -> None:
        """Close a scenario: nothing is ever left over."""


def with_clauses_in_use(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without the clauses whose last datum is gone: those that are still carried out can be played."""
    used = {clause for _, clause in clause_references(data)}
    rules = {
        file: {**part, "clauses": {id: entry for id, entry in part["clauses"].items() if id in used}}
        for file, part in data["rules"].items()
    }
    return {**data, "rules": rules}


def _words(*names: str) -> set[str]:
    return {word for name in names for word in re.split("[^a-z]+", name)}


def _limit(seconds: float) -> None:
    """End this process after some seconds of work, however busy the machine is; with 0, let it live."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _depending_on(module: str) -> set[str]:
    """The modules that import a module, directly or not, and that one itself."""
    found = {module}
    while more := {name for name, imported in _imports().items() if imported & found} - found:
        found |= more
    return found


@cache
def _imports() -> dict[str, set[str]]:
    """What the modules of this package import that are in use."""
    return {name: _imported(module) for name, module in sys.modules.items() if name.startswith(f"{PACKAGE}.")}


def _imported(module: ModuleType) -> set[str]:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another source."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.name, "exec"), vars(module))
