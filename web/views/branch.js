// <giog-branch>, at `branch/MATCH/SEAT/ACTION`: a finished match from one of its decisions on, played against bots on a usual table. Everything that
// a branch follows from is in its address: what was played since, and the level of the bots, after `#`. The server computes it anew from that
// (docs/REVIEW.md), and keeps nothing.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom, Room } from "../room.js"
 * @import { Told } from "../client/connection.js"
 * @import { Panels } from "./panels.js"
 * @import { Known } from "./seated.js"
 * @import { Action, Branch as Played, DeletedMatch, FinishedMatch, Level, RoomEvent, RoomState, Seat, Settings } from "../types/protocol.js"
 */

import { Refusal } from "../client/refusal.js";
import { Deleted } from "../client/rest.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { amend } from "../layers.js";
import { packed, unpacked } from "../packed.js";
import { go } from "../places.js";
import { piecesInWords } from "../rules.js";
import { ask, askOpenly, orLeft, part } from "../rest.js";
import { heard, isId, isKnown, newRoom } from "../room.js";
import { onHost, styled } from "../root.js";
import { session } from "../session.js";
import { botLevel, gameName } from "../terms.js";
import { list, t } from "../texts.js";
import { title } from "./attention.js";
import "./deleted.js";
import { results } from "./gathering.js";
import { brought, fail } from "./home.js";
import { laterTexts } from "./language.js";
import { calm } from "./motion.js";
import { HOLD_MS } from "./reveal.js";
import { hasStep, seatsOf } from "./steps.js";
import { Table } from "./table.js";
import { eventTold, nameAt } from "./told.js";

await Promise.all([styled("views/branch.css"), laterTexts()]);

/** What the part of the address with what was played begins with. */
const MARK = "#b=";
/** The longest such part, in characters: a request has no more. */
const LONGEST = 6_000;
/** How long a bot seems to think, in milliseconds. */
const BOT_MS = 500;
/** The same where nothing moves. */
const CALM_MS = 100;
/** The levels that there are. @type {Level[]} */
const LEVELS = ["simple", "club", "strong", "master"];
/** How often it is looked whether a result is still shown, in milliseconds. */
const LOOK_MS = 100;

/** What was played, and at which level bots play. @typedef {{ plays: Action[], level: Level | null }} Choice */

class Branch extends Table {
  /** @type {FinishedMatch | null} */
  #info = null;
  /** What the match's events were, as the seat saw them. @type {RoomEvent[]} */
  #really = [];
  /** @type {Played | null} */
  #played = null;
  /** @type {Choice} */
  #choice = { plays: [], level: null };
  /** The room now, and as it was when the branch began. @type {Room | null} */
  #room = null;
  /** @type {KnownRoom | null} */
  #first = null;
  /** What the server has kept of the match, if it was deleted. @type {DeletedMatch | null} */
  #left = null;
  /** Identifies the last request, so that late answers are ignored. */
  #asked = {};

  /** @returns {Room | undefined} */
  get current() {
    return this.#room ?? undefined;
  }

  get id_() {
    return this.#room?.id ?? "";
  }

  get mayAsk() {
    return false;
  }

  get counts() {
    return false;
  }

