// Programs that play on Giog servers.

export { canonical } from "./canonical.js";
export { connect } from "./connect.js";
export { Connection } from "./connection.js";
export { newKey } from "./key.js";
export { Overrun, messages } from "./messages.js";
export { bot, fallback, run } from "./program.js";
export { verify } from "./proof.js";
export { Dishonesty, Receipts } from "./receipts.js";
export { Refusal, pauseAfter } from "./refusal.js";
export { Deleted, ask, send } from "./rest.js";
export { fullEvent, fullNow } from "./short.js";
export { Table } from "./table.js";
