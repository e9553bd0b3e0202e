// <giog-ladder>, at `ladder/GAME`: the best of a game in this season, and with `/SEASON` the final table of an earlier one.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { Anchor, FinalPlace, Ladder as LadderPage, LadderPlace, PoolRating, SeasonTable, Variant } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { FIRST_GAME } from "../games/list.js";
import { amend } from "../layers.js";
import { ask, TOKEN } from "../rest.js";
import { onHost, styled } from "../root.js";
import { everyGame } from "../rules.js";
import { session } from "../session.js";
import { kept } from "../storage.js";
import { botLevel, gameName, personName } from "../terms.js";
import { number, t } from "../texts.js";
import { title } from "./attention.js";
import { gameOptions } from "./games.js";
import { danPoints, danTold, provisional, ratingTold, seasonTold, seatsTold, whoElse } from "./dan.js";
import { brought, playRated } from "./home.js";
import { laterTexts } from "./language.js";
import { focus } from "./seated.js";
import "./find.js";

await Promise.all([styled("views/ratings.css"), laterTexts()]);

/** The choice of the season that is running. */
const RUNNING = "now";

/** A new guest does not exist before the server has answered `hello`. */
export const greeted = () => (kept(TOKEN) ? Promise.resolve() : session.greeted());

class Ladder extends View {
  /** @type {AnyGame[]} */
  #games = [];
  /** @type {string} */
  #variant = FIRST_GAME;
  /** An earlier season, whose final table is shown. */
  #chosen = "";
  /** The seasons, and what is common to all pages. @type {LadderPage | null} */
  #ladder = null;
  /** @type {LadderPlace[] | null} */
  #places = null;
  /** @type {SeasonTable | null} */
  #final = null;
  /** @type {string | null} */
  #next = null;
  /** One's own rating there. @type {PoolRating | undefined} */
  #own;
  #busy = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    everyGame().then(
      (games) => {
        this.#games = games;
        this.redraw();
      },
      () => {},
    );
    this.moved();
  }

  moved() {
    this.#look(this.here[1] || FIRST_GAME, this.here[2]);
  }

  /** Shows the ladder of a game, or the final table of a season. @param {string} variant @param {string} [season] */
  #look(variant, season = "") {
    if (variant !== this.#variant) this.#ladder = null;
    this.#variant = variant;
    this.#chosen = season;
    this.#places = this.#next = this.#final = null;
    this.#own = undefined;
    this.load(async () => {
      // The list of seasons is that of the ladder.
      if (!season || !this.#ladder) await this.#get(variant);
      if (season) await this.#getFinal(variant, season);
    });
  }

  /** @param {string} variant @param {string} season */
  async #getFinal(variant, season) {
    const table = await ask(`/ladders/${encodeURIComponent(variant)}/seasons/${encodeURIComponent(season)}`);
    if (variant !== this.#variant || season !== this.#chosen) return;
    this.#final = table;
    this.redraw();
  }

  /** @param {string} variant @param {string | null} [cursor] */
  async #get(variant, cursor = null) {
    const ladder = await ask(
      `/ladders/${encodeURIComponent(variant)}${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`,
    );
    const { seats, clock, places, next } = ladder;
    // Another game was chosen meanwhile, or a page was asked for twice.
    if (variant !== this.#variant || cursor !== this.#next) return;
    this.#ladder = ladder;
    const before = this.#places ?? [];
    // Pages shift while people play.
    const known = new Set(before.map(({ player }) => player));
    this.#places = [...before, ...places.filter(({ player }) => !known.has(player))];
    this.#next = next;
    this.redraw();
    if (cursor) return void (next || queueMicrotask(() => this.#keepFocus(before.length)));
    await greeted();
    const me = session.me?.player;
    // Without it only the own line is missing.
    const own = me && (await ask(`/players/${me}/ratings?variant=${encodeURIComponent(variant)}`).catch(() => null));
    if (!own || variant !== this.#variant) return;
    this.#own = own.ratings.find((one) => one.seats === seats && one.clock === clock);
  }

  /** If the button for more had the focus and is gone, moves the focus to the first line that it loaded. @param {number} at */
  #keepFocus(at) {
    if (document.activeElement && document.activeElement !== document.body) return;
    focus(this.querySelectorAll("tbody tr")[at]?.querySelector("a") ?? null);
  }

  get #name() {
    return gameName(this.#variant, this.#games.find(({ id }) => id === this.#variant)?.name);
  }

  prepare() {
    title(`${t("ratings.ladder", { game: this.#name })} – Giog`);
  }

  draw() {
    const me = session.me?.player;
    return h(
      "section",
      { class: "ratings" },
      h("h1", {}, t("ratings.ladder", { game: this.#name })),
      h(
        "div",
        { class: "filters fields" },
        h(
          "label",
          {},
          t("filter.variant"),
          h(
            "select",
            { value: this.#variant, onchange: ({ currentTarget }) => this.#choose(currentTarget.value) },
            gameOptions(this.#games, this.#variant),
          ),
        ),
        this.#seasons(),
      ),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "main", disabled: this.#busy, onclick: () => this.#play() }, t("ratings.play")),
        me && h("a", { key: "own", class: "button", href: `/player/${me}` }, t("profile.yours")),
        h("a", { key: "game", class: "button quiet", href: `/game/${this.#variant}` }, t("ratings.game")),
      ),
      this.#chosen ? this.#finalTable(me) : this.#running(me),
      h("giog-find", { key: "find" }),
    );
  }

  /** The choice of an earlier season, if there is one. @returns {Child} */
  #seasons() {
    const { season, seasons = [] } = this.#ladder ?? {};
    if (!season || (seasons.length === 0 && !this.#chosen)) return null;
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      h("option", { key: value, value }, text);
    return h(
      "label",
      { key: "seasons" },
      t("ratings.season"),
      h(
        "select",
        {
          value: this.#chosen || RUNNING,
          onchange: ({ currentTarget: { value } }) => this.#choose(this.#variant, value === RUNNING ? "" : value),
        },
        option(RUNNING, t("ratings.season.now", { season: seasonTold(season) })),
        seasons.map((one) => option(one, seasonTold(one))),
      ),
    );
  }

  /** The ladder of this season. @param {string | undefined} me @returns {Child} */
  #running(me) {
    return [
      h("p", { key: "what", class: "small" }, t("rated.what"), " ", this.#ladder && whoElse(this.#waits(this.#ladder))),
      this.#own &&
        h(
          "p",
          { key: "yours", class: "yours" },
          `${t("ratings.your", { rating: ratingTold(this.#own) })} · ${danTold(this.#own.dan)} (${danPoints(this.#own.dan)}) · ${t("ratings.after", { n: this.#own.matches })} `,
          provisional(this.#own),
        ),
      this.#table(me),
      // A server of an earlier version tells none.
      (this.#ladder?.anchors ?? []).length > 0 && fixed(this.#ladder?.anchors ?? []),
      this.#next &&
        h(
          "div",
          { key: "more", class: "buttons" },
          h("button", { onclick: () => brought(this, () => this.#get(this.#variant, this.#next)) }, t("matches.more")),
        ),
      this.#places && this.#places.length > 0 && h("p", { key: "order", class: "small" }, t("ratings.order")),
      h("p", { key: "dan", class: "small" }, t("ratings.dan.what")),
    ];
  }

  /** After how many milliseconds computer players take seats in this game; 0 if they never do. @param {LadderPage} ladder */
  #waits({ anchors = [] }) {
    return anchors.some(({ plays }) => plays) ? session.me?.limits.rated_bots_ms : 0;
  }

  /** The final table of an earlier season. @param {string | undefined} me @returns {Child} */
  #finalTable(me) {
    const final = this.#final;
    if (!final) return h("p", { key: "coming", class: "loading", role: "status" }, t("table.coming"));
    const { table, names } = final;
    const named = new Map(names.map((one) => [one.player, one]));
    const address = `/api/v1/ladders/${table.variant}/seasons/${table.season}`;
    return [
      h(
        "p",
        { key: "final", class: "small", role: "status" },
        t("ratings.season.final", { season: seasonTold(table.season) }),
      ),
      places(
        seatsTold(table.seats, table.variant),
        table.places.map((place, at) =>
          line({ name: null, tag: "", ...named.get(place.player), ...place }, at, place.player === me),
        ),
      ),
      h(
        "div",
        { key: "signed", class: "buttons" },
        h("a", { class: "button quiet", href: address, target: "_blank" }, t("ratings.season.signed")),
      ),
    ];
  }

  /** @param {string | undefined} me @returns {Child} */
  #table(me) {
    const [all, ladder] = [this.#places, this.#ladder];
    if (!all || !ladder) return h("p", { key: "coming", class: "loading", role: "status" }, t("table.coming"));
    const date = new Date(Date.parse(ladder.season_ends_at) - 1).toLocaleDateString(document.documentElement.lang, {
      calendar: "gregory",
      dateStyle: "medium",
      timeZone: "UTC",
    });
    const until = t("ratings.season.until", { season: seasonTold(ladder.season), date });
    if (all.length === 0)
      return [
        h("p", { key: "until", class: "small" }, until),
        h("p", { key: "none", class: "empty", role: "status" }, t("ratings.none")),
      ];
    return places(
      `${seatsTold(ladder.seats, ladder.variant)} · ${until}`,
      all.map((place, at) => line(place, at, place.player === me)),
    );
  }

  /** The chosen game and season are in the address, too. @param {string} variant @param {string} [season] */
  #choose(variant, season = "") {
    amend(onHost(`/ladder/${variant}${season ? `/${season}` : ""}`));
    this.#look(variant, season);
    this.redraw();
  }

  async #play() {
    this.#busy = true;
    this.redraw();
    await playRated(this, /** @type {Variant} */ (this.#variant));
    this.#busy = false;
    this.redraw();
  }
}

/** The places of a ladder or final table. @param {string} caption @param {Child[]} lines */
function places(caption, lines) {
  return h(
    "table",
    { key: "ladder", class: "ladder" },
    h("caption", { class: "small" }, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "hidden" }, t("score.place"))),
        h("th", { scope: "col" }, t("score.player")),
        h("th", { scope: "col" }, t("ratings.rating")),
        h("th", { scope: "col" }, t("ratings.matches")),
      ),
    ),
    h("tbody", {}, lines),
  );
}

/** The computer players to whom people are compared. @param {Anchor[]} anchors */
const fixed = (anchors) =>
  h(
    "table",
    { key: "anchors", class: "ladder" },
    h("caption", { class: "small" }, t("ratings.anchors")),
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, t("score.player")), h("th", { scope: "col" }, t("ratings.rating"))),
    ),
    h(
      "tbody",
      {},
      anchors.map((anchor) =>
        h(
          "tr",
          { key: anchor.level },
          h(
            "th",
            { scope: "row" },
            botLevel(anchor.level),
            anchor.plays && [" ", h("span", { key: "plays", class: "tag" }, t("ratings.anchors.plays"))],
          ),
          h("td", { class: "number" }, ratingTold(anchor)),
        ),
      ),
    ),
  );

/**
 * Somebody in a ladder or final table.
 *
 * @param {FinalPlace & Pick<LadderPlace, "name" | "tag"> & { provisional?: boolean }} place
 * @param {number} at
 * @param {boolean} isOwn
 */
function line(place, at, isOwn) {
  const { player, name, tag, dan, matches } = place;
  return h(
    "tr",
    { key: player, class: isOwn ? "own" : null, "aria-current": isOwn ? "true" : null },
    h("td", {}, number(at + 1)),
    h(
      "th",
      { scope: "row" },
      h(
        "a",
        { class: "name", href: `/player/${player}` },
        name ? [personName(name), h("span", { class: "small" }, `#${tag}`)] : t("matches.forgotten"),
      ),
      isOwn && [" ", h("span", { key: "you", class: "tag" }, t("seat.you"))],
    ),
    h(
      "td",
      {},
      h("span", { class: "number" }, ratingTold(place)),
      " ",
      h("span", { class: "tag", title: danPoints(dan) }, danTold(dan)),
      " ",
      place.provisional && provisional({ provisional: true }),
    ),
    h("td", {}, number(matches)),
  );
}

customElements.define("giog-ladder", Ladder);
