//! Small nets in whole numbers: what a play is worth, the same on every machine.
//!
//! Two layers of rectified sums, cut off at [`MOST`], over rows that are on or off, and one number at the end.

use std::ops::Range;

use super::encoding::{ROWS, VERSION};

/// What stands for 1 in weights and units.
pub const ONE: i32 = 1 << SHIFT;
/// The most that a unit has; just below 2.
pub const MOST: i32 = 2 * ONE - 1;
/// What stands for a whole win in values.
pub const WIN: i32 = 1 << 16;
/// The largest weight; sums of the second layer stay far below what 32 bits hold.
pub const MOST_WEIGHT: i16 = (4 << SHIFT) - 1;

const SHIFT: u32 = 10;
/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"giognet1";
/// The most units of the first layer.
const MOST_FIRST: usize = Size::LARGE.first;

/// How many units a net has, and so where its weights are, in the order of its file: the rows of the first layer with its units, the base of
/// these; the units of the second layer with those of the first, their base; the last ones, their base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The units of the first layer.
    pub first: usize,
    /// The units of the second layer.
    pub second: usize,
}

impl Size {
    /// Of the levels up to `strong`.
    pub const SMALL: Self = Self {
        first: 64,
        second: 16,
    };
    /// Of `master`, where it has a net of its own.
    pub const LARGE: Self = Self {
        first: 256,
        second: 32,
    };
    /// A file has one of these: its length tells which.
    const ALL: [Self; 2] = [Self::SMALL, Self::LARGE];

    /// The weights of a row.
    pub const fn row(self, row: usize) -> Range<usize> {
        self.first * row..self.first * (row + 1)
    }

    /// The base of the units of the first layer.
    pub const fn first_base(self) -> Range<usize> {
        self.row(ROWS)
    }

    /// The weights of a unit of the second layer.
    pub const fn unit(self, unit: usize) -> Range<usize> {
        self.row(ROWS + 1 + unit)
    }

    /// The base of the units of the second layer.
    pub const fn second_base(self) -> Range<usize> {
        let begin = self.unit(self.second).start;
        begin..begin + self.second
    }

    /// The last weights.
    pub const fn last(self) -> Range<usize> {
        let begin = self.second_base().end;
        begin..begin + self.second
    }

    /// Their base.
    pub const fn last_base(self) -> usize {
        self.last().end
    }

    /// How many weights there are.
    pub const fn weights(self) -> usize {
        self.last_base() + 1
    }
}

/// A net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    size: Size,
    /// In the order of the file.
    weights: Box<[i16]>,
}

/// The file is no net of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadNet;

/// The sums of the first layer for a decision, before a play.
#[derive(Clone, Copy, Debug)]
pub struct Sums([i16; MOST_FIRST]);

impl Net {
    /// Reads a file of weights: magic bytes, the version of the encoding, and 16-bit numbers, low byte first.
    pub fn read(bytes: &[u8]) -> Result<Self, BadNet> {
        let (head, body) = bytes.split_at_checked(MAGIC.len() + 1).ok_or(BadNet)?;
        if head[..MAGIC.len()] != MAGIC || head[MAGIC.len()] != VERSION {
            return Err(BadNet);
        }
        let fits = |size: &Size| body.len() == 2 * size.weights();
        let size = Size::ALL.into_iter().find(fits).ok_or(BadNet)?;
        let numbers = body
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let checked = numbers.map(|number| {
            (-MOST_WEIGHT..=MOST_WEIGHT)
                .contains(&number)
                .then_some(number)
                .ok_or(BadNet)
        });
        let weights = checked.collect::<Result<_, _>>()?;
        Ok(Self { size, weights })
    }

    /// The net of this size with these weights, as fractions of one, in the order of the file; what is too large is cut off.
    pub fn of(size: Size, weights: &[f32]) -> Result<Self, BadNet> {
        if !Size::ALL.contains(&size) || weights.len() != size.weights() {
            return Err(BadNet);
        }
        let most = f32::from(MOST_WEIGHT);
        let round = |weight: &f32| {
            let scaled = (weight * f32::from(1_u16 << SHIFT)).round();
            #[expect(clippy::cast_possible_truncation, reason = "cut off before")]
            let rounded = scaled.clamp(-most, most) as i16;
            rounded
        };
        let weights = weights.iter().map(round).collect();
        Ok(Self { size, weights })
    }

    /// How many units it has.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Its weights in the order of the file, in parts of [`ONE`].
    pub const fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The file of this net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.weights.iter().flat_map(|number| number.to_le_bytes());
        MAGIC.into_iter().chain([VERSION]).chain(numbers).collect()
    }

    /// The sums with no row on.
    pub fn begin(&self) -> Sums {
        let mut sums = [0; MOST_FIRST];
        sums[..self.size.first].copy_from_slice(&self.weights[self.size.first_base()]);
        Sums(sums)
    }

    /// Switches a row on.
    pub fn add(&self, sums: &mut Sums, row: usize) {
        for (sum, weight) in sums.0.iter_mut().zip(&self.weights[self.size.row(row)]) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// The value with these sums: [`WIN`] is a whole win.
    pub fn value(&self, sums: &Sums) -> i32 {
        let size = self.size;
        let mut units = [0; MOST_FIRST];
        let units = &mut units[..size.first];
        for (unit, sum) in units.iter_mut().zip(sums.0) {
            #[expect(clippy::cast_possible_truncation, reason = "MOST fits")]
            let most = MOST as i16;
            *unit = sum.clamp(0, most);
        }
        let bases = &self.weights[size.second_base()];
        let lasts = &self.weights[size.last()];
        let mut value = i32::from(self.weights[size.last_base()]) << SHIFT;
        for (of, (&base, &last)) in bases.iter().zip(lasts).enumerate() {
            let sum = product(units, &self.weights[size.unit(of)]);
            let unit = ((sum >> SHIFT) + i32::from(base)).clamp(0, MOST);
            value += unit * i32::from(last);
        }
        value >> (2 * SHIFT - WIN.trailing_zeros())
    }
}

/// The sum of the products; both have as many, a multiple of [`AT_ONCE`].
fn product(units: &[i16], weights: &[i16]) -> i32 {
    let (units, weights) = (units.as_chunks().0, weights.as_chunks().0);
    let parts = units.iter().zip(weights);
    parts.map(|(units, weights)| part(units, weights)).sum()
}

/// How many products are summed up at once; a size has a multiple of it.
const AT_ONCE: usize = 64;

/// The same of so many. Eight at a time and in a function of its own, it is compiled to instructions that multiply and add pairs.
#[inline(never)]
fn part(units: &[i16; AT_ONCE], weights: &[i16; AT_ONCE]) -> i32 {
    let mut sums = [0_i32; 8];
    let (units, weights) = (units.as_chunks::<8>().0, weights.as_chunks::<8>().0);
    for (units, weights) in units.iter().zip(weights) {
        for (sum, (&unit, &weight)) in sums.iter_mut().zip(units.iter().zip(weights)) {
            *sum += i32::from(unit) * i32::from(weight);
        }
    }
    sums.into_iter().sum()
}
