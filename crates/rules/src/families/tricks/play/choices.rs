//! The open decisions of a seat: legal choices, and the default.

use super::{Choice, Open, Phase, Position};
use crate::fairness::Stream;
use crate::families::tricks::exchange::{
    Action, Ask, Decision, Generals, MAX_LISTED_PLAYS, RowEnd, Sign,
};
use crate::families::tricks::layout::StackSet;
use crate::families::tricks::opening::Deal;
use crate::families::tricks::pieces::{Combination, Piece, Pieces};
use crate::table::{Seat, Stage};

impl Position {
    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Ceremony(_) => Stage::Ceremony,
            Phase::Play => Stage::Play,
            Phase::Over => Stage::Over,
        }
    }

    /// The seat's open decision, as its player is told it.
    pub fn decision(&self, deal: &Deal, seat: Seat) -> Option<Decision> {
        let open = self.open(seat)?;
        let ask = match open {
            Open::Choose(choice) => self.ask_choice(deal, seat, choice),
            Open::Lead => self.ask_lead(seat),
            Open::Follow(led) => self.ask_follow(seat, led),
            Open::TakeBack => Ask::TakeBack {
                trick: self.trick.number,
                pieces: self.trick.laid[seat],
            },
        };
        let made = u32::from(self.decided[seat]);
        Some(Decision {
            decision: if open == Open::TakeBack {
                made - 1
            } else {
                made
            },
            must: open != Open::TakeBack,
            stage: self.stage(),
            ask,
            default: self.default_action(deal, seat),
            actions: None,
            more_actions: false,
        })
    }

    /// The action that is taken when the seat's time runs out (`docs/RULES.md` §3); none if the match does not wait for the seat.
    pub fn default_action(&self, deal: &Deal, seat: Seat) -> Option<Action> {
        let play = |pieces: Pieces| Action::Play {
            pieces: pieces.to_string(),
        };
        match self.open(seat)? {
            Open::Choose(choice) => self.default_choice(deal, seat, choice),
            // Singles come first among the leads, but those of equal rank are in another order than the one wanted here.
            Open::Lead => {
                let leads = self.leads(seat).map(|lead| lead.pieces);
                let singles: Vec<Pieces> = leads.take_while(|pieces| pieces.len() == 1).collect();
                let weakest_first = self.table().weakest_first().iter();
                let mut weakest_first = weakest_first.map(|&piece| Pieces::of(piece, 1));
                let weakest = weakest_first.find(|one| singles.contains(one));
                weakest
                    .or_else(|| self.leads(seat).next().map(|lead| lead.pieces))
                    .map(play)
            }
            // Generals are the strongest pieces, so these contain one only if no play without a general is possible.
            Open::Follow(led) => {
                let weakest_first = self.table().weakest_first();
                Some(play(
                    self.hands[seat].first(led.pieces.len(), weakest_first),
                ))
            }
            Open::TakeBack => None,
        }
    }

    /// The stacks that the seat may choose.
    pub fn stacks(&self, deal: &Deal, seat: Seat, choice: Choice) -> StackSet {
        let arrangement = deal.arrangement();
        match (choice, self.first_stack) {
            (Choice::Reveal, _) => self.ordering.stacks(arrangement.rows_of_seats(), seat),
            (Choice::TakeEnd, _) => arrangement.rows_of_seats().ends(),
            (Choice::TakeNeighbour, Some(first)) => arrangement.ring().neighbours(first),
            _ => arrangement.ring().all(),
        }
    }

    fn ask_choice(&self, deal: &Deal, seat: Seat, choice: Choice) -> Ask {
        let stacks = || self.stacks(deal, seat, choice).iter().collect();
        match choice {
            Choice::Reveal => Ask::Reveal { stacks: stacks() },
            Choice::Expose => Ask::Expose { stacks: stacks() },
            Choice::TakeEnd | Choice::TakeAny | Choice::TakeNeighbour => {
                Ask::Take { stacks: stacks() }
            }
            Choice::Throw => Ask::Throw {
                round: self.throws.round,
                signs: Sign::ALL.to_vec(),
            },
            Choice::NameEnd => Ask::End {
                ends: vec![RowEnd::Left, RowEnd::Right],
            },
            Choice::NameOrder => Ask::Order {
                stacks: deal.arrangement().ring().stacks(),
            },
        }
    }

    fn default_choice(&self, deal: &Deal, seat: Seat, choice: Choice) -> Option<Action> {
        let stack = || self.stacks(deal, seat, choice).lowest().map(i64::from);
        Some(match choice {
            Choice::Reveal => Action::Reveal { stack: stack()? },
            Choice::Expose => Action::Expose { stack: stack()? },
            Choice::TakeEnd | Choice::TakeAny | Choice::TakeNeighbour => {
                Action::Take { stack: stack()? }
            }
            Choice::Throw => Action::Throw {
                sign: Sign::ALL[(seat.index() + usize::from(self.throws.round)) % Sign::ALL.len()],
            },
            Choice::NameEnd => Action::End { end: RowEnd::Left },
            Choice::NameOrder => Action::Order {
                stacks: (0..deal.arrangement().ring().stacks().into()).collect(),
            },
        })
    }

    /// The legal leads, weakest first.
    pub fn leads(&self, seat: Seat) -> impl Iterator<Item = &Combination> {
        let hand = self.hands[seat].without_kinds(self.powerless());
        let ban = self.ban(seat, None);
        let refused =
            |count| ban.is_some_and(|ban| ban.meaning_of_generals(count) == Generals::Refused);
        // A general may be refused in every lead, or only if the whole hand is led at once.
        let from = if refused(1) {
            hand.without_generals()
        } else {
            hand
        };
        let not_all = hand.generals() > 0 && refused(hand.len());
        let leads = self.table().within(from);
        leads.filter(move |lead| !(not_all && lead.pieces == hand))
    }

    /// The pieces that a follower may lay: any of these, as many as were led.
    pub fn follower_may_lay(&self, seat: Seat, led: Combination) -> Pieces {
        let hand = self.hands[seat];
        if self.generals_of_follower(seat, led) == Generals::Refused {
            hand.without_generals()
        } else {
            hand
        }
    }

    /// What a general in the follower's play would mean, if the hand has one.
    fn generals_of_follower(&self, seat: Seat, led: Combination) -> Generals {
        match self.ban(seat, Some(led)) {
            Some(ban) if ban.hand.generals() > 0 => ban.meaning_of_generals(led.pieces.len()),
            _ => Generals::Free,
        }
    }

    fn ask_lead(&self, seat: Seat) -> Ask {
        let plays: Vec<Pieces> = self.leads(seat).map(|lead| lead.pieces).collect();
        let powerless = self.powerless();
        let meaning = |lead: &Combination| match self.ban(seat, None) {
            Some(ban) => ban.meaning(lead.pieces),
            None if lead.pieces.generals() > 0 && lead.pieces.meets(powerless) => Generals::Refused,
            None => Generals::Free,
        };
        let meanings = self.table().within(self.hands[seat]).map(meaning);
        Ask::Play {
            trick: self.trick.number,
            lead: true,
            kind: None,
            count: None,
            // A refusal and a beheading cannot both occur, because only one of the options is in force.
            generals: meanings.fold(Generals::Free, Generals::stricter),
            plays: (plays.len() <= MAX_LISTED_PLAYS).then_some(plays),
        }
    }

    fn ask_follow(&self, seat: Seat, led: Combination) -> Ask {
        let count = led.pieces.len();
        Ask::Play {
            trick: self.trick.number,
            lead: false,
            kind: Some(led.kind),
            count: Some(count),
            generals: self.generals_of_follower(seat, led),
            plays: self.follower_may_lay(seat, led).choose(
                count,
                self.table().weakest_first(),
                MAX_LISTED_PLAYS,
            ),
        }
    }
}

