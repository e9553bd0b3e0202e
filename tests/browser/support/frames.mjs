// The frames that a page receives over its socket, and whether they contain anything that its player must not know.

import { fullEvent, fullNow } from "../../../kit/js/src/short.js";

/** The order in which the server writes pieces. */
const PIECES = /^[KkAaEeRrHhCcPp]+$/;

/** Collects all messages that a page receives; those in `news` one by one, and short forms also as they came: `{text, message, short}`. */
export function received(page) {
  const frames = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      for (const { short, ...message } of unfolded(JSON.parse(payload)))
        frames.push({ text: JSON.stringify([message, short]), message, short });
    }),
  );
  return frames;
}

/** The messages that a frame holds, in their order. */
export function unfolded(frame) {
  if (frame.type !== "news") return [frame];
  const { room, ok, seq, events = [], now } = frame;
  const before = seq - events.length + 1;
  return [
    ...(ok ? [{ type: "ok", ...ok }] : []),
    ...events.map((short, i) => ({ type: "event", room, seq: before + i, event: fullEvent(short), short })),
    ...(now ? [{ type: "now", room, seq, ...fullNow(now), short: now }] : []),
  ];
}

/**
 * The places where frames contain pieces that the player of this seat (null for spectators) must not know, such as `event.play.pieces: Rh`.
 * The whole frame is searched; pieces that are neither the player's own nor turned up are a leak, and so are those in a short form that its
 * object does not have.
 */
export function leaks(frames, seat) {
  return frames.flatMap(({ message, short }) => {
    const all = texts(message);
    const hidden = texts(short).filter(({ text }) => !all.some((one) => one.text === text));
    return [...all.filter(({ path }) => !known(message, path, seat)), ...hidden]
      .filter(({ text }) => PIECES.test(text))
      .map(
        ({ path, text }) =>
          `${message.type}${message.event ? ` ${message.event.do}` : ""}: ${path.join(".")} is ${text}`,
      );
  });
}

/** Whether the player of this seat may see pieces at this place of a message. */
function known(message, path, seat) {
  const place = path.filter((part) => typeof part === "string").join(".");
  const { event } = message;
  if (event) {
    if (["layout", "reveal", "expose", "take", "trick", "over", "thrown"].includes(event.do))
      return !place.includes("hand");
    if (event.do === "dealt") return place === "event.hand" && seat !== null;
    return event.do === "play" && place === "event.pieces" && (event.up === true || event.seat === seat);
  }
  if (message.type === "now") return place.startsWith("you.decision.") && seat !== null;
  if (message.type === "ok") return place === "taken.pieces" || (place === "hint.pieces" && seat !== null);
  if (message.type !== "snapshot") return false;
  if (["match.view.hand", "match.view.trick.yours", "match.view.known.pieces"].includes(place))
    return seat !== null && message.you === seat;
  return /^match\.view\.(stacks\.up|trick\.in_turn\.up|tricks\.(plays|opened\.text))$/.test(place);
}

/** All texts of a message, with the path to each. */
function texts(value, path = []) {
  if (typeof value === "string") return [{ path, text: value }];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    texts(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** The nonces of this player's face-down plays, each with the trick in which it is turned up. */
export function secrets(frames) {
  return frames.flatMap(({ message }) =>
    message.event?.sealed?.nonce ? [{ nonce: message.event.sealed.nonce, trick: message.event.trick }] : [],
  );
}

/** The hands that a page's player was dealt. */
export function hands(frames) {
  return frames.flatMap(({ message }) => (message.event?.do === "dealt" ? [message.event.hand] : []));
}

/** The frames before the one that turns up a trick. */
export function before(frames, trick) {
  const end = frames.findIndex(({ message }) => message.event?.do === "trick" && message.event.trick === trick);
  return end < 0 ? frames : frames.slice(0, end);
}
