//! A small net in whole numbers: what a play is worth, the same on every machine.
//!
//! Two layers of rectified sums, cut off at [`MOST`], over rows that are on or off, and one number at the end.

use super::encoding::{ROWS, VERSION};

/// The units of the first layer.
pub const FIRST: usize = 64;
/// The units of the second layer.
pub const SECOND: usize = 16;
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
/// How many weights a net has, in the order of its file: the rows of the first layer with its units, the base of these; the units of the
/// second layer with those of the first, their base; the last ones, their base.
pub const WEIGHTS: usize = ROWS * FIRST + FIRST + SECOND * FIRST + SECOND + SECOND + 1;

/// The weights of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    rows: Vec<[i16; FIRST]>,
    first: [i16; FIRST],
    second: [[i16; FIRST]; SECOND],
    second_base: [i16; SECOND],
    last: [i16; SECOND],
    last_base: i16,
}

/// The file is no net of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadNet;

/// The sums of the first layer for a decision, before a play.
#[derive(Clone, Copy, Debug)]
pub struct Sums([i16; FIRST]);

impl Net {
    /// Reads a file of weights: magic bytes, the version of the encoding, and 16-bit numbers, low byte first.
    pub fn read(bytes: &[u8]) -> Result<Self, BadNet> {
        let (head, body) = bytes.split_at_checked(MAGIC.len() + 1).ok_or(BadNet)?;
        if head[..MAGIC.len()] != MAGIC || head[MAGIC.len()] != VERSION || body.len() != 2 * WEIGHTS
        {
            return Err(BadNet);
        }
        let mut numbers = body
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut number = || {
            let number = numbers.next().ok_or(BadNet)?;
            (-MOST_WEIGHT..=MOST_WEIGHT)
                .contains(&number)
                .then_some(number)
                .ok_or(BadNet)
        };
        let mut net = Self::empty();
        for weight in net.numbers_mut() {
            *weight = number()?;
        }
        Ok(net)
    }

    /// The net with these weights, as fractions of one, in the order of the file; what is too large is cut off.
    pub fn of(weights: &[f32]) -> Result<Self, BadNet> {
        if weights.len() != WEIGHTS {
            return Err(BadNet);
        }
        let most = f32::from(MOST_WEIGHT);
        let mut net = Self::empty();
        for (number, weight) in net.numbers_mut().zip(weights) {
            #[expect(clippy::cast_possible_truncation, reason = "cut off before")]
            let rounded = (weight * f32::from(1_u16 << SHIFT))
                .round()
                .clamp(-most, most) as i16;
            *number = rounded;
        }
        Ok(net)
    }

    /// The file of this net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut net = self.clone();
        let numbers = net.numbers_mut().flat_map(|number| number.to_le_bytes());
        MAGIC.into_iter().chain([VERSION]).chain(numbers).collect()
    }

    fn empty() -> Self {
        Self {
            rows: vec![[0; FIRST]; ROWS],
            first: [0; FIRST],
            second: [[0; FIRST]; SECOND],
            second_base: [0; SECOND],
            last: [0; SECOND],
            last_base: 0,
        }
    }

    /// All numbers in the order of the file.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.rows.iter_mut().flatten();
        rows.chain(&mut self.first)
            .chain(self.second.iter_mut().flatten())
            .chain(&mut self.second_base)
            .chain(&mut self.last)
            .chain([&mut self.last_base])
    }

    /// The sums with no row on.
    pub fn begin(&self) -> Sums {
        Sums(self.first)
    }

    /// Switches a row on.
    pub fn add(&self, sums: &mut Sums, row: usize) {
        for (sum, weight) in sums.0.iter_mut().zip(&self.rows[row]) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// The value with these sums: [`WIN`] is a whole win.
    pub fn value(&self, sums: &Sums) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "MOST fits")]
        let units = sums.0.map(|sum| sum.clamp(0, MOST as i16));
        let mut value = i32::from(self.last_base) << SHIFT;
        for ((weights, base), last) in self.second.iter().zip(self.second_base).zip(self.last) {
            let sum = product(&units, weights);
            let unit = ((sum >> SHIFT) + i32::from(base)).clamp(0, MOST);
            value += unit * i32::from(last);
        }
        value >> (2 * SHIFT - WIN.trailing_zeros())
    }
}

/// The sum of the products. Eight at a time and in a function of its own, it is compiled to instructions that multiply and add pairs.
#[inline(never)]
fn product(units: &[i16; FIRST], weights: &[i16; FIRST]) -> i32 {
    let mut sums = [0_i32; 8];
    let (units, weights) = (units.as_chunks::<8>().0, weights.as_chunks::<8>().0);
    for (units, weights) in units.iter().zip(weights) {
        for (sum, (&unit, &weight)) in sums.iter_mut().zip(units.iter().zip(weights)) {
            *sum += i32::from(unit) * i32::from(weight);
        }
    }
    sums.into_iter().sum()
}
