"""Programs that play under `giog bot run`, `giog bot check` and `giog arena`: one JSON line in, one line out.

The runner owns the connection, the time, entropy and receipts. The program only chooses:

    import giog

    @giog.bot
    def play(turn):
        return turn.decision.default or turn.decision.actions[0]

    giog.run(play)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from .data import Data, read, write

__all__ = ["Bot", "bot", "fallback", "run"]

Play = Callable[[Any], Any]
Listen = Callable[[Any], object]


def fallback(decision: Any) -> Any:
    """The default of a decision; the first of its actions where it has none."""
    return decision["default"] or decision["actions"][0]


class Bot:
    """A function that chooses actions, with what it says of itself.

    `play` gets each `turn` and returns an action: usually one of `turn.decision.actions`, or `turn.decision.default`. None stands for
    the default, or the first action where there is none.
    """

    def __init__(
        self,
        play: Play,
        name: str | None = None,
        author: str | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        self.play = play
        self.name = name
        self.author = author
        #: Its options with their values: those that the runner's user has set, or else those that were given here.
        self.options = dict(options or {})
        self._on_start: Listen | None = None
        self._on_over: Listen | None = None

    def __call__(self, turn: Any) -> Any:
        return self.play(turn)

    def on_start(self, listen: Listen) -> Listen:
        """Calls this function with each `start`: a match begins, or this program takes over a seat in it."""
        self._on_start = listen
        return listen

    def on_over(self, listen: Listen) -> Listen:
        """Calls this function with each `over`: a match has ended."""
        self._on_over = listen
        return listen

    def answer(self, message: Data) -> Any:
        """The answer to a message of the runner; None if there is none. Unknown messages have none: versions only grow."""
        match message.get("type"):
            case "turn":
                action = self.play(message)
                if action is None:
                    action = fallback(message["decision"])
                return {**action, "match": message["match"], "turn": message["turn"]}
            case "hello":
                given = message.get("options") or {}
                self.options |= {option: value for option, value in given.items() if option in self.options}
                known = {"name": self.name, "author": self.author, "options": list(self.options) or None}
                return {key: value for key, value in known.items() if value is not None} or None
            case "start" if self._on_start:
                self._on_start(message)
            case "over" if self._on_over:
                self._on_over(message)
            case "ping":
                return {"type": "pong"}
        return None


def bot(
    play: Play | None = None,
    *,
    name: str | None = None,
    author: str | None = None,
    options: dict[str, str] | None = None,
) -> Any:
    """Makes a `Bot` of a function: `@giog.bot`, or with its name and options `@giog.bot(name="Lin", options={"depth": "3"})`."""
    if play is None:
        return lambda play: Bot(play, name, author, options)
    return Bot(play, name, author, options)


def run(play: Bot | Play, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
    """Answers the runner's lines until it closes them. What the program prints besides goes to the error output, where the runner shows it."""
    player = play if isinstance(play, Bot) else Bot(play)
    out = out or sys.stdout
    # `print` in somebody's function is no answer.
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        for line in sys.stdin if lines is None else lines:
            answer = player.answer(read(line))
            if answer is not None:
                out.write(write(answer) + "\n")
                out.flush()
    finally:
        sys.stdout = printed
