#!/usr/bin/env python3
"""Reads with a generated client everything that a server answers over REST, and compares it with what the server sent: nothing is
refused, lost, or unknown to the client. Only for tests/clients.

    read.py URL openapi-python-client|openapi-generator FOLDER
"""

import datetime
import importlib
import json
import pathlib
import re
import sys
import time
import uuid

# On the other board of this game, two bots play the match to its end.
ENDS_ALONE = {"supply-chess"}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:")
PROBLEMS = "not_found", "bad_request", "no_such_room", "not_in_hand"


class Lost(Exception):
    """A client made something else of an answer."""


def plain(value):
    """What is compared: moments in one form, and no nulls, which clients may leave out."""
    if isinstance(value, dict):
        return {name: plain(field) for name, field in value.items() if field is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and MOMENT.match(value):
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).isoformat()
    return value


def compare(what, sent, read):
    if plain(sent) != plain(read):
        raise Lost(f"{what}: sent {json.dumps(plain(sent))[:2000]}, but read {json.dumps(plain(read))[:2000]}")


def unknown(value, where="body"):
    """Where an object has fields that its class does not know."""
    if isinstance(value, list):
        return [found for item in value for found in unknown(item, f"{where}[]")]
    fields = getattr(value, "__dict__", {}) if not isinstance(value, type) else {}
    if hasattr(value, "__attrs_attrs__"):
        fields = {field.name: getattr(value, field.name) for field in value.__attrs_attrs__}
    more = fields.get("additional_properties") or {}
    found = [f"{where}.{name}" for name in more]
    for name, field in fields.items():
        if name != "additional_properties":
            found += unknown(field, f"{where}.{name}")
    return found


class PythonClient:
    """The client of openapi-python-client."""

    def __init__(self, url, folder):
        sys.path.insert(0, str(folder.parent))
        self.name, self.url = folder.name, url
        self.module = importlib.import_module(folder.name)
        self.client = self.module.Client(base_url=url, timeout=60)

    def sign_in(self, token):
        self.client = self.module.AuthenticatedClient(base_url=self.url, token=token, timeout=60)

    def model(self, name, fields):
        models = importlib.import_module(f"{self.name}.models")
        return getattr(models, name).from_dict(fields)

    def ask(self, group, operation, *path, **more):
        called = importlib.import_module(f"{self.name}.api.{group}.{operation}")
        more = {"as_" if name == "seen_as" else name: value for name, value in more.items()}
        answer = called.sync_detailed(*path, client=self.client, **more)
        what = f"{operation} {path} {more}"
        if not answer.content:
            return answer.status_code, None
        if answer.parsed is None:
            raise Lost(f"{what}: {answer.status_code} was not read: {answer.content[:2000]}")
        sent = json.loads(answer.content)
        compare(what, sent, answer.parsed.to_dict())
        if unknown(answer.parsed):
            raise Lost(f"{what}: unknown fields {unknown(answer.parsed)[:10]}")
        return answer.status_code, sent


class GeneratorClient:
    """The Python client of openapi-generator."""

    def __init__(self, url, folder):
        sys.path.insert(0, str(folder))
        self.module = importlib.import_module("openapi_client")
        self.settings = self.module.Configuration(host=url)
        self.client = self.module.ApiClient(self.settings)

    def sign_in(self, token):
        self.settings.access_token = token

    def model(self, name, fields):
        return getattr(self.module, name).from_dict(fields)

    def ask(self, group, operation, *path, body=None, **more):
        api = getattr(self.module, f"{group.capitalize()}Api")(self.client)
        more = {"var_as" if name == "seen_as" else name: value for name, value in more.items()}
        what = f"{operation} {path} {more}"
        given = [*path] if body is None else [*path, body]
        try:
            answer = getattr(api, f"{operation}_with_http_info")(*given, **more)
        except self.module.ApiException as problem:
            if problem.body is None:
                raise
            sent = json.loads(problem.body)
            compare(what, sent, json.loads(self.module.ProblemDetails.from_dict(sent).to_json()))
            return problem.status, sent
        if not answer.raw_data:
            return answer.status_code, None
        sent = json.loads(answer.raw_data)
        if answer.data is None:
            raise Lost(f"{what}: {answer.status_code} was not read: {answer.raw_data[:2000]}")
        compare(what, sent, json.loads(answer.data.to_json()))
        return answer.status_code, sent


CLIENTS = {"openapi-python-client": PythonClient, "openapi-generator": GeneratorClient}


