// The plates of the players at a board: name, colour, clock, captured pieces, and the reserve.

/**
 * @import { BoardMatch } from "../boardmatch.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Bubbles } from "../views/bubbles.js"
 * @import { BoardView, Seat, Standing } from "../types/protocol.js"
 */

import { h } from "../dom.js";
import { boardGame } from "../games/boards.js";
import { isOnBoard, left } from "../room.js";
import { leftText } from "../terms.js";
import { known, number, t } from "../texts.js";
import { absentTold } from "../views/absent.js";
import { bubble } from "../views/bubbles.js";
import { face } from "../views/faces.js";
import { nameAt } from "../views/told.js";
import { clocksOf } from "./clocks.js";
import { flag, man } from "./men.js";
import { colourOf, reserveOf } from "./sides.js";
import { STATE_LETTERS } from "./states.js";
import { manTold, menTold, stateTold } from "./words.js";

/** A clock with less time is shown as nearly over, in milliseconds. */
const LOW_MS = 20_000;
/** The characters of the states. @type {Record<string, string>} */
const CHARACTERS = { qin: "秦", chu: "楚", han: "韓", qi: "齊", wei: "魏", zhao: "趙", yan: "燕" };

/**
 * The data of a plate; in a review also the time that each seat had `left`.
 * @typedef {{ room: KnownRoom, match: BoardMatch, left?: (number | null)[], bubbles?: Bubbles, held: string | null, hold(piece: string): void }} Plated
 */

/** The plate of a player. @param {Plated} play @param {Seat} seat */
export function plate(play, seat) {
  const { room, match } = play;
  const { view } = match;
  const at = room.state.seats[seat];
  const waits = isPlayed(room, match) && view.position.turn.includes(seat);
  const offline = absentTold(room, seat);
  return h(
    "div",
    {
      key: `seat${seat}`,
      class: ["plate-row", waits && "waits", seat === view.you && "own"].filter(Boolean).join(" "),
      "data-seat": seat,
    },
    at?.occupant && face(at.occupant, seat),
    h(
      "div",
      { class: "plate" },
      h("span", { class: "name" }, nameAt(room, seat)),
      sign(view, seat),
      at?.away && h("span", { class: "mark away" }, t("seat.away")),
      offline && h("span", { class: "mark away" }, offline),
      waits &&
        h("span", { class: "thinks", title: t("seat.thinks") }, h("span", { class: "hidden" }, t("seat.thinks"))),
    ),
    bubble(play, seat),
    clock(play, seat),
    taken(view, seat),
    reserve(play, seat),
  );
}

/** Whether the match is still running. @param {KnownRoom} room @param {BoardMatch} match */
export const isPlayed = (room, match) => isOnBoard(room.match) && room.match.start.match_id === match.start.match_id;

/** The colour of a seat, in words for people who cannot see it. @param {BoardView} view @param {Seat} seat */
function sign(view, seat) {
  const colour = colourOf(view, seat);
  if (!colour) return null;
  const code = colour === "w" ? "K" : colour === "b" ? "k" : colour;
  const word = known(`board.side.${colour}`) ?? "";
  return h("span", { class: "side", title: word }, man(view.variant, code), h("span", { class: "hidden" }, word));
}

/** @param {Plated} play @param {Seat} seat */
function clock({ room, match, left: past }, seat) {
  const time = past ? undefined : clocksOf(room, match)[seat];
  // After a match they stand still; those of one that was broken off are not known.
  const isKnown = time && (isPlayed(room, match) || !time.runs);
  const now = isKnown ? (time.runs ? left(time.left_ms, time, performance.now()) : time.left_ms) : null;
  const ms = past ? past[seat] : now;
  if (ms == null) return null;
  const look = ["clock", time?.runs && "runs", ms < LOW_MS && "low"].filter(Boolean).join(" ");
  const text = leftText(ms);
  return h("span", { class: look, role: "timer", "aria-label": t("board.time", { time: text }) }, text);
}

