// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "Năm điểm, bảy đường, mỗi bên hai quân. Một cạnh không có đường.",
  "learn.pong.move": "Lần lượt đi một quân của mình theo đường đến điểm trống. Ai không đi được thì thua.",
  "learn.pong.draws": "Nếu chơi đúng thì không ai thua. Thế cờ lặp lại lần thứ ba là hòa.",
};
