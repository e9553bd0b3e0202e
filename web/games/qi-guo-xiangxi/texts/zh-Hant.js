// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "盟國",
  "learn.falls": "亡國",
  "learn.kingdoms.board": "19 × 19 個點上有七國軍隊，每國 17 枚棋子。按秦、楚、韓、齊、魏、趙、燕的次序輪流走。中央的「周」不屬於任何人，從不移動，任何棋子不得進入。",
  "learn.kingdoms.ally": "七人各領一國。六人時秦選一個盟國，五人時楚也選，四人時齊也選。走第一步之前選定，並在各國輪到時指揮兩國軍隊。",
  "learn.kingdoms.far": "將：直走斜走，遠近不限。偏將：直走，遠近不限。裨將：斜走，遠近不限。行人：走法同將，但不吃子，也不被吃。",
  "learn.kingdoms.shots": "砲：直走，遠近不限；吃子須隔一子。弓：正好四格，弩：正好五格，直走或斜走。",
  "learn.kingdoms.near": "刀：斜走一格。劍：直走一格。騎：直走一格，再向外斜走三格。除砲以外，任何棋子都不能越子。",
  "learn.kingdoms.fall": "將被吃掉，或損失十一枚棋子，該國即亡，棋子全部離場。攻擊自己的盟國，盟國便全軍覆沒，除非本桌不允許這樣走。你的國家全亡時，你就出局。",
  "learn.kingdoms.end": "吃掉兩個將，或三十枚其他棋子者為霸主，立即獲勝。只剩一人時，或連續 140 步未吃子，或滿 1400 步，則吃子最多者勝，出局者也算在內。認輸者不能獲勝。",
};
