//! The room: a state machine that takes one input at a time and returns effects.
//!
//! It never awaits and has no clock: time, randomness and the results of commits are inputs, and the next timer is a value
//! ([`Room::wake_at_mono_ms`]). An input that makes a lasting change becomes one [`Row`] of the log. Everything that follows from it
//! waits in the outbox until that row is durable, so that a crash can never undo what clients were told. Replaying the rows
//! ([`Room::replay`]) gives the same room again.
//!
//! Reading order: [`Input`] and [`Effect`] (what comes in and what goes out), [`entry`] (what is logged), `apply` (what an
//! entry does), `join`, `commands`, `start`, `quick` and `chat` (what people ask for), `timers`, `thinking` and `wanted` (what
//! happens by itself), `show` (what people see), `admin` (what the operator orders).

mod admin;
mod apply;
mod bans;
mod batch;
mod branch;
mod budget;
mod chat;
mod commands;
mod create;
mod cut_off;
mod effect;
mod ending;
pub(crate) mod entry;
mod evening;
mod finished;
mod floor;
mod happened;
mod hint;
mod hint_request;
mod input;
pub(crate) mod internal_event;
mod join;
mod journal;
mod nudge;
mod outbox;
mod pause;
mod people;
mod place;
mod playing;
mod presence;
mod previous;
mod queries;
mod quick;
pub(crate) mod rated;
mod replayed;
mod report;
mod series;
mod show;
mod sleep;
mod start;
mod state;
mod stopped_at;
mod suggest;
mod think;
mod thinking;
mod timers;
mod turns;
mod unrecorded;
mod wanted;

use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::server::{Left, LeftReason, Presence, ServerMessage};
use giog_protocol::{ErrorCode, Person, RoomId, RoomSummary};
use giog_rules::fairness::Signer;
use giog_rules::{PlayerId, Timestamp};
use giog_store::{Fact, FinishedMatch};

pub use self::admin::AdminCommand;
pub use self::apply::CannotApply;
use self::apply::{Logged, Moment};
pub use self::branch::{Branched, MOST_PLAYS, NoBranch, branch};
use self::budget::Budget;
use self::chat::ChatState;
pub use self::chat::REPORTED_LINES;
pub(crate) use self::commands::password_digest;
pub use self::create::{NewRoom, ReplayError};
use self::cut_off::CutOff;
pub use self::effect::{AwaitedFor, AwaitedPlayer, Effect};
pub(crate) use self::entry::closing_row;
use self::entry::{Entry, Row};
pub use self::floor::BadFloor;
use self::floor::Marks;
use self::hint::Hints;
pub use self::hint_request::HintRequest;
pub use self::input::{Acting, Input};
use self::journal::Journal;
use self::outbox::Outbox;
use self::pause::Pausing;
use self::people::People;
use self::place::Place;
pub use self::queries::{MatchAnswer, RoomAnswer, RoomQuery};
pub use self::replayed::replayed_events;
pub use self::sleep::Waking;
use self::state::RoomStage;
pub use self::stopped_at::StoppedAt;
pub use self::think::{Think, Ticket};
use self::thinking::Thoughts;
pub use self::unrecorded::Unrecorded;
use self::wanted::Reported;
use crate::conn::ConnId;
use crate::context::{Bot, Context, Random};
use crate::lobby::RoomCreator;
use crate::origin::Origin;
use crate::time::{Now, RoomClock};

/// A room.
pub struct Room {
    id: RoomId,
    context: Arc<Context>,
    clock: RoomClock,
    state: Logged,
    journal: Journal,
    /// The number of the last event that was sent to everybody in the room.
    told: u64,
    /// When the later events are sent, if they say only that somebody has laid.
    notice_by_ms: Option<u64>,
    people: People,
    cut_off: CutOff,
    pausing: Pausing,
    outbox: Outbox,
    next_index: u64,
    /// From where the room can be replayed.
    marks: Marks,
    storage_available: bool,
    stopping: bool,
    no_matches: NoMatches,
    chat_state: ChatState,
    budget: Budget,
    hints: Hints,
    thoughts: Thoughts,
    /// The presence that was sent last.
    presence_told: Presence,
    /// When it is sent again.
    presence_by_ms: Option<u64>,
    /// The people who were already reported as wanted (see [`AwaitedPlayer`]).
    wanted_reported: Reported,
    /// Deadlines of open decisions before this time are moved to it: set after a restart, or when the room moved to this node.
    not_before_ms: Option<u64>,
    /// When the room went on here after a restart, or after it was moved to this node; 0 if it was created here.
    resumed_ms: u64,
    recording: Recording,
    /// What the input being handled has done so far.
    work: Work,
}

