"""JSON objects whose fields are attributes too."""

from __future__ import annotations

import json
from typing import Any


class Data(dict[str, Any]):
    """A JSON object: `turn["decision"]` and `turn.decision` are the same. It is a dict, so it can be sent as it is.

    A field that is missing is None as an attribute, as fields that are left out mean null everywhere in the protocol. Fields that are called
    like a method of dict (`items`, `keys`, …) are reached with brackets only.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)


def read(text: str | bytes) -> Any:
    """A JSON text, with all its objects as `Data`."""
    return json.loads(text, object_hook=Data)


def write(value: object) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
