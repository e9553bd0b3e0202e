// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Setzen",
  "learn.squares": "Quadrate",
  "learn.square.place": "Es wird abwechselnd ein Stein gesetzt, bis das Brett voll ist. Noch wird nichts entfernt.",
  "learn.square.first": "Dann entfernt jeder einen beliebigen Stein des anderen; auf 7 × 7 Punkten der zweite Spieler zwei. Danach entfernt jeder noch einen für jedes eigene Quadrat.",
  "learn.square.square": "Ein Quadrat sind vier Steine eines Spielers auf benachbarten Punkten. Quadrate mit gemeinsamen Steinen zählen einzeln: Hier sind es zwei.",
  "learn.square.move": "Von da an zieht man abwechselnd einen Stein beliebig weit gerade über leere Punkte. Für jedes Quadrat, das ein Zug bildet, entferne einen Stein des anderen. Steine in Quadraten dürfen nur entfernt werden, wenn es keine anderen gibt. Wer nicht ziehen kann, setzt aus.",
  "learn.square.end": "Wer alle Steine des anderen entfernt hat, gewinnt.",
  "learn.square.draws": "Dieselbe Stellung zum dritten Mal ist Remis, ebenso 100 Züge hintereinander ohne neues Quadrat.",
};
