// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Colocación",
  "learn.squares": "Cuadrados",
  "learn.square.place": "Se coloca una piedra por turno hasta llenar el tablero. Todavía no se quita nada.",
  "learn.square.first": "Luego cada uno quita una piedra cualquiera del otro; en 7 × 7 puntos, el segundo quita dos. Después cada uno quita una más por cada cuadrado que tenga.",
  "learn.square.square": "Un cuadrado son cuatro piedras de un jugador en puntos vecinos. Los cuadrados que comparten piedras cuentan por separado: aquí hay dos.",
  "learn.square.move": "A partir de ahí se mueve por turno una piedra, cualquier distancia recta por puntos vacíos. Por cada cuadrado que forme una jugada, quita una piedra del otro. Las piedras que forman cuadrados solo se pueden quitar si no hay otras. Quien no puede mover pierde el turno.",
  "learn.square.end": "Gana quien ha quitado todas las piedras del otro.",
  "learn.square.draws": "La misma posición por tercera vez son tablas, y también 100 jugadas seguidas sin un cuadrado nuevo.",
};
