//! Xiangqi and supply chess: a search of the seat's own board. What an action in supply chess is worth, a search of the other one says, too.
//!
//! The moves of the match are public, also to players who do not see the board. They are replayed from the start, so that repetitions
//! are known.

mod exchange;
mod insight;
mod position;
mod search;
mod team;
mod worth;

use giog_rules::boards::search::{GRID, Kind};
use giog_rules::boards::{
    BoardAction, BoardGame, BoardMatch, BoardVariant, BoardView, CheckRule, GameFields, Ply,
    SeenFields, SupplyChess, Xiangqi, XiangqiOptions,
};
use giog_rules::{Piece, Seat};

use self::position::{Position, Step};
pub use self::search::Manner;
use self::search::{Outcome, Search};
use super::worth::Worth;

/// The best step found with this number of searched positions; none if the view is of another game.
pub fn think(view: &BoardView, manner: Manner, seed: u64, nodes: u32) -> Option<BoardAction> {
    let you = view.you?;
    let replayed = Replayed::of(view)?;
    let position = replayed.boards[view.variant.board_of(you)].clone();
    let end = |step| replayed.end(you, &action(step));
    Search::new(position, manner, nodes)
        .best(seed, &[], end)
        .map(action)
}

/// The steps that look best to keen searches, one for each of these numbers of positions, the best first; fewer if there are not so many.
pub fn candidates(view: &BoardView, seed: u64, nodes: &[u32]) -> Option<Vec<BoardAction>> {
    let you = view.you?;
    let replayed = Replayed::of(view)?;
    let position = &replayed.boards[view.variant.board_of(you)];
    let end = |step| replayed.end(you, &action(step));
    let mut found = Vec::new();
    for &nodes in nodes {
        let search = Search::new(position.clone(), Manner::Keen, nodes);
        found.extend(search.best(seed, &found, end));
    }
    Some(found.into_iter().map(action).collect())
}

/// What an action is worth to the seat that takes it, by a keen search of the position after it, and how both sides go on; none if it is
/// illegal.
pub fn appraise(
    view: &BoardView,
    taken: &BoardAction,
    seed: u64,
    nodes: u32,
) -> Option<(Worth, Vec<BoardAction>)> {
    let you = view.you?;
    let mut replayed = Replayed::of(view)?;
    let legal = replayed.game.choices(you).contains(taken);
    let text = legal.then(|| taken.typed())?;
    if let Some(end) = replayed.end(you, taken) {
        return Some((end.into(), Vec::new()));
    }
    replayed.play(you, &text)?;
    let here = view.variant.board_of(you);
    let (own, line) = replayed.search(here, you, seed, nodes)?;
    let score = match view.variant.boards() {
        1 => own,
        _ => team::score(
            own,
            replayed.search(1 - here, you, seed, nodes / team::FEWER)?.0,
        ),
    };
    let line = line.into_iter().map(action).collect();
    Some((Worth::Score(score), line))
}

impl From<Outcome> for Worth {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won => Self::Won,
            Outcome::Drawn => Self::Drawn,
            Outcome::Lost => Self::Lost,
        }
    }
}

/// A match that is replayed twice: by the rules, and on the boards that are searched.
struct Replayed {
    variant: BoardVariant,
    game: BoardMatch,
    boards: [Position; 2],
}

