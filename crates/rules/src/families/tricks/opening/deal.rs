//! The deal of a trick game: the layout or the pack after the shuffle, and everything else that chance decides.

use crate::fairness::{Stream, shuffle};
use crate::families::tricks::exchange::Layout;
use crate::families::tricks::layout::Arrangement;
use crate::families::tricks::pieces::{Pack, Pieces, Stack};
use crate::families::tricks::variant::Terms;
use crate::table::{BySeat, Seat};

/// Everything that chance decides before a match. A value proves that the layout is possible under the terms it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    stacks: Vec<Stack>,
    six: Option<Seat>,
    exposer: Option<Seat>,
    dice: Option<BySeat<i64>>,
    pack: Option<Pack>,
    starter: Option<Seat>,
    arrangement: Arrangement,
}

/// The parts of a deal besides the stacks, as a record gives them. Fields without a meaning in the variant are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lots {
    /// The seat whose row has six stacks; default is seat 0.
    pub six: Option<i64>,
    /// The seat that exposes a stack.
    pub exposer: Option<i64>,
    /// The number that each seat threw.
    pub dice: Option<Vec<i64>>,
    /// The pack that is dealt, in games without stacks.
    pub cards: Option<Pack>,
    /// The seat that is dealt the first piece of the pack, and leads.
    pub starter: Option<i64>,
}

/// The number of faces of a die.
const DIE_FACES: u32 = 6;

/// The stacks or other parts of a deal are not possible in the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// The wrong number of stacks, or stacks of wrong heights.
    #[error("the layout has {expected} stacks; these are not as many, or not as high")]
    Heights {
        /// The expected number of stacks.
        expected: usize,
    },
    /// The pieces are not those of the variant's set.
    #[error("these are not the pieces of the set, each as often as there")]
    Pieces,
    /// `six` is not a seat of the table.
    #[error("there is no seat {0} to have the row of six")]
    Six(i64),
    /// `exposer` is missing or is not a seat of the table.
    #[error("`exposer` has to be the seat that exposes a stack")]
    Exposer,
    /// `starter` is not a seat of the table.
    #[error("`starter` has to be the seat that leads first")]
    Starter,
    /// `dice` does not have one number for each seat.
    #[error("`dice` has to be a number for each seat")]
    Dice,
}

impl Deal {
    /// The deal that follows from a match's stream (`docs/FAIRNESS.md`). `previous_winner` is the sole winner of the room's previous
    /// match of the same variant, if they sit in this one.
    pub fn from_stream(terms: &Terms, previous_winner: Option<Seat>, stream: &mut Stream) -> Self {
        Self::draw(terms, previous_winner, |n| stream.uniform(n))
    }

    /// Shuffles the set, lays it out, and draws lots. `uniform(n)` returns numbers from 0 to `n - 1`.
    pub fn draw(
        terms: &Terms,
        previous_winner: Option<Seat>,
        mut uniform: impl FnMut(u32) -> u32,
    ) -> Self {
        let (rules, seats) = (terms.variant().rules(), terms.seats());
        let set = (rules.set)(seats);
        let mut pieces = Vec::with_capacity(set.len().into());
        pieces.extend(set.iter());
        shuffle(&mut pieces, &mut uniform);
        let previous_winner = previous_winner.filter(|seat| seat.index() < seats);
        let six = rules
            .has_six(seats)
            .then_some(previous_winner.unwrap_or(Seat::new(0)));
        let arrangement = (rules.arrangement)(seats, six);
        let mut rest = pieces.as_slice();
        let stacks = arrangement
            .heights()
            .map(|height| {
                let (stack, others) = rest.split_at(usize::from(height));
                rest = others;
                Stack::new(stack).expect("layouts have stacks of at most MAX_STACK_HEIGHT")
            })
            .collect();
        let mut won_or_drawn = || {
            previous_winner.unwrap_or_else(|| {
                #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
                let seats = seats as u32;
                Seat::new(uniform(seats) as usize)
            })
        };
        let exposer = rules.has_exposer().then(&mut won_or_drawn);
        let starter = rules.has_pack().then(&mut won_or_drawn);
        let dice = rules
            .has_dice()
            .then(|| BySeat::from_fn(seats, |_| 1 + i64::from(uniform(DIE_FACES))));
        let pack = rules
            .has_pack()
            .then(|| Pack::new(pieces).expect("a pack has at most the whole set"));
        Self {
            stacks,
            six,
            exposer,
            dice,
            pack,
            starter,
            arrangement,
        }
    }

