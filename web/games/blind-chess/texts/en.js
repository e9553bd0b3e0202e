// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Ranks",
  "learn.blind.board": "All 32 pieces lie face down on the squares of half a board. Nobody knows which is where, and anyone can check the shuffle afterwards.",
  "learn.blind.turn": "On your turn, turn up a piece, or move one of your own by one square straight: to an empty square, or onto an open piece that it may take. Whoever turns up the first piece plays its colour.",
  "learn.blind.ranks": "From highest to lowest. A piece takes equal and lower ones. But a soldier takes a general, and a general does not take a soldier.",
  "learn.blind.example": "The red chariot may take the black horse, but not the general beside it, which is higher.",
  "learn.blind.end": "You win when your opponent has no piece left, face up or down, or cannot do anything.",
  "learn.blind.draws": "The same position for the third time is a draw, and so are 60 turns in a row in which nothing is taken or turned up.",
};
