// A dice game at a table: the cloth for betting, the others' bets face down, and the throw. Bets that were not sent yet are stored here,
// step by step, so that each step can be undone.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { FamilyPlay } from "../../types/page.js"
 * @import { RoomEvent, Seat, Stake, TilesBetInfo } from "../../types/protocol.js"
 * @import { DiceView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { meant } from "../../keyboard.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { number, t } from "../../texts.js";
import { brought } from "../../views/home.js";
import { reserved } from "../../views/reserved.js";
import { about, nameAt, namesAt, outcomeTold, pausedTold } from "../../views/told.js";
import { TilesPlay } from "../play.js";
import { cards, said } from "../seats.js";
import { clothOf } from "./cloth.js";
import { coachTold } from "./coach.js";
import { betName } from "./die.js";
import { inOrder } from "./rules.js";
import { dice as game, roundsOf } from "./seen.js";
import { betLines, downBets, roundList, roundTold, roundsIn, tableOf, throwOf, whyTold } from "./table.js";

/** The numbers of points that a tap can add. */
const STEPS = [1, 5, 10, 25, 100];
/** The pause before the list of bets is requested again after a failure, in milliseconds. */
const AGAIN_MS = 5_000;
/** How long the dice roll, in milliseconds. */
const ROLL_MS = 1_100;

export class Play extends TilesPlay {
  static game = game;
  /** The bets that were not sent yet, step by step. @type {Stake[]} */
  #steps = [];
  /** The round that they are for. */
  #of = "";
  #step = 1;
  /** The area that has the keyboard focus. */
  #at = "";
  /** The possible bets, and their match. @type {{ of: string, bets: TilesBetInfo[] }} */
  #table = { of: "", bets: [] };
  /** The most points that could be bet when a result was shown last: now it would tell what the dice brought. @type {number | null} */
  #mostShown = null;

  /** @returns {DiceView} */
  get view() {
    return /** @type {DiceView} */ (super.view);
  }

  /** @override @returns {DiceView} */
  get shown() {
    return /** @type {DiceView} */ (super.shown);
  }

  /** The most points that may be bet now; null if the person cannot bet now. */
  get #most() {
    const { decision } = this;
    return decision?.do === "bet" ? decision.most : null;
  }

  /** The possible bets; empty while they are loading. */
  get #bets() {
    const { match_id } = this.match.start;
    if (this.#table.of !== match_id) {
      const asked = { of: match_id, bets: [] };
      this.#table = asked;
      brought(this.table, async () => {
        try {
          this.#table = { of: match_id, bets: await tableOf(this.view) };
        } catch (error) {
          setTimeout(() => (asked.of = ""), AGAIN_MS);
          throw error;
        }
        this.redraw();
      });
    }
    return this.#table.bets;
  }

  /** The bets for this round that were not sent yet. */
  get #put() {
    if (this.#of !== this.dealing) this.#steps = [];
    this.#of = this.dealing;
    return this.#steps;
  }

  /** The person's points by area: those not sent yet, or those that were laid. @returns {Map<string, number>} */
  get #stakes() {
    /** @type {Map<string, number>} */
    const stakes = new Map();
    for (const { on, points } of this.view.bets ?? this.#put) stakes.set(on, (stakes.get(on) ?? 0) + points);
    return stakes;
  }

  get #sum() {
    return [...this.#stakes.values()].reduce((sum, points) => sum + points, 0);
  }

  /** Adds a step, or removes points. @param {string} on @param {1 | -1} by */
  #bet(on, by) {
    const most = this.#most;
    if (most === null) return;
    const there = this.#stakes.get(on) ?? 0;
    const room = by > 0 ? most - this.#sum : there;
    const points = Math.min(this.#step, room);
    if (points <= 0) {
      if (by > 0) this.tell(t("dice.full", { n: most }));
      return;
    }
    this.closed();
    this.#steps = [...this.#put, { on, points: by * points }];
    sound("lay");
    this.tell(t("dice.put", { bet: betName(on), n: there + by * points }));
  }

  #undo() {
    this.#steps = this.#put.slice(0, -1);
    this.redraw();
  }

  #clear() {
    this.#steps = [];
    this.redraw();
  }

  async #lay() {
    if (this.#most === null || this.asking) return;
    const bets = [...this.#stakes].flatMap(([on, points]) => (points > 0 ? [{ on, points }] : []));
    await this.act({ do: "bet", bets: inOrder(bets, this.#bets) });
  }

  async #suggest() {
    const hint = await this.hint();
    if (hint?.do !== "bet" || this.#most === null) return;
    this.#steps = hint.bets;
    if (!hint.bets.length) this.tell(t("dice.hint.none"));
    this.redraw();
  }

  /** @returns {Child} */
  draw() {
    const { room, view, isPlayed } = this;
    const { you, decided, betting, last_round: last } = view;
    // Before the next round it is unknown whether they can bet in it.
    const bets = you != null && (betting.length === 0 || betting.includes(you));
    const showing = last !== null && this.isShown(bets && !decided.includes(you));
    const isUp = showing && !this.hides;
    const dice = isUp ? last.dice : null;
    const rolling = showing && this.hides;
    return h(
      "div",
      { key: "desk", class: "desk tiles-desk dice-desk" },
      h(
        "div",
        { class: "cloth tiles-cloth" },
        h(
          "div",
          { class: "bank-row" },
          throwOf(dice, rolling ? "rolls" : isUp ? "came" : ""),
          said(this.#status(isUp && this.isTold, rolling)),
        ),
        cards({ room, view: this.withShown, isPlayed, bubbles: this.table.bubbles }, (seat) => ({
          gain: isUp ? (last.points[seat] ?? 0) : null,
          wins: isUp && (last.points[seat] ?? 0) > 0,
          lies: this.#lies(seat, isUp, rolling),
        })),
        isUp && you != null && this.#why(you),
      ),
      this.#clothArea(dice),
      this.#actions(),
    );
  }

  /** Why the person's bets won or lost. @param {Seat} you */
  #why(you) {
    const { last_round: last } = this.view;
    const mine = last?.bets[you] ?? [];
    return (
      last &&
      mine.length > 0 &&
      h(
        "ul",
        { key: "why", class: "why small" },
        whyTold(mine, last.dice).map((text, i) => h("li", { key: i }, text)),
      )
    );
  }

  /** @param {readonly number[] | null} dice */
  #clothArea(dice) {
    const { view } = this;
    const table = this.#bets;
    const own = view.you == null ? null : view.last_round?.bets[view.you];
    return h(
      "div",
      { key: "betting", class: "cloth betting-cloth" },
      clothOf({
        table,
        bets: dice ? new Map() : this.#stakes,
        dice,
        results: dice ? (own ?? []) : [],
        may: this.#most !== null,
        at: this.#at,
        stand: (on) => {
          if (this.#at === on) return;
          this.#at = on;
          this.redraw();
        },
        put: (on, by) => this.#bet(on, by),
      }),
      h("p", { key: "proof", class: "small proof-note" }, t("dice.proof")),
    );
  }

  /** The bets of a seat. @param {Seat} seat @param {boolean} isUp @param {boolean} rolling */
  #lies(seat, isUp, rolling) {
    const { view } = this;
    if (isUp) return betLines(view.last_round?.bets[seat]);
    if (rolling) return view.last_round?.bets[seat] ? downBets() : null;
    if (!view.decided.includes(seat)) return null;
    return downBets();
  }

  /** @param {boolean} isTold whether the last round is told @param {boolean} rolling */
  #status(isTold, rolling) {
    const { room, view, isPlayed } = this;
    if (isPlayed && rolling) return t("dice.rolls");
    // Then the dice lie there, and what each of the players got.
    if (!isPlayed && view.outcome) return outcomeTold(room, view.outcome);
    if (isTold && view.last_round) return roundTold(room, view.last_round);
    const which = t("dice.round.of", { n: view.deal + 1, of: roundsIn(view) });
    const bank = view.banker === null ? t("dice.house") : about(room, view.banker, "pg.bank");
    const paused = pausedTold(room);
    if (paused !== null) return [which, bank, paused].filter(Boolean).join(" ");
    if (this.#most !== null) return [which, bank, t("dice.ask", { n: this.#most })].join(" ");
    const waiting = room.now?.deciding.map(({ seat }) => seat) ?? [];
    return [which, bank, waiting.length > 0 && t("status.waiting", { names: namesAt(room, waiting) })]
      .filter(Boolean)
      .join(" ");
  }

  /** The amounts to choose from, and the buttons. @returns {Child} */
  #actions() {
    if (this.view.you == null) return null;
    const most = this.#most;
    const isLaid = this.may("take_back");
    const coach =
      most !== null &&
      settings.get("hints") &&
      coachTold({ ...this.view, scores: this.shown.scores }, this.#bets, this.#stakes);
    return h(
      "div",
      { key: "actions", class: "bet-actions" },
      reserved(
        "tiles-said",
        {},
        isLaid && h("p", { key: "laid", class: "small" }, t("dice.laid")),
        coach && h("p", { key: "coach", class: "small coach-line" }, coach),
      ),
      most === null ? h("div", { key: "no-steps" }) : this.#amounts(most),
      isLaid ? this.#backButton() : most === null ? h("div", { key: "no-buttons" }) : this.#buttons(),
    );
  }

  #backButton() {
    return h(
      "div",
      { key: "laid-buttons", class: "buttons" },
      h(
        "button",
        { key: "back", class: "back", disabled: this.asking, onclick: () => this.#takeBack() },
        icon("take_back"),
        t("hand.take_back"),
      ),
    );
  }

  /** The amounts to choose from, and what is put so far. @param {number} now the most points that may be bet */
  #amounts(now) {
    if (!this.hides) this.#mostShown = now;
    const most = this.#mostShown ?? now;
    return h(
      "div",
      { key: "steps", class: "steps", role: "group", "aria-label": t("dice.step") },
      STEPS.filter((step) => step <= Math.max(1, most)).map((step) =>
        h(
          "button",
          {
            key: step,
            class: "chip-button",
            "aria-pressed": String(this.#step === step),
            "aria-label": t("dice.step.of", { n: step }),
            onclick: () => this.#take(step),
          },
          h("span", { class: "chip" }, number(step)),
        ),
      ),
      h("span", { class: "sum-of", role: "status" }, t("dice.sum", { n: this.#sum, most })),
    );
  }

  #buttons() {
    const sum = this.#sum;
    return h(
      "div",
      { key: "buttons", class: "buttons" },
      h(
        "button",
        {
          key: "undo",
          "aria-label": t("dice.undo"),
          title: t("dice.undo"),
          disabled: !this.#put.length,
          onclick: () => this.#undo(),
        },
        icon("take_back"),
      ),
      h(
        "button",
        {
          key: "clear",
          class: "clear",
          "aria-label": t("hand.clear"),
          title: t("hand.clear"),
          disabled: !sum,
          onclick: () => this.#clear(),
        },
        icon("close"),
        h("span", { class: "label" }, t("hand.clear")),
      ),
      this.mayAsk &&
        h(
          "button",
          {
            key: "suggest",
            "aria-label": t("hand.suggest"),
            title: t("hand.suggest"),
            onclick: () => this.#suggest(),
          },
          icon("suggest"),
        ),
      h(
        "button",
        { key: "lay", class: "main", disabled: this.asking, onclick: () => this.#lay() },
        t(sum ? "dice.lay" : "dice.lay.none"),
      ),
    );
  }

  /** Takes the laid bets back, so that they can be changed. */
  async #takeBack() {
    const { dealing } = this;
    const { bets } = this.view;
    await this.act({ do: "take_back" });
    this.#of = dealing;
    this.#steps = bets ?? [];
    this.redraw();
  }

  /** @param {number} step */
  #take(step) {
    this.#step = step;
    this.redraw();
  }

  history() {
    return roundList(this.room, roundsOf(this.shownMatch));
  }

  get historyName() {
    return t("panel.rounds");
  }

  /** @returns {[string, string][]} */
  get keys() {
    return [
      ["← ↑ → ↓", t("dice.key.go")],
      ["Enter, Space, +", t("dice.key.put")],
      ["−, Delete", t("dice.key.off")],
      ["1 – 5", t("dice.key.step")],
      ["Backspace, Esc", t("dice.key.undo")],
      ["B", t("dice.key.lay")],
      ["T, S, L", t("tiles.key.read")],
    ];
  }

  /** @param {KeyboardEvent} event */
  acts(event) {
    const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
    const key = meant(event);
    if (this.#most === null) return this.#skips(key, target);
    const step = STEPS.filter((one) => one <= Math.max(1, this.#most ?? 1))[Number(key) - 1];
    if (step !== undefined) this.#take(step);
    else if (key === "Backspace" || key === "Escape") this.#undo();
    else if (key.toLowerCase() === "b") this.#lay();
    else if (key.toLowerCase() === "g" && this.mayAsk) this.#suggest();
    else return false;
    return true;
  }

  /** A person who has nothing to bet can close the result of the last round. @param {string} key @param {EventTarget | null} target */
  #skips(key, target) {
    const on = key === "Enter" && target instanceof Element && target.closest("button, a, summary");
    if (!["Escape", "Enter"].includes(key) || on || !(this.hides || this.table.holds)) return false;
    if (this.hides) this.table.showAll();
    else this.closed();
    return true;
  }

  /** @param {KeyboardEvent} event */
  reading(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { room, shown } = this;
    switch (meant(event).toLowerCase()) {
      case "t":
        return this.#status(false, false);
      case "s":
        return shown.scores.map((score, seat) => t("tiles.read.score", { name: nameAt(room, seat), score })).join(" ");
      case "l":
        return shown.last_round ? roundTold(room, shown.last_round) : t("deals.none");
      default:
        return undefined;
    }
  }

  /** @param {RoomEvent} event @returns {ReturnType<FamilyPlay["happened"]>} */
  happened(event) {
    if (event.do === "bet") sound("lay");
    if (event.do !== "dice") return;
    this.lay();
    return { stages: [["down", ROLL_MS]], sound: "flip" };
  }

  /** @param {KnownRoom} room @param {RoomEvent} event */
  eventTold(room, event) {
    switch (event.do) {
      case "round":
        return event.banker === null ? null : about(room, event.banker, "pg.bank");
      case "bet":
        return about(room, event.seat, "dice.told.bet");
      case "withdrawn":
        return about(room, event.seat, "told.take_back");
      case "dice":
        return roundTold(room, event);
      case "ended":
        return outcomeTold(room, event);
      default:
        return null;
    }
  }
}
