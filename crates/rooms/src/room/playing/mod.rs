//! A match in a room: the game with its turns, clocks and commitments.

mod ahead;
pub(super) mod window;

use std::sync::Arc;

use giog_protocol::server::{MatchStart, RoomEvent};
use giog_protocol::{Clock, Occupant, Settings, Windows};
use giog_rules::fairness::{Commitment, Seal, ServerSeed, match_seed};
use giog_rules::record::{self, By, Closing, RecordAction, RecordStatus, StandIn};
use giog_rules::{
    Action, BySeat, Event, HandedOn, Level, Match, RefusalCode, SealLabel, Seat, Stage, Started,
    Step, Terms, Timestamp, Variant,
};

use self::window::Window;
use super::entry::Entry;
use super::internal_event::{
    Concealed, InternalEvent, InternalGameEvent, Seals, SeatPlayers, shown_by,
};
use super::place::{Place, level_of};
use super::previous::{Previous, Turns};
use crate::context::{Context, Times};

/// How long a match may be paused in all its pauses together, in milliseconds: as long as people at a table wait for a friend whose train
/// is in a tunnel.
const PAUSE_MS: u64 = 15 * 60_000;

/// A match in a room.
pub(super) struct Playing {
    pub start: MatchStart,
    pub seat_players: Arc<SeatPlayers>,
    pub game: Match,
    pub seats: BySeat<Player>,
    /// The clock of the table; [`Clock::Auto`] is replaced by the clock that it means here.
    pub clock: Clock,
    /// The time of a decision and the bank, at a table with a clock.
    pub pace: Option<DecisionTimes>,
    /// Until when people look at what was turned up: clocks of decisions start, and bots act, only after this time.
    pub quiet_until_ms: u64,
    /// When a player last did something.
    pub touched_ms: u64,
    /// Whether lists of finished matches may show it.
    pub listed: bool,
    pub seals: Vec<(SealLabel, Seal)>,
    /// The open window: decisions that are taken together.
    pub window: Option<Window>,
    pub windows: Windows,
    /// Who chose what lies face down, while that is hidden.
    concealed: Concealed,
    /// Entries of the log since its start that are not actions.
    pub entries_beside: u32,
    /// Whether the server was away during it, or could not store: the room's clock stood still for longer than [`INTERRUPTED_MS`].
    pub was_interrupted: bool,
    /// By how much the date is ahead of the room's clock, in milliseconds.
    delay_ms: i64,
    /// How many players have resigned.
    pub resignations: u32,
    pub started_at: Timestamp,
    /// The latest date in it. Dates in a match never run backwards, also when the clock of the machine is set back.
    pub latest_at: Timestamp,
    /// While it is paused: the date until which it is, from which a restored room computes the rest.
    pub pause_until: Option<Timestamp>,
    /// For how long it may still be paused, in milliseconds; in a pause, from the beginning of it on.
    pub may_pause_ms: u64,
    /// When it was over; set from then until its record is stored.
    pub over_at: Option<Timestamp>,
    server_seed: ServerSeed,
    started_ms: u64,
    reveal_pause_ms: u64,
    actions: Vec<RecordAction>,
}

/// The times of a match.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "names end in their unit")]
pub(super) struct DecisionTimes {
    pub ceremony_ms: u64,
    pub decision_ms: u64,
    pub bank_ms: u64,
    /// The time that an action adds to the bank, if any.
    pub increment_ms: u64,
}

/// A seat in a match.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Player {
    pub bot: bool,
    /// The level at which a bot plays it.
    pub level: Level,
    /// Every action taken for it, in order.
    pub turns: Vec<Action>,
    /// The clock of its last decision.
    pub clock: Option<SeatClock>,
    pub bank_ms: u64,
    /// The bytes in the record of what its player took back in this match.
    pub withdrawn_bytes: usize,
    /// How many times in a row its time ran out.
    pub missed: u32,
    pub away: Option<Away>,
    /// Whether its player left the room, in a match in which nobody plays for them.
    pub has_left: bool,
    /// Whether its player wants the match to be paused.
    pub agrees_to_pause: bool,
    /// Whether its player agrees to end the match early.
    pub ending: bool,
    /// How often a stand-in took over the seat.
    absences: u32,
    stand_ins: Vec<StandIn>,
}

/// The clock of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatClock {
    decision: u32,
    /// When the time begins to run.
    pub opened_ms: u64,
    base_ms: u64,
    bank_ms: u64,
}

