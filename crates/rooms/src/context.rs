//! What a room is given from outside: limits, times, the signing key, chance, the deal and the computer player.

use std::fmt;
use std::sync::Arc;

use giog_rules::fairness::{MatchSeed, Signer, Stream};
use giog_rules::{Action, Deal, Decision, HandedOn, Terms, Variant, View};
use serde::Deserialize;
use uuid::{Builder, Uuid};

/// How long things may take in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Times {
    /// How long a player may be disconnected before somebody else plays their seat, and how long an open decision has
    /// at least after the server came back.
    pub grace_ms: u64,
    /// How long the others have to say that they are ready once one has, at a full table.
    pub ready_ms: u64,
    /// How long those who committed to entropy have to open it.
    pub entropy_ms: u64,
    /// For each choice before the first lead, at a table with a clock.
    pub ceremony_ms: u64,
    /// For each decision of a table whose clock is `auto`.
    pub auto_decision_ms: u32,
    /// The bank of such a table.
    pub auto_bank_ms: u32,
    /// The bank for the whole match at such a table, in games in which whose time runs out loses.
    pub auto_game_ms: u32,
    /// How long a computer player waits before it acts; the same whatever it holds.
    pub bot_delay_ms: u64,
    /// How long the news that somebody has laid may wait for the next one or for the reveal, whatever was laid: frames
    /// that leave together cost half as much. 0 sends it at once.
    pub notice_ms: u64,
    /// How long the news of who is there waits for others who come and go.
    pub presence_ms: u64,
    /// How long somebody has been without a connection to a slow table that wants them until that is told: longer than a page takes to
    /// be reloaded.
    pub wanted_ms: u64,
    /// How long people at a table of quick play wait for others before computer players take the free seats: long enough for
    /// who is looking for a table just now, short enough that nobody gives up.
    pub quick_bots_ms: u64,
    /// After this time a room with nobody in it is closed.
    pub empty_ms: u64,
    /// The same for a room in which nobody but its maker has ever been, with their seat: long enough to invite somebody from
    /// another app, too short to fill a server with.
    pub unvisited_ms: u64,
    /// After this time a match without clock that nobody touches is abandoned.
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
            empty_ms: 5 * 60_000,
            unvisited_ms: 2 * 60_000,
            untouched_ms: 7 * 24 * 3_600_000,
        }
    }
}

/// How much a room takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// Connections of people without a seat: what one room may cost in frames.
    pub spectators: usize,
    /// Of these, connections from one address: a family or a class that watches. Wider networks may have more.
    pub spectators_per_address: usize,
    /// Connections of one person: a phone, a page, a second tab, and one that is about to be noticed as lost. One more
    /// puts the oldest out.
    pub connections_per_person: usize,
    /// How often a seat may take a play back in one trick: enough for anybody who wavers, too few for a nuisance.
    pub take_backs_per_trick: u8,
    /// Rows of the log that wait for their commit, but for those of decisions in a window, of which nobody may notice anything;
    /// later actions are answered `busy`.
    pub rows_waiting: usize,
    /// Events that are kept so that connections can resume: more than a trick game has.
    pub events_kept: usize,
    /// Bytes that these take, about: each holds a whole position in games on boards. As many as may be resumed fit in any game,
    /// but where many bets are placed, or bets taken back again and again.
    pub events_kept_bytes: usize,
    /// Rows of the log between two matches after which a floor is taken: more than people need to agree on the next match,
    /// and few enough that nobody can fill the disk or slow the next start down with them.
    pub rows_gathered: usize,
    /// Entries of the log beside the actions of one match, after which it can only be played on: two weeks of five people
    /// who lose their connection a hundred times a day.
    pub entries_beside: u32,
    /// Events that one who resumes is sent: half of what may wait for a connection. Whoever missed more gets the whole picture,
    /// which costs less.
    pub events_resumed: usize,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            spectators: 100,
            spectators_per_address: 20,
            connections_per_person: 4,
            take_backs_per_trick: 8,
            rows_waiting: 8,
            events_kept: 2_048,
            events_kept_bytes: 384 * 1024,
            rows_gathered: 256,
            entries_beside: 15_000,
            events_resumed: 256,
        }
    }
}

/// Makes the deal of a match from its seed; gives back the stream where the ceremony goes on with it. Anything but
/// [`seeded_deal`] is for tests.
pub type Dealer = Arc<dyn Fn(&Terms, &MatchSeed, HandedOn) -> (Deal, Stream) + Send + Sync>;

/// The deal as `docs/FAIRNESS.md` has it.
pub fn seeded_deal(terms: &Terms, seed: &MatchSeed, handed_on: HandedOn) -> (Deal, Stream) {
    let mut stream = Stream::new(seed);
    let deal = Deal::from_stream(terms, handed_on, &mut stream);
    (deal, stream)
}

/// A computer player: from what its seat sees, and what it may decide, what it does; none where it cannot tell. Tests have
/// others than the default.
#[derive(Clone, Copy, Debug)]
pub struct Bot {
    /// Decides at once, inside the turn of a room: in some ten microseconds.
    pub choose: fn(&View, &Decision) -> Option<Action>,
    /// How many positions a decision of the game is worth to look at; none where [`Bot::choose`] is the best there is.
    pub nodes: fn(Variant) -> Option<u32>,
    /// Decides after looking at so many positions, beside the rooms; the same for the same seed.
    pub think: fn(&View, &Decision, seed: u64, nodes: u32) -> Option<Action>,
}

impl Default for Bot {
    fn default() -> Self {
        Self {
            choose: giog_bots::choose,
            nodes: giog_bots::nodes,
            think: giog_bots::think,
        }
    }
}

/// What all rooms of a server share.
pub struct Context {
    /// Signs starts and records.
    pub signer: Signer,
    /// Makes deals.
    pub dealer: Dealer,
    /// Plays the seats of bots and of those who are away.
    pub bot: Bot,
    /// What the computer player is called in records.
    pub bot_name: &'static str,
    /// How long things may take.
    pub times: Times,
    /// How much a room takes.
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

/// Where a room's unguessable bytes come from: the operating system, or a seed in tests.
pub trait Random: Send {
    /// Fills `bytes`.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// An id that nobody can guess, of 16 bytes of `random`.
pub fn random_uuid(random: &mut dyn Random) -> Uuid {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    Builder::from_random_bytes(bytes).into_uuid()
}
