//! A player or spectator who remembers everything that they have seen.
//!
//! A player has no socket: it is given the messages, and says what to send. So it can lose a connection at any moment and continue over
//! another one. It panics at anything that a server must never do: a gap or a repetition in the numbers of events, an answer that does
//! not match its request, a proof that is not valid.

use std::collections::BTreeMap;

use giog_client::ReceiptKeeper;
use giog_protocol::RoomId;
use giog_protocol::client::Ready;
use giog_protocol::server::ServerMessage;
use giog_rooms::Random as _;
use giog_rules::{PlayerId, Receipt};
use serde_json::{Value, json};

use crate::Chance;
use crate::choice::{action, canonical_action, choose};

/// After so many turns a player resigns, in games in which that is possible.
const MOST_TURNS: u64 = 60;

/// How a player behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Whether they add entropy to the shuffle.
    pub entropy: bool,
    /// Whether they sometimes take plays back.
    pub take_backs: bool,
}

/// Whether a player expects that the database may be unavailable.
#[derive(Debug)]
enum Storage {
    Stays,
    MayBeAway {
        /// The request that was refused because of it.
        again: Option<Value>,
    },
}

/// A player or spectator.
#[derive(Debug)]
pub struct Player {
    /// Their name in messages of failing tests.
    pub name: String,
    /// Their token.
    pub token: String,
    /// Whether they get ready as soon as possible.
    pub willing: bool,
    /// Whether others may be faster: a clock, a stand-in while they are away, people who stand up. Then their requests may come too late,
    /// and they may get a snapshot instead of too many events.
    pub hurried: bool,
    storage: Storage,
    /// Matches that they have seen to the end.
    pub finished: Vec<Finished>,
    habits: Habits,
    chance: Chance,
    person: Value,
    room: String,
    seat: Option<u64>,
    /// The seat that they have after the events of a resume.
    resumed_as: Option<Value>,
    keeper: ReceiptKeeper,
    /// Every event that they have seen, by number.
    events: BTreeMap<u64, Value>,
    /// The number of the last event or snapshot.
    after: Option<u64>,
    now: Option<Value>,
    /// The match for which players can get ready.
    next: Option<String>,
    ready_for: Option<String>,
    opened_for: Option<String>,
    running: Option<Running>,
    /// The last request with its id, until it is answered.
    unanswered: Option<(u64, Value)>,
    is_closed: bool,
}

#[derive(Clone, Debug)]
struct Running {
    match_id: String,
    first_seq: u64,
    /// The acknowledged actions, in order.
    acts: Vec<Value>,
    /// The least number of actions taken for the seat, including those of the server.
    turn: u64,
    outcome: Value,
}

/// A match that was seen to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The match.
    pub match_id: String,
    /// All its events, from `start` to `finished`, as this player saw them.
    pub events: Vec<Value>,
    /// The outcome in the last event of the game.
    pub outcome: Value,
    /// This player's acknowledged actions.
    pub acts: Vec<Value>,
    /// This player's receipt; none for a spectator.
    pub receipt: Option<Receipt>,
}

impl Player {
    /// The person in the answer to `hello`, in this room.
    ///
    /// # Panics
    /// If it is not such an answer.
    pub fn new(welcome: &Value, token: &str, room: &str, habits: Habits, seed: u64) -> Self {
        let person: PlayerId =
            serde_json::from_value(welcome["player"].clone()).expect("a player's id");
        let room_id: RoomId = serde_json::from_value(room.into()).expect("a room's id");
        Self {
            name: welcome["name"].as_str().expect("a name").to_owned(),
            token: token.to_owned(),
            willing: true,
            hurried: false,
            storage: Storage::Stays,
            finished: Vec::new(),
            habits,
            chance: Chance::new(seed),
            person: welcome["player"].clone(),
            room: room.to_owned(),
            seat: None,
            resumed_as: None,
            keeper: ReceiptKeeper::new(room_id, person),
            events: BTreeMap::new(),
            after: None,
            now: None,
            next: None,
            ready_for: None,
            opened_for: None,
            running: None,
            unanswered: None,
            is_closed: false,
        }
    }

    /// How they behave.
    pub const fn habits(&self) -> Habits {
        self.habits
    }

