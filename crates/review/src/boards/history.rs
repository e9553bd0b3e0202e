//! A match on a board as one seat saw it, decision by decision.

use giog_bots::appraisal::candidates;
use giog_rules::boards::{BoardAction, BoardView};
use giog_rules::record::{BadRecord, By, RULES_VERSION, Record};
use giog_rules::{Action, Match, Observer, Seat, Started, Verb, View};

use crate::WHOLE;

/// The kinds of actions on a board that reviews have.
const VERBS: [Verb; 2] = [Verb::Move, Verb::Flip];

/// The decisions of a seat, and how the match ended.
pub struct History {
    /// What the seat did on the board where it had a choice, in order. What was taken back is none of it.
    pub decisions: Vec<Asked>,
    /// The share of the win that it had, in ten-thousandths.
    pub share: i32,
}

/// An action of the seat on the board.
pub struct Asked {
    /// The index of its action.
    pub action: usize,
    /// How many plies stood before it.
    pub ply: u32,
    /// Who decided.
    pub by: By,
    /// What the seat saw.
    pub view: Box<BoardView>,
    /// What it did.
    pub taken: BoardAction,
    /// The match before it.
    pub game: Match,
}

impl History {
    /// Replays a record of a game on a board. An error if it cannot be replayed.
    pub fn of(record: &Record, seat: Seat) -> Result<Self, BadRecord> {
        if record.rules != RULES_VERSION {
            return Err(BadRecord::Rules(record.rules));
        }
        let Started { mut game, .. } = Match::start(&record.terms()?, record.deal()?, None);
        let mut decisions = Vec::<Asked>::new();
        for (index, taken) in record.actions.iter().enumerate() {
            if let Action::Board(action) = &taken.action
                && taken.seat == seat
                && action.is_on_board()
                && let View::Board(view) = game.view(Observer::Seat(seat))
                && candidates(&view, 0, 0, 2).is_some_and(|choices| choices.len() > 1)
            {
                decisions.push(Asked {
                    action: index,
                    ply: view.position.moves,
                    by: taken.by,
                    view,
                    taken: action.clone(),
                    game: game.clone(),
                });
            }
            game.act(taken.seat, &taken.action)
                .map_err(|code| BadRecord::Refused { index, code })?;
            if taken.action == Action::Board(BoardAction::AcceptTakeBack) {
                let View::Board(view) = game.view(Observer::Spectator) else {
                    continue;
                };
                decisions.retain(|asked| asked.ply < view.position.moves);
            }
        }
        let result = game.result();
        let winners = result.winners().unwrap_or_default();
        let count = i32::try_from(winners.len()).unwrap_or(i32::MAX).max(1);
        let share = if winners.contains(&seat) {
            WHOLE / count
        } else {
            0
        };
        Ok(Self { decisions, share })
    }
}

/// How many of these plies, one after the other, can be played from here.
pub fn lawful(game: &Match, plies: &[String]) -> usize {
    let mut game = game.clone();
    let played = plies
        .iter()
        .take_while(|ply| play(&mut game, ply).is_some());
    played.count()
}

/// Plays a ply, which is written as decisions write it; none if it is illegal.
fn play(game: &mut Match, ply: &str) -> Option<()> {
    let seat = game.waiting().next()?;
    let mut actions = VERBS
        .into_iter()
        .filter_map(|verb| BoardAction::of(verb, ply));
    actions.find_map(|action| game.act(seat, &Action::Board(action)).ok().map(drop))
}
