// <giog-player>, at `player/ID`: somebody's public matches in numbers, whom they met, and their ratings; and what can be done about them.

/**
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { PlayerInfo, PlayerRatings, PlayerStats } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { ask, change, part } from "../rest.js";
import { personOf } from "../room.js";
import { styled } from "../root.js";
import { everyGame } from "../rules.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { calledName, engineOf, gameName, personName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { block, blocks, unblock } from "./blocks.js";
import { brought } from "./home.js";
import { laterTexts } from "./language.js";
import { pools } from "./pools.js";
import { games, opponents } from "./profile.js";
import { askFirst } from "./question.js";
import { greeted } from "./ratings.js";
import { focus } from "./seated.js";
import "./find.js";

await Promise.all([styled("views/ratings.css"), styled("views/player.css"), laterTexts()]);

/** How many of the latest matches are counted. */
const COUNTED = 200;

/**
 * @typedef {object} Relation
 * @property {boolean} isNear whether they are friends, or the reader has asked
 * @property {boolean} isBlocked whether the reader has blocked them
 */

class Player extends View {
  /** @type {PlayerInfo | null} */
  #player = null;
  /** @type {PlayerStats | null} */
  #stats = null;
  /** @type {PlayerRatings | null} */
  #ratings = null;
  /** Whether one is found by name; unknown of others. @type {boolean | null} */
  #findable = null;
  /** What the reader has to do with somebody else; null as long as it is not known. @type {Relation | null} */
  #relation = null;
  /** Whether what depends on who reads was asked for. */
  #asked = false;
  /** @type {AnyGame[]} */
  #games = [];
  #told = "";

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
    ask(`/players/${this.#id}`).then(
      (player) => {
        this.#player = player;
        this.redraw();
      },
      () => {},
    );
    this.load(() => this.#get());
  }

