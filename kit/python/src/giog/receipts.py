"""What a player keeps of a match, so that its record can be checked against it (docs/FAIRNESS.md).

A `Receipt` takes everything that the server commits to, and what it opens later. `Suspicion` is raised if anything does not fit. Its
JSON is read by `giog verify --receipt`.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from typing import Any

__all__ = ["Receipt", "Suspicion", "commitment"]

# What a seal is about is told by the fields of its label; each has so many bytes in what is hashed.
_LABELS: tuple[tuple[str, dict[str, int]], ...] = (
    ("lay", {"trick": 1, "seat": 1, "attempt": 1}),
    ("throw", {"round": 1, "seat": 1}),
    ("claim", {"deal": 2, "window": 2, "seat": 1}),
    ("bet", {"deal": 2, "seat": 1, "attempt": 1}),
)
# In this game the last label is that of a split.
_SPLITS = "pai-gow"


class Suspicion(Exception):
    """The server sent what an honest one never sends."""


def commitment(domain: str, match_id: str, label: bytes, *content: bytes) -> str:
    """The commitment to some content, in hexadecimal."""
    parts = domain.encode("ascii"), uuid.UUID(match_id).bytes, label, *content
    return hashlib.sha256(b"".join(parts)).hexdigest()


class Receipt:
    """One match of one seat, from before it begins."""

    def __init__(self, seat: int, game: str, match_id: str, seed_commitment: str, entropy: bytes | None = None) -> None:
        self.seat = seat
        self.game = game
        self.match_id = match_id
        self.seed_commitment = seed_commitment
        # 32 bytes that go into the shuffle; nobody else knows them before all have committed to theirs.
        self.entropy = secrets.token_bytes(32) if entropy is None else entropy
        self.start_signature: str | None = None
        self._of_entropy: list[str] | None = None
        self._seals: dict[bytes, tuple[dict[str, int], str]] = {}

    def entropy_commitment(self) -> str:
        """What `ready` sends."""
        return self._commit_to(self.seat, self.entropy)

    def committed(self, event: Any) -> None:
        """The event `committed`, or the same fields of a snapshot: everybody's commitments to entropy."""
        _expect(event["match_id"] == self.match_id, "the commitments are of another match")
        self._keep(event["entropy_commitments"])
        _expect(event["entropy_commitments"][self.seat] == self.entropy_commitment(), "our commitment was exchanged")

    def started(self, start: Any) -> None:
        """The event `start`, or the `start` of a snapshot."""
        _expect(start["match_id"] == self.match_id, "another match began")
        _expect(start["seed_commitment"] == self.seed_commitment, "the seed was exchanged")
        self._keep(start["entropy_commitments"])
        _expect(start["entropy"][self.seat] == self.entropy.hex(), "our entropy was left out")
        for seat, (promised, opened) in enumerate(zip(start["entropy_commitments"], start["entropy"], strict=True)):
            fits = self._commit_to(seat, bytes.fromhex(opened)) if opened else ""
            _expect(fits == (promised or ""), f"the entropy of seat {seat} is not what it committed to")
        self.start_signature = start["start_signature"]

    def event(self, event: Any) -> None:
        """Any event of the match: its new commitments, and those that it opens."""
        sealed = [event["sealed"]] if event.get("sealed") else event.get("seals", [])
        for seal in sealed:
            self.sealed(seal)
        for seal in event.get("opened", []):
            _, domain, label = self._label(seal)
            content = bytes.fromhex(seal["nonce"]), seal["text"].encode("ascii")
            _, known = self._seals.get(label, (None, None))
            fits = commitment(domain, self.match_id, label, *content)
            _expect(known == fits, "what was opened is not what was committed to")

    def sealed(self, seal: Any) -> None:
        """A commitment to something that lies face down."""
        fields, _, label = self._label(seal)
        _, known = self._seals.setdefault(label, (fields, seal["commitment"]))
        _expect(known == seal["commitment"], f"the commitment {fields} was exchanged")

    def finished(self, event: Any) -> None:
        """The event `finished` or `abandoned`, which opens the seed."""
        seed = bytes.fromhex(event["server_seed"])
        _expect(commitment("giog/seed/v1", self.match_id, b"", seed) == self.seed_commitment, "the seed was exchanged")

    def to_json(self) -> dict[str, Any]:
        """The receipt as it is kept."""
        return {
            "match_id": self.match_id,
            "seed_commitment": self.seed_commitment,
            "seat": self.seat,
            "entropy": self.entropy.hex(),
            "start_signature": self.start_signature,
            "commitments": [{**fields, "commitment": text} for fields, text in self._seals.values()],
        }

    def _commit_to(self, seat: int, entropy: bytes) -> str:
        return commitment("giog/entropy/v1", self.match_id, bytes([seat]), entropy)

    def _keep(self, commitments: list[str]) -> None:
        _expect(self._of_entropy in (None, commitments), "the commitments to entropy were exchanged")
        self._of_entropy = commitments

    def _label(self, seal: Any) -> tuple[dict[str, int], str, bytes]:
        kind, sizes = next((kind, sizes) for kind, sizes in _LABELS if sizes.keys() <= seal.keys())
        if kind == "bet" and self.game == _SPLITS:
            kind = "split"
        fields = {field: seal[field] for field in sizes}
        label = b"".join(seal[field].to_bytes(size, "big") for field, size in sizes.items())
        return fields, f"giog/{kind}/v1", label


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise Suspicion(what)
