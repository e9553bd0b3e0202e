// Who one is at this server, the connection, and the rooms one is in: what every view of the page shares.

/**
 * @import { Fields, Reply, RefusedFor, RequestType, Told } from "./connection.js"
 * @import { KnownRoom, Room } from "./room.js"
 * @import { LobbyNews, MatchId, RoomId, RoomSummary, SettingsInput, Welcome } from "./types/protocol.js"
 */

import { Connection, Refusal } from "./connection.js";
import { heard, newRoom } from "./room.js";
import { prepare, receipt, took, tookSnapshot } from "./receipts.js";

const TOKEN = "giog.token";
const NAME = "giog.name";

/** A key that was never used, for requests that are carried out once. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Events: `change` (something that is shown may be different), `room` (detail: `{room, message}`, after each message about a
 * room), `lobby`, `distrust` (detail: what the server did that an honest one does not).
 */
class Session extends EventTarget {
  /** `player`, `name`, `limits`, `rooms`: what the server answered to `hello`; null before. @type {Welcome | null} */
  me = null;
  /** The rooms that are joined, by id. @type {Map<RoomId, Room>} */
  rooms = new Map();
  /** The lobby's rooms by id, or null while nobody looks. @type {Map<RoomId, RoomSummary> | null} */
  lobby = null;
  /** What the operator says to everybody. */
  announcement = "";
  /** @type {Map<RoomId, string>} */
  #password = new Map();
  #watching = 0;

