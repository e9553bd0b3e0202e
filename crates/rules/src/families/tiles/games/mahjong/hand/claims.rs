//! Claims of a discard, or of a tile that was added to a pung, and their resolution.

use super::player::Laid;
use super::{Hand, Outcome, SEATS, Stage};
use crate::families::tiles::action::Claim;
use crate::families::tiles::game::right_of;
use crate::families::tiles::games::mahjong::report::PendingKind;
use crate::families::tiles::games::mahjong::tile::{Tile, canonical};
use crate::families::tiles::games::mahjong::win::Set;
use crate::table::RefusalCode;

/// A legal claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claimed {
    Pass,
    /// A chow that begins with this tile.
    Chow(Tile),
    Pung,
    Kong,
    Win,
}

impl Claimed {
    /// The claim in the form that players send.
    pub(super) fn told(self, tile: Tile) -> Claim {
        match self {
            Self::Pass => Claim::Pass,
            Self::Chow(first) => {
                let tiles = Set::Chow(first).tiles();
                Claim::Chow {
                    tiles: canonical(tiles.filter(|&other| other != tile)),
                }
            }
            Self::Pung => Claim::Pung,
            Self::Kong => Claim::Kong,
            Self::Win => Claim::Win,
        }
    }
}

impl Hand {
    /// The legal claims of a seat; chows are in the order of their first tile.
    pub(super) fn legal_claims(
        &self,
        seat: usize,
        kind: PendingKind,
        tile: Tile,
    ) -> impl Iterator<Item = Claimed> + Clone + use<> {
        let hand = &self.players[seat].hand;
        let takes = kind == PendingKind::Discard && self.left() > 0;
        let has = |count| takes && hand[tile.index()] >= count;
        let is_next = seat == right_of(self.turn, 1, SEATS);
        let chow = |back: usize| {
            let first = tile.index().checked_sub(back).map(Tile::new)?;
            let second = first.next()?;
            let run = [first, second, second.next()?];
            let holds = |other: &Tile| *other == tile || hand[other.index()] > 0;
            (takes && is_next && run.iter().all(holds)).then_some(Claimed::Chow(first))
        };
        let wins = self.may_win(seat, Some(tile), Some(kind)).is_ok();
        let claims = [
            Some(Claimed::Pass),
            chow(2),
            chow(1),
            chow(0),
            has(2).then_some(Claimed::Pung),
            has(3).then_some(Claimed::Kong),
            wins.then_some(Claimed::Win),
        ];
        claims.into_iter().flatten()
    }

    /// Checks whether a claim is legal.
    pub(super) fn check(
        &self,
        seat: usize,
        claim: &Claim,
        kind: PendingKind,
        tile: Tile,
    ) -> Result<Claimed, RefusalCode> {
        let player = &self.players[seat];
        match claim {
            Claim::Pass => return Ok(Claimed::Pass),
            Claim::Win => {
                self.may_win(seat, Some(tile), Some(kind))?;
                return Ok(Claimed::Win);
            }
            Claim::Chow { .. } | Claim::Pung | Claim::Kong => {}
        }
        if kind == PendingKind::Kong {
            return Err(RefusalCode::NoDiscard);
        }
        if matches!(claim, Claim::Chow { .. }) && seat != right_of(self.turn, 1, SEATS) {
            return Err(RefusalCode::NotNext);
        }
        if self.left() == 0 {
            return Err(RefusalCode::WallEmpty);
        }
        let has = |count| player.hand[tile.index()] >= count;
        match claim {
            Claim::Chow { tiles } => {
                let [one, other] = player.held(tiles)?;
                let mut run = [one, other, tile];
                run.sort_unstable();
                let in_sequence = run[0].next() == Some(run[1]) && run[1].next() == Some(run[2]);
                in_sequence
                    .then_some(Claimed::Chow(run[0]))
                    .ok_or(RefusalCode::NotASet)
            }
            Claim::Pung if has(2) => Ok(Claimed::Pung),
            Claim::Kong if has(3) => Ok(Claimed::Kong),
            _ => Err(RefusalCode::NotInHand),
        }
    }

    /// Notes a claim. The last one resolves all claims.
    pub(super) fn claim(
        &mut self,
        seat: usize,
        claimed: Claimed,
    ) -> Result<Option<Outcome>, RefusalCode> {
        let Stage::Window { kind, tile, claims } = &mut self.stage else {
            return Err(RefusalCode::WrongAction);
        };
        claims[seat] = Some(claimed);
        let (kind, tile, claims) = (*kind, *tile, *claims);
        let others = [1, 2, 3].map(|place| right_of(self.turn, place, SEATS));
        if others.iter().any(|&other| claims[other].is_none()) {
            return Ok(None);
        }
        let first = |wanted: fn(Claimed) -> bool| {
            let who = others
                .into_iter()
                .find(|&other| claims[other].is_some_and(wanted));
            who.and_then(|who| Some((who, claims[who]?)))
        };
        let taken = first(|claim| claim == Claimed::Win)
            .or_else(|| first(|claim| matches!(claim, Claimed::Pung | Claimed::Kong)))
            .or_else(|| first(|claim| matches!(claim, Claimed::Chow(_))));
        match taken {
            Some((winner, Claimed::Win)) => {
                let worth = self.may_win(winner, Some(tile), Some(kind))?;
                let from = self.turn;
                self.players[winner].hand[tile.index()] += 1;
                Ok(Some(self.won(winner, Some(from), Some(tile), worth)))
            }
            Some((other, claim)) => Ok(self.take_discard(other, claim, tile)),
            None if kind == PendingKind::Kong => Ok(self.finish_kong(tile)),
            None => Ok(self.draw(others[0], false)),
        }
    }

    /// Completes a kong after nobody has robbed the tile that was added to the pung.
    fn finish_kong(&mut self, tile: Tile) -> Option<Outcome> {
        let seat = self.turn;
        self.players[seat].hand[tile.index()] -= 1;
        for laid in &mut self.players[seat].melds {
            if laid.set == Set::Pung(tile) {
                laid.set = Set::Kong(tile);
            }
        }
        self.draw(seat, true)
    }

    /// Turns the discard into a set of the seat that claimed it.
    fn take_discard(&mut self, taker: usize, claim: Claimed, tile: Tile) -> Option<Outcome> {
        let from = self.turn;
        self.players[from].discards.pop();
        let set = match claim {
            Claimed::Chow(first) => Set::Chow(first),
            Claimed::Kong => Set::Kong(tile),
            _ => Set::Pung(tile),
        };
        let player = &mut self.players[taker];
        player.hand[tile.index()] += 1;
        for tile in set.tiles() {
            player.hand[tile.index()] -= 1;
        }
        player.melds.push(Laid {
            set,
            from: Some(from),
        });
        if claim == Claimed::Kong {
            self.has_kong = true;
            return self.draw(taker, true);
        }
        self.turn = taker;
        self.stage = Stage::Turn { only_discard: true };
        None
    }
}
