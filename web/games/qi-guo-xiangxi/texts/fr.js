// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Alliés",
  "learn.falls": "Comment tombe un royaume",
  "learn.kingdoms.board": "Sept armées de 17 pièces sur 19 × 19 points. Les royaumes jouent à tour de rôle : Qin, Chu, Han, Qi, Wei, Zhao, Yan. Le roi de Zhou, au centre, n’est à personne : il ne bouge jamais, et aucune pièce ne peut entrer sur son point.",
  "learn.kingdoms.ally": "À sept, chacun a un royaume. À six, Qin prend un allié ; à cinq, Chu aussi ; à quatre, Qi aussi. Ils choisissent avant le premier coup et jouent les deux armées, chacune à son tour.",
  "learn.kingdoms.far": "Général : n’importe quelle distance, droit ou en diagonale. Général adjoint : n’importe quelle distance, droit. Aide de camp : n’importe quelle distance, en diagonale. Émissaire : comme le général, mais il ne prend pas et ne peut être pris.",
  "learn.kingdoms.shots": "Catapulte : n’importe quelle distance, droit ; pour prendre, elle doit sauter exactement une pièce. Arc : exactement quatre points, arbalète : exactement cinq, droit ou en diagonale.",
  "learn.kingdoms.near": "Couteau : un point en diagonale. Épée : un point droit. Cavalerie : un point droit, puis trois en diagonale vers l’extérieur. Seule la catapulte passe par-dessus une autre pièce.",
  "learn.kingdoms.fall": "Un royaume tombe quand son général est pris, ou quand il a perdu onze pièces. Ses pièces quittent le plateau. Si vous attaquez votre allié, toute son armée est perdue, sauf si la table refuse de tels coups. Vous êtes éliminé quand tous vos royaumes sont tombés.",
  "learn.kingdoms.end": "Qui a pris deux généraux, ou trente autres pièces, est l’hégémon et gagne aussitôt. S’il ne reste qu’un joueur, après 140 coups sans prise ou après 1 400 coups, qui a pris le plus de pièces gagne, même éliminé. Qui a abandonné ne peut gagner.",
};
