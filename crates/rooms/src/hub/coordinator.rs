//! What two nodes must not decide at the same moment: to which table quick play leads, and which room a key makes. One node decides
//! it for all, its *coordinator*: the one that has the shard which follows from the game, or from who makes the room. All
//! nodes know which one that is when they know of all rooms, and nothing is decided before.

use std::collections::HashSet;
use std::sync::Arc;

use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use giog_rules::{PlayerId, Variant};

use super::create::{Next, Quick};
use super::{Hub, lock};
use crate::frame_queue::FrameSender;
use crate::handle::RoomHandle;
use crate::lobby::{Admission, QuickTable};
use crate::nodes::{Peer, QuickResult, shard_of};

/// The shard that decides about tables of a game.
fn shard_of_game(variant: Variant) -> u8 {
    shard_for(variant.id().as_bytes())
}

/// The shard that decides about rooms that somebody makes.
fn shard_of_maker(player: PlayerId) -> u8 {
    shard_for(player.0.as_bytes())
}

/// A shard for these bytes, on all nodes of all versions the same (FNV-1a).
fn shard_for(bytes: &[u8]) -> u8 {
    let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash.to_be_bytes()
        .into_iter()
        .fold(0, |folded, byte| folded ^ byte)
}

/// Whether the error concerns only the coordinator's node, so that this node may decide by itself.
const fn is_local_to_coordinator(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Draining
            | ErrorCode::DiskLow
            | ErrorCode::StorageUnavailable
            | ErrorCode::ShuttingDown
    )
}

/// A key that this node may make a room under, until it is dropped or the room is there.
pub(super) struct Claimed<'a> {
    at: Option<Arc<Peer>>,
    player: PlayerId,
    key: &'a str,
}

impl Claimed<'_> {
    /// The room is made: the coordinator hears of it as all nodes do.
    pub fn keep(mut self) {
        self.at = None;
    }
}

impl Drop for Claimed<'_> {
    fn drop(&mut self) {
        if let Some(peer) = &self.at {
            peer.release_key(self.player, self.key);
        }
    }
}

/// Whether a room may be made under a key.
pub(super) enum Claim<'a> {
    May(Claimed<'a>),
    Made(RoomHandle),
}

impl Hub {
    /// The node that decides what follows from a shard; nothing where that is this one, or nobody as far as is known.
    fn coordinator(&self, shard: u8) -> Option<Arc<Peer>> {
        self.teller_of(shard).filter(|peer| peer.coordinates())
    }

    /// The node that leads people to tables of a game, if that is another one.
    pub(super) fn coordinator_of_game(&self, variant: Variant) -> Option<Arc<Peer>> {
        self.coordinator(shard_of_game(variant))
    }

    /// Has the coordinator lead somebody to a table, or make one if `may_make` has nothing against it. Nothing where this
    /// node is to decide by itself.
    pub(super) async fn led_by(
        &self,
        coordinator: &Peer,
        quick: &Quick,
        tried: &HashSet<RoomId>,
        mut may_make: impl FnMut() -> Result<(), Problem>,
    ) -> Result<Option<Next>, Problem> {
        let (game, who) = ((quick.variant, &*quick.key), || quick.who());
        let mut led = match coordinator.quick_table(game, tried, false, who()).await {
            Err(problem) if is_local_to_coordinator(problem.code) => return Ok(None),
            led => led?,
        };
        if led == QuickResult::Nowhere {
            // What one address may make is counted where its connections are.
            may_make()?;
            led = match coordinator.quick_table(game, tried, true, who()).await {
                Err(problem) if is_local_to_coordinator(problem.code) => return Ok(None),
                led => led?,
            };
        }
        Ok(match led {
            QuickResult::To { room, own } => {
                let table = self.reach(room).map(|handle| QuickTable {
                    id: room,
                    handle,
                    own,
                });
                Some(Next::Table(table.inspect_err(|_| {
                    coordinator.arrived(quick.person.player, room);
                })?))
            }
            QuickResult::Made { room } => Some(Next::Made(self.reach(room)?)),
            QuickResult::Nowhere | QuickResult::Unknown => None,
        })
    }

