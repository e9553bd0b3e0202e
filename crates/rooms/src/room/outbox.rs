//! Nothing leaves a room before what it follows from is durable.
//!
//! Most rows are *open*: whatever leaves after one may tell of it, and waits for it. A row of decisions in an open window
//! ([`super::window`]) is *secret*: whoever decided is told of it, and nobody else is told anything that follows from it, so
//! what goes to others does not wait for it. They would notice by the wait that somebody has decided just now. What one
//! connection gets keeps its order all the same: it waits for the last row that tells its person something.

use std::collections::{BTreeMap, VecDeque};

use giog_rules::PlayerId;

use super::Effect;
use crate::conn::{ConnId, Conns};

/// Effects that are held back before nobody is heard any more until a row is durable: what a full room has to be told when
/// everybody comes back at once, and then some.
const MAX_HELD: usize = 1_024;
/// Events that are held back for those who asked for what was before, until nobody is shown more of that: as many as may be kept
/// of a match. A single effect may have hundreds of them.
const MAX_EVENTS_HELD: usize = 2_048;
/// What such an event takes in memory, about.
const EVENT_BYTES: usize = 1_024;

/// Effects in the order they came about, each behind the rows of the log it may depend on.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Waiting>,
}

/// A row on its way to the log.
#[derive(Debug)]
struct Waiting {
    index: u64,
    /// Whom alone it tells something; none where that is everybody.
    secret: Option<Secret>,
    held: Vec<Effect>,
    /// The events that are held for those who asked for them.
    events: usize,
}

/// Whom a secret row tells something.
#[derive(Debug)]
pub(super) struct Secret {
    pub players: Vec<PlayerId>,
    /// Their connections, also those that are not in the room any more.
    pub conns: Conns,
}

impl Waiting {
    /// Whether it tells something to everybody, or to those of whom this is said.
    fn tells(&self, is_told: impl FnOnce(&Secret) -> bool) -> bool {
        self.secret.as_ref().is_none_or(is_told)
    }

    /// Holds an effect back; gives whom this is charged to, if it is long.
    fn hold(&mut self, effect: Effect) -> Option<Effect> {
        let events = effect.events();
        self.events += events;
        let charged = match effect {
            Effect::Resume { to, .. } if events > 0 => Some(Effect::Held {
                to,
                bytes: events * EVENT_BYTES,
            }),
            _ => None,
        };
        self.held.push(effect);
        charged
    }
}

impl Outbox {
    /// Whether no row waits for its commit.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many rows wait for their commit that others may know of. Secret ones are no more than the seats of a window, and
    /// what closes a window is an open row.
    pub fn open_rows(&self) -> usize {
        let open = self.waiting.iter().filter(|row| row.secret.is_none());
        open.count()
    }

    /// Whether so much is held back that no more is to be added to it for the asking.
    pub fn is_full(&self) -> bool {
        let held = self.waiting.iter().map(|row| row.held.len());
        held.sum::<usize>() >= MAX_HELD
    }

    /// Whether so many events are held back that nobody is to be shown more of what was before.
    pub fn is_full_of_events(&self) -> bool {
        let events = self.waiting.iter().map(|row| row.events);
        events.sum::<usize>() >= MAX_EVENTS_HELD
    }

    /// A row is on its way.
    pub fn hold(&mut self, index: u64, secret: Option<Secret>) {
        self.waiting.push_back(Waiting {
            index,
            secret,
            held: Vec::new(),
            events: 0,
        });
    }

    /// Somebody is on this connection.
    pub fn note_conn(&mut self, conn: ConnId, player: PlayerId) {
        let secrets = self.waiting.iter_mut();
        for secret in secrets.filter_map(|row| row.secret.as_mut()) {
            if secret.players.contains(&player) && !secret.conns.contains(&conn) {
                secret.conns.push(conn);
            }
        }
    }

    /// Gives those of the effects that may leave at once, and what is to be charged for others. These wait behind the last row
    /// that they may tell of; `asker` is who gets the answers among them.
    pub fn pass(&mut self, effects: Vec<Effect>, asker: Option<PlayerId>) -> Vec<Effect> {
        match self.waiting.back_mut() {
            None => return effects,
            Some(last) if last.secret.is_none() => {
                let charged = effects.into_iter().filter_map(|effect| last.hold(effect));
                return charged.collect();
            }
            Some(_) => {}
        }
        let mut passed = Vec::new();
        let parts = effects
            .into_iter()
            .flat_map(|effect| self.parts(effect, asker));
        let parts: Vec<(Option<usize>, Effect)> = parts.collect();
        for (row, effect) in parts {
            match row {
                Some(row) => passed.extend(self.waiting[row].hold(effect)),
                None => passed.push(effect),
            }
        }
        passed
    }

