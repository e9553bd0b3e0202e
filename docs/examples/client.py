#!/usr/bin/env python3
"""A player for a Giog server, from docs/PROTOCOL.md alone. Python 3.9 or later; nothing to install.

    client.py                                   makes a table with bots, plays a match, prints the outcome
    client.py --matches 3 --seats 2             three matches, one after another
    client.py --game mahjong                    another game; any of `/api/v1/variants`
    client.py --people 2                        makes a table, and plays all its people itself, on two connections
    client.py --seats 2 --open 1                leaves a seat to somebody else, and waits for them
    client.py --join ROOM                       takes a seat in a room that is there already
    client.py --break 5                         breaks its connection after every fifth turn, and resumes
    client.py --receipt-dir DIR                 keeps a receipt of each match there, for `giog verify --receipt`

It plays all games. In every decision it takes the default, and any legal action where there is none; `choose` is the place for something better. It adds entropy
to every shuffle, keeps a receipt, and checks what the server opens against what it committed to. It exits with 1 if
anything did not fit.
"""

import argparse
import asyncio
import base64
import hashlib
import json
import pathlib
import random
import secrets
import sys
import urllib.parse
import uuid


# Reasons for which a seat is lost that may be taken again: this client was away, or too late.
COMES_BACK_AFTER = "gone", "not_ready", "not_opened"


def commitment(domain, match_id, label, *parts):
    """SHA-256 of a domain, a match, a few numbers of one byte each, and some bytes, as docs/FAIRNESS.md has it."""
    data = domain.encode("ascii") + uuid.UUID(match_id).bytes + bytes(label) + b"".join(parts)
    return hashlib.sha256(data).hexdigest()


# What a commitment covers is told by the fields of its label: what is committed to, and how many bytes each field has.
LABELS = (
    ("lay", {"trick": 1, "seat": 1, "attempt": 1}),
    ("throw", {"round": 1, "seat": 1}),
    ("claim", {"deal": 2, "window": 2, "seat": 1}),
    ("split or bet", {"deal": 2, "seat": 1, "attempt": 1}),
)


class Label:
    """What a commitment is about: a play, a throw, a claim, a split or a bet."""

    def __init__(self, seal, game):
        kind, sizes = next((kind, sizes) for kind, sizes in LABELS if sizes.keys() <= seal.keys())
        if kind == "split or bet":
            kind = "split" if game == "pai-gow" else "bet"
        self.domain = f"giog/{kind}/v1"
        self.fields = {field: seal[field] for field in sizes}
        self.bytes = b"".join(seal[field].to_bytes(size, "big") for field, size in sizes.items())


class Suspicion(Exception):
    """The server said something that an honest one never says."""


class Later(ConnectionError):
    """The server takes no connection now, and says after how many seconds it will."""

    def __init__(self, what, after_s):
        super().__init__(what)
        self.after_s = after_s


class Failure(Exception):
    """Something went wrong that going on would not mend."""


class Refused(Failure):
    """A request was answered with an error."""

    # These pass: the same request is sent again.
    PASSING = "busy", "rate_limited", "storage_unavailable", "shutting_down"
    # These pass too, but not soon.
    NO_MATCHES = "draining", "disk_low"

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.error = error

    def is_final(self):
        """Whether it was too much, and not only for a while."""
        return self.error["code"] == "rate_limited" and "wait_ms" not in self.error

    def pause_s(self):
        """How long to wait before the request is sent again; None if that is of no use."""
        known = self.error.get("wait_ms")
        if self.is_final():
            return None
        if self.error["code"] in self.PASSING:
            return 1 if known is None else known / 1000
        return 5 if self.error["code"] in self.NO_MATCHES else None


def expect(holds, what):
    if not holds:
        raise Suspicion(what)


