// <giog-home>: what the game is, a table with bots at once, quick play, one's own tables, those of friends, and the open tables.

/**
 * @import { Fields } from "../client/connection.js"
 * @import { Child } from "../dom.js"
 * @import { Room } from "../room.js"
 * @import { AnyGame } from "../rules.js"
 * @import { Wanted } from "../settings.js"
 * @import { MatchPlayer, MatchSummary, Occupant, RoomId, RoomState, RoomSummary, Variant } from "../types/protocol.js"
 */

import { Refusal } from "../client/refusal.js";
import { h, View } from "../dom.js";
import { GAMES } from "../games/list.js";
import { go } from "../places.js";
import { ask, askSeldom, later, part, TOKEN } from "../rest.js";
import { isBoardVariant, isBot, personOf } from "../room.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";
import { dayOf, rowOn } from "../streak.js";
import { botName, calledName, clockOf, gameName, personName } from "../terms.js";
import { known, list, t } from "../texts.js";
import { everyGame } from "../rules.js";
import { title } from "./attention.js";
import "./demo.js";
import { face } from "./faces.js";
import { gameOptions } from "./games.js";
import { busiest, timeTold } from "./hours.js";
import { picture } from "./picture.js";
import { playNow } from "./solo.js";

/** The filters of the lobby, as in the settings; empty if all are wanted. */
const SEATS = [2, 3, 4, 5, 6, 7, 8];
/** @type {{ [want: string]: Fields<"watch_lobby"> }} */
const WANT = { free: { free: true }, watch: { phase: "playing", spectators: true } };
/** @type {{ [who: string]: (room: RoomSummary) => boolean }} */
const WHO = {
  people: (room) => !room.seats.some(isBot),
  bots: (room) => room.seats.some(isBot),
};
/** How many of the latest matches are searched for one that is worth watching. */
const LATEST = 12;
/** How often friends' tables are asked for, in milliseconds: they sit down and stand up. */
const FRIENDS_MS = 30_000;
/** Whether the description of the game is beside the ways to play, or else above them. */
const BESIDE = matchMedia("(min-width: 60em), (min-width: 40em) and (max-height: 30em)");
/** How many tables are shown at first, and more with each press of a button: as many as the server lists at once. */
const ROOMS_AT_ONCE = 100;

/** What quick play may choose besides the game. */
const choices = later(() => import("./quick.js"));

class Home extends View {
  /** @type {AnyGame[]} */
  #games = [];
  #busy = false;
  /** How many tables are shown. */
  #shown = ROOMS_AT_ONCE;
  /** Whether the filters were opened. */
  #filtering = false;
  /** Whether the server creates no tables because its disk is nearly full. */
  #diskLow = false;
  /** When most people play. */
  #busiest = busiest([]);
  /**
   * Tables with a seat of the person that were requested; null while loading.
   *
   * @type {Map<RoomId, RoomState | null>}
   */
  #own = new Map();
  /** The public tables where friends sit. @type {RoomSummary[]} */
  #friends = [];
  #hasFriends = false;
  /** A match that is worth watching: one of the latest with the most people. @type {MatchSummary | undefined} */
  #seen;

