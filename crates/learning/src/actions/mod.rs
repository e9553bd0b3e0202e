//! The canonical list of the actions of each game (`docs/ENCODING.md`).

mod bets;
mod hands;
mod mahjong;
mod plays;
mod points;
mod splits;

use giog_rules::{Action, Decision, Terms, Variant, VariantInfo, View};

use bets::Bets;
use mahjong::MahjongActions;
use plays::Plays;
use points::Points;
use splits::Splits;

/// The actions of a game, each with its index.
#[derive(Debug)]
pub enum Actions {
    /// In trick games.
    Plays(Box<Plays>),
    /// On boards.
    Points(Box<Points>),
    /// In mahjong.
    Mahjong(MahjongActions),
    /// In pai gow.
    Splits(Splits),
    /// In games of dice.
    Bets(Bets),
}

impl Actions {
    /// Those of a game.
    pub fn new(terms: &Terms) -> Self {
        let variant = terms.variant();
        match variant.describe() {
            VariantInfo::Tricks(info) => Self::Plays(Box::new(Plays::new(&info, terms.seats()))),
            VariantInfo::Board(_) => Self::Points(Box::new(Points::new(terms))),
            VariantInfo::Tiles(info) if !info.bets.is_empty() => Self::Bets(Bets::new(&info)),
            VariantInfo::Tiles(_) if variant == Variant::from(MahjongActions::GAME) => {
                Self::Mahjong(MahjongActions::new())
            }
            VariantInfo::Tiles(_) => Self::Splits(Splits::new()),
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Plays(plays) => plays.count(),
            Self::Points(points) => points.count(),
            Self::Mahjong(mahjong) => mahjong.count(),
            Self::Splits(splits) => splits.count(),
            Self::Bets(bets) => bets.count(),
        }
    }

    /// The index of an action, as an answer to a decision.
    pub fn index(&self, action: &Action, decision: &Decision) -> Option<u32> {
        match (self, action, decision) {
            (Self::Plays(plays), Action::Tricks(action), _) => plays.index(action),
            (Self::Points(points), Action::Board(action), _) => points.index(action),
            (Self::Mahjong(mahjong), Action::Tiles(action), _) => mahjong.index(action),
            (Self::Splits(splits), Action::Tiles(action), _) => splits.index(action),
            (Self::Bets(bets), Action::Tiles(action), Decision::Tiles(decision)) => {
                bets.index(action, &decision.ask)
            }
            _ => None,
        }
    }

    /// The action with an index, as an answer to a decision.
    pub fn action(&self, index: u32, decision: &Decision) -> Option<Action> {
        match (self, decision) {
            (Self::Plays(plays), _) => plays.action(index).map(Action::from),
            (Self::Points(points), _) => points.action(index).map(Action::from),
            (Self::Mahjong(mahjong), _) => mahjong.action(index).map(Action::from),
            (Self::Splits(splits), _) => splits.action(index).map(Action::from),
            (Self::Bets(bets), Decision::Tiles(decision)) => {
                bets.action(index, &decision.ask).map(Action::from)
            }
            (Self::Bets(_), _) => None,
        }
    }

    /// Adds the indices of all legal actions.
    pub fn legal(&self, view: &View, decision: &Decision, legal: &mut Vec<u32>) {
        match (self, decision) {
            (Self::Plays(plays), Decision::Tricks(decision)) => {
                let hand = view.tricks().and_then(|view| view.hand);
                plays.legal(hand.unwrap_or_default(), decision, legal);
            }
            (Self::Points(points), Decision::Board(decision)) => {
                legal.extend(decision.listed().filter_map(|action| points.index(&action)));
            }
            (_, decision) => {
                let actions = decision.actions().unwrap_or_default();
                let indices = actions
                    .iter()
                    .filter_map(|action| self.index(action, decision));
                legal.extend(indices);
            }
        }
    }
}