/// Why no match is started.
#[derive(Clone, Copy, Default)]
struct NoMatches {
    /// The operator drains the server.
    draining: bool,
    /// The disk is nearly full.
    disk_low: bool,
    /// When starting matches became possible again, in the room's time.
    over_ms: Option<u64>,
}

/// The state of the record of a match that is over.
#[derive(Default)]
enum Recording {
    /// No record is being made.
    #[default]
    No,
    /// The record is being made in a separate task.
    HintRequest,
    /// The record is complete, but the entry [`Entry::Finished`] is not written yet.
    Made(Box<FinishedMatch>),
}

/// What the input being handled has done so far.
#[derive(Default)]
struct Work {
    now: Option<Now>,
    /// The player from whom the input comes, if it comes from a player.
    asker: Option<PlayerId>,
    entries: Vec<Entry>,
    facts: Vec<Fact>,
    effects: Vec<Effect>,
    /// Whether somebody sat down or stood up.
    seats_changed: bool,
    /// The people who stood up.
    stood: Vec<PlayerId>,
}

/// The most actions in one row: one for each seat, and those of bots that answer at once.
const ACTIONS_A_ROW: usize = 16;

impl Room {
    /// Handles an input; returns the effects.
    pub fn handle(&mut self, input: Input, now: Now, random: &mut dyn Random) -> Vec<Effect> {
        self.handle_with(input, &mut || None, now, random)
    }

    /// The same. If the input is an action in a match, further actions that arrived with it share its row, and their effects are sent
    /// together. `more` returns the next one; it is not called if another input has to be handled first.
    pub fn handle_with(
        &mut self,
        input: Input,
        more: &mut dyn FnMut() -> Option<Acting>,
        now: Now,
        random: &mut dyn Random,
    ) -> Vec<Effect> {
        self.clock.advance(now);
        let is_full =
            self.outbox.is_full() || (input.asks_for_events() && self.outbox.is_full_of_events());
        if is_full && let Some(refused) = commands::busy(&input) {
            // The refusal reveals nothing that is not durable, so it does not have to wait for a row.
            return vec![refused];
        }
        let (asker, conn) = input.asker();
        if let (Some(player), Some(conn)) = (asker, conn) {
            self.outbox.note_conn(conn, player);
        }
        if self.is_recording() {
            let code = self.cannot_write().unwrap_or(ErrorCode::Busy);
            if !input.switches_new_matches()
                && let Some(refused) = commands::refused(&input, code)
            {
                let refused = self.outbox.pass(vec![refused], asker);
                return refused.into_iter().chain(self.ask_for_record()).collect();
            }
        }
        self.work.now = Some(self.dated(now));
        self.work.asker = asker;
        match input {
            Input::Committed { index } => return self.committed(index, random),
            Input::Attached {
                conn,
                origin,
                lists_actions,
            } => {
                self.people.note_conn(conn, origin, lists_actions);
                return Vec::new();
            }
            Input::Command {
                conn,
                person,
                re,
                command: RoomCommand::Act(act),
            } => {
                let first = Acting {
                    conn,
                    person,
                    re,
                    act,
                };
                self.act_together(first, more, random);
            }
            Input::Command {
                conn,
                person,
                re,
                command,
            } => self.command(conn, person, re, command, random),
            Input::Resumed {
                conn,
                person,
                after,
            } => self.resume(conn, person, after),
            Input::Detached { conn } => self.detach(conn),
            Input::CutOff { conn } => self.cut_off(conn),
            Input::Network { available } => self.set_network(available),
            Input::Tick => {}
            Input::Storage { available } => self.set_storage(available),
            Input::Ask {
                ticket,
                person,
                query,
            } => {
                let answer = self.answer(person, &query);
                self.work.effects.push(Effect::Answer { ticket, answer });
            }
            Input::QuickJoin {
                ticket,
                conn,
                person,
                re,
            } => {
                let joined = self.quick_join(conn, person, re, random);
                self.request_result(ticket, joined);
            }
            Input::AdminCommand { ticket, command } => {
                let done = self.run_admin_command(command, random);
                self.request_result(ticket, done);
            }
            Input::Recorded { finished } => {
                if self.is_recording() {
                    self.recording = Recording::Made(finished);
                }
            }
            Input::Thought { ticket, action } => self.thoughts.came(ticket, action),
            Input::Stopping => self.stopping = true,
        }
        self.follow_up(random);
        self.finish()
    }

