//! The games of each form of reviews.

use giog_rules::Variant;
use giog_rules::tiles::TilesVariant;
use schemars::{Schema, SchemaGenerator, json_schema};

/// The only game of tiles that has reviews.
pub(super) const MAHJONG: Variant = Variant::Tiles(TilesVariant::Mahjong);

/// The schema of `variant` in the form of trick games.
pub(super) fn tricks(_: &mut SchemaGenerator) -> Schema {
    schema(|variant| matches!(variant, Variant::Tricks(_)))
}

/// The schema of `variant` in the form of games on boards.
pub(super) fn boards(_: &mut SchemaGenerator) -> Schema {
    schema(|variant| matches!(variant, Variant::Board(_)))
}

/// The schema of `variant` in the form of mahjong.
pub(super) fn mahjong(_: &mut SchemaGenerator) -> Schema {
    schema(|variant| variant == MAHJONG)
}

fn schema(is_of: fn(Variant) -> bool) -> Schema {
    let games = Variant::ALL.into_iter().filter(|&variant| is_of(variant));
    json_schema!({ "type": "string", "enum": games.map(Variant::id).collect::<Vec<_>>() })
}
