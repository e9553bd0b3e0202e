//! What a position is worth to the levels above `simple`: what is left of both colours, how near hunters are to what they hunt, whether that can
//! flee, and whether who is ahead can win at all.

use giog_rules::boards::search::blind_chess::distance;

use super::position::{KINDS, NO_PROGRESS_PLIES, Position, beats, near, reach, squares};

/// General, guard, elephant, chariot, horse, cannon, soldier.
pub(super) const STRENGTH: [i32; KINDS / 2] = [500, 120, 160, 380, 280, 210, 90];
/// The greatest distance between two pieces, in squares.
const FARTHEST: i32 = 10;
/// What it counts that the nearest hunters of a piece are near, in parts of what the piece is worth, for each square: one hunter alone catches nothing.
const HUNTERS: [i32; 3] = [50, 30, 20];
const OF_HUNTERS: i32 = 10_000;
/// A hunter at this distance or nearer threatens to leave a piece no square to flee to.
const THREATENS: i32 = 3;
/// What it counts that it has none, or one, in hundredths of what the piece is worth.
const TRAPPED: [i32; 2] = [4, 2];
/// How much of its lead counts, in hundredths, for who has nothing that may capture one of the other's pieces, or one piece alone.
const CANNOT_WIN: [i32; 2] = [50, 80];
/// The more plies nothing was flipped or captured, the less a lead counts: after this number of plies beyond the end of the match, nothing would.
const BEYOND: i32 = 20;

/// The worth for the side to move.
pub(super) fn of(position: &Position) -> i32 {
    let values = values(&position.left);
    let occupied = [0, 1].map(|side| {
        let kinds = (side..KINDS).step_by(2);
        kinds.fold(position.face_down, |all, kind| all | position.up[kind])
    });
    let mut sums = [0; 2];
    // For each side, the fewest of its pieces that may capture one of the other's.
    let mut fewest = [u32::MAX; 2];
    for kind in (0..KINDS).filter(|&kind| position.left[kind] > 0) {
        let (mine, value) = (kind % 2, values[kind]);
        sums[mine] += i32::from(position.left[kind]) * value;
        let (mut takers, mut hunters, mut count) = (0, 0, 0);
        for other in (1 - mine..KINDS)
            .step_by(2)
            .filter(|&other| beats(other, kind))
        {
            count += u32::from(position.left[other]);
            takers |= position.up[other];
            if !beats(kind, other) {
                hunters |= position.up[other];
            }
        }
        fewest[1 - mine] = fewest[1 - mine].min(count);
        let open = !(occupied[mine] | reach(takers));
        for at in squares(position.up[kind]) {
            sums[mine] -= danger(at, hunters, open) * value / OF_HUNTERS;
        }
    }
    let lead = sums[position.side] - sums[1 - position.side];
    let ahead = if lead > 0 {
        position.side
    } else {
        1 - position.side
    };
    let can_win = match fewest[ahead] {
        0 => CANNOT_WIN[0],
        1 => CANNOT_WIN[1],
        _ => 100,
    };
    let most = i32::from(NO_PROGRESS_PLIES) + BEYOND;
    lead * can_win / 100 * (most - i32::from(position.quiet)) / most
}

/// What a piece on a square has to fear of its hunters, in parts of its worth; `open` are the squares to which it may flee.
fn danger(at: u8, hunters: u32, open: u32) -> i32 {
    let mut nearest = [FARTHEST; HUNTERS.len()];
    for hunter in squares(hunters) {
        let mut one = i32::from(distance(hunter, at));
        for place in &mut nearest {
            if one < *place {
                std::mem::swap(place, &mut one);
            }
        }
    }
    let parts = nearest.iter().zip(HUNTERS);
    let near_by: i32 = parts.map(|(far, part)| (FARTHEST - far) * part).sum();
    let flights = (near(at) & open).count_ones();
    let trapped = TRAPPED
        .get(flights as usize)
        .filter(|_| nearest[0] <= THREATENS);
    near_by + trapped.map_or(0, |part| part * OF_HUNTERS / 100)
}

/// What a piece of each kind is worth while these are left: more, the more there is that it may capture, and the less that may capture it.
fn values(left: &[u8; KINDS]) -> [i32; KINDS] {
    std::array::from_fn(|kind| {
        let (mut prey, mut hunters, mut all) = (0, 0, 0);
        for other in (1 - kind % 2..KINDS).step_by(2) {
            let count = i32::from(left[other]);
            all += count;
            prey += count * i32::from(beats(kind, other));
            hunters += count * i32::from(beats(other, kind) && !beats(kind, other));
        }
        let all = all.max(1);
        STRENGTH[kind / 2] / 2 + 60 + 200 * prey / all - 60 * hunters / all
    })
}

#[cfg(test)]
mod tests {
    use giog_rules::boards::search::blind_chess::{HalfBoard, Step};
    use giog_rules::{Piece, Seat};

    use super::*;

    /// A board with these face-up pieces alone; red is to move.
    fn board(pieces: &[(u8, &str)]) -> Position {
        let mut start = HalfBoard::face_down(Seat::new(0));
        start.suppose(31, Piece::BlackSoldier);
        start.make(Step::Flip { at: 31 });
        let mut position = Position::of(&start, &[0; KINDS]).expect("the colours are known");
        position.clear_all();
        for &(square, code) in pieces {
            let piece = Piece::from_code(code.chars().next().expect("a code"));
            position.set_up(square, piece.expect("a piece"));
        }
        assert_eq!(position.side, 0);
        position
    }

    #[test]
    fn a_lead_counts_half_where_nothing_may_capture_what_is_left() {
        let many = [(0, "R"), (1, "R"), (2, "H"), (5, "H"), (8, "C"), (9, "C")];
        let position = board(&[&many[..], &[(31, "k")]].concat());
        let values = values(&position.left);
        let lead: i32 = (0..KINDS)
            .step_by(2)
            .map(|kind| values[kind] * i32::from(position.left[kind]))
            .sum();
        let lead = lead - values[1];
        let worth = of(&position);
        assert!(lead > 300 && worth > 0, "{lead} {worth}");
        assert!(
            worth <= lead / 2,
            "only a soldier may capture a general: {lead} {worth}"
        );
    }

    #[test]
    fn hunters_are_worth_more_near_and_where_the_prey_has_nowhere_to_flee() {
        let far = of(&board(&[(28, "R"), (24, "R"), (0, "h")]));
        let near = of(&board(&[(8, "R"), (24, "R"), (0, "h")]));
        let trapped = of(&board(&[(8, "R"), (2, "R"), (0, "h")]));
        assert!(far < near && near < trapped, "{far} {near} {trapped}");
    }

    #[test]
    fn a_lead_counts_less_the_longer_nothing_was_captured() {
        let mut position = board(&[(8, "R"), (2, "R"), (0, "h")]);
        let fresh = of(&position);
        position.quiet = NO_PROGRESS_PLIES / 2;
        assert!(of(&position) < fresh);
    }
}
