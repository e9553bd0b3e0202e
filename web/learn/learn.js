// <giog-learn>, at `learn/GAME`: the rules of a game on a page, with pictures; without a game, the list of games. The text of a game's
// page is in its folder in `games/`; its combinations and announcements come from the server's description.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame, Game } from "../rules.js"
 * @import { Block, Section } from "./parts.js"
 */

import { boardTexts } from "../boards/language.js";
import { h, View } from "../dom.js";
import { icon } from "../icons.js";
import { part } from "../rest.js";
import { isBoardVariant } from "../room.js";
import { pageFile } from "../root.js";
import {
  called,
  everyGame,
  FAMILIES,
  familyOf,
  isBoardGame,
  isOfTricks,
  isTilesGame,
  pieceName,
  piecesInWords,
} from "../rules.js";
import { gameName } from "../terms.js";
import { addTexts, known, t } from "../texts.js";
import { gameLooks, tilesTexts } from "../tiles/language.js";
import { title } from "../views/attention.js";
import { laterTexts } from "../views/language.js";
import { explained } from "../views/word.js";
import { WORDS, wordMeans, wordName } from "../words.js";
import "../views/piece.js";
import { rulesTexts } from "./language.js";

/** The highest combinations of a type that are shown; the others follow from the order of the pieces. */
const SHOWN = 6;
/** The most equal combinations that are shown side by side. */
const EQUAL = 2;

class Learn extends View {
  /** Whether it is a part of another view, which has the name of the game and the ways to play. */
  within = false;
  /** @type {AnyGame[]} */
  #games = [];
  /** The module that draws boards, once it is needed. @type {typeof import("./boards.js") | null} */
  #boards = null;
  /**
   * The sections of games by id, if they were requested; null if there is no such page.
   *
   * @type {Map<string, Section[] | null | undefined>}
   */
  #sections = new Map();

