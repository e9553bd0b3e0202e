// Mahjong for players: docs/TILES.md §4.

/** @import { Block } from "../../learn/parts.js" */

import { h } from "../../dom.js";
import { t } from "../../texts.js";
import { EXAMPLES } from "./examples.js";
import { tilesOf } from "./tiles.js";
import { faanTold, tilesTold } from "./words.js";
import { text } from "../../learn/parts.js";
import "./tile.js";

/** Groups of tiles side by side; groups are separated by spaces. @param {string} groups apart by blanks */
const row = (groups) =>
  h(
    "span",
    { class: "mj-row" },
    groups.split(" ").map((group) =>
      h(
        "span",
        { class: "mj-tiles", role: "img", "aria-label": tilesTold(tilesOf(group)) },
        tilesOf(group).map((code) => h("giog-mahjong", { code })),
      ),
    ),
  );

/** A list of groups of tiles, each with its text. @param {[key: string, groups: string][]} lines @returns {Block} */
const rows = (lines) => ({
  figure: () =>
    h(
      "ul",
      { class: "mj-learn" },
      lines.map(([key, groups]) => h("li", { key }, h("span", {}, t(key)), row(groups))),
    ),
});

/** Everything that scores, with its faan. @type {Block} */
const faan = {
  figure: () =>
    h(
      "ul",
      { class: "mj-learn" },
      EXAMPLES.map(({ item, faan, tiles, why }) =>
        h(
          "li",
          { key: item },
          h("span", {}, h("strong", {}, t(`mj.item.${item}`)), h("span", { class: "mj-worth" }, faanTold(faan))),
          why && h("span", { class: "small" }, t(why)),
          tiles && row(tiles),
        ),
      ),
    ),
};

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  {
    title: "mj.learn.tiles.title",
    blocks: [
      text("mj.learn.tiles"),
      rows([
        ["mj.learn.characters", "123456789m"],
        ["mj.learn.dots", "123456789p"],
        ["mj.learn.bamboo", "123456789s"],
        ["mj.learn.winds", "1234z"],
        ["mj.learn.dragons", "567z"],
        ["mj.learn.flowers", "1234f 1234g"],
      ]),
    ],
  },
  { title: "mj.learn.turn.title", blocks: [text("mj.learn.turn")] },
  {
    title: "mj.learn.sets.title",
    blocks: [
      rows([
        ["mj.learn.chow", "456p"],
        ["mj.learn.pung", "777s"],
        ["mj.learn.kong", "2222z"],
      ]),
    ],
  },
  { title: "mj.learn.claims.title", blocks: [text("mj.learn.claims"), text("mj.learn.claims.secret")] },
  { title: "mj.learn.kongs.title", blocks: [text("mj.learn.kongs")] },
  {
    title: "mj.learn.win.title",
    blocks: [text("mj.learn.win"), rows([["mj.learn.example", "345m 678p 111z 999s 55p"]])],
  },
  { title: "mj.learn.faan.title", blocks: [text("mj.learn.faan"), faan] },
  { title: "mj.learn.points.title", blocks: [text("mj.learn.points")] },
  { title: "mj.learn.match.title", blocks: [text("mj.learn.match")] },
];
