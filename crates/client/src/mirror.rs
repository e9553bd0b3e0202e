//! Follows the events of a room: the last event, the open decision, and how to resume.

use giog_protocol::RoomId;
use giog_protocol::client::Join;
use giog_protocol::server::{Now, ServerMessage};
use giog_rules::{Decision, Seat};

use crate::Incoming;

/// How a message relates to what a mirror has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// It is about another room, or about none.
    Elsewhere,
    /// It is the next message of this room.
    Next,
    /// It is a snapshot: everything known before must be forgotten.
    Whole,
    /// It was seen before; ignore it.
    Duplicate,
    /// Events are missing. Join again with [`RoomMirror::resume`]; until then every message of the room is a gap.
    Gap,
    /// The connection has left the room.
    Left,
}

/// Follows the numbers of a room's events.
#[derive(Clone, Debug)]
pub struct RoomMirror {
    room: RoomId,
    seq: Option<u64>,
    whole: bool,
    seat: Option<Seat>,
    now: Option<Now>,
}

impl RoomMirror {
    /// A mirror that has seen nothing yet.
    pub const fn new(room: RoomId) -> Self {
        Self {
            room,
            seq: None,
            whole: false,
            seat: None,
            now: None,
        }
    }

    /// The room.
    pub const fn room(&self) -> RoomId {
        self.room
    }

    /// The number of the last event that was seen in order; none before the first snapshot.
    pub const fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// The person's seat at the last join; none for spectators.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The last `now` message; none if events followed it.
    pub const fn now(&self) -> Option<&Now> {
        self.now.as_ref()
    }

    /// The person's open decision, if any.
    pub fn decision(&self) -> Option<&Decision> {
        self.now.as_ref()?.decision()
    }

    /// The `turn` of the next action; 0 while no decision is open.
    pub fn turn(&self) -> u32 {
        self.now.as_ref().map_or(0, Now::turn)
    }

    /// The `Join` to send: at first, and whenever events are missing or the connection broke. The caller adds the password, if there is
    /// one.
    pub const fn resume(&self) -> Join {
        Join {
            password: None,
            after: self.seq,
            sit: false,
        }
    }

    /// Processes a message.
    pub fn observe(&mut self, incoming: &Incoming) -> Observed {
        let message = match incoming {
            Incoming::UnknownEvent { room, seq } if *room == self.room => return self.event(*seq),
            Incoming::LeftUnknown { room } if *room == self.room => return self.left(),
            Incoming::UnknownDecision(asked) if asked.room == self.room => {
                return self.asked(asked.seq);
            }
            Incoming::UnknownEvent { .. }
            | Incoming::LeftUnknown { .. }
            | Incoming::UnknownDecision(_) => {
                return Observed::Elsewhere;
            }
            Incoming::Message(message) => message,
        };
        match message.as_ref() {
            ServerMessage::Event(event) if event.room == self.room => self.event(event.seq),
            ServerMessage::Now(now) if now.room == self.room => self.said_now(now),
            ServerMessage::Snapshot(snapshot) if snapshot.room == self.room => {
                (self.seq, self.seat, self.now, self.whole) =
                    (Some(snapshot.seq), snapshot.you, None, true);
                Observed::Whole
            }
            ServerMessage::Resumed(resumed) if resumed.room == self.room => {
                // If the server resumes after a later event than was seen, events are missing; if after an earlier one, events repeat.
                self.whole = self.seq.is_some_and(|seq| resumed.after <= seq);
                (self.seat, self.now) = (resumed.you, None);
                if self.whole {
                    return Observed::Next;
                }
                self.seq = None;
                Observed::Gap
            }
            ServerMessage::Left(left) if left.room == self.room => self.left(),
            _ => Observed::Elsewhere,
        }
    }

    fn event(&mut self, seq: u64) -> Observed {
        match self.seq {
            Some(seen) if self.whole && seq == seen + 1 => {
                (self.seq, self.now) = (Some(seq), None);
                Observed::Next
            }
            Some(seen) if seq <= seen => Observed::Duplicate,
            _ => self.missed(),
        }
    }

    fn said_now(&mut self, now: &Now) -> Observed {
        match self.seq {
            Some(seen) if self.whole && now.seq == seen => {
                self.now = Some(now.clone());
                Observed::Next
            }
            Some(seen) if now.seq < seen => Observed::Duplicate,
            _ => self.missed(),
        }
    }

