//! One simulated room with everything round it: the virtual clock, the storage, the network, and what goes wrong.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use giog_protocol::client::RoomCommand;
use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, RoomId};
use giog_rooms::{
    ConnId, Context, Effect, Input, NewRoom, Now, Question, Random, Room, RoomAnswer, RoomLimits,
    Times, seeded_deal,
};
use giog_rules::fairness::Signer;
use giog_rules::{Observer, PlayerId, Seat, Timestamp};
use serde_json::Value;
use uuid::Uuid;

use crate::chance::Chance;
use crate::client::{Client, Conn, INBOX};
use crate::disk::{Disk, Written};
use crate::history::History;
use crate::secrecy::{Deals, Secrets};
use crate::{requests, settings};

/// Inputs after which a room without people is said to hang.
const MOST_STEPS: usize = 60_000;
/// How long the server leaves everybody alone after a start: the grace time.
const GRACE_MS: u64 = 60_000;

/// What a run has seen, so that a run that sees nothing is noticed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub rows: u64,
    pub matches: u64,
    pub abandoned: u64,
    pub cancelled: u64,
    pub crashes: u64,
    pub outages: u64,
    pub overflows: u64,
    pub resumed: u64,
    pub snapshots: u64,
    pub refused: u64,
    pub timeouts: u64,
    pub aways: u64,
    pub backs: u64,
    pub take_backs: u64,
    pub already: u64,
    pub answers: u64,
}

