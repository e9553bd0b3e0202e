//! Makes up what people do: mostly what is legal, and now and then everything else that people do.

use giog_rules::{Action, Ask, Generals, Match, Pieces, Seat};

use crate::chance::Chance;
use crate::house::{Heard, TAKE_BACKS};
use crate::script::Step;
use crate::table::{Person, Table};
use crate::truth::{Truth, hand, play};

/// Longer than a decision with its bank.
const TIME_OUT_MS: u64 = 26_000;
/// People who only watch; the first is there from the beginning.
const WATCHERS: usize = 3;
/// Connections of one person.
const VISITS: usize = 2;

/// Somebody who decides what happens next.
pub struct Author<'a> {
    table: &'a Table,
    chance: Chance,
    /// For each person how many connections they have in the room.
    visits: Vec<usize>,
}

impl<'a> Author<'a> {
    /// At a table where everybody and the first who watches are in the room.
    pub fn new(table: &'a Table, chance: Chance) -> Self {
        let mut visits = vec![0; table.seats + WATCHERS];
        visits[..=table.seats].fill(1);
        Self {
            table,
            chance,
            visits,
        }
    }

    /// What happens next.
    pub fn next(&mut self, truth: &Truth, heard: &[Heard]) -> Step {
        let step = match self.chance.below(100) {
            0..62 => self.act(truth),
            62..69 => self.take_back(truth),
            69..79 => self.attempt(truth),
            79..82 => self.again(truth),
            82..86 => Some(self.pause()),
            86..88 => Some(Step::Wait { ms: TIME_OUT_MS }),
            88..93 => self.come(heard),
            93..95 => self.go(),
            95..96 => self.leave(),
            _ => self.list(),
        };
        let step = step.or_else(|| self.act(truth));
        step.unwrap_or(Step::Wait { ms: 3_000 })
    }

    fn act(&mut self, truth: &Truth) -> Option<Step> {
        let here = truth.game.waiting().filter(|seat| self.is_here(*seat));
        let seats: Vec<Seat> = here.collect();
        if seats.is_empty() {
            return None;
        }
        let seat = self.chance.pick(&seats);
        let action = self.legal(&truth.game, seat)?;
        Some(Step::Act {
            seat,
            turn: truth.turns[seat.index()],
            action,
        })
    }

    fn legal(&mut self, game: &Match, seat: Seat) -> Option<Action> {
        let ask = game.decision(seat)?.ask;
        Some(match ask {
            Ask::Reveal { stacks } => Action::Reveal {
                stack: self.chance.pick(&stacks).into(),
            },
            Ask::Take { stacks } => Action::Take {
                stack: self.chance.pick(&stacks).into(),
            },
            Ask::Play {
                lead: true, plays, ..
            } => {
                let plays = plays?;
                // The strongest half has the larger combinations.
                let from = if self.chance.one_in(2) {
                    plays.len() / 2
                } else {
                    0
                };
                play(self.chance.pick(&plays[from..]))
            }
            Ask::Play {
                count, generals, ..
            } => play(some_of(
                hand(game, seat),
                count?,
                generals,
                &mut self.chance,
            )),
            _ => return None,
        })
    }

    fn take_back(&mut self, truth: &Truth) -> Option<Step> {
        let may = |seat: &Seat| {
            let decision = truth.game.decision(*seat);
            decision.is_some_and(|decision| !decision.must) && self.is_here(*seat)
        };
        let seats: Vec<Seat> = self.table.seats().filter(may).collect();
        if seats.is_empty() {
            return None;
        }
        let seat = self.chance.pick(&seats);
        let (turn, action) = (truth.turns[seat.index()], Action::TakeBack);
        let allowed = self.table.take_backs && truth.game.take_backs(seat) < TAKE_BACKS;
        Some(if allowed {
            Step::Act { seat, turn, action }
        } else {
            Step::Try { seat, turn, action }
        })
    }

