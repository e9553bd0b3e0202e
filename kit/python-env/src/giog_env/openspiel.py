"""The games as games of OpenSpiel. Importing this module registers them: `pyspiel.load_game("python_giog")`.

`python_giog` is giog itself, `python_giog_mahjong` mahjong, and so on (`NAMES`). All are sequential: those that decide at the same time do
so one after the other, and what one has decided is in no observation and information state of the others. The first node is one of chance,
with so many equally probable deals (parameter `deals`); everything random follows from the deal.
"""

import json
from typing import Any

import numpy as np
import pyspiel

from . import _native
from .rules import Rules

#: The deals unless others are asked for.
DEALS = 1_000
#: A bound of the actions of a match, chance included: no game has longer ones.
MOST_ACTIONS = 100_000

#: The name in OpenSpiel of each game.
NAMES = {
    game: "python_giog" + ("" if game == "giog" else "_" + game.removeprefix("giog-").replace("-", "_"))
    for game in _native.games()
}


def _type(game: str) -> pyspiel.GameType:
    rules = Rules(game)
    return pyspiel.GameType(
        short_name=NAMES[game],
        long_name=rules.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.seats, "deals": DEALS, "seed": 0, "options": ""},
    )


def _options(text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition(":")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the games. `options` has the form `rounds:3;bank:turns`: it must be part of OpenSpiel's own texts."""

    game = ""
    type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = Rules(
            self.game,
            seats=int(given["players"]) if "players" in given else None,
            options=_options(given.get("options", "")),
        )
        self.seed = str(given.get("seed", 0))
        self.deals = int(given.get("deals", DEALS))
        if not 0 < self.deals < 2**31:
            raise ValueError("deals: at least one, below 2³¹")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.deals,
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=self.rules.seats - 1.0,
            utility_sum=0.0,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(self.type, info, given)

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """A match, or the node of chance before it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.seed = game.seed
        self.deals = game.deals
        self.match: _native.Match | None = None

    def __deepcopy__(self, memo: object) -> "State":
        return self.clone()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.match.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        match = self.match
        return [] if match is None or match.seat != player else match.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            if not 0 <= action < self.deals:
                raise ValueError(f"there is no deal {action}")
            self.match = self.rules.match(self.seed, action, history=True)
        else:
            self.match.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.match is None or player < 0:
            return f"deal {action}"
        return self.match.action(player, action) or f"action {action}"

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.seat is None

    def returns(self) -> list[float]:
        returns = None if self.match is None else self.match.returns()
        return [0.0] * self.rules.seats if returns is None else returns

    def __str__(self) -> str:
        return " ".join(str(action) for action in self.history())


class Observer:
    """What a player sees now, or with perfect recall everything since the match began (a text only)."""

    def __init__(self, rules: Rules, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        self.recalls = iig_obs_type.perfect_recall
        self.integers = np.zeros(0 if self.recalls else rules.observation_size, np.int32)
        self.tensor = np.zeros(len(self.integers), np.float32)
        self.dict = {} if self.recalls else {field: self.tensor[at : at + size] for field, at, size in rules.fields}

    def set_from(self, state: State, player: int) -> None:
        if self.recalls:
            return
        if state.match is None:
            self.integers.fill(0)
        else:
            state.match.observe(player, self.integers)
        self.tensor[:] = self.integers

    def string_from(self, state: State, player: int) -> str:
        if state.match is None:
            return f"seat {player}"
        return state.match.history(player) if self.recalls else state.match.view(player)


def _register() -> None:
    for game, name in NAMES.items():
        kind = type(name, (Game,), {"game": game, "type": _type(game)})
        pyspiel.register_game(kind.type, kind)  # type: ignore[attr-defined]


_register()
