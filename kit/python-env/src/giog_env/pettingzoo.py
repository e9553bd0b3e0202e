"""Environments of PettingZoo, with a mask of legal actions.

An observation is a dict of `observation` (`int32`) and `action_mask` (`int8`); a reward is what a seat gains when the match is over: its
share of the win times the number of seats, less one.
"""

import functools
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ._native import Match
from .rules import Rules

Observation = dict[str, NDArray[Any]]

#: The most actions of a match before it is cut off, in all games: the longest that end by themselves have some thousands.
MOST_ACTIONS = 100_000
#: The deals of a seed.
DEALS = 2**32


class _Table(EzPickle):
    """What both kinds of environments share."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        most_actions: int = MOST_ACTIONS,
        waits: bool,
    ) -> None:
        self.rules = Rules(game, seats=seats, options=options)
        self.most_actions = most_actions
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # The last action of Parallel: waiting, for agents that have nothing to decide.
        self._actions = self.rules.actions + waits
        self._random: np.random.Generator | None = None
        self._match: Match | None = None

    @functools.cache  # noqa: B019 — the same object each time, as PettingZoo asks
    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        numbers = np.iinfo(np.int32)
        size = (self.rules.observation_size,)
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(numbers.min, numbers.max, size, np.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return gymnasium.spaces.Discrete(self._actions)

    def _begin(self, seed: int | None) -> Match:
        """Begins a match: with a seed its first deal, later the next one."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        deal = int(self._random.integers(DEALS))
        self._match = self.rules.match("pettingzoo", deal)
        return self._match

    def _running(self) -> Match:
        if self._match is None:
            raise RuntimeError("call reset() first")
        return self._match

    def _observe(self, agent: str) -> Observation:
        observation = np.zeros(self.rules.observation_size, np.int32)
        mask = np.zeros(self._actions, np.int8)
        mask[self._running().observe(self._seats[agent], observation)] = 1
        return {"observation": observation, "action_mask": mask}

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._match = None


class Aec(_Table, AECEnv):  # type: ignore[misc]
    """One agent acts at a time. Of those that decide at the same time none observes what others have decided."""

    metadata = {"name": "giog_aec", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012 — PettingZoo reads it there

    def __init__(self, game: str, **settings: Any) -> None:
        EzPickle.__init__(self, game, **settings)
        AECEnv.__init__(self)
        _Table.__init__(self, game, waits=False, **settings)
        self.metadata = {**self.metadata, "name": f"giog_{self.rules.game}"}
        self.render_mode = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        match = self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert match.seat is not None, "a match begins with a decision"
        self.agent_selection = self.possible_agents[match.seat]

    def observe(self, agent: str) -> Observation:
        return self._observe(agent)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} has to act")
        match = self._running()
        match.step(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        returns = match.returns()
        if returns is not None:
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            if match.taken >= self.most_actions:
                self.truncations = dict.fromkeys(self.agents, True)
            assert match.seat is not None, "a match that is not over waits for somebody"
            self.agent_selection = self.possible_agents[match.seat]
        self._accumulate_rewards()


class Parallel(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents act at once. Those that have nothing to decide wait: the last action, which only they may take, and only they have."""

    metadata = {"name": "giog_parallel", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: str, **settings: Any) -> None:
        EzPickle.__init__(self, game, **settings)
        _Table.__init__(self, game, waits=True, **settings)
        self.metadata = {**self.metadata, "name": f"giog_{self.rules.game}"}
        self.render_mode = None
        self.wait = self._actions - 1

    def _observations(self) -> dict[str, Observation]:
        observations = {agent: self._observe(agent) for agent in self.possible_agents}
        deciding = self._running().deciding
        for agent, observation in observations.items():
            if self._seats[agent] not in deciding:
                observation["action_mask"][:] = 0
                observation["action_mask"][self.wait] = 1
        return observations

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        match = self._running()
        deciding = match.deciding
        for agent, action in actions.items():
            if (self._seats[agent] in deciding) == (int(action) == self.wait):
                raise ValueError(f"action {int(action)} is not legal now for {agent}")
        for seat in deciding:
            # What another one of them has decided may have ended the match, or made it wait for others.
            if match.seat == seat:
                match.step(int(actions[self.possible_agents[seat]]))
        returns = match.returns()
        over = returns is not None
        cut_off = not over and match.taken >= self.most_actions
        rewards = returns if returns is not None else [0.0] * self.rules.seats
        agents = self.possible_agents
        if over or cut_off:
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            {agent: {} for agent in agents},
        )
