// Texts of the rules of square chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.placing": "Đặt quân",
  "learn.squares": "Ô vuông",
  "learn.square.place": "Hai bên lần lượt đặt quân cho đến khi kín bàn. Chưa lấy quân nào.",
  "learn.square.first": "Sau đó mỗi bên lấy một quân bất kỳ của đối phương; trên bàn 7 × 7 người thứ hai lấy hai quân. Rồi mỗi bên lấy thêm một quân cho mỗi ô vuông mình có.",
  "learn.square.square": "Ô vuông là bốn quân của một bên ở bốn điểm liền nhau. Các ô chung quân tính riêng: ở đây có hai ô.",
  "learn.square.move": "Từ đó hai bên lần lượt đi quân, thẳng bao xa cũng được qua các điểm trống. Mỗi ô vuông vừa tạo được lấy một quân đối phương. Chỉ được lấy quân trong ô vuông khi không còn quân nào khác. Ai không đi được thì mất lượt.",
  "learn.square.end": "Ai lấy hết quân của đối phương thì thắng.",
  "learn.square.draws": "Thế cờ lặp lại lần thứ ba là hòa; 100 nước liên tiếp không có ô vuông mới cũng hòa.",
};
