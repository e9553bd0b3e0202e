//! The games that are played while the server is killed: all games.

use giog_rules::Variant;
use serde_json::{Value, json};

use super::moments::Moment;
use crate::games::{Facts, facts};

/// The least time for claims, in milliseconds: short, so that hands are short.
const WINDOW_LEAST_MS: u64 = 50;
/// One in this number of tables has a bot.
const BOT_EVERY: usize = 3;

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Game {
    pub settings: Value,
    pub people: usize,
    pub watching: usize,
    variant: Variant,
    facts: &'static Facts,
}

impl Game {
    /// Whether a moment can occur at this table.
    pub fn has(&self, moment: Moment) -> bool {
        let Self { settings, .. } = self;
        match self.variant {
            Variant::Board(_) => return false,
            Variant::Tiles(_) => return moment == Moment::Laid,
            Variant::Tricks(_) => {}
        }
        let by_players = settings["ceremony"] == "players";
        let seats = settings["seats"].as_u64().expect("a number of seats");
        match moment {
            Moment::Ceremony => by_players && !self.facts.is_settled_for(seats),
            Moment::Throws => by_players && self.facts.tricks["opening"] == "throws",
            Moment::Laid => true,
        }
    }
}

/// Every game; trick games once with each kind of ceremony. They are played at the same time, so that their rows share commits.
pub fn games(shift: u64) -> Vec<Game> {
    let shift = usize::try_from(shift).expect("a small number");
    let (tricks, others): (Vec<_>, Vec<_>) = Variant::ALL
        .into_iter()
        .partition(|variant| matches!(variant, Variant::Tricks(_)));
    let both = tricks
        .into_iter()
        .flat_map(|variant| [(variant, "players"), (variant, "server")]);
    let game = |(number, (variant, ceremony)): (usize, (Variant, &str))| {
        let facts = facts(variant);
        let seats = facts.tables[(shift + number) % facts.tables.len()];
        let computers = usize::from((shift + number).is_multiple_of(BOT_EVERY) && seats > 2);
        Game {
            settings: json!({
                "variant": variant,
                "seats": seats,
                "clock": {"kind": "none"},
                "reveal_pause_ms": 0,
                "ceremony": ceremony,
            }),
            people: seats - computers,
            watching: number % 2,
            variant,
            facts,
        }
    };
    let others = others
        .into_iter()
        .enumerate()
        .map(|(number, variant)| Game {
            watching: number % 2,
            ..other_game(variant)
        });
    both.enumerate().map(game).chain(others).collect()
}

/// A table without bots.
fn other_game(variant: Variant) -> Game {
    let facts = facts(variant);
    let mut options = facts.options.clone();
    if variant.has_windows()
        && let Ok(length) = std::env::var("GIOG_TEST_MAHJONG")
    {
        options["length"] = length.into();
    }
    let seats = facts.tables[0];
    let mut settings = json!({
        "variant": variant,
        "seats": seats,
        "options": options,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    if variant.has_windows() {
        settings["window_least_ms"] = WINDOW_LEAST_MS.into();
    }
    Game {
        settings,
        people: seats,
        watching: 0,
        variant,
        facts,
    }
}
