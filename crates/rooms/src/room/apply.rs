//! The effect of each entry of the log on the room. The same code runs when an entry is written, and again when the log is replayed.

use std::ops::Deref;

use giog_protocol::server::{CancelReason, CloseReason, MatchStart, RoomEvent, StandReason};
use giog_protocol::{Access, BadSettings, Person, RoomId, Series, Settings};
use giog_rules::fairness::{Digest, ServerSeed};
use giog_rules::record::By;
use giog_rules::{Action, BySeat, Outcome, PlayerId, RefusalCode, Seat, Stage, Timestamp};
use giog_store::{CancelledStart, Fact, StartedMatch};

use super::entry::Entry;
use super::internal_event::InternalEvent;
use super::place::Place;
use super::playing::{MatchSetup, Playing};
use super::state::{Next, RoomStage, State};
use super::unrecorded::Unrecorded;
use crate::context::Context;

/// The result of an entry.
#[derive(Default)]
pub(super) struct Applied {
    pub events: Vec<InternalEvent>,
    pub facts: Vec<Fact>,
    /// Whether people may join from now on who must not see earlier events.
    pub ends_the_past: bool,
    /// A person whose name must be removed everywhere, also in earlier events.
    pub forgets: Option<PlayerId>,
}

/// An entry that is not possible; it changes nothing.
#[derive(Debug, thiserror::Error)]
pub enum CannotApply {
    /// The game refuses the action.
    #[error("the game refuses the action: {0}")]
    Refused(#[from] RefusalCode),
    /// The settings are not valid.
    #[error("{0}")]
    Settings(#[from] BadSettings),
    /// The entry does not fit the state of the room.
    #[error("unexpected entry `{entry}`")]
    Unfit {
        /// The name of the entry.
        entry: &'static str,
    },
}

/// The state of a room, which anybody in the room can read, and which nothing but an entry of its log can change.
pub(super) struct Logged(State);

impl Logged {
    /// A state that was read from a log or its floor, or just created.
    pub const fn new(state: State) -> Self {
        Self(state)
    }

    /// Applies an entry.
    pub fn apply(
        &mut self,
        entry: &Entry,
        moment: Moment,
        context: &Context,
    ) -> Result<Applied, CannotApply> {
        self.0.apply(entry, moment, context)
    }
}

impl Deref for Logged {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

/// The time of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub room: RoomId,
    pub at_ms: u64,
    pub wall: Timestamp,
    /// Whether the entry is read from the log; then the history already has its facts.
    pub replaying: bool,
}

impl State {
    /// Creates the room from its first entry.
    pub fn create(entry: &Entry, moment: Moment) -> Result<(Self, Applied), CannotApply> {
        let Entry::Created {
            settings,
            password,
            owner,
            key,
            quick,
        } = entry
        else {
            return Err(CannotApply::Unfit {
                entry: "first entry",
            });
        };
        settings.check()?;
        let state = Self {
            settings: settings.clone(),
            password: *password,
            key: key.clone(),
            creator: owner.player,
            visited: false,
            owner: Some(owner.player).filter(|_| !quick),
            former_owner: None,
            awaited_owner: None,
            sleeps: 0,
            quick: *quick,
            seats: BySeat::new(usize::from(settings.seats)),
            stage: RoomStage::Gathering,
            next: None,
            ready_by_ms: None,
            previous: None,
            last_of: std::collections::BTreeMap::new(),
            began: std::collections::BTreeMap::new(),
            series: Series::default(),
            evening: Vec::new(),
            banned: Vec::new(),
            silenced: false,
            gave_up: std::collections::BTreeMap::new(),
            handovers: 0,
            gathering_since_ms: moment.at_ms,
            created_at: Some(moment.wall),
        };
        let created = RoomEvent::Created {
            settings: settings.clone(),
            owner: owner.player,
        };
        let fact = Fact::RoomOpened {
            room: moment.room,
            at: moment.wall,
        };
        let ownerless = quick.then_some(RoomEvent::Owner { owner: None });
        let events = std::iter::once(created).chain(ownerless);
        let events = events.map(InternalEvent::from).collect();
        let facts = vec![fact];
        let applied = Applied {
            events,
            facts,
            ..Applied::default()
        };
        Ok((state, applied))
    }

    /// The running match, which this entry needs.
    fn must_play(&mut self, entry: &'static str) -> Result<&mut Playing, CannotApply> {
        self.playing_mut().ok_or(CannotApply::Unfit { entry })
    }

    fn apply(
        &mut self,
        entry: &Entry,
        moment: Moment,
        context: &Context,
    ) -> Result<Applied, CannotApply> {
        // A damaged log may contain a seat that the table does not have.
        if entry
            .seat()
            .is_some_and(|seat| self.seats.get(seat).is_none())
        {
            return Err(CannotApply::Unfit { entry: "seat" });
        }
        if let Some(playing) = self.playing_mut() {
            let is_action = matches!(entry, Entry::Acted { .. } | Entry::Decided { .. });
            playing.entries_beside += u32::from(!is_action);
            playing.latest_at = playing.latest_at.max(moment.wall);
            playing.note_delay(moment.at_ms, moment.wall);
        }
        let mut facts = Vec::new();
        let mut forgets = None;
        let ends_the_past = matches!(entry, Entry::Configured { settings, .. } if settings.access < self.settings.access);
        let events = match entry {
            Entry::Created { .. } => return Err(CannotApply::Unfit { entry: "created" }),
            Entry::Acted {
                seat,
                action,
                by,
                over,
            } => self.act((*seat, action, *by), *over, moment)?,
            Entry::Decided { seat, action, by } => self.decide((*seat, action, *by), moment)?,
            Entry::Finished { forfeits } => self.finish(*forfeits, moment)?,
            Entry::Started {
                signature,
                signer,
                most,
                ..
            } => {
                let start = self
                    .start_facts(*most)
                    .ok_or(CannotApply::Unfit { entry: "started" })?;
                let start = MatchStart {
                    facts: start,
                    start_signature: *signature,
                    signer: *signer,
                };
                self.start(start, moment, context, &mut facts)?
            }
            Entry::Abandoned => self.abandon(moment, context, &mut facts),
            Entry::Away { seat, left } => {
                let playing = self.must_play("away")?;
                playing.set_away(*seat, *left, moment.at_ms);
                public(RoomEvent::Away { seat: *seat })
            }
            Entry::Back { seat } => {
                self.must_play("back")?.set_back(*seat);
                public(RoomEvent::Back { seat: *seat })
            }
            Entry::Left { .. } | Entry::Ending { .. } | Entry::Agreed => {
                self.in_match(entry, moment)?
            }
            Entry::Agrees { .. } | Entry::Paused | Entry::Continued { .. } => {
                public(self.must_play("paused")?.pause_or_go_on(entry, moment.wall))
            }
            Entry::Closed { reason } => public(self.close(*reason, moment, &mut facts)),
            Entry::Woken { by, owner, key } => {
                let (room, at) = (moment.room, moment.wall);
                facts.push(Fact::RoomWoken { room, at });
                public(self.wake(*by, *owner, key))
            }
            Entry::NewSeries => vec![self.begin_series()],
            Entry::Silenced { silenced } => {
                self.silenced = *silenced;
                public(RoomEvent::Silenced {
                    silenced: *silenced,
                })
            }
            Entry::Banned { person } => {
                self.banned.push(person.clone());
                Vec::new()
            }
            Entry::Unbanned { player } => {
                self.banned.retain(|person| person.player != *player);
                Vec::new()
            }
            Entry::Reported { .. } => Vec::new(),
            Entry::Renamed { person } => {
                self.rename(person);
                public(RoomEvent::Renamed(person.clone()))
            }
            Entry::Forgotten { player } => {
                let forgotten = Person::forgotten(*player);
                self.rename(&forgotten);
                forgets = Some(*player);
                public(RoomEvent::Renamed(forgotten))
            }
            Entry::Configured { settings, password } => self.configure(settings, *password)?,
            Entry::Cancelled { reason, seat } => self.cancel(*reason, *seat, moment, &mut facts)?,
            gathering => public(self.gather(gathering, moment, context)?),
        };
        self.set_ready_timer(moment.at_ms, context);
        Ok(Applied {
            events,
            facts,
            ends_the_past,
            forgets,
        })
    }

    fn close(&mut self, reason: CloseReason, moment: Moment, facts: &mut Vec<Fact>) -> RoomEvent {
        self.stage = RoomStage::Closed;
        self.next = None;
        let (room, at) = (moment.room, moment.wall);
        facts.push(Fact::RoomClosed { room, at });
        RoomEvent::Closed { reason }
    }

    /// The match that is over has been recorded.
    fn finish(
        &mut self,
        forfeits: bool,
        moment: Moment,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let playing = self.playing();
        let over = playing.is_some_and(|playing| playing.over_at.is_some());
        if !over {
            return Err(CannotApply::Unfit { entry: "finished" });
        }
        Ok(self.end(forfeits, moment))
    }

    /// The match is ended early, and recorded as it is.
    fn abandon(
        &mut self,
        moment: Moment,
        context: &Context,
        facts: &mut Vec<Fact>,
    ) -> Vec<InternalEvent> {
        // When the entry is replayed, the history already has the match.
        let playing = self.playing().filter(|_| !moment.replaying);
        let unrecorded = playing.map(|playing| Unrecorded::of(playing, moment.room, moment.wall));
        let finished = unrecorded.map(|unrecorded| unrecorded.record(&context.signer));
        let rated = finished.as_ref().map(|finished| self.rated_match(finished));
        facts.extend(finished.map(Fact::MatchFinished));
        facts.extend(rated.flatten().map(Fact::Rated));
        self.end(true, moment)
    }

    /// A player left, or agrees to end the match early, or all do.
    fn in_match(
        &mut self,
        entry: &Entry,
        moment: Moment,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let playing = self.must_play("in a match")?;
        if let Entry::Left { seat, left } = *entry {
            playing.seats[seat].has_left = left;
            return Ok(Vec::new());
        }
        Ok(playing.end_early(entry, moment.wall))
    }

    /// Entries that are possible between matches.
    fn gather(
        &mut self,
        entry: &Entry,
        moment: Moment,
        context: &Context,
    ) -> Result<RoomEvent, CannotApply> {
        Ok(match entry {
            Entry::Owner { owner } => {
                self.former_owner = self.owner.filter(|_| owner.is_none());
                self.awaited_owner = None;
                self.owner = *owner;
                RoomEvent::Owner { owner: *owner }
            }
            Entry::Sat { seat, occupant } => {
                let occupant = occupant.clone();
                self.visited |= occupant
                    .person()
                    .is_some_and(|person| person.player != self.creator);
                self.seats[*seat] = Place {
                    occupant: Some(occupant.clone()),
                    since_ms: moment.at_ms,
                    ..Place::default()
                };
                RoomEvent::Sat {
                    seat: *seat,
                    occupant,
                }
            }
            Entry::Stood { seat, reason } => {
                self.note_given_up(*seat, *reason);
                self.handovers += u32::from(*reason == StandReason::MadeWay);
                self.seats[*seat] = Place::default();
                RoomEvent::Stood {
                    seat: *seat,
                    reason: *reason,
                }
            }
            Entry::Suggested { seat, variant } => {
                self.seats[*seat].suggests = *variant;
                RoomEvent::Suggested {
                    seat: *seat,
                    variant: *variant,
                }
            }
            Entry::Next {
                match_id,
                server_seed,
            } => {
                let next = Next {
                    match_id: *match_id,
                    server_seed: ServerSeed::new(server_seed.0),
                };
                let event = RoomEvent::Next(next.public());
                self.next = Some(next);
                event
            }
            Entry::Ready { seat, commitment } => {
                let place = &mut self.seats[*seat];
                place.ready = true;
                place.commitment = *commitment;
                RoomEvent::Ready { seat: *seat }
            }
            Entry::Unready { seat } => {
                self.seats[*seat].unready();
                RoomEvent::Unready { seat: *seat }
            }
            Entry::Committed => {
                let match_id = self
                    .next
                    .as_ref()
                    .ok_or(CannotApply::Unfit { entry: "committed" })?
                    .match_id;
                self.stage = RoomStage::Opening {
                    by_ms: moment.at_ms + self.slow_ms().unwrap_or(context.times.entropy_ms),
                };
                RoomEvent::Committed {
                    match_id,
                    entropy_commitments: Box::new(self.entropy_commitments()),
                }
            }
            Entry::Opened { seat, entropy } => {
                self.seats[*seat].entropy = Some(entropy.clone());
                RoomEvent::Opened { seat: *seat }
            }
            _ => return Err(CannotApply::Unfit { entry: "entry" }),
        })
    }

    /// Changes the settings; people whose seat does not exist any more have stood up before. If more people may join than before, earlier
    /// events are not shown any more.
    fn configure(
        &mut self,
        settings: &Settings,
        password: Option<Digest>,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        settings.check()?;
        if !self.is_gathering() {
            return Err(CannotApply::Unfit {
                entry: "configured",
            });
        }
        let seats = usize::from(settings.seats);
        self.seats = BySeat::from_fn(seats, |seat| {
            let mut place = self.seats.get(seat).cloned().unwrap_or_default();
            place.clear_for_next_match();
            place
        });
        let widened = settings.access < self.settings.access;
        if widened {
            self.hide_history();
        }
        let begins_series = widened || self.another_game(settings);
        self.settings = settings.clone();
        self.password = password;
        let mut events = public(RoomEvent::Configured {
            settings: settings.clone(),
        });
        events.extend(begins_series.then(|| self.begin_series()));
        Ok(events)
    }

    fn start(
        &mut self,
        start: MatchStart,
        moment: Moment,
        context: &Context,
        facts: &mut Vec<Fact>,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let unfit = || CannotApply::Unfit { entry: "started" };
        let terms = self.settings.terms().map_err(|_| unfit())?;
        let next = self.next.take().ok_or_else(unfit)?;
        let listed = self.settings.access == Access::Public;
        facts.push(Fact::MatchStarted(StartedMatch {
            match_id: next.match_id,
            room: moment.room,
            variant: self.settings.variant.id().to_owned(),
            listed,
            started_at: moment.wall,
        }));
        let (playing, events) = Playing::begin(MatchSetup {
            context,
            settings: &self.settings,
            terms,
            start,
            server_seed: next.server_seed,
            handed_on: self.handed_on(),
            places: &self.seats,
            at_ms: moment.at_ms,
            started_at: moment.wall,
            listed,
        });
        self.seats
            .values_mut()
            .for_each(Place::clear_for_next_match);
        self.gave_up.clear();
        self.handovers = 0;
        self.stage = RoomStage::Playing(Box::new(playing));
        Ok(events)
    }

    /// Keeps a decision until it takes effect together with others.
    fn decide(
        &mut self,
        (seat, action, by): (Seat, &Action, By),
        moment: Moment,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let playing = self
            .playing_mut()
            .ok_or(CannotApply::Unfit { entry: "decided" })?;
        playing.hold(seat, action, by, moment.at_ms)?;
        Ok(Vec::new())
    }

    fn act(
        &mut self,
        (seat, action, by): (Seat, &Action, By),
        over: bool,
        moment: Moment,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let playing = self
            .playing_mut()
            .ok_or(CannotApply::Unfit { entry: "acted" })?;
        let mut events = playing.act(seat, action, by, moment.at_ms)?;
        if playing.game.stage() == Stage::Over {
            if over || !moment.replaying {
                playing.over_at = Some(moment.wall);
            } else {
                events.extend(self.end(false, moment));
            }
        }
        Ok(events)
    }

    /// Ends the match, because it is over by its rules or cannot continue; `forfeits` is whether forfeited pieces count nothing in the score
    /// table.
    fn end(&mut self, forfeits: bool, moment: Moment) -> Vec<InternalEvent> {
        let RoomStage::Playing(playing) = std::mem::replace(&mut self.stage, RoomStage::Gathering)
        else {
            return Vec::new();
        };
        let match_id = playing.start.facts.match_id;
        let server_seed = playing.server_seed().publish();
        self.note_who_began(&playing);
        let previous = playing.into_previous();
        if let Some(outcome) = &previous.outcome {
            self.count_in_series(outcome, forfeits);
            self.count_in_evening(outcome);
        }
        let winners = previous.outcome.as_ref().map_or(&[][..], Outcome::winners);
        let sole_winner = match winners {
            &[seat] => previous.turns[seat].person,
            _ => None,
        };
        let abandoned = previous.outcome.is_none();
        self.last_of
            .insert(self.settings.variant, (match_id, sole_winner));
        self.previous = Some(previous);
        self.gathering_since_ms = moment.at_ms;
        if abandoned {
            return public(RoomEvent::Abandoned {
                match_id,
                server_seed,
            });
        }
        let mut events = public(RoomEvent::Finished {
            match_id,
            server_seed,
        });
        events.push(RoomEvent::Series(self.shown_series()).into());
        events
    }

    fn cancel(
        &mut self,
        reason: CancelReason,
        seat: Option<Seat>,
        moment: Moment,
        facts: &mut Vec<Fact>,
    ) -> Result<Vec<InternalEvent>, CannotApply> {
        let next = self
            .next
            .take()
            .ok_or(CannotApply::Unfit { entry: "cancelled" })?;
        let server_seed = next.server_seed.publish();
        let details = serde_json::json!({
            "listed": self.settings.access == Access::Public,
            "access": self.settings.access,
            "seed_commitment": next.public().seed_commitment,
            "entropy_commitments": self.entropy_commitments(),
            "entropy": self.seats.map(|_, place| place.entropy.clone().unwrap_or_default()),
        });
        facts.push(Fact::StartCancelled(CancelledStart {
            match_id: next.match_id,
            room: moment.room,
            at: moment.wall,
            reason: reason.word().to_owned(),
            seat: seat.map(u8::from),
            server_seed_hex: server_seed.to_string(),
            details: details.to_string(),
        }));
        self.seats.values_mut().for_each(Place::unready);
        self.stage = RoomStage::Gathering;
        Ok(public(RoomEvent::Cancelled {
            match_id: next.match_id,
            reason,
            server_seed,
        }))
    }

    /// At a full table the others have a limited time from the moment the first player is ready. At a quick-play table also while seats are
    /// free: bots take them, so people who come and go must not move the time at which those who are ready begin.
    fn set_ready_timer(&mut self, at_ms: u64, context: &Context) {
        let somebody = self.seats.values().any(|place| place.ready);
        let running = self.is_gathering()
            && self.next.is_some()
            && (self.quick || self.is_full())
            && somebody
            && !self.all_ready();
        self.ready_by_ms = match self.ready_by_ms {
            _ if !running => None,
            None => Some(at_ms + self.slow_ms().unwrap_or(context.times.ready_ms)),
            already => already,
        };
    }
}

fn public(event: RoomEvent) -> Vec<InternalEvent> {
    vec![event.into()]
}