/** The pieces that a seat has captured. @param {BoardView} view @param {Seat} seat */
function taken({ variant, position }, seat) {
  const pieces = "captured_pieces" in position ? (position.captured_pieces[seat] ?? "") : "";
  // With two boards they are in the partner's reserve.
  if (!pieces || boardGame(variant).players) return null;
  return h(
    "span",
    { class: "taken", role: "img", "aria-label": t("board.taken", { pieces: menTold(variant, pieces) }) },
    [...pieces].map((code, i) => h("span", { key: `${code}${i}`, class: "small-man" }, man(variant, code))),
  );
}

/** The reserve of a seat, if there are reserves: buttons for the own one. @param {Plated} play @param {Seat} seat */
function reserve(play, seat) {
  const { match } = play;
  const { variant, position, you } = match.view;
  if (!boardGame(variant).players) return null;
  if (position.board === undefined) return null;
  const pieces = reserveOf(match.view, seat);
  const kinds = [...new Set(pieces)];
  const count = (/** @type {string} */ code) => pieces.filter((one) => one === code).length;
  if (seat !== you || !isPlayed(play.room, match))
    return (
      kinds.length > 0 &&
      h(
        "span",
        {
          class: "taken",
          role: "img",
          "aria-label": t("board.reserve", { pieces: menTold(variant, pieces.join("")) }),
        },
        pieces.map((code, i) => h("span", { key: `${code}${i}`, class: "small-man" }, man(variant, code))),
      )
    );
  return h(
    "div",
    { class: "reserve", role: "group", "aria-label": t("board.reserve.own") },
    kinds.length === 0 && h("span", { class: "small" }, t("board.reserve.none")),
    kinds.map((code) =>
      h(
        "button",
        {
          key: code,
          class: "quiet",
          "aria-pressed": String(play.held === code),
          "aria-label": t("board.men", { man: manTold(variant, code), n: count(code) }),
          onclick: () => play.hold(code),
        },
        man(variant, code),
        count(code) > 1 && h("span", { class: "count" }, number(count(code))),
      ),
    ),
  );
}

/** The seven states with their standings. @param {Plated} play */
export function standings(play) {
  const { position } = play.match.view;
  if (!("states" in position)) return null;
  return h(
    "ul",
    { key: "states", class: "states", "aria-label": t("board.states") },
    position.states.map((standing, i) => {
      // A player of several states has one clock, at the first of them.
      const first = position.states.findIndex(({ seat }) => seat === standing.seat) === i;
      return state(play, standing, position.state === standing.state, first);
    }),
  );
}

/** @param {Plated} play @param {Standing} standing @param {boolean} moves @param {boolean} first whether it is the first of its player */
function state(play, { state, seat, lost, out }, moves, first) {
  const { match, room } = play;
  const own = seat !== null && seat === match.view.you;
  const look = ["state", moves && "waits", own && "own", out && "out"].filter(Boolean).join(" ");
  return h(
    "li",
    { key: state, class: look },
    h("span", { class: "small-man" }, flag(STATE_LETTERS[state] ?? "", CHARACTERS[state] ?? "")),
    h("span", { class: "name" }, stateTold(state)),
    h("span", { class: "by" }, seat === null ? "–" : nameAt(room, seat)),
    out
      ? h("span", { class: "mark fault" }, t(`board.out.${out}`))
      : lost > 0 && h("span", { class: "mark" }, t("board.lost", { n: lost })),
    first && seat !== null && clock(play, seat),
  );
}

/** A line about what a seat of seven kingdoms has captured. @param {BoardMatch} match @param {Seat} seat */
export function spoils({ view }, seat) {
  const { position } = view;
  if (!("generals" in position)) return null;
  const [pieces, generals] = [position.captured?.[seat] ?? 0, position.generals[seat] ?? 0];
  return h("span", { class: "mark" }, t("board.spoils", { pieces, generals }));
}
