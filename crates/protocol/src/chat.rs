//! Lines of chat: their text, set phrases, and who gets them.

use std::fmt;

use giog_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::name::{MarksInARow, is_unshowable};
use crate::{Person, joiners};

/// The longest line, in characters: short enough to read at a glance while playing.
pub const MAX_CHAT_CHARS: usize = 200;

/// The text of a line of chat: 1 to 200 characters with single blanks, without invisible characters
/// other than those that letters and emoji need.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(#[schemars(length(min = 1, max = 200))] String);

/// The text is not valid as a line of chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line has 1 to {MAX_CHAT_CHARS} visible characters")]
pub struct BadChatText;

impl ChatText {
    /// The line as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ChatText {
    type Error = BadChatText;

    fn try_from(text: String) -> Result<Self, BadChatText> {
        let visible = text.chars();
        let visible: String = visible
            .filter(|&c| c.is_whitespace() || !is_unshowable(c) || joiners::may_stay(c))
            .collect();
        let line = limit_marks(&visible.split_whitespace().collect::<Vec<_>>().join(" "));
        let line = joiners::in_valid_sequences(&line);
        // A blank may be left between blanks where a joiner was.
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = if line.chars().count() > MAX_CHAT_CHARS {
            // Without what is not seen it may be short enough, as clients that count what is seen expect.
            line.chars().filter(|&c| !joiners::may_stay(c)).collect()
        } else {
            line
        };
        if !(1..=MAX_CHAT_CHARS).contains(&line.chars().count()) {
            return Err(BadChatText);
        }
        Ok(Self(line))
    }
}

/// A line without the combining marks beyond the limit for one character: more would cover the lines above and below.
fn limit_marks(line: &str) -> String {
    let mut marks = MarksInARow::default();
    let stands = |c: &char| {
        // What is not seen begins no new row.
        joiners::may_stay(*c) || marks.have_room_for(*c)
    };
    line.chars().filter(stands).collect()
}

impl From<ChatText> for String {
    fn from(text: ChatText) -> Self {
        text.0
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A line: free text, or a set phrase that each client shows in its own language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// Free text.
    Text(ChatText),
    /// A set phrase.
    Phrase(Phrase),
}

/// A set phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Sorry.
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Your turn.
    YourTurn,
    /// Shall we play another one?
    AnotherOne,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Goodbye.
    Goodbye,
}

impl Phrase {
    /// All phrases.
    pub const ALL: [Self; 11] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::Sorry,
        Self::OneMoment,
        Self::YourTurn,
        Self::AnotherOne,
        Self::Yes,
        Self::No,
        Self::Goodbye,
    ];
}

/// Who gets a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody in the room: no match is running.
    Room,
    /// The players of the running match.
    Players,
    /// The spectators of the running match.
    Spectators,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// The author.
    pub from: Person,
    /// Their seat, if they have one.
    pub seat: Option<Seat>,
    /// Who gets it.
    pub to: Audience,
    /// The line.
    #[serde(flatten)]
    pub said: Said,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let line = ChatText::try_from(text.to_owned()).ok();
        assert_eq!(line.as_ref().map(ChatText::as_str), expected, "{text:?}");
    }

    #[test]
    fn a_line_is_one_line_bounded_and_visible() {
        check("  好\n棋 ", Some("好 棋"));
        check(&"x".repeat(200), Some(&"x".repeat(200)));
        check(&"x".repeat(201), None);
        check(" \t\n", None);
        check("a\u{202e}b\u{0}c", Some("abc"));
        check("\u{200b}", None);
        check("a \u{200d} b", Some("a b"));
        let (tower, mark) = ("\u{334}".repeat(100), "\u{334}");
        check(
            &format!("a{tower}b"),
            Some(&format!("a{mark}{mark}{mark}b")),
        );
        let tower = "\u{334}\u{200d}".repeat(100);
        check(
            &format!("a{tower}b"),
            Some(&format!("a{mark}{mark}{mark}\u{200d}b")),
        );
        check("လမ်းလျှောက်", Some("လမ်းလျှောက်"));
    }

    #[test]
    fn a_line_that_is_too_long_only_with_its_joiners_is_told_without_them() {
        let letters = "م".repeat(MAX_CHAT_CHARS);
        let joined = letters.replacen("مم", "م\u{200c}م", 3);
        let told = ChatText::try_from(joined).map(String::from);
        assert_eq!(told, Ok(letters));
    }

    #[test]
    fn persian_and_emoji_are_told_as_they_are_written() {
        for text in [
            "می\u{200c}روم",
            "کتاب\u{200c}ها",
            "क\u{94d}\u{200d}ष",
            "ක\u{dca}\u{200d}ෂ",
            "র\u{200d}\u{9cd}য",
            "അവന\u{d4d}\u{200d}",
            "Auf\u{200c}lage",
            "👩\u{200d}🚀",
            "👨\u{200d}👩\u{200d}👧\u{200d}👦!",
            "👩🏽\u{200d}🚀",
            "❤\u{fe0f}",
            "❤\u{fe0f}\u{200d}🔥",
            "🏃🏿\u{200d}♀\u{fe0f}\u{200d}➡\u{fe0f}",
            "🏳\u{fe0f}\u{200d}🌈",
            "1\u{fe0f}\u{20e3}",
            "🇲🇾",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        ] {
            check(text, Some(text));
        }
    }

    #[test]
    fn joiners_and_tags_without_a_meaning_are_not_told() {
        for (text, told) in [
            ("\u{200c}a\u{200d}", "a"),
            ("a\u{200d}\u{200d}b", "a\u{200d}b"),
            ("a\u{200c} b", "a b"),
            ("1\u{200d}2", "12"),
            ("👩\u{200d}a", "👩a"),
            ("a\u{200d}👩", "a👩"),
            ("👩\u{200c}🚀", "👩🚀"),
            ("👩\u{200d}\u{200d}🚀", "👩\u{200d}🚀"),
            ("👩\u{200d}1", "👩1"),
            ("a\u{fe0f}", "a"),
            ("1\u{fe0f}2", "12"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}"),
            ("❤\u{fe0e}", "❤"),
            ("a\u{e0068}\u{e0069}\u{e007f}", "a"),
            ("🏴\u{e0067}\u{e0062}", "🏴"),
            ("🏴\u{e0067}\u{e007f}", "🏴"),
            ("🏴\u{e007f}", "🏴"),
            ("🏴\u{e0067}\u{e0062}\u{e0020}\u{e0074}\u{e007f}", "🏴"),
            ("👩\u{e0067}\u{e0062}\u{e0074}\u{e007f}", "👩"),
            (&format!("🏴{}\u{e007f}", "\u{e0061}".repeat(7)), "🏴"),
        ] {
            check(text, Some(told));
        }
    }

    proptest::proptest! {
        /// A line that was accepted is the same when it is read again.
        #[test]
        fn a_line_stays_what_it_is(text in "[a1 یर\u{94d}\u{334}👩🚀❤🏴\u{1f3fd}\u{200b}\u{200c}\u{200d}\u{fe0f}\u{20e3}\u{e0067}\u{e007f}]{0,14}") {
            if let Ok(line) = ChatText::try_from(text) {
                proptest::prop_assert_eq!(ChatText::try_from(line.as_str().to_owned()), Ok(line.clone()));
            }
        }
    }
}
