//! The game that is played.

use anyhow::{Context as _, bail};
use giog_rules::tricks::Ceremony;
use giog_rules::{Options, Terms, Variant};
use serde_json::{Map, Value};

use crate::named;

/// What is played.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// The game (`giog variants` lists them)
    #[arg(long, default_value = "giog", value_name = "GAME")]
    game: Variant,
    /// The number of players [default: 4, or what the game needs]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// An option of the game, as `min_faan=3`; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Who makes the choices before the first lead: chance, so that everybody has the same hand in each seating, or the engines
    #[arg(long, value_enum, default_value_t = BeforePlay::Server)]
    ceremony: BeforePlay,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum BeforePlay {
    Server,
    Players,
}

impl GameArgs {
    /// What is asked for.
    pub fn terms(&self) -> anyhow::Result<Terms> {
        let values = named::values(&self.options)?.into_iter();
        let given: Map<String, Value> = values
            .map(|(name, value)| {
                let read = serde_json::from_str(&value);
                (name, read.unwrap_or(Value::String(value)))
            })
            .collect();
        let names: Vec<String> = given.keys().cloned().collect();
        let options: Options = serde_json::from_value(Value::Object(given)).with_context(|| {
            format!(
                "an option has a value that is not allowed: {}",
                names.join(", ")
            )
        })?;
        let ceremony = match self.ceremony {
            BeforePlay::Server => Ceremony::Server,
            BeforePlay::Players => Ceremony::Players,
        };
        let seats = self.seats.unwrap_or_else(|| self.game.usual_players());
        let terms = Terms::new(self.game, seats, options, ceremony)?;
        let known = serde_json::to_value(terms.options())?;
        if let Some(name) = names.iter().find(|name| known.get(name).is_none()) {
            bail!("{} has no option `{name}`", self.game);
        }
        Ok(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(game: &str, options: &[&str]) -> Result<Terms, String> {
        let args = GameArgs {
            game: game.parse().expect("a game"),
            seats: None,
            options: options.iter().map(|&option| option.to_owned()).collect(),
            ceremony: BeforePlay::Server,
        };
        args.terms().map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn options_are_those_of_the_game() {
        let hand = terms("mahjong", &["length=hand", "min_faan=3"]).expect("terms");
        assert_eq!(hand.options().tiles.min_faan, Some(3));
        assert_eq!(
            terms("giog", &[]).expect("terms").ceremony(),
            Ceremony::Server
        );
        for (game, options, why) in [
            ("giog", ["weather=sun"], "giog has no option `weather`"),
            ("giog", ["min_faan=3"], "giog has no option `min_faan`"),
            ("mahjong", ["min_faan"], "has no value"),
            ("mahjong", ["min_faan=2"], "not allowed"),
            ("mahjong", ["min_faan=many"], "not allowed"),
        ] {
            let refused = terms(game, &options).expect_err("it is refused");
            assert!(refused.contains(why), "{refused}");
        }
    }
}
