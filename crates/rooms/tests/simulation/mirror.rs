//! A client's state of a room from messages alone, compared with snapshots.

use giog_protocol::server::{
    GameEvent, MatchState, Now as NowMessage, RoomEvent, RoomNotice, SealView, SeqEvent, Snapshot,
};
use giog_protocol::{Audience, Phase, PreviousMatch, RoomState, SeatState};
use giog_rules::record::{Player, StartFacts};
use giog_rules::tricks::{Action, Ask};
use giog_rules::{Decision, MatchId, Observer, PlayerId, Seat};

use crate::table::Table;

/// A room as one connection knows it.
#[derive(Clone, Debug)]
pub struct Mirror {
    pub person: PlayerId,
    pub seq: u64,
    pub state: RoomState,
    pub game: Option<GameMirror>,
    pub now: Option<NowMessage>,
}

/// A match as one connection knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameMirror {
    pub match_id: MatchId,
    pub observer: Observer,
    pub table: Table,
    pub commitments: Vec<SealView>,
    /// The turns of the own seat, once a `now` has shown them.
    turns: Option<u32>,
}

impl Mirror {
    pub fn of(person: PlayerId, snapshot: &Snapshot) -> Self {
        let game = snapshot.game.as_ref();
        let game = game.map(|game| GameMirror::of(observer(person, &game.start.facts), game));
        Self {
            person,
            seq: snapshot.seq,
            state: snapshot.state.clone(),
            game,
            now: None,
        }
    }

    pub fn seat(&self) -> Option<Seat> {
        let own = |seat: &&SeatState| {
            let person = seat
                .occupant
                .as_ref()
                .and_then(|occupant| occupant.person());
            person.is_some_and(|person| person.player == self.person)
        };
        self.state.seats.iter().find(own).map(|seat| seat.seat)
    }

    /// A snapshot must be equal to the state that this mirror has computed from events.
    pub fn check(&self, snapshot: &Snapshot) {
        let shown = Self::of(self.person, snapshot);
        assert_eq!(
            self.state, shown.state,
            "events make the room that snapshots show"
        );
        assert_eq!(self.seat(), snapshot.you);
        match (&self.game, &shown.game) {
            (Some(known), Some(shown)) => known.check(shown),
            (known, shown) => assert_eq!(
                known.is_some(),
                shown.is_some(),
                "whether a match is played"
            ),
        }
    }

    pub fn hear_now(&mut self, now: &NowMessage) {
        assert_eq!(
            now.seq, self.seq,
            "`now` comes after the events it is about"
        );
        self.now = Some(now.clone());
        let Some(game) = &mut self.game else {
            assert!(
                now.you.is_none() && now.deciding.is_empty(),
                "nobody decides where no match is played"
            );
            return;
        };
        let away = |seat: &SeatState| seat.away && game.observer.is(seat.seat);
        let away = self.state.seats.iter().any(away);
        let paused = self.state.paused;
        assert_eq!(now.pause_left_ms.is_some(), paused, "{now:?}");
        let asked = now.you.as_ref().map(|you| (&you.decision, you.may.len()));
        assert!(
            !paused || asked.is_none_or(|asked| asked == (&None, 0)),
            "nobody is asked for anything in a pause"
        );
        game.hear_now(now, away || paused);
    }

    pub fn hear(&mut self, event: &SeqEvent) {
        assert_eq!(
            event.seq,
            self.seq + 1,
            "events have no gaps and are not repeated"
        );
        self.seq = event.seq;
        self.now = None;
        match &event.event {
            RoomEvent::Game(game) => {
                let known = self.game.as_mut().expect("a match is played");
                known.hear(game);
            }
            other => self.hear_room(other),
        }
    }

    /// Lines of chat reach their audience.
    pub fn hear_notice(&self, notice: &RoomNotice) {
        let line = match notice {
            RoomNotice::Chat(line) => line,
            RoomNotice::Nudge(nudged) => {
                assert!(self.game.is_none() && self.seat() != Some(nudged.seat));
                return;
            }
            RoomNotice::Presence(_) => return,
        };
        let plays = self.seat().is_some();
        match line.to {
            Audience::Room => assert!(self.game.is_none(), "players and spectators are apart"),
            Audience::Players => assert!(plays && self.game.is_some()),
            Audience::Spectators => assert!(!plays && self.game.is_some()),
        }
    }

    fn hear_pause(&mut self, event: &RoomEvent) {
        assert!(self.game.is_some(), "only matches are paused");
        let state = &mut self.state;
        match event {
            RoomEvent::Agrees { seat, agrees } => state.seats[seat.index()].agrees = *agrees,
            RoomEvent::Paused => {
                assert!(!std::mem::replace(&mut state.paused, true));
                state.seats.iter_mut().for_each(|seat| seat.agrees = false);
            }
            _ => assert!(std::mem::replace(&mut state.paused, false)),
        }
    }

