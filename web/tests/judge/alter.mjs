// Alterations of a record: values are exchanged, left out, or duplicated.

/** Values that are never valid, or valid only elsewhere. */
const STRANGE = [
  null,
  true,
  0,
  -1,
  1,
  4,
  5,
  255,
  256,
  1.5,
  2 ** 53,
  -0,
  "",
  "0",
  "K",
  "p",
  "\u0000",
  "\ud800",
  "爵",
  "__proto__",
  "constructor",
  "00".repeat(32),
  [],
  [[]],
  [0],
  {},
  { length: 3 },
  JSON.parse('{"__proto__":{"seat":0}}'),
];

/** The objects and lists in a value, including itself. */
function* places(value) {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const one of Object.values(value)) yield* places(one);
}

/** The record with one change. */
export function altered(chance, record) {
  const copy = structuredClone(record);
  const { actions, fairness } = copy;
  const ways = [
    () => strangely(chance, copy),
    () => strangely(chance, copy),
    () => slightly(chance, copy),
    () => slightly(chance, copy),
    () => slightly(chance, copy),
    () => actions.length && (chance.one(actions).by = chance.one(["server", "clock", "player", "away"])),
    () => actions.splice(chance.below(actions.length), 1),
    () => actions.splice(chance.below(actions.length + 1), 0, { seat: chance.below(5), do: "take_back", at_ms: 0 }),
    () => actions.length && (actions.at(-1).pieces = chance.one("KkAaEeRrHhCcPp")),
    () => fairness.commitments.splice(chance.below(fairness.commitments.length), 1),
    () => fairness.commitments.reverse(),
    () => (copy.status = copy.status === "over" ? "abandoned" : "over"),
    () => (copy.ceremony = copy.ceremony === "server" ? "players" : "server"),
    () => (copy.previous = copy.previous ? null : copy.match_id),
    () => (copy[chance.one(["six", "exposer"])] = chance.below(5)),
    () => (copy.rules = 2),
    () => (fairness.entropy[chance.below(copy.seats)] = chance.one(["", "00", "0g", "ABCD", "abc"])),
    () =>
      (copy.players[chance.below(copy.seats)] = chance.one([
        { bot: "x" },
        { bot: "" },
        { id: copy.match_id },
        { id: 1, bot: "x" },
        {},
      ])),
    () => (copy.options.beheading = copy.options.beheading === "last" ? "forfeit" : "last"),
    () => (copy.stacks ? copy.stacks.reverse() : (copy.cards = [...copy.cards].reverse().join(""))),
  ];
  chance.one(ways)();
  return copy;
}

/** A wrong value; or an additional or missing field. */
function strangely(chance, record) {
  const place = chance.one([...places(record)]);
  const names = Object.keys(place);
  const name = chance.one(names);
  if (chance.often(0.15)) place[chance.one(["note", "by", "round", "stand_ins", "six"])] = chance.one(STRANGE);
  else if (name === undefined) return;
  else if (chance.often(0.3)) Array.isArray(place) ? place.splice(name, 1) : delete place[name];
  else if (chance.often(0.2) && Array.isArray(place)) place.push(place[name]);
  else place[name] = chance.one(STRANGE);
}

/** A value that is only a little wrong. */
function slightly(chance, record) {
  const place = chance.one([...places(record)]);
  const name = chance.one(Object.keys(place));
  const value = place[name];
  if (typeof value === "number") place[name] = value + chance.one([-1, 1]);
  if (typeof value === "boolean") place[name] = !value;
  if (typeof value === "string" && value) {
    const at = chance.below(value.length);
    const other = chance.one(/^[0-9a-f]+$/.test(value) ? "0123456789abcdef" : "KkAaEePp0a");
    place[name] = value.slice(0, at) + other + value.slice(at + 1);
  }
}
