//! What is stored of a person, for themselves.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::{Ban, Choices, Device, DevicePush, Guest, PersonRating, RatingChange, StoredMistake};

/// Everything that is stored of a person besides their finished matches, which are a list of their own. What others wrote of them, and whom
/// they would learn of by it, is left out: who has blocked them, whether they were refused, and who has reported them.
#[derive(Clone, Debug)]
pub struct Personal {
    /// The person.
    pub guest: Guest,
    /// What they have chosen.
    pub choices: Choices,
    /// Their devices.
    pub devices: Vec<Device>,
    /// Which of these are notified.
    pub pushes: Vec<DevicePush>,
    /// Their friends.
    pub friends: Vec<Tie>,
    /// Whom they have asked to be friends.
    pub asked: Vec<Tie>,
    /// Who has asked them, with whether they have refused.
    pub asking: Vec<Tie>,
    /// Whom they have blocked.
    pub blocked: Vec<Tie>,
    /// When they made their code for friends, if they have one.
    pub friend_code_at: Option<Timestamp>,
    /// Their ratings, each with what matches changed of it, the earliest first.
    pub ratings: Vec<(PersonRating, Vec<RatingChange>)>,
    /// What they had at the end of earlier seasons.
    pub past_ratings: Vec<PersonRating>,
    /// Their bans.
    pub bans: Vec<Ban>,
    /// What they have reported, the earliest first.
    pub reports: Vec<OwnReport>,
    /// How many reports are about them.
    pub reports_about: u64,
    /// What reviews call mistakes of theirs, those of the latest matches first.
    pub mistakes: Vec<StoredMistake>,
    /// Rooms that sleep which they created, or own when they come back.
    pub rooms: Vec<OwnRoom>,
}

/// Somebody to whom a person stands in some relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Who it is.
    pub other: PlayerId,
    /// Since when.
    pub since: Timestamp,
    /// Whether the person has refused.
    pub refused: bool,
}

/// A report that a person has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnReport {
    /// The room.
    pub room: RoomId,
    /// The match.
    pub match_id: Option<MatchId>,
    /// Whom they have reported.
    pub reported: PlayerId,
    /// Why, in their words.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// A sleeping room of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnRoom {
    /// The room.
    pub room: RoomId,
    /// Whether the person has created it.
    pub created: bool,
    /// Whether they own it again when they come back.
    pub owns: bool,
    /// When the last person left it.
    pub left_at: Timestamp,
}