    fn hear_room(&mut self, event: &RoomEvent) {
        let state = &mut self.state;
        match event {
            RoomEvent::Created { .. } | RoomEvent::Opened { .. } | RoomEvent::Game(_) => {}
            RoomEvent::Configured { settings } => {
                let seats = usize::from(settings.seats);
                let known = |index| state.seats.get(index).cloned();
                state.seats = (0..seats)
                    .map(|index| known(index).unwrap_or_else(|| free_seat(index)))
                    .collect();
                state.settings = settings.clone();
                clear_for_next_match(state);
            }
            RoomEvent::Owner { owner } => state.owner = *owner,
            RoomEvent::Sat { seat, occupant } => {
                let place = &mut state.seats[seat.index()];
                assert_eq!(place.occupant, None, "a seat is taken when it is free");
                place.occupant = Some(occupant.clone());
                place.ready = false;
            }
            RoomEvent::Stood { seat, .. } => {
                let place = &mut state.seats[seat.index()];
                assert!(place.occupant.is_some(), "a seat becomes free once");
                place.occupant = None;
                place.ready = false;
                place.suggests = None;
            }
            RoomEvent::Next(next) => state.next = Some(*next),
            RoomEvent::Suggested { seat, variant } => {
                state.seats[seat.index()].suggests = *variant;
            }
            RoomEvent::Ready { seat } => state.seats[seat.index()].ready = true,
            RoomEvent::Unready { seat } => state.seats[seat.index()].ready = false,
            RoomEvent::Committed {
                entropy_commitments,
                ..
            } => {
                state.phase = Phase::Opening;
                state.entropy_commitments = Some(entropy_commitments.clone());
            }
            RoomEvent::Cancelled { .. } => {
                state.phase = Phase::Gathering;
                state.entropy_commitments = None;
                state.next = None;
                unready(state);
            }
            RoomEvent::Start(start) => {
                state.phase = Phase::Playing;
                state.entropy_commitments = None;
                let next = state.next.take().expect("a start was prepared");
                assert_eq!(next.match_id, start.facts.match_id);
                assert_eq!(next.seed_commitment, start.facts.seed_commitment);
                clear_for_next_match(state);
                let observer = observer(self.person, &start.facts);
                self.game = Some(GameMirror::beginning(observer, &start.facts));
            }
            RoomEvent::Agrees { .. } | RoomEvent::Paused | RoomEvent::Continued { .. } => {
                self.hear_pause(event);
            }
            RoomEvent::Away { seat } => went_away(&mut state.seats[seat.index()]),
            RoomEvent::Ending { seat, agrees } => state.seats[seat.index()].ending = *agrees,
            RoomEvent::Back { seat } => state.seats[seat.index()].away = false,
            RoomEvent::Finished { match_id, .. } | RoomEvent::Abandoned { match_id, .. } => {
                let game = self.game.take().expect("a match was played");
                assert_eq!(game.match_id, *match_id);
                let outcome = game.table.view.outcome;
                assert_eq!(
                    outcome.is_some(),
                    matches!(event, RoomEvent::Finished { .. })
                );
                state.phase = Phase::Gathering;
                state.previous = Some(PreviousMatch {
                    match_id: *match_id,
                    outcome,
                    result: None,
                });
                for seat in &mut state.seats {
                    (seat.away, seat.agrees, seat.ending) = (false, false, false);
                }
                state.paused = false;
            }
            RoomEvent::Series(series) => state.series = series.clone(),
            RoomEvent::Renamed(person) => {
                let seats = state.seats.iter_mut().flat_map(|seat| &mut seat.occupant);
                let series = &mut state.series;
                let rows = series.rows.iter_mut().map(|row| &mut row.occupant);
                let evening = series.evening.iter_mut().flat_map(|game| &mut game.rows);
                let evening = evening.map(|row| &mut row.occupant);
                for occupant in seats.chain(rows).chain(evening) {
                    if occupant.person().map(|known| known.player) == Some(person.player) {
                        *occupant = person.clone().into();
                    }
                }
            }
            RoomEvent::Silenced { silenced } => state.silenced = *silenced,
            RoomEvent::Closed { .. } => {
                state.phase = Phase::Closed;
                state.entropy_commitments = None;
                state.next = None;
            }
        }
    }
}

const fn went_away(place: &mut SeatState) {
    (place.away, place.ending) = (true, false);
}

fn free_seat(index: usize) -> SeatState {
    SeatState {
        seat: Seat::new(index),
        occupant: None,
        ready: false,
        away: false,
        suggests: None,
        agrees: false,
        ending: false,
    }
}