  began() {
    this.follow(session, "change", () => this.redraw());
    this.follow(BESIDE, "change", () => this.redraw());
    this.follow(settings, "change", () => this.redraw());
    session.narrowLobby(wanted());
    this.onEnd(session.watchLobby());
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
        this.#busiest = busiest(hours);
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

  /** Looks for a match that is worth watching. */
  #look() {
    askSeldom(`/matches?limit=${LATEST}`).then(
      ({ matches }) => {
        this.#seen = matches
          .filter(({ listed, status }) => listed && status === "over")
          .toSorted((one, other) => people(other) - people(one))[0];
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
      this.#rooms(withFriends),
      this.#seen && latest(this.#seen, this.#name(this.#seen.variant)),
      h("footer", { key: "foot", class: "small" }, h("a", { href: "/about" }, t("about.title"))),
    ];
  }

  /** Every game with its picture, which begins a match against bots at once. */
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
            { key: id },
            h(
              "button",
              { class: "pictured", disabled: this.#busy, onclick: () => this.#go(() => playNow(asVariant(id))) },
              picture(id),
              h("strong", {}, this.#name(id)),
              " ",
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
          rooms.map((room) => this.#room(room, false)),
        ),
      )
    );
  }

  /** @param {RoomSummary[]} above what is listed above already */
  #rooms(above) {
    const fits = WHO[settings.get("lobby").who ?? ""] ?? (() => true);
    const seated = session.seated;
    const listed = [...(session.lobby?.values() ?? [])];
    // Within each kind in the server's order, in which nobody's many tables hide those of others.
    const rooms = listed
      .filter((room) => room.phase !== "closed" && fits(room) && !above.some((one) => one.room === room.room))
      .toSorted((one, other) => found(other) - found(one));
    const here = new Set(rooms.flatMap(({ seats }) => seats.flatMap((occupant) => personOf(occupant)?.player ?? [])));
    return h(
      "section",
      { key: "rooms", "aria-live": "off" },
      h("h2", {}, t("home.rooms")),
      here.size > 0 && h("p", { key: "people", class: "small" }, t("home.people", { n: here.size })),
      this.#filters(),
      session.lobby === null
        ? h("p", { class: "loading" }, t("table.coming"))
        : rooms.length === 0
          ? this.#nothing(above.length > 0)
          : h(
              "ul",
              { class: "rooms" },
              rooms.slice(0, this.#shown).map((room) => this.#room(room, seated.includes(room.room))),
            ),
      (session.lobbyHasMore || rooms.length > this.#shown) &&
        h(
          "p",
          { key: "more", class: "small" },
          t("home.more"),
          " ",
          h("button", { onclick: () => this.#more() }, t("matches.more")),
        ),
    );
  }

  #more() {
    this.#shown += ROOMS_AT_ONCE;
    if ((session.lobby?.size ?? 0) < this.#shown) session.moreOfLobby();
    this.redraw();
  }

  /** @param {boolean} isElse whether there are tables above */
  #nothing(isElse) {
    const narrowed = Object.values(settings.get("lobby")).some(Boolean);
    return h(
      "div",
      { class: "empty" },
      h("p", {}, t(narrowed ? "home.none" : isElse ? "home.others" : "home.empty")),
      this.#busiest &&
        h("p", { key: "hours" }, t("home.hours", { from: timeTold(this.#busiest[0]), to: timeTold(this.#busiest[1]) })),
      h(
        "div",
        { class: "buttons" },
        narrowed &&
          h(
            "button",
            { key: "all", onclick: () => this.#narrow({ variant: "", seats: "", want: "", who: "" }) },
            t("filter.clear"),
          ),
        h(
          "button",
          {
            key: "open",
            disabled: this.#busy,
            onclick: () => this.#go(() => session.quickPlay(settings.get("lobby").variant)),
          },
          t("home.open"),
        ),
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
        select("variant", gameOptions(this.#games, chosen.variant)),
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

  /** @param {RoomSummary} room @param {boolean} own whether the reader has a seat there */
  #room(room, own) {
    const { phase, seats, quick, rated, matches } = room;
    const free = openSeats(room);
    const way = own ? "back" : wayIn(room, free);
    // Nobody chooses a seat there, however many are free.
    const isWaiting = rated && phase === "gathering";
    return h(
      "li",
      { key: room.room },
      h(
        "span",
        { class: "about" },
        h("strong", {}, this.#name(room.variant)),
        h(
          "span",
          { class: "tags" },
          !isWaiting &&
            h(
              "span",
              { class: free && phase === "gathering" ? "tag free" : "tag" },
              phase !== "gathering" ? t("room.playing") : free ? t("room.free", { n: free }) : t("room.full"),
            ),
          quick && h("span", { class: "tag" }, t(rated ? "room.rated" : "room.quick")),
          matches > 0 && h("span", { class: "tag" }, t("room.matches", { n: matches })),
        ),
        faces(seats),
        h("span", { class: "who" }, names(seats)),
        h("span", { class: "small" }, `${t("create.players", { n: seats.length })} · ${clockOf(room)}`),
      ),
      way
        ? h(
            "a",
            {
              class: way === "join" ? "button main" : "button",
              href: `/room/${room.room}`,
              "aria-label": t(`room.${way}.where`, { names: names(seats) }),
            },
            t(`room.${way}`),
          )
        : h("span", { class: "small" }, t("room.no_spectators")),
    );
  }
}

/** The id of a game of this page or of the server. @param {string} id */
const asVariant = (id) => /** @type {Variant} */ (id);

/** Whether the person seems to be new: no lesson was finished in this browser, and no match begun at once. */
const isNew = () => !settings.get("lesson") && settings.get("matches") === 0;

/** The filter for the server; the rest is filtered here. */
function wanted() {
  const { variant, seats, want } = settings.get("lobby");
  return { ...(variant && { variant }), ...(seats && { seats: Number(seats) }), ...WANT[want ?? ""] };
}

/**
 * How a person without a seat can get into a room: `join`, `watch`, or null if it is closed to them.
 *
 * @param {RoomSummary} room
 * @param {number} free
 */
function wayIn({ phase, spectators }, free) {
  if (phase === "gathering" && free > 0) return "join";
  return spectators ? "watch" : null;
}

/** The seats that one can choose: free ones, and in quick play those of bots; none at a rated table. @param {RoomSummary} room */
const openSeats = ({ seats, quick, rated }) =>
  rated ? 0 : seats.filter((occupant) => !occupant || (quick && isBot(occupant))).length;

/** What somebody who looks for a table finds there: 2 with people and a free seat, 1 with a free seat, else 0. @param {RoomSummary} room */
const found = (room) =>
  room.phase !== "gathering" || openSeats(room) === 0 ? 0 : room.seats.some((occupant) => personOf(occupant)) ? 2 : 1;

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

/** The faces of the players, with an empty place for a free seat. @param {(Occupant | null)[]} seats */
const faces = (seats) =>
  h(
    "span",
    { class: "faces" },
    seats.map((occupant, seat) => (occupant ? face(occupant, seat) : h("span", { key: seat, class: "face free" }))),
  );

/** The number of people who played. @param {MatchSummary} match */
const people = ({ players }) => players.filter(({ bot }) => !bot).length;

/** A finished match to look at. @param {MatchSummary} match @param {string} game */
function latest({ match_id, variant, players, ended_at }, game) {
  const seated = players.map(occupant);
  // On a board, a match that all have won is a draw.
  const isDrawn = isBoardVariant(variant) && players.every(({ won }) => won);
  const winners = seated.flatMap((one, seat) =>
    players[seat]?.won && !isDrawn ? ["name" in one ? calledName(one) : botName(seat)] : [],
  );
  return h(
    "section",
    { key: "latest" },
    h("h2", {}, t("home.latest")),
    h(
      "a",
      { class: "latest", href: `/match/${match_id}` },
      h(
        "span",
        { class: "about" },
        h(
          "strong",
          {},
          t("review.of", { game, date: new Date(ended_at).toLocaleDateString(document.documentElement.lang) }),
        ),
        h("span", { class: "who" }, names(seated)),
        isDrawn && h("span", {}, t("matches.drawn")),
        winners.length > 0 && h("span", { class: "won" }, `${t("matches.winner")}: ${list(winners)}`),
      ),
      h(
        "span",
        { class: "faces" },
        seated.map((one, seat) =>
          h("span", { key: seat, class: players[seat]?.won && !isDrawn ? "winner" : null }, face(one, seat)),
        ),
      ),
    ),
  );
}

/** The player of a seat, in the form of a table. @param {MatchPlayer} player @returns {Occupant} */
const occupant = ({ bot, player = "", name = t("matches.forgotten"), tag = "", declared_bot }) =>
  bot ? { bot } : { player, name, tag, ...(declared_bot && { declared_bot }) };

/** The players: people by name, and the number of bots. @param {(Occupant | null)[]} seats */
function names(seats) {
  const people = seats.map(personOf).flatMap((person) => (person ? calledName(person) : []));
  const bots = seats.filter(isBot).length;
  return [...people, bots && t("room.bots", { n: bots })].filter(Boolean).join(", ") || t("room.nobody");
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

/** Why a request was refused, in words. @param {unknown} error */
export const refusalTold = (error) =>
  (error instanceof Refusal && known(`error.${error.code}`)) ||
  (error instanceof Error ? error.message : String(error));

customElements.define("giog-home", Home);
