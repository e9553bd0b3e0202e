// <giog-mistakes>, at `mistakes`: what reviews call one's own mistakes over many matches, by kind (docs/REVIEW.md). Each leads to its moment in
// the review.

/**
 * @import { Child } from "../dom.js"
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
import { brought } from "./home.js";
import { KINDS, kindCount, kindName } from "./kinds.js";
import { laterTexts } from "./language.js";
import { greeted } from "./ratings.js";
import { focus } from "./seated.js";
import { points } from "./shares.js";

await Promise.all([styled("views/mistakes.css"), laterTexts()]);

class Mistakes extends View {
  /** @type {AnyGame[]} */
  #games = [];
  /** @type {OwnMistake[] | null} */
  #mistakes = null;
  /** @type {string | null} */
  #next = null;
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
    this.load(() => this.#get());
  }

  prepare() {
    title(`${t("mistakes.title")} – Giog`);
  }

  /** @param {string | null} [cursor] */
  async #get(cursor) {
    await greeted();
    const wanted = this.#wanted;
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...wanted, cursor })) if (value) asked.set(name, value);
    const { mistakes, next } = await ask(`/guests/me/mistakes?${asked}`);
    // Also ignores a page that was requested twice.
    if (wanted !== this.#wanted || (cursor && cursor !== this.#next)) return;
    const before = cursor ? (this.#mistakes?.length ?? 0) : 0;
    this.#mistakes = cursor ? [...(this.#mistakes ?? []), ...mistakes] : mistakes;
    this.#next = next;
    this.redraw();
    if (cursor && !next) queueMicrotask(() => this.#keepFocus(before));
  }

  /** If the button for more had the focus and is gone, moves the focus to the first one that it loaded. @param {number} at */
  #keepFocus(at) {
    if (document.activeElement && document.activeElement !== document.body) return;
    focus(this.querySelectorAll(".mistakes > li")[at]?.querySelector("a.button") ?? null);
  }

  draw() {
    const mistakes = this.#mistakes;
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
      this.#next &&
        h(
          "div",
          { key: "more", class: "buttons" },
          h("button", { onclick: () => brought(this, () => this.#get(this.#next)) }, t("matches.more")),
        ),
    ];
  }

  #filters() {
    /** @param {"variant" | "kind"} name @param {string} text @param {Child} choices */
    const select = (name, text, choices) =>
      h(
        "label",
        { key: name },
        text,
        h(
          "select",
          { onchange: ({ currentTarget }) => this.#narrow({ [name]: currentTarget.value }) },
          h("option", { value: "" }, t("filter.all")),
          choices,
        ),
      );
    return h(
      "div",
      { key: "filters", class: "filters fields" },
      select("variant", t("filter.variant"), gameOptions(this.#games.filter(isOfTricks))),
      select(
        "kind",
        t("mistakes.kind"),
        KINDS.map((kind) => h("option", { key: kind, value: kind }, kindName(kind))),
      ),
    );
  }

  /** @param {Partial<{ variant: string, kind: string }>} change */
  #narrow(change) {
    this.#wanted = { ...this.#wanted, ...change };
    this.load(() => this.#get());
  }

  /** @param {OwnMistake} mistake */
  #mistake({ match_id, variant, ended_at, seat, action, trick, laid, lost, verdict, mistake }) {
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
        h(
          "p",
          { class: "small" },
          gameName(variant, game?.name),
          ", ",
          h(
            "time",
            { datetime: ended_at },
            new Date(ended_at).toLocaleString(document.documentElement.lang, {
              dateStyle: "medium",
              timeStyle: "short",
            }),
          ),
        ),
        h(
          "p",
          { class: "plays", "aria-hidden": "true" },
          pieces(laid),
          h("span", { class: "towards" }, "→"),
          pieces(mistake.play),
        ),
        h("p", { class: "small" }, t("mistakes.told", told), " ", kindCount(mistake)),
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
