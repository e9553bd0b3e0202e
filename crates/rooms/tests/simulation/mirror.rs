//! What a client knows of a room from its messages alone, and whether that is what snapshots show.

use giog_protocol::server::{
    MatchState, Now as NowMessage, RoomEvent, RoomNotice, SealView, SeqEvent, Snapshot,
};
use giog_protocol::{Audience, Phase, PreviousMatch, RoomState, SeatState};
use giog_rules::{
    BySeat, MatchId, Observer, Outcome, Piece, Pieces, PlayerId, Seat, SeenEvent, SeenTrick,
    Variant, View,
};

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
    pub variant: Variant,
    pub observer: Observer,
    pub table: TableMirror,
    pub commitments: Vec<SealView>,
    outcome: Option<Outcome>,
    /// The own seat's turns, once a `now` has told them.
    turns: Option<u32>,
}

/// The part of a view that events tell, in every game of plays that are turned up together.
#[derive(Clone, Debug, PartialEq)]
pub struct TableMirror {
    own: Option<Seat>,
    order: Option<Vec<Seat>>,
    pub hand: Option<Pieces>,
    hand_sizes: BySeat<u8>,
    laid: BySeat<u8>,
    yours: Option<Pieces>,
    tricks: Vec<SeenTrick>,
    captured: BySeat<u8>,
    beheaded: Vec<Seat>,
    up: Vec<(u8, Piece)>,
    taken_by: Vec<Option<Seat>>,
}

impl Mirror {
    pub fn of(person: PlayerId, snapshot: &Snapshot) -> Self {
        let game = snapshot
            .game
            .as_ref()
            .map(|game| GameMirror::of(person, game));
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

    /// A snapshot of what this mirror has followed by events must show the same.
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
        let game = self.game.as_mut();
        let (Some(game), Some(you)) = (game, &now.you) else {
            assert!(now.you.is_none(), "nobody decides where no match is played");
            self.now = Some(now.clone());
            return;
        };
        assert_eq!(
            game.turns.unwrap_or(you.turn),
            you.turn,
            "a turn is one action of the own seat"
        );
        game.turns = Some(you.turn);
        self.now = Some(now.clone());
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
                known.hear(&game.event);
                if let Some(seal) = &game.sealed {
                    known.commitments.push(seal.clone());
                }
            }
            other => self.hear_room(other),
        }
    }

    /// What is said reaches those who are meant to hear it.
    pub fn hear_notice(&self, notice: &RoomNotice) {
        let RoomNotice::Chat(line) = notice else {
            return;
        };
        let plays = self.seat().is_some();
        match line.to {
            Audience::Room => assert!(self.game.is_none(), "players and spectators are apart"),
            Audience::Players => assert!(plays && self.game.is_some()),
            Audience::Spectators => assert!(!plays && self.game.is_some()),
        }
    }

    fn hear_room(&mut self, event: &RoomEvent) {
        let state = &mut self.state;
        match event {
            RoomEvent::Created { .. } | RoomEvent::Opened { .. } | RoomEvent::Game(_) => {}
            RoomEvent::Configured { settings } => {
                let seats = usize::from(settings.seats);
                let empty = |index| SeatState {
                    seat: Seat::new(index),
                    occupant: None,
                    ready: false,
                    away: false,
                };
                state.seats = (0..seats)
                    .map(|index| {
                        state
                            .seats
                            .get(index)
                            .cloned()
                            .unwrap_or_else(|| empty(index))
                    })
                    .collect();
                state.settings = settings.clone();
                unready(state);
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
            }
            RoomEvent::Next(next) => state.next = Some(*next),
            RoomEvent::Ready { seat } => state.seats[seat.index()].ready = true,
            RoomEvent::Unready { seat } => state.seats[seat.index()].ready = false,
            RoomEvent::Committed { .. } => state.phase = Phase::Opening,
            RoomEvent::Cancelled { .. } => {
                state.phase = Phase::Gathering;
                state.next = None;
                unready(state);
            }
            RoomEvent::Start(start) => {
                state.phase = Phase::Playing;
                let next = state.next.take().expect("a start was prepared");
                assert_eq!(next.match_id, start.facts.match_id);
                assert_eq!(next.seed_commitment, start.facts.seed_commitment);
                unready(state);
                self.game = Some(GameMirror::beginning(self.person, &start.facts));
            }
            RoomEvent::Away { seat } => state.seats[seat.index()].away = true,
            RoomEvent::Back { seat } => state.seats[seat.index()].away = false,
            RoomEvent::Finished { match_id, .. } | RoomEvent::Abandoned { match_id, .. } => {
                let game = self.game.take().expect("a match was played");
                assert_eq!(game.match_id, *match_id);
                assert_eq!(
                    game.outcome.is_some(),
                    matches!(event, RoomEvent::Finished { .. })
                );
                state.phase = Phase::Gathering;
                state.previous = Some(PreviousMatch {
                    match_id: *match_id,
                    outcome: game.outcome,
                });
                state.seats.iter_mut().for_each(|seat| seat.away = false);
            }
            RoomEvent::Series(series) => state.series = series.clone(),
            RoomEvent::Closed { .. } => {
                state.phase = Phase::Closed;
                state.next = None;
            }
        }
    }
}

