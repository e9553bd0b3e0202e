//! Invitations to tables: every node of a cluster knows all that are open, tells the connections of the invited person on it, and ends them
//! by what its lobby says of the room.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use giog_protocol::server::Invitation;
use giog_protocol::{Person, RoomId, RoomSummary};
use giog_rules::PlayerId;

use super::{Hub, lock};
use crate::invitations::{INVITATION_MS, InvitationItem, Invitations, OpenInvitation};
use crate::lobby::people;
use crate::nodes::{ToEdge, Wire, item};

/// How often it is looked at which invitations do not hold any more, while there are some.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long an invitation holds whatever the lobby says: the room may have news for it that are on their way.
const UNLOOKED_MS: u64 = 1_500;
/// How many declined tables one item for another node has.
const DECLINED_PER_ITEM: usize = 256;

/// The connections of this node, for which invitations are.
pub trait InvitedConnections: Send + Sync {
    /// Tells a person that they are invited.
    fn invited(&self, player: PlayerId, invitation: Invitation);

    /// Tells a person that an invitation does not hold any more.
    fn invitation_ended(&self, player: PlayerId, room: RoomId);
}

/// An invitation that is allowed.
#[derive(Clone, Debug)]
pub struct AllowedInvitation {
    /// Who invites.
    pub from: Person,
    /// Whether they have a seat. If not, they own the room.
    pub is_seated: bool,
    /// Who is invited.
    pub to: PlayerId,
    /// The room.
    pub room: RoomId,
}

/// The invitations, and who is told of them. The lobby is locked before them, never after.
#[derive(Default)]
pub(super) struct Inviting {
    open: Mutex<Invitations>,
    connections: OnceLock<Arc<dyn InvitedConnections>>,
    /// Whether the task runs that ends them.
    is_looking: AtomicBool,
}

impl Hub {
    /// From now on these connections are told of invitations.
    pub fn invites(&self, connections: Arc<dyn InvitedConnections>) {
        // The first ones stay.
        let _ = self.0.inviting.connections.set(connections);
    }

    /// Invites somebody, on all nodes. False if they sit at the table already, have declined it, or have too many invitations, and if the
    /// room cannot be joined any more: whoever invites is not to learn that.
    pub fn invite(&self, allowed: AllowedInvitation) -> bool {
        let now_ms = self.now_ms();
        let open = {
            let lobby = self.lobby();
            let Some(summary) = lobby.summary(allowed.room) else {
                return false;
            };
            if !summary.has_free_seat() || people(summary).any(|one| one == allowed.to) {
                return false;
            }
            OpenInvitation {
                room: allowed.room,
                variant: summary.variant,
                access: summary.access,
                from: allowed.from,
                while_seated: allowed.is_seated,
                to: allowed.to,
                made_ms: now_ms,
                ends_ms: now_ms + INVITATION_MS,
            }
        };
        let item = made(&open, now_ms);
        if !self.add_invitation(open) {
            return false;
        }
        self.tell_of_invitations(item);
        true
    }

    /// The open invitations of a person, the latest first.
    pub fn invitations_of(&self, player: PlayerId) -> Vec<Invitation> {
        let now_ms = self.now_ms();
        let lobby = self.lobby();
        let open = lock(&self.0.inviting.open);
        let own = open.of(player).iter().rev();
        let own = own.filter(|one| holds(one, lobby.summary(one.room), now_ms));
        own.map(|one| one.shown(now_ms)).collect()
    }

    /// A person does not want to be invited to a room any more, which holds for others who would invite them there, too. Without an open
    /// invitation nothing changes.
    pub fn decline_invitation(&self, player: PlayerId, room: RoomId) {
        let is_open = {
            let mut open = lock(&self.0.inviting.open);
            let own = open.of(player).iter();
            let is_open = own.into_iter().any(|one| one.room == room);
            is_open && open.decline(player, room)
        };
        if is_open {
            let declined = vec![(player, room)];
            self.tell_of_invitations(InvitationItem::Declined { declined });
            self.tell_ended([(player, room)]);
        }
    }

    /// Ends what somebody has sent to a person, who has blocked them.
    pub fn end_invitations_by(&self, player: PlayerId, by: PlayerId) {
        self.tell_of_invitations(InvitationItem::Blocked { to: player, by });
        self.end_invitations_here(player, by);
    }

    /// Forgets, on all nodes, what somebody has sent, was sent and has declined, whose data was deleted.
    pub fn forget_invitations(&self, player: PlayerId) {
        self.tell_of_invitations(InvitationItem::Forgotten { player });
        self.forget_invitations_here(player);
    }

    fn forget_invitations_here(&self, player: PlayerId) {
        let ended = lock(&self.0.inviting.open).forget(player);
        self.tell_ended(ended);
    }

    fn end_invitations_here(&self, player: PlayerId, by: PlayerId) {
        let rooms = lock(&self.0.inviting.open).end_by(player, by);
        self.tell_ended(rooms.into_iter().map(|room| (player, room)));
    }

