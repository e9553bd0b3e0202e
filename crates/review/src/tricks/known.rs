//! What a seat could have known for certain of what it did not see, as docs/REVIEW.md defines it.

use giog_bots::levels::Certain;
use giog_protocol::rest::{KnownHand, KnownPieces};
use giog_rules::tricks::View;

/// Of a lead that could be more combinations than this nothing is told.
const MOST_LEADS: usize = 8;

/// What the observer of this view could have known when it had to lay. The view is all that it is made of.
pub fn known(view: &View) -> Option<KnownPieces> {
    let Certain {
        held,
        most,
        hands,
        leads,
        wins,
    } = Certain::of(view)?;
    let others = hands.iter().filter(|&(seat, _)| Some(seat) != view.you);
    let hands = others.map(|(seat, hand)| KnownHand {
        seat,
        size: hand.size,
        least: hand.least,
        most: hand.most,
    });
    let perhaps = most.saturating_minus(held);
    Some(KnownPieces {
        held,
        perhaps: (!perhaps.is_empty()).then_some(perhaps),
        hands: hands.collect(),
        leads: if leads.len() <= MOST_LEADS {
            leads
        } else {
            Vec::new()
        },
        wins,
    })
}
