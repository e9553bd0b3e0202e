//! Reviews of matches of trick games: with the nets of the [levels](giog_bots::levels), for the games that have one.

mod better;
mod checked;
mod choice;
mod history;
mod kind;
mod known;
mod occasions;
mod puzzle;

pub use giog_protocol::rest::{
    BetterLine, KnownHand, KnownPieces, MatchReview, MistakeKind, NamedMistake,
    ReviewedChoice as Choice, ReviewedDecision as Reviewed,
};

use giog_bots::levels::{Effort, Policy, Sight, appraise, appraise_openly, net};
use giog_rules::record::{Record, RecordStatus};
use giog_rules::{Pieces, Seat, Variant};

pub use self::history::{Asked, History};
pub use self::occasions::{Occasion, occasions};
pub use self::puzzle::{MOST_PUZZLES, Puzzle, is_right, is_still_clear, puzzles};

pub(crate) use self::checked::checked;

use self::choice::{Loss, choices, gained, loss, share};
use crate::{Calibration, ENGINE, NotReviewed, Progress, Verdict, WHOLE, seed};

/// For so many decisions at most, those that lost most, a review says how the match could have gone on: what it takes is bounded so.
pub const MOST_LINES: usize = 8;
/// With all hands open fewer lines are played, and errors are twice as large.
const OPEN_PART: u32 = 4;

/// Whether there are reviews of this game with so many players.
pub(crate) fn exists(variant: Variant, seats: u8) -> bool {
    net_of(variant, seats).is_some() && Calibration::of(variant, seats).is_some()
}

/// What lines are played with.
fn net_of(variant: Variant, seats: u8) -> Option<Policy<'static>> {
    let Variant::Tricks(game) = variant else {
        return None;
    };
    Policy::new(net(game, seats.into())?, game)
}

/// As [`crate::review`].
pub(crate) fn review(
    record: &Record,
    seat: Seat,
    effort: Effort,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<MatchReview, NotReviewed> {
    let ground = Ground::of(record, seat)?;
    let all = &ground.history.decisions;
    let (mut found, mut decisions) = (Vec::new(), Vec::new());
    let mut tell = |done: usize, decisions: &[Reviewed]| {
        progress(Progress {
            done,
            of: all.len(),
            decisions,
            ..Progress::default()
        });
    };
    for (done, asked) in all.iter().enumerate() {
        tell(done, &decisions);
        if let Some(one) = ground.look_at(asked, effort) {
            decisions.push(ground.decision(asked, &one));
            found.push((asked, one));
        }
    }
    tell(all.len(), &decisions);
    Ok(ground.told(&found, decisions))
}

/// What reviews of a seat are made of.
struct Ground<'r> {
    record: &'r Record,
    seat: Seat,
    policy: Policy<'static>,
    calibration: Calibration,
    history: History,
}

/// What was found of a decision.
struct Found {
    /// What is told of it, without its kind of mistake and its better line.
    reviewed: Reviewed,
    /// The choice that looks best.
    best: Pieces,
    /// What the choice won against the policy.
    gained: i32,
}

impl<'r> Ground<'r> {
    fn of(record: &'r Record, seat: Seat) -> Result<Self, NotReviewed> {
        let (variant, seats) = (record.variant, record.seats);
        let unknown = || NotReviewed::Game(variant, seats);
        let policy = net_of(variant, seats).ok_or_else(unknown)?;
        let calibration = Calibration::of(variant, seats).ok_or_else(unknown)?;
        if seat.index() >= usize::from(seats) {
            return Err(NotReviewed::Seat(seat));
        }
        if record.status != RecordStatus::Over {
            return Err(NotReviewed::Abandoned);
        }
        Ok(Self {
            record,
            seat,
            policy,
            calibration,
            history: History::of(record, seat)?,
        })
    }

    /// Looks at a decision; none if there was no choice.
    fn look_at(&self, asked: &Asked, effort: Effort) -> Option<Found> {
        let Asked {
            view, laid, truth, ..
        } = asked;
        let (policy, seed) = (&self.policy, seed(self.record, self.seat, asked.action));
        let appraised = appraise(policy, view, *laid, effort, seed)?;
        let of = &appraised.choices;
        if of.len() < 2 {
            return None;
        }
        let mine = of.iter().position(|choice| choice.play == *laid)?;
        let in_hindsight = Effort {
            lines: effort.lines.div_ceil(OPEN_PART),
            error: effort.error * 2,
            ..effort
        };
        let openly = appraise_openly(policy, view, truth, *laid, in_hindsight, seed)?;
        let Calibration { known, open } = self.calibration;
        let loss = loss(&appraised, mine, known);
        let all = of.iter().map(|one| (one.chance, share(one, known)));
        Some(Found {
            gained: gained(all, share(&of[mine], known)),
            best: of[loss.best].play,
            reviewed: reviewed(
                asked,
                loss,
                choices(&appraised, known),
                choices(&openly, open),
            ),
        })
    }

    /// What is told of a decision, without its better line.
    fn decision(&self, asked: &Asked, found: &Found) -> Reviewed {
        let mut reviewed = found.reviewed.clone();
        if reviewed.verdict != Verdict::Good {
            reviewed.mistake = mistake(asked, found.best, &self.history);
        }
        reviewed
    }

    /// The review with what was found of all decisions, and what is told of each but its better line.
    fn told(&self, found: &[(&Asked, Found)], mut decisions: Vec<Reviewed>) -> MatchReview {
        let (history, record) = (&self.history, self.record);
        let all = found.iter().enumerate();
        let mut losses = all
            .filter(|(_, (_, one))| one.reviewed.verdict != Verdict::Good)
            .collect::<Vec<_>>();
        losses.sort_by_key(|&(index, _)| -decisions[index].lost);
        for (index, (asked, one)) in losses.into_iter().take(MOST_LINES) {
            decisions[index].better = better::line(&self.policy, asked, &history.tricks, one.best);
        }
        let skill = found.iter().map(|(_, one)| one.gained).sum();
        let fair = WHOLE / i32::from(record.seats);
        MatchReview {
            engine: ENGINE,
            variant: record.variant,
            seat: self.seat,
            decisions,
            result: history.share,
            fair,
            skill,
            luck: history.share - fair - skill,
            worker: None,
        }
    }
}

/// What is told of a decision, without its kind of mistake and its better line.
fn reviewed(
    asked: &Asked,
    loss: Loss,
    choices: Vec<Choice>,
    mut hindsight: Vec<Choice>,
) -> Reviewed {
    hindsight.sort_by_key(|open| choices.iter().position(|choice| choice.play == open.play));
    Reviewed {
        action: asked.action,
        trick: asked.trick,
        by: asked.by,
        laid: asked.laid,
        lost: loss.lost,
        error: loss.error,
        verdict: loss.verdict(),
        mistake: None,
        choices,
        hindsight,
        known: known::known(&asked.view),
        better: None,
    }
}

/// What kind of mistake a decision was, beside the choice that looked best.
fn mistake(asked: &Asked, best: Pieces, history: &History) -> Option<NamedMistake> {
    let sight = Sight::of(&asked.view)?;
    let trick = history.tricks.get(usize::from(asked.trick))?;
    Some(kind::named(&sight, asked.laid, best, trick.winner))
}
