//! What the lists of legal actions of all families have in common.

/// The most actions that a decision lists ready to send: more than any usual position has (a mahjong hand has 14 discards, xiangqi
/// rarely 60 moves, a drop of supply chess some 300 points), and few enough for a message of about 20 KB.
pub const MAX_LISTED_ACTIONS: usize = 512;

/// Legal actions of a decision from some place on, and the place of the next one; none after the last.
pub type ActionPage<T> = (Vec<T>, Option<u64>);

/// The page of the first [`MAX_LISTED_ACTIONS`] of these actions, which are all from place `from` on.
pub(crate) fn page<T>(mut actions: impl Iterator<Item = T>, from: u64) -> ActionPage<T> {
    let page: Vec<T> = actions.by_ref().take(MAX_LISTED_ACTIONS).collect();
    let next = actions.next().map(|_| from + page.len() as u64);
    (page, next)
}

/// A place in a list that is in memory.
pub(crate) fn place(from: u64) -> usize {
    usize::try_from(from).unwrap_or(usize::MAX)
}

/// Whether a field that is only written if it is true is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}
