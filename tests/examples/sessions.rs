//! Plays random sessions of all games in rooms under a virtual clock, and writes the messages for each observer, with the snapshot at each
//! moment: JSON Lines for `web/tests/moments.mjs`, which follows the messages with the page's own functions.
//!
//! ```text
//! cargo run -p giog-tests --example sessions -- SESSIONS [FIRST SEED]
//! ```
//!
//! | line | |
//! |---|---|
//! | `{"session": seed, "variant": …}` | a session begins |
//! | `{"to": observer, "me": player, "at": ms, "message": …}` | an observer is sent a message |
//! | `{"of": observer, "at": ms, "snapshot": …}` | what a snapshot would show the observer at this moment |
//! | `{"of": observer, "at": ms, "reloaded": other}` | both observers are the same person, and the other one has just been sent everything anew |

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use giog_protocol::client::{Join, RoomCommand};
use giog_protocol::server::ServerMessage;
use giog_protocol::{Person, PlayerName, RoomId, SettingsInput};
use giog_rooms::{
    Bot, ConnId, Context, Effect, Input, NewRoom, Now, Room, RoomAnswer, RoomLimits, RoomQuery,
    ThinkingBudget, Times, seeded_deal,
};
use giog_rules::fairness::{Signer, entropy_commitment};
use giog_rules::{Level, PlayerId, Timestamp, Variant};
use giog_tests::{Chance, choose};
use serde_json::{Value, json};
use uuid::Uuid;

/// The most steps of a session: a short match, or a longer one that ends by resigning, and what comes after it.
const STEPS: usize = 120;
/// Turns after which a player resigns, where that is possible.
const MOST_TURNS: u64 = 10;
/// A time after which people who are disconnected are away, in milliseconds.
const LONG_MS: u64 = 70_000;
/// What everybody adds to the shuffle who adds something.
const ENTROPY: &str = "0badcafe";
/// The most spectators.
const WATCHING: usize = 1;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1).map(|text| text.parse::<u64>());
    let sessions = arguments.next().and_then(Result::ok).unwrap_or(1);
    let first = arguments.next().and_then(Result::ok).unwrap_or(0);
    let mut out = BufWriter::new(io::stdout().lock());
    for seed in first..first + sessions {
        Session::new(seed, &mut out)?.play()?;
    }
    out.flush()
}

/// A device of a person in the room.
struct Observer {
    person: usize,
    /// Its connection, while it has one.
    conn: Option<ConnId>,
    /// The number of the last event that it got.
    seq: u64,
    /// The last `now` that it got.
    now: Value,
}

/// A room with the people in it.
struct Session<'a, W> {
    chance: Chance,
    context: Arc<Context>,
    room: Room,
    now: Now,
    observers: Vec<Observer>,
    next_conn: u64,
    next_re: u64,
    seats: usize,
    /// Everybody, by their latest names.
    people: Vec<Person>,
    answer: Option<RoomAnswer>,
    /// Inputs that wait: a room handles one input after another.
    inputs: VecDeque<Input>,
    /// How often somebody has changed their name.
    renamed: usize,
    told: bool,
    gone: bool,
    out: &'a mut W,
}

