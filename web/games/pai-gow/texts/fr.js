// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "Les dominos",
  "learn.pg.32": "Il y a 32 dominos : onze sortes en double, et dix autres qui vont par deux. Les noms sont cantonais.",
  "learn.pg.ranks": "Du plus haut au plus bas. Deux côte à côte sont égaux ; seul, un domino de gee joon est le plus bas.",
  "learn.pg.hands": "Ce que valent deux dominos",
  "learn.pg.pairs": "Une paire bat tout le reste. La plus haute est gee joon, puis les paires dans l’ordre des dominos.",
  "learn.pg.pairs.order": "Quatre paires, la plus haute d’abord.",
  "learn.pg.wong": "Teen ou day avec un neuf fait un wong, avec un huit un gong. Le wong bat le gong, et tous deux battent neuf points.",
  "learn.pg.wong.order": "Deux wongs et deux gongs, du plus haut au plus bas.",
  "learn.pg.points": "Le reste vaut le dernier chiffre des points : 9 est le meilleur, 0 le pire. Un domino de gee joon compte 3 ou 6, au mieux.",
  "learn.pg.points.order": "Sept, puis avec gee joon au mieux, et de plus petites.",
  "learn.pg.ties": "À valeur égale le domino le plus haut décide. S’ils sont égaux, ou si les deux mains valent 0, la banque gagne.",
  "learn.pg.play": "Une donne",
  "learn.pg.split": "Tous, banquier compris, font en même temps et en secret deux mains de deux. La plus basse va devant, la plus haute derrière.",
  "learn.pg.three": "Les quatre mêmes dominos se partagent de trois façons.",
  "learn.pg.bank": "Chacun joue contre la banque, avant contre avant et arrière contre arrière. Deux victoires rapportent un point, aucune en coûte un. La banque tourne.",
  "learn.pg.late": "En retard, on reçoit le partage avec le meilleur avant.",
};
