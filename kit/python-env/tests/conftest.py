"""Options with which matches are short, and the games."""

from typing import Any

import pytest

import giog_env

GAMES = giog_env.games()
SHORT: dict[str, dict[str, Any]] = {
    "mahjong": {"length": "hand"},
    "pai-gow": {"rounds": 1},
    "sic-bo": {"rounds": 3},
    "grand-hazard": {"rounds": 3},
    "chuck-a-luck": {"rounds": 3},
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game."""
    name: str = request.param
    return name


@pytest.fixture
def options(game: str) -> dict[str, Any]:
    """Options with which its matches are short."""
    return SHORT.get(game, {})