fn unready(state: &mut RoomState) {
    state.seats.iter_mut().for_each(|seat| seat.ready = false);
}

impl GameMirror {
    fn of(person: PlayerId, game: &MatchState) -> Self {
        Self {
            table: TableMirror::of(&game.view),
            commitments: game.commitments.clone(),
            outcome: game.view.outcome.clone(),
            ..Self::beginning(person, &game.start.facts)
        }
    }

    fn beginning(person: PlayerId, facts: &giog_rules::fairness::StartFacts) -> Self {
        let own = giog_rules::fairness::Player::Person { id: person };
        let mut players = facts.players.iter();
        let seat = players
            .find(|(_, player)| **player == own)
            .map(|(seat, _)| seat);
        Self {
            match_id: facts.match_id,
            variant: facts.variant,
            observer: seat.map_or(Observer::Spectator, Observer::Seat),
            table: TableMirror::empty(seat, usize::from(facts.seats)),
            commitments: Vec::new(),
            outcome: None,
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
        if matches!(self.variant, Variant::Giog | Variant::GiogWiki) {
            assert_eq!(
                self.table, shown.table,
                "events make the table that snapshots show"
            );
        }
    }

    fn hear(&mut self, event: &SeenEvent) {
        let own = match event {
            SeenEvent::Reveal { seat, .. }
            | SeenEvent::Take { seat, .. }
            | SeenEvent::Play { seat, .. }
            | SeenEvent::TakeBack { seat, .. } => self.observer.is(*seat),
            _ => false,
        };
        if own {
            self.turns = self.turns.map(|turns| turns + 1);
        }
        if !matches!(self.variant, Variant::Giog | Variant::GiogWiki) {
            self.turns = None;
        }
        if let SeenEvent::Over(outcome) = event {
            self.outcome = Some(outcome.clone());
        }
        self.table.hear(event);
    }
}

impl TableMirror {
    fn empty(own: Option<Seat>, seats: usize) -> Self {
        Self {
            own,
            order: None,
            hand: None,
            hand_sizes: BySeat::new(seats),
            laid: BySeat::new(seats),
            yours: None,
            tricks: Vec::new(),
            captured: BySeat::new(seats),
            beheaded: Vec::new(),
            up: Vec::new(),
            taken_by: Vec::new(),
        }
    }

    fn of(view: &View) -> Self {
        let seats = view.hand_sizes.len();
        let trick = view.trick.as_ref();
        let count = trick.and_then(|trick| trick.count).unwrap_or(0);
        let up = (0..)
            .zip(&view.stacks)
            .flat_map(|(stack, seen)| seen.up.iter().map(move |&piece| (stack, piece)));
        Self {
            own: view.you,
            order: view.order.clone(),
            hand: view.hand,
            hand_sizes: view.hand_sizes,
            laid: trick.map_or(BySeat::new(seats), |trick| {
                trick.laid.map(|_, &laid| if laid { count } else { 0 })
            }),
            yours: trick.and_then(|trick| trick.yours),
            tricks: view.tricks.clone(),
            captured: view.captured,
            beheaded: view.beheaded.clone(),
            up: up.collect(),
            taken_by: view.stacks.iter().map(|stack| stack.taken_by).collect(),
        }
    }

    fn hear(&mut self, event: &SeenEvent) {
        match event {
            SeenEvent::Layout(layout) => self.taken_by = vec![None; layout.heights.len()],
            SeenEvent::Reveal { stack, piece, .. } => {
                self.up.push((*stack, *piece));
                self.up.sort_unstable_by_key(|&(stack, _)| stack);
            }
            SeenEvent::Ordered { order } => self.order = Some(order.clone()),
            SeenEvent::Dealt { taken, hand } => {
                self.hand = *hand;
                for (seat, stacks) in taken.iter() {
                    for &stack in stacks {
                        self.taken_by[usize::from(stack)] = Some(seat);
                        self.hand_sizes[seat] += 2;
                    }
                }
            }
            SeenEvent::Play {
                seat,
                count,
                pieces,
                ..
            } => {
                self.hand_sizes[*seat] = self.hand_sizes[*seat].wrapping_sub(*count);
                self.laid[*seat] = *count;
                let own = self.hand.filter(|_| self.own == Some(*seat));
                if let (Some(hand), Some(pieces)) = (own, *pieces) {
                    self.hand = hand.minus(pieces);
                    self.yours = Some(pieces);
                }
            }
            SeenEvent::TakeBack { seat, .. } => {
                let back = std::mem::take(&mut self.laid[*seat]);
                self.hand_sizes[*seat] = self.hand_sizes[*seat].wrapping_add(back);
                if self.own == Some(*seat) {
                    let back = self.yours.take().unwrap_or_default();
                    self.hand = self.hand.map(|hand| hand.plus(back));
                }
            }
            SeenEvent::Trick(trick) => {
                self.laid = BySeat::new(self.laid.len());
                self.yours = None;
                self.captured = trick.captured;
                self.beheaded.extend(&trick.beheaded);
                self.beheaded.sort_unstable();
                self.beheaded.dedup();
                self.tricks.push(trick.clone());
            }
            _ => {}
        }
    }
}
