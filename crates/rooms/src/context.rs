//! What a room is given from outside: limits, times, the signing key, randomness, the deal and the bot.

use std::fmt;
use std::sync::Arc;

use giog_rules::fairness::{MatchSeed, Signer, Stream};
use giog_rules::{Action, Deal, Decision, HandedOn, Level, Terms, Variant, View};
use serde::{Deserialize, Serialize};
use uuid::{Builder, Uuid};

use crate::rate::Rate;
use crate::thinking_budget::ThinkingBudget;

/// Time limits in rooms, all in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Times {
    /// How long a player may be disconnected before a stand-in plays for them. Also the least time for an open decision after a restart
    /// of the server.
    pub grace_ms: u64,
    /// At a full table: how long the others have to get ready after the first player is ready.
    pub ready_ms: u64,
    /// How long clients that committed to entropy have to reveal it.
    pub entropy_ms: u64,
    /// Time for each choice before the first lead, at tables with a clock.
    pub ceremony_ms: u64,
    /// Time for each decision at a table with the clock `auto`.
    pub auto_decision_ms: u32,
    /// The reserve for the whole match at such a table.
    pub auto_bank_ms: u32,
    /// The same in games in which a player whose time runs out loses.
    pub auto_game_ms: u32,
    /// How long a bot waits before it acts; the same whatever it holds.
    pub bot_delay_ms: u64,
    /// How long the message "somebody has laid" may wait for the next one or for the reveal, whatever was laid: frames that are sent
    /// together cost half as much. 0 sends it at once.
    pub notice_ms: u64,
    /// How long changes of who is in a room are collected before they are sent.
    pub presence_ms: u64,
    /// At a table with 10 minutes or more per decision: how long somebody whose decision is open must be disconnected before their
    /// devices are notified (see `push`). Longer than a page takes to reload.
    pub wanted_ms: u64,
    /// How long a quick-play table waits for people before bots take the free seats: long enough for others who are looking for a table,
    /// short enough that nobody gives up.
    pub quick_bots_ms: u64,
    /// How long two or more people at a rated table wait for further people, before computer players of a fixed level take the free seats
    /// (docs/RATINGS.md): long enough that people meet each other where some are looking, short enough that nobody gives up. 0: people wait as
    /// long as it takes.
    pub rated_bots_ms: u64,
    /// A room with nobody in it is closed after this time. A page that is reloaded is away for some seconds.
    pub empty_ms: u64,
    /// The same for a room that only its creator has ever visited: long enough to send somebody an invitation, too short to fill a server
    /// with such rooms.
    pub unvisited_ms: u64,
    /// The same for a room that is unlisted or has a password, whoever has visited it: long enough to send an invitation from another
    /// program while the page sleeps, and for the invited to open it.
    pub invitation_ms: u64,
    /// How long the link of a table at which people have played, and which is unlisted or has a password, opens it again after the last of
    /// them left: an evening, a night, and the question the next morning. 0: no longer than the table stays open.
    pub sleeping_ms: u64,
    /// A match without a clock in which nobody does anything is abandoned after this time.
    pub untouched_ms: u64,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            grace_ms: 60_000,
            ready_ms: 30_000,
            entropy_ms: 10_000,
            ceremony_ms: 15_000,
            auto_decision_ms: 30_000,
            auto_bank_ms: 60_000,
            auto_game_ms: 600_000,
            bot_delay_ms: 800,
            notice_ms: 5,
            presence_ms: 500,
            wanted_ms: 10_000,
            quick_bots_ms: 10_000,
            rated_bots_ms: 60_000,
            empty_ms: 5 * 60_000,
            unvisited_ms: 2 * 60_000,
            invitation_ms: 15 * 60_000,
            sleeping_ms: 12 * 3_600_000,
            untouched_ms: 7 * 24 * 3_600_000,
        }
    }
}

