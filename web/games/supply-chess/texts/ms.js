// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "Simpanan",
  "learn.supply.board": "Dua papan catur Cina, dua pasukan. Dalam setiap pasukan seorang memegang merah dan seorang hitam, di papan berlainan. Kedua-dua papan dimainkan serentak, dan buah bergerak seperti dalam catur Cina.",
  "learn.supply.drop": "Buah yang anda tangkap masuk ke simpanan rakan anda. Daripada bergerak, anda boleh meletakkan buah simpanan di titik kosong di sebelah sungai anda. Ia tidak boleh memberi syah di situ.",
  "learn.supply.where": "Pengawal dan gajah hanya diletakkan di titik yang boleh dicapainya, askar di mana-mana di sebelah anda.",
  "learn.supply.end": "Papan yang diputuskan dahulu menentukan perlawanan bagi kedua-dua pasukan. Tiada sesiapa menunggu buah yang mungkin ditangkap rakan: syah mati tetap syah mati jika simpanan tidak membantu.",
  "learn.supply.draws": "Seri di satu papan ialah seri bagi semua. Apabila kedudukan sebuah papan muncul kali ketiga, syah berterusan kalah dan yang lain seri. Begitu juga 120 giliran di satu papan tanpa tangkapan atau letakan, dan 600 di kedua-duanya.",
};
