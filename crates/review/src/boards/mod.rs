//! Reviews of matches on boards: with the searches of the levels, for the games whose evaluations were measured, or which are solved.

mod accuracy;
mod checked;
mod history;
mod predicted;

pub use giog_protocol::rest::{BoardChoice, BoardReview, ReviewedMove};

use giog_bots::appraisal::{Appraised, Likely, Worth, appraise, candidates};
use giog_bots::levels::{Effort, is_exact};
use giog_rules::boards::{BoardAction, BoardVariant};
use giog_rules::record::{Record, RecordStatus};
use giog_rules::{Action, Seat, Variant};

pub use self::accuracy::accuracy;
pub use self::history::{Asked, History};
pub use self::predicted::predicted;

pub(crate) use self::checked::checked;

use self::history::lawful;
use crate::verdict::{INACCURACY, named};
use crate::{ENGINE, Map, NotReviewed, Progress, seed};

/// So many positions are searched for each line of play that the effort allows.
pub const NODES_PER_LINE: u32 = 16;
/// So many choices that look best are looked at, besides the one that was played.
pub const CHOICES: usize = 3;
/// So many decisions of a seat are reviewed at most, the first ones: what a review takes is bounded so.
pub const MOST_MOVES: usize = 200;
/// A loss that has a name is found again by searches of so many times the positions.
const DEEPER: u32 = 2;
/// What other seeds differ by: those of the second search.
const ANEW: u64 = 0x9e37_79b9_7f4a_7c15;

/// Whether there are reviews of this game with so many players.
pub(crate) fn exists(variant: BoardVariant, seats: u8) -> bool {
    Shares::of(Variant::Board(variant), seats).is_some()
}

/// How many positions a choice is searched with.
pub const fn nodes(effort: Effort) -> u32 {
    effort.lines.saturating_mul(NODES_PER_LINE)
}

/// Whether all its figures are exact, because the game is solved.
pub(crate) fn is_solved(variant: BoardVariant, seats: u8) -> bool {
    let shares = Shares::of(Variant::Board(variant), seats);
    matches!(shares, Some(Shares::Exact))
}

