//! The commands for people: a match is played in text, watched, listed, shown and verified.

mod boards;
mod paused;
mod refused;

use std::net::SocketAddr;
use std::path::Path;

use giog_rooms::{Random as _, Times};
use giog_rules::tricks;
use giog_server::Settings;
use giog_tests::{Chance, Proxy, Server, Terminal, giog, quick, request, seed};
use tempfile::TempDir;

use crate::ENTROPY_DIGITS;
use crate::games::facts;

/// How a match of a trick game ends.
const OVER: &str = "The match is over.\n";

/// A person at a terminal.
struct Person {
    home: TempDir,
    server: String,
    terminal: Terminal,
    chance: Chance,
}

/// What a person has read of a match at its end.
struct Read {
    match_id: String,
    /// The arguments of `giog verify` in the output.
    proof: Vec<String>,
}

impl Read {
    fn verifies(&self) -> Vec<&str> {
        self.proof.iter().map(String::as_str).collect()
    }

    /// The line with the command that verifies a match.
    fn of(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("To verify it: giog ")?;
        let proof: Vec<String> = rest.split(' ').map(str::to_owned).collect();
        let (_, id) = proof[1].rsplit_once('/').expect("the address of a match");
        Some(Self {
            match_id: id.to_owned(),
            proof,
        })
    }
}

impl Person {
    fn sits_down(address: SocketAddr, name: &str, words: &str, seed: u64) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let server = format!("http://{address}");
        let mut args = vec!["play", "--server", &server, "--name", name];
        args.extend(words.split(' '));
        let terminal = Terminal::run(home.path(), &args);
        Self {
            home,
            server,
            terminal,
            chance: Chance::new(seed),
        }
    }

    /// Ends the program, and runs it again with another first command.
    async fn comes_back(&mut self, words: &str) {
        let mut args = vec!["play", "--server", &self.server];
        args.extend(words.split(' '));
        let again = Terminal::run(self.home.path(), &args);
        std::mem::replace(&mut self.terminal, again).end().await;
    }

    /// The connection through this proxy breaks, and comes back.
    async fn loses_the_connection(&mut self, proxy: &Proxy) {
        proxy.cut();
        self.terminal.until("The connection broke").await;
        proxy.open();
        self.terminal.until("Connected again.").await;
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let mut bytes = [0; 2];
        self.chance.fill(&mut bytes);
        words[usize::from(u16::from_be_bytes(bytes)) % words.len()]
    }

    /// Reads and answers all questions, until the match is over or this number of questions was answered.
    async fn plays(&mut self, mut questions: usize) -> Option<Read> {
        loop {
            let question = match self.asked().await {
                Ok(question) => question,
                Err(read) => return Some(read),
            };
            if questions == 0 {
                return None;
            }
            questions -= 1;
            if let Some(answer) = self.answer(&question).await {
                self.terminal.say(&answer).await;
            }
        }
    }

    /// Reads up to the next question about the match, or to its end.
    async fn asked(&mut self) -> Result<String, Read> {
        loop {
            let line = self.terminal.line().await.expect("a match has an end");
            if let Some(read) = Read::of(&line) {
                return Err(read);
            }
            let told = &self.terminal.told;
            assert!(!line.starts_with("WARNING"), "{told:#?}");
            assert!(!line.starts_with("Not "), "{told:#?}");
            match line.strip_prefix("> ") {
                Some(question) if question.starts_with("Type ready") => {
                    self.terminal.say("ready").await;
                }
                Some(question) => return Ok(question.to_owned()),
                None => {}
            }
        }
    }

    /// What to type; nothing for a play that is not to be taken back.
    async fn answer(&mut self, question: &str) -> Option<String> {
        if question.starts_with("You have laid") {
            return None;
        }
        // All lines of a question come together.
        let mut text = question.to_owned();
        while !text.contains("A dot (.)") {
            text.push(' ');
            text.push_str(&self.terminal.line().await.expect("the rest of a question"));
        }
        let (told, _) = text.split_once(" A dot (.)")?;
        let choices: Vec<&str> = if let Some((_, legal)) = told.split_once("Legal: ") {
            let warnings = [" Generals", " A general", " Leading your whole hand"];
            let end = warnings.iter().find_map(|warning| legal.find(warning));
            legal[..end.unwrap_or(legal.len())]
                .split_whitespace()
                .collect()
        } else if told.contains("Type its number: ") {
            told.split_once("number: ")
                .map(|(_, numbers)| numbers.split_whitespace().collect())?
        } else if told.starts_with("Throw") {
            vec!["rock", "paper", "scissors"]
        } else {
            vec!["."]
        };
        let choices = if choices.first() == Some(&"any") {
            vec!["."]
        } else {
            choices
        };
        Some(self.one_of(&choices).to_owned())
    }

    /// Verifies, shows and lists the match with the commands in the output; returns the list.
    async fn proves(&self, read: &Read, seat: &str, over: &str) -> String {
        let told = run(self.home.path(), &read.verifies()).await;
        assert!(
            told.contains("proven, if the signer is who you think"),
            "{told}"
        );
        self.finds(read, seat, over).await
    }

    /// Shows and lists the match; returns the list.
    async fn finds(&self, read: &Read, seat: &str, over: &str) -> String {
        let home = self.home.path();
        for seen_as in ["all", "spectator", seat] {
            let told = run(
                home,
                &[
                    "show",
                    &read.match_id,
                    "--as",
                    seen_as,
                    "--server",
                    &self.server,
                ],
            )
            .await;
            assert!(told.contains(&format!("\n{over}")), "{told}");
        }
        let list = run(home, &["matches", "--mine", "--server", &self.server]).await;
        assert!(list.starts_with(&read.match_id), "{list}");
        list
    }
}

