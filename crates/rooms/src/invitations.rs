//! The open invitations to tables, and which tables people have declined.
//!
//! They are in memory only: on every node of a cluster, and gone after a restart. Nobody needs an invitation of a few minutes ago.

use std::collections::{HashMap, HashSet, VecDeque};

use giog_protocol::server::Invitation;
use giog_protocol::{Access, Person, RoomId};
use giog_rules::{PlayerId, Variant};
use serde::{Deserialize, Serialize};

/// How long an invitation holds, in milliseconds: as long as people wait for somebody.
pub const INVITATION_MS: u64 = 5 * 60 * 1_000;
/// The most open invitations of one person, at different tables; further ones do not reach them.
pub const MAX_INVITATIONS_OF_PERSON: usize = 8;
/// The most open invitations of all; further ones reach nobody.
const MAX_OPEN: usize = 20_000;
/// The most tables that all people together have declined; of more the oldest are forgotten, so that they may be asked again.
const MAX_DECLINED: usize = 20_000;

/// An invitation as a node keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The room.
    pub room: RoomId,
    /// The game.
    pub variant: Variant,
    /// Who may join.
    pub access: Access,
    /// Who invites.
    pub from: Person,
    /// Whether it ends when they have no seat any more. If not, they own the room and watch.
    pub while_seated: bool,
    /// Who is invited.
    pub to: PlayerId,
    /// When it was made on the monotonic clock.
    pub made_ms: u64,
    /// When it ends at the latest on the monotonic clock.
    pub ends_ms: u64,
}

impl OpenInvitation {
    /// The message about it at this moment.
    pub fn shown(&self, now_ms: u64) -> Invitation {
        Invitation {
            room: self.room,
            variant: self.variant,
            access: self.access,
            from: self.from.clone(),
            ends_in_ms: self.ends_ms.saturating_sub(now_ms),
        }
    }
}

/// What nodes tell each other about invitations.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InvitationItem {
    /// Somebody is invited. The invitation has been allowed.
    Made {
        to: PlayerId,
        while_seated: bool,
        invitation: Box<Invitation>,
    },
    /// People do not want to be invited to these rooms any more.
    Declined { declined: Vec<(PlayerId, RoomId)> },
    /// Nobody is to see any more what the second person has sent to the first one.
    Blocked { to: PlayerId, by: PlayerId },
    /// Nothing is to be known of this person any more.
    Forgotten { player: PlayerId },
}

/// Invitations of all people.
#[derive(Debug, Default)]
pub(crate) struct Invitations {
    open: HashMap<PlayerId, Vec<OpenInvitation>>,
    count: usize,
    declined: HashSet<(PlayerId, RoomId)>,
    /// The same, the oldest first.
    order: VecDeque<(PlayerId, RoomId)>,
}

impl Invitations {
    /// Adds one, in place of an earlier one to the same table. False if the person has declined the table, or there are too many.
    pub fn add(&mut self, invitation: OpenInvitation) -> bool {
        let (to, room) = (invitation.to, invitation.room);
        if self.declined.contains(&(to, room)) {
            return false;
        }
        self.end(to, room);
        let of_person = self.open.get(&to).map_or(0, Vec::len);
        if of_person >= MAX_INVITATIONS_OF_PERSON || self.count >= MAX_OPEN {
            return false;
        }
        self.open.entry(to).or_default().push(invitation);
        self.count += 1;
        true
    }

