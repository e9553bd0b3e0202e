//! The state of a room that follows from its log. Only entries change it ([`super::apply::Logged`]).

use std::collections::BTreeMap;

use giog_protocol::server::StandReason;
use giog_protocol::{
    EveningGame, NextMatch, Occupant, Person, Phase, PreviousMatch, RoomId, RoomState, RoomSummary,
    SeatState, Series, Settings,
};
use giog_rules::fairness::{Digest, EntropyCommitment, ServerSeed, seed_commitment};
use giog_rules::record::{Player, StartFacts};
use giog_rules::{
    BySeat, HandedOn, Level, MatchId, PlayerId, RULES_VERSION, Seat, Timestamp, Variant,
};
use serde::{Deserialize, Serialize};

use super::place::{Place, level_of};
use super::playing::{Playing, slow_ms};
use super::previous::Previous;
use crate::time::{bounded, bounded_option};

/// How often somebody may give up a seat at a quick-play table before its next match: each time, the others who are ready wait in vain.
const SEATS_GIVEN_UP: u32 = 3;
/// The most people for whom this is counted at one table; beyond it, all counts start again at zero.
const MAX_GAVE_UP: usize = 100;

/// The state of a room that follows from its log. Between matches it is what a floor stores ([`super::floor`]): fields are only ever added,
/// with a default. It contains hidden information, and never leaves the server.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    pub settings: Settings,
    pub password: Option<Digest>,
    pub key: String,
    /// The person who created the room.
    pub creator: PlayerId,
    /// Whether anybody but the creator has ever had a seat.
    #[serde(default)]
    pub visited: bool,
    pub owner: Option<PlayerId>,
    /// The last owner, while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub former_owner: Option<PlayerId>,
    /// The owner of a room that has slept, until they come back: nobody else owns it before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaited_owner: Option<PlayerId>,
    /// How often the room has slept ([`super::sleep`]).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sleeps: u32,
    /// Whether it is a quick-play table: it has no owner, and its settings do not change.
    pub quick: bool,
    pub seats: BySeat<Place>,
    #[serde(rename = "opening_by_ms", default, with = "stored_stage")]
    pub stage: RoomStage,
    /// The start being prepared; none while a match is played and after the room was closed.
    pub next: Option<Next>,
    /// The deadline for getting ready at a full table, in the room's time.
    #[serde(default, deserialize_with = "bounded_option")]
    pub ready_by_ms: Option<u64>,
    pub previous: Option<Previous>,
    /// For each game: the last match of it in this room, and its winner if there was exactly one.
    pub last_of: BTreeMap<Variant, (MatchId, Option<PlayerId>)>,
    /// The running score table.
    pub series: Series,
    /// The results of each game of the evening ([`super::evening`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evening: Vec<EveningGame>,
    /// When the room was created or the last match ended, in the room's time.
    #[serde(deserialize_with = "bounded")]
    pub gathering_since_ms: u64,
    /// When the room was created; none for rooms of earlier versions that are restored from their floor.
    #[serde(default)]
    pub created_at: Option<Timestamp>,
    /// People who are banned from the room, the latest last.
    #[serde(default)]
    pub banned: Vec<Person>,
    /// Whether people without a seat may not chat.
    #[serde(default)]
    pub silenced: bool,
    /// At a quick-play table: how often each person gave up a seat since the last match began.
    #[serde(default)]
    pub gave_up: BTreeMap<PlayerId, u32>,
    /// At a quick-play table: how often people took the seats of bots since the last match began.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handovers: u32,
    /// For each game in which the first player changes from match to match: who played the last match here, and who began it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub began: BTreeMap<Variant, PreviousStart>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Who played a match, and who began it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PreviousStart {
    players: BySeat<Player>,
    first: Seat,
}

/// The stage of a room.
#[derive(Default)]
pub(super) enum RoomStage {
    #[default]
    Gathering,
    /// Entropy must be opened until this time.
    Opening {
        by_ms: u64,
    },
    Playing(Box<Playing>),
    Closed,
}

/// A stage as floors have it: the deadline for opening entropy, if that is in progress. No floor is of a running match or a closed room.
mod stored_stage {
    use serde::{Deserializer, Serialize as _, Serializer};

    use super::RoomStage;
    use crate::time::bounded_option;

    pub fn serialize<S: Serializer>(stage: &RoomStage, serializer: S) -> Result<S::Ok, S::Error> {
        let by_ms = match stage {
            RoomStage::Opening { by_ms } => Some(by_ms),
            RoomStage::Gathering | RoomStage::Playing(_) | RoomStage::Closed => None,
        };
        by_ms.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RoomStage, D::Error> {
        let by_ms = bounded_option(deserializer)?;
        Ok(by_ms.map_or(RoomStage::Gathering, |by_ms| RoomStage::Opening { by_ms }))
    }
}

/// A start being prepared.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Next {
    pub match_id: MatchId,
    #[serde(with = "stored_seed")]
    pub server_seed: ServerSeed,
}

/// A seed as floors have it.
mod stored_seed {
    use giog_rules::fairness::{Hex, ServerSeed};
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub fn serialize<S: Serializer>(seed: &ServerSeed, serializer: S) -> Result<S::Ok, S::Error> {
        seed.publish().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ServerSeed, D::Error> {
        Hex::deserialize(deserializer).map(ServerSeed::from)
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

    /// The time for a decision at a slow table, at which nobody is expected to stay connected between decisions; none at other tables.
    pub fn slow_ms(&self) -> Option<u64> {
        slow_ms(self.settings.clock)
    }

    pub fn is_full(&self) -> bool {
        self.seats.values().all(|place| place.occupant.is_some())
    }

    /// Whether every seat is taken by somebody who is ready, and at least one of them is a person.
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

    /// The facts that the server signs when the prepared match starts, in which no bot plays above a level.
    pub fn start_facts(&self, most: Option<Level>) -> Option<StartFacts> {
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
            players: self.players(most),
            seed_commitment: seed_commitment(next.match_id, &next.server_seed),
            entropy_commitments: self.entropy_commitments(),
            entropy: self
                .seats
                .map(|_, place| place.entropy.clone().unwrap_or_default()),
        })
    }

