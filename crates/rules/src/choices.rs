//! What a seat may decide: legal choices, and the default.

use crate::fairness::Stream;
use crate::position::{Choice, Open, Phase, Position};
use crate::ranking::Combination;
use crate::{
    Action, Ask, Deal, Decision, End, Generals, MAX_LISTED_PLAYS, Pieces, Seat, Sign, Stage,
};

impl Position {
    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Ceremony(_) => Stage::Ceremony,
            Phase::Play => Stage::Play,
            Phase::Over => Stage::Over,
        }
    }

    /// What the seat may decide now, with all that its player is told of it.
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
        })
    }

    /// What is done for the seat when its time runs out (`docs/RULES.md` §3); none where nobody waits for it.
    pub fn default_action(&self, deal: &Deal, seat: Seat) -> Option<Action> {
        let play = |pieces: Pieces| Action::Play {
            pieces: pieces.to_string(),
        };
        match self.open(seat)? {
            Open::Choose(choice) => self.default_choice(deal, seat, choice),
            // Single pieces come first among the leads.
            Open::Lead => self.leads(seat).next().map(|lead| play(lead.pieces)),
            // The generals are the strongest, so that these have one only where none of the plays is without.
            Open::Follow(led) => Some(play(self.hands[seat].weakest(led.pieces.len()))),
            Open::TakeBack => None,
        }
    }

    /// The stacks that the seat may choose, ascending, where it chooses a stack.
    fn stacks(&self, deal: &Deal, seat: Seat, choice: Choice) -> Vec<u8> {
        let mut stacks = Vec::new();
        self.each_stack(deal, seat, choice, |stack| stacks.push(stack));
        stacks
    }

    /// Shows the stacks that the seat may choose, ascending.
    pub fn each_stack(&self, deal: &Deal, seat: Seat, choice: Choice, show: impl FnMut(u8)) {
        let arrangement = deal.arrangement();
        match (choice, self.first_stack) {
            (Choice::Reveal, _) => {
                let rows = arrangement.rows_of_seats();
                self.ordering.stacks(rows, seat).for_each(show);
            }
            (Choice::TakeEnd, _) => arrangement.rows_of_seats().ends().for_each(show),
            (Choice::TakeNeighbour, Some(first)) => {
                arrangement
                    .ring()
                    .neighbours(first)
                    .into_iter()
                    .for_each(show);
            }
            _ => (0..arrangement.ring().stacks()).for_each(show),
        }
    }

    fn ask_choice(&self, deal: &Deal, seat: Seat, choice: Choice) -> Ask {
        let stacks = || self.stacks(deal, seat, choice);
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
                ends: vec![End::Left, End::Right],
            },
            Choice::NameOrder => Ask::Order {
                stacks: deal.arrangement().ring().stacks(),
            },
        }
    }

    fn default_choice(&self, deal: &Deal, seat: Seat, choice: Choice) -> Option<Action> {
        let stack = || {
            let lowest = self.stacks(deal, seat, choice).first().copied();
            lowest.map(i64::from)
        };
        Some(match choice {
            Choice::Reveal => Action::Reveal { stack: stack()? },
            Choice::Expose => Action::Expose { stack: stack()? },
            Choice::TakeEnd | Choice::TakeAny | Choice::TakeNeighbour => {
                Action::Take { stack: stack()? }
            }
            Choice::Throw => Action::Throw {
                sign: Sign::ALL[(seat.index() + usize::from(self.throws.round)) % Sign::ALL.len()],
            },
            Choice::NameEnd => Action::End { end: End::Left },
            Choice::NameOrder => Action::Order {
                stacks: (0..deal.arrangement().ring().stacks().into()).collect(),
            },
        })
    }

    /// The legal leads, weakest first.
    pub fn leads(&self, seat: Seat) -> impl Iterator<Item = &Combination> {
        let ban = self.ban(seat, None);
        self.table()
            .within(self.hands[seat])
            .filter(move |lead| ban.is_none_or(|ban| ban.meaning(lead.pieces) != Generals::Refused))
    }

    fn ask_lead(&self, seat: Seat) -> Ask {
        let plays: Vec<Pieces> = self.leads(seat).map(|lead| lead.pieces).collect();
        let meanings =
            self.table()
                .within(self.hands[seat])
                .map(|lead| match self.ban(seat, None) {
                    Some(ban) => ban.meaning(lead.pieces),
                    None => Generals::Free,
                });
        Ask::Play {
            trick: self.trick.number,
            lead: true,
            kind: None,
            count: None,
            // Where a lead is refused, no other beheads: one option or the other is in force.
            generals: meanings.fold(Generals::Free, Generals::graver),
            plays: (plays.len() <= MAX_LISTED_PLAYS).then_some(plays),
        }
    }

    fn ask_follow(&self, seat: Seat, led: Combination) -> Ask {
        let (hand, count) = (self.hands[seat], led.pieces.len());
        let generals = match self.ban(seat, Some(led)) {
            Some(ban) if hand.generals() > 0 => ban.meaning_of_generals(count),
            _ => Generals::Free,
        };
        let from = if generals == Generals::Refused {
            hand.without_generals()
        } else {
            hand
        };
        Ask::Play {
            trick: self.trick.number,
            lead: false,
            kind: Some(led.kind),
            count: Some(count),
            generals,
            plays: from.choose(count, MAX_LISTED_PLAYS),
        }
    }
}

impl Generals {
    fn graver(self, other: Self) -> Self {
        match (self, other) {
            (Self::Free, other) => other,
            (this, _) => this,
        }
    }
}

impl Ask {
    /// One of the choices before the first lead, drawn as the server draws (`docs/FAIRNESS.md`).
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
    /// Every choice of `count` of these pieces, weakest first; none where there are more than `most`.
    fn choose(self, count: u8, most: usize) -> Option<Vec<Self>> {
        let kinds: Vec<_> = self.kinds().collect();
        let mut chosen = Vec::new();
        // Choices not yet finished: what is chosen, how many are missing, and the next kind to choose of. The last one
        // is gone on with first, so that those with fewer strong pieces are found first.
        let mut open = vec![(Self::EMPTY, count, 0)];
        while let Some((taken, missing, next)) = open.pop() {
            let Some(&(piece, held)) = kinds.get(next) else {
                if missing == 0 {
                    chosen.push(taken);
                }
                if chosen.len() > most {
                    return None;
                }
                continue;
            };
            let weaker: u8 = kinds[next + 1..].iter().map(|&(_, held)| held).sum();
            for some in (missing.saturating_sub(weaker)..=held.min(missing)).rev() {
                open.push((taken.plus(Self::of(piece, some)), missing - some, next + 1));
            }
        }
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hand: &str, count: u8, expected: Option<&[&str]>) {
        let hand: Pieces = hand.parse().expect("a test's pieces");
        let found = hand
            .choose(count, 6)
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
