// Who one is at this server, the connection, and the rooms one is in: what every view of the page shares.

/**
 * @import { Fields, RefusedFor, Reply, RequestType, Told } from "./connection.js"
 * @import { Room } from "./room.js"
 * @import { LobbyNews, MatchId, PlayerId, RoomId, RoomSummary } from "./types/protocol.js"
 * @import { SettingsInput, Variant, Welcome } from "./types/protocol.js"
 */

import { Connection, Refusal } from "./connection.js";
import { heard, isId, listed, newRoom } from "./room.js";
import { Dishonesty, acknowledge, prepare, receipt, took, tookOpening, tookSnapshot } from "./receipts.js";
import { emptied, keepNothing } from "./offline.js";
import { TOKEN, ask, end } from "./rest.js";
import { settings } from "./settings.js";
import { hex } from "./sha256.js";
import { forget, keep, kept, keptKeys, keptObject } from "./storage.js";

const NAME = "giog.name";
/** Who this browser was before it became somebody who came from another device. */
const FORMER = "giog.former";
/** People whose lines are kept away: more than anybody quarrels with. */
const MOST_MUTED = 200;
/** Reasons for being out of a room for which one's seat there is gone too. */
const GONE = ["left_left", "left_closed", "left_removed", "left_expelled", "left_failed", "no_such_room"];
/** Refusals that pass: what was asked is asked again. */
const PASSING = ["busy", "rate_limited", "storage_unavailable", "shutting_down"];
/** When that is tried again, where the server does not say it. */
const AGAIN_MS = 1_000;
/** What the server tells of a room; whatever else it may tell is a newer server's, and leads into none. @type {Told["type"][]} */
const OF_ROOMS = ["event", "now", "snapshot", "resumed", "notice", "left"];

/** A key that was never used, for requests that are carried out once. */
export function newKey() {
  return hex(crypto.getRandomValues(new Uint8Array(12)));
}

/**
 * Events: `change` (something that is shown may be different), `room` (detail: `{room, message}`, after each message about a
 * room), `distrust` (detail: what the server did that an honest one does not).
 */
