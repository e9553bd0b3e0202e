// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "大小",
  "learn.blind.board": "32 枚棋子全部扣在半张棋盘的方格里。谁也不知道哪枚在哪里，事后人人都能查验洗子。",
  "learn.blind.turn": "轮到你时，翻开一枚棋子，或把自己的子直走一格：到空格，或吃掉可吃的明子。翻开第一枚棋子的人执该子的颜色。",
  "learn.blind.ranks": "从大到小。大吃小，同级互吃；但兵卒可以吃将帅，将帅不能吃兵卒。",
  "learn.blind.example": "红车可以吃黑马，但不能吃旁边比它大的黑将。",
  "learn.blind.end": "对方没有棋子了（明暗都算），或无法行动时，你就赢了。",
  "learn.blind.draws": "同一局面第三次出现作和；连续 60 步没有吃子也没有翻子，也作和。",
};
