//! The state of a match that actions change: small, without heap allocation, and cheap to copy for search.

use super::{BanSituation, Contest, LastTrick, Standing, Trick};
use crate::families::tricks::exchange::Generals;
use crate::families::tricks::opening::{Ordering, Throws};
use crate::families::tricks::pieces::{Combination, CombinationTable, CombinationType, Pieces};
use crate::families::tricks::rules::{Options, Order, Reveal, Rules};
use crate::table::{BySeat, RefusalCode, Seat};

/// The state of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub rules: &'static Rules,
    pub options: Options,
    pub phase: Phase,
    /// The seat that decides, for choices before the first lead that one seat makes.
    pub chooser: Seat,
    pub ordering: Ordering,
    pub throws: Throws,
    /// The order of the players, once it is known.
    pub order: Option<Order>,
    /// The stack that was exposed or taken first, if the next player takes a neighbour of it.
    pub first_stack: Option<u8>,
    /// The hands, without pieces that lie in the trick.
    pub hands: BySeat<Pieces>,
    pub trick: Trick,
    pub captured: BySeat<u8>,
    /// How many pieces are set aside for the winner of the next trick.
    pub aside: u8,
    pub beheaded: BySeat<bool>,
    pub last_trick: LastTrick,
    /// How many decisions each seat has made, without plays that were taken back.
    pub decided: BySeat<u8>,
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// A choice before the first lead.
    Ceremony(Choice),
    Play,
    Over,
}

/// A kind of choice before the first lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Players turn up bottom pieces to find their order.
    Reveal,
    /// The first player takes a stack at an end of a row.
    TakeEnd,
    /// The exposer turns up a stack.
    Expose,
    /// Contestants throw signs.
    Throw,
    /// The starter takes any stack.
    TakeAny,
    /// The next player takes a stack beside the first one.
    TakeNeighbour,
    /// The first player names an end of the row.
    NameEnd,
    /// The first player names the order of the stacks.
    NameOrder,
}

/// What a seat may decide now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Choose(Choice),
    Lead,
    Follow(Combination),
    TakeBack,
}

/// The result of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    /// The type, if the play was the lead.
    pub lead: Option<CombinationType>,
    /// Whether the pieces lie face up.
    pub up: bool,
    /// The finished trick, if this was its last play.
    pub finished: Option<Finished>,
}

/// A trick that has just been finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    pub trick: Trick,
    pub kind: CombinationType,
    pub contest: Contest,
    /// The seats that were beheaded in it.
    pub beheaded: BySeat<bool>,
}

