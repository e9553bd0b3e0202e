"""An asynchronous client of the socket: requests, messages, and reconnecting (docs/PROTOCOL.md). Needs the package `websockets`.

async with giog.connect("wss://giog.example.org/ws", name="Lin") as client:
    room = (await client.request("create_room", key="first", settings={"variant": "giog"})).room
    async for message in client:
        ...
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any, Self

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from . import short
from .data import Data, read, write

__all__ = ["Client", "ConnectionLost", "Overrun", "Refused", "connect"]

# Seconds between attempts to connect, each shortened by a random part; the last one is repeated.
PAUSES_S = (0.2, 1, 2, 4, 8, 15)
# How many messages wait for the program, at most.
MAX_WAITING = 4096
# The longest frame of a server, in bytes.
MAX_FRAME_BYTES = 1 << 20
# Close codes after which another attempt would be refused too.
POLICY_VIOLATION = 1008
# Refusals that pass: the request is sent again.
PASSING = frozenset({"busy", "rate_limited", "storage_unavailable", "shutting_down"})


class ConnectionLost(ConnectionError):
    """The connection broke before the request was answered. It may have been carried out; the client connects again by itself."""


class Overrun(Exception):
    """The program did not read its messages: more than `MAX_WAITING` were waiting. The client is closed."""


class Refused(Exception):
    """A request was answered with an error."""

    def __init__(self, error: Data) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.error = error
        self.code: str = error["code"]

    def pause_s(self) -> float | None:
        """After how many seconds the same request may be sent again; None if that is of no use."""
        wait_ms = self.error.get("wait_ms")
        if self.code not in PASSING or (self.code == "rate_limited" and wait_ms is None):
            return None
        return 1.0 if wait_ms is None else wait_ms / 1000


class Client:
    """One person's connection. Iterating gives all messages but the replies to requests, until the client is closed.

    After a lost connection it connects again, joins its rooms, and gets what it has missed: `resumed` with the events, or a `snapshot`.
    """

    def __init__(self, url: str, *, name: str | None = None, token: str | None = None, **hello: Any) -> None:
        self.url = url
        self.name = name
        self.token = token
        self.player: str | None = None
        # The reply to `hello`, with the limits of the server.
        self.welcome = Data()
        self._hello = hello
        self._socket: ClientConnection | None = None
        self._next_id = 0
        self._asked: dict[int, asyncio.Future[Data]] = {}
        # The ids of rooms by their handles on this connection.
        self._handles: dict[int, str] = {}
        # The rooms that are joined, with the number of the last event.
        self._rooms: dict[str, int | None] = {}
        self._inbox: asyncio.Queue[Data | Exception] = asyncio.Queue(MAX_WAITING)
        # Whether requests may be sent, or never will be again.
        self._greeted = asyncio.Event()
        self._failure: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._live())
        greeted = asyncio.create_task(self._greeted.wait())
        await asyncio.wait((self._task, greeted), return_when=asyncio.FIRST_COMPLETED)
        greeted.cancel()
        if self._failure:
            await asyncio.gather(self._task, return_exceptions=True)
            raise self._failure
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection; seats are kept for a while, as after a lost one."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fail(ConnectionLost("the client is closed"))

    async def request(self, kind: str, **fields: Any) -> Data:
        """Sends a request and returns its reply. Waits for a connection, and for refusals that pass.

        Raises `Refused`, and `ConnectionLost` if nobody knows whether it was carried out.
        """
        while True:
            await self._greeted.wait()
            if self._failure:
                raise ConnectionLost("the client is closed") from self._failure
            try:
                reply = await self._ask(kind, fields)
            except Refused as refusal:
                if (pause_s := refusal.pause_s()) is None:
                    raise
                await asyncio.sleep(pause_s)
                continue
            if kind == "leave":
                self._rooms.pop(fields["room"], None)
            elif kind in ("join", "create_room", "quick_play"):
                self._rooms.setdefault(reply["room"], None)
            return reply

    async def __aiter__(self) -> AsyncIterator[Data]:
        while True:
            message = await self._inbox.get()
            if isinstance(message, Exception):
                raise message
            yield message

    async def _live(self) -> None:
        """Connects, and connects again, for as long as that can be of use."""
        tries = 0
        while True:
            try:
                async with open_socket(self.url, max_size=MAX_FRAME_BYTES, compression=None) as socket:
                    self._socket = socket
                    reading = asyncio.create_task(self._read(socket))
                    try:
                        await self._greet()
                        tries = 0
                        await reading
                    finally:
                        reading.cancel()
                        self._forget()
            except (Refused, Overrun) as final:
                # An unknown token, or messages that nobody reads.
                self._fail(final)
                raise
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code == POLICY_VIOLATION:
                    self._fail(closed)
                    raise
            except InvalidStatus as status:
                later = status.response.headers.get("Retry-After", "")
                if later.isdigit():
                    await asyncio.sleep(int(later))
                elif status.response.status_code < 500:
                    self._fail(status)
                    raise
            except (OSError, InvalidHandshake, ConnectionLost):
                pass
            await asyncio.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)] * random.uniform(0.5, 1))
            tries += 1

    async def _greet(self) -> None:
        """`hello`, then the rooms."""
        fields = {"protocol": 1, "batch": True, "short": True, "name": self.name, "token": self.token, **self._hello}
        self.welcome = await self._ask("hello", {key: value for key, value in fields.items() if value is not None})
        self.token = self.welcome.get("token", self.token)
        self.player = self.welcome["player"]
        for room, seq in list(self._rooms.items()):
            try:
                await self._ask("join", {"room": room} if seq is None else {"room": room, "after": seq})
            except Refused as refusal:
                self._rooms.pop(room, None)
                self._put(Data(type="left", room=room, reason=refusal.code))
        self._greeted.set()

    async def _ask(self, kind: str, fields: dict[str, Any]) -> Data:
        if self._socket is None:
            raise ConnectionLost("there is no connection at the moment")
        self._next_id += 1
        number = self._next_id
        answer: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            await self._socket.send(write({"id": number, "type": kind, **fields}))
            return await answer
        except ConnectionClosed as closed:
            raise ConnectionLost("the connection broke") from closed
        finally:
            self._asked.pop(number, None)

    async def _read(self, socket: ClientConnection) -> None:
        async for frame in socket:
            for message in short.singles(read(frame), self._handles):
                if message["type"] in ("ok", "error"):
                    self._reply(message)
                else:
                    self._take(message)
        raise ConnectionLost("the server closed the connection")

    def _reply(self, message: Data) -> None:
        if "handle" in message:
            self._handles[message["handle"]] = message["room"]
        answer = self._asked.get(message["re"])
        if answer is None or answer.done():
            return
        if message["type"] == "ok":
            answer.set_result(message)
        else:
            answer.set_exception(Refused(message))

    def _take(self, message: Data) -> None:
        match message["type"]:
            case "event" | "snapshot":
                self._rooms[message["room"]] = message["seq"]
            case "left":
                self._rooms.pop(message["room"], None)
        self._put(message)

    def _put(self, message: Data) -> None:
        try:
            self._inbox.put_nowait(message)
        except asyncio.QueueFull:
            raise Overrun(f"{MAX_WAITING} messages wait, and nobody reads them") from None

    def _forget(self) -> None:
        """Nothing is answered over this connection any more."""
        self._socket = None
        self._greeted.clear()
        self._handles.clear()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(ConnectionLost("the connection broke"))
                # Nobody need wait for it.
                answer.exception()
        self._asked.clear()

    def _fail(self, error: Exception) -> None:
        self._forget()
        self._failure = error
        self._greeted.set()
        while self._inbox.full():
            self._inbox.get_nowait()
        self._inbox.put_nowait(error)


def connect(url: str, *, name: str | None = None, token: str | None = None, **hello: Any) -> Client:
    """A client for `async with`. Without a token it is a new guest, whose `token` belongs into a safe place: it is the person.

    Other fields of `hello` can be given too: `actions=True` lists the legal actions of each decision, and
    `bot={"engine": "rocket", "version": "1.2"}` says, once and for ever, that this guest is a bot.
    """
    return Client(url, name=name, token=token, **hello)
