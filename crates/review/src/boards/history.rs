//! A match on a board as one seat saw it, decision by decision.

use giog_rules::boards::{BoardAction, BoardOptions, BoardTerms, BoardView};
use giog_rules::record::{BadRecord, By, RULES_VERSION, Record};
use giog_rules::{Action, Decision, Match, Observer, Seat, Started, Terms, Verb, View};

use crate::WHOLE;

/// The kinds of actions on a board that reviews have.
const VERBS: [Verb; 5] = [
    Verb::Move,
    Verb::Drop,
    Verb::Flip,
    Verb::Place,
    Verb::Remove,
];

/// The decisions of a seat, and how the match ended. A decision is replayed when it is asked for, so that one at a time is kept.
pub struct History<'r> {
    record: &'r Record,
    seat: Seat,
    start: Match,
    /// What the seat did on the board where it had a choice, in order. What was taken back is none of it.
    pub moments: Vec<Moment>,
    /// The share of the win that it had, in ten-thousandths.
    pub share: i32,
}

/// When the seat did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    action: usize,
    ply: u32,
}

/// An action of the seat on the board.
pub struct Asked {
    /// The index of its action.
    pub action: usize,
    /// How many plies stood before it, of all seats: moves, drops, flips, and stones that were placed or removed.
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

impl<'r> History<'r> {
    /// Replays a record of a game on a board. An error if it cannot be replayed.
    pub fn of(record: &'r Record, seat: Seat) -> Result<Self, BadRecord> {
        if record.rules != RULES_VERSION {
            return Err(BadRecord::Rules(record.rules));
        }
        let terms = record.terms()?;
        let Started { game: start, .. } = Match::start(&terms, record.deal()?, None);
        // Who does not see the board is not told what is legal: that is seen on one that is open.
        let Started { mut game, .. } = Match::start(&seen(terms), record.deal()?, None);
        let mut moments = Vec::<Moment>::new();
        let mut ply = 0;
        for (action, taken) in record.actions.iter().enumerate() {
            let is_ply = is_on_board(&taken.action);
            if is_ply && taken.seat == seat && has_choice(&game, seat) {
                moments.push(Moment { action, ply });
            }
            game.act(taken.seat, &taken.action)
                .map_err(|code| BadRecord::Refused {
                    index: action,
                    code,
                })?;
            ply += u32::from(is_ply);
            if taken.action == Action::Board(BoardAction::AcceptTakeBack) {
                let standing = game.standing_on_board().unwrap_or_default();
                ply = u32::try_from(standing).unwrap_or(u32::MAX);
                moments.retain(|before| before.ply < ply);
            }
        }
        let result = game.result();
        let winners = result.winners().unwrap_or_default();
        // Who plays together wins together.
        let sides = game.sides();
        let won = |side: &&Vec<Seat>| side.iter().any(|one| winners.contains(one));
        let count = sides.iter().filter(won).count();
        let count = i32::try_from(count).unwrap_or(i32::MAX).max(1);
        let share = if winners.contains(&seat) {
            WHOLE / count
        } else {
            0
        };
        Ok(Self {
            record,
            seat,
            start,
            moments,
            share,
        })
    }

    /// Keeps so many of the moments, the first ones; returns how many more there were.
    pub fn cut(&mut self, most: usize) -> usize {
        let left_out = self.moments.len().saturating_sub(most);
        self.moments.truncate(most);
        left_out
    }

    /// The decisions at the moments, one after the other.
    pub fn decisions(&self) -> impl Iterator<Item = Asked> {
        let mut game = self.start.clone();
        let mut played = 0;
        self.moments.iter().filter_map(move |moment| {
            for taken in &self.record.actions[played..moment.action] {
                game.act(taken.seat, &taken.action).ok()?;
            }
            played = moment.action;
            let taken = &self.record.actions[played];
            let (View::Board(view), Action::Board(action)) =
                (game.view(Observer::Seat(self.seat)), &taken.action)
            else {
                return None;
            };
            Some(Asked {
                action: played,
                ply: moment.ply,
                by: taken.by,
                view,
                taken: action.clone(),
                game: game.clone(),
            })
        })
    }
}

fn is_on_board(action: &Action) -> bool {
    matches!(action, Action::Board(action) if action.is_on_board())
}

/// Whether the seat may do several things on the board, which it sees.
fn has_choice(game: &Match, seat: Seat) -> bool {
    let Some(Decision::Board(decision)) = game.decision(seat) else {
        return false;
    };
    let mut choices = decision.listed().filter(BoardAction::is_on_board);
    choices.nth(1).is_some()
}

/// The terms with the board seen.
fn seen(terms: Terms) -> Terms {
    let Terms::Board(of) = &terms else {
        return terms;
    };
    let options = BoardOptions {
        blindfold: None,
        ..of.options()
    };
    BoardTerms::new(of.variant(), of.seats(), options).map_or(terms, Terms::Board)
}

/// How many of these plies, one after the other on the board of a seat, can be played from here.
pub fn lawful(game: &Match, seat: Seat, plies: &[String]) -> usize {
    let mut game = game.clone();
    let board = game.part_of(seat);
    let played = plies
        .iter()
        .take_while(|ply| play(&mut game, board, ply).is_some());
    played.count()
}

/// Plays a ply on a board, which is written as decisions write it; none if it is illegal.
fn play(game: &mut Match, board: usize, ply: &str) -> Option<()> {
    let seat = game.waiting().find(|&seat| game.part_of(seat) == board)?;
    let mut actions = VERBS
        .into_iter()
        .filter_map(|verb| BoardAction::of(verb, ply));
    actions.find_map(|action| game.act(seat, &Action::Board(action)).ok().map(drop))
}
