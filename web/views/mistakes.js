// <giog-mistakes>, at `mistakes`: what reviews call one's own mistakes over many matches, by kind (docs/REVIEW.md). Each leads to its moment in
// the review.

/**
 * @import { AnyGame } from "../rules.js"
 * @import { OwnMistake, Pieces } from "../types/protocol.js"
 */

import { h, View } from "../dom.js";
import { ask } from "../rest.js";
import { styled } from "../root.js";
import { everyGame, isOfTricks, piecesInWords } from "../rules.js";
import { session } from "../session.js";
import { gameName } from "../terms.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { gameOptions } from "./games.js";
import { KINDS, kindCount, kindName } from "./kinds.js";
import { laterTexts } from "./language.js";
import { filter, Paged, when } from "./paged.js";
import { greeted } from "./ratings.js";
import { points } from "./shares.js";

await Promise.all([styled("views/mistakes.css"), laterTexts()]);

class Mistakes extends View {
  /** @type {AnyGame[]} */
  #games = [];
  /** @type {Paged<OwnMistake>} */
  #pages = new Paged(this, (cursor) => this.#ask(cursor), ".mistakes > li > a.button");
  /** @type {{ variant: string, kind: string }} */
  #wanted = { variant: "", kind: "" };

  began() {
    everyGame().then(
      (games) => {
        this.#games = games;
        this.redraw();
      },
      () => {},
    );
    this.#pages.begin();
  }

  prepare() {
    title(`${t("mistakes.title")} – Giog`);
  }

  /** @param {string | null} cursor */
  async #ask(cursor) {
    await greeted();
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.#wanted, cursor })) if (value) asked.set(name, value);
    const { mistakes: items, next } = await ask(`/guests/me/mistakes?${asked}`);
    return { items, next };
  }

  draw() {
    const mistakes = this.#pages.items;
    const me = session.me?.player;
    return [
      h("h1", {}, t("mistakes.title")),
      h("p", { class: "small" }, t("mistakes.why")),
      me &&
        h(
          "div",
          { key: "ways", class: "buttons" },
          h("a", { class: "button", href: `/matches/${me}` }, t("matches.yours")),
          h("a", { class: "button", href: `/player/${me}` }, t("profile.yours")),
        ),
      this.#filters(),
      !mistakes && h("p", { key: "coming", class: "loading", role: "status" }, t("table.coming")),
      mistakes?.length === 0 &&
        h(
          "p",
          { key: "none", class: "empty", role: "status" },
          t(Object.values(this.#wanted).some(Boolean) ? "mistakes.none.such" : "mistakes.none"),
        ),
      h(
        "ul",
        { key: "mistakes", class: "mistakes" },
        (mistakes ?? []).map((mistake) => this.#mistake(mistake)),
      ),
      this.#pages.more(),
    ];
  }

  #filters() {
    return h(
      "div",
      { key: "filters", class: "filters fields" },
      filter(t("filter.variant"), gameOptions(this.#games.filter(isOfTricks)), (variant) => this.#narrow({ variant })),
      filter(
        t("mistakes.kind"),
        KINDS.map((kind) => h("option", { key: kind, value: kind }, kindName(kind))),
        (kind) => this.#narrow({ kind }),
      ),
    );
  }

  /** @param {Partial<{ variant: string, kind: string }>} change */
  #narrow(change) {
    this.#wanted = { ...this.#wanted, ...change };
    this.#pages.begin();
  }

  /** @param {OwnMistake} mistake */
  #mistake({ match_id, variant, ended_at, seat, action, trick, laid, lost, verdict, mistake, by_worker }) {
    const game = this.#games.find(({ id }) => id === variant);
    const told = { n: trick + 1, laid: piecesInWords(laid), best: piecesInWords(mistake.play), lost: points(lost) };
    return h(
      "li",
      { key: `${match_id}-${action}` },
      h(
        "div",
        { class: "about" },
        h(
          "p",
          {},
          h("strong", {}, kindName(mistake.kind)),
          " ",
          h("span", { class: `tag ${verdict}` }, t(`analysis.${verdict}`)),
        ),
        h("p", { class: "small" }, gameName(variant, game?.name), ", ", when(ended_at)),
        h(
          "p",
          { class: "plays", "aria-hidden": "true" },
          pieces(laid),
          h("span", { class: "towards" }, "→"),
          pieces(mistake.play),
        ),
        h("p", { class: "small" }, t("mistakes.told", told), " ", kindCount(mistake)),
        by_worker && h("p", { key: "worker", class: "small" }, t("mistakes.worker")),
      ),
      h("a", { class: "button", href: `/mistake/${match_id}/${seat}/${trick}` }, t("matches.look")),
    );
  }
}

/** A play in pictures. @param {Pieces} play */
const pieces = (play) =>
  h(
    "span",
    { class: "play" },
    [...play].map((code, i) => h("giog-piece", { key: i, code })),
  );

customElements.define("giog-mistakes", Mistakes);
