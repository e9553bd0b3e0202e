"""Matches and batches, and the vectors of the encoding."""

import json
import pickle
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

import giog_env

VECTORS = Path(__file__).parents[3] / "crates/learning/tests/vectors"


def test_the_encoding_is_that_of_the_vectors(game: str) -> None:
    header, *lines = [json.loads(line) for line in (VECTORS / f"{game}.jsonl").read_text().splitlines()]
    assert header["encoding"] == giog_env.ENCODING
    rules = giog_env.Rules(game, seats=header["seats"], options=header["options"])
    assert [[field.name, field.length] for field in rules.fields] == header["fields"]
    assert (rules.actions, rules.observation_size) == (header["actions"], header["observation_size"])
    match = rules.match(header["seed"], header["deal"])
    written = {line["decision"]: line for line in lines}
    observation = np.zeros(rules.observation_size, np.int32)
    for number in range(max(written) + 1):
        seat = match.seat
        assert seat is not None
        legal = match.observe(seat, observation)
        index = legal[(7 * number + 3) % len(legal)]
        if number in written:
            line = written[number]
            assert (seat, legal, index) == (line["seat"], line["legal"], line["index"])
            assert observation.tolist() == line["observation"]
            assert json.loads(match.action(seat, index) or "") == line["action"]
        match.step(index)


def test_a_batch_plays(game: str) -> None:
    batch = giog_env.Batch(game, 3, 1, mask=True)
    assert batch.mask is not None
    generator = np.random.default_rng(1)
    for _ in range(20):
        assert batch.mask.sum() == len(batch.legal) == batch.offsets[-1]
        actions = batch.random(generator)
        assert (batch.mask[np.arange(3), actions] == 1).all()
        batch.step(actions)
        assert batch.returns.sum() == pytest.approx(0, abs=1e-5)
        assert ((batch.returns != 0).any(axis=1) <= batch.done).all()


def test_a_match_is_pickled(game: str) -> None:
    match = giog_env.Rules(game).match("seed", 3, history=True)
    while match.taken < 9 and match.seat is not None:
        match.step(match.legal(match.seat)[-1])
    other = pickle.loads(pickle.dumps(match))
    while match.seat is not None and match.taken < 30:
        assert (other.seat, other.taken, other.view(match.seat)) == (match.seat, match.taken, match.view(match.seat))
        assert other.history(match.seat) == match.history(match.seat)
        legal = match.legal(match.seat)
        assert other.legal(match.seat) == legal
        match.step(legal[0])
        other.step(legal[0])
    assert (other.seat, other.returns()) == (match.seat, match.returns())


def test_a_match_is_copied_and_told() -> None:
    rules = giog_env.Rules("giog")
    match = rules.match("seed", 5, history=True)
    seat = match.seat
    assert seat is not None
    copy = deepcopy(match)
    copy.step(copy.legal(seat)[0])
    assert (match.taken + 1, match.seat) == (copy.taken, seat)
    assert json.loads(match.view(seat))["you"] == seat
    assert json.loads(match.history(seat).splitlines()[-1])["decision"]["do"] == "play"
    observation = np.zeros(rules.observation_size, np.int32)
    match.observe(seat, observation)
    assert rules.named(observation)["hand"].sum() == 8


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="there is no game `chess`"):
        giog_env.Rules("chess")
    with pytest.raises(ValueError, match="giog has no option `wind`"):
        giog_env.Rules("giog", options={"wind": 1})
    batch = giog_env.Batch("giog", 2)
    with pytest.raises(ValueError, match="1 actions for 2 matches"):
        batch.step([0])
    with pytest.raises(ValueError, match="in match 1: action -1 is not legal now"):
        batch.step([batch.legal[0], -1])
    match = batch.rules.match()
    with pytest.raises(IndexError, match="there is no seat 9"):
        match.legal(9)
