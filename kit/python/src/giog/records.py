"""Records of finished matches (docs/RECORD.md), from files of JSON Lines and from servers."""

from __future__ import annotations

import gzip
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .data import read

__all__ = ["fetch", "records"]

# How long a server may take to answer, in seconds.
TIMEOUT_S = 30


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
    address = f"{server.rstrip('/')}/api/v1/matches/{match_id}/record"
    if not address.startswith(("http://", "https://")):
        raise ValueError("the address of a server begins with http:// or https://")
    request = urllib.request.Request(address)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        return read(answer.read())
