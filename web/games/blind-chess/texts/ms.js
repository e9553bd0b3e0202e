// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Pangkat",
  "learn.blind.board": "Semua 32 buah tertelungkup di petak separuh papan. Tiada sesiapa tahu kedudukannya, dan sesiapa boleh menyemak kocokan selepas itu.",
  "learn.blind.turn": "Pada giliran anda, buka satu buah, atau gerakkan buah anda satu petak lurus: ke petak kosong, atau ke atas buah terbuka yang boleh ditangkapnya. Buah pertama yang dibuka memberi warnanya kepada yang membukanya.",
  "learn.blind.ranks": "Dari tertinggi ke terendah. Sesuatu buah menangkap yang setara dan yang lebih rendah. Tetapi askar menangkap jeneral, dan jeneral tidak menangkap askar.",
  "learn.blind.example": "Kereta perang merah boleh menangkap kuda hitam, tetapi bukan jeneral di sebelahnya yang lebih tinggi.",
  "learn.blind.end": "Anda menang apabila lawan tiada lagi buah, terbuka atau tertutup, atau tidak boleh berbuat apa-apa.",
  "learn.blind.draws": "Kedudukan yang sama kali ketiga ialah seri, begitu juga 60 giliran berturut-turut tanpa tangkapan atau buah dibuka.",
};
