//! Bots for games of tiles and dice.

mod mahjong;

pub use mahjong::club;

use giog_rules::tiles::{Stake, TilesAction, TilesAsk, TilesDecision, TilesView};

/// The fraction of its points that the bot bets on a throw: one fifth, enough to get ahead, too little to run out of points soon.
const PART: i64 = 5;

/// Mahjong: see the module. Pai gow: splits as the default does, with the best possible lower hand, because that is the hand that is
/// lost more often. Dice: bets a fraction of its points where the bank's edge is least, on one side or the other in turn.
pub fn choose(view: &TilesView, decision: &TilesDecision) -> Option<TilesAction> {
    match &decision.ask {
        TilesAsk::Split { .. } => decision.default.clone(),
        TilesAsk::Choose { .. } | TilesAsk::Claim { .. } => mahjong::choose(view, decision),
        TilesAsk::Bet { deal, most } => {
            let seat = usize::from(view.you.map_or(0, u8::from));
            let sides = view.variant.safest_bets();
            let side = (usize::from(*deal) + seat) % sides.len();
            let points = (most / PART).max(1).min(*most);
            let stake = (points > 0).then(|| Stake {
                on: sides[side].to_owned(),
                points,
            });
            Some(TilesAction::Bet {
                bets: stake.into_iter().collect(),
            })
        }
    }
}
