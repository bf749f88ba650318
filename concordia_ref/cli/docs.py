"""The command `concordia docs`: build the site, or serve it and build again whatever changes."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from pathlib import Path

from concordia_ref.spec.packaged import PACKAGE
from concordia_ref.words.languages import say, spoken

FINE, FINDINGS = 0, 1
HOST = "127.0.0.1"
SOURCES = ("spec", "conformance", "docs", "concordia_ref")


class Impossible(Exception):
    """What was asked for cannot be done; the text says why and what to do."""


def docs(options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    target, units = Path(options.output), options.units
    if _holds_other_things(target):
        raise Impossible(say("docs.not-a-site", folder=repr(options.output)))
    return build(target, units) if options.task == "build" else serve(target, units, options.port)


def _holds_other_things(target: Path) -> bool:
    """Whether a folder holds files but no site: they are not ours to write among."""
    from concordia_ref.site.build import units

    names = {entry.name for entry in target.iterdir()} if target.is_dir() else set()
    return bool(names) and names.isdisjoint({"index.html", "assets", *units()})


def build(target: Path, units: list[str]) -> int:
    """Build the site, or some units of it, and print what is wrong with it."""
    from concordia_ref.site.build import build_site

    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Impossible(say("help.wrong.cannot-write", file=repr(str(target)), reason=error.strerror)) from None
    problems = build_site(target, units or None, lambda line: print(line, file=sys.stderr, flush=True))
    for problem in problems:
        print(problem)
    print(say("docs.built", folder=repr(str(target)), number=len(problems)), file=sys.stderr)
    return FINDINGS if problems else FINE


def serve(target: Path, units: list[str], port: int) -> int:
    """Build the site and serve it on this machine until it is interrupted; what changes is built again."""
    from mkdocs.livereload import LiveReloadServer

    _check_port(port)

    def rebuild() -> None:
        # A process of its own has read neither code nor data yet, and writes nothing into the folders that are watched.
        arguments = ["docs", "build", *units, "--output", str(target), "--lang", spoken().tag]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-m", "concordia_ref", *arguments], check=False, env=environment)

    rebuild()
    server = LiveReloadServer(rebuild, HOST, port, str(target))
    for folder in _sources():
        server.watch(str(folder))
    print(say("docs.serving", address=f"http://{HOST}:{port}/"), file=sys.stderr)
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()
    return FINE


def _check_port(port: int) -> None:
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        raise Impossible(say("docs.port", port=str(port), reason=os.strerror(error.errno or 0))) from None


def _sources() -> list[Path]:
    """The folders of a clone that the site is made from; an installed package does not change."""
    clone = PACKAGE.parent
    return [clone / name for name in SOURCES] if (clone / "pyproject.toml").is_file() else []
