//! One simulated room with its environment: the virtual clock, the database, the network, and the faults.

mod alike;
mod checks;
mod clock;
mod faults;
mod network;
mod people;
mod tally;
mod thinking;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, Person, RoomId};
use giog_rooms::{
    Acting, AdminCommand, Bot, ConnId, Context, Effect, Input, NewRoom, Now, Random, Room,
    RoomAnswer, RoomLimits, RoomQuery, ThinkingBudget, Times, Unrecorded, seeded_deal,
};
use giog_rules::fairness::Signer;
use giog_rules::{Level, MatchId, Observer, PlayerId, Seat, Timestamp};
use giog_store::StoredRecord;
use serde_json::Value;
use uuid::Uuid;

use self::clock::Deadlines;
use self::faults::FORGETTING;
use self::network::Network;
pub use self::tally::Tally;
use crate::chance::Chance;
use crate::client::{Client, Conn, INBOX};
use crate::disk::{Disk, Written};
use crate::history::History;
use crate::secrecy::{Deals, Secrets};
use crate::{requests, settings};

/// After this number of inputs a room without people counts as hanging.
const MOST_STEPS: usize = 60_000;
/// The grace time after a start.
const GRACE_MS: u64 = 60_000;

/// A room with its environment.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a state of something else"
)]
pub struct World {
    chance: Chance,
    context: Arc<Context>,
    room: Room,
    id: RoomId,
    /// Virtual milliseconds since the beginning.
    t: u64,
    /// The offset of the server's clock; different after every start.
    boot_ms: u64,
    wall_ms: i64,
    disk: Disk,
    wire: BTreeMap<(u64, u64), Input>,
    /// Pending thoughts; a crash does not remove them.
    thoughts: BTreeMap<(u64, u64), Input>,
    /// Until when a decision may be waiting for a slow thought.
    slow_thought_by_ms: u64,
    sent: u64,
    clients: Vec<Client>,
    /// The person of each open connection.
    owners: BTreeMap<ConnId, usize>,
    next_conn: u64,
    secrets: Secrets,
    history: History,
    /// The row of each request.
    rows_of: HashMap<(ConnId, u64), (u64, bool)>,
    /// For each seat the earliest announced end of its time.
    promised: HashMap<Seat, u64>,
    deadlines: Deadlines,
    network: Network,
    storage_told_away: bool,
    /// People who are to be deleted, and are not yet.
    forgetting: Vec<PlayerId>,
    /// The people in each unanswered deletion.
    forget_orders: VecDeque<Vec<PlayerId>>,
    /// Whether the table is rated: people get seats by quick play alone.
    rated: bool,
    /// Unanswered requests for quick play, by ticket.
    quick_joins: BTreeMap<u64, (ConnId, u64)>,
    /// The deleted people.
    forgotten: Vec<Person>,
    restarted_ms: Option<u64>,
    gone: bool,
    /// The records, by match.
    records: BTreeMap<MatchId, StoredRecord>,
    /// Whether faults happen at present.
    has_faults: bool,
    /// Whether the server is to be killed now.
    dies: bool,
    tally: Tally,
    trace: bool,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let deals = Deals::default();
        let context = Arc::new(context(&mut chance, &deals));
        let id = RoomId(Uuid::from_bytes(chance.bytes()));
        let quick = chance.one_in(5);
        let rated = quick && chance.one_in(2);
        let (settings, password) = if rated {
            (settings::rated(&mut chance), None)
        } else {
            let input = settings::some(&mut chance);
            input.resolve().expect("settings that fit")
        };
        let seats = usize::from(settings.seats);
        let people = 1 + chance.below(seats + 1);
        let clients: Vec<Client> = (0..people)
            .map(|number| Client::new(number, chance.one_in(8), chance.one_in(6)))
            .collect();
        let new = NewRoom {
            id,
            settings,
            password: password.map(|password| password_digest(id, &password)),
            owner: clients[0].person.clone(),
            key: "key".to_owned(),
            sit: rated || !chance.one_in(4),
            quick,
            asked: None,
        };
        let boot_ms = chance.between(0, 1 << 40);
        let wall_ms = 1_700_000_000_000;
        let now = Now {
            mono_ms: boot_ms,
            wall: Timestamp::from_unix_ms(wall_ms),
        };
        let (room, effects) = Room::create(Arc::clone(&context), new, now, &mut chance);
        let latency_ms = chance.pick(&[0, 1, 5, 50, 2_000]);
        let rated_bots_ms = context.times.rated_bots_ms;
        let mut world = Self {
            chance,
            context,
            room,
            id,
            t: 0,
            boot_ms,
            wall_ms,
            disk: Disk::new(latency_ms),
            wire: BTreeMap::new(),
            thoughts: BTreeMap::new(),
            slow_thought_by_ms: 0,
            sent: 0,
            clients,
            owners: BTreeMap::new(),
            next_conn: 1,
            secrets: Secrets::new(deals),
            history: History::default(),
            rows_of: HashMap::new(),
            promised: HashMap::new(),
            deadlines: Deadlines::new(rated_bots_ms),
            network: Network::default(),
            storage_told_away: false,
            forgetting: Vec::new(),
            forget_orders: VecDeque::new(),
            rated,
            quick_joins: BTreeMap::new(),
            forgotten: Vec::new(),
            restarted_ms: None,
            gone: false,
            records: BTreeMap::new(),
            has_faults: false,
            dies: false,
            tally: Tally::default(),
            trace: std::env::var("GIOG_SIM_TRACE").is_ok(),
        };
        world.carry_out(effects, &[], false);
        while let Some(row) = world.disk.commit() {
            world.committed(&row);
        }
        world
    }

    /// Plays the room to its end.
    pub fn run(mut self) -> Tally {
        let turns = 40 + self.chance.below(260);
        let calm = self.chance.one_in(3);
        self.has_faults = !calm;
        for _ in 0..turns {
            if self.gone {
                break;
            }
            self.go_on_to_next_turn();
            if !calm {
                self.inject_fault();
            }
            self.somebodys_turn();
        }
        self.has_faults = false;
        self.settle();
        self.everybody_leaves();
        let key = self.context.signer.public_key();
        self.tally.tables = self.history.check(&self.clients, key);
        self.tally.pictures = self.clients.iter().map(|client| client.compared).sum();
        self.tally.matches = self.history.finished() as u64;
        self.tally.abandoned = self.history.abandoned;
        (self.tally.rated, self.tally.anchored) = self.history.rated();
        self.tally.cancelled = self.history.cancelled() as u64;
        self.tally
    }

    fn now(&self) -> Now {
        Now {
            mono_ms: self.boot_ms + self.t,
            wall: Timestamp::from_unix_ms(self.wall_ms.saturating_add_unsigned(self.t)),
        }
    }

    /// Handles everything that is due before the next action of a person.
    fn go_on_to_next_turn(&mut self) {
        let next_ms = self
            .clients
            .iter()
            .map(|client| client.next_ms)
            .min()
            .expect("somebody");
        self.go_on_to(next_ms);
    }

    /// Handles everything that is due until `end_ms`; returns whether nothing else is scheduled.
    fn go_on_to(&mut self, end_ms: u64) -> bool {
        for _ in 0..MOST_STEPS {
            if self.gone {
                return true;
            }
            let wake = self
                .room
                .wake_at_mono_ms()
                .map(|at_ms| at_ms.saturating_sub(self.boot_ms));
            let commit = self.disk.due_ms();
            let wire = self.wire.first_key_value().map(|(&(due_ms, _), _)| due_ms);
            let thought = self
                .thoughts
                .first_key_value()
                .map(|(&(due_ms, _), _)| due_ms);
            let Some(due_ms) = [wake, commit, wire, thought]
                .into_iter()
                .flatten()
                .min()
                .filter(|&due_ms| due_ms <= end_ms)
            else {
                self.pass_to(end_ms);
                return [wake, commit, wire].iter().all(Option::is_none);
            };
            self.pass_to(due_ms);
            if commit == Some(due_ms) {
                let row = self.disk.commit().expect("a row is due");
                self.committed(&row);
            } else if wire == Some(due_ms) {
                let (_, input) = self.wire.pop_first().expect("an input is due");
                self.handle(input);
            } else if thought == Some(due_ms) {
                let (_, input) = self.thoughts.pop_first().expect("a thought is due");
                self.handle(input);
            } else {
                self.handle(Input::Tick);
            }
        }
        panic!("a room goes on for ever");
    }

    fn handle(&mut self, input: Input) {
        if self.gone {
            return;
        }
        if self.trace {
            println!("{:>9} {input:?}", self.t);
        }
        self.network.note(&input);
        let mut requests = Vec::new();
        let mut together = VecDeque::new();
        if let Input::Command {
            conn, re, command, ..
        } = &input
        {
            requests.push((*conn, *re));
            if matches!(command, RoomCommand::Act(_)) {
                together = self.more_actions();
            }
        } else if let Input::QuickJoin { conn, re, .. } = &input {
            requests.push((*conn, *re));
        }
        let now = self.now();
        let mut more = || {
            let (_, acting) = together.pop_front()?;
            requests.push((acting.conn, acting.re));
            Some(acting)
        };
        let effects = self
            .room
            .handle_with(input, &mut more, now, &mut self.chance);
        // Those that the room did not take come separately.
        for (at, acting) in together {
            let Acting {
                conn,
                person,
                re,
                act,
            } = acting;
            let command = RoomCommand::Act(act);
            let input = Input::Command {
                conn,
                person,
                re,
                command,
            };
            self.wire.insert(at, input);
        }
        self.carry_out(effects, &requests, false);
        self.perhaps_die_over();
    }

    /// Takes some of the next actions from the network: they come together with the current one.
    fn more_actions(&mut self) -> VecDeque<((u64, u64), Acting)> {
        let mut actions = VecDeque::new();
        while !self.chance.one_in(3)
            && let Some((at, input)) = self.wire.pop_first()
        {
            match input {
                Input::Command {
                    conn,
                    person,
                    re,
                    command: RoomCommand::Act(act),
                } => {
                    let acting = Acting {
                        conn,
                        person,
                        re,
                        act,
                    };
                    actions.push_back((at, acting));
                }
                input => {
                    self.wire.insert(at, input);
                    break;
                }
            }
        }
        actions
    }

    fn committed(&mut self, row: &Written) {
        for fact in &row.facts {
            self.history.learn(fact, self.context.signer.public_key());
        }
        let now = self.now();
        let effects =
            self.room
                .handle(Input::Committed { index: row.index }, now, &mut self.chance);
        self.carry_out(effects, &[], true);
    }

    fn carry_out(&mut self, effects: Vec<Effect>, requests: &[(ConnId, u64)], released: bool) {
        let appends = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Append { .. }));
        let tells = effects.iter().any(|effect| {
            !matches!(
                effect,
                Effect::Append { .. } | Effect::Record(_) | Effect::Held { .. }
            )
        });
        if tells && !released {
            assert!(
                !appends && !self.disk.has_pending(),
                "nothing is told before everything written is durable"
            );
        }
        for effect in &effects {
            match effect {
                Effect::Send { message, .. } => self.secrets.publish(message),
                Effect::Resume { missed, whole, .. } => {
                    let messages = missed.iter().chain(whole);
                    messages.for_each(|message| self.secrets.publish(message));
                }
                _ => {}
            }
        }
        for effect in effects {
            match effect {
                Effect::Append {
                    index,
                    body,
                    facts,
                    floor,
                } => {
                    self.check_row(index, &body, requests);
                    self.check_unnamed(&body);
                    if let Some(floor) = &floor {
                        self.check_unnamed(&floor.body);
                    }
                    let (t, chance) = (self.t, &mut self.chance);
                    self.disk.append(index, body, facts, floor, t, chance);
                }
                Effect::Record(unrecorded) => self.record(*unrecorded),
                Effect::Send { to, message } => self.deliver(&to, &message),
                Effect::Resume { to, missed, whole } => self.resume(to, missed, whole),
                Effect::Hint { to, re, asked } => {
                    self.deliver(&[to], &asked.answer(re, Bot::default()));
                }
                Effect::Think(think) => self.think(&think),
                Effect::Answer { ticket, answer } => self.answered(ticket, answer),
                Effect::Summary(summary) => {
                    assert_eq!(summary.room, self.id);
                    self.check_unnamed(&serde_json::to_string(&summary).expect("JSON"));
                }
                Effect::RequestResult {
                    ticket: FORGETTING,
                    result,
                } => self.are_forgotten(result.is_ok()),
                Effect::RequestResult { ticket, result } if ticket < FORGETTING => {
                    self.quick_joined(ticket, result);
                }
                // The hub and the server handle these.
                Effect::RequestResult { .. }
                | Effect::Held { .. }
                | Effect::Deserted { .. }
                | Effect::Returned { .. }
                | Effect::NotifyAbsent(_) => {}
                // No client has seen events that are lost, whatever crashed.
                Effect::SeenMore => panic!("a client has seen more of a room than there is"),
                Effect::Gone => self.gone = true,
            }
        }
    }

    /// A record is made outside the room: after a moment, or before anything else happens.
    fn record(&mut self, unrecorded: Unrecorded) {
        let finished = Box::new(unrecorded.record(&self.context.signer));
        let bytes = self.records.entry(finished.match_id);
        let bytes = bytes.or_insert_with(|| finished.record.clone());
        assert_eq!(*bytes, finished.record, "a record is made the same again");
        self.dies = self.has_faults && self.chance.one_in(10);
        let later_ms = self.chance.pick(&[0, 0, 1, 40]);
        self.sent += 1;
        let due = (self.t + later_ms, self.sent);
        self.wire.insert(due, Input::Recorded { finished });
    }

    fn deliver(&mut self, to: &[ConnId], message: &ServerMessage) {
        self.check_unnamed(&message.encode());
        for &conn in to {
            let Some(&owner) = self.owners.get(&conn) else {
                continue;
            };
            let client = &mut self.clients[owner];
            self.secrets.judge(client.person.player, message);
            if self.trace {
                println!(
                    "{:>9}   to {conn:?} of {owner}: {}",
                    self.t,
                    message.encode()
                );
            }
            self.tally.note(message);
            let inbox = &mut client
                .conns
                .get_mut(&conn)
                .expect("a living connection")
                .inbox;
            inbox.push_back(message.clone());
            let overflows = inbox.len() > INBOX;
            if let ServerMessage::Now(now) = message
                && !self.disk.has_pending()
            {
                for deciding in &now.deciding {
                    let promise = deciding.left_ms.map(|left_ms| self.t + left_ms);
                    self.promised
                        .extend(promise.map(|at_ms| (deciding.seat, at_ms)));
                }
            }
            self.check_reply(conn, message);
            if let ServerMessage::Now(now) = message {
                self.check_deadline(owner, now);
            }
            if overflows {
                self.tally.overflows += 1;
                self.cut(conn);
            }
        }
    }

    /// The missed events if the queue of the connection can take them and the next messages; otherwise a snapshot.
    fn resume(&mut self, to: ConnId, missed: Vec<ServerMessage>, whole: Vec<ServerMessage>) {
        let conn = self.owners.get(&to);
        let conn = conn.and_then(|&owner| self.clients[owner].conns.get(&to));
        let waiting = conn.map_or(0, |conn| conn.inbox.len());
        let messages = if waiting + missed.len() <= INBOX * 3 / 4 {
            missed
        } else {
            whole
        };
        for message in messages {
            self.deliver(&[to], &message);
        }
    }

    fn put_on_wire(&mut self, later_ms: u64, input: Input) {
        self.sent += 1;
        // Later messages on any connection do not overtake: one order for all connections is a possible one.
        let last_ms = self
            .wire
            .last_key_value()
            .map_or(0, |(&(due_ms, _), _)| due_ms);
        let due_ms = (self.t + later_ms).max(last_ms);
        self.wire.insert((due_ms, self.sent), input);
    }

    /// Without faults for a while: all requests are answered, and everybody sees the same.
    fn settle(&mut self) {
        self.storage_is_back();
        self.network_is_back();
        let end_ms = self.t + 10_000;
        self.go_on_to(end_ms);
        if self.gone || self.disk.has_pending() {
            return;
        }
        for client in &mut self.clients {
            let conns: Vec<ConnId> = client.conns.keys().copied().collect();
            for conn in conns {
                client.read(conn, usize::MAX);
                let unanswered = &client.conns[&conn].awaiting;
                assert!(
                    unanswered.is_empty(),
                    "every request is answered: {unanswered:?}"
                );
            }
        }
    }

    /// Everybody disconnects: the match ends, and the room closes, within a computed time.
    fn everybody_leaves(&mut self) {
        let conns: Vec<ConnId> = self.owners.keys().copied().collect();
        for conn in conns {
            self.cut(conn);
        }
        let hours_ms = 12 * 3_600_000;
        let end_ms = self.t + hours_ms;
        let idle = self.go_on_to(end_ms);
        assert!(
            self.gone,
            "a room that everybody left closes (nothing left to happen: {idle})"
        );
    }
}

