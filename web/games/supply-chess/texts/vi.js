// Texts of the rules of supply chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.reserve": "Quân dự trữ",
  "learn.supply.board": "Hai bàn cờ tướng, hai đội. Mỗi đội một người cầm đỏ, một người cầm đen, ở hai bàn khác nhau. Hai bàn đánh cùng lúc, quân đi như cờ tướng.",
  "learn.supply.drop": "Quân bạn ăn được vào kho dự trữ của đồng đội. Thay vì đi quân, bạn có thể thả một quân dự trữ xuống điểm trống bên phần sông của mình. Quân thả không được chiếu tướng.",
  "learn.supply.where": "Sĩ và tượng chỉ thả vào điểm mà chúng đi tới được, tốt thả đâu cũng được bên phần mình.",
  "learn.supply.end": "Bàn nào ngã ngũ trước quyết định ván cho cả hai đội. Không ai chờ quân mà đồng đội có thể ăn: chiếu hết là hết nếu quân dự trữ không cứu được.",
  "learn.supply.draws": "Hòa ở một bàn là hòa cả ván. Khi thế cờ của một bàn xuất hiện lần thứ ba, chiếu mãi thì thua, còn lại là hòa. 120 lượt trên một bàn không ăn không thả, hoặc 600 lượt cả hai bàn, cũng hòa.",
};
