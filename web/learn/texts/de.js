// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "{from} bis {to} Spieler",
  "learn.players.exactly": "{n} Spieler",
  "learn.play": "Jetzt spielen",
  "learn.tables": "Tische und Rekorde",
  "learn.back": "Alle Spiele",
  "learn.begin.giog": "Fang hiermit an.",
  "learn.wins": "gewinnt",
  "learn.unseen": "verdeckt",
  "learn.leads": "{name} spielt aus",
  "learn.pieces": "Die Steine",
  "learn.pieces.32":
    "32 Scheiben, sieben Arten, je in Rot und Schwarz. Jede Farbe hat fünf Soldaten, einen General und zwei von allem anderen.",
  "learn.pieces.30":
    "30 Scheiben, sieben Arten, je in Rot und Schwarz. Jede Farbe hat vier Soldaten, einen General und zwei von allem anderen.",
  "learn.pieces.both": "Zu dritt und zu fünft bleibt von jeder Farbe ein Soldat weg: 30 Scheiben.",
  "learn.pieces.order": "Vom höchsten zum niedrigsten, Rot jeweils knapp über Schwarz:",
  "learn.pieces.equal": "Vom höchsten zum niedrigsten, Rot und Schwarz sind gleich hoch:",
  "learn.pieces.suits": "Drei Gruppen, jeweils vom höchsten zum niedrigsten, Rot knapp über Schwarz:",
  "learn.suit.commanders": "Befehlshaber",
  "learn.suit.mobile": "Bewegliche",
  "learn.suit.foot": "Fußvolk",
  "learn.suit.example":
    "Ein Soldat wurde ausgespielt. Nur Soldaten schlagen Soldaten, also verlieren Wagen und General.",
  "learn.trick": "Ein Stich",
  "learn.trick.lay":
    "Wer ausspielt, legt einen Stein oder eine Kombination verdeckt und sagt, was für eine es ist. Dann legen alle anderen gleichzeitig ebenso viele Steine, auch verdeckt, ohne zu sehen, was ausgespielt wurde.",
  "learn.trick.any": "Du darfst beliebige Steine legen. Aber nur eine Kombination derselben Art kann gewinnen.",
  "learn.trick.open":
    "Dann wird alles aufgedeckt. Das Höchste der ausgespielten Art bekommt alle Steine, und wer es gelegt hat, spielt als Nächster aus.",
  "learn.trick.back":
    "Solange noch nicht alle gelegt haben, darfst du deine Steine zurücknehmen und andere legen. Wer ausgespielt hat, darf das nicht.",
  "learn.trick.pair":
    "Ein Paar wurde ausgespielt. Die Wagen sind das höchste Paar. General und Berater sind kein Paar, also verlieren sie.",
  "learn.combos": "Was du ausspielen kannst",
  "learn.combos.color":
    "Alle Steine einer Kombination haben dieselbe Farbe. Eine andere Art schlägt die ausgespielte nie, egal wie hoch sie ist.",
  "learn.combos.generals":
    "Alle Steine einer Kombination haben dieselbe Farbe. Einzige Ausnahme: Die beiden Generäle sind ein Paar, das höchste von allen.",
  "learn.combos.three":
    "Ein edles Trio und drei Soldaten sind beide drei Steine, also sagt man beim Ausspielen, welches es ist. Keines schlägt das andere.",
  "learn.combos.series": "Edle Trios und drei Soldaten sind eine Art: Jedes edle Trio schlägt drei Soldaten.",
  "learn.combos.no-cannon-guard": "Kanone, Berater und Elefant sind hier keine Kombination.",
  "learn.combos.two-pairs":
    "Ein General mit zwei Paaren seiner Farbe. Rot schlägt Schwarz, wenn jedes seiner Paare mindestens so hoch ist wie das schwarze; Schwarz schlägt Rot nie. Gegen fünf Soldaten gewinnt es nicht, und umgekehrt.",
  "learn.combos.set": "Gleiche sind zwei oder mehr Steine derselben Art, in beliebigen Farben.",
  "learn.combos.sequence":
    "Eine Folge sind zwei bis sieben Steine mit aufeinanderfolgendem Rang, in beliebigen Farben.",
  "learn.combos.majority":
    "Die höhere Art gewinnt. Ist sie gleich, gewinnt, wer mehr Steine einer Farbe hat; welche Farbe, ist egal.",
  "learn.combos.length":
    "Nur Gleiche schlagen Gleiche, nur eine Folge schlägt eine Folge, und immer mit gleich vielen Steinen.",
  "learn.combos.suit": "Nur Steine der ausgespielten Gruppe können gewinnen: Ein Wagen schlägt nie einen Soldaten.",
  "learn.combos.noble":
    "Ein edles Trio darf einen beliebigen Stein oder ein beliebiges Paar gleicher Steine mitnehmen. Was dabei ist, zählt nicht.",
  "learn.combos.cannon": "Die Kanone steht hier über dem Pferd.",
  "learn.combos.no-three-soldiers": "Drei Soldaten sind hier keine Kombination, die beiden Generäle auch nicht.",
  "learn.ties": "Gleichstand",
  "learn.ties.order":
    "Sind die höchsten gleich, gewinnt, wer ausgespielt hat, wenn das eigene dabei ist. Sonst gewinnt, wer in der Reihenfolge weiter vorn steht.",
  "learn.ties.aside":
    "Sind die höchsten gleich, gewinnt niemand. Die Steine bleiben liegen, derselbe Spieler spielt noch einmal aus, und wer den nächsten Stich gewinnt, bekommt auch sie. Nach dem letzten Stich gehören sie niemandem.",
  "learn.ties.aside.example": "Die roten Soldaten sind gleich hoch: Der Stich bleibt liegen.",
  "learn.ties.turn":
    "Sind die höchsten gleich, gewinnt, wer früher dran war: erst der Ausspielende, dann gegen den Uhrzeigersinn.",
  "learn.ties.top": "Auch Gleiches kommt obenauf: Von Gleichem gewinnt das zuletzt Gelegte.",
  "learn.ban": "Generäle sind gefährlich",
  "learn.ban.rule":
    "Ein General darf weder im ersten noch im letzten Stich gespielt werden, auch nicht in einer Kombination. Wer es tut, wird geköpft.",
  "learn.ban.forced":
    "Werde deinen General also dazwischen los. Bleibt er dir für den letzten Stich übrig, musst du ihn spielen und wirst geköpft.",
  "learn.ban.forfeit": "Wer geköpft wird, hat am Ende nichts erobert.",
  "learn.ban.last": "Wer geköpft wird, behält die eroberten Steine, steht aber hinter allen, die es nicht sind.",
  "learn.ban.late": "Weil manche Steine verdeckt bleiben, erfährt man erst am Ende, wer geköpft wurde.",
  "learn.ban.example":
    "Der letzte Stich. {name} hat den General zu lange behalten: Er gewinnt den Stich, kostet aber den Kopf.",
  "learn.generals": "Generäle",
  "learn.ban.none": "Generäle dürfen jederzeit gespielt werden, auch im ersten und im letzten Stich.",
  "learn.first": "Zuerst ist der Elefant am höchsten",
  "learn.first.rule":
    "Im ersten Stich darf niemand mit Generälen und Beratern ausspielen, weder einzeln noch in einer Kombination. Wer einen legt, verliert ihn: Er gewinnt nichts und bleibt verdeckt.",
  "learn.first.example":
    "Der erste Stich. {name} hat einen General gelegt, aber der gewinnt noch nichts: Der Elefant nimmt den Stich.",
  "learn.deal": "Das Verteilen",
  "learn.deal.stacks2": "Die Steine liegen verdeckt in Zweierstapeln.",
  "learn.deal.rows":
    "Jeder wählt einen Stapel vor einem anderen Spieler, und dessen unterer Stein wird aufgedeckt. Der höchste ist Erster in der Reihenfolge und so weiter; bei Gleichstand wird noch einer aufgedeckt.",
  "learn.deal.take":
    "Der Erste nimmt einen Stapel am Ende einer Reihe, die anderen nehmen reihum die nächsten, bis alle ihre Steine haben. Der Erste spielt zum ersten Stich aus.",
  "learn.deal.circle":
    "Sie liegen im Kreis. Der Sieger der letzten Partie deckt einen Stapel auf. Sein Wert wird um den Tisch abgezählt, und so findet man, wer beginnt.",
  "learn.deal.circle.take":
    "Wer beginnt, nimmt diesen Stapel, der nächste Spieler einen daneben, und so geht es in dieser Richtung weiter. Wer beginnt, spielt zum ersten Stich aus.",
  "learn.deal.throw":
    "Sie liegen im Kreis. Schere, Stein, Papier entscheidet, wer beginnt. Dieser Spieler nimmt einen beliebigen Stapel, der nächste rechts einen daneben und so weiter, bis alle vier haben. Wer beginnt, spielt zum ersten Stich aus.",
  "learn.deal.dice": "Die Steine liegen verdeckt in einer Reihe hoher Stapel. Wer am höchsten würfelt, ist Erster.",
  "learn.deal.row":
    "Der Erste wählt, von welchem Ende die Stapel reihum genommen werden, und spielt zum ersten Stich aus.",
  "learn.deal.direct":
    "Der Erste bestimmt, in welcher Reihenfolge die Stapel genommen werden, und spielt zum ersten Stich aus.",
  "learn.deal.pack":
    "Die Steine werden einzeln nach rechts ausgeteilt, bis keiner übrig ist. Zu dritt bleibt von jeder Farbe ein Soldat weg. Wer die letzte Partie gewonnen hat, beginnt, sonst entscheidet das Los, und spielt zum ersten Stich aus.",
  "learn.unseen.title": "Aufgedeckt oder verdeckt erobert",
  "learn.unseen.rule":
    "Wenn alle gelegt haben, wird zuerst das Ausgespielte aufgedeckt. Dann wird gegen den Uhrzeigersinn nur aufgedeckt, was das bisher Beste schlägt. Alles andere wird verdeckt erobert: Bis zum Ende kennt es nur, wer es gelegt hat.",
  "learn.unseen.example":
    "{first} spielt ein Paar aus. {second} schlägt es und wird aufgedeckt. Die beiden anderen nicht, sie bleiben verdeckt.",
  "learn.turns.rule":
    "Ausgespielt wird offen. Die anderen legen reihum und sehen das bisher Beste. Was von derselben Art und mindestens so hoch ist, kommt offen obenauf. Alles andere kommt verdeckt darunter. Wer zuletzt obenauf liegt, bekommt den Stich.",
  "learn.turns.example":
    "Zwei Kanonen werden ausgespielt. Zwei gleich hohe kommen obenauf und gewinnen den Stich. Die anderen waren niedriger und liegen verdeckt darunter.",
  "learn.end": "Wer gewinnt",
  "learn.end.most":
    "Wenn alle Hände leer sind, gewinnt, wer die meisten Steine erobert hat. Bei Gleichstand teilt man sich den Sieg.",
  "learn.end.eight": "Wenn alle Hände leer sind, zählen deine eroberten Steine minus 8. Die höchste Punktzahl gewinnt.",
  "learn.end.share":
    "Gezählt werden deine eroberten Steine minus einen gleichen Anteil: 16 zu zweit, 10 zu dritt, 8 zu viert, 6 zu fünft. Die höchste Punktzahl gewinnt.",
  "learn.end.general": "Wer den letzten Stich mit einem General gewinnt, bekommt von jedem anderen 2.",
  "learn.end.last": "Wer den letzten Stich gewinnt, gewinnt allein. Eroberte Steine zählen nicht.",
  "learn.reconstruction":
    "Eine Rekonstruktion: Über dieses Spiel ist wenig bekannt, der Rest ist eine Vermutung der Leute, die diesen Server machen.",
  "learn.tips": "Für deine erste Partie",
  "learn.tips.lead":
    "Eine Kombination bringt viele Steine auf einmal. Spiel sie aus, wenn du kannst: Wer nichts von dieser Art hat, kann nicht gewinnen.",
  "learn.tips.soldiers": "Viele Soldaten sind zusammen stark: Fünf rote schlägt niemand.",
  "learn.tips.general":
    "Ein General gewinnt fast jeden Stich mit einzelnen Steinen. Nutze ihn dafür, nicht zu früh und nicht zu spät.",
  "word.trick.means": "Alle legen einmal, und das Höchste gewinnt alles, was liegt.",
  "word.last_trick.means": "Der Stich, in dem alle legen, was sie noch haben.",
  "word.lead.means":
    "Als Erster in einem Stich legen. Das bestimmt, wie viele Steine alle legen und welche Art gewinnen kann.",
  "word.follow.means": "Nach dem Ausspielen legen: ebenso viele Steine, beliebige aus der Hand.",
  "word.single.means": "Ein Stein allein.",
  "word.pair.means": "Zwei Steine einer Art und Farbe. In manchen Spielen sind auch die zwei Generäle ein Paar.",
  "word.noble.means":
    "General, Berater und Elefant oder Wagen, Pferd und Kanone einer Farbe. Manche Spiele haben noch einen.",
  "word.soldiers.means": "Soldaten einer Farbe. Sie schlagen nur ebenso viele Soldaten.",
  "word.combination.means": "Steine, die zusammen ausgespielt werden dürfen. Jedes Spiel hat seine eigenen.",
  "word.behead.means":
    "Wer im ersten oder letzten Stich einen General spielt, wird geköpft und verliert alles Eroberte oder den Rang.",
  "word.capture.means": "Steine in einem Stich gewinnen. Sie zählen am Ende und werden nicht wieder gespielt.",
  "word.stack.means": "Steine übereinander, vor dem Verteilen. Man nimmt ganze Stapel.",
  "word.tie.means": "Gleich hohe Steine. Jedes Spiel sagt, wer dann gewinnt.",
  "word.suit.means": "In Zhì hǔ gehören die Arten zu Gruppen, und nur die ausgespielte kann gewinnen.",
  "word.set.means": "Steine einer Art, in beliebigen Farben.",
  "word.sequence.means": "Steine aufeinanderfolgender Ränge, in beliebigen Farben.",
  "word.take_back.means": "Wieder aufnehmen, was man gelegt hat, solange noch jemand legen muss. Nicht, wer ausspielt.",
};
