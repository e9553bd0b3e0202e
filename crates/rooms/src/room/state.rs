//! What a room is, as far as its log decides it. Only [`super::apply`] changes it.

use std::collections::BTreeMap;

use giog_protocol::server::StandReason;
use giog_protocol::{
    NextMatch, Occupant, Person, Phase, PreviousMatch, RoomId, RoomState, RoomSummary, SeatState,
    Series, Settings,
};
use giog_rules::fairness::{Digest, Entropy, EntropyCommitment, ServerSeed, seed_commitment};
use giog_rules::record::{Player, StartFacts};
use giog_rules::{
    Action, BySeat, HandedOn, MatchId, Outcome, PlayerId, RULES_VERSION, Seat, Variant,
};
use serde::{Deserialize, Serialize};

use super::internal_event::names;
use super::playing::{Playing, slow_ms};

/// How often somebody may give up a seat at a table of quick play before it has begun a match: each time the others, who are
/// ready, have waited in vain.
const SEATS_GIVEN_UP: u32 = 3;
/// People of whom that is remembered at one table; when there are more, all of them begin anew.
const MAX_GAVE_UP: usize = 100;

/// A room, as far as its log decides it.
pub(super) struct State {
    pub settings: Settings,
    pub password: Option<Digest>,
    pub key: String,
    /// Who made it.
    pub creator: PlayerId,
    /// Whether anybody else has ever had a seat.
    pub visited: bool,
    pub owner: Option<PlayerId>,
    /// Whether it is a table of quick play: it has no owner, and its settings stay.
    pub quick: bool,
    pub seats: BySeat<Place>,
    pub stage: RoomStage,
    /// The start being prepared; none while a match is played and after the room was closed.
    pub next: Option<Next>,
    /// When everybody at a full table must be ready.
    pub ready_by_ms: Option<u64>,
    pub previous: Option<Previous>,
    /// For each game who alone won the last match of it here, and which match that was.
    pub last_of: BTreeMap<Variant, (MatchId, Option<PlayerId>)>,
    /// For each game in which that changes from match to match, who played the last one here and who began it.
    pub began: BTreeMap<Variant, Began>,
    /// The running score table.
    pub series: Series,
    /// Who may not come in, whoever was banned last at the end.
    pub banned: Vec<Person>,
    /// Whether people without a seat may say nothing.
    pub silenced: bool,
    /// At a table of quick play, how often somebody gave up a seat since the last match began.
    pub gave_up: BTreeMap<PlayerId, u32>,
    /// Since when no match has been played.
    pub gathering_since_ms: u64,
}

/// Who played a match, and who began it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Began {
    players: BySeat<Player>,
    first: Seat,
}

/// What a room is about.
pub(super) enum RoomStage {
    Gathering,
    /// Until when entropy must be opened.
    Opening {
        by_ms: u64,
    },
    Playing(Box<Playing>),
    Closed,
}

/// A seat, and what its occupant said about the next match.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub occupant: Option<Occupant>,
    /// When they sat down.
    pub since_ms: u64,
    pub ready: bool,
    pub commitment: Option<Digest>,
    pub entropy: Option<Entropy>,
}

/// A start being prepared.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub match_id: MatchId,
    pub server_seed: ServerSeed,
}

/// The match that was played last.
#[derive(Clone, Debug)]
pub(super) struct Previous {
    pub match_id: MatchId,
    pub outcome: Option<Outcome>,
    /// For each seat its person, and what they did turn by turn.
    pub turns: BySeat<Turns>,
    /// Whether it is not shown any more, since more people may come in now than when it was played.
    pub hidden: bool,
}

/// What was done for a seat, turn by turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    pub person: Option<PlayerId>,
    pub actions: Vec<Action>,
    /// Whether they had left when it ended.
    pub left: bool,
}

impl Place {
    pub fn person(&self) -> Option<PlayerId> {
        self.occupant.as_ref()?.person().map(|person| person.player)
    }

    pub fn is_bot(&self) -> bool {
        matches!(self.occupant, Some(Occupant::Bot { .. }))
    }

    /// Whether its occupant has nothing left to say before a match.
    pub fn is_ready(&self) -> bool {
        self.is_bot() || (self.person().is_some() && self.ready)
    }

    /// Takes back what was said about the next match.
    pub fn unready(&mut self) {
        self.ready = false;
        self.commitment = None;
        self.entropy = None;
    }
}

impl Next {
    pub fn public(&self) -> NextMatch {
        NextMatch {
            match_id: self.match_id,
            seed_commitment: seed_commitment(self.match_id, &self.server_seed),
        }
    }
}

impl State {
    pub const fn playing(&self) -> Option<&Playing> {
        match &self.stage {
            RoomStage::Playing(playing) => Some(playing),
            _ => None,
        }
    }

