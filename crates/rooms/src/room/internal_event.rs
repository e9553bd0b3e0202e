//! What happened in a room with everything hidden in it, and the one place where it becomes what somebody sees.

use std::sync::Arc;

use giog_protocol::server::{GameEvent, OpenedSeal, RoomEvent, SealView};
use giog_protocol::{Occupant, Person};
use giog_rules::fairness::{Nonce, Seal, ServerSeed, seal};
use giog_rules::record::By;
use giog_rules::{Event, MatchId, Observer, PlayerId, SealLabel, Sealed, Seat};

/// Who had which seat when a match began. During the match nobody else ever sees what these seats see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatPlayers(Vec<Option<PlayerId>>);

impl SeatPlayers {
    /// For each seat its person, or none for a computer player.
    pub fn new(players: Vec<Option<PlayerId>>) -> Self {
        Self(players)
    }

    /// The person of a seat.
    pub fn person(&self, seat: Seat) -> Option<PlayerId> {
        self.0.get(seat.index()).copied().flatten()
    }

    /// The seat of a person.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.0
            .iter()
            .position(|&seated| seated == Some(player))
            .map(Seat::new)
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// As whom a person looks at this match.
    pub fn observer(&self, player: Option<PlayerId>) -> Observer {
        player
            .and_then(|player| self.seat_of(player))
            .map_or(Observer::Spectator, Observer::Seat)
    }
}

/// What an event that is none of a game takes in memory, about: as much for all, as names in it may change.
const PUBLIC_BYTES: usize = 512;
/// What a row of a table of scores takes beside it.
const SERIES_ROW_BYTES: usize = 128;
/// What an event of a game takes, with what is hidden in it.
const GAME_BYTES: usize = 1_024;
/// The same of a game on a board: a whole position is in it.
const BOARD_BYTES: usize = 1_536;
/// What each thing that is opened takes beside its text, in a game of tiles or dice.
const OPENED_BYTES: usize = 128;
/// How often its text is kept: by the game and by the room.
const OPENED_TIMES: usize = 2;
/// How many times its text it takes where it was laid in the same deal, at most: there are also the event that laid it, which
/// may not tell how long it is, and what came of each bet.
const REVEALED_TIMES: usize = 12;
/// What was laid takes when it is taken back, in a game of tiles or dice: as much for all, as its length is not told before the
/// end of the match. It is enough for a point on all that can be bet on.
const TAKEN_BACK_BYTES: usize = 2_048;

/// Something that happened. Rooms keep many of them, so both kinds are boxed.
#[derive(Clone, Debug)]
pub(crate) enum InternalEvent {
    /// All may know all of it.
    Public(Box<RoomEvent>),
    /// Something in the match.
    Game(Box<InternalGameEvent>),
}

/// Whether this is somebody, by another name than that of the forgotten.
pub(super) fn names(occupant: &Occupant, player: PlayerId) -> bool {
    occupant
        .person()
        .is_some_and(|person| person.player == player && *person != Person::forgotten(player))
}

/// Something that happened in a match.
#[derive(Clone, Debug)]
pub(crate) struct InternalGameEvent {
    pub seat_players: Arc<SeatPlayers>,
    pub event: Event,
    pub by: By,
    pub at_ms: u64,
    /// What was laid with it.
    pub seals: Vec<(SealLabel, Seal)>,
    pub opened: Vec<OpenedSeal>,
}

/// Who laid what, where it is not told before it is opened. Nothing is kept of what its player laid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concealed(Vec<(SealLabel, By)>);

impl Concealed {
    /// Keeps who did what an event is about, if that is not told with it; gives whether it is not.
    pub fn note(&mut self, event: &Event, by: By) -> bool {
        let label = event.conceals();
        if let Some(label) = label.filter(|_| !by.is_player()) {
            self.0.push((label, by));
        }
        label.is_some()
    }

    /// Who did it, once it is opened.
    fn open(&mut self, label: SealLabel) -> By {
        let kept = self.0.iter().position(|(kept, _)| *kept == label);
        kept.map_or(By::Player, |index| self.0.swap_remove(index).1)
    }
}

/// Who the events that an action led to are told to be of: where decisions are taken together, of nobody, since that the last
/// one was not its player's would tell what it was.
pub(super) fn told_by(events: &[Event], by: By) -> By {
    if events.iter().all(Event::is_told) {
        by
    } else {
        By::Player
    }
}

impl From<RoomEvent> for InternalEvent {
    fn from(event: RoomEvent) -> Self {
        Self::Public(Box::new(event))
    }
}

impl InternalEvent {
    /// Whether it only says that somebody has laid.
    pub fn is_notice(&self) -> bool {
        matches!(self, Self::Game(game) if game.event.is_notice())
    }

