// The page's texts about plays agree with the rules: `node --test web/tests/rules.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

const combination = (type, ranking, suits) => ({
  type,
  name: type,
  ranking,
  count: ranking[0][0].length,
  ...(suits && { suits }),
});
const each = (pieces) => pieces.map((one) => [one]);
const kinds = [..."KkAaEeRrHhCcPp"].map((piece) => ({
  piece,
  counts: [/k/i.test(piece) ? 1 : /p/i.test(piece) ? 5 : 2],
}));

/** A part of docs/RULES.md §5.4, §9.4, §10.4, §7.4 and §11, in the shape of `/api/v1/variants`. */
const GAMES = {
  giog: {
    simultaneous: true,
    combinations: [
      combination("single", each([..."KkAaEeRrHhCcPp"])),
      combination("pair", each(["AA", "aa", "EE", "ee", "RR", "rr", "HH", "hh", "CC", "cc", "PP", "pp"])),
      combination("giog", each(["KAE", "kae", "AEC", "aec", "RHC", "rhc"])),
      combination("three", each(["PPP", "ppp"])),
    ],
  },
  turn: {
    simultaneous: false,
    combinations: [combination("set-2", [["Kk"], ["AA", "aa"], ["Aa"]])],
  },
  suits: {
    simultaneous: true,
    combinations: [combination("single", each(["K", "k", "R", "P", "p"]), [0, 0, 1, 2, 2])],
  },
  pairs: {
    simultaneous: true,
    combinations: [combination("general-two-pairs", each(["KEEHH", "krrhh"]))],
  },
  powerless: {
    simultaneous: true,
    powerless_first: "KkAa",
    combinations: [combination("pair", each(["AA", "aa", "EE", "ee"])), combination("three", each(["KAE", "RHC"]))],
  },
};
globalThis.fetch = async () => ({
  json: async () => ({
    variants: Object.entries(GAMES).map(([id, game]) => ({ id, kinds, options: [], min_players: 2, ...game })),
  }),
});
const { beaters, combinationsIn, variants, warning, whyLost } = await import("../rules.js");
const game = Object.fromEntries((await variants()).map((one) => [one.id, one]));

test("what a hand makes", () => {
  const made = combinationsIn(game.giog, "KAEPPp").map(({ pieces }) => pieces);
  assert.deepEqual(made, ["K", "A", "E", "P", "p", "PP", "KAE"]);
  assert.deepEqual(
    combinationsIn(game.giog, "AAaPP", "pair").map(({ pieces }) => pieces),
    ["AA", "PP"],
  );
});

test("a combination is beaten by higher ones of its type that others can have", () => {
  assert.deepEqual(beaters(game.giog, 2, 1, "EE", "EE"), ["AA", "aa"]);
  assert.deepEqual(beaters(game.giog, 2, 1, "AEE", "EE"), ["aa"]);
  assert.deepEqual(beaters(game.giog, 2, 1, "PPP", "PPP"), []);
  assert.deepEqual(beaters(game.giog, 2, 1, "Kppp", "ppp"), ["PPP"]);
});

test("where plays go on top, equal ones beat too", () => {
  assert.deepEqual(beaters(game.turn, 2, 1, "AA", "AA"), ["Kk", "aa"]);
});

test("only the same suit is compared", () => {
  assert.deepEqual(beaters(game.suits, 2, 1, "p", "p"), ["P"]);
  assert.deepEqual(beaters(game.suits, 2, 1, "R", "R"), []);
});

test("nothing is claimed where the order is only partial", () => {
  assert.equal(beaters(game.pairs, 2, 1, "krrhh", "krrhh"), null);
});

test("in the first trick nothing is beaten by pieces that win nothing in it", () => {
  assert.deepEqual(beaters(game.powerless, 2, 0, "ee", "ee"), ["EE"]);
  assert.deepEqual(beaters(game.powerless, 2, 1, "ee", "ee"), ["AA", "aa", "EE"]);
  assert.deepEqual(beaters(game.powerless, 2, 0, "RHC", "RHC"), []);
});

test("a leader is warned of a general in the first trick, and after it only with the whole hand", () => {
  const lead = (trick, pieces) =>
    warning({ lead: true, trick, generals: "behead", plays: ["E", "A", "K", "KAE"] }, "KAE", pieces);
  assert.equal(lead(3, "K"), null);
  assert.equal(lead(3, "KAE"), "warn.behead");
  assert.equal(lead(0, "K"), "warn.behead");
  assert.equal(lead(0, "A"), null);
  assert.equal(warning({ lead: false, trick: 3, generals: "behead" }, "Kp", "Kp"), "warn.behead");
});

test("why a play lost", () => {
  const trick = (plays, winner, type = "pair", number = 1) => ({ trick: number, type, leader: 0, winner, plays });
  assert.equal(whyLost(game.giog, trick(["HH", "AE", "RR"], 2), 1), "type");
  assert.equal(whyLost(game.giog, trick(["HH", "AE", "RR"], 2), 0), "lower");
  assert.equal(whyLost(game.giog, trick(["PP", "PP"], 0), 1), "equal");
  assert.equal(whyLost(game.giog, trick(["RHC", "PPP", "KAE"], 2, "giog"), 1), "type");
  assert.equal(whyLost(game.suits, trick(["p", "K"], 0, "single"), 1), "suit");
  assert.equal(whyLost(game.pairs, trick(["krrhh", "KEEHH"], 1, "general-two-pairs"), 0), "pairs");
  assert.equal(whyLost(game.giog, trick(["A", null], 1, "single"), 0), null);
  assert.equal(whyLost(game.powerless, trick(["ee", "AA"], 0, "pair", 0), 1), "powerless");
  assert.equal(whyLost(game.powerless, trick(["ee", "AE"], 0, "pair", 0), 1), "type");
  assert.equal(whyLost(game.powerless, trick(["AA", "ee"], 0), 1), "lower");
});
