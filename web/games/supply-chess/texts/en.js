// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "The reserve",
  "learn.supply.board": "Two boards of Chinese chess, two teams. Of each team one plays red and the other black, on different boards. Both boards go on at the same time, and pieces move as in xiangqi.",
  "learn.supply.drop": "What you take goes to your partner's reserve. Instead of moving, you may put down a piece of your reserve on an empty point of your own side of the river. It may not give check there.",
  "learn.supply.where": "Guards and elephants are put down only on points that they can reach, soldiers anywhere on your side.",
  "learn.supply.end": "The board that is decided first decides the match for both teams. Nobody waits for a piece that the partner may still take: mate is mate if nothing in the reserve helps.",
  "learn.supply.draws": "A drawn board draws the match. When a position of a board comes for the third time, perpetual check loses, and all else is a draw. So are 120 turns on a board without a capture or a drop, and 600 turns on both together.",
};