  began() {
    // Without a network, the trick games are still shown.
    const texts = [boardTexts(), tilesTexts()].map((coming) => coming.catch(() => {}));
    this.load(async () => ([this.#games] = await Promise.all([everyGame(), rulesTexts(), laterTexts(), ...texts])));
  }

  /** The game whose rules are shown. */
  get #game() {
    return this.#games.find(({ id }) => id === this.here[1]);
  }

  prepare() {
    const game = this.#game;
    if (!this.within)
      title(game ? `${gameName(game.id, game.name)} – ${t("learn.title")}` : `${t("learn.title")} – Giog`);
    if (game) this.#find(game.id);
  }

  draw() {
    const [, id] = this.here;
    const game = this.#game;
    const sheet = h("link", { rel: "stylesheet", href: pageFile("learn/learn.css") });
    if (game) return [sheet, this.#page(game)];
    // For an unknown game, links to the existing ones.
    return [sheet, (!id || this.#games.length > 0) && this.#index()];
  }

  #index() {
    return h(
      "article",
      { class: "learn" },
      h("h1", {}, t("learn.title")),
      h("p", {}, h("a", { class: "button learn-go", href: "/lesson" }, t("home.lesson"))),
      FAMILIES.map((family) => [
        h("h2", {}, t(`family.${family}`)),
        listed(this.#games.filter((game) => familyOf(game) === family)),
      ]),
      h(
        "section",
        { key: "words" },
        h("h2", {}, t("learn.words")),
        h(
          "dl",
          { class: "learn-words" },
          WORDS.map((word) => [h("dt", { key: `${word}?` }, wordName(word)), h("dd", { key: word }, wordMeans(word))]),
        ),
      ),
    );
  }

  /** @param {AnyGame} game */
  #page(game) {
    const sections = this.#sections.get(game.id);
    return h(
      "article",
      { class: "learn", key: game.id },
      !this.within &&
        h(
          "header",
          { key: "head" },
          h("p", {}, h("a", { href: "/learn" }, `‹ ${t("learn.back")}`)),
          h(
            "h1",
            {},
            gameName(game.id, game.name),
            " ",
            game.name_chinese &&
              gameName(game.id, game.name) !== game.name_chinese &&
              h("span", { lang: "zh-Hant" }, game.name_chinese),
          ),
          h("p", { class: "lead" }, short(game)),
          h("p", {}, players(game)),
          !isTilesGame(game) && game.reconstruction && h("p", { class: "learn-note" }, t("learn.reconstruction")),
        ),
      sections === null && h("p", {}, game.summary),
      sections?.map((section) =>
        h(
          "section",
          { key: section.title + section.blocks.length },
          h("h2", {}, t(section.title)),
          section.blocks.map((block) => draw(block, game, this.#boards)),
        ),
      ),
      !this.within &&
        h(
          "p",
          { key: "ways", class: "buttons" },
          h("a", { class: "button learn-go", href: `/new/${game.id}` }, t("learn.play")),
          h("a", { class: "button", href: `/game/${game.id}` }, t("learn.tables")),
          h("a", { class: "button", href: `/ladder/${game.id}` }, t("home.ratings")),
        ),
    );
  }

  /** The page does not exist if this page does not know the game; otherwise it could not be loaded. @param {string} id */
  #missing(id) {
    if (known(`learn.short.${id}`) === undefined) {
      this.#sections.set(id, null);
      return this.redraw();
    }
    this.#sections.delete(id);
    this.load(async () => this.#sections.set(id, await part(this.#bring(id))));
  }

  /** Loads the page of a game, with the module that draws its boards if needed. @param {string} id @returns {Promise<Section[]>} */
  async #bring(id) {
    const game = this.#games.find((game) => game.id === id);
    if (game && isBoardGame(game)) this.#boards ??= await import("./boards.js");
    if (game && isTilesGame(game)) await gameLooks(game.id);
    const { sections, texts } = await import(pageFile(`games/${id}/learn.js`));
    if (texts) await addTexts(texts);
    return sections;
  }

  /** The sections of a game, which are loaded once; undefined while they are loading. @param {string} id */
  #find(id) {
    if (this.#sections.has(id)) return;
    this.#sections.set(id, undefined);
    const found = (/** @type {Section[] | null} */ sections) => {
      this.#sections.set(id, sections);
      this.redraw();
    };
    this.#bring(id).then(found, () => this.#missing(id));
  }
}

/** Links to the pages of games. @param {AnyGame[]} games */
const listed = (games) =>
  h(
    "ul",
    { class: "learn-games" },
    games.map((game) =>
      h(
        "li",
        { key: game.id },
        h(
          "a",
          { href: `/learn/${game.id}` },
          h("strong", {}, gameName(game.id, game.name)),
          game.name_chinese &&
            game.name_chinese !== gameName(game.id, game.name) &&
            h("span", { lang: "zh-Hant" }, game.name_chinese),
          h("span", {}, [short(game), known(`learn.begin.${game.id}`)].filter(Boolean).join(" ")),
        ),
      ),
    ),
  );

/**
 * What is special about a game, in a line; the server's summary if the page has no text for it.
 *
 * @param {AnyGame} game
 */
function short(game) {
  return known(`learn.short.${game.id}`) ?? game.summary;
}

/** @param {AnyGame} game */
function players({ min_players: from, max_players: to }) {
  return from === to ? t("learn.players.exactly", { n: from }) : t("learn.players", { from, to });
}

/** @param {Block} block @param {AnyGame} game @param {typeof import("./boards.js") | null} boards @returns {Child} */
function draw(block, game, boards) {
  if ("figure" in block) return figure(block, game);
  if ("board" in block) return boards?.diagram(block.board, block.text);
  if ("men" in block) return isBoardVariant(game.id) ? boards?.men(game.id, block.men) : null;
  if ("kinds" in block) return block.kinds.map((row, i) => kinds(row, block.names?.[i], game));
  if ("types" in block) return isOfTricks(game) ? block.types.map((type) => ladder(type, game, block.examples)) : null;
  if ("trick" in block) return trick(block);
  const said = t(block.text, block.values);
  // The explained terms are those of trick games.
  return h("p", {}, isOfTricks(game) ? explained(said) : said);
}

/** A drawing with its text. @param {Extract<Block, { figure: unknown }>} block @param {AnyGame} game */
const figure = ({ figure, text }, game) =>
  h("figure", { class: "learn-figure" }, figure(game), text && h("figcaption", {}, t(text)));

/**
 * Kinds of pieces from high to low, each in both colours, with its name and the pronunciation of the characters.
 *
 * @param {string} row
 * @param {string | undefined} name
 * @param {AnyGame} game
 */
function kinds(row, name, game) {
  const described = isOfTricks(game) ? game.kinds : [];
  const pinyin = (/** @type {string} */ code) => described.find(({ piece }) => piece === code)?.pinyin ?? "";
  return h(
    "div",
    { class: "learn-kinds" },
    name && h("h3", {}, t(name)),
    h(
      "ol",
      {},
      [...row].map((red) => {
        const black = red.toLowerCase();
        const said = [...new Set([pinyin(red), pinyin(black)])].join(" · ");
        return h(
          "li",
          {},
          h(
            "span",
            { class: "learn-play" },
            // Ranks on pieces are those of trick games.
            [red, black].map((code) => h("giog-piece", { code, plain: !isOfTricks(game) })),
          ),
          h("strong", {}, t(`kind.${red}`)),
          said && h("span", { lang: "zh-Latn" }, said),
        );
      }),
    ),
  );
}

/**
 * The highest combinations of a type, or the given examples; equal ones together, and suits separated.
 *
 * @param {string} type
 * @param {Game} game
 * @param {string[]} [examples]
 */
function ladder(type, game, examples) {
  const combination = game.combinations.find((one) => one.type === type);
  if (!combination) return null;
  const ranking = examples?.map((pieces) => [pieces]) ?? combination.ranking;
  const apart = (/** @type {number} */ i) => combination.suits && combination.suits[i] !== combination.suits[i + 1];
  return h(
    "figure",
    { class: "learn-ladder" },
    h("figcaption", {}, called(combination)),
    h(
      "ol",
      {},
      ranking.slice(0, SHOWN).map((equal, i) =>
        h(
          "li",
          { class: apart(i) && "apart" },
          equal.slice(0, EQUAL).map((pieces, j) => [j > 0 && " = ", pictures(pieces)]),
          equal.length > EQUAL && " = …",
        ),
      ),
      ranking.length > SHOWN && h("li", { "aria-hidden": "true" }, "…"),
    ),
  );
}

/** A trick on the table, with the players of the plays. @param {Extract<Block, { trick: unknown }>} block */
function trick({ trick: plays, text, values }) {
  return h(
    "figure",
    { class: "learn-trick" },
    h(
      "ul",
      {},
      plays.map((play, i) =>
        h(
          "li",
          { class: play.wins ? "wins" : "" },
          h("span", {}, i === 0 ? t("learn.leads", { name: play.who }) : play.who),
          pictures(play.pieces),
          h(
            "span",
            { class: "learn-what" },
            play.wins ? [icon("wins"), " ", t("learn.wins")] : play.unseen ? t("learn.unseen") : "\u00a0",
          ),
        ),
      ),
    ),
    h("figcaption", {}, t(text, values)),
  );
}

/** Pieces side by side, as one picture with a name; `?` is a hidden piece. @param {string} pieces */
function pictures(pieces) {
  const codes = [...pieces].map((code) => (code === "?" ? "back" : code));
  const name = codes.includes("back") ? pieceName("back") : piecesInWords(pieces);
  return h(
    "span",
    { class: "learn-play", role: "img", "aria-label": name },
    codes.map((code) => h("giog-piece", { code })),
  );
}

customElements.define("giog-learn", Learn);
