//! Decisions that two nodes must not make at the same moment: which table quick play leads to, and which room a key makes. One node, the
//! *coordinator*, decides for all: the owner of a shard that is computed from the game, or from the person who creates the room. A node
//! knows the coordinator only when it knows the rooms of all shards; before that nothing is decided.

use std::collections::HashSet;
use std::sync::Arc;

use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use giog_rules::{PlayerId, Variant};

use super::quick::{Next, Quick};
use super::{Hub, lock};
use crate::frame_queue::FrameSender;
use crate::handle::RoomHandle;
use crate::lobby::{Admission, QuickGame, QuickTable};
use crate::nodes::{Peer, QuickResult, shard_of};

/// The shard whose owner decides about quick-play tables of a game.
fn shard_of_game(variant: Variant) -> u8 {
    shard_for(variant.id().as_bytes())
}

/// The shard whose owner decides about rooms that a person creates.
fn shard_of_maker(player: PlayerId) -> u8 {
    shard_for(player.0.as_bytes())
}

/// The shard for these bytes (FNV-1a), the same on all nodes of all versions.
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

/// The right to create a room with a key. It is given back when this is dropped, unless [`Self::keep`] was called.
pub(super) struct Claimed<'a> {
    at: Option<Arc<Peer>>,
    player: PlayerId,
    key: &'a str,
}

impl Claimed<'_> {
    /// The room was created. The coordinator learns of it like all other nodes.
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

/// The result of asking whether a room may be created with a key.
pub(super) enum Claim<'a> {
    May(Claimed<'a>),
    Made(RoomHandle),
}

impl Hub {
    /// The coordinator for a shard; none if it is this node, or not known.
    fn coordinator(&self, shard: u8) -> Option<Arc<Peer>> {
        self.reporter_of(shard).filter(|peer| peer.coordinates())
    }

    /// The node that decides about quick-play tables of a game, if it is another one.
    pub(super) fn coordinator_of_game(&self, variant: Variant) -> Option<Arc<Peer>> {
        self.coordinator(shard_of_game(variant))
    }

    /// Asks the coordinator for a table for somebody, or to create one if `may_make` allows it. None if this node has to decide by
    /// itself.
    pub(super) async fn led_by(
        &self,
        coordinator: &Peer,
        quick: &Quick,
        tried: &HashSet<RoomId>,
        mut may_make: impl FnMut() -> Result<(), Problem>,
    ) -> Result<Option<Next>, Problem> {
        let who = || quick.who();
        let game = (&*quick.key, quick.game, &*quick.met);
        let mut led = match coordinator.quick_table(game, tried, false, who()).await {
            Err(problem) if is_local_to_coordinator(problem.code) => return Ok(None),
            led => led?,
        };
        if led == QuickResult::Nowhere {
            // How many rooms one address may create is counted on the node of its connections.
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

    /// The handle of a room that another node named, whether its news of the room have arrived here or not.
    pub(super) fn reach(&self, room: RoomId) -> Result<RoomHandle, Problem> {
        self.room(room).or_else(|unknown| {
            let peer = self.reporter_of(shard_of(room)).ok_or(unknown)?;
            Ok(RoomHandle::there(room, peer))
        })
    }

    /// As the coordinator: finds a table for somebody on another node, or creates one here if that is allowed.
    pub(crate) fn lead_for_another(
        &self,
        (frame_sender, person, re): (FrameSender, Person, u64),
        (key, game, met): (&str, QuickGame, Vec<PlayerId>),
        tried: &HashSet<RoomId>,
        may_make: bool,
    ) -> Result<QuickResult, Problem> {
        self.must_coordinate(shard_of_game(game.variant))?;
        let quick = Quick {
            game,
            frame_sender,
            person,
            re,
            key: key.to_owned(),
            met,
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

    /// Somebody who was led to a table has arrived there, or will not come.
    pub(crate) fn arrived(&self, player: PlayerId, room: RoomId) {
        self.lobby().arrived(player, room);
    }

    /// Whether somebody may create a room here with a key, or has already created one with it on any node.
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

    /// As the coordinator: the same for another node. Returns the room, or none if that node may create it now.
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
            // The node that asked first is about to create it.
            Err(ErrorCode::Busy) => Err(Self::not_there_yet()),
            Err(code) => Err(code.into()),
        }
    }

    /// The room for a key that another node claimed was not created.
    pub(crate) fn release_key(&self, player: PlayerId, key: &str) {
        self.lobby().release(player, key);
    }

    fn must_coordinate(&self, shard: u8) -> Result<(), Problem> {
        if lock(&self.0.nodes.shards).is_restored_here(shard) {
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

    /// Nodes of different versions must compute the same value.
    const GIOG: u8 = 220;
}
