"""The built site in a real browser. Whatever a test does, nothing may fail to load, complain, or ask another host."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

CLONE = Path(__file__).parents[2]
SITE = CLONE / "site"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
# A machine that is busy takes its time.
expect.set_options(timeout=15_000)
# Opens a page of the site, by its path, in a context with some options.
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, as `make browser` builds it before."""
    assert (SITE / "index.html").is_file(), "the site is not built; `make browser` builds it and runs these tests"
    return SITE


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    assert program, "there is no Chromium; `make browser` installs it, and CHROMIUM names another one"
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=QUIET) as browser:
        yield browser


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site on a server of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(params=["file", "http"])
def anywhere(request: pytest.FixtureRequest, site: Path, served: str) -> str:
    """The address of the site, once in its folder and once on a server."""
    return served if request.param == "http" else f"{site.as_uri()}/"


def _failure(request: Request) -> list[str]:
    """What failed about a request; one that a page has not awaited when it was left has not failed."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.url}: {request.failure}"]


@pytest.fixture
def open_page(browser: Browser, served: str) -> Iterator[Open]:
    """Opens pages in contexts of their own, and in the end says everything that went wrong on them."""
    wrong: list[str] = []
    contexts = []

    def open_page(path: str = "", root: str = "", **options: Any) -> Page:
        root = root or served
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: wrong.extend(_failure(request)))
        page.on("response", lambda answer: wrong.append(f"{answer.url}: {answer.status}") if not answer.ok else None)
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(root) else None)
        page.goto(root + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
