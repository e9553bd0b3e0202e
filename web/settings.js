// The person's settings in this browser: the set of pieces, light or dark colours, hints and so on.

/**
 * @import { PieceSet } from "./pieces/pieces.js"
 * @import { PlayerId, Variant } from "./types/protocol.js"
 * @import { Order } from "./views/rack.js"
 */

import { showDialog } from "./layers.js";
import { keep, keptObject, tellsOf } from "./storage.js";

const KEY = "giog.settings";
/** The most people whose chat is hidden: as many as can be blocked, and more than anybody quarrels with beside them. */
const MOST_MUTED = 700;

/**
 * @typedef {{ set: PieceSet, marks: "auto" | "on" | "off", theme: "auto" | "light" | "dark", hints: boolean, sounds: boolean, volume: number,
 *   sound: boolean, vibration: boolean, notification: boolean, order: Order, matches: number, lesson: boolean, stacks: boolean, friends: boolean, push: boolean, pushTold: number, pushOffered: boolean, lobby: Wanted, programs: boolean, rated: boolean, muted: { player: PlayerId, name: string }[] }} Chosen
 *
 *   `matches` counts those that were begun at once, `lesson` is whether the lesson was finished, `friends` whether one has looked for
 *   friends in this browser, `stacks` whether one chooses stacks oneself where a match begins at once, `push` whether this device is
 *   notified of slow tables, `pushTold` when the server was told so last, `pushOffered` whether it was offered, `programs` whether quick
 *   play may lead to declared bots, and `rated` whether it leads to rated tables
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
  friends: false,
  push: false,
  pushTold: 0,
  pushOffered: false,
  lobby: {},
  programs: false,
  rated: false,
  muted: [],
};

/** The current settings, including changes by other windows of this browser. @returns {Chosen} */
const chosen = () => ({ ...DEFAULTS, ...keptObject(KEY) });

class Settings extends EventTarget {
  #chosen = chosen();

  constructor() {
    super();
    // Another window has changed the settings; without a key, all storage was cleared.
    globalThis.addEventListener?.(
      "storage",
      (event) => (tellsOf(event, KEY) || event.key === null) && this.#changed(chosen()),
    );
  }

  /** @template {keyof Chosen} Name @param {Name} name @returns {Chosen[Name]} */
  get(name) {
    return this.#chosen[name];
  }

  /** @template {keyof Chosen} Name @param {Name} name @param {Chosen[Name]} value */
  set(name, value) {
    // Keeps changes that other windows have made meanwhile.
    const now = { ...chosen(), [name]: value };
    keep(KEY, JSON.stringify(now));
    this.#changed(now);
  }

  /** Hides from now on what people write, or shows it again. @param {Chosen["muted"]} people @param {boolean} muted */
  mute(people, muted) {
    const others = this.get("muted").filter((one) => !people.some(({ player }) => player === one.player));
    const named = people.map(({ player, name }) => ({ player, name }));
    this.set("muted", muted ? [...others, ...named].slice(-MOST_MUTED) : others);
  }

  /** @param {Chosen} now */
  #changed(now) {
    this.#chosen = now;
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Whether pieces show sign, rank and name: as chosen, or else if the reader's language is not Chinese. */
  get marked() {
    const { marks } = this.#chosen;
    return marks === "auto" ? !document.documentElement.lang.startsWith("zh") : marks === "on";
  }

  /** Applies the settings to the look of the page. */
  apply() {
    const { theme } = this.#chosen;
    document.documentElement.classList.toggle("light", theme === "light");
    document.documentElement.classList.toggle("dark", theme === "dark");
  }
}

export const settings = new Settings();

/** Opens the dialog with the settings. */
export function openSettings() {
  const dialog = document.querySelector("dialog.settings");
  if (dialog instanceof HTMLDialogElement) showDialog(dialog);
}
