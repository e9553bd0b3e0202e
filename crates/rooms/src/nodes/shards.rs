//! The shards, into which rooms are divided among nodes, as one node knows them.

use giog_protocol::RoomId;

/// How many shards there are.
pub const SHARDS: usize = 256;

/// The shard of a room: the first byte of its id, as the column `shard` of its rows says.
pub const fn shard_of(room: RoomId) -> u8 {
    room.0.as_bytes()[0]
}

/// Who tells which rooms a shard has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reporter {
    /// This node, which has them.
    Here,
    /// Another one, by its peer's number.
    Peer(u64),
}

/// Which shards are this node's, and of which it is known which rooms they have.
#[derive(Debug)]
pub(crate) struct Shards {
    mine: [bool; SHARDS],
    /// How often each became this node's: what was read of its rooms before counts no more.
    tenures: [u64; SHARDS],
    /// Of which of this node's it is known which rooms they have.
    read: [bool; SHARDS],
    /// The peers that tell which rooms each has, in the order in which they began to: while a shard moves the news of two nodes cross,
    /// and none of them says anything twice.
    reporters: [Vec<u64>; SHARDS],
}

impl Default for Shards {
    /// Of a server that has all rooms.
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
    /// Of a node that has none yet.
    pub const fn none() -> Self {
        Self {
            mine: [false; SHARDS],
            tenures: [0; SHARDS],
            read: [false; SHARDS],
            reporters: [const { Vec::new() }; SHARDS],
        }
    }

    /// Whether a room is to be on this node.
    pub const fn is_mine(&self, room: RoomId) -> bool {
        self.mine[shard_of(room) as usize]
    }

    /// For which time its shard is this node's, if it is to be here.
    pub const fn tenure(&self, room: RoomId) -> Option<u64> {
        let shard = shard_of(room) as usize;
        if self.mine[shard] {
            Some(self.tenures[shard])
        } else {
            None
        }
    }

    /// Whether it would be known if there were such a room.
    pub fn is_known(&self, room: RoomId) -> bool {
        self.reporter(shard_of(room)).is_some()
    }

    /// Who tells which rooms a shard has, if that is known: of peers the one that began last.
    pub fn reporter(&self, shard: u8) -> Option<Reporter> {
        let place = usize::from(shard);
        if self.mine[place] {
            return self.read[place].then_some(Reporter::Here);
        }
        self.reporters[place].last().copied().map(Reporter::Peer)
    }

    /// Whether it is known of all rooms which there are.
    pub fn are_all_known(&self) -> bool {
        (0..=u8::MAX).all(|shard| self.reporter(shard).is_some())
    }

    /// Whether a new room may have this id: it is this node's, and cannot be taken for one from before.
    pub fn takes(&self, room: RoomId) -> bool {
        self.is_told_here(shard_of(room))
    }

    /// Whether a new room may have some id.
    pub fn take_some(&self) -> bool {
        !self.told_here().is_empty()
    }

    /// Those of this node of which it is known which rooms they have.
    pub fn told_here(&self) -> Vec<u8> {
        let here = |shard: &u8| self.is_told_here(*shard);
        (0..=u8::MAX).filter(here).collect()
    }

    /// Whether this is one of them.
    pub fn is_told_here(&self, shard: u8) -> bool {
        self.reporter(shard) == Some(Reporter::Here)
    }

    /// Whether some are this node's and some are others', and it is known which rooms its own have.
    pub fn are_shared_and_told(&self) -> bool {
        let mine = self.mine.iter().filter(|mine| **mine).count();
        (1..SHARDS).contains(&mine) && self.told_here().len() == mine
    }

    /// These are this node's now, or no more. It is not known here which rooms they have; their node may have told already.
    pub fn set_mine(&mut self, shards: &[u8], mine: bool) {
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

    /// A peer tells which rooms these have, and those of no others any more. It counts as soon as they are not this node's.
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
    fn who_has_a_shard_tells_of_it_whoever_speaks_first() {
        let mut shards = Shards::none();
        shards.know_of_peer(1, &[7, 8]);
        // Handed over from 1 to 2, and the news cross.
        shards.know_of_peer(2, &[8]);
        shards.know_of_peer(1, &[7]);
        assert!(shards.is_known(room(7)) && shards.is_known(room(8)));
        shards.know_of_peer(2, &[]);
        assert!(!shards.is_known(room(8)));
        shards.set_mine(&[7], true);
        assert!(!shards.is_known(room(7)), "nobody has read its rooms here");
        shards.know_of_peer(1, &[7]);
        assert!(!shards.takes(room(7)), "what 1 says of it is old");
        shards.mark_own_known(&[7, 9]);
        assert!(shards.takes(room(7)) && !shards.takes(room(9)));
        assert_eq!(shards.told_here(), [7]);
        let first = shards.tenure(room(7));
        shards.set_mine(&[7], false);
        assert!(first.is_some() && shards.tenure(room(7)).is_none());
        shards.set_mine(&[7], true);
        assert_ne!(shards.tenure(room(7)), first, "another node had it");
        shards.set_mine(&[7], false);
        shards.know_of_peer(2, &[7]);
        // It is found out only now that it was handed over.
        shards.set_mine(&[7], false);
        assert!(shards.is_known(room(7)), "2 does not say so again");
    }

    #[test]
    fn a_shard_stays_known_though_the_news_of_its_former_node_come_last() {
        let mut shards = Shards::none();
        shards.know_of_peer(1, &[7, 8]);
        shards.know_of_peer(2, &[8]);
        // It was handed over, and this was said before.
        shards.know_of_peer(1, &[7, 8]);
        assert_eq!(shards.reporter(8), Some(Reporter::Peer(2)));
        shards.know_of_peer(1, &[7]);
        assert!(shards.is_known(room(8)));
        // The other way round.
        shards.know_of_peer(2, &[7, 8]);
        shards.know_of_peer(1, &[]);
        assert_eq!(shards.reporter(7), Some(Reporter::Peer(2)));
    }

    #[test]
    fn what_a_node_tells_of_a_shard_before_this_one_lets_it_go_is_not_forgotten() {
        let mut shards = Shards::none();
        shards.set_mine(&[8], true);
        shards.mark_own_known(&[8]);
        shards.know_of_peer(2, &[8]);
        assert_eq!(shards.reporter(8), Some(Reporter::Here));
        shards.set_mine(&[8], false);
        assert_eq!(shards.reporter(8), Some(Reporter::Peer(2)));
    }
}
