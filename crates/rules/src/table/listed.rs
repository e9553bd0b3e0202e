//! What the lists of legal actions of all families have in common.

/// The most actions that a decision lists ready to send: more than any usual position has (a mahjong hand has 14 discards, xiangqi
/// rarely 60 moves, a drop of supply chess some 300 points), and few enough for a message of about 20 KB.
pub const MAX_LISTED_ACTIONS: usize = 512;

/// Whether a field that is only written if it is true is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}
