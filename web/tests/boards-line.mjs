// Plies that were not played are shown as steps of a match, and written as in the list of moves: `node --test web/tests/boards-line.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ON_BOARD } from "../boardmatch.js";
import { hasLine, linePlies, lineSteps, moved } from "../boards/line.js";
import { rowNumbers } from "../boards/plies.js";
import { pointsOf } from "../boards/points.js";
import { steps } from "../views/steps.js";

const START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
const CASES = path.join(import.meta.dirname, "../../crates/rules/tests/games/square-chess/cases.jsonl");

/** The plies of a line, at least. */
const LINE_PLIES = 9;

/** The steps of a match with these events after its start. */
const matched = (variant, options, events) =>
  steps(
    { match_id: "m", players: [] },
    [{ do: "start", match_id: "m", variant, seats: 2, options }, ...events].map((event) => ({ event, open: null })),
    null,
  );

/** The steps of a match of square chess before its first ply. */
function begun(options) {
  const board = options.board === "7x7" ? "7/7/7/7/7/7/7" : "7/7/7/7/7/7/7/7";
  const counts = { captured: [0, 0], moves: 0, quiet: 0 };
  const position = { board, turn: [0], offer: null, phase: "place", due: null, ...counts };
  return matched("square-chess", options, [{ do: "set_up", position }]);
}

const positionAt = ({ room }) => room.match.view.position;

/** The plies of the worked cases of square chess, their options, and the position of the referee after them: it ends before what it refuses. */
const PLAYED = readFileSync(CASES, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ verdict }) => verdict.status !== "invalid")
  .map(({ name, record, verdict }) => ({
    name,
    options: { board: record.options?.board ?? "7x8" },
    plies: record.actions.slice(0, verdict.refused?.action).filter(({ do: kind }) => ON_BOARD.includes(kind)),
    verdict,
  }));

test("a move of a better line is made on the text of the board", () => {
  const after = (text, ...moves) =>
    moves.reduce(({ text }, move) => moved("xiangqi", text, ...pointsOf(move)), { text });
  assert.deepEqual(after(START, "h2e2"), {
    text: "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b - - 0 1",
    takes: false,
  });
  assert.deepEqual(after(START, "h2e2", "a9a8", "e2e6"), {
    text: "1heakaehr/r8/1c5c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RHEAKAEHR b - - 0 1",
    takes: true,
  });
  assert.deepEqual(moved("pong-hau-ki", "ox.ox", "c1", "b2"), { text: "oxxo.", takes: false });
});

test("a flip of a better line turns up what lay there, if the match showed it", () => {
  const stands = (board, turn, moves) => ({ board, turn: [turn], moves, offer: null, captured: [0, 0], notation: [] });
  const really = matched("blind-chess", {}, [
    { do: "set_up", first: 0, position: stands("????????/????????/????????/???????? - 0 1", 0, 0) },
    { do: "flip", seat: 0, at: "c0", position: stands("????????/????????/????????/??R????? b 0 1", 1, 1) },
    { do: "flip", seat: 1, at: "d0", position: stands("????????/????????/????????/??Rp???? w 0 1", 0, 2) },
  ]);
  const boards = (plies) => {
    const line = lineSteps(really, 2, plies);
    return line.steps.slice(line.from + 1).map(({ room }) => room.match.view.position.board);
  };
  assert.deepEqual(boards(["d0", "c0c1"]), [
    "????????/????????/????????/??Rp???? w 0 1",
    "????????/????????/??R?????/??1p???? b 0 1",
  ]);
  assert.deepEqual(boards(["e0"]), [], "nobody knows what lies there");
  assert.deepEqual(
    ["c0c1", "d0", "e0"].map((play) => hasLine(really, { play })),
    [true, true, false],
  );
});

test("lines of square chess lead to the positions of the referee: stones, who decides what, and what is due", () => {
  const met = new Set();
  for (const { name, options, plies, verdict } of PLAYED) {
    const written = plies.map(({ at, move }) => move ?? at);
    const whole = lineSteps(begun(options), 1, written).steps;
    const did = whole.slice(1).map(({ event }) => ({ seat: event.seat, do: event.do, ply: event.move ?? event.at }));
    assert.deepEqual(
      did,
      plies.map(({ seat, do: kind }, i) => ({ seat, do: kind, ply: written[i] })),
      name,
    );
    const { board, captured, moves, quiet, turn, phase, due } = positionAt(whole.at(-1));
    assert.deepEqual(
      { board, captured, moves, quiet },
      { board: verdict.board, captured: verdict.captured, moves: verdict.moves, quiet: verdict.quiet },
      name,
    );
    // Lines do not know of draws, nor who resigns.
    if (verdict.end === null || verdict.end === "all_removed")
      assert.deepEqual({ turn, phase, due }, { turn: verdict.turn, phase: verdict.phase, due: verdict.due }, name);
    met.add(`${options.board} ${phase} ${Math.min(due ?? 0, 2)}`);
    // A line that begins in the middle goes on in the same way.
    const at = Math.max(whole.length - LINE_PLIES, 1);
    const line = lineSteps(whole, at, written.slice(at - 1));
    assert.equal(line.from, at - 1);
    assert.deepEqual(line.steps.slice(at).map(positionAt), whole.slice(at).map(positionAt), `${name}, from ${at}`);
  }
  const asked = ["place 0", "remove 1", "remove 2", "move 0", "null 0"];
  assert.deepEqual([...met].sort(), ["7x7", "7x8"].flatMap((size) => asked.map((one) => `${size} ${one}`)).sort());
});

test("what a line of square chess removes has a sign, and each of its choices can be shown", () => {
  const { options, plies } = PLAYED.find(({ name }) => name === "move: after a removal");
  const really = lineSteps(
    begun(options),
    1,
    plies.map(({ at, move }) => move ?? at),
  ).steps;
  assert.deepEqual(linePlies(really, really.length - 3, ["c2", "c1c3", "b7"]), ["×c2", "c1c3", "×b7"]);
  assert.deepEqual(linePlies(really, 1, ["c2", "b7"]), ["c2", "b7"]);
  for (const play of ["a1", "a1a4"]) assert.ok(hasLine(really, { play }));
});

test("a ply has the number of its row, where players go on or are passed over, too", () => {
  assert.deepEqual(rowNumbers([0, 1, 0, 1, 0]), [1, 1, 2, 2, 3]);
  assert.deepEqual(rowNumbers([1, 0, 1], 1), [1, 1, 2]);
  // A removal of each, a move that forms a square with its removal by both, and a seat that is passed over.
  assert.deepEqual(rowNumbers([0, 1, 0, 0, 1, 1, 0, 0, 0, 1]), [1, 1, 2, 3, 3, 4, 5, 6, 7, 7]);
});
