//! What is known of the games of the family: their terms and their description.

mod info;
mod terms;

use std::cmp::Ordering;
use std::str::FromStr;

pub use info::{PieceInfo, VariantInfo};
pub use terms::{BadTerms, Ceremony, Terms};

use super::games::Variant;
use super::pieces::{CombinationType, Piece, Pieces};
use super::rules::{Goal, Options, Order, Reveal, Rules, Ties, TurnOrder};
use crate::table::Seat;

/// The text is not the id of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{0}`")]
pub struct NoSuchVariant(String);

impl Variant {
    /// The default options.
    pub fn default_options(self) -> Options {
        self.definition().default_options
    }

    /// Whether generals are banned in the first and the last trick (`docs/RULES.md` §4).
    pub fn bans_generals(self) -> bool {
        self.rules().bans_generals()
    }

    /// The kinds of pieces in the game's order of strength, weakest first.
    pub fn weakest_first(self) -> &'static [Piece] {
        self.rules().combinations.weakest_first()
    }

    /// The order of turns.
    pub fn turn_order(self) -> TurnOrder {
        self.rules().turn_order
    }

    /// The seats in the order in which their plays count in a trick that this one leads; `seats` is the order of the players.
    pub fn led_by(self, seats: &[Seat], leader: Seat) -> Vec<Seat> {
        let order = Order::of_seats(self.turn_order(), seats);
        order.led_by(leader).collect()
    }

    /// Who wins the trick if the highest plays are equal.
    pub fn ties(self) -> Ties {
        self.rules().ties
    }

    /// Whether plays are laid in turn, face up if they are at least as high as the best so far.
    pub fn lays_in_turn(self) -> bool {
        self.rules().reveal == Reveal::AsLaid
    }

    /// How the winner is found.
    pub fn goal(self) -> Goal {
        self.rules().goal
    }

    /// How high a play is beside another one that it may beat; none if they do not compete, or neither is as high as the other.
    pub fn compare(self, play: Pieces, other: Pieces) -> Option<Ordering> {
        let table = &self.rules().combinations;
        let (play, other) = (table.find(play)?, table.find(other)?);
        let compete = play.kind == other.kind && play.suit == other.suit;
        compete.then(|| play.rank.partial_cmp(&other.rank))?
    }

    /// The type of a combination; none if these pieces are none.
    pub fn type_of(self, play: Pieces) -> Option<CombinationType> {
        let found = self.rules().combinations.find(play);
        found.map(|combination| combination.kind)
    }

    /// All combinations in a hand: those with few pieces first, and the weakest first within a type.
    pub fn combinations(self, hand: Pieces) -> impl Iterator<Item = Pieces> {
        let held = self.rules().combinations.within(hand);
        held.map(|combination| combination.pieces)
    }

    /// The kinds of pieces that cannot win a trick, and may not be led in it.
    pub fn powerless(self, trick: u8) -> Pieces {
        self.rules().powerless(trick)
    }

    /// The pieces that are used with so many players.
    pub fn set(self, seats: usize) -> Pieces {
        (self.rules().set)(seats)
    }

    /// The rules of the variant, as data for the shared code.
    pub(crate) fn rules(self) -> &'static Rules {
        self.definition().rules
    }

    /// The description for clients.
    pub fn describe(self) -> VariantInfo {
        VariantInfo::of(self)
    }
}

impl FromStr for Variant {
    type Err = NoSuchVariant;

    fn from_str(id: &str) -> Result<Self, NoSuchVariant> {
        Self::from_id(id).ok_or_else(|| NoSuchVariant(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_json_says() {
        for variant in Variant::ALL {
            assert_eq!(
                serde_json::to_value(variant).ok(),
                Some(variant.id().into())
            );
            assert_eq!(variant.id().parse(), Ok(variant));
        }
        assert_eq!(
            "xiangqi".parse::<Variant>(),
            Err(NoSuchVariant("xiangqi".to_owned()))
        );
    }

    #[test]
    fn a_description_offers_options_as_they_are_written() {
        for variant in Variant::ALL {
            let info = variant.describe();
            let defaults = serde_json::to_value(info.default_options).expect("options are JSON");
            for option in &info.options {
                assert_eq!(defaults[&option.id], serde_json::json!(option.default));
                for choice in &option.choices {
                    let input = serde_json::json!({ option.id.as_str(): choice.value });
                    assert!(
                        serde_json::from_value::<crate::families::tricks::rules::OptionsInput>(
                            input
                        )
                        .is_ok(),
                        "{choice:?}"
                    );
                }
            }
            for (index, seats) in variant.players().enumerate() {
                let of_kinds = info.kinds.iter().map(|kind| kind.counts[index]);
                assert_eq!(of_kinds.sum::<u8>(), info.pieces[index]);
                assert!(usize::from(info.hand_sizes[index]) * seats <= info.pieces[index].into());
            }
        }
    }

    #[test]
    fn a_description_ranks_every_combination_with_its_number_of_pieces() {
        for variant in Variant::ALL {
            for combination in variant.describe().combinations {
                let counts = combination
                    .ranking
                    .iter()
                    .flatten()
                    .map(|pieces| pieces.len());
                assert!(
                    counts.into_iter().all(|count| count == combination.count),
                    "{combination:?}"
                );
                let table = &variant.rules().combinations;
                let of_type = |pieces| {
                    table
                        .find(pieces)
                        .is_some_and(|found| found.kind == combination.kind)
                };
                assert!(combination.ranking.iter().flatten().copied().all(of_type));
            }
        }
    }
}
