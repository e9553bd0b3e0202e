// The bytes of a match as a player's socket receives them, with and without short forms: node kit/js/examples/bytes.mjs SERVER [MATCHES] [GAME]

import { Table, connect, messages, newKey } from "giog-client";

const [, , server = "http://127.0.0.1:8080", matches = "20", variant = "giog"] = process.argv;
const SEATS = 4;
let bytes = 0;
globalThis.WebSocket = class extends WebSocket {
  set onmessage(listener) {
    super.onmessage = (event) => {
      bytes += Buffer.byteLength(event.data);
      listener(event);
    };
  }
};

for (const short of [false, true]) {
  const connection = connect(`${server.replace("http", "ws")}/ws`, { name: "Lin", short });
  const settings = { variant, seats: SEATS, reveal_pause_ms: 0 };
  const { room } = await connection.insist("create_room", { key: newKey(), settings });
  const told = messages(connection, room);
  await connection.insist("join", { room });
  await told.next();
  for (let others = 1; others < SEATS; others++) await connection.insist("add_bot", { room });
  const per = [];
  let before = bytes;
  // What a table asks for besides is not of a match as people play it: the answers to `turn`.
  const asked = connection.request.bind(connection);
  connection.request = async (type, fields) => {
    const at = bytes;
    const answer = await asked(type, fields);
    if (type === "turn") before += bytes - at;
    return answer;
  };
  for await (const _ of new Table(connection, room, () => null).matches()) {
    per.push(bytes - before);
    before = bytes;
    if (per.length > Number(matches)) break;
  }
  connection.stop();
  // The first one has the room's snapshot.
  const mean = per.slice(1).reduce((sum, one) => sum + one, 0) / (per.length - 1);
  console.log(`${short ? "short forms" : "objects    "} ${Math.round(mean)} bytes a match`);
}
