// <giog-deleted .left=…>: a match that the server has deleted for its age: what the server has kept of it, and whether a person's copy of
// its record is the original, and valid.

/**
 * @import { DeletedMatch } from "../types/protocol.js"
 * @import { Checks } from "./proof.js"
 */

import { h, View } from "../dom.js";
import { receipts } from "../receipts.js";
import { part } from "../rest.js";
import { hex, sha256 } from "../client/sha256.js";
import { t } from "../texts.js";
import { title } from "./attention.js";
import { fail } from "./home.js";
import { proof, publishedKeys } from "./proof.js";

/** The most bytes that are read of a file: more than any record has. */
const MOST_BYTES = 2 ** 24 + 1;

class Deleted extends View {
  /** @type {DeletedMatch | null} */
  left = null;
  /** Whether the copy is the record, and the results of its checks. @type {{ same: boolean, checks: Checks } | null} */
  #found = null;

  prepare() {
    if (this.left) title(`${t("deleted.title")} – Giog`);
  }

  draw() {
    if (!this.left) return null;
    const { ended_at, deleted_at, record_sha256, signer } = this.left;
    const date = (/** @type {string} */ at) =>
      new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
    return h(
      "section",
      { class: "deleted" },
      h("h1", {}, t("deleted.title")),
      h("p", {}, t("deleted.when", { ended: date(ended_at), deleted: date(deleted_at) })),
      h("p", {}, t("deleted.copy")),
      h(
        "dl",
        {},
        h("dt", {}, t("deleted.sha256")),
        h("dd", {}, h("code", {}, record_sha256)),
        h("dt", {}, t("deleted.signer")),
        h("dd", {}, h("code", {}, signer)),
      ),
      h(
        "label",
        {},
        t("deleted.check"),
        " ",
        h("input", {
          type: "file",
          accept: ".json,application/json",
          onchange: ({ currentTarget }) => this.#check(currentTarget.files?.[0]),
        }),
      ),
      this.#found &&
        h(
          "p",
          { class: this.#found.same ? "pass" : "fail", role: "status" },
          h("strong", {}, t(this.#found.same ? "deleted.same" : "deleted.other")),
        ),
      this.#found && proof(this.#found.checks),
    );
  }

  /** @param {File | undefined} file */
  async #check(file) {
    if (!file || !this.left) return;
    const { match_id, record_sha256 } = this.left;
    try {
      const [{ verify }, { withoutLineEnds }, copy, keys] = await Promise.all([
        part(import("../verify.js")),
        part(import("../verify/form.js")),
        file.slice(0, MOST_BYTES).arrayBuffer(),
        publishedKeys(),
      ]);
      const record = withoutLineEnds(new Uint8Array(copy));
      const same = sha256({ hex: hex(record) }) === record_sha256;
      this.#found = { same, checks: await part(verify(record, receipts.receipt(match_id), keys)) };
    } catch (error) {
      fail(this, error);
    }
    this.redraw();
  }
}

customElements.define("giog-deleted", Deleted);
