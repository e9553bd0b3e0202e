//! Generates people's actions: mostly legal ones, and sometimes everything else that people do.

use std::collections::VecDeque;

use giog_protocol::Access;
use giog_rules::tricks::{Ask, CombinationType, Generals, RowEnd, Sign};
use giog_rules::{Action, Match, Piece, Pieces, Seat};

use crate::chance::Chance;
use crate::script::{Order, Step};
use crate::table::{Person, Table};
use crate::test_server::Heard;
use crate::truth::{Truth, hand, play};
use crate::turned::Ranks;

/// Longer than a decision with its bank.
const TIME_OUT_MS: u64 = 26_000;
/// The server stops once within this number of steps, which most matches have, and again now and then.
const FIRST_STOP_WITHIN: usize = 30;
/// Numbers of stacks that are tried are below this: some do not exist.
const STACKS_TRIED: usize = 20;
/// The most connections of one person.
const VISITS: usize = 2;

/// Decides what happens next.
pub struct Author<'a> {
    table: &'a Table,
    ranks: &'a Ranks,
    chance: Chance,
    /// For each person the number of their connections in the room.
    visits: Vec<usize>,
    /// Actions that come first: people reconnect after a stop of the server.
    ahead: VecDeque<Step>,
    /// The number of steps until the server stops for the first time.
    until_stop: Option<usize>,
}

impl<'a> Author<'a> {
    /// For a table at which all players and the first spectator are in the room.
    pub fn new(table: &'a Table, ranks: &'a Ranks, mut chance: Chance) -> Self {
        let mut visits = vec![0; table.outsider().0];
        table.guests().for_each(|Person(number)| visits[number] = 1);
        Self {
            table,
            ranks,
            until_stop: Some(chance.below(FIRST_STOP_WITHIN)),
            chance,
            visits,
            ahead: VecDeque::new(),
        }
    }