/// A room and everything round it.
pub struct World {
    chance: Chance,
    context: Arc<Context>,
    room: Room,
    id: RoomId,
    /// Virtual milliseconds since the beginning.
    t: u64,
    /// What the server's clock says beyond that; another after every start.
    boot_ms: u64,
    wall_ms: i64,
    disk: Disk,
    wire: BTreeMap<(u64, u64), Input>,
    sent: u64,
    clients: Vec<Client>,
    /// Every living connection's person.
    owners: BTreeMap<ConnId, usize>,
    next_conn: u64,
    secrets: Secrets,
    history: History,
    /// The row that a request wrote.
    rows_of: HashMap<(ConnId, u64), (u64, bool)>,
    /// Until when a seat was told that its time runs at least.
    promised: HashMap<Seat, u64>,
    storage_told_away: bool,
    restarted_ms: Option<u64>,
    gone: bool,
    leaving: bool,
    tally: Tally,
    trace: bool,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let deals = Deals::default();
        let context = Arc::new(context(&mut chance, &deals));
        let id = RoomId(Uuid::from_bytes(chance.bytes()));
        let input = settings::some(&mut chance);
        let seats = usize::from(input.seats.unwrap_or(4));
        let people = 1 + chance.below(seats + 1);
        let clients: Vec<Client> = (0..people)
            .map(|number| Client::new(number, chance.one_in(8)))
            .collect();
        let (settings, password) = input.resolve().expect("settings that fit");
        let new = NewRoom {
            id,
            settings,
            password: password.map(|password| password_digest(id, &password)),
            owner: clients[0].person.clone(),
            key: "key".to_owned(),
            sit: !chance.one_in(4),
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
            sent: 0,
            clients,
            owners: BTreeMap::new(),
            next_conn: 1,
            secrets: Secrets::new(deals),
            history: History::default(),
            rows_of: HashMap::new(),
            promised: HashMap::new(),
            storage_told_away: false,
            restarted_ms: None,
            gone: false,
            leaving: false,
            tally: Tally::default(),
            trace: std::env::var("GIOG_SIM_TRACE").is_ok(),
        };
        world.carry_out(effects, None, false);
        while let Some(row) = world.disk.commit() {
            world.committed(&row);
        }
        world
    }

    /// Plays the room to its end.
    pub fn run(mut self) -> Tally {
        let turns = 40 + self.chance.below(260);
        let calm = self.chance.one_in(3);
        for _ in 0..turns {
            if self.gone {
                break;
            }
            self.go_on_to_next_turn();
            if !calm {
                self.misfortune();
            }
            self.somebodys_turn();
        }
        self.settle();
        self.everybody_leaves();
        let key = self.context.signer.public_key();
        self.history.check(&self.clients, key);
        self.tally.matches = self.history.finished() as u64;
        self.tally.abandoned = self.history.abandoned;
        self.tally.cancelled = self.history.cancelled() as u64;
        self.tally
    }

    fn now(&self) -> Now {
        Now {
            mono_ms: self.boot_ms + self.t,
            wall: Timestamp::from_unix_ms(self.wall_ms.saturating_add_unsigned(self.t)),
        }
    }

    /// Lets happen what is due before the next person does something.
    fn go_on_to_next_turn(&mut self) {
        let next_ms = self
            .clients
            .iter()
            .map(|client| client.next_ms)
            .min()
            .expect("somebody");
        self.go_on_to(next_ms);
    }

    /// Lets everything happen that is due until `end_ms`; gives whether nothing is left to happen by itself.
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
            let Some(due_ms) = [wake, commit, wire]
                .into_iter()
                .flatten()
                .min()
                .filter(|&due_ms| due_ms <= end_ms)
            else {
                self.t = self.t.max(end_ms);
                return [wake, commit, wire].iter().all(Option::is_none);
            };
            self.t = self.t.max(due_ms);
            if commit == Some(due_ms) {
                let row = self.disk.commit().expect("a row is due");
                self.committed(&row);
            } else if wire == Some(due_ms) {
                let (_, input) = self.wire.pop_first().expect("an input is due");
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
        let request = match &input {
            Input::Command { conn, re, .. } => Some((*conn, *re)),
            _ => None,
        };
        let now = self.now();
        let effects = self.room.handle(input, now, &mut self.chance);
        self.carry_out(effects, request, false);
    }

    fn committed(&mut self, row: &Written) {
        for fact in &row.facts {
            self.history.learn(fact, self.context.signer.public_key());
        }
        let now = self.now();
        let effects =
            self.room
                .handle(Input::Committed { index: row.index }, now, &mut self.chance);
        self.carry_out(effects, None, true);
    }

    fn carry_out(&mut self, effects: Vec<Effect>, request: Option<(ConnId, u64)>, released: bool) {
        let appends = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Append { .. }));
        let tells = effects
            .iter()
            .any(|effect| !matches!(effect, Effect::Append { .. }));
        if tells && !released {
            assert!(
                !appends && !self.disk.has_pending(),
                "nothing is told before everything written is durable"
            );
        }
        for effect in &effects {
            if let Effect::Send { message, .. } = effect {
                self.secrets.publish(message);
            }
        }
        for effect in effects {
            match effect {
                Effect::Append { index, body, facts } => {
                    self.check_row(index, &body, request);
                    self.disk
                        .append(index, body, facts, self.t, &mut self.chance);
                }
                Effect::Send { to, message } => self.deliver(&to, &message),
                Effect::Answer { ticket, answer } => self.answered(ticket, answer),
                Effect::Summary(summary) => assert_eq!(summary.room, self.id),
                Effect::Gone => self.gone = true,
            }
        }
    }

    fn check_row(&mut self, index: u64, body: &str, request: Option<(ConnId, u64)>) {
        assert!(
            !self.storage_told_away,
            "nothing is written while the storage is away"
        );
        if self.trace {
            println!("{:>9}   row {index}: {body}", self.t);
        }
        self.tally.rows += 1;
        let row: Value = serde_json::from_str(body).expect("rows are JSON");
        let entries = row["entries"].as_array().expect("entries");
        let young = self
            .restarted_ms
            .is_some_and(|restarted_ms| self.t < restarted_ms + GRACE_MS);
        let mut asked = false;
        for entry in entries {
            self.secrets.learn(entry);
            let kind = entry["e"].as_str().expect("a kind");
            let by_clock = match kind {
                "acted" => entry["by"] == "clock",
                "away" => entry["left"] == false && request.is_none(),
                "stood" => matches!(entry["reason"].as_str(), Some("gone" | "not_ready")),
                "cancelled" => entry["reason"] == "not_opened",
                _ => false,
            };
            assert!(
                !(by_clock && young),
                "nobody is timed out because the server was away: {body}"
            );
            asked |= matches!(
                kind,
                "sat" | "ready" | "unready" | "back" | "configured" | "opened"
            ) || (kind == "acted" && entry["by"].is_null());
            self.count(kind, entry);
            self.check_promise(kind, entry);
        }
        if let Some(request) = request {
            self.rows_of.insert(request, (index, asked));
        }
    }

    fn count(&mut self, kind: &str, entry: &Value) {
        match kind {
            "acted" if entry["by"] == "clock" => self.tally.timeouts += 1,
            "acted" if entry["do"] == "take_back" => self.tally.take_backs += 1,
            "away" => self.tally.aways += 1,
            "back" => self.tally.backs += 1,
            _ => {}
        }
    }

    /// Nobody's time runs out before they were told it would.
    fn check_promise(&mut self, kind: &str, entry: &Value) {
        let seat = serde_json::from_value::<Seat>(entry["seat"].clone()).ok();
        let (Some(seat), "acted" | "away" | "back") = (seat, kind) else {
            if matches!(kind, "started" | "abandoned") {
                self.promised.clear();
            }
            return;
        };
        let promised = self.promised.remove(&seat);
        if entry["by"] == "clock" {
            assert!(
                promised.is_none_or(|at_ms| at_ms <= self.t),
                "time ran out before it was over"
            );
        }
    }

    fn deliver(&mut self, to: &[ConnId], message: &ServerMessage) {
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
            if overflows {
                self.tally.overflows += 1;
                self.cut(conn);
            }
        }
    }

    /// A reply of success leaves after its row is durable; what was refused has changed nothing.
    fn check_reply(&mut self, conn: ConnId, message: &ServerMessage) {
        match message {
            ServerMessage::Ok(ok) => {
                if let Some(&(row, _)) = self.rows_of.get(&(conn, ok.re)) {
                    assert!(
                        row < self.disk.durable_rows(),
                        "what is acknowledged is durable"
                    );
                }
            }
            ServerMessage::Error(error) => {
                let row = error.re.and_then(|re| self.rows_of.get(&(conn, re)));
                let changed = row.is_some_and(|&(_, asked)| asked);
                assert!(
                    !changed || error.code == ErrorCode::EntropyMismatch,
                    "a refused request changes nothing: {error:?}"
                );
            }
            _ => {}
        }
    }

    /// A connection is lost; the room hears of it a little later.
    fn cut(&mut self, conn: ConnId) {
        if let Some(owner) = self.owners.remove(&conn) {
            self.clients[owner].lose(conn);
            let later_ms = self.chance.between(0, 3_000);
            self.put_on_wire(later_ms, Input::Detached { conn });
        }
    }

    fn put_on_wire(&mut self, later_ms: u64, input: Input) {
        self.sent += 1;
        // What is sent later on any connection does not overtake: one order for all is one of those that can be.
        let last_ms = self
            .wire
            .last_key_value()
            .map_or(0, |(&(due_ms, _), _)| due_ms);
        let due_ms = (self.t + later_ms).max(last_ms);
        self.wire.insert((due_ms, self.sent), input);
    }

    fn request(&mut self, client: usize, conn: ConnId, command: RoomCommand) {
        let re = self.clients[client].note_request(conn, &command);
        let person = self.clients[client].person.clone();
        let later_ms = self.chance.pick(&[0, 1, 30]);
        self.put_on_wire(
            later_ms,
            Input::Command {
                conn,
                person,
                re,
                command,
            },
        );
    }

    fn somebodys_turn(&mut self) {
        let due = |client: &Client| client.next_ms <= self.t;
        let Some(client) = self.clients.iter().position(due) else {
            return;
        };
        let pause_ms = match self.chance.below(80) {
            0 => self.chance.between(10_000, 200_000),
            1..20 => self.chance.between(500, 5_000),
            _ => self.chance.between(5, 500),
        };
        self.clients[client].next_ms = self.t + pause_ms;
        self.turn(client);
    }

    fn turn(&mut self, client: usize) {
        let conns: Vec<ConnId> = self.clients[client].conns.keys().copied().collect();
        let most = if self.clients[client].slow && !self.chance.one_in(6) {
            2
        } else {
            usize::MAX
        };
        for &conn in &conns {
            self.clients[client].read(conn, most);
        }
        if conns.is_empty() || (conns.len() < 3 && self.chance.one_in(40)) {
            return self.connect(client);
        }
        let conn = self.chance.pick(&conns);
        match self.chance.below(120) {
            0 => return self.cut(conn),
            1 => return conns.into_iter().for_each(|conn| self.cut(conn)),
            2 | 3 => return self.join(client, conn),
            4 => return self.look(client),
            _ => {}
        }
        let Some(mirror) = self.clients[client].conns[&conn].mirror.clone() else {
            if self.chance.one_in(4) {
                self.join(client, conn);
            }
            return;
        };
        let again = self.clients[client].conns[&conn].last_request.clone();
        if let Some(command) = again.filter(|_| self.chance.one_in(20)) {
            return self.request(client, conn, command);
        }
        if let Some(command) = requests::some(&mut self.chance, &mut self.clients[client], &mirror)
        {
            self.request(client, conn, command);
        }
    }

    fn connect(&mut self, client: usize) {
        let conn = ConnId(self.next_conn);
        self.next_conn += 1;
        self.owners.insert(conn, client);
        self.clients[client].conns.insert(conn, Conn::default());
        self.join(client, conn);
    }

    fn join(&mut self, client: usize, conn: ConnId) {
        let from_start = self.chance.one_in(5);
        let password = (!self.chance.one_in(10)).then(|| settings::PASSWORD.to_owned());
        let join = self.clients[client].join(conn, from_start, password);
        self.request(client, conn, join);
    }

    /// Somebody asks over REST.
    fn look(&mut self, client: usize) {
        let stranger = self.chance.one_in(4);
        let person = (!stranger).then(|| self.clients[client].person.player);
        let playing = self.clients[client]
            .conns
            .values()
            .find_map(|conn| conn.mirror.as_ref()?.game.as_ref());
        let match_id = playing.map(|game| game.match_id);
        let seat = Observer::Seat(Seat::new(self.chance.below(2)));
        let seen_as = self
            .chance
            .pick(&[None, None, Some(Observer::Spectator), Some(seat)]);
        let question = match_id.map_or(Question::Room, |match_id| Question::Match {
            match_id,
            seen_as,
        });
        let ticket = if stranger { u64::MAX } else { client as u64 };
        self.handle(Input::Ask {
            ticket,
            person,
            question,
        });
    }

    fn answered(&mut self, ticket: u64, answer: Result<RoomAnswer, ErrorCode>) {
        self.tally.answers += 1;
        let client = usize::try_from(ticket)
            .ok()
            .and_then(|client| self.clients.get(client));
        let person: Option<PlayerId> = client.map(|client| client.person.player);
        let Ok(RoomAnswer::Match(answer)) = answer else {
            return;
        };
        self.secrets.publish_answer(&answer);
        let game = answer.snapshot.game.as_ref().expect("a match");
        let known = self.secrets.of_match(game.start.facts.match_id);
        let person = person.filter(|_| known.observer(person) == answer.observer);
        assert!(person.is_some() || answer.observer == Observer::Spectator);
        known.judge_snapshot(person, &answer.snapshot);
        for event in &answer.events {
            known.judge_event(person, event);
            self.secrets
                .search(person, &serde_json::to_string(event).expect("JSON"));
        }
        self.secrets.search(
            person,
            &serde_json::to_string(&answer.snapshot).expect("JSON"),
        );
    }

    fn misfortune(&mut self) {
        match self.chance.below(200) {
            0..3 => self.crash(),
            3..6 if !self.disk.away => {
                self.tally.outages += 1;
                self.disk.away = true;
            }
            6 => self.wall_ms = self.chance.between(0, 4_000_000_000_000).cast_signed(),
            _ => {}
        }
        if self.disk.away {
            if !self.storage_told_away && self.chance.one_in(4) {
                self.storage_told_away = true;
                self.promised.clear();
                self.handle(Input::Storage { available: false });
            } else if self.chance.one_in(20) {
                self.storage_is_back();
            }
        }
    }

    fn storage_is_back(&mut self) {
        self.disk.away = false;
        if std::mem::take(&mut self.storage_told_away) {
            self.handle(Input::Storage { available: true });
        }
    }

    /// The server dies at any moment, and is there again after a while.
    fn crash(&mut self) {
        self.tally.crashes += 1;
        if self.chance.one_in(2) {
            for client in &mut self.clients {
                let conns: Vec<ConnId> = client.conns.keys().copied().collect();
                conns
                    .into_iter()
                    .for_each(|conn| client.read(conn, usize::MAX));
            }
        }
        for (conn, client) in std::mem::take(&mut self.owners) {
            self.clients[client].lose(conn);
        }
        self.wire.clear();
        self.rows_of.clear();
        self.promised.clear();
        for row in self.disk.crash(&mut self.chance) {
            for fact in &row.facts {
                self.history.learn(fact, self.context.signer.public_key());
            }
        }
        self.disk.away = false;
        self.storage_told_away = false;
        self.t += self.chance.pick(&[0, 1_000, 100_000, 100_000_000]);
        self.boot_ms = self.chance.between(0, 1 << 40);
        if self.history.closed {
            self.gone = true;
            return;
        }
        self.restarted_ms = Some(self.t);
        if self.trace {
            println!("{:>9} the server is there again", self.t);
        }
        self.room = self.replayed();
        self.check_replayed();
    }

    fn replayed(&self) -> Room {
        let log = self.disk.log();
        Room::replay(self.id, Arc::clone(&self.context), log, self.now())
            .expect("a log makes a room")
    }

    /// The room from the log tells everybody again what they were told: each looks into a copy of it.
    fn check_replayed(&mut self) {
        let mut copy = self.replayed();
        let mut conn: u64 = 1 << 40;
        for client in &self.clients {
            let Some(&first) = client.told.keys().next_back() else {
                continue;
            };
            for back in [40, 10, 0] {
                conn += 1;
                let after = first.saturating_sub(back);
                let join = giog_protocol::client::Join {
                    password: Some(settings::PASSWORD.to_owned()),
                    after: Some(after),
                };
                let command = RoomCommand::Join(join);
                let input = Input::Command {
                    conn: ConnId(conn),
                    person: client.person.clone(),
                    re: 1,
                    command,
                };
                for message in answer_at_once(&mut copy, input, self.now()) {
                    if let ServerMessage::Event(event) = message
                        && let Some(told) = client.told.get(&event.seq)
                    {
                        assert_eq!(
                            *told, event.event,
                            "an event that was told stays what it was"
                        );
                    }
                }
            }
        }
    }

    /// Nothing goes wrong any more for a while: whatever was asked is answered, and everybody sees the same.
    fn settle(&mut self) {
        self.storage_is_back();
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

    /// Everybody goes away: the match ends, and the room closes, in a time that can be told.
    fn everybody_leaves(&mut self) {
        self.leaving = true;
        let conns: Vec<ConnId> = self.owners.keys().copied().collect();
        conns.into_iter().for_each(|conn| self.cut(conn));
        let hours_ms = 12 * 3_600_000;
        let end_ms = self.t + hours_ms;
        let idle = self.go_on_to(end_ms);
        assert!(
            self.gone,
            "a room that everybody left closes (nothing left to happen: {idle})"
        );
    }
}

