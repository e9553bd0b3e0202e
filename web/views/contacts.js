// People on lists: friends, people of the latest matches, and others, each with what can be done about them.

/** @import { MatchList, PlayerInfo } from "../types/protocol.js" */
/** @import { Child } from "../dom.js" */
/** @import { Somebody } from "./people.js" */

import { h } from "../dom.js";
import { ask } from "../rest.js";
import { calledName } from "../terms.js";

/** How often lists with tables of friends are asked for while they are shown, in milliseconds: friends sit down and stand up. */
export const AGAIN_MS = 30_000;
/** Of how many of the latest matches people are shown. */
const RECENT_MATCHES = 20;
/** The most of them that are shown. */
const RECENT_PEOPLE = 12;

/** The people of a person's latest matches. @param {string} me @returns {Promise<Somebody[]>} */
export async function recentPeople(me) {
  const { matches } = await ask(`/matches?player=${me}&limit=${RECENT_MATCHES}`);
  return peopleOf(matches, me);
}

/** The people of some matches but oneself, without declared bots and those whose data was deleted. @param {MatchList["matches"]} matches @param {string} me */
function peopleOf(matches, me) {
  /** @type {Map<string, Somebody>} */
  const people = new Map();
  for (const { player, name, declared_bot } of matches.flatMap(({ players }) => players))
    if (player && name && !declared_bot && player !== me && !people.has(player)) people.set(player, { player, name });
  return [...people.values()];
}

/** Those who are in no other list, some of them. @param {Somebody[]} recent @param {PlayerInfo[]} listed */
export const notListed = (recent, listed) =>
  recent.filter(({ player }) => !listed.some((one) => one.player === player)).slice(0, RECENT_PEOPLE);

/** @param {Somebody} person */
export const about = (person) => h("span", { class: "about" }, named(person));

/** A name that leads to the page of the person; what is open over the page is closed then. @param {Somebody} person */
export const named = (person) =>
  h("a", { class: "name", href: `/player/${person.player}`, onclick: closeAll }, calledName(person));

/** Closes all dialogs: one may be open below another one. */
export const closeAll = () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close());

/** A list, if it is not empty. @param {string} key @param {Child[]} rows */
export const people = (key, rows) =>
  rows.length > 0 &&
  h(
    "ul",
    { key, class: "rooms" },
    rows.map((row, place) => h("li", { key: place }, row)),
  );
