// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "Die Reserve",
  "learn.supply.board": "Zwei Bretter Xiangqi, zwei Teams. Von jedem Team spielt einer Rot und der andere Schwarz, an verschiedenen Brettern. An beiden wird gleichzeitig gespielt, und die Steine ziehen wie im Xiangqi.",
  "learn.supply.drop": "Was du schlägst, kommt in die Reserve deines Partners. Statt zu ziehen, darfst du einen Stein deiner Reserve auf einen leeren Punkt deiner Flussseite setzen. Er darf dort kein Schach geben.",
  "learn.supply.where": "Berater und Elefanten werden nur auf Punkte gesetzt, die sie erreichen können, Soldaten überall auf deiner Seite.",
  "learn.supply.end": "Das Brett, das zuerst entschieden ist, entscheidet die Partie für beide Teams. Niemand wartet auf einen Stein, den der Partner noch schlagen könnte: Matt ist Matt, wenn nichts in der Reserve hilft.",
  "learn.supply.draws": "Ein Remis an einem Brett ist Remis für alle. Kommt eine Stellung eines Brettes zum dritten Mal, verliert Dauerschach, alles andere ist Remis. Ebenso 120 Züge an einem Brett ohne Schlagen und Einsetzen, und 600 an beiden zusammen.",
};
