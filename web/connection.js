// A connection to the server that comes back by itself: requests with their replies, everything else as events.
//
// Every request of the protocol may be sent again without harm, so what had no answer when a connection broke is sent again
// over the next one, and callers never notice.

/** How long to wait before the first try to connect again; each further one waits twice as long, up to the most. */
const FIRST_WAIT_MS = 400;
const MOST_WAIT_MS = 10_000;
/** After so much silence the server is asked whether it is there: browsers tell of a dead network late or never. */
const SILENCE_MS = 20_000;
/** How long it has for the answer. */
const ANSWER_MS = 6_000;

/** A request that the server refused: its `code` is for programs, its `message` for people. */
export class Refusal extends Error {
  constructor(reply) {
    super(reply.message);
    this.code = reply.code;
    this.reply = reply;
  }
}

/**
 * Events: `message` (detail: what the server sent, beside replies), `greeted` (detail: the answer to `hello`, before
 * anything is sent again: whoever joins rooms does it in `detail.rejoin`), `state`.
 */
export class Connection extends EventTarget {
  #url;
  #identity;
  #socket = null;
  #waiting = new Map();
  #nextId = 1;
  #tries = 0;
  #timer = 0;
  #heardAt = 0;

  /** `identity` is asked for what `hello` is to say, and told the answer. */
  constructor(url, identity) {
    super();
    this.#url = url;
    this.#identity = identity;
    /** `connecting`, `open`, or `waiting` to try again. */
    this.state = "connecting";
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.#probe(), ANSWER_MS);
  }

  /** Connects now, or finds out whether the connection that there is still lives. */
  wake() {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.#probe(1_000);
  }

  connect() {
    clearTimeout(this.#timer);
    this.#become("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = ({ data }) => this.#read(socket, JSON.parse(data));
    socket.onclose = () => this.#lost(socket);
  }

  /** Comes back over a new connection, as whoever one is now; what has no answer yet is forgotten where it was somebody else's. */
  renew({ forget = false } = {}) {
    if (forget) this.#drop(() => true);
    this.#socket?.close();
    this.connect();
  }

  /** Sends a request; gives its reply, or throws a `Refusal`. */
  request(type, fields = {}) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { frame: { id, type, ...fields }, resolve, reject });
      if (this.state === "open") this.#send(id);
    });
  }

  #send(id) {
    this.#socket.send(JSON.stringify(this.#waiting.get(id).frame));
  }

  async #greet(socket) {
    const unanswered = [...this.#waiting.keys()];
    const hello = { protocol: 1, ...this.#identity.hello() };
    let greeting;
    try {
      greeting = await this.#ask(socket, "hello", hello);
    } catch (refusal) {
      // Forgotten after a long time, or a name that is no longer taken: somebody new, then.
      if (this.#identity.refused(refusal.code)) socket.close();
      this.dispatchEvent(new CustomEvent("refused", { detail: refusal }));
      return;
    }
    this.#identity.greeted(greeting);
    this.#tries = 0;
    this.#become("open");
    this.dispatchEvent(new CustomEvent("greeted", { detail: greeting }));
    for (const id of unanswered) if (this.#waiting.has(id)) this.#send(id);
  }

  /** A request on this very socket, which is not sent again. */
  #ask(socket, type, fields) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const frame = { id, type, ...fields };
      this.#waiting.set(id, { frame, resolve, reject, only: socket });
      socket.send(JSON.stringify(frame));
    });
  }

  #read(socket, message) {
    if (socket !== this.#socket) return;
    this.#heardAt = Date.now();
    if (message.type !== "ok" && message.type !== "error") {
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
      return;
    }
    const asked = this.#waiting.get(message.re);
    if (!asked) return;
    this.#waiting.delete(message.re);
    if (message.type === "ok") asked.resolve(message);
    else asked.reject(new Refusal(message));
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop(({ only }) => only);
    this.#socket = null;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#tries++, MOST_WAIT_MS);
    // Not all at once, when a server comes back to many.
    this.#timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
    this.#become("waiting");
  }

  #drop(which) {
    for (const [id, asked] of this.#waiting) {
      if (!which(asked)) continue;
      this.#waiting.delete(id);
      asked.reject(new Refusal({ code: "connection_lost", message: "" }));
    }
  }

  #probe(silence = SILENCE_MS) {
    const socket = this.#socket;
    if (this.state !== "open" || Date.now() - this.#heardAt < silence) return;
    const asked = Date.now();
    this.#ask(socket, "ping", {}).catch(() => {});
    setTimeout(() => {
      if (socket !== this.#socket || this.#heardAt >= asked) return;
      this.#lost(socket);
      socket.close();
    }, ANSWER_MS);
  }

  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
