// What texts say is true where they stand, has its unit, and is whole: `node --test web/tests/words.mjs`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import "./page.mjs";

document.createElement = () => ({});
document.head = { append: (sheet) => queueMicrotask(() => sheet.onload()) };
globalThis.WebSocket = class {};
globalThis.Element = HTMLElement;
globalThis.navigator ??= { languages: ["en"] };
const { BoardPlay } = await import("../boards/live.js");
const { help: boardHelp, status } = await import("../boards/asks.js");
const { laterTexts } = await import("../views/language.js");
const { question } = await import("../views/status.js");
const { status: ofTiles } = await import("../games/mahjong/asks.js");
const { help } = await import("../views/help.js");
const { measure } = await import("../views/namefield.js");
const { partsOf, WORDS } = await import("../words.js");
const { speak, t } = await import("../texts.js");

await speak("en");

const WEB = path.join(import.meta.dirname, "..");
const LANGUAGES = readdirSync(path.join(WEB, "texts")).map((file) => path.basename(file, ".js"));
const FOLDERS = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name === "texts" && !/node_modules|dist/.test(entry.parentPath))
  .map((entry) => path.join(entry.parentPath, entry.name));

/** All texts of a language. */
async function textsOf(id) {
  const parts = await Promise.all(FOLDERS.map((folder) => import(path.join(folder, `${id}.js`))));
  return Object.assign({}, ...parts.map(({ texts }) => texts));
}

/** All elements of a description. */
const elements = (child) =>
  Array.isArray(child) ? child.flatMap(elements) : child?.tag ? [child, ...elements(child.children)] : [];

/** A number and a word in the plural. */
const MANY = /\{(?:n|count|height|times|rank|points|score|odds|won|left|to)\} (?!of )(?:[a-z]+ )?[a-z]{3,}s\b/;
/** Of which there are never less than two. */
const NEVER_ONE = [
  "coach.lead.many",
  "coach.lead.many.open",
  "coach.lead.many.suits",
  "create.players",
  "create.take_backs.why",
  "create.take_backs.why.tiles",
  "learn.players",
  "learn.players.exactly",
  "stack.down",
  "board.ask.remove.n",
  "analysis.left",
  // Of the seconds of a clock only the short sign is written.
  "gather.bots.wait",
];

test("a number before a word in the plural has a form for one", async () => {
  const english = await textsOf("en");
  const left = Object.entries(english).filter(
    ([key, text]) => MANY.test(text) && !/\.(one|other)$/.test(key) && !NEVER_ONE.includes(key),
  );
  assert.deepEqual(left, []);
});

test("what a game is like says nothing of where one begins, which only the list of all games does", async () => {
  for (const id of LANGUAGES) {
    const texts = await textsOf(id);
    assert.ok(texts["learn.begin.giog"], id);
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith("learn.short.")) assert.ok(!text.includes(texts["learn.begin.giog"]), `${id} ${key}`);
  }
});

test("what can be proven and what not are two sentences of their own", async () => {
  for (const id of LANGUAGES) {
    const texts = await textsOf(id);
    for (const key of ["pg.proof", "dice.proof", "verify.tiles"]) {
      const sentences = texts[key].split(/[.。；]/).filter((one) => one.trim());
      assert.ok(sentences.length >= 2, `${id} ${key}`);
      // "Not that nobody knew them." is no sentence.
      for (const one of sentences) assert.ok(one.length > (/\p{Script=Han}/u.test(one) ? 8 : 30), `${id}: ${one}`);
    }
  }
});

test("what a bet loses is told for each hundred points that are bet", async () => {
  for (const id of LANGUAGES) {
    const texts = await textsOf(id);
    for (const key of ["coach.dice.bet", "coach.dice.none", "coach.dice.behind"])
      assert.match(texts[key], /\{lost\}.*(?:100|۱۰۰)|(?:100|۱۰۰).*\{lost\}/, `${id} ${key}`);
  }
});

