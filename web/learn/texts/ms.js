// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "{from} hingga {to} pemain",
  "learn.players.exactly": "{n} pemain",
  "learn.play": "Main sekarang",
  "learn.tables": "Meja dan rekod",
  "learn.back": "Semua permainan",
  "learn.begin.giog": "Mulakan dengan yang ini.",
  "learn.wins": "menang",
  "learn.unseen": "telungkup",
  "learn.leads": "{name} membuka",
  "learn.pieces": "Buah permainan",
  "learn.pieces.32":
    "32 keping dalam tujuh jenis, setiap jenis berwarna merah dan hitam. Setiap warna ada lima askar, satu jeneral dan dua bagi setiap jenis lain.",
  "learn.pieces.30":
    "30 keping dalam tujuh jenis, setiap jenis berwarna merah dan hitam. Setiap warna ada empat askar, satu jeneral dan dua bagi setiap jenis lain.",
  "learn.pieces.both": "Dengan tiga atau lima pemain, satu askar setiap warna diketepikan: 30 keping.",
  "learn.pieces.order": "Daripada yang tertinggi kepada yang terendah, merah sedikit di atas hitam:",
  "learn.pieces.equal": "Daripada yang tertinggi kepada yang terendah. Merah dan hitam sama:",
  "learn.pieces.suits":
    "Tiga sut, setiap satu daripada yang tertinggi kepada yang terendah, merah sedikit di atas hitam:",
  "learn.suit.commanders": "Pemerintah",
  "learn.suit.mobile": "Bergerak",
  "learn.suit.foot": "Pejalan kaki",
  "learn.suit.example": "Askar dibuka. Hanya askar mengalahkan askar, jadi kereta perang dan jeneral kalah.",
  "learn.trick": "Satu trik",
  "learn.trick.lay":
    "Pembuka meletak sebuah atau satu gabungan secara telungkup dan menyebut jenisnya. Semua yang lain meletak bilangan buah yang sama, juga telungkup, serentak dan tanpa melihat apa yang dibuka.",
  "learn.trick.any": "Anda boleh meletak apa-apa buah. Tetapi hanya gabungan jenis yang sama boleh menang.",
  "learn.trick.open":
    "Kemudian semua dibuka. Yang tertinggi daripada jenis itu mengambil semua buah, dan pemiliknya membuka trik berikutnya.",
  "learn.trick.back":
    "Sebelum pemain terakhir meletak, anda boleh mengambil balik buah anda dan meletak yang lain. Pembuka tidak boleh.",
  "learn.trick.pair":
    "Yang dibuka ialah pasangan. Kereta perang ialah pasangan tertinggi. Jeneral dan pengawal bukan pasangan, jadi kalah.",
  "learn.combos": "Apa yang boleh dibuka",
  "learn.combos.color":
    "Semua buah dalam gabungan sama warna. Jenis lain tidak pernah mengalahkan jenis yang dibuka, walau setinggi mana pun.",
  "learn.combos.generals":
    "Semua buah dalam gabungan sama warna; hanya dua jeneral menjadi pasangan, yang tertinggi sekali.",
  "learn.combos.three":
    "Tiga bangsawan dan tiga askar sama-sama tiga buah, jadi pembuka menyebut yang mana. Satu tidak mengalahkan yang lain.",
  "learn.combos.series":
    "Tiga bangsawan dan tiga askar ialah satu jenis: mana-mana tiga bangsawan mengalahkan mana-mana tiga askar.",
  "learn.combos.no-cannon-guard": "Meriam, pengawal dan gajah bukan gabungan di sini.",
  "learn.combos.two-pairs":
    "Jeneral dengan dua pasangan warnanya. Merah mengalahkan hitam jika setiap pasangannya sekurang-kurangnya setinggi pasangan hitam; hitam tidak pernah mengalahkan merah. Ia tidak mengalahkan lima askar, dan sebaliknya.",
  "learn.combos.set": "Set ialah dua buah atau lebih daripada jenis yang sama, apa-apa warna.",
  "learn.combos.sequence": "Urutan ialah dua hingga tujuh buah yang berturut-turut tingkatnya, apa-apa warna.",
  "learn.combos.majority":
    "Tingkat yang lebih tinggi menang. Jika sama, yang lebih banyak buah sewarna lebih tinggi; warna yang mana tidak penting.",
  "learn.combos.length": "Hanya set mengalahkan set dan urutan mengalahkan urutan, dengan bilangan buah yang sama.",
  "learn.combos.suit": "Hanya sut yang dibuka boleh menang: kereta perang tidak pernah mengalahkan askar.",
  "learn.combos.noble":
    "Tiga bangsawan boleh membawa sebarang satu buah, atau sebarang pasangan yang serupa. Buah tambahan tidak dikira.",
  "learn.combos.cannon": "Di sini meriam lebih tinggi daripada kuda.",
  "learn.combos.no-three-soldiers": "Di sini tiga askar bukan gabungan, begitu juga dua jeneral.",
  "learn.ties": "Seri",
  "learn.ties.order":
    "Jika yang tertinggi sama, pembuka menang kalau salah satunya miliknya. Kalau tidak, yang lebih awal dalam susunan permulaan menang.",
  "learn.ties.aside":
    "Jika yang tertinggi sama, tiada siapa menang. Buah diketepikan, pemain yang sama membuka lagi, dan pemenang trik berikutnya mengambil semuanya. Selepas trik terakhir, buah itu bukan milik sesiapa.",
  "learn.ties.aside.example": "Askar merah sama tinggi: trik itu diketepikan.",
  "learn.ties.turn": "Jika yang tertinggi sama, yang lebih awal gilirannya menang: pembuka, kemudian lawan arah jam.",
  "learn.ties.top": "Buah yang sama tinggi juga diletak di atas: yang terakhir menang.",
  "learn.ban": "Jeneral berbahaya",
  "learn.ban.rule":
    "Jeneral tidak boleh dimainkan dalam trik pertama dan trik terakhir, dalam gabungan pun tidak. Sesiapa yang berbuat demikian dipancung.",
  "learn.ban.forced":
    "Jadi mainkan jeneral anda di tengah-tengah. Jika itulah yang tinggal untuk trik terakhir, anda terpaksa memainkannya, dan dipancung.",
  "learn.ban.forfeit": "Yang dipancung dikira tidak menangkap apa-apa.",
  "learn.ban.last": "Yang dipancung menyimpan tangkapannya, tetapi berada di bawah semua yang tidak dipancung.",
  "learn.ban.late": "Oleh sebab ada buah yang tidak dilihat, siapa yang dipancung hanya diumumkan pada akhir.",
  "learn.ban.example":
    "Trik terakhir. {name} menyimpan jeneral terlalu lama: jeneral itu mengambil trik, dan pemiliknya dipancung.",
  "learn.generals": "Jeneral",
  "learn.ban.none": "Jeneral boleh dimainkan bila-bila masa, dalam trik pertama dan terakhir juga.",
  "learn.first": "Pada mulanya gajah tertinggi",
  "learn.first.rule":
    "Dalam trik pertama, jeneral dan pengawal tidak boleh dibuka, sendirian atau dalam gabungan. Sesiapa yang meletaknya akan kehilangannya: ia tidak memenangi apa-apa dan kekal telungkup.",
  "learn.first.example":
    "Trik pertama. {name} meletak jeneral, tetapi ia belum memenangi apa-apa: gajah mengambil trik itu.",
  "learn.deal": "Pembahagian",
  "learn.deal.stacks2": "Buah terletak telungkup dalam timbunan dua keping.",
  "learn.deal.rows":
    "Setiap orang memilih timbunan di hadapan pemain lain, dan buah bawahnya dibuka. Yang tertinggi pertama dalam susunan, dan seterusnya; yang sama membuka satu lagi.",
  "learn.deal.take":
    "Yang pertama mengambil timbunan di hujung satu baris, yang lain mengambil timbunan berikutnya mengelilingi meja, sampai cukup. Yang pertama membuka trik pertama.",
  "learn.deal.circle":
    "Timbunan membentuk bulatan. Pemenang perlawanan lalu membuka satu timbunan. Nilainya dikira mengelilingi meja untuk menentukan siapa yang mula.",
  "learn.deal.circle.take":
    "Yang mula mengambil timbunan itu, pemain seterusnya mengambil satu di sebelahnya, dan begitulah mengikut arah itu. Yang mula membuka trik pertama.",
  "learn.deal.throw":
    "Timbunan membentuk bulatan. Batu, kertas, gunting menentukan siapa yang mula; dia mengambil mana-mana timbunan, pemain di kanannya mengambil satu di sebelahnya, dan seterusnya, sampai setiap orang ada empat. Yang mula membuka trik pertama.",
  "learn.deal.dice": "Buah terletak telungkup dalam sebaris timbunan tinggi. Dadu tertinggi yang pertama.",
  "learn.deal.row":
    "Pemain pertama memilih dari hujung mana timbunan diambil mengikut giliran, dan membuka trik pertama.",
  "learn.deal.direct": "Pemain pertama menentukan susunan timbunan diambil mengikut giliran, dan membuka trik pertama.",
  "learn.deal.pack":
    "Buah dibahagikan satu demi satu, ke kanan, sampai habis. Dengan tiga pemain, satu askar setiap warna diketepikan. Pemenang perlawanan lepas bermula, atau pemain yang diundi, dan membuka trik pertama.",
  "learn.unseen.title": "Dibuka, atau ditangkap tanpa dilihat",
  "learn.unseen.rule":
    "Setelah semua meletak, buah pembuka dibuka. Kemudian, lawan arah jam, setiap buah dibuka hanya jika mengalahkan yang terbaik setakat itu. Yang lain ditangkap telungkup: sehingga tamat hanya pemiliknya tahu.",
  "learn.unseen.example":
    "{first} membuka pasangan. {second} mengalahkannya dan dibuka; dua yang lain tidak, dan kekal tidak dilihat.",
  "learn.turns.rule":
    "Buah pertama diletak terbuka. Yang lain bermain mengikut giliran dan melihat yang terbaik setakat itu. Jenis yang sama dan sekurang-kurangnya setinggi diletak di atas, terbuka; yang lain di bawah, tidak dilihat. Yang paling atas mengambil trik.",
  "learn.turns.example":
    "Dua meriam dibuka. Dua yang sama tinggi diletak di atas dan mengambil trik. Yang lain lebih rendah dan terletak di bawah, tidak dilihat.",
  "learn.end": "Siapa menang",
  "learn.end.most": "Apabila buah di tangan habis, tangkapan terbanyak menang. Yang sama banyak berkongsi kemenangan.",
  "learn.end.eight":
    "Apabila buah di tangan habis, skor anda ialah buah yang ditangkap tolak 8. Skor tertinggi menang.",
  "learn.end.share":
    "Skor anda ialah buah yang ditangkap tolak bahagian sama rata: 16 dengan dua pemain, 10 dengan tiga, 8 dengan empat, 6 dengan lima. Skor tertinggi menang.",
  "learn.end.general": "Sesiapa yang memenangi trik terakhir dengan jeneral dibayar 2 oleh setiap pemain lain.",
  "learn.end.last": "Pemenang trik terakhir menang seorang diri. Buah yang ditangkap tidak penting.",
  "learn.reconstruction":
    "Pembinaan semula: sedikit sahaja yang diketahui tentang permainan ini, dan selebihnya tekaan pembuat pelayan ini.",
  "learn.tips": "Untuk perlawanan pertama anda",
  "learn.tips.lead":
    "Satu gabungan mengambil banyak buah sekali gus. Bukalah apabila boleh: yang tiada jenis itu tidak boleh menang.",
  "learn.tips.soldiers": "Askar yang ramai itu kuat: tiada siapa dapat mengalahkan lima askar merah.",
  "learn.tips.general":
    "Jeneral memenangi hampir setiap trik tunggal. Gunakan untuk itu, jangan terlalu awal dan jangan terlalu lewat.",
  "word.trick.means": "Semua orang meletak sekali, dan yang tertinggi memenangi semua yang diletak.",
  "word.last_trick.means": "Trik yang semua orang meletak semua yang tinggal.",
  "word.lead.means":
    "Meletak dahulu dalam trik. Pembuka menentukan berapa buah diletak semua orang, dan jenis mana boleh menang.",
  "word.follow.means": "Meletak selepas pembuka: sebanyak buah yang dibuka, apa-apa yang dipegang.",
  "word.single.means": "Sebuah sahaja.",
  "word.pair.means": "Dua buah sejenis dan sewarna. Dalam sesetengah permainan dua jeneral juga pasangan.",
  "word.noble.means":
    "Jeneral, pengawal dan gajah, atau kereta, kuda dan meriam, sewarna. Ada permainan yang mempunyai satu lagi.",
  "word.soldiers.means": "Askar sewarna. Mereka mengalahkan hanya askar sebanyak itu.",
  "word.combination.means": "Buah yang boleh dibuka bersama. Setiap permainan ada gabungannya sendiri.",
  "word.behead.means":
    "Sesiapa yang memainkan jeneral dalam trik pertama atau terakhir dipancung, dan hilang tangkapannya atau kedudukannya.",
  "word.capture.means": "Memenangi buah dalam trik. Ia dikira pada akhir dan tidak dimainkan lagi.",
  "word.stack.means": "Buah yang bertindih sebelum pembahagian. Pemain mengambil seluruh timbunan.",
  "word.tie.means": "Permainan tertinggi yang sama. Setiap permainan menentukan siapa menang.",
  "word.suit.means": "Dalam Zhì hǔ setiap jenis ada sutnya, dan hanya sut yang dibuka boleh menang.",
  "word.set.means": "Buah sejenis, apa-apa warna.",
  "word.sequence.means": "Buah yang berturutan pangkatnya, apa-apa warna.",
  "word.take_back.means": "Mengambil semula apa yang diletak selagi ada yang belum meletak. Pembuka tidak boleh.",
};
