// What a person has chosen for this browser: the set of pieces, light or dark, hints. Kept in this browser.

/**
 * @import { PieceSet } from "./pieces/pieces.js"
 * @import { PlayerId, Variant } from "./types/protocol.js"
 * @import { Order } from "./views/rack.js"
 */

import { keep, keptObject } from "./storage.js";

const KEY = "giog.settings";

/**
 * @typedef {{ set: PieceSet, marks: "auto" | "on" | "off", theme: "auto" | "light" | "dark", hints: boolean, sounds: boolean, volume: number,
 *   sound: boolean, vibration: boolean, notification: boolean, order: Order, matches: number, lesson: boolean, stacks: boolean, push: boolean, pushTold: number, pushOffered: boolean, lobby: Wanted, muted: { player: PlayerId, name: string }[] }} Chosen
 *
 *   `matches` counts those that were begun at once, `lesson` is whether the lesson was finished, `stacks` whether one chooses stacks oneself
 *   where a match begins at once, `push` whether this device is notified of slow tables, `pushTold` when the server was told so last, and
 *   `pushOffered` whether it was offered
 *
 * @typedef {{ variant?: Variant | "", seats?: string, want?: string, who?: string }} Wanted
 *   what the lobby is narrowed to; empty texts where all are wanted
 */

/** @type {Chosen} */
const DEFAULTS = {
  set: "traditional",
  marks: "auto",
  theme: "auto",
  hints: true,
  sounds: true,
  volume: 60,
  sound: false,
  vibration: false,
  notification: false,
  order: "strength",
  matches: 0,
  lesson: false,
  stacks: false,
  push: false,
  pushTold: 0,
  pushOffered: false,
  lobby: {},
  muted: [],
};

/** What is chosen now, by any window of this browser. @returns {Chosen} */
const chosen = () => ({ ...DEFAULTS, ...keptObject(KEY) });

class Settings extends EventTarget {
  #chosen = chosen();

  constructor() {
    super();
    // Another window has chosen; without a key all that was kept is gone.
    globalThis.addEventListener?.("storage", ({ key }) => (key === KEY || key === null) && this.#changed(chosen()));
  }

  /** @template {keyof Chosen} Name @param {Name} name @returns {Chosen[Name]} */
  get(name) {
    return this.#chosen[name];
  }

  /** @template {keyof Chosen} Name @param {Name} name @param {Chosen[Name]} value */
  set(name, value) {
    // What other windows have chosen meanwhile stays.
    const now = { ...chosen(), [name]: value };
    keep(KEY, JSON.stringify(now));
    this.#changed(now);
  }

  /** @param {Chosen} now */
  #changed(now) {
    this.#chosen = now;
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Whether pieces show sign, rank and name: as it was chosen, else where the reader's language is not Chinese. */
  get marked() {
    const { marks } = this.#chosen;
    return marks === "auto" ? !document.documentElement.lang.startsWith("zh") : marks === "on";
  }

  /** Makes the page look as it was chosen. */
  apply() {
    const { theme } = this.#chosen;
    document.documentElement.classList.toggle("light", theme === "light");
    document.documentElement.classList.toggle("dark", theme === "dark");
  }
}

export const settings = new Settings();

/** Shows what can be chosen for this browser. */
export function openSettings() {
  const dialog = document.querySelector("dialog.settings");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}
