// Mahjong on the page: `node --test web/tests/mahjong.mjs`. mahjong.jsonl is a match of five hands as seat 0 saw it: its events, the
// snapshots that the server sent between them, and the walls of its record. The scores of hands are compared with the server's test
// vectors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { AUTO_MS, keptAuto, passes } from "../games/mahjong/auto.js";
import { discards, distance, helpful } from "../games/mahjong/distance.js";
import { EXAMPLES } from "../games/mahjong/examples.js";
import { shapesOf } from "../games/mahjong/faces.js";
import { after, newMahjong } from "../games/mahjong/state.js";
import { ALL, counted, textOf, tilesOf, windOf } from "../games/mahjong/tiles.js";
import { baseOf, worthOf } from "../games/mahjong/worth.js";
import { handsAt } from "../games/mahjong/open.js";

const here = import.meta.dirname;
const lines = (file) => readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);
const [{ start, walls }, ...played] = lines(path.join(here, "mahjong.jsonl"));
const events = played.flatMap(({ event }) => (event ? [event] : []));

test("tiles are read and written as the server does", () => {
  assert.deepEqual(tilesOf("123m5z"), ["1m", "2m", "3m", "5z"]);
  assert.equal(textOf(["5z", "1m", "2m", "5z", "3p"]), "12m3p55z");
  assert.deepEqual(tilesOf(textOf(ALL)), ALL);
  assert.deepEqual(
    [3, 2, 1, 0].map((seat) => windOf(seat, 3)),
    [0, 1, 2, 3],
  );
});

test("every tile has a face of its own", () => {
  const faces = ALL.map((tile) => JSON.stringify(shapesOf(tile)));
  assert.equal(new Set(faces).size, 42);
  assert.ok(faces.every((face) => face.includes('"d":"')));
});

test("what events make of a view is what the server's snapshots show", () => {
  let view = newMahjong(start, 0);
  let snapshots = 0;
  for (const line of played) {
    if (line.event) view = after(view, line.event);
    // One's own claim in an open window is in no event.
    else assert.deepEqual({ ...view, claim: null }, { ...line.view, claim: null }, `snapshot ${snapshots++}`);
  }
  assert.ok(snapshots > 10);
  assert.equal(view.stage, "over");
  assert.deepEqual(view.scores, view.outcome.scores);
});

test("a fourth tile that nobody robs makes a kong, and one that is robbed does not", () => {
  const melds = [[{ type: "pung", tiles: "555p", from: 2 }], [], [], []];
  const hand = {
    ...after(newMahjong(start, 0), events[0]).hand,
    melds,
    tiles: "5p123456789s",
    turn: 0,
    counts: [11, 13, 13, 13],
  };
  const added = after({ ...newMahjong(start, 0), hand }, { do: "kong", deal: 0, seat: 0, tile: "5p", window: 0 });
  assert.deepEqual(added.hand.pending, { type: "kong", seat: 0, tile: "5p" });
  const closed = after(added, { do: "claimed", deal: 0, window: 0, seat: null }).hand;
  assert.deepEqual(closed.melds[0], [{ type: "kong", tiles: "5555p", from: 2 }]);
  assert.deepEqual([closed.tiles, closed.counts[0]], ["123456789s", 10]);
  const robbed = after(added, { do: "claimed", deal: 0, window: 0, seat: 1, taken: { claim: "win" } }).hand;
  assert.deepEqual(robbed.melds[0], melds[0]);
  const four = after(
    { ...newMahjong(start, 0), hand: { ...hand, tiles: "5555p1234567s" } },
    { do: "kong", deal: 0, seat: 0, tile: "5p" },
  );
  assert.deepEqual(four.hand.melds[0].at(-1), { type: "concealed-kong", tiles: "5555p", from: null });
  assert.deepEqual([four.hand.tiles, four.hand.counts[0]], ["1234567s", 7]);
});

test("flowers with which the wall ends are laid open", () => {
  const view = after(newMahjong(start, 0), events[0]);
  const finished = { ...events.find((event) => event.do === "hand_over").finished, winner: null };
  const over = { do: "hand_over", deal: 0, finished, scores: [0, 0, 0, 0] };
  const laid = { seat: 2, flowers: "1f3g" };
  const { hand } = after({ ...view, hand: { ...view.hand, wall: 1 } }, { ...over, laid });
  assert.deepEqual([hand.flowers, hand.wall], [view.hand.flowers.with(2, "1f3g"), 0]);
  assert.deepEqual(after(view, over).hand, view.hand);
});

