//! The room's time, computed independently, and the promise that no decision stays open longer than allowed: a player gains no time by
//! leaving and coming back, taking back, or replacing their own connection.

use std::collections::HashSet;

use giog_protocol::server::Now as NowMessage;
use giog_protocol::{Clock, Settings};

use super::*;

/// The longest that a choice before the first lead may take.
const CEREMONY_MS: u64 = 15_000;
/// The time for a decision, and the bank, with the clock `auto`.
const AUTO_MS: u64 = 30_000 + 60_000;
/// How long a match may be paused in all.
const PAUSE_MS: u64 = 15 * 60_000;
/// How long a quick-play table waits for people before bots take seats.
const QUICK_BOTS_MS: u64 = 10_000;

/// What is known of the room's time and of the decisions in it.
#[derive(Default)]
pub struct Deadlines {
    /// The room's time: it stands still while a row waits for its commit, while the storage is known to be away, and for those who
    /// are cut off, and in a pause.
    room_ms: u64,
    /// While the match is paused: until when, on the world's clock, and the date of that.
    pub(super) paused_until: Option<(u64, i64)>,
    /// For how long the running match may still be paused.
    may_pause_ms: u64,
    /// When the server was last started, in the room's time.
    resumed_ms: Option<u64>,
    /// The settings according to the rows: slow readers get them late.
    settings: Option<Settings>,
    /// The people on the seats according to the rows.
    seats: HashMap<Seat, PlayerId>,
    /// The seats that a stand-in plays.
    away: HashSet<Seat>,
    /// For each person and decision of the running match the latest time until which it may be open.
    until_ms: HashMap<(PlayerId, u32), u64>,
    waiting: Waiting,
    /// How long a rated table waits for people before computer players take seats.
    rated_bots_ms: u64,
}

/// Who waits for others at a quick-play table, and since when.
#[derive(Default)]
struct Waiting {
    quick: bool,
    /// Whether the table is rated.
    rated: bool,
    playing: bool,
    /// Since when no match is played.
    gathering_ms: u64,
    /// When the people sat down.
    since_ms: HashMap<Seat, u64>,
}

impl Deadlines {
    pub(super) fn new(rated_bots_ms: u64) -> Self {
        Self {
            rated_bots_ms,
            ..Self::default()
        }
    }

    /// Processes a written row.
    pub fn learn(&mut self, row: &Value, t: u64) {
        let at_ms = row["at_ms"].as_u64().expect("a time");
        let waiting = &mut self.waiting;
        for entry in row["entries"].as_array().expect("entries") {
            let seat = || serde_json::from_value(entry["seat"].clone()).expect("a seat");
            let settings = || serde_json::from_value(entry["settings"].clone()).expect("settings");
            match entry["e"].as_str().expect("a kind") {
                "configured" => self.settings = Some(settings()),
                "created" => {
                    self.settings = Some(settings());
                    waiting.quick = entry["quick"] == true;
                    waiting.rated = entry["settings"]["rated"] == true;
                }
                "sat" => {
                    let player = serde_json::from_value(entry["occupant"]["player"].clone());
                    if let Ok(player) = player {
                        self.seats.insert(seat(), player);
                        waiting.since_ms.insert(seat(), at_ms);
                    } else {
                        waiting.bot_sits(at_ms, self.rated_bots_ms);
                    }
                }
                "stood" => {
                    self.seats.remove(&seat());
                    waiting.since_ms.remove(&seat());
                }
                "paused" => {
                    let unix_ms = row["unix_ms"].as_i64().expect("a date");
                    assert!(self.may_pause_ms > 0, "a match is not paused for ever");
                    let until_unix_ms = unix_ms.saturating_add_unsigned(self.may_pause_ms);
                    self.paused_until = Some((t + self.may_pause_ms, until_unix_ms));
                }
                "continued" => {
                    let unix_ms = row["unix_ms"].as_i64().expect("a date");
                    let until = self
                        .paused_until
                        .take()
                        .filter(|_| !entry["seat"].is_null());
                    let left_ms = until.map_or(0, |(_, until)| until.saturating_sub(unix_ms));
                    let left_ms = u64::try_from(left_ms).unwrap_or(0);
                    self.may_pause_ms = left_ms.min(self.may_pause_ms);
                }
                "finished" | "abandoned" => self.paused_until = None,
                kind @ ("acted" | "decided") => {
                    assert_eq!(self.paused_until, None, "{kind} in a pause");
                }
                "away" => {
                    self.away.insert(seat());
                }
                "back" => {
                    self.away.remove(&seat());
                }
                "started" => {
                    self.until_ms.clear();
                    self.away.clear();
                    self.may_pause_ms = PAUSE_MS;
                    waiting.playing = true;
                }
                "next" if waiting.playing => {
                    waiting.playing = false;
                    waiting.gathering_ms = at_ms;
                }
                _ => {}
            }
        }
    }

    /// The people who play their own seats in the running match.
    pub(super) fn playing(&self) -> impl Iterator<Item = PlayerId> {
        let seats = self.seats.iter().filter(|_| self.waiting.playing);
        let own = seats.filter(|&(seat, _)| !self.away.contains(seat));
        own.map(|(_, &player)| player)
    }
}

