// Records that differ from what was played.

import { execFileSync } from "node:child_process";
import path from "node:path";

/**
 * The match of this record with another seed of the server, complete, legal and signed with the server's own
 * key: what an operator could put in its place. `data` is the server's data folder.
 */
export function dealtOtherwise(record, data) {
  const program = process.env.GIOG_TEST_FORGE;
  if (!program) throw new Error("GIOG_TEST_FORGE is not set: run these tests with tests/page");
  return execFileSync(program, [path.join(data, "signing.key")], { input: record, encoding: "utf8" });
}
