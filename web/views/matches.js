// <giog-matches>: finished matches, the latest first, to be looked at again.

/**
 * @import { Game } from "../rules.js"
 * @import { MatchList, MatchSummary } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { variants } from "../rules.js";
import { session } from "../session.js";
import { t } from "../texts.js";

class Matches extends View {
  /** @type {Game[]} */
  #games = [];
  /** @type {MatchSummary[] | null} */
  #matches = null;
  /** @type {string | null} */
  #next = null;
  #variant = "";
  #mine = false;

  began() {
    variants().then((games) => {
      this.#games = games;
      this.redraw();
    }, () => {});
    this.#load();
    document.title = `${t("matches.title")} – Giog`;
  }

  /** @param {string | null} [cursor] */
  async #load(cursor) {
    const asked = new URLSearchParams();
    if (this.#variant) asked.set("variant", this.#variant);
    if (this.#mine && session.me) asked.set("player", session.me.player);
    if (cursor) asked.set("cursor", cursor);
    const token = localStorage.getItem("giog.token");
    const answer = await fetch(`/api/v1/matches?${asked}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (!answer.ok) return;
    const { matches, next } = /** @type {MatchList} */ (await answer.json());
    this.#matches = cursor ? [...(this.#matches ?? []), ...matches] : matches;
    this.#next = next;
    this.redraw();
  }

  draw() {
    return h("section", { class: "matches" },
      h("h1", {}, t("matches.title")),
      h("div", { class: "buttons" },
        h("label", {}, h("span", { class: "hidden" }, t("create.game")), h("select", { onchange: ({ currentTarget }) => this.#narrow({ variant: currentTarget.value }) },
          h("option", { value: "" }, t("matches.all")),
          this.#games.map((game) => h("option", { value: game.id }, game.name)))),
        h("label", { class: "check" }, h("input", { type: "checkbox", onchange: ({ currentTarget }) => this.#narrow({ mine: currentTarget.checked }) }), t("matches.mine")),
      ),
      this.#matches?.length === 0 && h("p", { class: "empty" }, t("matches.none")),
      h("ul", { class: "rooms" }, (this.#matches ?? []).map((match) => this.#match(match))),
      this.#next && h("div", { class: "buttons" }, h("button", { onclick: () => this.#load(this.#next) }, t("matches.more"))),
    );
  }

  #narrow({ variant = this.#variant, mine = this.#mine }) {
    this.#variant = variant;
    this.#mine = mine;
    this.#load();
  }

  /** @param {MatchSummary} match */
  #match({ match_id, variant, ended_at, players }) {
    const game = this.#games.find(({ id }) => id === variant);
    const names = players.map(({ seat, name, bot, won }) => `${bot ? t("seat.bot", { n: seat + 1 }) : name}${won ? " ★" : ""}`);
    return h("li", { key: match_id }, h("a", { href: `#/match/${match_id}` },
      h("strong", {}, game?.name ?? variant),
      h("time", { class: "small", datetime: ended_at }, new Date(ended_at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })),
      h("span", { class: "who" }, names.join(", ")),
    ));
  }
}

customElements.define("giog-matches", Matches);
