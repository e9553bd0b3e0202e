//! The forms of reviews, one for each family of games.

use giog_rules::{Seat, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::value::RawValue;

use super::games::MAHJONG;
use super::{BoardReview, MahjongReview, MatchReview, ReviewWorker};

/// A review of a match for one seat, in the form of its family of games, which `variant` tells. All have `engine`, `variant`, `seat` and `worker`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Review {
    /// Of a trick game: it has `decisions` and `luck`.
    Tricks(MatchReview),
    /// Of a game on a board: it has `moves` and `accuracy`.
    Boards(BoardReview),
    /// Of mahjong: it has `hands`.
    Mahjong(MahjongReview),
}

/// What tells the form.
#[derive(Deserialize)]
struct Form {
    variant: Variant,
}

impl<'de> Deserialize<'de> for Review {
    /// From JSON alone.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        read(json.get()).map_err(de::Error::custom)
    }
}

/// Reads the form that the variant has.
fn read(json: &str) -> Result<Review, serde_json::Error> {
    let Form { variant } = serde_json::from_str(json)?;
    match variant {
        Variant::Tricks(_) => serde_json::from_str(json).map(Review::Tricks),
        Variant::Board(_) => serde_json::from_str(json).map(Review::Boards),
        MAHJONG => serde_json::from_str(json).map(Review::Mahjong),
        Variant::Tiles(game) => Err(de::Error::custom(format_args!(
            "`variant`: there are no reviews of `{game}`"
        ))),
    }
}

impl Review {
    /// The version of the engine.
    pub const fn engine(&self) -> u32 {
        match self {
            Self::Tricks(review) => review.engine,
            Self::Boards(review) => review.engine,
            Self::Mahjong(review) => review.engine,
        }
    }

    /// The seat.
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Tricks(review) => review.seat,
            Self::Boards(review) => review.seat,
            Self::Mahjong(review) => review.seat,
        }
    }

    /// Says that a worker outside the server computed it, and which decisions the server has computed, too.
    pub fn set_worker(&mut self, worker: ReviewWorker) {
        match self {
            Self::Tricks(review) => review.worker = Some(worker),
            Self::Boards(review) => review.worker = Some(worker),
            Self::Mahjong(review) => review.worker = Some(worker),
        }
    }

    /// The indices of the actions of its decisions, in order.
    pub fn actions(&self) -> Vec<usize> {
        match self {
            Self::Tricks(review) => review.decisions.iter().map(|one| one.action).collect(),
            Self::Boards(review) => review.moves.iter().map(|one| one.action).collect(),
            Self::Mahjong(review) => {
                let turns = review.hands.iter().flat_map(|hand| &hand.turns);
                turns.map(|one| one.action).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn trick_game() -> Value {
        json!({ "engine": 4, "variant": "giog", "seat": 1, "decisions": [], "result": 0, "fair": 2_500, "skill": 0, "luck": -2_500 })
    }

    #[test]
    fn the_variant_tells_the_form_and_json_stays_as_it_is() {
        let board = json!({ "engine": 4, "variant": "xiangqi", "seat": 0, "result": 0, "accuracy": 10_000, "moves": [] });
        let mahjong = json!({ "engine": 4, "variant": "mahjong", "seat": 0, "hands": [] });
        for (json, is_form) in [
            (
                trick_game(),
                (|review| matches!(review, Review::Tricks(_))) as fn(&_) -> bool,
            ),
            (board, |review| matches!(review, Review::Boards(_))),
            (mahjong, |review| matches!(review, Review::Mahjong(_))),
        ] {
            let text = json.to_string();
            let review: Review = serde_json::from_str(&text).expect("a review");
            assert!(is_form(&review), "{review:?}");
            assert_eq!(serde_json::to_value(&review).ok(), Some(json.clone()));
            // However it is read.
            assert_eq!(serde_json::from_value(json).ok(), Some(review.clone()));
            assert_eq!(serde_json::from_slice(text.as_bytes()).ok(), Some(review));
        }
    }

    #[test]
    fn what_is_no_review_says_which_field_is_wrong() {
        let with = |field: &str, value: Value| {
            let mut review = trick_game();
            review[field] = value;
            review
        };
        let mut without_luck = trick_game();
        without_luck
            .as_object_mut()
            .expect("it is one")
            .remove("luck");
        for (json, told) in [
            (json!({}), "missing field `variant`"),
            (with("variant", json!("chess")), "chess"),
            (
                with("variant", json!("sic-bo")),
                "`variant`: there are no reviews of `sic-bo`",
            ),
            (
                with("variant", json!("xiangqi")),
                "missing field `accuracy`",
            ),
            (with("variant", json!("mahjong")), "missing field `hands`"),
            (without_luck, "missing field `luck`"),
        ] {
            let error = serde_json::from_value::<Review>(json).expect_err("it is none");
            assert!(error.to_string().contains(told), "{told}: {error}");
            assert!(error.is_data(), "{error}");
        }
    }
}
