//! Leading: combinations that are likely to win, or weak pieces if none is.

use giog_rules::Pieces;
use giog_rules::tricks::View;

use crate::generals;
use crate::hand::Worth;
use crate::unseen::Table;

/// The most promising of these legal leads, which are given weakest first.
pub fn lead(view: &View, plays: &[Pieces]) -> Option<Pieces> {
    let table = Table::new(view)?;
    let worth = Worth::new(&table, generals::are_banned(view.variant));
    let valued = plays.iter().filter_map(|&play| {
        let rest = table.hand.minus(play)?;
        let beheads = play.generals() > 0 && table.bans_generals(play.len());
        Some((
            worth.of_play(play, table.chance_to_win_leading(play), rest, beheads),
            play,
        ))
    });
    // Among equal ones the first and weakest.
    valued
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, play)| play)
}
