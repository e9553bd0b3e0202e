//! Options and terms of games of tiles and dice (`docs/TILES.md` §2).

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::{Bank, Dice, DiceOptions};
use super::mahjong::{Length, Mahjong, MahjongOptions, Payment};
use super::pai_gow::PaiGow;
use super::{TilesGame, TilesVariant};

/// How often each seat of pai gow may be the banker.
const DEALS: RangeInclusive<u8> = 1..=10;
/// How many throws a dice match may have.
const THROWS: RangeInclusive<u8> = 1..=20;
/// The points that everybody may begin with in a dice game.
const STOCKS: RangeInclusive<u16> = 10..=1000;
/// The limits that bets in a round may have.
const LIMITS: RangeInclusive<u16> = 1..=1000;
/// The possible minimum values of a winning hand of mahjong, in faan.
const MIN_FAANS: [u8; 3] = [0, 1, 3];
/// How many tiles of mahjong may be left in the wall.
const DEAD_WALLS: [u8; 2] = [0, 14];

/// The options of all games of tiles and dice. In a match, all options of its game are present, and no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TilesOptions {
    /// Pai gow: how often each seat is the banker, 1 to 10. Dice: the number of throws, or with `bank: turns` the number for each seat;
    /// 1 to 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u8>,
    /// Mahjong: how long a match is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Mahjong: the minimum value of a winning hand in faan: 0, 1 or 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_faan: Option<u8>,
    /// Mahjong: who pays for a win by a discard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// Mahjong: whether flowers are played with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flowers: Option<bool>,
    /// Mahjong: how many tiles are never drawn: 0 or 14.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_wall: Option<u8>,
    /// Dice: who is the bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// Dice: the points everybody begins with, 10 to 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<u16>,
    /// Dice: the most points that a seat may bet in a round, 1 to 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u16>,
    /// Dice: whether chuck-a-luck has the bet `any-triple`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_triple: Option<bool>,
}

impl TilesOptions {
    /// The default options of a game.
    pub fn defaults(variant: TilesVariant) -> Self {
        let none = Self::default();
        match variant {
            TilesVariant::PaiGow => Self {
                rounds: Some(2),
                ..none
            },
            TilesVariant::Mahjong => Self {
                length: Some(Length::Round),
                min_faan: Some(3),
                payment: Some(Payment::Shared),
                flowers: Some(true),
                dead_wall: Some(0),
                ..none
            },
            TilesVariant::SicBo | TilesVariant::GrandHazard | TilesVariant::ChuckALuck => Self {
                rounds: Some(10),
                bank: Some(Bank::House),
                stock: Some(100),
                limit: Some(20),
                any_triple: Some(true),
                ..none
            },
        }
    }

    /// The least and the greatest value of an option that is a number in a range; none for other options.
    pub fn bounds(variant: TilesVariant, option: &str) -> Option<RangeInclusive<u16>> {
        let wide = |range: RangeInclusive<u8>| u16::from(*range.start())..=u16::from(*range.end());
        match option {
            "rounds" if variant == TilesVariant::PaiGow => Some(wide(DEALS)),
            "rounds" if variant.is_dice() => Some(wide(THROWS)),
            "stock" if variant.is_dice() => Some(STOCKS),
            "limit" if variant.is_dice() => Some(LIMITS),
            _ => None,
        }
    }

    /// The name of an option that is set, if any.
    pub(crate) fn given(self) -> Option<&'static str> {
        let Self {
            rounds,
            length,
            min_faan,
            payment,
            flowers,
            dead_wall,
            bank,
            stock,
            limit,
            any_triple,
        } = self;
        let all = [
            ("rounds", rounds.is_some()),
            ("length", length.is_some()),
            ("min_faan", min_faan.is_some()),
            ("payment", payment.is_some()),
            ("flowers", flowers.is_some()),
            ("dead_wall", dead_wall.is_some()),
            ("bank", bank.is_some()),
            ("stock", stock.is_some()),
            ("limit", limit.is_some()),
            ("any_triple", any_triple.is_some()),
        ];
        all.into_iter()
            .find_map(|(name, given)| given.then_some(name))
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

    /// A match at its beginning. `dice` is what each seat of mahjong threw.
    pub fn game(&self, dice: Vec<i64>) -> TilesGame {
        match self.variant.dice_game() {
            Some(game) => TilesGame::Dice(Dice::new(game, self.seats(), self.dice())),
            None if self.variant == TilesVariant::Mahjong => {
                let dice = dice.try_into().unwrap_or_default();
                TilesGame::Mahjong(Box::new(Mahjong::new(self.mahjong(), dice)))
            }
            None => TilesGame::PaiGow(PaiGow::new(self.seats(), self.rounds())),
        }
    }

    /// The option `rounds`: how often each seat is the banker, or the number of throws.
    fn rounds(&self) -> u8 {
        self.options.rounds.unwrap_or(*DEALS.start())
    }

    /// Whether mahjong is played with flowers.
    pub fn flowers(&self) -> bool {
        self.options.flowers == Some(true)
    }

    /// The points that everybody begins with.
    pub(super) fn stock(&self) -> u16 {
        self.options.stock.unwrap_or(0)
    }

    fn dice(&self) -> DiceOptions {
        DiceOptions {
            bank: self.options.bank.unwrap_or(Bank::House),
            rounds: self.rounds(),
            stock: self.stock(),
            limit: self.options.limit.unwrap_or(*LIMITS.start()),
            any_triple: self.options.any_triple == Some(true),
        }
    }

    fn mahjong(&self) -> MahjongOptions {
        MahjongOptions {
            length: self.options.length.unwrap_or(Length::Round),
            min_faan: self.options.min_faan.unwrap_or(0),
            payment: self.options.payment.unwrap_or(Payment::Shared),
            flowers: self.flowers(),
            dead_wall: self.options.dead_wall.unwrap_or(0).into(),
        }
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
