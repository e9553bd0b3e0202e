// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "牌",
  "learn.pg.32": "骨牌三十二張：十一種各兩張，另外十張兩兩相配。",
  "learn.pg.ranks": "從大到小。並排的兩張一樣大；至尊單張最小。",
  "learn.pg.hands": "兩張牌的大小",
  "learn.pg.pairs": "對子勝過其他一切。至尊最大，其餘依牌的大小。",
  "learn.pg.pairs.order": "四個對子，大的在前。",
  "learn.pg.wong": "天或地配九點是王，配八點是槓。王勝槓，兩者都勝九點。",
  "learn.pg.wong.order": "兩個王、兩個槓，大的在前。",
  "learn.pg.points": "其餘看總點數的個位：九最大，零最小。至尊的牌可算三或六，取有利的。",
  "learn.pg.points.order": "七點，用至尊取有利點數的，還有更小的。",
  "learn.pg.ties": "點數相同比最大的單張。還相同，或兩邊都是零，莊家勝。",
  "learn.pg.play": "一局",
  "learn.pg.split": "所有人（莊家也是）同時暗中把四張分成兩道，每道兩張。小的在前，大的在後。",
  "learn.pg.three": "同樣四張有三種分法。",
  "learn.pg.bank": "各家跟莊家比，前對前，後對後。兩道都贏得一點，都輸付一點。莊家輪流做。",
  "learn.pg.late": "超時的人自動取前道最好的分法。",
};
