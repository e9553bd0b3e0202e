// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "著法記錄",
  "learn.xiangqi.board": "棋子放在九條直線和十條橫線的交叉點上，中間是河界。畫有斜線的九個點是九宮。紅方先走，不能停著。",
  "learn.xiangqi.K": "將帥：每次直走一格，不出九宮。兩將不能在無子阻隔的直線上照面。",
  "learn.xiangqi.A": "仕士：每次斜走一格，不出九宮。",
  "learn.xiangqi.E": "相象：斜走兩格，田心有子則塞住，不能過河。",
  "learn.xiangqi.H": "馬：先直走一格，再向外斜走一格。第一格有子則蹩馬腿。",
  "learn.xiangqi.R": "車：直走，遠近不限，不能越子。",
  "learn.xiangqi.C": "炮：走法同車。吃子時須隔一個子，紅黑皆可。",
  "learn.xiangqi.P": "兵卒：每次向前一格，過河後也可橫走，不能後退。",
  "learn.xiangqi.end": "將帥受到攻擊就是被將軍，必須立即應將；無法應將即被將死，判負。無合法著法可走（困斃）也判負。",
  "learn.xiangqi.repeat": "同一局面第三次出現時對局結束：步步將軍（長將）或步步追捉同一個無根子（長捉）的一方判負，否則作和。一方長將、一方長捉時，長將的一方判負。",
  "learn.xiangqi.quiet": "雙方各走 60 步未吃子作和；盤上只剩將帥、仕士、相象時也作和。",
  "learn.notation.points": "點用直線 a 至 i 和橫線 0 至 9 表示，從紅方看由左至右、由下至上。h2e2 就是從 h2 走到 e2。",
  "learn.notation.letters": "C2.5 是同一步棋，即「炮二平五」：棋子字母、從走棋方右邊數起的路數、符號和數字。+ 為進，- 為退，. 為平；數字是新的路數，直走時是步數。同一路有兩個相同的子時，+ 指前面的，- 指後面的。",
  "learn.notation.brackets": "炮 (32)-35 也是這步棋：棋子，括號裡是從走棋方數起的橫線和路數，然後是新的橫線和路數。",
};
