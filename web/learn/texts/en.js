// Texts of the pages with rules, which come with them; those of board games and of tiles have more, and the others of this language are in
// ../../texts.

export const texts = {
  "learn.players": "{from} to {to} players",
  "learn.players.exactly": "{n} players",
  "learn.play": "Play it now",
  "learn.tables": "Tables and records",
  "learn.back": "All games",
  "learn.begin.giog": "Start with this one.",
  "learn.wins": "wins",
  "learn.unseen": "unseen",
  "learn.leads": "{name} leads",
  "learn.pieces": "The pieces",
  "learn.pieces.32":
    "32 discs of seven kinds, in red and black. Each colour has five soldiers, one general and two of every other kind.",
  "learn.pieces.30":
    "30 discs of seven kinds, in red and black. Each colour has four soldiers, one general and two of every other kind.",
  "learn.pieces.both": "With three or five players, one soldier of each colour is left out, so there are 30 discs.",
  "learn.pieces.order": "From highest to lowest, red just above black:",
  "learn.pieces.equal": "From highest to lowest. Red and black are equal:",
  "learn.pieces.suits": "Three suits, each from highest to lowest, red just above black:",
  "learn.suit.commanders": "Commanders",
  "learn.suit.mobile": "Mobile",
  "learn.suit.foot": "Foot",
  "learn.suit.example": "A soldier was led. Only soldiers can beat soldiers, so the chariot and the general lose.",
  "learn.trick": "A trick",
  "learn.trick.lay":
    "The leader plays a piece or a combination face down and announces its type. Then all the others play the same number of pieces, also face down, all at once and without seeing what was led.",
  "learn.trick.any": "You may play any pieces, but only a combination of the same type can win.",
  "learn.trick.open":
    "Then everything is turned over. The highest play of the led type takes all the pieces, and its owner leads next.",
  "learn.trick.back":
    "Until the last player has played, you may take your pieces back and play others. The leader may not.",
  "learn.trick.pair":
    "A pair was led. The chariots are the highest pair. A general and a guard are not a pair, so they lose.",
  "learn.combos": "What you can lead",
  "learn.combos.color":
    "All pieces of a combination have the same colour. A different type never beats the led one, however high it is.",
  "learn.combos.generals":
    "All pieces of a combination have the same colour. The one exception: the two generals are a pair, the highest of all.",
  "learn.combos.three":
    "A noble triple and three soldiers are both three pieces, so the leader says which one it is. Neither beats the other.",
  "learn.combos.series": "Noble triples and three soldiers are one type: any noble triple beats any three soldiers.",
  "learn.combos.no-cannon-guard": "Cannon, guard and elephant are not a combination here.",
  "learn.combos.two-pairs":
    "A general with two pairs of its colour. Red beats black if each of its pairs is at least as high as the black one; black never beats red. It does not beat five soldiers, and they do not beat it.",
  "learn.combos.set": "A set is two or more pieces of the same kind, in any colours.",
  "learn.combos.sequence": "A sequence is two to seven pieces of consecutive ranks, in any colours.",
  "learn.combos.majority":
    "The higher kind wins. If the kinds are the same, the play with more pieces of one colour is higher; which colour doesn't matter.",
  "learn.combos.length":
    "Only a set beats a set, and only a sequence beats a sequence, with the same number of pieces.",
  "learn.combos.suit": "Only a play of the led suit can win: a chariot never beats a soldier.",
  "learn.combos.noble":
    "A noble triple may carry any single piece, or any identical pair. The extra pieces do not count.",
  "learn.combos.cannon": "The cannon is above the horse here.",
  "learn.combos.no-three-soldiers": "Three soldiers are not a combination here, and neither are the two generals.",
  "learn.ties": "Ties",
  "learn.ties.order":
    "If the highest plays are equal, the leader wins if one of them is the leader's. Otherwise the player who is first in the order wins.",
  "learn.ties.aside":
    "If the highest plays are equal, nobody wins. The pieces are set aside, the same player leads again, and whoever wins the next trick takes them too. After the last trick they belong to nobody.",
  "learn.ties.aside.example": "The red soldiers are equal, so the trick is set aside.",
  "learn.ties.turn": "If the highest plays are equal, the first in turn wins: the leader, then counter-clockwise.",
  "learn.ties.top": "An equal play goes on top too: of equal plays, the latest wins.",
  "learn.ban": "Generals are dangerous",
  "learn.ban.rule":
    "A general may not be played in the first or the last trick, not even in a combination. Whoever does so is beheaded.",
  "learn.ban.forced":
    "So play your general in between. If it is all you have left for the last trick, you must play it, and you are beheaded.",
  "learn.ban.forfeit": "A beheaded player counts as having captured nothing.",
  "learn.ban.last": "A beheaded player keeps the captured pieces, but ranks below everyone who was not beheaded.",
  "learn.ban.late": "Because some pieces stay hidden, beheadings are announced only at the end.",
  "learn.ban.example":
    "The last trick. {name} has kept the general too long: it wins the trick, and costs its owner the head.",
  "learn.generals": "Generals",
  "learn.ban.none": "Generals may be played at any time, even in the first and the last trick.",
  "learn.first": "At first the elephant is highest",
  "learn.first.rule":
    "In the first trick, generals and guards cannot be led, alone or in a combination. Whoever plays one loses it: it wins nothing and goes in face down.",
  "learn.first.example":
    "The first trick. {name} has played a general, but it wins nothing yet: the elephant takes the trick.",
  "learn.deal": "The deal",
  "learn.deal.stacks2": "The pieces lie face down in stacks of two.",
  "learn.deal.rows":
    "Everyone chooses a stack in front of another player, and its bottom piece is turned up. The highest is first in the order, and so on; if two are equal, another stack is turned up.",
  "learn.deal.take":
    "The first in the order takes a stack at the end of a row. The others take the next ones round the table until every hand is complete. The first in the order leads the first trick.",
  "learn.deal.circle":
    "They lie in a circle. The winner of the last match turns up a stack. Its value is counted round the table to find who starts.",
  "learn.deal.circle.take":
    "The starter takes that stack, the next player takes one beside it, and so on in that direction. The starter leads the first trick.",
  "learn.deal.throw":
    "They lie in a circle. Rock, paper, scissors decides who starts. That player takes any stack, the next on the right takes one beside it, and so on until everyone has four. The starter leads the first trick.",
  "learn.deal.dice": "The pieces lie face down in a row of tall stacks. Whoever rolls highest is first.",
  "learn.deal.row": "The first player chooses the end from which stacks are taken in turn, and leads the first trick.",
  "learn.deal.direct": "The first player decides in which order stacks are taken in turn, and leads the first trick.",
  "learn.deal.pack":
    "The pieces are dealt out one by one, to the right, until none is left. With three players, a soldier of each colour is left out. The winner of the last match starts, or a player drawn by lot, and leads the first trick.",
  "learn.unseen.title": "Turned up, or captured face down",
  "learn.unseen.rule":
    "When everyone has played, the leader's pieces are turned up. Then, counter-clockwise, each play is turned up only if it beats the best so far. The others are captured face down: until the end, only their owner knows them.",
  "learn.unseen.example":
    "{first} leads a pair. {second} beats it and is turned up. The other two do not, and stay face down.",
  "learn.turns.rule":
    "The lead is played face up. The others play in turn and see the best play so far. A play of the led type that is at least as high goes on top, face up. Anything else goes underneath, face down. The last play on top takes the trick.",
  "learn.turns.example":
    "Two cannons are led. Two equal ones go on top and take the trick. The other plays were lower and lie underneath, face down.",
  "learn.end": "Who wins",
  "learn.end.most": "When all hands are empty, whoever captured the most pieces wins. Equal players share the win.",
  "learn.end.eight": "When all hands are empty, your score is your captured pieces minus 8. The highest score wins.",
  "learn.end.share":
    "Your score is your captured pieces minus an equal share: 16 with two players, 10 with three, 8 with four, 6 with five. The highest score wins.",
  "learn.end.general": "Whoever wins the last trick with a general is paid 2 by everyone else.",
  "learn.end.last": "Whoever wins the last trick wins alone. Captured pieces do not matter.",
  "learn.reconstruction":
    "A reconstruction: little is known about this game, and the rest is a guess by the makers of this server.",
  "learn.tips": "For your first match",
  "learn.tips.lead":
    "A combination wins many pieces at once. Lead one when you can: players without that type cannot win.",
  "learn.tips.soldiers": "Soldiers are strong in numbers: nobody can beat five red ones.",
  "learn.tips.general":
    "A general wins almost every trick of single pieces. Use it for that, not too early and not too late.",
  "word.trick.means": "Everyone plays once, and the highest play takes all the pieces.",
  "word.last_trick.means": "The trick in which everyone plays all they have left.",
  "word.lead.means":
    "To play first in a trick. The lead decides how many pieces everyone plays, and which type can win.",
  "word.follow.means": "To play after the lead: as many pieces as were led, any that you hold.",
  "word.single.means": "One piece alone.",
  "word.pair.means": "Two pieces of one kind and colour. In some games the two generals are a pair too.",
  "word.noble.means":
    "General, guard and elephant, or chariot, horse and cannon, of one colour. Some games have one more.",
  "word.soldiers.means": "Soldiers of one colour. They beat only as many soldiers.",
  "word.combination.means": "Pieces that may be led together. Each game has its own.",
  "word.behead.means":
    "Whoever plays a general in the first or last trick is beheaded, and loses what they captured, or their rank.",
  "word.capture.means": "To win pieces in a trick. They count at the end, and are not played again.",
  "word.stack.means": "Pieces on top of each other, before the deal. Players take whole stacks.",
  "word.tie.means": "The highest plays are equal. Each game says who wins then.",
  "word.suit.means": "In Zhì hǔ kinds belong to suits, and only the led suit can win.",
  "word.set.means": "Pieces of one kind, in any colours.",
  "word.sequence.means": "Pieces of consecutive ranks, in any colours.",
  "word.take_back.means": "To take up what you have played, as long as somebody still has to play. Not for the leader.",
};