async fn run(home: &Path, args: &[&str]) -> String {
    let done = giog(home, args).await;
    let text = String::from_utf8(done.stdout).expect("text");
    assert!(
        done.status.success(),
        "{args:?}: {text}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    text
}

#[tokio::test]
async fn a_person_plays_every_game_by_lines_and_proves_it() {
    let server = Server::start(quick()).await;
    for (number, game) in (0..).zip(tricks::Variant::ALL) {
        let seats = facts(game).tables[0];
        let lots = if number == 1 { " lots" } else { "" };
        let words = format!("new {game} {seats} bots nopause{lots}");
        println!("{words}");
        let mut lin = Person::sits_down(server.address, "Lin", &words, seed() + number);
        let read = lin
            .plays(usize::MAX)
            .await
            .expect("it is played to its end");
        assert!(
            lin.terminal
                .told
                .iter()
                .any(|line| line == "The match is over.")
        );
        lin.proves(&read, "0", OVER).await;
        lin.terminal.say("quit").await;
        lin.terminal.end().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn two_people_and_somebody_who_watches_are_at_one_table() {
    let server = Server::start(quick()).await;
    let mut lin = Person::sits_down(
        server.address,
        "Lin",
        "new sang-krip 3 unlisted nopause noclock",
        seed(),
    );
    let room = lin.terminal.until("Room ").await;
    let room = room.trim_start_matches("Room ").to_owned();
    // Another person with this name, so that names are shown with tags.
    let mut also_lin =
        Person::sits_down(server.address, "lin", &format!("join {room}"), seed() + 1);
    also_lin.terminal.until("> Type sit").await;
    also_lin.terminal.say("sit 2").await;
    lin.terminal.until("lin#").await;
    lin.terminal.say("say  good luck to you").await;
    also_lin.terminal.until("Lin#").await;
    let said = also_lin.terminal.told.last().expect("a line");
    assert!(said.ends_with(" says: good luck to you"), "{said}");
    lin.terminal.say("bot").await;
    lin.terminal.say("ready").await;
    let home = tempfile::tempdir().expect("a folder");
    let address = format!("http://{}", server.address);
    let mut watcher = Terminal::run(
        home.path(),
        &["watch", &room, "--once", "--codes", "--server", &address],
    );
    watcher.until("You have no seat here.").await;
    also_lin.terminal.say("ready").await;
    let (read, also_read) = tokio::join!(lin.plays(usize::MAX), also_lin.plays(usize::MAX));
    let (read, also_read) = (read.expect("it is over"), also_read.expect("it is over"));
    assert_eq!(read.match_id, also_read.match_id);
    lin.proves(&read, "0", OVER).await;
    also_lin.proves(&also_read, "2", OVER).await;
    let told = watcher.end().await;
    assert!(
        told.iter().any(|line| line == "The match is over."),
        "{told:#?}"
    );
    assert!(
        told.iter().any(|line| line.starts_with("Seat 0: Lin#")),
        "{told:#?}"
    );
    assert!(
        !told
            .iter()
            .any(|line| line.contains("hand ") || line.contains("Your hand")),
        "{told:#?}"
    );
    assert!(told.concat().is_ascii(), "{told:#?}");
    // An unlisted match is in the lists of its players only.
    let list = run(home.path(), &["matches", "--server", &address]).await;
    assert_eq!(list, "No matches.\n");
    let show = run(
        home.path(),
        &["show", &read.match_id, "--codes", "--server", &address],
    )
    .await;
    assert!(show.is_ascii() && show.contains("simple [bot]"), "{show}");
    server.stop().await;
}

#[tokio::test]
async fn strangers_meet_at_one_table() {
    // Bots never come, however long the programs take to start.
    let usual = quick();
    let times = Times {
        quick_bots_ms: 600_000,
        ..usual.times
    };
    let server = Server::start(Settings { times, ..usual }).await;
    let mut lin = Person::sits_down(server.address, "Lin", "quick ju-ma-pao-30", seed());
    lin.terminal.until("> Wait for others").await;
    let mut mei = Person::sits_down(server.address, "Mei", "quick ju-ma-pao-30", seed() + 1);
    mei.terminal.until("> Wait for others").await;
    lin.terminal.until("Mei sits down").await;
    lin.terminal.say("say well played").await;
    mei.terminal.until("Lin#").await;
    let said = mei.terminal.told.last().expect("a line");
    assert!(said.ends_with(" says: Well played."), "{said}");
    lin.terminal.say("say what I like").await;
    lin.terminal
        .until("Not sent: this room allows only set phrases")
        .await;
    lin.terminal.say("mute 1").await;
    lin.terminal.until("Mei is muted in this room").await;
    let mut bo = Person::sits_down(server.address, "Bo", "quick ju-ma-pao-30", seed() + 2);
    let all = tokio::join!(
        lin.plays(usize::MAX),
        mei.plays(usize::MAX),
        bo.plays(usize::MAX)
    );
    let (Some(one), Some(two), Some(three)) = all else {
        panic!("it is played to its end")
    };
    assert!(one.match_id == two.match_id && two.match_id == three.match_id);
    // At such a table sitting down sets ready, without entropy: the receipt proves the plays.
    for (person, read) in [(&lin, &one), (&mei, &two)] {
        person.proves(read, "1", OVER).await;
    }
    // For the last person to sit down the match started at once: they have no earlier commitment to the seed.
    let unproven = giog(bo.home.path(), &three.verifies()).await;
    let told = String::from_utf8(unproven.stdout).expect("text");
    assert!(
        told.contains("The receipt was begun during the match"),
        "{told}"
    );
    assert!(!told.contains("fail"), "{told}");
    bo.finds(&three, "1", OVER).await;
    lin.terminal
        .until("> Type ready to play another one.")
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_broken_connection_comes_back_by_itself_in_the_middle_of_a_match() {
    let server = Server::start(quick()).await;
    let proxy = Proxy::to(server.address).await;
    let mut lin = Person::sits_down(
        proxy.address(),
        "Lin",
        "new da-qi-luo-2 2 bots nopause",
        seed(),
    );
    // Its first play does not end the match, however many pieces it has.
    let mut cuts = 0;
    let read = loop {
        if let Some(read) = lin.plays(2).await {
            break read;
        }
        lin.loses_the_connection(&proxy).await;
        cuts += 1;
    };
    assert!(cuts > 0);
    lin.proves(&read, "0", OVER).await;
    let mei = lin.terminal.end().await;
    assert!(
        !mei.iter().any(|line| line.contains("a stand-in")),
        "{mei:#?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn who_made_a_room_with_a_password_comes_back_into_it_without_a_seat() {
    let server = Server::start(quick()).await;
    let proxy = Proxy::to(server.address).await;
    let words = "new giog 2 password=secret";
    let mut lin = Person::sits_down(proxy.address(), "Lin", words, seed());
    lin.terminal.until("> Type ready").await;
    lin.terminal.say("stand").await;
    lin.terminal.until("> Type sit").await;
    lin.loses_the_connection(&proxy).await;
    lin.terminal.say("sit").await;
    lin.terminal.until("Lin (you) sits down").await;
    lin.terminal.end().await;
    server.stop().await;
}

#[tokio::test]
async fn entropy_that_was_lost_with_the_connection_is_opened_again() {
    let mut settings = quick();
    // The seat is kept, however long it takes to come back.
    settings.times.entropy_ms = 600_000;
    let server = Server::start(settings).await;
    let proxy = Proxy::to(server.address).await;
    let words = "new giog 2 lots nopause noclock";
    let mut lin = Person::sits_down(proxy.address(), "Lin", words, seed());
    let room = lin.terminal.until("Room ").await;
    let room = room.trim_start_matches("Room ").to_owned();
    let mut mei = Person::sits_down(server.address, "Mei", &format!("join {room}"), seed() + 1);
    mei.terminal.until("> Type sit").await;
    mei.terminal.say("sit").await;
    lin.terminal.until("Mei sits down").await;
    lin.terminal.say("ready").await;
    mei.terminal.until("Lin is ready.").await;
    proxy.lose_requests();
    mei.terminal.say("ready").await;
    proxy.has_lost(ENTROPY_DIGITS).await;
    lin.loses_the_connection(&proxy).await;
    for person in [&mut lin, &mut mei] {
        // The match has started.
        person.terminal.until("12 of 16 stacks are taken").await;
    }
    lin.terminal.end().await;
    mei.terminal.end().await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_ended_the_program_in_a_match_goes_on_with_what_was_kept() {
    let server = Server::start(quick()).await;
    let words = "new da-qi-luo-2 2 bots nopause";
    let mut lin = Person::sits_down(server.address, "Lin", words, seed());
    let room = lin.terminal.until("Room ").await;
    let room = room.trim_start_matches("Room ").to_owned();
    assert!(lin.plays(2).await.is_none(), "two answers are no match");
    lin.comes_back(&format!("join {room}")).await;
    lin.terminal.until("Your hand: ").await;
    let read = lin
        .plays(usize::MAX)
        .await
        .expect("it is played to its end");
    lin.proves(&read, "0", OVER).await;
    assert_eq!(
        lin.terminal
            .told
            .iter()
            .filter(|line| line.starts_with("You are Lin#"))
            .count(),
        1
    );
    lin.terminal.end().await;
    server.stop().await;
}

#[tokio::test]
async fn who_is_ready_before_there_is_a_seat_is_ready_as_soon_as_there_is_one() {
    let server = Server::start(quick()).await;
    let mut lin = Person::sits_down(server.address, "Lin", "new giog 2 lots nopause", seed());
    let room = lin.terminal.until("Room ").await;
    let room = room.trim_start_matches("Room ").to_owned();
    let mut mei = Person::sits_down(server.address, "Mei", &format!("join {room}"), seed() + 1);
    mei.terminal.until("> Type sit").await;
    mei.terminal.say("ready").await;
    let told = "You are ready as soon as you have a seat";
    mei.terminal.until(told).await;
    mei.terminal.say(".").await;
    mei.terminal.until(told).await;
    mei.terminal.say("sit").await;
    lin.terminal.until("Mei is ready.").await;
    // After `unready` the person is not ready.
    mei.terminal.say("stand").await;
    lin.terminal.until("Mei leaves seat 1").await;
    mei.terminal.say("ready").await;
    mei.terminal.say("unready").await;
    mei.terminal.say("sit").await;
    mei.terminal.until("> Type ready when you are.").await;
    mei.terminal.say(".").await;
    mei.terminal.until("> Type ready when you are.").await;
    let told = &mei.terminal.told;
    assert!(!told.iter().any(|line| line.contains("nothing to decide")));
    mei.terminal.end().await;
    lin.terminal.end().await;
    server.stop().await;
}

#[tokio::test]
async fn a_hint_can_be_typed_as_it_is_told() {
    let server = Server::start(quick()).await;
    let mut lin = Person::sits_down(server.address, "Lin", "new giog 3 bots lots", seed());
    lin.terminal.until("> Type ready").await;
    lin.terminal.say("hint").await;
    lin.terminal.until("Not done: ").await;
    lin.terminal.say("ready").await;
    let mut hints = 0;
    while hints < 4 {
        let line = lin.terminal.line().await.expect("a match goes on");
        assert!(!line.starts_with("Not "), "{line}");
        if let Some(hint) = line.strip_prefix("A bot would type: ") {
            hints += 1;
            lin.terminal.say(hint).await;
        } else if line.starts_with("A dot (.)") {
            lin.terminal.say("hint").await;
        }
    }
    lin.terminal.until("> ").await;
    lin.terminal.end().await;
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_explained() {
    let server = Server::start(quick()).await;
    let mut lin = Person::sits_down(server.address, "Lin", "rooms", seed());
    lin.terminal.until("There is no public room.").await;
    for (line, told) in [
        ("sing", "Not understood: you have nothing to decide now"),
        ("ready", "You are not in a room"),
        ("join 7", "No room in the list"),
        (
            "join 00000000-0000-4000-8000-000000000000",
            "Not done: there is no such room. Look for another room",
        ),
        (
            "new giog 9",
            "Not done: giog is for 2 to 4 players, not for 9. Change the settings",
        ),
        ("new giog 2 bots", "Room "),
        (
            "sit 1",
            "Not done: somebody else has this seat. Choose another seat",
        ),
        ("remove 4", "Not done: the room has no such seat."),
        ("K", "Not understood: you have nothing to decide now"),
        ("new", "You are in a room"),
        ("leave", "You have left the room."),
    ] {
        lin.terminal.say(line).await;
        lin.terminal.until(told).await;
    }
    lin.terminal.end().await;
    let address = format!("http://{}", server.address);
    let home = tempfile::tempdir().expect("a folder");
    for (args, told) in [
        // Before another command creates a guest for this person.
        (
            &["matches", "--mine"][..],
            "you have not played on this server before",
        ),
        (
            &["show", "00000000-0000-4000-8000-000000000000"],
            "there is no such match",
        ),
        (&["matches", "--status", "won"], "status"),
        (&["watch"], "no match is being played"),
    ] {
        let mut args = args.to_vec();
        args.extend(["--server", &address]);
        let done = giog(home.path(), &args).await;
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(
            !done.status.success() && text.contains(told),
            "{args:?}: {text}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn nobody_whose_token_has_ended_goes_on_as_somebody_new_unasked() {
    let server = Server::start(quick()).await;
    let address = format!("http://{}", server.address);
    let home = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str]| {
        let args = [&["play", "--server", &address], words].concat();
        Terminal::run(home.path(), &args)
    };
    let mut lin = run(&["--name", "Lin", "rooms"]);
    let greeting = lin.until("You are Lin#").await;
    let folder = std::fs::read_dir(home.path().join("giog")).expect("a folder");
    let folder = folder.map(|entry| entry.expect("a folder").path()).next();
    let folder = folder.expect("the server's folder");
    let token = || {
        let text = std::fs::read_to_string(folder.join("token.json")).expect("a token");
        let kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        kept["token"].as_str().expect("a token").to_owned()
    };
    let first = token();
    // The connection is closed while the program runs; it does not reconnect.
    let forgotten = request(server.address, "DELETE", "/api/v1/guests/me", Some(&first));
    assert_eq!(forgotten.await.status, 204);
    while lin.line().await.is_some() {}
    assert_eq!(lin.status().await, Some(2));
    for words in [&["play", "rooms"][..], &["watch"]] {
        let args = [words, &["--server", &address]].concat();
        let done = giog(home.path(), &args).await;
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{text}");
        assert!(text.contains("you are signed out"), "{text}");
        assert!(text.contains("--new-guest"), "{text}");
    }
    assert_eq!(token(), first, "nothing was changed");
    let mut new = run(&["--new-guest", "--name", "Lin", "rooms"]);
    let again = new.until("You are Lin#").await;
    assert_ne!(again, greeting, "somebody else");
    new.end().await;
    assert_ne!(token(), first);
    let former = std::fs::read_to_string(folder.join("former-token.json"));
    assert!(former.expect("the former token").contains(&first));
    server.stop().await;
}

#[tokio::test]
async fn whoever_wants_to_go_need_not_wait_for_a_server_that_is_away() {
    let server = Server::start(quick()).await;
    let proxy = Proxy::to(server.address).await;
    let mut lin = Person::sits_down(proxy.address(), "Lin", "new giog 3", 1).terminal;
    lin.until("Seat 0: Lin").await;
    proxy.cut();
    lin.until("The connection broke").await;
    lin.interrupt().await;
    assert_eq!(lin.status().await, Some(0));
    server.stop().await;
}
