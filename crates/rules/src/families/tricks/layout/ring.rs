//! A ring of stacks, in which the last is next to the first.

use super::StackSet;

/// A ring of stacks, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    stacks: u8,
}

/// A direction round the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

impl Ring {
    /// A ring of this number of stacks.
    pub const fn new(stacks: u8) -> Self {
        Self { stacks }
    }

    /// The number of stacks.
    pub const fn stacks(self) -> u8 {
        self.stacks
    }

    /// The set of all stacks.
    pub const fn all(self) -> StackSet {
        StackSet::run(0, self.stacks)
    }

    /// The stack with this number; none if there is no such stack.
    pub fn stack(self, number: i64) -> Option<u8> {
        u8::try_from(number)
            .ok()
            .filter(|&stack| stack < self.stacks)
    }

    /// The next stack in a direction.
    pub const fn next(self, stack: u8, direction: Direction) -> u8 {
        match direction {
            Direction::Up if stack + 1 == self.stacks => 0,
            Direction::Up => stack + 1,
            Direction::Down if stack == 0 => self.stacks - 1,
            Direction::Down => stack - 1,
        }
    }

    /// All stacks in the order in which they are taken, starting with `first`.
    pub fn round(self, first: u8, direction: Direction) -> impl Iterator<Item = u8> + use<> {
        let next = move |&stack: &u8| Some(self.next(stack, direction));
        std::iter::successors(Some(first), next).take(usize::from(self.stacks))
    }

    /// The direction from a stack to another; none if they are not neighbours.
    pub fn direction(self, from: u8, to: u8) -> Option<Direction> {
        [Direction::Up, Direction::Down]
            .into_iter()
            .find(|&direction| self.next(from, direction) == to)
    }

    /// The two neighbours of a stack.
    pub const fn neighbours(self, stack: u8) -> StackSet {
        let up = StackSet::one(self.next(stack, Direction::Up));
        up.with(StackSet::one(self.next(stack, Direction::Down)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stack_lies_next_to_the_first() {
        let ring = Ring::new(15);
        assert!(ring.neighbours(0).iter().eq([1, 14]));
        assert!(ring.neighbours(14).iter().eq([0, 13]));
        assert_eq!(ring.direction(0, 14), Some(Direction::Down));
        assert_eq!(ring.direction(14, 0), Some(Direction::Up));
        assert_eq!(ring.direction(3, 3), None);
        let round: Vec<u8> = ring.round(13, Direction::Up).take(4).collect();
        assert_eq!(round, [13, 14, 0, 1]);
    }

    #[test]
    fn a_stack_is_a_number_of_the_ring() {
        let ring = Ring::new(16);
        for (number, expected) in [
            (0, Some(0)),
            (15, Some(15)),
            (16, None),
            (-1, None),
            (i64::MAX, None),
        ] {
            assert_eq!(ring.stack(number), expected);
        }
    }
}
