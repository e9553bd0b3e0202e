//! The actions of games of dice: no bet, or one.

use giog_rules::tiles::{Stake, TilesAction, TilesAsk, TilesInfo};

/// No bet, then for each possible bet one point on it, and all that may be bet. Bets can be combined at will; these are those that a
/// decision lists.
#[derive(Debug)]
pub struct Bets {
    names: Vec<String>,
}

impl Bets {
    pub fn new(info: &TilesInfo) -> Self {
        let names = info.bets.iter().map(|bet| bet.on.clone());
        Self {
            names: names.collect(),
        }
    }

    pub fn count(&self) -> u32 {
        1 + 2 * u32::try_from(self.names.len()).expect("a table has few bets")
    }

    pub fn index(&self, action: &TilesAction, ask: &TilesAsk) -> Option<u32> {
        let (TilesAction::Bet { bets }, &TilesAsk::Bet { most, .. }) = (action, ask) else {
            return None;
        };
        match bets.as_slice() {
            [] => Some(0),
            [Stake { on, points }] => {
                let place = self.names.iter().position(|name| name == on)?;
                let first = 1 + 2 * u32::try_from(place).ok()?;
                match *points {
                    1 => Some(first),
                    points if points == most => Some(first + 1),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn action(&self, index: u32, ask: &TilesAsk) -> Option<TilesAction> {
        let &TilesAsk::Bet { most, .. } = ask else {
            return None;
        };
        let Some(index) = index.checked_sub(1) else {
            return Some(TilesAction::Bet { bets: Vec::new() });
        };
        let on = self.names.get(usize::try_from(index / 2).ok()?)?.clone();
        // One point is all if no more may be bet: that action has one index.
        let points = if index.is_multiple_of(2) { 1 } else { most };
        let is_other = index.is_multiple_of(2) || most > 1;
        is_other.then(|| TilesAction::Bet {
            bets: vec![Stake { on, points }],
        })
    }
}
