//! The reader for records of trick games. The records may be written by anybody.

use super::actions::{BadAction, LineAction, read_actions};
use super::json::{Malformed, Object, integer, shown, value};
use super::tiles;
use crate::families::tricks::{
    Action, BadDeal, BadPack, BadStack, BadTerms, Ceremony, Deal, Document, Lots, OptionsInput,
    Stack, Terms, Variant,
};
use crate::table::Seat;

/// A record that was read and can be judged.
#[derive(Debug)]
pub(super) struct LineRecord {
    pub terms: Terms,
    pub deal: Deal,
    pub actions: Vec<LineAction<Action>>,
}

/// Why an object is not a record of a trick game.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadLine {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error("{variant} is for {} to {} players, not for {seats}", .variant.players().start(), .variant.players().end())]
    Seats { variant: Variant, seats: String },
    #[error("stack {0}: {1}")]
    Stack(usize, BadStack),
    #[error("`cards`: {0}")]
    Cards(#[from] BadPack),
    #[error(transparent)]
    Deal(#[from] BadDeal),
    #[error(transparent)]
    Action(#[from] BadAction),
}

impl LineRecord {
    /// Reads the record of a match of `variant`.
    pub fn read(variant: Variant, record: &Object<'_>) -> Result<Self, BadLine> {
        let seats = usize::try_from(record.integer("seats")?).ok();
        let seats = seats.filter(|seats| variant.players().contains(seats));
        let seats = seats.ok_or(BadLine::Seats {
            variant,
            seats: shown(record.get("seats")?),
        })?;
        let document = variant.rules().document;
        let options = match (document, record.find("options")?) {
            (Document::Record, Some(raw)) => {
                let object = Object::nested(raw, "options")?;
                if variant.bans_generals() {
                    options(&object)?
                } else {
                    // The options have no meaning in these games and are ignored.
                    OptionsInput::default()
                }
            }
            (Document::Record, None) => OptionsInput::default(),
            (Document::Tiles, _) => {
                tiles::options(record)?;
                OptionsInput::default()
            }
        };
        let terms = Terms::new(variant, seats, options, Ceremony::Players)?;
        let stacks = if variant.rules().has_pack() {
            Vec::new()
        } else {
            stacks(record)?
        };
        let deal = Deal::from_record(&terms, stacks, lots(record, terms)?)?;
        let actions = read_actions::<_, BadLine>(record, |object| match document {
            Document::Record => read_action(object),
            Document::Tiles => read_tiles_action(object, terms.seats()),
        })?;
        Ok(Self {
            terms,
            deal,
            actions,
        })
    }
}

/// The field `stacks`.
fn stacks(record: &Object<'_>) -> Result<Vec<Stack>, BadLine> {
    let texts = record.texts("stacks")?.into_iter().enumerate();
    texts
        .map(|(index, text)| text.parse().map_err(|bad| BadLine::Stack(index, bad)))
        .collect()
}

/// The fields of a record that are drawn by lot. Fields without a meaning in the variant are ignored.
fn lots(record: &Object<'_>, terms: Terms) -> Result<Lots, BadLine> {
    let rules = terms.variant().rules();
    let optional = |name, asked: bool| match record.find(name)? {
        Some(raw) if asked => integer(raw, name).map(Some),
        _ => Ok(None),
    };
    let dice = match record.find("dice")? {
        Some(_) if rules.has_dice() => {
            let dice = record.list("dice")?.into_iter();
            Some(
                dice.map(|raw| integer(raw, "dice"))
                    .collect::<Result<_, _>>()?,
            )
        }
        _ => None,
    };
    Ok(Lots {
        six: optional("six", rules.has_six(terms.seats()))?,
        exposer: optional("exposer", rules.has_exposer())?,
        dice,
        cards: if rules.has_pack() {
            Some(record.text("cards")?.parse()?)
        } else {
            None
        },
        starter: optional("starter", rules.has_pack())?,
    })
}

/// The field `options` of a record, in a game with the general ban.
fn options(object: &Object<'_>) -> Result<OptionsInput, Malformed> {
    Ok(OptionsInput {
        general_ban: object.word("general_ban")?,
        beheading: object.word("beheading")?,
    })
}

/// Reads an action.
fn read_action(object: &Object<'_>) -> Result<LineAction<Action>, Malformed> {
    let seat = u8::try_from(object.integer("seat")?)
        .ok()
        .and_then(|number| Seat::try_from(number).ok());
    let stack = || object.integer("stack");
    let action = match object.text("do")?.as_str() {
        "reveal" => Action::Reveal { stack: stack()? },
        "take" => Action::Take { stack: stack()? },
        "expose" => Action::Expose { stack: stack()? },
        "throw" => Action::Throw {
            sign: value(object.get("sign")?, "sign")?,
        },
        "end" => Action::End {
            end: value(object.get("end")?, "end")?,
        },
        "order" => {
            let stacks = object.list("stacks")?;
            Action::Order {
                stacks: stacks
                    .into_iter()
                    .map(|raw| integer(raw, "stacks"))
                    .collect::<Result<_, _>>()?,
            }
        }
        "play" => Action::Play {
            pieces: object.text("pieces")?,
        },
        "take_back" => Action::TakeBack,
        _ => return Ok(LineAction { seat, action: None }),
    };
    Ok(LineAction {
        seat,
        action: Some(action),
    })
}

/// Reads an action of a game in `docs/TILES.md`. The arguments of all actions in that document are checked, also of those of other
/// games; actions that only `docs/RECORD.md` has are unknown here.
fn read_tiles_action(object: &Object<'_>, seats: usize) -> Result<LineAction<Action>, Malformed> {
    let seat = tiles::line(object, seats)?.seat;
    let action = match object.text("do")?.as_str() {
        "play" => Some(Action::Play {
            pieces: object.text("pieces")?,
        }),
        "take_back" => Some(Action::TakeBack),
        _ => None,
    };
    Ok(LineAction { seat, action })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(action: &str, expected: Option<(Option<usize>, Option<Action>)>) {
        let parsed = Object::parse(action).and_then(|object| read_action(&object));
        let expected = expected.map(|(seat, action)| LineAction {
            seat: seat.map(Seat::new),
            action,
        });
        assert_eq!(parsed.ok(), expected, "{action}");
    }

    #[test]
    fn numbers_may_be_out_of_every_range_but_must_be_integers() {
        let take = |stack| Some(Action::Take { stack });
        check(
            r#"{"seat":0,"do":"take","stack":-0}"#,
            Some((Some(0), take(0))),
        );
        check(
            r#"{"seat":99999999999999999999999,"do":"take","stack":-7}"#,
            Some((None, take(-7))),
        );
        check(
            r#"{"seat":-1,"do":"take","stack":99999999999999999999}"#,
            Some((None, take(i64::MAX))),
        );
        check(r#"{"seat":0,"do":"take","stack":1.0}"#, None);
        check(r#"{"seat":0,"do":"take","stack":1e1}"#, None);
        check(r#"{"seat":0,"do":"take","stack":"1"}"#, None);
        check(r#"{"seat":true,"do":"take","stack":1}"#, None);
    }

    #[test]
    fn unknown_actions_are_judged_and_broken_ones_are_not() {
        check(
            r#"{"seat":0,"do":"pass","stack":null}"#,
            Some((Some(0), None)),
        );
        check(r#"{"seat":0,"do":"take"}"#, None);
        check(r#"{"seat":0,"do":"play","pieces":["K"]}"#, None);
        check(r#"{"seat":0,"do":"throw","sign":"well"}"#, None);
        check(r#"{"seat":0,"do":"throw","sign":{"rock":null}}"#, None);
        check(r#"{"seat":0,"seat":1,"do":"take_back"}"#, None);
        check(r#"[0,"take_back"]"#, None);
    }

    #[test]
    fn other_fields_may_hold_anything() {
        let deep = format!(
            r#"{{"seat":0,"do":"take_back","x":{}{},"x":1e999}}"#,
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        check(&deep, Some((Some(0), Some(Action::TakeBack))));
    }
}
