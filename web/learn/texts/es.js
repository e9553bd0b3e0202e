// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "De {from} a {to} jugadores",
  "learn.players.exactly": "{n} jugadores",
  "learn.play": "Jugar ahora",
  "learn.tables": "Mesas y récords",
  "learn.back": "Todos los juegos",
  "learn.begin.giog": "Empieza por este.",
  "learn.wins": "gana",
  "learn.unseen": "oculta",
  "learn.leads": "Sale {name}",
  "learn.pieces": "Las piezas",
  "learn.pieces.32":
    "32 discos de siete clases, en rojo y en negro. Cada color tiene cinco soldados, un general y dos de cada una de las demás.",
  "learn.pieces.30":
    "30 discos de siete clases, en rojo y en negro. Cada color tiene cuatro soldados, un general y dos de cada una de las demás.",
  "learn.pieces.both": "Con tres o cinco jugadores se quita un soldado de cada color: quedan 30 discos.",
  "learn.pieces.order": "De mayor a menor, el rojo justo por encima del negro:",
  "learn.pieces.equal": "De mayor a menor; rojo y negro valen lo mismo:",
  "learn.pieces.suits": "Tres palos, cada uno de mayor a menor, el rojo justo por encima del negro:",
  "learn.suit.commanders": "Mando",
  "learn.suit.mobile": "Móviles",
  "learn.suit.foot": "A pie",
  "learn.suit.example":
    "Se ha salido con un soldado. Solo un soldado gana a un soldado, así que el carro y el general pierden.",
  "learn.trick": "Una baza",
  "learn.trick.lay":
    "Quien sale pone boca abajo una pieza o una combinación y dice de qué tipo es. Después todos los demás ponen el mismo número de piezas, también boca abajo, a la vez y sin ver la salida.",
  "learn.trick.any": "Puedes jugar las piezas que quieras, pero solo gana una combinación del mismo tipo.",
  "learn.trick.open":
    "Luego se destapa todo. La jugada más alta del tipo de la salida se lleva todas las piezas, y su dueño sale en la siguiente.",
  "learn.trick.back": "Hasta que juegue el último, puedes retirar tus piezas y jugar otras. Quien sale no puede.",
  "learn.trick.pair":
    "Se ha salido con una pareja. Los carros son la pareja más alta. Un general y un guardia no son pareja, así que pierden.",
  "learn.combos": "Con qué se puede salir",
  "learn.combos.color":
    "Todas las piezas de una combinación son del mismo color. Otro tipo nunca gana al de la salida, por alto que sea.",
  "learn.combos.generals":
    "Todas las piezas de una combinación son del mismo color. Una sola excepción: los dos generales son pareja, la más alta de todas.",
  "learn.combos.three":
    "Un trío noble y tres soldados son tres piezas, así que quien sale dice cuál de los dos es. Ninguno gana al otro.",
  "learn.combos.series":
    "Los tríos nobles y los tres soldados son un solo tipo: cualquier trío noble gana a tres soldados.",
  "learn.combos.no-cannon-guard": "Cañón, guardia y elefante no son una combinación aquí.",
  "learn.combos.two-pairs":
    "Un general con dos parejas de su color. El rojo gana al negro si cada una de sus parejas es al menos tan alta como la del negro; el negro nunca gana al rojo. No gana a cinco soldados, ni ellos a él.",
  "learn.combos.set": "Un grupo son dos o más piezas de la misma clase, de cualquier color.",
  "learn.combos.sequence": "Una escalera son de dos a siete piezas de rangos seguidos, de cualquier color.",
  "learn.combos.majority":
    "Gana la clase más alta. Si es la misma, gana la jugada con más piezas de un mismo color; da igual cuál.",
  "learn.combos.length":
    "Solo un grupo gana a un grupo y solo una escalera a una escalera, con el mismo número de piezas.",
  "learn.combos.suit": "Solo puede ganar una jugada del palo de la salida: un carro nunca gana a un soldado.",
  "learn.combos.noble":
    "Un trío noble puede llevar una pieza cualquiera, o una pareja idéntica cualquiera. Lo añadido no cuenta.",
  "learn.combos.cannon": "Aquí el cañón está por encima del caballo.",
  "learn.combos.no-three-soldiers": "Aquí tres soldados no son una combinación, y los dos generales tampoco.",
  "learn.ties": "Empates",
  "learn.ties.order":
    "Si las más altas son iguales, gana quien ha salido si una es suya. Si no, gana quien va antes en el orden.",
  "learn.ties.aside":
    "Si las más altas son iguales, no gana nadie. Las piezas se apartan, vuelve a salir el mismo jugador, y quien gane la baza siguiente se las lleva también. Tras la última baza no son de nadie.",
  "learn.ties.aside.example": "Los soldados rojos son iguales: la baza se aparta.",
  "learn.ties.turn":
    "Si las más altas son iguales, gana la primera en el turno: quien ha salido y después en sentido antihorario.",
  "learn.ties.top": "Una jugada igual también va encima: entre iguales gana la última.",
  "learn.ban": "Los generales son peligrosos",
  "learn.ban.rule":
    "Un general no se puede jugar ni en la primera baza ni en la última, ni siquiera en una combinación. Quien lo hace es decapitado.",
  "learn.ban.forced":
    "Así que juega tu general entre medias. Si es lo que te queda para la última baza, tienes que jugarlo y eres decapitado.",
  "learn.ban.forfeit": "Un jugador decapitado cuenta como si no hubiera capturado nada.",
  "learn.ban.last": "Un jugador decapitado conserva lo capturado, pero queda por debajo de todos los que no lo son.",
  "learn.ban.late": "Como hay piezas ocultas, los decapitados se anuncian solo al final.",
  "learn.ban.example":
    "La última baza. {name} se ha guardado el general demasiado tiempo: gana la baza, pero le cuesta la cabeza.",
  "learn.generals": "Los generales",
  "learn.ban.none": "Los generales se pueden jugar en cualquier momento, también en la primera y en la última baza.",
  "learn.first": "Al principio manda el elefante",
  "learn.first.rule":
    "En la primera baza no se puede salir con generales ni guardias, ni solos ni en una combinación. Quien juega uno lo pierde: no gana nada y queda boca abajo.",
  "learn.first.example":
    "La primera baza. {name} ha jugado un general, pero aún no gana nada: el elefante se lleva la baza.",
  "learn.deal": "El reparto",
  "learn.deal.stacks2": "Las piezas están boca abajo en montones de dos.",
  "learn.deal.rows":
    "Cada uno elige un montón delante de otro jugador y se destapa su pieza de abajo. La más alta es primera en el orden, y así sucesivamente; si hay empate, se destapa otra.",
  "learn.deal.take":
    "El primero toma un montón del extremo de una fila y los demás los siguientes, dando la vuelta a la mesa, hasta completar las manos. El primero sale en la primera baza.",
  "learn.deal.circle":
    "Están en círculo. El ganador de la partida anterior destapa un montón. Su valor se cuenta alrededor de la mesa para saber quién empieza.",
  "learn.deal.circle.take":
    "Quien empieza toma ese montón, el siguiente jugador uno de al lado, y así en esa dirección. Quien empieza sale en la primera baza.",
  "learn.deal.throw":
    "Están en círculo. Piedra, papel o tijera decide quién empieza. Ese jugador toma cualquier montón, el siguiente a la derecha uno de al lado, y así hasta que todos tengan cuatro. Quien empieza sale en la primera baza.",
  "learn.deal.dice":
    "Las piezas están boca abajo en una fila de montones altos. Quien saca el dado más alto es el primero.",
  "learn.deal.row": "El primero elige por qué extremo se toman los montones por turnos, y sale en la primera baza.",
  "learn.deal.direct": "El primero decide en qué orden se toman los montones, y sale en la primera baza.",
  "learn.deal.pack":
    "Las piezas se reparten una a una, hacia la derecha, hasta la última. Con tres jugadores se quita un soldado de cada color. Empieza quien ganó la partida anterior, o alguien por sorteo, y sale en la primera baza.",
  "learn.unseen.title": "Destapadas o capturadas boca abajo",
  "learn.unseen.rule":
    "Cuando todos han jugado, se destapa la salida. Después, en sentido antihorario, solo se destapa lo que gana a lo mejor hasta ese momento. Lo demás se captura boca abajo: hasta el final solo lo conoce su dueño.",
  "learn.unseen.example":
    "{first} sale con una pareja. {second} la gana y se destapa. Las otras dos no, y siguen boca abajo.",
  "learn.turns.rule":
    "La salida se juega boca arriba. Los demás juegan por turnos y ven la mejor jugada. Una jugada del mismo tipo y al menos igual de alta va encima, boca arriba. Cualquier otra va debajo, boca abajo. La última de encima se lleva la baza.",
  "learn.turns.example":
    "Se ha salido con dos cañones. Otros dos iguales van encima y se llevan la baza. Las demás jugadas eran más bajas y están debajo, boca abajo.",
  "learn.end": "Quién gana",
  "learn.end.most":
    "Cuando las manos están vacías, gana quien ha capturado más piezas. Los empatados comparten la victoria.",
  "learn.end.eight":
    "Cuando las manos están vacías, tu puntuación son las piezas capturadas menos 8. Gana la más alta.",
  "learn.end.share":
    "Tu puntuación son las piezas capturadas menos una parte igual: 16 entre dos, 10 entre tres, 8 entre cuatro, 6 entre cinco. Gana la más alta.",
  "learn.end.general": "Quien gana la última baza con un general cobra 2 de cada uno de los demás.",
  "learn.end.last": "Quien gana la última baza gana en solitario. Las piezas capturadas no importan.",
  "learn.reconstruction":
    "Una reconstrucción: se sabe poco de este juego, y el resto es una suposición de quienes hacen este servidor.",
  "learn.tips": "Para tu primera partida",
  "learn.tips.lead":
    "Una combinación se lleva muchas piezas de una vez. Sal con ella cuando puedas: quien no tiene ese tipo no puede ganar.",
  "learn.tips.soldiers": "Los soldados son fuertes en grupo: nadie gana a cinco rojos.",
  "learn.tips.general":
    "Un general gana casi todas las bazas de una pieza. Úsalo para eso, ni demasiado pronto ni demasiado tarde.",
  "word.trick.means": "Todos ponen una vez, y lo más alto gana todo lo puesto.",
  "word.last_trick.means": "La baza en la que todos ponen lo que les queda.",
  "word.lead.means": "Poner primero en una baza. La salida decide cuántas piezas ponen todos y qué tipo puede ganar.",
  "word.follow.means": "Jugar después de la salida: el mismo número de piezas, las que quieras de tu mano.",
  "word.single.means": "Una sola pieza.",
  "word.pair.means": "Dos piezas de una clase y un color. En algunos juegos los dos generales también son pareja.",
  "word.noble.means":
    "General, guardia y elefante, o carro, caballo y cañón, de un color. Algunos juegos tienen uno más.",
  "word.soldiers.means": "Soldados de un color. Solo ganan a igual número de soldados.",
  "word.combination.means": "Piezas que se pueden jugar juntas al salir. Cada juego tiene las suyas.",
  "word.behead.means":
    "A quien juega un general en la primera o la última baza lo decapitan: pierde lo capturado o su puesto.",
  "word.capture.means": "Ganar piezas en una baza. Cuentan al final y no se vuelven a jugar.",
  "word.stack.means": "Piezas apiladas antes de repartir. Se toman montones enteros.",
  "word.tie.means": "Las más altas son iguales. Cada juego dice quién gana entonces.",
  "word.suit.means": "En Zhì hǔ las clases forman palos, y solo puede ganar el palo de la salida.",
  "word.set.means": "Piezas de una clase, de cualquier color.",
  "word.sequence.means": "Piezas de rangos vecinos, de cualquier color.",
  "word.take_back.means": "Recoger lo que pusiste mientras alguien tenga que poner. No vale para quien sale.",
};
