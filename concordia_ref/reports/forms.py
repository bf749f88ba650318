"""The forms of a report, each made from its lines."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from concordia_ref.words.tables import table

MARKS = {"pass": "✓", "fail": "✗", "skip": "–", "fault": "!"}


def _verdicts(report: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [line for line in report if line["type"] == "verdict"]


def _names(report: Sequence[Mapping[str, Any]]) -> list[str]:
    return [entry["label"] for entry in report[0]["implementations"]]


def _tally(verdicts: Iterable[Mapping[str, Any]]) -> str:
    outcomes = Counter(verdict["outcome"] for verdict in verdicts)
    return f"{outcomes['pass']}/{outcomes.total()}"


def summary(report: Sequence[Mapping[str, Any]]) -> str:
    """Counts for each implementation, passes by card, and why scenarios were skipped."""
    verdicts, names = _verdicts(report), _names(report)
    totals = []
    for name in names:
        outcomes = Counter(line["outcome"] for line in verdicts if line["implementation"] == name)
        totals.append([name, *(str(outcomes[key]) for key in MARKS), str(outcomes.total())])
    header = ["implementation", *MARKS, "all"]
    parts = [table(header, totals)]
    cards = sorted({card for line in verdicts for card in line["cards"]})
    rows = [
        [card, *(_tally(v for v in verdicts if v["implementation"] == name and card in v["cards"]) for name in names)]
        for card in cards
    ]
    no_card = [_tally(v for v in verdicts if v["implementation"] == name and not v["cards"]) for name in names]
    rows.append(["no card: set-up and scoring", *no_card])
    parts.append(table(["passed by card", *names], rows))
    skipped = [line for line in verdicts if line["outcome"] == "skip"]
    if skipped:
        reasons = Counter((detail, line["implementation"]) for line in skipped for detail in line["details"])
        common = dict.fromkeys(detail for (detail, _), _ in reasons.most_common())
        rows = [[detail, *(str(reasons[detail, name]) for name in names)] for detail in common]
        parts.append(table(["why skipped; a scenario may have several reasons", *names], rows))
    return "\n\n".join(parts)


def junit(report: Sequence[Mapping[str, Any]]) -> str:
    """The report as JUnit XML, a test suite for each implementation."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for name in _names(report):
        verdicts = [line for line in _verdicts(report) if line["implementation"] == name]
        count = Counter(line["outcome"] for line in verdicts)
        lines.append(
            f'  <testsuite name={_attribute(name)} tests="{len(verdicts)}" failures="{count["fail"]}" '
            f'errors="{count["fault"]}" skipped="{count["skip"]}">'
        )
        for line in verdicts:
            topic, _, scenario = line["scenario"].partition("/")
            lines.append(f"    <testcase classname={_attribute(topic)} name={_attribute(scenario)}>")
            element = {"fail": "failure", "fault": "error", "skip": "skipped"}.get(line["outcome"])
            if element:
                lines.append(f"      <{element} message={_attribute('; '.join(line['details']))}/>")
            lines.append("    </testcase>")
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _xml(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(
        letter if letter in "\t\n" or letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _attribute(text: str) -> str:
    """A text as the value of an attribute of XML."""
    return '"' + html.escape(_xml(text)).replace("\n", "&#10;") + '"'


def _html(text: str) -> str:
    return html.escape(_xml(text))


def markdown(report: Sequence[Mapping[str, Any]]) -> str:
    """The report as Markdown: counts, and every verdict that is not a pass."""
    names, verdicts = _names(report), _verdicts(report)
    lines = [f"# Conformance, specification {report[0]['specification']}, edition {report[0]['edition']}", ""]
    lines += ["| implementation | " + " | ".join(MARKS) + " | all |", "|---" * (len(MARKS) + 2) + "|"]
    for name in names:
        count = Counter(line["outcome"] for line in verdicts if line["implementation"] == name)
        numbers = " | ".join(str(count[key]) for key in MARKS)
        lines.append(f"| {_cell(name)} | {numbers} | {count.total()} |")
    others = [line for line in verdicts if line["outcome"] != "pass"]
    if others:
        lines += ["", "| implementation | scenario | verdict | why |", "|---|---|---|---|"]
        for line in others:
            why = _cell("; ".join(line["details"]))
            lines.append(f"| {_cell(line['implementation'])} | {line['scenario']} | {line['outcome']} | {why} |")
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    escaped = html.escape(_xml(text), quote=False)
    for letter in "\\`*_[]|":
        escaped = escaped.replace(letter, f"\\{letter}")
    return escaped.replace("\n", " ")


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222 }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top }
thead th { border-bottom: 2px solid #888 } tbody tr:nth-child(odd) { background: #f4f2ee }
td.all { color: #14532d } td.some { color: #7c2d12 } td.none { color: #7f1d1d } td.skipped { color: #555 }
details { margin: .3rem 0 } pre { white-space: pre-wrap; background: #f4f2ee; padding: .5rem }
@media (prefers-color-scheme: dark) {
  body { background: #1c1b19; color: #e8e6e1 } tbody tr:nth-child(odd), pre { background: #282622 }
  td.all { color: #86efac } td.some { color: #fdba74 } td.none { color: #fca5a5 } td.skipped { color: #aaa }
}
"""


def html_page(report: Sequence[Mapping[str, Any]]) -> str:
    """The report as one self-contained page: matrices by card and by clause, and every failure."""
    names, verdicts, header = _names(report), _verdicts(report), report[0]
    title = f"Conformance, specification {header['specification']}, edition {header['edition']}"
    cards = sorted({card for line in verdicts for card in line["cards"]})
    clauses = sorted({clause for line in verdicts for clause in line["clauses"]})
    totals = "".join(f"<li>{_html(name)}: {_passed(report, name)} passed</li>" for name in names)
    failures = "".join(_failure(line) for line in verdicts if line["outcome"] in ("fail", "fault"))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_html(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{_html(title)}</h1><ul>{totals}</ul>"
        "<p>Each cell is passed of all, skipped ones counted in all: ✓ all pass, ◐ some, ✗ none, – all skipped.</p>"
        f"<h2>By card</h2>{_matrix(verdicts, names, 'cards', cards)}"
        f"<h2>By clause</h2>{_matrix(verdicts, names, 'clauses', clauses)}"
        f"<h2>Failures</h2>{failures or '<p>None.</p>'}</body></html>\n"
    )


def _passed(report: Sequence[Mapping[str, Any]], name: str) -> str:
    """Passed of all that were selected: what an interrupted run has not reached is not passed."""
    outcomes = Counter(line["outcome"] for line in _of(_verdicts(report), name))
    return f"{outcomes['pass']}/{report[0]['scenarios']}"


def _of(verdicts: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    return [line for line in verdicts if line["implementation"] == name]


def _matrix(verdicts: Sequence[Mapping[str, Any]], names: Sequence[str], key: str, values: Sequence[str]) -> str:
    head = "".join(f"<th scope='col'>{_html(name)}</th>" for name in names)
    rows = []
    for value in values:
        cells = [_matrix_cell([v for v in _of(verdicts, name) if value in v[key]]) for name in names]
        rows.append(f"<tr><th scope='row'>{_html(value)}</th>{''.join(cells)}</tr>")
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _matrix_cell(verdicts: Sequence[Mapping[str, Any]]) -> str:
    outcomes = Counter(line["outcome"] for line in verdicts)
    kind, mark = "some", "◐"
    if outcomes["pass"] == len(verdicts):
        kind, mark = "all", "✓"
    elif outcomes["skip"] == len(verdicts):
        kind, mark = "skipped", "–"
    elif not outcomes["pass"]:
        kind, mark = "none", "✗"
    return f"<td class='{kind}'>{mark} {_tally(verdicts)}</td>"


def _failure(line: Mapping[str, Any]) -> str:
    details = _html("\n".join([*line["details"], line["stderr"]]))
    heading = _html(f"{line['scenario']} ({line['implementation']}, {line['outcome']})")
    return f"<details><summary>{heading}</summary><pre>{details}</pre></details>"


def badge(report: Sequence[Mapping[str, Any]]) -> str:
    """A badge for the first implementation: passed of all, with skipped ones in all."""
    text = _passed(report, _names(report)[0])
    passed, _, every = text.partition("/")
    colour = "#2e7d32" if passed == every else "#b45309"
    width = 20 + 7 * len(text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{86 + width}" height="20" role="img" '
        f'aria-label="Concordia: {text}"><title>Concordia conformance: {text}</title>'
        f'<rect width="86" height="20" fill="#444"/><rect x="86" width="{width}" height="20" fill="{colour}"/>'
        '<g fill="#fff" font-family="Verdana, sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="43" y="14">Concordia</text><text x="{86 + width // 2}" y="14">{text}</text></g></svg>\n'
    )
