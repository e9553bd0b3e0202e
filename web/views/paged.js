// A list that comes page by page, with filters: of a person's mistakes, and of past matches.

/** @import { Child, View } from "../dom.js" */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { brought } from "./home.js";
import { focus } from "./seated.js";

/**
 * A list, page by page.
 *
 * @template Item
 */
export class Paged {
  /** What has come; null before the first page. @type {Item[] | null} */
  items = null;
  /** The cursor of the next page. @type {string | null} */
  #next = null;
  #view;
  #ask;
  #links;
  /** Identifies the last first page, so that what belongs to another list is ignored. */
  #asked = {};

  /**
   * @param {View} view
   * @param {(cursor: string | null) => Promise<{ items: Item[], next: string | null }>} ask
   * @param {string} links what selects the link of each item
   */
  constructor(view, ask, links) {
    this.#view = view;
    this.#ask = ask;
    this.#links = links;
  }

  /** Loads the first page, as after a change of the filters. */
  begin() {
    this.#view.load(() => this.#get(null));
  }

  /** @param {string | null} cursor */
  async #get(cursor) {
    if (!cursor) this.#asked = {};
    const asked = this.#asked;
    const { items, next } = await this.#ask(cursor);
    // Also ignores a page that was requested twice.
    if (asked !== this.#asked || (cursor && cursor !== this.#next)) return;
    const before = cursor ? (this.items?.length ?? 0) : 0;
    this.items = cursor ? [...(this.items ?? []), ...items] : items;
    this.#next = next;
    this.#view.redraw();
    if (cursor && !next) queueMicrotask(() => this.#keepFocus(before));
  }

  /** If the button for more had the focus and is gone, moves the focus to the first item that it loaded. @param {number} at */
  #keepFocus(at) {
    if (document.activeElement && document.activeElement !== document.body) return;
    focus(this.#view.querySelectorAll(this.#links)[at] ?? null);
  }

  /** The button that loads the next page, if there is one. @returns {Child} */
  more() {
    return (
      this.#next &&
      h(
        "div",
        { key: "more", class: "buttons" },
        h("button", { onclick: () => brought(this.#view, () => this.#get(this.#next)) }, t("matches.more")),
      )
    );
  }
}

/** A filter with choices, of which none is chosen at first. @param {string} text @param {Child} choices @param {(value: string) => void} choose */
export const filter = (text, choices, choose) =>
  h(
    "label",
    { key: text },
    text,
    h(
      "select",
      { onchange: ({ currentTarget }) => choose(currentTarget.value) },
      h("option", { value: "" }, t("filter.all")),
      choices,
    ),
  );

/** When something was, for a list. @param {string} at @param {string} [look] */
export const when = (at, look) =>
  h(
    "time",
    { datetime: at, ...(look && { class: look }) },
    new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }),
  );
