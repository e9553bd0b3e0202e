//! The decisions that are open to a seat in a game of tiles or dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Claim, Stake, TilesAction};
use super::games::mahjong::Pending;
use crate::table::{ActionPage, MAX_LISTED_ACTIONS, May, Stage, Verb, is_false, page, place};

/// An open decision of a seat. It depends only on what the seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesDecision {
    /// The number of the decision among the seat's decisions in this match, from 0. After a take-back it is the same number again.
    pub decision: u32,
    /// Whether the match waits for it: always true.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The question, with the legal answers.
    #[serde(flatten)]
    pub ask: TilesAsk,
    /// The action that is taken when the seat's time runs out. It is always legal.
    pub default: Option<TilesAction>,
    /// Legal actions, ready to send. Left out unless they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<TilesAction>>,
    /// Whether more actions are legal than `actions` lists.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(with = "Option<bool>")]
    pub more_actions: bool,
}

/// The question of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TilesAsk {
    /// Pai gow: split four tiles into two hands.
    Split {
        /// The deal, from 0.
        deal: u16,
        /// The four tiles.
        tiles: String,
        /// The lower hands of all splits.
        choices: Vec<String>,
    },
    /// Dice: bet on the next throw. The description of the game lists the possible bets; the list of bets may be empty.
    Bet {
        /// The throw, from 0.
        deal: u16,
        /// The most points that all bets together may be worth.
        most: i64,
    },
    /// Mahjong, on one's turn: discard, declare a kong, or win.
    Choose {
        /// The hand, from 0.
        deal: u16,
        /// The legal actions, grouped by kind, with their tiles.
        may: Vec<May>,
    },
    /// Mahjong: claim a tile of another player, or pass. All others decide at the same time.
    Claim {
        /// The hand, from 0.
        deal: u16,
        /// The number of earlier tiles in this hand that could be claimed.
        window: u16,
        /// The tile, and the seat whose tile it is.
        pending: Pending,
        /// The legal claims; passing is always one.
        choices: Vec<Claim>,
    },
}

impl TilesDecision {
    /// Lists legal actions ready to send. Of bets, which can be combined at will, these are none at all, and one on each of `bets`, with
    /// one point and with the most.
    pub(super) fn list_actions<'a>(&mut self, bets: impl Iterator<Item = &'a str>) {
        let mut actions = self.choices();
        if let TilesAsk::Bet { most, .. } = self.ask {
            self.more_actions = most > 0;
            actions.extend(single_bets(most, bets));
        }
        self.more_actions |= actions.len() > MAX_LISTED_ACTIONS;
        actions.truncate(MAX_LISTED_ACTIONS);
        self.actions = Some(actions);
    }

    /// All legal actions from place `from` on. Of bets these are none, and single ones with each number of points.
    pub(super) fn actions_from<'a>(
        &self,
        bets: impl Iterator<Item = &'a str>,
        from: u64,
    ) -> ActionPage<TilesAction> {
        let choices = self.choices().into_iter();
        let TilesAsk::Bet { most, .. } = self.ask else {
            return page(choices.skip(place(from)), from);
        };
        let most = u64::try_from(most).unwrap_or(0);
        let bets: Vec<&str> = bets.collect();
        let singles = (from.max(1)..=most * bets.len() as u64).map(|number| {
            let (bet, points) = ((number - 1) / most, (number - 1) % most + 1);
            single_bet(bets[place(bet)], i64::try_from(points).unwrap_or(i64::MAX))
        });
        page(choices.skip(place(from)).chain(singles), from)
    }

    /// The legal actions of which the decision tells each; of bets only none at all.
    fn choices(&self) -> Vec<TilesAction> {
        match &self.ask {
            TilesAsk::Split { choices, .. } => {
                let low = choices.iter().cloned();
                low.map(|low| TilesAction::Split { low }).collect()
            }
            TilesAsk::Claim { choices, .. } => {
                let claims = choices.iter().cloned();
                claims.map(|claim| TilesAction::Claim { claim }).collect()
            }
            TilesAsk::Choose { may, .. } => may.iter().flat_map(in_turn).collect(),
            TilesAsk::Bet { .. } => vec![TilesAction::Bet { bets: Vec::new() }],
        }
    }
}

/// The actions of this kind, on one's turn in mahjong.
fn in_turn(kind: &May) -> Vec<TilesAction> {
    let tiles = || kind.choices.iter().flatten().cloned();
    match kind.verb {
        Verb::Discard => tiles().map(|tile| TilesAction::Discard { tile }).collect(),
        Verb::Kong => tiles().map(|tile| TilesAction::Kong { tile }).collect(),
        Verb::Win => vec![TilesAction::Win],
        _ => Vec::new(),
    }
}

/// Single bets with one point and with the most.
fn single_bets<'a>(
    most: i64,
    bets: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = TilesAction> {
    bets.flat_map(move |on| {
        let points = [Some(1), (most > 1).then_some(most)].into_iter().flatten();
        let points = points.filter(move |&points| points <= most);
        points.map(|points| single_bet(on, points))
    })
}

fn single_bet(on: &str, points: i64) -> TilesAction {
    let on = on.to_owned();
    TilesAction::Bet {
        bets: vec![Stake { on, points }],
    }
}
