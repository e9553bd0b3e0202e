// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "五個點，七條線，各兩子，有一邊沒有線。",
  "learn.pong.move": "輪流把自己的一子沿線走到空點。無路可走者輸。",
  "learn.pong.draws": "雙方都走對則不分勝負。同一局面第三次出現作和。",
};
