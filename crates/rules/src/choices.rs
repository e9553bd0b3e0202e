//! What a seat may decide: legal choices, and the default.

use crate::position::{Open, Phase, Position};
use crate::ranking::Combination;
use crate::rows::Rows;
use crate::{
    Action, Ask, Deal, Decision, End, Generals, MAX_LISTED_PLAYS, Pieces, Seat, Sign, Stage,
};

impl Position {
    /// The part of the match that is being played.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Ordering | Phase::Taking => Stage::Ceremony,
            Phase::Play => Stage::Play,
            Phase::Over => Stage::Over,
        }
    }

    /// What the seat may decide now, with all that its player is told of it.
    pub fn decision(&self, deal: &Deal, seat: Seat) -> Option<Decision> {
        let open = self.open(seat)?;
        let ask = match open {
            Open::Reveal => Ask::Reveal {
                stacks: self.ordering.stacks(deal.rows(), seat).collect(),
            },
            Open::Take => Ask::Take {
                stacks: ends(deal.rows()).collect(),
            },
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
            Open::Reveal => {
                let stack = self.ordering.stacks(deal.rows(), seat).next()?;
                Some(Action::Reveal {
                    stack: stack.into(),
                })
            }
            Open::Take => ends(deal.rows()).next().map(|stack| Action::Take {
                stack: stack.into(),
            }),
            // Single pieces come first among the leads.
            Open::Lead => self.leads(seat).next().map(|lead| play(lead.pieces)),
            // The generals are the strongest, so that these have one only where none of the plays is without.
            Open::Follow(led) => Some(play(self.hands[seat].weakest(led.pieces.len()))),
            Open::TakeBack => None,
        }
    }

    /// The legal leads, weakest first.
    fn leads(&self, seat: Seat) -> impl Iterator<Item = &Combination> {
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
            Some(ban) if hand.generals() > 0 => {
                let strongest: Pieces = hand.iter().take(usize::from(count)).collect();
                ban.meaning(strongest)
            }
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

/// The stacks from which a taking may begin, ascending.
fn ends(rows: Rows) -> impl Iterator<Item = u8> {
    (0..rows.stacks()).filter(move |&stack| rows.inward(stack).is_some())
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
    /// The single choices before the first lead, in the order in which the server draws among them
    /// (`docs/FAIRNESS.md`); none for a question of play or of a whole order.
    pub(crate) fn ceremony_choices(&self) -> Vec<Action> {
        let each = |stacks: &[u8], action: fn(i64) -> Action| {
            stacks.iter().map(|&stack| action(stack.into())).collect()
        };
        match self {
            Self::Reveal { stacks } => each(stacks, |stack| Action::Reveal { stack }),
            Self::Take { stacks } => each(stacks, |stack| Action::Take { stack }),
            Self::Expose { stacks } => each(stacks, |stack| Action::Expose { stack }),
            Self::End { ends } => ends.iter().map(|&end: &End| Action::End { end }).collect(),
            Self::Throw { signs, .. } => signs
                .iter()
                .map(|&sign: &Sign| Action::Throw { sign })
                .collect(),
            Self::Order { .. } | Self::Play { .. } | Self::TakeBack { .. } => Vec::new(),
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