/// As [`crate::review`].
pub(crate) fn review(
    record: &Record,
    seat: Seat,
    effort: Effort,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<BoardReview, NotReviewed> {
    let ground = Ground::of(record, seat)?;
    let of = ground.history.moments.len();
    let mut moves = Vec::new();
    for (done, asked) in ground.history.decisions().enumerate() {
        progress(Progress {
            done,
            of,
            moves: &moves,
            ..Progress::default()
        });
        moves.extend(ground.look_at(&asked, effort));
    }
    progress(Progress {
        done: of,
        of,
        moves: &moves,
        ..Progress::default()
    });
    Ok(ground.told(moves))
}

/// What evaluations mean.
#[derive(Clone, Copy)]
enum Shares {
    /// As often as matches that were measured were won.
    Measured(&'static Map),
    /// All is certain.
    Exact,
}

impl Shares {
    fn of(variant: Variant, seats: u8) -> Option<Self> {
        match Map::of(variant, seats, "known") {
            Some(map) => Some(Self::Measured(map)),
            None => is_exact(variant).then_some(Self::Exact),
        }
    }

    /// The share of the win.
    fn share(self, worth: &[Likely]) -> i32 {
        let predicted = predicted(worth);
        let is_searched = |one: &Likely| matches!(one.worth, Worth::Score(_));
        match self {
            Self::Measured(map) if worth.iter().any(is_searched) => map.share(predicted),
            _ => predicted,
        }
    }
}

/// What reviews of a seat are made of.
struct Ground<'r> {
    record: &'r Record,
    seat: Seat,
    shares: Shares,
    history: History<'r>,
    /// The decisions after the last one that is looked at.
    left_out: usize,
}

impl<'r> Ground<'r> {
    fn of(record: &'r Record, seat: Seat) -> Result<Self, NotReviewed> {
        let (variant, seats) = (record.variant, record.seats);
        let shares = Shares::of(variant, seats).ok_or(NotReviewed::Game(variant, seats))?;
        if seat.index() >= usize::from(seats) {
            return Err(NotReviewed::Seat(seat));
        }
        if record.status != RecordStatus::Over {
            return Err(NotReviewed::Abandoned);
        }
        let mut history = History::of(record, seat)?;
        let left_out = history.cut(MOST_MOVES);
        Ok(Self {
            record,
            seat,
            shares,
            history,
            left_out,
        })
    }

    /// Looks at a decision.
    fn look_at(&self, asked: &Asked, effort: Effort) -> Option<ReviewedMove> {
        let Asked { view, taken, .. } = asked;
        let (seed, nodes) = (seed(self.record, self.seat, asked.action), nodes(effort));
        let mut actions = candidates(view, seed, nodes, CHOICES)?;
        if !actions.contains(taken) {
            actions.push(taken.clone());
        }
        let mut appraised = Vec::new();
        for action in &actions {
            appraised.push(self.appraised(asked, action, seed, nodes)?);
        }
        // Of equal ones what was played is the best.
        appraised.sort_by_key(|(share, one)| (-share, one.action != *taken));
        let (most, best) = appraised.first()?;
        let (mine, _) = appraised.iter().find(|(_, one)| one.action == *taken)?;
        let first = most - mine;
        let lost = if first < INACCURACY {
            first
        } else {
            // What looks like a loss counts only as far as another search finds it, too.
            let again = |action| {
                let (seed, nodes) = (seed.wrapping_add(ANEW), nodes.saturating_mul(DEEPER));
                let (share, _) = self.appraised(asked, action, seed, nodes)?;
                Some(share)
            };
            (again(&best.action)? - again(taken)?).clamp(0, first)
        };
        let choices = appraised.iter();
        let choices = choices.map(|(share, one)| choice(asked, self.seat, *share, one));
        Some(reviewed(asked, lost, choices.collect()))
    }

    /// What a choice is worth, with its share.
    fn appraised(
        &self,
        asked: &Asked,
        action: &BoardAction,
        seed: u64,
        nodes: u32,
    ) -> Option<(i32, Appraised)> {
        // A search may not know the earlier positions, which a repetition needs.
        let found = match self.end(asked, action) {
            Some(end) => Appraised {
                action: action.clone(),
                worth: vec![Likely::sure(end)],
                line: Vec::new(),
            },
            None => appraise(&asked.view, action, seed, nodes)?,
        };
        Some((self.shares.share(&found.worth), found))
    }

    /// How the match ends at once with this choice, if it does. A flip is none of those: nobody knew what it turns up.
    fn end(&self, asked: &Asked, action: &BoardAction) -> Option<Worth> {
        if matches!(action, BoardAction::Flip { .. }) {
            return None;
        }
        let mut game = asked.game.clone();
        game.act(self.seat, &Action::Board(action.clone())).ok()?;
        let outcome = game.outcome()?;
        let seats = usize::from(self.record.seats);
        Some(Worth::of_end(outcome.winners(), seats, self.seat))
    }

    /// The review with what was found of all decisions.
    fn told(&self, moves: Vec<ReviewedMove>) -> BoardReview {
        BoardReview {
            engine: ENGINE,
            variant: self.record.variant,
            seat: self.seat,
            result: self.history.share,
            accuracy: accuracy(moves.iter().map(|one| one.lost)),
            exact: matches!(self.shares, Shares::Exact),
            moves,
            left_out: u32::try_from(self.left_out).unwrap_or(u32::MAX),
            worker: None,
        }
    }
}

/// A choice with its line, as far as that is legal.
fn choice(
    asked: &Asked,
    seat: Seat,
    share: i32,
    Appraised { action, line, .. }: &Appraised,
) -> BoardChoice {
    let plies = std::iter::once(action).chain(line);
    let mut plies: Vec<String> = plies.map(BoardAction::typed).collect();
    plies.truncate(lawful(&asked.game, seat, &plies));
    BoardChoice {
        play: action.typed(),
        share,
        line: plies.into_iter().skip(1).collect(),
    }
}

/// What is told of a decision.
fn reviewed(asked: &Asked, lost: i32, choices: Vec<BoardChoice>) -> ReviewedMove {
    ReviewedMove {
        action: asked.action,
        ply: asked.ply,
        by: asked.by,
        played: asked.taken.typed(),
        lost,
        verdict: named(lost),
        choices,
    }
}
