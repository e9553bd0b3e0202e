// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "着法记录",
  "learn.xiangqi.board": "棋子放在九条竖线和十条横线的交叉点上，中间是河界。画有斜线的九个点是九宫。红方先走，不能停着。",
  "learn.xiangqi.K": "将帅：每次直走一格，不出九宫。两将不能在无子阻隔的直线上照面。",
  "learn.xiangqi.A": "仕士：每次斜走一格，不出九宫。",
  "learn.xiangqi.E": "相象：斜走两格，田心有子则塞住，不能过河。",
  "learn.xiangqi.H": "马：先直走一格，再向外斜走一格。第一格有子则蹩马腿。",
  "learn.xiangqi.R": "车：直走，远近不限，不能越子。",
  "learn.xiangqi.C": "炮：走法同车。吃子时须隔一个子，红黑皆可。",
  "learn.xiangqi.P": "兵卒：每次向前一格，过河后也可横走，不能后退。",
  "learn.xiangqi.end": "将帅受到攻击就是被将军，必须立即应将；无法应将即被将死，判负。无合法着法可走（困毙）也判负。",
  "learn.xiangqi.repeat": "同一局面第三次出现时对局结束：步步将军（长将）或步步追捉同一个无根子（长捉）的一方判负，否则作和。一方长将、一方长捉时，长将的一方判负。",
  "learn.xiangqi.quiet": "双方各走 60 步未吃子作和；盘上只剩将帅、仕士、相象时也作和。",
  "learn.notation.points": "点用竖线 a 至 i 和横线 0 至 9 表示，从红方看由左至右、由下至上。h2e2 就是从 h2 走到 e2。",
  "learn.notation.letters": "C2.5 是同一步棋，即“炮二平五”：棋子字母、从走棋方右边数起的路数、符号和数字。+ 为进，- 为退，. 为平；数字是新的路数，直走时是步数。同一路有两个相同的子时，+ 指前面的，- 指后面的。",
  "learn.notation.brackets": "炮 (32)-35 也是这步棋：棋子，括号里是从走棋方数起的横线和路数，然后是新的横线和路数。",
};