test("from the walls follow everybody's tiles at each event", () => {
  // As spectators saw it.
  const open = events.map(({ tiles, ...event }) => {
    const { tile, ...drew } = event;
    return event.do === "drew" ? drew : event;
  });
  const hands = handsAt(start, open, walls);
  let view = newMahjong(start, 0);
  let wins = 0;
  events.forEach((event, i) => {
    view = after(view, event);
    if (view.hand) assert.equal(hands[i][0], view.hand.tiles, `event ${i}`);
    const { winner, hand, tile, from } = event.finished ?? {};
    if (winner == null) return;
    wins++;
    // Another player's tile is not one of the winner's own.
    const own = tilesOf(hand);
    if (from !== null) own.splice(own.indexOf(tile), 1);
    assert.equal(hands[i][winner], textOf(own));
  });
  assert.ok(wins > 1);
});

/** How a hand was won, derived from the scored items, because the vectors do not contain it. */
function circumstances({ winner, dealer, round, from, tile, hand, melds, items }, options) {
  const has = (name) => items.some(([item]) => item === name);
  const wind = windOf(winner, dealer);
  const own = (letter) => `${wind + 1}${letter}`;
  const other = (letter) => `${((wind + 1) % 4) + 1}${letter}`;
  const of = (letter, kind) =>
    has(`all-${kind}s`) ? [1, 2, 3, 4].map((n) => n + letter) : has(`own-${kind}`) ? [own(letter)] : [];
  const some = [...of("f", "flower"), ...of("g", "season")];
  const by = has("heavenly")
    ? "deal"
    : has("earthly")
      ? "first"
      : has("robbing-kong")
        ? "robbed"
        : from !== null
          ? "discard"
          : has("replacement")
            ? "replacement"
            : "draw";
  return {
    concealed: tilesOf(hand),
    melds,
    last: tile,
    by,
    seatWind: wind,
    roundWind: round,
    lastTile: has("last-tile"),
    flowers: options.flowers === false ? null : some.length || has("no-flowers") ? some : [other("f")],
  };
}

test("hands are worth what the referee says", () => {
  const names = new Set();
  for (const { name, record, verdict } of lines(
    path.join(here, "../../crates/rules/tests/games/mahjong/cases.jsonl"),
  )) {
    for (const deal of verdict.deals ?? []) {
      if (deal.winner === null) continue;
      const worth = worthOf(circumstances(deal, record.options ?? {}));
      assert.deepEqual([worth?.items, worth?.faan], [deal.items, deal.faan], name);
      for (const [item] of deal.items) names.add(item);
      const paid = record.options?.payment === "discarder" && deal.from !== null ? 4 : deal.from === null ? 6 : 4;
      assert.equal(deal.points[deal.winner], paid * baseOf(deal.faan), name);
    }
  }
  assert.equal(names.size, EXAMPLES.length);
});

test("every example of the rules is one", () => {
  for (const { item, faan, tiles, by = "discard" } of EXAMPLES) {
    const all = tilesOf(tiles?.replaceAll(" ", ""));
    if (all.length < 14) continue;
    const laid = tiles.split(" ").slice(0, item === "all-kongs" ? 4 : item === "all-triplets" ? 1 : 0);
    const melds = laid.map((set) => ({ type: item === "all-kongs" ? "kong" : "pung", tiles: set }));
    const rest = all.slice(laid.flatMap(tilesOf).length);
    const last = tilesOf(tiles.split(" ").at(-1)).at(-1);
    const worth = worthOf({ concealed: rest, melds, last, by, seatWind: 1, roundWind: 0, flowers: null });
    assert.deepEqual(
      worth.items.find(([name]) => name === item),
      [item, faan],
      item,
    );
  }
});

test("the coach counts the steps to a hand that is ready", () => {
  const away = (text, melds = 0) => distance(counted(tilesOf(text)), melds);
  assert.equal(away("123m456p789s11222z"), -1);
  assert.equal(away("123m456p789s1122z"), 0);
  assert.equal(away("19m19p19s1234567z"), 0);
  assert.equal(away("3577z", 3), 1);
  assert.equal(away("4577m", 3), 0);
  assert.deepEqual(
    helpful(counted(tilesOf("23m456p789s11222z")), 0).map((kind) => ALL[kind]),
    ["1m", "4m"],
  );
  const [best] = discards(counted(tilesOf("23m456p789s112227z")), 0, Array(34).fill(4));
  assert.deepEqual([ALL[best.kind], best.distance, best.left], ["7z", 0, 8]);
});

test("the page passes where there is nothing to claim, unless its person chose otherwise, and in no other time than half of the usual least", () => {
  const [pass, chow, win] = [{ claim: "pass" }, { claim: "chow", tiles: "23m" }, { claim: "win" }];
  const all = [[pass], [pass, chow], [pass, chow, win]];
  assert.deepEqual(
    all.map((choices) => passes("off", choices)),
    [false, false, false],
  );
  assert.deepEqual(
    all.map((choices) => passes("plain", choices)),
    [true, false, false],
  );
  assert.deepEqual(
    all.map((choices) => passes("unless", choices)),
    [true, true, false],
  );
  assert.equal(keptAuto(), "plain");
  assert.equal(AUTO_MS, 750);
});
