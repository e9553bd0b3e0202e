// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "盟国",
  "learn.falls": "亡国",
  "learn.kingdoms.board": "19 × 19 个点上有七国军队，每国 17 枚棋子。按秦、楚、韩、齐、魏、赵、燕的次序轮流走。中央的“周”不属于任何人，从不移动，任何棋子不得进入。",
  "learn.kingdoms.ally": "七人各领一国。六人时秦选一个盟国，五人时楚也选，四人时齐也选。走第一步之前选定，并在各国轮到时指挥两国军队。",
  "learn.kingdoms.far": "将：直走斜走，远近不限。偏将：直走，远近不限。裨将：斜走，远近不限。行人：走法同将，但不吃子，也不被吃。",
  "learn.kingdoms.shots": "砲：直走，远近不限；吃子须隔一子。弓：正好四格，弩：正好五格，直走或斜走。",
  "learn.kingdoms.near": "刀：斜走一格。剑：直走一格。骑：直走一格，再向外斜走三格。除砲以外，任何棋子都不能越子。",
  "learn.kingdoms.fall": "将被吃掉，或损失十一枚棋子，该国即亡，棋子全部离场。攻击自己的盟国，盟国便全军覆没，除非本桌不允许这样走。你的国家全亡时，你就出局。",
  "learn.kingdoms.end": "吃掉两个将，或三十枚其他棋子者为霸主，立即获胜。只剩一人时，或连续 140 步未吃子，或满 1400 步，则吃子最多者胜，出局者也算在内。认输者不能获胜。",
};
