// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "备用子",
  "learn.supply.board": "两盘象棋，两支队。每队一人执红、一人执黑，分坐两盘。两盘同时进行，走法与象棋相同。",
  "learn.supply.drop": "你吃的子归队友备用。轮到你时可以不走棋，而把一个备用子放在己方河界内的空点上，但放下时不能将军。",
  "learn.supply.where": "仕士、相象只能放在它们能走到的点上，兵卒可以放在己方任何空点。",
  "learn.supply.end": "先分出胜负的一盘决定两队的输赢。不等队友还可能吃到的子：备用子解不了，将死就是将死。",
  "learn.supply.draws": "一盘和棋即全局和棋。某一盘的局面第三次出现时，长将判负，其余作和。一盘上连续 120 步未吃子也未放子，或两盘共走 600 步，也作和。",
};
