// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "Cómo se anotan las jugadas",
  "learn.xiangqi.board": "Las piezas se colocan en los cruces de nueve columnas y diez filas, con un río en medio. Los nueve puntos con diagonales son un palacio. Empiezan las rojas y nadie puede pasar.",
  "learn.xiangqi.K": "General: un punto en línea recta, nunca fuera del palacio. Los dos generales no pueden mirarse por una columna abierta.",
  "learn.xiangqi.A": "Guardia: un punto en diagonal, nunca fuera del palacio.",
  "learn.xiangqi.E": "Elefante: exactamente dos puntos en diagonal. Una pieza en el punto intermedio lo bloquea, y nunca cruza el río.",
  "learn.xiangqi.H": "Caballo: un punto recto y luego uno en diagonal hacia fuera. Una pieza en el primer punto lo bloquea.",
  "learn.xiangqi.R": "Carro: cualquier distancia en línea recta, sin saltar.",
  "learn.xiangqi.C": "Cañón: se mueve como el carro. Para capturar debe saltar exactamente una pieza, de cualquier color.",
  "learn.xiangqi.P": "Soldado: un punto hacia delante. Pasado el río, también de lado. Nunca atrás.",
  "learn.xiangqi.end": "Un general que podría ser capturado está en jaque, y hay que salir de él enseguida. Si no se puede, es jaque mate y se pierde. También pierde quien no tiene jugada legal.",
  "learn.xiangqi.repeat": "Cuando la misma posición se da por tercera vez, la partida termina. Quien dio jaque en cada jugada, o persiguió siempre la misma pieza sin protección, pierde; si no, son tablas. Si lo hacen ambos, el jaque es peor que la persecución.",
  "learn.xiangqi.quiet": "60 jugadas de cada lado sin capturas son tablas, y también un tablero con solo generales, guardias y elefantes.",
  "learn.notation.points": "Un punto es una columna de la a a la i y una fila del 0 al 9, vistas por las rojas desde la izquierda y desde abajo. h2e2 es la jugada de h2 a e2.",
  "learn.notation.letters": "C2.5 es la misma jugada: la letra de la pieza, su columna contada desde la derecha de quien mueve, un signo y un número. El signo es + adelante, - atrás o . de lado. El número es la nueva columna, o los pasos dados por la columna. De dos iguales en una columna, + es la delantera y - la trasera.",
  "learn.notation.brackets": "炮 (32)-35 es esa jugada otra vez: la pieza, entre paréntesis su fila y columna como las cuenta quien mueve, y luego las nuevas.",
};
