// The pages with the rules of the three dice games.

/**
 * @import { Block, Section } from "../../learn/parts.js"
 * @import { AnyGame } from "../../rules.js"
 */

import { h } from "../../dom.js";
import { text } from "../../learn/parts.js";
import { isTilesGame } from "../../rules.js";
import { clothOf } from "./cloth.js";
import { betTold } from "./die.js";
import { settled } from "./rules.js";
import { throwOf } from "./table.js";

/** A throw, with bets on it. @typedef {{ dice: [number, number, number], bets: { on: string, points: number }[] }} Example */

/** The possible bets of a game. @param {AnyGame} game */
const betsOf = (game) => (isTilesGame(game) && game.bets) || [];

/** The cloth of a game, only to look at. @param {AnyGame} game */
const cloth = (game) =>
  h(
    "div",
    { class: "cloth betting-cloth" },
    clothOf({
      table: betsOf(game),
      bets: new Map(),
      dice: null,
      results: [],
      may: false,
      at: "",
      stand: () => {},
      put: () => {},
    }),
  );

/** A throw, with the results of bets on it. @param {Example} example @returns {Block} */
const example = ({ dice, bets }) => ({
  figure: (game) =>
    h(
      "div",
      { class: "dice-example" },
      throwOf(dice),
      h(
        "ul",
        {},
        settled(bets, dice, betsOf(game)).map((bet) => h("li", { key: bet.on }, betTold(bet))),
      ),
    ),
});

/**
 * The page of a game.
 *
 * @param {string} about what its cloth has, a key
 * @param {Example[]} examples
 * @returns {Section[]}
 */
export const sectionsOf = (about, examples) => [
  { title: "learn.dice.play", blocks: [text("learn.dice.bet"), text("learn.dice.throw"), text("learn.dice.win")] },
  { title: "learn.dice.cloth", blocks: [text(about), { figure: cloth, text: "learn.dice.pays" }] },
  { title: "learn.dice.examples", blocks: examples.map(example) },
  { title: "learn.dice.bank", blocks: [text("learn.dice.house"), text("learn.dice.turns"), text("learn.dice.broke")] },
  { title: "learn.pg.fair", blocks: [text("dice.proof"), text("verify.tiles")] },
];
