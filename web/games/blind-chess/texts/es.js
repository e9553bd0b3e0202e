// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Rangos",
  "learn.blind.board": "Las 32 piezas están boca abajo en las casillas de medio tablero. Nadie sabe cuál está dónde, y cualquiera puede comprobar la mezcla después.",
  "learn.blind.turn": "En tu turno, descubre una pieza o mueve una tuya una casilla en línea recta: a una casilla vacía o sobre una pieza descubierta que pueda capturar. La primera pieza descubierta da su color a quien la descubrió.",
  "learn.blind.ranks": "De mayor a menor. Una pieza captura iguales e inferiores. Pero un soldado captura a un general, y un general no captura a un soldado.",
  "learn.blind.example": "El carro rojo puede capturar el caballo negro, pero no el general de al lado, que es superior.",
  "learn.blind.end": "Ganas cuando a tu rival no le queda ninguna pieza, descubierta o no, o no puede hacer nada.",
  "learn.blind.draws": "La misma posición por tercera vez son tablas, y también 60 turnos seguidos sin capturar ni descubrir nada.",
};
