//! Occasions to take a trick that another seat is winning: what statistics of pairs count.

use giog_bots::levels::{Line, Policy, Valued, WIN, Worlds};
use giog_rules::record::{Record, RecordStatus};
use giog_rules::{Pieces, Seat};

use super::history::{Asked, History};
use super::net_of;
use crate::{NotReviewed, WHOLE};

/// A play of a seat that did not lead, and could take the trick or leave it to whoever was winning it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The index of the action.
    pub action: usize,
    /// The number of its trick, from 0.
    pub trick: u8,
    /// Who decided.
    pub seat: Seat,
    /// Who was winning the trick: the leader where all lay at the same time, whoever was best so far in games in turn.
    pub from: Seat,
    /// Whether the seat took it.
    pub took: bool,
    /// What the best play that takes it is worth more than the best one that does not, as the net sees it, in ten-thousandths of a win.
    pub gain: i32,
}

/// The occasions of all seats in a match, in the order of the seats. An error as for a [review](crate::review).
pub fn occasions(record: &Record) -> Result<Vec<Occasion>, NotReviewed> {
    let policy = net_of(record.variant, record.seats)
        .ok_or(NotReviewed::Game(record.variant, record.seats))?;
    if record.status != RecordStatus::Over {
        return Err(NotReviewed::Abandoned);
    }
    let mut found = Vec::new();
    for seat in (0..record.seats.into()).map(Seat::new) {
        let history = History::of(record, seat)?;
        let asked = history.decisions.iter();
        found.extend(asked.filter_map(|asked| occasion(&policy, asked)));
    }
    Ok(found)
}

fn occasion(policy: &Policy<'_>, asked: &Asked) -> Option<Occasion> {
    let Asked { view, truth, .. } = asked;
    let me = view.you?;
    let line = Worlds::of(view)?.line(truth)?;
    line.game().led()?;
    let from = line.game().best()?;
    let mut valued = Valued::default();
    policy.value(&line, me, &mut valued);
    // The most that plays are worth which leave it, and which take it.
    let (mut most, mut took) = ([None; 2], None);
    for (&play, &value) in valued.plays.iter().zip(&valued.values) {
        let takes = winner(line, me, play) == Some(me);
        let most = &mut most[usize::from(takes)];
        *most = Some(value).max(*most);
        if play == asked.laid {
            took = Some(takes);
        }
    }
    let [leaves, takes] = most;
    let gain = i64::from(takes? - leaves?) * i64::from(WHOLE) / i64::from(WIN);
    Some(Occasion {
        action: asked.action,
        trick: asked.trick,
        seat: me,
        from,
        took: took?,
        gain: i32::try_from(gain).unwrap_or_default(),
    })
}

/// Who is winning the trick after a seat has laid this, of those whose plays count so far.
fn winner(mut line: Line, seat: Seat, play: Pieces) -> Option<Seat> {
    match line.lay(seat, play).ok()? {
        Some(finish) => finish.winner,
        None => line.game().best(),
    }
}
