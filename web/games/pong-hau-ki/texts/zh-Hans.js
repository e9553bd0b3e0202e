// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "五个点，七条线，各两子，有一边没有线。",
  "learn.pong.move": "轮流把自己的一子沿线走到空点。无路可走者输。",
  "learn.pong.draws": "双方都走对则不分胜负。同一局面第三次出现作和。",
};
