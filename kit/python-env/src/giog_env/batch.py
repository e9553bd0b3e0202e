"""Many matches at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from .rules import Rules


class Batch:
    """Many matches of one game. Each is replaced by the next one as soon as it is over.

    After the start and each step, these arrays say what is to be decided, one row for each match:

    * `seats`: the seat that decides;
    * `observations`: what it observes;
    * `mask`: 1 for each legal action; none unless it was asked for, as it has many more integers than all others together;
    * `legal` and `offsets`: the legal actions of match `i` are `legal[offsets[i]:offsets[i + 1]]`;
    * `done`: whether the match was over with this step; the other arrays are then about the next match;
    * `returns`: what each seat gained, if it was over; otherwise 0.

    The arrays, except `legal`, are filled anew by each step: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        n: int,
        seed: str | int = "0",
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        mask: bool = False,
    ) -> None:
        if n < 1:
            raise ValueError("a batch has at least one match")
        self.rules = Rules(game, seats=seats, options=options)
        self.n = n
        self._native = _native.Batch(self.rules.native, n, str(seed), mask)
        self.seats: NDArray[np.int32] = np.zeros(n, np.int32)
        self.observations: NDArray[np.int32] = np.zeros((n, self.rules.observation_size), np.int32)
        self.mask: NDArray[np.uint8] | None = np.zeros((n, self.rules.actions), np.uint8) if mask else None
        self.legal: NDArray[np.int32] = np.zeros(0, np.int32)
        self.offsets: NDArray[np.int32] = np.zeros(n + 1, np.int32)
        self._done: NDArray[np.uint8] = np.zeros(n, np.uint8)
        self.done: NDArray[np.bool_] = self._done.view(np.bool_)
        self.returns: NDArray[np.float32] = np.zeros((n, self.rules.seats), np.float32)
        self._look()

    def step(self, actions: ArrayLike) -> None:
        """Takes an action in each match. An illegal one is a `ValueError`; the matches before it have taken theirs."""
        self._native.step(np.ascontiguousarray(actions, np.int32))
        self._look()

    def random(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """A legal action for each match, each with the same probability."""
        counts = np.diff(self.offsets)
        chosen = (generator.random(self.n) * counts).astype(np.int32)
        actions: NDArray[np.int32] = self.legal[self.offsets[:-1] + chosen]
        return actions

    def _look(self) -> None:
        legal = self._native.look(self.observations, self.seats, self.offsets, self._done, self.returns, self.mask)
        self.legal = np.frombuffer(legal, np.int32)
