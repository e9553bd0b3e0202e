// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "The tiles",
  "learn.pg.32": "There are 32 dominoes: eleven kinds twice, and ten more that go together in twos. The names are those of Cantonese players.",
  "learn.pg.ranks": "From the highest to the lowest. Two side by side are equal; a tile of gee joon is the lowest when alone.",
  "learn.pg.hands": "What two tiles are worth",
  "learn.pg.pairs": "A pair beats everything else. The highest is gee joon, then the pairs in the order of the tiles.",
  "learn.pg.pairs.order": "Four pairs, the highest first.",
  "learn.pg.wong": "Teen or day with a nine is a wong; with an eight it is a gong. A wong beats a gong, and both beat nine points.",
  "learn.pg.wong.order": "Two wongs and two gongs, the highest first.",
  "learn.pg.points": "Everything else counts the last digit of its pips: 9 is best, 0 is worst. A tile of gee joon counts 3 or 6, whichever is better.",
  "learn.pg.points.order": "Seven, two with gee joon as the better number, and smaller ones.",
  "learn.pg.ties": "With equal worth the higher single tile decides. If these are equal too, or both hands are worth 0, the banker wins.",
  "learn.pg.play": "A deal",
  "learn.pg.split": "Everybody, the banker too, splits four tiles into two hands of two, face down, at the same time. The lower hand is the front, the higher the rear.",
  "learn.pg.three": "The same four tiles can be split in three ways.",
  "learn.pg.bank": "Each player plays against the banker, front against front and rear against rear. Who wins both gets a point from the bank, who wins none pays one. The bank goes round.",
  "learn.pg.late": "Whoever is late gets the split with the best front hand.",
};
