"""Building the site: the pages of each unit are written as Markdown files, and MkDocs puts the theme around them.

A unit is a language, or the part for implementers. A unit whose inputs have not changed since it was last built is left
as it is.
"""

from __future__ import annotations

import hashlib
import json
import logging
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.pictures.books import BookDrawings
from concordia_ref.pictures.maps import base_map
from concordia_ref.site import home
from concordia_ref.site.calculator import calculator_page
from concordia_ref.site.developer.files import files
from concordia_ref.site.developer.pages import NAVIGATION, developer_pages
from concordia_ref.site.developer.python_reference import documented
from concordia_ref.site.dispute_pages import dispute_pages
from concordia_ref.site.finder import finder_page, finder_script
from concordia_ref.site.glossary import glossary_page
from concordia_ref.site.links import broken_links
from concordia_ref.site.page import CommandHelp, Page
from concordia_ref.site.play_pages import play_pages
from concordia_ref.site.ready_html import MARK
from concordia_ref.site.rule_pages import rule_pages
from concordia_ref.site.scripts import data_script, engine_script, unfilled, words_script
from concordia_ref.site.search import search_script
from concordia_ref.site.thing_pages import thing_pages
from concordia_ref.site.unit import Unit
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.suite.worked_examples import worked_example
from concordia_ref.words.languages import ENGLISH, language, tags
from concordia_ref.words.pdf import Layout, to_pdf
from concordia_ref.words.rulebook import aid_blocks, rulebook_blocks

IMPLEMENTERS = "dev"
Progress = Callable[[int, int, str], None]


def units() -> list[str]:
    """The parts of the site: every language, and the part for implementers."""
    return [*tags(), IMPLEMENTERS]


def _tag(unit: str) -> str:
    """The language of a unit."""
    return ENGLISH if unit == IMPLEMENTERS else unit


def build_site(
    target: Path,
    commands: Sequence[CommandHelp],
    wanted: Sequence[str] | None = None,
    progress: Progress = lambda done, total, note: None,
) -> list[str]:
    """Build the site, or some units of it, and return what is wrong with its links; `progress` gets a line per unit."""
    work = target.parent / f".{target.name}-build"
    work.mkdir(parents=True, exist_ok=True)
    stale = [unit for unit in wanted or units() if _is_stale(unit, target, work)]
    _write_assets(target)
    # Fresh processes, so that a server builds with the code as it is now.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(stale), os.cpu_count() or 1) or 1, context) as pool:
        built = {unit: pool.submit(_build_unit, unit, target, work, commands) for unit in _longest_first(stale)}
        for number, (unit, done) in enumerate(built.items(), start=1):
            progress(number, len(built), f"{unit}: {done.result()} pages")
            _mark_built(unit, work)
    unbuilt = [unit for unit in units() if not (target / unit).is_dir()]
    return [str(broken) for broken in broken_links(target, unbuilt)]


def _longest_first(stale: Sequence[str]) -> list[str]:
    return sorted(stale, key=lambda unit: unit != IMPLEMENTERS)


# What is built again


def _is_stale(unit: str, target: Path, work: Path) -> bool:
    built = work / f"{unit}.digest"
    fresh = built.is_file() and (target / unit / "index.html").is_file()
    return not fresh or built.read_text(encoding="utf-8") != _digest(unit)


def _mark_built(unit: str, work: Path) -> None:
    (work / f"{unit}.digest").write_text(_digest(unit), encoding="utf-8")


def _digest(unit: str) -> str:
    """A name for everything that the pages of a unit are made from."""
    digest = hashlib.sha256()
    for file in sorted(_inputs(unit)):
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _inputs(unit: str) -> Iterator[Path]:
    read = {ENGLISH, language(_tag(unit)).written_in}
    locales = packaged_folder("spec") / "locales"
    folders = [packaged_folder(name) for name in ("spec", "conformance", "docs")] + [PACKAGE]
    for file in (file for folder in folders for file in folder.rglob("*")):
        # The glossary names all terms in all languages.
        of_another = file.is_relative_to(locales) and file.parent.name not in read and file.name != "terms.yaml"
        if file.is_file() and file.suffix != ".pyc" and not of_another:
            yield file


# A unit


