//! Names that people choose: normalised, limited in length, and checked so that nobody can pose as the server, a bot or a person's tag.
//!
//! Texts show bots as `name [bot]` and people as `name#tag` ([`crate::PlayerTag`]), so names must not contain such characters. Only new
//! names are checked completely: a name that was accepted once, or is in a log, stays valid.

mod likeness;
mod reserved;
mod words;

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The longest name, in characters: what fits beside a seat on a phone.
pub const MAX_NAME_CHARS: usize = 24;
/// The longest name, in bytes of UTF-8: enough for [`MAX_NAME_CHARS`] Chinese characters.
pub const MAX_NAME_BYTES: usize = 72;
/// The most combining marks in a row that stand above or below their character: as many as any script needs, and too few to cover the lines
/// above and below.
pub const MAX_MARKS_IN_A_ROW: usize = 3;
/// The most in a row with those that have a place of their own beside it, as vowels of Burmese have (`လျှော့` has five).
pub const MAX_MARKS_WITH_SPACING: usize = 6;
/// Longer texts are refused without being read, in bytes: many times a name.
const MAX_INPUT_BYTES: usize = 1_024;
/// The name of a person whose stored name contains nothing that may be in a name.
const NAMELESS: &str = "Guest";
/// An engine whose stored name contains nothing that may be in one.
const UNNAMED: &str = "?";
/// The name of people whose data was deleted; nobody can choose it.
pub(crate) const FORGOTTEN: &str = "forgotten";

/// A name that can be shown: 1 to 24 characters in Unicode's form NFKC, with single blanks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PlayerName(#[schemars(length(min = 1, max = 24))] Arc<str>);

/// Why a text cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// It has no visible characters.
    #[error("a name has at least one visible character")]
    Empty,
    /// It is too long.
    #[error("a name has at most {MAX_NAME_CHARS} characters, and {MAX_NAME_BYTES} bytes as UTF-8")]
    TooLong,
    /// A combining mark without a character to stand on, or too many of them on one character.
    #[error(
        "combining marks in a name need a character to stand on, and at most {MAX_MARKS_IN_A_ROW} stand above or below one"
    )]
    LooseMarks,
    /// A character that is reserved for tags and bots.
    #[error("a name has no `{0}`: brackets, `#` and robots mark computer players and tags")]
    Mark(char),
    /// It mixes scripts that do not belong together.
    #[error(
        "a name is written in one script; only Chinese, Japanese and Korean go together with Latin letters"
    )]
    MixedScripts,
    /// It is, or looks like, a name of the server, its operator or a bot.
    #[error("this name could be taken for the server's or a computer player's; choose another")]
    Reserved,
}

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name that was accepted before, or by another server. It is kept if its length and its characters are valid; reserved
    /// characters are removed.
    pub fn restored(text: &str) -> Self {
        if is_simple(text) {
            return Self(text.into());
        }
        let plain = plain(text);
        if bounded(&plain).is_ok() && !plain.chars().any(is_mark) {
            return Self(plain.into());
        }
        let kept = plain.chars().filter(|&c| !is_mark(c));
        Self::try_from(cut(kept)).unwrap_or_else(|_| Self(NAMELESS.into()))
    }

    /// The name of people whose data was deleted.
    pub fn forgotten() -> Self {
        Self(FORGOTTEN.into())
    }

    /// The new name for somebody who has this one: the same one is always accepted, another one is checked like a new name.
    pub fn changed_to(&self, text: String) -> Result<Self, BadName> {
        if text.len() <= MAX_INPUT_BYTES && plain(&text) == *self.0 {
            return Ok(self.clone());
        }
        Self::try_from(text)
    }

    /// A text that is equal for all names that look alike. People at one table whose names look alike are shown with their tags.
    pub fn skeleton(&self) -> String {
        likeness::skeleton(&self.0)
    }
}

/// The name of a device, which only its person sees: as much of a text as fits into a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeviceName(#[schemars(length(min = 1, max = 24))] String);

