//! Events of a room with all hidden information, and the only place where they are reduced to what a person may see.

use std::sync::Arc;

use giog_protocol::server::{GameEvent, OpenedSeal, RoomEvent, SealView};
use giog_protocol::{Person, Series};
use giog_rules::fairness::{Nonce, Seal, ServerSeed, seal};
use giog_rules::record::By;
use giog_rules::{Event, MatchId, Observer, PlayerId, SealLabel, Sealed, Seat};

/// The persons of the seats when a match began. During the match nobody else ever sees what these seats see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatPlayers(Vec<Option<PlayerId>>);

impl SeatPlayers {
    /// The person of each seat, or none for a bot.
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

    /// The observer that a person is in this match.
    pub fn observer(&self, player: Option<PlayerId>) -> Observer {
        player
            .and_then(|player| self.seat_of(player))
            .map_or(Observer::Spectator, Observer::Seat)
    }
}

/// The approximate memory of an event that is not of a game: the same for all, because names in it may change. Bytes, like the following
/// constant.
const PUBLIC_BYTES: usize = 512;
/// The additional memory of a row of a score table.
const SERIES_ROW_BYTES: usize = 128;

/// An event of a room. Rooms keep many of them, so both kinds are boxed.
#[derive(Clone, Debug)]
pub(crate) enum InternalEvent {
    /// An event without hidden information.
    Public(Box<RoomEvent>),
    /// An event of the match.
    Game(Box<InternalGameEvent>),
}

/// An event in a match.
#[derive(Clone, Debug)]
pub(crate) struct InternalGameEvent {
    pub seat_players: Arc<SeatPlayers>,
    pub event: Event,
    pub by: By,
    pub at_ms: u64,
    /// The commitments to what was laid with it.
    pub seals: Vec<(SealLabel, Seal)>,
    pub opened: Vec<OpenedSeal>,
}

/// Who chose what was laid, while that is hidden until it is opened. Entries that the seat's own player chose are not stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concealed(Vec<(SealLabel, By)>);

impl Concealed {
    /// Stores who chose the action of an event, if that is hidden; returns whether it is.
    pub fn note(&mut self, event: &Event, by: By) -> bool {
        let label = event.conceals();
        if let Some(label) = label.filter(|_| !by.is_player()) {
            self.0.push((label, by));
        }
        label.is_some()
    }

    /// Who chose it, once it is opened.
    fn open(&mut self, label: SealLabel) -> By {
        let kept = self.0.iter().position(|(kept, _)| *kept == label);
        kept.map_or(By::Player, |index| self.0.swap_remove(index).1)
    }
}

/// The `by` that is sent with the events of an action. If decisions are taken together, it is always the player: that the
/// last decision was a stand-in's would reveal what it was.
pub(super) fn shown_by(events: &[Event], by: By) -> By {
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

/// The rows of a score table, with those of the evening.
fn series_rows(series: &Series) -> usize {
    let evening = series.evening.iter().map(|game| game.rows.len());
    series.rows.len() + evening.sum::<usize>()
}

impl InternalEvent {
    /// Whether it only says that somebody has laid.
    pub fn is_notice(&self) -> bool {
        matches!(self, Self::Game(game) if game.event.is_notice())
    }

    /// Its memory in bytes, an upper bound on average. It depends only on what everybody may know, and does not change when people's data
    /// is deleted. What lies face down is counted with the event that opens it, or that says it was taken back.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Public(event) => match &**event {
                RoomEvent::Series(series) => PUBLIC_BYTES + SERIES_ROW_BYTES * series_rows(series),
                _ => PUBLIC_BYTES,
            },
            Self::Game(game) => game.event.kept_bytes(),
        }
    }

    /// The event, if it has no hidden information.
    pub fn public(&self) -> Option<&RoomEvent> {
        match self {
            Self::Public(event) => Some(event),
            Self::Game(_) => None,
        }
    }

    /// Whether it contains a person under another name than that of deleted people.
    pub fn names(&self, player: PlayerId) -> bool {
        let is_named = |person: &Person| person.names(player);
        match self.public() {
            Some(RoomEvent::Sat { occupant, .. }) => occupant.person().is_some_and(is_named),
            Some(RoomEvent::Series(series)) => series.people().any(is_named),
            Some(RoomEvent::Renamed(person)) => is_named(person),
            _ => false,
        }
    }

    /// Changes the name of a person.
    pub fn rename(&mut self, renamed: &Person) {
        let Self::Public(event) = self else {
            return;
        };
        match &mut **event {
            RoomEvent::Sat { occupant, .. } => occupant.rename(renamed),
            RoomEvent::Series(series) => series.rename(renamed),
            RoomEvent::Renamed(person) => person.rename(renamed),
            _ => {}
        }
    }

    /// Whether a person sees it exactly as spectators do.
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

    /// What a person sees of it: in a match, what the seat sees that they had in that match.
    pub fn seen_by(&self, person: Option<PlayerId>) -> RoomEvent {
        match self {
            Self::Public(event) => event.as_ref().clone(),
            Self::Game(game) => {
                RoomEvent::Game(Box::new(game.seen_as(game.seat_players.observer(person))))
            }
        }
    }
}

/// The commitments of a match, and what new ones are made from.
pub(crate) struct Seals<'a> {
    pub match_id: MatchId,
    pub seed: &'a ServerSeed,
    /// The commitments that were made already.
    pub made: &'a [(SealLabel, Seal)],
}

impl Seals<'_> {
    /// The commitment to what was laid.
    fn seal(&self, laid: &Sealed) -> Seal {
        seal(self.seed, self.match_id, laid)
    }

    /// The nonce that opens a commitment.
    fn nonce(&self, opened: &Sealed) -> Nonce {
        let mut made = self.made.iter().rev();
        let made = made.find(|(label, _)| *label == opened.label);
        made.map_or_else(|| self.seal(opened).nonce, |(_, seal)| seal.nonce)
    }
}

impl InternalGameEvent {
    /// An event of a match, with the commitments to what was laid and the nonces of what was turned up.
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

/// A commitment as an observer sees it: only the player who laid it sees its nonce.
pub(crate) fn seal_view(label: SealLabel, seal: &Seal, observer: Observer) -> SealView {
    SealView {
        label,
        commitment: seal.commitment,
        nonce: observer.is(label.seat()).then_some(seal.nonce),
    }
}