impl<'a, W: Write> Session<'a, W> {
    fn new(seed: u64, out: &'a mut W) -> io::Result<Self> {
        let mut chance = Chance::new(seed);
        let variants: Vec<Variant> = Variant::ALL.to_vec();
        let variant = variants[usize::try_from(seed).unwrap_or(0) % variants.len()];
        let players = variant.players();
        let seats = players.start() + chance.below(players.end() - players.start() + 1);
        let people = 1 + chance.below(seats);
        let settings = some_settings(variant, seats, &mut chance);
        writeln!(out, "{}", json!({"session": seed, "variant": variant.id()}))?;
        let context = Arc::new(context(&mut chance));
        let now = Now {
            mono_ms: 1_000_000,
            wall: Timestamp::from_unix_ms(1_700_000_000_000),
        };
        let (settings, _) = settings.resolve().expect("settings that fit");
        let new = NewRoom {
            id: RoomId(Uuid::from_u128(99)),
            settings,
            password: None,
            owner: person(0, 0),
            key: "key".to_owned(),
            sit: true,
            quick: false,
            asked: Some((ConnId(1), 0)),
        };
        let (room, effects) = Room::create(Arc::clone(&context), new, now, &mut chance);
        let watching = chance.below(WATCHING + 1);
        let observers = (0..people + watching).map(|person| Observer {
            person,
            conn: None,
            seq: 0,
            now: Value::Null,
        });
        let mut session = Self {
            chance,
            context,
            room,
            now,
            observers: observers.collect(),
            next_conn: 2,
            next_re: 1,
            seats,
            people: (0..people + watching)
                .map(|number| person(number, 0))
                .collect(),
            answer: None,
            inputs: VecDeque::new(),
            renamed: 0,
            told: false,
            gone: false,
            out,
        };
        session.observers[0].conn = Some(ConnId(1));
        session.carry_out(effects)?;
        session.look()?;
        for observer in 1..people + watching {
            session.come(observer)?;
            if observer < people {
                session.ask(observer, json!({"type": "sit"}))?;
            }
        }
        for _ in people..seats {
            session.ask(0, json!({"type": "add_bot"}))?;
        }
        Ok(session)
    }

    fn play(mut self) -> io::Result<()> {
        for _ in 0..STEPS {
            if self.gone {
                return Ok(());
            }
            self.step()?;
        }
        Ok(())
    }

    /// Makes a random step.
    fn step(&mut self) -> io::Result<()> {
        match self.chance.below(40) {
            0 => return self.disturb(),
            1 => return self.reload(),
            2 => return self.pass(LONG_MS),
            3 | 4 => return self.between(),
            _ => {}
        }
        let waiting: Vec<usize> = (0..self.observers.len())
            .filter(|&one| self.observers[one].conn.is_some())
            .filter(|&one| !self.observers[one].now["you"]["decision"].is_null())
            .collect();
        if !waiting.is_empty() && !self.chance.one_in(6) {
            let observer = waiting[self.chance.below(waiting.len())];
            return self.act(observer);
        }
        match self.answer_room()?["phase"].as_str() {
            Some("gathering") => return self.gather(),
            Some("opening") if !self.chance.one_in(6) => return self.open(),
            _ => {}
        }
        let ms = [300, 1_100, 3_000][self.chance.below(3)];
        self.pass(ms)
    }

    /// A person agrees to end the match early, or does not any more.
    fn end_early(&mut self, observer: usize) -> io::Result<()> {
        let Some(RoomAnswer::Room { match_id, .. }) = self.query(0, RoomQuery::Room)? else {
            return Ok(());
        };
        let agrees = !self.chance.one_in(3);
        let end = json!({"type": "end_match", "match_id": match_id, "agrees": agrees});
        match_id.map_or(Ok(()), |_| self.ask(observer, end))
    }

    fn act(&mut self, observer: usize) -> io::Result<()> {
        if self.chance.one_in(30) {
            return self.end_early(observer);
        }
        let you = self.observers[observer].now["you"].clone();
        let offers = you["may"].as_array().map_or(0, Vec::len);
        let mut act = if offers > 0 && self.chance.one_in(8) {
            json!({"do": you["may"][self.chance.below(offers)]["do"]})
        } else {
            choose(&you, MOST_TURNS, &mut self.chance)
        };
        act["type"] = "act".into();
        act["turn"] = you["turn"].clone();
        self.ask(observer, act)
    }

    /// What may be asked at any time: a pause, which those who are there agree to one after another, its end, another owner, another name.
    fn between(&mut self) -> io::Result<()> {
        let observer = self.chance.below(self.observers.len());
        match self.chance.below(6) {
            0 => self.ask(observer, json!({"type": "resume_match"})),
            1 => {
                let seat = self.chance.below(self.seats);
                self.ask(observer, json!({"type": "pass_ownership", "seat": seat}))
            }
            2 => {
                let number = self.observers[observer].person;
                self.renamed += 1;
                self.people[number] = person(number, self.renamed);
                self.come(observer)
            }
            _ => {
                if let Some(conn) = self.observers[observer].conn.take() {
                    self.input(Input::Detached { conn })?;
                }
                for observer in 0..self.observers.len() {
                    let agrees = !self.chance.one_in(8);
                    self.ask(observer, json!({"type": "pause", "agrees": agrees}))?;
                }
                Ok(())
            }
        }
    }

