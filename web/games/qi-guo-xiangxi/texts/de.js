// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Verbündete",
  "learn.falls": "Wie ein Reich fällt",
  "learn.kingdoms.board": "Sieben Heere mit 17 Steinen auf 19 × 19 Punkten. Die Reiche ziehen der Reihe nach: Qin, Chu, Han, Qi, Wei, Zhao, Yan. Der Zhou-König in der Mitte gehört niemandem: Er zieht nie, und kein Stein darf seinen Punkt betreten.",
  "learn.kingdoms.ally": "Sieben Spieler haben je ein Reich. Bei sechs nimmt Qin einen Verbündeten, bei fünf auch Chu, bei vier auch Qi. Sie wählen vor dem ersten Zug und führen beide Heere, jedes wenn es dran ist.",
  "learn.kingdoms.far": "Feldherr: beliebig weit, gerade oder schräg. Unterfeldherr: beliebig weit gerade. Adjutant: beliebig weit schräg. Gesandter: wie der Feldherr, aber er schlägt nichts und kann nicht geschlagen werden.",
  "learn.kingdoms.shots": "Katapult: beliebig weit gerade; zum Schlagen muss es genau einen Stein überspringen. Bogen: genau vier Punkte, Armbrust: genau fünf, gerade oder schräg.",
  "learn.kingdoms.near": "Messer: ein Punkt schräg. Schwert: ein Punkt gerade. Reiter: ein Punkt gerade, dann drei schräg nach außen. Kein Stein außer dem Katapult springt über einen anderen.",
  "learn.kingdoms.fall": "Ein Reich fällt, wenn sein Feldherr geschlagen wird oder es elf Steine verloren hat. Seine Steine kommen vom Brett. Greifst du den eigenen Verbündeten an, ist dessen ganzes Heer verloren, wenn der Tisch solche Züge nicht ablehnt. Du bist draußen, wenn alle deine Reiche gefallen sind.",
  "learn.kingdoms.end": "Wer zwei Feldherren oder dreißig andere Steine geschlagen hat, ist der Hegemon und gewinnt sofort. Ist nur ein Spieler übrig, nach 140 Zügen ohne Schlagen oder nach 1.400 Zügen gewinnt, wer die meisten Steine geschlagen hat, auch wer draußen ist. Wer aufgegeben hat, kann nicht gewinnen.",
};
