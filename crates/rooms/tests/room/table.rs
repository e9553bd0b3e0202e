//! A room in a test: connections that store what they receive, a log that becomes durable on command, and a clock that is set by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use giog_protocol::client::{Act, Join, Ready, RoomCommand};
use giog_protocol::server::{
    Answer, ErrorReply, GameEvent, Now as NowMessage, RoomEvent, ServerMessage, Snapshot,
};
use giog_protocol::{
    Bots, DeclaredBot, ErrorCode, HintMode, Person, PlayerName, RoomId, RoomSummary, Settings,
    SettingsInput,
};
use giog_rooms::{
    Acting, AdminCommand, AwaitedPlayer, Bot, ConnId, Context, Effect, Input, NewRoom, Now, Random,
    ReplayError, Room, RoomAnswer, RoomLimits, Think, ThinkingBudget, Times, Waking, seeded_deal,
};
use giog_rules::fairness::Signer;
use giog_rules::{
    Action, Judgement, Level, MatchId, PlayerId, Proof, Record, Seat, Timestamp, judge_line, verify,
};
use giog_store::{Fact, FinishedMatch, Floor, RoomLog};
use uuid::Uuid;

/// The connections of the tests, one for each person.
pub const A: ConnId = ConnId(1);
pub const B: ConnId = ConnId(2);
pub const C: ConnId = ConnId(3);
pub const D: ConnId = ConnId(4);

/// Pseudo-random bytes, the same in every run.
pub struct Counting(pub u8);

impl Random for Counting {
    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(37).wrapping_add(11);
            *byte = self.0;
        }
    }
}

/// A room with its environment.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a state of something else"
)]
pub struct Table {
    pub room: Room,
    pub context: Arc<Context>,
    pub now: Now,
    pub random: Counting,
    /// Every row that was written.
    pub rows: Vec<(u64, String)>,
    /// The floors in rows, with the indices of these rows.
    pub floors: Vec<(u64, Floor)>,
    pub facts: Vec<Fact>,
    /// Whether rows become durable as soon as they are written.
    pub commits: bool,
    committed: usize,
    inboxes: BTreeMap<ConnId, Vec<ServerMessage>>,
    pub summaries: Vec<RoomSummary>,
    pub answers: Vec<Result<RoomAnswer, ErrorCode>>,
    /// The results of operator's commands and of quick play.
    pub done: Vec<Result<(), ErrorCode>>,
    pub gone: bool,
    /// Players who left a match with strangers, or came back to it.
    pub leavers: Vec<(PlayerId, bool)>,
    /// Awaited players without a connection.
    pub wanted: Vec<AwaitedPlayer>,
    /// Charges of connections for answers that wait, in bytes.
    pub held: Vec<(ConnId, usize)>,
    /// How often a client named later events than the room has.
    pub seen_more: u32,
    /// Whether records are made at once.
    pub records: bool,
    /// Whether thoughts are computed at once.
    pub thoughtful: bool,
    /// Requested thoughts that are not there yet.
    pub thinks: Vec<Think>,
    /// A requested record that is not there yet.
    pub unrecorded: Option<Box<FinishedMatch>>,
    /// For each requested record whether making it takes long.
    pub long: Vec<bool>,
    next_re: u64,
}

/// The connection of a declared bot.
pub const ROCKET: ConnId = ConnId(90);

/// The person of a test's connection: connections above 100 are a second one of the person 100 below, and from 1,000 on
/// other people.
pub fn person(conn: ConnId) -> Person {
    let number = if conn.0 < 1_000 { conn.0 % 100 } else { conn.0 };
    let number = u128::from(number);
    Person {
        player: PlayerId(Uuid::from_u128(number)),
        name: PlayerName::try_from(format!("p{number}")).expect("a name"),
        declared_bot: (number == u128::from(ROCKET.0))
            .then(|| Box::new(DeclaredBot::restored("rocket", "1.2"))),
    }
}

/// The bytes of a match's record.
pub fn record_of(finished: &FinishedMatch) -> Vec<u8> {
    finished.record.clone().open().expect("it is whole")
}

pub fn player(conn: ConnId) -> PlayerId {
    person(conn).player
}

pub fn context() -> Context {
    Context {
        signer: Signer::new(&[7; 32]),
        dealer: Arc::new(seeded_deal),
        // A few positions are enough, because these tests are about rooms.
        bot: Bot {
            nodes: |variant| giog_bots::nodes(variant).map(|_| 100),
            ..Bot::default()
        },
        thinking: ThinkingBudget::default(),
        quick_bots: Level::Simple,
        times: Times {
            notice_ms: 0,
            presence_ms: 0,
            ..Times::default()
        },
        limits: RoomLimits::default(),
    }
}

