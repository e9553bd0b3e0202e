//! Seats, and values by seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats any table has (seven kingdoms chess has 7, the dice games 8).
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0 clockwise (`docs/RULES.md` §2).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(#[schemars(range(max = 7))] u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a seat number is below MAX_SEATS");
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_SEATS")]
        Self(index as u8)
    }

    /// The number of the seat, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
        if usize::from(number) < MAX_SEATS {
            Ok(Self(number))
        } else {
            Err(NoSuchSeat(number))
        }
    }
}

/// The number of a seat that no table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {0}")]
pub struct NoSuchSeat(u8);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat of a table, in the order of seats. Written to JSON as an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    len: u8,
    values: [T; MAX_SEATS],
}

impl<T: Default> BySeat<T> {
    /// One value for each seat, made by `value`.
    ///
    /// # Panics
    /// If `seats` is above [`MAX_SEATS`].
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        assert!(seats <= MAX_SEATS, "no game has more than MAX_SEATS seats");
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        Self {
            len: seats as u8,
            values: std::array::from_fn(|i| {
                if i < seats {
                    value(Seat::new(i))
                } else {
                    T::default()
                }
            }),
        }
    }

    /// The default value for each of `seats` seats.
    pub fn new(seats: usize) -> Self {
        Self::from_fn(seats, |_| T::default())
    }
}

impl<T> BySeat<T> {
    /// The number of seats.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no seat at all.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<T> {
        (0..self.len()).map(Seat::new)
    }

    /// The values, in seat order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.values[..self.len()].iter()
    }

    /// The values, in seat order, to change them.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        let len = self.len();
        self.values[..len].iter_mut()
    }

    /// Each seat with its value, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.seats().zip(self.values())
    }

    /// The value of a seat; none if the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.values[..self.len()].get(seat.index())
    }

    /// The seat with this number; none if the table has no such seat.
    pub fn seat(&self, index: i64) -> Option<Seat> {
        usize::try_from(index)
            .ok()
            .filter(|&i| i < self.len())
            .map(Seat::new)
    }

    /// The value of a seat, to change it; none if the table has no such seat.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        let len = self.len();
        self.values[..len].get_mut(seat.index())
    }

    /// A value for each seat, computed from the value here.
    pub fn map<U: Default>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.len(), |seat| f(seat, &self[seat]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.values[..self.len as usize][seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        let len = self.len();
        &mut self.values[..len][seat.index()]
    }
}

impl<T: Default> Default for BySeat<T> {
    /// No seats.
    fn default() -> Self {
        Self::new(0)
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values())
    }
}

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > MAX_SEATS {
            return Err(serde::de::Error::invalid_length(
                values.len(),
                &"at most eight seats",
            ));
        }
        let mut values = values.into_iter();
        Ok(Self::from_fn(values.len(), |_| {
            values.next().unwrap_or_default()
        }))
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("BySeat_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": items, "maxItems": MAX_SEATS, "description": "one value per seat" })
    }
}
