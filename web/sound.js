// The sounds of a table: wood that is laid, pieces that turn, a trick that is gathered, a bell for one's turn, and a knock when its last seconds begin. All are computed here,
// sample by sample. There is no sound before the person has touched the page, which browsers require, or while sounds are off.

import { settings } from "./settings.js";

/** @typedef {"lay" | "flip" | "sweep" | "bell" | "tick"} Sound */

const RATE_HZ = 22_050;
/** The least time between two sounds of the same kind, in seconds: plays that arrive together are heard one by one. */
const APART_S = 0.09;
/** The most sounds that may wait: later ones would be meaningless. */
const MOST_WAITING = 4;

/** A tone that fades. @param {number} s @param {number} hz @param {number} fall how fast, a second */
const tone = (s, hz, fall) => Math.sin(2 * Math.PI * hz * s) * Math.exp(-fall * s);
const noise = () => Math.random() * 2 - 1;

/**
 * The duration of each sound in seconds, and its samples by the time since its start. `last` is the previous sample, for muffled sounds.
 *
 * @type {{ [Which in Sound]: { length_s: number, at: (s: number, last: number) => number } }}
 */
const SOUNDS = {
  lay: {
    length_s: 0.12,
    at: (s) => 0.5 * tone(s, 420, 55) + 0.3 * tone(s, 1130, 90) + 0.25 * noise() * Math.exp(-240 * s),
  },
  flip: {
    length_s: 0.24,
    at: (s, last) =>
      0.6 * last + 0.3 * noise() * Math.exp(-22 * Math.abs(s - 0.07)) + (s > 0.13 ? 0.35 * tone(s - 0.13, 610, 60) : 0),
  },
  sweep: {
    length_s: 0.45,
    at: (s, last) =>
      0.82 * last +
      0.12 * noise() * Math.sin(Math.PI * Math.min(1, s / 0.42)) ** 2 +
      (s > 0.3 ? 0.1 * tone(s - 0.3, 300, 50) : 0),
  },
  tick: {
    length_s: 0.3,
    at: (s) => 0.4 * tone(s, 740, 60) + (s > 0.14 ? 0.4 * tone(s - 0.14, 740, 60) : 0),
  },
  bell: {
    length_s: 1.1,
    at: (s) => Math.min(1, s * 400) * (0.22 * tone(s, 880, 4) + 0.1 * tone(s, 2_430, 7) + 0.05 * tone(s, 4_600, 12)),
  },
};

/** @type {AudioContext | undefined} */
let context;
/** Whether the person has touched the page. */
let touched = false;
/** The samples of sounds that were played before. @type {Map<Sound, AudioBuffer>} */
const buffers = new Map();
/** Until when each kind of sound is playing or planned, on the clock of the audio context. @type {Map<Sound, number>} */
const until = new Map();

/** From now on a touch of the page enables sounds. Switching them off ends a running sound at once. */
export function listen() {
  settings.addEventListener("change", () => {
    if (settings.get("sounds") || !context) return;
    context.close();
    context = undefined;
    until.clear();
  });
  for (const type of /** @type {const} */ (["pointerdown", "keydown"])) {
    document.addEventListener(type, () => (touched = true), { once: true, capture: true });
  }
}

/** Plays a sound at the chosen volume. @param {Sound} which */
export function sound(which) {
  const volume = settings.get("volume") / 100;
  if (!touched || !settings.get("sounds") || !volume) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const at = Math.max(context.currentTime, until.get(which) ?? 0);
  if (at > context.currentTime + MOST_WAITING * APART_S) return;
  until.set(which, at + APART_S);
  const gain = new GainNode(context, { gain: volume ** 2 });
  const source = new AudioBufferSourceNode(context, { buffer: samples(context, which) });
  source.connect(gain).connect(context.destination);
  source.start(at);
}

/** @param {AudioContext} context @param {Sound} which */
function samples(context, which) {
  const made = buffers.get(which);
  if (made) return made;
  const { length_s, at } = SOUNDS[which];
  const buffer = context.createBuffer(1, Math.round(length_s * RATE_HZ), RATE_HZ);
  const data = buffer.getChannelData(0);
  let last = 0;
  for (let i = 0; i < data.length; i++) data[i] = last = at(i / RATE_HZ, last);
  buffers.set(which, buffer);
  return buffer;
}
