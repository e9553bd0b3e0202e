// Begins the page. Where a part of it does not come, `index.html` has the words for it: nothing else may be there yet.

import { renewed } from "./parts.js";

const waiting = document.querySelector(".starting");
import("./app.js").then(() => waiting?.remove(), failed);

/** @param {unknown} error */
async function failed(error) {
  await renewed();
  reportError(error);
  waiting?.classList.add("failed");
  waiting?.setAttribute("role", "alert");
  waiting?.querySelector("button")?.addEventListener("click", () => location.reload());
}
