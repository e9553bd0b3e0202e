//! The session in `docs/PROTOCOL.md` consists of the real messages.

use std::fmt::Write as _;
use std::path::Path;

use giog_client::ReceiptKeeper;
use giog_protocol::server::ServerMessage;
use giog_rooms::Random as _;
use giog_tests::{Chance, Socket};
use serde_json::{Value, json};

use super::studio::{Studio, read_frame, request};

const BEGIN: &str = "<!-- session:begin -->\n";
const END: &str = "<!-- session:end -->";
/// A seed with a short match, in which Lin has a play to take back.
const SEED: u64 = 20;
/// The thinking time of each player.
const THOUGHT_MS: u64 = 1_400;

/// The text of the session, and its people.
struct Session {
    studio: Studio,
    text: String,
    /// Whether frames are currently recorded.
    told: bool,
    lin: Person,
    mei: Person,
    /// Lin's token.
    token: Value,
}

/// One of the two people, with their connection.
struct Person {
    name: &'static str,
    /// Whether all their messages are recorded, or only answers.
    whole: bool,
    socket: Socket,
    last_id: u64,
    now: Value,
    /// The number of pieces in the hand.
    held: usize,
    finished: bool,
    keeper: Option<ReceiptKeeper>,
}

impl Person {
    async fn connect(studio: &Studio, name: &'static str, whole: bool) -> Self {
        Self {
            name,
            whole,
            socket: Socket::connect(studio.address).await,
            last_id: 0,
            now: Value::Null,
            held: 0,
            finished: false,
            keeper: None,
        }
    }

    /// Records a frame; returns its type.
    fn observe(&mut self, frame: &Value) {
        if let Some(keeper) = &mut self.keeper {
            let message: ServerMessage = serde_json::from_value(frame.clone()).expect("a message");
            keeper
                .observe(&message.into())
                .expect("the server is honest");
        }
        match frame["type"].as_str() {
            Some("now") => self.now = frame.clone(),
            Some("event") => self.count(&frame["event"]),
            _ => {}
        }
    }

    /// Counts the pieces in the hand.
    fn count(&mut self, event: &Value) {
        let length = |pieces: &Value| pieces.as_str().map_or(0, str::len);
        match event["do"].as_str() {
            Some("dealt") => self.held = length(&event["hand"]),
            Some("trick") => self.held -= length(&event["plays"][0]),
            Some("finished") => self.finished = true,
            _ => {}
        }
    }

    fn decision(&self) -> Option<&Value> {
        let decision = &self.now["you"]["decision"];
        (decision["must"] == true).then_some(decision)
    }
}

impl Session {
    /// Adds a heading.
    fn say(&mut self, sentence: &str) {
        if self.text.ends_with("```text\n") {
            self.text.truncate(self.text.len() - "```text\n".len());
        } else if !self.text.is_empty() {
            self.text.push_str("```\n\n");
        }
        writeln!(self.text, "{sentence}\n\n```text").expect("memory");
    }

    fn person(&mut self, is_lin: bool) -> &mut Person {
        if is_lin { &mut self.lin } else { &mut self.mei }
    }

    fn tell(&mut self, is_lin: bool, direction: char, frame: &str) {
        let name = self.person(is_lin).name;
        if self.told {
            writeln!(self.text, "{name} {direction} {frame}").expect("memory");
        }
    }

    /// A person sends a request and gets the answer; if it changes the room, both read all messages about it.
    async fn ask(&mut self, is_lin: bool, kind: &str, fields: Value, reaches: Reaches) -> Value {
        self.studio.pass(THOUGHT_MS);
        let person = self.person(is_lin);
        person.last_id += 1;
        let id = person.last_id;
        let frame = request(id, kind, &fields["room"], &fields);
        person
            .socket
            .send_text(&frame)
            .await
            .expect("the connection holds");
        self.tell(is_lin, '>', &frame);
        let answer = self.hear(is_lin, |frame| frame["re"] == id).await;
        match reaches {
            Reaches::Nobody => {}
            Reaches::Oneself => drop(self.hear(is_lin, |frame| frame["type"] == "now").await),
            Reaches::Both => {
                for reader in [is_lin, !is_lin] {
                    self.hear(reader, |frame| frame["type"] == "now").await;
                }
            }
        }
        answer
    }

