// Texts of the rules of pai gow, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pg.tiles": "Các quân",
  "learn.pg.32": "Có 32 quân: mười một loại mỗi loại hai quân, và mười quân nữa đi thành từng cặp. Tên gọi theo tiếng Quảng.",
  "learn.pg.ranks": "Từ cao xuống thấp. Hai quân cạnh nhau thì ngang nhau; quân chí tôn đứng riêng là thấp nhất.",
  "learn.pg.hands": "Giá trị của hai quân",
  "learn.pg.pairs": "Đôi thắng tất cả. Cao nhất là chí tôn, rồi các đôi theo thứ tự quân.",
  "learn.pg.pairs.order": "Bốn đôi, cao nhất trước.",
  "learn.pg.wong": "Thiên hoặc địa đi với chín là vương, với tám là cống. Vương thắng cống, cả hai thắng chín điểm.",
  "learn.pg.wong.order": "Hai vương và hai cống, cao nhất trước.",
  "learn.pg.points": "Còn lại tính chữ số cuối của tổng chấm: 9 tốt nhất, 0 tệ nhất. Quân chí tôn tính 3 hoặc 6, tùy cái nào lợi.",
  "learn.pg.points.order": "Bảy điểm, rồi có chí tôn tính lợi hơn, và nhỏ hơn.",
  "learn.pg.ties": "Bằng điểm thì quân cao hơn quyết định. Nếu vẫn bằng, hoặc cả hai 0 điểm, cái thắng.",
  "learn.pg.play": "Một ván",
  "learn.pg.split": "Mọi người, cả cái, cùng lúc úp bốn quân thành hai cặp. Cặp thấp đặt trước, cặp cao đặt sau.",
  "learn.pg.three": "Cùng bốn quân có ba cách chia.",
  "learn.pg.bank": "Mỗi người đấu với cái, trước với trước, sau với sau. Thắng cả hai được một điểm, thua cả hai mất một điểm. Cái luân phiên.",
  "learn.pg.late": "Ai quá giờ sẽ được chia sao cho cặp trước tốt nhất.",
};
