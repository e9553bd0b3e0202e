//! Giog (爵), `docs/RULES.md` §5.

use std::ops::RangeInclusive;

use super::{Variant, VariantInfo};
use crate::{Beheading, GeneralBan, Options};

/// How many can play.
pub(super) const PLAYERS: RangeInclusive<usize> = 2..=4;

/// What the sources play by.
pub(super) const fn default_options(variant: Variant) -> Options {
    let beheading = match variant {
        Variant::Giog => Beheading::Forfeit,
        Variant::GiogWiki => Beheading::Last,
    };
    Options { general_ban: GeneralBan::Refuse, beheading }
}

/// The description for clients.
pub(super) fn describe(_variant: Variant) -> VariantInfo {
    todo!()
}
