//! Options and terms of games of tiles and dice (`docs/TILES.md` §2).

use std::ops::RangeInclusive;

use super::games::{Setup, TilesGame, TilesVariant};
use super::options::TilesOptions;

/// The points that everybody may begin with in a dice game.
const STOCKS: RangeInclusive<u16> = 10..=1000;
/// The limits that bets in a round may have.
const LIMITS: RangeInclusive<u16> = 1..=1000;
/// The possible minimum values of a winning hand of mahjong, in faan.
const MIN_FAANS: [u8; 3] = [0, 1, 3];
/// How many tiles of mahjong may be left in the wall.
const DEAD_WALLS: [u8; 2] = [0, 14];

impl TilesOptions {
    /// The default options of a game.
    pub fn defaults(variant: TilesVariant) -> Self {
        variant.definition().options
    }

    /// The least and the greatest value of an option that is a number in a range; none for other options.
    pub fn bounds(variant: TilesVariant, option: &str) -> Option<RangeInclusive<u16>> {
        let game = variant.definition();
        match option {
            "rounds" => game.rounds.as_ref().map(|rounds| 1..=rounds.most.into()),
            "stock" => game.options.stock.map(|_| STOCKS),
            "limit" => game.options.limit.map(|_| LIMITS),
            _ => None,
        }
    }

    /// The options in force, with defaults for those that are not set.
    fn resolve(self, variant: TilesVariant) -> Result<Self, BadTilesTerms> {
        fn decide<T>(
            option: &'static str,
            asked: Option<T>,
            default: Option<T>,
        ) -> Result<Option<T>, &'static str> {
            match (asked, default) {
                (Some(_), None) => Err(option),
                (asked, default) => Ok(asked.or(default)),
            }
        }
        let defaults = Self::defaults(variant);
        let decided = || -> Result<Self, &'static str> {
            Ok(Self {
                rounds: decide("rounds", self.rounds, defaults.rounds)?,
                length: decide("length", self.length, defaults.length)?,
                min_faan: decide("min_faan", self.min_faan, defaults.min_faan)?,
                payment: decide("payment", self.payment, defaults.payment)?,
                flowers: decide("flowers", self.flowers, defaults.flowers)?,
                dead_wall: decide("dead_wall", self.dead_wall, defaults.dead_wall)?,
                bank: decide("bank", self.bank, defaults.bank)?,
                stock: decide("stock", self.stock, defaults.stock)?,
                limit: decide("limit", self.limit, defaults.limit)?,
                any_triple: decide("any_triple", self.any_triple, defaults.any_triple)?,
            })
        };
        let decided = decided().map_err(|option| BadTilesTerms::Option { variant, option })?;
        let within = |option, number: Option<u16>| {
            let bounds = Self::bounds(variant, option);
            number.is_none_or(|number| bounds.is_some_and(|bounds| bounds.contains(&number)))
        };
        let one_of = |allowed: &[u8], number: Option<u8>| {
            number.is_none_or(|number| allowed.contains(&number))
        };
        let allowed = [
            ("rounds", within("rounds", decided.rounds.map(u16::from))),
            ("min_faan", one_of(&MIN_FAANS, decided.min_faan)),
            ("dead_wall", one_of(&DEAD_WALLS, decided.dead_wall)),
            ("stock", within("stock", decided.stock)),
            ("limit", within("limit", decided.limit)),
        ];
        if let Some((option, _)) = allowed.into_iter().find(|(_, allowed)| !allowed) {
            return Err(BadTilesTerms::Value { variant, option });
        }
        Ok(decided)
    }
}

/// The terms of a match of tiles or dice. A value proves that the game can be played so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TilesTerms {
    variant: TilesVariant,
    seats: u8,
    options: TilesOptions,
}

/// No match of tiles or dice can be played by such terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTilesTerms {
    /// The game cannot be played by this number of players.
    #[error("{variant} is for {} to {} players, not for {seats}", .variant.players().start(), .variant.players().end())]
    Seats {
        /// The game.
        variant: TilesVariant,
        /// The requested number of players.
        seats: usize,
    },
    /// The game has no such option.
    #[error("{variant} has no option `{option}`")]
    Option {
        /// The game.
        variant: TilesVariant,
        /// The option.
        option: &'static str,
    },
    /// The option cannot have that value.
    #[error("the option `{option}` of {variant} has a value that is not allowed")]
    Value {
        /// The game.
        variant: TilesVariant,
        /// The option.
        option: &'static str,
    },
}

impl TilesTerms {
    /// The terms, or why the game cannot be played so.
    pub fn new(
        variant: TilesVariant,
        seats: usize,
        options: TilesOptions,
    ) -> Result<Self, BadTilesTerms> {
        let number = u8::try_from(seats)
            .ok()
            .filter(|_| variant.players().contains(&seats))
            .ok_or(BadTilesTerms::Seats { variant, seats })?;
        Ok(Self {
            variant,
            seats: number,
            options: options.resolve(variant)?,
        })
    }

    /// The game.
    pub const fn variant(&self) -> TilesVariant {
        self.variant
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The options in force.
    pub const fn options(&self) -> TilesOptions {
        self.options
    }

    /// A match at its beginning. `dice` is what each seat threw for the first deal; empty in games in which nobody does.
    pub fn game(&self, dice: Vec<i64>) -> TilesGame {
        (self.variant.definition().begin)(&Setup {
            seats: self.seats(),
            options: self.options,
            dice,
        })
    }

    /// Whether mahjong is played with flowers.
    pub fn flowers(&self) -> bool {
        self.options.flowers == Some(true)
    }

    /// The points that everybody begins with.
    pub(super) fn stock(&self) -> u16 {
        self.options.stock.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(variant: TilesVariant, options: TilesOptions) -> Result<TilesTerms, BadTilesTerms> {
        TilesTerms::new(variant, *variant.players().start(), options)
    }

    #[test]
    fn a_game_has_its_own_options_and_no_others() {
        for variant in TilesVariant::ALL {
            let terms = terms(variant, TilesOptions::default()).expect("the usual terms");
            assert_eq!(terms.options(), TilesOptions::defaults(variant));
        }
        let stock = TilesOptions {
            stock: Some(100),
            ..TilesOptions::default()
        };
        let refused = terms(TilesVariant::PaiGow, stock).map_err(|error| error.to_string());
        assert_eq!(
            refused.err().as_deref(),
            Some("pai-gow has no option `stock`")
        );
    }

    #[test]
    fn a_number_lies_within_its_range() {
        let rounds = |rounds| TilesOptions {
            rounds: Some(rounds),
            ..TilesOptions::default()
        };
        for (variant, number, allowed) in [
            (TilesVariant::PaiGow, 10, true),
            (TilesVariant::PaiGow, 11, false),
            (TilesVariant::SicBo, 20, true),
            (TilesVariant::SicBo, 0, false),
        ] {
            assert_eq!(
                terms(variant, rounds(number)).is_ok(),
                allowed,
                "{variant} {number}"
            );
        }
        let faan = TilesOptions {
            min_faan: Some(2),
            ..TilesOptions::default()
        };
        assert!(terms(TilesVariant::Mahjong, faan).is_err());
    }
}
