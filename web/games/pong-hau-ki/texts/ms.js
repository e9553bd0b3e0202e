// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Lima titik, tujuh garis, dua batu setiap pemain. Satu sisi tiada garis.",
  "learn.pong.move": "Bergilir-gilir, gerakkan sebiji batu anda di sepanjang garis ke titik kosong. Sesiapa yang tidak boleh bergerak kalah.",
  "learn.pong.draws": "Jika dimainkan dengan baik, tiada yang kalah. Kedudukan yang sama kali ketiga ialah seri.",
};
