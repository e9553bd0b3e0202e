// The place in the page to which an address leads: `node --test web/tests/places.mjs`.

import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

const { followAddress } = await import("../places.js");

/** The address after opening this one. Like browsers, it refuses addresses of other servers. */
function ledTo(address) {
  globalThis.location = new URL(address, "https://here.example");
  globalThis.history = {
    replaceState(_data, _title, path) {
      const url = new URL(path, location);
      if (url.origin !== location.origin) throw new DOMException(path, "SecurityError");
      globalThis.location = url;
    },
  };
  followAddress();
  return location.href.replace(location.origin, "");
}

test("addresses of earlier versions lead on", () => {
  assert.equal(ledTo("/#/learn/zhi-hu"), "/learn/zhi-hu");
  assert.equal(ledTo("/#/match/6ad2/1"), "/match/6ad2/1/0");
  assert.equal(ledTo("/#/"), "/");
  for (const stays of ["/", "/matches", "/#/move/code", "/#x"]) assert.equal(ledTo(stays), stays);
});

test("an address that names another server leads to the beginning of this one", () => {
  for (const path of ["//x.example/", "///x.example", "/\\x.example/", "/\\/x.example", "//"]) {
    assert.equal(ledTo(`/#${path}`), "/", path);
  }
});
