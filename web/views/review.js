// <giog-review>, at `match/ID/STEP`, `match/ID/EYES/STEP` and `mistake/ID/SEAT/TRICK`: a finished match, step by step, as spectators or any seat saw it, or with
// everything open. The steps are the events from REST, processed by the same functions as during a match.

/**
 * @import { Child } from "../dom.js"
 * @import { Icon } from "../icons.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { FamilyReview, Shown } from "../types/page.js"
 * @import { Checks } from "./proof.js"
 * @import { Step } from "./steps.js"
 * @import { DeletedMatch, FinishedMatch, ReviewedDecision, RoomId, Seat } from "../types/protocol.js"
 */

import { Refusal } from "../client/refusal.js";
import { Deleted } from "../client/rest.js";
import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { amend, opened as layerOpened } from "../layers.js";
import { everyGame, isOfTricks, piecesInWords } from "../rules.js";
import { go } from "../places.js";
import { receipts } from "../receipts.js";
import { ask, askOpenly, bytesAt, later, orLeft, part } from "../rest.js";
import { isId, ofTricks } from "../room.js";
import { onHost } from "../root.js";
import { session } from "../session.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { ceremony } from "./ceremony.js";
import "./deleted.js";
import { familyReview } from "./families.js";
import { shownRack } from "./hand.js";
import { history } from "./history.js";
import { brought, fail } from "./home.js";
import { reading, typed } from "./keys.js";
import { laterTexts } from "./language.js";
import { opened } from "./open.js";
import { playersOf } from "./players.js";
import { piles } from "./plays.js";
import { proof, publishedKeys } from "./proof.js";
import { round } from "./seats.js";
import { caption } from "./status.js";
import { betterSteps, mostHeld, shownTrick, steps } from "./steps.js";
import { eventTold, nameAt } from "./told.js";

await laterTexts();

/** What a seat could have won: in trick games, and on boards. */
const analyses = later(() => import("./analysis.js"));
const boardAnalyses = later(() => import("../boards/analysis.js"));

/** How long a step is shown in automatic playback, in milliseconds. */
const STEP_MS = 1_400;
/** The pause before the address is changed again if the browser refused: Safari allows only 100 changes in 30 seconds. */
const AGAIN_MS = 1_000;
/** The observers besides the seats. */
const SPECTATOR = "spectator";
const OPEN = "open";
/**
 * A better line that is shown: what it is, the steps that it takes the place of with what shows them, and what had the focus.
 *
 * @typedef {object} Instead
 * @property {string} told
 * @property {string} why
 * @property {Step[]} steps
 * @property {FamilyReview | null} family
 * @property {number} at
 * @property {number} most
 * @property {Element | null} from
 */

class Review extends View {
  /** The game as the server describes it, if it is a trick game. @type {Game | null} */
  variant = null;
  /** The name of the game. */
  #name = "";
  /** The review of a match of another family than trick games. @type {FamilyReview | null} */
  #family = null;
  /** The same of other steps. @type {(steps: Step[]) => FamilyReview | null} */
  #familyOf = () => null;
  /** @type {FinishedMatch | null} */
  #info = null;
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  /** The most pieces that the rack has to hold at some step. */
  #most = 0;
  #as = SPECTATOR;
  /** Whether the person has chosen with whose eyes to look, and does not only follow a link. */
  #chosen = false;
  /** Identifies the last request, so that late answers are ignored. */
  #asked = {};
  #playing = false;
  #later = 0;
  /** The room in which the match is still being played, if it is. @type {RoomId | null} */
  #running = null;
  /** What the server has kept of the match, if it was deleted. @type {DeletedMatch | null} */
  #left = null;
  /** @type {Checks | null} */
  #checks = null;
  #told = "";
  /** Whether the review of the match is shown. */
  #analysed = false;
  /** The better line that is shown in place of the match, with what it returns to. @type {Instead | null} */
  #instead = null;