    /// A person reads up to a frame.
    async fn hear(&mut self, is_lin: bool, last: impl Fn(&Value) -> bool) -> Value {
        loop {
            let person = self.person(is_lin);
            let (text, frame) = read_frame(&mut person.socket).await;
            person.observe(&frame);
            if person.whole || frame["type"] == "ok" || frame["type"] == "error" {
                self.tell(is_lin, '<', &text);
            }
            if last(&frame) {
                return frame;
            }
        }
    }

    /// Everybody plays until the match waits for nobody, or `enough`.
    async fn play(&mut self, room: &Value, enough: impl Fn(&Self) -> bool) {
        while !self.lin.finished && !enough(self) {
            let is_lin = self.lin.decision().is_some();
            let person = self.person(is_lin);
            let decision = person.decision().expect("somebody is waited for").clone();
            let turn = person.now["you"]["turn"].clone();
            // Leads with as many pieces as possible, so that the match is short.
            let most = decision["plays"].as_array().and_then(|plays| {
                let length = |play: &&Value| play.as_str().map_or(0, str::len);
                plays.iter().max_by_key(length)
            });
            let pieces = match most.filter(|_| decision["lead"] == true) {
                Some(pieces) => pieces.clone(),
                None => decision["default"]["pieces"].clone(),
            };
            let act = json!({"room": room, "turn": turn, "do": "play", "pieces": pieces});
            let answer = self.ask(is_lin, "act", act, Reaches::Both).await;
            assert_eq!(answer["type"], "ok", "{answer}");
        }
    }
}

/// The people who get messages because of a request, besides the answer.
#[derive(Clone, Copy)]
enum Reaches {
    Nobody,
    Oneself,
    Both,
}

/// From the first `hello` to the lead of the first trick.
async fn gather(session: &mut Session) -> Value {
    session.say(
        "Lin says who she is, makes a room for three with a bot in it, and gets the whole picture.",
    );
    let hello = |name: &str| json!({"protocol": 1, "name": name});
    let welcome = session
        .ask(true, "hello", hello("Lin"), Reaches::Nobody)
        .await;
    session.token = welcome["token"].clone();
    let settings = json!({"seats": 3, "ceremony": "server", "reveal_pause_ms": 0});
    let create = json!({"key": "evening", "settings": settings});
    let room = session
        .ask(true, "create_room", create, Reaches::Nobody)
        .await["room"]
        .clone();
    session.lin.keeper = Some(ReceiptKeeper::new(
        serde_json::from_value(room.clone()).expect("a room's id"),
        serde_json::from_value(welcome["player"].clone()).expect("a player's id"),
    ));
    session.hear(true, |frame| frame["type"] == "now").await;
    let bot = json!({"room": room, "seat": 2});
    session.ask(true, "add_bot", bot, Reaches::Oneself).await;
    session.say(
        "Mei comes in and sits down. (From here on only the answers are shown of what reaches her: the rest is what Lin \
         gets, as Mei's seat sees it.)",
    );
    session
        .ask(false, "hello", hello("Mei"), Reaches::Nobody)
        .await;
    let join = json!({"room": room});
    session
        .ask(false, "join", join.clone(), Reaches::Oneself)
        .await;
    session.ask(false, "sit", join.clone(), Reaches::Both).await;
    session.say(
        "Both are ready. Lin commits to entropy of hers and opens it when all commitments are published; Mei gives none.",
    );
    let mut chance = Chance::new(SEED);
    let keeper = session.lin.keeper.as_mut().expect("Lin keeps a receipt");
    let ready = keeper
        .ready(|bytes| chance.fill(bytes))
        .expect("a seat and a match");
    let mut fields = serde_json::to_value(ready).expect("requests are JSON");
    fields["room"] = room.clone();
    session.ask(true, "ready", fields, Reaches::Both).await;
    session.ask(false, "ready", join, Reaches::Both).await;
    let keeper = session.lin.keeper.as_ref().expect("Lin keeps a receipt");
    let mut open = serde_json::to_value(keeper.to_open()).expect("requests are JSON");
    open["room"] = room.clone();
    session.ask(true, "open_entropy", open, Reaches::Both).await;
    room
}