    /// The deal of a record. Lots that the variant does not have are ignored.
    pub fn from_record(
        terms: &Terms,
        stacks: Vec<Stack>,
        lots: impl Into<Lots>,
    ) -> Result<Self, BadDeal> {
        let (rules, seats) = (terms.variant().rules(), terms.seats());
        let Lots {
            six,
            exposer,
            dice,
            cards,
            starter,
        } = lots.into();
        let table: BySeat<()> = BySeat::new(seats);
        let six = if rules.has_six(seats) {
            let number = six.unwrap_or(0);
            Some(table.seat(number).ok_or(BadDeal::Six(number))?)
        } else {
            None
        };
        let seat = |number: Option<i64>| number.and_then(|number| table.seat(number));
        let exposer = if rules.has_exposer() {
            Some(seat(exposer).ok_or(BadDeal::Exposer)?)
        } else {
            None
        };
        let (pack, starter) = if rules.has_pack() {
            (cards, Some(seat(starter).ok_or(BadDeal::Starter)?))
        } else {
            (None, None)
        };
        let dice = if rules.has_dice() {
            let dice = dice.filter(|dice| dice.len() == seats);
            let dice = dice.ok_or(BadDeal::Dice)?;
            Some(BySeat::from_fn(seats, |seat| dice[seat.index()]))
        } else {
            None
        };
        let arrangement = (rules.arrangement)(seats, six);
        let deal = Self {
            stacks,
            six,
            exposer,
            dice,
            pack,
            starter,
            arrangement,
        };
        deal.check((rules.set)(seats))
    }

    /// The deal, if the number and heights of its stacks and its pieces are correct.
    fn check(self, set: Pieces) -> Result<Self, BadDeal> {
        let heights = self.arrangement.heights();
        if !self.stacks.iter().map(Stack::height).eq(heights) {
            return Err(BadDeal::Heights {
                expected: self.arrangement.heights().count(),
            });
        }
        // Every kind is counted before it is added: stacks from outside may have any number of one kind.
        let mut missing = set;
        let stacked = self.stacks.iter().flat_map(Stack::pieces);
        for &piece in stacked.chain(self.pack.iter().flat_map(Pack::pieces)) {
            if !missing.remove(piece) {
                return Err(BadDeal::Pieces);
            }
        }
        if missing == Pieces::EMPTY {
            Ok(self)
        } else {
            Err(BadDeal::Pieces)
        }
    }

    /// The stacks, by number.
    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// The seat whose row has six stacks, if there is one.
    pub fn six(&self) -> Option<Seat> {
        self.six
    }

    /// The seat that exposes a stack, in games with this choice.
    pub fn exposer(&self) -> Option<Seat> {
        self.exposer
    }

    /// What each seat threw, in games in which dice decide the first player.
    pub fn dice(&self) -> Option<BySeat<i64>> {
        self.dice
    }

    /// The pack, in games without stacks.
    pub fn cards(&self) -> Option<&Pack> {
        self.pack.as_ref()
    }

    /// The seat that is dealt the first piece of the pack, and leads.
    pub fn starter(&self) -> Option<Seat> {
        self.starter
    }

    /// The seat with the highest die, the first one if several have it; none without dice.
    pub(crate) fn highest_die(&self) -> Option<Seat> {
        let dice = self.dice?;
        let first_highest = |best: (Seat, i64), next: (Seat, i64)| {
            if next.1 > best.1 { next } else { best }
        };
        let thrown = dice.iter().map(|(seat, &die)| (seat, die));
        thrown.reduce(first_highest).map(|(seat, _)| seat)
    }

    /// The part of the deal that everybody sees before the first action.
    pub(crate) fn layout(&self) -> Layout {
        let rows = self.arrangement.rows_of_seats();
        Layout {
            shape: self.arrangement.shape(),
            heights: self.arrangement.heights().collect(),
            rows: (0..rows.ring().stacks())
                .map(|stack| rows.row_of(stack))
                .collect(),
            exposer: self.exposer,
            dice: self.dice,
        }
    }

    pub(crate) const fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }

    pub(crate) fn stack(&self, stack: u8) -> &Stack {
        &self.stacks[usize::from(stack)]
    }
}

impl From<&Deal> for Lots {
    fn from(deal: &Deal) -> Self {
        let number = |seat: Seat| u8::from(seat).into();
        Self {
            six: deal.six.map(number),
            exposer: deal.exposer.map(number),
            dice: deal.dice.map(|dice| dice.values().copied().collect()),
            cards: deal.pack.clone(),
            starter: deal.starter.map(number),
        }
    }
}

impl From<Option<i64>> for Lots {
    /// A deal with only `six`, which is enough for the games with rows in front of the seats.
    fn from(six: Option<i64>) -> Self {
        Self {
            six,
            ..Self::default()
        }
    }
}