class Socket:
    """As much of a WebSocket (RFC 6455) as is needed; with the package `websockets` one needs none of it."""

    TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
    MAX_BYTES = 1 << 20
    # A dead connection tells nobody that it is dead. Once the server has greeted, its pings come more often than `idle_ms`.
    silence_s = 15

    @classmethod
    async def connect(cls, address):
        url, self = urllib.parse.urlsplit(address), cls()
        secure = url.scheme == "wss"
        port = url.port or (443 if secure else 80)
        self.reader, self.writer = await asyncio.open_connection(url.hostname, port, ssl=secure or None)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = {"Host": url.netloc, "Upgrade": "websocket", "Connection": "Upgrade"}
        head.update({"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"})
        lines = [f"GET {url.path or '/'} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        self.writer.write("\r\n".join([*lines, "", ""]).encode("ascii"))
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if answer.split(" ")[1:2] != ["101"]:
            first, *head = answer.splitlines()
            what, head = f"no WebSocket at {address}: {first}", dict(line.lower().partition(": ")[::2] for line in head)
            self.writer.close()
            if head.get("retry-after", "").isdigit():
                raise Later(what, int(head["retry-after"]))
            raise ConnectionError(what)
        return self

    async def send(self, text):
        await self.write(self.TEXT, text.encode())

    async def write(self, kind, data):
        size, mask = len(data), secrets.token_bytes(4)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.writer.write(bytes([0x80 | kind]) + length + mask + masked)
        await self.writer.drain()

    async def next(self):
        """The next text; None once the server has closed the connection."""
        text = b""
        while True:
            first, size = await self.read(2)
            if size >= 126:
                size = int.from_bytes(await self.read(2 if size == 126 else 8), "big")
            if len(text) + size > self.MAX_BYTES:
                raise ConnectionError("a frame is too large")
            data, kind, last = await self.read(size), first & 15, first & 0x80
            if kind == self.CLOSE:
                return None
            if kind == self.PING:
                await self.write(self.PONG, data)
            elif kind != self.PONG:
                text += data
                if last:
                    return text.decode()

    async def read(self, size):
        alarm = asyncio.get_running_loop().call_later(self.silence_s, self.writer.transport.abort)
        try:
            return await self.reader.readexactly(size)
        finally:
            alarm.cancel()

    def break_off(self):
        self.writer.close()


class Receipt:
    """What a player keeps of one match, with everything that can be checked while it is played."""

    def __init__(self, seat, next_match, game):
        self.seat, self.game = seat, game
        self.match_id = next_match["match_id"]
        self.seed_commitment = next_match["seed_commitment"]
        self.entropy = secrets.token_bytes(32)
        # What everybody committed to, before anybody opened it.
        self.entropy_commitments = None
        self.start_signature = None
        # Whether the server has answered that it has our commitment.
        self.is_known = False
        # By the bytes of their labels, in the order of publication.
        self.commitments = {}

    def entropy_commitment(self, seat=None, entropy=None):
        seat = self.seat if seat is None else seat
        entropy = self.entropy if entropy is None else entropy
        return commitment("giog/entropy/v1", self.match_id, [seat], entropy)

    def committed(self, match_id, commitments):
        expect(match_id == self.match_id, "commitments of another match")
        expect(commitments[self.seat] == self.entropy_commitment(), "our commitment was left out or exchanged")
        self.same_commitments(commitments)
        self.entropy_commitments = commitments

    def same_commitments(self, commitments):
        expect(self.entropy_commitments in (None, commitments), "the commitments to entropy were exchanged")

    def started(self, start):
        expect(start["match_id"] == self.match_id, "another match than was promised")
        expect(start["seed_commitment"] == self.seed_commitment, "another seed than was promised")
        self.same_commitments(start["entropy_commitments"])
        expect(start["entropy"][self.seat] == self.entropy.hex(), "our entropy was left out")
        for seat, (promised, text) in enumerate(zip(start["entropy_commitments"], start["entropy"])):
            opened = self.entropy_commitment(seat, bytes.fromhex(text)) if text else ""
            expect(opened == promised, f"the entropy of seat {seat} is not what it committed to")
        self.start_signature = start["start_signature"]

    def sealed(self, seal):
        label = Label(seal, self.game)
        _, known = self.commitments.setdefault(label.bytes, (label.fields, seal["commitment"]))
        expect(known == seal["commitment"], f"the commitment {label.fields} was exchanged")

    def opened(self, seal):
        label = Label(seal, self.game)
        _, known = self.commitments.get(label.bytes, (None, None))
        content = bytes.fromhex(seal["nonce"]), seal["text"].encode("ascii")
        fits = commitment(label.domain, self.match_id, label.bytes, *content)
        expect(known == fits, f"what was opened of {label.fields} is not what was committed to")

    def finished(self, event):
        seed = bytes.fromhex(event["server_seed"])
        fits = commitment("giog/seed/v1", self.match_id, [], seed)
        expect(fits == self.seed_commitment, "the seed is not the one that was promised")

    def to_json(self):
        seals = [{**fields, "commitment": text} for fields, text in self.commitments.values()]
        return {
            "match_id": self.match_id,
            "seed_commitment": self.seed_commitment,
            "seat": self.seat,
            "entropy": self.entropy.hex(),
            "start_signature": self.start_signature,
            "commitments": seals,
        }


class Player:
    """One person at one table, over as many connections as it takes."""

    def __init__(self, url, name, options):
        self.url, self.name, self.options = url, name, options
        self.token = self.player = self.room = self.socket = None
        self.next_id = 0
        self.game = self.seats = None  # what is played in the room, and by how many
        self.seq = None  # of the last event we have
        self.seat = self.next_match = self.receipt = self.outcome = self.match_id = None
        self.ready_for = self.answered = self.latest = None
        self.had_seat, self.seat_asked_for = False, None  # the next match when a lost seat was asked for
        self.opening = False  # whether our entropy is awaited
        self.turns = self.refusals = 0
        self.played = []  # ids of finished matches
        self.waiting = {}  # futures of requests, by id
        self.handles = {}  # what news call the rooms
        self.inbox = asyncio.Queue()

    # The connection.

    async def open(self):
        """A connection; if there are too many just now, after the time that the server names."""
        for tries_left in reversed(range(5)):
            try:
                return await asyncio.wait_for(Socket.connect(self.url), Socket.silence_s)
            except asyncio.TimeoutError:
                raise ConnectionError("the server does not answer") from None
            except Later as later:
                if not tries_left:
                    raise
                # Not all who were refused together.
                await asyncio.sleep(later.after_s + random.random())

    async def connect(self):
        self.socket = await self.open()
        self.handles = {}
        self.reader = asyncio.ensure_future(self.read())
        hello = {"protocol": 1, "name": self.name, "batch": True}
        if self.token:
            hello["token"] = self.token
        welcome = await self.insist("hello", **hello)
        self.socket.silence_s = welcome["limits"]["idle_ms"] / 1000
        self.token = welcome.get("token", self.token)
        self.player = welcome["player"]
        if self.room:
            after = {} if self.seq is None else {"after": self.seq}
            await self.insist("join", room=self.room, **after)

    async def reconnect(self):
        await self.close()
        # What was on its way may be lost; saying it again is harmless.
        self.ready_for = self.answered = self.seat_asked_for = None
        # At once, but not all clients of a server together; then after longer and longer pauses.
        for pause_s in (0.2, 1, 2, 4, 8, *[15] * 80):
            await asyncio.sleep(pause_s * random.random())
            try:
                await self.connect()
                if self.opening:
                    await self.open_entropy()
                break
            except (OSError, EOFError):
                await self.close()
        else:
            raise Failure("the server does not come back")

    async def close(self):
        if self.socket:
            self.reader.cancel()
            self.socket.break_off()
            self.socket = None
        self.forget()

    def forget(self):
        """Nothing is answered any more."""
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("the connection broke"))
                future.exception()  # whoever does not wait for it need not hear of it
        self.waiting.clear()

    async def send(self, kind, **fields):
        self.next_id += 1
        request = self.next_id
        self.waiting[request] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": request, "type": kind, **fields}))
        return self.waiting[request]

    async def ask(self, kind, **fields):
        return await (await self.send(kind, **fields))

    async def insist(self, kind, **fields):
        """Asks again for as long as what a refusal is for may pass."""
        while True:
            try:
                return await self.ask(kind, **fields)
            except Refused as refusal:
                if refusal.error["code"] not in Refused.PASSING or refusal.is_final():
                    raise
                await asyncio.sleep(refusal.pause_s())

    async def read(self):
        socket = self.socket
        try:
            while (frame := await socket.next()) is not None:
                message = json.loads(frame)
                for single in self.unfolded(message):
                    if single["type"] in ("ok", "error"):
                        self.replied(single)
                    else:
                        self.inbox.put_nowait(single)
        except (OSError, EOFError):
            pass
        self.forget()
        self.inbox.put_nowait({"type": "broken", "socket": socket})

    def unfolded(self, message):
        """The messages that news hold, in their order; any other message as it is."""
        if message["type"] != "news":
            yield message
            return
        if "ok" in message:
            yield {"type": "ok", **message["ok"]}
        room, seq, events = self.handles.get(message["room"]), message["seq"], message.get("events", [])
        for number, event in enumerate(events, seq - len(events) + 1):
            yield {"type": "event", "room": room, "seq": number, "event": event}
        if "now" in message:
            yield {"type": "now", "room": room, "seq": seq, **message["now"]}

    def replied(self, message):
        if "handle" in message:
            self.handles[message["handle"]] = message["room"]
        future = self.waiting.pop(message["re"], None)
        if future is None or future.done():
            return
        if message["type"] == "ok":
            future.set_result(message)
        else:
            future.set_exception(Refused(message))

    # The table.

    async def run(self, matches):
        """Plays until so many matches are finished."""
        while len(self.played) < matches:
            await self.hear()

    async def sit_down(self, room):
        """Takes a seat, once the room is seen to be one where this client can play."""
        self.room = room
        await self.insist("join", room=room)
        while self.seq is None:
            await self.hear()
        await self.insist("sit", room=room)

    async def hear(self):
        """Takes note of the next message, and does what it asks for."""
        message = await self.inbox.get()
        try:
            await self.follow(message)
        except OSError:
            # What could not be sent is sent over the next connection.
            await self.reconnect()

    async def follow(self, message):
        kind = message["type"]
        if kind == "broken":
            if message["socket"] is self.socket:
                await self.reconnect()
        elif kind == "refused":
            await self.refused(message["request"], message["error"])
        elif message.get("room") != self.room:
            pass
        elif kind == "snapshot":
            await self.whole(message)
        elif kind == "event":
            await self.event(message["seq"], message["event"])
        elif kind == "now" and message["seq"] == self.seq:
            self.latest = message
            await self.now(message)
        elif kind == "left":
            raise Failure(f"{self.name} is out of the room: {message['reason']}")

    def check(self, settings):
        self.game, self.seats = settings["variant"], settings["seats"]
        if settings["options"].get("blindfold"):
            raise Failure("this client does not play blindfold")

    async def whole(self, snapshot):
        self.check(snapshot["state"]["settings"])
        self.seq, self.seat = snapshot["seq"], snapshot["you"]
        self.had_seat |= self.seat is not None
        if self.seat is None or not snapshot["state"]["seats"][self.seat]["ready"]:
            self.ready_for = None
        self.next_match = snapshot["state"]["next"]
        game = snapshot["match"]
        self.match_id = game and game["start"]["match_id"]
        self.drop_receipt()
        commitments = snapshot["state"].get("entropy_commitments")
        self.opening = bool(commitments and self.receipt)
        if self.opening:
            self.receipt.committed(self.next_match["match_id"], commitments)
            await self.open_entropy()
        if game and self.receipt and self.receipt.match_id == self.match_id:
            self.receipt.started(game["start"])
            for seal in game["commitments"]:
                self.receipt.sealed(seal)

    def drop_receipt(self):
        """Forgets what was kept for a match that is not played any more, or for a seat that was lost before it."""
        following = self.next_match and self.next_match["match_id"]
        kept = self.receipt and (self.receipt.match_id, self.receipt.seat)
        if kept and kept[0] != self.match_id and kept != (following, self.seat):
            self.receipt = None

    async def event(self, seq, event):
        if self.seq is not None and seq <= self.seq:
            return
        if self.seq is None or seq != self.seq + 1:
            await self.reconnect()
            return
        self.seq = seq
        do, receipt = event["do"], self.receipt
        if do == "sat" and event["occupant"].get("player") == self.player:
            self.seat, self.had_seat = event["seat"], True
        elif do == "stood" and event["seat"] == self.seat:
            if event["reason"] not in COMES_BACK_AFTER:
                raise Failure(f"{self.name} has lost the seat: {event['reason']}")
            self.seat = self.receipt = self.seat_asked_for = self.ready_for = None
        elif do == "next":
            self.next_match = {key: event[key] for key in ("match_id", "seed_commitment")}
        elif do in ("configured", "cancelled"):
            if do == "configured":
                self.check(event["settings"])
            # Entropy that was opened is never committed to again.
            self.ready_for, self.opening, self.receipt = None, False, None
        elif do == "committed" and receipt:
            receipt.committed(event["match_id"], event["entropy_commitments"])
            self.opening = True
            await self.open_entropy()
        elif do == "start":
            self.match_id, self.next_match, self.opening = event["match_id"], None, False
            if receipt and not receipt.is_known and not event["entropy_commitments"][receipt.seat]:
                # It began before our commitment came.
                self.receipt = receipt = None
            if receipt:
                receipt.started(event)
        elif do in ("over", "ended"):
            self.outcome = event
        elif do in ("finished", "abandoned"):
            self.finish(event)
        if receipt and receipt.start_signature:
            for seal in [event["sealed"]] if "sealed" in event else event.get("seals", []):
                receipt.sealed(seal)
            for seal in event.get("opened", []):
                receipt.opened(seal)

    def finish(self, event):
        self.played.append(event["match_id"])
        self.refusals = 0
        receipt, self.match_id = self.receipt, None
        if receipt and receipt.match_id == event["match_id"] and receipt.start_signature:
            receipt.finished(event)
            if self.options.receipt_dir:
                path = pathlib.Path(self.options.receipt_dir, f"{receipt.match_id}.{receipt.seat}.json")
                path.write_text(json.dumps(receipt.to_json()))
        if self.seat == 0 and self.outcome:
            counts = next((f"{name} {self.outcome[name]}, " for name in ("captured", "scores") if self.outcome.get(name)), "")
            print(f"match {event['match_id']} {counts}won by seats {self.outcome['winners']}", flush=True)

    async def now(self, now):
        if self.had_seat and self.seat is None and self.next_match:
            await self.sit_again()
        if self.seat is not None and self.next_match and self.ready_for != (self.next_match["match_id"], self.seat):
            await self.get_ready()
        you = now["you"]
        if you and you["decision"] and you["decision"]["must"]:
            turn = (self.match_id, you["turn"])
            if turn != self.answered:
                self.answered = turn
                await self.act(you["turn"], self.choose(you["decision"]))

    async def sit_again(self):
        """Asks for a seat instead of the lost one, once before each match."""
        if self.seat_asked_for != self.next_match["match_id"]:
            self.seat_asked_for = self.next_match["match_id"]
            await self.send_quietly("sit")

    async def open_entropy(self):
        await self.send_quietly("open_entropy", match_id=self.receipt.match_id, entropy=self.receipt.entropy.hex())

    async def get_ready(self):
        receipt = self.receipt
        if not receipt or (receipt.match_id, receipt.seat) != (self.next_match["match_id"], self.seat):
            self.receipt = Receipt(self.seat, self.next_match, self.game)
        self.ready_for = (self.receipt.match_id, self.seat)
        await self.send_quietly(
            "ready", match_id=self.receipt.match_id, entropy_commitment=self.receipt.entropy_commitment()
        )

    async def act(self, turn, action):
        self.turns += 1
        await self.send_quietly("act", turn=turn, match_id=self.match_id, **action)
        if self.options.break_every and self.turns % self.options.break_every == 0:
            await self.reconnect()

    async def send_quietly(self, kind, **fields):
        """Sends without waiting; an error comes to `refused`."""
        future = await self.send(kind, room=self.room, **fields)

        def look(done):
            if kind == "ready" and done.exception() is None and self.receipt:
                self.receipt.is_known = True
            if isinstance(done.exception(), Refused):
                self.inbox.put_nowait({"type": "refused", "request": kind, "error": done.exception()})

        future.add_done_callback(look)

    async def refused(self, kind, refusal):
        code = refusal.error["code"]
        if code in ("already", "stale_match", "no_entropy_awaited"):
            return  # the server was ahead of us
        if kind in ("ready", "sit") and code in ("not_seated", "match_running"):
            return  # so it was here: what follows tells
        if kind == "act" and refusal.is_final():
            return  # who was away too often does not come back: somebody plays for us to the end of the match
        pause_s = refusal.pause_s()
        if pause_s is not None:
            await asyncio.sleep(pause_s)
        else:
            # A stack may be gone before we could name it; what we are asked now has come meanwhile.
            self.refusals += 1
            if kind != "act" or self.refusals > 10:
                raise refusal
        if kind == "open_entropy" and self.opening:
            await self.open_entropy()
        elif kind == "ready":
            self.ready_for = None
        elif kind == "sit":
            self.seat_asked_for = None
        elif kind == "act":
            self.answered = None
        if self.latest and self.latest["seq"] == self.seq:
            await self.now(self.latest)

    def choose(self, decision):
        """What to do: the place for a better player. `decision` has the legal choices, see docs/PROTOCOL.md."""
        if decision["default"]:
            return decision["default"]
        # Only on boards, where every action has one argument.
        kind = random.choice(decision["may"])
        choice = random.choice(kind["choices"])
        if kind["do"] == "drop":
            piece, point = choice.split("@")
            return {"do": "drop", "piece": piece, "to": point}
        field = {"move": "move", "ally": "state"}.get(kind["do"], "at")
        return {"do": kind["do"], field: choice}


