#!/usr/bin/env python3
"""Plays on a server until it has everything that REST can answer: matches of all games, finished, abandoned and running, and a
cancelled start. Only for tests/clients, with the Python that it has made.

    play.py URL OPERATOR_URL OPERATOR_TOKEN [--long]
"""

import asyncio
import hashlib
import json
import pathlib
import sys
import urllib.request

import websockets

CLIENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "client.py"
# What tests know of each game: options that keep its matches short, among others.
GAMES = pathlib.Path(__file__).resolve().parents[2] / "crates" / "rules" / "tests" / "games"
# A hand takes as long as its windows are open: over a minute.
SLOW = {"mahjong"}
# How many clients play at once, so that their time does not run out on a small machine.
AT_ONCE = 2
# How long a match may take before the test fails, in seconds.
PATIENCE_S = 300


def asked(url, method="GET", token=None):
    request = urllib.request.Request(url, method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        body = answer.read()
    return json.loads(body) if body else None


def facts_of(game):
    return json.loads((GAMES / game / "facts.json").read_text())


class Person:
    """Somebody on a socket, who does no more than they are told."""

    def __init__(self, socket):
        self.socket, self.last = socket, 0

    async def ask(self, kind, **fields):
        self.last += 1
        await self.socket.send(json.dumps({"id": self.last, "type": kind, **fields}))
        while True:
            told = json.loads(await self.socket.recv())
            if told.get("re") == self.last:
                if told["type"] == "error":
                    raise RuntimeError(f"{kind} {fields}: {told}")
                return told

    async def until(self, is_it):
        while True:
            told = json.loads(await self.socket.recv())
            if is_it(told):
                return told


async def begin(url, game, ready=lambda told: {}):
    """A table with bots, whose match is begun. The person goes away then."""
    async with websockets.connect(f"{url.replace('http', 'ws', 1)}/ws", max_size=None) as socket:
        person = Person(socket)
        await person.ask("hello", protocol=1, name="Lin")
        settings = {"variant": game, "ceremony": "players", "clock": {"kind": "none"}}
        made = await person.ask("create_room", key=game, settings=settings)
        room = made["room"]
        await person.ask("add_bot", room=room, all=True)
        state = asked(f"{url}/api/v1/rooms/{room}")
        await person.ask("ready", room=room, **ready(state))
        wanted = "committed" if ready(state) else "start"
        await person.until(lambda told: told["type"] == "event" and told["event"]["do"] == wanted)
        return room


def committed(state):
    """Readiness with a commitment that nobody will open."""
    digest = hashlib.sha256(b"never opened").hexdigest()
    return {"match_id": state["next"]["match_id"], "entropy_commitment": digest}


async def cancelled(url):
    """A room in which a start was cancelled."""
    room = await begin(url, "giog", ready=committed)
    for _ in range(10 * PATIENCE_S):
        if asked(f"{url}/api/v1/rooms/{room}/cancelled-starts")["cancelled_starts"]:
            return
        await asyncio.sleep(0.1)
    raise RuntimeError("no start was cancelled")


async def finish(url, game, places):
    """A whole match, by the client of the documentation."""
    async with places:
        options = json.dumps(facts_of(game).get("options", {}))
        client = await asyncio.create_subprocess_exec(
            sys.executable, str(CLIENT), "--url", f"{url.replace('http', 'ws', 1)}/ws", "--game", game, "--options", options,
            stdout=asyncio.subprocess.DEVNULL,
        )
        if await asyncio.wait_for(client.wait(), PATIENCE_S):
            raise RuntimeError(f"no match of {game} was finished")


async def main(url, operator, token, is_long):
    told = asked(f"{url}/api/v1/variants")
    games = [game["id"] for kind in ("variants", "boards", "tiles") for game in told[kind]]
    whole = [game for game in games if is_long or game not in SLOW]
    places = asyncio.Semaphore(AT_ONCE)
    running = {}

    async def run(game):
        async with places:
            running[game] = await begin(url, game)

    await asyncio.gather(cancelled(url), *(run(game) for game in games), *(finish(url, game, places) for game in whole))
    # Those that take too long are abandoned, and one more is left running.
    for game in SLOW:
        asked(f"{operator}/operator/v1/rooms/{running[game]}", "DELETE", token)
        await begin(url, game)
    print(f"{len(whole)} matches finished, {len(games)} running", file=sys.stderr)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4], "--long" in sys.argv[4:]))
