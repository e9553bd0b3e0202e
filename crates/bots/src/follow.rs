//! Following: win as cheaply as possible, or lay the pieces that are needed least.

use giog_rules::Pieces;
use giog_rules::tricks::{CombinationType, Generals, View};

use crate::generals;
use crate::hand::Worth;
use crate::ranking::TypeRanking;
use crate::unseen::Table;

/// The most promising play of `count` pieces against a lead of this type; none if the seat is not at a trick.
pub fn follow(view: &View, kind: CombinationType, count: u8, banned: Generals) -> Option<Pieces> {
    let table = Table::new(view)?;
    let leader = view.trick.as_ref()?.leader;
    let worth = Worth::new(&table, generals::are_banned(view.variant));
    let refused = banned == Generals::Refused;
    let contest = table
        .ranking
        .of_type(kind)
        .into_iter()
        .flat_map(TypeRanking::combinations);
    let contest = contest
        .map(|(_, pieces)| pieces)
        .filter(|&play| table.hand.contains(play) && !(refused && play.generals() > 0))
        .map(|play| (play, table.chance_to_win_following(play, leader)));
    let shed = [
        shed(&worth, table.hand, count, banned != Generals::Free),
        shed(&worth, table.hand, count, false),
    ];
    let shed = shed
        .into_iter()
        .filter(|play| !(refused && play.generals() > 0))
        .map(|play| (play, 0.0));
    let valued = contest.chain(shed).filter_map(|(play, chance)| {
        let rest = table.hand.minus(play)?;
        let beheads = play.generals() > 0 && banned != Generals::Free;
        Some((worth.of_play(play, chance, rest, beheads), play))
    });
    // Plays come strongest first, so that among equal ones the later and weaker one is chosen.
    valued
        .reduce(|best, next| if next.0 >= best.0 { next } else { best })
        .map(|(_, play)| play)
}

/// The `count` pieces that are needed least, found one by one. With `keep_generals`, generals are laid only if nothing else is left.
fn shed(worth: &Worth, hand: Pieces, count: u8, keep_generals: bool) -> Pieces {
    let mut rest = hand;
    for _ in 0..count.min(hand.len()) {
        let others = rest.without_generals();
        let candidates = if keep_generals && !others.is_empty() {
            others
        } else {
            rest
        };
        // Pieces come strongest first, so that among equal ones the weakest is laid.
        let next = candidates
            .kinds()
            .filter_map(|(piece, _)| rest.minus(Pieces::one(piece)))
            .map(|rest| (worth.of_rest(rest, false), rest))
            .reduce(|best, next| if next.0 >= best.0 { next } else { best });
        if let Some((_, left)) = next {
            rest = left;
        }
    }
    hand.saturating_minus(rest)
}
