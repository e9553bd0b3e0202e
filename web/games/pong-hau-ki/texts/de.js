// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Fünf Punkte, sieben Linien, je zwei Steine. Eine Seite hat keine Linie.",
  "learn.pong.move": "Zieht abwechselnd einen eigenen Stein entlang einer Linie auf den leeren Punkt. Wer nicht ziehen kann, verliert.",
  "learn.pong.draws": "Bei gutem Spiel verliert niemand. Dieselbe Stellung zum dritten Mal ist Remis.",
};
