// A connection to the server that reconnects automatically and comes back to its rooms: requests with their replies, and events for all
// other messages.
//
// Every request of the protocol can be repeated without harm, so requests without an answer are sent again over the next connection, and
// callers do not notice.

/**
 * @import { News, OkReply, Request, RoomId, ServerMessage, TurnMessage, Welcome } from "../types/protocol.js"
 * @import { RefusedFor } from "./refusal.js"
 */

import { Refusal, pauseAfter } from "./refusal.js";
import { singles } from "./short.js";

/**
 * @typedef {Request["type"]} RequestType
 *
 * @typedef {Exclude<ServerMessage, { type: "ok" | "error" | "news" }>} Told what the server sends unasked
 *
 * @typedef {object} Identity who one is
 * @property {() => Partial<Fields<"hello">>} hello what `hello` is to say
 * @property {(answer: Welcome) => void} greeted
 * @property {(code: RefusedFor, refusal: Refusal) => boolean} refused before the next try, perhaps as somebody else; whether there is to be one
 *
 * @typedef {{ id: number, type: RequestType, room?: RoomId, [field: string]: unknown }} Frame
 *
 * @typedef {object} Waiting a request without an answer
 * @property {Frame} frame
 * @property {(answer: OkReply) => void} resolve
 * @property {(refusal: Refusal) => void} reject
 * @property {WebSocket} [sent] over which connection it was sent last
 * @property {boolean} [once] whether it is not sent again over another one
 *
 * @typedef {{ seq?: number | undefined, password?: string | undefined }} Joined a room that one is in: the number of the last event, once something is known
 */

/**
 * The fields of a request of this type, without `id` and `type`.
 * @template {RequestType} Type
 * @typedef {Without<Extract<Request, { type: Type }>, "id" | "type">} Fields
 */

/**
 * `Omit` for each member of a union separately.
 * @template Union
 * @template {PropertyKey} Names
 * @typedef {Union extends unknown ? Omit<Union, Names> : never} Without
 */

/**
 * The reply to a request of this type.
 * @template {RequestType} Type
 * @typedef {Type extends "hello" ? { re: number } & Welcome
 *   : Type extends "list_rooms" | "watch_lobby" ? Extract<OkReply, { more: boolean }>
 *   : Type extends "act" ? Extract<OkReply, { turn: number }>
 *   : Type extends "hint" ? Extract<OkReply, { hint: unknown }>
 *   : Type extends "choices" ? Extract<OkReply, { plays: unknown }>
 *   : Type extends "actions" ? Extract<OkReply, { actions: unknown[] }>
 *   : Type extends "turn" ? Extract<OkReply, { turn: TurnMessage }>
 *   : Type extends "list_people" ? Extract<OkReply, { banned: unknown }>
 *   : Type extends "ping" | "unwatch_lobby" | "watch_matches" | "unwatch_matches" ? { re: number }
 *   : Extract<OkReply, { room: RoomId }>} Reply
 */

/** The longest pause before the first attempt to reconnect: it is random, so that not all clients of a server reconnect at once. */
const AT_ONCE_MS = 200;
/** The pause before the second attempt, in milliseconds; it doubles with each further one, up to a limit. */
const FIRST_WAIT_MS = 400;
const MOST_WAIT_MS = 10_000;
/** How long the server may take to answer `hello`: browsers wait much longer for a connection that hangs, or for ever. */
const GREETING_MS = 15_000;
/** After so much silence a `ping` is sent: browsers notice a dead network late or never. */
const SILENCE_MS = 20_000;
/** How long the server may take to answer the `ping`. */
const ANSWER_MS = 6_000;

/** Requests whose answer says that one is in a room. */
const JOINING = ["join", "create_room", "quick_play", "configure"];
/** Codes with which the server refuses `hello` for a longer time: pending requests then fail at once. */
const SHUT = ["disk_low", "banned"];

/** The reason in the close frame if the connection's token has ended. */
const TOKEN_ENDED = "token ended";

/**
 * What a connection tells, by the names of its events.
 *
 * @typedef {object} Tells
 * @property {Told} message any message of the server except replies
 * @property {Welcome} greeted the answer to `hello`; comes before requests are sent again
 * @property {{ room: RoomId, refusal: Refusal }} out one was not let into a room again
 * @property {undefined} state
 */