    /// What may be due after any input.
    fn follow_up(&mut self, random: &mut dyn Random) {
        self.update_cut_off();
        self.update_pause();
        self.finish_match(random);
        self.run_timers(random);
        self.end_if_agreed();
        self.start_if_player_is_here();
        self.note_returned_players();
        self.remove_excess_spectators();
        self.flush();
        self.schedule_presence();
    }

    fn set_storage(&mut self, available: bool) {
        self.storage_available = available;
        self.run_or_stop_clock();
    }

    /// The log is durable up to this row: what waited for it is released.
    fn committed(&mut self, index: u64, random: &mut dyn Random) -> Vec<Effect> {
        let mut released = self.outbox.release(index);
        self.run_or_stop_clock();
        let is_made = matches!(self.recording, Recording::Made(_));
        if is_made {
            self.finish_match(random);
        }
        self.start_if_player_is_here();
        if is_made || !self.work.entries.is_empty() {
            self.remove_excess_spectators();
            self.flush();
            self.schedule_presence();
            released.extend(self.finish());
        }
        released
    }

    /// Carries out an action, and those that arrived with it, as long as nothing else has to be handled first.
    fn act_together(
        &mut self,
        first: Acting,
        more: &mut dyn FnMut() -> Option<Acting>,
        random: &mut dyn Random,
    ) {
        let (mut next, mut left) = (Some(first), ACTIONS_A_ROW);
        while let Some(acting) = next {
            let Acting {
                conn,
                person,
                re,
                act,
            } = acting;
            self.command(conn, person, re, RoomCommand::Act(act), random);
            left -= 1;
            let takes_more = left > 0 && !self.outbox.is_full() && !self.is_recording();
            next = takes_more.then(&mut *more).flatten();
        }
    }

    fn request_result(&mut self, ticket: u64, result: Result<(), ErrorCode>) {
        let effect = Effect::RequestResult { ticket, result };
        self.work.effects.push(effect);
    }

    /// Starts or stops the room's clock. The clock stands still while a row waits for its commit, because people do not know their
    /// decisions before that: a slow storage must not use up anybody's time. Secret rows (decisions in a window) do not stop it: nobody
    /// waits for a decision behind them, and a stopped clock would reveal that such a row exists. The clock also stands still while
    /// somebody in the match is cut off, and in a pause; messages that are usually delayed a little are then sent at once.
    fn run_or_stop_clock(&mut self) {
        let is_stored = self.storage_available && self.outbox.open_rows() == 0;
        self.clock.set_running(is_stored && !self.stands_still());
    }

    /// Sets whether the room may start matches, when it is restored: not on a server that is draining or whose disk is nearly full.
    pub(crate) fn begin_as(&mut self, draining: bool, disk_low: bool) {
        self.no_matches = NoMatches {
            draining,
            disk_low,
            ..self.no_matches
        };
    }

    /// Why no match can start at the moment; none if one can.
    const fn begins_no_match(&self) -> Option<ErrorCode> {
        match self.no_matches {
            NoMatches { draining: true, .. } => Some(ErrorCode::Draining),
            NoMatches { disk_low: true, .. } => Some(ErrorCode::DiskLow),
            NoMatches { .. } => None,
        }
    }

