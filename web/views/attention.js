// Calling somebody back whose turn it is while they look elsewhere: by sound, by vibration and by a notification, each only
// where it was chosen. And a screen that stays on while a match is played.

import { settings } from "../settings.js";
import { t } from "../texts.js";

/** Two soft tones, in hertz, and how long each sounds, in seconds. */
const TONES = [523, 659];
const TONE_S = 0.18;
const VIBRATION_MS = [80, 60, 80];

/** Says that it is one's turn. */
export function callBack() {
  if (settings.get("sound")) sound();
  if (settings.get("vibration")) navigator.vibrate?.(VIBRATION_MS);
  if (settings.get("notification") && globalThis.Notification?.permission === "granted") {
    const shown = new Notification(t("turn.yours"), { tag: "giog", icon: "/pieces/mark.svg" });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  }
}

/** Asks the browser whether notifications may be shown, when they are chosen. @param {boolean} wanted */
export function allowNotifications(wanted) {
  if (wanted) globalThis.Notification?.requestPermission();
}

function sound() {
  const context = new AudioContext();
  TONES.forEach((frequency, i) => {
    const from = context.currentTime + i * TONE_S;
    const tone = new OscillatorNode(context, { frequency, type: "sine" });
    const volume = new GainNode(context, { gain: 0.12 });
    volume.gain.setTargetAtTime(0, from + TONE_S / 2, TONE_S / 4);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + TONE_S * 2);
  });
}

/** @type {WakeLockSentinel | null | undefined} */
let awake = null;

/**
 * Keeps the screen on while it is wanted and this can be seen, where the browser can; the browser lets go by itself.
 *
 * @param {boolean} wanted
 */
export async function keepAwake(wanted) {
  if (wanted && !document.hidden) {
    if (!awake || awake.released) awake = await navigator.wakeLock?.request("screen").catch(() => null);
  } else {
    awake?.release();
    awake = null;
  }
}
