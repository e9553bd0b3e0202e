// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Sekutu",
  "learn.falls": "Cara sesebuah negeri tumbang",
  "learn.kingdoms.board": "Tujuh tentera dengan 17 buah di atas 19 × 19 titik. Negeri bergerak mengikut giliran: Qin, Chu, Han, Qi, Wei, Zhao, Yan. Raja Zhou di tengah bukan milik sesiapa: ia tidak bergerak, dan tiada buah boleh memasuki titiknya.",
  "learn.kingdoms.ally": "Dengan tujuh pemain, setiap seorang ada satu negeri. Dengan enam, Qin mengambil sekutu; dengan lima, Chu juga; dengan empat, Qi juga. Mereka memilih sebelum langkah pertama dan menggerakkan kedua-dua tentera, masing-masing pada gilirannya.",
  "learn.kingdoms.far": "Jeneral: sebarang jarak, lurus atau serong. Timbalan jeneral: sebarang jarak lurus. Ajutan: sebarang jarak serong. Utusan: seperti jeneral, tetapi tidak menangkap dan tidak boleh ditangkap.",
  "learn.kingdoms.shots": "Katapul: sebarang jarak lurus; untuk menangkap ia mesti melompati tepat satu buah. Busur: tepat empat titik, busur silang: tepat lima, lurus atau serong.",
  "learn.kingdoms.near": "Pisau: satu titik serong. Pedang: satu titik lurus. Pasukan berkuda: satu titik lurus, kemudian tiga serong ke luar. Hanya katapul melompati buah lain.",
  "learn.kingdoms.fall": "Sesebuah negeri tumbang apabila jeneralnya ditangkap, atau setelah kehilangan sebelas buah. Buahnya meninggalkan papan. Jika anda menyerang sekutu sendiri, seluruh tenteranya hilang, melainkan meja menolak langkah itu. Anda tersingkir apabila semua negeri anda tumbang.",
  "learn.kingdoms.end": "Sesiapa yang menangkap dua jeneral, atau tiga puluh buah lain, menjadi penguasa dan menang serta-merta. Apabila tinggal seorang pemain, selepas 140 langkah tanpa tangkapan, atau selepas 1,400 langkah, yang paling banyak menangkap menang, walaupun telah tersingkir. Yang menyerah kalah tidak boleh menang.",
};
