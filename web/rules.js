// The page's knowledge of the games: the server's descriptions at `/api/v1/variants` (of this version), and the plays that each decision
// lists. Nothing here decides what is legal; it only explains in words what the server decides.

/**
 * @import { BoardInfo, CombinationInfo, Decision, GameLevels, Pieces, Seat, SeenTrick, TilesInfo, VariantInfo, VariantList } from "./types/protocol.js"
 */

/**
 * @typedef {VariantInfo & { plays: Map<Pieces, Made> }} Game a trick game
 *
 * @typedef {Game | BoardInfo | TilesInfo} AnyGame
 *
 * @typedef {{ combination: CombinationInfo, level: number }} Made
 *
 * @typedef {Extract<Decision, { do: "play" }>} ToPlay
 */

import { reached } from "./client/rest.js";
import { sorted } from "./tricksmatch.js";
import { pageFile } from "./root.js";
import { settings } from "./settings.js";
import { known, list, t } from "./texts.js";

/** @type {Promise<{ tricks: Game[], boards: BoardInfo[], tiles: TilesInfo[], levels: GameLevels[] }> | null} */
let described = null;

/** The server's descriptions of its games. */
function games() {
  described ??= reached(fetch(pageFile("variants.json")).then((answer) => answer.json()))
    .then((/** @type {VariantList} */ { variants, boards, tiles, levels }) => ({
      tricks: variants.map(withLevels),
      boards,
      tiles,
      levels,
    }))
    .catch((error) => {
      described = null;
      throw error;
    });
  return described;
}

/** The trick games of the server. */
export const variants = async () => (await games()).tricks;

/** The games and numbers of players that have bots of several levels. */
export const gameLevels = async () => (await games()).levels;

/** All games of the server, family by family. @returns {Promise<AnyGame[]>} */
export async function everyGame() {
  const { tricks, boards, tiles } = await games();
  return [...tricks, ...boards, ...tiles];
}

/** The families of games, in the order in which they are listed. */
export const FAMILIES = /** @type {const} */ (["tricks", "boards", "tiles"]);
/** @typedef {(typeof FAMILIES)[number]} Family */

/** The family of a game. @param {AnyGame} game @returns {Family} */
export const familyOf = (game) => /** @type {Family} */ (game.family ?? "tricks");

/** Whether a game is one of tricks. @param {AnyGame} game @returns {game is Game} */
export const isOfTricks = (game) => familyOf(game) === "tricks";

/** Whether a game is one on a board. @param {AnyGame} game @returns {game is BoardInfo} */
export const isBoardGame = (game) => familyOf(game) === "boards";

/** Whether a game is one of tiles or dice. @param {AnyGame} game @returns {game is TilesInfo} */
export const isTilesGame = (game) => familyOf(game) === "tiles";

/**
 * A game with a map from pieces to the combination that they make, with its level: 0 is the highest of its type.
 *
 * @param {VariantInfo} variant
 * @returns {Game}
 */
function withLevels(variant) {
  const plays = new Map();
  for (const combination of variant.combinations) {
    combination.ranking.forEach((equal, level) => {
      for (const pieces of equal) plays.set(pieces, { combination, level });
    });
  }
  return { ...variant, plays };
}

/**
 * The combination that these pieces make in this game, as `{combination, level}`; undefined if they make none.
 *
 * @param {Game | null} variant
 * @param {Pieces} pieces
 */
export function combined(variant, pieces) {
  return variant?.plays.get(sorted(pieces));
}

/** Whether this game has the rule that generals in the first or last trick behead their player. @param {Game | null} variant */
export const bansGenerals = (variant) => variant?.options.some(({ id }) => id === "general_ban") ?? false;

/** Whether these pieces include a general. @param {Pieces | null} pieces */
export const hasGeneral = (pieces) => /[Kk]/.test(pieces ?? "");

/**
 * Whether pieces can neither be led nor win anything in this trick, in this game.
 *
 * @param {Game | null} variant
 * @param {number} trick
 * @param {Pieces} pieces
 */
export const isPowerless = (variant, trick, pieces) =>
  trick === 0 && [...pieces].some((piece) => variant?.powerless_first?.includes(piece));

/** @param {Pieces} pieces */
function counted(pieces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const code of pieces) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/**
 * Whether all of `pieces` are in `counts`.
 *
 * @param {Pieces} pieces
 * @param {Map<string, number>} counts
 */
function within(pieces, counts) {
  for (const [code, n] of counted(pieces)) if ((counts.get(code) ?? 0) < n) return false;
  return true;
}

/** The suit of a combination if the game has suits, else null: only plays of the same suit are compared. @param {Made} made */
const suitOf = ({ combination, level }) => combination.suits?.[level] ?? null;

/**
 * All combinations that some pieces can make, as `{pieces, combination, level}`, the highest of each type first.
 *
 * @param {Game | null} variant
 * @param {Pieces} pieces
 * @param {string | null} [type]
 */
export function combinationsIn(variant, pieces, type) {
  const counts = counted(pieces);
  /** @type {(Made & { pieces: Pieces })[]} */
  const found = [];
  for (const [made, { combination, level }] of variant?.plays ?? []) {
    if ((type === undefined || combination.type === type) && within(made, counts))
      found.push({ pieces: made, combination, level });
  }
  return found;
}

/**
 * The combinations that could beat a combination in a trick: higher ones of its type and suit that can be made without the pieces of
 * one's own `hand`, highest first, one of several equal ones. In games in which plays are made in turn, equal ones beat too. Null if the
 * order of this type is only partial.
 *
 * @param {Game} variant
 * @param {number} seats
 * @param {number} trick
 * @param {Pieces} hand
 * @param {Pieces} play
 */