  constructor() {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/ws`, {
      hello: () => this.#hello(),
      greeted: (greeting) => this.#greeted(greeting),
      refused: (code) => this.#refused(code),
    });
    this.connection.addEventListener("message", ({ detail }) => this.#read(detail));
    this.connection.addEventListener("greeted", () => this.#resume());
    this.connection.addEventListener("state", () => this.#changed());
  }

  #hello() {
    const token = localStorage.getItem(TOKEN);
    const name = token ? null : localStorage.getItem(NAME);
    return { ...(token && { token }), ...(name && { name }) };
  }

  /** @param {Welcome} greeting */
  #greeted(greeting) {
    if (greeting.token) localStorage.setItem(TOKEN, greeting.token);
    localStorage.setItem(NAME, greeting.name);
    this.me = greeting;
    this.#changed();
  }

  /** @param {RefusedFor} code */
  #refused(code) {
    if (code === "bad_token") localStorage.removeItem(TOKEN);
    if (code === "bad_name") localStorage.removeItem(NAME);
    return true;
  }

  /** Another name, at once; at a table it shows when one sits down the next time. @param {string} name */
  async rename(name) {
    const answer = await fetch("/api/v1/guests/me", {
      method: "PATCH",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${localStorage.getItem(TOKEN)}` },
      body: JSON.stringify({ name }),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Refusal({ code: body.code, message: body.detail ?? body.title });
    localStorage.setItem(NAME, body.name);
    if (this.me) this.me = { ...this.me, name: body.name };
    // A connection goes by the name it was greeted with.
    this.connection.renew();
  }

  /**
   * As `request` of a connection.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type>>}
   */
  request(type, fields) {
    return this.connection.request(type, fields);
  }

  #resume() {
    for (const room of this.rooms.values()) {
      if (room.left) continue;
      const after = room.state ? { after: room.seq } : {};
      this.#join(room.id, after).catch((/** @type {Refusal} */ refusal) => this.#out(room.id, refusal.code));
    }
    if (this.#watching) this.#watchLobby();
  }

  /** @param {RoomId} id @param {{ after?: number }} [fields] */
  #join(id, fields = {}) {
    const password = this.#password.get(id);
    return this.request("join", { room: id, ...(password && { password }), ...fields });
  }

  /** Comes into a room, if one is not there; throws a `Refusal`. @param {RoomId} id @param {string} [password] */
  async enter(id, password) {
    if (password) this.#password.set(id, password);
    const here = this.rooms.get(id);
    if (here && !here.left && here.state) return;
    this.rooms.set(id, newRoom(id, this.me?.player));
    await this.#join(id);
  }

  /** Makes a room and is in it; gives its id. @param {SettingsInput} settings */
  create(settings) {
    return this.#led(this.request("create_room", { key: newKey(), settings }));
  }

  /** Takes a seat among strangers, and adds entropy; gives the room's id. */
  async quickPlay() {
    const room = await this.#led(this.request("quick_play", { key: newKey() }));
    // Where the match has begun already, nobody waits for entropy.
    await this.ready(room).catch(() => {});
    return room;
  }

  /** Whatever leads into a room is followed by its snapshot. @param {Promise<{ room: RoomId }>} asked */
  async #led(asked) {
    const { room } = await asked;
    while (!this.rooms.get(room)?.state) await new Promise((go) => this.addEventListener("change", go, { once: true }));
    return room;
  }

  /** Leaves a room, and gives the seat up. @param {RoomId} id */
  async leave(id) {
    await this.request("leave", { room: id });
    this.rooms.delete(id);
    this.#changed();
  }

  /** Gets ready for the next match, with entropy of one's own. @param {RoomId} id */
  async ready(id) {
    const { state, you } = this.rooms.get(id) ?? {};
    if (!state?.next || you == null) return null;
    return this.request("ready", { room: id, ...prepare(state.next, you) });
  }

  /** @param {RoomId} id @param {RefusedFor} reason */
  #out(id, reason) {
    const room = this.rooms.get(id);
    if (room) this.rooms.set(id, { ...room, left: reason });
    this.#changed();
  }

  /** @param {Told} message */
  #read(message) {
    if (message.type === "lobby") this.#readLobby(message);
    else if (message.type === "announcement") this.announcement = message.text;
    else this.#readRoom(message);
    this.#changed();
  }

  /** @param {Extract<Told, { room: RoomId }>} message */
  #readRoom(message) {
    const before = this.rooms.get(message.room) ?? newRoom(message.room, this.me?.player);
    const room = heard(before, message, performance.now());
    this.rooms.set(message.room, room);
    try {
      this.#prove(message, before, room);
    } catch (error) {
      this.dispatchEvent(new CustomEvent("distrust", { detail: error instanceof Error ? error.message : "" }));
    }
    this.dispatchEvent(new CustomEvent("room", { detail: { before, room, message } }));
  }

  /** Keeps the receipt, and opens entropy when it is time. @param {Told} message @param {Room} before @param {Room} room */
  #prove(message, before, room) {
    if (message.type === "snapshot") tookSnapshot(message.match);
    if (message.type === "event" && message.seq > before.seq) {
      const { event } = message;
      const playing = (room.match ?? before.match)?.start.match_id;
      const match_id = "match_id" in event ? event.match_id : playing;
      const entropy = took(event, match_id);
      if (match_id && entropy) this.#open(room.id, match_id, entropy);
    }
    const opening = room.state?.phase === "opening" && message.type === "snapshot" && room.state.next;
    const kept = opening && receipt(opening.match_id);
    if (kept && kept.seat === room.you && kept.entropy) this.#open(room.id, kept.match_id, kept.entropy);
  }

  /** @param {RoomId} room @param {MatchId} match_id @param {string} entropy */
  #open(room, match_id, entropy) {
    this.request("open_entropy", { room, match_id, entropy }).catch(() => {});
  }

  /** Looks at the lobby until what this gives is called. */
  watchLobby() {
    if (this.#watching++ === 0 && this.connection.state === "open") this.#watchLobby();
    return () => {
      if (--this.#watching > 0) return;
      this.lobby = null;
      this.request("unwatch_lobby", {}).catch(() => {});
    };
  }

  async #watchLobby() {
    const { rooms } = await this.request("watch_lobby", {});
    this.lobby = new Map(rooms.map((room) => [room.room, room]));
    this.#changed();
  }

  /** @param {LobbyNews} news */
  #readLobby({ rooms, gone }) {
    if (!this.lobby) return;
    for (const room of rooms) this.lobby.set(room.room, room);
    for (const room of gone) this.lobby.delete(room);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The page's session. */
export const session = new Session();