impl Generals {
    fn stricter(self, other: Self) -> Self {
        match (self, other) {
            (Self::Free, other) => other,
            (this, _) => this,
        }
    }
}

impl Ask {
    /// A random choice before the first lead, drawn as the server draws it (`docs/FAIRNESS.md`).
    pub(crate) fn draw(&self, stream: &mut Stream) -> Action {
        let mut stack = |stacks: &[u8]| i64::from(stacks[stream.index(stacks.len())]);
        match self {
            Self::Reveal { stacks } => Action::Reveal {
                stack: stack(stacks),
            },
            Self::Take { stacks } => Action::Take {
                stack: stack(stacks),
            },
            Self::Expose { stacks } => Action::Expose {
                stack: stack(stacks),
            },
            Self::End { ends } => Action::End {
                end: ends[stream.index(ends.len())],
            },
            Self::Throw { signs, .. } => Action::Throw {
                sign: signs[stream.index(signs.len())],
            },
            &Self::Order { stacks } => {
                let mut order: Vec<i64> = (0..stacks.into()).collect();
                stream.shuffle(&mut order);
                Action::Order { stacks: order }
            }
            Self::Play { .. } | Self::TakeBack { .. } => {
                unreachable!("plays are no choices before the first lead")
            }
        }
    }
}