    /// How a room is reached of which another node said that it is there, whether this node has heard of it or not.
    fn reach(&self, room: RoomId) -> Result<RoomHandle, Problem> {
        self.room(room).or_else(|unknown| {
            let peer = self.teller_of(shard_of(room)).ok_or(unknown)?;
            Ok(RoomHandle::there(room, peer))
        })
    }

    /// Leads somebody on another node to a table, as their coordinator, or makes one here if it may be.
    pub(crate) fn lead_for_another(
        &self,
        (frame_sender, person, re): (FrameSender, Person, u64),
        (key, variant): (&str, Variant),
        tried: &HashSet<RoomId>,
        may_make: bool,
    ) -> Result<QuickResult, Problem> {
        self.must_coordinate(shard_of_game(variant))?;
        let quick = Quick {
            frame_sender,
            person,
            re,
            key: key.to_owned(),
            variant,
        };
        let may_make = may_make.then_some(|| Ok(()));
        let led = self.next_table(&quick, tried, may_make)?;
        Ok(match led {
            Some(Next::Table(table)) => QuickResult::To {
                room: table.id,
                own: table.own,
            },
            Some(Next::Made(handle)) => QuickResult::Made { room: handle.id() },
            None => QuickResult::Nowhere,
        })
    }

    /// Whoever was led to a table is there, or is not coming.
    pub(crate) fn arrived(&self, player: PlayerId, room: RoomId) {
        self.lobby().arrived(player, room);
    }

    /// Whether somebody may make a room here under a key, or has made it already on any node.
    pub(super) async fn claim_key<'a>(
        &self,
        player: PlayerId,
        key: &'a str,
    ) -> Result<Claim<'a>, Problem> {
        let coordinator = self.coordinator(shard_of_maker(player));
        if let Some(peer) = &coordinator
            && let Some(room) = peer.claim_key(player, key).await?
        {
            return Ok(Claim::Made(self.reach(room)?));
        }
        Ok(Claim::May(Claimed {
            at: coordinator,
            player,
            key,
        }))
    }

    /// The same for another node, as the coordinator: the room, or none where that node may make it now.
    pub(crate) fn claim_for_another(
        &self,
        claimed: (PlayerId, &str),
        subscriber: u64,
    ) -> Result<Option<RoomId>, Problem> {
        self.must_coordinate(shard_of_maker(claimed.0))?;
        let mut lobby = self.lobby();
        self.must_have_all_rooms(&lobby)?;
        let admission = lobby.claim(claimed, Some(subscriber), self.now_ms());
        match admission {
            Ok(Admission::Made(room, _)) => Ok(Some(room)),
            Ok(Admission::New) => Ok(None),
            // Whoever asked first is about to have it.
            Err(ErrorCode::Busy) => Err(Self::not_there_yet()),
            Err(code) => Err(code.into()),
        }
    }

    /// No room was made under a key that another node claimed.
    pub(crate) fn release_key(&self, player: PlayerId, key: &str) {
        self.lobby().release(player, key);
    }

    fn must_coordinate(&self, shard: u8) -> Result<(), Problem> {
        if lock(&self.shared.shards).is_told_here(shard) {
            Ok(())
        } else {
            Err(Self::not_there_yet())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use uuid::Uuid;

    use super::*;

    #[test]
    fn games_and_people_are_spread_over_shards_that_never_change() {
        let games: BTreeSet<u8> = Variant::ALL.into_iter().map(shard_of_game).collect();
        assert!(games.len() > Variant::ALL.len() / 2);
        let player = |number| PlayerId(Uuid::from_u128(number));
        let people: BTreeSet<u8> = (0..1_000).map(|n| shard_of_maker(player(n))).collect();
        assert!(people.len() > 200, "{}", people.len());
        assert_eq!(shard_for(b"giog"), GIOG);
    }

    /// Nodes of different versions must agree on it.
    const GIOG: u8 = 220;
}
