// The texts about finished tricks, claims in mahjong, and pieces that the person has not seen yet: `node --test web/tests/told.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { addTexts, speak, t } = await import("../texts.js");
const { Review } = await import("../games/mahjong/review.js");
const { finishedTold, happeningTold, meldTold } = await import("../games/mahjong/words.js");
const { begunTiles, followed } = await import("../tilesmatch.js");
const { history } = await import("../views/history.js");
const { eventTold, trickTold } = await import("../views/told.js");

await speak("en");
await addTexts((id) => import(`../games/mahjong/texts/${id}.js`));

const person = (name, seat) => ({ seat, occupant: { player: name, name, tag: "1234" }, ready: false, away: false });
const game = (turn_order, kinds = []) => ({ turn_order, kinds, min_players: 2, combinations: [], plays: new Map() });

/** A table of three at which these tricks were played; `trick` is the one that is being played. */
function tableOf({ tricks, trick = { leader: 0 }, variant = game("clockwise"), view = {} }) {
  const match = {
    start: { seats: 3 },
    view: { stage: "play", you: null, hand: null, tricks, trick, stacks: [], ...view },
  };
  return { variant, match, room: { you: null, match, state: { seats: ["Lin", "Mei", "Noël"].map(person) } } };
}

const trickOf = (trick, winner, won_by, beheaded = []) => ({
  ...{ trick, leader: 0, type: "single", plays: ["p", "R", "R"], shown: [true, true, true], winner, won_by, beheaded },
  captured: [0, 0, 0],
});

test("of a tied trick it is told where its pieces go, and who was beheaded in it", () => {
  const tied = trickOf(0, null, "nobody", [1]);
  const told = trickTold(tableOf({ tricks: [tied] }), tied);
  assert.equal(told, `${t("told.trick.nobody")} Mei is beheaded!`);
  const tricks = [tied, trickOf(1, null, "nobody", [2])];
  const over = tableOf({ tricks, trick: null });
  assert.equal(trickTold(over, tricks[0]), told);
  assert.equal(trickTold(over, tricks[1]), `${t("told.trick.nobodys")} Noël is beheaded!`);
  assert.equal(eventTold(over.room, over.variant, { do: "trick", ...tricks[1] }), trickTold(over, tricks[1]));
});

test("a tie goes to the first in the order that is shown, or to the first in turn", () => {
  const tied = trickOf(0, 2, "order");
  const told = (turn_order) => trickTold(tableOf({ tricks: [tied], variant: game(turn_order) }), tied);
  assert.equal(told("priority"), `Noël wins the trick: red chariot. ${t("won_by.order")}`);
  assert.equal(told("counter-clockwise"), `Noël wins the trick: red chariot. ${t("won_by.turn")}`);
  const highest = trickOf(0, 2, "highest");
  assert.equal(trickTold(tableOf({ tricks: [highest] }), highest), "Noël wins the trick: red chariot.");
});

test("what one has laid is seen once, face up or face down", () => {
  const kinds = [..."RHCP"].map((piece) => ({ piece, counts: [9, 2] }));
  const unseen = (up, yours) => {
    const trick = { leader: 0, laid: [true, true, false], yours, in_turn: { up, best: 0 } };
    const view = { you: 1, hand: "PP" };
    const table = tableOf({ tricks: [], trick, variant: game("counter-clockwise", kinds), view });
    const [tracker] = history({ ...table, reveal: null });
    const [, list] = tracker.children;
    return list.children.flat().map(({ children }) => Number(children.at(-1)));
  };
  assert.deepEqual(unseen(["H", "R", null], "R"), [1, 1, 2, 0]);
  assert.deepEqual(unseen(["H", null, null], "C"), [2, 1, 1, 0]);
});

test("a claim that wins is told with the end of the hand, and not as the set that was laid before", () => {
  const { room } = tableOf({ tricks: [] });
  const pung = { type: "pung", tiles: "555z", from: 2 };
  const told = (claim) => happeningTold(room, { do: "claimed", deal: 0, window: 3, seat: 1, taken: { claim } }, pung);
  assert.equal(told("win"), null);
  assert.equal(told("pung"), t("mj.told.took", { name: "Mei", set: meldTold(pung) }));

  const lines = readFileSync(path.join(import.meta.dirname, "mahjong.jsonl"), "utf8")
    .trim()
    .split("\n");
  const [{ start }, ...played] = lines.map((line) => JSON.parse(line));
  let match = begunTiles(start, 0);
  const steps = played.flatMap(({ event }) => {
    if (!event) return [];
    match = followed(match, event);
    return [{ event, room: { you: 0, match, state: { seats: ["Lin", "Mei", "Noël", "Zoe"].map(person) } } }];
  });
  const review = new Review({ steps, record: null, go() {}, redraw() {} });
  const wins = steps.flatMap(({ event }, at) => (event.taken?.claim === "win" ? [at] : []));
  assert.ok(wins.length > 1);
  for (const at of wins) {
    const over = steps.slice(at).find(({ event }) => event.do === "hand_over");
    assert.equal(review.told(at), finishedTold(over.room, over.event.finished));
  }
});
