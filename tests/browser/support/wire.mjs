// The transferred bytes: counted at the browser's network, compressed and with headers.

import { brotliCompressSync, constants } from "node:zlib";

/** The most bytes of a first visit until the first piece is laid. It takes about 97 kB from a release build, depending on the hands. */
export const FIRST_PLAY_BYTES = 100_000;
/** How many files a first match on a board may load besides. It loads 13, five of them parts that past matches and reviews share; the modules as they are written would be 29. */
export const BOARD_FILES = 14;
/** The compression level of a release build, as in the server's `content_coding.rs`; a debug build has a lower one. */
const RELEASE_EFFORT = 10;

/** Records the compressed files that a page gets from now on; returns a function for the number of bytes that a release build would save. */
export function packing(page) {
  const packed = [];
  page.on("response", (response) => packed.push(response));
  return async () => {
    let less = 0;
    for (const response of packed) {
      const headers = response.headers();
      if (headers["content-encoding"] !== "br") continue;
      const body = await response.body();
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: RELEASE_EFFORT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      less += Number(headers["content-length"]) - brotliCompressSync(body, { params }).length;
    }
    return less;
  };
}

/** Counts what a page gets from now on: `{requests, asked, files, frames}`, the last two in bytes: of answers, and of its socket;
 * `asked` names what was not answered from what the browser has. */
export async function counting(page) {
  const counted = { requests: 0, asked: [], files: 0, frames: 0 };
  const stored = new Set();
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", () => counted.requests++);
  client.on("Network.requestServedFromCache", ({ requestId }) => stored.add(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (
      response.fromDiskCache ||
      response.fromPrefetchCache ||
      stored.has(requestId) ||
      response.url.startsWith("data:")
    )
      return;
    counted.asked.push(response.url);
  });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (counted.files += encodedDataLength));
  client.on(
    "Network.webSocketFrameReceived",
    ({ response }) => (counted.frames += Buffer.byteLength(response.payloadData)),
  );
  return counted;
}
