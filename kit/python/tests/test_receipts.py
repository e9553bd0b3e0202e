"""Receipts take what fits, and nothing else."""

import hashlib
import uuid

import pytest

import giog
from giog.receipts import commitment

MATCH = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10"
SEED, ENTROPY, NONCE = bytes(32), bytes([7] * 32), bytes([9] * 16)


def begun():
    of_seed = commitment("giog/seed/v1", MATCH, b"", SEED)
    receipt = giog.Receipt(0, "giog", MATCH, of_seed, ENTROPY)
    commitments = [receipt.entropy_commitment(), ""]
    receipt.committed({"match_id": MATCH, "entropy_commitments": commitments})
    start = {"match_id": MATCH, "seed_commitment": of_seed, "entropy_commitments": commitments}
    receipt.started({**start, "entropy": [ENTROPY.hex(), ""], "start_signature": "ab"})
    return receipt


def play(text="p", attempt=0):
    label = {"trick": 0, "seat": 1, "attempt": attempt}
    made = commitment("giog/lay/v1", MATCH, bytes([0, 1, attempt]), NONCE, text.encode())
    return {**label, "commitment": made}, {**label, "text": text, "nonce": NONCE.hex()}


def test_a_commitment_is_the_hash_that_the_document_names():
    data = b"giog/lay/v1" + uuid.UUID(MATCH).bytes + bytes([0, 1, 0]) + NONCE + b"p"
    assert play()[0]["commitment"] == hashlib.sha256(data).hexdigest()


def test_an_honest_match_is_taken():
    receipt = begun()
    sealed, opened = play()
    receipt.event({"do": "play", "sealed": sealed})
    receipt.event({"do": "trick", "opened": [opened]})
    receipt.finished({"server_seed": SEED.hex()})
    kept = receipt.to_json()
    assert (kept["commitments"], kept["entropy"]) == ([sealed], ENTROPY.hex())


def test_what_does_not_fit_is_told():
    receipt = begun()
    sealed, opened = play()
    receipt.event({"sealed": sealed})
    for event in (
        {"sealed": {**sealed, "commitment": "00"}},
        {"opened": [{**opened, "text": "C"}]},
        {"opened": [play(attempt=1)[1]]},
    ):
        with pytest.raises(giog.Suspicion):
            receipt.event(event)
    with pytest.raises(giog.Suspicion):
        receipt.finished({"server_seed": ENTROPY.hex()})
    other = giog.Receipt(0, "giog", MATCH, receipt.seed_commitment)
    with pytest.raises(giog.Suspicion):
        other.committed({"match_id": MATCH, "entropy_commitments": [receipt.entropy_commitment(), ""]})