impl DeviceName {
    /// As much of the text as fits into a name; none if it has no visible characters.
    pub fn of(text: &str) -> Option<Self> {
        let whole = text.len() <= MAX_INPUT_BYTES;
        let kept = cut(plain(if whole { text } else { "" }).chars());
        let name = kept.trim_end();
        (!name.is_empty()).then(|| Self(name.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads a stored device name, which may be longer than is accepted now.
impl<'de> Deserialize<'de> for DeviceName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| serde::de::Error::custom(BadName::Empty))
    }
}

/// The name or version of a declared bot's engine. Unlike names of people it may have reserved words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EngineText(#[schemars(length(min = 1, max = 24))] String);

impl EngineText {
    /// A text that was accepted before. What may not be shown is left out of it; `?` if nothing is left.
    pub fn restored(text: &str) -> Self {
        let whole = text.len() <= MAX_INPUT_BYTES;
        let plain = plain(if whole { text } else { "" });
        let kept = cut(plain.chars().filter(|&c| !is_mark(c)));
        let kept = kept.trim_end();
        Self(if kept.is_empty() { UNNAMED } else { kept }.to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EngineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for EngineText {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        if text.len() > MAX_INPUT_BYTES {
            return Err(BadName::TooLong);
        }
        let text = plain(&text);
        check_unreserved(&text)?;
        Ok(Self(text))
    }
}

impl TryFrom<String> for PlayerName {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        if text.len() > MAX_INPUT_BYTES {
            return Err(BadName::TooLong);
        }
        let name = plain(&text);
        check(&name)?;
        Ok(Self(name.into()))
    }
}

/// Reads a stored name ([`Self::restored`]).
impl<'de> Deserialize<'de> for PlayerName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::restored(&String::deserialize(deserializer)?))
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a text is obviously a valid and normalised name, as most are: letters and digits of ASCII, with single blanks between words.
fn is_simple(text: &str) -> bool {
    let mut words = text.as_bytes().split(|&byte| byte == b' ');
    text.len() <= MAX_NAME_CHARS
        && words.all(|word| !word.is_empty() && word.iter().all(u8::is_ascii_alphanumeric))
}

/// The text without invisible characters, in the form NFKC, with single blanks between words and no blanks at the ends.
fn plain(text: &str) -> String {
    let visible = text
        .chars()
        .filter(|&c| c.is_whitespace() || !is_unshowable(c));
    let normal: String = visible.nfkc().collect();
    normal.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is invisible or has no meaning: control, format and direction characters, unassigned ones, and those that show
/// nothing.
pub fn is_unshowable(c: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse, Surrogate, Unassigned};
    matches!(
        c.general_category(),
        Control | Format | PrivateUse | Surrogate | Unassigned
    ) || matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
    ) || matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}')
}

/// Checks whether a normalised text may be a new name.
fn check(name: &str) -> Result<(), BadName> {
    check_unreserved(name)?;
    if reserved::is_reserved(name) {
        return Err(BadName::Reserved);
    }
    Ok(())
}

/// The same without the reserved words.
fn check_unreserved(name: &str) -> Result<(), BadName> {
    bounded(name)?;
    if let Some(mark) = name.chars().find(|&c| is_mark(c)) {
        return Err(BadName::Mark(mark));
    }
    if !likeness::is_of_one_script(name) {
        return Err(BadName::MixedScripts);
    }
    Ok(())
}

/// As much of the text as fits into a name.
fn cut(text: impl Iterator<Item = char>) -> String {
    let mut kept = String::new();
    for c in text {
        kept.push(c);
        if matches!(bounded(&kept), Err(BadName::TooLong | BadName::LooseMarks)) {
            kept.pop();
        }
    }
    kept
}

fn bounded(name: &str) -> Result<(), BadName> {
    if name.is_empty() {
        return Err(BadName::Empty);
    }
    if name.chars().count() > MAX_NAME_CHARS || name.len() > MAX_NAME_BYTES {
        return Err(BadName::TooLong);
    }
    // At the beginning and after a blank there is no character for a combining mark to stand on.
    let mut marks = MarksInARow::default();
    let mut before = ' ';
    for c in name.chars() {
        let is_loose = before == ' ' && is_combining_mark(c);
        if is_loose || !marks.have_room_for(c) {
            return Err(BadName::LooseMarks);
        }
        before = c;
    }
    Ok(())
}

/// Counts the combining marks of each character of a text.
#[derive(Default)]
pub(crate) struct MarksInARow {
    all: usize,
    /// Those that stand above or below it.
    stacked: usize,
}

impl MarksInARow {
    /// Counts the next character; false if it is a mark too many.
    pub(crate) fn have_room_for(&mut self, c: char) -> bool {
        if !is_combining_mark(c) {
            *self = Self::default();
            return true;
        }
        self.all += 1;
        self.stacked += usize::from(c.general_category() != GeneralCategory::SpacingMark);
        self.stacked <= MAX_MARKS_IN_A_ROW && self.all <= MAX_MARKS_WITH_SPACING
    }
}

