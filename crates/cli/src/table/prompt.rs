//! What is asked of a player, in lines.

use giog_protocol::server::Now;
use giog_rules::text::{Style, wrapped};
use giog_rules::{Action, Ask, Decision, End, Generals, Pieces};

/// What is asked, and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The question, by which it is known whether it was asked before.
    pub turn: u32,
    /// The lines.
    pub lines: Vec<String>,
    /// Milliseconds until the default is taken; none without a clock, and where nobody waits.
    pub left_ms: Option<u64>,
}

/// What is asked of a player with this hand; nothing where nothing is.
pub fn prompt(
    now: &Now,
    you: Option<giog_rules::Seat>,
    hand: Option<Pieces>,
    style: Style,
) -> Option<Prompt> {
    let turn = now.you.as_ref()?;
    let decision = turn.decision.as_ref()?;
    let mut lines = question(decision, hand, style);
    let mine = now
        .deciding
        .iter()
        .find(|deciding| Some(deciding.seat) == you);
    let left_ms = mine.and_then(|mine| mine.left_ms).filter(|_| decision.must);
    if let (Some(left), Some(bank)) = (left_ms, mine.and_then(|mine| mine.bank_ms)) {
        let bank = if bank > 0 {
            format!(", {} s of them your bank", bank / 1_000)
        } else {
            String::new()
        };
        lines.push(format!("You have {} s{bank}.", left / 1_000));
    }
    Some(Prompt {
        turn: turn.turn,
        lines,
        left_ms,
    })
}

fn question(decision: &Decision, hand: Option<Pieces>, style: Style) -> Vec<String> {
    let text = match &decision.ask {
        Ask::Reveal { stacks } => {
            format!(
                "> Turn up the bottom piece of a stack. Type its number: {}",
                joined(stacks)
            )
        }
        Ask::Take { stacks } => format!("> Take a stack. Type its number: {}", joined(stacks)),
        Ask::Expose { stacks } => {
            format!(
                "> Turn a stack face up. Type its number: {}",
                joined(stacks)
            )
        }
        Ask::Throw { round, .. } => {
            format!(
                "> Throw {}. Type rock, paper or scissors.",
                u32::from(*round) + 1
            )
        }
        Ask::End { ends } => {
            let ends: Vec<&str> = ends
                .iter()
                .map(|end| match end {
                    End::Left => "left",
                    End::Right => "right",
                })
                .collect();
            format!("> Name the end to take from. Type {}.", ends.join(" or "))
        }
        Ask::Order { stacks } => format!(
            "> Name the order in which the {stacks} stacks are taken. Type all numbers from 0 to {}, the first taken first.",
            stacks.saturating_sub(1)
        ),
        Ask::TakeBack { pieces, .. } => {
            let pieces = style.pieces(*pieces);
            format!(
                "> You have laid {pieces}. Type back to take it back, while others have still to lay."
            )
        }
        Ask::Play { .. } => return play(decision, hand, style),
    };
    let mut lines = wrapped(0, &text);
    lines.extend(default_line(decision));
    lines
}

fn play(decision: &Decision, hand: Option<Pieces>, style: Style) -> Vec<String> {
    let Ask::Play {
        trick,
        count,
        generals,
        plays,
        ..
    } = &decision.ask
    else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if let Some(hand) = hand {
        lines.push(format!("Your hand: {}", style.pieces(hand)));
    }
    let number = u32::from(*trick) + 1;
    let text = match count {
        Some(1) => format!("> Trick {number}. Lay a piece: type its letter."),
        Some(count) => format!("> Trick {number}. Lay {count} pieces: type their letters."),
        None => format!("> Trick {number}. You lead: type the letters of a combination."),
    };
    lines.extend(wrapped(0, &text));
    match (plays, count) {
        (Some(plays), _) => {
            let legal: Vec<String> = plays.iter().map(ToString::to_string).collect();
            lines.extend(wrapped(0, &format!("Legal: {}", legal.join(" "))));
        }
        (None, Some(count)) => {
            let general = if *generals == Generals::Refused {
                ", generals aside"
            } else {
                ""
            };
            lines.push(format!("Legal: any {count} of your hand{general}"));
        }
        (None, None) => lines.push("Legal: any combination in your hand".to_owned()),
    }
    match generals {
        Generals::Free => {}
        Generals::Refused => lines.push("Generals (K, k) are banned in this trick.".to_owned()),
        Generals::Behead => lines.push("A general (K, k) in this trick beheads you.".to_owned()),
    }
    lines.extend(default_line(decision));
    lines
}

fn default_line(decision: &Decision) -> Option<String> {
    let what = match decision.default.as_ref()? {
        Action::Reveal { stack } | Action::Take { stack } | Action::Expose { stack } => {
            stack.to_string()
        }
        Action::Throw { sign } => sign.name().to_owned(),
        Action::End { end: End::Left } => "left".to_owned(),
        Action::End { end: End::Right } => "right".to_owned(),
        Action::Order { stacks } => stacks
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        Action::Play { pieces } => pieces.clone(),
        Action::TakeBack => "back".to_owned(),
    };
    Some(format!(
        "A dot (.) does what is done when time runs out: {what}"
    ))
}

fn joined(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