fn context(chance: &mut Chance, deals: &Deals) -> Context {
    let deals: Deals = Arc::clone(deals);
    let limits = RoomLimits {
        rows_waiting: chance.pick(&[1, 2, 8]),
        events_kept: chance.pick(&[8, 2_048]),
        // Only in some games.
        events_kept_bytes: 48 * 1_024,
        rows_gathered: chance.pick(&[1, 7, 256]),
        events_resumed: chance.pick(&[20, 256]),
        ..RoomLimits::default()
    };
    Context {
        signer: Signer::new(&chance.bytes()),
        dealer: Arc::new(move |terms, seed, winner| {
            let made = seeded_deal(terms, seed, winner);
            deals.lock().expect("deals").push(made.0.clone());
            made
        }),
        bot: thinking::some_bot(chance),
        // Rooms that are compared share it, so it is enough for all.
        thinking: ThinkingBudget::new(1_000_000),
        quick_bots: Level::Simple,
        times: Times {
            bot_delay_ms: chance.pick(&[0, 100, 800]),
            notice_ms: chance.pick(&[0, 5]),
            presence_ms: chance.pick(&[0, 500]),
            rated_bots_ms: chance.pick(&[0, 1_000, 20_000]),
            ..Times::default()
        },
        limits,
    }
}

/// A room's password as the hub stores it: the room has no hub here.
fn password_digest(id: RoomId, password: &str) -> giog_rules::fairness::Digest {
    use sha2::{Digest as _, Sha256};
    let mut hasher = Sha256::new();
    hasher.update(b"giog/room-password/v1");
    hasher.update(id.0.as_bytes());
    hasher.update(password.as_bytes());
    giog_rules::fairness::Hex(hasher.finalize().into())
}
