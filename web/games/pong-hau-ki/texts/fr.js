// Texts of the rules of pong hau k’i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Cinq points, sept lignes, deux pierres chacun. Un côté n’a pas de ligne.",
  "learn.pong.move": "À tour de rôle, déplacez l’une de vos pierres le long d’une ligne vers le point vide. Qui ne peut bouger perd.",
  "learn.pong.draws": "Bien joué, personne ne perd. La même position pour la troisième fois fait nulle.",
};
