"""The tests that PettingZoo has for environments, on all games."""

from typing import Any

import numpy as np
import pytest

import giog_env

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test

#: Steps of each test: enough for some matches of most games, and quick.
CYCLES = 60


@pytest.mark.filterwarnings("ignore")
def test_aec(game: str, options: dict[str, Any]) -> None:
    api_test(giog_env.aec(game, options=options), num_cycles=CYCLES)


@pytest.mark.filterwarnings("ignore")
def test_aec_follows_from_its_seed(game: str, options: dict[str, Any]) -> None:
    seed_test(lambda: giog_env.aec(game, options=options), num_cycles=CYCLES)


@pytest.mark.filterwarnings("ignore")
def test_parallel(game: str, options: dict[str, Any]) -> None:
    parallel_api_test(giog_env.parallel(game, options=options), num_cycles=CYCLES)


def test_parallel_follows_from_its_seed(game: str, options: dict[str, Any]) -> None:
    """PettingZoo's own test of this does not look at masks."""
    envs = [giog_env.parallel(game, options=options) for _ in range(2)]
    for seed in (3, None):
        told = [env.reset(seed=seed)[0] for env in envs]
        for _ in range(CYCLES):
            if not envs[0].agents:
                break
            for agent in envs[0].agents:
                for part in ("observation", "action_mask"):
                    assert (told[0][agent][part] == told[1][agent][part]).all()
            actions = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in told[0].items()}
            told = [env.step(actions)[0] for env in envs]


def test_followers_act_at_once_and_others_wait() -> None:
    env = giog_env.parallel("giog")
    observations, _ = env.reset(seed=1)
    acting = []
    while env.agents:
        masks = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in observations.items()}
        acting.append(sum(env.wait not in mask for mask in masks.values()))
        observations, rewards, over, cut_off, _ = env.step({agent: int(mask[0]) for agent, mask in masks.items()})
    assert acting[0] == 1 and set(acting) == {1, 3}
    assert all(over.values()) and not any(cut_off.values())
    assert sum(rewards.values()) == pytest.approx(0)


def test_what_is_illegal_is_refused() -> None:
    env = giog_env.aec("giog")
    env.reset(seed=1)
    legal = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(int(np.flatnonzero(legal == 0)[0]))
    env.step(int(np.flatnonzero(legal)[0]))
    both = giog_env.parallel("giog")
    both.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal now for seat_"):
        both.step(dict.fromkeys(both.agents, both.wait))


def test_a_long_match_is_cut_off() -> None:
    env = giog_env.aec("xiangqi", most_actions=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_who_does_not_see_the_board_cannot_be_masked() -> None:
    with pytest.raises(ValueError, match="blindfolded"):
        giog_env.aec("xiangqi", options={"blindfold": True})
