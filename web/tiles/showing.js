// The result of the last deal stays on the table while the next one has already begun: first face down, then turned up, until the player
// continues, or until a spectator has had time to look. Visual only: the match does not wait for it.

import { sound } from "../sound.js";
import { calm } from "../views/motion.js";

/** How long the laid tiles or bets are face down, and how long turning them up takes, in milliseconds. */
const DOWN_MS = 250;
/** The least time for which a person without a decision sees a result, in milliseconds. */
const HOLD_MS = 3_000;

export class Showing {
  /** `down`: about to be turned up; `up`: everything is visible. Null if nothing is shown. @type {"down" | "up" | null} */
  stage = null;
  #number = 0;
  #until = 0;
  #redraw;
  #moves;

  /** @param {() => void} redraw @param {number} [moves] how long it takes until all is seen, in milliseconds */
  constructor(redraw, moves = DOWN_MS) {
    this.#redraw = redraw;
    this.#moves = moves;
  }

  /** Called when a deal has ended. @param {() => void} told what is to be done when all is seen */
  begin(told) {
    const number = ++this.#number;
    this.#until = performance.now() + this.#moves + HOLD_MS;
    const up = () => {
      if (number !== this.#number || this.stage === "up") return;
      this.stage = "up";
      sound("flip");
      told();
      this.#redraw();
    };
    this.stage = "down";
    this.#turn = up;
    if (calm.matches || document.hidden) up();
    else setTimeout(up, this.#moves);
  }

  /** Turns everything up at once. @type {() => void} */
  #turn = () => {};

  /** Called on a tap: turns everything up at once; if it is up, closes the result. */
  skip() {
    if (this.stage === "down") return this.#turn();
    this.end();
  }

  /** Whether the result is still shown: to a player who has not decided in the next deal, or to a spectator. @param {boolean} plays @param {boolean} decided */
  isOn(plays, decided) {
    if (!this.stage) return false;
    if (this.stage === "up" && (plays ? decided : performance.now() > this.#until)) this.stage = null;
    return this.stage !== null;
  }

  /** Closes the result. */
  end() {
    this.#number++;
    this.stage = null;
    this.#redraw();
  }
}
