// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "La réserve",
  "learn.supply.board": "Deux plateaux de xiangqi, deux équipes. Dans chacune, l’un a les rouges et l’autre les noirs, sur des plateaux différents. On joue sur les deux en même temps, et les pièces bougent comme au xiangqi.",
  "learn.supply.drop": "Ce que vous prenez va dans la réserve de votre partenaire. Au lieu de jouer, vous pouvez poser une pièce de votre réserve sur un point vide de votre côté de la rivière. Elle ne doit pas y donner échec.",
  "learn.supply.where": "Gardes et éléphants ne se posent que sur des points qu’ils peuvent atteindre, les soldats partout de votre côté.",
  "learn.supply.end": "Le plateau décidé en premier décide la partie pour les deux équipes. Nul n’attend une pièce que le partenaire pourrait encore prendre : mat est mat si rien dans la réserve n’aide.",
  "learn.supply.draws": "Une nulle sur un plateau fait nulle pour tous. Quand une position d’un plateau revient pour la troisième fois, l’échec perpétuel perd, et le reste est nul. De même 120 tours sur un plateau sans prise ni pose, et 600 sur les deux ensemble.",
};
