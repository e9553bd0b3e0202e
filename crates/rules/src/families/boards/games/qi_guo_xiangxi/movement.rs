//! How the pieces move and capture (`docs/BOARDS.md`).

use super::cell::{Kind, States};
use super::field::{Field, Index, Step};

use crate::families::boards::point::Point;
use crate::table::RefusalCode;

const STRAIGHT: [Step; 4] = [Step::NORTH, Step::EAST, Step::SOUTH, Step::WEST];
const DIAGONAL: [Step; 4] = [
    Step::new(1, 1),
    Step::new(1, -1),
    Step::new(-1, -1),
    Step::new(-1, 1),
];
const ALL_WAYS: [Step; 8] = [
    STRAIGHT[0],
    STRAIGHT[1],
    STRAIGHT[2],
    STRAIGHT[3],
    DIAGONAL[0],
    DIAGONAL[1],
    DIAGONAL[2],
    DIAGONAL[3],
];
/// The eight paths of the cavalry: the first step, and the diagonal step that it takes three times after it.
const RIDES: [(Step, Step); 8] = [
    (Step::NORTH, Step::new(-1, 1)),
    (Step::NORTH, Step::new(1, 1)),
    (Step::EAST, Step::new(1, 1)),
    (Step::EAST, Step::new(1, -1)),
    (Step::SOUTH, Step::new(1, -1)),
    (Step::SOUTH, Step::new(-1, -1)),
    (Step::WEST, Step::new(-1, -1)),
    (Step::WEST, Step::new(-1, 1)),
];
/// The number of diagonal steps in a cavalry move.
const RIDE_ON: u16 = 3;
/// The distance of a bow's move, in steps.
const BOW: u16 = 4;
/// The distance of a crossbow's move, in steps.
const CROSSBOW: u16 = 5;

/// The steps to the eight neighbours, in the order of points.
pub(super) const AROUND: [Step; 8] = [
    Step::new(-1, -1),
    Step::WEST,
    Step::new(-1, 1),
    Step::SOUTH,
    Step::NORTH,
    Step::new(1, -1),
    Step::EAST,
    Step::new(1, 1),
];

impl Field {
    /// Calls `found` with every point that the piece on `from` may move to, in no particular order. Pieces of spared states cannot be
    /// captured.
    pub fn reach(&self, from: Index, spared: States, mut found: impl FnMut(Index)) {
        let Some(kind) = self.at(from).kind() else {
            return;
        };
        match kind {
            Kind::General => self.slides(from, &ALL_WAYS, Some(spared), &mut found),
            Kind::Deputy => self.slides(from, &STRAIGHT, Some(spared), &mut found),
            Kind::Adjutant => self.slides(from, &DIAGONAL, Some(spared), &mut found),
            Kind::Emissary => self.slides(from, &ALL_WAYS, None, &mut found),
            Kind::Catapult => self.shots(from, spared, &mut found),
            Kind::Bow => self.leaps(from, &ALL_WAYS, BOW, spared, &mut found),
            Kind::Crossbow => self.leaps(from, &ALL_WAYS, CROSSBOW, spared, &mut found),
            Kind::Knife => self.leaps(from, &DIAGONAL, 1, spared, &mut found),
            Kind::Sword => self.leaps(from, &STRAIGHT, 1, spared, &mut found),
            Kind::Cavalry => {
                for (first, on) in RIDES {
                    let corner = from.step(first);
                    if self.at(corner).is_empty() {
                        self.leaps(corner, &[on], RIDE_ON, spared, &mut found);
                    }
                }
            }
        }
    }

    /// Moves of any distance over empty points and, unless `takes` is none, captures at their end.
    fn slides(
        &self,
        from: Index,
        ways: &[Step],
        takes: Option<States>,
        found: &mut impl FnMut(Index),
    ) {
        for &way in ways {
            let end = self.glide(from, way, found);
            if takes.is_some_and(|spared| self.at(end).is_target(spared)) {
                found(end);
            }
        }
    }

