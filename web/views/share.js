// Giving an address away.

import { t } from "../texts.js";

/**
 * Shares an address the way the device does it, or copies it; `say` is told when it was copied.
 *
 * @param {string} url
 * @param {(text: string) => void} say
 */
export async function share(url, say) {
  if (navigator.share) return navigator.share({ url }).catch(() => {});
  try {
    await navigator.clipboard.writeText(url);
    say(t("share.copied"));
  } catch {
    prompt(t("share.link"), url);
  }
}