/// Limits of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// Connections of people without a seat. Each event is a frame for each of them.
    pub spectators: usize,
    /// Of these, connections from one address: a family or a class that watches. Wider networks may have more.
    pub spectators_per_address: usize,
    /// Connections of one person: a phone, a page, a second tab, and a broken one that has not been noticed yet. A further one replaces
    /// the oldest.
    pub connections_per_person: usize,
    /// How often a seat may take an action back until what was laid is turned up: enough to change one's mind, too few to annoy others.
    pub take_backs_per_round: u8,
    /// Rows of the log that wait for their commit; with more, actions are answered `busy`. Rows of decisions in an open window do not
    /// count, because nobody may notice them.
    pub rows_waiting: usize,
    /// Events that are kept so that connections can resume: more than a trick game has.
    pub events_kept: usize,
    /// The approximate bytes of these events: in games on boards each contains a whole position. `events_resumed` events fit in every
    /// game, except if players place many bets or take bets back again and again.
    pub events_kept_bytes: usize,
    /// Rows of the log between two matches after which a floor is taken: more than people need to agree on the next match, and few enough
    /// that they neither fill the disk nor slow down the next start.
    pub rows_gathered: usize,
    /// Rooms of one creator that may sleep (`sleeping_ms`): two for each room that they may have open. With more, those that were left
    /// first are forgotten.
    pub sleeping_rooms_per_person: u32,
    /// The same of the whole server: as many as may be open. Each takes some kilobytes of the database.
    pub sleeping_rooms: u32,
    /// Entries of the log besides the actions of one match; after that, only actions are possible. Two weeks of five people who lose
    /// their connection a hundred times a day.
    pub entries_beside: u32,
    /// Events that are sent to a connection that resumes: half of what its queue can hold. A connection that missed more gets a
    /// snapshot, which costs less.
    pub events_resumed: usize,
    /// Changes that a person may make in addition to the actions of a match and to getting ready for the next one: in a burst, more than
    /// arranging a table and filling it with bots needs; then as fast as people change their minds.
    pub changes: Rate,
    /// Hints of a seat: one for each decision of a fast player, and some repeated ones.
    pub hints: Rate,
    /// Chat of a person: faster than anybody types.
    pub chat: Rate,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            spectators: 100,
            spectators_per_address: 20,
            connections_per_person: 4,
            take_backs_per_round: 8,
            rows_waiting: 8,
            events_kept: 2_048,
            events_kept_bytes: 384 * 1024,
            rows_gathered: 256,
            sleeping_rooms_per_person: 8,
            sleeping_rooms: 10_000,
            entries_beside: 15_000,
            events_resumed: 256,
            changes: Rate {
                at_once: 60,
                every_ms: 1_000,
            },
            hints: Rate {
                at_once: 10,
                every_ms: 1_000,
            },
            chat: Rate {
                at_once: 5,
                every_ms: 2_000,
            },
        }
    }
}

/// Makes the deal of a match from its seed. Returns it with the stream, with which the ceremony continues. Anything but
/// [`seeded_deal`] is for tests.
pub type Dealer = Arc<dyn Fn(&Terms, &MatchSeed, HandedOn) -> (Deal, Stream) + Send + Sync>;

/// The deal that `docs/FAIRNESS.md` describes.
pub fn seeded_deal(terms: &Terms, seed: &MatchSeed, handed_on: HandedOn) -> (Deal, Stream) {
    let mut stream = Stream::new(seed);
    let deal = Deal::from_stream(terms, handed_on, &mut stream);
    (deal, stream)
}

/// A bot: functions from a seat's view and decision to an action, or none if it has no answer. Tests use others than the default.
#[derive(Clone, Copy, Debug)]
pub struct Bot {
    /// Decides at once, inside the room's turn: in about ten microseconds.
    pub choose: fn(&View, &Decision) -> Option<Action>,
    /// How many positions are searched for a decision of the game; none if the game has no search and [`Bot::choose`] decides.
    pub nodes: fn(Variant) -> Option<u32>,
    /// Decides by a search of so many positions, outside the rooms; the same for the same seed.
    pub think: fn(&View, &Decision, seed: u64, nodes: u32) -> Option<Action>,
    /// Decides at a level above `simple`, outside the rooms; the same for the same seed. None for decisions that levels leave to
    /// [`Bot::choose`].
    pub play: fn(Level, &View, &Decision, seed: u64) -> Option<Action>,
}

impl Default for Bot {
    fn default() -> Self {
        Self {
            choose: giog_bots::choose,
            nodes: giog_bots::nodes,
            think: giog_bots::think,
            play: giog_bots::levels::play,
        }
    }
}

/// What all rooms of a server share.
pub struct Context {
    /// Signs starts and records.
    pub signer: Signer,
    /// Makes deals.
    pub dealer: Dealer,
    /// Plays the seats of bots and of players who are away.
    pub bot: Bot,
    /// What bots of levels that search may spend.
    pub thinking: ThinkingBudget,
    /// The level of the bots at quick-play tables, in games that have it.
    pub quick_bots: Level,
    /// Time limits.
    pub times: Times,
    /// Limits of each room.
    pub limits: RoomLimits,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("times", &self.times)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// The source of a room's random bytes: the operating system, or a seed in tests.
pub trait Random: Send {
    /// Fills `bytes`.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// An id of 16 random bytes, which nobody can guess.
pub fn random_uuid(random: &mut dyn Random) -> Uuid {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    Builder::from_random_bytes(bytes).into_uuid()
}