    /// The moves of a catapult: over empty points up to the first piece, or a capture of the next piece behind it.
    fn shots(&self, from: Index, spared: States, found: &mut impl FnMut(Index)) {
        for way in STRAIGHT {
            let screen = self.glide(from, way, found);
            if self.at(screen).is_screen() {
                let end = self.glide(screen, way, &mut |_| ());
                if self.at(end).is_target(spared) {
                    found(end);
                }
            }
        }
    }

    /// Moves of exactly this number of steps, over empty points.
    fn leaps(
        &self,
        from: Index,
        ways: &[Step],
        steps: u16,
        spared: States,
        found: &mut impl FnMut(Index),
    ) {
        for &way in ways {
            let mut end = from.step(way);
            let mut steps_left = steps - 1;
            while steps_left > 0 && self.at(end).is_empty() {
                end = end.step(way);
                steps_left -= 1;
            }
            let cell = self.at(end);
            if steps_left == 0 && (cell.is_empty() || cell.is_target(spared)) {
                found(end);
            }
        }
    }

    /// Calls `found` with the empty points in a direction; returns the first point that is not empty.
    fn glide(&self, from: Index, way: Step, found: &mut impl FnMut(Index)) -> Index {
        let mut to = from.step(way);
        while self.at(to).is_empty() {
            found(to);
            to = to.step(way);
        }
        to
    }

    /// Why the piece on `from` cannot move to a point. The point must not contain Zhou or a piece of its own state.
    pub fn check(&self, from: Index, to: Index) -> Result<(), RefusalCode> {
        let Some(kind) = self.at(from).kind() else {
            return Err(RefusalCode::NoPiece);
        };
        let target = self.at(to).kind();
        if target.is_some() && (kind == Kind::Emissary || target == Some(Kind::Emissary)) {
            return Err(RefusalCode::Untouchable);
        }
        if !is_move(kind, from, to) {
            return Err(RefusalCode::NotAMove);
        }
        match (kind, target, self.between(kind, from, to)) {
            (Kind::Catapult, Some(_), 1) => Ok(()),
            (Kind::Catapult, Some(_), _) => Err(RefusalCode::BadScreen),
            (_, _, 0) => Ok(()),
            _ => Err(RefusalCode::Blocked),
        }
    }

    /// The number of pieces between two points on the path of this kind of piece.
    fn between(&self, kind: Kind, from: Index, to: Index) -> usize {
        let (files, ranks) = offset(from, to);
        let on = Step::new(files.signum(), ranks.signum());
        let mut at = from.step(match kind {
            Kind::Cavalry if files.abs() > ranks.abs() => Step::new(files.signum(), 0),
            Kind::Cavalry => Step::new(0, ranks.signum()),
            _ => on,
        });
        let mut pieces = 0;
        while at != to {
            pieces += usize::from(!self.at(at).is_empty());
            at = at.step(on);
        }
        pieces
    }
}

/// The difference in files and ranks from one point to another.
fn offset(from: Index, to: Index) -> (i16, i16) {
    let (from, to) = (Point::from(from), Point::from(to));
    let difference = |from: u8, to: u8| i16::from(to) - i16::from(from);
    (
        difference(from.file, to.file),
        difference(from.rank, to.rank),
    )
}

/// Whether this kind of piece can move between two points on an empty board.
fn is_move(kind: Kind, from: Index, to: Index) -> bool {
    let (files, ranks) = offset(from, to);
    let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
    let distance = files.max(ranks);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    match kind {
        Kind::General | Kind::Emissary => straight || diagonal,
        Kind::Deputy | Kind::Catapult => straight,
        Kind::Adjutant => diagonal,
        Kind::Bow => (straight || diagonal) && distance == BOW,
        Kind::Crossbow => (straight || diagonal) && distance == CROSSBOW,
        Kind::Knife => diagonal && distance == 1,
        Kind::Sword => straight && distance == 1,
        Kind::Cavalry => distance == RIDE_ON + 1 && files.min(ranks) == RIDE_ON,
    }
}
