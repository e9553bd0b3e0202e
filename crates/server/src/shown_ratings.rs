//! Ratings as they are shown.

use giog_protocol::rest::{
    DanChange, MatchRating, Pace, PastSeason, SeatRating, ShownDan, ShownRating, Unrated,
};
use giog_ratings::{Dan, Rating};
use giog_rules::Seat;
use giog_store::{MatchRatings, PersonRating};

/// What a match of a rated table changed.
pub(crate) fn match_rating(stored: &MatchRatings) -> MatchRating {
    let changes = stored.changes.iter().map(|change| SeatRating {
        seat: Seat::new(change.seat.into()),
        player: change.player,
        rank: change.rank,
        before: shown(change.before),
        after: shown(change.after),
        provisional: change.after.is_provisional(),
        dan: change.dan.map(shown_change),
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

pub(crate) const fn shown(rating: Rating) -> ShownRating {
    ShownRating {
        points: rating.points(),
        plus_minus: rating.plus_minus(),
    }
}

pub(crate) const fn shown_dan(dan: Dan) -> ShownDan {
    ShownDan {
        dan: dan.dan,
        points: dan.points,
        goal: dan.goal(),
    }
}

pub(crate) const fn shown_change((before, after): (Dan, Dan)) -> DanChange {
    DanChange {
        before: shown_dan(before),
        after: shown_dan(after),
    }
}

pub(crate) fn shown_past(past: &PersonRating) -> PastSeason {
    PastSeason {
        season: past.season.to_string(),
        rating: shown(past.standing.rating),
        dan: shown_dan(past.standing.dan),
        matches: past.matches,
    }
}

pub(crate) const fn shown_pace(pace: giog_ratings::Pace) -> Pace {
    match pace {
        giog_ratings::Pace::Live => Pace::Live,
        giog_ratings::Pace::Days => Pace::Days,
    }
}
