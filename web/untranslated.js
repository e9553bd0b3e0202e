// Written by `GIOG_TEST_UPDATE=1 node --test web/tests/texts.mjs`, together with untranslated.json, which lists the texts.

/** The languages in which some texts are missing: these are shown in English. @type {string[]} */
export const PARTIAL = [];