impl Replayed {
    fn of(view: &BoardView) -> Option<Self> {
        let check = view.options.check?;
        let mut replayed = Self {
            variant: view.variant,
            game: BoardMatch::new(game(view, check)?),
            boards: [Position::start(check), Position::start(check)],
        };
        let plies = match &view.position.fields {
            SeenFields::Open(GameFields::Chess { notation, .. })
            | SeenFields::Blindfold { notation, .. } => notation,
            SeenFields::Open(_) => return None,
        };
        for ply in plies {
            let (Ply::Noted(seat, text, ..) | Ply::Plain(seat, text)) = ply;
            replayed.play(*seat, text)?;
        }
        Some(replayed)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Option<()> {
        let step = step(text)?;
        self.game.act(seat, &action(step)).ok()?;
        let board = self.variant.board_of(seat);
        let taken = self.boards[board].taken(step);
        let _ = self.boards[board].make(step);
        if self.variant.boards() == 2
            && let Some(taken) = taken.filter(|&taken| Kind::of(taken) != Kind::General)
        {
            self.boards[1 - board].supply(taken, 1);
        }
        Some(())
    }

    /// What a keen search of a board says for the side of a seat, which need not be asked there, and how both sides go on.
    fn search(&self, board: usize, seat: Seat, seed: u64, nodes: u32) -> Option<(i32, Vec<Step>)> {
        let mut asked = self.game.asked().into_iter();
        let asked = asked.find(|&asked| self.variant.board_of(asked) == board)?;
        let end = |step| self.end(asked, &action(step));
        let search = Search::new(self.boards[board].clone(), Manner::Keen, nodes);
        let (score, line) = search.line(seed, end)?;
        let is_own = self
            .game
            .sides()
            .iter()
            .any(|side| side.contains(&asked) && side.contains(&seat));
        Some((if is_own { score } else { -score }, line))
    }

    /// How an action of a seat ends the match; none if the match goes on or the action is illegal.
    fn end(&self, seat: Seat, action: &BoardAction) -> Option<Outcome> {
        let mut after = self.game.clone();
        after.act(seat, action).ok()?;
        let winners = &after.ending()?.winners;
        Some(match winners.len() == after.seats() {
            true => Outcome::Drawn,
            false if winners.contains(&seat) => Outcome::Won,
            false => Outcome::Lost,
        })
    }
}

fn game(view: &BoardView, check: CheckRule) -> Option<BoardGame> {
    let on_time = view.options.on_time?;
    match view.variant {
        BoardVariant::Xiangqi => {
            let options = XiangqiOptions {
                on_time,
                check,
                blindfold: false,
            };
            let game = Xiangqi::new(None, view.first?, options).ok()?;
            Some(game.into())
        }
        BoardVariant::SupplyChess => {
            let game = SupplyChess::new(None, on_time, check).ok()?;
            Some(game.into())
        }
        _ => None,
    }
}

/// Reads a step in the notation of records.
fn step(text: &str) -> Option<Step> {
    if let Some((piece, to)) = text.split_once('@') {
        let mut letters = piece.chars();
        let piece = Piece::from_code(letters.next()?)?;
        let to = GRID.point(to)?.into();
        return Some(Step::Drop { piece, to });
    }
    let (from, to) = GRID.points(text)?;
    Some(Step::Move {
        from: from.into(),
        to: to.into(),
    })
}

fn action(step: Step) -> BoardAction {
    match step {
        Step::Move { from, to } => BoardAction::Move {
            points: GRID.move_text(from.into(), to.into()),
        },
        Step::Drop { piece, to } => BoardAction::Drop {
            piece: piece.code().to_string(),
            to: GRID.text(to.into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::Observer;
    use giog_rules::boards::{BoardDeal, BoardOptions, BoardTable, BoardTerms};

    use super::*;

    fn seen_by(game: &BoardTable, seat: u8) -> BoardView {
        game.view(Observer::Seat(Seat::new(seat.into())))
    }

    #[test]
    fn what_is_captured_counts_on_the_partners_board_for_the_team() {
        let variant = BoardVariant::SupplyChess;
        let terms = BoardTerms::new(variant, 4, BoardOptions::default()).expect("terms");
        let deal = BoardDeal::from_record(&terms, None, Vec::new()).expect("a deal");
        let (mut game, _) = BoardTable::start(&terms, deal);
        for (seat, points) in [(0, "h2e2"), (1, "a9a8"), (0, "e2e6")] {
            let before = Replayed::of(&seen_by(&game, 0)).expect("it is replayed");
            let points = points.to_owned();
            let taken = BoardAction::Move { points };
            game.act(Seat::new(seat), &taken).expect("it is legal");
            let after = Replayed::of(&seen_by(&game, 0)).expect("it is replayed");
            let more = |replayed: &Replayed| {
                let found = replayed
                    .search(1, Seat::new(0), 1, 400)
                    .expect("it goes on");
                let (other, _) = replayed
                    .search(1, Seat::new(1), 1, 400)
                    .expect("it goes on");
                assert_eq!(found.0, -other, "one team's is the other's lack");
                found.0
            };
            let gained = more(&after) - more(&before);
            // The partner may drop a soldier.
            let captures = taken.typed() == "e2e6";
            assert_eq!(gained > 40, captures, "{gained}");
            assert_eq!(gained == 0, !captures, "{gained}");
        }
    }
}
