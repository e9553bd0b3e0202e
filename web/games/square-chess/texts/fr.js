// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Pose des pions",
  "learn.squares": "Carrés",
  "learn.square.place": "On pose un pion à tour de rôle, jusqu'à remplir le plateau. Rien n'est encore retiré.",
  "learn.square.first": "Puis chacun retire un pion quelconque de l'autre ; sur 7 × 7, le second joueur en retire deux. Ensuite chacun en retire encore un par carré qu'il possède.",
  "learn.square.square": "Un carré, ce sont quatre pions d'un joueur sur des points voisins. Les carrés qui partagent des pions comptent chacun : ici il y en a deux.",
  "learn.square.move": "Ensuite on déplace à tour de rôle un pion, à n'importe quelle distance, droit, sur des points vides. Pour chaque carré formé par un coup, retirez un pion adverse. Les pions en carré sont à l'abri tant qu'il y en a d'autres. Qui ne peut bouger passe son tour.",
  "learn.square.end": "Qui a retiré tous les pions de l'autre gagne.",
  "learn.square.draws": "La même position pour la troisième fois fait nulle, de même 100 coups de suite sans nouveau carré.",
};
