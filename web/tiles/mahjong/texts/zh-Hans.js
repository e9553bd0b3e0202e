// Texts of mahjong, which come with its code.

/** @type {Record<string, string>} */
export const texts = {};
