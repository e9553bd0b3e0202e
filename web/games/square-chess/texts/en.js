// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Placing stones",
  "learn.squares": "Squares",
  "learn.square.place": "Players put down a stone in turn, until the board is full. Nothing is taken yet.",
  "learn.square.first": "Then each removes any one of the opponent’s stones; on 7 × 7 points the second player removes two. After that, each removes one more for every square they have.",
  "learn.square.square": "A square is four stones of one player on points next to each other. Squares that share stones count each: here are two.",
  "learn.square.move": "From then on stones move in turn, any distance straight over empty points. For each square that a move makes, remove one of your opponent’s stones. Stones that are part of a square can be removed only if there are no others. A player who cannot move misses the turn.",
  "learn.square.end": "Whoever has removed all of the opponent’s stones wins.",
  "learn.square.draws": "The same position for the third time is a draw, and so are 100 moves in a row without a new square.",
};