  began() {
    this.#arrive();
    this.every(STEP_MS, () => this.#playing && this.#go(this.#at + 1));
    this.follow(document, "keydown", (event) => this.#key(event));
  }

  get #id() {
    return this.here[1] ?? "";
  }

  /** Shows the step that the address names. */
  moved() {
    this.#playing = false;
    if (this.#steps.length && this.#eyes === this.#as) this.#go(this.#named);
    else this.#arrive();
  }

  #arrive() {
    this.#as = this.#eyes;
    this.load(() => this.#get(this.#named));
  }

  /** The observer that the address names; spectators by default. */
  get #eyes() {
    return (this.here.length > 3 && this.here[2]) || SPECTATOR;
  }

  /** The step that the address names. */
  get #named() {
    return Number(this.here.slice(2).at(-1)) || 0;
  }

  /** The trick of the decision that is looked at first, at `mistake/ID/SEAT/TRICK`; null elsewhere. */
  get #mistaken() {
    return this.here[0] === "mistake" ? this.#named : null;
  }

  /** The step in the form that the parts of a table need; null if there is none. @returns {Shown | null} */
  get #moment() {
    const step = this.#steps[this.#at];
    const match = ofTricks(step?.room.match ?? step?.room.finished);
    return step && match
      ? { room: step.room, match, variant: this.variant, decision: null, order: [], open: step.open }
      : null;
  }

  /** Loads the match for the chosen observer, and goes to a step. @param {number} at */
  async #get(at) {
    const id = this.#id;
    const as = this.#as;
    const asked = (this.#asked = {});
    if (!isId(id)) throw new Refusal({ code: "no_such_match", message: "" });
    this.#instead = null;
    const whole = as === OPEN;
    const found = await orLeft(
      Promise.all([
        askOpenly(`/matches/${id}`),
        whole || as === SPECTATOR ? askOpenly(`/matches/${id}/events`) : ask(`/matches/${id}/events?as=${as}`),
        whole ? askOpenly(`/matches/${id}/record`) : null,
      ]),
    );
    const games = await everyGame();
    // A later address leads elsewhere, in this view or to another one.
    const isLate = () => asked !== this.#asked || !this.isConnected;
    if (isLate()) return;
    this.#left = found instanceof Deleted ? found.left : null;
    if (found instanceof Deleted) return;
    const [info, { events }, record] = found;
    this.#running = "snapshot" in info ? info.snapshot.room : null;
    if (!("result" in info)) return;
    const review = await familyReview(info.variant);
    if (isLate()) return;
    this.#info = info;
    const game = games.find((game) => game.id === info.variant);
    this.variant = game && isOfTricks(game) ? game : null;
    this.#name = gameName(info.variant, game?.name);
    const you = whole || as === SPECTATOR ? null : Number(as);
    const plain = () => events.map((event) => ({ event, open: null }));
    this.#steps = steps(info, record && !review ? opened(record, events) : plain(), you);
    this.#most = mostHeld(this.#steps);
    const go = (/** @type {number} */ step) => this.#go(step);
    const { clock } = info;
    const redraw = () => this.redraw();
    this.#familyOf = (steps) => (review ? review({ steps, record, clock, go, redraw }) : null);
    this.#family = this.#familyOf(this.#steps);
    const trick = this.#mistaken;
    if (trick !== null && you !== null && !this.#analysed) {
      this.#analysed = true;
      return this.#go(this.#laid(you, trick));
    }
    this.#go(Math.min(at, this.#steps.length - 1));
  }

  /** @param {number} at */
  #go(at) {
    if (!this.#steps.length) return;
    this.#at = Math.max(0, Math.min(at, this.#steps.length - 1));
    this.#told = "";
    if (this.#at === this.#steps.length - 1) this.#playing = false;
    this.#nameMoment();
    this.redraw();
    requestAnimationFrame(() => this.#family?.shown(this));
  }

  /** Changes the address to the current step; if the browser refuses, a little later. */
  #nameMoment() {
    clearTimeout(this.#later);
    // What did not happen has no address.
    if (!this.isConnected || this.#instead) return;
    const eyes = this.#as === SPECTATOR ? "" : `/${this.#as}`;
    try {
      amend(onHost(`/match/${this.#id}${eyes}/${this.#at}`));
    } catch {
      this.#later = setTimeout(() => this.#nameMoment(), AGAIN_MS);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (typed(event) || !this.#steps.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const along = document.documentElement.dir === "rtl" ? -1 : 1;
    /** @type {{ [key: string]: number }} */
    const ways = {
      ArrowRight: this.#at + along,
      ArrowLeft: this.#at - along,
      Home: 0,
      End: this.#steps.length - 1,
      PageUp: this.#page(-1),
      PageDown: this.#page(1),
    };
    const to = ways[event.key];
    const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
    if (to !== undefined) this.#go(to);
    else if (event.key === " " && !onButton) this.#play();
    else {
      const moment = this.#moment;
      if (moment) this.#told = reading(moment, event) ?? this.#told;
      return this.redraw();
    }
    event.preventDefault();
  }

  prepare() {
    // A deleted match has its own view.
    if (this.#left) return;
    const isShown = !this.#running && this.#steps[this.#at] && this.#info;
    title(isShown ? `${this.#name} – ${t("review.title")} – Giog` : "Giog 爵");
  }

  draw() {
    if (this.#left) return h("giog-deleted", { ".left": this.#left });
    if (this.#running) return running(this.#running);
    const [step, info] = [this.#steps[this.#at], this.#info];
    if (!step || !info) return h("p", { class: "loading" }, t("table.coming"));
    return [
      h(
        "h1",
        { class: "small" },
        t("review.of", {
          game: this.#name,
          date: new Date(info.ended_at).toLocaleString(document.documentElement.lang),
        }),
      ),
      h(
        "p",
        { key: "game", class: "small" },
        h("a", { href: `/game/${info.variant}` }, t("review.game", { game: this.#name })),
      ),
      playersOf(info),
      info.rated?.unrated && h("p", { key: "unrated", class: "small how" }, t(`rated.unrated.${info.rated.unrated}`)),
      this.#seat !== null &&
        h(
          "p",
          { key: "seen", class: "small how" },
          this.#instead && !this.#family ? t("review.open") : t("review.seen", { name: nameAt(step.room, this.#seat) }),
        ),
      info.status === "abandoned"
        ? h("p", { key: "abandoned", class: "small how" }, t("told.abandoned"))
        : this.#family && h("p", { key: "how", class: "small how" }, this.#family.howEnded(info.result)),
      this.#family ? this.#familyAt(this.#family, step, info) : this.#tableAt(step, info),
    ];
  }

  /** A match of another family at a step. @param {FamilyReview} review @param {Step} step @param {FinishedMatch} info @returns {Child} */
  #familyAt(review, step, info) {
    const told = h("p", { key: "told", class: "status", role: "status" }, this.#told || review.told(this.#at));
    return h(
      "div",
      { key: "board", class: `${review.kind}-past` },
      h("div", { class: "unlike" }, this.#instead && this.#insteadTold(this.#instead)),
      review.draw(this.#at, told, this.#controls()),
      this.#more(step.room, info),
      this.#checks && proof(this.#checks, review.verifyNote),
      this.#analysed &&
        (review.kind === "board" ? this.#boardAnalysis(step.room, info) : this.#tilesAnalysis(review, step.room, info)),
    );
  }

  /** The table at a step of a trick game. @param {Step} step @param {FinishedMatch} info @returns {Child} */
  #tableAt(step, info) {
    const moment = this.#moment;
    if (!moment) return null;
    const before = moment.match.view.stage === "ceremony";
    return h(
      "div",
      { class: before ? "felt before" : "felt" },
      // It is there in any case: if it went, all that follows would move, and lose the focus.
      h("div", { class: "unlike" }, this.#instead && this.#insteadTold(this.#instead)),
      round(
        moment,
        h(
          "div",
          { key: "middle", class: "middle" },
          caption(moment, shownTrick(moment, step.event)),
          h("p", { class: "status", role: "status" }, this.#told || eventTold(moment.room, this.variant, step.event)),
          piles(moment),
          before && ceremony(moment),
        ),
      ),
      this.#controls(),
      shownRack(moment, this.#most),
      this.#tricks(shownTrick(moment, step.event)?.trick),
      this.#more(moment.room, info),
      this.#checks && proof(this.#checks),
      h(
        "details",
        {},
        h("summary", {}, t("panel.history")),
        history(moment, (number) => this.#go(this.#turned(number))),
      ),
      this.#analysed && this.#analysis(moment.room, info),
    );
  }

  /** What a seat could have won, below everything else. @param {KnownRoom} room @param {FinishedMatch} info @returns {Child} */
  #analysis(room, info) {
    const { id, seat, names } = this.#reviewed(room, info);
    const show = (/** @type {Seat} */ seat, /** @type {number} */ trick) => {
      this.#leaveInstead();
      this.#go(this.#laid(seat, trick));
    };
    const better = (/** @type {Seat} */ seat, /** @type {ReviewedDecision} */ decision) =>
      brought(this, () => this.#showInstead(info, seat, decision));
    const again = (/** @type {Seat} */ seat, /** @type {ReviewedDecision} */ { action }) =>
      go(branchAt(id, seat, action));
    const trick = this.#mistaken;
    return analyses.for(this)?.analysis({ id, names, seat, trick, show, better, again });
  }

  /** The same on a board. @param {KnownRoom} room @param {FinishedMatch} info @returns {Child} */
  #boardAnalysis(room, info) {
    const reviewed = this.#reviewed(room, info);
    // Of what happened, whatever is shown now.
    const plyAt = (/** @type {number} */ ply) =>
      (this.#instead?.family ?? this.#family)?.plyAt?.(ply) ?? { step: 0, number: 0 };
    return boardAnalyses.for(this)?.analysis({
      ...reviewed,
      plyAt,
      steps: () => this.#instead?.steps ?? this.#steps,
      show: (step) => {
        this.#leaveInstead();
        this.#go(step);
      },
      better: (seat, { step, number, plies, play }) =>
        brought(this, async () => {
          const from = document.activeElement;
          const { lineSteps } = await part(import("../boards/line.js"));
          if (!this.isConnected) return;
          this.#leaveInstead();
          const told = t("better.board.told", { n: number, name: nameAt(room, seat), play });
          this.#showLine(lineSteps(this.#steps, step, plies), { told, why: t("better.board.why"), from });
        }),
      again: (seat, { action }) => go(branchAt(reviewed.id, seat, action)),
    });
  }

  /** The same in games of tiles that have one. @param {FamilyReview} review @param {KnownRoom} room @param {FinishedMatch} info */
  #tilesAnalysis(review, room, info) {
    const reviewed = this.#reviewed(room, info);
    const again = (/** @type {Seat} */ seat, /** @type {number} */ action) => go(branchAt(reviewed.id, seat, action));
    return review.analysis?.({ ...reviewed, view: this, again });
  }

  /** What a review is of: one's own seat first, if no other eyes were chosen. @param {KnownRoom} room @param {FinishedMatch} info */
  #reviewed(room, { match_id: id, players }) {
    const own = players.find(({ player }) => player && player === session.me?.player)?.seat;
    return { id, names: players.map(({ seat }) => nameAt(room, seat)), seat: this.#seat ?? own ?? 0 };
  }

  /**
   * Plays the better line of a decision, in place of the match, with everything open.
   *
   * @param {FinishedMatch} info
   * @param {Seat} seat
   * @param {ReviewedDecision} decision
   */
  async #showInstead(info, seat, { trick, better }) {
    const id = info.match_id;
    const from = document.activeElement;
    const found = await orLeft(Promise.all([askOpenly(`/matches/${id}/events`), askOpenly(`/matches/${id}/record`)]));
    if (!this.isConnected || this.#id !== id || !better) return;
    this.#leaveInstead();
    if (found instanceof Deleted) {
      this.#left = found.left;
      return this.redraw();
    }
    const [{ events }, record] = found;
    const line = betterSteps(steps(info, opened(record, events), null), trick, better);
    const [{ room } = { room: null }] = this.#steps;
    const name = room ? nameAt(room, seat) : "";
    const told = t("better.told", { n: trick + 1, name, pieces: piecesInWords(better.play) });
    this.#showLine(line, { told, why: t("better.why"), from });
  }

  /** Plays a line in place of the match. @param {{ steps: Step[], from: number }} line @param {Pick<Instead, "told" | "why" | "from">} what */
  #showLine(line, what) {
    this.#instead = { ...what, steps: this.#steps, family: this.#family, at: this.#at, most: this.#most };
    this.#steps = line.steps;
    this.#family = this.#familyOf(line.steps);
    this.#most = mostHeld(line.steps);
    this.#playing = true;
    this.#go(line.from);
    layerOpened({
      element: () => null,
      isOpen: () => this.isConnected && this.#instead !== null,
      mayClose: () => true,
      close: () => this.#backToMatch(),
      isNative: false,
    });
    requestAnimationFrame(() => {
      const title = this.querySelector(".instead h2");
      if (title instanceof HTMLElement) title.focus();
    });
  }

  /** What is shown above a better line. @param {Instead} instead */
  #insteadTold({ told, why }) {
    return h(
      "section",
      { key: "instead", class: "instead", "aria-labelledby": "instead" },
      h("h2", { id: "instead", tabindex: -1 }, told),
      h("p", { class: "small" }, why),
      h("button", { onclick: () => this.#backToMatch() }, t("better.back")),
    );
  }

  /** Shows the match again instead of a better line. */
  #leaveInstead() {
    if (!this.#instead) return;
    const { steps, family, at, most } = this.#instead;
    this.#instead = null;
    this.#playing = false;
    this.#steps = steps;
    this.#family = family;
    this.#most = most;
    this.#go(at);
  }

  /** The same, and goes to where it was left for the line. */
  #backToMatch() {
    const from = this.#instead?.from;
    this.#leaveInstead();
    if (from instanceof HTMLElement) requestAnimationFrame(() => from.focus());
  }

  /** The step at which a seat had laid in a trick. @param {Seat} seat @param {number} trick */
  #laid(seat, trick) {
    return this.#steps.findLastIndex(
      ({ event }) => event.do === "play" && event.trick === trick && event.seat === seat,
    );
  }

  #controls() {
    const last = this.#steps.length - 1;
    const step = (/** @type {number} */ by, /** @type {Icon} */ name, /** @type {string} */ key = name) =>
      h(
        "button",
        { key: name, "aria-label": t(`review.${key}`), title: t(`review.${key}`), onclick: () => this.#go(by) },
        icon(name),
      );
    const board = this.#family !== null;
    return h(
      "div",
      { class: "actions" },
      h(
        "div",
        { class: "buttons" },
        board ? step(0, "back_trick", "first") : step(this.#trick(-1), "back_trick"),
        step(this.#at - 1, "back"),
        h(
          "button",
          { key: "play", class: "main", onclick: () => this.#play() },
          t(this.#playing ? "review.pause" : "review.play"),
        ),
        step(this.#at + 1, "on"),
        board ? step(last, "on_trick", "last") : step(this.#trick(1), "on_trick"),
      ),
      h(
        "label",
        {},
        h("span", { class: "hidden" }, t("review.step")),
        h("input", {
          type: "range",
          min: 0,
          max: last,
          value: this.#at,
          oninput: ({ currentTarget }) => this.#go(Number(currentTarget.value)),
        }),
      ),
    );
  }

  /** A button for each trick; `now` is the one that is shown. @param {number | undefined} now */
  #tricks(now) {
    const all = this.#steps.at(-1)?.room;
    const tricks = ofTricks(all?.match ?? all?.finished)?.view.tricks ?? [];
    return h(
      "ol",
      { class: "strip", "aria-label": t("panel.history") },
      tricks.map(({ trick }) =>
        h(
          "li",
          { key: trick },
          h(
            "button",
            {
              "aria-label": t("table.trick", { n: trick + 1 }),
              "aria-current": trick === now ? "step" : null,
              onclick: () => this.#go(this.#turned(trick)),
            },
            trick + 1,
          ),
        ),
      ),
    );
  }

  /** The seat with whose eyes the match is seen, or null. */
  get #seat() {
    return [SPECTATOR, OPEN].includes(this.#as) ? null : Number(this.#as);
  }

  /** Plays on from this moment, against bots: where the seat has just decided, from that decision. */
  #again() {
    const [step, seat, id] = [this.#steps[this.#at], this.#seat, this.#id];
    if (!step || seat === null) return;
    const own = "seat" in step.event && step.event.seat === seat;
    const events = own ? step.room.seq - 1 : step.room.seq;
    brought(this, async () => {
      const { action } = await ask(`/matches/${id}/branch`, { method: "POST", body: { as: seat, events } });
      if (this.isConnected) go(branchAt(id, seat, action));
    });
  }

  /** @param {KnownRoom} room @param {FinishedMatch} info @returns {Child} */
  #more(room, info) {
    const id = this.#id;
    const eyes = (/** @type {string} */ as, /** @type {string} */ name) =>
      h("option", { key: as, value: as, selected: this.#as === as }, name);
    return [
      h(
        "div",
        { class: "buttons" },
        h(
          "label",
          {},
          t("review.as"),
          " ",
          h(
            "select",
            { onchange: ({ currentTarget }) => this.#look(currentTarget.value) },
            eyes(SPECTATOR, t("review.spectator")),
            info.players.map(({ seat }) => eyes(String(seat), nameAt(room, seat))),
            (this.#family?.canOpen(info.variant) ?? ("hands" in info.result && info.result.hands)) &&
              eyes(OPEN, t("review.open")),
          ),
        ),
        this.#seat !== null &&
          !this.#instead &&
          h("button", { key: "again", onclick: () => this.#again() }, t("branch.do")),
        h("button", { key: "share", onclick: () => this.#share() }, t("review.share")),
        h(
          "a",
          { class: "button", href: `/api/v1/matches/${id}/record`, download: `giog-${id}.json` },
          t("score.record"),
        ),
        h("button", { onclick: () => this.#verify() }, t("verify.do")),
        info.links.review &&
          h(
            "button",
            {
              "aria-expanded": String(this.#analysed),
              onclick: () => {
                this.#analysed = !this.#analysed;
                this.redraw();
              },
            },
            t("analysis.do"),
          ),
      ),
      h("p", { class: "small keys" }, this.#family?.keysTold ?? t("review.keys")),
    ];
  }

  /** Shares this moment: as spectators see it, unless other eyes were chosen here. */
  #share() {
    const eyes = this.#chosen && this.#as !== SPECTATOR ? `/${this.#as}` : "";
    const place = `/match/${this.#id}${eyes}/${this.#at}`;
    brought(this, async () => (await part(import("./link.js"))).sharePlace(place, t("review.share")));
  }

  async #verify() {
    const id = this.#id;
    try {
      // The referee is loaded with the verification.
      const [{ verify }, record, keys] = await Promise.all([
        part(import("../verify.js")),
        orLeft(bytesAt(`/matches/${id}/record`)),
        publishedKeys(),
      ]);
      if (record instanceof Deleted) this.#left = record.left;
      // This loads what belongs to the record's game.
      else this.#checks = await part(verify(record, receipts.receipt(id), keys));
    } catch (error) {
      fail(this, error);
    }
    this.redraw();
  }

  #play() {
    this.#playing = !this.#playing;
    this.#go(this.#playing && this.#at === this.#steps.length - 1 ? 0 : this.#at);
  }

  /** @param {string} as */
  #look(as) {
    this.#as = as;
    this.#chosen = true;
    this.load(() => this.#get(this.#at));
  }

  /** The step at which a trick was turned up. @param {number} number */
  #turned(number) {
    return this.#steps.findIndex(({ event }) => event.do === "trick" && event.trick === number);
  }

  /** Handles Page Up and Page Down: to another trick, or by a number of steps. @param {1 | -1} way */
  #page(way) {
    return this.#family?.page(this.#at, way) ?? this.#trick(way);
  }

  /** The step at which the previous or next trick was turned up. @param {1 | -1} way */
  #trick(way) {
    const found = this.#steps
      .map(({ event }, i) => (event.do === "trick" ? i : -1))
      .filter((i) => i >= 0 && (way > 0 ? i > this.#at : i < this.#at));
    return way > 0 ? (found[0] ?? this.#steps.length - 1) : (found.at(-1) ?? 0);
  }
}

/** Where a match is played on from a decision. @param {string} id @param {Seat} seat @param {number} action */
const branchAt = (id, seat, action) => `/branch/${id}/${seat}/${action}`;

/** A running match is not shown here; links to its room. @param {RoomId} room @returns {Child} */
function running(room) {
  return h(
    "section",
    { class: "hero closed" },
    h("h1", {}, t("review.running")),
    h("p", {}, h("a", { class: "button main", href: `/room/${room}` }, t("review.table"))),
  );
}

customElements.define("giog-review", Review);