    /// Somebody opens the entropy that they committed to.
    fn open(&mut self) -> io::Result<()> {
        let observer = self.chance.below(self.observers.len());
        let state = self.answer_room()?;
        let open = json!({"type": "open_entropy", "match_id": state["next"]["match_id"], "entropy": ENTROPY});
        self.ask(observer, open)
    }

    /// Gets ready with entropy, where the observer has a seat.
    fn ready_with_entropy(&mut self, observer: usize) -> io::Result<Value> {
        let state = self.answer_room()?;
        let me = json!(player(self.observers[observer].person));
        let seats = state["seats"].as_array().into_iter().flatten();
        let mut own = seats.filter(|at| at["occupant"]["player"] == me);
        let seat = own
            .next()
            .and_then(|at| serde_json::from_value(at["seat"].clone()).ok());
        let next = serde_json::from_value(state["next"]["match_id"].clone());
        let (Some(seat), Ok(next)) = (seat, next) else {
            return Ok(json!({"type": "ready"}));
        };
        let entropy = ENTROPY.parse().expect("entropy");
        let commitment = entropy_commitment(next, seat, &entropy);
        Ok(json!({"type": "ready", "match_id": next, "entropy_commitment": commitment}))
    }

    /// A random step between matches.
    fn gather(&mut self) -> io::Result<()> {
        let observer = self.chance.below(self.observers.len());
        let game = Variant::ALL[self.chance.below(Variant::ALL.len())];
        let request = match self.chance.below(28) {
            0 => json!({"type": "new_series"}),
            1 => json!({"type": "unready"}),
            2 => json!({"type": "stand"}),
            3 => json!({"type": "remove", "seat": self.chance.below(self.seats)}),
            4 | 5 => json!({"type": "sit"}),
            6 => json!({"type": "add_bot"}),
            7 => json!({"type": "ready", "entropy_commitment": "ab".repeat(32)}),
            8 => json!({"type": "silence", "silenced": self.chance.one_in(2)}),
            9 | 10 => {
                json!({"type": "suggest", "variant": Some(game.id()).filter(|_| !self.chance.one_in(3))})
            }
            11 => self.take_suggestion()?,
            12 => {
                let players = game.players();
                let seats =
                    players.start() + self.chance.below(players.end() - players.start() + 1);
                json!({"type": "configure", "settings": some_settings(game, seats, &mut self.chance)})
            }
            13 => {
                json!({"type": "remove", "player": player(self.chance.below(self.observers.len()))})
            }
            14 => json!({"type": "nudge", "seat": self.chance.below(self.seats)}),
            15..18 => self.ready_with_entropy(observer)?,
            _ => json!({"type": "ready"}),
        };
        if self.observers[observer].conn.is_none() {
            return self.come(observer);
        }
        self.ask(observer, request)
    }

    /// Takes what somebody suggests, or else nothing that anybody does.
    fn take_suggestion(&mut self) -> io::Result<Value> {
        let state = self.answer_room()?;
        let seats = state["seats"].as_array().into_iter().flatten();
        let suggested = seats.map(|at| &at["suggests"]).find(|one| one.is_string());
        Ok(
            json!({"type": "take_suggestion", "variant": suggested.unwrap_or(&state["settings"]["variant"])}),
        )
    }

    /// A person leaves, is disconnected, or comes back.
    fn disturb(&mut self) -> io::Result<()> {
        let observer = self.chance.below(self.observers.len());
        let Some(conn) = self.observers[observer].conn else {
            return self.come(observer);
        };
        if self.chance.one_in(3) {
            self.ask(observer, json!({"type": "leave"}))?;
        }
        self.observers[observer].conn = None;
        self.input(Input::Detached { conn })
    }

