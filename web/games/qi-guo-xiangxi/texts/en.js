// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Allies",
  "learn.falls": "How a state falls",
  "learn.kingdoms.board": "Seven armies of 17 pieces on 19 × 19 points. States move in turn: Qin, Chu, Han, Qi, Wei, Zhao, Yan. The Zhou piece in the middle is nobody's: it never moves, and no piece may enter its point.",
  "learn.kingdoms.ally": "Seven players have a state each. With six, Qin takes an ally; with five, Chu does too; with four, Qi as well. They choose before the first move, and move both armies, each in its turn.",
  "learn.kingdoms.far": "General: any distance, straight or diagonally. Deputy general: any distance straight. Adjutant: any distance diagonally. Emissary: as the general, but it takes nothing and cannot be taken.",
  "learn.kingdoms.shots": "Catapult: any distance straight; to take, it must jump over exactly one piece. Bow: exactly four points, crossbow: exactly five, straight or diagonally.",
  "learn.kingdoms.near": "Knife: one point diagonally. Sword: one point straight. Cavalry: one point straight, then three diagonally outward. No piece but the catapult passes over another.",
  "learn.kingdoms.fall": "A state falls when its general is taken, or when it has lost eleven pieces. Its pieces leave the board. If you attack your own ally, the ally's whole army is lost, unless the table refuses such moves. You are out when all your states have fallen.",
  "learn.kingdoms.end": "Whoever has taken two generals, or thirty other pieces, is called the hegemon and wins at once. When only one player is left, after 140 moves without a capture, or after 1,400 moves, whoever has taken the most pieces wins, even if they are out. A player who resigned cannot win.",
};
