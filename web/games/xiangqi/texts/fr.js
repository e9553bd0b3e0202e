// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "Comment on note les coups",
  "learn.xiangqi.board": "Les pièces se placent aux croisements de neuf colonnes et dix rangées, avec une rivière au milieu. Les neuf points à diagonales forment un palais. Les rouges commencent, et nul ne peut passer.",
  "learn.xiangqi.K": "Général : un point en ligne droite, jamais hors du palais. Les deux généraux ne peuvent pas se faire face sur une colonne ouverte.",
  "learn.xiangqi.A": "Garde : un point en diagonale, jamais hors du palais.",
  "learn.xiangqi.E": "Éléphant : exactement deux points en diagonale. Une pièce sur le point du milieu le bloque, et il ne passe jamais la rivière.",
  "learn.xiangqi.H": "Cheval : un point droit, puis un en diagonale vers l’extérieur. Une pièce sur le premier point le bloque.",
  "learn.xiangqi.R": "Char : n’importe quelle distance en ligne droite, sans sauter.",
  "learn.xiangqi.C": "Canon : bouge comme le char. Pour prendre, il doit sauter exactement une pièce, de l’une ou l’autre couleur.",
  "learn.xiangqi.P": "Soldat : un point en avant. Passé la rivière, aussi de côté. Jamais en arrière.",
  "learn.xiangqi.end": "Un général qui pourrait être pris est en échec, et il faut parer aussitôt. Si c’est impossible, c’est mat et vous perdez. Qui n’a aucun coup permis perd aussi.",
  "learn.xiangqi.repeat": "Quand la même position revient pour la troisième fois, la partie finit. Qui a donné échec à chaque coup, ou poursuivi à chaque coup la même pièce sans protection, perd ; sinon c’est nulle. Si les deux le font, l’échec est plus grave que la poursuite.",
  "learn.xiangqi.quiet": "60 coups de chaque côté sans prise font nulle, de même un plateau où il ne reste que généraux, gardes et éléphants.",
  "learn.notation.points": "Un point est une colonne de a à i et une rangée de 0 à 9, vues par les rouges depuis la gauche et depuis le bas. h2e2 est le coup de h2 vers e2.",
  "learn.notation.letters": "C2.5 est le même coup : la lettre de la pièce, sa colonne comptée depuis la droite du joueur, un signe et un nombre. Le signe est + en avant, - en arrière ou . de côté. Le nombre est la nouvelle colonne, ou le nombre de pas le long de la colonne. De deux pareilles sur une colonne, + est celle de devant et - celle de derrière.",
  "learn.notation.brackets": "炮 (32)-35 est encore ce coup : la pièce, entre parenthèses sa rangée et sa colonne comptées par le joueur, puis les nouvelles.",
};