    /// An effect with the row that it waits for; a message in parts, if not all who get it wait for the same.
    fn parts(&self, effect: Effect, asker: Option<PlayerId>) -> Vec<(Option<usize>, Effect)> {
        let behind = |conn: ConnId| self.last_row(|secret| secret.conns.contains(&conn));
        let row = match &effect {
            Effect::Send { to, message } => {
                let mut parts: BTreeMap<Option<usize>, Conns> = BTreeMap::new();
                for &conn in to {
                    parts.entry(behind(conn)).or_default().push(conn);
                }
                if parts.len() > 1 {
                    let part = |(row, to)| {
                        let message = message.clone();
                        (row, Effect::Send { to, message })
                    };
                    return parts.into_iter().map(part).collect();
                }
                parts.into_keys().next().flatten()
            }
            Effect::Resume { to, .. } | Effect::Hint { to, .. } => behind(*to),
            Effect::Answer { .. } | Effect::Done { .. } => {
                self.last_row(|secret| asker.is_some_and(|asker| secret.players.contains(&asker)))
            }
            Effect::Append { .. }
            | Effect::Record(_)
            | Effect::Think(_)
            | Effect::Summary(_)
            | Effect::Deserted { .. }
            | Effect::Returned { .. }
            | Effect::Wanted(_)
            | Effect::Held { .. }
            | Effect::SeenMore
            | Effect::Gone => self.last_row(|_| false),
        };
        vec![(row, effect)]
    }

    /// The last row that tells something to everybody, or to those of whom this is said.
    fn last_row(&self, is_told: impl Fn(&Secret) -> bool) -> Option<usize> {
        self.waiting.iter().rposition(|row| row.tells(&is_told))
    }

    /// The effects that may leave now that all rows up to `index` are durable.
    pub fn release(&mut self, index: u64) -> Vec<Effect> {
        let mut released: Vec<Effect> = Vec::new();
        while self
            .waiting
            .front()
            .is_some_and(|waiting| waiting.index <= index)
        {
            if let Some(Waiting { held, .. }) = self.waiting.pop_front() {
                if released.is_empty() {
                    released = held;
                } else {
                    released.extend(held);
                }
            }
        }
        released
    }
}

#[cfg(test)]
mod tests {
    use giog_protocol::ErrorCode;
    use giog_protocol::server::{ErrorReply, ServerMessage};
    use smallvec::smallvec;
    use uuid::Uuid;

    use super::*;

    const A: ConnId = ConnId(1);
    const B: ConnId = ConnId(2);

    fn player(conn: ConnId) -> PlayerId {
        PlayerId(Uuid::from_u128(conn.0.into()))
    }

    fn secret_to(conn: ConnId) -> Secret {
        Secret {
            players: vec![player(conn)],
            conns: smallvec![conn],
        }
    }

    fn send(re: u64, to: &[ConnId]) -> Effect {
        let error = ErrorReply::new(Some(re), ErrorCode::Busy.into());
        Effect::Send {
            to: to.into(),
            message: Box::new(ServerMessage::Error(error)),
        }
    }

    fn answer(ticket: u64) -> Effect {
        let answer = Err(ErrorCode::Busy);
        Effect::Answer { ticket, answer }
    }

    /// The effects' numbers, and whom messages go to.
    fn told(effects: &[Effect]) -> Vec<(u64, Vec<ConnId>)> {
        let told = effects.iter().map(|effect| match effect {
            Effect::Send { to, message } => match &**message {
                ServerMessage::Error(error) => (error.re.expect("a number"), to.to_vec()),
                other => panic!("{other:?}"),
            },
            Effect::Answer { ticket, .. } => (*ticket, Vec::new()),
            other => panic!("{other:?}"),
        });
        told.collect()
    }

    #[test]
    fn effects_leave_in_order_and_never_before_their_row() {
        let mut outbox = Outbox::default();
        let pass = |outbox: &mut Outbox, re| told(&outbox.pass(vec![send(re, &[A])], None));
        let to_a = |re| (re, vec![A]);
        assert_eq!(pass(&mut outbox, 0), [to_a(0)]);
        outbox.hold(7, None);
        assert_eq!(pass(&mut outbox, 1), []);
        outbox.hold(8, None);
        assert_eq!(pass(&mut outbox, 2), []);
        assert_eq!(pass(&mut outbox, 3), [], "it may tell of row 8");
        assert_eq!(told(&outbox.release(7)), [to_a(1)]);
        assert_eq!(outbox.open_rows(), 1);
        assert_eq!(told(&outbox.release(8)), [to_a(2), to_a(3)]);
        assert!(outbox.is_empty());
        assert_eq!(pass(&mut outbox, 4), [to_a(4)]);
    }

    #[test]
    fn a_secret_row_holds_back_what_goes_to_those_it_tells_something_alone() {
        let mut outbox = Outbox::default();
        outbox.hold(7, Some(secret_to(A)));
        let effects = vec![send(1, &[A, B]), answer(2), Effect::SeenMore];
        let passed = outbox.pass(effects, Some(player(B)));
        assert!(matches!(passed[2], Effect::SeenMore));
        assert_eq!(told(&passed[..2]), [(1, vec![B]), (2, vec![])]);
        assert!(outbox.pass(vec![answer(3)], Some(player(A))).is_empty());
        // Whoever comes on another connection is told what they have decided.
        let other = ConnId(101);
        outbox.note_conn(other, player(A));
        assert!(outbox.pass(vec![send(4, &[other])], None).is_empty());
        assert_eq!(outbox.open_rows(), 0);
        // An open row is everybody's, and a secret one behind it changes nothing for others.
        outbox.hold(8, None);
        outbox.hold(9, Some(secret_to(B)));
        assert!(outbox.pass(vec![send(5, &[A, B])], None).is_empty());
        let a = vec![A];
        let held = [(1, a.clone()), (3, vec![]), (4, vec![other])];
        assert_eq!(told(&outbox.release(7)), held);
        assert_eq!(told(&outbox.release(8)), [(5, a)]);
        assert_eq!(told(&outbox.release(9)), [(5, vec![B])]);
    }
}
