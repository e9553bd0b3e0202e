"""The client against a real server, whose address is in GIOG_TEST_SERVER (http://127.0.0.1:8080)."""

import asyncio
import json
import os
import secrets
import subprocess

import pytest

import giog

SERVER = os.environ.get("GIOG_TEST_SERVER")
pytestmark = pytest.mark.skipif(SERVER is None, reason="GIOG_TEST_SERVER names no server")
# A game of each kind: tricks with and without throws, a board, tiles, dice.
GAMES = ("giog", "tam-cuc", "pong-hau-ki", "pai-gow", "sic-bo")


def address():
    return SERVER.replace("http", "ws", 1) + "/ws"


async def table_with_bots(client, game):
    settings = {"variant": game, "reveal_pause_ms": 0}
    room = (await client.request("create_room", key=secrets.token_hex(8), settings=settings)).room
    await client.request("join", room=room)
    async for message in client:
        if message.type == "snapshot":
            seats = message.state.settings.seats
            break
    for _ in range(seats - 1):
        await client.request("add_bot", room=room)
    return room


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_plays_a_match_and_its_receipt_fits_the_record(game, tmp_path):
    turns = []

    def play(turn):
        turns.append(turn)
        return turn.decision.default or turn.decision.actions[0]

    async with giog.connect(address(), name="Lin") as client:
        room = await table_with_bots(client, game)
        table = giog.Table(client, room, play)
        async with asyncio.timeout(120):
            receipt = await anext(table.matches())
    assert receipt.seat == table.seat
    assert all(turn.game == game and turn.you == table.seat and turn.view for turn in turns)
    assert turns
    record = giog.fetch(SERVER, receipt.match_id)
    assert record["match_id"] == receipt.match_id
    # The table is public, so its match is the latest of all.
    assert next(giog.export(SERVER, order="newest", limit=1))["match_id"] == receipt.match_id
    kept, path = tmp_path / "receipt.json", tmp_path / "record.json"
    kept.write_text(json.dumps(receipt.to_json()))
    path.write_text(json.dumps(record))
    assert next(giog.records(path)) == record
    if program := os.environ.get("GIOG_TEST_PROGRAM"):
        link = f"{SERVER}/api/v1/matches/{receipt.match_id}"
        subprocess.run([program, "verify", link, "--receipt", kept], check=True, capture_output=True)


async def test_short_forms_say_the_same_as_objects():
    """One person on two connections, one of them with single messages."""
    async with giog.connect(address(), name="Lin") as short:
        plain = giog.connect(address(), token=short.token, short=False, batch=False)
        async with plain:
            room = await table_with_bots(short, "giog")
            await plain.request("join", room=room)
            table = giog.Table(short, room, lambda _: None)
            heard = []
            take = short._take
            short._take = lambda message: (heard.append(message), take(message))
            async with asyncio.timeout(120):
                await anext(table.matches())
                told = []
                async for message in plain:
                    told.append(message)
                    if message.type == "event" and message.event.do == "finished":
                        break

    def events(messages):
        return {one["seq"]: one["event"] for one in messages if one["type"] == "event"}

    mine, others = events(heard), events(told)
    both = mine.keys() & others.keys()
    # Of a short match, too: whoever leads three pieces again and again ends it in four tricks.
    assert len(both) > 15
    for seq in both:
        assert mine[seq] == others[seq], seq

    def decisions(messages):
        asked = (one.you.decision for one in messages if one["type"] == "now" and one.you)
        return {one["decision"]: one for one in asked if one}

    mine, others = decisions(heard), decisions(told)
    both = mine.keys() & others.keys()
    assert len(both) > 1
    for number in both:
        # Long lists of plays are sent on request only, where messages come together.
        assert {**others[number], "plays": None} == {**mine[number], "plays": None}


async def test_a_lost_connection_comes_back_to_its_room():
    async with giog.connect(address(), name="Lin") as client:
        room = await table_with_bots(client, "giog")
        await client._socket.close()
        async with asyncio.timeout(20):
            await client.request("stand", room=room)
            async for message in client:
                if message.type == "event" and message.event.do == "stood":
                    break
        assert message.room == room


async def test_what_is_refused_is_told_with_its_code():
    async with giog.connect(address(), name="Lin") as client:
        with pytest.raises(giog.Refused) as refused:
            await client.request("join", room="00000000-0000-4000-8000-000000000000")
        assert refused.value.code == "no_such_room"
    with pytest.raises(giog.Refused) as refused:
        async with giog.connect(address(), token="0" * 64):
            pass
    assert refused.value.code == "bad_token"


async def test_a_program_says_what_it_is_and_everybody_at_the_table_sees_it():
    rocket = {"engine": "rocket", "version": "1.2"}
    async with giog.connect(address(), name="Rocky", bot=rocket) as client:
        room = (await client.request("create_room", key=secrets.token_hex(8), settings={"seats": 2})).room
        await client.request("join", room=room)
        async for message in client:
            if message.type == "snapshot":
                assert message.state.seats[0].occupant.declared_bot == rocket
                break
        await client.request("leave", room=room)
