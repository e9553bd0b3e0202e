// Pai gow for players: docs/TILES.md §3.

import { h } from "../../dom.js";
import { splits, tilesOf } from "./rules.js";
import { hands } from "./table.js";
import { drawn, pairOf, tileName } from "./tile.js";
import { text } from "../../learn/parts.js";
import { pageFile } from "../../root.js";

/** The texts of this page alone. @type {import("../../texts.js").Bring} */
export const texts = (id) => import(pageFile(`games/pai-gow/texts/${id}.js`));

/** Ranks from the highest on: one tile, or two equal ones. */
const RANKS = [
  "66",
  "11",
  "44",
  "31",
  "55",
  "33",
  "22",
  "65",
  "64",
  "61",
  "51",
  "6354",
  "6253",
  "5243",
  "4132",
  "4221",
];

/** The tiles with their names, from the highest rank on. */
const ranks = () =>
  h(
    "ol",
    { class: "pg-ranks" },
    RANKS.map((rank) =>
      h(
        "li",
        { key: rank },
        h(
          "span",
          { class: "pg-pair", role: "img", "aria-label": tilesOf(rank).map(tileName).join(", ") },
          tilesOf(rank).map((tile) => drawn(tile)),
        ),
        h("span", { class: "small" }, tilesOf(rank).map(tileName)[0]),
      ),
    ),
  );

/** Hands from the highest on. @param {string[]} all */
const ladder = (all) => () =>
  h(
    "ol",
    { class: "pg-ladder" },
    all.map((hand) => h("li", { key: hand, class: "hands" }, pairOf(hand))),
  );

/** All splits of four tiles. */
const three = () =>
  h(
    "ol",
    { class: "pg-ladder" },
    splits("66635144").map(({ low, high }) => h("li", { key: low }, hands(low, high))),
  );

/** @type {import("../../learn/parts.js").Section[]} */
export const sections = [
  { title: "learn.pg.tiles", blocks: [text("learn.pg.32"), { figure: ranks, text: "learn.pg.ranks" }] },
  {
    title: "learn.pg.hands",
    blocks: [
      text("learn.pg.pairs"),
      { figure: ladder(["4221", "6666", "1111", "6354"]), text: "learn.pg.pairs.order" },
      text("learn.pg.wong"),
      { figure: ladder(["6663", "1154", "6644", "1162"]), text: "learn.pg.wong.order" },
      text("learn.pg.points"),
      { figure: ladder(["6551", "4252", "2131", "5564"]), text: "learn.pg.points.order" },
      text("learn.pg.ties"),
    ],
  },
  {
    title: "learn.pg.play",
    blocks: [
      text("learn.pg.split"),
      { figure: three, text: "learn.pg.three" },
      text("learn.pg.bank"),
      text("learn.pg.late"),
    ],
  },
  { title: "learn.pg.fair", blocks: [text("pg.proof"), text("verify.tiles")] },
];
