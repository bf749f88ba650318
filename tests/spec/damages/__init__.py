"""Damages to a specification, each with the finding that it must bring."""

from __future__ import annotations

from tests.spec.damages.ids import IDS
from tests.spec.damages.relations import RELATIONS
from tests.spec.damages.schemas import SCHEMAS
from tests.spec.damages.texts import TEXTS
from tests.spec.damages.yaml import YAML

DAMAGES = {**YAML, **SCHEMAS, **IDS, **RELATIONS, **TEXTS}
