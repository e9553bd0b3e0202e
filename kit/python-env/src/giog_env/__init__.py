"""The games of Giog for programs that learn.

`aec` and `parallel` are environments of PettingZoo, `giog_env.openspiel` registers the games with OpenSpiel, `Batch` plays many matches at
once, and `Match` is one match without any of these. All have the same actions and observations: docs/ENCODING.md.
"""

from typing import TYPE_CHECKING, Any

from ._native import ENCODING, Match, games
from .batch import Batch
from .rules import Field, Rules

if TYPE_CHECKING:
    from .pettingzoo import Aec, Parallel

__all__ = ["ENCODING", "Batch", "Field", "Match", "Rules", "aec", "games", "parallel"]


def aec(game: str, **settings: Any) -> "Aec":
    """An environment of PettingZoo in which one agent acts at a time (`giog_env.pettingzoo.Aec`)."""
    from .pettingzoo import Aec

    return Aec(game, **settings)


def parallel(game: str, **settings: Any) -> "Parallel":
    """An environment of PettingZoo in which all agents act at once (`giog_env.pettingzoo.Parallel`)."""
    from .pettingzoo import Parallel

    return Parallel(game, **settings)