/// A stand-in plays the seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    /// Whether its player left the room.
    pub left: bool,
    from: u32,
}

/// With at least this time for a decision, in milliseconds, a table is slow: longer than anybody keeps a page open for one.
const SLOW_MS: u32 = 10 * 60 * 1_000;
/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 3_600_000;
/// After so many timeouts in a row a player counts as away.
pub(super) const MISSES_UNTIL_AWAY: u32 = 2;
/// How many absences in a match are forgiven, if the player comes back, without counting as leaving the match: a bad connection on a long
/// journey. A player who leaves the room more often does not get the seat back before the end of the match.
const ABSENCES_FORGIVEN: u32 = 3;

/// The approximate limit for what a player takes back in a match, in bytes of its record. So no record, and no state of a room between
/// matches, exceeds what can be stored, whatever all players together do.
pub(super) const WITHDRAWN_BYTES: usize = 128 * 1024;
/// The bytes of a withdrawn play in a record besides its own text: the action that takes it back, times, a commitment.
const WITHDRAWN_BESIDE: usize = 512;

/// How long the clock of a room may stand still in a match until the server counts as having been away, in milliseconds: people who come
/// back within it find their table before a stand-in plays for them.
const INTERRUPTED_MS: i64 = 10_000;

fn delay_ms(at_ms: u64, wall: Timestamp) -> i64 {
    wall.unix_ms().saturating_sub_unsigned(at_ms)
}

/// What is needed to start a match.
pub(super) struct MatchSetup<'a> {
    pub context: &'a Context,
    pub settings: &'a Settings,
    pub terms: Terms,
    pub start: MatchStart,
    pub server_seed: ServerSeed,
    pub handed_on: HandedOn,
    pub places: &'a BySeat<Place>,
    pub at_ms: u64,
    pub started_at: Timestamp,
    pub listed: bool,
}

impl Playing {
    /// Deals and starts; returns the events.
    pub fn begin(beginning: MatchSetup<'_>) -> (Self, Vec<InternalEvent>) {
        let MatchSetup {
            context,
            settings,
            terms,
            ..
        } = beginning;
        let facts = &beginning.start.facts;
        let seed = match_seed(&beginning.server_seed, facts.match_id, &facts.entropy);
        let (deal, stream) = (context.dealer)(&terms, &seed, beginning.handed_on);
        let Started {
            game,
            opening,
            ceremony,
        } = Match::start(&terms, deal, Some(stream));
        let people = beginning
            .places
            .values()
            .filter(|place| place.person().is_some())
            .count();
        let times = &context.times;
        let clock = meant(settings.clock, people, game.loses_on_time(), times);
        let ceremony_ms = slow_ms(settings.clock).unwrap_or(times.ceremony_ms);
        let pace = pace(clock, ceremony_ms);
        let levels = facts.players.map(|_, player| match player {
            record::Player::Bot { bot } => level_of(bot),
            record::Player::Person { .. } => Level::Simple,
        });
        let mut playing = Self {
            start: beginning.start,
            seat_players: Arc::new(SeatPlayers::new(
                beginning.places.values().map(Place::person).collect(),
            )),
            seats: beginning.places.map(|seat, place| Player {
                bot: matches!(place.occupant, Some(Occupant::Bot { .. })),
                level: levels[seat],
                bank_ms: pace.map_or(0, |pace| pace.bank_ms),
                ..Player::default()
            }),
            game,
            clock,
            pace,
            quiet_until_ms: 0,
            touched_ms: beginning.at_ms,
            listed: beginning.listed,
            seals: Vec::new(),
            window: None,
            windows: settings.windows.unwrap_or_default(),
            concealed: Concealed::default(),
            entries_beside: 0,
            was_interrupted: false,
            delay_ms: delay_ms(beginning.at_ms, beginning.started_at),
            resignations: 0,
            started_at: beginning.started_at,
            latest_at: beginning.started_at,
            pause_until: None,
            may_pause_ms: PAUSE_MS,
            over_at: None,
            server_seed: beginning.server_seed,
            started_ms: beginning.at_ms,
            reveal_pause_ms: u64::from(settings.reveal_pause_ms),
            actions: Vec::new(),
        };
        let mut internal = vec![RoomEvent::Start(Box::new(playing.start.clone())).into()];
        internal.extend(playing.tell(opening, By::Player, 0));
        for Step {
            seat,
            action,
            events,
        } in ceremony
        {
            playing.note(seat, action, By::Server, 0);
            internal.extend(playing.tell(events, By::Server, 0));
        }
        playing.open_clocks(beginning.at_ms);
        (playing, internal)
    }

