"""A game with its options, number of seats and encoding."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    offset: int
    length: int


class Rules:
    """A game with its options and number of seats, and the encoding of its actions and observations."""

    def __init__(self, game: str, *, seats: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.native = _native.Rules(game, seats, json.dumps(dict(options or {})))
        self.game: str = self.native.game
        self.name: str = self.native.name
        self.seats: int = self.native.seats
        self.options: dict[str, Any] = json.loads(self.native.options)
        self.actions: int = self.native.actions
        self.observation_size: int = self.native.observation_size
        self.fields = [Field(*field) for field in self.native.fields]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.seats, self.options)

    def __deepcopy__(self, memo: object) -> "Rules":
        # Nothing in it changes.
        return self

    def match(self, seed: str = "0", deal: int = 0, *, history: bool = False) -> _native.Match:
        """A match: the same seed and deal give the same hands, throws and walls."""
        return _native.Match(self.native, seed, deal, history)

    def named(self, observation: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
        """The fields of an observation."""
        return {name: observation[offset : offset + length] for name, offset, length in self.fields}


def _restored(game: str, seats: int, options: dict[str, Any]) -> Rules:
    return Rules(game, seats=seats, options=options)
