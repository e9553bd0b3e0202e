//! Names that people choose.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest name, in characters: what fits beside a seat on a phone.
pub const MAX_NAME_CHARS: usize = 24;

/// A name that can be shown: 1 to 24 characters without control characters, trimmed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(#[schemars(length(min = 1, max = 24))] String);

/// A text that cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {MAX_NAME_CHARS} visible characters")]
pub struct BadName;

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        let name = text.trim();
        let chars = name.chars().count();
        if chars == 0 || chars > MAX_NAME_CHARS || name.chars().any(is_unshowable) {
            return Err(BadName);
        }
        Ok(Self(name.to_owned()))
    }
}

/// Control characters, and those that turn the direction of the text round them or take no room at all.
pub(crate) fn is_unshowable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let name = PlayerName::try_from(text.to_owned()).ok();
        assert_eq!(name.as_ref().map(PlayerName::as_str), expected, "{text:?}");
    }

    #[test]
    fn a_name_is_trimmed_bounded_and_visible() {
        check("  阿明 ", Some("阿明"));
        check("a", Some("a"));
        check(&"x".repeat(24), Some(&"x".repeat(24)));
        check(&"x".repeat(25), None);
        check("   ", None);
        check("a\u{0}b", None);
        check("a\u{202e}b", None);
        check("\u{200b}", None);
    }
}