    /// Applies an action; if it is refused, nothing changes. However it is written, here or in the log, later messages and the
    /// record have the canonical form.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        by: By,
        at_ms: u64,
    ) -> Result<Vec<InternalEvent>, RefusalCode> {
        let in_batch = !self.game.batch().is_empty();
        let undone: Vec<Seat> = if action.accepts_take_back() {
            self.game.waiting().collect()
        } else {
            Vec::new()
        };
        let events = self.game.act(seat, action)?;
        // The time that was spent on a decision is not given back with it.
        for seat in undone {
            self.seats[seat].use_bank(at_ms);
        }
        self.resignations += u32::from(action.is_resignation());
        let increment_ms = self
            .pace
            .filter(|_| action.earns_increment())
            .map_or(0, |pace| pace.increment_ms);
        let since_start_ms = at_ms.saturating_sub(self.started_ms);
        let player = &mut self.seats[seat];
        match by {
            // In a window a decision takes no time, and counts as no timeout: nothing may reveal who had decided.
            _ if in_batch => {}
            By::Player => {
                player.missed = 0;
                if !action.is_off_turn() {
                    player.use_bank(at_ms);
                }
                player.bank_ms += increment_ms;
                self.touched_ms = at_ms;
            }
            By::Clock => {
                player.missed += 1;
                player.use_bank(at_ms);
                player.bank_ms += increment_ms;
            }
            By::Away | By::Bot | By::Server => {}
        }
        self.note(seat, action.canonical(), by, since_start_ms);
        if events.iter().any(Event::is_reveal) && self.people_at_table() {
            self.quiet_until_ms = at_ms + self.reveal_pause_ms;
        }
        self.open_clocks(at_ms);
        let mut internal = self.tell(events, by, since_start_ms);
        // Whoever plays on does not want to end the match any more. Nothing is said of a decision that nobody is told of yet.
        let plays_on = by.is_player() && !in_batch && !action.is_off_turn() && !internal.is_empty();
        if plays_on && std::mem::take(&mut self.seats[seat].ending) {
            let agrees = false;
            internal.push(RoomEvent::Ending { seat, agrees }.into());
        }
        Ok(internal)
    }

    /// Whether any seat is played by its own player.
    pub fn people_at_table(&self) -> bool {
        self.seats
            .iter()
            .any(|(seat, player)| !player.bot && player.away.is_none() && self.game.is_in(seat))
    }

    /// Notes who agrees to end the match early, or that all do; returns what people are told.
    pub fn end_early(&mut self, entry: &Entry, now: Timestamp) -> Vec<InternalEvent> {
        if let Entry::Ending { seat, agrees } = *entry {
            self.seats[seat].ending = agrees;
            return vec![RoomEvent::Ending { seat, agrees }.into()];
        }
        self.over_at = Some(now);
        Vec::new()
    }

    /// Whether all who play agree to end the match early: people whose seat is in the game, no stand-in plays it, and who have not left.
    pub fn all_agree_to_end(&self) -> bool {
        let plays = |seat: &Seat| {
            let player = &self.seats[*seat];
            let is_here = !player.bot && player.away.is_none() && !player.has_left;
            is_here && self.game.is_in(*seat)
        };
        let mut agree = self.seats.seats().filter(plays).peekable();
        agree.peek().is_some() && agree.all(|seat| self.seats[seat].ending)
    }

    /// Notes the time of an entry.
    pub fn note_delay(&mut self, at_ms: u64, wall: Timestamp) {
        let before_ms = std::mem::replace(&mut self.delay_ms, delay_ms(at_ms, wall));
        self.was_interrupted |= self.delay_ms.saturating_sub(before_ms) > INTERRUPTED_MS;
    }

    /// Whether a stand-in has the last word for a seat: one plays it, and has been there for some action. The record says so.
    pub fn is_stood_in_for(&self, seat: Seat) -> bool {
        let away = self.seats[seat].away;
        away.is_some_and(|away| away.from < self.action_count())
    }

    /// Whether absent players lose when their clock runs out, and nobody plays for them.
    pub fn loses_on_time(&self) -> bool {
        self.pace.is_some() && self.game.loses_on_time()
    }

    /// A stand-in plays the seat from now on. If its player took longer than a decision may, that is taken from the bank.
    pub fn set_away(&mut self, seat: Seat, left: bool, at_ms: u64) {
        let from = self.action_count();
        let waits = self.game.waits_for(seat);
        let player = &mut self.seats[seat];
        player.missed = 0;
        player.ending = false;
        match &mut player.away {
            Some(away) => away.left |= left,
            away @ None => {
                *away = Some(Away { left, from });
                player.absences += 1;
                if waits {
                    player.use_bank(at_ms);
                }
            }
        }
    }

    /// The seat's own player plays it again. The deadline of an open decision stays the same: nobody gains time by leaving.
    pub fn set_back(&mut self, seat: Seat) {
        let to = self.action_count();
        let player = &mut self.seats[seat];
        player.missed = 0;
        if let Some(away) = player.away.take() {
            player.stand_ins.push(StandIn {
                from: away.from,
                to,
                by: By::Away,
            });
        }
    }

    /// The deadline of a seat's open decision, bank included; none without a clock, or without an open decision.
    pub fn deadline_ms(&self, seat: Seat) -> Option<u64> {
        let player = &self.seats[seat];
        if self.window.is_some() {
            return self.window_deadline_ms();
        }
        if self.pace.is_none() || player.bot || player.away.is_some() || !self.game.waits_for(seat)
        {
            return None;
        }
        player
            .clock
            .map(|clock| clock.opened_ms + clock.base_ms + clock.bank_ms)
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.start.facts.variant
    }

    /// The server's seed, which stays secret in the room until the end of the match.
    pub fn server_seed(&self) -> &ServerSeed {
        &self.server_seed
    }

    /// The data from which its record is made.
    pub fn closing(&self, ended_at: Timestamp) -> Closing {
        let count = self.action_count();
        let stand_ins = self.seats.map(|_, player| {
            let still = player.away.map(|away| StandIn {
                from: away.from,
                to: count,
                by: By::Away,
            });
            let held = player.stand_ins.iter().copied().chain(still);
            held.filter(|stand_in| stand_in.from < stand_in.to)
                .collect()
        });
        let commitments = self.seals.iter().map(|(label, seal)| Commitment {
            label: *label,
            commitment: seal.commitment,
        });
        Closing {
            start: self.start.facts.clone(),
            start_signature: self.start.start_signature,
            stand_ins,
            deal: self.game.deal(),
            status: if self.game.stage() == Stage::Over {
                RecordStatus::Over
            } else {
                RecordStatus::Abandoned
            },
            actions: self.actions.clone(),
            started_at: self.started_at,
            ended_at,
            server_seed: self.server_seed.clone(),
            commitments: commitments.collect(),
        }
    }

    /// What the room keeps of it after its end.
    pub fn into_previous(mut self) -> Previous {
        let turns = BySeat::from_fn(self.seats.len(), |seat| {
            let player = &mut self.seats[seat];
            Turns {
                person: self.seat_players.person(seat),
                actions: std::mem::take(&mut player.turns),
                left: player.gives_the_seat_up(),
            }
        });
        Previous {
            match_id: self.start.facts.match_id,
            outcome: self.game.outcome(),
            turns,
            hidden: false,
        }
    }

    fn action_count(&self) -> u32 {
        u32::try_from(self.actions.len()).unwrap_or(u32::MAX)
    }

    fn note(&mut self, seat: Seat, action: Action, by: By, at_ms: u64) {
        let player = &mut self.seats[seat];
        if action.is_take_back() {
            player.withdrawn_bytes += withdrawn_bytes(player.turns.last());
        }
        player.turns.push(action.clone());
        self.actions.push(RecordAction {
            seat,
            action,
            at_ms,
            by,
        });
    }

    /// Starts the clock of every newly opened decision; one that opens again continues with its old clock.
    fn open_clocks(&mut self, at_ms: u64) {
        self.update_window(at_ms);
        let stage = self.game.stage();
        for seat in self.seats.seats() {
            let Some(decision) = self.game.awaited_decision(seat) else {
                continue;
            };
            let player = &mut self.seats[seat];
            if player.clock.is_some_and(|clock| clock.decision == decision) {
                continue;
            }
            let (base_ms, bank_ms) = match (self.pace, stage) {
                _ if self.window.is_some() => (0, 0),
                (None, _) => (0, 0),
                (Some(pace), Stage::Ceremony) => (pace.ceremony_ms, 0),
                (Some(pace), _) => (pace.decision_ms, player.bank_ms),
            };
            let opened_ms = at_ms.max(self.quiet_until_ms);
            player.clock = Some(SeatClock {
                decision,
                opened_ms,
                base_ms,
                bank_ms,
            });
        }
    }

    /// Turns the game's events into the room's, with commitments to what was laid and nonces of what was turned up.
    fn tell(&mut self, events: Vec<Event>, by: By, at_ms: u64) -> Vec<InternalEvent> {
        let mut internal = Vec::with_capacity(events.len());
        let told = shown_by(&events, by);
        for event in events {
            if !event.is_told() {
                self.concealed.note(&event, by);
                continue;
            }
            let seat_players = Arc::clone(&self.seat_players);
            let seals = Seals {
                match_id: self.start.facts.match_id,
                seed: &self.server_seed,
                made: &self.seals,
            };
            let by = (told, &mut self.concealed);
            let game = InternalGameEvent::new(seat_players, &seals, event, by, at_ms);
            self.seals.extend(game.seals.iter().copied());
            internal.push(InternalEvent::Game(Box::new(game)));
        }
        internal
    }
}

