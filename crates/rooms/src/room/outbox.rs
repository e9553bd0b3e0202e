//! Holds effects back until the rows that they follow from are durable.
//!
//! Most rows are *open*: every effect after one may reveal it, and waits for it. A row of decisions in an open window ([`super::playing::window`])
//! is *secret*: those who decided are told, and nobody else is told anything that follows from it, so messages to others do not wait for
//! it. Otherwise they would notice by the delay that somebody has just decided. The messages of one connection keep their order all the
//! same: each waits for the last row that affects its person.

use std::collections::{BTreeMap, VecDeque};

use giog_rules::PlayerId;

use super::Effect;
use crate::conn::{ConnId, Conns};

/// The number of held effects after which requests are refused until a row is durable: more than a full room is sent when everybody comes
/// back at once.
const MAX_HELD: usize = 1_024;
/// The number of held past events, for connections that requested them, after which no more are shown: as many as may be kept of a match.
/// A single effect may have hundreds of them.
const MAX_EVENTS_HELD: usize = 2_048;
/// The approximate memory of such an event, in bytes.
const EVENT_BYTES: usize = 1_024;

/// Effects in the order in which they arose, each behind the rows of the log that it may depend on.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Waiting>,
}

/// A row whose commit is pending.
#[derive(Debug)]
struct Waiting {
    index: u64,
    /// The only people who may notice it; none if it may affect everybody.
    secret: Option<Secret>,
    held: Vec<Effect>,
    /// The number of events that are held for those who requested them.
    events: usize,
}

/// The people whom a secret row affects.
#[derive(Debug)]
pub(super) struct Secret {
    pub players: Vec<PlayerId>,
    /// Their connections, including those that are not in the room any more.
    pub conns: Conns,
}

impl Waiting {
    /// Whether the row affects everybody, or the people for whom the condition holds.
    fn tells(&self, is_told: impl FnOnce(&Secret) -> bool) -> bool {
        self.secret.as_ref().is_none_or(is_told)
    }

    /// Holds an effect back; returns an effect that charges its connection, if it is large.
    fn hold(&mut self, effect: Effect) -> Option<Effect> {
        let events = effect.events();
        self.events += events;
        let charged = match &effect {
            Effect::Resume { to, .. } => Some(*to),
            Effect::Send { to, .. } => to.first().copied(),
            _ => None,
        };
        let charged = charged.filter(|_| events > 0).map(|to| Effect::Held {
            to,
            bytes: events * EVENT_BYTES,
        });
        self.held.push(effect);
        charged
    }
}

impl Outbox {
    /// Whether no row waits for its commit.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many open rows are waiting for their commit. Secret ones are not counted: there are at most as many as seats in a window, and
    /// the row that closes a window is open.
    pub fn open_rows(&self) -> usize {
        let open = self.waiting.iter().filter(|row| row.secret.is_none());
        open.count()
    }

    /// Whether so many effects are held that requests must be refused.
    pub fn is_full(&self) -> bool {
        let held = self.waiting.iter().map(|row| row.held.len());
        held.sum::<usize>() >= MAX_HELD
    }

    /// Whether so many events are held that nobody may be shown more past ones.
    pub fn is_full_of_events(&self) -> bool {
        let events = self.waiting.iter().map(|row| row.events);
        events.sum::<usize>() >= MAX_EVENTS_HELD
    }

    /// A row was submitted.
    pub fn hold(&mut self, index: u64, secret: Option<Secret>) {
        self.waiting.push_back(Waiting {
            index,
            secret,
            held: Vec::new(),
            events: 0,
        });
    }

    /// Notes that a person has this connection.
    pub fn note_conn(&mut self, conn: ConnId, player: PlayerId) {
        let secrets = self.waiting.iter_mut();
        for secret in secrets.filter_map(|row| row.secret.as_mut()) {
            if secret.players.contains(&player) && !secret.conns.contains(&conn) {
                secret.conns.push(conn);
            }
        }
    }

    /// Returns the effects that may leave at once, and charges for others. The others wait behind the last row that they may reveal;
    /// `asker` is the person who gets the answers among them.
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

    /// An effect with the row that it waits for; a message is split if its recipients wait for different rows.
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
            Effect::Answer { .. } | Effect::RequestResult { .. } => {
                self.last_row(|secret| asker.is_some_and(|asker| secret.players.contains(&asker)))
            }
            Effect::Append { .. }
            | Effect::Record(_)
            | Effect::Think(_)
            | Effect::Summary(_)
            | Effect::Deserted { .. }
            | Effect::Returned { .. }
            | Effect::NotifyAbsent(_)
            | Effect::Held { .. }
            | Effect::SeenMore
            | Effect::Gone => self.last_row(|_| false),
        };
        vec![(row, effect)]
    }

    /// The last row that affects everybody, or the people for whom the condition holds.
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

    /// The effects' numbers, with the recipients of messages.
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
        // On another connection, a person is told what they have decided.
        let other = ConnId(101);
        outbox.note_conn(other, player(A));
        assert!(outbox.pass(vec![send(4, &[other])], None).is_empty());
        assert_eq!(outbox.open_rows(), 0);
        // An open row affects everybody, and a secret one behind it changes nothing for others.
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
