// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "備用子",
  "learn.supply.board": "兩盤象棋，兩支隊。每隊一人執紅、一人執黑，分坐兩盤。兩盤同時進行，走法與象棋相同。",
  "learn.supply.drop": "你吃的子歸隊友備用。輪到你時可以不走棋，而把一個備用子放在己方河界內的空點上，但放下時不能將軍。",
  "learn.supply.where": "仕士、相象只能放在它們能走到的點上，兵卒可以放在己方任何空點。",
  "learn.supply.end": "先分出勝負的一盤決定兩隊的輸贏。不等隊友還可能吃到的子：備用子解不了，將死就是將死。",
  "learn.supply.draws": "一盤和棋即全局和棋。某一盤的局面第三次出現時，長將判負，其餘作和。一盤上連續 120 步未吃子也未放子，或兩盤共走 600 步，也作和。",
};
