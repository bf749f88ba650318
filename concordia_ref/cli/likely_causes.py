"""The likely causes of failures, for reports of `concordia conform`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from concordia_ref.suite.cases import Case
from concordia_ref.suite.diagnosis import causes
from concordia_ref.suite.fingerprints import read_fingerprints
from concordia_ref.suite.verdicts import Verdict


def likely_causes(verdicts: Sequence[Verdict], cases: Mapping[str, Case]) -> list[Mapping[str, Any]]:
    """The causes of failures. Where the known faults cannot be read, failures are grouped without them."""
    matrix = read_fingerprints()
    if matrix.problem:
        print(f"no known faults to compare with: {matrix.problem}", file=sys.stderr)
    return [cause._asdict() for cause in causes(verdicts, cases, matrix)]