    /// A decision of an unknown kind, with the number of its `now` message: a duplicate unless that is the last one.
    fn asked(&self, seq: u64) -> Observed {
        if self.now.as_ref().is_some_and(|now| now.seq == seq) {
            Observed::Next
        } else {
            Observed::Duplicate
        }
    }

    fn left(&mut self) -> Observed {
        (self.whole, self.now) = (false, None);
        Observed::Left
    }

    fn missed(&mut self) -> Observed {
        (self.whole, self.now) = (false, None);
        Observed::Gap
    }
}

#[cfg(test)]
mod tests {
    use super::Observed::{Duplicate, Next};
    use super::*;
    use crate::UnknownDecision;
    use giog_protocol::server::{Deciding, Resumed};

    fn room(number: u8) -> RoomId {
        RoomId(uuid::Uuid::from_bytes([number; 16]))
    }

    fn event(seq: u64) -> Incoming {
        Incoming::UnknownEvent { room: room(1), seq }
    }

    fn asked(seq: u64) -> Incoming {
        Incoming::UnknownDecision(UnknownDecision {
            room: room(1),
            seq,
            turn: 0,
            default: serde_json::Map::new(),
        })
    }

    fn now(seq: u64) -> Incoming {
        let deciding = vec![Deciding {
            seat: Seat::new(0),
            left_ms: None,
            bank_ms: None,
        }];
        ServerMessage::Now(Now {
            room: room(1),
            seq,
            deciding,
            you: None,
            start_left_ms: None,
            bots_left_ms: None,
            pause_left_ms: None,
        })
        .into()
    }

    fn resumed(after: u64) -> Incoming {
        ServerMessage::Resumed(Resumed {
            room: room(1),
            after,
            you: Some(Seat::new(2)),
        })
        .into()
    }

    /// A mirror that has seen a snapshot up to event 4.
    fn at_four() -> RoomMirror {
        RoomMirror {
            seq: Some(4),
            whole: true,
            ..RoomMirror::new(room(1))
        }
    }

    #[test]
    fn events_in_order_are_next_and_those_seen_before_are_duplicates() {
        let mut mirror = at_four();
        let messages = [event(5), event(5), event(3), event(6), now(6), now(5)];
        let observed = messages.map(|message| mirror.observe(&message));
        assert_eq!(
            observed,
            [Next, Duplicate, Duplicate, Next, Next, Duplicate]
        );
        assert_eq!(mirror.resume().after, Some(6));
        assert!(mirror.now().is_some());
    }

    #[test]
    fn what_is_asked_is_next_only_with_what_is_awaited() {
        let mut mirror = at_four();
        let messages = [asked(4), now(4), asked(4), event(5), asked(4)];
        let observed = messages.map(|message| mirror.observe(&message));
        assert_eq!(observed, [Duplicate, Next, Next, Next, Duplicate]);
    }

    #[test]
    fn after_a_gap_everything_is_one_until_the_missed_events_come() {
        let mut mirror = at_four();
        assert_eq!(mirror.observe(&event(6)), Observed::Gap);
        assert_eq!(mirror.observe(&event(5)), Observed::Gap);
        assert_eq!(mirror.resume().after, Some(4));
        assert_eq!(mirror.observe(&resumed(4)), Observed::Next);
        assert_eq!(mirror.observe(&event(5)), Observed::Next);
        assert_eq!(mirror.seat(), Some(Seat::new(2)));
    }

    #[test]
    fn what_is_awaited_after_an_event_that_was_missed_is_a_gap() {
        assert_eq!(at_four().observe(&now(5)), Observed::Gap);
    }

    #[test]
    fn going_on_after_events_that_were_never_seen_asks_for_the_whole_picture() {
        let mut mirror = at_four();
        assert_eq!(mirror.observe(&resumed(7)), Observed::Gap);
        assert_eq!(mirror.resume().after, None);
    }

    #[test]
    fn without_a_first_picture_every_event_is_a_gap_and_other_rooms_do_not_matter() {
        let mut mirror = RoomMirror::new(room(1));
        assert_eq!(mirror.observe(&event(1)), Observed::Gap);
        assert_eq!(
            mirror.observe(&Incoming::UnknownEvent {
                room: room(2),
                seq: 9
            }),
            Observed::Elsewhere
        );
    }
}