/// Lin plays, takes it back, plays again, and sends that twice, as if the answer had been lost.
async fn waver(session: &mut Session, room: &Value) {
    session.say(
        "The bot has led. Lin lays, changes her mind, and lays something else. She sends that again, as one does who got no \
         answer: nothing is done twice.",
    );
    let mut last = Value::Null;
    for number in 0..4 {
        let decision = session.lin.now["you"]["decision"].clone();
        let turn = session.lin.now["you"]["turn"].as_u64().expect("turns");
        let plays = decision["plays"].as_array();
        let play = |index: usize| {
            let pieces = plays.and_then(|plays| plays.get(index).or(plays.first()));
            json!({"room": room, "turn": turn, "do": "play", "pieces": pieces})
        };
        let fields = match number {
            0 => play(1),
            1 => json!({"room": room, "turn": turn, "do": "take_back"}),
            2 => play(0),
            _ => last.clone(),
        };
        last = fields.clone();
        let reaches = if number < 3 {
            Reaches::Both
        } else {
            Reaches::Nobody
        };
        let answer = session.ask(true, "act", fields, reaches).await;
        let expected = if number < 3 { "ok" } else { "error" };
        assert_eq!(answer["type"], expected, "{answer}");
    }
}

/// Lin's connection breaks, and she gets what she missed.
async fn come_back(session: &mut Session, token: &Value, room: &Value) {
    session.say(
        "Lin's connection breaks. She comes back over another one with her token and the number of the last event she \
         has, and misses nothing.",
    );
    let after = session.lin.now["seq"].clone();
    let now = std::mem::take(&mut session.lin.now);
    let mut back = Person::connect(&session.studio, "Lin", true).await;
    (back.keeper, back.held) = (session.lin.keeper.take(), session.lin.held);
    session.lin = back;
    let hello = json!({"protocol": 1, "token": token});
    session.ask(true, "hello", hello, Reaches::Nobody).await;
    let join = json!({"room": room, "after": after});
    session.ask(true, "join", join, Reaches::Oneself).await;
    assert_eq!(session.lin.now["you"], now["you"], "she is where she was");
}

async fn play_session() -> String {
    let studio = Studio::open(SEED).await;
    let lin = Person::connect(&studio, "Lin", true).await;
    let mei = Person::connect(&studio, "Mei", false).await;
    let mut session = Session {
        studio,
        text: String::new(),
        told: true,
        lin,
        mei,
        token: Value::Null,
    };
    let room = gather(&mut session).await;
    let asked = session.lin.decision().expect("Lin is waited for");
    assert_eq!(
        asked["lead"], false,
        "the bot leads: {SEED} is another seed than it was"
    );
    waver(&mut session, &room).await;
    let token = session.token.clone();
    come_back(&mut session, &token, &room).await;
    session.say("Mei lays last, and everything is turned up.");
    let tricks = |session: &Session| session.lin.now["seq"].clone();
    let before = tricks(&session);
    session
        .play(&room, |session| tricks(session) != before)
        .await;
    session.say("So it goes on, trick by trick. The last one:");
    session.told = false;
    session.play(&room, |session| is_last(&session.lin)).await;
    session.told = true;
    session.play(&room, |_| false).await;
    assert!(session.lin.finished, "the match is over");
    session.text.push_str("```\n");
    session.text
}

/// Whether the next play of Lin, who has seat 0, is her last one, as far as she knows before the lead.
fn is_last(lin: &Person) -> bool {
    lin.held <= 2
}

#[tokio::test]
async fn the_session_in_the_documentation_is_what_goes_over_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/PROTOCOL.md");
    let document = std::fs::read_to_string(&path).expect("docs/PROTOCOL.md is there");
    let (before, rest) = document
        .split_once(BEGIN)
        .expect("the session begins somewhere");
    let (written, after) = rest.split_once(END).expect("the session ends somewhere");
    let played = play_session().await;
    if std::env::var_os("GIOG_TEST_UPDATE").is_some() {
        let new = format!("{before}{BEGIN}{played}{END}{after}");
        std::fs::write(&path, new).expect("docs/PROTOCOL.md is written");
    } else {
        assert!(
            written == played,
            "the session in docs/PROTOCOL.md is not what goes over the wire any more: run this test with \
             GIOG_TEST_UPDATE=1, and see whether the difference is meant\n{played}"
        );
    }
}
