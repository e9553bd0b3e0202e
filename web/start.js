// Starts the page. If a part of it cannot be loaded, the message is in `index.html`, because nothing else may be loaded yet.

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
