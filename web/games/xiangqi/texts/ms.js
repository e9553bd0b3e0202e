// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "Cara langkah ditulis",
  "learn.xiangqi.board": "Buah diletakkan di persilangan sembilan lajur dan sepuluh baris, dengan sungai di tengah. Sembilan titik bergaris serong ialah istana. Merah bermula dahulu, dan tiada sesiapa boleh melangkau giliran.",
  "learn.xiangqi.K": "Jeneral: satu titik lurus, tidak keluar dari istana. Dua jeneral tidak boleh bertentangan di lajur yang kosong.",
  "learn.xiangqi.A": "Pengawal: satu titik serong, tidak keluar dari istana.",
  "learn.xiangqi.E": "Gajah: tepat dua titik serong. Buah di titik tengah menghalangnya, dan ia tidak menyeberang sungai.",
  "learn.xiangqi.H": "Kuda: satu titik lurus, kemudian satu serong ke luar. Buah di titik pertama menghalangnya.",
  "learn.xiangqi.R": "Kereta perang: sebarang jarak lurus, tanpa melompat.",
  "learn.xiangqi.C": "Meriam: bergerak seperti kereta perang. Untuk menangkap, ia mesti melompati tepat satu buah, apa jua warnanya.",
  "learn.xiangqi.P": "Askar: satu titik ke hadapan. Setelah menyeberang sungai, juga ke sisi. Tidak berundur.",
  "learn.xiangqi.end": "Jeneral yang boleh ditangkap berada dalam syah dan mesti diselamatkan segera. Jika tidak boleh, itu syah mati dan anda kalah. Pemain tanpa langkah sah juga kalah.",
  "learn.xiangqi.repeat": "Apabila kedudukan yang sama muncul kali ketiga, perlawanan tamat. Sesiapa yang memberi syah pada setiap langkah, atau mengejar buah tanpa perlindungan yang sama pada setiap langkah, kalah; jika tidak, seri. Jika kedua-duanya, syah lebih berat daripada mengejar.",
  "learn.xiangqi.quiet": "60 langkah setiap pihak tanpa tangkapan ialah seri, begitu juga papan yang hanya tinggal jeneral, pengawal dan gajah.",
  "learn.notation.points": "Titik ialah lajur a hingga i dan baris 0 hingga 9, dilihat merah dari kiri dan dari bawah. h2e2 ialah langkah dari h2 ke e2.",
  "learn.notation.letters": "C2.5 ialah langkah yang sama: huruf buah, lajurnya dikira dari kanan pemain, tanda dan nombor. Tandanya + ke hadapan, - ke belakang atau . ke sisi. Nombornya ialah lajur baharu, atau bilangan langkah di sepanjang lajur. Antara dua yang sama di satu lajur, + yang hadapan dan - yang belakang.",
  "learn.notation.brackets": "炮 (32)-35 ialah langkah itu sekali lagi: buahnya, dalam kurungan baris dan lajur menurut kiraan pemain, kemudian yang baharu.",
};
