"""Records of finished matches (docs/RECORD.md), from files of JSON Lines and from servers."""

from __future__ import annotations

import gzip
import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .data import read

__all__ = ["export", "fetch", "records"]

# How long a server may take to answer, in seconds.
TIMEOUT_S = 30
# How often in a row an export is continued without a further line, and how long it waits before, in seconds.
TRIES = 5
PAUSE_S = 2.0


def records(path: str | Path) -> Iterator[Any]:
    """The records of a file with one in each line; `.gz` is unpacked."""
    path = Path(path)
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield read(line)


def fetch(server: str, match_id: str, token: str | None = None) -> Any:
    """The record of a match from a server (`https://giog.example.org`). With the token of somebody who sat there also of unlisted rooms.

    Raises `urllib.error.HTTPError`: 404 if there is no such match, or it is still running.
    """
    with _ask(server, f"matches/{match_id}/record", token) as answer:
        return read(answer.read())


def export(server: str, token: str | None = None, **filters: str | int) -> Iterator[Any]:
    """All finished matches of a server, the oldest first: their records, or with `content="summaries"` what lists have.

    The filters are the parameters of `/matches.ndjson` (docs/REST.md), such as `variant="giog"`, `player=…`, `order="newest"`, `limit=100` and
    `after=…`, the `match_id` of the last match that you have. An interrupted export is continued after its last line.

    Raises `urllib.error.HTTPError` for what the server refuses, and `urllib.error.URLError` or `OSError` if it cannot be reached any more.
    """
    tries = 0
    while True:
        path = f"matches.ndjson?{urllib.parse.urlencode(filters)}"
        try:
            with _ask(server, path, token, {"Accept-Encoding": "gzip"}) as answer:
                is_packed = answer.headers.get("Content-Encoding") == "gzip"
                lines = gzip.GzipFile(fileobj=answer) if is_packed else answer
                for line in lines:
                    if not line.endswith(b"\n"):
                        raise EOFError("the last line is not whole")
                    match = read(line)
                    tries = 0
                    filters["after"] = match["match_id"]
                    if "limit" in filters:
                        filters["limit"] = int(filters["limit"]) - 1
                    yield match
                    if filters.get("limit") == 0:
                        return
            return
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or tries >= TRIES:
                raise
            error.close()
        except (EOFError, http.client.HTTPException, OSError):
            if tries >= TRIES:
                raise
        tries += 1
        time.sleep(PAUSE_S)


def _ask(server: str, path: str, token: str | None, headers: dict[str, str] | None = None) -> Any:
    address = f"{server.rstrip('/')}/api/v1/{path}"
    if not address.startswith(("http://", "https://")):
        raise ValueError("the address of a server begins with http:// or https://")
    request = urllib.request.Request(address, headers=headers or {})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    return urllib.request.urlopen(request, timeout=TIMEOUT_S)
