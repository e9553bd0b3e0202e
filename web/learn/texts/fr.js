// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "{from} à {to} joueurs",
  "learn.players.exactly": "{n} joueurs",
  "learn.play": "Jouer maintenant",
  "learn.tables": "Tables et records",
  "learn.back": "Tous les jeux",
  "learn.begin.giog": "Commencez par celui-ci.",
  "learn.wins": "gagne",
  "learn.unseen": "caché",
  "learn.leads": "{name} entame",
  "learn.pieces": "Les pièces",
  "learn.pieces.32":
    "32 disques de sept sortes, en rouge et en noir. Chaque couleur a cinq soldats, un général et deux pièces de chaque autre sorte.",
  "learn.pieces.30":
    "30 disques de sept sortes, en rouge et en noir. Chaque couleur a quatre soldats, un général et deux pièces de chaque autre sorte.",
  "learn.pieces.both": "À trois ou à cinq, on retire un soldat de chaque couleur : il reste 30 disques.",
  "learn.pieces.order": "De la plus forte à la plus faible, le rouge juste au-dessus du noir :",
  "learn.pieces.equal": "De la plus forte à la plus faible ; rouge et noir se valent :",
  "learn.pieces.suits": "Trois familles, chacune de la plus forte à la plus faible, le rouge juste au-dessus du noir :",
  "learn.suit.commanders": "Commandement",
  "learn.suit.mobile": "Mobiles",
  "learn.suit.foot": "À pied",
  "learn.suit.example": "Un soldat est entamé. Seul un soldat bat un soldat : le char et le général perdent donc.",
  "learn.trick": "Un pli",
  "learn.trick.lay":
    "Le joueur qui entame pose une pièce ou une combinaison face cachée et annonce son type. Les autres posent ensuite autant de pièces, elles aussi face cachée, tous en même temps et sans voir l’entame.",
  "learn.trick.any": "Vous pouvez jouer n’importe quelles pièces, mais seule une combinaison du même type peut gagner.",
  "learn.trick.open":
    "Puis on retourne tout. La plus forte du type entamé remporte toutes les pièces, et son propriétaire entame le pli suivant.",
  "learn.trick.back":
    "Tant que le dernier joueur n’a pas joué, vous pouvez reprendre vos pièces et en jouer d’autres. Celui qui a entamé ne le peut pas.",
  "learn.trick.pair":
    "Une paire est entamée. Les chars sont la plus forte paire. Un général et un garde ne font pas une paire : ils perdent.",
  "learn.combos": "Ce qu’on peut entamer",
  "learn.combos.color":
    "Les pièces d’une combinaison sont de la même couleur. Un autre type ne bat jamais celui qui est entamé, si fort soit-il.",
  "learn.combos.generals":
    "Les pièces d’une combinaison sont de la même couleur. Seule exception : les deux généraux forment une paire, la plus forte de toutes.",
  "learn.combos.three":
    "Un trio noble et trois soldats font tous deux trois pièces : le joueur qui entame dit lequel c’est. Aucun ne bat l’autre.",
  "learn.combos.series": "Trios nobles et trois soldats sont un seul type : tout trio noble bat trois soldats.",
  "learn.combos.no-cannon-guard": "Canon, garde et éléphant ne sont pas une combinaison ici.",
  "learn.combos.two-pairs":
    "Un général avec deux paires de sa couleur. Le rouge bat le noir si chacune de ses paires est au moins aussi forte que celle du noir ; le noir ne bat jamais le rouge. Elle ne bat pas cinq soldats, ni l’inverse.",
  "learn.combos.set": "Un groupe, ce sont deux pièces ou plus de la même sorte, de toutes couleurs.",
  "learn.combos.sequence": "Une suite, ce sont deux à sept pièces de rangs consécutifs, de toutes couleurs.",
  "learn.combos.majority":
    "La sorte la plus forte gagne. À sorte égale, c’est le jeu qui a le plus de pièces d’une même couleur, peu importe laquelle.",
  "learn.combos.length": "Seul un groupe bat un groupe, seule une suite bat une suite, avec le même nombre de pièces.",
  "learn.combos.suit": "Seule une pièce de la famille entamée peut gagner : un char ne bat jamais un soldat.",
  "learn.combos.noble":
    "Un trio noble peut emmener n’importe quelle pièce, ou n’importe quelle paire identique. Ce qu’on ajoute ne compte pas.",
  "learn.combos.cannon": "Ici, le canon est au-dessus du cheval.",
  "learn.combos.no-three-soldiers": "Trois soldats ne forment pas une combinaison ici, les deux généraux non plus.",
  "learn.ties": "Égalités",
  "learn.ties.order":
    "Si les plus forts sont égaux, celui qui a entamé gagne s’il en fait partie. Sinon, c’est le premier dans l’ordre.",
  "learn.ties.aside":
    "Si les plus forts sont égaux, personne ne gagne. Les pièces sont mises de côté, le même joueur entame encore, et le gagnant du pli suivant les prend aussi. Après le dernier pli, elles ne sont à personne.",
  "learn.ties.aside.example": "Les soldats rouges sont égaux : le pli est mis de côté.",
  "learn.ties.turn":
    "Si les plus forts sont égaux, le premier à jouer gagne : celui qui entame, puis dans le sens inverse des aiguilles d’une montre.",
  "learn.ties.top": "Un jeu égal va aussi dessus : entre égaux, le dernier posé gagne.",
  "learn.ban": "Les généraux sont dangereux",
  "learn.ban.rule":
    "Un général ne se joue ni au premier pli ni au dernier, pas même dans une combinaison. Celui qui le fait est décapité.",
  "learn.ban.forced":
    "Jouez donc votre général entre les deux. S’il ne vous reste que lui au dernier pli, vous devez le jouer et vous êtes décapité.",
  "learn.ban.forfeit": "Un joueur décapité compte comme n’ayant rien capturé.",
  "learn.ban.last": "Un joueur décapité garde ses pièces, mais passe derrière tous ceux qui ne le sont pas.",
  "learn.ban.late": "Comme des pièces restent cachées, on n’annonce les décapités qu’à la fin.",
  "learn.ban.example":
    "Le dernier pli. {name} a gardé son général trop longtemps : il remporte le pli, mais lui coûte la tête.",
  "learn.generals": "Les généraux",
  "learn.ban.none": "Les généraux se jouent à tout moment, même au premier et au dernier pli.",
  "learn.first": "D’abord, l’éléphant est le plus haut",
  "learn.first.rule":
    "Au premier pli, on ne peut entamer ni un général ni un garde, seul ou dans une combinaison. Qui en joue un le perd : il ne gagne rien et reste face cachée.",
  "learn.first.example":
    "Le premier pli. {name} a joué un général, mais il ne gagne encore rien : l’éléphant prend le pli.",
  "learn.deal": "La distribution",
  "learn.deal.stacks2": "Les pièces sont face cachée, en piles de deux.",
  "learn.deal.rows":
    "Chacun choisit une pile devant un autre joueur et on retourne la pièce du dessous. La plus forte est première dans l’ordre, et ainsi de suite ; en cas d’égalité, on en retourne une autre.",
  "learn.deal.take":
    "Le premier prend une pile au bout d’une rangée, les autres prennent les suivantes autour de la table, jusqu’à ce que chacun ait sa main. Le premier entame le premier pli.",
  "learn.deal.circle":
    "Elles sont en cercle. Le gagnant de la partie précédente retourne une pile. On compte sa valeur autour de la table pour savoir qui commence.",
  "learn.deal.circle.take":
    "Celui qui commence prend cette pile, le joueur suivant en prend une à côté, et ainsi de suite dans ce sens. Celui qui commence entame le premier pli.",
  "learn.deal.throw":
    "Elles sont en cercle. Pierre, papier, ciseaux décide qui commence. Ce joueur prend une pile au choix, son voisin de droite en prend une à côté, et ainsi de suite jusqu’à quatre chacun. Celui qui commence entame le premier pli.",
  "learn.deal.dice": "Les pièces sont face cachée, en une rangée de hautes piles. Le plus haut dé est premier.",
  "learn.deal.row": "Le premier choisit par quel bout les piles sont prises à tour de rôle, et entame le premier pli.",
  "learn.deal.direct": "Le premier décide dans quel ordre les piles sont prises, et entame le premier pli.",
  "learn.deal.pack":
    "Les pièces sont distribuées une à une, vers la droite, jusqu’à la dernière. À trois, on retire un soldat de chaque couleur. Le vainqueur de la partie précédente commence, sinon un joueur tiré au sort, et entame le premier pli.",
  "learn.unseen.title": "Retournées, ou capturées face cachée",
  "learn.unseen.rule":
    "Quand tous ont joué, on retourne l’entame. Puis, dans le sens inverse des aiguilles d’une montre, on ne retourne que ce qui bat le meilleur jusque-là. Le reste est capturé face cachée : jusqu’à la fin, seul son propriétaire le connaît.",
  "learn.unseen.example":
    "{first} entame une paire. {second} la bat et la retourne. Les deux autres non : leurs pièces restent cachées.",
  "learn.turns.rule":
    "L’entame se joue face visible. Les autres jouent à tour de rôle et voient le meilleur jeu. Un jeu du même type au moins aussi fort va dessus, face visible. Tout le reste va dessous, face cachée. Le dernier posé dessus remporte le pli.",
  "learn.turns.example":
    "Deux canons sont entamés. Deux autres, égaux, vont dessus et remportent le pli. Le reste était plus faible et se trouve dessous, face cachée.",
  "learn.end": "Qui gagne",
  "learn.end.most":
    "Quand les mains sont vides, celui qui a capturé le plus de pièces gagne. Les égaux partagent la victoire.",
  "learn.end.eight":
    "Quand les mains sont vides, votre score est le nombre de pièces capturées moins 8. Le plus haut score gagne.",
  "learn.end.share":
    "Votre score est le nombre de pièces capturées moins une part égale : 16 à deux, 10 à trois, 8 à quatre, 6 à cinq. Le plus haut score gagne.",
  "learn.end.general": "Gagner le dernier pli avec un général rapporte 2 de chaque autre joueur.",
  "learn.end.last": "Celui qui gagne le dernier pli gagne seul. Les pièces capturées ne comptent pas.",
  "learn.reconstruction":
    "Une reconstitution : on sait peu de choses de ce jeu, et le reste est une supposition des auteurs de ce serveur.",
  "learn.tips": "Pour votre première partie",
  "learn.tips.lead":
    "Une combinaison rapporte beaucoup de pièces d’un coup. Entamez-la quand vous pouvez : sans ce type, on ne peut pas gagner.",
  "learn.tips.soldiers": "Les soldats sont forts en nombre : personne ne bat cinq rouges.",
  "learn.tips.general":
    "Un général gagne presque tous les plis d’une pièce. Servez-vous-en pour cela, ni trop tôt ni trop tard.",
  "word.trick.means": "Chacun pose une fois, et le plus haut gagne tout ce qui a été posé.",
  "word.last_trick.means": "Le pli où chacun pose tout ce qui lui reste.",
  "word.lead.means":
    "Poser en premier dans un pli. L’entame décide combien de pièces chacun pose, et quel type peut gagner.",
  "word.follow.means": "Poser après l’entame : autant de pièces, n’importe lesquelles de sa main.",
  "word.single.means": "Une pièce toute seule.",
  "word.pair.means":
    "Deux pièces de même sorte et de même couleur. Dans certains jeux, les deux généraux font aussi une paire.",
  "word.noble.means":
    "Général, garde et éléphant, ou char, cheval et canon, d’une couleur. Certains jeux en ont un de plus.",
  "word.soldiers.means": "Des soldats d’une couleur. Ils ne battent qu’autant de soldats.",
  "word.combination.means": "Des pièces qu’on peut entamer ensemble. Chaque jeu a les siennes.",
  "word.behead.means":
    "Qui joue un général au premier ou au dernier pli est décapité, et perd ses captures ou son rang.",
  "word.capture.means": "Gagner des pièces dans un pli. Elles comptent à la fin et ne se rejouent pas.",
  "word.stack.means": "Des pièces empilées avant la donne. On prend des piles entières.",
  "word.tie.means": "Les plus hautes sont égales. Chaque jeu dit qui gagne alors.",
  "word.suit.means": "Dans Zhì hǔ les sortes forment des familles, et seule la famille entamée peut gagner.",
  "word.set.means": "Des pièces d’une sorte, de toutes couleurs.",
  "word.sequence.means": "Des pièces de rangs voisins, de toutes couleurs.",
  "word.take_back.means": "Reprendre ce qu’on a posé tant que quelqu’un doit encore poser. Pas pour qui entame.",
};