impl Player {
    /// Whether the seat's player left the room, and loses the seat after the match.
    pub fn gives_the_seat_up(&self) -> bool {
        self.has_left || self.away.is_some_and(|away| away.left)
    }

    /// Whether the seat's player is away and may not come back in this match.
    pub fn is_given_up(&self) -> bool {
        self.away.is_some_and(|away| away.left) && self.absences > ABSENCES_FORGIVEN
    }

    /// Whether an absence is forgiven if the player comes back.
    pub const fn is_forgiven(&self) -> bool {
        self.absences <= ABSENCES_FORGIVEN
    }

    /// How much of the bank the last decision may use; nothing before the first lead.
    pub fn decision_bank_ms(&self) -> Option<u64> {
        self.clock.map(|clock| clock.bank_ms)
    }

    /// Subtracts from the bank the time that an action at `at_ms` took beyond its decision's; choices before the first lead have no bank.
    fn use_bank(&mut self, at_ms: u64) {
        if let Some(clock) = self.clock
            && clock.bank_ms > 0
        {
            let over_ms = at_ms.saturating_sub(clock.opened_ms + clock.base_ms);
            self.bank_ms = clock.bank_ms.saturating_sub(over_ms);
        }
    }
}

/// The time for a decision at a slow table, at which nobody is expected to stay connected between decisions; none at other tables.
pub(super) fn slow_ms(clock: Clock) -> Option<u64> {
    match clock {
        Clock::Timed { decision_ms, .. } if decision_ms >= SLOW_MS => Some(decision_ms.into()),
        Clock::Days { days } => Some(u64::from(days) * DAY_MS),
        _ => None,
    }
}

