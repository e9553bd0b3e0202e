//! How the pieces move and take (`docs/BOARDS.md`).

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
/// The first step of each way of the cavalry, and the one it takes three times after it.
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
/// Diagonal steps of a ride after the first, straight one.
const RIDE_ON: u16 = 3;
/// How far a bow goes.
const BOW: u16 = 4;
/// How far a crossbow goes.
const CROSSBOW: u16 = 5;

/// The points around one, in the order of points.
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
    /// Tells every point that the piece on `from` may go to, in no order. What belongs to a spared state is not taken.
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

    /// Any distance over empty points, and on to what it takes, if it takes at all.
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

    /// A catapult's moves: as far as the first piece, and what stands next behind it.
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

    /// Exactly so many steps, with nothing before the last.
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

    /// Tells the empty points that way; gives the first that is not.
    fn glide(&self, from: Index, way: Step, found: &mut impl FnMut(Index)) -> Index {
        let mut to = from.step(way);
        while self.at(to).is_empty() {
            found(to);
            to = to.step(way);
        }
        to
    }

    /// Why the piece on `from` does not go to another point, where neither Zhou stands nor a piece of its own state.
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

    /// How many pieces stand between two points, on the way that this kind takes.
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

/// Files and ranks from one point to another.
fn offset(from: Index, to: Index) -> (i16, i16) {
    let (from, to) = (Point::from(from), Point::from(to));
    let difference = |from: u8, to: u8| i16::from(to) - i16::from(from);
    (
        difference(from.file, to.file),
        difference(from.rank, to.rank),
    )
}

/// Whether this kind moves so, whatever stands in its way.
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
