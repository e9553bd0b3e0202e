//! Options of games of tiles and dice (`docs/TILES.md` §2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// No option at all.
    pub(crate) const NONE: Self = Self {
        rounds: None,
        length: None,
        min_faan: None,
        payment: None,
        flowers: None,
        dead_wall: None,
        bank: None,
        stock: None,
        limit: None,
        any_triple: None,
    };

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
}

/// How long a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MahjongLength")]
pub enum Length {
    /// The east round.
    Round,
    /// One hand.
    Hand,
    /// Four rounds.
    Full,
}

/// Who pays for a win by a discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MahjongPayment")]
pub enum Payment {
    /// The discarder pays twice, the others once.
    Shared,
    /// The discarder pays for all.
    Discarder,
}

/// Who is the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DiceBank")]
pub enum Bank {
    /// The house; no seat is the bank.
    House,
    /// Every seat in turn.
    Turns,
}