export function beaters(variant, seats, trick, hand, play) {
  const mine = combined(variant, play);
  if (!mine || mine.combination.type === PARTIAL) return null;
  /** @type {Map<string, number>} */
  const counts = new Map(variant.kinds.map(({ piece, counts }) => [piece, counts[seats - variant.min_players] ?? 0]));
  for (const code of hand) counts.set(code, (counts.get(code) ?? 0) - 1);
  const { ranking } = mine.combination;
  const until = variant.simultaneous ? mine.level : mine.level + 1;
  return ranking.slice(0, until).flatMap((equal, level) => {
    if (suitOf({ combination: mine.combination, level }) !== suitOf(mine)) return [];
    const out = equal.find((pieces) => within(pieces, counts) && !isPowerless(variant, trick, pieces));
    return out ? [out] : [];
  });
}

/**
 * The type with a partial order: of two generals with two pairs each, both pairs are compared, so that neither may be higher
 * (docs/RULES.md §7.4).
 */
const PARTIAL = "general-two-pairs";

/**
 * Why a play lost in a finished trick: it had another suit or type, its pieces could not win there, it was lower, or it was equal.
 *
 * @param {Game} variant
 * @param {SeenTrick} trick
 * @param {Seat} seat
 */
export function whyLost(variant, trick, seat) {
  const mine = combined(variant, trick.plays[seat] ?? "");
  const best = trick.winner === null ? null : combined(variant, trick.plays[trick.winner] ?? "");
  if (mine?.combination.type !== trick.type) return "type";
  const led = combined(variant, trick.plays[trick.leader] ?? "");
  if (led && suitOf(led) !== suitOf(mine)) return "suit";
  if (isPowerless(variant, trick.trick, trick.plays[seat] ?? "")) return "powerless";
  if (mine.combination.type === PARTIAL) return "pairs";
  if (!best) return null;
  return mine.level > best.level ? "lower" : "equal";
}

/** The variant's own name for a combination with its meaning, such as `对 dui, pair`. @param {CombinationInfo} combination */
export function called(combination) {
  const gloss = known(`combination.${combination.name}`) ?? combination.name;
  const own = [combination.announcement_chinese, combination.announcement].filter(Boolean).join(" ");
  return own ? t("combination.called", { own, gloss }) : gloss;
}

/**
 * The meaning of a type of combination, given by its id.
 *
 * @param {Game | null} variant
 * @param {string | null | undefined} type
 */
export function typeName(variant, type) {
  const combination = variant?.combinations.find((one) => one.type === type);
  return combination ? (known(`combination.${combination.name}`) ?? combination.name) : (type ?? "");
}

/** A name of a piece; with its letter, if the set of letters was chosen. @param {string} word @param {string} code */
const asShown = (word, code) =>
  settings.get("set") === "letters" ? t("piece.lettered", { piece: word, letter: code.toUpperCase() }) : word;

/** One piece's name. @param {string} code */
export const pieceName = (code) => asShown(t(`piece.${code}`), code);

/** The name of a piece of either colour. @param {string} code */
export const kindName = (code) => asShown(t(`kind.${code.toUpperCase()}`), code);

/** Pieces in words: "two red chariots and a black horse" without the articles. @param {Pieces} pieces */
export function piecesInWords(pieces) {
  return list(
    [...counted(sorted(pieces))].map(([code, n]) =>
      n === 1 ? pieceName(code) : t("pieces.several", { count: n, pieces: asShown(t(`pieces.${code}`), code) }),
    ),
  );
}

/**
 * A play in words: "a pair (two red chariots)"; pieces that make no combination are only listed.
 *
 * @param {Game | null} variant
 * @param {Pieces} pieces
 */
export function playInWords(variant, pieces) {
  const made = combined(variant, pieces);
  const words = piecesInWords(pieces);
  if (!made || pieces.length === 1) return words;
  const gloss = known(`combination.${made.combination.name}`) ?? made.combination.name;
  return t("play.combination", { combination: gloss, pieces: words });
}

/**
 * Why these pieces cannot be laid now, in words; null if they can, or if no pieces are chosen. `plays` of a decision lists all legal
 * plays if there are few; if it is null, the server decides what this function cannot.
 *
 * @param {Game | null} variant
 * @param {ToPlay} decision
 * @param {Pieces} pieces
 */
export function whyNot(variant, decision, pieces) {
  if (!pieces) return null;
  const count = decision.count;
  if (count != null && pieces.length < count) return t("why.more", { n: count - pieces.length });
  if (count != null && pieces.length > count) return t("why.fewer", { n: count });
  if (decision.lead && !combined(variant, pieces)) return t("why.combination");
  if (decision.lead && isPowerless(variant, decision.trick, pieces)) return t("why.first");
  if (decision.generals === "refused" && hasGeneral(pieces) && !decision.plays?.includes(sorted(pieces)))
    return t("why.general");
  if (decision.plays && !decision.plays.includes(sorted(pieces))) return t("why.other");
  return null;
}

/**
 * Whether a player who lays these pieces of their hand is beheaded. For a leader after the first trick, `generals` applies only if the
 * whole hand is laid, because that makes the trick the last one.
 *
 * @param {ToPlay} decision
 * @param {Pieces} hand
 * @param {Pieces} pieces
 */
export function beheads(decision, hand, pieces) {
  const isBanned = !decision.lead || decision.trick === 0 || pieces.length === hand.length;
  return isBanned && decision.generals === "behead" && hasGeneral(pieces);
}

/**
 * A warning about these pieces before they are laid, in words; null if there is none.
 *
 * @param {ToPlay} decision
 * @param {Pieces} hand
 * @param {Pieces} pieces
 */
export function warning(decision, hand, pieces) {
  return beheads(decision, hand, pieces) ? t("warn.behead") : null;
}
