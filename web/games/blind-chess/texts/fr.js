// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Hiérarchie",
  "learn.blind.board": "Les 32 pièces sont face cachée sur les cases d’un demi-plateau. Nul ne sait où est laquelle, et chacun peut vérifier le mélange après coup.",
  "learn.blind.turn": "À votre tour, retournez une pièce ou déplacez l’une des vôtres d’une case en ligne droite : sur une case vide, ou sur une pièce visible qu’elle peut prendre. La première pièce retournée donne sa couleur à qui l’a retournée.",
  "learn.blind.ranks": "Du plus fort au plus faible. Une pièce prend ses égales et les plus faibles. Mais un soldat prend un général, et un général ne prend pas un soldat.",
  "learn.blind.example": "Le char rouge peut prendre le cheval noir, mais pas le général à côté, qui est plus fort.",
  "learn.blind.end": "Vous gagnez quand votre adversaire n’a plus aucune pièce, visible ou cachée, ou ne peut plus rien faire.",
  "learn.blind.draws": "La même position pour la troisième fois fait nulle, de même 60 tours de suite sans prise ni pièce retournée.",
};