/// Whether a character is reserved for tags and bots: brackets of any kind, signs like `#`, and robots.
fn is_mark(c: char) -> bool {
    use GeneralCategory::{ClosePunctuation, OpenPunctuation};
    matches!(c.general_category(), OpenPunctuation | ClosePunctuation)
        || is_other_bracket(c)
        || matches!(
            c,
            '#' | '<' | '>' | '♯' | '⋕' | '⌗' | '⧣' | '⧤' | '⧥' | '＃'
        )
        || matches!(c, '\u{1f916}' | '\u{1f9be}' | '\u{1f9bf}')
}

/// Brackets that Unicode classifies as symbols, quotes or combining marks: parts of large brackets, horizontal ones, and those of
/// music, of editors and above letters.
const fn is_other_bracket(c: char) -> bool {
    matches!(c, '\u{239b}'..='\u{23ad}' | '\u{23b0}'..='\u{23b1}' | '\u{23b4}'..='\u{23b6}')
        || matches!(c, '\u{23dc}'..='\u{23e1}' | '\u{1d114}'..='\u{1d115}')
        || matches!(c, '\u{2e02}'..='\u{2e05}' | '\u{2e09}'..='\u{2e0a}')
        || matches!(c, '\u{2e0c}'..='\u{2e0d}' | '\u{2e1c}'..='\u{2e1d}')
        || matches!(c, '\u{1abb}'..='\u{1abe}' | '\u{1ac1}'..='\u{1ac5}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<&str, BadName>) {
        let name = PlayerName::try_from(text.to_owned());
        assert_eq!(
            name.as_ref().map(PlayerName::as_str).map_err(|bad| *bad),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn a_name_is_normalised_with_single_blanks_and_without_what_cannot_be_seen() {
        for (text, name) in [
            ("  阿明 ", "阿明"),
            ("Li\u{3000}\t n", "Li n"),
            ("Ｌｉｎ", "Lin"),
            ("e\u{301}ve", "éve"),
            ("a\u{202e}b\u{200b}c\u{0}", "abc"),
            ("x\u{e000}\u{2066}y", "xy"),
            ("👩\u{200d}🚀", "👩🚀"),
        ] {
            check(text, Ok(name));
        }
    }

    #[test]
    fn a_name_is_bounded_in_characters_bytes_and_marks() {
        check(&"x".repeat(24), Ok(&"x".repeat(24)));
        check(&"爵".repeat(24), Ok(&"爵".repeat(24)));
        check("a\u{323}\u{302}\u{307}\u{308}", Ok("ậ\u{307}\u{308}"));
        // Burmese: five marks, of which three are vowels and medials with a place of their own.
        check("လျှော့", Ok("လျှော့"));
        for (text, bad) in [
            ("x".repeat(25), BadName::TooLong),
            ("🦀".repeat(19), BadName::TooLong),
            ("x".repeat(10_000), BadName::TooLong),
            ("\u{fdfa}\u{fdfa}".to_owned(), BadName::TooLong),
            ("   ".to_owned(), BadName::Empty),
            ("\u{200b}\u{ad}".to_owned(), BadName::Empty),
            (format!("x{}", "\u{334}".repeat(4)), BadName::LooseMarks),
            (format!("က{}", "\u{102c}".repeat(7)), BadName::LooseMarks),
            ("\u{334}x".to_owned(), BadName::LooseMarks),
            ("x \u{334}".to_owned(), BadName::LooseMarks),
        ] {
            check(&text, Err(bad));
        }
    }

    #[test]
    fn nobody_takes_the_marks_of_computer_players_and_tags() {
        for text in [
            "Lin [bot]",
            "Lin ［bot］",
            "Lin 【bot】",
            "Lin ⟦bot⟧",
            "Lin (bot)",
            "Lin❲bot❳",
            "Lin ⎧bot⎫",
            "Lin ⎛bot⎞",
            "Lin ⎰bot⎱",
            "Lin ⎴bot⎵",
            "Lin ⏞bot⏟",
            "Lin ⸂bot⸃",
            "Lin b\u{1ac1}ot\u{1ac2}",
            "Lin 𝄕bot",
            "Lin <bot>",
            "Lin 🤖",
            "Lin#4821",
            "Lin ＃4821",
            "Lin ♯4821",
            "Lin﹟1",
        ] {
            let name = PlayerName::try_from(text.to_owned());
            assert!(matches!(name, Err(BadName::Mark(_))), "{text}: {name:?}");
        }
    }

    #[test]
    fn a_name_is_written_in_one_script_and_latin_goes_with_chinese_japanese_and_korean() {
        for text in [
            "Ольга",
            "Ελένη",
            "علی رضا",
            "محمد ۲۲",
            "مریم 1402",
            "שרה",
            "အောင်ဆန်း",
            "ᏣᎳᎩ",
            "阿明 Ming",
            "Ming 阿明 88",
            "さくらサクラ桜 Sakura",
            "김민수 Kim",
            "ㄅㄆ阿明 Lin",
            "阿依古丽·买买提",
            "Đặng Thị Ngọc",
            "O’Connor-Łukasz 3",
            "👑 Lin ★",
            "रवि",
            "முருகன்",
        ] {
            let name = PlayerName::try_from(text.to_owned());
            assert!(name.is_ok(), "{text}: {name:?}");
        }
        for text in [
            "Lіn",
            "Linа",
            "Ольга Lin",
            "Ελ Lin",
            "علی Ali",
            "阿明 Ольга",
            "ᎪᏞin",
            "김さくら",
        ] {
            check(text, Err(BadName::MixedScripts));
        }
    }

    #[test]
    fn a_name_of_before_is_kept_as_far_as_it_may_be() {
        for (text, name) in [
            ("Lin", "Lin"),
            ("Support", "Support"),
            ("adm!n", "adm!n"),
            ("Lіn", "Lіn"),
            ("Lin [the bot]", "Lin the bot"),
            ("Lin ⎧the bot⎫", "Lin the bot"),
            ("[bot]", NAMELESS),
            ("", NAMELESS),
            (&"x".repeat(30), &"x".repeat(24)),
        ] {
            assert_eq!(PlayerName::restored(text).as_str(), name);
            let read: PlayerName = serde_json::from_value(text.into()).expect("any text is read");
            assert_eq!(read.as_str(), name);
        }
    }

    #[test]
    fn a_device_is_called_as_much_of_a_text_as_fits_into_a_name() {
        for (text, name) in [
            (" Lin's  phone (old) ", Some("Lin's phone (old)")),
            (&"x".repeat(30), Some("xxxxxxxxxxxxxxxxxxxxxxxx")),
            ("a\u{202e}b\u{0}", Some("ab")),
            ("\u{200b} ", None),
            (&"x".repeat(2_000), None),
        ] {
            assert_eq!(DeviceName::of(text).as_ref().map(DeviceName::as_str), name);
        }
    }

    #[test]
    fn only_another_name_is_judged_as_a_new_one() {
        let before = PlayerName::restored("Support");
        for (text, expected) in [
            (" Support ", Ok("Support")),
            ("Lin", Ok("Lin")),
            ("support", Err(BadName::Reserved)),
        ] {
            let name = before.changed_to(text.to_owned());
            assert_eq!(
                name.as_ref().map(PlayerName::as_str).map_err(|bad| *bad),
                expected
            );
        }
    }

    proptest! {
        /// A name that was accepted is the same when it is read again.
        #[test]
        fn a_name_stays_what_it_is(text in "(\\PC|\\s|[a-zA-Z\\u{300}-\\u{310}\\u{ac00}\\u{1100}-\\u{11ff}\\u{a0}-\\u{bf}]){0,12}") {
            if let Ok(name) = PlayerName::try_from(text.clone()) {
                prop_assert_eq!(PlayerName::try_from(name.as_str().to_owned()), Ok(name.clone()));
                prop_assert_eq!(PlayerName::restored(name.as_str()), name);
            }
            let restored = PlayerName::restored(&text);
            prop_assert_eq!(PlayerName::restored(restored.as_str()), restored);
        }

        /// A text that `is_simple` accepts is its own normalised form, and within the limits.
        #[test]
        fn a_simple_text_is_its_own_plain_form(text in "[ a-z0-9A-Z]{0,25}|[\x00-\x7f]{0,6}") {
            if is_simple(&text) {
                prop_assert_eq!(plain(&text), text.clone());
                prop_assert_eq!(bounded(&text), Ok(()));
                prop_assert!(!text.chars().any(is_mark));
            }
        }
    }
}
