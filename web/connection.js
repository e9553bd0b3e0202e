// A connection to the server that reconnects automatically: requests with their replies, and events for all other messages.
//
// Every request of the protocol can be repeated without harm, so requests without an answer are sent again over the next connection, and
// callers do not notice.

/**
 * @import { ErrorCode, ErrorReply, News, NewsNow, OkReply, ProblemCode, Request, RoomEvent, RoomId } from "./types/protocol.js"
 * @import { ServerMessage, Welcome } from "./types/protocol.js"
 */

/**
 * @typedef {Request["type"]} RequestType
 *
 * @typedef {Exclude<ServerMessage, { type: "ok" | "error" | "news" }>} Told what the server sends unasked
 *
 * @typedef {object} Identity who one is
 * @property {() => { token?: string, name?: string }} hello what `hello` is to say
 * @property {(answer: Welcome) => void} greeted
 * @property {(code: RefusedFor) => boolean} refused before the next try, perhaps as somebody else; whether there is to be one
 *
 * @typedef {ErrorCode | ProblemCode | "connection_lost"} RefusedFor
 *
 * @typedef {Omit<ErrorReply, "code" | "re"> & { code: RefusedFor }} Refused
 *
 * @typedef {{ id: number, type: RequestType }} Frame with what the request has beside
 *
 * @typedef {{ frame: Frame, resolve(answer: OkReply): void, reject(refusal: Refusal): void, only?: WebSocket }} Waiting
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
 *   : Type extends "list_people" ? Extract<OkReply, { banned: unknown }>
 *   : Type extends "ping" | "unwatch_lobby" ? { re: number }
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

/** Codes with which the server refuses `hello` for a longer time: pending requests then fail at once. */
const SHUT = ["disk_low", "banned"];

/** The reason in the close frame if the connection's token has ended. */
const TOKEN_ENDED = "token ended";

/** A request that the server refused: its `code` is for programs, its `message` for people. */
export class Refusal extends Error {
  /** @param {Refused} reply */
  constructor(reply) {
    super(reply.message);
    this.code = reply.code;
    this.reply = reply;
  }
}

/**
 * Events: `message` (detail: any message of the server except replies), `greeted` (detail: the answer to `hello`; comes before requests
 * are sent again), `state`.
 */
export class Connection extends EventTarget {
  #url;
  #identity;
  /** @type {WebSocket | null} */
  #socket = null;
  /** The requests without an answer, by id. @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** The short handles that `news` messages use for rooms on this socket. @type {Map<number, RoomId>} */
  #handles = new Map();
  #nextId = 1;
  #tries = 0;
  /** The last refusal of `hello`, while the server accepts nobody. @type {Refusal | null} */
  closed = null;
  #timer = 0;
  #heardAt = 0;

  /** @param {string} url @param {Identity} identity */
  constructor(url, identity) {
    super();
    this.#url = url;
    this.#identity = identity;
    /** `waiting`: until the next attempt. `stopped`: until `wake` is called. @type {"connecting" | "open" | "waiting" | "stopped"} */
    this.state = "connecting";
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.#probe(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.#probe(), ANSWER_MS);
  }

  /** Connects now, or checks whether the open connection is alive. */
  wake() {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.#probe(1_000);
  }

  connect() {
    clearTimeout(this.#timer);
    this.#become("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#handles.clear();
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = ({ data }) => this.#read(socket, JSON.parse(data));
    socket.onclose = ({ reason }) => {
      if (socket === this.#socket && reason === TOKEN_ENDED && !this.#identity.refused("bad_token")) this.stop();
      else this.#lost(socket);
    };
    setTimeout(() => this.state === "connecting" && this.#giveUp(socket), GREETING_MS);
  }

  /** Whether the connection was lost or could not be opened, and is not back yet. */
  get isLost() {
    return this.state === "waiting" || (this.state === "connecting" && this.#tries > 0);
  }

  /** Reconnects with the current identity; `forget` drops requests of the former identity that have no answer yet. */
  renew({ forget = false } = {}) {
    if (forget) this.#drop(() => true);
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
    if (this.closed) return Promise.reject(this.closed);
    const id = this.#nextId++;
    const frame = { id, type, ...fields };
    if (this.state === "open") this.#send(frame);
    return this.#answered(frame);
  }

  /** @param {Frame} frame */
  #send(frame) {
    this.#socket?.send(JSON.stringify(frame));
  }

  /**
   * @template {RequestType} Type
   * @param {Frame & { type: Type }} frame
   * @param {WebSocket} [only]
   * @returns {Promise<Reply<Type>>}
   */
  #answered(frame, only) {
    return new Promise((resolve, reject) => {
      // The type of the answer follows from the request, which has the same id.
      const answer = /** @type {(answer: OkReply) => void} */ (resolve);
      this.#waiting.set(frame.id, { frame, resolve: answer, reject, only });
    });
  }

  /** @param {WebSocket} socket */
  async #greet(socket) {
    const hello = { protocol: 1, batch: true, ...this.#identity.hello() };
    let greeting;
    try {
      greeting = await this.#ask(socket, "hello", hello);
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      // Nobody is accepted for a longer time, so pending requests are not kept.
      this.closed = SHUT.includes(refusal.code) ? refusal : null;
      if (this.closed) this.#drop(({ only }) => !only, this.closed);
      // The token has ended, or the name is not accepted any more.
      if (socket === this.#socket && !this.#identity.refused(refusal.code)) this.stop();
      return socket.close();
    }
    this.#identity.greeted(greeting);
    this.closed = null;
    this.#tries = 0;
    // Includes requests that were made since the connection was opened.
    const unanswered = [...this.#waiting.values()];
    this.#become("open");
    this.dispatchEvent(new CustomEvent("greeted", { detail: greeting }));
    for (const { frame } of unanswered) if (this.#waiting.has(frame.id)) this.#send(frame);
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
    return this.#answered(frame, socket);
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
  #readNews({ room: handle, ok, seq, events = [], now }) {
    if (ok) this.#carriedOut(ok);
    const room = this.#handles.get(handle);
    if (room === undefined) return;
    const before = seq - events.length;
    // This page does not request the short forms, so all parts are objects.
    events.forEach((event, i) => {
      this.#tell({ type: "event", room, seq: before + i + 1, event: /** @type {RoomEvent} */ (event) });
    });
    if (now) this.#tell({ type: "now", room, seq, .../** @type {NewsNow} */ (now) });
  }

  /** @param {Told} message */
  #tell(message) {
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {OkReply} answer */
  #carriedOut(answer) {
    if ("handle" in answer && answer.handle !== undefined) this.#handles.set(answer.handle, answer.room);
    this.#taken(answer.re)?.resolve(answer);
  }

  /** Removes and returns the pending request with this id. @param {number | null} re */
  #taken(re) {
    const asked = re === null ? undefined : this.#waiting.get(re);
    if (asked) this.#waiting.delete(asked.frame.id);
    return asked;
  }

  /** Disconnects until `wake` is called. */
  stop() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.#drop(() => true);
    this.#become("stopped");
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop(({ only }) => only);
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
