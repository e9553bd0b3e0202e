// <giog-friends>: the person's friends with the tables where they are, requests to be friends, the link for a friend, people of the latest
// matches, and whom the person has blocked.

/** @import { ContactInfo, FriendInfo, FriendList, MatchList, PlayerInfo } from "../types/protocol.js" */
/** @import { Somebody } from "./people.js" */

import { h } from "../dom.js";
import { ask, change, end, TOKEN } from "../rest.js";
import { session } from "../session.js";
import { settings } from "../settings.js";
import { kept } from "../storage.js";
import { calledName, gameName } from "../terms.js";
import { t } from "../texts.js";
import { blocks, unblock } from "./blocks.js";
import { laterTexts } from "./language.js";
import { linkForFriend } from "./link.js";
import { askFirst } from "./question.js";
import { openSheet, Sheet } from "./sheet.js";

await laterTexts();

/** How often the list is asked for while it is shown, in milliseconds: friends sit down and stand up. */
const AGAIN_MS = 30_000;
/** Of how many of the latest matches people are shown. */
const RECENT_MATCHES = 20;
/** The most of them that are shown. */
const RECENT_PEOPLE = 12;

class FriendsSheet extends Sheet {
  /** @type {FriendList | null} */
  #lists = null;
  /** @type {ContactInfo[]} */
  #blocked = [];
  /** People of the latest matches. @type {Somebody[]} */
  #recent = [];
  #told = "";

  began() {
    this.attempt(() => this.#load());
    this.every(AGAIN_MS, () => !document.hidden && this.attempt(() => this.#load()));
  }

  heading() {
    return t("friends.title");
  }

  body() {
    const { friends = [], asking = [], asked = [], shows_tables = true } = this.#lists ?? {};
    return [
      this.#lists && friends.length === 0 && h("p", { key: "none", class: "small" }, t("friends.none")),
      people(
        "friends",
        friends.map((one) => this.#friend(one)),
      ),
      h(
        "div",
        { key: "link", class: "buttons" },
        h("button", { class: "main", disabled: !this.#lists, onclick: () => linkForFriend() }, t("friends.link")),
      ),
      titled(
        "asking",
        asking.map((one) => [
          about(one),
          this.#button(one, "friends.agree", () => ask(`/guests/me/friends/${one.player}`, { method: "PUT" })),
          this.#button(one, "friends.decline", () => end(`/guests/me/friends/${one.player}`)),
        ]),
      ),
      titled(
        "asked",
        asked.map((one) => [
          about(one),
          this.#button(one, "friends.withdraw", () => end(`/guests/me/friends/${one.player}`)),
        ]),
      ),
      titled(
        "recent",
        this.#others([...friends, ...asking, ...asked, ...this.#blocked]).map((one) => [
          about(one),
          this.#button(one, "person.befriend", () => ask(`/guests/me/friends/${one.player}`, { method: "PUT" })),
        ]),
      ),
      titled(
        "blocked",
        this.#blocked.map((one) => [about(one), this.#button(one, "friends.unblock", () => unblock(one))]),
      ),
      this.#lists &&
        h(
          "label",
          { key: "shows", class: "check" },
          h("input", {
            type: "checkbox",
            checked: shows_tables,
            onchange: ({ currentTarget: { checked } }) =>
              this.#do("", () => change("/guests/me/friends", "PATCH", { shows_tables: checked })),
          }),
          t("friends.shows"),
        ),
      h("p", { key: "told", class: "small", role: "status" }, this.#told),
    ];
  }

  /** People of the latest matches who are in no other list. @param {PlayerInfo[]} listed */
  #others(listed) {
    const others = this.#recent.filter(({ player }) => !listed.some((one) => one.player === player));
    return others.slice(0, RECENT_PEOPLE);
  }

  /** @param {FriendInfo} friend */
  #friend(friend) {
    // The settings are open below this dialog.
    const close = () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    const name = calledName(friend);
    return [
      h(
        "span",
        { class: "about" },
        h("strong", {}, name),
        friend.tables.map(({ room, variant }) =>
          h(
            "a",
            { key: room, class: "button", href: `/room/${room}`, onclick: close },
            t("friends.at", { game: gameName(variant) }),
          ),
        ),
      ),
      h(
        "button",
        {
          "aria-label": `${t("friends.end")}: ${name}`,
          onclick: () =>
            askFirst(t("friends.end.ask", { name }), t("friends.end"), () =>
              this.#do(t("friends.ended", { name }), () => end(`/guests/me/friends/${friend.player}`)),
            ),
        },
        t("friends.end"),
      ),
    ];
  }

  /**
   * A button about somebody.
   *
   * @param {Somebody} person
   * @param {"friends.agree" | "friends.decline" | "friends.withdraw" | "friends.unblock" | "person.befriend"} what
   * @param {() => Promise<unknown>} act
   */
  #button(person, what, act) {
    const name = calledName(person);
    const told = t(`${what}.done`, { name });
    return h("button", { key: what, "aria-label": `${t(what)}: ${name}`, onclick: () => this.#do(told, act) }, t(what));
  }

  /** Changes something, and shows what there is then. @param {string} told @param {() => Promise<unknown>} act */
  #do(told, act) {
    this.#told = "";
    return this.attempt(async () => {
      await act();
      await this.#load();
      this.#told = told;
    });
  }

  async #load() {
    // A new guest does not exist before the server has answered `hello`.
    if (!kept(TOKEN) || !session.me) await session.greeted();
    const me = session.me?.player ?? "";
    const [lists, blocked, { matches }] = await Promise.all([
      ask("/guests/me/friends"),
      blocks(),
      ask(`/matches?player=${me}&limit=${RECENT_MATCHES}`),
    ]);
    if (!settings.get("friends")) settings.set("friends", true);
    this.#lists = lists;
    this.#blocked = blocked;
    this.#recent = peopleOf(matches, me);
  }
}

/** The people of some matches but oneself, without declared bots and those whose data was deleted. @param {MatchList["matches"]} matches @param {string} me */
function peopleOf(matches, me) {
  /** @type {Map<string, Somebody>} */
  const people = new Map();
  for (const { player, name, declared_bot } of matches.flatMap(({ players }) => players))
    if (player && name && !declared_bot && player !== me && !people.has(player)) people.set(player, { player, name });
  return [...people.values()];
}

/** @param {Somebody} person */
const about = (person) => h("span", { class: "about" }, h("strong", {}, calledName(person)));

/** @param {string} key @param {import("../dom.js").Child[]} rows */
const people = (key, rows) =>
  rows.length > 0 &&
  h(
    "ul",
    { key, class: "rooms" },
    rows.map((row, place) => h("li", { key: place }, row)),
  );

/** A list with its title, if it is not empty. @param {"asking" | "asked" | "recent" | "blocked"} key @param {import("../dom.js").Child[]} rows */
const titled = (key, rows) => [
  rows.length > 0 && h("h3", { key: `${key}-title` }, t(`friends.${key}`)),
  people(key, rows),
];

/** Opens the dialog. */
export const openFriends = () => openSheet("giog-friends");

customElements.define("giog-friends", FriendsSheet);