    /// When the room needs [`Input::Tick`], on the server's clock; none if no timer is running.
    pub fn wake_at_mono_ms(&self) -> Option<u64> {
        let waits_until_ms = self.stands_still_until_ms();
        let due = self.next_timer();
        let due = due.filter(|_| self.cannot_write().is_none());
        let due_mono_ms = due.and_then(|(due_ms, _)| match waits_until_ms {
            Some(_) => (due_ms <= self.clock.ms()).then_some(self.clock.mono_ms()),
            None => self.clock.mono_ms_at(due_ms),
        });
        let wake_ms = [due_mono_ms.or(waits_until_ms), self.pause_begins_ms()];
        wake_ms.into_iter().flatten().min()
    }

    /// The room's id.
    pub const fn id(&self) -> RoomId {
        self.id
    }

    /// Whether an event tells the player who laid something its commitment and nonce immediately. Claims are the exception.
    pub(crate) fn events_tell_seals(&self) -> bool {
        !self.state.settings.variant.has_windows()
    }

    /// Who created the room, with which key, and for which kind of table.
    pub(crate) fn made_by(&self) -> RoomCreator<'_> {
        RoomCreator {
            creator: self.state.creator,
            key: &self.state.key,
            quick: self.state.quick.then_some(self.state.settings.variant),
            bots: self.state.settings.bots,
            rated: self.state.settings.rated,
            seats: self.state.seats.len(),
        }
    }

    /// The key that signs records.
    pub(crate) fn signer(&self) -> Signer {
        self.context.signer.clone()
    }

    /// The bot that plays for bots and absent players.
    pub(crate) fn bot(&self) -> Bot {
        self.context.bot
    }

    /// What the lobby shows of the room.
    pub fn summary(&self) -> RoomSummary {
        self.state.summary(self.id)
    }

    /// At a quick-play table: the seated people who are connected, with their network origins. Empty in other rooms, where nobody needs
    /// it.
    pub(crate) fn table_people(&self) -> Vec<(PlayerId, Origin)> {
        let seated = self.state.seats.values().filter(|_| self.state.quick);
        let seated = seated.filter_map(Place::person);
        seated
            .filter_map(|player| Some((player, self.people.origin_of(player)?)))
            .collect()
    }

    /// The connections in the room, with their people.
    pub(crate) fn attached(&self) -> impl Iterator<Item = (ConnId, &Person)> {
        self.people.persons()
    }

    /// The number of the last event that was sent to everybody in the room.
    pub(crate) const fn told(&self) -> u64 {
        self.told
    }

    /// Whether everything the room has written is durable.
    pub fn is_settled(&self) -> bool {
        self.outbox.is_empty()
    }

    /// Whether actions that arrive while rows are being committed may wait, so that they share one row. Not while the storage is
    /// unavailable, and not in an open window: requests behind a waiting action would wait too, even refused ones, and this delay would
    /// reveal that somebody is deciding.
    pub(crate) fn gathers_actions(&self) -> bool {
        let playing = self.state.playing();
        let in_window = playing.is_some_and(|playing| playing.window.is_some());
        self.storage_available && !in_window
    }

    /// Why nothing can be written at the moment.
    fn cannot_write(&self) -> Option<ErrorCode> {
        if self.stopping {
            Some(ErrorCode::ShuttingDown)
        } else if !self.storage_available {
            Some(ErrorCode::StorageUnavailable)
        } else if self.outbox.open_rows() >= self.context.limits.rows_waiting {
            Some(ErrorCode::Busy)
        } else {
            None
        }
    }

    /// Makes an entry take effect and puts it into the row being written.
    ///
    /// # Panics
    /// If the entry does not fit the state. Use it only for entries that were checked; for others, use [`Self::try_write`].
    fn write(&mut self, entry: Entry) {
        if let Err(error) = self.try_write(entry) {
            panic!(
                "room {}: an entry that was checked cannot be applied: {error}",
                self.id
            );
        }
    }

    /// Like [`Self::write`], for actions that the game may refuse.
    fn try_write(&mut self, entry: Entry) -> Result<(), CannotApply> {
        let moment = Moment {
            room: self.id,
            at_ms: self.clock.ms(),
            wall: self.wall(),
            replaying: false,
        };
        self.mark_before(&entry, self.next_index, self.work.entries.len());
        let happening = self.happening_of(&entry);
        let had_scores = self.state.series.matches > 0;
        let stands = match &entry {
            Entry::Stood { seat, .. } => self.state.seats[*seat].person(),
            _ => None,
        };
        let applied = self.state.apply(&entry, moment, &self.context)?;
        self.work.stood.extend(stands);
        self.work.seats_changed |= matches!(entry, Entry::Sat { .. } | Entry::Stood { .. });
        let entry = self.as_logged(entry);
        self.work.entries.push(entry);
        self.take(applied);
        self.note_happening(happening, had_scores);
        Ok(())
    }

    /// The entry as it is written to the log: an action that ended the match is marked as such.
    fn as_logged(&self, mut entry: Entry) -> Entry {
        if let Entry::Acted { over, .. } = &mut entry {
            *over = self.is_recording();
        }
        entry
    }

    /// The moment with a date that is not before one that the running match has already.
    fn dated(&self, now: Now) -> Now {
        let latest = self.state.playing().map(|playing| playing.latest_at);
        Now {
            wall: latest.map_or(now.wall, |latest| now.wall.max(latest)),
            ..now
        }
    }

    /// The date and time of the input being handled.
    fn wall(&self) -> Timestamp {
        let now = self.work.now;
        now.map_or(Timestamp::from_unix_ms(0), |now| now.wall)
    }

    fn take(&mut self, applied: apply::Applied) {
        let facts = self.keep(applied);
        self.work.facts.extend(facts);
    }

    /// Keeps the events for connections that resume, and returns the facts for the history. Earlier events are dropped if more people may
    /// join than before. The name of a person who was forgotten is removed from all kept events.
    fn keep(&mut self, applied: apply::Applied) -> Vec<Fact> {
        self.journal.extend(applied.events);
        if applied.ends_the_past {
            // Connections get a snapshot instead of the latest events.
            self.journal.forget_before(self.journal.last() + 1);
            self.chat_state.end_past();
        }
        if let Some(player) = applied.forgets {
            self.journal.rename(&Person::forgotten(player));
            self.marks.forget(player);
        }
        applied.facts
    }

    /// Ends the handling of an input: its entries become one row of the log, and its effects wait for the commit of this row.
    fn finish(&mut self) -> Vec<Effect> {
        let mut effects = self.end_input();
        effects.extend(self.ask_for_record());
        effects
    }

    fn end_input(&mut self) -> Vec<Effect> {
        let Work {
            now,
            asker,
            entries,
            facts,
            mut effects,
            ..
        } = std::mem::take(&mut self.work);
        if entries.is_empty() {
            return self.outbox.pass(effects, asker);
        }
        let unix_ms = now.map_or(0, |now| now.wall.unix_ms());
        let row = Row {
            at_ms: self.clock.ms(),
            unix_ms,
            entries,
        };
        let body =
            serde_json::to_string(&row).expect("rows have only text keys and finite numbers");
        let index = self.next_index;
        self.next_index += 1;
        self.mark_after(index);
        let floor = self.marks.take_due();
        if row.entries.iter().any(Entry::changes_summary) {
            effects.push(Effect::Summary(Box::new(self.summary())));
        }
        if matches!(self.state.stage, RoomStage::Closed) {
            let to = self.people.all_conns();
            let left = Left {
                room: self.id,
                reason: LeftReason::Closed,
            };
            effects.push(Effect::Send {
                to,
                message: Box::new(ServerMessage::Left(left)),
            });
            effects.push(Effect::Gone);
        }
        self.outbox.hold(index, self.secret(&row.entries));
        self.run_or_stop_clock();
        let append = Effect::Append {
            index,
            body,
            facts,
            floor,
        };
        let passed = self.outbox.pass(effects, asker);
        std::iter::once(append).chain(passed).collect()
    }
}
