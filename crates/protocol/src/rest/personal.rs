//! Everything that is stored of a person, for themselves.

use giog_rules::{MatchId, PlayerId, Seat, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    DanChange, MatchStatus, MayInvite, OwnMistake, Pace, PastSeason, ShownDan, ShownRating,
};
use crate::{DeclaredBot, DeviceId, PlayerName, PlayerTag, RoomId};

/// Everything that is stored of a person. It has ids of others and no names; and nothing of a running match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalData {
    /// When this was read.
    pub exported_at: Timestamp,
    /// The person.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The tag, which distinguishes people with the same name.
    pub tag: PlayerTag,
    /// What they have declared if they are a bot; otherwise omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared_bot: Option<DeclaredBot>,
    /// When they first connected.
    pub created_at: Timestamp,
    /// When they were last here, to the minute.
    pub seen_at: Timestamp,
    /// Whether they have a recovery code, of which the server has only the hash.
    pub recovery: bool,
    /// What they have chosen.
    pub settings: PersonalSettings,
    /// Their devices, in the order in which they got their tokens.
    pub devices: Vec<PersonalDevice>,
    /// Their friends, those of the longest time first.
    pub friends: Vec<PersonalContact>,
    /// Whom they have asked to be friends, the earliest first.
    pub asked: Vec<PersonalContact>,
    /// Who has asked them, the earliest first.
    pub asking: Vec<PersonalRequest>,
    /// When they made their code for friends; null if they have none.
    pub friend_code_made_at: Option<Timestamp>,
    /// Whom they have blocked, the earliest first.
    pub blocked: Vec<PersonalContact>,
    /// Their ratings.
    pub ratings: Vec<PersonalRating>,
    /// Their bans.
    pub bans: Vec<PersonalBan>,
    /// What they have reported, the earliest first.
    pub reports: Vec<PersonalReport>,
    /// How many reports are about them. What is in these was written by others.
    pub reports_about: u64,
    /// What reviews call mistakes of theirs, those of the latest matches first.
    #[serde(default)]
    pub mistakes: Vec<OwnMistake>,
    /// Tables that all have left, which they have created, or own when they come back.
    pub rooms: Vec<PersonalRoom>,
    /// Their finished matches, the latest first.
    pub matches: Vec<PersonalMatch>,
    /// Whether there is more than is in this: of matches, changes of ratings or reports there are at most 20,000.
    pub left_out: bool,
}

/// What the person has chosen, of which the server keeps it.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalSettings {
    /// Whether friends see at which public tables they are.
    pub shows_tables: bool,
    /// Whether they hide their ratings.
    pub hides_ratings: bool,
    /// Whether they are found by name and tag.
    pub findable: bool,
    /// Who may invite them to tables.
    #[serde(default)]
    pub may_invite: MayInvite,
    /// Whether invitations of friends are sent to their devices that are notified.
    #[serde(default)]
    pub push_invitations: bool,
}

/// A device of the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalDevice {
    /// The id of the device.
    pub device: DeviceId,
    /// Its name.
    pub name: String,
    /// When it got its token.
    pub made_at: Timestamp,
    /// When it was last seen, to the minute.
    pub seen_at: Timestamp,
    /// Where it is notified; null if it is not.
    pub push_endpoint: Option<String>,
}

/// Somebody on one of the person's lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalContact {
    /// Who it is.
    pub player: PlayerId,
    /// Since when.
    pub since: Timestamp,
}

/// A request of somebody to be friends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalRequest {
    /// Who has asked.
    pub player: PlayerId,
    /// When.
    pub since: Timestamp,
    /// Whether it is declined, by the person or because too many waited.
    pub declined: bool,
}

/// A rating of the person in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalRating {
    /// The id of the game.
    pub variant: String,
    /// The numbers of seats that count together: `2`, `4-5` and so on.
    pub seats: String,
    /// How long people have.
    pub clock: Pace,
    /// The rating.
    #[serde(flatten)]
    pub rating: ShownRating,
    /// The dan.
    pub dan: ShownDan,
    /// The season in which the latest of these matches was played.
    pub season: String,
    /// How many rated matches made it.
    pub matches: u64,
    /// When the latest of these matches ended.
    pub rated_at: Timestamp,
    /// What they changed, the earliest first.
    pub changes: Vec<PersonalChange>,
    /// What the person had at the end of earlier seasons, the earliest first.
    pub past: Vec<PastSeason>,
}

/// What a match changed of a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalChange {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The person's seat.
    pub seat: Seat,
    /// Their rank in it, from 1 on; equal ranks are ties.
    pub rank: u8,
    /// The rating before it.
    pub before: ShownRating,
    /// The rating after it.
    pub after: ShownRating,
    /// The dan before and after it; omitted of matches before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dan: Option<DanChange>,
}

/// A ban of the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalBan {
    /// Why, in the operator's words.
    pub reason: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it ends; null for a permanent one.
    pub ends_at: Option<Timestamp>,
}

/// A report that the person has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalReport {
    /// The room.
    pub room: RoomId,
    /// The match, or null.
    pub match_id: Option<MatchId>,
    /// Whom they have reported.
    pub reported: PlayerId,
    /// Why, in their words.
    pub reason: String,
    /// When.
    pub reported_at: Timestamp,
}

/// A table that all have left, and that its link opens again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalRoom {
    /// The table.
    pub room: RoomId,
    /// Whether the person has created it.
    pub created: bool,
    /// Whether they own it again when they come back.
    pub owns: bool,
    /// When the last person left it.
    pub left_at: Timestamp,
}

/// A finished match of the person. Who else played is in its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalMatch {
    /// The match.
    pub match_id: MatchId,
    /// The room.
    pub room: RoomId,
    /// The id of the game.
    pub variant: String,
    /// How it ended.
    pub status: MatchStatus,
    /// Whether it is in public lists.
    pub listed: bool,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The seats that the person had at the end: mostly one.
    pub seats: Vec<PersonalSeat>,
}

/// A seat that the person had in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonalSeat {
    /// The seat.
    pub seat: Seat,
    /// Whether it won, alone or with others.
    pub won: bool,
    /// Its score; null in games without scores.
    pub score: Option<i32>,
}
