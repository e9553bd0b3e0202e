//! The shards, into which rooms are divided among nodes, as one node knows them.

use giog_protocol::RoomId;

/// How many shards there are.
pub const SHARDS: usize = 256;

/// The shard of a room: the first byte of its id, as the column `shard` of its rows says.
pub const fn shard_of(room: RoomId) -> u8 {
    room.0.as_bytes()[0]
}

/// The node that reports which rooms are in a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reporter {
    /// This node, which owns them.
    Here,
    /// Another node, by the number of its peer.
    Peer(u64),
}

/// Which shards this node owns, and for which shards it knows all rooms.
#[derive(Debug)]
pub(crate) struct Shards {
    mine: [bool; SHARDS],
    /// How often this node became the owner of each shard: what was read of its rooms in an earlier tenure is void.
    tenures: [u64; SHARDS],
    /// For which of its own shards this node has read the rooms from the database.
    read: [bool; SHARDS],
    /// For each shard the peers that report its rooms, oldest first. While a shard moves, the news of two nodes cross, and neither
    /// repeats them.
    reporters: [Vec<u64>; SHARDS],
}

impl Default for Shards {
    /// For a server that owns all rooms.
    fn default() -> Self {
        Self {
            mine: [true; SHARDS],
            tenures: [0; SHARDS],
            read: [true; SHARDS],
            reporters: [const { Vec::new() }; SHARDS],
        }
    }
}

impl Shards {
    /// For a node that owns no shard yet.
    pub const fn none() -> Self {
        Self {
            mine: [false; SHARDS],
            tenures: [0; SHARDS],
            read: [false; SHARDS],
            reporters: [const { Vec::new() }; SHARDS],
        }
    }

    /// Whether this node owns this shard.
    pub const fn is_own(&self, shard: u8) -> bool {
        self.mine[shard as usize]
    }

    /// Whether this node owns the room's shard.
    pub const fn is_own_room(&self, room: RoomId) -> bool {
        self.mine[shard_of(room) as usize]
    }

    /// The tenure of the room's shard, if this node owns it.
    pub const fn tenure(&self, room: RoomId) -> Option<u64> {
        let shard = shard_of(room) as usize;
        if self.mine[shard] {
            Some(self.tenures[shard])
        } else {
            None
        }
    }

    /// Whether all rooms of the room's shard are known here.
    pub fn is_known(&self, room: RoomId) -> bool {
        self.reporter(shard_of(room)).is_some()
    }

    /// The node that reports the rooms of a shard, if its rooms are known. Of several peers, the newest.
    pub fn reporter(&self, shard: u8) -> Option<Reporter> {
        let place = usize::from(shard);
        if self.mine[place] {
            return self.read[place].then_some(Reporter::Here);
        }
        self.reporters[place].last().copied().map(Reporter::Peer)
    }

    /// Whether all rooms of all shards are known.
    pub fn are_all_known(&self) -> bool {
        (0..=u8::MAX).all(|shard| self.reporter(shard).is_some())
    }

    /// Whether a new room may have this id: this node owns its shard and knows the rooms in it, so the id is not taken.
    pub fn takes(&self, room: RoomId) -> bool {
        self.is_restored_here(shard_of(room))
    }

    /// Whether a new room can be created on this node at all.
    pub fn take_some(&self) -> bool {
        !self.restored_shards().is_empty()
    }

    /// The shards of this node whose rooms it knows.
    pub fn restored_shards(&self) -> Vec<u8> {
        let here = |shard: &u8| self.is_restored_here(*shard);
        (0..=u8::MAX).filter(here).collect()
    }

    /// Whether this shard is one of them.
    pub fn is_restored_here(&self, shard: u8) -> bool {
        self.reporter(shard) == Some(Reporter::Here)
    }

    /// Whether this node owns some but not all shards, and knows the rooms of all its own.
    pub fn are_shared_and_told(&self) -> bool {
        let mine = self.mine.iter().filter(|mine| **mine).count();
        (1..SHARDS).contains(&mine) && self.restored_shards().len() == mine
    }

