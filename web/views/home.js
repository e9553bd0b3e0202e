// <giog-home>: what the game is, a table with bots at once, quick play, one's own tables, those of friends, and the open tables.

/**
 * @import { Room } from "../room.js"
 * @import { AnyGame } from "../rules.js"
 * @import { MatchSummary, RoomId, RoomState, RoomSummary, Variant } from "../types/protocol.js"
 */

import { Refusal } from "../client/refusal.js";
import { h, View } from "../dom.js";
import { GAMES } from "../games/list.js";
import { go } from "../places.js";
import { ask, askSeldom, part, TOKEN } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";
import { dayOf, rowOn } from "../streak.js";
import { gameName, personName } from "../terms.js";
import { known, t } from "../texts.js";
import { everyGame } from "../rules.js";
import { title } from "./attention.js";
import "./demo.js";
import "./lobby.js";
import { picture } from "./picture.js";
import { faces, names, roomLine } from "./rooms.js";
import { playNow } from "./solo.js";

/** How many of the latest matches are asked for. */
const LATEST = 12;
/** How often friends' tables are asked for, in milliseconds: they sit down and stand up. */
const FRIENDS_MS = 30_000;
/** Whether the description of the game is beside the ways to play, or else above them. */
const BESIDE = matchMedia("(min-width: 60em), (min-width: 40em) and (max-height: 30em)");
/** How long after the first view the rest of the house is loaded, in milliseconds: whoever plays at once need not wait for it. */
const SETTLED_MS = 1_000;

class Home extends View {
  /** @type {AnyGame[]} */
  #games = [];
  #busy = false;
  /** Whether the server creates no tables because its disk is nearly full. */
  #diskLow = false;
  /** How many matches began in each hour of the day. @type {number[]} */
  #hours = [];
  /**
   * Tables with a seat of the person that were requested; null while loading.
   *
   * @type {Map<RoomId, RoomState | null>}
   */
  #own = new Map();
  /** The public tables where friends sit. @type {RoomSummary[]} */
  #friends = [];
  #hasFriends = false;
  /** The latest public matches. @type {MatchSummary[]} */
  #latest = [];
  /** Whether the first view is there for a while; whether what home has beside the tables was asked for, and is there. */
  #settled = false;
  #asked = false;
  #furnished = false;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.follow(BESIDE, "change", () => this.redraw());
    this.follow(settings, "change", () => this.redraw());
    const timer = setTimeout(() => {
      this.#settled = true;
      this.redraw();
    }, SETTLED_MS);
    this.onEnd(() => clearTimeout(timer));
    everyGame().then(
      (games) => {
        this.#games = games;
        this.redraw();
      },
      () => {},
    );
    askSeldom("/server").then(
      ({ disk_low = false, hours = [] }) => {
        this.#diskLow = disk_low;
        this.#hours = hours;
        this.redraw();
      },
      () => {},
    );
    this.#look();
    this.#findFriends();
    this.every(FRIENDS_MS, () => this.#hasFriends && !document.hidden && this.#findFriends());
    // What was requested before has the former name.
    this.follow(session, "renamed", () => {
      this.#own.clear();
      this.#look();
    });
  }