def _build_unit(unit: str, target: Path, work: Path, commands: Sequence[CommandHelp]) -> int:
    """Build a unit; return how many pages it has."""
    game = Game()
    language_unit = Unit(game, _tag(unit))
    words = language_unit.words
    if unit == IMPLEMENTERS:
        pages = list(_implementers_pages(game, commands, work))
    else:
        pages = list(language_pages(language_unit))
    folder = work / unit
    _write_pages(folder, pages)
    _run_mkdocs(unit, game, folder, target / unit)
    if unit == IMPLEMENTERS:
        for path, file in files().items():
            (target / unit / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / unit / path)
    else:
        drawings = BookDrawings(words, game)
        book = rulebook_blocks(words, game, partial(worked_example, game), drawings)
        (target / unit / f"rulebook-{unit}.pdf").write_bytes(to_pdf(book, words.tag))
        aid = aid_blocks(words, game, drawings)
        (target / unit / f"aid-{unit}.pdf").write_bytes(to_pdf(aid, words.tag, Layout(sheet=True)))
        _write(target / "assets" / f"finder-{unit}.js", finder_script(language_unit))
    for game_map in game.spec.maps.values():
        _write(target / "assets" / f"map-{game_map.id}-{_tag(unit)}.svg", base_map(words, game_map))
    _write(target / "assets" / f"search-{unit}.js", search_script(pages))
    return sum(1 for _ in (target / unit).rglob("*.html"))


def _implementers_pages(game: Game, commands: Sequence[CommandHelp], work: Path) -> Iterator[Page]:
    """All pages for implementers: those made from the data, and those written by hand."""
    yield from developer_pages(game, commands, work)
    for file in sorted((packaged_folder("docs") / IMPLEMENTERS).glob("*.md")):
        text = file.read_text(encoding="utf-8")
        title = text.partition("\n")[0].removeprefix("# ")
        yield Page(f"{file.stem}.html", title, text, entries=tuple(documented(text)))


def language_pages(unit: Unit) -> Iterator[Page]:
    """All pages in one language."""
    yield home.home_page(unit)
    yield from rule_pages(unit)
    yield from thing_pages(unit)
    yield from play_pages(unit)
    yield from dispute_pages(unit)
    yield glossary_page(unit)
    yield calculator_page(unit)
    yield finder_page(unit)


def _write_pages(folder: Path, pages: Iterable[Page]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for page in pages:
        file = (folder / page.path).with_suffix(".md")
        file.parent.mkdir(parents=True, exist_ok=True)
        about = {"title": page.title, "description": page.description, "scripts": list(page.scripts)}
        head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in about.items())
        body = MARK + page.body if page.body.startswith("<") else page.body
        file.write_text(f"---\n{head}---\n{body}\n", encoding="utf-8")


def _run_mkdocs(unit: str, game: Game, pages: Path, target: Path) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    configuration = packaged_folder("docs").parent / "mkdocs.yml"
    changed: dict[str, Any] = {"docs_dir": str(pages), "site_dir": str(target), "extra": _template_facts(unit, game)}
    if unit != IMPLEMENTERS:
        changed["plugins"] = []  # Only the reference of the Python package needs one.
    build(load_config(str(configuration), **changed))
    # A map of the site needs its address, which a folder does not have.
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (target / name).unlink(missing_ok=True)
    # The plugin has a style of its own; the theme has one for all pages.
    shutil.rmtree(target / "assets", ignore_errors=True)


def _template_facts(unit: str, game: Game) -> Mapping[str, Any]:
    """What the theme needs to know of a unit."""
    words = language(_tag(unit))
    say = words.say
    sections = [{"path": f"{name}.html", "label": say(f"site.nav.{name}")} for name in (*home.SECTIONS, *home.TOOLS)]
    implementers = [{"path": f"{name}.html", "label": label} for name, label in NAVIGATION]
    return {
        "unit": unit,
        "lang": words.tag,
        "languages": [{"tag": tag, "name": language(tag).terms["name"]} for tag in tags()],
        "navigation": implementers if unit == IMPLEMENTERS else sections,
        "words": {
            "name": say("site.name"),
            "skip": say("site.skip"),
            "menu": say("site.menu"),
            "languages": say("site.languages"),
            "search": say("site.search"),
            "nav.dev": say("site.nav.dev"),
            "footer": say("site.footer", version=game.spec.version),
        },
        "search": {"none": say("search.none"), "some": unfilled(words, "search.some")},
    }


# Shared by all units


def _write_assets(target: Path) -> None:
    game, assets = Game(), target / "assets"
    shutil.copytree(packaged_folder("docs") / "theme" / "assets", assets, dirs_exist_ok=True)
    scripts = {"engine.js": engine_script(), "data.js": data_script(game.spec)}
    for tag in tags():
        scripts[f"words-{tag}.js"] = words_script(language(tag))
    for name, text in scripts.items():
        _write(assets / name, text)
    _write(target / "index.html", home.root_page())


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
