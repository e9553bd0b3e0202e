//! Random playouts of hands, for statistics and for search.

use super::claims::Claimed;
use super::{Hand, Outcome, SEATS, Stage};
use crate::families::tiles::game::right_of;
use crate::families::tiles::games::mahjong::report::PendingKind;
use crate::families::tiles::games::mahjong::tile::{COPIES, Counts, Tile};
use crate::families::tiles::games::mahjong::win::Set;

impl Hand {
    /// Plays at random to the end of the hand: every seat takes, or claims, any legal action. `uniform(n)` returns numbers from 0
    /// to `n - 1`.
    pub fn play_out(&mut self, uniform: &mut impl FnMut(u32) -> u32) -> Outcome {
        let (left, players) = (self.left(), &mut self.players);
        for player in players {
            player.discards.reserve(left / SEATS);
        }
        loop {
            let ended = match self.stage {
                Stage::Turn { only_discard } => self.turn_by_lot(only_discard, uniform),
                Stage::Window { kind, tile, claims } => {
                    self.claims_by_lot((kind, tile), claims, uniform)
                }
            };
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    fn turn_by_lot(
        &mut self,
        only_discard: bool,
        uniform: &mut impl FnMut(u32) -> u32,
    ) -> Option<Outcome> {
        let worth = if only_discard {
            None
        } else {
            self.may_win(self.turn, self.drawn, None).ok()
        };
        let player = &self.players[self.turn];
        let held = kinds(&player.hand, |count| count > 0);
        let mut kongs = 0;
        if !only_discard && self.left() > 0 {
            kongs = kinds(&player.hand, |count| count == COPIES);
            for laid in &player.melds {
                if let Set::Pung(tile) = laid.set {
                    kongs |= held & 1 << tile.index();
                }
            }
        }
        let (discards, kinds_of_kongs) = (held.count_ones(), kongs.count_ones());
        let choice = uniform(discards + kinds_of_kongs + u32::from(worth.is_some()));
        match (choice.checked_sub(discards), worth) {
            (None, _) => {
                self.discard_tile(nth(held, choice));
                None
            }
            (Some(choice), Some(worth)) if choice == kinds_of_kongs => {
                Some(self.won(self.turn, None, self.drawn, worth))
            }
            (Some(choice), _) => self.lay_kong(nth(kongs, choice)),
        }
    }

    fn claims_by_lot(
        &mut self,
        (kind, tile): (PendingKind, Tile),
        made: [Option<Claimed>; SEATS],
        uniform: &mut impl FnMut(u32) -> u32,
    ) -> Option<Outcome> {
        let mut ended = None;
        let others = [1, 2, 3].map(|place| right_of(self.turn, place, SEATS));
        for seat in others.into_iter().filter(|&seat| made[seat].is_none()) {
            let mut claims = self.legal_claims(seat, kind, tile);
            let claim = match u32::try_from(claims.clone().count()) {
                Ok(count) if count > 1 => claims.nth(uniform(count) as usize),
                _ => claims.next(),
            };
            let claim = claim.unwrap_or(Claimed::Pass);
            ended = self
                .claim(seat, claim)
                .expect("a claim that was found legal");
        }
        ended
    }
}

/// The kinds whose number satisfies a condition, one bit each.
fn kinds(counts: &Counts, is_wanted: impl Fn(u8) -> bool) -> u64 {
    let bits = (0..).zip(counts);
    bits.fold(0, |kinds, (bit, &count)| {
        kinds | u64::from(is_wanted(count)) << bit
    })
}

/// The kind of the set bit with index `place`, in ascending order.
fn nth(mut kinds: u64, place: u32) -> Tile {
    for _ in 0..place {
        kinds &= kinds - 1;
    }
    Tile::new(kinds.trailing_zeros() as usize)
}
