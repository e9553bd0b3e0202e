//! What is played while the server is killed.

use serde_json::{Value, json};

use super::moments::Moment;

/// Each variant, with the numbers of players it is played with in turn.
const VARIANTS: [(&str, &[u64]); 9] = [
    ("giog", &[4, 2, 3]),
    ("giog-wiki", &[3, 4, 2]),
    ("ju-ma-pao", &[4, 3]),
    ("ju-ma-pao-30", &[3]),
    ("sang-krip", &[3, 4, 2]),
    ("da-qi-luo-1", &[5, 3, 2, 4]),
    ("da-qi-luo-2", &[4, 5, 3, 2]),
    ("zhi-hu", &[3, 2, 4]),
    ("tam-cuc", &[4, 2, 3]),
];
/// Every so many tables a computer player has a seat.
const BOT_EVERY: usize = 3;

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Game {
    pub settings: Value,
    pub people: usize,
    pub watching: usize,
}

impl Game {
    /// Whether a moment comes at this table.
    pub fn has(&self, moment: Moment) -> bool {
        let Self { settings, .. } = self;
        let by_players = settings["ceremony"] == "players";
        match moment {
            // Three of Dǎ qí luò 1 have nothing to choose.
            Moment::Ceremony if settings["variant"] == "da-qi-luo-1" => {
                by_players && settings["seats"] != 3
            }
            // A pack is dealt to all.
            Moment::Ceremony if settings["variant"] == "tam-cuc" => false,
            Moment::Ceremony => by_players,
            Moment::Throws => by_players && settings["variant"] == "sang-krip",
            Moment::Laid => true,
        }
    }
}

/// Every variant, each once with either ceremony. They are played at the same time, so that their rows share commits.
pub fn games(shift: u64) -> Vec<Game> {
    let shift = usize::try_from(shift).expect("a small number");
    let both = VARIANTS
        .iter()
        .flat_map(|variant| [(variant, "players"), (variant, "server")]);
    let game = |(number, (&(variant, counts), ceremony)): (usize, (&(&str, &[u64]), &str))| {
        let seats = counts[(shift + number) % counts.len()];
        let computers = usize::from((shift + number).is_multiple_of(BOT_EVERY) && seats > 2);
        Game {
            settings: json!({
                "variant": variant,
                "seats": seats,
                "clock": {"kind": "none"},
                "reveal_pause_ms": 0,
                "ceremony": ceremony,
            }),
            people: usize::try_from(seats).expect("a small number") - computers,
            watching: number % 2,
        }
    };
    both.enumerate().map(game).collect()
}
