// Points of boards as text. Pure functions.

/** A point: a letter for the file and a number for the rank. @typedef {string} Point */

/** @param {number} file from 0 @param {number} rank as it is written @returns {Point} */
export const pointAt = (file, rank) => String.fromCharCode(97 + file) + rank;

/** The file (from 0) and the rank of a point. @param {Point} point @returns {[file: number, rank: number]} */
export const placeOf = (point) => [point.charCodeAt(0) - 97, Number(point.slice(1))];

/** The points of a move, or the point of another action; for `P@e3` the point of the drop. @param {string} text @returns {Point[]} */
export const pointsOf = (text) => text.match(/[a-s]\d+/g) ?? [];
