// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "How moves are written",
  "learn.xiangqi.board": "Pieces stand where lines cross, on nine files and ten ranks, with a river in the middle. The nine points with crossing diagonals are a palace. Red moves first, and nobody may pass.",
  "learn.xiangqi.K": "General: one point straight, never out of the palace. The two generals may not face each other on an open file.",
  "learn.xiangqi.A": "Guard: one point diagonally, never out of the palace.",
  "learn.xiangqi.E": "Elephant: exactly two points diagonally. A piece on the point between blocks it, and it never crosses the river.",
  "learn.xiangqi.H": "Horse: one point straight, then one diagonally outward. A piece on the first point blocks it.",
  "learn.xiangqi.R": "Chariot: any distance straight, over no piece.",
  "learn.xiangqi.C": "Cannon: moves like a chariot. To take, it must jump over exactly one piece, of either colour.",
  "learn.xiangqi.P": "Soldier: one point forward. Over the river also sideways. Never back.",
  "learn.xiangqi.end": "A general that could be taken is in check, and you must get out of it at once. If you cannot, that is checkmate and you lose. A player who has no legal move loses too.",
  "learn.xiangqi.repeat": "When the same position comes for the third time, the match ends. Whoever gave check with every move, or chased the same unprotected piece with every move, loses; otherwise it is a draw. If both do it, check is worse than chasing.",
  "learn.xiangqi.quiet": "60 moves each without a capture are a draw, and so is a board with only generals, guards and elephants.",
  "learn.notation.points": "A point is a file from a to i and a rank from 0 to 9, seen by red from the left and from below. h2e2 is the move from h2 to e2.",
  "learn.notation.letters": "C2.5 is the same move: the letter of the piece, its file counted from the mover's own right, a sign, and a number. The sign is + forward, - back or . sideways. The number is the new file, or how many steps were made along the file. Of two alike on one file, + is the front one and - the rear one.",
  "learn.notation.brackets": "炮 (32)-35 is that move once more: the piece, in brackets its rank and file as the mover counts them, then the new rank and file.",
};
