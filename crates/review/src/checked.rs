//! Whether a review that somebody else computed is this engine's.

use giog_bots::levels::Effort;
use giog_rules::record::Record;

use crate::sample::CHECKED;
use crate::{NotReviewed, Review, boards, mahjong, tricks};

/// Checks a review that somebody else computed with the same effort. All that follows from the record is made anew. What only searches and lines of
/// play can tell is found anew for [`CHECKED`] decisions, which the numbers choose; whoever computed the review must not have known them. Mahjong, where
/// nothing is searched, is computed anew as a whole.
/// Returns the indices of their actions; none if the review is another one than this engine's.
pub fn checked(
    record: &Record,
    review: &Review,
    effort: Effort,
    numbers: [u64; CHECKED],
) -> Result<Option<Vec<usize>>, NotReviewed> {
    match review {
        Review::Tricks(review) => tricks::checked(record, review, effort, numbers),
        Review::Boards(review) => boards::checked(record, review, effort, numbers),
        Review::Mahjong(review) => mahjong::checked(record, review),
    }
}
