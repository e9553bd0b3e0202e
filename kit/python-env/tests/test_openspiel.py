"""The test that OpenSpiel has for games, on all games; states, and one of its algorithms."""

import pickle
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import outcome_sampling_mccfr  # noqa: E402

from giog_env import openspiel  # noqa: E402


def load(game: str, options: dict[str, Any], **parameters: Any) -> Any:
    text = ";".join(f"{name}:{value}" for name, value in options.items())
    return pyspiel.load_game(openspiel.NAMES[game], {"options": text, "deals": 20, **parameters})


def test_random_matches(game: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game, options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["giog", "pong-hau-ki", "sic-bo"], indirect=True)
def test_states_are_serialized(game: str, options: dict[str, Any]) -> None:
    """Each state of a match is written and read again."""
    pyspiel.random_sim_test(load(game, options), num_sims=1, serialize=True, verbose=False)


def test_a_state_is_pickled() -> None:
    state = load("giog", {}).new_initial_state()
    for action in (7, None, None):
        state.apply_action(state.legal_actions()[0] if action is None else action)
    other = pickle.loads(pickle.dumps(state))
    assert other.history() == state.history()
    assert [other.information_state_string(seat) for seat in range(4)] == [
        state.information_state_string(seat) for seat in range(4)
    ]
    assert other.legal_actions() == state.legal_actions()


def test_a_clone_goes_its_own_way() -> None:
    state = load("giog", {}).new_initial_state()
    state.apply_action(7)
    state.apply_action(state.legal_actions()[0])
    before = [state.information_state_string(seat) for seat in range(4)]
    other = state.clone()
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[-1])
    assert sum(other.returns()) == pytest.approx(0)
    assert [state.information_state_string(seat) for seat in range(4)] == before
    assert state.clone().legal_actions() == state.legal_actions()


def test_what_a_follower_lays_no_other_knows() -> None:
    state = load("giog", {}).new_initial_state()
    state.apply_action(3)
    state.apply_action(state.legal_actions()[0])
    follower, legal = state.current_player(), state.legal_actions()
    assert len(legal) > 1
    one, other = state.child(legal[0]), state.child(legal[-1])
    for seat in range(4):
        same = one.information_state_string(seat) == other.information_state_string(seat)
        assert same == (seat != follower)
        assert (one.observation_tensor(seat) == other.observation_tensor(seat)) == (seat != follower)


def test_an_algorithm_learns() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("giog", {}, players=2, deals=1))
    for _ in range(2):
        solver.iteration()
    assert solver.average_policy() is not None
