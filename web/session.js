// The identity on this server, the connection, and the joined rooms: shared by all views of the page.

/**
 * @import { Fields, Reply, RequestType, Told } from "./client/connection.js"
 * @import { RefusedFor } from "./client/refusal.js"
 * @import { Named, Room } from "./room.js"
 * @import { Invitation, LobbyNews, PlayerId, RoomId, RoomSummary } from "./types/protocol.js"
 * @import { SettingsInput, Variant, Welcome } from "./types/protocol.js"
 */

import { Connection } from "./client/connection.js";
import { newKey } from "./client/key.js";
import { Dishonesty } from "./client/receipts.js";
import { Refusal, pauseAfter } from "./client/refusal.js";
import { heard, isBot, isId, listed, named, newRoom, personIn, personOf } from "./room.js";
import { receipts } from "./receipts.js";
import { emptied, keepNothing } from "./offline.js";
import { TOKEN, ask, end, forgetAnswers } from "./rest.js";
import { onHost } from "./root.js";
import { settings } from "./settings.js";
import { forget, keep, kept, keptKeys, keptObject, tellsOf } from "./storage.js";

const NAME = "giog.name";
/** The storage key of the identity that this browser had before it took over another one. */
const FORMER = "giog.former";
/** Reasons for being out of a room that also mean the loss of the seat there. */
const GONE = ["left_left", "left_closed", "left_removed", "left_expelled", "left_failed", "no_such_room"];
/** The messages about a room; types that are named nowhere here come from a newer server, or were not asked for, and are ignored. */
const OF_ROOMS = /** @type {const} */ (["event", "now", "snapshot", "resumed", "notice", "left"]);
/** @typedef {Extract<Told, { type: typeof OF_ROOMS[number] }>} OfRoom a message about a room */

/** @param {Told} message @returns {message is OfRoom} */
const isOfRoom = (message) => OF_ROOMS.some((type) => type === message.type);

/**
 * Events: `change` (something shown may have changed), `room` (detail: `{room, message}`, after each message about a room), `renamed` (the
 * person has a new name), `invited` (to a table), `distrust` (detail: what a dishonest server did).
 */
class Session extends EventTarget {
  /** `player`, `name`, `limits`, `rooms`: the server's answer to `hello`; null before. @type {Welcome | null} */
  me = null;
  /** The rooms that are joined, by id. @type {Map<RoomId, Room>} */
  rooms = new Map();
  /**
   * The rooms of the lobby by id, or null while nobody watches it; and whether there are more.
   *
   * @type {Map<RoomId, RoomSummary> | null}
   */
  lobby = null;
  lobbyHasMore = false;
  /** The cursor of the next page of the lobby, if there is one. @type {string | null} */
  #lobbyNext = null;
  /** Whether this browser's token has ended: nobody is logged in until the person decides how to continue. */
  ended = false;
  /** Whether the token has ended because the person deleted their data in this browser. */
  forgotten = false;
  /** The operator's announcement. */
  announcement = "";
  /** The tables to which the person is invited. @type {Map<RoomId, Invitation>} */
  invitations = new Map();
  /** @type {Map<RoomId, string>} */
  #password = new Map();
  /** The token in the last `hello`. @type {string | null} */
  #token = null;
  #watching = 0;
  /** @type {Fields<"watch_lobby">} */
  #wanted = {};

