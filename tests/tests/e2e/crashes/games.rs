//! The games that are played while the server is killed.

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
/// The other games, with their players and what keeps their matches short.
const OTHERS: [(&str, u64, &str); 11] = [
    ("mahjong", 4, r#"{"length": "hand", "min_faan": 0}"#),
    ("pai-gow", 3, r#"{"rounds": 2}"#),
    ("sic-bo", 3, r#"{"rounds": 2, "bank": "turns"}"#),
    ("grand-hazard", 4, r#"{"rounds": 4}"#),
    ("chuck-a-luck", 2, r#"{"rounds": 4}"#),
    ("xiangqi", 2, "{}"),
    ("supply-chess", 4, "{}"),
    ("blind-chess", 2, "{}"),
    ("qi-guo-xiangxi", 4, "{}"),
    ("square-chess", 2, "{}"),
    ("pong-hau-ki", 2, "{}"),
];
/// In so many of them, the first, something is laid face down.
const FACE_DOWN: usize = 5;
/// How long the claims of mahjong are awaited at least, in milliseconds: short, so that a hand is.
const WINDOW_LEAST_MS: u64 = 50;
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
        let other = OTHERS
            .iter()
            .position(|(variant, ..)| settings["variant"] == *variant);
        if let Some(other) = other {
            return moment == Moment::Laid && other < FACE_DOWN;
        }
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

/// Every variant, each once with either ceremony, where it has one. They are played at the same time, so that their rows share commits.
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
    let others = OTHERS.iter().enumerate().map(|(number, other)| Game {
        watching: number % 2,
        ..other_game(other)
    });
    both.enumerate().map(game).chain(others).collect()
}

/// A table of people alone.
fn other_game(&(variant, seats, options): &(&str, u64, &str)) -> Game {
    let mut options: Value = serde_json::from_str(options).expect("options");
    if variant == "mahjong"
        && let Ok(length) = std::env::var("GIOG_TEST_MAHJONG")
    {
        options["length"] = length.into();
    }
    let mut settings = json!({
        "variant": variant,
        "seats": seats,
        "options": options,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    if variant == "mahjong" {
        settings["window_least_ms"] = WINDOW_LEAST_MS.into();
    }
    Game {
        settings,
        people: usize::try_from(seats).expect("a small number"),
        watching: 0,
    }
}