    /// Something that is refused.
    fn attempt(&mut self, truth: &Truth) -> Option<Step> {
        let seat = self.someone()?;
        let action = match self.chance.below(5) {
            0 => Action::Reveal {
                stack: i64::try_from(self.chance.below(20)).ok()?,
            },
            1 => Action::TakeBack,
            _ => any_play(&mut self.chance),
        };
        let turn = truth.turns[seat.index()];
        let refused = truth.game.clone().act(seat, &action).is_err();
        refused.then_some(Step::Try { seat, turn, action })
    }

    fn again(&mut self, truth: &Truth) -> Option<Step> {
        let seat = self.someone()?;
        let turns = truth.turns[seat.index()] as usize;
        let turn = (turns > 0).then(|| self.chance.below(turns))?;
        Some(Step::Again {
            seat,
            turn: u32::try_from(turn).ok()?,
        })
    }

    fn pause(&mut self) -> Step {
        let ms = self.chance.pick(&[1, 300, 1_500, 9_000]);
        Step::Wait { ms }
    }

    fn come(&mut self, heard: &[Heard]) -> Option<Step> {
        let person = self.chance.below(self.visits.len());
        if self.visits[person] >= VISITS {
            return None;
        }
        self.visits[person] += 1;
        let person = Person(person);
        let seq = last_seq(heard, person);
        let after = match self.chance.below(5) {
            0 | 1 => None,
            2 => Some(seq),
            3 => Some(self.chance.between(0, seq)),
            _ => Some(self.chance.between(seq.saturating_sub(4), seq + 2)),
        };
        Some(Step::Come { person, after })
    }

    fn go(&mut self) -> Option<Step> {
        let person = self.chance.below(self.visits.len());
        self.visits[person] = self.visits[person].checked_sub(1)?;
        Some(Step::Go {
            person: Person(person),
        })
    }

    fn leave(&mut self) -> Option<Step> {
        let seat = self.someone()?;
        let visits = std::mem::take(&mut self.visits[self.table.person(seat).0]);
        Some(Step::Leave { seat, visits })
    }

    fn list(&mut self) -> Option<Step> {
        let person = self.chance.below(self.visits.len());
        (self.visits[person] > 0).then_some(Step::List {
            person: Person(person),
        })
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.visits[self.table.person(seat).0] > 0
    }

    /// A seat whose player is in the room.
    fn someone(&mut self) -> Option<Seat> {
        let here = self.table.seats().filter(|seat| self.is_here(*seat));
        let seats: Vec<Seat> = here.collect();
        (!seats.is_empty()).then(|| self.chance.pick(&seats))
    }
}

/// The number of the last event that somebody was told of; 0 before the first.
fn last_seq(heard: &[Heard], person: Person) -> u64 {
    let own = heard.iter().rev().filter(|heard| heard.person == person);
    let mut seqs = own.filter_map(|heard| {
        let (_, from) = heard.frame.split_once("\"seq\":")?;
        let digits: String = from.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    seqs.next().unwrap_or(0)
}

/// As many pieces of a hand as were led, without generals where these would be refused.
pub fn some_of(hand: Pieces, count: u8, generals: Generals, chance: &mut Chance) -> Pieces {
    let from = if generals == Generals::Refused {
        hand.without_generals()
    } else {
        hand
    };
    let mut pieces: Vec<_> = from.iter().collect();
    chance.shuffle(&mut pieces);
    pieces.into_iter().take(usize::from(count)).collect()
}

/// A play of any pieces, held or not; one of the generals often.
pub fn any_play(chance: &mut Chance) -> Action {
    let mut pieces: Vec<_> = Pieces::full_set().iter().collect();
    chance.shuffle(&mut pieces);
    let count = 1 + chance.below(5);
    let general = pieces.iter().position(|piece| piece.is_general());
    if let Some(general) = general
        && chance.one_in(3)
    {
        pieces.swap(0, general);
    }
    play(pieces.into_iter().take(count).collect())
}