  /** Looks for the latest public matches. */
  #look() {
    askSeldom(`/matches?limit=${LATEST}`).then(
      ({ matches }) => {
        this.#latest = matches.filter(({ listed, status }) => listed && status === "over");
        this.redraw();
      },
      () => {},
    );
  }

  /** Loads what home has beside the tables, if there is anything of it. Without it, home is as it was. */
  #furnish() {
    const isBusy =
      this.#latest.length > 0 || [...(session.lobby?.values() ?? [])].some(({ phase }) => phase === "playing");
    if (!this.#settled || this.#asked || !isBusy) return;
    this.#asked = true;
    part(import("./house.js")).then(
      () => {
        this.#furnished = true;
        this.redraw();
      },
      () => {},
    );
  }

  /** Looks for tables where friends sit. Whoever has never looked for friends here is asked for none. */
  #findFriends() {
    if (!settings.get("friends") || !kept(TOKEN)) return;
    ask("/guests/me/friends").then(
      ({ friends }) => {
        this.#hasFriends = friends.length > 0;
        const tables = friends.flatMap(({ tables }) => tables);
        this.#friends = [...new Map(tables.map((table) => [table.room, table])).values()];
        this.redraw();
      },
      () => {},
    );
  }

  /** Requests, once each, the tables with a seat of this person that this page has not joined. */
  prepare() {
    title("Giog 爵");
    this.#furnish();
    for (const id of session.seated) {
      if (session.rooms.get(id)?.state || this.#own.has(id)) continue;
      this.#own.set(id, null);
      ask(`/rooms/${id}`).then(
        (room) => {
          this.#own.set(id, room);
          this.redraw();
        },
        () => {},
      );
    }
  }

  draw() {
    const seated = session.seated;
    const withFriends = this.#withFriends();
    const { variant } = settings.get("lobby");
    const quick = variant ? t("home.quick.game", { game: this.#name(variant) }) : t("home.quick");
    const rated = settings.get("rated");
    const demo = h("giog-demo", { key: "demo" });
    const row = rowOn(dayOf(Date.now()));
    return [
      h(
        "section",
        { class: "hero cloth" },
        !BESIDE.matches && demo,
        h(
          "div",
          { key: "welcome", class: "welcome" },
          h("h1", {}, t("home.sentence")),
          h(
            "p",
            { class: "choices" },
            h(
              "button",
              { class: "main big", disabled: this.#busy, onclick: () => this.#go(() => playNow()) },
              t("home.play"),
            ),
            h(
              "button",
              { disabled: this.#busy, onclick: () => this.#go(() => session.quickPlay(variant, rated)) },
              rated ? t("home.quick.rated", { quick }) : quick,
            ),
            h("a", { class: "button", href: "/new" }, t("home.create")),
            h(
              "a",
              { class: isNew() ? "button big new" : "button", href: "/lesson" },
              t(isNew() ? "home.lesson.new" : "home.lesson"),
            ),
            h("a", { class: "button", href: "/learn" }, t("home.learn")),
            h("a", { class: "button", href: "/matches" }, t("home.matches")),
            h("a", { class: "button", href: "/ladder" }, t("home.ratings")),
            h("a", { class: "button", href: "/puzzle" }, row > 0 ? t("home.puzzle.row", { n: row }) : t("home.puzzle")),
          ),
          this.#diskLow && h("p", { class: "fault", role: "status" }, t("error.disk_low")),
          // Its line is there before the name is.
          h("p", { class: "small" }, session.me ? t("home.name", { name: personName(session.me.name) }) : "\u00a0"),
        ),
        BESIDE.matches && demo,
      ),
      this.#gallery(),
      h(
        "div",
        { key: "tables", class: "tables" },
        seated.length > 0 &&
          h(
            "section",
            { key: "yours" },
            h("h2", {}, t("home.yours")),
            h(
              "ul",
              { class: "rooms" },
              seated.map((id) => this.#seat(id)),
            ),
          ),
        this.#tablesOfFriends(withFriends),
        h("giog-lobby", {
          key: "rooms",
          "aria-live": "off",
          ".around": {
            games: this.#games,
            above: withFriends.map(({ room }) => room),
            hours: this.#hours,
            busy: this.#busy,
            open: () => this.#go(() => session.quickPlay(variant)),
          },
        }),
      ),
      this.#furnished &&
        h("giog-house", {
          key: "house",
          ".known": {
            matches: this.#latest,
            hours: this.#hours,
            called: (/** @type {string} */ id) => this.#name(id),
          },
        }),
      h("footer", { key: "foot", class: "small" }, h("a", { href: "/about" }, t("about.title"))),
    ];
  }

  /** Every game with its picture, which begins a match against bots at once, and its name, which leads to its page. */
  #gallery() {
    const newer = this.#games.filter(({ id }) => !GAMES.has(id)).map(({ id }) => id);
    return h(
      "section",
      { key: "games", class: "gallery", "aria-label": t("home.games") },
      h("h2", {}, t("home.games")),
      h(
        "ul",
        {},
        [...GAMES.keys(), ...newer].map((id) =>
          h(
            "li",
            { key: id, class: "pictured" },
            h("a", { href: `/game/${id}` }, this.#name(id)),
            h(
              "button",
              { disabled: this.#busy, onclick: () => this.#go(() => playNow(asVariant(id))) },
              picture(id),
              h("span", { class: "hidden" }, `${this.#name(id)}: `),
              h("span", { class: "plays" }, t("home.play")),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {string} id */
  #name(id) {
    return gameName(id, this.#games.find((game) => game.id === id)?.name);
  }

  /** @param {() => Promise<RoomId>} how */
  async #go(how) {
    this.#busy = true;
    this.redraw();
    try {
      go(`/room/${await how()}`);
    } catch (refusal) {
      fail(this, refusal);
    }
    this.#busy = false;
    this.redraw();
  }

  /** A table with a seat of this person. @param {RoomId} id */
  #seat(id) {
    const here = session.rooms.get(id);
    const state = here?.state ?? this.#own.get(id);
    return h(
      "li",
      { key: id },
      h(
        "span",
        { class: "about" },
        h("strong", {}, state ? this.#name(state.settings.variant) : t("home.table")),
        state && faces(state.seats.map(({ occupant }) => occupant)),
        state && h("span", { class: "who" }, names(state.seats.map(({ occupant }) => occupant))),
      ),
      h("a", { class: "button main", href: `/room/${id}` }, state ? turnAt(here, state) : t("home.back")),
    );
  }

  /** Tables of friends at which the person has no seat. */
  #withFriends() {
    const seated = session.seated;
    // What the lobby tells is newer.
    const rooms = this.#friends.map((room) => session.lobby?.get(room.room) ?? room);
    return rooms.filter(({ room, phase }) => phase !== "closed" && !seated.includes(room));
  }

  /** @param {RoomSummary[]} rooms */
  #tablesOfFriends(rooms) {
    return (
      rooms.length > 0 &&
      h(
        "section",
        { key: "friends", "aria-live": "off" },
        h("h2", {}, t("home.friends")),
        h(
          "ul",
          { class: "rooms" },
          rooms.map((room) => roomLine(room, this.#name(room.variant), false)),
        ),
      )
    );
  }
}

/** The id of a game of this page or of the server. @param {string} id */
const asVariant = (id) => /** @type {Variant} */ (id);

/** Whether the person seems to be new: no lesson was finished in this browser, and no match begun at once. */
const isNew = () => !settings.get("lesson") && settings.get("matches") === 0;

/**
 * What a table of the person waits for, as far as this page knows.
 *
 * @param {Room | undefined} here
 * @param {RoomState} state
 */
function turnAt(here, { phase }) {
  if (here?.now?.you?.decision?.must) return t("home.turn");
  if (phase === "playing") return t("home.playing");
  const ready = here?.you != null && here.state?.seats[here.you]?.ready;
  return t(ready ? "home.waits" : "home.gathers");
}

/** Shows what failed, on any view; if somebody has too many tables, with these. @param {Element} from @param {unknown} error */
export function fail(from, error) {
  if (error instanceof Refusal && error.code === "too_many_of_yours") listTables(from, error);
  else told(from, error);
}

/** @param {Element} from @param {Refusal} refusal */
async function listTables(from, refusal) {
  try {
    const { openTables } = await part(import("./tables.js"));
    openTables(refusalTold(refusal));
  } catch {
    told(from, refusal);
  }
}

/** @param {Element} from @param {unknown} error */
function told(from, error) {
  from.dispatchEvent(new CustomEvent("fail", { detail: refusalTold(error), bubbles: true }));
}

/** Does something; on any view, shows why it failed. @param {Element} from @param {() => Promise<unknown>} act */
export async function brought(from, act) {
  try {
    await act();
  } catch (error) {
    fail(from, error);
  }
}

/** Takes a seat at a rated table, which quick play chooses. @param {Element} from @param {Variant | ""} variant */
export const playRated = (from, variant) =>
  brought(from, async () => go(`/room/${await session.quickPlay(variant, true)}`));

/** Why a request was refused, in words. @param {unknown} error */
export const refusalTold = (error) =>
  (error instanceof Refusal && known(`error.${error.code}`)) ||
  (error instanceof Error ? error.message : String(error));

customElements.define("giog-home", Home);
