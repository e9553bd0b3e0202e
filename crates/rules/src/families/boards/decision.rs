//! The decisions that are open to a seat in a game on a board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardAction, OnTime};
use crate::table::{MAX_LISTED_ACTIONS, May, Stage, Verb, is_false};

/// An open decision of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardDecision {
    /// The number of the decision among the seat's decisions in this match, from 0.
    pub decision: u32,
    /// Whether the match waits for it: always true.
    pub must: bool,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The kind of decision that is open.
    #[serde(rename = "do")]
    pub ask: Choose,
    /// The legal actions, grouped by kind.
    pub may: Vec<May>,
    /// The action that is taken when the seat's time runs out. Null if it loses then, and for players who do not see the board.
    pub default: Option<BoardAction>,
    /// What happens when the seat's time runs out: it loses, or the default is taken.
    pub on_time: OnTime,
    /// Legal actions, ready to send. Left out unless they were asked for, and for players who do not see the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<BoardAction>>,
    /// Whether more actions are legal than `actions` lists.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(with = "Option<bool>")]
    pub more_actions: bool,
}

/// One of several kinds of action is to be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choose {
    /// Choose one of the kinds in `may`.
    #[default]
    Choose,
}

/// These actions, grouped by kind in the order in which kinds first occur, with the arguments of each.
pub(super) fn kinds_of(actions: &[BoardAction]) -> Vec<May> {
    let mut kinds: Vec<May> = Vec::new();
    for action in actions {
        let verb = action.verb();
        let known = kinds.iter().position(|kind| kind.verb == verb);
        let index = known.unwrap_or_else(|| {
            kinds.push(May::plain(verb));
            kinds.len() - 1
        });
        kinds[index]
            .choices
            .get_or_insert_default()
            .extend(action.argument());
    }
    kinds
}

impl BoardDecision {
    /// Lists the legal actions ready to send, unless they are hidden from the player.
    pub(super) fn list_actions(&mut self) {
        if self.may.iter().any(|kind| kind.choices.is_none()) {
            return;
        }
        let mut actions: Vec<BoardAction> = self.listed().take(MAX_LISTED_ACTIONS + 1).collect();
        self.more_actions = actions.len() > MAX_LISTED_ACTIONS;
        actions.truncate(MAX_LISTED_ACTIONS);
        self.actions = Some(actions);
    }

    /// The actions that the decision lists.
    pub fn listed(&self) -> impl Iterator<Item = BoardAction> {
        self.may.iter().flat_map(|kind| {
            let choices = kind.choices.iter().flatten();
            choices.filter_map(|choice| BoardAction::of(kind.verb, choice))
        })
    }
}

impl BoardAction {
    /// Its kind.
    pub const fn verb(&self) -> Verb {
        match self {
            Self::Move { .. } => Verb::Move,
            Self::Drop { .. } => Verb::Drop,
            Self::Flip { .. } => Verb::Flip,
            Self::Place { .. } => Verb::Place,
            Self::Remove { .. } => Verb::Remove,
            Self::Ally { .. } => Verb::Ally,
            Self::Resign => Verb::Resign,
            Self::OfferDraw => Verb::OfferDraw,
            Self::AcceptDraw => Verb::AcceptDraw,
            Self::DeclineDraw => Verb::DeclineDraw,
            Self::ProposeTakeBack => Verb::ProposeTakeBack,
            Self::AcceptTakeBack => Verb::AcceptTakeBack,
            Self::DeclineTakeBack => Verb::DeclineTakeBack,
            Self::TimeOut => Verb::TimeOut,
        }
    }

    /// What a player types in a terminal for this action: its argument, or its kind if it has none.
    pub fn typed(&self) -> String {
        let kind = match self {
            Self::OfferDraw => "draw",
            Self::AcceptDraw => "accept",
            Self::DeclineDraw => "decline",
            Self::ProposeTakeBack => "undo",
            Self::AcceptTakeBack => "accept undo",
            Self::DeclineTakeBack => "decline undo",
            Self::TimeOut => "time out",
            _ => "resign",
        };
        self.argument().unwrap_or_else(|| kind.to_owned())
    }

    /// Its argument, as in decisions.
    fn argument(&self) -> Option<String> {
        match self {
            Self::Move { points } => Some(points.clone()),
            Self::Drop { piece, to } => Some(format!("{piece}@{to}")),
            Self::Flip { at } | Self::Place { at } | Self::Remove { at } => Some(at.clone()),
            Self::Ally { state } => Some(state.clone()),
            Self::Resign
            | Self::OfferDraw
            | Self::AcceptDraw
            | Self::DeclineDraw
            | Self::ProposeTakeBack
            | Self::AcceptTakeBack
            | Self::DeclineTakeBack
            | Self::TimeOut => None,
        }
    }

    /// The action of a kind with an argument as in decisions; none if they do not fit together.
    pub fn of(verb: Verb, argument: &str) -> Option<Self> {
        let text = || argument.to_owned();
        Some(match verb {
            Verb::Move => Self::Move { points: text() },
            Verb::Drop => {
                let (piece, to) = argument.split_once('@')?;
                Self::Drop {
                    piece: piece.to_owned(),
                    to: to.to_owned(),
                }
            }
            Verb::Flip => Self::Flip { at: text() },
            Verb::Place => Self::Place { at: text() },
            Verb::Remove => Self::Remove { at: text() },
            Verb::Ally => Self::Ally { state: text() },
            Verb::Resign
            | Verb::OfferDraw
            | Verb::AcceptDraw
            | Verb::DeclineDraw
            | Verb::ProposeTakeBack
            | Verb::AcceptTakeBack
            | Verb::DeclineTakeBack
            | Verb::TimeOut
            | Verb::TakeBack
            | Verb::Discard
            | Verb::Kong
            | Verb::Win => return None,
        })
    }
}
