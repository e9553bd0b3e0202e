"""Playing at a table over a client's own connection, with entropy and receipts.

Where a program of its own is enough, `giog bot run` does all this and more. This is for programs that also do other things.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from typing import Any

from .client import Client, ConnectionLost, Refused
from .data import Data
from .program import fallback
from .receipts import Receipt

__all__ = ["Table"]

# Reasons for which a seat is lost that may be taken again: this program was away, or too late.
COMES_BACK_AFTER = frozenset({"gone", "not_ready", "not_opened"})
# Refusals after which what follows tells what to do: the match, the seat or the decision is another one by now.
OVERTAKEN = frozenset(
    {
        "already",
        "stale_match",
        "no_entropy_awaited",
        "not_seated",
        "match_running",
        "not_your_turn",
        "no_match",
        "turn_ahead",
    }
)


class Table:
    """A seat at one table, which plays match after match.

        table = giog.Table(client, room, play)
        async for receipt in table.matches():
            print(receipt.match_id)

    `play` gets a `turn`, exactly as a program under `giog bot run` does, and returns an action; it may be asynchronous. It reads the messages
    of the client, so a client has one table.
    """

    def __init__(self, client: Client, room: str, play: Any) -> None:
        self.client = client
        self.room = room
        self.play = play
        self.seat: int | None = None
        # The last outcome: the event `over` or `ended`.
        self.outcome: Data | None = None
        self._game = ""
        self._next: Data | None = None
        self._match: str | None = None
        self._receipt: Receipt | None = None
        self._ready_for: tuple[str, int] | None = None
        self._answered: tuple[str, int] | None = None

    async def matches(self) -> AsyncIterator[Receipt | None]:
        """Takes a seat and plays. Gives the receipt of each finished match; None if it was taken over midway.

        Ends when the room is left. Raises `Suspicion` if the server does not prove what it must.
        """
        await self.client.request("join", room=self.room)
        sat = False
        async for message in self.client:
            if message.room != self.room:
                continue
            match message["type"]:
                case "snapshot":
                    self._whole(message)
                    if self.seat is None and not sat:
                        await self.client.request("sit", room=self.room)
                        sat = True
                case "event":
                    async for receipt in self._event(message["event"]):
                        yield receipt
                case "now":
                    await self._now(message)
                case "left":
                    return

    def _whole(self, snapshot: Data) -> None:
        state, game = snapshot["state"], snapshot["match"]
        self._game = state["settings"]["variant"]
        self.seat, self._next = snapshot["you"], state["next"]
        self._match = game and game["start"]["match_id"]
        receipt = self._receipt
        if receipt and receipt.match_id not in (self._match, self._next and self._next["match_id"]):
            self._receipt = receipt = None
        if self.seat is None or not state["seats"][self.seat]["ready"]:
            self._ready_for = None
        if receipt and receipt.match_id == self._match:
            receipt.started(game["start"])
            for seal in game["commitments"]:
                receipt.sealed(seal)

    async def _event(self, event: Data) -> AsyncIterator[Receipt | None]:
        receipt = self._receipt
        match event["do"]:
            case "sat" if event["occupant"].player == self.client.player:
                self.seat = event["seat"]
            case "stood" if event["seat"] == self.seat:
                self.seat = self._receipt = self._ready_for = None
                if event["reason"] in COMES_BACK_AFTER:
                    await self._send("sit")
            case "next":
                self._next = event
            case "configured" | "cancelled":
                if "settings" in event:
                    self._game = event["settings"]["variant"]
                # Entropy that was opened is never committed to again.
                self._ready_for = self._receipt = None
            case "committed" if receipt:
                receipt.committed(event)
                await self._send("open_entropy", match_id=receipt.match_id, entropy=receipt.entropy.hex())
            case "start":
                self._match, self._next = event["match_id"], None
                if receipt and not event["entropy_commitments"][receipt.seat]:
                    # It began before our commitment came.
                    self._receipt = receipt = None
                if receipt:
                    receipt.started(event)
            case "over" | "ended":
                self.outcome = event
            case "finished" | "abandoned":
                if receipt:
                    receipt.finished(event)
                self._match = self._receipt = None
                yield receipt
                return
        if receipt and receipt.start_signature:
            receipt.event(event)

    async def _now(self, now: Data) -> None:
        if self.seat is not None and self._next and self._ready_for != (self._next["match_id"], self.seat):
            await self._get_ready(self._next, self.seat)
        decision = now.you and now.you.decision
        if not decision or not decision["must"] or not self._match:
            return
        key = (self._match, now["you"]["turn"])
        if key != self._answered:
            self._answered = key
            await self._act()

    async def _act(self) -> None:
        reply = await self._send("turn")
        if reply is None:
            self._answered = None
            return
        turn = reply["turn"]
        action = self.play(turn)
        if inspect.isawaitable(action):
            action = await action
        if action is None:
            action = fallback(turn["decision"])
        if await self._send("act", **{**action, "turn": turn["turn"], "match_id": turn["match"]}) is None:
            self._answered = None

    async def _get_ready(self, following: Data, seat: int) -> None:
        receipt = self._receipt
        if not receipt or (receipt.match_id, receipt.seat) != (following["match_id"], seat):
            receipt = Receipt(seat, self._game, following["match_id"], following["seed_commitment"])
            self._receipt = receipt
        self._ready_for = (receipt.match_id, seat)
        ready = await self._send("ready", match_id=receipt.match_id, entropy_commitment=receipt.entropy_commitment())
        if ready is None:
            self._ready_for = None

    async def _send(self, kind: str, **fields: Any) -> Data | None:
        """The reply; None if the request came too late, or was lost with the connection: what follows tells what to do."""
        try:
            return await self.client.request(kind, room=self.room, **fields)
        except Refused as refusal:
            if refusal.code not in OVERTAKEN:
                raise
        except ConnectionLost:
            pass
        return None