impl Waiting {
    /// Bots take seats no earlier than announced to those who wait, and at a rated table only beside several people.
    fn bot_sits(&self, at_ms: u64, rated_bots_ms: u64) {
        if self.rated {
            let since_ms = self.since_ms.values().copied().max().unwrap_or(0);
            let since_ms = since_ms.max(self.gathering_ms);
            assert!(
                self.since_ms.len() >= 2 && rated_bots_ms > 0,
                "computer players come to {:?}",
                self.since_ms
            );
            assert!(
                at_ms >= since_ms + rated_bots_ms,
                "computer players come at {at_ms} to who waits since {since_ms}"
            );
            return;
        }
        let first_ms = self.since_ms.values().min();
        let since_ms = first_ms.map_or(0, |&first_ms| first_ms.max(self.gathering_ms));
        assert!(
            !self.quick || (first_ms.is_some() && at_ms >= since_ms + QUICK_BOTS_MS),
            "bots come at {at_ms} to who waits since {since_ms}"
        );
    }
}

impl World {
    /// Advances the time to `t`.
    pub(super) fn pass_to(&mut self, t: u64) {
        let is_stored = !self.disk.has_pending() && !self.storage_told_away;
        let paused_until = self.deadlines.paused_until;
        let running = is_stored && paused_until.is_none();
        let is_in_time = paused_until.is_none_or(|(until, _)| t <= until);
        assert!(is_in_time || !is_stored, "a pause ends in time");
        let before_ms = self.deadlines.room_ms;
        let waits = self.is_somebody_waited_for();
        if running {
            self.deadlines.room_ms += t.saturating_sub(self.t);
        }
        self.t = self.t.max(t);
        if self.network.was_broken {
            let own_ms = self.own_time_ms();
            assert!(
                (before_ms..=self.deadlines.room_ms).contains(&own_ms),
                "a room's time is never ahead, and goes on from where it was"
            );
            assert!(
                !waits || own_ms == before_ms,
                "time stands still for whoever cannot come"
            );
            self.tally.stood_still += u64::from(waits && before_ms < self.deadlines.room_ms);
            self.deadlines.room_ms = own_ms;
        }
    }

    /// The room continues from its last row.
    pub(super) fn resume_time(&mut self) {
        let new = Deadlines::new(self.deadlines.rated_bots_ms);
        let known = std::mem::replace(&mut self.deadlines, new);
        for (_, body) in self.disk.whole_log().rows {
            let row: Value = serde_json::from_str(&body).expect("rows are JSON");
            self.deadlines.learn(&row, self.t);
            self.deadlines.room_ms = row["at_ms"].as_u64().expect("a time");
        }
        let unix_ms = self.now().wall.unix_ms();
        let may_pause_ms = self.deadlines.may_pause_ms;
        if let Some((until, until_unix_ms)) = &mut self.deadlines.paused_until {
            let left_ms = u64::try_from(until_unix_ms.saturating_sub(unix_ms)).unwrap_or(0);
            *until = self.t + left_ms.min(may_pause_ms);
        }
        self.deadlines.until_ms = known.until_ms;
        self.deadlines.resumed_ms = Some(self.deadlines.room_ms);
    }

    /// A row has the time at which it is written.
    pub(super) fn check_time(&mut self, row: &Value) {
        assert_eq!(
            row["at_ms"].as_u64(),
            Some(self.deadlines.room_ms),
            "a room's time passes while it can go on, and only then"
        );
        self.deadlines.learn(row, self.t);
    }

    /// A decision stays open no longer than announced when it was first shown, except for the grace time
    /// after a start of the server; and the announced time is within the settings.
    pub(super) fn check_deadline(&mut self, client: usize, now: &NowMessage) {
        let player = self.clients[client].person.player;
        let decision = now.decision();
        let own = |seat: &Seat| self.deadlines.seats.get(seat) == Some(&player);
        let deciding = now.deciding.iter().find(|deciding| own(&deciding.seat));
        let is_given_up = now.you.is_some() && deciding.is_some() && decision.is_none();
        self.tally.given_up += u64::from(is_given_up && now.pause_left_ms.is_none());
        let Some(decision) = decision.filter(|decision| decision.must()) else {
            return;
        };
        let Some(left_ms) = deciding.and_then(|deciding| deciding.left_ms) else {
            return;
        };
        let open_until_ms = self.deadlines.room_ms + left_ms;
        let grace_ms = self.deadlines.resumed_ms;
        let grace_ms = grace_ms.map_or(0, |resumed_ms| resumed_ms + GRACE_MS);
        let key = (player, decision.tricks().expect("a trick game").decision);
        let first_ms = *self.deadlines.until_ms.entry(key).or_insert(open_until_ms);
        // Whoever comes back after the deadline, just before the clock acts, has no time left.
        assert!(
            left_ms == 0 || open_until_ms <= first_ms.max(grace_ms),
            "a decision that is open keeps its deadline: {now:?}"
        );
        let settings = &self.deadlines.settings;
        let settings = settings.as_ref().expect("a room begins with settings");
        let agreed_ms = match settings.clock {
            Clock::None => panic!("no time runs at a table without a clock"),
            Clock::Auto => AUTO_MS,
            Clock::Timed {
                decision_ms,
                bank_ms,
            } => u64::from(decision_ms) + u64::from(bank_ms),
            Clock::Bank { .. } | Clock::Days { .. } => panic!("a clock of games on boards"),
        };
        let most_ms = agreed_ms.max(CEREMONY_MS) + u64::from(settings.reveal_pause_ms);
        assert!(
            open_until_ms <= (self.deadlines.room_ms + most_ms).max(grace_ms),
            "a decision has the time that was agreed on: {now:?}"
        );
    }
}
