// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Đồng minh",
  "learn.falls": "Khi một nước sụp đổ",
  "learn.kingdoms.board": "Bảy đạo quân, mỗi đạo 17 quân, trên 19 × 19 điểm. Các nước đi theo thứ tự: Tần, Sở, Hàn, Tề, Ngụy, Triệu, Yên. Vua Chu ở giữa không thuộc ai: không bao giờ đi, và không quân nào được vào điểm đó.",
  "learn.kingdoms.ally": "Bảy người, mỗi người một nước. Sáu người: Tần chọn một đồng minh; năm người: cả Sở; bốn người: cả Tề nữa. Họ chọn trước nước đầu tiên và đi cả hai đạo quân, mỗi đạo khi đến lượt.",
  "learn.kingdoms.far": "Tướng: bao xa cũng được, thẳng hoặc chéo. Thiên tướng: thẳng bao xa cũng được. Tì tướng: chéo bao xa cũng được. Sứ giả: như tướng, nhưng không ăn quân và không bị ăn.",
  "learn.kingdoms.shots": "Máy bắn đá: thẳng bao xa cũng được; muốn ăn phải nhảy qua đúng một quân. Cung: đúng bốn điểm, nỏ: đúng năm điểm, thẳng hoặc chéo.",
  "learn.kingdoms.near": "Đao: chéo một điểm. Kiếm: thẳng một điểm. Kỵ binh: thẳng một điểm rồi chéo ra ngoài ba điểm. Chỉ máy bắn đá nhảy qua quân khác.",
  "learn.kingdoms.fall": "Một nước sụp đổ khi tướng bị ăn hoặc đã mất mười một quân. Quân của nước đó rời bàn. Nếu bạn đánh đồng minh của mình, cả đạo quân đó mất, trừ khi bàn chơi không cho nước như vậy. Bạn bị loại khi mọi nước của bạn đã sụp đổ.",
  "learn.kingdoms.end": "Ai ăn được hai tướng, hoặc ba mươi quân khác, là bá chủ và thắng ngay. Khi chỉ còn một người, sau 140 nước không ăn quân, hoặc sau 1.400 nước, ai ăn nhiều quân nhất thì thắng, kể cả người đã bị loại. Ai xin thua thì không thể thắng.",
};