    /// A second device of a person joins and gets a snapshot; afterwards both must have the same state.
    fn reload(&mut self) -> io::Result<()> {
        let first = self.chance.below(self.observers.len());
        let person = self.observers[first].person;
        let second = (0..self.observers.len())
            .find(|&other| other != first && self.observers[other].person == person);
        let second = second.unwrap_or(self.observers.len());
        if second == self.observers.len() {
            self.observers.push(Observer {
                person,
                conn: None,
                seq: 0,
                now: Value::Null,
            });
        }
        self.observers[second].seq = 0;
        self.come(second)?;
        if self.observers[first].conn.is_some() && self.observers[second].conn.is_some() {
            let at = self.now.mono_ms;
            writeln!(
                self.out,
                "{}",
                json!({"of": first, "at": at, "reloaded": second})
            )?;
        }
        Ok(())
    }

    /// An observer joins, and resumes after their last event.
    fn come(&mut self, observer: usize) -> io::Result<()> {
        if self.observers[observer].conn.is_none() {
            self.observers[observer].conn = Some(ConnId(self.next_conn));
            self.next_conn += 1;
        }
        let seq = self.observers[observer].seq;
        let join = Join {
            after: Some(seq).filter(|&seq| seq > 0),
            ..Join::default()
        };
        self.command(observer, RoomCommand::Join(join))
    }

    fn ask(&mut self, observer: usize, request: Value) -> io::Result<()> {
        let command = serde_json::from_value(request).expect("a request");
        self.command(observer, command)
    }

    fn command(&mut self, observer: usize, command: RoomCommand) -> io::Result<()> {
        let Some(conn) = self.observers[observer].conn else {
            return Ok(());
        };
        let re = self.next_re;
        self.next_re += 1;
        let person = self.people[self.observers[observer].person].clone();
        self.input(Input::Command {
            conn,
            person,
            re,
            command,
        })
    }

