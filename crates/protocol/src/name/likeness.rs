//! Which names look alike, by Unicode's lists of confusable characters and of scripts (UTS #39).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton as prototype;
use unicode_security::mixed_script::AugmentedScriptSet;

/// After this number of passes [`look`] no longer changes: a capital, its small letter, and the letter that this looks like.
const PASSES: usize = 3;

/// A text that is equal for all names that look alike: without case, accents, blanks and punctuation.
pub(super) fn skeleton(name: &str) -> String {
    let lower = bare(name).collect::<String>().to_lowercase();
    bare(&lower)
        .filter(|c| c.is_alphanumeric())
        .flat_map(|c| look(c).chars().collect::<Vec<_>>())
        .collect()
}

/// The text without compatibility forms (NFKD), accents and other combining marks.
pub(super) fn bare(text: &str) -> impl Iterator<Item = char> + '_ {
    text.nfkd().filter(|&c| !is_combining_mark(c))
}

/// The representative of all letters that look like this one: small Latin letters if possible; letters that are one stroke become `i`.
/// It may have several letters (`rn` for `m`).
pub(super) fn look(c: char) -> String {
    let mut text = c.to_string();
    for _ in 0..PASSES {
        let shown: String = prototype(&text).flat_map(char::to_lowercase).collect();
        text = bare(&shown).map(letter).collect();
    }
    text.replace('l', "i")
}

/// The Latin letter for characters that Unicode's list of confusables does not contain: other forms of a letter (small capitals,
/// enclosed letters), and letters that look roughly alike.
fn letter(c: char) -> char {
    let counted = |first: char| {
        let at = u8::try_from(u32::from(c) - u32::from(first)).unwrap_or_default();
        char::from(b'a' + at)
    };
    match c {
        '\u{1f150}'..='\u{1f169}' => counted('\u{1f150}'),
        '\u{1f170}'..='\u{1f189}' => counted('\u{1f170}'),
        '\u{1f1e6}'..='\u{1f1ff}' => counted('\u{1f1e6}'),
        'ᴀ' | 'ᗩ' | 'ⱥ' | 'ɐ' => 'a',
        'ʙ' | 'ᴃ' | 'ß' => 'b',
        'ᴅ' | 'ᴆ' | '∂' => 'd',
        'ᴇ' | 'ⱻ' | 'ǝ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ᓰ' => 'i',
        'ᴊ' => 'j',
        'ĸ' => 'k',
        'ʟ' | 'ᴌ' => 'l',
        'ʍ' => 'm',
        'ɴ' | 'ᴎ' | 'ꮑ' | 'ᑎ' | 'Ո' => 'n',
        'ᴘ' => 'p',
        'ꞯ' => 'q',
        'ʀ' | 'ᴙ' | 'ᴚ' => 'r',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        _ => c,
    }
}

/// Whether the text follows the *highly restrictive* level of UTS #39 for scripts: letters of one script, or Latin letters together
/// with Chinese, Japanese or Korean. Digits, punctuation and pictures belong to every script.
pub(super) fn is_of_one_script(name: &str) -> bool {
    let (mut all, mut others) = (AugmentedScriptSet::default(), AugmentedScriptSet::default());
    let latin = AugmentedScriptSet::for_char('a');
    for c in name.chars() {
        let scripts = AugmentedScriptSet::for_char(c);
        all.intersect_with(scripts);
        let mut with_latin = scripts;
        with_latin.intersect_with(latin);
        if with_latin.is_empty() {
            others.intersect_with(scripts);
        }
    }
    !all.is_empty() || others.hanb || others.jpan || others.kore
}
