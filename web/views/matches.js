// <giog-matches>, at `matches/PLAYER`: finished matches to look at, the latest first; all, or those of one player.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { MatchPlayer, MatchSummary, PlayerInfo } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { ask } from "../rest.js";
import { isBoardVariant, isTilesVariant } from "../room.js";
import { styled } from "../root.js";
import { everyGame } from "../rules.js";
import { session } from "../session.js";
import { gameName, personName } from "../terms.js";
import { known, t } from "../texts.js";
import { title } from "./attention.js";
import { gameOptions } from "./games.js";
import { laterTexts } from "./language.js";
import { filter, Paged, when } from "./paged.js";
import { playersOf } from "./players.js";
import "./find.js";

await Promise.all([styled("views/ratings.css"), laterTexts()]);

const ENDS = ["over", "abandoned"];

/** @typedef {{ variant: string, from: string, to: string, status: string, won: boolean }} Narrowed */

class Matches extends View {
  /** @type {AnyGame[]} */
  #games = [];
  /** @type {Paged<MatchSummary>} */
  #pages = new Paged(this, (cursor) => this.#ask(cursor), ".rooms > li > a.button");
  /** @type {PlayerInfo | null} */
  #player = null;
  /** @type {Narrowed} */
  #wanted = { variant: "", from: "", to: "", status: "", won: false };

  began() {
    this.follow(session, "change", () => this.redraw());
    everyGame().then(
      (games) => {
        this.#games = games;
        this.redraw();
      },
      () => {},
    );
    // The matches of a person whose data was deleted still exist.
    if (this.player_)
      ask(`/players/${this.player_}`).then(
        (player) => {
          this.#player = player;
          this.redraw();
        },
        () => {},
      );
    this.#pages.begin();
  }

  prepare() {
    title(`${t("matches.title")} – Giog`);
  }

  /** The player whose matches are shown, or null for all. */
  get player_() {
    return this.here[1] || null;
  }

  /** @param {string | null} cursor */
  async #ask(cursor) {
    const { variant, from, to, status, won } = this.#wanted;
    const asked = new URLSearchParams();
    const put = (/** @type {string} */ name, /** @type {string | false | null | undefined} */ value) =>
      value && asked.set(name, value);
    put("variant", variant);
    put("status", status);
    put("from", from && dayBegins(from, 0));
    put("to", to && dayBegins(to, 1));
    put("player", this.player_);
    put("won_by", won && this.player_);
    put("cursor", cursor);
    const { matches: items, next } = await ask(`/matches?${asked}`);
    // The texts about how matches ended come later than the list; without them the list only shows the winners.
    Promise.allSettled(endTexts(items)).then(() => this.redraw());
    return { items, next };
  }

  draw() {
    const mine = session.me?.player === this.player_;
    const title = !this.player_
      ? t("matches.title")
      : mine
        ? t("matches.yours")
        : t("matches.of", {
            name: this.#player ? `${personName(this.#player.name)}#${this.#player.tag}` : t("matches.forgotten"),
          });
    return h(
      "section",
      { class: "matches" },
      h("h1", {}, title),
      h(
        "div",
        { class: "buttons" },
        this.player_ && h("a", { key: "all", class: "button", href: "/matches" }, t("matches.everybody")),
        this.player_ &&
          h("a", { key: "profile", class: "button", href: `/player/${this.player_}` }, t("person.profile")),
        mine && h("a", { key: "mistakes", class: "button", href: "/mistakes" }, t("mistakes.title")),
        !mine &&
          session.me &&
          h("a", { key: "mine", class: "button", href: `/matches/${session.me.player}` }, t("matches.mine")),
      ),
      !this.player_ && h("giog-find", { key: "find" }),
      this.#filters(),
      this.#pages.items?.length === 0 &&
        h("p", { class: "empty" }, t(this.#narrowed() || this.player_ ? "matches.none.such" : "matches.none")),
      h(
        "ul",
        { class: "rooms" },
        (this.#pages.items ?? []).map((match) => this.#match(match)),
      ),
      this.#pages.more(),
    );
  }

  #narrowed() {
    return Object.values(this.#wanted).some(Boolean);
  }

  #filters() {
    const { from, to } = this.#wanted;
    const date = (/** @type {string} */ name, /** @type {{ min?: string, max?: string }} */ bounds) =>
      h(
        "label",
        { key: name },
        t(`matches.${name}`),
        h("input", {
          type: "date",
          ...bounds,
          onchange: ({ currentTarget }) => this.#narrow({ [name]: currentTarget.value }),
        }),
      );
    return h(
      "div",
      { class: "filters fields" },
      filter(t("filter.variant"), gameOptions(this.#games), (variant) => this.#narrow({ variant })),
      filter(
        t("matches.end"),
        ENDS.map((id) => h("option", { key: id, value: id }, t(`matches.end.${id}`))),
        (status) => this.#narrow({ status }),
      ),
      date("from", { max: to || undefined }),
      date("to", { min: from || undefined }),
      this.player_ &&
        h(
          "label",
          { key: "won", class: "check" },
          h("input", {
            type: "checkbox",
            onchange: ({ currentTarget }) => this.#narrow({ won: currentTarget.checked }),
          }),
          t("matches.won"),
        ),
    );
  }

  /** @param {Partial<Narrowed>} change */
  #narrow(change) {
    this.#wanted = { ...this.#wanted, ...change };
    this.#pages.begin();
  }

  /** @param {MatchSummary} match */
  #match(match) {
    const { match_id, variant, status, end, ended_at, players } = match;
    const game = this.#games.find(({ id }) => id === variant);
    return h(
      "li",
      { key: match_id },
      h(
        "span",
        { class: "about" },
        h("strong", {}, gameName(variant, game?.name)),
        when(ended_at, "small"),
        status === "abandoned" && h("span", { class: "tag" }, t("matches.end.abandoned")),
        end && endTold(variant, end),
        playersOf(match, this.player_),
      ),
      h("a", { class: "button", href: this.#look(match_id, players) }, t("matches.look")),
    );
  }

  /** Opens a match; own matches are shown from the own seat. @param {string} match_id @param {MatchPlayer[]} players */
  #look(match_id, players) {
    const own = players.find(({ player }) => player && player === session.me?.player);
    return `/match/${match_id}${own ? `/${own.seat}/0` : ""}`;
  }
}

/** Loads the texts about how these matches ended. @param {MatchSummary[]} matches @returns {Promise<void>[]} */
function endTexts(matches) {
  const ended = matches.filter(({ end }) => end).map(({ variant }) => variant);
  return [
    ...(ended.some(isBoardVariant) ? [import("../boards/language.js").then(({ boardTexts }) => boardTexts())] : []),
    ...(ended.some(isTilesVariant) ? [import("../tiles/language.js").then(({ tilesTexts }) => tilesTexts())] : []),
  ];
}

/**
 * How a match ended, in a sentence; nothing for trick games, which end in one way only.
 *
 * @param {string} variant
 * @param {string} end
 * @returns {Child}
 */
function endTold(variant, end) {
  const told = known(`${isBoardVariant(variant) ? "board" : "tiles"}.end.${end}`);
  return told && h("span", { class: "small how" }, told);
}

/** The beginning of a local day, or of a later one, in the format of the server. @param {string} day @param {number} later */
function dayBegins(day, later) {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

customElements.define("giog-matches", Matches);