  constructor() {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}${onHost("/ws")}`, {
      hello: () => this.#hello(),
      greeted: (greeting) => this.#greeted(greeting),
      refused: (code) => this.#refused(code),
    });
    this.connection.on("message", (message) => this.#read(message));
    this.connection.on("greeted", () => this.#watchLobby());
    this.connection.on("out", ({ room, refusal }) => this.#out(room, refusal.code));
    this.connection.on("state", () => this.#changed());
    // The name was changed in another window.
    addEventListener(
      "storage",
      (event) =>
        tellsOf(event, NAME) && event.newValue && this.me && event.newValue !== this.me.name && this.connection.renew(),
    );
    // The identity was changed in another window.
    addEventListener(
      "storage",
      (event) => tellsOf(event, TOKEN) && (event.oldValue || this.ended) && event.newValue && location.reload(),
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
    // Those that still hold are told again.
    this.invitations.clear();
    const before = this.me?.name ?? kept(NAME);
    this.me = greeting;
    this.#useOwnName(greeting, before);
    this.#changed();
  }

  /** Uses the person's own name everywhere. @param {Named} me @param {string | null} before the last known one */
  #useOwnName(me, before) {
    keep(NAME, me.name);
    if (before === null || before === me.name) return;
    for (const [id, room] of this.rooms) this.rooms.set(id, named(room, me));
    forgetAnswers();
    this.dispatchEvent(new Event("renamed"));
  }

  /** @param {RefusedFor} code */
  #refused(code) {
    if (code === "bad_name") forget(NAME);
    // Another window may have changed the identity meanwhile.
    this.ended = code === "bad_token" && (kept(TOKEN) ?? this.#token) === this.#token;
    if (this.ended) this.#leave();
    return !this.ended;
  }

  /** Deletes the person's data, also in this browser; nobody is logged in then. Throws a `Refusal`. */
  async forgetMe() {
    // The connection is closed before the answer arrives.
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

  /** Continues as a new guest with the same name; after a deletion without a name. */
  startAnew() {
    if (this.forgotten) return location.reload();
    settings.set("push", false);
    emptied();
    forget(TOKEN);
    this.ended = false;
    this.connection.connect();
  }

  /** Logs out, and leaves all rooms. */
  #leave() {
    this.rooms.clear();
    this.#password.clear();
    this.invitations.clear();
    this.me = null;
  }

  /** Changes the name at once: tables are told by a new connection. @param {string} name */
  async rename(name) {
    // A new guest does not exist before the server has answered `hello`.
    if (!kept(TOKEN)) await this.greeted();
    const me = await ask("/guests/me", { method: "PATCH", body: { name } });
    const before = this.me?.name ?? kept(NAME);
    if (this.me) this.me = { ...this.me, name: me.name };
    this.#useOwnName(me, before);
    // A connection keeps the name with which it was opened.
    this.connection.renew();
  }

  /** The former identity of this browser; null if there is none. @returns {{ token: string, name: string } | null} */
  get former() {
    return keptObject(FORMER);
  }

  /**
   * Continues as the person with this token; the former identity is stored, so that it can be restored.
   *
   * @param {{ token: string, name: string, player?: PlayerId }} person
   */
  async become({ token, name, player }) {
    const before = this.ended ? null : kept(TOKEN);
    // The person used their own code, which ended all their tokens.
    const isBack = player !== undefined && player === this.me?.player;
    if (before !== token) {
      // Notifications in this browser are only for the person who turned them on.
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
   * The same as `request` of the connection.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type>>}
   */
  request(type, fields) {
    return this.connection.request(type, fields);
  }

  /**
   * Joins a room, unless it is joined already; throws a `Refusal`, and repeats the request after temporary ones. With `sit` it takes the
   * free seat at once, as is needed in rooms without spectators.
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
    // Moves the room to the end of the map, whose order is that of use.
    this.rooms.delete(id);
    this.rooms.set(id, joined ? here : newRoom(id, this.me?.player));
    if (joined) return;
    await this.#makePlace(id);
    const known = this.#password.get(id);
    await this.connection.join(id, { ...(known && { password: known }), ...(sit && { sit }) });
    await this.#until(() => {
      const room = this.rooms.get(id);
      return !room || room.state || room.left;
    });
  }

  /**
   * If a connection cannot join more rooms, leaves those that were only watched, the least recently used first.
   *
   * @param {RoomId} [id] the one to come into
   */
  async #makePlace(id) {
    const most = this.me?.limits.rooms_per_connection ?? Infinity;
    const others = [...this.rooms.values()].filter((room) => room.id !== id && !room.left);
    const leaving = others
      .filter((room) => isJoined(room) && room.you == null)
      .slice(0, Math.max(0, others.length + 1 - most));
    await Promise.all(leaving.map((room) => this.leave(room.id).catch(() => {})));
  }

  /** Creates and joins a room, with or without a seat; returns its id. @param {SettingsInput} settings */
  async create(settings, sit = true) {
    const key = newKey();
    const room = await this.#led(() => this.#withRoom(() => this.request("create_room", { key, settings, sit })));
    if (settings.password) this.#password.set(room, settings.password);
    return room;
  }

  /**
   * Asks for a room. If the person has too many, their tables at which they are alone with bots make room, one after another: the server
   * closes those that nobody is connected to, and this page those that it has joined and does not show.
   *
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @returns {Promise<Answer>}
   */
  async #withRoom(ask) {
    try {
      return await ask();
    } catch (refusal) {
      const left = refusal instanceof Refusal && refusal.code === "too_many_of_yours" && this.#leftWithBots();
      if (!left) throw refusal;
      await this.request("close_room", { room: left.id });
      await this.#until(() => this.rooms.get(left.id)?.left);
      this.rooms.delete(left.id);
      return this.#withRoom(ask);
    }
  }

  /** The table that this page has shown longest ago of those at which the person is alone with bots, and no match is running. */
  #leftWithBots() {
    const me = this.me?.player;
    return [...this.rooms.values()].find(({ id, state, left }) => {
      if (!state || left || state.phase !== "gathering" || state.owner !== me || location.pathname.endsWith(id))
        return false;
      const others = state.seats.filter(({ occupant }) => personOf(occupant)?.player !== me);
      return others.length > 0 && others.every(({ occupant }) => isBot(occupant));
    });
  }

  /** Adds a number of bots to free seats of one's own room. @param {RoomId} room @param {number} bots */
  async addBots(room, bots) {
    const free = this.rooms.get(room)?.state?.seats.filter(({ occupant }) => !occupant) ?? [];
    // Each request names its seat, so that a repeated request adds no further bot.
    for (const { seat } of free.slice(0, bots)) await this.request("add_bot", { room, seat });
  }

  /** Changes the settings of one's own room; all settings must be given. @param {RoomId} id @param {SettingsInput} settings */
  async configure(id, settings) {
    await this.request("configure", { room: id, settings });
    if (settings.password) this.#password.set(id, settings.password);
  }

  /** The password with which the room was joined or created; undefined if there is none. @param {RoomId} id */
  password(id) {
    return this.#password.get(id);
  }

  /**
   * Takes a seat by quick play, in this game or the usual one, and adds entropy; returns the room's id.
   *
   * @param {Variant | ""} [variant]
   * @param {boolean} [rated] whether at a rated table
   */
  async quickPlay(variant, rated = false) {
    const bots = settings.get("programs");
    const wanted = { ...(variant && { variant }), ...(bots && { bots }), ...(rated && { rated }) };
    const room = await this.#led(() => this.request("quick_play", { key: newKey(), ...wanted }));
    // If the match has already begun, no entropy is needed.
    await this.ready(room).catch(() => {});
    return room;
  }

  /** A request that makes the connection join a room; waits for the room's snapshot. @param {() => Promise<{ room: RoomId }>} ask */
  async #led(ask) {
    await this.#makePlace();
    const { room } = await ask();
    // If the connection breaks before the snapshot arrives, the room is joined over the next connection.
    const here = this.rooms.get(room);
    if (!here || !isJoined(here)) this.rooms.set(room, newRoom(room, this.me?.player));
    await this.#until(() => {
      const led = this.rooms.get(room);
      return !led || led.state || led.left;
    });
    return room;
  }

  /** Waits until the identity and the seats are known. Throws the `Refusal` if the server accepts nobody. */
  async greeted() {
    const isOpen = () => this.me && this.connection.state === "open";
    await this.#until(() => isOpen() || this.connection.closed);
    if (this.connection.closed) throw this.connection.closed;
  }

  /** @param {() => unknown} holds */
  async #until(holds) {
    while (!holds()) await new Promise((go) => this.addEventListener("change", go, { once: true }));
  }

  /** Leaves a room, and gives up the seat. @param {RoomId} id */
  async leave(id) {
    await this.request("leave", { room: id });
    this.rooms.delete(id);
    if (this.me) this.me = { ...this.me, rooms: this.me.rooms.filter((one) => one !== id) };
    this.#changed();
  }

  /** The ids of the rooms with a seat of this person, from the answer to `hello` and later events. */
  get seated() {
    const ids = new Set(this.me?.rooms);
    for (const { id, state, you, left } of this.rooms.values()) {
      if (!state) continue;
      if ((left && GONE.includes(left)) || state.phase === "closed" || (you == null && !left)) ids.delete(id);
      else if (you != null) ids.add(id);
    }
    return [...ids];
  }

  /** Whether a person is muted. @param {PlayerId} player */
  isMuted(player) {
    return settings.get("muted").some((one) => one.player === player);
  }

  /**
   * Mutes a person (in this room by the server, and everywhere by this page), or unmutes them.
   *
   * @param {RoomId} room
   * @param {{ player: PlayerId, name: string }} person
   * @param {boolean} muted
   */
  async mute(room, person, muted) {
    settings.mute([person], muted);
    await this.request("mute", { room, player: person.player, muted });
  }

  /** Gets ready for the next match, with own entropy. @param {RoomId} id */
  async ready(id) {
    const { state, you } = this.rooms.get(id) ?? {};
    if (!state?.next || you == null) return null;
    const again = state.seats[you]?.ready && receipts.receipt(state.next.match_id)?.acknowledged;
    return receipts.ready(state.next, you, (fields) => this.request("ready", { room: id, ...fields }), again);
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
    else if (message.type === "invitation") this.#invited(message);
    else if (message.type === "invitation_ended") this.invitations.delete(message.room);
    else if (isOfRoom(message)) this.#readRoom(message);
    this.#changed();
  }

  /** @param {Invitation} invitation */
  #invited(invitation) {
    this.invitations.set(invitation.room, invitation);
    this.dispatchEvent(new Event("invited"));
  }

  /** An invitation was answered. @param {RoomId} room */
  uninvited(room) {
    this.invitations.delete(room);
    this.#changed();
  }

  /** @param {OfRoom} message */
  #readRoom(message) {
    if (message.type === "notice" && "from" in message.notice && this.isMuted(message.notice.from.player)) return;
    const before = this.rooms.get(message.room) ?? newRoom(message.room, this.me?.player);
    const room = heard(before, this.#unmuted(message), performance.now());
    this.rooms.set(message.room, room);
    try {
      this.#prove(message, before, room);
    } catch (error) {
      if (error instanceof Dishonesty) this.dispatchEvent(new CustomEvent("distrust", { detail: error.message }));
      else reportError(error);
    }
    const person = message.type === "event" && message.seq > before.seq ? personIn(message.event) : null;
    if (person) this.#heardName(person);
    this.dispatchEvent(new CustomEvent("room", { detail: { before, room, message } }));
    if (message.type === "now" && message.you?.choices) this.#listPlays(room.id, message.you.turn);
  }

  /** A message without lines of people who are muted by this page. @param {Told} message @returns {Told} */
  #unmuted(message) {
    if (message.type !== "snapshot" || !message.chat) return message;
    return { ...message, chat: message.chat.filter(({ from }) => !this.isMuted(from.player)) };
  }

  /** Uses a person's current name where no room has it. @param {Named} person */
  #heardName({ player, name }) {
    const muted = settings.get("muted");
    if (muted.some((one) => one.player === player && one.name !== name))
      settings.set(
        "muted",
        muted.map((one) => (one.player === player ? { player, name } : one)),
      );
    const { me } = this;
    // The name was changed on another device. A connection keeps the name with which it was opened.
    if (me && player === me.player && name !== me.name) this.connection.renew();
  }

  /** Requests the legal plays that the `now` message did not list. @param {RoomId} id @param {number} turn */
  async #listPlays(id, turn) {
    const { plays } = await this.request("choices", { room: id, turn }).catch(() => ({ plays: null }));
    const room = this.rooms.get(id);
    if (!plays || room?.now?.you?.turn !== turn) return;
    this.rooms.set(id, listed(room, plays));
    this.#changed();
  }

  /**
   * Updates the receipt, and opens entropy when it is time.
   *
   * @param {Told} message
   * @param {Room} before
   * @param {Room} room
   */
  #prove(message, before, room) {
    if (message.type === "event" && message.seq <= before.seq) return;
    const match_id = (room.match ?? before.match)?.start.match_id;
    const opens = receipts.heard(message, { you: room.you, next: room.state?.next ?? null, match_id });
    if (opens) this.request("open_entropy", { room: room.id, ...opens }).catch(() => {});
  }

  /** Watches the lobby until the returned function is called. */
  watchLobby() {
    if (this.#watching++ === 0) this.#watchLobby();
    return () => {
      if (--this.#watching > 0) return;
      this.lobby = null;
      // A new connection does not watch it.
      if (this.connection.state === "open") this.request("unwatch_lobby", {}).catch(() => {});
    };
  }

  /** Sets which rooms of the lobby are wanted. @param {Fields<"watch_lobby">} wanted */
  narrowLobby(wanted) {
    this.#wanted = wanted;
    this.#watchLobby();
  }

  async #watchLobby() {
    if (!this.#watching || this.connection.state !== "open") return;
    const wanted = this.#wanted;
    try {
      const { rooms, more, next } = await this.request("watch_lobby", wanted);
      if (wanted !== this.#wanted) return;
      this.lobby = new Map(rooms.map((room) => [room.room, room]));
      this.lobbyHasMore = more;
      this.#lobbyNext = next ?? null;
      this.#changed();
    } catch (error) {
      passes(error, () => wanted === this.#wanted && this.#watchLobby());
    }
  }

  /** Adds the next page of the lobby. Changes of all rooms come already. */
  async moreOfLobby() {
    const [wanted, cursor, lobby] = [this.#wanted, this.#lobbyNext, this.lobby];
    if (cursor === null || lobby === null) return;
    this.#lobbyNext = null;
    try {
      const { rooms, more, next } = await this.request("list_rooms", { ...wanted, cursor });
      if (lobby !== this.lobby) return;
      for (const room of rooms) lobby.set(room.room, room);
      this.lobbyHasMore = more;
      this.#lobbyNext = next ?? null;
      this.#changed();
    } catch (error) {
      if (lobby !== this.lobby) return;
      this.#lobbyNext = cursor;
      passes(error, () => lobby === this.lobby && this.moreOfLobby());
    }
  }

  /** @param {LobbyNews} news */
  #readLobby({ rooms, gone, wait_ms }) {
    if (wait_ms !== undefined) setTimeout(() => this.#watchLobby(), wait_ms);
    if (!this.lobby) return;
    // A room that is new comes first, as in a list of the server.
    const lobby = this.lobby;
    const opened = rooms.filter((room) => !lobby.has(room.room));
    const known = opened.length > 0 ? [...lobby.values()] : [];
    if (opened.length > 0) lobby.clear();
    for (const room of [...opened, ...known, ...rooms]) lobby.set(room.room, room);
    for (const room of gone) this.lobby.delete(room);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether a room is joined, as far as this page knows. @param {Room} room */
const isJoined = ({ state, left }) => state !== null && !left;

/** Whether a refusal is temporary; then tries again. @param {unknown} error @param {() => unknown} again */
function passes(error, again) {
  const pause = pauseAfter(error);
  if (pause === null) return false;
  setTimeout(again, pause);
  return true;
}

/** The page's session. */
export const session = new Session();