export class Connection extends EventTarget {
  #url;
  #identity;
  /** @type {WebSocket | null} */
  #socket = null;
  /** The requests without an answer, by id. @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** The rooms that were joined: after a lost connection they are joined again. @type {Map<RoomId, Joined>} */
  rooms = new Map();
  /** Those that are not joined over this connection yet: requests for them wait. @type {Set<RoomId>} */
  #returning = new Set();
  /** The short handles that `news` messages use for rooms on this socket. @type {Map<number, RoomId>} */
  #handles = new Map();
  #nextId = 1;
  #tries = 0;
  /** The latest answer to `hello`. @type {Welcome | null} */
  welcome = null;
  /** The last refusal of `hello`, while the server accepts nobody. @type {Refusal | null} */
  closed = null;
  /** Why the connection was stopped, if the server refused it. @type {Refusal | null} */
  refused = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hanging;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #probing;
  #heardAt = 0;

  /** @param {string} url @param {Identity} identity */
  constructor(url, identity) {
    super();
    this.#url = url;
    this.#identity = identity;
    /** `waiting`: until the next attempt. `stopped`: until `connect` is called. @type {"connecting" | "open" | "waiting" | "stopped"} */
    this.state = "connecting";
    // What browsers tell of the network and the page.
    globalThis.addEventListener?.("online", () => this.wake());
    globalThis.addEventListener?.("offline", () => this.#probe(0));
    globalThis.document?.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  /**
   * Calls a function with each event of this name, until the returned function is called.
   *
   * @template {keyof Tells} Name
   * @param {Name} name
   * @param {(told: Tells[Name]) => unknown} listener
   */
  on(name, listener) {
    const listens = (/** @type {Event} */ event) => listener(/** @type {CustomEvent<Tells[Name]>} */ (event).detail);
    this.addEventListener(name, listens);
    return () => this.removeEventListener(name, listens);
  }

  /** Connects now, or checks whether the open connection is alive. */
  wake() {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.#probe(1_000);
  }

  connect() {
    clearTimeout(this.#timer);
    this.refused = null;
    this.#probing ??= setInterval(() => this.#probe(), ANSWER_MS);
    this.#become("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#handles.clear();
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = ({ data }) => this.#read(socket, JSON.parse(data));
    socket.onclose = ({ reason }) => {
      const refusal = reason === TOKEN_ENDED ? new Refusal({ code: "bad_token", message: reason }) : null;
      if (socket === this.#socket && refusal && !this.#identity.refused(refusal.code, refusal)) this.stop(refusal);
      else this.#lost(socket);
    };
    clearTimeout(this.#hanging);
    this.#hanging = setTimeout(() => this.state === "connecting" && this.#giveUp(socket), GREETING_MS);
  }

  /** Whether the connection was lost or could not be opened, and is not back yet. */
  get isLost() {
    return this.state === "waiting" || (this.state === "connecting" && this.#tries > 0);
  }

  /** The answer to `hello`, as soon as there is a connection. Throws the `Refusal` if the server accepts nobody, or not this person. */
  async greeted() {
    while (this.state !== "open" || !this.welcome) {
      const refusal = this.closed ?? this.refused;
      if (refusal) throw refusal;
      await new Promise((go) => this.addEventListener("state", go, { once: true }));
    }
    return this.welcome;
  }

  /** Reconnects with the current identity; `forget` drops the rooms of the former one, and its requests that have no answer yet. */
  renew({ forget = false } = {}) {
    if (forget) this.#forget();
    this.#socket?.close();
    this.connect();
  }

  /**
   * Sends a request; returns its reply, or throws a `Refusal`.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type>>}
   */
  request(type, fields) {
    const refusal = this.closed ?? this.refused;
    if (refusal) return Promise.reject(refusal);
    return this.#answered({ id: this.#nextId++, type, ...fields });
  }

  /**
   * As `request`, and again after each refusal that passes.
   *
   * @template {RequestType} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type>>}
   */
  async insist(type, fields) {
    for (;;) {
      try {
        return await this.request(type, fields);
      } catch (refusal) {
        const pause = pauseAfter(refusal);
        if (pause === null) throw refusal;
        await new Promise((go) => setTimeout(go, pause));
      }
    }
  }

  /**
   * Joins a room. If that is refused for the moment, the room is joined as soon as it can be, and the refusal is thrown nevertheless.
   *
   * @param {RoomId} room
   * @param {Omit<Fields<"join">, "room">} [fields]
   */
  async join(room, fields = {}) {
    try {
      return await this.request("join", { room, ...fields });
    } catch (refusal) {
      if (pauseAfter(refusal) !== null)
        this.rooms.set(room, { ...this.rooms.get(room), ...(fields.password && { password: fields.password }) });
      this.#notIn(room, /** @type {Refusal} */ (refusal));
      throw refusal;
    }
  }

  /**
   * Waits for the answer to a request, which is sent when it can be.
   *
   * @template {RequestType} Type
   * @param {Frame & { type: Type }} frame
   * @param {{ once?: boolean, sent?: WebSocket }} [how]
   * @returns {Promise<Reply<Type>>}
   */
  #answered(frame, how) {
    return new Promise((resolve, reject) => {
      // The type of the answer follows from the request, which has the same id.
      const answer = /** @type {(answer: OkReply) => void} */ (resolve);
      this.#waiting.set(frame.id, { frame, resolve: answer, reject, ...how });
      this.#flush();
    });
  }

  /** Sends the requests that were not sent over this connection yet, but for those to rooms that are not joined again. */
  #flush() {
    const socket = this.#socket;
    if (!socket || this.state !== "open") return;
    for (const asked of this.#waiting.values()) {
      const { frame, sent } = asked;
      if (sent === socket || (frame.type !== "join" && this.#returning.has(frame.room ?? ""))) continue;
      asked.sent = socket;
      socket.send(JSON.stringify(frame));
    }
  }

  /** @param {WebSocket} socket */
  async #greet(socket) {
    const hello = { protocol: 1, batch: true, short: true, ...this.#identity.hello() };
    let greeting;
    try {
      greeting = await this.#ask(socket, "hello", hello);
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      // Nobody is accepted for a longer time, so pending requests are not kept.
      this.closed = SHUT.includes(refusal.code) ? refusal : null;
      if (this.closed) this.#drop(({ once }) => !once, this.closed);
      // The token has ended, or the name is not accepted any more.
      if (socket === this.#socket && !this.#identity.refused(refusal.code, refusal)) this.stop(refusal);
      return socket.close();
    }
    this.#identity.greeted(greeting);
    this.welcome = greeting;
    this.closed = null;
    this.#tries = 0;
    this.#returning = new Set(this.rooms.keys());
    this.#become("open");
    for (const room of this.rooms.keys()) this.#rejoin(room);
    this.dispatchEvent(new CustomEvent("greeted", { detail: greeting }));
    this.#flush();
  }

  /** Joins a room again, with the events after the last one that is known. @param {RoomId} room */
  async #rejoin(room) {
    const [socket, joined] = [this.#socket, this.rooms.get(room)];
    // A request that was not answered does it.
    const isAsked = [...this.#waiting.values()].some(({ frame }) => frame.type === "join" && frame.room === room);
    if (!socket || !joined || isAsked || this.state !== "open") return;
    const { seq, password } = joined;
    try {
      await this.#ask(socket, "join", {
        room,
        ...(password && { password }),
        ...(seq !== undefined && { after: seq }),
      });
    } catch (refusal) {
      if (socket === this.#socket) this.#notIn(room, /** @type {Refusal} */ (refusal));
    }
  }

  /** Tries again later if a refusal to let one into a room passes; otherwise the room is none of one's own any more. @param {RoomId} room @param {Refusal} refusal */
  #notIn(room, refusal) {
    if (refusal.code === "connection_lost") return;
    const pause = pauseAfter(refusal);
    if (pause !== null) {
      setTimeout(() => this.#rejoin(room), pause);
      return;
    }
    this.rooms.delete(room);
    this.dispatchEvent(new CustomEvent("out", { detail: { room, refusal } }));
    this.#returned(room);
  }

  /** A room is joined, or is given up: what waited for it can be sent. @param {RoomId} room */
  #returned(room) {
    if (this.#returning.delete(room)) this.#flush();
  }

  /**
   * A request on this socket only; it is not sent again.
   *
   * @template {RequestType} Type
   * @param {WebSocket} socket
   * @param {Type} type
   * @param {Fields<Type>} fields
   * @returns {Promise<Reply<Type>>}
   */
  #ask(socket, type, fields) {
    const frame = { id: this.#nextId++, type, ...fields };
    socket.send(JSON.stringify(frame));
    return this.#answered(frame, { once: true, sent: socket });
  }

  /** @param {WebSocket} socket @param {ServerMessage} message */
  #read(socket, message) {
    if (socket !== this.#socket) return;
    this.#heardAt = Date.now();
    if (message.type === "news") this.#readNews(message);
    else if (message.type === "ok") this.#carriedOut(message);
    else if (message.type === "error") this.#taken(message.re)?.reject(new Refusal(message));
    else this.#tell(message);
  }

  /** Emits the parts of a `news` message as if each had come separately: a reply, events, and the open decisions. @param {News} news */
  #readNews(news) {
    if (news.ok) this.#carriedOut(news.ok);
    const room = this.#handles.get(news.room);
    if (room !== undefined) for (const message of singles(news, room)) this.#tell(message);
  }

  /** @param {Told} message */
  #tell(message) {
    if (message.type === "left") this.rooms.delete(message.room);
    if (message.type === "snapshot" || message.type === "event") {
      const joined = this.rooms.get(message.room);
      if (joined) joined.seq = message.seq;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {OkReply} answer */
  #carriedOut(answer) {
    if ("handle" in answer && answer.handle !== undefined) this.#handles.set(answer.handle, answer.room);
    const asked = this.#taken(answer.re);
    if (!asked) return;
    if ("room" in answer && typeof answer.room === "string") this.#follow(asked.frame, answer.room);
    if (asked.frame.type === "leave") this.rooms.delete(asked.frame.room ?? "");
    asked.resolve(answer);
  }

  /** Notes that one is in a room, and its password if one knows it. @param {Frame} frame @param {RoomId} room */
  #follow({ type, password, settings }, room) {
    if (!JOINING.includes(type)) return;
    const known = password ?? /** @type {{ password?: string } | undefined} */ (settings)?.password;
    this.rooms.set(room, { ...this.rooms.get(room), ...(typeof known === "string" && { password: known }) });
    this.#returned(room);
  }

  /** Removes and returns the pending request with this id. @param {number | null} re */
  #taken(re) {
    const asked = re === null ? undefined : this.#waiting.get(re);
    if (asked) this.#waiting.delete(asked.frame.id);
    return asked;
  }

  /** Disconnects until `connect` is called, and forgets all rooms. @param {Refusal | null} [refusal] why */
  stop(refusal = null) {
    for (const timer of [this.#timer, this.#hanging]) clearTimeout(timer);
    clearInterval(this.#probing);
    this.#probing = undefined;
    this.refused = refusal;
    this.#socket?.close();
    this.#socket = null;
    this.#forget();
    this.#become("stopped");
  }

  #forget() {
    this.rooms.clear();
    this.#drop(() => true);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop(({ once }) => once);
    this.#socket = null;
    const tries = this.#tries++;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MOST_WAIT_MS) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.connect(), tries === 0 ? AT_ONCE_MS * Math.random() : wait);
    this.#become("waiting");
  }

  /** @param {WebSocket} socket */
  #giveUp(socket) {
    if (socket !== this.#socket) return;
    this.#lost(socket);
    socket.close();
  }

  /** @param {(asked: Waiting) => unknown} which @param {Refusal} [refusal] why */
  #drop(which, refusal = new Refusal({ code: "connection_lost", message: "" })) {
    for (const [id, asked] of this.#waiting) {
      if (!which(asked)) continue;
      this.#waiting.delete(id);
      asked.reject(refusal);
    }
  }

  #probe(silence = SILENCE_MS) {
    const socket = this.#socket;
    if (!socket || this.state !== "open" || Date.now() - this.#heardAt < silence) return;
    const asked = Date.now();
    this.#ask(socket, "ping", {}).catch(() => {});
    setTimeout(() => this.#heardAt < asked && this.#giveUp(socket), ANSWER_MS);
  }

  /** @param {Connection["state"]} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
