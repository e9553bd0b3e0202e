// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Pose des pierres",
  "learn.squares": "Carrés",
  "learn.square.place": "On pose une pierre à tour de rôle, jusqu’à remplir le plateau. Rien n’est encore retiré.",
  "learn.square.first": "Puis chacun retire une pierre quelconque de l’autre ; sur 7 × 7, le second joueur en retire deux. Ensuite chacun en retire encore une par carré qu’il possède.",
  "learn.square.square": "Un carré, ce sont quatre pierres d’un joueur sur des points voisins. Les carrés qui partagent des pierres comptent chacun : ici il y en a deux.",
  "learn.square.move": "Ensuite on déplace à tour de rôle une pierre, à n’importe quelle distance, droit, sur des points vides. Pour chaque carré formé par un coup, retirez une pierre adverse. Les pierres qui forment un carré ne se retirent que s’il n’y en a pas d’autres. Qui ne peut bouger passe son tour.",
  "learn.square.end": "Qui a retiré toutes les pierres de l’autre gagne.",
  "learn.square.draws": "La même position pour la troisième fois fait nulle, de même 100 coups de suite sans nouveau carré.",
};
