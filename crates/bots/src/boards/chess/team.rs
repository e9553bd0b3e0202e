//! What both boards of supply chess are worth together to a team.

/// The other board is searched with so much less than the seat's own one.
pub const FEWER: u32 = 4;
/// What the sum of both scores counts for, in tenths: a lead on one of two boards decides less, and what is captured counts on both.
const TENTHS: i32 = 3;

/// What a team's scores on its two boards are worth together: that of a seat's own board after its action, and that of the other one. Of two wins that
/// are forced for different teams, the shorter one counts a little more.
pub const fn score(own: i32, other: i32) -> i32 {
    (own + other) * TENTHS / 10
}