/// What a room with a storage that never waits sends.
fn answer_at_once(room: &mut Room, input: Input, now: Now) -> Vec<ServerMessage> {
    let mut messages = Vec::new();
    let mut effects = room.handle(input, now, &mut Nothing);
    while !effects.is_empty() {
        let mut released = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append { index, .. } => {
                    released.extend(room.handle(Input::Committed { index }, now, &mut Nothing));
                }
                Effect::Send { message, .. } => messages.push(*message),
                _ => {}
            }
        }
        effects = released;
    }
    messages
}

/// No chance at all, for copies of rooms that nobody plays in.
struct Nothing;

impl Random for Nothing {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(1);
    }
}

fn context(chance: &mut Chance, deals: &Deals) -> Context {
    let deals: Deals = Arc::clone(deals);
    let limits = RoomLimits {
        rows_waiting: chance.pick(&[1, 2, 8]),
        events_kept: chance.pick(&[8, 2_048]),
        ..RoomLimits::default()
    };
    Context {
        signer: Signer::new(&chance.bytes()),
        dealer: Arc::new(move |terms, seed, winner| {
            let made = seeded_deal(terms, seed, winner);
            deals.lock().expect("deals").push(made.0.clone());
            made
        }),
        bot: giog_bots::choose,
        bot_name: giog_bots::NAME,
        times: Times {
            bot_delay_ms: chance.pick(&[0, 100, 800]),
            ..Times::default()
        },
        limits,
    }
}

