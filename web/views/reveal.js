// The reveal of a finished trick: all plays lie face down, all turn up together, the winner's glows and the others dim, the pieces go to
// the winner, and only then the text follows. Visual only: the match continues meanwhile, and the next event ends the reveal.

/** @import { RevealStage } from "../types/page.js" */

import { calm } from "./motion.js";

/** How long all plays lie face down, in milliseconds, so that the last one is seen there. */
const DOWN_MS = 200;
/** How long the plays can be compared before they go, in milliseconds. */
const WON_MS = 750;

/** The reveals of a table's tricks, one after another. */
export class Reveal {
  /** The stage of the last trick's reveal; null when it is over. @type {RevealStage | null} */
  stage = null;
  #table;
  #changed;
  /** @type {(() => void)[]} */
  #afterwards = [];
  /** Counts reveals, so that late callbacks of an earlier one are recognized. */
  #number = 0;

  /**
   * @param {HTMLElement} table
   * @param {(stage: RevealStage | null) => void} changed called at each new stage
   */
  constructor(table, changed) {
    this.#table = table;
    this.#changed = changed;
  }

  /**
   * Begins the reveal of a trick; ends one that is still running.
   *
   * @param {boolean} faceDown whether its plays lay face down until now
   * @param {() => void} done what is to be done after the last stage
   */
  begin(faceDown, done) {
    this.end();
    this.#afterwards = [done];
    if (calm.matches || document.hidden) this.end();
    else this.#run(faceDown, this.#number);
  }

  /** @param {boolean} faceDown @param {number} number */
  async #run(faceDown, number) {
    /** @type {[RevealStage, () => Promise<unknown>][]} */
    const stages = [
      ["down", () => pause(DOWN_MS)],
      ["turned", () => this.#turned()],
      ["won", () => pause(WON_MS)],
    ];
    for (const [stage, passed] of faceDown ? stages : stages.slice(-1)) {
      this.stage = stage;
      this.#changed(stage);
      await passed();
      if (number !== this.#number) return;
    }
    this.end();
  }

  /** Waits until all plays have turned, also on a slow machine. */
  async #turned() {
    await frame();
    const turning = this.#table
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches(".laid"));
    await Promise.allSettled(turning.map(({ finished }) => finished));
    await frame();
  }

  /** Does something when no reveal is running: at once, or after the last stage. @param {() => void} act */
  after(act) {
    if (this.stage) this.#afterwards.push(act);
    else act();
  }

  /** Ends the reveal at once. */
  end() {
    this.#number++;
    const afterwards = this.#afterwards.splice(0);
    this.stage = null;
    for (const act of afterwards) act();
    if (afterwards.length) this.#changed(null);
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
/** Waits for the next frame. */
const frame = () => new Promise((go) => requestAnimationFrame(go));
