// Ports of the loopback address, for programs that tests start.

import { connect, createServer } from "node:net";

/** How long a program may take until it listens, on a busy machine, in milliseconds; and how often it is asked. */
const START_MS = 30_000;
const AGAIN_MS = 50;

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until this child process listens there; an error with what `said` gives if it does not. */
export async function listening(child, port, said) {
  const until = performance.now() + START_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${child.spawnfile} does not listen: ${said()}`);
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
