// The lesson agrees with the rules: each hand, with every legal play in it, as the referee judges it, and the terms that it explains:
// `node --test web/tests/lesson.mjs`.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { HANDS } from "../lesson/hands.js";
import { Practice, YOU } from "../lesson/practice.js";
import { setOf } from "../judge/pieces.js";
import { combination as giog } from "../games/giog/judge.js";
import { texts } from "../views/texts/en.js";

/** Pieces of a hand when three play. */
const DEALT = 10;

/** A hand after this play, and after the remaining pieces if the match goes on. */
function played(hand, pieces) {
  const practice = new Practice(hand, "test");
  practice.lay(pieces);
  const [trick] = [practice.trick];
  while (practice.plays.length) practice.lay(practice.plays[0]);
  return { trick, practice, view: practice.room([null, "Mei", "Aziz"]).match.view };
}

const right = (hand) => Object.keys(hand.said).filter((pieces) => hand.said[pieces] === "right");
const hand = (id) => HANDS.find((one) => one.id === id);

for (const one of HANDS) {
  test(`${one.id}: a moment that a match can come to`, () => {
    const [count] = one.hands.map(({ length }) => length);
    for (const pieces of one.hands) assert.equal(pieces.length, count);
    assert.equal(
      one.captured.reduce((a, b) => a + b),
      one.hands.length * (DEALT - count),
    );
    const all = [...one.hands.join("")];
    for (const code of all)
      assert.ok(all.filter((other) => other === code).length <= setOf(32).split(code).length - 1, `too many ${code}`);
    const { plays } = new Practice(one, "test");
    assert.ok(plays.length > 1, "there is something to decide");
    for (const pieces of Object.keys(one.said)) assert.ok(plays.includes(pieces), `${pieces} is legal`);
    assert.equal(right(one).length, 1);
  });

  test(`${one.id}: whatever is laid, the others follow and something is said`, () => {
    for (const pieces of new Practice(one, "test").plays) {
      const { practice, view } = played(one, pieces);
      assert.ok(practice.isDone);
      assert.equal(
        view.captured.reduce((a, b) => a + b) + view.hand_sizes.reduce((a, b) => a + b),
        one.hands.length * DEALT,
      );
      const name = one.said[pieces] ?? one.else;
      for (const key of [name, "before", ...(one.toTheEnd ? [`${name}.then`] : [])])
        assert.ok(texts[`lesson.${one.id}.${key}`], `lesson.${one.id}.${key}`);
    }
  });
}

test("what nothing can win is lost however it is laid, and everywhere else only the right play wins", () => {
  for (const one of HANDS) {
    for (const pieces of new Practice(one, "test").plays) {
      const wins = played(one, pieces).trick.winner === YOU;
      assert.equal(wins, one.id !== "cannot" && one.said[pieces] === "right", `${one.id}: ${pieces}`);
    }
  }
});

test("what the texts say of the plays is so", () => {
  const takes = (id, pieces) => played(hand(id), pieces).trick;
  // The guard captures three, and a red chariot is just above a black one.
  assert.deepEqual(takes("rank", "A").plays, ["A", "R", "c"]);
  assert.equal(takes("rank", "r").winner, 1);
  // A pair of the leader's loses, and no pair at all does; a single piece is taken by a guard.
  assert.deepEqual(
    takes("pair", "RR").plays.map((play) => giog(play)?.type),
    ["pair", undefined, "pair"],
  );
  for (const pieces of ["E", "R", "h", "p"])
    assert.equal(takes("pair", pieces).plays[takes("pair", pieces).winner], "A");
  // Three soldiers are of another type, and mixed colours of none.
  assert.deepEqual(
    takes("noble", "RHC").plays.map((play) => giog(play)?.type),
    ["giog", "three", undefined],
  );
  for (const pieces of ["e", "R", "H", "C", "p"])
    assert.equal(takes("noble", pieces).plays[takes("noble", pieces).winner], "A");
  // Nobody without a pair beats one.
  assert.ok(new Practice(hand("cannot"), "test").plays.every((pieces) => giog(pieces)?.type !== "pair"));
  assert.equal(takes("cannot", "Cp").type, "pair");
});

test("the general wins the match when it is led, and is beheaded when it is kept", () => {
  const led = played(hand("general"), "K").view;
  assert.deepEqual([led.outcome.winners, led.outcome.beheaded], [[YOU], []]);
  const { practice, view } = played(hand("general"), "p");
  assert.equal(practice.trick.winner, YOU);
  assert.deepEqual([view.outcome.winners, view.outcome.beheaded], [[1], [YOU]]);
});

test("words are found in the texts, each once, the longest first, and whole", async () => {
  globalThis.document = { documentElement: { lang: "en", dir: "ltr" } };
  const { speak } = await import("../texts.js");
  const { partsOf } = await import("../words.js");
  await speak("en");
  const words = (text) =>
    partsOf(text)
      .filter((part) => typeof part !== "string")
      .map(({ word, text }) => `${word}: ${text}`);
  assert.deepEqual(words("The last trick: lead a pair, and a pair follows."), [
    "last_trick: last trick",
    "lead: lead",
    "pair: pair",
    "follow: follows",
  ]);
  assert.deepEqual(words("A misleading repairman outsets."), []);
  assert.equal(
    partsOf("Mei leads.")
      .map((part) => part.text ?? part)
      .join(""),
    "Mei leads.",
  );
  await speak("zh-Hans");
  document.documentElement.lang = "zh-Hans";
  assert.deepEqual(words("最后一墩：领出对子。"), ["last_trick: 最后一墩", "lead: 领出", "pair: 对子"]);
});

test("in every language the words that the lesson is about can be asked about in it", async () => {
  const { speak } = await import("../texts.js");
  const { partsOf, WORDS } = await import("../words.js");
  const about = { pair: "pair", noble: "noble", general: "behead" };
  for (const file of readdirSync(path.join(import.meta.dirname, "../texts")).filter((name) => name.endsWith(".js"))) {
    const language = file.slice(0, -3);
    await speak(language);
    const parts = await Promise.all(["..", "../views", "../learn"].map((part) => import(`${part}/texts/${file}`)));
    const texts = Object.assign({}, ...parts.map((part) => part.texts));
    for (const [id, word] of Object.entries(about)) {
      const found = partsOf(texts[`lesson.${id}.before`]).map((part) => part.word);
      assert.ok(found.includes(word), `${language}: ${word} in lesson.${id}.before`);
    }
    for (const word of WORDS)
      assert.ok(texts[`word.${word}.means`] && texts[`word.${word}.forms`], `${language}: ${word}`);
  }
});
