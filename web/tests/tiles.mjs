// Games of tiles and dice: the values of docs/FAIRNESS.md, the referees with every case of `crates/rules/tests/games`, and signed
// records (`tiles.jsonl`), as they are and altered: `node --test web/tests/tiles.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { heard, newRoom } from "../room.js";
import { betsIn, replay as replayDice } from "../tiles/dice/judge.js";
import { chance, wins } from "../tiles/dice/rules.js";
import { dice, roundsOf } from "../tiles/dice/seen.js";
import { replay as replayPaiGow } from "../games/pai-gow/judge.js";
import { compare, made, ORDER, SET, split, splits, usual } from "../games/pai-gow/rules.js";
import { dealsOf, paiGow } from "../games/pai-gow/seen.js";
import { viewOf } from "../tiles/view.js";
import { sealCommitment, tilesDrawn } from "../verify/chance.js";
import { canonical } from "../client/canonical.js";
import { bringGame } from "../verify/games.js";
import { verify } from "../verify.js";
import { SIGNER, signAgain } from "./judge/signed.mjs";

const FOLDERS = path.join(import.meta.dirname, "../../crates/rules/tests/games");
const linesOf = (file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const vectors = (game, name = "cases") => linesOf(path.join(FOLDERS, game, `${name}.jsonl`));
const records = linesOf(path.join(import.meta.dirname, "tiles.jsonl"));
const DICE = ["sic-bo", "grand-hazard", "chuck-a-luck"];
await Promise.all([...DICE, "pai-gow", "mahjong"].map(bringGame));

/** The seeds of the worked example of docs/FAIRNESS.md. */
const EXAMPLE = {
  match_id: "2f3d5b65-6309-40ea-939b-ff78321411a5",
  fairness: {
    server_seed: "b081638d3ed3446aec04b5cc0f73a3bd0e16583eae4b91d71dc5c95961314649",
    entropy: ["3f6e6a373bdea9a085330d8b7a5605aa", "c7"],
  },
};

test("walls and throws follow from the seeds as docs/FAIRNESS.md has it", () => {
  const drawn = (variant, seats, count) => tilesDrawn({ ...EXAMPLE, variant, seats, options: {} }, count);
  assert.deepEqual(drawn("pai-gow", 2, 2).walls, [
    "6651656255212242433354111131613151556166226465443353635264444132",
    "5355662161113155223163644411544133665162436433655222615132446542",
  ]);
  assert.deepEqual(drawn("sic-bo", 2, 3).throws, [
    [6, 1, 5],
    [3, 3, 2],
    [6, 2, 6],
  ]);
  const mahjong = drawn("mahjong", 4, 1);
  assert.deepEqual(mahjong.dice, [12, 8, 14, 10]);
  const [wall] = mahjong.walls;
  assert.equal(wall.length, 2 * 144);
  assert.ok(wall.startsWith("3m4z9m5p5z4s1z6s7s1p6p2z7m8s2s9p2m9m5s6z2p6m7p5p2s3g2f9p"));
  assert.ok(wall.endsWith("4m8p2z8p4m9p3z7z7m9m4s1s3z1p8m3s"));
  const plain = tilesDrawn({ ...EXAMPLE, variant: "mahjong", seats: 4, options: { flowers: false } }, 1);
  assert.equal(plain.walls[0].length, 2 * 136);
});

test("splits, bets and claims are committed to as docs/FAIRNESS.md has it", () => {
  const sealed = (place, text) => sealCommitment(EXAMPLE, { ...place, text });
  assert.equal(
    sealed({ deal: 3, seat: 1, attempt: 0 }, "4221"),
    "a20c45259e341436d8287aead0ea50cf6c33997570fc09af6357f830ace1e5db",
  );
  assert.equal(
    sealed({ deal: 258, seat: 0, attempt: 2 }, "big:20,single-2:5"),
    "6a6a7ae417de038912be6ee82064de35bd27942ba7093e298aca0e5c3e81315b",
  );
  assert.equal(
    sealed({ deal: 1, window: 300, seat: 3 }, "chow 23s"),
    "042410880d235d8c6e4ac35ba9d616e0457c5dd18d527bf3243f6df7c281e774",
  );
});

for (const variant of ["pai-gow", ...DICE]) {
  test(`the page's referee agrees with every case of ${variant}`, () => {
    const replay = variant === "pai-gow" ? replayPaiGow : replayDice;
    const usualOptions = {
      rounds: variant === "pai-gow" ? 2 : 10,
      bank: "house",
      stock: 100,
      limit: 20,
      any_triple: true,
    };
    let judged = 0;
    for (const { name, record, verdict } of vectors(variant)) {
      // Invalid records are refused when they are parsed; other valid forms are parsed as by the server.
      if (verdict.status === "invalid" || !isSigned(record)) continue;
      const replayed = replay({ ...record, options: { ...usualOptions, ...record.options } });
      const { status, refused, ...result } = verdict;
      assert.equal(replayed.isLegal, refused === null, name);
      judged++;
      if (refused) continue;
      assert.equal(replayed.isOver, status === "over", name);
      assert.deepEqual(replayed.result, result, name);
    }
    assert.ok(judged > 50, `only ${judged} cases`);
  });

  test(`what is laid where nobody decides is as every case of ${variant} has it`, () => {
    if (variant !== "pai-gow") return;
    for (const { name, record, defaults } of vectors(variant, "defaults")) {
      const { result } = replayPaiGow({ ...record, options: { rounds: 2, ...record.options } });
      const laid = result.waiting.map((seat) => usual(result.hands[seat]));
      assert.deepEqual(
        laid,
        defaults.map(({ low }) => low),
        name,
      );
    }
  });
}

/** Whether actions are of the form in which a server signs them. */
const isSigned = ({ seats, actions }) =>
  actions.every(
    (action) =>
      Number.isInteger(action.seat) &&
      action.seat >= 0 &&
      action.seat < seats &&
      (action.do === "split" || action.do === "take_back" || action.do === "bet"),
  );

test("tiles rank as they do, and every four of them are split in three ways at most", () => {
  assert.equal(SET.length, 32);
  assert.deepEqual([...new Set(SET)].sort(), [...ORDER].sort());
  assert.ok(compare("4221", "6666") > 0);
  assert.equal(made("6663").kind, "wong");
  assert.equal(made("1144").kind, "gong");
  assert.equal(compare("5531", "5531"), 0);
  assert.deepEqual(split("66631144", "6663"), { low: "1144", high: "6663" });
  assert.equal(splits("66665544").length, 2);
});

test("what a bet costs follows from all throws", () => {
  const table = betsIn("sic-bo", {});
  assert.equal(table.length, 52);
  assert.equal(chance({ on: "small", odds: 1 }).won, 105);
  assert.equal(chance({ on: "small", odds: 1 }).percent, -2.8);
  assert.ok(table.every((bet) => chance(bet).percent < 0));
  assert.equal(wins("single-2", [2, 5, 2]), 2);
  assert.equal(wins("big", [5, 5, 5]), 0);
});

test("a match is followed from its events, and from a snapshot in the middle", () => {
  const places = [0, 1].map((seat) => ({ seat, occupant: null, ready: true, away: false }));
  const room = { ...newRoom("room"), you: 0, state: { phase: "gathering", seats: places } };
  const tell = (room, events) =>
    events.reduce((at, event) => heard(at, { type: "event", room: "room", seq: at.seq + 1, event }), room);
  const start = { do: "start", variant: "pai-gow", options: { rounds: 1 }, seats: 2 };
  const dealt = tell(room, [start, { do: "deal", deal: 0, banker: 0, tiles: "66631144" }]);
  const laid = tell(dealt, [{ do: "split", deal: 0, seat: 0, low: "1144" }]);
  assert.deepEqual(viewOf(laid.match, paiGow).decided, [0]);
  assert.equal(viewOf(laid.match, paiGow).low, "1144");
  assert.equal(viewOf(tell(laid, [{ do: "withdrawn", deal: 0, seat: 0 }]).match, paiGow).low, null);
  const splits = { low: ["1144", "2131"], high: ["6663", "5555"], results: [null, "push"], points: [0, 0] };
  const next = tell(laid, [
    { do: "split", deal: 0, seat: 1 },
    { do: "splits", deal: 0, banker: 0, ...splits, scores: [0, 0] },
    { do: "deal", deal: 1, banker: 1, tiles: "42215544" },
  ]);
  const view = viewOf(next.match, paiGow);
  assert.deepEqual([view.deal, view.banker, view.tiles, view.last_deal.banker], [1, 1, "42215544", 0]);
  assert.equal(dealsOf(next.match).length, 1);
  const again = heard(room, {
    type: "snapshot",
    seq: 9,
    you: 0,
    state: next.state,
    match: { start: next.match.start, view, commitments: [] },
  });
  assert.deepEqual(viewOf(again.match, paiGow), view);
  const ended = { end: "deals", winners: [0, 1], scores: [0, 0], gains: [0, 0], sides: [[0], [1]] };
  const over = tell(again, [{ do: "ended", ...ended }]);
  assert.deepEqual(viewOf(over.match, paiGow).outcome, ended);
  const finished = tell(over, [{ do: "finished", match_id: undefined }]);
  assert.deepEqual(finished.state.previous.result, ended);
});

test("points of a round of dice come from its event, and bets that were taken back are gone", () => {
  const start = { variant: "sic-bo", options: { stock: 50 }, seats: 2 };
  const events = [
    { do: "round", deal: 0, banker: null, betting: [0, 1] },
    { do: "bet", deal: 0, seat: 1, bets: [{ on: "big", points: 5 }] },
    { do: "withdrawn", deal: 0, seat: 1 },
  ];
  const match = { start, view: { you: 1 }, first: null, since: events };
  assert.deepEqual(viewOf(match, dice).scores, [50, 50]);
  assert.deepEqual(viewOf(match, dice).bets, null);
  const thrown = {
    do: "dice",
    deal: 0,
    banker: null,
    dice: [1, 2, 3],
    bets: [[], []],
    points: [0, 0],
    scores: [50, 50],
  };
  const after = { ...match, since: [...events, thrown] };
  assert.equal(viewOf(after, dice).deal, 1);
  assert.equal(roundsOf(after).length, 1);
});

const resultsOf = async (record, keys = [record.fairness.signer]) =>
  Object.fromEntries(
    (await verify(new TextEncoder().encode(canonical(record)), null, keys)).map(({ name, result }) => [name, result]),
  );

/** A record with a change, signed again by a forger. */
async function forged(record, change) {
  const copy = structuredClone(record);
  change(copy);
  copy.fairness.signer = SIGNER;
  return resultsOf(signAgain(copy), [SIGNER]);
}

test("no more walls are drawn than a record has", async (context) => {
  const MOST = 100_000;
  const from = Array.from;
  // A list of this length would take too long.
  context.mock.method(Array, "from", (...given) => {
    assert.ok(!(given[0]?.length > MOST), "lists are as long as what the record has");
    return from.apply(Array, given);
  });
  const record = records.find(({ variant }) => variant === "mahjong");
  const many = { length: 1_000_000_000 };
  assert.equal((await forged(record, (one) => (one.result.deals = many))).shuffle, "fail");
  const none = await forged(record, (one) =>
    Object.assign(one, { walls: [], status: "over", result: { deals: { length: 0 } } }),
  );
  assert.equal(none.shuffle, "fail");
  const empty = Array(2 * MOST).fill(0);
  assert.equal((await forged(record, (one) => (one.result.deals = empty))).shuffle, "fail");
  const short = await forged(record, (one) => {
    one.result.deals = empty;
    one.walls = [...empty, 0].map(() => "");
    if (one.status === "over") one.walls.pop();
  });
  assert.equal(short.shuffle, "fail");
});

test("more hands than a match of mahjong may have are not drawn, though the seeds would decide them so", async () => {
  const record = records.find(({ variant }) => variant === "mahjong");
  const hands = 4 * 4 * 8;
  const withHands = (count) =>
    forged(record, (one) => {
      one.result.deals = Array(count - (one.status === "over" ? 0 : 1)).fill(0);
      one.walls = tilesDrawn(one, count).walls;
    });
  assert.equal((await withHands(hands)).shuffle, "pass");
  assert.equal((await withHands(hands + 1)).shuffle, "fail");
});

test("a match of dice that was abandoned before its first throw is proven", async () => {
  const record = records.find(({ variant }) => variant === "sic-bo");
  const results = await forged(record, (one) => {
    delete one.throws;
    Object.assign(one, { status: "abandoned", actions: [] });
    one.fairness.commitments = [];
    one.result = replayDice(one).result;
  });
  assert.deepEqual([...new Set(Object.values(results))], ["pass"], JSON.stringify(results));
});

test("a chow is committed to with its tiles in order, however they stand in the record", async () => {
  const record = records.find(({ variant }) => variant === "mahjong");
  const chow = (one) => one.actions.find(({ claim }) => claim === "chow");
  assert.match(chow(record).tiles, /^\d\d[mps]$/);
  const { format, plays } = await forged(record, (one) => {
    const [low, high, suit] = chow(one).tiles;
    chow(one).tiles = `${high}${low}${suit}`;
  });
  assert.deepEqual([format, plays], ["pass", "pass"]);
});

for (const record of records) {
  const { variant } = record;
  const isMahjong = variant === "mahjong";
  const field = record.walls ? "walls" : "throws";

  test(`a record of ${variant} is proven`, async () => {
    const { rules, result, ...others } = await resultsOf(record);
    assert.deepEqual([rules, result], isMahjong ? ["unknown", "unknown"] : ["pass", "pass"]);
    assert.deepEqual([...new Set(Object.values(others))], ["pass"], JSON.stringify(others));
    for (const name of ["shuffle", "plays", "commitments"]) assert.equal(others[name], "pass");
  });

  test(`of ${variant} a changed, a missing and a superfluous ${field.slice(0, -1)} is noticed, whoever signs`, async () => {
    const turned = (one) =>
      typeof one === "string" ? one.slice(2) + one.slice(0, 2) : [one[0], one[1], (one[2] % 6) + 1];
    const changed = await forged(record, (one) => (one[field][0] = turned(one[field][0])));
    assert.deepEqual([changed.record_signature, changed.shuffle], ["pass", "fail"]);
    assert.equal((await forged(record, (one) => one[field].push(one[field][0]))).shuffle, "fail");
    const less = await forged(record, (one) => one[field].pop());
    assert.ok([less.shuffle, less.rules].includes("fail"));
  });

  test(`of ${variant} another commitment is noticed, whoever signs`, async () => {
    const other = await forged(record, (one) => (one.fairness.commitments[0].commitment = "0".repeat(64)));
    assert.equal(other.plays, "fail");
    assert.equal((await forged(record, (one) => one.fairness.commitments.pop())).commitments, "fail");
    const swapped = await forged(record, (one) => one.fairness.commitments.reverse());
    assert.equal(swapped.commitments, "fail");
  });

  test(`of ${variant} a result that does not follow is noticed, whoever signs`, async () => {
    const richer = await forged(record, (one) => one.result.scores[0]++);
    assert.equal(richer.result, isMahjong ? "unknown" : "fail");
  });

  test(`a record of ${variant} with anything more in it has another form`, async () => {
    assert.equal((await forged(record, (one) => (one.options.more = 1))).format, "fail");
  });
}
