// The coach's advice in trick games, and the pieces that it highlights: `node --test web/tests/coach.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const each = (pieces) => [...pieces].map((one) => [one]);
const combination = (type, ranking) => ({ type, name: type, ranking });
const kinds = [..."KkAaEeRrCcHhPp"].map((piece) => ({
  piece,
  counts: [/k/i.test(piece) ? 1 : /p/i.test(piece) ? 5 : 2],
}));
const shared = { kinds, min_players: 2, simultaneous: true, options: [] };
const singles = combination("single", each("KkAaEeRrCcHhPp"));
const GAMES = [
  {
    ...shared,
    id: "tam-cuc",
    powerless_first: "KkAa",
    combinations: [singles, combination("pair", each(["AA", "aa", "EE", "ee", "RR", "rr", "CC", "cc"]))],
  },
  {
    ...shared,
    id: "giog",
    options: [{ id: "general_ban" }],
    combinations: [singles, combination("giog", each(["KAE", "RHC"]))],
  },
];
globalThis.fetch = async () => ({ json: async () => ({ variants: GAMES }) });
const { variants } = await import("../rules.js");
const { speak, t } = await import("../texts.js");
const { hint, lights } = await import("../views/coach.js");
const { handActions } = await import("../views/hand.js");
const [tamCuc, giog] = await variants();

await speak("en");

/** A table of two with a decision to lay pieces of a hand; `picked` are the chosen ones. */
function laying(variant, hand, decision, picked = "") {
  const held = [...hand].map((code, i) => ({ code, key: `${code}${i}` }));
  const keys = [...picked].map((code) => held.find((piece) => piece.code === code).key);
  const { trick, lead } = decision;
  const view = { variant: variant.id, options: {}, you: 0, hand, hand_sizes: [hand.length, 9], tricks: [] };
  return {
    variant,
    decision: { do: "play", generals: "free", plays: null, default: null, ...decision },
    match: { start: { seats: 2 }, view: { ...view, trick: { trick, laid: [false, !lead] } } },
    room: { you: 0, state: { settings: { seats: 2 }, seats: [] } },
    held: () => held,
    chosen: new Set(keys),
  };
}

const NEVER = t("hand.cannot_win");
/** All texts in a description, one after another. */
const said = (child) =>
  Array.isArray(child) ? child.map(said).join(" ") : child?.children ? said(child.children) : `${child}`;

const lit = (table) => [...lights(table)].map(([key, as]) => `${key[0]} ${as}`);

test("in the first trick of Tam cúc generals and guards are not lit as what could win", () => {
  const follow = (trick) => ({ trick, lead: false, type: "single", count: 1 });
  assert.deepEqual(lit(laying(tamCuc, "KAEHp", follow(0))), ["E wins"]);
  assert.deepEqual(lit(laying(tamCuc, "KAEHp", follow(1))), ["K wins", "A wins", "E wins"]);
  const pair = (trick) => ({ trick, lead: false, type: "pair", count: 2 });
  assert.equal(hint(laying(tamCuc, "KAApp", pair(0))), t("lesson.powerless"));
  assert.equal(hint(laying(tamCuc, "KAApp", pair(1))), t("coach.can"));
  assert.equal(hint(laying(tamCuc, "KAEHp", follow(0), "K")), t("lesson.powerless"));
  assert.equal(hint(laying(tamCuc, "KAEHp", follow(1), "K")), t("coach.best"));
  assert.equal(hint(laying(tamCuc, "KAEHp", follow(0), "E")), t("coach.best"));
  const isWarned = (picked, trick) => said(handActions(laying(tamCuc, "KAEHp", follow(trick), picked))).includes(NEVER);
  assert.deepEqual([isWarned("K", 0), isWarned("K", 1), isWarned("E", 0)], [true, false, false]);
});

test("a general that saves its player is lit and not warned of, and one in the whole hand is", () => {
  const decision = { trick: 3, lead: true, type: null, count: null, generals: "behead", plays: ["E", "A", "K", "KAE"] };
  const table = laying(giog, "KAE", decision);
  assert.deepEqual(lit(table), ["K wins"]);
  assert.equal(hint(table), t("coach.general.all"));
});

/** A table of two after these tricks. */
function after(variant, ...tricks) {
  const view = {
    variant: variant.id,
    you: 0,
    hand: "p",
    tricks,
    trick: { trick: tricks.length, laid: [false, false] },
  };
  return { variant, decision: null, match: { start: { seats: 2 }, view }, room: { state: { seats: [] } } };
}

test("it is told why a general or a guard did not win the first trick", () => {
  const trick = { trick: 0, leader: 1, type: "single", plays: ["K", "p"], shown: [false, true], winner: 1 };
  assert.equal(hint(after(tamCuc, { ...trick, captured: [0, 2] })), t("lesson.powerless"));
});

test("the winner after a tie also takes what was set aside", () => {
  const trick = (winner, captured) => ({
    trick: 0,
    type: "single",
    plays: ["R", "R"],
    shown: [true, true],
    winner,
    captured,
  });
  const told = hint(after(giog, trick(1, [0, 2]), trick(null, [0, 2]), trick(0, [4, 2])));
  assert.equal(told, t("lesson.won", { n: 4 }));
});

test("the button that lays names the number that is due, whatever is chosen so far", () => {
  const button = (child) =>
    Array.isArray(child)
      ? child.map(button).find(Boolean)
      : child?.props?.class === "main"
        ? child
        : child?.children && button(child.children);
  const following = laying(giog, "RHCp", { trick: 0, lead: false, count: 3, type: "giog" }, "p");
  const [lay] = [button(handActions(following))];
  assert.deepEqual([lay.children].flat(), [t("hand.lay.n", { n: 3 })]);
  assert.equal(lay.props.disabled, true);
  const leading = laying(giog, "RHCp", { trick: 0, lead: true, count: null, type: null }, "p");
  assert.deepEqual([button(handActions(leading)).children].flat(), [t("hand.lay.n", { n: 1 })]);
});
