// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "Jubin",
  "learn.pg.32": "Ada 32 domino: sebelas jenis berganda, dan sepuluh lagi yang berpasangan. Namanya dalam bahasa Kantonis.",
  "learn.pg.ranks": "Daripada tertinggi ke terendah. Dua yang bersebelahan adalah sama; jubin gee joon bersendirian paling rendah.",
  "learn.pg.hands": "Nilai dua jubin",
  "learn.pg.pairs": "Pasangan menewaskan semua yang lain. Tertinggi ialah gee joon, kemudian pasangan mengikut susunan jubin.",
  "learn.pg.pairs.order": "Empat pasangan, tertinggi dahulu.",
  "learn.pg.wong": "Teen atau day dengan sembilan ialah wong; dengan lapan ialah gong. Wong menewaskan gong, dan kedua-duanya menewaskan sembilan mata.",
  "learn.pg.wong.order": "Dua wong dan dua gong, tertinggi dahulu.",
  "learn.pg.points": "Yang lain dikira pada digit akhir biji: 9 terbaik, 0 terburuk. Jubin gee joon dikira 3 atau 6, mana yang lebih baik.",
  "learn.pg.points.order": "Tujuh, kemudian dengan gee joon pada nombor lebih baik, dan yang lebih kecil.",
  "learn.pg.ties": "Jika sama nilai, jubin lebih tinggi menentukan. Jika sama juga, atau kedua-duanya 0, bandar menang.",
  "learn.pg.play": "Satu agihan",
  "learn.pg.split": "Semua, bandar juga, membahagi empat jubin secara tertutup dan serentak kepada dua tangan. Yang rendah di depan, yang tinggi di belakang.",
  "learn.pg.three": "Empat jubin yang sama boleh dibahagi dengan tiga cara.",
  "learn.pg.bank": "Setiap pemain lawan bandar, depan lawan depan dan belakang lawan belakang. Menang dua dapat satu mata, tiada menang bayar satu. Bank bergilir.",
  "learn.pg.late": "Sesiapa yang lambat mendapat pembahagian dengan tangan depan terbaik.",
};
