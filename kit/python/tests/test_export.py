"""Exports that are cut off are continued after their last whole line."""

import gzip
import json
import sys
import threading
import urllib.error
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import giog

MATCHES = [{"match_id": f"m{number}", "text": "爵" * number} for number in range(8)]


class Handler(BaseHTTPRequestHandler):
    """Gives two matches in an answer, then cuts it off within the third; refuses every third request."""

    requests = 0

    def do_GET(self):  # the name is http.server's
        Handler.requests += 1
        if Handler.requests % 3 == 0:
            self.send_error(503)
            return
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        ids = [match["match_id"] for match in MATCHES]
        first = ids.index(query["after"]) + 1 if "after" in query else 0
        last = first + int(query.get("limit", len(MATCHES)))
        lines = [json.dumps(match).encode() + b"\n" for match in MATCHES[first:last]]
        is_whole = len(lines) <= 2
        body = b"".join(lines) if is_whole else b"".join(lines[:2]) + lines[2][:9]
        self.send_response(200)
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            self.send_header("Content-Encoding", "gzip")
            body = gzip.compress(body)
            body = body if is_whole else body[:-8]
        self.send_header("Content-Length", str(len(body) if is_whole else len(body) + 100))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    # Its name is also that of a function of the package.
    monkeypatch.setattr(sys.modules["giog.records"], "PAUSE_S", 0)
    Handler.requests = 0
    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()


def test_a_cut_off_export_is_continued(server):
    assert list(giog.export(server)) == MATCHES
    assert Handler.requests > 3


def test_the_limit_counts_all_answers_together(server):
    assert list(giog.export(server, limit=5)) == MATCHES[:5]
    assert list(giog.export(server, after="m2", limit=2)) == MATCHES[3:5]


def test_a_server_that_always_refuses_is_given_up(server, monkeypatch):
    monkeypatch.setattr(Handler, "do_GET", lambda self: self.send_error(404))
    with pytest.raises(urllib.error.HTTPError):
        list(giog.export(server))
