// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "{from} đến {to} người",
  "learn.players.exactly": "{n} người",
  "learn.play": "Chơi ngay",
  "learn.tables": "Bàn và kỷ lục",
  "learn.back": "Tất cả trò chơi",
  "learn.begin.giog": "Hãy bắt đầu với trò này.",
  "learn.wins": "thắng",
  "learn.unseen": "úp",
  "learn.leads": "{name} cầm cái",
  "learn.pieces": "Quân cờ",
  "learn.pieces.32": "32 quân, bảy loại, đỏ và đen. Mỗi màu có năm tốt, một tướng và hai quân cho mỗi loại còn lại.",
  "learn.pieces.30": "30 quân, bảy loại, đỏ và đen. Mỗi màu có bốn tốt, một tướng và hai quân cho mỗi loại còn lại.",
  "learn.pieces.both": "Khi chơi ba hoặc năm người thì bỏ bớt một tốt mỗi màu: còn 30 quân.",
  "learn.pieces.order": "Từ lớn đến nhỏ, cùng loại thì đỏ hơn đen:",
  "learn.pieces.equal": "Từ lớn đến nhỏ, đỏ và đen ngang nhau:",
  "learn.pieces.suits": "Ba chất, mỗi chất từ lớn đến nhỏ, cùng loại thì đỏ hơn đen:",
  "learn.suit.commanders": "Chỉ huy",
  "learn.suit.mobile": "Cơ động",
  "learn.suit.foot": "Bộ binh",
  "learn.suit.example": "Người cái đánh tốt. Chỉ tốt mới thắng được tốt, nên xe và tướng thua.",
  "learn.trick": "Một vòng",
  "learn.trick.lay":
    "Người cầm cái úp một quân hoặc một bộ và nói đó là loại gì. Sau đó mọi người khác cùng lúc úp đúng bằng ấy quân, không được xem quân cái.",
  "learn.trick.any": "Bạn đánh quân nào cũng được, nhưng chỉ bộ cùng loại mới có thể thắng.",
  "learn.trick.open":
    "Rồi tất cả cùng lật. Bộ lớn nhất của loại đã ra ăn hết các quân, và chủ của nó cầm cái vòng sau.",
  "learn.trick.back": "Khi người cuối chưa đánh, bạn được lấy lại quân và đánh quân khác. Người cầm cái thì không.",
  "learn.trick.pair": "Người cái ra đôi. Đôi xe là lớn nhất. Tướng với sĩ không phải là đôi nên thua.",
  "learn.combos": "Được ra những gì",
  "learn.combos.color":
    "Các quân trong một bộ phải cùng màu. Loại khác không bao giờ thắng loại đã ra, dù lớn đến đâu.",
  "learn.combos.generals":
    "Các quân trong một bộ phải cùng màu. Ngoại lệ duy nhất: hai tướng là một đôi, lớn nhất trong các đôi.",
  "learn.combos.three":
    "Bộ ba và ba tốt đều là ba quân, nên người cái phải nói rõ là loại nào. Hai loại không thắng được nhau.",
  "learn.combos.series": "Bộ ba và ba tốt là một loại: bộ ba nào cũng thắng ba tốt.",
  "learn.combos.no-cannon-guard": "Ở đây pháo, sĩ và tượng không thành bộ.",
  "learn.combos.two-pairs":
    "Tướng kèm hai đôi cùng màu. Đỏ thắng đen nếu mỗi đôi của đỏ không nhỏ hơn đôi của đen; đen không bao giờ thắng đỏ. Bộ này và năm tốt không thắng được nhau.",
  "learn.combos.set": "Cùng loại: từ hai quân giống loại trở lên, màu nào cũng được.",
  "learn.combos.sequence": "Dây: từ hai đến bảy quân liền hạng, màu nào cũng được.",
  "learn.combos.majority":
    "Loại lớn hơn thắng. Nếu cùng loại thì bên có nhiều quân cùng một màu hơn là lớn hơn, màu nào không quan trọng.",
  "learn.combos.length": "Cùng loại chỉ thua cùng loại, dây chỉ thua dây, và phải cùng số quân.",
  "learn.combos.suit": "Chỉ quân cùng chất với quân cái mới thắng được: xe không bao giờ thắng tốt.",
  "learn.combos.noble": "Bộ ba được kèm một quân bất kỳ, hoặc một đôi giống hệt nhau bất kỳ. Quân kèm không tính.",
  "learn.combos.cannon": "Ở đây pháo lớn hơn mã.",
  "learn.combos.no-three-soldiers": "Ở đây ba tốt không phải là bộ, hai tướng cũng không thành đôi.",
  "learn.ties": "Bằng nhau",
  "learn.ties.order":
    "Nếu quân lớn nhất bằng nhau, người cầm cái thắng nếu có phần trong đó. Nếu không, người đứng trước trong thứ tự thắng.",
  "learn.ties.aside":
    "Nếu quân lớn nhất bằng nhau thì không ai thắng. Các quân để sang bên, người cũ cầm cái tiếp, và ai thắng vòng sau ăn luôn chỗ đó. Sau vòng cuối thì chúng không thuộc về ai.",
  "learn.ties.aside.example": "Hai bên tốt đỏ bằng nhau: vòng này để sang bên.",
  "learn.ties.turn":
    "Nếu quân lớn nhất bằng nhau, ai đánh trước thì thắng: người cầm cái, rồi ngược chiều kim đồng hồ.",
  "learn.ties.top": "Quân bằng cũng được đặt lên trên: bằng nhau thì quân ra sau thắng.",
  "learn.ban": "Tướng nguy hiểm",
  "learn.ban.rule": "Không được đánh tướng ở vòng đầu và vòng cuối, kể cả trong một bộ. Ai đánh thì bị chém.",
  "learn.ban.forced":
    "Vậy nên hãy đánh tướng ở giữa ván. Nếu đến vòng cuối chỉ còn tướng, bạn buộc phải đánh và bị chém.",
  "learn.ban.forfeit": "Người bị chém coi như không ăn được quân nào.",
  "learn.ban.last": "Người bị chém vẫn giữ quân đã ăn, nhưng xếp sau tất cả những người không bị.",
  "learn.ban.late": "Vì có quân vẫn úp, ai bị chém chỉ được báo khi hết ván.",
  "learn.ban.example": "Vòng cuối. {name} giữ tướng quá lâu: thắng vòng này nhưng bị chém.",
  "learn.generals": "Tướng",
  "learn.ban.none": "Tướng đánh lúc nào cũng được, kể cả vòng đầu và vòng cuối.",
  "learn.first": "Vòng đầu, tượng lớn nhất",
  "learn.first.rule":
    "Vòng đầu không được ra tướng và sĩ, dù đi lẻ hay trong bộ. Ai theo bằng những quân đó thì mất: chúng không ăn được gì và bị úp.",
  "learn.first.example": "Vòng đầu. {name} theo bằng tướng, nhưng tướng chưa ăn được gì: tượng ăn vòng này.",
  "learn.deal": "Chia quân",
  "learn.deal.stacks2": "Các quân úp thành chồng hai quân.",
  "learn.deal.rows":
    "Mỗi người chọn một chồng trước mặt người khác, và lật quân dưới của chồng đó. Quân lớn nhất đứng đầu thứ tự, rồi lần lượt; bằng nhau thì lật thêm.",
  "learn.deal.take":
    "Người đứng đầu lấy một chồng ở đầu hàng, những người khác lấy tiếp quanh bàn cho đến khi đủ quân. Người đứng đầu cầm cái vòng đầu.",
  "learn.deal.circle":
    "Các chồng xếp thành vòng tròn. Người thắng ván trước lật một chồng. Đếm giá trị của nó quanh bàn để biết ai bắt đầu.",
  "learn.deal.circle.take":
    "Người bắt đầu lấy chồng đó, người kế tiếp lấy chồng bên cạnh, cứ thế theo hướng đó. Người bắt đầu cầm cái vòng đầu.",
  "learn.deal.throw":
    "Các chồng xếp thành vòng tròn. Oẳn tù tì để biết ai bắt đầu. Người đó lấy chồng bất kỳ, người bên phải lấy chồng bên cạnh, cứ thế cho đến khi mỗi người có bốn chồng. Người bắt đầu cầm cái vòng đầu.",
  "learn.deal.dice": "Các quân úp thành một hàng chồng cao. Ai tung xúc xắc lớn nhất thì đứng đầu.",
  "learn.deal.row": "Người đứng đầu chọn lấy chồng từ đầu nào, và cầm cái vòng đầu.",
  "learn.deal.direct": "Người đứng đầu định thứ tự lấy các chồng, và cầm cái vòng đầu.",
  "learn.deal.pack":
    "Bài được chia từng quân một, về bên phải, cho đến hết. Ba người thì bỏ bớt mỗi màu một tốt. Người thắng ván trước, hoặc người được bốc thăm, đi trước và ra vòng đầu.",
  "learn.unseen.title": "Lật lên, hay bị ăn úp",
  "learn.unseen.rule":
    "Khi mọi người đã đánh, lật quân cái. Rồi ngược chiều kim đồng hồ, chỉ lật những gì thắng được quân tốt nhất đến lúc đó. Phần còn lại bị ăn úp: đến hết ván chỉ chủ của chúng biết.",
  "learn.unseen.example": "{first} ra đôi. {second} thắng nên được lật. Hai người kia không thắng, nên vẫn úp.",
  "learn.turns.rule":
    "Quân cái đánh ngửa. Những người khác đánh lần lượt và thấy quân tốt nhất. Cùng loại và không nhỏ hơn thì đặt ngửa lên trên. Còn lại đặt úp xuống dưới. Quân trên cùng ăn cả vòng.",
  "learn.turns.example":
    "Người cái ra hai pháo. Hai quân bằng như thế đặt lên trên và ăn cả vòng. Những quân khác nhỏ hơn nên úp ở dưới.",
  "learn.end": "Ai thắng",
  "learn.end.most": "Khi hết quân trên tay, ai ăn được nhiều quân nhất thì thắng. Bằng nhau thì cùng thắng.",
  "learn.end.eight": "Khi hết quân trên tay, điểm của bạn là số quân ăn được trừ 8. Điểm cao nhất thắng.",
  "learn.end.share":
    "Điểm của bạn là số quân ăn được trừ phần chia đều: 16 nếu hai người, 10 nếu ba, 8 nếu bốn, 6 nếu năm. Điểm cao nhất thắng.",
  "learn.end.general": "Ai thắng vòng cuối bằng tướng được mỗi người khác trả 2.",
  "learn.end.last": "Ai thắng vòng cuối thì thắng một mình. Số quân ăn được không tính.",
  "learn.reconstruction":
    "Bản phục dựng: người ta biết rất ít về trò này, phần còn lại là phỏng đoán của những người làm máy chủ này.",
  "learn.tips": "Cho ván đầu tiên",
  "learn.tips.lead": "Một bộ ăn được nhiều quân cùng lúc. Có thì hãy ra: ai không có loại đó thì không thể thắng.",
  "learn.tips.soldiers": "Tốt đông thì mạnh: không ai thắng được năm tốt đỏ.",
  "learn.tips.general": "Tướng thắng gần như mọi vòng đánh lẻ. Hãy dùng vào đó, đừng sớm quá cũng đừng muộn quá.",
  "word.trick.means": "Mỗi người đặt một lần, và quân lớn nhất thắng tất cả.",
  "word.last_trick.means": "Vòng mà ai cũng đặt hết những gì còn lại.",
  "word.lead.means":
    "Cầm cái là đặt trước trong một vòng. Người cầm cái quyết định mọi người đặt mấy quân và loại nào có thể thắng.",
  "word.follow.means": "Đặt sau người cầm cái: cùng số quân, quân nào trên tay cũng được.",
  "word.single.means": "Một quân riêng lẻ.",
  "word.pair.means": "Hai quân cùng loại cùng màu. Ở vài trò chơi, hai tướng cũng là một đôi.",
  "word.noble.means": "Tướng, sĩ, tượng hoặc xe, mã, pháo cùng màu. Vài trò chơi có thêm một bộ.",
  "word.soldiers.means": "Các tốt cùng màu. Chúng chỉ thắng cùng số tốt.",
  "word.combination.means": "Các quân được ra cùng nhau. Mỗi trò chơi có các bộ riêng.",
  "word.behead.means": "Ai đánh tướng ở vòng đầu hoặc vòng cuối thì bị chém, mất quân đã ăn hoặc mất thứ hạng.",
  "word.capture.means": "Thắng quân trong một vòng. Chúng được đếm khi kết thúc và không đánh lại.",
  "word.stack.means": "Các quân xếp chồng trước khi chia. Người chơi lấy cả chồng.",
  "word.tie.means": "Các quân lớn nhất bằng nhau. Mỗi trò chơi quy định ai thắng.",
  "word.suit.means": "Trong Zhì hǔ các loại thuộc những chất, và chỉ chất được ra mới thắng.",
  "word.set.means": "Các quân cùng loại, màu nào cũng được.",
  "word.sequence.means": "Các quân có hạng liền nhau, màu nào cũng được.",
  "word.take_back.means": "Lấy lại quân đã đặt khi còn người chưa đặt. Người cầm cái thì không.",
};
