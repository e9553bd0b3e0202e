// What goes over the wire: counted where the browser takes it off the network, as it was compressed, with its headers.

/** How much a first visit may take until the first piece is laid: in bytes. It takes 100 to 103 kB, as the hands are dealt. */
export const FIRST_PLAY_BYTES = 105_000;

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
