//! What a guest who is a program says of itself.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::name::{BadName, EngineText};

/// A program that plays as a guest and says so. Both texts follow the rules of names, except that they may have reserved words: wherever
/// they are shown it is clear that this is a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeclaredBot {
    /// The name of the engine.
    pub engine: EngineText,
    /// Its version.
    pub version: EngineText,
}

impl DeclaredBot {
    /// An engine as it is stored or was accepted before; what cannot be shown is left out.
    pub fn restored(engine: &str, version: &str) -> Self {
        Self {
            engine: EngineText::restored(engine),
            version: EngineText::restored(version),
        }
    }
}

/// Reads one that was accepted before ([`DeclaredBot::restored`]).
impl<'de> Deserialize<'de> for DeclaredBot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = DeclaredBotInput::deserialize(deserializer)?;
        Ok(Self::restored(&stored.engine, &stored.version))
    }
}

impl fmt::Display for DeclaredBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.engine, self.version)
    }
}

/// An engine as a client names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredBotInput {
    /// The name of the engine.
    #[schemars(length(min = 1, max = 24))]
    pub engine: String,
    /// Its version.
    #[schemars(length(min = 1, max = 24))]
    pub version: String,
}

impl TryFrom<DeclaredBotInput> for DeclaredBot {
    type Error = BadName;

    fn try_from(input: DeclaredBotInput) -> Result<Self, BadName> {
        Ok(Self {
            engine: input.engine.try_into()?,
            version: input.version.try_into()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(engine: &str, version: &str) -> Result<DeclaredBot, BadName> {
        DeclaredBotInput {
            engine: engine.to_owned(),
            version: version.to_owned(),
        }
        .try_into()
    }

    #[test]
    fn engine_and_version_follow_the_rules_of_names_but_may_have_reserved_words() {
        let rocket = bot(" rocket ", "1.2").expect("a bot");
        assert_eq!(rocket.to_string(), "rocket 1.2");
        assert!(bot("giog-mcp", "1.0.0").is_ok());
        for (engine, version, bad) in [
            ("", "1", BadName::Empty),
            ("rocket", "\u{200b}", BadName::Empty),
            ("rocket", &"1".repeat(25), BadName::TooLong),
            ("ro[cket", "1", BadName::Mark('[')),
            ("rосket", "1", BadName::MixedScripts),
        ] {
            assert_eq!(bot(engine, version), Err(bad), "{engine} {version}");
        }
    }

    #[test]
    fn what_was_stored_is_read_again() {
        let rocket = bot("rocket", "1.2").expect("a bot");
        let text = serde_json::to_string(&rocket).expect("JSON");
        assert_eq!(text, r#"{"engine":"rocket","version":"1.2"}"#);
        assert_eq!(serde_json::from_str(&text).ok(), Some(rocket));
        assert_eq!(DeclaredBot::restored("[", "").to_string(), "? ?");
    }
}
