// What a table has where more than one person is: the chat, the menus and the list of people, the invitation, the score table. It is loaded
// at the first such table, or with the first of these panels.

import { laterTexts } from "./language.js";

await laterTexts();

export { invite } from "./invite.js";
export { people, personMenu } from "./people.js";
export { series } from "./series.js";
export { keepNewest, talk } from "./talk.js";
