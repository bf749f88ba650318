"""Small changes to the code of the interpreter's rules, in a fixed order and under ids that survive edits elsewhere."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from concordia_ref.spec.packaged import PACKAGE as PACKAGE_FOLDER

PACKAGE = "concordia_ref"
ENGINE = f"{PACKAGE}/engine/"
# The modules that carry out the rules.
RULE_MODULES = ("board", "draft", "ending", "flow", "rules", "scoring", "setup", "verbs/*")
# What people read about a refusal, and what else a caller gets to see; the suite judges neither.
TEXTS = ("Violation", "broken", "breaks", "Malformed", "unknown", "UnknownValueError")
# Set-ups are drawn at random, turns are listed, sheets and the facts of a refusal are written for people; the suite
# brings its own draws, asks turn by turn and compares totals. The checks of a set-up have planted bugs. Only what may
# be kept is asked for on the way: a player without a choice need not choose.
NOT_ASKED = (
    "*.options",
    "*.breaks",
    "verbs/verb:Verb.can_begin",
    "flow:options",
    "flow:take",
    "flow:go_on",
    "flow:complete",
    "flow:_pointed",
    "board:Reach.to_free_places",
    "rules:Rules._trades",
    "verbs/move_colonists:MoveColonists.next_moves",
    "verbs/move_colonists:_cheapest_of",
    "verbs/move_colonists:_owner",
    "verbs/build_houses:BuildHouses.goods_in_reach",
    "verbs/build_houses:BuildHouses.possible_among",
    "verbs/build_houses:_can_pay",
    "verbs/choose_province:ChooseProvince.can_begin",
    "verbs/choose_province:ChooseProvince._is_open",
    "verbs/trade_goods:TradeGoods._trades",
    "verbs/trade_goods:_facts",
    "setup:draw",
    "setup:check_*",
    "setup:_kinds_to_choose",
    "setup:_below",
    "setup:_shuffled",
    "setup:*_json",
    "scoring:*_json",
)
ASKED_NEVERTHELESS = ("verbs/store_goods:StoreGoods.options",)

_SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class CodeMutant:
    """A module in which one expression or statement is replaced."""

    id: str
    file: str
    line: int
    before: str
    after: str
    clauses: tuple[str, ...]
    """All that the module names."""
    nearest_clauses: tuple[str, ...]
    """Those that the function names, or else its class, or else the module."""
    tree: ast.AST = field(repr=False, compare=False)
    node: ast.AST = field(repr=False, compare=False)
    other: ast.AST = field(repr=False, compare=False)

    @property
    def source(self) -> str:
        """The source of the changed module."""
        return ast.unparse(_replaced(self.tree, self.node, self.other))

    @property
    def module(self) -> str:
        """The name under which the module is imported."""
        return self.file.removesuffix(".py").replace("/", ".")


def rule_files() -> list[Path]:
    """The files of the modules that implement the rules."""
    root = PACKAGE_FOLDER / "engine"
    return [file for name in RULE_MODULES for file in sorted(root.glob(f"{name}.py")) if file.stem != "__init__"]


def code_mutants(files: Sequence[Path]) -> list[CodeMutant]:
    """All mutants of some modules."""
    found: list[CodeMutant] = []
    for file in files:
        inside = file.relative_to(PACKAGE_FOLDER.parent).as_posix()
        found += mutants_of(file.read_text(encoding="utf-8"), inside)
    return found


def mutants_of(source: str, file: str) -> Iterator[CodeMutant]:
    """All mutants of the source of one module."""
    tree = ast.parse(source)
    short = file.removeprefix(ENGINE).removesuffix(".py")
    clauses = _clauses_in(source)
    scopes = _scopes(tree, source)
    number: Counter[str] = Counter()
    for function, node in _places(tree, ""):
        if not _is_asked(f"{short}:{function}"):
            continue
        for name, other in _others(node):
            key = f"{short}:{function or 'module'}:{name}"
            number[key] += 1
            yield CodeMutant(
                id=f"{key}:{number[key]}",
                file=file,
                line=node.lineno,
                before=_line(node),
                after=_line(other),
                clauses=clauses,
                nearest_clauses=_nearest(scopes, function) or clauses,
                tree=tree,
                node=node,
                other=other,
            )


def _clauses_in(source: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r'"([a-z-]+(?:\.[a-z-]+)+)"', source)))


def _scopes(node: ast.AST, source: str, name: str = "") -> dict[str, tuple[str, ...]]:
    """The clauses that each function and each class names."""
    found = {}
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            inner = f"{name}.{child.name}" if name else child.name
            found[inner] = _clauses_in(ast.get_source_segment(source, child) or "")
            found |= _scopes(child, source, inner)
    return found


def _nearest(scopes: dict[str, tuple[str, ...]], function: str) -> tuple[str, ...]:
    """The clauses of the innermost scope around a place that names any."""
    while function:
        if scopes.get(function):
            return scopes[function]
        function = function.rpartition(".")[0]
    return ()


def _places(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Every expression and statement that decides something, with the function in which it stands."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            inner = f"{function}.{child.name}" if function else child.name
            yield from _places(child, inner)
        elif _is_left_out(node, child):
            continue
        else:
            if isinstance(child, (ast.expr, ast.stmt)):
                yield function, child
            yield from _places(child, function)


def _is_asked(function: str) -> bool:
    return function in ASKED_NEVERTHELESS or not any(fnmatchcase(function, name) for name in NOT_ASKED)


def _is_left_out(parent: ast.AST, child: ast.AST) -> bool:
    """Types, docstrings, imports, checks for programmers, and texts."""
    return (
        isinstance(child, (ast.arg, ast.Import, ast.ImportFrom, ast.Assert))
        or child in getattr(parent, "decorator_list", ())
        or child in (getattr(parent, "annotation", None), getattr(parent, "returns", None))
        or (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant))
        or (isinstance(child, ast.keyword) and child.arg == "strict")
        or _is_text(child)
    )


def _others(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """What could replace a node, each with a name."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for other in _SWAPPED.get(type(op), ()):
                    swapped = [*ops[:index], other(), *ops[index + 1 :]]
                    yield f"{_name(op)}-{_name(other)}", _changed(node, ops=swapped)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op):
            for other in _SWAPPED.get(type(op), ()):
                yield f"{_name(op)}-{_name(other)}", _changed(node, op=other())
        case ast.Constant(value=bool(value)):
            yield f"{value}-{not value}".lower(), _changed(node, value=not value)
        case ast.Constant(value=int(value)):
            yield "one-more", _changed(node, value=value + 1)
            yield "one-less", _changed(node, value=value - 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not-dropped", operand
        case ast.Call(func=ast.Name(id=name) as func) if name in _OTHER_FUNCTION:
            yield f"{name}-{_OTHER_FUNCTION[name]}", _changed(node, func=_changed(func, id=_OTHER_FUNCTION[name]))
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not _negates_itself(node.test):
        yield "negated", _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
    for index, loop in enumerate(getattr(node, "generators", ())):
        for test in (test for test in loop.ifs if not _negates_itself(test)):
            rest = [ast.UnaryOp(ast.Not(), test) if other is test else other for other in loop.ifs]
            changed = [*node.generators[:index], _changed(loop, ifs=rest), *node.generators[index + 1 :]]  # type: ignore[union-attr]
            yield "negated", _changed(node, generators=changed)
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise, ast.Break, ast.Continue)) and not _refuses_input(node):
        yield "dropped", ast.Pass()
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        for bound in ("lower", "upper"):
            value = getattr(node.slice, bound)
            if value is not None and not isinstance(value, ast.Constant):
                shifted = ast.BinOp(value, ast.Add(), ast.Constant(1))
                yield f"{bound}-shifted", _changed(node, slice=_changed(node.slice, **{bound: shifted}))


def _refuses_input(node: ast.stmt) -> bool:
    """Whether a statement refuses what cannot be read; for that there are planted bugs."""
    return isinstance(node, ast.Raise) and node.exc is not None and _is_text(node.exc)


def _is_text(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in TEXTS
    return False


def _negates_itself(test: ast.expr) -> bool:
    """Whether one of the changes to a condition already is its opposite."""
    match test:
        case ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not()):
            return True
    return False


def _name(op: ast.AST | type[ast.AST]) -> str:
    return (op if isinstance(op, type) else type(op)).__name__.lower()


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _line(node: ast.AST) -> str:
    """A node in a line: of a statement with a body just its head."""
    return ast.unparse(node).splitlines()[0]


def _replaced(tree: ast.AST, old: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of a tree with another node in the place of one."""
    if tree is old:
        return new
    changed = copy.copy(tree)
    for name, value in ast.iter_fields(tree):
        if isinstance(value, ast.AST):
            setattr(changed, name, _replaced(value, old, new))
        elif isinstance(value, list):
            setattr(changed, name, [_replaced(v, old, new) if isinstance(v, ast.AST) else v for v in value])
    return changed
