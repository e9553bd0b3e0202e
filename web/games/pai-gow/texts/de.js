// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "Die Steine",
  "learn.pg.32": "Es gibt 32 Dominosteine: elf Arten doppelt und zehn weitere, die zu zweit zusammengehören. Die Namen sind kantonesisch.",
  "learn.pg.ranks": "Vom höchsten zum niedrigsten. Zwei nebeneinander sind gleich; ein Stein von Gee Joon ist allein der niedrigste.",
  "learn.pg.hands": "Was zwei Steine wert sind",
  "learn.pg.pairs": "Ein Paar schlägt alles andere. Das höchste ist Gee Joon, dann folgen die Paare wie die Steine.",
  "learn.pg.pairs.order": "Vier Paare, das höchste zuerst.",
  "learn.pg.wong": "Teen oder Day mit einer Neun ist ein Wong, mit einer Acht ein Gong. Wong schlägt Gong, und beide schlagen neun Punkte.",
  "learn.pg.wong.order": "Zwei Wong und zwei Gong, das höchste zuerst.",
  "learn.pg.points": "Alles andere zählt die letzte Ziffer der Augen: 9 ist am besten, 0 am schlechtesten. Ein Stein von Gee Joon zählt 3 oder 6, was besser ist.",
  "learn.pg.points.order": "Sieben, dann mit Gee Joon als der besseren Zahl, und kleinere.",
  "learn.pg.ties": "Bei gleichem Wert entscheidet der höhere Stein. Sind auch diese gleich oder beide Hände 0 wert, gewinnt die Bank.",
  "learn.pg.play": "Ein Spiel",
  "learn.pg.split": "Alle, auch die Bank, teilen vier Steine verdeckt und gleichzeitig in zwei Hände zu zweit. Die niedrigere liegt vorn, die höhere hinten.",
  "learn.pg.three": "Dieselben vier Steine lassen sich auf drei Arten teilen.",
  "learn.pg.bank": "Jeder spielt gegen die Bank, vorn gegen vorn und hinten gegen hinten. Wer beide gewinnt, bekommt einen Punkt; wer keine gewinnt, zahlt einen. Die Bank geht reihum.",
  "learn.pg.late": "Wer zu spät ist, bekommt die Teilung mit der besten vorderen Hand.",
};