impl Pieces {
    /// All ways to choose `count` of these pieces, weakest first; none if there are more than `most`.
    pub(super) fn choose(
        self,
        count: u8,
        weakest_first: &[Piece],
        most: usize,
    ) -> Option<Vec<Self>> {
        let chosen: Vec<Self> = self.choices(count, weakest_first).take(most + 1).collect();
        (chosen.len() <= most).then_some(chosen)
    }

    /// All ways to choose `count` of these pieces, weakest first.
    pub(crate) fn choices(self, count: u8, weakest_first: &[Piece]) -> impl Iterator<Item = Self> {
        let mut kinds = [(Piece::ALL[0], 0); Piece::COUNT];
        let mut different = 0;
        for &piece in weakest_first.iter().rev().filter(|&&piece| self.has(piece)) {
            kinds[different] = (piece, self.count(piece));
            different += 1;
        }
        // Unfinished choices: the chosen pieces, how many are missing, and the next kind. The last one is continued first, so that
        // choices with fewer strong pieces are found first.
        let mut open = Vec::with_capacity(2 * Piece::COUNT);
        open.push((Self::EMPTY, count, 0));
        std::iter::from_fn(move || {
            while let Some((taken, missing, next)) = open.pop() {
                let Some(&(piece, held)) = kinds[..different].get(next) else {
                    if missing == 0 {
                        return Some(taken);
                    }
                    continue;
                };
                let weaker: u8 = kinds[next + 1..different]
                    .iter()
                    .map(|&(_, held)| held)
                    .sum();
                for some in (missing.saturating_sub(weaker)..=held.min(missing)).rev() {
                    open.push((taken.plus(Self::of(piece, some)), missing - some, next + 1));
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::tricks::games::Variant;

    fn check(hand: &str, count: u8, expected: Option<&[&str]>) {
        let hand: Pieces = hand.parse().expect("a test's pieces");
        let found = hand
            .choose(count, Variant::Giog.rules().combinations.weakest_first(), 6)
            .map(|plays| plays.iter().map(Pieces::to_string).collect::<Vec<_>>());
        let expected =
            expected.map(|plays| plays.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(found, expected, "{count} of {hand}");
    }

    #[test]
    fn choices_come_weakest_first_unless_there_are_too_many() {
        check("KPPp", 2, Some(&["Pp", "PP", "Kp", "KP"]));
        check("KPPp", 4, Some(&["KPPp"]));
        check("KPPp", 5, Some(&[]));
        check("KkAaEeRr", 1, None);
        check("AaEe", 2, Some(&["Ee", "ae", "aE", "Ae", "AE", "Aa"]));
    }
}
