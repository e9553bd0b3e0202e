// How a result is revealed, in all games: what was laid lies face down, the dice roll or the last man moves; all turns up together; then a
// text says what it was, and it is held for a while. Visual only: the match goes on meanwhile, and whoever acts ends the reveal. What is
// shown of the room until then is in ../shown.js.

/**
 * @import { KnownRoom } from "../room.js"
 * @import { RevealStage, Revealing } from "../types/page.js"
 */

import { reveals } from "../shown.js";
import { calm } from "./motion.js";

/** How long a result is held before what follows the match is shown, in milliseconds. */
export const HOLD_MS = 2_600;
/** How long all plays of a trick lie face down, in milliseconds, so that the last one is seen there. */
const DOWN_MS = 200;
/** How long the plays can be compared before they go, in milliseconds. */
const WON_MS = 750;
/** The reveal of a trick whose plays lay face up. @type {Revealing["stages"]} */
export const OPEN_TRICK_STAGES = [["won", WON_MS]];
/** The reveal of a trick whose plays lay face down. @type {Revealing["stages"]} */
export const TRICK_STAGES = [["down", DOWN_MS], ["turned", (table) => turned(table)], ...OPEN_TRICK_STAGES];

/** The reveals of a table, one after another. */
export class Reveal {
  /** The stage of the last result's reveal, `held` once all of it is shown; null when it is over. @type {RevealStage | "held" | null} */
  stage = null;
  /** The rooms before and after the result that is being revealed. @type {{ before: KnownRoom, after: KnownRoom } | null} */
  rooms = null;
  #table;
  #changed;
  /** What is to be done once the result is shown. @type {(() => void)[]} */
  #afterwards = [];
  /** What is to be done when the reveal is over. @type {(() => void)[]} */
  #atEnd = [];
  #hold = 0;
  /** Counts reveals, so that late callbacks of an earlier one are recognized. */
  #number = 0;

  /**
   * @param {HTMLElement} table
   * @param {() => void} changed called at each new stage
   */
  constructor(table, changed) {
    this.#table = table;
    this.#changed = changed;
  }

  /** The stage until all of the result is told; null afterwards. @returns {RevealStage | null} */
  get hidden() {
    return this.stage === "held" ? null : this.stage;
  }

  /**
   * Begins the reveal of a result; ends one that is still running.
   *
   * @param {{ before: KnownRoom, after: KnownRoom }} rooms
   * @param {Revealing} how
   */
  begin(rooms, { stages, hold = HOLD_MS, told }) {
    this.end();
    this.rooms = rooms;
    this.#hold = hold;
    this.#afterwards = [told];
    if (document.hidden) return this.end();
    if (calm.matches) return this.show();
    this.#run(stages, this.#number);
  }

  /** @param {Revealing["stages"]} stages @param {number} number */
  async #run(stages, number) {
    for (const [stage, passes] of stages) {
      this.#at(stage);
      await (typeof passes === "number" ? pause(passes) : passes(this.#table));
      if (number !== this.#number) return;
    }
    this.show();
  }

  /** Shows all of the result, which is then held. */
  show() {
    if (!this.rooms || this.stage === "held") return;
    const number = ++this.#number;
    this.#at("held");
    for (const act of this.#afterwards.splice(0)) act();
    pause(this.#hold).then(() => number === this.#number && this.end());
  }

  /** Does something once nothing is hidden: at once, or after the last stage. @param {() => void} act */
  after(act) {
    if (this.hidden) this.#afterwards.push(act);
    else act();
  }

  /** Does something when no reveal is running: at once, or when it is over. @param {() => void} act */
  atEnd(act) {
    if (this.stage) this.#atEnd.push(act);
    else act();
  }

  /** Ends the reveal at once. */
  end() {
    this.#number++;
    if (!this.rooms) return;
    const waiting = [...this.#afterwards.splice(0), ...this.#atEnd.splice(0)];
    reveals(this.rooms.after.id, null);
    this.rooms = this.stage = null;
    for (const act of waiting) act();
    this.#changed();
  }

  /** @param {RevealStage | "held"} stage */
  #at(stage) {
    this.stage = stage;
    if (this.rooms) reveals(this.rooms.after.id, { ...this.rooms, hides: this.hidden !== null });
    this.#changed();
  }
}

/** Waits until all plays have turned, also on a slow machine. @param {HTMLElement} table */
async function turned(table) {
  await frame();
  const turning = table
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches(".laid"));
  await Promise.allSettled(turning.map(({ finished }) => finished));
  await frame();
}

/** @param {number} ms */
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
/** Waits for the next frame. */
const frame = () => new Promise((go) => requestAnimationFrame(go));