async def play(options):
    people = [Player(options.url, f"{options.name} {n}" if n else options.name, options) for n in range(options.people)]
    for person in people:
        await person.connect()
    first = people[0]
    if options.join:
        await first.sit_down(options.join)
    else:
        settings = {"variant": options.game, "ceremony": options.ceremony, "reveal_pause_ms": 0}
        settings.update(seats=options.seats, options=json.loads(options.options))
        made = await first.insist("create_room", key=secrets.token_hex(8), settings=settings)
        first.room = made["room"]
        print(f"room {first.room}", flush=True)
    for person in people[1:]:
        await person.sit_down(first.room)
    if not options.join:
        while first.seats is None:
            await first.hear()
        for _ in range(first.seats - options.people - options.open):
            await first.ask("add_bot", room=first.room)
    await asyncio.gather(*(person.run(options.matches) for person in people))
    for person in people:
        await person.ask("leave", room=person.room)
        await person.close()


def main():
    parser = argparse.ArgumentParser(description="A player for a Giog server.")
    parser.add_argument("--url", default="ws://127.0.0.1:8080/ws")
    parser.add_argument("--name", default="Python")
    parser.add_argument("--game", default="giog")
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the game")
    parser.add_argument("--seats", type=int, help="as many as are usual, if omitted")
    parser.add_argument("--people", type=int, default=1, help="how many of the seats are played from here")
    parser.add_argument("--open", type=int, default=0, help="how many seats are left to others, who --join")
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--ceremony", default="players", choices=["players", "server"])
    parser.add_argument("--join", metavar="ROOM", help="a room that is there already")
    parser.add_argument("--break", dest="break_every", type=int, metavar="TURNS", help="break connections so often")
    parser.add_argument("--receipt-dir", metavar="DIR")
    options = parser.parse_args()
    try:
        asyncio.run(play(options))
    except Suspicion as suspicion:
        sys.exit(f"SUSPICIOUS: {suspicion}")
    except (Failure, OSError) as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
