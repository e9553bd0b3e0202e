//! Ratings as they are shown.

use giog_protocol::rest::{MatchRating, Pace, SeatRating, ShownRating, Unrated};
use giog_ratings::Rating;
use giog_rules::Seat;
use giog_store::MatchRatings;

/// What a match of a rated table changed.
pub(super) fn match_rating(stored: &MatchRatings) -> MatchRating {
    let changes = stored.changes.iter().map(|change| SeatRating {
        seat: Seat::new(change.seat.into()),
        player: change.player,
        rank: change.rank,
        before: shown(change.before),
        after: shown(change.after),
        provisional: change.after.is_provisional(),
    });
    MatchRating {
        unrated: stored.unrated.map(|reason| match reason {
            giog_store::Unrated::Fault => Unrated::Fault,
            giog_store::Unrated::Abandoned => Unrated::Abandoned,
            giog_store::Unrated::Outage => Unrated::Outage,
        }),
        changes: changes.collect(),
    }
}

pub(super) const fn shown(rating: Rating) -> ShownRating {
    ShownRating {
        points: rating.points(),
        plus_minus: rating.plus_minus(),
    }
}

pub(super) const fn shown_pace(pace: giog_ratings::Pace) -> Pace {
    match pace {
        giog_ratings::Pace::Live => Pace::Live,
        giog_ratings::Pace::Days => Pace::Days,
    }
}
