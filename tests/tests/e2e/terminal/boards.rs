//! Games on boards in text: moves are typed as points, and there are actions other than moves.

use giog_rules::boards::BoardVariant;
use giog_tests::{Server, quick, seed};

use super::{Person, Read};

/// The number of moves before a player resigns.
const MOVES: usize = 3;
/// A name that occurs nowhere else.
const NAME: &str = "Lin";

impl Person {
    /// Makes this number of listed moves, and resigns.
    async fn plays_on_a_board(&mut self, moves: usize) -> Read {
        let mut made = 0;
        loop {
            if let Err(read) = self.asked().await {
                return read;
            }
            let mut listed = String::new();
            let also = loop {
                let line = self.line().await;
                if line.starts_with("Also: ") {
                    break line;
                }
                listed.push_str(&line);
                listed.push(' ');
            };
            assert!(also.contains("resign"), "{also}");
            if made == moves {
                self.does("resign").await;
                continue;
            }
            // Each kind of action has its own list.
            let lists = listed
                .split("> ")
                .filter_map(|asked| asked.split_once("Legal: "));
            let lists = lists.filter(|(_, legal)| !legal.contains(" of them"));
            let choices: Vec<&str> = lists
                .flat_map(|(_, legal)| legal.split_whitespace())
                .collect();
            let answer = self.one_of(&choices).to_owned();
            self.does(&answer).await;
            made += 1;
        }
    }

    async fn line(&mut self) -> String {
        self.terminal.line().await.expect("a match has an end")
    }

    /// Types an action, and reads up to the line that reports it: until then the same decision may be shown once
    /// more, with a piece of the reserve that was added in the meantime.
    async fn does(&mut self, answer: &str) {
        self.terminal.say(answer).await;
        while !self.line().await.contains(NAME) {}
    }
}

#[tokio::test]
async fn a_person_plays_on_boards_by_lines_and_proves_it() {
    let server = Server::start(quick()).await;
    // Seven kingdoms starts with alliances instead of moves.
    let games = BoardVariant::ALL.into_iter();
    let games = games.filter(|&game| game != BoardVariant::QiGuoXiangxi);
    for (number, game) in (0..).zip(games) {
        let words = format!("new {game} {} bots nopause noclock", game.usual_players());
        println!("{words}");
        let mut lin = Person::sits_down(server.address, NAME, &words, seed() + number);
        let read = lin.plays_on_a_board(MOVES).await;
        let told = &lin.terminal.told;
        let resigned = "The match is over (resigned)";
        assert!(
            told.iter().any(|line| line.starts_with(resigned)),
            "{told:#?}"
        );
        let list = lin.proves(&read, "0", resigned).await;
        assert!(list.contains("resigned"), "{list}");
        lin.terminal.say("quit").await;
        lin.terminal.end().await;
    }
    server.stop().await;
}
