// The contents of a table of dice, during a match and in a review: the throw, the results of all bets, and the rounds so far.

/**
 * @import { Child } from "../../dom.js"
 * @import { KnownRoom } from "../../room.js"
 * @import { BetResult, DiceRound } from "../../types/protocol.js"
 * @import { DiceView } from "./seen.js"
 */

import { h } from "../../dom.js";
import { knownGame } from "../../games/list.js";
import { everyGame, isTilesGame } from "../../rules.js";
import { number, signed, t } from "../../texts.js";
import { nameAt } from "../../views/told.js";
import { betLine, betName, die } from "./die.js";
import { isTriple, total } from "./rules.js";

/** The possible bets of a match. @param {Pick<DiceView, "variant" | "options">} view */
export async function tableOf({ variant, options }) {
  const game = (await everyGame()).find(({ id }) => id === variant);
  const bets = game && isTilesGame(game) ? (game.bets ?? []) : [];
  const without = knownGame(variant).triple && options.any_triple === false;
  return bets.filter(({ on }) => !(without && on === "any-triple"));
}

/** The most throws of a match. @param {DiceView} view */
export const roundsIn = ({ options, scores }) => (options.rounds ?? 1) * (options.bank === "turns" ? scores.length : 1);

/** Three dice. @param {readonly number[] | null} dice null before they are thrown @param {string} [look] */
export const throwOf = (dice, look = "") =>
  h(
    "div",
    {
      key: "throw",
      class: `throw ${look}`,
      role: "img",
      "aria-label": dice ? t("dice.thrown", { a: dice[0], b: dice[1], c: dice[2], n: total(dice) }) : t("dice.hidden"),
    },
    [0, 1, 2].map((i) => h("span", { key: i, class: "thrown" }, die(dice?.[i] ?? null))),
    h("span", { class: "sum", "aria-hidden": "true" }, dice ? number(total(dice)) : "?"),
  );

/** A throw in words. @param {readonly number[]} dice */
export const diceTold = (dice) =>
  [t("dice.thrown", { a: dice[0], b: dice[1], c: dice[2], n: total(dice) }), isTriple(dice) && t("dice.triple")]
    .filter(Boolean)
    .join(" ");

/**
 * The result of a round: the throw, and the points for this person, or for everybody.
 *
 * @param {KnownRoom} room
 * @param {DiceRound} round
 */
export function roundTold(room, { dice, points, bets, banker }) {
  const own = room.you;
  if (own == null) {
    const all = points.flatMap((change, seat) => (change ? [`${nameAt(room, seat)} ${signed(change)}`] : []));
    return [diceTold(dice), all.join(", ")].filter(Boolean).join(" ");
  }
  const mine = bets[own];
  if (own === banker) return [diceTold(dice), t("dice.own.bank", { points: signed(points[own] ?? 0) })].join(" ");
  if (!mine?.length) return [diceTold(dice), t("dice.own.none")].join(" ");
  return [diceTold(dice), t("dice.own", { points: signed(points[own] ?? 0) })].join(" ");
}

/** Why each of the person's bets won or lost, in sentences. @param {BetResult[]} bets @param {readonly number[]} dice */
export const whyTold = (bets, dice) =>
  bets.map(({ on, points, won }) => {
    const triple = isTriple(dice) && ["small", "big", "low", "high", "odd", "even"].includes(on);
    if (won < 0) return t(triple ? "dice.why.triple" : "dice.why.lost", { bet: betName(on), points });
    return t("dice.why.won", { bet: betName(on), points, odds: won / points, won });
  });

/** The results of a player's bets; null if they could not bet. @param {BetResult[] | null | undefined} bets @returns {Child} */
export const betLines = (bets) =>
  bets &&
  (bets.length ? h("ul", { class: "bet-lines" }, bets.map(betLine)) : h("p", { class: "small" }, t("dice.none")));

/** Bets that lie face down. */
export const downBets = () =>
  h("div", { class: "down-bets", role: "img", "aria-label": t("dice.down") }, h("span", { class: "chip down" }, "?"));

/**
 * The rounds so far, the latest first.
 *
 * @param {KnownRoom} room
 * @param {(DiceRound & { deal: number })[]} rounds
 * @param {{ at?: number, go?: (deal: number) => void }} [how] which is looked at, and what leads to one
 * @returns {Child}
 */
export function roundList(room, rounds, { at, go } = {}) {
  if (!rounds.length) return h("p", { class: "empty" }, t("deals.none"));
  return h(
    "ol",
    { class: "deal-list" },
    rounds.toReversed().map((round) =>
      h(
        "li",
        { key: round.deal, "aria-current": round.deal === at ? "step" : null },
        h(
          go ? "h2" : "h3",
          {},
          go
            ? h("button", { class: "quiet", onclick: () => go(round.deal) }, t("dice.round", { n: round.deal + 1 }))
            : t("dice.round", { n: round.deal + 1 }),
        ),
        throwOf(round.dice, "small-throw"),
        h(
          "ul",
          {},
          round.points.map((points, seat) =>
            h(
              "li",
              { key: seat },
              h(
                "span",
                { class: "who" },
                h("span", { class: "name" }, nameAt(room, seat)),
                h("span", { class: "small" }, seat === round.banker ? t("tiles.banker") : "", " ", signed(points)),
              ),
              betLines(round.bets[seat]),
            ),
          ),
        ),
      ),
    ),
  );
}
