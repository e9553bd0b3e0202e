// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Five points, seven lines, two stones each. One side has no line.",
  "learn.pong.move": "In turn, move one of your stones along a line to the empty point. Whoever cannot move loses.",
  "learn.pong.draws": "Played well, nobody loses. The same position for the third time is a draw.",
};
