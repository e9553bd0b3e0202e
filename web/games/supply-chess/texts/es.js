// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "La reserva",
  "learn.supply.board": "Dos tableros de xiangqi, dos equipos. En cada equipo uno lleva las rojas y el otro las negras, en tableros distintos. Se juega en ambos a la vez, y las piezas se mueven como en el xiangqi.",
  "learn.supply.drop": "Lo que capturas va a la reserva de tu compañero. En vez de mover, puedes poner una pieza de tu reserva en un punto vacío de tu lado del río. No puede dar jaque al ponerse.",
  "learn.supply.where": "Guardias y elefantes solo se ponen en puntos que pueden alcanzar; los soldados, en cualquier punto de tu lado.",
  "learn.supply.end": "El tablero que se decide primero decide la partida para ambos equipos. Nadie espera una pieza que el compañero aún pueda capturar: el mate es mate si nada de la reserva ayuda.",
  "learn.supply.draws": "Tablas en un tablero son tablas para todos. Si una posición de un tablero se da por tercera vez, el jaque perpetuo pierde y lo demás son tablas. También 120 turnos en un tablero sin captura ni puesta, y 600 entre ambos.",
};
