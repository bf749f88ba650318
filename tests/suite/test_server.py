"""Adapters that are servers: reached by an address, asked one request at a time, and broken in every way."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.capabilities import Unusable
from concordia_ref.suite.loading import Selection, Suite
from concordia_ref.suite.process import LONGEST_LINE, Fault
from concordia_ref.suite.runner import run_suite
from concordia_ref.suite.server import AdapterServer
from tests.conftest import Command

JSON = "application/json"
Handler = BaseHTTPRequestHandler


def answer(handler: Handler, body: bytes, kind: str = JSON, *, status: int = 200, length: int = 0, **more: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    for name, value in {"Content-Length": str(length or len(body)), **more}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def right(body: bytes) -> bytes:
    return json.dumps({"id": json.loads(body)["id"], "ok": {}}).encode()


@contextmanager
def serving(respond: Callable[[Handler, bytes], None]) -> Iterator[str]:
    """A server on this machine, and its address."""

    class Respond(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                respond(self, body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    server = Quiet(("127.0.0.1", 0), Respond)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def asked_once(respond: Callable[[Handler, bytes], None], timeout: float = 5.0) -> dict[str, Any]:
    with serving(respond) as address:
        adapter = AdapterServer(address, timeout, threading.Event())
        try:
            return adapter.ask("sync")
        finally:
            adapter.kill()


class TestServer:
    def test_the_reference_behind_a_server_passes(self) -> None:
        adapter = Adapter()
        cases = Suite().select(Selection(("mercator",))).cases

        def respond(handler: Handler, body: bytes) -> None:
            answer(handler, json.dumps(adapter.answer(body)).encode())

        with serving(respond) as address:
            run = run_suite(address, cases, specification="0.1.0", jobs=8)
        assert {verdict.outcome for verdict in run.verdicts} == {"pass"}
        assert len(run.verdicts) == len(cases) > 20

    def test_requests_come_one_at_a_time_however_many_jobs(self) -> None:
        adapter, busy, overlapping = Adapter(), threading.Lock(), []

        def respond(handler: Handler, body: bytes) -> None:
            if not busy.acquire(blocking=False):
                overlapping.append(body)
                return
            try:
                time.sleep(0.001)
                answer(handler, json.dumps(adapter.answer(body)).encode())
            finally:
                busy.release()

        with serving(respond) as address:
            run_suite(address, Suite().select(Selection(("vesta",))).cases, specification="0.1.0", jobs=4)
        assert not overlapping

    def test_a_connection_closed_between_requests_is_opened_again(self) -> None:
        def respond(handler: Handler, body: bytes) -> None:
            handler.close_connection = True
            answer(handler, right(body), Connection="close")

        with serving(respond) as address:
            adapter = AdapterServer(address, 5, threading.Event())
            assert [adapter.ask("sync") for _ in range(3)] == [{"id": number, "ok": {}} for number in range(3)]
            adapter.close()
            assert adapter.gone


class TestBrokenServers:
    def test_a_connection_that_is_refused(self) -> None:
        with serving(lambda handler, body: None) as address:
            pass
        with pytest.raises(Fault, match=r"nothing answers at 127\.0\.0\.1:\d+: is the server running\?"):
            AdapterServer(address, 5, threading.Event()).ask("hello")

    def test_no_answer_in_time(self) -> None:
        with pytest.raises(Fault, match=r"timeout: no answer within 0\.2 s"):
            asked_once(lambda handler, body: time.sleep(1), 0.2)

    def test_an_answer_that_drips(self) -> None:
        def respond(handler: Handler, body: bytes) -> None:
            handler.send_response(200)
            handler.send_header("Content-Type", JSON)
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
            for _ in range(30):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.05)

        with pytest.raises(Fault, match="timeout"):
            asked_once(respond, 0.3)

    def test_a_redirect_is_not_followed(self) -> None:
        visited = []
        with (
            serving(lambda handler, body: visited.append(body)) as elsewhere,
            pytest.raises(Fault, match=r"status 307 .* to 'http://127.*, not with 200"),
        ):
            asked_once(lambda handler, body: answer(handler, b"", status=307, Location=elsewhere))
        assert not visited

    def test_no_proxy_is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        visited = []
        with serving(lambda handler, body: visited.append(body)) as proxy:
            monkeypatch.setenv("http_proxy", proxy)
            monkeypatch.setenv("HTTP_PROXY", proxy)
            assert asked_once(lambda handler, body: answer(handler, right(body))) == {"id": 0, "ok": {}}
        assert not visited

    def test_another_content_type(self) -> None:
        with pytest.raises(Fault, match="content type 'text/html', not with application/json"):
            asked_once(lambda handler, body: answer(handler, right(body), "text/html"))

    def test_half_a_body(self) -> None:
        def respond(handler: Handler, body: bytes) -> None:
            handler.close_connection = True
            answer(handler, right(body)[:5], length=500)

        with pytest.raises(Fault, match="closed the connection"):
            asked_once(respond)

    def test_no_answer_at_all(self) -> None:
        def respond(handler: Handler, body: bytes) -> None:
            handler.close_connection = True

        with pytest.raises(Fault, match="closed the connection instead of answering"):
            asked_once(respond)

    def test_a_gigabyte(self) -> None:
        sent = []

        def respond(handler: Handler, body: bytes) -> None:
            handler.send_response(200)
            handler.send_header("Content-Type", JSON)
            handler.send_header("Content-Length", str(1 << 30))
            handler.end_headers()
            for _ in range(1 << 10):
                handler.wfile.write(bytes(1 << 20))
                sent.append(1 << 20)

        with pytest.raises(Fault, match=f"answer too long: more than {LONGEST_LINE} bytes"):
            asked_once(respond)
        assert sum(sent) < 100 << 20

    @pytest.mark.parametrize(
        ("body", "problem"),
        [(b"not json", "not JSON: not json"), (b"[]", "not an answer"), (b'{"id": 7, "ok": {}}', "wrong id: 7 ≠ 0")],
    )
    def test_a_body_that_is_not_an_answer(self, body: bytes, problem: str) -> None:
        with pytest.raises(Fault, match=problem):
            asked_once(lambda handler, _: answer(handler, body))

    def test_something_that_does_not_speak_http(self) -> None:
        def respond(handler: Handler, body: bytes) -> None:
            handler.wfile.write(b"hello yourself\r\n\r\n")

        with pytest.raises(Fault, match="not an answer in HTTP: BadStatusLine"):
            asked_once(respond)

    def test_a_fault_costs_exactly_one_scenario(self) -> None:
        adapter, applied = Adapter(), []
        cases = Suite().select(Selection(("tribune",))).cases

        def respond(handler: Handler, body: bytes) -> None:
            if json.loads(body)["op"] == "apply":
                applied.append(body)
                if len(applied) == 3:
                    answer(handler, b"no")
                    return
            answer(handler, json.dumps(adapter.answer(body)).encode())

        with serving(respond) as address:
            run = run_suite(address, cases, specification="0.1.0")
        assert [verdict.outcome for verdict in run.verdicts].count("fault") == 1
        assert {verdict.outcome for verdict in run.verdicts} == {"pass", "fault"}

    @pytest.mark.parametrize(
        "address", ["https://127.0.0.1", "http://", "http://127.0.0.1:port", "http://a:b@127.0.0.1/", "http://h/?x=1"]
    )
    def test_an_address_that_is_none(self, address: str) -> None:
        with pytest.raises(Unusable, match="not an address"):
            run_suite(address, (), specification="0.1.0")

    def test_an_interrupted_run_does_not_wait_for_an_answer(self) -> None:
        stop = threading.Event()
        threading.Timer(0.1, stop.set).start()
        with (
            serving(lambda handler, body: time.sleep(2)) as address,
            pytest.raises(Fault, match="the run was interrupted"),
        ):
            AdapterServer(address, 60, stop).ask("sync")


def test_the_command_names_the_server_that_does_not_answer(concordia: Command) -> None:
    with serving(lambda handler, body: None) as address:
        pass
    answered = concordia("conform", "--adapter", address, "vesta")
    assert answered.code == 3
    assert "is the server running?" in answered.err
