// Random records of all games, for comparing referees: random matches, some of them unfinished or altered.

import { GAMES, lotOf } from "../../judge/games.js";
import "../../judge/judge.js";
import { act, asked, begin } from "../../judge/match.js";
import { setOf, sorted } from "../../judge/pieces.js";
import { readDeal } from "../../judge/read.js";

/** The ids of all games. */
export const NAMES = [...GAMES.keys()];
const NONSENSE = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "pass",
  "K",
  0,
  -1,
  7,
  31,
  2 ** 40,
  null,
  true,
  [],
  {},
  [[]],
];

/** Numbers from a seed (mulberry32), the same every time. */
export function chanceFrom(seed) {
  let state = seed;
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(number() * n);
  const shuffled = (things) => {
    const all = [...things];
    for (let i = all.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  };
  return { below, shuffled, one: (things) => things[below(things.length)], often: (share) => number() < share };
}

/** A record, of the game of this number or of any. */
export function randomRecord(chance, number = chance.below(NAMES.length)) {
  const tying = chance.often(0.3);
  const record = randomDeal(chance, NAMES[number % NAMES.length], tying);
  record.actions = [];
  const match = begin(readDeal(record));
  const most = chance.often(0.7) ? Infinity : chance.below(60);
  while (match.stage !== "over" && record.actions.length < most) {
    const isWild = chance.often(match.stage === "ceremony" ? 0.05 : 0.02);
    const action = isWild ? wildAction(chance, match) : legalAction(chance, match, tying);
    record.actions.push(action);
    if (act(match, action) && chance.often(0.5)) return record;
    if (chance.often(0.01)) break;
  }
  if (match.stage === "over" && chance.often(0.2)) record.actions.push(wildAction(chance, match));
  return chance.often(0.5) ? altered(chance, record) : record;
}

function randomDeal(chance, variant, tying) {
  const { game, seats } = randomGame(chance, variant);
  if (game.document === "tiles")
    return { variant, seats, cards: chance.shuffled(setOf(game.set(seats))).join(""), starter: chance.below(seats) };
  const heights = game.heights(seats);
  const pieces = tying && heights.length === 16 ? rigged(chance, game) : chance.shuffled(setOf(game.set(seats)));
  const record = { variant, seats, stacks: heights.map((height) => pieces.splice(0, height).join("")) };
  const lot = lotOf(game, seats);
  if (lot === "dice") record.dice = Array.from({ length: seats }, () => 1 + chance.below(6));
  if (lot === "exposer" || (lot === "six" && chance.often(0.7))) record[lot] = chance.below(seats);
  if (chance.often(0.5)) record.options = randomOptions(chance);
  return record;
}

/** Pieces for stacks of two: of rows every half has the same ones at the bottom, of circles every other stack is red. */
function rigged(chance, game) {
  const all = setOf(32);
  if (game.lot !== "six") {
    const colours = [/[A-Z]/, /[a-z]/].map((colour) => chance.shuffled([...all].filter((piece) => colour.test(piece))));
    return Array.from({ length: 16 }, (_, stack) => colours[stack % 2].splice(0, 2)).flat();
  }
  const bottoms = [...chance.shuffled("AaEeRrHh"), ...chance.shuffled("AaEeRrHh")];
  const rest = chance.shuffled("KkCCccPPPPPppppp");
  return bottoms.flatMap((piece, stack) => [piece, rest[stack]]);
}

/** A number of players for a game. */
export function randomGame(chance, variant) {
  const game = GAMES.get(variant);
  const [fewest, most] = game.players;
  return { variant, game, seats: fewest + chance.below(most - fewest + 1) };
}

export function randomOptions(chance) {
  const options = {};
  if (chance.often(0.6)) options.general_ban = chance.one(["refuse", "behead"]);
  if (chance.often(0.6)) options.beheading = chance.one(["forfeit", "last"]);
  return options;
}

/** An action that is legal except for the ban on generals. With `tying` ceremonies are long. */
export function legalAction(chance, match, tying = false) {
  const seats = match.captured.map((_, seat) => seat).filter((seat) => asked(match, seat));
  const seat = chance.one(seats);
  const what = asked(match, seat);
  const laid = match.trick?.plays.findIndex((play, one) => play && one !== match.trick.leader) ?? -1;
  if (laid >= 0 && !match.game.inTurn && chance.often(0.04)) return { seat: laid, do: "take_back" };
  if (what === "play") return { seat, do: "play", pieces: randomPlay(chance, match, seat, tying) };
  const choices = match.game.ceremony.choices(match, seat);
  if (what === "order") return { ...choices[0], stacks: chance.shuffled(choices[0].stacks) };
  const equal = tying ? choices.filter((choice) => tiesWith(match, choice)) : [];
  return chance.one(equal.length && chance.often(0.9) ? equal : choices);
}

/** Whether a choice is equal to an earlier reveal or throw. */
function tiesWith(match, choice) {
  if (choice.do === "throw") return [...match.thrown.values()].includes(choice.sign);
  return (
    choice.do === "reveal" &&
    match.ties.some(({ revealed }) => [...revealed.values()].includes(match.stacks[choice.stack][0]))
  );
}

/** Mostly combinations, of the led type if there are any. With `tying` generals are kept for the end, or for two pairs. */
function randomPlay(chance, match, seat, tying) {
  const hand = match.hands[seat];
  const others = hand.replace(/[Kk]/g, "");
  const { count, type } = match.trick ?? {};
  const forPairs = match.game.combination("KAARR") !== null && match.tricks.length > 0;
  const from = tying && !forPairs && others.length >= (count ?? 1) ? others : hand;
  const five = tying && forPairs && hand.length > 5 ? 5 : 0;
  for (let tries = 0; tries < 60; tries++) {
    const pieces = chance
      .shuffled(from)
      .slice(0, count ?? ((tries < 30 && five) || 1 + chance.below(Math.min(6, from.length))))
      .join("");
    const made = match.game.combination(sorted(pieces));
    if (count ? made?.type === type || chance.often(0.03) : made && (made.type !== "single" || chance.often(0.1)))
      return pieces;
  }
  return chance
    .shuffled(from)
    .slice(0, count ?? 1)
    .join("");
}

/** Any action of any seat; mostly of the expected kind. */
function wildAction(chance, match) {
  const due = match.captured.map((_, seat) => ({ seat, do: asked(match, seat) })).filter((action) => action.do);
  const wild = anyActions(chance, match);
  const fitting = wild.filter((action) => due.some((one) => one.do === action.do));
  return {
    ...chance.one(fitting.length && chance.often(0.7) ? fitting : wild),
    ...(due.length && chance.often(0.7) && { seat: chance.one(due).seat }),
  };
}

function anyActions(chance, match) {
  const seat = chance.one([0, 1, 2, 3, 4, 5, -1, 300, match.leader ?? 0]);
  const stack = chance.below(20) - 2;
  const hand = match.hands[seat] ?? "KAEPpx";
  const pieces = chance
    .shuffled(`${hand}${chance.one(["", "x", "K", "p"])}`)
    .slice(0, chance.below(7))
    .join("");
  const all = match.stacks.map((_, at) => at);
  return [
    { seat, do: "reveal", stack },
    { seat, do: "take", stack },
    { seat, do: "expose", stack },
    { seat, do: "throw", sign: chance.one(["rock", "paper", "scissors"]) },
    { seat, do: "end", end: chance.one(["left", "right"]) },
    { seat, do: "order", stacks: chance.one([all, all.slice(1), [...all.slice(1), 99], [...all.slice(1), 1], []]) },
    { seat, do: "play", pieces },
    { seat, do: "play", pieces },
    { seat, do: "take_back" },
    { seat, do: chance.one(["pass", "", "__proto__", "constructor", "toString", "PLAY"]) },
  ];
}

/** The record with a change. */
function altered(chance, record) {
  const copy = structuredClone(record);
  const { actions, stacks } = copy;
  const at = chance.below(actions.length || 1);
  const another = chance.below(actions.length || 1);
  const ways = [
    () => actions.splice(at, 1),
    () => actions.length && actions.splice(another, 0, actions[at]),
    () => actions.length && ([actions[at], actions[another]] = [actions[another], actions[at]]),
    () => actions[at] && (actions[at].seat += chance.one([-1, 1])),
    () => actions[at] && (actions[at].seat = (actions[at].seat + 1) % copy.seats),
    () => actions[at]?.stack !== undefined && (actions[at].stack = chance.below(18) - 1),
    () =>
      actions[at]?.pieces &&
      (actions[at].pieces = chance
        .shuffled(actions[at].pieces + chance.one("KkAaEeRrHhCcPp"))
        .slice(1)
        .join("")),
    () => actions[at] && (actions[at].do = chance.one(["play", "take", "take_back", "reveal", "pass"])),
    () => (copy.options = randomOptions(chance)),
    () => (copy.variant = chance.one([...NAMES, "xiangqi", "__proto__", "constructor"])),
    () => (copy.seats = chance.one([1, 2, 3, 4, 5, 6, -1])),
    () => chance.one(["six", "exposer"]) in copy && (copy.six = copy.exposer = chance.one([0, 1, 2, 3, -1, 9])),
    () => copy.dice && (copy.dice[chance.below(copy.dice.length)] = chance.one([0, 6, 7, -3, 1_000_000])),
    () => stacks?.reverse() ?? (copy.cards = copy.cards.slice(1) + chance.one("KkPpx")),
    () => stacks && ([stacks[0], stacks[1]] = [stacks[0].slice(1) + stacks[1][0], stacks[0][0] + stacks[1].slice(1)]),
    () => stacks && (stacks[0] = stacks[0].replace(/./, chance.one("KkPpxé"))),
    () => nonsense(chance, copy),
    () => nonsense(chance, copy),
  ];
  chance.one(ways)();
  return copy;
}

/** A wrong value, or a missing one. */
function nonsense(chance, record) {
  const action = chance.one(record.actions) ?? {};
  const place = chance.one([
    record,
    record,
    record.options ?? record,
    action,
    action,
    action,
    record.stacks ?? record,
    record.actions,
  ]);
  const name = chance.one(Object.keys(place));
  if (name === undefined) return;
  if (chance.often(0.3) && !Array.isArray(place)) delete place[name];
  else place[name] = chance.one(NONSENSE);
}