    /// What it takes in memory, at most on average. It follows from what everybody may know, and stays the same whoever is
    /// forgotten. What lies face down counts with the event that opens it, or tells that it was taken back.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Public(event) => match &**event {
                RoomEvent::Series(series) => PUBLIC_BYTES + SERIES_ROW_BYTES * series.rows.len(),
                _ => PUBLIC_BYTES,
            },
            Self::Game(game) => match &game.event {
                Event::Board(_) => BOARD_BYTES,
                Event::Tricks(_) => GAME_BYTES,
                Event::Tiles(event) if event.is_take_back() => GAME_BYTES + TAKEN_BACK_BYTES,
                Event::Tiles(_) => GAME_BYTES + game.opened_bytes(),
            },
        }
    }

    /// What all may know all of.
    pub fn public(&self) -> Option<&RoomEvent> {
        match self {
            Self::Public(event) => Some(event),
            Self::Game(_) => None,
        }
    }

    /// Whether somebody is named in it, by another name than that of the forgotten.
    pub fn names(&self, player: PlayerId) -> bool {
        let is_named = |occupant: &Occupant| names(occupant, player);
        match self.public() {
            Some(RoomEvent::Sat { occupant, .. }) => is_named(occupant),
            Some(RoomEvent::Series(series)) => {
                series.rows.iter().any(|row| is_named(&row.occupant))
            }
            Some(RoomEvent::Renamed(person)) => {
                person.player == player && *person != Person::forgotten(player)
            }
            _ => false,
        }
    }

    /// Calls somebody who was forgotten so.
    pub fn forget(&mut self, player: PlayerId) {
        let Self::Public(event) = self else {
            return;
        };
        match &mut **event {
            RoomEvent::Sat { occupant, .. } => occupant.forget(player),
            RoomEvent::Series(series) => series.forget(player),
            RoomEvent::Renamed(person) if person.player == player => {
                *person = Person::forgotten(player);
            }
            _ => {}
        }
    }

    /// Whether a person sees no more of it than those who only watch.
    pub fn is_alike_for(&self, person: Option<PlayerId>) -> bool {
        match self {
            Self::Public(_) => true,
            Self::Game(game) => {
                let observer = game.seat_players.observer(person);
                let is_own = |(label, _): &(SealLabel, Seal)| observer.is(label.seat());
                game.event.is_alike_for(observer) && !game.seals.iter().any(is_own)
            }
        }
    }

    /// What a person sees of it: in a match, what the seat they had in that match sees.
    pub fn seen_by(&self, person: Option<PlayerId>) -> RoomEvent {
        match self {
            Self::Public(event) => event.as_ref().clone(),
            Self::Game(game) => {
                RoomEvent::Game(Box::new(game.seen_as(game.seat_players.observer(person))))
            }
        }
    }
}

/// What commitments of a match are made with.
pub(crate) struct Seals<'a> {
    pub match_id: MatchId,
    pub seed: &'a ServerSeed,
    /// Those that were made already.
    pub made: &'a [(SealLabel, Seal)],
}

impl Seals<'_> {
    /// The commitment to what was laid.
    fn seal(&self, laid: &Sealed) -> Seal {
        seal(self.seed, self.match_id, laid)
    }

    /// The nonce that opens a commitment: the one that was made with it.
    fn nonce(&self, opened: &Sealed) -> Nonce {
        let mut made = self.made.iter().rev();
        let made = made.find(|(label, _)| *label == opened.label);
        made.map_or_else(|| self.seal(opened).nonce, |(_, seal)| seal.nonce)
    }
}

impl InternalGameEvent {
    /// An event of a match, with the commitment to what was laid and the nonces of what was turned up.
    pub fn new(
        seat_players: Arc<SeatPlayers>,
        seals: &Seals<'_>,
        event: Event,
        (by, concealed): (By, &mut Concealed),
        at_ms: u64,
    ) -> Self {
        let laid = event.sealed().iter();
        let laid = laid
            .map(|sealed| (sealed.label, seals.seal(sealed)))
            .collect();
        let tells = event.tells_who_laid();
        let opened = event.opened().iter().map(|sealed| OpenedSeal {
            label: sealed.label,
            text: sealed.text.clone(),
            nonce: seals.nonce(sealed),
            by: Some(concealed.open(sealed.label))
                .filter(|_| tells)
                .unwrap_or_default(),
        });
        let opened = opened.collect();
        let by = if concealed.note(&event, by) {
            By::Player
        } else {
            by
        };
        Self {
            seat_players,
            event,
            by,
            at_ms,
            seals: laid,
            opened,
        }
    }

    /// What all that is opened with it takes in memory.
    fn opened_bytes(&self) -> usize {
        let times = if self.event.is_reveal() {
            REVEALED_TIMES
        } else {
            OPENED_TIMES
        };
        let opened = self.opened.iter();
        let bytes = opened.map(|opened| OPENED_BYTES + times * opened.text.len());
        bytes.sum()
    }

    /// What an observer sees of it.
    pub fn seen_as(&self, observer: Observer) -> GameEvent {
        GameEvent {
            event: self.event.seen_by(observer),
            by: self.by,
            at_ms: self.at_ms,
            sealed: match self.seals.as_slice() {
                [(label, seal)] => Some(seal_view(*label, seal, observer)),
                _ => None,
            },
            seals: match self.seals.as_slice() {
                [] | [_] => Vec::new(),
                seals => seals
                    .iter()
                    .map(|(label, seal)| seal_view(*label, seal, observer))
                    .collect(),
            },
            opened: self.opened.clone(),
        }
    }
}

/// A commitment as an observer sees it: its nonce is for nobody but whoever laid it.
pub(crate) fn seal_view(label: SealLabel, seal: &Seal, observer: Observer) -> SealView {
    SealView {
        label,
        commitment: seal.commitment,
        nonce: observer.is(label.seat()).then_some(seal.nonce),
    }
}