    pub fn playing_mut(&mut self) -> Option<&mut Playing> {
        match &mut self.stage {
            RoomStage::Playing(playing) => Some(playing),
            _ => None,
        }
    }

    pub const fn phase(&self) -> Phase {
        match self.stage {
            RoomStage::Gathering => Phase::Gathering,
            RoomStage::Opening { .. } => Phase::Opening,
            RoomStage::Playing(_) => Phase::Playing,
            RoomStage::Closed => Phase::Closed,
        }
    }

    /// Whether seats and settings may be changed.
    pub const fn is_gathering(&self) -> bool {
        matches!(self.stage, RoomStage::Gathering)
    }

    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats
            .iter()
            .find(|(_, place)| place.person() == Some(player))
            .map(|(seat, _)| seat)
    }

    pub fn lowest_free_seat(&self) -> Option<Seat> {
        self.seats
            .iter()
            .find(|(_, place)| place.occupant.is_none())
            .map(|(seat, _)| seat)
    }

    /// The person who has been sitting longest, other than `except` and those who left in the middle of the match.
    pub fn longest_sitting(&self, except: PlayerId) -> Option<PlayerId> {
        let has_left = |seat: Seat| {
            self.playing()
                .is_some_and(|playing| playing.seats[seat].gives_the_seat_up())
        };
        let seated = self
            .seats
            .iter()
            .filter(|&(seat, _)| !has_left(seat))
            .filter_map(|(seat, place)| Some((place.since_ms, seat, place.person()?)));
        seated
            .filter(|&(_, _, person)| person != except)
            .min()
            .map(|(_, _, person)| person)
    }

    /// How long a decision takes at a slow table: one where nobody is expected to stay connected between two of them.
    pub fn slow_ms(&self) -> Option<u64> {
        slow_ms(self.settings.clock)
    }

    pub fn is_full(&self) -> bool {
        self.seats.values().all(|place| place.occupant.is_some())
    }

    /// Whether every seat is taken and everybody ready, and a person among them.
    pub fn all_ready(&self) -> bool {
        self.seats.values().all(Place::is_ready)
            && self.seats.values().any(|place| place.person().is_some())
    }

    /// Whether everybody who committed to entropy has opened it.
    pub fn all_opened(&self) -> bool {
        self.seats
            .values()
            .all(|place| place.commitment.is_none() || place.entropy.is_some())
    }

    pub fn entropy_commitments(&self) -> BySeat<EntropyCommitment> {
        self.seats
            .map(|_, place| EntropyCommitment(place.commitment))
    }

    /// What the server signs when the prepared match begins.
    pub fn start_facts(&self) -> Option<StartFacts> {
        let next = self.next.as_ref()?;
        Some(StartFacts {
            match_id: next.match_id,
            rules: RULES_VERSION,
            variant: self.settings.variant,
            seats: self.settings.seats,
            options: self.settings.options,
            ceremony: self.settings.ceremony,
            previous: self
                .last_of
                .get(&self.settings.variant)
                .map(|&(match_id, _)| match_id),
            players: self.players(),
            seed_commitment: seed_commitment(next.match_id, &next.server_seed),
            entropy_commitments: self.entropy_commitments(),
            entropy: self
                .seats
                .map(|_, place| place.entropy.clone().unwrap_or_default()),
        })
    }

    /// What the last match of this game here hands on to the next.
    pub fn handed_on(&self) -> HandedOn {
        HandedOn {
            winner: self.previous_winner(),
            second: self.previous_second(),
        }
    }

    /// The seat whose person won the last match of this game here alone.
    fn previous_winner(&self) -> Option<Seat> {
        let &(_, winner) = self.last_of.get(&self.settings.variant)?;
        self.seat_of(winner?)
    }

    /// Where whoever did not begin the last match of this game sits, if the same two play it again.
    fn previous_second(&self) -> Option<Seat> {
        let began = self.began.get(&self.settings.variant)?;
        let players = self.players();
        let mut then: Vec<(Seat, &Player)> = began.players.iter().collect();
        let mut second = None;
        for (seat, player) in players.iter() {
            let same = then.iter().position(|&(_, before)| before == player)?;
            if then.remove(same).0 != began.first {
                second = Some(seat);
            }
        }
        second.filter(|_| then.is_empty() && players.len() == 2)
    }

    /// Notes who played the match that has ended, and who began it.
    pub fn note_who_began(&mut self, playing: &Playing) {
        if let Some(first) = playing.game.deal().first() {
            let players = playing.start.facts.players.clone();
            let began = Began { players, first };
            self.began.insert(self.settings.variant, began);
        }
    }

    /// Who sits where, as records name them.
    fn players(&self) -> BySeat<Player> {
        self.seats.map(|_, place| match &place.occupant {
            Some(Occupant::Person(person)) => Player::Person { id: person.player },
            Some(Occupant::Bot { bot }) => Player::Bot { bot: bot.clone() },
            None => Player::default(),
        })
    }

    pub fn public(&self) -> RoomState {
        RoomState {
            settings: self.settings.clone(),
            phase: self.phase(),
            owner: self.owner,
            seats: self
                .seats
                .iter()
                .map(|(seat, place)| SeatState {
                    seat,
                    occupant: place.occupant.clone(),
                    ready: place.ready,
                    away: self
                        .playing()
                        .is_some_and(|playing| playing.seats[seat].away.is_some()),
                })
                .collect(),
            next: self.next.as_ref().map(Next::public),
            entropy_commitments: matches!(self.stage, RoomStage::Opening { .. })
                .then(|| Box::new(self.entropy_commitments())),
            previous: self.shown_previous(),
            series: self.series.clone(),
            quick: self.quick,
            silenced: self.silenced,
        }
    }

    fn shown_previous(&self) -> Option<PreviousMatch> {
        let previous = self.previous.as_ref().filter(|previous| !previous.hidden)?;
        let (outcome, result) = match previous.outcome.clone() {
            Some(Outcome::Tricks(outcome)) => (Some(outcome), None),
            Some(result @ (Outcome::Board(_) | Outcome::Tiles(_))) => (None, Some(result)),
            None => (None, None),
        };
        Some(PreviousMatch {
            match_id: previous.match_id,
            outcome,
            result,
        })
    }

    /// Hides the past of the room from people who could not have joined it then. A repeated action of the last match still gets its answer
    /// ([`Turns`]).
    pub fn hide_history(&mut self) {
        if let Some(previous) = &mut self.previous {
            previous.hidden = true;
        }
        self.last_of.clear();
        self.began.clear();
    }

    /// Notes that somebody gives up a seat. Others at a table of strangers wait for them, and for whoever comes next.
    pub fn note_given_up(&mut self, seat: Seat, reason: StandReason) {
        let own_doing = match reason {
            StandReason::Stood
            | StandReason::Left
            | StandReason::NotReady
            | StandReason::NotOpened
            | StandReason::Gone => true,
            StandReason::Removed
            | StandReason::Expelled
            | StandReason::MadeWay
            | StandReason::NoSuchSeat => false,
        };
        if let Some(player) = self.seats[seat]
            .person()
            .filter(|_| own_doing && self.quick)
        {
            if self.gave_up.len() >= MAX_GAVE_UP {
                self.gave_up.clear();
            }
            let times = self.gave_up.entry(player).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// Whether somebody may take a seat here, or gave one up too often.
    pub fn may_sit_again(&self, player: PlayerId) -> bool {
        self.gave_up
            .get(&player)
            .is_none_or(|&times| times < SEATS_GIVEN_UP)
    }

    /// Whether somebody is named here, by another name than that of the forgotten.
    pub fn names(&self, player: PlayerId) -> bool {
        let seated = self
            .seats
            .values()
            .filter_map(|place| place.occupant.as_ref());
        let counted = self.series.rows.iter().map(|row| &row.occupant);
        let forgotten = Person::forgotten(player);
        let banned = |person: &Person| person.player == player && *person != forgotten;
        seated.chain(counted).any(|one| names(one, player)) || self.banned.iter().any(banned)
    }

    /// Calls somebody by their new name, on their seat and in the score table.
    pub fn rename(&mut self, person: &Person) {
        let seated = self.seats.values_mut();
        let seated = seated.filter_map(|place| place.occupant.as_mut());
        let counted = self.series.rows.iter_mut().map(|row| &mut row.occupant);
        for occupant in seated.chain(counted) {
            if let Occupant::Person(known) = occupant
                && known.player == person.player
            {
                known.name = person.name.clone();
            }
        }
    }

    /// Calls somebody who was forgotten so.
    pub fn forget(&mut self, player: PlayerId) {
        for occupant in self
            .seats
            .values_mut()
            .filter_map(|place| place.occupant.as_mut())
        {
            occupant.forget(player);
        }
        self.series.forget(player);
        for person in self
            .banned
            .iter_mut()
            .filter(|person| person.player == player)
        {
            *person = Person::forgotten(player);
        }
    }

    pub fn is_banned(&self, player: PlayerId) -> bool {
        self.banned.iter().any(|person| person.player == player)
    }

    pub fn summary(&self, room: RoomId) -> RoomSummary {
        RoomSummary {
            room,
            variant: self.settings.variant,
            access: self.settings.access,
            clock: self.settings.clock,
            spectators: self.settings.spectators,
            quick: self.quick,
            phase: self.phase(),
            matches: self.series.matches,
            seats: self
                .seats
                .values()
                .map(|place| place.occupant.clone())
                .collect(),
        }
    }
}