  get #id() {
    return this.here[1] ?? "";
  }

  get #isOwn() {
    return session.me?.player === this.#id;
  }

  async #get() {
    await greeted();
    const [stats, ratings] = await Promise.all([
      ask(`/players/${this.#id}/stats?limit=${COUNTED}`),
      ask(`/players/${this.#id}/ratings`),
    ]);
    this.#stats = stats;
    this.#ratings = ratings;
  }

  get #name() {
    return this.#player ? `${personName(this.#player.name)}#${this.#player.tag}` : t("matches.forgotten");
  }

  prepare() {
    title(`${this.#name} – Giog`);
    // Whose page it is may be known only after the server has greeted.
    if (!session.me || this.#asked) return;
    this.#asked = true;
    if (!this.#isOwn) return void this.#relate().catch(() => {});
    ask("/guests/me/findable").then(
      ({ findable }) => {
        this.#findable = findable;
        this.redraw();
      },
      () => {},
    );
  }

  draw() {
    const [stats, ratings] = [this.#stats, this.#ratings];
    const called = (/** @type {string} */ variant) =>
      gameName(variant, this.#games.find(({ id }) => id === variant)?.name);
    return h(
      "section",
      { class: "ratings profile" },
      this.#heading(),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: `/matches/${this.#id}` }, t("home.matches")),
        h("a", { class: "button", href: "/ladder" }, t("ratings.ladders")),
        this.#isOwn && h("a", { key: "mistakes", class: "button", href: "/mistakes" }, t("mistakes.title")),
        this.#nearer(),
        this.#report(),
      ),
      !this.#isOwn && this.#toldLine(),
      stats && ratings
        ? [
            h("h2", { key: "games" }, t("profile.games")),
            games(stats, called),
            stats.opponents.length > 0 && h("h2", { key: "met" }, t("profile.met")),
            opponents(stats),
            h("h2", { key: "ratings" }, t("home.ratings")),
            pools(ratings, this.#isOwn, called),
            this.#isOwn && this.#choices(ratings),
          ]
        : h("p", { key: "coming", class: "loading", role: "status" }, t("table.coming")),
      this.#isOwn && this.#toldLine(),
      h("giog-find", { key: "find" }),
    );
  }

  /** What was done last, where it was done. */
  #toldLine() {
    return h("p", { key: "told", class: "small", role: "status" }, this.#told);
  }

  /** Looks what the reader has to do with somebody else. */
  async #relate() {
    const [{ friends, asked }, blocked] = await Promise.all([ask("/guests/me/friends"), blocks()]);
    const has = (/** @type {{ player: string }[]} */ people) => people.some(({ player }) => player === this.#id);
    this.#relation = { isNear: has(friends) || has(asked), isBlocked: has(blocked) };
    this.redraw();
  }

  /** Asking somebody else to be friends, and blocking them. @returns {Child} */
  #nearer() {
    const [player, relation] = [this.#player, this.#relation];
    if (!player || !relation || engineOf(player)) return null;
    const name = calledName(player);
    const lifts = () => this.#do(() => unblock(player).then(() => t("friends.unblock.done", { name })));
    if (relation.isBlocked) return h("button", { key: "block", onclick: lifts }, t("friends.unblock"));
    const hides = () => this.#do(() => block(player).then(() => t("person.block.done", { name })));
    return [
      !relation.isNear && h("button", { key: "befriend", onclick: () => this.#befriend(player) }, t("person.befriend")),
      h(
        "button",
        { key: "block", onclick: () => askFirst(t("person.block.ask", { name }), t("person.block"), hides) },
        t("person.block"),
      ),
    ];
  }

  /** Asks somebody to be friends, or agrees if they have asked. @param {PlayerInfo} player */
  #befriend(player) {
    return this.#do(async () => {
      const { friends } = await ask(`/guests/me/friends/${player.player}`, { method: "PUT" });
      settings.set("friends", true);
      return t(friends ? "friends.agree.done" : "person.befriend.done", { name: calledName(player) });
    });
  }

  /** Does something about the person; says then what it returns. @param {() => Promise<string>} act */
  async #do(act) {
    this.#told = "";
    await brought(this, async () => {
      this.#told = await act();
      await this.#relate();
    });
    this.redraw();
    // The button that had the focus may be gone.
    queueMicrotask(() => document.activeElement === document.body && focus(this.querySelector(".buttons button")));
  }

  #heading() {
    const player = this.#player;
    return h(
      "div",
      { class: "tags" },
      h(
        "h1",
        {},
        player
          ? [h("bdi", {}, personName(player.name)), h("span", { class: "small" }, `#${player.tag}`)]
          : t("matches.forgotten"),
      ),
      this.#isOwn && h("span", { key: "you", class: "tag" }, t("seat.you")),
      player && engineOf(player) && h("span", { key: "engine", class: "tag" }, engineOf(player)),
    );
  }

  /** Reports are made about somebody who sits or has played at a table where one is: the operator can look there. @returns {Child} */
  #report() {
    const player = this.#player;
    const room = [...session.rooms.values()].find(
      ({ state }) =>
        state && [...state.seats, ...state.series.rows].some(({ occupant }) => personOf(occupant)?.player === this.#id),
    );
    if (!player || this.#isOwn || !room) return null;
    const label = calledName(player);
    return h(
      "button",
      {
        key: "report",
        onclick: () =>
          brought(this, async () =>
            (await part(import("./moderation.js"))).openSheet("giog-report", {
              table: { room },
              player: player.player,
              label,
            }),
          ),
      },
      t("person.report"),
    );
  }

  /** What one chooses oneself: whether others see the ratings, and find the page by name. @param {PlayerRatings} ratings */
  #choices({ hidden }) {
    return h(
      "div",
      { key: "choices", class: "own-choices" },
      choice("hide", hidden, (box) => this.#hide(box)),
      this.#findable !== null && choice("find", this.#findable, (box) => this.#beFound(box)),
    );
  }

  /** @param {HTMLInputElement} box */
  async #hide(box) {
    const hidden = box.checked;
    this.#told = "";
    await brought(this, async () => {
      await change("/guests/me/rating", "PUT", { hidden });
      this.#told = t(hidden ? "ratings.hidden.done" : "ratings.shown.done");
      if (this.#ratings) this.#ratings = { ...this.#ratings, hidden };
    });
    // Refused, it is as it was.
    box.checked = this.#ratings?.hidden ?? false;
    this.redraw();
  }

  /** @param {HTMLInputElement} box */
  async #beFound(box) {
    const findable = box.checked;
    this.#told = "";
    await brought(this, async () => {
      await change("/guests/me/findable", "PUT", { findable });
      this.#told = t(findable ? "find.on" : "find.off");
      this.#findable = findable;
    });
    box.checked = this.#findable ?? true;
    this.redraw();
  }
}

/** @param {"hide" | "find"} what @param {boolean} checked @param {(box: HTMLInputElement) => void} choose */
const choice = (what, checked, choose) =>
  h(
    "div",
    { key: what, class: "hides" },
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked,
        "aria-describedby": `${what}-why`,
        onchange: ({ currentTarget }) => choose(currentTarget),
      }),
      t(what === "hide" ? "ratings.hide" : "find.be"),
    ),
    h("p", { id: `${what}-why`, class: "small" }, t(what === "hide" ? "ratings.hide.why" : "find.why")),
  );

customElements.define("giog-player", Player);
