//! The content of a notification, and until when it is useful.

use std::time::Duration;

use giog_protocol::rest::{PushMessage, PushWanted};
use giog_protocol::{PlayerName, RoomId};
use giog_rooms::{AwaitedAt, AwaitedFor, INVITATION_MS};
use giog_rules::{PlayerId, Timestamp, Variant};
use tokio::time::Instant;

/// Every message is padded to this length in bytes: longer than any message, and short enough for all push services.
pub(super) const FILLED_BYTES: usize = 512;
/// With less time left than this, the urgency is high, so that devices in power-saving mode are woken, too.
const URGENT: Duration = Duration::from_hours(1);

/// An invitation of a friend, of whom the person wants to be notified.
#[derive(Clone, Debug)]
pub(crate) struct FriendInvites {
    /// Who is invited.
    pub player: PlayerId,
    /// Where.
    pub room: RoomId,
    /// What is played there.
    pub variant: Variant,
    /// The name of the friend.
    pub from: PlayerName,
}

/// A notification for a person.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    /// Who is notified.
    pub player: PlayerId,
    /// The room that it is about.
    pub room: RoomId,
    /// The message, as JSON.
    pub message: Vec<u8>,
    /// When the notification is of no use any more.
    pub ends: Instant,
}

impl Notice {
    /// The notification of an open decision.
    pub fn new(AwaitedAt { room, wanted }: AwaitedAt, now: Timestamp) -> Self {
        let left_ms = i64::try_from(wanted.left_ms).unwrap_or(i64::MAX);
        let message = PushMessage {
            room,
            variant: wanted.variant,
            wanted: match wanted.to {
                AwaitedFor::Decide => PushWanted::Turn,
                AwaitedFor::GetReady => PushWanted::Ready,
            },
            by: Timestamp::from_unix_ms(now.unix_ms().saturating_add(left_ms)),
            from: None,
        };
        Self::of(wanted.player, &message, wanted.left_ms)
    }

    /// The notification of an invitation.
    pub fn invitation(invites: FriendInvites, now: Timestamp) -> Self {
        let left_ms = i64::try_from(INVITATION_MS).unwrap_or(i64::MAX);
        let message = PushMessage {
            room: invites.room,
            variant: invites.variant,
            wanted: PushWanted::Invitation,
            by: Timestamp::from_unix_ms(now.unix_ms().saturating_add(left_ms)),
            from: Some(invites.from),
        };
        Self::of(invites.player, &message, INVITATION_MS)
    }

    fn of(player: PlayerId, message: &PushMessage, left_ms: u64) -> Self {
        Self {
            player,
            room: message.room,
            message: serde_json::to_vec(message).expect("messages are plain JSON"),
            ends: Instant::now() + Duration::from_millis(left_ms),
        }
    }

    /// How long a push service is to keep it; none if it has ended.
    pub fn time_to_live(&self) -> Option<Duration> {
        let left = self.ends.saturating_duration_since(Instant::now());
        (left >= Duration::from_secs(1)).then_some(left)
    }
}

/// The urgency with this time left (RFC 8030, section 5.3).
pub(super) const fn urgency(left: Duration) -> &'static str {
    if left.as_secs() < URGENT.as_secs() {
        "high"
    } else {
        "normal"
    }
}

#[cfg(test)]
mod tests {
    use giog_rooms::AwaitedPlayer;
    use giog_rules::{PlayerId, Variant};
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_longest_message_fits_and_none_is_sent_when_its_time_is_over() {
        for variant in Variant::ALL {
            for to in [AwaitedFor::Decide, AwaitedFor::GetReady] {
                let wanted = AwaitedPlayer {
                    player: PlayerId(Uuid::from_u128(1)),
                    to,
                    variant,
                    left_ms: 600_000,
                };
                let room = RoomId(Uuid::from_u128(9));
                let now = Timestamp::from_unix_ms(1_700_000_000_000);
                let notice = Notice::new(AwaitedAt { room, wanted }, now);
                assert!(notice.message.len() <= FILLED_BYTES / 2, "room to grow");
                let left = notice.time_to_live().expect("there is time left");
                assert!(left <= Duration::from_mins(10));
                assert_eq!(urgency(left), "high");
                tokio::time::advance(Duration::from_millis(599_500)).await;
                assert_eq!(notice.time_to_live(), None);
            }
        }
        assert_eq!(urgency(Duration::from_hours(24)), "normal");
    }

    #[tokio::test(start_paused = true)]
    async fn an_invitation_fits_with_the_longest_name() {
        let invites = FriendInvites {
            player: PlayerId(Uuid::from_u128(1)),
            room: RoomId(Uuid::from_u128(9)),
            variant: Variant::ALL[0],
            from: PlayerName::restored(&"\u{20000}".repeat(24)),
        };
        let notice = Notice::invitation(invites, Timestamp::from_unix_ms(1_700_000_000_000));
        assert!(notice.message.len() <= FILLED_BYTES * 3 / 4, "room to grow");
        let left = notice.time_to_live();
        assert!(left.is_some_and(|left| left <= Duration::from_mins(5)));
    }
}
