// <giog-game>, at `game/GAME`: what a game is, the ways to play it, who sits at its tables, the best of its ladder, what its public matches
// say, its latest matches, and its rules.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { Ladder, MatchSummary, RoomId, Variant, VariantStats } from "../types/protocol.js"
 */

import { boardTexts } from "../boards/language.js";
import { h, View } from "../dom.js";
import { rulesTexts } from "../learn/language.js";
import { go } from "../places.js";
import { ask, part } from "../rest.js";
import { isBoardVariant } from "../room.js";
import { styled } from "../root.js";
import { everyGame, isTilesGame } from "../rules.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { gameName } from "../terms.js";
import { known, number, t } from "../texts.js";
import { tilesTexts } from "../tiles/language.js";
import { title } from "./attention.js";
import { seatsTold } from "./dan.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";
import { latest } from "./latest.js";
import { picture } from "./picture.js";
import { listed, roomLine } from "./rooms.js";
import { playNow } from "./solo.js";
import { tops } from "./tops.js";

await Promise.all([styled("views/house.css"), laterTexts()]);

/** How many of the latest matches are listed, and how many tables and places of the ladder. */
const MATCHES = 5;
const TABLES = 20;
const PLACES = 5;
const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

class Game extends View {
  /** @type {AnyGame[] | null} */
  #games = null;
  /** @type {VariantStats | null} */
  #stats = null;
  /** @type {Ladder | null} */
  #ladder = null;
  /** @type {MatchSummary[]} */
  #latest = [];
  #busy = false;
  /** Whether the rules were opened; whether their code is there. */
  #reads = false;
  #rules = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    session.lobby = null;
    session.narrowLobby({ variant: this.#id });
    this.onEnd(session.watchLobby());
    this.load(async () => {
      [this.#games] = await Promise.all([everyGame(), rulesTexts(), boardTexts(), tilesTexts()]);
      if (this.#game) await this.#get();
    });
  }

  get #id() {
    return /** @type {Variant} */ (this.here[1]);
  }

  get #game() {
    return this.#games?.find(({ id }) => id === this.#id);
  }

  get #name() {
    return gameName(this.#id, this.#game?.name);
  }

  /** What is missing is left out: the ways to play need none of it. */
  async #get() {
    const id = encodeURIComponent(this.#id);
    const of = [
      ask(`/variants/${id}/statistics`).then((stats) => (this.#stats = stats)),
      ask(`/ladders/${id}?limit=${PLACES}`).then((ladder) => (this.#ladder = ladder)),
      ask(`/matches?variant=${id}&status=over&limit=${MATCHES}`).then(({ matches }) => (this.#latest = matches)),
    ];
    await Promise.allSettled(of);
  }

  prepare() {
    title(`${this.#name} – Giog`);
  }

  draw() {
    const game = this.#game;
    if (!this.#games) return h("p", { key: "coming", class: "loading", role: "status" }, t("table.coming"));
    if (!game)
      return h(
        "section",
        { class: "game-page" },
        h("h1", {}, t("gamepage.unknown")),
        h("p", {}, h("a", { class: "button", href: "/learn" }, t("learn.back"))),
      );
    return h(
      "article",
      { class: "game-page" },
      this.#head(game),
      h("div", { key: "left", class: "tables" }, this.#tables(), this.#latestMatches(), this.#learn()),
      h("div", { key: "right", class: "beside" }, this.#places(), this.#statistics()),
    );
  }

  /** @param {AnyGame} game */
  #head(game) {
    const { min_players: from, max_players: to, name_chinese: chinese } = game;
    const rated = settings.get("rated");
    const quick = t("home.quick");
    return h(
      "header",
      { key: "head", class: "game-head" },
      picture(game.id),
      h(
        "div",
        {},
        h("h1", {}, this.#name, " ", chinese && chinese !== this.#name && h("span", { lang: "zh-Hant" }, chinese)),
        h("p", {}, known(`learn.short.${game.id}`) ?? game.summary),
        h(
          "p",
          { class: "small" },
          from === to ? t("learn.players.exactly", { n: from }) : t("learn.players", { from, to }),
          !isTilesGame(game) && game.reconstruction && ` · ${t("learn.reconstruction")}`,
        ),
        h(
          "p",
          { class: "buttons" },
          h(
            "button",
            { class: "main", disabled: this.#busy, onclick: () => this.#go(() => playNow(this.#id)) },
            t("home.play"),
          ),
          h(
            "button",
            { disabled: this.#busy, onclick: () => this.#go(() => session.quickPlay(this.#id, rated)) },
            rated ? t("home.quick.rated", { quick }) : quick,
          ),
          h("a", { class: "button", href: `/new/${game.id}` }, t("home.create")),
        ),
      ),
    );
  }

  /** @returns {Child} */
  #tables() {
    const { lobby, seated } = session;
    const rooms = listed(lobby?.values() ?? [], ({ variant }) => variant === this.#id);
    return h(
      "section",
      { key: "tables", "aria-live": "off" },
      h("h2", {}, t("home.rooms")),
      lobby === null
        ? h("p", { class: "loading" }, t("table.coming"))
        : rooms.length === 0
          ? h("p", { class: "empty" }, t("gamepage.nobody"))
          : h(
              "ul",
              { class: "rooms" },
              rooms.slice(0, TABLES).map((room) => roomLine(room, this.#name, seated.includes(room.room))),
            ),
    );
  }

  /** @returns {Child} */
  #latestMatches() {
    return (
      this.#latest.length > 0 &&
      h(
        "section",
        { key: "latest" },
        h("h2", {}, t("house.latest")),
        latest(this.#latest, () => this.#name),
      )
    );
  }

  /** The rules, which are loaded when they are wanted. */
  #learn() {
    const opened = () => {
      if (this.#reads) return;
      this.#reads = true;
      brought(this, async () => {
        try {
          await part(import("../learn/learn.js"));
        } catch (error) {
          this.#reads = false;
          throw error;
        }
        this.#rules = true;
        this.redraw();
      });
    };
    return h(
      "details",
      { key: "rules", class: "rules", ontoggle: opened },
      h("summary", {}, h("h2", {}, t("gamepage.rules"))),
      this.#rules
        ? h("giog-learn", { key: "learn", ".within": true, ".here": ["learn", this.#id] })
        : h("p", { key: "coming", class: "loading" }, t("table.coming")),
    );
  }

  /** @returns {Child} */
  #places() {
    const ladder = this.#ladder;
    if (!ladder) return null;
    const label = seatsTold(ladder.seats, ladder.variant);
    return h(
      "section",
      { key: "ladder" },
      h("h2", {}, t("house.ladders")),
      ladder.places.length > 0 ? tops(ladder.places, label) : h("p", { class: "small" }, t("ratings.none")),
      h("p", {}, h("a", { class: "leads", href: `/ladder/${this.#id}` }, t("ratings.ladder", { game: this.#name }))),
    );
  }

  /** @returns {Child} */
  #statistics() {
    const stats = this.#stats;
    if (!stats) return null;
    const { matches, since, seats, longest, highest } = stats;
    const lang = document.documentElement.lang;
    const date = (/** @type {string} */ moment) => new Date(moment).toLocaleDateString(lang, { dateStyle: "medium" });
    const records = [
      longest && { ...longest, told: t("gamepage.longest", { time: lengthTold(longest.lasted_ms) }) },
      highest && { ...highest, told: t("gamepage.highest", { score: number(highest.score) }) },
    ].filter((record) => record !== null);
    return [
      h(
        "section",
        { key: "stats" },
        h("h2", {}, t("gamepage.stats")),
        matches === 0
          ? h("p", { class: "small" }, t("profile.none"))
          : [
              h(
                "p",
                { class: "small" },
                since ? t("profile.since", { n: matches, date: date(since) }) : t("gamepage.counted", { n: matches }),
              ),
              h(
                "table",
                { class: "numbers" },
                h(
                  "thead",
                  {},
                  h(
                    "tr",
                    {},
                    h("th", { scope: "col" }, t("filter.seats")),
                    h("th", { scope: "col" }, t("ratings.matches")),
                    h("th", { scope: "col" }, t("gamepage.first")),
                    isBoardVariant(this.#id) && h("th", { key: "drawn", scope: "col" }, t("gamepage.drawn")),
                    h("th", { scope: "col" }, t("gamepage.length")),
                  ),
                ),
                h(
                  "tbody",
                  {},
                  seats.map((of) =>
                    h(
                      "tr",
                      { key: of.seats },
                      h("th", { scope: "row" }, number(of.seats)),
                      h("td", {}, number(of.matches)),
                      h("td", {}, share(of.won[0] ?? 0, of.matches)),
                      isBoardVariant(this.#id) && h("td", { key: "drawn" }, share(of.drawn, of.matches)),
                      h("td", {}, of.median_ms === null ? "–" : lengthTold(of.median_ms)),
                    ),
                  ),
                ),
              ),
            ],
      ),
      records.length > 0 &&
        h(
          "section",
          { key: "records" },
          h("h2", {}, t("gamepage.records")),
          h(
            "ul",
            { class: "brief" },
            records.map(({ match_id, ended_at, told }) =>
              h(
                "li",
                { key: told },
                h("a", { class: "leads", href: `/match/${match_id}` }, told),
                h("time", { class: "small", datetime: ended_at }, date(ended_at)),
              ),
            ),
          ),
        ),
    ];
  }

  /** @param {() => Promise<RoomId>} how */
  async #go(how) {
    this.#busy = true;
    this.redraw();
    await brought(this, async () => go(`/room/${await how()}`));
    this.#busy = false;
    this.redraw();
  }
}

/** @param {number} part @param {number} of */
const share = (part, of) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(part / of);

/** A length in hours and minutes, at least a minute. @param {number} ms */
function lengthTold(ms) {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const unit = (/** @type {number} */ n, /** @type {"hour" | "minute"} */ unit) =>
    new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" }).format(n);
  const hours = Math.floor(minutes / HOUR_MIN);
  if (hours === 0) return unit(minutes, "minute");
  return [unit(hours, "hour"), minutes % HOUR_MIN && unit(minutes % HOUR_MIN, "minute")].filter(Boolean).join(" ");
}

customElements.define("giog-game", Game);
