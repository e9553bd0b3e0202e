//! Occasions to take a trick that another seat would have won otherwise: what statistics of pairs count.

use giog_bots::levels::{Line, Policy, Valued, WEIGHT, WIN, Worlds};
use giog_rules::record::{Record, RecordStatus};
use giog_rules::{Pieces, Seat};

use crate::history::{Asked, History};
use crate::{NotReviewed, WHOLE, net_of};

/// A play of a seat that did not lead, and could take the trick or leave it to another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The index of the action.
    pub action: usize,
    /// The number of its trick, from 0.
    pub trick: u8,
    /// Who decided.
    pub seat: Seat,
    /// Who would have won the trick without it: with the plays of all others as they were, in games in turn with those before it.
    pub from: Seat,
    /// Whether the seat took it.
    pub took: bool,
    /// How likely the policy of the net is to take it, from what the seat could know, in ten-thousandths.
    pub chance: i32,
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
    let plays = valued.plays.clone();
    let winners: Vec<Option<Seat>> = plays.iter().map(|&play| winner(line, me, play)).collect();
    let of_laid = plays.iter().position(|&play| play == asked.laid)?;
    let took = winners[of_laid] == Some(me);
    let mut best = [None::<usize>; 2];
    let mut chance = 0;
    for (index, &play) in plays.iter().enumerate() {
        let takes = winners[index] == Some(me);
        if takes {
            chance += valued.chance(play);
        }
        let best = &mut best[usize::from(takes)];
        if best.is_none_or(|best| valued.values[index] > valued.values[best]) {
            *best = Some(index);
        }
    }
    let [leaves, takes] = best;
    let (leaves, takes) = (leaves?, takes?);
    let part = |part: i64, of: i64| i32::try_from(part * i64::from(WHOLE) / of).unwrap_or_default();
    let gain = valued.values[takes] - valued.values[leaves];
    Some(Occasion {
        action: asked.action,
        trick: asked.trick,
        seat: me,
        from,
        took,
        chance: part(chance.into(), WEIGHT.into()),
        gain: part(gain.into(), WIN.into()),
    })
}

/// Who is winning the trick after a seat has laid this, of those whose plays count so far.
fn winner(mut line: Line, seat: Seat, play: Pieces) -> Option<Seat> {
    match line.lay(seat, play).ok()? {
        Some(finish) => finish.winner,
        None => line.game().best(),
    }
}