    /// Notes that this node owns these shards now, or not any more. Their rooms are not known here yet; the other owner may already have
    /// reported them.
    pub fn set_owned(&mut self, shards: &[u8], mine: bool) {
        for &shard in shards {
            self.mine[usize::from(shard)] = mine;
            self.tenures[usize::from(shard)] += u64::from(mine);
            self.read[usize::from(shard)] = false;
        }
    }

    /// Notes that this node has read which rooms are in these shards, as far as it owns them.
    pub fn mark_own_known(&mut self, shards: &[u8]) {
        for &shard in shards {
            self.read[usize::from(shard)] = self.mine[usize::from(shard)];
        }
    }

    /// Notes that a peer reports the rooms of exactly these shards. This matters only for shards that this node does not own.
    pub fn know_of_peer(&mut self, peer: u64, shards: &[u8]) {
        for (shard, reporters) in (0..=u8::MAX).zip(&mut self.reporters) {
            if !shards.contains(&shard) {
                reporters.retain(|&reporter| reporter != peer);
            } else if !reporters.contains(&peer) {
                reporters.push(peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn room(shard: u8) -> RoomId {
        RoomId(Uuid::from_bytes([shard; 16]))
    }

    #[test]
    fn the_owner_of_a_shard_announces_it_whichever_node_speaks_first() {
        let mut shards = Shards::none();
        shards.know_of_peer(1, &[7, 8]);
        // Handed over from 1 to 2, and their news cross.
        shards.know_of_peer(2, &[8]);
        shards.know_of_peer(1, &[7]);
        assert!(shards.is_known(room(7)) && shards.is_known(room(8)));
        shards.know_of_peer(2, &[]);
        assert!(!shards.is_known(room(8)));
        shards.set_owned(&[7], true);
        assert!(!shards.is_known(room(7)), "nobody has read its rooms here");
        shards.know_of_peer(1, &[7]);
        assert!(!shards.takes(room(7)), "what 1 says of it is old");
        shards.mark_own_known(&[7, 9]);
        assert!(shards.takes(room(7)) && !shards.takes(room(9)));
        assert_eq!(shards.restored_shards(), [7]);
        let first = shards.tenure(room(7));
        shards.set_owned(&[7], false);
        assert!(first.is_some() && shards.tenure(room(7)).is_none());
        shards.set_owned(&[7], true);
        assert_ne!(shards.tenure(room(7)), first, "another node had it");
        shards.set_owned(&[7], false);
        shards.know_of_peer(2, &[7]);
        // This node learns only now that the shard was handed over.
        shards.set_owned(&[7], false);
        assert!(shards.is_known(room(7)), "2 does not say so again");
    }

    #[test]
    fn a_shard_stays_known_though_the_news_of_its_former_node_come_last() {
        let mut shards = Shards::none();
        shards.know_of_peer(1, &[7, 8]);
        shards.know_of_peer(2, &[8]);
        // The shards were handed over, and this was reported before.
        shards.know_of_peer(1, &[7, 8]);
        assert_eq!(shards.reporter(8), Some(Reporter::Peer(2)));
        shards.know_of_peer(1, &[7]);
        assert!(shards.is_known(room(8)));
        // The opposite order.
        shards.know_of_peer(2, &[7, 8]);
        shards.know_of_peer(1, &[]);
        assert_eq!(shards.reporter(7), Some(Reporter::Peer(2)));
    }

    #[test]
    fn what_a_node_tells_of_a_shard_before_this_one_lets_it_go_is_not_forgotten() {
        let mut shards = Shards::none();
        shards.set_owned(&[8], true);
        shards.mark_own_known(&[8]);
        shards.know_of_peer(2, &[8]);
        assert_eq!(shards.reporter(8), Some(Reporter::Here));
        shards.set_owned(&[8], false);
        assert_eq!(shards.reporter(8), Some(Reporter::Peer(2)));
    }
}
