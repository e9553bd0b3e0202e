//! Sets of stacks of a layout.

/// The most stacks in any layout.
pub(crate) const MAX_STACKS: usize = 16;

/// A set of stacks, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StackSet(u16);

const _: () = assert!(
    MAX_STACKS <= u16::BITS as usize,
    "every stack of a layout has its bit"
);

impl StackSet {
    /// The set of `count` consecutive stacks from `first` on.
    pub const fn run(first: u8, count: u8) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "layouts have at most MAX_STACKS"
        )]
        Self((((1_u32 << count) - 1) << first) as u16)
    }

    /// The set of one stack.
    pub const fn one(stack: u8) -> Self {
        Self(1 << stack)
    }

    /// The number of stacks.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a stack.
    pub const fn has(self, stack: u8) -> bool {
        self.0 & Self::one(stack).0 != 0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The difference of both sets.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The lowest stack.
    pub fn lowest(self) -> Option<u8> {
        self.iter().next()
    }

    /// The stacks, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            #[expect(clippy::cast_possible_truncation, reason = "at most the width")]
            let lowest = left.trailing_zeros() as u8;
            // Removes the lowest bit.
            left &= left.checked_sub(1)?;
            Some(lowest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in_ascending() {
        let set = StackSet::one(15)
            .with(StackSet::run(4, 3))
            .with(StackSet::one(0))
            .without(StackSet::one(5));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 4, 6, 15]);
        assert_eq!((set.len(), set.lowest()), (4, Some(0)));
        assert!(set.has(6) && !set.has(5));
    }

    #[test]
    fn a_run_may_be_all_stacks_or_none() {
        assert!(StackSet::run(0, 16).iter().eq(0..16));
        assert!(StackSet::run(3, 0).is_empty() && StackSet::run(3, 0).lowest().is_none());
    }
}