    /// The next action.
    pub fn next(&mut self, truth: &Truth, heard: &[Heard]) -> Step {
        if let Some(step) = self.ahead.pop_front() {
            return step;
        }
        if self.until_stop == Some(0) {
            self.until_stop = None;
            return self.restart(heard);
        }
        self.until_stop = self.until_stop.map(|steps| steps - 1);
        let step = match self.chance.below(100) {
            0..60 => self.act(truth),
            60..67 => self.take_back(truth),
            67..77 => self.attempt(truth),
            77..80 => self.again(truth),
            80..84 => Some(self.pause()),
            84..86 => Some(Step::Wait { ms: TIME_OUT_MS }),
            86..90 => self.come(heard),
            90..92 => self.go(),
            92..93 => self.leave(),
            93..96 => self.knock(),
            96..97 => Some(self.restart(heard)),
            97..98 => self.keep_order(),
            98..99 => self.remove(),
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
        Some(
            match game
                .decision(seat)?
                .tricks()
                .expect("a trick game")
                .ask
                .clone()
            {
                Ask::Reveal { stacks } => Action::Tricks(giog_rules::tricks::Action::Reveal {
                    stack: self.chance.pick(&stacks).into(),
                }),
                Ask::Take { stacks } => Action::Tricks(giog_rules::tricks::Action::Take {
                    stack: self.chance.pick(&stacks).into(),
                }),
                Ask::Expose { stacks } => Action::Tricks(giog_rules::tricks::Action::Expose {
                    stack: self.chance.pick(&stacks).into(),
                }),
                Ask::Throw { signs, .. } => Action::Tricks(giog_rules::tricks::Action::Throw {
                    sign: self.chance.pick(&signs),
                }),
                Ask::End { ends } => Action::Tricks(giog_rules::tricks::Action::End {
                    end: self.chance.pick(&ends),
                }),
                Ask::Order { stacks } => {
                    let mut order: Vec<i64> = (0..stacks.into()).collect();
                    self.chance.shuffle(&mut order);
                    Action::Tricks(giog_rules::tricks::Action::Order { stacks: order })
                }
                Ask::Play {
                    lead: true, plays, ..
                } => {
                    let plays = plays.unwrap_or_else(|| self.ranks.within(hand(game, seat), None));
                    // Few of them are combinations of several pieces.
                    let several = plays.iter().filter(|lead| lead.len() > 1);
                    let several: Vec<Pieces> = several.copied().collect();
                    let from = if several.is_empty() || self.chance.one_in(2) {
                        plays
                    } else {
                        several
                    };
                    play(self.chance.pick(&from))
                }
                Ask::Play {
                    kind: Some(kind),
                    count: Some(count),
                    generals,
                    ..
                } => {
                    let from = hand_without(hand(game, seat), generals);
                    play(followed(from, kind, count, self.ranks, &mut self.chance))
                }
                _ => return None,
            },
        )
    }

    fn take_back(&mut self, truth: &Truth) -> Option<Step> {
        let may = |seat: &Seat| {
            let decision = truth.game.decision(*seat);
            decision.is_some_and(|decision| !decision.must()) && self.is_here(*seat)
        };
        let seats: Vec<Seat> = self.table.seats().filter(may).collect();
        if seats.is_empty() {
            return None;
        }
        let seat = self.chance.pick(&seats);
        let (turn, action) = (
            truth.turns[seat.index()],
            Action::Tricks(giog_rules::tricks::Action::TakeBack),
        );
        let allowed =
            self.table.take_backs && truth.game.take_backs(seat) < self.table.most_take_backs;
        Some(if allowed {
            Step::Act { seat, turn, action }
        } else {
            Step::Try { seat, turn, action }
        })
    }

    /// An action that is refused.
    fn attempt(&mut self, truth: &Truth) -> Option<Step> {
        let seat = self.someone()?;
        let action = match self.chance.below(9) {
            0 => Action::Tricks(giog_rules::tricks::Action::Reveal {
                stack: self.some_stack(),
            }),
            1 => Action::Tricks(giog_rules::tricks::Action::Take {
                stack: self.some_stack(),
            }),
            2 => Action::Tricks(giog_rules::tricks::Action::TakeBack),
            3 => self.other_choice(),
            _ => any_play(&mut self.chance),
        };
        let turn = truth.turns[seat.index()];
        let refused = truth.game.clone().act(seat, &action).is_err();
        refused.then_some(Step::Try { seat, turn, action })
    }

    fn other_choice(&mut self) -> Action {
        match self.chance.below(4) {
            0 => Action::Tricks(giog_rules::tricks::Action::Expose {
                stack: self.some_stack(),
            }),
            1 => Action::Tricks(giog_rules::tricks::Action::Throw {
                sign: self.chance.pick(&Sign::ALL),
            }),
            2 => Action::Tricks(giog_rules::tricks::Action::End {
                end: self.chance.pick(&[RowEnd::Left, RowEnd::Right]),
            }),
            _ => Action::Tricks(giog_rules::tricks::Action::Order {
                stacks: (0..4).map(|_| self.some_stack()).collect(),
            }),
        }
    }

    /// The number of a stack, which may not exist.
    fn some_stack(&mut self) -> i64 {
        i64::try_from(self.chance.below(STACKS_TRIED)).expect("a small number")
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
        let person = self.chance.pick(&self.table.people());
        let seq = last_seq(heard, person);
        let after = match self.chance.below(5) {
            0 | 1 => None,
            2 => Some(seq),
            3 => Some(self.chance.between(0, seq)),
            _ => Some(self.chance.between(seq.saturating_sub(4), seq + 2)),
        };
        let visits = &mut self.visits[person.0];
        (*visits < VISITS).then(|| {
            *visits += 1;
            Step::Come { person, after }
        })
    }

    /// The server stops and starts again; then most of the connected people reconnect, in any order.
    fn restart(&mut self, heard: &[Heard]) -> Step {
        let mut people = self.table.people();
        self.chance.shuffle(&mut people);
        for person in people {
            let was_here = std::mem::take(&mut self.visits[person.0]) > 0;
            if was_here && !self.chance.one_in(6) {
                self.visits[person.0] = 1;
                let after = (!self.chance.one_in(3)).then(|| last_seq(heard, person));
                self.ahead.push_back(Step::Come { person, after });
            }
        }
        let killed = self.chance.one_in(2);
        Step::Restart { killed }
    }

    /// A person who is not in the room, and may not join, tries to learn something about it.
    fn knock(&mut self) -> Option<Step> {
        let is_closed = self.table.access == Access::Password || !self.table.spectators;
        let password = self.chance.pick(&[None, Some("toothpicks")]);
        is_closed.then_some(Step::Knock { password })
    }

    fn go(&mut self) -> Option<Step> {
        let person = self.chance.pick(&self.table.people());
        self.visits[person.0] = self.visits[person.0].checked_sub(1)?;
        Some(Step::Go { person })
    }

    fn leave(&mut self) -> Option<Step> {
        let seat = self.someone()?;
        let visits = std::mem::take(&mut self.visits[self.table.person(seat).0]);
        Some(Step::Leave { seat, visits })
    }

    fn keep_order(&mut self) -> Option<Step> {
        let order = self.chance.pick(&[
            Order::Chat,
            Order::ListPeople,
            Order::Mute,
            Order::PassOwnership,
            Order::Report,
            Order::Silence(true),
            Order::Silence(false),
            Order::Unban,
        ]);
        let (person, about) = (self.somebody()?, self.chance.pick(&self.table.people()));
        Some(Step::Keep {
            person,
            order,
            about,
        })
    }

    /// A spectator is removed, mostly by the creator of the room.
    fn remove(&mut self) -> Option<Step> {
        let maker = Person(0);
        let person = if self.chance.one_in(4) || self.visits[maker.0] == 0 {
            self.somebody()?
        } else {
            maker
        };
        let people = self.table.people();
        let watching = people
            .into_iter()
            .filter(|&about| self.table.seat(about).is_none() && about != person);
        let about = self.chance.pick(&watching.collect::<Vec<_>>());
        Some(Step::Remove {
            person,
            about,
            ban: self.chance.one_in(2),
            visits: std::mem::take(&mut self.visits[about.0]),
        })
    }

    /// A random person in the room.
    fn somebody(&mut self) -> Option<Person> {
        let people = self.table.people();
        let here = people
            .into_iter()
            .filter(|person| self.visits[person.0] > 0);
        let here: Vec<Person> = here.collect();
        (!here.is_empty()).then(|| self.chance.pick(&here))
    }

    fn list(&mut self) -> Option<Step> {
        let person = self.chance.pick(&self.table.people());
        (self.visits[person.0] > 0).then_some(Step::List { person })
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.visits[self.table.person(seat).0] > 0
    }

    /// A seat whose player is in the room.
    fn someone(&mut self) -> Option<Seat> {
        let here = self.table.peoples_seats();
        let here = here.filter(|seat| self.is_here(*seat));
        let seats: Vec<Seat> = here.collect();
        (!seats.is_empty()).then(|| self.chance.pick(&seats))
    }
}

/// The number of the last event that a person got; 0 before the first.
fn last_seq(heard: &[Heard], person: Person) -> u64 {
    let own = heard.iter().rev().filter(|heard| heard.person == person);
    let mut seqs = own.filter_map(|heard| {
        let (_, from) = heard.frame.split_once("\"seq\":")?;
        let digits: String = from.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    seqs.next().unwrap_or(0)
}

/// The pieces of a hand that may follow, with generals or, if these would be refused, without.
pub fn hand_without(hand: Pieces, generals: Generals) -> Pieces {
    if generals == Generals::Refused {
        hand.without_generals()
    } else {
        hand
    }
}

/// As many of these pieces as were led: sometimes a combination of the led type, mostly any pieces.
pub fn followed(
    from: Pieces,
    kind: CombinationType,
    count: u8,
    ranks: &Ranks,
    chance: &mut Chance,
) -> Pieces {
    if chance.one_in(3) {
        let competing = ranks.within(from, Some(kind));
        if !competing.is_empty() {
            return chance.pick(&competing);
        }
    }
    any_of(from, chance).take(usize::from(count)).collect()
}

/// These pieces in any order; a general is often the first.
fn any_of(pieces: Pieces, chance: &mut Chance) -> impl Iterator<Item = Piece> {
    let mut pieces: Vec<Piece> = pieces.iter().collect();
    chance.shuffle(&mut pieces);
    let general = pieces.iter().position(|piece| piece.is_general());
    if let Some(general) = general
        && chance.one_in(3)
    {
        pieces.swap(0, general);
    }
    pieces.into_iter()
}

/// A play of any pieces, held or not.
pub fn any_play(chance: &mut Chance) -> Action {
    let count = 1 + chance.below(5);
    play(any_of(Pieces::full_set(), chance).take(count).collect())
}
