// Parts that the pages of several games have in common, as sections.
//
// A section is a title and blocks. A block is one of
//   { text, values }            a paragraph
//   { kinds: ["KAERHCP"], … }   the pieces from high to low, by kind; several rows are suits, named by `names`
//   { types: ["pair", …], … }   what may be led, from the server's description of the game; `examples` instead of the highest
//   { trick: [play, …], … }     a trick as it lies on the table; the first play is the lead
//   { board: { variant, text, marks }, text }   a board with its text; `marks` are points to which a piece can go
//   { men: ["wG", …] }          pieces of armies with their names
//   { figure: (game) => …, text }   a drawing of a game of tiles or dice, with its text
// and every text is a key of `texts/`.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { BoardVariant } from "../types/protocol.js"
 */

/**
 * @typedef {{ variant: BoardVariant, text: string, marks?: string[] }} Diagram
 * @typedef {{who: string, pieces: string, wins?: boolean, unseen?: boolean}} Play
 * @typedef {{text: string, values?: Record<string, string>}
 *   | {kinds: string[], names?: string[]}
 *   | {types: string[], examples?: string[]}
 *   | {trick: Play[], text: string, values?: Record<string, string>}
 *   | {board: Diagram, text?: string}
 *   | {men: string[]}
 *   | {figure: (game: AnyGame) => Child, text?: string}} Block
 * @typedef {{title: string, blocks: Block[]}} Section
 */

/** @param {string} key @returns {Block} */
export const text = (key) => ({ text: key });

/** The people at the tables of the examples, in the order of turns. */
export const [MEI, AZIZ, DEVI, ONG] = ["Mei", "Aziz", "Devi", "Ong"];

export const PIECES_32 = {
  title: "learn.pieces",
  blocks: [text("learn.pieces.32"), text("learn.pieces.order"), { kinds: ["KAERHCP"] }],
};

/** An example in which all lay face down at the same time, and turn up together. */
export const TRICK = {
  title: "learn.trick",
  blocks: [
    text("learn.trick.lay"),
    text("learn.trick.any"),
    text("learn.trick.open"),
    {
      trick: [
        { who: MEI, pieces: "HH" },
        { who: AZIZ, pieces: "rr" },
        { who: DEVI, pieces: "RR", wins: true },
        { who: ONG, pieces: "KA" },
      ],
      text: "learn.trick.pair",
    },
    text("learn.trick.back"),
  ],
};

/**
 * The section about the ban on generals, with its penalty.
 *
 * @param {string} cost a key
 * @param {boolean} [unseen] whether what does not win stays unseen
 * @returns {Section}
 */
export function ban(cost, unseen = false) {
  const loses = (/** @type {string} */ who, /** @type {string} */ pieces) =>
    unseen ? { who, pieces: "?", unseen } : { who, pieces };
  return {
    title: "learn.ban",
    blocks: [
      text("learn.ban.rule"),
      text("learn.ban.forced"),
      {
        trick: [{ who: MEI, pieces: "A" }, { who: AZIZ, pieces: "K", wins: true }, loses(DEVI, "p"), loses(ONG, "h")],
        text: "learn.ban.example",
        values: { name: AZIZ },
      },
      text(cost),
    ],
  };
}

export const NO_BAN = { title: "learn.generals", blocks: [text("learn.ban.none")] };
export const TIES_ORDER = { title: "learn.ties", blocks: [text("learn.ties.order")] };
export const TIES_TURN = { title: "learn.ties", blocks: [text("learn.ties.turn")] };
export const DEAL_ROWS = {
  title: "learn.deal",
  blocks: [text("learn.deal.stacks2"), text("learn.deal.rows"), text("learn.deal.take")],
};
export const END_MOST = { title: "learn.end", blocks: [text("learn.end.most")] };

/** The starting position of Chinese chess. */
export const START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w";

const FILES = "abcdefghi";
const RANKS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/** A position of Chinese chess with these pieces, given by their points. @param {Record<string, string>} men */
export function chinese(men) {
  const rows = RANKS.map((rank) => [...FILES].map((file) => men[file + rank] ?? " ").join(""));
  return `${rows.join("/").replace(/ +/g, ({ length }) => String(length))} w`;
}
