// What a program in TypeScript writes with the package: `tests/clients` compiles it, and does not run it.

import { connect, newKey, run, Table } from "giog-client";
import type { Receipt, Turn } from "giog-client/protocol";

run(({ decision }) => decision.default ?? decision.actions[0], { name: "Mine", over: ({ outcome }) => console.log(outcome) });

const connection = connect("ws://127.0.0.1:8080/ws", { name: "Lin", actions: true });
const { room } = await connection.request("create_room", { key: newKey(), settings: { variant: "giog", seats: 2 } });
const { rooms, more } = await connection.insist("list_rooms", {});
const answer: { turn: Turn } = await connection.request("turn", { room });
connection.on("message", (message) => message.type === "event" && message.event.do === "start" && message.seq);
for await (const receipt of new Table(connection, room, async () => null).matches()) {
  const kept: Receipt = receipt;
  console.log(kept.match_id, rooms.length, more, answer.turn.you);
}
// @ts-expect-error a request without what it needs
connection.request("join", {});
// @ts-expect-error no request of this name
connection.request("dance", {});
