// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "摆子",
  "learn.squares": "成方",
  "learn.square.place": "双方轮流摆子，直到摆满棋盘，此时还不取子。",
  "learn.square.first": "然后各取对方任意一子；7 × 7 的棋盘上后手取两子。之后各按自己已成的方数再取子，一方一子。",
  "learn.square.square": "同一方的四子占据相邻四点即成一方。共用棋子的方分别计算：这里有两方。",
  "learn.square.move": "此后轮流走子，沿直线经过空点，远近不限。每走成一方，取对方一子。只有对方没有别的子时，才能取方里的子。无路可走的一方停走一次。",
  "learn.square.end": "取光对方棋子者胜。",
  "learn.square.draws": "同一局面第三次出现作和；连续 100 步未成新方，也作和。",
};
