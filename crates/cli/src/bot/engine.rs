//! An engine that speaks UCI; if it does not, UCCI.
//!
//! It is given all moves since the start, so that it knows of repetitions.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::pipe::{EngineError, Pipe};

/// The starting position in the notation of engines, with N for the horse and B for the elephant.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// How long an engine may take to identify itself: large ones load for seconds.
const GREETING: Duration = Duration::from_secs(15);
/// How much longer than told an engine may think, and how long it may take to get ready or to stop.
const GRACE: Duration = Duration::from_secs(10);
/// The most time for a search with a fixed number of positions.
const MOST_THINKING: Duration = Duration::from_secs(30);

/// The limit for the engine's thinking about a move.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// The number of positions.
    Nodes(u64),
    /// The time.
    Time(Duration),
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Uci,
    Ucci,
}

/// When an answer is due, and the time that the engine had for it.
#[derive(Clone, Copy, Debug)]
struct Limit {
    end: Instant,
    length: Duration,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    pipe: Pipe,
    dialect: Dialect,
    /// The number of the lowest rank in the engine's moves: 1 in engines for many games, else 0.
    first_rank: u8,
    effort: Effort,
    /// The limit of the search, while it thinks.
    thinking: Option<Limit>,
}

impl Engine {
    /// Starts a program with its arguments, finds out its protocol, and sets its options.
    pub async fn start(
        command: &[String],
        effort: Effort,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, EngineError> {
        let mut engine = Self {
            pipe: Pipe::start(command)?,
            dialect: Dialect::Uci,
            first_rank: 0,
            effort,
            thinking: None,
        };
        engine.greet(options).await?;
        Ok(engine)
    }

    async fn greet(&mut self, options: &BTreeMap<String, String>) -> Result<(), EngineError> {
        self.pipe.say("uci")?;
        match self.read_to("uciok", limit(GREETING)).await {
            Ok(_) => {}
            Err(EngineError::Silent(_)) => return self.greet_ucci(options).await,
            Err(error) => return Err(error),
        }
        for (name, value) in options {
            let set = format!("setoption name {name} value {value}");
            self.pipe.say(&set)?;
        }
        if self.first_rank == 1 {
            let xiangqi = "setoption name UCI_Variant value xiangqi";
            self.pipe.say(xiangqi)?;
        }
        self.pipe.say("isready")?;
        self.read_to("readyok", limit(GRACE)).await?;
        self.pipe.say("ucinewgame")
    }

    async fn greet_ucci(&mut self, options: &BTreeMap<String, String>) -> Result<(), EngineError> {
        self.dialect = Dialect::Ucci;
        self.pipe.say("ucci")?;
        match self.read_to("ucciok", limit(GREETING)).await {
            Ok(_) => {}
            Err(EngineError::Silent(_)) => return Err(EngineError::Unknown),
            Err(error) => return Err(error),
        }
        for (name, value) in options {
            self.pipe.say(&format!("setoption {name} {value}"))?;
        }
        Ok(())
    }

    /// Starts a search for the move after these moves, which are in the server's notation.
    pub async fn think(&mut self, moves: &[String]) -> Result<(), EngineError> {
        self.stop().await?;
        let mut position = format!("position fen {START}");
        if !moves.is_empty() {
            position.push_str(" moves");
        }
        for text in moves {
            // The server's moves always have this form.
            let text = shift(text, |rank| Some(rank + self.first_rank));
            position.push(' ');
            position.push_str(&text.unwrap_or_default());
        }
        self.pipe.say(&position)?;
        let (go, length) = match (self.effort, self.dialect) {
            (Effort::Nodes(nodes), _) => (format!("go nodes {nodes}"), MOST_THINKING),
            (Effort::Time(time), Dialect::Uci) => {
                (format!("go movetime {}", time.as_millis()), time + GRACE)
            }
            // UCCI has no time per move, but the time for one move until the next time control has the same effect.
            (Effort::Time(time), Dialect::Ucci) => (
                format!("go time {} movestogo 1", time.as_millis()),
                time + GRACE,
            ),
        };
        self.pipe.say(&go)?;
        self.thinking = Some(limit(length));
        Ok(())
    }

    /// The engine's move in the server's notation, once it has been found; waits for ever if the engine is not thinking. Nothing is lost
    /// if the future is dropped.
    pub async fn answer(&mut self) -> Result<String, EngineError> {
        let Some(limit) = self.thinking else {
            return std::future::pending().await;
        };
        let line = self.read_to("bestmove", limit).await?;
        self.thinking = None;
        let best = line.split_whitespace().nth(1).unwrap_or_default();
        let heard = shift(best, |rank| rank.checked_sub(self.first_rank));
        heard.ok_or_else(|| EngineError::Illegal(best.to_owned()))
    }

    /// Stops the search.
    pub async fn stop(&mut self) -> Result<(), EngineError> {
        if self.thinking.take().is_some() {
            self.pipe.say("stop")?;
            self.read_to("bestmove", limit(GRACE)).await?;
        }
        Ok(())
    }

    /// Reads until a line with this first word, and returns the next word. UCCI has another first word if there is no move.
    async fn read_to(&mut self, word: &str, limit: Limit) -> Result<String, EngineError> {
        loop {
            let line = timeout_at(limit.end, self.pipe.line()).await;
            let line = line.map_err(|_| EngineError::Silent(limit.length))??;
            if line.contains("name UCI_Variant") {
                self.first_rank = 1;
            }
            let first = line.split_whitespace().next().unwrap_or_default();
            if first == word || (word == "bestmove" && first == "nobestmove") {
                return Ok(line);
            }
        }
    }
}

fn limit(length: Duration) -> Limit {
    Limit {
        end: Instant::now() + length,
        length,
    }
}

/// A move with each rank changed; `None` if it is not a move.
fn shift(text: &str, rank: impl Fn(u8) -> Option<u8>) -> Option<String> {
    let is_file = |letter: char| !letter.is_ascii_digit();
    let second = 1 + text.get(1..)?.find(is_file)?;
    let point = |text: &str| {
        let (file, number) = text.split_at_checked(1)?;
        let rank = rank(number.parse().ok()?)?;
        Some(format!("{file}{rank}"))
    };
    let (from, to) = text.split_at(second);
    Some(point(from)? + &point(to)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell script as an engine.
    async fn script(text: &str) -> Result<Engine, EngineError> {
        let command = ["sh", "-c", text].map(str::to_owned);
        Engine::start(&command, Effort::Nodes(1), &BTreeMap::new()).await
    }

    #[tokio::test]
    async fn an_engine_that_cannot_play_is_told_from_others() {
        let missing = ["no-such-engine".to_owned()];
        let started = Engine::start(&missing, Effort::Nodes(1), &BTreeMap::new()).await;
        assert!(
            matches!(started, Err(EngineError::Start(..))),
            "{started:?}"
        );
        let started = script("exit 3").await;
        assert!(matches!(started, Err(EngineError::Ended(_))), "{started:?}");
        let started = script("head -c 70000 /dev/zero; read l").await;
        assert!(matches!(started, Err(EngineError::LongLine)), "{started:?}");
    }

    #[tokio::test]
    async fn what_an_engine_thought_before_is_no_answer_to_what_it_is_asked_now() {
        let text = "read l; echo uciok; read l; echo readyok; read l; read l; read l; read l; echo bestmove a6a5; read l; \
                    read l; echo info; echo bestmove c6c5; read l";
        let mut engine = script(text).await.expect("it speaks UCI");
        engine.think(&[]).await.expect("it is told");
        // The former search is stopped first.
        engine.think(&[]).await.expect("it is told");
        assert_eq!(engine.answer().await.expect("a move"), "c6c5");
        assert!(engine.thinking.is_none());
    }

    #[test]
    fn ranks_are_counted_as_the_engine_does() {
        let one = |text: &str| shift(text, |rank| rank.checked_add(1));
        assert_eq!(one("h2e2").as_deref(), Some("h3e3"));
        assert_eq!(one("a9a0").as_deref(), Some("a10a1"));
        let back = |text: &str| shift(text, |rank| rank.checked_sub(1));
        assert_eq!(back("a10a1").as_deref(), Some("a9a0"));
        for text in ["", "(none)", "a0", "a0b", "0000", "ä1b2"] {
            assert_eq!(one(text), None, "{text}");
        }
        assert_eq!(back("a0a1"), None);
    }
}