  get #id() {
    return this.here[1] ?? "";
  }

  get #seat() {
    return Number(this.here[2]);
  }

  async enter() {
    this.load(() => this.#open(chosen(location.hash)));
  }

  moved() {
    this.enter();
  }

  /** Asks for the branch after these plays. @param {Choice} choice @param {number} left_out */
  #ask({ plays, level }, left_out) {
    const body = { as: this.#seat, action: Number(this.here[3]), plays, left_out, ...(level && { level }) };
    return ask(`/matches/${this.#id}/branch`, { method: "POST", body });
  }

  /** Shows the branch after these plays. @param {Choice} choice */
  async #open(choice) {
    const id = this.#id;
    if (!isId(id)) throw new Refusal({ code: "no_such_match", message: "" });
    const asked = (this.#asked = {});
    this.endReveal();
    const found = await orLeft(
      Promise.all([
        this.#ask(choice, 0),
        this.#info ?? askOpenly(`/matches/${id}`),
        ask(`/matches/${id}/events?as=${this.#seat}`),
      ]),
    );
    if (asked !== this.#asked || !this.isConnected) return;
    this.#left = found instanceof Deleted ? found.left : null;
    if (found instanceof Deleted) return;
    const [played, info, { events }] = found;
    if (!("result" in info)) return;
    [this.#info, this.#played, this.#choice, this.#really] = [info, played, choice, events];
    const state = stateOf(info, played);
    /** @type {Room} */
    let room = { ...newRoom(`branch-${id}`, session.me?.player ?? OWN), you: played.as, state };
    const told = (/** @type {RoomEvent} */ event) => heard(room, ofRoom(room, event), performance.now());
    for (const event of played.events.slice(0, played.begins)) room = told(itself(event, played));
    this.#first = isKnown(room) ? room : null;
    for (const event of played.events.slice(played.begins)) room = told(event);
    this.#room = room;
    this.#nameMoment();
    this.#end(played);
  }

  /** What is asked after the last event, or the end of the match. @param {Played} played */
  #end({ match_id, deciding, you }) {
    if (you) return this.#hear(waited(deciding, you));
    this.#hear({ type: "event", event: { do: "finished", match_id, server_seed: "" } });
    this.#hear(waited([], null));
  }

  /** Takes a message as if it came from a room. @param {Message} message */
  #hear(message) {
    const before = this.#room;
    if (!before) return;
    const seq = message.type === "event" ? before.seq + 1 : before.seq;
    const whole = /** @type {Told} */ ({ ...message, room: before.id, seq });
    const room = heard(before, whole, performance.now());
    this.#room = room;
    this.heard({ before, room, message: whole });
  }

  /**
   * Plays on; nothing else can be asked of a branch.
   *
   * @type {Table["ask"]}
   */
  async ask(type, fields) {
    if (type !== "act") return false;
    const {
      match_id: _,
      turn: __,
      ...action
    } = /** @type {Action & { match_id: string, turn: number }} */ (/** @type {unknown} */ (fields));
    const asked = (this.#asked = {});
    const choice = { ...this.#choice, plays: [...this.#choice.plays, /** @type {Action} */ (action)] };
    try {
      const played = await this.#ask(choice, this.#room?.seq ?? 0);
      if (asked !== this.#asked || !this.isConnected) return false;
      [this.#played, this.#choice] = [played, choice];
      this.#nameMoment();
      this.#tell(played, asked);
      return true;
    } catch (refusal) {
      fail(this, refusal);
      return false;
    }
  }

  /** Tells what happened, one thing after another. @param {Played} played @param {object} asked */
  async #tell(played, asked) {
    for (const event of played.events) {
      if ("seat" in event && event.seat !== played.as) await this.#pause();
      if (asked !== this.#asked || !this.isConnected) return;
      this.#hear({ type: "event", event });
      this.#hear(waited([], null));
    }
    this.#end(played);
    this.redraw();
  }

  /** Waits as long as a bot thinks; while a result is shown, until that is over. */
  async #pause() {
    await pause(calm.matches ? CALM_MS : BOT_MS);
    for (let ms = 0; ms < HOLD_MS && !calm.matches && (this.reveal || this.holds); ms += LOOK_MS) await pause(LOOK_MS);
  }

  /** Changes the address to what was played; a browser may refuse many changes. */
  #nameMoment() {
    try {
      amend(onHost(this.#place));
    } catch {
      // The next play changes it.
    }
  }

  /** The address of this moment. */
  get #place() {
    const { plays, level } = this.#choice;
    const marked = plays.length || level ? MARK + packed({ plays, ...(level && { level }) }) : "";
    const place = `/branch/${this.#id}/${this.#seat}/${this.#played?.action ?? this.here[3]}`;
    return marked.length > LONGEST ? place : place + marked;
  }

  /** Shows the branch with other plays, or other bots. @param {Choice} choice */
  #again(choice) {
    this.load(() => this.#open(choice));
  }

  /** Takes the last play back. */
  #back() {
    this.#again({ ...this.#choice, plays: this.#choice.plays.slice(0, -1) });
  }

  /** The match at the moment where the branch begins. */
  get #match() {
    const past = this.#really.slice(0, this.#played?.begins);
    return `/match/${this.#id}/${this.#seat}/${Math.max(0, stepsOf(past) - 1)}`;
  }

  /** @returns {Panels} */
  get how() {
    return {
      ...super.how,
      panels: ["history", "help"],
      more: [
        headButton("undo", "take_back", t("branch.undo"), () => this.#back(), !this.#choice.plays.length),
        headButton("share", "link", t("branch.share"), () => this.#share()),
      ],
      leave: () => go(this.#match),
      leaving: t("branch.back"),
    };
  }

  #share() {
    const place = this.#place;
    brought(this, async () =>
      (await part(import("./link.js"))).sharePlace(place, t("branch.share"), [t("branch.why")]),
    );
  }

  prepare() {
    super.prepare();
    const info = this.#info;
    if (info) title(`${t("branch.title")} – ${gameName(info.variant, this.variant?.name)} – Giog`);
  }

  draw() {
    if (this.#left) return h("giog-deleted", { ".left": this.#left });
    return super.draw();
  }

  /** What is said above the table. @returns {Child} */
  note() {
    const played = this.#played;
    if (!played) return null;
    return h(
      "section",
      { key: "branch", class: "branch-note", "aria-label": t("branch.title") },
      h(
        "details",
        {},
        h("summary", {}, h("strong", {}, t("branch.title")), " · ", t("branch.did", { what: this.#did(played) })),
        h("div", { class: "branch-more" }, h("p", {}, t("branch.why")), this.#level()),
      ),
    );
  }

  /** What the seat did in the match, in words. @param {Played} played */
  #did({ did, begins, as }) {
    if (did.do === "play") return piecesInWords(did.pieces);
    const event = this.#really.slice(begins).find((event) => "seat" in event && event.seat === as);
    if (!event || !this.#first) return "";
    return (this.family?.eventTold(this.#first, event) ?? eventTold(this.#first, this.variant, event)) || "";
  }

  /** Chooses the level of the bots, with which the branch begins again. */
  #level() {
    const info = this.#info;
    const game = this.levels.find((one) => one.variant === info?.variant && one.seats === info.seats);
    if (!game) return null;
    const now = this.#choice.level;
    const option = (/** @type {Level | null} */ level) =>
      h(
        "option",
        { key: level ?? "had", value: level ?? "", selected: level === now },
        level ? botLevel(level) : t("branch.level.had"),
      );
    return h(
      "label",
      {},
      t("branch.level"),
      " ",
      h(
        "select",
        {
          onchange: ({ currentTarget: { value } }) =>
            this.#again({ plays: [], level: game.levels.find((one) => one === value) ?? null }),
        },
        [null, ...game.levels].map(option),
      ),
    );
  }

  /** What is shown when the match is over in the branch: how it ended here, and how it did. @param {Known} table @returns {Child} */
  between(table) {
    const { previous } = table.room.state;
    const drawn = previous && results.for(table);
    if (!drawn) return null;
    return h(
      "section",
      { class: "gathering" },
      drawn.ended(table, previous),
      h("p", { key: "was" }, this.#wasTold()),
      h("p", { key: "why", class: "small" }, t("branch.why")),
      this.next(table),
      drawn.result(table, previous, null),
    );
  }

  /** What can be done next. @param {Known} _table @returns {Child} */
  next(_table) {
    return h(
      "div",
      { key: "next", class: "buttons" },
      h(
        "button",
        { key: "again", class: "main", onclick: () => this.#again({ ...this.#choice, plays: [] }) },
        t("branch.do"),
      ),
      h("button", { key: "undo", onclick: () => this.#back() }, t("branch.undo")),
      h("button", { key: "share", onclick: () => this.#share() }, t("branch.share")),
      h("a", { key: "back", class: "button quiet", href: this.#match }, t("branch.back")),
    );
  }

  /** Who won the match. */
  #wasTold() {
    const info = this.#info;
    if (!info) return "";
    const winners = ("winners" in info.result && info.result.winners) || [];
    if (info.status === "abandoned" || !winners.length) return t("branch.was.nobody");
    const room = /** @type {KnownRoom} */ ({ ...this.#first, state: { ...this.#first?.state, seats: seatsOf(info) } });
    return t("branch.was", { names: list(winners.map((seat) => nameAt(room, seat))) });
  }
}

/** The player of a branch whom the server does not know. */
const OWN = "you";

/** A message about a room, without what names the room. @typedef {Pick<Extract<Told, { type: "event" }>, "type" | "event"> | Omit<Extract<Told, { type: "now" }>, "room" | "seq">} Message */

/** @param {Room} room @param {RoomEvent} event @returns {Told} */
const ofRoom = (room, event) => ({ type: "event", room: room.id, seq: room.seq + 1, event });

/** What is waited for; no clock runs. @param {Seat[]} deciding @param {Played["you"]} you @returns {Message} */
const waited = (deciding, you) => ({
  type: "now",
  deciding: deciding.map((seat) => ({ seat, left_ms: null, bank_ms: null })),
  you,
});

/** An event of the match as the branch has it: bots play the others, and nobody is away. @param {RoomEvent} event @param {Played} played @returns {RoomEvent} */
function itself(event, { as, levels }) {
  if (event.do === "away") return { do: "back", seat: event.seat };
  if (event.do !== "start") return event;
  const own = { id: session.me?.player ?? OWN };
  return { ...event, players: event.players.map((_, seat) => (seat === as ? own : { bot: levels[seat] ?? "" })) };
}

/** The room of a branch. @param {FinishedMatch} info @param {Played} played @returns {RoomState} */
function stateOf({ variant, seats }, { as, levels, events: [start] }) {
  const { player = OWN, name = t("seat.you") } = session.me ?? {};
  // Settings about people and times have no effect here.
  const settings = /** @type {Settings} */ ({
    variant,
    seats,
    options: start?.do === "start" ? start.options : {},
    hints: "off",
    take_backs: false,
    chat: "off",
    ceremony: "players",
    clock: { kind: "none" },
    access: "unlisted",
  });
  return {
    settings,
    phase: "playing",
    owner: null,
    seats: Array.from({ length: seats }, (_, seat) => ({
      seat,
      occupant: seat === as ? { player, name, tag: "" } : { bot: levels[seat] ?? "" },
      ready: false,
      away: false,
    })),
    next: null,
    previous: null,
    series: { matches: 0, rows: [] },
    quick: false,
    silenced: false,
  };
}

/** What was played, as an address has it. @param {string} hash @returns {Choice} */
function chosen(hash) {
  const told = hash.startsWith(MARK) && hash.length <= LONGEST ? unpacked(hash.slice(MARK.length)) : null;
  const { plays, level } = Object(told);
  return { plays: Array.isArray(plays) ? plays : [], level: LEVELS.find((one) => one === level) ?? null };
}

/** How many steps the review of a match has for these events. @param {RoomEvent[]} events */
const stepsOf = (events) => events.filter(hasStep).length;

/** @param {string} key @param {import("../icons.js").Icon} sign @param {string} label @param {() => void} onclick @param {boolean} [disabled] */
const headButton = (key, sign, label, onclick, disabled = false) =>
  h(
    "button",
    { key, class: "quiet", "aria-label": label, title: label, disabled, onclick },
    icon(sign),
    h("span", { class: "label" }, label),
  );

/** @param {number} ms */
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

customElements.define("giog-branch", Branch);