fn clear_for_next_match(state: &mut RoomState) {
    unready(state);
    state.seats.iter_mut().for_each(|seat| seat.suggests = None);
}

fn unready(state: &mut RoomState) {
    state.seats.iter_mut().for_each(|seat| seat.ready = false);
}

/// The observer that a person is in a match.
fn observer(person: PlayerId, facts: &StartFacts) -> Observer {
    let own = Player::Person { id: person };
    let mut players = facts.players.iter();
    let seat = players.find(|(_, player)| **player == own);
    seat.map_or(Observer::Spectator, |(seat, _)| Observer::Seat(seat))
}

impl GameMirror {
    fn of(observer: Observer, game: &MatchState) -> Self {
        Self {
            table: Table::of(game.view.tricks().expect("a trick game")),
            commitments: game.commitments.clone(),
            ..Self::beginning(observer, &game.start.facts)
        }
    }

    /// Before the first event.
    pub fn beginning(observer: Observer, facts: &StartFacts) -> Self {
        Self {
            match_id: facts.match_id,
            observer,
            table: Table::beginning(observer, facts),
            commitments: Vec::new(),
            turns: None,
        }
    }

    fn check(&self, shown: &Self) {
        assert_eq!(self.match_id, shown.match_id);
        assert_eq!(self.observer, shown.observer);
        assert_eq!(
            self.commitments, shown.commitments,
            "commitments are told as they are shown"
        );
        assert_eq!(
            self.table, shown.table,
            "events make the table that snapshots show"
        );
    }

    /// The match in a snapshot must be equal to the state computed from events.
    pub fn check_shown(&self, game: &MatchState) {
        self.check(&Self::of(self.observer, game));
    }

    pub fn hear(&mut self, game: &GameEvent) {
        if self
            .table
            .is_own_action(game.event.tricks().expect("a trick game"))
        {
            self.turns = self.turns.map(|turns| turns + 1);
        }
        self.table.hear(game);
        self.commitments.extend(game.sealed.clone());
    }

    fn hear_now(&mut self, now: &NowMessage, may_be_silent: bool) {
        let deciding: Vec<Seat> = now.deciding.iter().map(|seat| seat.seat).collect();
        let waits_for = self.table.waits_for();
        assert!(
            waits_for.is_none_or(|seats| seats == deciding),
            "the match waits for whose turn it is: {now:?}"
        );
        let Some(you) = &now.you else {
            assert_eq!(self.observer, Observer::Spectator, "all seats have turns");
            return;
        };
        assert_eq!(
            self.turns.unwrap_or(you.turn),
            you.turn,
            "a turn is one action of the own seat"
        );
        self.turns = Some(you.turn);
        let must = deciding.iter().any(|&seat| self.observer.is(seat));
        let asked = you.decision.as_ref();
        let is_asked = asked.is_some_and(Decision::must);
        // A player who left too often has no decisions any more, and nobody has any in a pause.
        assert!(
            is_asked == must || (may_be_silent && asked.is_none()),
            "whoever is waited for is asked"
        );
        if let Some(decision) = asked {
            self.check_decision(decision);
        }
    }

    /// A decision fits the table, and its choices are from the player's hand.
    fn check_decision(&self, decision: &Decision) {
        let decision = decision.tricks().expect("a trick game");
        let view = &self.table.view;
        assert_eq!(decision.stage, view.stage);
        let trick = view.trick.as_ref();
        match &decision.ask {
            Ask::Play {
                trick: number,
                lead,
                kind,
                count,
                plays,
                ..
            } => {
                let trick = trick.expect("a trick is being played");
                assert_eq!(*number, trick.trick);
                assert_eq!((*kind, *count), (trick.kind, trick.count));
                assert_eq!(*lead, kind.is_none());
                let hand = view.hand.expect("whoever plays has a hand");
                let default = match &decision.default {
                    Some(Action::Play { pieces }) => pieces.parse().expect("pieces"),
                    other => panic!("no play by default: {other:?}"),
                };
                let plays = plays.iter().flatten().copied();
                for play in plays.chain([default]) {
                    assert!(hand.contains(play), "choices are of the own hand");
                }
            }
            Ask::TakeBack {
                trick: number,
                pieces,
            } => {
                let trick = trick.expect("a trick is being played");
                assert_eq!((*number, Some(*pieces)), (trick.trick, trick.yours));
            }
            Ask::Throw { round, .. } => {
                let throws = view.throws.as_ref().expect("signs are being thrown");
                assert_eq!(*round, throws.round);
            }
            Ask::Order { stacks } => assert_eq!(usize::from(*stacks), view.stacks.len()),
            Ask::Reveal { .. } | Ask::Take { .. } | Ask::Expose { .. } | Ask::End { .. } => {}
        }
    }
}
