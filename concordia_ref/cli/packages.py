"""Packages that only some commands need."""

from __future__ import annotations

from importlib.util import find_spec

from concordia_ref.cli.exits import Failure


def need(*packages: str) -> None:
    """Fail if a package of the extra `docs` is missing."""
    for package in packages:
        if find_spec(package) is None:
            raise Failure(
                f"this needs the package {package}, which is not installed; "
                "install it with `pip install 'concordia-ref[docs]'`"
            )