    /// What the result of the last match of this game determines for the next one.
    pub fn handed_on(&self) -> HandedOn {
        HandedOn {
            winner: self.previous_winner(),
            second: self.previous_second(),
        }
    }

    /// The seat of the person who was the only winner of the last match of this game here.
    fn previous_winner(&self) -> Option<Seat> {
        let &(_, winner) = self.last_of.get(&self.settings.variant)?;
        self.seat_of(winner?)
    }

    /// The seat of the player who did not begin the last match of this game, if the same two players play again.
    fn previous_second(&self) -> Option<Seat> {
        let began = self.began.get(&self.settings.variant)?;
        let players = self.players(None);
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
            let began = PreviousStart { players, first };
            self.began.insert(self.settings.variant, began);
        }
    }

    /// The occupants of the seats, in the form used by records; bots play at most at this level.
    fn players(&self, most: Option<Level>) -> BySeat<Player> {
        self.seats.map(|_, place| match &place.occupant {
            Some(Occupant::Person(person)) => Player::Person { id: person.player },
            Some(Occupant::Bot { bot }) => {
                let lowered = most.filter(|&most| most < level_of(bot));
                let bot = lowered.map_or_else(|| bot.clone(), |most| most.to_string());
                Player::Bot { bot }
            }
            None => Player::default(),
        })
    }

    /// The levels of the bots that have a seat.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        self.seats.values().filter_map(Place::level)
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
                    suggests: place.suggests,
                    agrees: self
                        .playing()
                        .is_some_and(|playing| playing.seats[seat].agrees_to_pause),
                    ending: self
                        .playing()
                        .is_some_and(|playing| playing.seats[seat].ending),
                })
                .collect(),
            next: self.next.as_ref().map(Next::public),
            entropy_commitments: matches!(self.stage, RoomStage::Opening { .. })
                .then(|| Box::new(self.entropy_commitments())),
            previous: self.shown_previous(),
            series: self.shown_series(),
            quick: self.quick,
            silenced: self.silenced,
            paused: self.is_paused(),
        }
    }

    fn shown_previous(&self) -> Option<PreviousMatch> {
        let previous = self.previous.as_ref().filter(|previous| !previous.hidden)?;
        let outcome = previous.outcome.clone();
        Some(PreviousMatch::new(previous.match_id, outcome))
    }

    /// Hides earlier matches from people who could not have joined then. A repeated action of the last match is still answered
    /// ([`Turns`]).
    pub fn hide_history(&mut self) {
        if let Some(previous) = &mut self.previous {
            previous.hidden = true;
        }
        self.evening.clear();
        self.last_of.clear();
        self.began.clear();
    }

    /// Counts how often somebody gives up a seat by their own doing at a quick-play table, because the others must wait for a
    /// replacement.
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
            | StandReason::NoSuchSeat
            | StandReason::Bots
            | StandReason::MatchOver => false,
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

    /// Whether somebody may take a seat here: not if they gave one up too often.
    pub fn may_sit_again(&self, player: PlayerId) -> bool {
        self.gave_up
            .get(&player)
            .is_none_or(|&times| times < SEATS_GIVEN_UP)
    }

    /// Whether a person may still take a bot's seat before the next match. Only at a quick-play table, where no bot was added on purpose;
    /// and as often as there are seats, so that people who come and go do not keep the others from starting.
    pub fn gives_bots_seats_up(&self) -> bool {
        self.quick && (self.handovers as usize) < self.seats.len()
    }

    /// Whether a person is named in the room by a name other than the placeholder of forgotten people.
    pub fn names(&self, player: PlayerId) -> bool {
        self.named().any(|person| person.names(player))
    }

    /// Whether a person has another name somewhere: they had it when they were here last.
    pub fn knows_otherwise(&self, person: &Person) -> bool {
        let mut known = self.named();
        known.any(|known| known.player == person.player && known != person)
    }

    /// Everybody who is named: at a seat, in the score table or the results of the evening, among those who are banned.
    fn named(&self) -> impl Iterator<Item = &Person> {
        let seated = self.seats.values();
        let seated = seated.filter_map(|place| place.occupant.as_ref()?.person());
        let evening = self.evening.iter().flat_map(EveningGame::occupants);
        let scored = self
            .series
            .people()
            .chain(evening.filter_map(Occupant::person));
        seated.chain(scored).chain(&self.banned)
    }

    /// Changes the name of a person everywhere: at their seat, in the score table, among those who are banned.
    pub fn rename(&mut self, renamed: &Person) {
        let seated = self.seats.values_mut();
        let seated = seated.filter_map(|place| place.occupant.as_mut());
        seated.for_each(|occupant| occupant.rename(renamed));
        self.series.rename(renamed);
        let games = self.evening.iter_mut();
        games.for_each(|game| game.rename(renamed));
        self.banned
            .iter_mut()
            .for_each(|person| person.rename(renamed));
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
            bots: self.settings.bots,
            rated: self.settings.rated,
            quick: self.quick,
            phase: self.phase(),
            matches: self.series.matches,
            seats: self
                .seats
                .values()
                .map(|place| place.occupant.clone())
                .collect(),
            created_at: self.created_at,
        }
    }
}
