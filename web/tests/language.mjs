// The language of the page, and what is shown if one cannot be loaded: `node --test web/tests/language.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

document.dispatchEvent = () => {};
const { addTexts, chooseLanguage, known, speak, t } = await import("../texts.js");
const { PARTIAL } = await import("../untranslated.js");
// In this test every language has all texts.
PARTIAL.length = 0;

test("a language that does not come is not what later parts of the page are told in", async () => {
  await speak("de");
  await assert.rejects(chooseLanguage("none"));
  const asked = [];
  await addTexts(async (id) => {
    asked.push(id);
    return { texts: { "of.a.part": id } };
  });
  assert.deepEqual(asked, ["de"]);
  assert.equal(t("of.a.part"), "de");
});

test("a language that comes too late to be wanted changes nothing, nor does its failure", async () => {
  const failed = assert.rejects(chooseLanguage("none"));
  const chosen = chooseLanguage("fr");
  await Promise.all([failed, chosen]);
  assert.equal(document.documentElement.lang, "fr");
});

test("a part that cannot be loaded keeps no other part away", async () => {
  await speak("en");
  const away = assert.rejects(addTexts(() => Promise.reject(new Error("away"))));
  await addTexts(async () => ({ texts: { "of.another.part": "there" } }));
  await away;
  assert.equal(t("of.another.part"), "there");
});

test("a part that comes while the language changes is told in the new one", async () => {
  await speak("en");
  /** @type {(value?: unknown) => void} */
  let come;
  const may = new Promise((go) => (come = go));
  const part = addTexts(async (id) => {
    if (id === "en") await may;
    return { texts: { "of.a.late.part": id } };
  });
  await speak("de");
  come();
  await part;
  assert.equal(t("of.a.late.part"), "de");
});

test("what is not translated is told in English, also of a part of the page, and nothing else is", async () => {
  PARTIAL.push("de");
  try {
    await speak("de");
    const translated = { "of.a.game": "übersetzt" };
    const english = {
      "of.a.game": "translated",
      "of.a.new.game": "new",
      "of.turns.one": "{n} turn",
      "of.turns.other": "{n} turns",
    };
    const part = addTexts(async (id) => ({ texts: id === "en" ? english : translated }));
    await part;
    for (const again of [false, true]) {
      if (again) await speak("de");
      assert.equal(t("of.a.game"), "übersetzt");
      assert.equal(t("of.a.new.game"), "new");
      assert.equal(t("of.turns", { n: 1 }), "1 turn");
      assert.equal(t("of.turns", { n: 2 }), "2 turns");
      assert.equal(known("of.nothing"), undefined);
    }
    await speak("fr");
    assert.equal(t("of.a.new.game"), "of.a.new.game");
  } finally {
    PARTIAL.pop();
  }
});
