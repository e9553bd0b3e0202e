// Texts of the rules of blind chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.ranks": "Thứ bậc",
  "learn.blind.board": "Cả 32 quân úp trên các ô của nửa bàn cờ. Không ai biết quân nào ở đâu, và ai cũng kiểm tra được việc xáo quân sau ván.",
  "learn.blind.turn": "Đến lượt, bạn lật một quân, hoặc đi quân mình một ô thẳng: vào ô trống hoặc ăn quân ngửa mà nó ăn được. Ai lật quân đầu tiên thì cầm màu của quân đó.",
  "learn.blind.ranks": "Từ cao xuống thấp. Quân ăn được quân bằng hoặc nhỏ hơn. Nhưng tốt ăn được tướng, còn tướng không ăn được tốt.",
  "learn.blind.example": "Xe đỏ ăn được mã đen, nhưng không ăn được tướng bên cạnh vì tướng lớn hơn.",
  "learn.blind.end": "Bạn thắng khi đối phương không còn quân nào, ngửa hay úp, hoặc không làm gì được nữa.",
  "learn.blind.draws": "Thế cờ lặp lại lần thứ ba là hòa; 60 lượt liên tiếp không ăn cũng không lật quân cũng hòa.",
};
