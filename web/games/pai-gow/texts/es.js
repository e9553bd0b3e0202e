// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "Las fichas",
  "learn.pg.32": "Hay 32 fichas: once clases por duplicado y diez más que van de dos en dos. Los nombres son cantoneses.",
  "learn.pg.ranks": "De la más alta a la más baja. Dos juntas son iguales; una ficha de gee joon sola es la más baja.",
  "learn.pg.hands": "Lo que valen dos fichas",
  "learn.pg.pairs": "Una pareja gana a todo lo demás. La más alta es gee joon; luego, las parejas en el orden de las fichas.",
  "learn.pg.pairs.order": "Cuatro parejas, la más alta primero.",
  "learn.pg.wong": "Teen o day con un nueve es un wong; con un ocho, un gong. El wong gana al gong, y ambos a nueve puntos.",
  "learn.pg.wong.order": "Dos wongs y dos gongs, el más alto primero.",
  "learn.pg.points": "Lo demás vale la última cifra de sus puntos: 9 es lo mejor, 0 lo peor. Una ficha de gee joon cuenta 3 o 6, lo que convenga.",
  "learn.pg.points.order": "Siete, luego con gee joon a favor, y menores.",
  "learn.pg.ties": "A igual valor decide la ficha más alta. Si también son iguales, o ambas manos valen 0, gana la banca.",
  "learn.pg.play": "Una mano",
  "learn.pg.split": "Todos, también la banca, reparten a la vez y boca abajo sus cuatro fichas en dos manos de dos. La más baja va delante, la más alta detrás.",
  "learn.pg.three": "Las mismas cuatro fichas se pueden repartir de tres maneras.",
  "learn.pg.bank": "Cada uno juega contra la banca, delante contra delante y detrás contra detrás. Quien gana ambas recibe un punto; quien no gana ninguna, paga uno. La banca rota.",
  "learn.pg.late": "A quien se retrasa se le asigna el reparto con la mejor mano delantera.",
};
