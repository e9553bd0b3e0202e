//! What a model sees and decides at its table: the open turn, what happened since, names, chat, and the result.

use std::collections::VecDeque;
use std::future::pending;

use giog_client::{Incoming, Refusal};
use giog_protocol::bot::{Place, Turn};
use giog_protocol::server::{RoomEvent, RoomNotice, ServerMessage, Snapshot};
use giog_protocol::{ChatLine, Occupant, RoomId};
use giog_rules::{Action, MatchId, Options, Outcome, SeenEvent, Variant};
use giog_seats::{Answered, Player};
use tokio::time::Instant;

use crate::foreign::MOST_LINES;
use crate::problem::Problem;

/// How many events are kept while it is not the model's turn, the latest.
const MOST_EVENTS: usize = 40;

/// A turn that is open.
#[derive(Clone, Debug)]
pub struct Asked {
    /// It.
    pub turn: Turn,
    /// When the default is taken; none without a clock.
    pub by: Option<Instant>,
}

/// A match that is over.
#[derive(Clone, Debug)]
pub struct Over {
    /// The match and the model's seat.
    pub place: Place,
    /// The outcome; none if it was abandoned.
    pub outcome: Option<Outcome>,
    /// Where the record can be read.
    pub record: Option<String>,
}

/// The action that a model wants.
#[derive(Clone, Debug)]
pub enum Pick {
    /// Its place in the list, from 0.
    Choice(u32),
    /// The action itself.
    Action(Action),
}

/// What is known at a table, and what was decided.
#[derive(Debug, Default)]
pub struct Desk {
    /// The room; messages of others do not matter.
    pub room: Option<RoomId>,
    /// Who has which seat.
    pub seats: Vec<Option<Occupant>>,
    /// The latest lines of chat.
    pub chat: VecDeque<ChatLine>,
    /// The running match.
    pub place: Option<Place>,
    /// The open turn.
    pub asked: Option<Asked>,
    /// What happened since the last turn.
    pub since: VecDeque<SeenEvent>,
    /// The last match.
    pub over: Option<Over>,
    /// What is to be sent.
    chosen: Option<Answered>,
    /// What became of it.
    result: Option<Result<(), Problem>>,
}

impl Desk {
    /// At a table in this room, of which nothing is known yet.
    pub fn at(room: RoomId) -> Self {
        Self {
            room: Some(room),
            ..Self::default()
        }
    }

    /// Decides the open turn; it is sent later.
    pub fn choose(&mut self, number: u32, pick: Pick) -> Result<(), Problem> {
        let Some(Asked { turn, .. }) = &self.asked else {
            return Err(Problem::NotYourTurn);
        };
        if turn.turn != number {
            return Err(Problem::OtherTurn {
                asked: number,
                now: turn.turn,
            });
        }
        let action = match pick {
            Pick::Action(action) if turn.may_allow(&action) => action,
            Pick::Action(_) => return Err(Problem::Illegal),
            Pick::Choice(choice) => {
                let listed = turn.decision.actions().unwrap_or_default();
                let at = usize::try_from(choice).unwrap_or(usize::MAX);
                let action = listed.get(at).cloned();
                action.ok_or(Problem::NoSuchChoice {
                    choice,
                    count: listed.len(),
                })?
            }
        };
        self.result = None;
        self.chosen = Some(Answered {
            place: turn.place,
            turn: turn.turn,
            action: Some(action),
            fallback: None,
        });
        Ok(())
    }

    /// What became of the decision: none as long as it is still to be sent.
    pub fn result(&mut self) -> Option<Result<(), Problem>> {
        match self.result.take() {
            None if self.chosen.is_some() => None,
            // The connection broke, or the match was over, before there was an answer.
            None => Some(Err(Problem::Unknown)),
            result => result,
        }
    }

    fn entered(&mut self, snapshot: &Snapshot) {
        let seats = snapshot.state.seats.iter();
        self.seats = seats.map(|seat| seat.occupant.clone()).collect();
        self.chat = snapshot.chat.iter().cloned().collect();
        self.bound();
    }

    fn note(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Configured { settings } => {
                self.seats.resize(usize::from(settings.seats), None);
            }
            RoomEvent::Sat { seat, occupant } => self.set(seat.index(), Some(occupant.clone())),
            RoomEvent::Stood { seat, .. } => self.set(seat.index(), None),
            RoomEvent::Renamed(person) => {
                for occupant in self.seats.iter_mut().flatten() {
                    occupant.rename(person);
                }
                for line in &mut self.chat {
                    line.from.rename(person);
                }
            }
            RoomEvent::Game(game) => {
                self.since.push_back(game.event.clone());
                self.bound();
            }
            _ => {}
        }
    }

    fn set(&mut self, seat: usize, occupant: Option<Occupant>) {
        if let Some(place) = self.seats.get_mut(seat) {
            *place = occupant;
        }
    }

    fn bound(&mut self) {
        let extra = self.chat.len().saturating_sub(MOST_LINES);
        self.chat.drain(..extra);
        let extra = self.since.len().saturating_sub(MOST_EVENTS);
        self.since.drain(..extra);
    }
}

impl Player for Desk {
    fn plays(&self, _variant: Variant) -> bool {
        true
    }

    async fn begin(&mut self, place: Place, _options: Options) -> anyhow::Result<()> {
        self.place = Some(place);
        self.since.clear();
        (self.asked, self.over) = (None, None);
        Ok(())
    }

    async fn ask(&mut self, turn: Turn, by: Option<Instant>) -> anyhow::Result<()> {
        self.since.clear();
        self.asked = Some(Asked { turn, by });
        Ok(())
    }

    async fn answer(&mut self) -> anyhow::Result<Answered> {
        match self.chosen.take() {
            Some(answered) => Ok(answered),
            None => pending().await,
        }
    }

    async fn go_on(&mut self) -> anyhow::Result<()> {
        if self.result.is_none() {
            self.asked = None;
            self.result = Some(Ok(()));
        }
        Ok(())
    }

    async fn refused(
        &mut self,
        _answered: &Answered,
        refusal: &Refusal,
    ) -> anyhow::Result<Option<Action>> {
        // The turn stays open for another choice.
        self.result = Some(Err(Problem::from(refusal)));
        Ok(None)
    }

    fn late(&mut self, _answered: &Answered) {
        self.asked = None;
        self.result = Some(Err(Problem::TooLate));
    }

    fn notice(&mut self, incoming: &Incoming) {
        match incoming.message() {
            Some(ServerMessage::Snapshot(snapshot)) if Some(snapshot.room) == self.room => {
                self.entered(snapshot);
            }
            Some(ServerMessage::Event(event)) if Some(event.room) == self.room => {
                self.note(&event.event);
            }
            Some(ServerMessage::Notice(notice)) if Some(notice.room) == self.room => {
                if let RoomNotice::Chat(line) = &notice.notice {
                    self.chat.push_back(line.clone());
                    self.bound();
                }
            }
            _ => {}
        }
    }

    async fn withdraw(&mut self, match_id: MatchId) -> anyhow::Result<()> {
        self.asked
            .take_if(|asked| asked.turn.place.match_id == match_id);
        self.chosen
            .take_if(|chosen| chosen.place.match_id == match_id);
        Ok(())
    }

    async fn end(
        &mut self,
        place: Place,
        outcome: Option<Outcome>,
        record: Option<String>,
    ) -> anyhow::Result<()> {
        self.withdraw(place.match_id).await?;
        self.place = None;
        self.over = Some(Over {
            place,
            outcome,
            record,
        });
        Ok(())
    }
}