class Session extends EventTarget {
  /** `player`, `name`, `limits`, `rooms`: what the server answered to `hello`; null before. @type {Welcome | null} */
  me = null;
  /** The rooms that are joined, by id. @type {Map<RoomId, Room>} */
  rooms = new Map();
  /**
   * The lobby's rooms by id, or null while nobody looks; and whether there are more.
   *
   * @type {Map<RoomId, RoomSummary> | null}
   */
  lobby = null;
  lobbyHasMore = false;
  /** Whether the token of this browser has ended: nobody is on the connection until somebody decides who is to be. */
  ended = false;
  /** Whether that is so since whoever it was had themselves forgotten here. */
  forgotten = false;
  /** What the operator says to everybody. */
  announcement = "";
  /** @type {Map<RoomId, string>} */
  #password = new Map();
  /** The token that `hello` was said with. @type {string | null} */
  #token = null;
  /** Matches for which this page got ready, and has not seen it happen yet. @type {Set<MatchId>} */
  #readying = new Set();
  #watching = 0;
  /** @type {Fields<"watch_lobby">} */
  #wanted = {};

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
    // In another window one has taken another name.
    addEventListener(
      "storage",
      ({ key, newValue }) =>
        key === NAME && newValue && this.me && newValue !== this.me.name && this.connection.renew(),
    );
    // In another window this browser has become somebody else.
    addEventListener(
      "storage",
      ({ key, oldValue, newValue }) => key === TOKEN && (oldValue || this.ended) && newValue && location.reload(),
    );
  }

  #hello() {
    const token = kept(TOKEN);
    const name = token ? null : kept(NAME);
    this.#token = token;
    return { ...(token && { token }), ...(name && { name }) };
  }

  /** @param {Welcome} greeting */
  #greeted(greeting) {
    if (greeting.token) keep(TOKEN, greeting.token);
    keep(NAME, greeting.name);
    this.me = greeting;
    this.#changed();
  }

  /** @param {RefusedFor} code */
  #refused(code) {
    if (code === "bad_name") forget(NAME);
    // Another window may have become somebody else meanwhile.
    this.ended = code === "bad_token" && (kept(TOKEN) ?? this.#token) === this.#token;
    if (this.ended) this.#leave();
    return !this.ended;
  }

  /** Has oneself forgotten, and empties what this browser keeps; nobody is on the connection then. Throws a `Refusal`. */
  async forgetMe() {
    // The connection is closed before the answer is here.
    this.forgotten = true;
    try {
      await end("/guests/me");
    } catch (refusal) {
      this.forgotten = false;
      throw refusal;
    }
    for (const key of keptKeys("giog.")) forget(key);
    await keepNothing();
    this.ended = true;
    this.#leave();
    this.connection.stop();
  }

  /** Goes on as somebody new, under the same name; after one was forgotten, from the beginning. */
  startAnew() {
    if (this.forgotten) return location.reload();
    settings.set("push", false);
    emptied();
    forget(TOKEN);
    this.ended = false;
    this.connection.connect();
  }

  /** Is nobody, in no room. */
  #leave() {
    this.rooms.clear();
    this.#password.clear();
    this.me = null;
  }

  /** Another name, at once: the tables hear of it from a new connection. @param {string} name */
  async rename(name) {
    // Somebody new is nobody before the server has greeted them.
    if (!kept(TOKEN)) await this.greeted();
    const { name: made } = await ask("/guests/me", { method: "PATCH", body: { name } });
    keep(NAME, made);
    if (this.me) this.me = { ...this.me, name: made };
    // A connection goes by the name it was greeted with.
    this.connection.renew();
  }

  /** Who this browser was before; null where it was nobody else. @returns {{ token: string, name: string } | null} */
  get former() {
    return keptObject(FORMER);
  }

  /**
   * Goes on as the person of this token; who this browser was is kept, to go back to.
   *
   * @param {{ token: string, name: string, player?: PlayerId }} person
   */
  async become({ token, name, player }) {
    const before = this.ended ? null : kept(TOKEN);
    // With a code of one's own all tokens have ended that there were.
    const isBack = player !== undefined && player === this.me?.player;
    if (before !== token) {
      // This browser is notified for whoever turned it on, and nobody else.
      if (before && settings.get("push")) await end("/guests/me/push", before).catch(() => {});
      settings.set("push", false);
      await emptied();
    }
    this.ended = false;
    if (before && before !== token && !isBack) keep(FORMER, JSON.stringify({ token: before, name: kept(NAME) }));
    keep(TOKEN, token);
    keep(NAME, name);
    this.#leave();
    const greeted = new Promise((go) => this.connection.addEventListener("greeted", go, { once: true }));
    this.connection.renew({ forget: true });
    await greeted;
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
    for (const id of this.rooms.keys()) this.#rejoin(id);
    this.#watchLobby();
  }

  /** Comes back into a room; one that the server is only bringing back is asked for again. @param {RoomId} id */
  async #rejoin(id) {
    const room = this.rooms.get(id);
    if (!room || room.left) return;
    try {
      await this.#join(id, room.state ? { after: room.seq } : {});
    } catch (error) {
      if (!passes(error, () => this.#rejoin(id))) this.#out(id, /** @type {Refusal} */ (error).code);
    }
  }

  /** @param {RoomId} id @param {{ after?: number, sit?: boolean }} [fields] */
  #join(id, fields = {}) {
    const password = this.#password.get(id);
    return this.request("join", { room: id, ...(password && { password }), ...fields });
  }

  /**
   * Comes into a room, if one is not there; throws a `Refusal`, and tries again where that passes. To take the free seat at once,
   * where it lets nobody else watch.
   *
   * @param {RoomId} id
   * @param {{ password?: string | undefined, sit?: boolean }} [how]
   */
  async enter(id, { password, sit = false } = {}) {
    if (!isId(id)) throw new Refusal({ code: "no_such_room", message: "" });
    await this.greeted();
    if (password) this.#password.set(id, password);
    const here = this.rooms.get(id);
    const joined = here && isJoined(here);
    // Those that were looked at longest ago come first.
    this.rooms.delete(id);
    this.rooms.set(id, joined ? here : newRoom(id, this.me?.player));
    if (joined) return;
    await this.#makePlace(id);
    try {
      await this.#join(id, { ...(sit && { sit }) });
    } catch (error) {
      if (!passes(error, () => this.#rejoin(id))) this.#out(id, /** @type {Refusal} */ (error).code);
      throw error;
    }
    await this.#until(() => {
      const room = this.rooms.get(id);
      return !room || room.state || room.left;
    });
  }

  /** Where a connection may be in no more rooms, leaves those that were only looked at, and longest ago. @param {RoomId} [id] the one to come into */
  async #makePlace(id) {
    const most = this.me?.limits.rooms_per_connection ?? Infinity;
    const others = [...this.rooms.values()].filter((room) => room.id !== id && !room.left);
    const leaving = others
      .filter((room) => isJoined(room) && room.you == null)
      .slice(0, Math.max(0, others.length + 1 - most));
    await Promise.all(leaving.map((room) => this.leave(room.id).catch(() => {})));
  }

  /** Makes a room and is in it, on a seat or not; gives its id. @param {SettingsInput} settings */
  async create(settings, sit = true) {
    const room = await this.#led(() => this.request("create_room", { key: newKey(), settings, sit }));
    if (settings.password) this.#password.set(room, settings.password);
    return room;
  }

  /** Puts bots on so many free seats of a room that one owns. @param {RoomId} room @param {number} bots */
  async addBots(room, bots) {
    const free = this.rooms.get(room)?.state?.seats.filter(({ occupant }) => !occupant) ?? [];
    // Each is named, so that a request that is sent again adds no other.
    for (const { seat } of free.slice(0, bots)) await this.request("add_bot", { room, seat });
  }

  /** Other settings for a room that one owns: all of them. @param {RoomId} id @param {SettingsInput} settings */
  async configure(id, settings) {
    await this.request("configure", { room: id, settings });
    if (settings.password) this.#password.set(id, settings.password);
  }

  /** The password with which one came into a room or made it; undefined where there is none. @param {RoomId} id */
  password(id) {
    return this.#password.get(id);
  }

  /**
   * Takes a seat among strangers, in this game or the usual one, and adds entropy; gives the room's id.
   *
   * @param {Variant | ""} [variant]
   */
  async quickPlay(variant) {
    const room = await this.#led(() => this.request("quick_play", { key: newKey(), ...(variant && { variant }) }));
    // Where the match has begun already, nobody waits for entropy.
    await this.ready(room).catch(() => {});
    return room;
  }

  /** Whatever leads into a room is followed by its snapshot. @param {() => Promise<{ room: RoomId }>} ask */
  async #led(ask) {
    await this.#makePlace();
    const { room } = await ask();
    // Where the connection breaks before the snapshot is here, one comes in over the next one.
    const here = this.rooms.get(room);
    if (!here || !isJoined(here)) this.rooms.set(room, newRoom(room, this.me?.player));
    await this.#until(() => {
      const led = this.rooms.get(room);
      return !led || led.state || led.left;
    });
    return room;
  }

  /** Waits until it is known who one is, and where one has a seat. Throws the `Refusal` where the server does not let one in. */
  async greeted() {
    const isOpen = () => this.me && this.connection.state === "open";
    await this.#until(() => isOpen() || this.connection.closed);
    if (this.connection.closed) throw this.connection.closed;
  }

  /** @param {() => unknown} holds */
  async #until(holds) {
    while (!holds()) await new Promise((go) => this.addEventListener("change", go, { once: true }));
  }

  /** Leaves a room, and gives the seat up. @param {RoomId} id */
  async leave(id) {
    await this.request("leave", { room: id });
    this.rooms.delete(id);
    if (this.me) this.me = { ...this.me, rooms: this.me.rooms.filter((one) => one !== id) };
    this.#changed();
  }

  /** The ids of the rooms in which one has a seat: what the greeting said, and what happened since. */
  get seated() {
    const ids = new Set(this.me?.rooms);
    for (const { id, state, you, left } of this.rooms.values()) {
      if (!state) continue;
      if ((left && GONE.includes(left)) || state.phase === "closed" || (you == null && !left)) ids.delete(id);
      else if (you != null) ids.add(id);
    }
    return [...ids];
  }

  /** Whether somebody's lines are kept away from this reader. @param {PlayerId} player */
  isMuted(player) {
    return settings.get("muted").some((one) => one.player === player);
  }

  /**
   * Keeps somebody's lines away, in this room by the server and everywhere by this page; or lets them through again.
   *
   * @param {RoomId} room
   * @param {{ player: PlayerId, name: string }} person
   * @param {boolean} muted
   */
  async mute(room, { player, name }, muted) {
    const others = settings.get("muted").filter((one) => one.player !== player);
    settings.set("muted", muted ? [...others, { player, name }].slice(-MOST_MUTED) : others);
    await this.request("mute", { room, player, muted });
  }

  /** Gets ready for the next match, with entropy of one's own. @param {RoomId} id */
  async ready(id) {
    const { state, you } = this.rooms.get(id) ?? {};
    if (!state?.next || you == null) return null;
    const { match_id } = state.next;
    const again = state.seats[you]?.ready && receipt(match_id)?.acknowledged;
    if (!again) this.#readying.add(match_id);
    try {
      const done = await this.request("ready", { room: id, ...prepare(state.next, you) });
      acknowledge(match_id, true);
      return done;
    } catch (refusal) {
      this.#readying.delete(match_id);
      throw refusal;
    }
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
    else if (OF_ROOMS.includes(message.type)) this.#readRoom(message);
    this.#changed();
  }

  /** @param {Extract<Told, { room: RoomId }>} message */
  #readRoom(message) {
    if (message.type === "notice" && message.notice.do === "chat" && this.isMuted(message.notice.from.player)) return;
    const before = this.rooms.get(message.room) ?? newRoom(message.room, this.me?.player);
    const room = heard(before, message, performance.now());
    this.rooms.set(message.room, room);
    try {
      this.#prove(message, before, room);
    } catch (error) {
      if (error instanceof Dishonesty) this.dispatchEvent(new CustomEvent("distrust", { detail: error.message }));
      else reportError(error);
    }
    this.dispatchEvent(new CustomEvent("room", { detail: { before, room, message } }));
    if (message.type === "now" && message.you?.choices) this.#listPlays(room.id, message.you.turn);
  }

  /** Asks for the legal plays that the news did not list. @param {RoomId} id @param {number} turn */
  async #listPlays(id, turn) {
    const { plays } = await this.request("choices", { room: id, turn }).catch(() => ({ plays: null }));
    const room = this.rooms.get(id);
    if (!plays || room?.now?.you?.turn !== turn) return;
    this.rooms.set(id, listed(room, plays));
    this.#changed();
  }

  /**
   * Keeps the receipt, and opens entropy when it is time.
   *
   * @param {Told} message
   * @param {Room} before
   * @param {Room} room
   */
  #prove(message, before, room) {
    if (message.type === "snapshot") tookSnapshot(message.match, message.seq);
    if (message.type === "event" && message.seq > before.seq) {
      const { event } = message;
      if (event.do === "ready" && event.seat === room.you && room.state?.next) this.#gotReady(room.state.next.match_id);
      const playing = (room.match ?? before.match)?.start.match_id;
      const match_id = "match_id" in event ? event.match_id : playing;
      const entropy = took(event, match_id, room.you, message.seq);
      if (match_id && entropy) this.#open(room.id, match_id, entropy);
    }
    const { phase, next, entropy_commitments } = room.state ?? {};
    if (message.type === "snapshot" && phase === "opening" && next) {
      const entropy = tookOpening(next, entropy_commitments, room.you);
      if (entropy) this.#open(room.id, next.match_id, entropy);
    }
  }

  /** Where this page did not ask for it, another device of the same player did. @param {MatchId} match_id */
  #gotReady(match_id) {
    if (!this.#readying.delete(match_id)) acknowledge(match_id, false);
  }

  /** @param {RoomId} room @param {MatchId} match_id @param {string} entropy */
  #open(room, match_id, entropy) {
    this.request("open_entropy", { room, match_id, entropy }).catch(() => {});
  }

  /** Looks at the lobby until what this gives is called. */
  watchLobby() {
    if (this.#watching++ === 0) this.#watchLobby();
    return () => {
      if (--this.#watching > 0) return;
      this.lobby = null;
      // Another connection does not watch it.
      if (this.connection.state === "open") this.request("unwatch_lobby", {}).catch(() => {});
    };
  }

  /** Says which rooms of the lobby are wanted. @param {Fields<"watch_lobby">} wanted */
  narrowLobby(wanted) {
    this.#wanted = wanted;
    this.#watchLobby();
  }

  async #watchLobby() {
    if (!this.#watching || this.connection.state !== "open") return;
    const wanted = this.#wanted;
    try {
      const { rooms, more } = await this.request("watch_lobby", wanted);
      if (wanted !== this.#wanted) return;
      this.lobby = new Map(rooms.map((room) => [room.room, room]));
      this.lobbyHasMore = more;
      this.#changed();
    } catch (error) {
      passes(error, () => wanted === this.#wanted && this.#watchLobby());
    }
  }

  /** @param {LobbyNews} news */
  #readLobby({ rooms, gone, wait_ms }) {
    if (wait_ms !== undefined) setTimeout(() => this.#watchLobby(), wait_ms);
    if (!this.lobby) return;
    for (const room of rooms) this.lobby.set(room.room, room);
    for (const room of gone) this.lobby.delete(room);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether one is in a room, as far as this page knows. @param {Room} room */
const isJoined = ({ state, left }) => state !== null && !left;

/** Whether what a refusal is for passes: then it is tried again. @param {unknown} error @param {() => unknown} again */
function passes(error, again) {
  if (!(error instanceof Refusal) || !PASSING.includes(error.code)) return false;
  setTimeout(again, error.reply.wait_ms ?? AGAIN_MS);
  return true;
}

/** The page's session. */
export const session = new Session();