    /// The seat, if they have one.
    pub const fn seat(&self) -> Option<u64> {
        self.seat
    }

    /// Whether a match is being played.
    pub const fn is_playing(&self) -> bool {
        self.running.is_some()
    }

    /// Whether they could get ready, and have not done so.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.next.is_some() && self.ready_for != self.next
    }

    /// Whether the room is closed.
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The number of acknowledged actions in the running match.
    pub fn turns(&self) -> u64 {
        self.running
            .as_ref()
            .map_or(0, |running| running.acts.len() as u64)
    }

    /// Every event that they have seen, by number.
    pub const fn events(&self) -> &BTreeMap<u64, Value> {
        &self.events
    }

    /// Their id.
    pub const fn id(&self) -> &Value {
        &self.person
    }

    /// The last `now` message, unless events followed it.
    pub const fn now(&self) -> Option<&Value> {
        self.now.as_ref()
    }

    /// Drops the last `now` message, so that the player waits for the next one.
    pub fn forget_now(&mut self) {
        self.now = None;
    }

    /// The player's open decision, unless they have already answered it.
    pub fn decision(&self) -> Option<&Value> {
        let you = &self.now.as_ref()?["you"];
        let is_open = self.unanswered.is_none() && !self.is_late(you);
        (is_open && you["decision"]["must"] == true).then(|| &you["decision"])
    }

    /// Whether this message is from before the last action.
    fn is_late(&self, you: &Value) -> bool {
        let taken = self.running.as_ref().map_or(0, |running| running.turn);
        you["turn"].as_u64() < Some(taken)
    }

    /// The `join` request; it resumes after the last event, if there was one.
    pub fn join(&self) -> Value {
        json!({"type": "join", "room": self.room, "after": self.after})
    }

    /// The request without an answer, which must be repeated over another connection.
    pub fn unanswered(&self) -> Option<&Value> {
        self.unanswered.as_ref().map(|(_, request)| request)
    }

    /// From now on the database may be unavailable: requests that are refused for this reason are repeated.
    pub fn expect_outages(&mut self) {
        self.storage = Storage::MayBeAway { again: None };
    }

    /// The request that they want to send now, if no other one is pending.
    pub fn wants(&mut self) -> Option<Value> {
        if self.unanswered.is_some() || self.is_closed {
            return None;
        }
        let again = match &mut self.storage {
            Storage::MayBeAway { again } => again.take(),
            Storage::Stays => None,
        };
        let request = again
            .or_else(|| self.open_entropy())
            .or_else(|| self.ready())
            .or_else(|| self.act())?;
        Some(request)
    }

    /// Notes that a request was sent.
    pub fn sent(&mut self, id: u64, request: Value) {
        self.unanswered = Some((id, request));
    }

    /// Processes a frame.
    pub fn observe(&mut self, frame: &Value) {
        let message: ServerMessage =
            serde_json::from_value(frame.clone()).expect("version 1 of the protocol is known");
        if let Err(suspicion) = self.keeper.observe(&message.into()) {
            panic!("{}: {suspicion}: {frame}", self.name);
        }
        match frame["type"].as_str() {
            Some("ok" | "error") => self.answered(frame),
            Some("event") => self.event(frame),
            Some("now") => {
                assert_eq!(frame["seq"].as_u64(), self.after, "{}: {frame}", self.name);
                if let Some(you) = self.resumed_as.take() {
                    assert_eq!(self.seat, you.as_u64(), "{} has another seat", self.name);
                }
                self.now = Some(frame.clone());
            }
            Some("snapshot") => self.snapshot(frame),
            Some("resumed") => {
                assert_eq!(
                    frame["after"].as_u64(),
                    self.after,
                    "{}: {frame}",
                    self.name
                );
                self.resumed_as = Some(frame["you"].clone());
            }
            Some("left") => self.is_closed = true,
            Some("notice") => {}
            _ => panic!("{}: an unknown message: {frame}", self.name),
        }
    }

    fn open_entropy(&mut self) -> Option<Value> {
        let open = serde_json::to_value(self.keeper.to_open()?).expect("requests are JSON");
        let of = open["match_id"].as_str().map(ToOwned::to_owned);
        if self.opened_for == of || self.running.is_some() {
            return None;
        }
        self.opened_for = of;
        Some(self.request("open_entropy", open))
    }

    fn ready(&mut self) -> Option<Value> {
        self.seat
            .filter(|_| self.willing && self.running.is_none())?;
        let next = self.next.clone()?;
        if self.ready_for.as_ref() == Some(&next) {
            return None;
        }
        let fields = if self.habits.entropy {
            let chance = &mut self.chance;
            let ready = self.keeper.ready(|bytes| chance.fill(bytes));
            serde_json::to_value(ready.expect("there is a match to be ready for"))
                .expect("requests are JSON")
        } else {
            json!({"match_id": next})
        };
        self.ready_for = Some(next);
        Some(self.request("ready", fields))
    }

    fn act(&mut self) -> Option<Value> {
        let running = self.running.as_ref()?;
        let you = &self.now.as_ref()?["you"];
        let decision = you["decision"].as_object()?;
        let turn = you["turn"].as_u64().expect("a number of turns");
        if self.is_late(you) {
            return None;
        }
        if decision["must"] == false && !(self.habits.take_backs && self.chance.one_in(6)) {
            return None;
        }
        let mut act = choose(you, MOST_TURNS, &mut self.chance);
        act["turn"] = turn.into();
        act["match_id"] = running.match_id.clone().into();
        // The decision is answered: nothing more is sent before the next one.
        self.now = None;
        Some(self.request("act", act))
    }

    fn request(&self, kind: &str, mut fields: Value) -> Value {
        fields["type"] = kind.into();
        fields["room"] = self.room.clone().into();
        fields
    }

    fn answered(&mut self, answer: &Value) {
        let (name, re) = (&self.name, &answer["re"]);
        let Some((_, request)) = self.unanswered.take_if(|(id, _)| re == *id) else {
            assert_eq!(answer["type"], "ok", "{name}: {answer}");
            return;
        };
        let is_act = request["type"] == "act";
        if answer["type"] == "ok" {
            if request["type"] == "ready" {
                let ready: Ready = serde_json::from_value(request.clone()).expect("it was sent");
                self.keeper.acknowledged(&ready);
            }
            if is_act {
                let turn = request["turn"].as_u64().map(|turn| turn + 1);
                assert_eq!(answer["turn"].as_u64(), turn, "{name}: {answer}");
                self.acknowledged(&request);
            }
        } else if let Storage::MayBeAway { again } = &mut self.storage
            && answer["code"] == "storage_unavailable"
        {
            // Nothing has changed.
            *again = Some(request);
        } else if self.hurried {
            self.was_late(&request, answer);
        } else if is_act && answer["code"] == "already" {
            let (taken, asked) = (action(&answer["taken"]), canonical_action(&request));
            assert_eq!(taken, asked, "{name}: {request} is answered {answer}");
            assert_eq!(answer["taken"]["turn"], request["turn"], "{name}: {answer}");
            self.acknowledged(&request);
        } else {
            // Others were faster: the last one has laid, this stack is already turned up, or somebody resigned at another board.
            let late = matches!(
                (request["do"].as_str(), answer["code"].as_str()),
                (
                    Some("take_back"),
                    Some("not_your_turn" | "wrong_action" | "no_match" | "stale_match"),
                ) | (Some("reveal"), Some("stack_taken"))
                    | (
                        Some("move" | "drop" | "resign"),
                        Some("no_match" | "stale_match")
                    )
            );
            assert!(late, "{name}: {request} is answered {answer}");
        }
    }

    /// Somebody else was faster, or the request does not matter any more.
    fn was_late(&mut self, request: &Value, answer: &Value) {
        let late: &[&str] = match (request["type"].as_str(), request["do"].as_str()) {
            (Some("act"), Some("take_back")) => {
                &["not_your_turn", "wrong_action", "no_match", "stale_match"]
            }
            (Some("act"), Some("reveal")) => &["stack_taken", "no_match", "stale_match"],
            (Some("act"), _) => &["no_match", "stale_match"],
            (Some("open_entropy"), _) => &["no_entropy_awaited", "not_seated", "stale_match"],
            _ => &["match_running", "not_seated", "stale_match", "draining"],
        };
        let code = answer["code"].as_str().expect("a code");
        if code == "already" && request["type"] == "act" {
            assert_eq!(answer["taken"]["turn"], request["turn"], "{answer}");
            self.taken(request);
            return;
        }
        let gone = ["no_such_room", "not_joined"].contains(&code);
        assert!(
            gone || late.contains(&code),
            "{}: {request} is answered {answer}",
            self.name
        );
    }

    /// Notes that a turn is over.
    fn taken(&mut self, request: &Value) {
        if let Some(running) = &mut self.running
            && request["match_id"] == running.match_id.as_str()
        {
            running.turn = request["turn"].as_u64().map_or(0, |turn| turn + 1);
        }
    }

    fn acknowledged(&mut self, request: &Value) {
        let match_id = request["match_id"].as_str();
        // Over another connection, an answer may come after the last event of the match.
        let mut done = self.finished.iter_mut();
        if let Some(done) = done.find(|done| Some(done.match_id.as_str()) == match_id) {
            done.acts.push(canonical_action(request));
        } else {
            let running = self.running.as_mut().expect("a match that was begun");
            running.acts.push(canonical_action(request));
            self.taken(request);
        }
    }

    fn event(&mut self, frame: &Value) {
        let seq = frame["seq"].as_u64().expect("an event has a number");
        let expected = self.after.map(|after| after + 1);
        assert_eq!(
            Some(seq),
            expected,
            "{}: a gap or a repetition: {frame}",
            self.name
        );
        (self.after, self.now) = (Some(seq), None);
        let event = &frame["event"];
        self.events.insert(seq, event.clone());
        let match_id = event["match_id"].as_str().map(ToOwned::to_owned);
        match event["do"].as_str() {
            Some("next") => self.next = match_id,
            Some("cancelled") => self.next = None,
            Some("start") => {
                self.next = None;
                self.running = Some(Running {
                    match_id: match_id.expect("a match has an id"),
                    first_seq: seq,
                    acts: Vec::new(),
                    turn: 0,
                    outcome: Value::Null,
                });
            }
            Some("over" | "ended") => {
                let running = self.running.as_mut().expect("a match ends after it began");
                running.outcome = event.clone();
            }
            Some("finished" | "abandoned") => self.finish(match_id.as_deref()),
            Some("sat") if event["occupant"]["player"] == self.person => {
                self.seat = event["seat"].as_u64();
                self.not_ready_any_more();
            }
            Some("stood") if event["seat"].as_u64() == self.seat => self.seat = None,
            Some("configured") => self.not_ready_any_more(),
            Some("closed") => self.is_closed = true,
            _ => {}
        }
    }

    /// Drops an acknowledged readiness. A request that is pending is answered later, so it still counts.
    fn not_ready_any_more(&mut self) {
        let on_its_way = self.unanswered();
        if on_its_way.is_none_or(|request| request["type"] != "ready") {
            self.ready_for = None;
        }
    }

    fn finish(&mut self, match_id: Option<&str>) {
        let running = self.running.take().expect("a match ends after it began");
        assert_eq!(Some(running.match_id.as_str()), match_id, "{}", self.name);
        let events = self.events.range(running.first_seq..);
        let events = events.map(|(_, event)| event.clone()).collect();
        self.finished.push(Finished {
            match_id: running.match_id,
            events,
            outcome: running.outcome,
            acts: running.acts,
            receipt: self.keeper.receipt().cloned(),
        });
    }

    fn snapshot(&mut self, frame: &Value) {
        // Two matches are kept, and a player who is not hurried never misses more.
        assert!(
            self.after.is_none() || self.hurried,
            "{}: events were to be told: {frame}",
            self.name
        );
        (self.after, self.seat) = (frame["seq"].as_u64(), frame["you"].as_u64());
        self.resumed_as = None;
        self.now = None;
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        self.next = text(&frame["state"]["next"]["match_id"]);
        let before = self.running.take();
        self.running = text(&frame["match"]["start"]["match_id"]).map(|match_id| {
            let same = before.filter(|before| before.match_id == match_id);
            let (acts, turn) = same.map_or_else(Default::default, |same| (same.acts, same.turn));
            Running {
                match_id,
                first_seq: self.after.map_or(0, |after| after + 1),
                acts,
                turn,
                outcome: Value::Null,
            }
        });
    }
}