    /// The open invitations of a person, the latest last.
    pub fn of(&self, to: PlayerId) -> &[OpenInvitation] {
        self.open.get(&to).map_or(&[], Vec::as_slice)
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All that are open.
    pub fn all(&self) -> impl Iterator<Item = &OpenInvitation> {
        self.open.values().flatten()
    }

    /// Ends the invitation of a person to a room; false if there is none.
    pub fn end(&mut self, to: PlayerId, room: RoomId) -> bool {
        !self.end_such(to, |one| one.room == room).is_empty()
    }

    /// Ends the invitations of a person by somebody. Returns their rooms.
    pub fn end_by(&mut self, to: PlayerId, by: PlayerId) -> Vec<RoomId> {
        self.end_such(to, |one| one.from.player == by)
    }

    /// Forgets what a person has sent, was sent and has declined. Returns the invited people and the rooms.
    pub fn forget(&mut self, player: PlayerId) -> Vec<(PlayerId, RoomId)> {
        self.declined.retain(|&(to, _)| to != player);
        self.order.retain(|&(to, _)| to != player);
        self.end_unless(|one| one.to != player && one.from.player != player)
    }

    /// Ends those that do not hold. Returns the invited people and the rooms.
    pub fn end_unless(
        &mut self,
        holds: impl Fn(&OpenInvitation) -> bool,
    ) -> Vec<(PlayerId, RoomId)> {
        let over = self.all().filter(|one| !holds(one));
        let over: Vec<_> = over.map(|one| (one.to, one.room)).collect();
        for &(to, room) in &over {
            self.end(to, room);
        }
        over
    }

    /// Notes that a person does not want to be invited to a room any more, and ends an invitation there.
    pub fn decline(&mut self, to: PlayerId, room: RoomId) -> bool {
        if self.declined.insert((to, room)) {
            self.order.push_back((to, room));
        }
        while self.order.len() > MAX_DECLINED {
            if let Some(oldest) = self.order.pop_front() {
                self.declined.remove(&oldest);
            }
        }
        self.end(to, room)
    }

    /// What people have declined, the oldest first.
    pub fn declined(&self) -> impl Iterator<Item = (PlayerId, RoomId)> {
        self.order.iter().copied()
    }

    fn end_such(&mut self, to: PlayerId, which: impl Fn(&OpenInvitation) -> bool) -> Vec<RoomId> {
        let Some(own) = self.open.get_mut(&to) else {
            return Vec::new();
        };
        let over = own.iter().filter(|one| which(one)).map(|one| one.room);
        let over: Vec<RoomId> = over.collect();
        own.retain(|one| !which(one));
        if own.is_empty() {
            self.open.remove(&to);
        }
        self.count -= over.len();
        over
    }
}

#[cfg(test)]
mod tests {
    use giog_protocol::PlayerName;
    use uuid::Uuid;

    use super::*;

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn room(number: u128) -> RoomId {
        RoomId(Uuid::from_u128(number))
    }

    fn invitation(to: u128, at: u128, by: u128) -> OpenInvitation {
        let from = Person {
            player: player(by),
            name: PlayerName::restored("Lin"),
            declared_bot: None,
        };
        OpenInvitation {
            room: room(at),
            variant: Variant::ALL[0],
            access: Access::Unlisted,
            from,
            while_seated: true,
            to: player(to),
            made_ms: 0,
            ends_ms: INVITATION_MS,
        }
    }

    fn rooms(invitations: &Invitations, to: u128) -> Vec<RoomId> {
        let own = invitations.of(player(to)).iter();
        own.map(|one| one.room).collect()
    }

    #[test]
    fn a_person_has_one_invitation_to_a_table_and_so_many_in_all() {
        let mut all = Invitations::default();
        for at in 0..8 {
            assert!(all.add(invitation(1, at, 2)));
        }
        assert!(!all.add(invitation(1, 8, 2)), "too many");
        assert!(all.add(invitation(3, 8, 2)), "another person");
        assert!(all.add(invitation(1, 0, 4)), "the same table again");
        let last = all.of(player(1)).last().map(|one| one.from.player);
        assert_eq!(last, Some(player(4)));
        assert_eq!(all.end_by(player(1), player(2)).len(), 7);
        assert_eq!(rooms(&all, 1), [room(0)]);
        assert_eq!(all.end_unless(|_| false).len(), 2);
        assert!(all.is_empty());
        assert!(!all.end(player(1), room(0)));
    }

    #[test]
    fn whoever_declined_a_table_is_not_invited_there_again() {
        let mut all = Invitations::default();
        assert!(all.add(invitation(1, 1, 2)));
        assert!(all.decline(player(1), room(1)));
        assert!(!all.decline(player(1), room(1)));
        assert!(!all.add(invitation(1, 1, 3)), "by nobody");
        assert!(all.add(invitation(1, 2, 2)), "another table");
        assert!(all.add(invitation(3, 1, 2)), "another person");
        for at in 0..MAX_DECLINED as u128 {
            all.decline(player(9), room(100 + at));
        }
        assert_eq!(all.declined().count(), MAX_DECLINED);
        assert!(all.add(invitation(1, 1, 2)), "it was forgotten");
    }
}