/// The bytes of a withdrawn play in a record.
fn withdrawn_bytes(play: Option<&Action>) -> usize {
    let text = serde_json::to_vec(&play).expect("actions are JSON");
    text.len() + WITHDRAWN_BESIDE
}

/// The clock of a match, from the settings: replaces `auto` by what it means for this number of people.
const fn meant(clock: Clock, people: usize, loses_on_time: bool, times: &Times) -> Clock {
    match clock {
        Clock::Auto if people > 1 && loses_on_time => Clock::Bank {
            bank_ms: times.auto_game_ms,
            increment_ms: 0,
        },
        Clock::Auto if people > 1 => Clock::Timed {
            decision_ms: times.auto_decision_ms,
            bank_ms: times.auto_bank_ms,
        },
        Clock::Auto => Clock::None,
        known => known,
    }
}

/// The times of a match with this clock; none without a clock.
fn pace(clock: Clock, ceremony_ms: u64) -> Option<DecisionTimes> {
    let (decision_ms, bank_ms, increment_ms): (u64, u32, u32) = match clock {
        Clock::Auto | Clock::None => return None,
        Clock::Timed {
            decision_ms,
            bank_ms,
        } => (decision_ms.into(), bank_ms, 0),
        Clock::Bank {
            bank_ms,
            increment_ms,
        } => (0, bank_ms, increment_ms),
        Clock::Days { days } => (u64::from(days) * DAY_MS, 0, 0),
    };
    Some(DecisionTimes {
        ceremony_ms,
        decision_ms,
        bank_ms: bank_ms.into(),
        increment_ms: increment_ms.into(),
    })
}
