//! How pieces are shown, as the option `--codes` says.

use giog_rules::text::Style;

/// As letters only, or with Chinese characters.
pub const fn of(codes: bool) -> Style {
    if codes { Style::Codes } else { Style::Both }
}