/// Settings as a client writes them.
pub fn settings(json: &str) -> SettingsInput {
    serde_json::from_str(json).expect("settings")
}

fn resolved(json: &str) -> Settings {
    let (settings, password) = settings(json).resolve().expect("settings");
    assert_eq!(password, None, "tests of passwords configure the room");
    settings
}

/// A request as a client writes it, without `id` and `room`.
pub fn command(json: &str) -> RoomCommand {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

impl Table {
    /// A room that `A` has created, with a seat.
    pub fn new(settings_json: &str) -> Self {
        Self::with(settings_json, context())
    }

    pub fn with(settings_json: &str, context: Context) -> Self {
        Self::made(resolved(settings_json), context, false)
    }

    /// A quick-play table at which `A` was the first.
    pub fn quick(settings_json: &str) -> Self {
        Self::quick_with(settings_json, context())
    }

    pub fn quick_with(settings_json: &str, context: Context) -> Self {
        Self::made(resolved(settings_json), context, true)
    }

    /// A rated table at which `A` was the first.
    pub fn rated(settings_json: &str) -> Self {
        Self::rated_with(settings_json, context())
    }

    pub fn rated_with(settings_json: &str, context: Context) -> Self {
        let settings = Settings {
            rated: true,
            bots: Bots::House,
            hints: HintMode::Off,
            ..resolved(settings_json)
        };
        Self::made(settings, context, true)
    }

    fn made(settings: Settings, context: Context, quick: bool) -> Self {
        let id = RoomId(Uuid::from_u128(99));
        let context = Arc::new(context);
        let now = Now {
            mono_ms: 1_000_000,
            wall: Timestamp::from_unix_ms(1_700_000_000_000),
        };
        let new = NewRoom {
            id,
            settings,
            password: None,
            owner: person(A),
            key: "key".to_owned(),
            sit: true,
            quick,
            asked: Some((A, 0)),
        };
        let mut random = Counting(3);
        let (room, effects) = Room::create(Arc::clone(&context), new, now, &mut random);
        let mut table = Self {
            room,
            context,
            now,
            random,
            rows: Vec::new(),
            floors: Vec::new(),
            facts: Vec::new(),
            commits: true,
            committed: 0,
            inboxes: BTreeMap::new(),
            summaries: Vec::new(),
            answers: Vec::new(),
            done: Vec::new(),
            gone: false,
            leavers: Vec::new(),
            wanted: Vec::new(),
            held: Vec::new(),
            seen_more: 0,
            records: true,
            unrecorded: None,
            long: Vec::new(),
            thoughtful: true,
            thinks: Vec::new(),
            next_re: 1,
        };
        table.carry_out(effects);
        table
    }

    /// A table of people who have all joined and sat down, in the order of their connections.
    pub fn of(people: &[ConnId], settings_json: &str) -> Self {
        let mut table = Self::new(settings_json);
        for &conn in people.iter().filter(|&&conn| conn != A) {
            table.ok(conn, r#"{"type":"join"}"#);
            table.ok(conn, r#"{"type":"sit"}"#);
        }
        table
    }

    /// Such a table in a match.
    pub fn playing(people: &[ConnId], settings_json: &str) -> Self {
        let mut table = Self::of(people, settings_json);
        table.all_ready(people);
        table
    }

    pub fn all_ready(&mut self, people: &[ConnId]) {
        for &conn in people {
            self.ok(conn, r#"{"type":"ready"}"#);
        }
        assert!(self.snapshot(people[0]).game.is_some(), "a match begins");
    }

    pub fn handle(&mut self, input: Input) {
        let effects = self.room.handle(input, self.now, &mut self.random);
        self.carry_out(effects);
    }

    /// The same, with further actions at the same time; returns those that the room did not take.
    pub fn handle_with(&mut self, input: Input, more: Vec<Acting>) -> Vec<Acting> {
        let mut more = more.into_iter();
        let effects = self
            .room
            .handle_with(input, &mut || more.next(), self.now, &mut self.random);
        self.carry_out(effects);
        more.collect()
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut over = None;
        for effect in effects {
            match effect {
                Effect::Append {
                    index,
                    body,
                    facts,
                    floor,
                } => {
                    assert_eq!(index, self.rows.len() as u64, "rows are numbered");
                    self.rows.push((index, body));
                    self.floors.extend(floor.map(|floor| (index, floor)));
                    self.facts.extend(facts);
                }
                Effect::Record(unrecorded) => over = Some(unrecorded),
                Effect::Send { to, message } => {
                    for conn in to {
                        self.inboxes
                            .entry(conn)
                            .or_default()
                            .push((*message).clone());
                    }
                }
                Effect::Resume { to, missed, .. } => {
                    self.inboxes.entry(to).or_default().extend(missed);
                }
                Effect::Hint { to, re, asked } => {
                    let answer = asked.answer(re, self.context.bot);
                    self.inboxes.entry(to).or_default().push(answer);
                }
                Effect::Think(think) => self.thinks.push(*think),
                Effect::Answer { answer, .. } => self.answers.push(answer),
                Effect::RequestResult { result, .. } => self.done.push(result),
                Effect::Summary(summary) => self.summaries.push(*summary),
                Effect::Deserted { player } => self.leavers.push((player, true)),
                Effect::Returned { player } => self.leavers.push((player, false)),
                Effect::NotifyAbsent(wanted) => self.wanted.push(wanted),
                Effect::Held { to, bytes } => self.held.push((to, bytes)),
                Effect::SeenMore => self.seen_more += 1,
                Effect::Gone => self.gone = true,
            }
        }
        if self.commits {
            self.commit();
        }
        while self.thoughtful
            && let Some(think) = self.thinks.pop()
        {
            self.thought(&think, think.action(self.context.bot));
        }
        if let Some(unrecorded) = over {
            self.long.push(unrecorded.is_long());
            let finished = Box::new(unrecorded.record(&self.context.signer));
            if self.records {
                self.handle(Input::Recorded { finished });
            } else {
                self.unrecorded = Some(finished);
            }
        }
    }

    /// Passes a thought to the room.
    pub fn thought(&mut self, think: &Think, action: Option<Action>) {
        let ticket = think.ticket;
        self.handle(Input::Thought { ticket, action });
    }

    /// Everything written is durable now.
    pub fn commit(&mut self) {
        while self.committed < self.rows.len() {
            let index = self.rows[self.committed].0;
            self.committed += 1;
            let effects = self
                .room
                .handle(Input::Committed { index }, self.now, &mut self.random);
            self.carry_out(effects);
        }
    }

    /// Sends a request; returns its number.
    pub fn send(&mut self, conn: ConnId, command: RoomCommand) -> u64 {
        let re = self.next_re;
        self.next_re += 1;
        self.handle(Input::Command {
            conn,
            person: person(conn),
            re,
            command,
        });
        re
    }

    /// Quick play leads a person here.
    pub fn quick_join(&mut self, conn: ConnId) -> Result<(), ErrorCode> {
        let re = self.next_re;
        self.next_re += 1;
        let person = person(conn);
        self.handle(Input::QuickJoin {
            ticket: re,
            conn,
            person,
            re,
        });
        self.done.pop().expect("an answer")
    }

    /// A command of the operator.
    pub fn admin_command(&mut self, command: AdminCommand) -> Result<(), ErrorCode> {
        self.handle(Input::AdminCommand { ticket: 0, command });
        self.done.pop().expect("an answer")
    }

    /// The answer to a request.
    pub fn reply(&self, conn: ConnId, request: u64) -> Option<Result<Answer, ErrorReply>> {
        self.all(conn).iter().find_map(|message| match message {
            ServerMessage::Ok(ok) if ok.re == request => Some(Ok(ok.answer.clone())),
            ServerMessage::Error(error) if error.re == Some(request) => Some(Err(error.clone())),
            _ => None,
        })
    }

    /// Sends a request that is answered at once.
    pub fn ask(&mut self, conn: ConnId, command: RoomCommand) -> Result<Answer, ErrorReply> {
        let re = self.send(conn, command);
        self.reply(conn, re).expect("an answer")
    }

    pub fn ok(&mut self, conn: ConnId, json: &str) {
        let answer = self.ask(conn, command(json));
        assert!(answer.is_ok(), "{json}: {answer:?}");
    }

    pub fn refused(&mut self, conn: ConnId, json: &str, code: ErrorCode) {
        let rows = self.rows.len();
        let answer = self.ask(conn, command(json));
        assert_eq!(answer.expect_err(json).code, code, "{json}");
        assert_eq!(self.rows.len(), rows, "a refused request changes nothing");
    }

    pub fn act(&mut self, conn: ConnId, turn: u32, action: Action) -> Result<Answer, ErrorReply> {
        self.ask(
            conn,
            RoomCommand::Act(Act {
                turn,
                match_id: None,
                action,
            }),
        )
    }

    /// The default of each of these players, as requests.
    pub fn defaults(&mut self, people: &[ConnId]) -> Vec<Acting> {
        let defaults = people.iter().map(|&conn| {
            let you = self.now_of(conn).you.expect("a seat");
            let default = you.decision.and_then(|decision| decision.default_action());
            let act = Act {
                turn: you.turn,
                match_id: None,
                action: default.expect("something to decide"),
            };
            self.next_re += 1;
            Acting {
                conn,
                person: person(conn),
                re: self.next_re - 1,
                act,
            }
        });
        defaults.collect()
    }

    /// Takes the default.
    pub fn act_default(&mut self, conn: ConnId) -> Action {
        let you = self.now_of(conn).you.expect("a seat");
        let default = you.decision.and_then(|decision| decision.default_action());
        let action = default.expect("something to decide");
        let answer = self.act(conn, you.turn, action.clone());
        assert!(answer.is_ok(), "{action:?}: {answer:?}");
        action
    }

    /// Plays until the match waits for none of these, for at most this number of rounds.
    pub fn play_on(&mut self, people: &[ConnId], rounds: usize) {
        for _ in 0..rounds {
            let Some(&conn) = people.iter().find(|&&conn| self.must_decide(conn)) else {
                return;
            };
            self.act_default(conn);
        }
    }

    /// Plays to the end of the match, bots and pauses included.
    pub fn play_to_end(&mut self, people: &[ConnId]) {
        for _ in 0..1_000 {
            if self.snapshot(people[0]).game.is_none() {
                return;
            }
            self.play_on(people, 1);
            if !people.iter().any(|&conn| self.must_decide(conn)) {
                self.pass(1_000);
            }
        }
        panic!("the match does not end");
    }

    pub fn must_decide(&mut self, conn: ConnId) -> bool {
        let you = self.now_of(conn).you;
        you.and_then(|you| you.decision)
            .is_some_and(|decision| decision.must())
    }

    /// Lets time pass; the room is woken whenever it requests it.
    pub fn pass(&mut self, ms: u64) {
        let end_ms = self.now.mono_ms + ms;
        for _ in 0..10_000 {
            let wake = self.room.wake_at_mono_ms();
            let next_ms = wake.map_or(end_ms, |wake| wake.clamp(self.now.mono_ms, end_ms));
            self.now.mono_ms = next_ms;
            self.handle(Input::Tick);
            let wake = self.room.wake_at_mono_ms();
            if next_ms == end_ms && wake.is_none_or(|wake| wake > end_ms) {
                return;
            }
        }
        panic!("the room is woken for ever");
    }

    /// The server is killed and starts again; all rows except the last `lost` survived.
    pub fn crash(&mut self, lost: usize) {
        self.rows.truncate(self.rows.len() - lost);
        let rows = self.rows.len() as u64;
        self.floors.retain(|&(index, _)| index < rows);
        self.committed = self.rows.len();
        self.unrecorded = None;
        self.thinks.clear();
        self.now.mono_ms = 5_000;
        self.room = self.replayed();
    }

    /// The room sleeps, and somebody opens it.
    pub fn wake(&mut self, conn: ConnId) {
        self.wake_without(conn, &[]);
    }

    /// The same, while these people are being forgotten.
    pub fn wake_without(&mut self, conn: ConnId, forgotten: &[PlayerId]) {
        let slept = self.facts.iter().rev().find_map(|fact| match fact {
            Fact::RoomSlept(slept) => Some(slept.owner),
            _ => None,
        });
        let waking = Waking {
            by: player(conn),
            owner: slept.expect("it sleeps"),
            key: "woken".to_owned(),
            forgotten: forgotten.to_vec(),
        };
        let room = (self.room.id(), Arc::clone(&self.context));
        let woken = Room::wake(room, self.log(), waking, self.now, &mut self.random);
        let (room, effects) = woken.expect("a floor makes a room");
        self.room = room;
        self.gone = false;
        self.carry_out(effects);
    }

    /// The room continues on another node, which restores it after this time.
    pub fn move_on(&mut self, after_ms: u64) {
        let stopped = self.room.stopped_at(self.now);
        self.now.mono_ms += after_ms;
        self.room = self.replayed();
        assert!(
            self.room.go_on_from(stopped, self.now),
            "nothing has happened"
        );
    }

    /// Another room from the same log on disk: from its floor on.
    pub fn replayed(&self) -> Room {
        self.replay(self.log()).expect("a log makes a room")
    }

    /// The log on disk.
    pub fn log(&self) -> RoomLog {
        let floor = self.floors.last().map(|(_, floor)| floor.clone());
        let from = floor.as_ref().map_or(0, |floor| floor.below);
        let rows = self.rows.iter().filter(|&&(index, _)| index >= from);
        RoomLog {
            floor,
            rows: rows.cloned().collect(),
        }
    }

    /// The log on disk if no row were ever deleted.
    pub fn whole_log(&self) -> RoomLog {
        RoomLog {
            floor: None,
            rows: self.rows.clone(),
        }
    }

    pub fn replay(&self, log: RoomLog) -> Result<Room, ReplayError> {
        Room::replay(self.room.id(), Arc::clone(&self.context), log, self.now)
    }

    /// Everything that a connection got.
    pub fn all(&self, conn: ConnId) -> &[ServerMessage] {
        self.inboxes.get(&conn).map_or(&[], Vec::as_slice)
    }

    /// Everything it got since the last call.
    pub fn take(&mut self, conn: ConnId) -> Vec<ServerMessage> {
        self.inboxes.remove(&conn).unwrap_or_default()
    }

    pub fn events(&self, conn: ConnId) -> Vec<(u64, RoomEvent)> {
        self.all(conn)
            .iter()
            .filter_map(|message| match message {
                ServerMessage::Event(event) => Some((event.seq, event.event.clone())),
                _ => None,
            })
            .collect()
    }

    /// The game's events that a connection got.
    pub fn game_events(&self, conn: ConnId) -> Vec<GameEvent> {
        self.events(conn)
            .into_iter()
            .filter_map(|(_, event)| match event {
                RoomEvent::Game(game) => Some(*game),
                _ => None,
            })
            .collect()
    }

    /// The match in a new snapshot for a person.
    pub fn match_id(&mut self, conn: ConnId) -> MatchId {
        let game = self.snapshot(conn).game;
        game.expect("a match").start.facts.match_id
    }

    /// Joins again, for a snapshot.
    pub fn snapshot(&mut self, conn: ConnId) -> Snapshot {
        self.ask(conn, RoomCommand::Join(Join::default()))
            .expect("in");
        let last = self
            .all(conn)
            .iter()
            .rev()
            .find_map(|message| match message {
                ServerMessage::Snapshot(snapshot) => Some((**snapshot).clone()),
                _ => None,
            });
        last.expect("a snapshot")
    }

    /// The last `now` of a connection.
    pub fn now_of(&self, conn: ConnId) -> NowMessage {
        let last = self
            .all(conn)
            .iter()
            .rev()
            .find_map(|message| match message {
                ServerMessage::Now(now) => Some(now.clone()),
                _ => None,
            });
        last.expect("a `now`")
    }

    pub fn next_match(&mut self) -> MatchId {
        let next = self.snapshot(A).state.next;
        next.expect("a match is prepared").match_id
    }

    pub fn is_away(&mut self, seat: usize) -> bool {
        self.snapshot(A).state.seats[seat].away
    }

    pub fn seat_of(&mut self, conn: ConnId) -> Option<Seat> {
        self.snapshot(conn).you
    }

    pub fn finished(&self) -> Vec<&FinishedMatch> {
        self.facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::MatchFinished(finished) => Some(finished),
                _ => None,
            })
            .collect()
    }

    /// The record of the last match, after checks: it is valid, and the referee agrees with it.
    pub fn proven_record(&self) -> Record {
        let finished = self.finished();
        let finished = finished.last().expect("a match is finished");
        let bytes = record_of(finished);
        let report = verify(&bytes, None, &[self.context.signer.public_key()]);
        assert_eq!(report.verdict, Proof::Pass, "{report:?}");
        let text = std::str::from_utf8(&bytes).expect("records are texts");
        let record: Record = serde_json::from_str(text).expect("a record");
        let judged = match judge_line(text) {
            Some(Judgement::Judged(verdict)) => serde_json::to_value(&verdict.result),
            Some(Judgement::Board(verdict)) => serde_json::to_value(&verdict.result),
            Some(Judgement::Tiles(verdict)) => serde_json::to_value(&verdict.result),
            _ => panic!("the referee can't read {text}"),
        };
        assert_eq!(judged.ok(), serde_json::to_value(&record.result).ok());
        record
    }

    pub fn ready(&mut self, conn: ConnId, ready: Ready) -> Result<Answer, ErrorReply> {
        self.ask(conn, RoomCommand::Ready(ready))
    }
}