    /// Lets time pass.
    fn pass(&mut self, ms: u64) -> io::Result<()> {
        let end_ms = self.now.mono_ms + ms;
        while !self.gone {
            let wake = self.room.wake_at_mono_ms().filter(|&wake| wake <= end_ms);
            self.now.mono_ms = wake.map_or(end_ms, |wake| wake.max(self.now.mono_ms));
            self.input(Input::Tick)?;
            if wake.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The room handles an input and everything that follows at once; then the snapshots are written.
    fn input(&mut self, input: Input) -> io::Result<()> {
        self.inputs.push_back(input);
        self.drain()?;
        if std::mem::take(&mut self.told) {
            self.look()?;
        }
        Ok(())
    }

    fn drain(&mut self) -> io::Result<()> {
        while let Some(input) = self.inputs.pop_front() {
            let effects = self.room.handle(input, self.now, &mut self.chance);
            self.carry_out(effects)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::Append { index, .. } => {
                    self.inputs.push_front(Input::Committed { index });
                }
                Effect::Record(unrecorded) => {
                    let finished = Box::new(unrecorded.record(&self.context.signer));
                    self.inputs.push_front(Input::Recorded { finished });
                }
                Effect::Think(think) => self.inputs.push_back(Input::Thought {
                    ticket: think.ticket,
                    action: think.action(self.context.bot),
                }),
                Effect::Send { to, message } => {
                    for conn in to {
                        self.tell(conn, &message)?;
                    }
                }
                Effect::Resume { to, missed, .. } => {
                    for message in missed {
                        self.tell(to, &message)?;
                    }
                }
                Effect::Answer { answer, .. } => self.answer = answer.ok(),
                Effect::Gone => self.gone = true,
                _ => {}
            }
        }
        self.drain()
    }

    fn tell(&mut self, conn: ConnId, message: &ServerMessage) -> io::Result<()> {
        let Some(to) = (self.observers.iter()).position(|one| one.conn == Some(conn)) else {
            return Ok(());
        };
        let observer = &mut self.observers[to];
        match message {
            ServerMessage::Event(event) => observer.seq = event.seq,
            ServerMessage::Snapshot(snapshot) => observer.seq = snapshot.seq,
            ServerMessage::Now(now) => {
                observer.now = serde_json::to_value(now).expect("JSON");
            }
            ServerMessage::Resumed(_) | ServerMessage::Notice(_) => {}
            ServerMessage::Left(_) => observer.conn = None,
            _ => return Ok(()),
        }
        self.told = true;
        let me = player(observer.person);
        let at = self.now.mono_ms;
        writeln!(
            self.out,
            "{}",
            json!({"to": to, "me": me, "at": at, "message": message})
        )
    }

    /// The snapshots between matches.
    fn answer_room(&mut self) -> io::Result<Value> {
        let answer = self.query(0, RoomQuery::Room)?;
        let Some(RoomAnswer::Room { state, .. }) = answer else {
            return Ok(Value::Null);
        };
        Ok(serde_json::to_value(state).expect("JSON"))
    }

    fn query(&mut self, person_number: usize, query: RoomQuery) -> io::Result<Option<RoomAnswer>> {
        self.answer = None;
        self.inputs.push_back(Input::Ask {
            ticket: 0,
            person: Some(player(person_number)),
            query,
        });
        self.drain()?;
        Ok(self.answer.take())
    }

    /// Writes the snapshot of each observer.
    fn look(&mut self) -> io::Result<()> {
        for of in 0..self.observers.len() {
            if self.observers[of].conn.is_none() || self.gone {
                continue;
            }
            let person = self.observers[of].person;
            let Some(RoomAnswer::Room { state, match_id }) = self.query(person, RoomQuery::Room)?
            else {
                continue;
            };
            let mut snapshot = json!({"state": state, "match": null});
            if let Some(match_id) = match_id {
                let query = RoomQuery::Match {
                    match_id,
                    seen_as: None,
                    alone: false,
                };
                let Some(RoomAnswer::Match(answer)) = self.query(person, query)? else {
                    continue;
                };
                snapshot = serde_json::to_value(&answer.snapshot).expect("JSON");
            }
            let at = self.now.mono_ms;
            writeln!(
                self.out,
                "{}",
                json!({"of": of, "at": at, "snapshot": snapshot})
            )?;
        }
        Ok(())
    }
}

/// The id of a person by their number.
fn player(number: usize) -> PlayerId {
    let number = u128::try_from(number).expect("few people");
    PlayerId(Uuid::from_u128(1 + number))
}

/// A person by their number, with the name that they have after so many changes of names.
fn person(number: usize, renamed: usize) -> Person {
    let name = format!("p{number}-{renamed}");
    Person {
        player: player(number),
        name: PlayerName::try_from(name).expect("a name"),
        declared_bot: None,
    }
}

fn some_settings(variant: Variant, seats: usize, chance: &mut Chance) -> SettingsInput {
    let clock = [
        json!({"kind": "none"}),
        json!({"kind": "auto"}),
        json!({"kind": "timed", "decision_ms": 30_000, "bank_ms": 60_000}),
    ];
    let settings = json!({
        "variant": variant.id(),
        "seats": seats,
        "access": if chance.one_in(2) { "unlisted" } else { "public" },
        "ceremony": if chance.one_in(2) { "players" } else { "server" },
        "clock": clock[chance.below(clock.len())],
        "reveal_pause_ms": if chance.one_in(2) { 0 } else { 2_500 },
        "take_backs": !chance.one_in(4),
    });
    serde_json::from_value(settings).expect("settings")
}

fn context(chance: &mut Chance) -> Context {
    Context {
        signer: Signer::new(&[7; 32]),
        dealer: Arc::new(seeded_deal),
        // A few positions are enough, because the strength of play does not matter here.
        bot: Bot {
            nodes: |variant| giog_bots::nodes(variant).map(|_| 20),
            ..Bot::default()
        },
        thinking: ThinkingBudget::default(),
        quick_bots: Level::Simple,
        times: Times {
            notice_ms: if chance.one_in(2) { 0 } else { 5 },
            presence_ms: 0,
            ..Times::default()
        },
        limits: RoomLimits::default(),
    }
}
