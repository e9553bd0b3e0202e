// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Cinco puntos, siete líneas, dos piedras cada uno. Un lado no tiene línea.",
  "learn.pong.move": "Por turno, mueve una piedra tuya por una línea al punto vacío. Quien no puede mover pierde.",
  "learn.pong.draws": "Bien jugado, nadie pierde. La misma posición por tercera vez son tablas.",
};
