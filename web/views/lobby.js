// <giog-lobby>: the open tables with their filters, live; where there is none, a way to open one, and when people come.

/**
 * @import { Fields } from "../client/connection.js"
 * @import { Child } from "../dom.js"
 * @import { AnyGame } from "../rules.js"
 * @import { Wanted } from "../settings.js"
 * @import { RoomId, RoomSummary } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { later } from "../rest.js";
import { isBot, personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { gameOptions } from "./games.js";
import { busiest, timeTold } from "./hours.js";
import { listed, roomLine } from "./rooms.js";

/** The filters of the lobby, as in the settings; empty if all are wanted. */
const SEATS = [2, 3, 4, 5, 6, 7, 8];
/** @type {{ [want: string]: Fields<"watch_lobby"> }} */
const WANT = { free: { free: true }, watch: { phase: "playing", spectators: true } };
/** @type {{ [who: string]: (room: RoomSummary) => boolean }} */
const WHO = {
  people: (room) => !room.seats.some(isBot),
  bots: (room) => room.seats.some(isBot),
};
/** How many tables are shown at first, and more with each press of a button: as many as the server lists at once. */
const ROOMS_AT_ONCE = 100;

/** What quick play may choose besides the game. */
const choices = later(() => import("./quick.js"));

/**
 * What the view around it knows.
 *
 * @typedef {object} Around
 * @property {AnyGame[]} games the games of the server
 * @property {RoomId[]} above the tables that are listed above already
 * @property {number[]} hours how many matches began in each hour of the day
 * @property {boolean} busy whether something was begun already
 * @property {() => unknown} open opens a table that others can join
 */

class Lobby extends View {
  /** @type {Around} */
  #around = { games: [], above: [], hours: [], busy: false, open: () => {} };
  /** How many tables are shown. */
  #shown = ROOMS_AT_ONCE;
  /** Whether the filters were opened. */
  #filtering = false;

  get around() {
    return this.#around;
  }

  set around(around) {
    this.#around = around;
    this.redraw();
  }

  began() {
    this.follow(session, "change", () => this.redraw());
    this.follow(settings, "change", () => this.redraw());
    session.narrowLobby(wanted());
    this.onEnd(session.watchLobby());
  }

  draw() {
    const fits = WHO[settings.get("lobby").who ?? ""] ?? (() => true);
    const seated = session.seated;
    const rooms = listed(
      session.lobby?.values() ?? [],
      (room) => fits(room) && !this.#around.above.includes(room.room),
    );
    const here = new Set(rooms.flatMap(({ seats }) => seats.flatMap((occupant) => personOf(occupant)?.player ?? [])));
    return [
      h("h2", {}, t("home.rooms")),
      here.size > 0 && h("p", { key: "people", class: "small" }, t("home.people", { n: here.size })),
      this.#filters(),
      session.lobby === null
        ? h("p", { class: "loading" }, t("table.coming"))
        : rooms.length === 0
          ? this.#nothing()
          : h(
              "ul",
              { class: "rooms" },
              rooms
                .slice(0, this.#shown)
                .map((room) => roomLine(room, this.#name(room.variant), seated.includes(room.room))),
            ),
      (session.lobbyHasMore || rooms.length > this.#shown) &&
        h(
          "p",
          { key: "more", class: "small" },
          t("home.more"),
          " ",
          h("button", { onclick: () => this.#more() }, t("matches.more")),
        ),
    ];
  }

  /** @param {string} id */
  #name(id) {
    return gameName(id, this.#around.games.find((game) => game.id === id)?.name);
  }

  #more() {
    this.#shown += ROOMS_AT_ONCE;
    if ((session.lobby?.size ?? 0) < this.#shown) session.moreOfLobby();
    this.redraw();
  }

  #nothing() {
    const narrowed = Object.values(settings.get("lobby")).some(Boolean);
    const busy = busiest(this.#around.hours);
    return h(
      "div",
      { class: "empty" },
      h("p", {}, t(narrowed ? "home.none" : this.#around.above.length > 0 ? "home.others" : "home.empty")),
      busy && h("p", { key: "hours" }, t("home.hours", { from: timeTold(busy[0]), to: timeTold(busy[1]) })),
      h(
        "div",
        { class: "buttons" },
        narrowed &&
          h(
            "button",
            { key: "all", onclick: () => this.#narrow({ variant: "", seats: "", want: "", who: "" }) },
            t("filter.clear"),
          ),
        h("button", { key: "open", disabled: this.#around.busy, onclick: () => this.#around.open() }, t("home.open")),
      ),
      h("p", { class: "small" }, t("home.open.why")),
    );
  }

  #filters() {
    const chosen = settings.get("lobby");
    const count = Object.values(chosen).filter(Boolean).length;
    /** @param {keyof Wanted} name @param {[value: string | number, text: string][]} choices */
    const options = (name, choices) =>
      choices.map(([value, text]) =>
        h("option", { key: value, value, selected: String(value) === chosen[name] }, text),
      );
    /** @param {string} name @param {string[]} ids @returns {[string, string][]} */
    const words = (name, ids) => ids.map((id) => [id, t(`filter.${name}.${id}`)]);
    /** @param {keyof Wanted} name @param {Child} [choices] */
    const select = (name, choices) =>
      h(
        "label",
        { key: name },
        t(`filter.${name}`),
        h(
          "select",
          { value: chosen[name] ?? "", onchange: ({ currentTarget }) => this.#narrow({ [name]: currentTarget.value }) },
          h("option", { value: "" }, t("filter.all")),
          choices,
        ),
      );
    return h(
      "details",
      {
        class: "filters",
        ontoggle: () => {
          this.#filtering = true;
          this.redraw();
        },
      },
      h("summary", {}, count ? t("filter.some", { n: count }) : t("filter.title")),
      h(
        "div",
        { class: "fields" },
        select("variant", gameOptions(this.#around.games, chosen.variant)),
        select(
          "seats",
          options(
            "seats",
            SEATS.map((n) => [n, t("create.players", { n })]),
          ),
        ),
        select("want", options("want", words("want", Object.keys(WANT)))),
        select("who", options("who", words("who", Object.keys(WHO)))),
        this.#filtering && choices.for(this)?.quickChoices(),
      ),
    );
  }

  /** @param {Wanted} change */
  #narrow(change) {
    settings.set("lobby", { ...settings.get("lobby"), ...change });
    session.lobby = null;
    this.#shown = ROOMS_AT_ONCE;
    session.narrowLobby(wanted());
    this.redraw();
  }
}

/** The filter for the server; the rest is filtered here. */
function wanted() {
  const { variant, seats, want } = settings.get("lobby");
  return { ...(variant && { variant }), ...(seats && { seats: Number(seats) }), ...WANT[want ?? ""] };
}

customElements.define("giog-lobby", Lobby);
