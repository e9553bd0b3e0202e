//! The actions of pai gow: the lower hands of splits.

use giog_rules::tiles::TilesAction;
use giog_rules::tiles::pai_gow::Domino;

/// The lower hand of a split: two kinds of dominoes, the higher one first.
#[derive(Debug)]
pub struct Splits {
    lows: Vec<[Domino; 2]>,
}

impl Splits {
    pub fn new() -> Self {
        let lows = Domino::all().flat_map(|high| {
            let lower =
                Domino::all().filter(move |&low| low > high || high.copies() > 1 && low == high);
            lower.map(move |low| [high, low])
        });
        Self {
            lows: lows.collect(),
        }
    }

    pub fn count(&self) -> u32 {
        u32::try_from(self.lows.len()).expect("there are some hundred")
    }

    pub fn index(&self, action: &TilesAction) -> Option<u32> {
        let TilesAction::Split { low } = action else {
            return None;
        };
        let mut low: [Domino; 2] = Domino::read(low)?.try_into().ok()?;
        low.sort_unstable();
        let place = self.lows.iter().position(|&of| of == low)?;
        u32::try_from(place).ok()
    }

    pub fn action(&self, index: u32) -> Option<TilesAction> {
        let low = self.lows.get(usize::try_from(index).ok()?)?;
        let low = Domino::in_order(low);
        Some(TilesAction::Split { low })
    }
}
