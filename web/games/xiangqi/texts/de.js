// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "Wie Züge notiert werden",
  "learn.xiangqi.board": "Die Steine stehen auf den Schnittpunkten, auf neun Linien und zehn Reihen, mit einem Fluss in der Mitte. Die neun Punkte mit den Schrägen sind ein Palast. Rot beginnt, und niemand darf passen.",
  "learn.xiangqi.K": "General: ein Punkt gerade, nie aus dem Palast. Die beiden Generäle dürfen sich auf offener Linie nicht gegenüberstehen.",
  "learn.xiangqi.A": "Berater: ein Punkt schräg, nie aus dem Palast.",
  "learn.xiangqi.E": "Elefant: genau zwei Punkte schräg. Ein Stein auf dem Punkt dazwischen hält ihn auf, und er überquert nie den Fluss.",
  "learn.xiangqi.H": "Pferd: ein Punkt gerade, dann einer schräg nach außen. Ein Stein auf dem ersten Punkt hält es auf.",
  "learn.xiangqi.R": "Wagen: beliebig weit gerade, über keinen Stein.",
  "learn.xiangqi.C": "Kanone: zieht wie ein Wagen. Zum Schlagen muss sie genau einen Stein überspringen, gleich welcher Farbe.",
  "learn.xiangqi.P": "Soldat: ein Punkt vorwärts. Jenseits des Flusses auch seitwärts. Nie zurück.",
  "learn.xiangqi.end": "Ein General, der geschlagen werden könnte, steht im Schach, und du musst es sofort abwehren. Kannst du das nicht, ist es Matt, und du verlierst. Wer keinen erlaubten Zug hat, verliert auch.",
  "learn.xiangqi.repeat": "Kommt dieselbe Stellung zum dritten Mal, endet die Partie. Wer mit jedem Zug Schach gab oder denselben ungedeckten Stein jagte, verliert; sonst ist es Remis. Tun es beide, wiegt Schach schwerer als Jagen.",
  "learn.xiangqi.quiet": "60 Züge jeder Seite ohne Schlagen sind Remis, ebenso ein Brett mit nur Generälen, Beratern und Elefanten.",
  "learn.notation.points": "Ein Punkt ist eine Linie von a bis i und eine Reihe von 0 bis 9, von Rot aus von links und von unten. h2e2 ist der Zug von h2 nach e2.",
  "learn.notation.letters": "C2.5 ist derselbe Zug: der Buchstabe des Steins, seine Linie von rechts aus gezählt, ein Zeichen und eine Zahl. Das Zeichen ist + vorwärts, - zurück oder . seitwärts. Die Zahl ist die neue Linie oder die Zahl der Schritte auf der Linie. Von zwei gleichen auf einer Linie ist + der vordere, - der hintere.",
  "learn.notation.brackets": "炮 (32)-35 ist nochmals dieser Zug: der Stein, in Klammern Reihe und Linie, wie der Ziehende sie zählt, dann die neue Reihe und Linie.",
};
