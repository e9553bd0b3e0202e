// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "大小",
  "learn.blind.board": "32 枚棋子全部扣在半張棋盤的方格裡。誰也不知道哪枚在哪裡，事後人人都能查驗洗子。",
  "learn.blind.turn": "輪到你時，翻開一枚棋子，或把自己的子直走一格：到空格，或吃掉可吃的明子。翻開第一枚棋子的人執該子的顏色。",
  "learn.blind.ranks": "從大到小。大吃小，同級互吃；但兵卒可以吃將帥，將帥不能吃兵卒。",
  "learn.blind.example": "紅車可以吃黑馬，但不能吃旁邊比它大的黑將。",
  "learn.blind.end": "對方沒有棋子了（明暗都算），或無法行動時，你就贏了。",
  "learn.blind.draws": "同一局面第三次出現作和；連續 60 步沒有吃子也沒有翻子，也作和。",
};
