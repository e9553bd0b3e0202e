// <giog-watched>: the table that is best to watch, small and live: who plays, and the last trick, the board or the points, as spectators see
// them. The server chooses it, the same for everybody. Nothing is asked for while no table can be watched, or while nobody looks.

/**
 * @import { Child } from "../dom.js"
 * @import { Featured, Occupant, TilesView, View as TricksView } from "../types/protocol.js"
 * @import { BoardView, RoomSummary } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { ask, part } from "../rest.js";
import { personOf } from "../room.js";
import { everyGame, piecesInWords } from "../rules.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { botName, calledName, gameName } from "../terms.js";
import { number, t, whole } from "../texts.js";
import { face } from "./faces.js";
import { heap } from "./heaps.js";
import { laterTexts } from "./language.js";
import { picture } from "./picture.js";
import { names } from "./rooms.js";
import "./piece.js";

await laterTexts();

/** How often the table is looked at, in milliseconds. */
const LOOK_MS = 4_000;
/** The same while the server had none to show, although the lobby lists one, or is narrowed and does not tell. */
const SELDOM_MS = 20_000;

class Watched extends View {
  /** @type {Featured | null} */
  #featured = null;
  /** Names of games that the page does not know. @type {Map<string, string>} */
  #games = new Map();
  /** Draws boards, once that is needed. @type {typeof import("../boards/board.js") | null} */
  #boards = null;
  #asking = false;
  #lookedAt = -Infinity;

  began() {
    everyGame().then(
      (games) => {
        this.#games = new Map(games.map(({ id, name }) => [id, name]));
        this.redraw();
      },
      () => {},
    );
    this.follow(session, "change", () => this.#lookAgain());
    this.follow(document, "visibilitychange", () => this.#lookAgain());
    this.every(LOOK_MS / 4, () => this.#lookAgain());
    this.#lookAgain();
  }

  /** How long it waits between two looks; null while there can be no table. */
  get #pause() {
    if (this.#featured) return LOOK_MS;
    const listed = [...(session.lobby?.values() ?? [])];
    const isNarrowed = Object.values(settings.get("lobby")).some(Boolean);
    return isNarrowed || listed.some(canBeWatched) ? SELDOM_MS : null;
  }

  /** Looks at the table, if it is time. */
  async #lookAgain() {
    const pause = this.#pause;
    if (pause === null || this.#asking || document.hidden || performance.now() - this.#lookedAt < pause) return;
    this.#asking = true;
    try {
      const { featured } = await ask("/rooms/featured");
      if (featured && "position" in featured.view) this.#boards ??= await part(import("../boards/board.js"));
      this.#featured = featured;
    } catch {
      // It stays as it was until the next time.
    }
    this.#lookedAt = performance.now();
    this.#asking = false;
    this.redraw();
  }

  draw() {
    if (!this.#featured) return null;
    const { table, view } = this.#featured;
    const who = names(table.seats);
    return [
      h("h2", { key: "title" }, t("house.watch")),
      h(
        "div",
        { key: "table", class: "watched" },
        h(
          "p",
          { class: "about" },
          h("strong", {}, gameName(table.variant, this.#games.get(table.variant))),
          table.rated && h("span", { key: "rated", class: "tag" }, t("room.rated")),
          h(
            "a",
            { class: "button", href: `/room/${table.room}`, "aria-label": t("room.watch.where", { names: who }) },
            t("room.watch"),
          ),
        ),
        "position" in view
          ? this.#board(table, view)
          : "trick" in view
            ? tricks(table, view)
            : tiles(table, /** @type {TilesView} */ (view)),
      ),
    ];
  }

  /** @param {RoomSummary} table @param {BoardView} view @returns {Child} */
  #board(table, view) {
    const [shown] = this.#boards?.boardsOf(view) ?? [];
    return [
      // It is looked at, and not played on: who watches the table has it in words, too.
      shown &&
        h(
          "div",
          { key: "board", class: "small-board", inert: true },
          h("giog-board", { ".shown": { ...shown, zooms: false } }),
        ),
      h(
        "ul",
        { key: "seats", class: "sits", "aria-label": t("matches.players") },
        table.seats.map((occupant, seat) => h("li", { key: seat }, player(occupant, seat))),
      ),
    ];
  }
}

/** Whether the server may show a table to everybody. @param {RoomSummary} room */
const canBeWatched = ({ phase, spectators, seats }) =>
  phase === "playing" &&
  spectators &&
  seats.some((occupant) => personOf(occupant) && !personOf(occupant)?.declared_bot);

/** A player with face and name. @param {Occupant | null} occupant @param {number} seat @returns {Child} */
const player = (occupant, seat) =>
  occupant && [
    face(occupant, seat),
    h("span", { key: "name", class: "name" }, "bot" in occupant ? botName(seat) : calledName(occupant)),
  ];

/**
 * A trick game: what lies before each seat, and how much each has captured.
 *
 * @param {RoomSummary} table
 * @param {TricksView} view
 */
function tricks({ seats }, { trick, tricks, captured }) {
  const isLying = trick?.laid.some(Boolean);
  const last = tricks.at(-1);
  /** @param {number} seat @returns {Child} */
  const laid = (seat) => {
    if (!isLying) return last && pieces(last.plays[seat] ?? null, last.plays.find(Boolean)?.length ?? 1);
    return trick?.laid[seat] ? pieces(trick.in_turn?.up[seat] ?? null, trick.count ?? 1) : null;
  };
  return h(
    "ul",
    { key: "seats", class: "sits cloth", "aria-label": t("matches.players") },
    seats.map((occupant, seat) => {
      const won = !isLying && last?.winner === seat;
      return h(
        "li",
        { key: seat, class: won ? "won" : null },
        player(occupant, seat),
        won &&
          h(
            "span",
            { key: "won", class: "star", title: t("matches.winner") },
            icon("wins"),
            h("span", { class: "hidden" }, t("matches.winner")),
          ),
        laid(seat),
        h(
          "span",
          { key: "captured", class: "captured" },
          heap(captured[seat] ?? 0),
          h("span", {}, number(captured[seat] ?? 0)),
        ),
      );
    }),
  );
}

/** Pieces that were laid, or so many that lie face down. @param {string | null} codes @param {number} count */
const pieces = (codes, count) =>
  h(
    "span",
    { key: "laid", class: "shows", role: "img", "aria-label": codes ? piecesInWords(codes) : t("piece.back") },
    (codes ? [...codes] : Array(count).fill("back")).map((code, i) => h("giog-piece", { key: i, code, plain: true })),
  );

/** A game of tiles or dice: the points of each. @param {RoomSummary} table @param {TilesView} view */
const tiles = ({ seats, variant }, { scores }) => [
  picture(variant),
  h(
    "ul",
    { key: "seats", class: "sits", "aria-label": t("matches.players") },
    seats.map((occupant, seat) =>
      h(
        "li",
        { key: seat },
        player(occupant, seat),
        h("span", { key: "points", class: "points" }, whole(scores[seat] ?? 0)),
      ),
    ),
  ),
];

customElements.define("giog-watched", Watched);
