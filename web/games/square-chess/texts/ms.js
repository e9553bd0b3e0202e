// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Meletakkan batu",
  "learn.squares": "Petak",
  "learn.square.place": "Pemain meletakkan sebiji batu bergilir-gilir sehingga papan penuh. Belum ada yang dibuang.",
  "learn.square.first": "Kemudian setiap pemain membuang sebiji batu lawan; pada 7 × 7 titik pemain kedua membuang dua. Selepas itu setiap seorang membuang satu lagi bagi setiap petak miliknya.",
  "learn.square.square": "Satu petak ialah empat batu seorang pemain di titik yang bersebelahan. Petak yang berkongsi batu dikira berasingan: di sini ada dua.",
  "learn.square.move": "Selepas itu batu bergerak bergilir-gilir, sebarang jarak lurus melalui titik kosong. Bagi setiap petak yang dibentuk, buang sebiji batu lawan. Batu dalam petak boleh dibuang hanya jika tiada yang lain. Sesiapa yang tidak boleh bergerak dilangkau.",
  "learn.square.end": "Sesiapa yang membuang semua batu lawan menang.",
  "learn.square.draws": "Kedudukan yang sama kali ketiga ialah seri, begitu juga 100 langkah berturut-turut tanpa petak baharu.",
};