test("keys are listed only where there is a keyboard", () => {
  const trick = { variant: null, ladder() {} };
  for (const shown of [help(trick), boardHelp("xiangqi")]) {
    const inside = elements(elements(shown).find(({ props }) => /\bkeyboard\b/.test(props?.class ?? "")));
    const keys = elements(shown).filter(({ tag }) => tag === "kbd");
    assert.ok(keys.length > 5);
    for (const key of keys) assert.ok(inside.includes(key));
    assert.ok(inside.some(({ tag, children }) => tag === "h3" && [children].flat().includes(t("help.keys"))));
  }
  const style = readFileSync(path.join(WEB, "style.css"), "utf8");
  assert.match(style, /@media \(hover: none\) and \(pointer: coarse\) \{[^@]*\.help \.keyboard \{\s*display: none;/);
});

test("in a pause nobody is told that something is to be done, in any kind of game", async () => {
  await laterTexts();
  const room = { state: { paused: true, seats: [] }, you: 0, now: { deciding: [{ seat: 0 }] } };
  const position = { turn: [0], moves: 0, offer: null };
  const board = { start: {}, view: { variant: "xiangqi", you: 0, position, outcome: null } };
  const tricks = { view: { outcome: null, trick: null } };
  const tiles = { hand: { pending: null, turn: 0 }, you: 0 };
  const asked = [
    status({ room, match: board, may: [] }),
    question({ room, match: tricks, decision: { must: true, do: "take" } }),
    ofTiles({ room, view: tiles, decision: { do: "choose", may: [] }, isPlayed: true }),
  ];
  assert.deepEqual(asked, Array(3).fill(t("told.paused")));
});

test("a name that is too long is not cut: it stays, and the page says how long it is", () => {
  const input = {
    value: "x".repeat(25),
    told: 0,
    setCustomValidity(text) {
      this.text = text;
    },
    reportValidity() {
      this.told++;
    },
  };
  measure(input);
  assert.equal(input.text, t("name.long", { most: 24, have: 25 }));
  assert.equal(input.told, 1);
  // As the server counts them: a sign of two code units is one character.
  input.value = "𠮷".repeat(24);
  measure(input);
  assert.equal(input.text, "");
  assert.equal(input.told, 1);
  for (const file of ["app.js", "views/invite.js"])
    assert.doesNotMatch(readFileSync(path.join(WEB, file), "utf8"), /maxlength/, file);
});

/** A match of xiangqi in which black planned a move; `at` has the plies so far and the choices of the open decision. */
function planned() {
  const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  const at = { notation: [[0, "h2e2"]], turn: [0], choices: [] };
  const told = [];
  const table = {
    told,
    tell: (text) => told.push(text),
    redraw() {},
    asking: false,
    querySelector: () => null,
    get board() {
      return {
        start: { match_id: "m", seats: 2 },
        view: {
          variant: "xiangqi",
          you: 1,
          options: {},
          position: { board: `${start} ${at.turn[0] ? "b" : "w"} - - 0 1`, turn: at.turn, notation: at.notation },
        },
      };
    },
    get room() {
      const you = at.choices.length
        ? { turn: 1, may: [], decision: { do: "choose", may: [{ do: "move", choices: at.choices }] } }
        : null;
      return {
        you: 1,
        match: this.board,
        now: { deciding: [], you },
        state: { settings: {}, seats: [], previous: null },
      };
    },
  };
  return { at, table, play: new BoardPlay(table) };
}

test("a planned move that is not possible is said while its decision is open, and no longer", () => {
  const { at, table, play } = planned();
  play.plan("a9a5");
  Object.assign(at, { notation: [...at.notation, [0, "a0a1"]], turn: [1], choices: ["h9g7"] });
  play.asked();
  assert.deepEqual(table.told, [t("board.plan.gone")]);
  assert.equal(play.planFailed, true);
  Object.assign(at, { notation: [...at.notation, [1, "h9g7"]], turn: [0], choices: [] });
  assert.equal(play.planFailed, false);
  Object.assign(at, { notation: [...at.notation, [0, "a1a0"]], turn: [1], choices: ["g7h9"] });
  assert.equal(play.planFailed, false);
  play.asked();
  assert.equal(table.told.length, 1);
});

test("a plan is dropped when another move is made in its place, and not said to be impossible a turn later", () => {
  const { at, table, play } = planned();
  play.plan("a9a5");
  Object.assign(at, { notation: [...at.notation, [0, "a0a1"], [1, "h9g7"]], turn: [0] });
  play.happened({ do: "move", seat: 1 });
  assert.deepEqual(table.told, [t("board.plan.other")]);
  Object.assign(at, { turn: [1], choices: ["g7h9"] });
  play.asked();
  assert.deepEqual(table.told, [t("board.plan.other")]);
});

/** How each language speaks to its readers and names its things: what would be a second way of it. */
const SECOND_WAYS = {
  de: /\bSie (?:können|haben|sind)\b|\bIhnen\b|Wächter|Leibwache/,
  es: /\b(?:usted|vosotros|vuestr[oa]s?|llenad|movedlas)\b/i,
  fa: /(?<!\p{L})(?:تو|خودت|نبستی|بستی|کردی|داری|می‌بری|می‌بازی|می‌توانی|می‌گیری|می‌دهی|نگهبان)(?!\p{L})|پشت‌?\s?و?‌?رو|دورریز|کاشی|سند |صفحهٔ بازی/u,
  // An apostrophe is a typographic one.
  fr: /\p{L}'\p{L}|(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/u,
  ms: /\b(?:banker|cek|syahmat|sentuh)\b/i,
  vi: /phán|đường dẫn|ván đấu|khán giả/i,
  "zh-Hans": /您|纪录|观战者|旁观者|搭档|台设备|(?:简单|强|大师|俱乐部)电脑|电脑会出|出铳/,
  "zh-Hant": /您|紀錄|觀戰者|旁觀者|搭檔|台裝置|(?:簡單|強|大師|俱樂部)電腦|電腦會出|出銃/,
};

for (const [id, second] of Object.entries(SECOND_WAYS)) {
  test(`${id} speaks to everybody in one way, and has one word for a thing`, async () => {
    const found = Object.entries(await textsOf(id)).filter(([, text]) => second.test(text));
    assert.deepEqual(found, []);
  });
}

/** The texts in which terms are explained: those of trick games. */
const EXPLAINED = /^(?:combination|coach|lesson|hint|warn|learn|option)\./;

test("each term is found in the texts of its language, but following, of which only the list of terms tells", async (context) => {
  context.after(() => speak("en"));
  for (const id of LANGUAGES) {
    await speak(id);
    const texts = Object.entries(await textsOf(id)).filter(([key]) => EXPLAINED.test(key));
    const found = new Set(texts.flatMap(([, text]) => partsOf(text)).map(({ word }) => word));
    assert.deepEqual(
      WORDS.filter((word) => word !== "follow" && !found.has(word)),
      [],
      id,
    );
  }
});

test("sentences about the decision are never cut: no style sheet bounds their height, or hides what is longer", () => {
  const sheets = readdirSync(WEB, { recursive: true })
    .filter((file) => file.endsWith(".css") && !/node_modules|dist/.test(file))
    .map((file) => readFileSync(path.join(WEB, file), "utf8"));
  const rules = sheets.flatMap((sheet) => [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)]);
  const sentences = /\.(?:over|named|thought|coach|mj-coach|status|planned)(?![\w-])[^,\s]*(?:,|$)/;
  const about = rules.filter(([, selector]) => sentences.test(selector.trim()));
  assert.ok(about.some(([, selector]) => selector.includes(".mj-coach")));
  const cutting =
    /(?:^|[;\s])(?:overflow(?:-[a-z]+)?: (?:hidden|auto|scroll|clip)|max-block-size|max-height|-webkit-line-clamp|text-overflow)/;
  assert.deepEqual(
    about.filter(([, , body]) => cutting.test(body)).map(([rule]) => rule.trim()),
    [],
  );
});
