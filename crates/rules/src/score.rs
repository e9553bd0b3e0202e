//! Who wins when the hands are empty.

use crate::{Beheading, BySeat};

/// Who has most pieces (`docs/RULES.md` §4 and §5); several seats share a win.
pub(crate) fn most_pieces(
    captured: BySeat<u8>,
    beheaded: BySeat<bool>,
    beheading: Beheading,
) -> BySeat<bool> {
    match beheading {
        Beheading::Forfeit => {
            highest(captured.map(|seat, &count| Some(if beheaded[seat] { 0 } else { count })))
        }
        Beheading::Last if beheaded.values().all(|&beheaded| beheaded) => beheaded,
        Beheading::Last => highest(captured.map(|seat, &count| (!beheaded[seat]).then_some(count))),
    }
}

/// The seats with the highest count; those without one compete for nothing.
fn highest(counts: BySeat<Option<u8>>) -> BySeat<bool> {
    let best = counts.values().flatten().max().copied();
    counts.map(|_, &count| count.is_some() && count == best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(captured: [u8; 3], beheaded: [bool; 3], forfeit: [bool; 3], last: [bool; 3]) {
        for (beheading, expected) in [(Beheading::Forfeit, forfeit), (Beheading::Last, last)] {
            let winners = most_pieces(
                BySeat::from_fn(3, |seat| captured[seat.index()]),
                BySeat::from_fn(3, |seat| beheaded[seat.index()]),
                beheading,
            );
            assert!(winners.values().eq(&expected), "{beheading:?}: {winners:?}");
        }
    }

    #[test]
    fn the_beheaded_count_nothing_or_rank_last() {
        let (t, f) = (true, false);
        check([12, 9, 9], [f, f, f], [t, f, f], [t, f, f]);
        check([9, 12, 9], [f, t, f], [t, f, t], [t, f, t]);
        check([0, 30, 0], [f, t, f], [t, t, t], [t, f, t]);
        check([0, 30, 0], [t, t, t], [t, t, t], [t, t, t]);
        check([0, 20, 10], [t, t, f], [f, f, t], [f, f, t]);
    }
}
