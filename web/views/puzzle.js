// <giog-puzzle>, at `puzzle` and `puzzle/ID`: a decision of a public match, what its seat saw, and what each choice would have won once one
// was made (docs/REVIEW.md). At `puzzle` it is that of the day.

/**
 * @import { Child } from "../dom.js"
 * @import { KnownRoom } from "../room.js"
 * @import { Game } from "../rules.js"
 * @import { Shown } from "../types/page.js"
 * @import { Pieces, Puzzle, PuzzleAnswer, ReviewedChoice, RoomState } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { ask, post } from "../rest.js";
import { newRoom, ofTricks } from "../room.js";
import { styled } from "../root.js";
import { everyGame, isOfTricks, piecesInWords, typeName } from "../rules.js";
import { answered, lastAnswered, rowOn } from "../streak.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { shownRack } from "./hand.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";
import { piles } from "./plays.js";
import { round } from "./seats.js";
import { part, points } from "./shares.js";
import { caption } from "./status.js";

await Promise.all([styled("views/analysis.css"), styled("views/puzzle.css"), laterTexts()]);

class PuzzleView extends View {
  /** The game as the server describes it. @type {Game | null} */
  #variant = null;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The day whose puzzle it is; empty for others. */
  #day = "";
  #loaded = false;
  /** @type {{ play: Pieces, told: PuzzleAnswer } | null} */
  #answer = null;
  #busy = false;
  #reported = false;
  /** Identifies the last request, so that late answers are ignored. */
  #asked = {};

  began() {
    this.moved();
  }

  moved() {
    this.#puzzle = this.#answer = null;
    this.#loaded = this.#reported = false;
    this.load(() => this.#get(this.here[1] ?? ""));
  }

  /** @param {string} id */
  async #get(id) {
    const asked = (this.#asked = {});
    const found = id
      ? { day: "", puzzle: await ask(`/puzzles/${encodeURIComponent(id)}`) }
      : await ask("/puzzles/daily");
    const games = await everyGame();
    if (asked !== this.#asked || !this.isConnected) return;
    const { day, puzzle } = found;
    const game = games.find((game) => game.id === puzzle?.variant);
    this.#variant = game && isOfTricks(game) ? game : null;
    this.#day = day;
    this.#puzzle = puzzle;
    this.#loaded = true;
    // Whoever has answered it sees what that was worth.
    const last = lastAnswered();
    if (puzzle && day && last?.day === day && last.puzzle === puzzle.puzzle) await this.#choose(puzzle, last.play);
  }

  /** Answers the puzzle. @param {Puzzle} puzzle @param {Pieces} play */
  async #choose(puzzle, play) {
    this.#busy = true;
    this.redraw();
    try {
      const told = await ask(`/puzzles/${puzzle.puzzle}/answer`, { method: "POST", body: { play } });
      if (this.#puzzle !== puzzle) return;
      this.#answer = { play, told };
      if (this.#day) answered(this.#day, puzzle.puzzle, play, told.right);
    } finally {
      this.#busy = false;
      this.redraw();
    }
  }

  /** Says that the answer is wrong. @param {Puzzle} puzzle */
  async #report(puzzle) {
    await post(`/puzzles/${puzzle.puzzle}/report`);
    this.#reported = true;
    this.redraw();
  }

  prepare() {
    title(`${this.#title} – Giog`);
  }

  get #title() {
    return t(this.here[1] ? "puzzle.title" : "puzzle.daily");
  }

  draw() {
    const puzzle = this.#puzzle;
    if (!this.#loaded) return h("p", { class: "loading" }, t("table.coming"));
    const row = this.#day ? rowOn(this.#day) : 0;
    return [
      h("h1", {}, this.#title),
      row > 0 && h("p", { key: "row", class: "small how" }, t("puzzle.row", { n: row })),
      puzzle
        ? [
            h("p", { key: "game", class: "small how" }, gameName(puzzle.variant, this.#variant?.name)),
            this.#table(puzzle),
            this.#answer ? this.#told(puzzle, this.#answer) : this.#choices(puzzle),
          ]
        : h("p", { key: "none", class: "how" }, t("puzzle.none"), " ", h("a", { href: "/matches" }, t("home.matches"))),
    ];
  }

  /** The table as the seat saw it. @param {Puzzle} puzzle */
  #table(puzzle) {
    const moment = momentOf(puzzle, this.#variant);
    return h(
      "div",
      { key: "table", class: "felt" },
      round(moment, h("div", { key: "middle", class: "middle" }, caption(moment), piles(moment))),
      shownRack(moment, moment.match.view.hand?.length ?? 0),
    );
  }

  /** What may be laid. @param {Puzzle} puzzle */
  #choices(puzzle) {
    const { trick } = puzzle.view;
    const led = trick?.type
      ? t("puzzle.follow", { type: typeName(this.#variant, trick.type), n: trick.count ?? 1 })
      : t("puzzle.lead");
    return h(
      "section",
      { key: "choices", class: "analysis", "aria-labelledby": "question" },
      h("h2", { id: "question" }, t("puzzle.question")),
      h("p", { class: "small" }, led, " ", t("puzzle.why")),
      h(
        "ul",
        { class: "options asked" },
        puzzle.choices.map((play) =>
          h(
            "li",
            { key: play },
            h(
              "button",
              { class: "play", disabled: this.#busy, onclick: () => brought(this, () => this.#answered(puzzle, play)) },
              pieces(play),
            ),
          ),
        ),
      ),
    );
  }

  /** Answers, and moves the focus to what that was worth. @param {Puzzle} puzzle @param {Pieces} play */
  async #answered(puzzle, play) {
    await this.#choose(puzzle, play);
    requestAnimationFrame(() => {
      const verdict = this.querySelector("#verdict");
      if (verdict instanceof HTMLElement) verdict.focus();
    });
  }

  /** What the answer was worth. @param {Puzzle} puzzle @param {{ play: Pieces, told: PuzzleAnswer }} answer */
  #told(puzzle, { play, told }) {
    const eyes = `/match/${told.match_id}/${told.seat}/0`;
    return h(
      "section",
      { key: "told", class: "analysis", "aria-labelledby": "verdict" },
      h(
        "h2",
        { id: "verdict", tabindex: -1, class: told.right ? "right" : "" },
        t(told.right ? "puzzle.right" : "puzzle.wrong"),
      ),
      h("p", { class: "small" }, t("analysis.why")),
      h(
        "ul",
        { class: "options" },
        told.choices.map((choice) => this.#choice(choice, play, told.laid)),
      ),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: eyes }, t("puzzle.match")),
        this.#reported
          ? h("p", { key: "reported", class: "small", role: "status" }, t("puzzle.reported"))
          : h(
              "button",
              { key: "report", class: "quiet", onclick: () => brought(this, () => this.#report(puzzle)) },
              t("puzzle.report"),
            ),
      ),
    );
  }

  /** @param {ReviewedChoice} choice @param {Pieces} own @param {Pieces} laid */
  #choice({ play, share, error }, own, laid) {
    return h(
      "li",
      { key: play, class: play === own ? "own" : "" },
      h("span", { class: "play" }, pieces(play)),
      h("span", { class: "lengths" }, h("span", { class: "length", style: { "--share": part(share) } })),
      h("span", { class: "numbers" }, [
        h("span", { key: "share" }, t("analysis.share", { share: points(share), error: points(error) })),
        play === own && h("strong", { key: "own" }, t("puzzle.yours")),
        play === laid && h("strong", { key: "laid" }, t("puzzle.laid")),
      ]),
    );
  }
}

/** A play in pictures and words. @param {Pieces} play @returns {Child} */
const pieces = (play) => [
  ...[...play].map((code, i) => h("giog-piece", { key: i, code })),
  h("span", { key: "words", class: "hidden" }, piecesInWords(play)),
];

/** The table of a puzzle, with players who have no names. @param {Puzzle} puzzle @param {Game | null} variant @returns {Shown} */
function momentOf({ puzzle, variant: id, view }, variant) {
  const seats = view.hand_sizes.map((_, seat) => ({
    seat,
    // Each has a face of its own, and is nobody.
    occupant: { player: `${seat}`, name: t("puzzle.player", { n: seat + 1 }), tag: "" },
    ready: false,
    away: false,
  }));
  // Of the settings and the start, only what a puzzle has is used here.
  /** @type {Partial<RoomState>} */
  const known = { phase: "playing", owner: null, seats, next: null, previous: null, series: { matches: 0, rows: [] } };
  const start = { match_id: puzzle, variant: id, options: view.options, seats: view.hand_sizes.length, players: [] };
  const room = /** @type {KnownRoom} */ (
    /** @type {unknown} */ ({
      ...newRoom(puzzle),
      you: view.you,
      state: known,
      match: { start, view, commitments: [] },
    })
  );
  const match = ofTricks(room.match);
  if (!match) throw new TypeError("a puzzle is of a trick game");
  return { room, match, variant, decision: null, order: [], open: null };
}

customElements.define("giog-puzzle", PuzzleView);
