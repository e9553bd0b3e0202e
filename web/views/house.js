// <giog-house>: what home has beside the tables, once its first view was painted: a table to watch, the latest matches, the first places of
// the most played ladders, and when people play. What there is nothing of is left out.

/**
 * @import { Child } from "../dom.js"
 * @import { LadderList, MatchSummary } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { askSeldom } from "../rest.js";
import { styled } from "../root.js";
import { t } from "../texts.js";
import { seatsTold } from "./dan.js";
import { laterTexts } from "./language.js";
import { hoursHere, busiest, timeTold } from "./hours.js";
import { latest } from "./latest.js";
import { tops } from "./tops.js";
import "./watched.js";

await Promise.all([styled("views/house.css"), laterTexts()]);

/** How many of the latest matches are listed. */
const MATCHES = 5;
/** How many ladders are shown. */
const LADDERS = 2;

/**
 * What home knows already.
 *
 * @typedef {object} Known
 * @property {MatchSummary[]} matches the latest public matches
 * @property {number[]} hours how many matches began in each hour of the day (UTC)
 * @property {(variant: string) => string} called the name of a game
 */

class House extends View {
  /** @type {Known} */
  #known = { matches: [], hours: [], called: String };
  /** @type {LadderList | null} */
  #ladders = null;

  get known() {
    return this.#known;
  }

  set known(known) {
    this.#known = known;
    this.redraw();
  }

  began() {
    askSeldom("/ladders").then(
      (ladders) => {
        this.#ladders = ladders;
        this.redraw();
      },
      () => {},
    );
  }

  draw() {
    const { matches, called } = this.#known;
    return [
      h("giog-watched", { key: "watched", "aria-live": "off" }),
      matches.length > 0 &&
        h(
          "section",
          { key: "latest" },
          h("h2", {}, t("house.latest")),
          latest(matches.slice(0, MATCHES), called),
          h("p", {}, h("a", { class: "leads", href: "/matches" }, t("home.matches"))),
        ),
      this.#tops(),
      this.#hours(),
    ];
  }

  /** @returns {Child} */
  #tops() {
    const { ladders = [] } = this.#ladders ?? {};
    return (
      ladders.length > 0 &&
      h(
        "section",
        { key: "ladders" },
        h("h2", {}, t("house.ladders")),
        ladders.slice(0, LADDERS).map(({ variant, seats, clock, places }) => {
          const label = `${this.#known.called(variant)} · ${seatsTold(seats, variant)}`;
          return h(
            "div",
            { key: `${variant} ${seats} ${clock}` },
            h("h3", {}, h("a", { class: "leads", href: `/ladder/${variant}` }, label)),
            tops(places, label),
          );
        }),
      )
    );
  }

  /** How many play at which hour here. @returns {Child} */
  #hours() {
    const { hours } = this.#known;
    const busy = busiest(hours);
    if (!busy) return null;
    const here = hoursHere(hours);
    const most = Math.max(...here);
    const now = new Date().getHours();
    const told = t("home.hours", { from: timeTold(busy[0]), to: timeTold(busy[1]) });
    return h(
      "section",
      { key: "hours" },
      h("h2", {}, t("house.hours")),
      h(
        "div",
        { class: "hours", role: "img", "aria-label": told },
        here.map((n, hour) =>
          h("span", { key: hour, class: hour === now ? "now" : null, style: { "--share": `${(100 * n) / most}%` } }),
        ),
      ),
      h(
        "p",
        { class: "axis small", "aria-hidden": "true" },
        [0, 6, 12, 18].map((hour) => h("span", { key: hour }, timeTold(hour * 60))),
      ),
      h("p", { class: "small" }, told),
    );
  }
}

customElements.define("giog-house", House);