/// A room's password as the hub keeps it: the room is made without a hub here.
fn password_digest(id: RoomId, password: &str) -> giog_rules::fairness::Digest {
    use sha2::{Digest as _, Sha256};
    let mut hasher = Sha256::new();
    hasher.update(b"giog/room-password/v1");
    hasher.update(id.0.as_bytes());
    hasher.update(password.as_bytes());
    giog_rules::fairness::Hex(hasher.finalize().into())
}

impl Tally {
    fn fields(&mut self) -> [(&'static str, &mut u64); 16] {
        [
            ("rows", &mut self.rows),
            ("matches", &mut self.matches),
            ("abandoned", &mut self.abandoned),
            ("cancelled", &mut self.cancelled),
            ("crashes", &mut self.crashes),
            ("outages", &mut self.outages),
            ("overflows", &mut self.overflows),
            ("resumed", &mut self.resumed),
            ("snapshots", &mut self.snapshots),
            ("refused", &mut self.refused),
            ("timeouts", &mut self.timeouts),
            ("aways", &mut self.aways),
            ("backs", &mut self.backs),
            ("take_backs", &mut self.take_backs),
            ("already", &mut self.already),
            ("answers", &mut self.answers),
        ]
    }

    pub fn add(&mut self, other: &Self) {
        let mut other = *other;
        for ((_, sum), (_, more)) in self.fields().into_iter().zip(other.fields()) {
            *sum += *more;
        }
    }

    fn note(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Resumed(_) => self.resumed += 1,
            ServerMessage::Snapshot(_) => self.snapshots += 1,
            ServerMessage::Error(error) => {
                self.refused += 1;
                self.already += u64::from(error.code == ErrorCode::Already);
            }
            _ => {}
        }
    }

    /// A simulation in which something never happens proves nothing about it.
    pub fn must_have_seen_everything(mut self) {
        for (name, count) in self.fields() {
            // A week without anybody's touch is rare, and has a test of its own.
            assert!(
                *count > 0 || name == "abandoned",
                "the simulation never saw {name}"
            );
        }
    }
}