    /// Another node tells about invitations.
    pub(super) fn hear_of_invitations(&self, item: InvitationItem) {
        match item {
            InvitationItem::Made {
                to,
                while_seated,
                invitation,
            } => {
                let now_ms = self.now_ms();
                let ends_ms = now_ms + invitation.ends_in_ms.min(INVITATION_MS);
                // A link that is opened again repeats all.
                let is_known = lock(&self.0.inviting.open).of(to).iter().any(|known| {
                    known.room == invitation.room
                        && known.from == invitation.from
                        && known.ends_ms.abs_diff(ends_ms) < UNLOOKED_MS
                });
                if is_known {
                    return;
                }
                self.add_invitation(OpenInvitation {
                    room: invitation.room,
                    variant: invitation.variant,
                    access: invitation.access,
                    from: invitation.from,
                    while_seated,
                    to,
                    made_ms: now_ms,
                    ends_ms,
                });
            }
            InvitationItem::Declined { declined } => {
                let mut ended = Vec::new();
                {
                    let mut open = lock(&self.0.inviting.open);
                    let is_open = |&(to, room): &(PlayerId, RoomId)| open.decline(to, room);
                    ended.extend(declined.into_iter().filter(is_open));
                }
                self.tell_ended(ended);
            }
            InvitationItem::Blocked { to, by } => self.end_invitations_here(to, by),
            InvitationItem::Forgotten { player } => self.forget_invitations_here(player),
        }
    }

    /// Tells another node, which is reached from now on, what is open and what was declined.
    pub(super) fn send_invitations(&self, wire: &Arc<dyn Wire>) {
        let now_ms = self.now_ms();
        let open = lock(&self.0.inviting.open);
        let declined: Vec<_> = open.declined().collect();
        for part in declined.chunks(DECLINED_PER_ITEM) {
            let declined = part.to_vec();
            let part = InvitationItem::Declined { declined };
            wire.send(item(&ToEdge::Invitations(part)));
        }
        for one in open.all() {
            wire.send(item(&ToEdge::Invitations(made(one, now_ms))));
        }
    }

    /// Adds one on this node, and tells the person's connections here.
    fn add_invitation(&self, invitation: OpenInvitation) -> bool {
        let (to, shown) = (invitation.to, invitation.shown(invitation.made_ms));
        {
            let mut open = lock(&self.0.inviting.open);
            if !open.add(invitation) {
                return false;
            }
        }
        if let Some(connections) = self.0.inviting.connections.get() {
            connections.invited(to, shown);
        }
        if !self.0.inviting.is_looking.swap(true, Ordering::Relaxed) {
            tokio::spawn(look(self.clone()));
        }
        true
    }

    fn tell_of_invitations(&self, item: InvitationItem) {
        self.0
            .listing
            .subscribers
            .tell(|| Some(ToEdge::Invitations(item)));
    }

    fn tell_ended(&self, ended: impl IntoIterator<Item = (PlayerId, RoomId)>) {
        if let Some(connections) = self.0.inviting.connections.get() {
            for (player, room) in ended {
                connections.invitation_ended(player, room);
            }
        }
    }

    /// Ends the invitations that do not hold any more. False if none is left.
    fn look_at_invitations(&self) -> bool {
        let now_ms = self.now_ms();
        let (ended, some) = {
            let lobby = self.lobby();
            let mut open = lock(&self.0.inviting.open);
            let is_coming = |room| lobby.summary(room).is_none() && !self.knows_shard_of(room);
            let ended = open.end_unless(|one| {
                holds(one, lobby.summary(one.room), now_ms)
                    || (now_ms < one.ends_ms && is_coming(one.room))
            });
            if open.is_empty() {
                self.0.inviting.is_looking.store(false, Ordering::Relaxed);
            }
            (ended, !open.is_empty())
        };
        self.tell_ended(ended);
        some
    }
}

/// Ends invitations until none is open.
async fn look(hub: Hub) {
    while !hub.is_stopping() {
        tokio::time::sleep(LOOK_EVERY).await;
        if !hub.look_at_invitations() {
            return;
        }
    }
}

/// Whether an invitation holds at a room that the lobby knows so.
fn holds(one: &OpenInvitation, summary: Option<&RoomSummary>, now_ms: u64) -> bool {
    let is_new = now_ms.saturating_sub(one.made_ms) < UNLOOKED_MS;
    let can_be_joined = |summary: &RoomSummary| {
        let sits = |player| people(summary).any(|one| one == player);
        summary.has_free_seat() && !sits(one.to) && (!one.while_seated || sits(one.from.player))
    };
    now_ms < one.ends_ms && (is_new || summary.is_some_and(can_be_joined))
}

fn made(open: &OpenInvitation, now_ms: u64) -> InvitationItem {
    InvitationItem::Made {
        to: open.to,
        while_seated: open.while_seated,
        invitation: Box::new(open.shown(now_ms)),
    }
}
