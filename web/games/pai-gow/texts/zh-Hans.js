// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "牌",
  "learn.pg.32": "骨牌三十二张：十一种各两张，另外十张两两相配。",
  "learn.pg.ranks": "从大到小。并排的两张一样大；至尊单张最小。",
  "learn.pg.hands": "两张牌的大小",
  "learn.pg.pairs": "对子胜过其他一切。至尊最大，其余依牌的大小。",
  "learn.pg.pairs.order": "四个对子，大的在前。",
  "learn.pg.wong": "天或地配九点是王，配八点是杠。王胜杠，两者都胜九点。",
  "learn.pg.wong.order": "两个王、两个杠，大的在前。",
  "learn.pg.points": "其余看总点数的个位：九最大，零最小。至尊的牌可算三或六，取有利的。",
  "learn.pg.points.order": "七点，用至尊取有利点数的，还有更小的。",
  "learn.pg.ties": "点数相同比最大的单张。还相同，或两边都是零，庄家胜。",
  "learn.pg.play": "一局",
  "learn.pg.split": "所有人（庄家也是）同时暗中把四张分成两道，每道两张。小的在前，大的在后。",
  "learn.pg.three": "同样四张有三种分法。",
  "learn.pg.bank": "各家跟庄家比，前对前，后对后。两道都赢得一点，都输付一点。庄家轮流做。",
  "learn.pg.late": "超时的人自动取前道最好的分法。",
};
