// Texts of the rules of xiangqi, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.notation": "Cách ghi nước đi",
  "learn.xiangqi.board": "Quân đứng trên giao điểm của chín cột và mười hàng, giữa là sông. Chín điểm có đường chéo là cung. Đỏ đi trước, không ai được bỏ lượt.",
  "learn.xiangqi.K": "Tướng: đi thẳng một điểm, không ra khỏi cung. Hai tướng không được đối mặt trên cột trống.",
  "learn.xiangqi.A": "Sĩ: đi chéo một điểm, không ra khỏi cung.",
  "learn.xiangqi.E": "Tượng: đi chéo đúng hai điểm. Quân ở điểm giữa cản nó, và nó không qua sông.",
  "learn.xiangqi.H": "Mã: thẳng một điểm rồi chéo ra ngoài một điểm. Quân ở điểm đầu cản chân mã.",
  "learn.xiangqi.R": "Xe: đi thẳng bao xa cũng được, không nhảy qua quân nào.",
  "learn.xiangqi.C": "Pháo: đi như xe. Muốn ăn quân phải nhảy qua đúng một quân, màu nào cũng được.",
  "learn.xiangqi.P": "Tốt: tiến một điểm. Qua sông được đi ngang. Không bao giờ lùi.",
  "learn.xiangqi.end": "Tướng có thể bị ăn là đang bị chiếu, phải thoát ngay. Không thoát được là chiếu hết, bạn thua. Ai không còn nước hợp lệ cũng thua.",
  "learn.xiangqi.repeat": "Khi một thế cờ xuất hiện lần thứ ba, ván kết thúc. Ai chiếu liên tục từng nước, hoặc đuổi mãi một quân không được bảo vệ, thì thua; nếu không thì hòa. Nếu cả hai, chiếu nặng hơn đuổi.",
  "learn.xiangqi.quiet": "Mỗi bên 60 nước không ăn quân là hòa; bàn cờ chỉ còn tướng, sĩ, tượng cũng hòa.",
  "learn.notation.points": "Một điểm gồm cột a đến i và hàng 0 đến 9, nhìn từ phía đỏ, từ trái và từ dưới lên. h2e2 là nước đi từ h2 đến e2.",
  "learn.notation.letters": "C2.5 là cùng nước đó: chữ cái của quân, cột đếm từ bên phải người đi, một dấu và một số. Dấu + là tiến, - là thoái, . là bình. Số là cột mới, hoặc số bước đi dọc cột. Hai quân giống nhau trên một cột: + là quân trước, - là quân sau.",
  "learn.notation.brackets": "炮 (32)-35 cũng là nước đó: tên quân, trong ngoặc là hàng và cột theo cách đếm của người đi, rồi hàng và cột mới.",
};
