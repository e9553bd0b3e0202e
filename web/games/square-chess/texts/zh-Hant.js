// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "擺子",
  "learn.squares": "成方",
  "learn.square.place": "雙方輪流擺子，直到擺滿棋盤，此時還不取子。",
  "learn.square.first": "然後各取對方任意一子；7 × 7 的棋盤上後手取兩子。之後各按自己已成的方數再取子，一方一子。",
  "learn.square.square": "同一方的四子佔據相鄰四點即成一方。共用棋子的方分別計算：這裡有兩方。",
  "learn.square.move": "此後輪流走子，沿直線經過空點，遠近不限。每走成一方，取對方一子。只有對方沒有別的子時，才能取方裡的子。無路可走的一方停走一次。",
  "learn.square.end": "取光對方棋子者勝。",
  "learn.square.draws": "同一局面第三次出現作和；連續 100 步未成新方，也作和。",
};