impl Position {
    /// The combinations of the variant.
    pub fn table(&self) -> &'static CombinationTable {
        &self.rules.combinations
    }

    /// The order of the players, when it must be known.
    pub fn known_order(&self) -> &Order {
        self.order
            .as_ref()
            .expect("the order is known before stacks are taken")
    }

    /// The seats in order, if it is known.
    pub fn seat_order(&self) -> Option<Vec<Seat>> {
        self.order.map(|order| order.seats().collect())
    }

    /// What the seat may decide now, if anything.
    pub fn open(&self, seat: Seat) -> Option<Open> {
        self.hands.get(seat)?;
        match self.phase {
            Phase::Ceremony(choice) => {
                let chooses = match choice {
                    Choice::Reveal => self.ordering.must_choose(seat),
                    Choice::Throw => self.throws.must_throw(seat),
                    _ => seat == self.chooser,
                };
                chooses.then_some(Open::Choose(choice))
            }
            Phase::Play => match self.trick.led {
                None => (seat == self.trick.leader).then_some(Open::Lead),
                Some(led) if self.rules.reveal == Reveal::AsLaid => {
                    let next = self.trick.next_in_turn(self.known_order());
                    (next == Some(seat)).then_some(Open::Follow(led))
                }
                Some(_) if seat == self.trick.leader => None,
                // With the last play the trick is finished, so here somebody has still to lay.
                Some(_) if self.trick.has_laid(seat) => Some(Open::TakeBack),
                Some(led) => Some(Open::Follow(led)),
            },
            Phase::Over => None,
        }
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        !matches!(self.open(seat), None | Some(Open::TakeBack))
    }

    /// The situation for the general ban; none in games without it. `led` is none for the leader.
    pub fn ban(&self, seat: Seat, led: Option<Combination>) -> Option<BanSituation> {
        self.rules.bans_generals().then(|| BanSituation {
            option: self.options.general_ban.unwrap_or_default(),
            first_trick: self.trick.number == 0,
            hand: self.hands[seat],
            count: led.map(|led| led.pieces.len()),
        })
    }

    /// The kinds of pieces that cannot win this trick, and may not be led in it.
    pub fn powerless(&self) -> Pieces {
        self.rules.powerless(self.trick.number)
    }

    /// Lays pieces for a seat that has to; `led` is none for the leader.
    pub fn lay(
        &mut self,
        seat: Seat,
        led: Option<Combination>,
        pieces: Pieces,
    ) -> Result<Laid, RefusalCode> {
        let rest = self.hands[seat]
            .minus(pieces)
            .ok_or(RefusalCode::NotInHand)?;
        let leads = led.is_none();
        let led = match led {
            Some(led) if led.pieces.len() != pieces.len() => return Err(RefusalCode::WrongCount),
            Some(led) => led,
            None => *self
                .table()
                .find(pieces)
                .ok_or(RefusalCode::NotACombination)?,
        };
        if pieces.generals() > 0
            && self
                .ban(seat, (!leads).then_some(led))
                .is_some_and(|ban| ban.meaning(pieces) == Generals::Refused)
        {
            return Err(RefusalCode::GeneralBanned);
        }
        if leads && pieces.meets(self.powerless()) {
            return Err(RefusalCode::BannedLead);
        }
        self.hands[seat] = rest;
        self.trick.laid[seat] = pieces;
        self.decided[seat] += 1;
        self.trick.led = Some(led);
        let up = self.rules.reveal == Reveal::AsLaid && self.contest(led).shown[seat];
        let finished = if self.trick.is_complete() {
            Some(self.finish_trick(led))
        } else {
            None
        };
        Ok(Laid {
            lead: leads.then_some(led.kind),
            up,
            finished,
        })
    }

    /// Compares the plays laid so far.
    pub fn contest(&self, led: Combination) -> Contest {
        self.trick.contest(led, self.known_order(), self.rules)
    }

    /// Takes back the play of a follower; returns the pieces.
    pub fn take_back(&mut self, seat: Seat) -> Pieces {
        let pieces = std::mem::take(&mut self.trick.laid[seat]);
        self.hands[seat] = self.hands[seat].plus(pieces);
        self.decided[seat] -= 1;
        // Rooms allow only a few, but a record may have any number and is still judged.
        self.trick.take_backs[seat] = self.trick.take_backs[seat].saturating_add(1);
        pieces
    }

    fn finish_trick(&mut self, led: Combination) -> Finished {
        let trick = self.trick;
        let contest = self.contest(led);
        let seats = self.hands.len();
        let last = self.hands[trick.leader].is_empty();
        let banned = self.rules.bans_generals() && (trick.number == 0 || last);
        let mut beheaded = BySeat::new(seats);
        if banned {
            beheaded = trick.laid.map(|_, laid| laid.generals() > 0);
            self.beheaded = self.beheaded.map(|seat, &before| before || beheaded[seat]);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 32 pieces")]
        let pile = self.aside + led.pieces.len() * seats as u8;
        match contest.winner {
            Some(winner) => {
                self.captured[winner] += pile;
                self.aside = 0;
            }
            None => self.aside = pile,
        }
        self.last_trick = LastTrick {
            winner: contest.winner,
            with_general: contest
                .winner
                .is_some_and(|winner| trick.laid[winner].generals() > 0),
        };
        let next_leader = contest.winner.unwrap_or(trick.leader);
        self.trick = Trick::new(trick.number + 1, next_leader, seats);
        if last {
            self.phase = Phase::Over;
        }
        Finished {
            trick,
            kind: led.kind,
            contest,
            beheaded,
        }
    }

    /// How the match went, when it is over.
    pub fn standing(&self) -> Standing {
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let seats = self.hands.len() as u8;
        let played = self.captured.values().sum::<u8>() + self.aside;
        Standing {
            captured: self.captured,
            beheaded: self.beheaded,
            beheading: self.options.beheading.unwrap_or_default(),
            dealt_each: played / seats,
            last_trick: self.last_trick,
        }
    }

    /// The beheaded seats, as far as they are announced. In games in which plays can stay face down, this is only at the end.
    pub fn announced_beheaded(&self) -> BySeat<bool> {
        let announced = self.rules.reveal != Reveal::IfHigher || self.phase == Phase::Over;
        self.beheaded.map(|_, &beheaded| announced && beheaded)
    }
}

/// The seats with `true`, ascending.
pub(crate) fn marked(marks: BySeat<bool>) -> Vec<Seat> {
    marks
        .iter()
        .filter(|&(_, &mark)| mark)
        .map(|(seat, _)| seat)
        .collect()
}
