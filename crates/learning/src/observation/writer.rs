//! Writes the fields of observations one after another.

/// A part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is.
    pub name: &'static str,
    /// Where it begins.
    pub offset: usize,
    /// How many integers it has.
    pub length: usize,
}

/// Where an observation is written, or what it consists of is found out.
#[derive(Debug)]
pub struct Writer<'a> {
    into: Into<'a>,
    at: usize,
}

#[derive(Debug)]
enum Into<'a> {
    Slice(&'a mut [i32]),
    Fields {
        fields: Vec<Field>,
        scratch: Vec<i32>,
    },
}

impl<'a> Writer<'a> {
    /// One that writes into a slice.
    pub const fn into(slice: &'a mut [i32]) -> Self {
        Self {
            into: Into::Slice(slice),
            at: 0,
        }
    }

    /// One that finds out which fields there are.
    pub const fn recording() -> Self {
        Self {
            into: Into::Fields {
                fields: Vec::new(),
                scratch: Vec::new(),
            },
            at: 0,
        }
    }

    /// The fields, and the number of integers of all together.
    pub fn recorded(self) -> (Vec<Field>, usize) {
        match self.into {
            Into::Slice(_) => (Vec::new(), self.at),
            Into::Fields { fields, .. } => (fields, self.at),
        }
    }

    /// Whether all of the slice has been written.
    pub fn is_full(&self) -> bool {
        matches!(&self.into, Into::Slice(slice) if slice.len() == self.at)
    }

    /// The next field: this many integers, all 0.
    ///
    /// # Panics
    /// If there is no room for it.
    pub fn field(&mut self, name: &'static str, length: usize) -> &mut [i32] {
        let offset = self.at;
        self.at += length;
        let field = match &mut self.into {
            Into::Slice(slice) => &mut slice[offset..self.at],
            Into::Fields { fields, scratch } => {
                fields.push(Field {
                    name,
                    offset,
                    length,
                });
                scratch.resize(length, 0);
                scratch.as_mut_slice()
            }
        };
        field.fill(0);
        field
    }

    /// The next field, of one integer.
    pub fn put(&mut self, name: &'static str, value: i32) {
        self.field(name, 1)[0] = value;
    }
}
