// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Rangfolge",
  "learn.blind.board": "Alle 32 Steine liegen verdeckt auf den Feldern eines halben Brettes. Niemand weiß, welcher wo liegt, und jeder kann das Mischen hinterher prüfen.",
  "learn.blind.turn": "Bist du dran, deckst du einen Stein auf oder ziehst einen eigenen ein Feld gerade: auf ein leeres Feld oder auf einen offenen Stein, den er schlagen darf. Der zuerst aufgedeckte Stein hat die Farbe dessen, der ihn aufgedeckt hat.",
  "learn.blind.ranks": "Vom höchsten zum niedrigsten. Ein Stein schlägt gleiche und niedrigere. Aber ein Soldat schlägt einen General, und ein General schlägt keinen Soldaten.",
  "learn.blind.example": "Der rote Wagen darf das schwarze Pferd schlagen, aber nicht den General daneben, der höher ist.",
  "learn.blind.end": "Du gewinnst, wenn dein Gegner keinen Stein mehr hat, offen oder verdeckt, oder nichts mehr tun kann.",
  "learn.blind.draws": "Dieselbe Stellung zum dritten Mal ist Remis, ebenso 60 Züge hintereinander, in denen nichts geschlagen oder aufgedeckt wird.",
};
