"""`news` with short forms, as the single messages that they stand for (docs/PROTOCOL.md, "One frame or many")."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterator
from typing import Any

from .data import Data

__all__ = ["event", "now", "singles"]


def singles(message: Data, rooms: dict[int, str]) -> Iterator[Data]:
    """The messages that `news` hold, in their order; any other message as it is. `rooms` has the ids of rooms by their handles."""
    if message["type"] != "news":
        yield message
        return
    if "ok" in message:
        yield Data(message["ok"], type="ok")
    room, seq, events = rooms.get(message["room"]), message["seq"], message.get("events", [])
    for number, one in enumerate(events, seq - len(events) + 1):
        yield Data(type="event", room=room, seq=number, event=event(one))
    if "now" in message:
        yield Data(now(message["now"]), type="now", room=room, seq=seq)


def event(value: Any) -> Data:
    """An event as an object."""
    if not isinstance(value, list):
        return Data(value)
    name, values = value[0], value[1:]
    if name == "play":
        return _play(*values)
    if name == "trick":
        return _trick(*values)
    if name not in _FORMS:
        raise ValueError(f"no event is called {name!r} in a short form")
    full = Data((field, kind(one)) for (field, kind), one in zip(_FORMS[name].items(), values, strict=False))
    # Events have no field that says who acted if it was the seat's player.
    if full.get("by") == "player":
        del full["by"]
    # Others' hands have only a size.
    if full.get("hand", "") is None:
        del full["hand"]
    return Data(do=name, **full)


def now(value: Any) -> Data:
    """A `now` as an object."""
    if not isinstance(value, list):
        return Data(value)
    deciding, turn, decision, choices, start_left_ms, bots_left_ms = (value + [None] * 6)[:6]
    full = Data(deciding=[_deciding(one) for one in deciding], you=None)
    if turn is not None:
        full["you"] = Data(turn=turn, decision=_decision(decision))
        if choices is not None:
            full["you"]["choices"] = choices
    if start_left_ms is not None:
        full["start_left_ms"] = start_left_ms
    if bots_left_ms is not None:
        full["bots_left_ms"] = bots_left_ms
    return full


def _deciding(value: Any) -> Data:
    seat, left_ms, bank_ms = [*value, None][:3] if isinstance(value, list) else (value, None, None)
    return Data(seat=seat, left_ms=left_ms, bank_ms=bank_ms)


def _decision(value: Any) -> Data | None:
    if not isinstance(value, list):
        return value if value is None else Data(value)
    name, number, trick, *rest = value
    full = Data(decision=number, must=name == "play", stage="play", do=name, trick=trick)
    if name == "play":
        kind, count, generals, plays, pieces = rest
        full.update(lead=kind is None, type=kind, count=count, generals=generals, plays=plays)
        full["default"] = Data(do="play", pieces=pieces)
    elif name == "take_back":
        full.update(pieces=rest[0], default=None)
    else:
        raise ValueError(f"no decision is called {name!r} in a short form")
    return full


def _play(
    at_ms: int,
    seat: int,
    trick: int,
    count: int,
    attempt: int | None,
    commitment: str | None,
    kind: str | None = None,
    by: str | None = None,
    pieces: str | None = None,
    nonce: str | None = None,
) -> Data:
    full = Data(do="play", seat=seat, trick=trick, lead=kind is not None, count=count, at_ms=at_ms)
    if kind is not None:
        full["type"] = kind
    if commitment is None:
        full["up"] = True
    if pieces is not None:
        full["pieces"] = pieces
    if by is not None:
        full["by"] = by
    if commitment is not None:
        full["sealed"] = Data(trick=trick, seat=seat, attempt=attempt, commitment=_hex(commitment))
        if nonce is not None:
            full["sealed"]["nonce"] = _hex(nonce)
    return full


def _trick(
    at_ms: int,
    trick: int,
    leader: int,
    kind: str,
    plays: list[str | None],
    hidden: list[int],
    winner: int | None,
    won_by: str,
    captured: list[int],
    beheaded: list[int],
    opened: list[Any],
) -> Data:
    shown = [seat not in hidden for seat in range(len(plays))]
    full = Data(do="trick", trick=trick, leader=leader, type=kind, plays=plays, shown=shown, winner=winner)
    full.update(won_by=won_by, captured=captured, beheaded=beheaded, at_ms=at_ms)
    seals = []
    for place, seal in enumerate(opened):
        seat, attempt, nonce = seal if isinstance(seal, list) else (place, 0, seal)
        seals.append(Data(trick=trick, seat=seat, attempt=attempt, text=plays[seat], nonce=_hex(nonce)))
    if seals:
        full["opened"] = seals
    return full


def _bytes(text: str) -> bytes:
    """Base64url without padding (RFC 4648 §5)."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hex(text: str) -> str:
    return _bytes(text).hex()


def _same(value: Any) -> Any:
    return value


def _id(value: str | None) -> str | None:
    return None if value is None else str(uuid.UUID(bytes=_bytes(value)))


def _players(values: list[Any]) -> list[Any]:
    return [Data(id=_id(one)) if isinstance(one, str) else one for one in values]


def _rows(values: list[Any]) -> list[Data]:
    return [_row(*one) for one in values]


def _row(occupant: Any, seat: int, played: int, won: int, shared: int, captured: Any, score: int) -> Data:
    if isinstance(occupant, list):
        player, name, tag = occupant
        occupant = Data(player=_id(player), name=name, tag=tag)
    row = Data(occupant=occupant, seat=seat, played=played, won=won, shared=shared)
    if captured is not None:
        row["captured"] = captured
    return Data(row, score=score)


# The other short forms, with the field and the kind of each value.
_FORMS: dict[str, dict[str, Any]] = {
    "ready": {"seat": _same},
    "next": {"match_id": _id, "seed_commitment": _hex},
    "finished": {"match_id": _id, "server_seed": _hex},
    "series": {"matches": _same, "rows": _rows},
    "start": {
        "match_id": _id,
        "rules": _same,
        "variant": _same,
        "seats": _same,
        "options": _same,
        "ceremony": _same,
        "previous": _id,
        "players": _players,
        "seed_commitment": _hex,
        "entropy_commitments": _same,
        "entropy": _same,
        "start_signature": _hex,
        "signer": _hex,
    },
    "reveal": {"at_ms": _same, "by": _same, "seat": _same, "stack": _same, "piece": _same},
    "take": {"at_ms": _same, "by": _same, "seat": _same, "stack": _same},
    "ordered": {"at_ms": _same, "by": _same, "order": _same},
    "dealt": {"at_ms": _same, "by": _same, "taken": _same, "hand": _same, "hand_size": _same},
}