def read_all(client):
    def ok(group, operation, *path, **more):
        status, answer = client.ask(group, operation, *path, **more)
        if status >= 400:
            raise Lost(f"{operation} {path} {more}: {status} {answer}")
        return answer

    def refused(code, group, operation, *path, **more):
        status, answer = client.ask(group, operation, *path, **more)
        if status < 400 or answer["code"] != code:
            raise Lost(f"{operation} {path} {more}: {status} {answer}, and not {code}")

    for operation in "server_info", "list_keys", "healthz", "readyz":
        ok("server", operation)
    for code in PROBLEMS:
        ok("server", "problem_type", code)
    ok("server", "qr", body=client.model("QrInput", {"text": "giog"}))
    described = ok("variants", "list_variants")
    games = [game["id"] for kind in ("variants", "boards", "tiles") for game in described[kind]]
    for game in games:
        ok("variants", "variant", game)
    refused("no_such_variant", "variants", "variant", "chess")
    nobody = uuid.UUID(int=4)
    refused("no_such_match", "matches", "match_info", nobody)
    refused("no_such_room", "rooms", "room", nobody)
    refused("no_such_player", "players", "player", nobody)
    read_rooms(ok, games)
    read_matches(ok, games)
    read_guests(client, ok, refused)
    return games


def read_rooms(ok, games):
    running, cancelled = set(), 0
    for room in ok("rooms", "list_rooms")["rooms"]:
        id = uuid.UUID(room["room"])
        state = ok("rooms", "room", id)
        cancelled += len(ok("rooms", "cancelled_starts", id)["cancelled_starts"])
        if state["match_id"]:
            match = uuid.UUID(state["match_id"])
            ok("matches", "match_info", match)
            ok("matches", "match_events", match)
            running.add(state["settings"]["variant"])
    if not running >= set(games) - ENDS_ALONE or not cancelled:
        raise Lost(f"running matches of {sorted(running)}, and {cancelled} cancelled starts")


def read_matches(ok, games):
    finished, cursor = set(), ""
    while cursor is not None:
        page = ok("matches", "list_matches", limit=7, cursor=cursor)
        cursor = page.get("next")
        for summary in page["matches"]:
            match = uuid.UUID(summary["match_id"])
            finished.add(summary["variant"])
            ok("matches", "match_info", match)
            ok("matches", "match_record", match)
            for seen_as in "spectator", "0":
                ok("matches", "match_events", match, seen_as=seen_as)
            people = [player["player"] for player in summary["players"] if player.get("player")]
            for player in people:
                ok("players", "player", uuid.UUID(player))
                ok("players", "player_matches", uuid.UUID(player))
    if finished != set(games):
        raise Lost(f"finished matches of {sorted(finished)}")


def read_guests(client, ok, refused):
    refused("token_wanted", "guests", "list_devices") if isinstance(client, GeneratorClient) else None
    guest = ok("guests", "create_guest", body=client.model("GuestInput", {"name": "Mei", "device": "phone"}))
    client.sign_in(guest["token"])
    ok("guests", "me")
    ok("guests", "rename_me", body=client.model("RenameInput", {"name": "Lin"}))
    code = ok("guests", "offer_handover")["code"]
    ok("guests", "take_handover", body=client.model("HandoverInput", {"code": code}))
    refused("bad_code", "guests", "take_handover", body=client.model("HandoverInput", {"code": code}))
    for device in ok("guests", "list_devices")["devices"]:
        if not device["current"]:
            ok("guests", "end_device", device["device"])
    ok("guests", "end_other_devices")
    ok("guests", "offer_friendship")
    ok("guests", "set_friends", body=client.model("FriendSettings", {"shows_tables": False}))
    ok("guests", "list_friends")
    refused("bad_code", "guests", "befriend", body=client.model("FriendCodeInput", {"code": code}))
    refused("not_met", "guests", "ask_friend", uuid.uuid4())
    refused("no_such_player", "guests", "block", uuid.uuid4())
    ok("guests", "list_blocks")
    ok("guests", "list_invitations")
    somewhere = {"player": str(uuid.uuid4()), "room": str(uuid.uuid4())}
    refused("no_such_room", "guests", "invite", body=client.model("InvitationInput", somewhere))
    ok("guests", "decline_invitation", uuid.uuid4())
    recovery = ok("guests", "change_recovery", body=client.model("RecoveryInput", {}))["recovery_code"]
    recovered = ok("guests", "recover", body=client.model("RecoverInput", {"code": recovery}))
    client.sign_in(recovered["token"])
    ok("guests", "end_push")
    ok("guests", "forget_me")
    refused("bad_token", "guests", "me")


def main(url, kind, folder):
    client = CLIENTS[kind](url, pathlib.Path(folder).resolve())
    began = time.monotonic()
    games = read_all(client)
    took = time.monotonic() - began
    print(f"{kind}: everything about {len(games)} games was read in {took:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:4])
