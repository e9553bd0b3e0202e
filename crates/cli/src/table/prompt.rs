//! The player's open decision as lines of text.

use giog_protocol::server::Now;
use giog_rules::boards::{BoardDecision, OnTime};
use giog_rules::text::{Style, wrapped};
use giog_rules::tiles::{Claim, TilesAction, TilesAsk, TilesDecision};
use giog_rules::tricks::{Action, Ask, Generals, RowEnd};
use giog_rules::{Decision, May, Pieces, Verb, tricks};

/// The decision, and how long there is for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Its turn.
    pub turn: u32,
    /// The decision and the legal actions. It is the same decision only if the turn is the same too.
    pub lines: Vec<String>,
    /// A line about the time that is left.
    pub clock: Option<String>,
    /// Milliseconds until the default is taken; none without a clock, and if nobody waits for the decision.
    pub left_ms: Option<u64>,
}

/// The player's open decision; `None` if there is none. `hand` are their pieces.
pub fn prompt(
    now: &Now,
    you: Option<giog_rules::Seat>,
    hand: Option<Pieces>,
    style: Style,
) -> Option<Prompt> {
    let turn = now.you.as_ref()?;
    let decision = turn.decision.as_ref()?;
    let mine = now
        .deciding
        .iter()
        .find(|deciding| Some(deciding.seat) == you);
    let left_ms = mine
        .and_then(|mine| mine.left_ms)
        .filter(|_| decision.must());
    let bank = mine.and_then(|mine| mine.bank_ms).filter(|&bank| bank > 0);
    let clock = left_ms.map(|left| {
        let bank = bank.map_or_else(String::new, |bank| {
            format!(", {} s of them from your bank", bank / 1_000)
        });
        format!("You have {} s{bank}.", left / 1_000)
    });
    let mut lines = question(decision, &turn.may, hand, style);
    if left_ms.is_some()
        && matches!(decision, Decision::Board(asked) if asked.on_time == OnTime::Lose)
    {
        lines.push("Whose time runs out loses.".to_owned());
    }
    Some(Prompt {
        turn: turn.turn,
        lines,
        clock,
        left_ms,
    })
}

fn question(
    decision: &Decision,
    off_turn: &[May],
    hand: Option<Pieces>,
    style: Style,
) -> Vec<String> {
    match decision {
        Decision::Tricks(decision) => trick_question(decision, hand, style),
        Decision::Board(decision) => board_question(decision, off_turn),
        Decision::Tiles(decision) => tiles_question(decision),
    }
}

fn tiles_question(decision: &TilesDecision) -> Vec<String> {
    let text = match &decision.ask {
        TilesAsk::Split { tiles, choices, .. } => format!(
            "> Split your tiles {tiles}. Type the lower hand: {}.",
            choices.join(" or ")
        ),
        TilesAsk::Choose { may, .. } => {
            let kinds = may.iter().map(|kind| {
                let tiles = kind
                    .choices
                    .as_ref()
                    .map_or(String::new(), |choices| choices.join(" "));
                match kind.verb {
                    Verb::Kong => format!("kong and one of {tiles}"),
                    Verb::Win => "win".to_owned(),
                    _ => tiles,
                }
            });
            let kinds: Vec<String> = kinds.collect();
            format!(
                "> Your turn. Type a tile to discard it: {}.",
                kinds.join("; or ")
            )
        }
        TilesAsk::Claim {
            pending, choices, ..
        } => {
            let choices = choices.iter().map(typed_claim);
            let choices: Vec<String> = choices.collect();
            format!("> {}: {}?", pending.tile, choices.join(", "))
        }
        TilesAsk::Bet { most, .. } => format!(
            "> Bet at most {most} points. Type what on and how many, such as big 20 single-2 5, or none. `giog variants` lists what there is."
        ),
    };
    let mut lines = wrapped(0, &text);
    let back = match decision.ask {
        TilesAsk::Split { .. } | TilesAsk::Bet { .. } => " `back` takes back what you have laid.",
        TilesAsk::Choose { .. } | TilesAsk::Claim { .. } => "",
    };
    lines.extend(decision.default.as_ref().map(|default| {
        let what = typed_tiles(default);
        format!("A dot (.) takes the default: {what}.{back}")
    }));
    lines
}

/// The most actions that are listed; of more, only the number is shown.
const MAX_TOLD: usize = 60;

/// What to type for an action that is possible while others decide; none for other kinds.
const fn typed_off_turn(verb: Verb) -> Option<&'static str> {
    match verb {
        Verb::Resign => Some("resign"),
        Verb::OfferDraw => Some("draw"),
        Verb::AcceptDraw => Some("accept"),
        Verb::DeclineDraw => Some("decline"),
        Verb::ProposeTakeBack => Some("undo"),
        Verb::AcceptTakeBack => Some("accept undo"),
        Verb::DeclineTakeBack => Some("decline undo"),
        _ => None,
    }
}

fn board_question(decision: &BoardDecision, off_turn: &[May]) -> Vec<String> {
    let mut lines = Vec::new();
    for kind in &decision.may {
        let text = match kind.verb {
            Verb::Move => "> Your move. Type two points, such as h2e2.",
            Verb::Drop => "> Or drop a piece of your reserve. Type it and a point, such as P@e3.",
            Verb::Flip => "> Turn up a piece. Type its point.",
            Verb::Place => "> Place a stone. Type a point.",
            Verb::Remove => "> Remove a stone. Type its point.",
            Verb::Ally => "> Choose an ally. Type the name of a state.",
            Verb::Resign
            | Verb::OfferDraw
            | Verb::AcceptDraw
            | Verb::DeclineDraw
            | Verb::ProposeTakeBack
            | Verb::AcceptTakeBack
            | Verb::DeclineTakeBack
            | Verb::TimeOut
            | Verb::TakeBack
            | Verb::Discard
            | Verb::Kong
            | Verb::Win => {
                continue;
            }
        };
        lines.extend(wrapped(0, text));
        match &kind.choices {
            Some(choices) if choices.len() <= MAX_TOLD => {
                lines.extend(wrapped(0, &format!("Legal: {}", choices.join(" "))));
            }
            Some(choices) => lines.push(format!("Legal: {} of them", choices.len())),
            None => {}
        }
    }
    let also = off_turn.iter().filter_map(|kind| typed_off_turn(kind.verb));
    let also: Vec<&str> = also.collect();
    if !also.is_empty() {
        lines.push(format!("Also: {}.", also.join(", ")));
    }
    lines
}

fn trick_question(decision: &tricks::Decision, hand: Option<Pieces>, style: Style) -> Vec<String> {
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
                    RowEnd::Left => "left",
                    RowEnd::Right => "right",
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
                "> You have laid {pieces}. Type back to take it back, until everybody has laid."
            )
        }
        Ask::Play { .. } => return play(decision, hand, style),
    };
    let mut lines = wrapped(0, &text);
    lines.extend(default_line(decision));
    lines
}

fn play(decision: &tricks::Decision, hand: Option<Pieces>, style: Style) -> Vec<String> {
    let Ask::Play {
        trick,
        lead,
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
    let only_whole_hand = *lead && *trick > 0;
    lines.extend(generals_line(*generals, only_whole_hand).map(ToOwned::to_owned));
    lines.extend(default_line(decision));
    lines
}

/// The line about what a general means in this play, or only if it is the whole hand.
const fn generals_line(generals: Generals, only_whole_hand: bool) -> Option<&'static str> {
    match (generals, only_whole_hand) {
        (Generals::Free, _) => None,
        (Generals::Refused, false) => Some("Generals (K, k) are banned in this trick."),
        (Generals::Behead, false) => Some("A general (K, k) in this trick beheads you."),
        (Generals::Refused, true) => Some(
            "Leading your whole hand makes this the last trick: generals (K, k) are banned in it.",
        ),
        (Generals::Behead, true) => Some(
            "Leading your whole hand makes this the last trick: a general (K, k) in it beheads you.",
        ),
    }
}

fn default_line(decision: &tricks::Decision) -> Option<String> {
    let what = typed_tricks(decision.default.as_ref()?);
    Some(format!("A dot (.) takes the default: {what}"))
}

/// What to type for this action.
pub fn typed(action: &giog_rules::Action) -> String {
    match action {
        giog_rules::Action::Tricks(action) => typed_tricks(action),
        giog_rules::Action::Board(action) => action.typed(),
        giog_rules::Action::Tiles(action) => typed_tiles(action),
    }
}

fn typed_claim(claim: &Claim) -> String {
    match claim {
        Claim::Pass => "pass".to_owned(),
        Claim::Chow { tiles } => format!("chow {tiles}"),
        Claim::Pung => "pung".to_owned(),
        Claim::Kong => "kong".to_owned(),
        Claim::Win => "win".to_owned(),
    }
}

fn typed_tiles(action: &TilesAction) -> String {
    match action {
        TilesAction::Split { low } => low.clone(),
        TilesAction::Bet { bets } if bets.is_empty() => "none".to_owned(),
        TilesAction::Bet { bets } => {
            let bets = bets.iter().map(|bet| format!("{} {}", bet.on, bet.points));
            bets.collect::<Vec<_>>().join(" ")
        }
        TilesAction::Discard { tile } | TilesAction::Kong { tile } => tile.clone(),
        TilesAction::Win => "win".to_owned(),
        TilesAction::Claim { claim } => typed_claim(claim),
        TilesAction::TakeBack => "back".to_owned(),
    }
}

fn typed_tricks(action: &Action) -> String {
    match action {
        Action::Reveal { stack } | Action::Take { stack } | Action::Expose { stack } => {
            stack.to_string()
        }
        Action::Throw { sign } => sign.name().to_owned(),
        Action::End { end: RowEnd::Left } => "left".to_owned(),
        Action::End { end: RowEnd::Right } => "right".to_owned(),
        Action::Order { stacks } => stacks
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        Action::Play { pieces } => pieces.clone(),
        Action::TakeBack => "back".to_owned(),
    }
}

fn joined(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use giog_protocol::RoomId;
    use giog_protocol::server::{Deciding, YourTurn};
    use giog_rules::boards::Choose;
    use giog_rules::tricks::CombinationType;
    use giog_rules::{Seat, Stage};

    use super::*;

    const ME: Seat = Seat::new(1);

    fn now(ask: Ask, must: bool, default: Option<Action>) -> Now {
        let decision = Decision::Tricks(tricks::Decision {
            decision: 0,
            must,
            stage: Stage::Play,
            ask,
            default,
            actions: None,
            more_actions: false,
        });
        Now {
            room: RoomId(uuid::Uuid::nil()),
            seq: 9,
            deciding: vec![Deciding {
                seat: ME,
                left_ms: Some(88_000),
                bank_ms: Some(60_000),
            }],
            you: Some(YourTurn {
                choices: None,
                may: Vec::new(),
                held: None,
                turn: 3,
                decision: Some(decision),
            }),
            start_left_ms: None,
            bots_left_ms: None,
            pause_left_ms: None,
        }
    }

    fn pieces(text: &str) -> Pieces {
        text.parse().expect("a test's pieces")
    }

    fn follow(generals: Generals, plays: Option<Vec<Pieces>>) -> Now {
        let ask = Ask::Play {
            trick: 1,
            lead: false,
            kind: Some(CombinationType::Pair),
            count: Some(2),
            generals,
            plays,
        };
        let default = Action::Play {
            pieces: "Pp".to_owned(),
        };
        now(ask, true, Some(default))
    }

    fn told(now: &Now) -> Prompt {
        prompt(now, Some(ME), Some(pieces("KPPp")), Style::Codes).expect("something is asked")
    }

    #[test]
    fn a_play_is_asked_for_with_the_hand_what_is_legal_and_the_clock() {
        let listed = follow(Generals::Refused, Some(vec![pieces("Pp"), pieces("PP")]));
        let asked = told(&listed);
        assert_eq!(
            asked.lines,
            [
                "Your hand: KPPp",
                "> Trick 2. Lay 2 pieces: type their letters.",
                "Legal: Pp PP",
                "Generals (K, k) are banned in this trick.",
                "A dot (.) takes the default: Pp",
            ]
        );
        let clock = "You have 88 s, 60 s of them from your bank.";
        assert_eq!(asked.clock.as_deref(), Some(clock));
        let many = told(&follow(Generals::Refused, None)).lines;
        assert!(
            many.contains(&"Legal: any 2 of your hand, generals aside".to_owned()),
            "{many:?}"
        );
    }

    #[test]
    fn a_leader_is_told_that_generals_are_banned_only_in_the_first_trick_or_with_the_whole_hand() {
        let lead = |trick, generals| {
            let ask = Ask::Play {
                trick,
                lead: true,
                kind: None,
                count: None,
                generals,
                plays: Some(["E", "A", "K", "KAE"].map(pieces).to_vec()),
            };
            told(&now(ask, true, None)).lines.pop()
        };
        for (trick, generals, expected) in [
            (
                0,
                Generals::Refused,
                "Generals (K, k) are banned in this trick.",
            ),
            (
                0,
                Generals::Behead,
                "A general (K, k) in this trick beheads you.",
            ),
            (
                3,
                Generals::Refused,
                "Leading your whole hand makes this the last trick: generals (K, k) are banned in it.",
            ),
            (
                3,
                Generals::Behead,
                "Leading your whole hand makes this the last trick: a general (K, k) in it beheads you.",
            ),
            (3, Generals::Free, "Legal: E A K KAE"),
        ] {
            assert_eq!(lead(trick, generals).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_play_that_may_be_taken_back_has_no_clock_and_is_another_question_of_the_same_turn() {
        let ask = Ask::TakeBack {
            trick: 1,
            pieces: pieces("PP"),
        };
        let back = told(&now(ask, false, None));
        assert_eq!((back.clock, back.left_ms), (None, None));
        let next = told(&follow(Generals::Free, None));
        assert_eq!(back.turn, next.turn);
        assert_ne!(back.lines, next.lines);
    }

    #[test]
    fn on_a_board_what_can_be_done_besides_is_what_is_open_then() {
        let kind = |verb| May {
            verb,
            choices: None,
        };
        let decision = BoardDecision {
            decision: 0,
            must: true,
            stage: Stage::Play,
            ask: Choose::default(),
            may: vec![kind(Verb::Move)],
            default: None,
            on_time: OnTime::Move,
            actions: None,
            more_actions: false,
        };
        let mut now = follow(Generals::Free, None);
        for (open, also) in [
            (vec![], None),
            (vec![Verb::Resign], Some("Also: resign.")),
            (
                vec![Verb::Resign, Verb::OfferDraw],
                Some("Also: resign, draw."),
            ),
            (
                vec![Verb::Resign, Verb::AcceptDraw, Verb::DeclineDraw],
                Some("Also: resign, accept, decline."),
            ),
        ] {
            now.you = Some(YourTurn {
                choices: None,
                may: open.into_iter().map(kind).collect(),
                held: None,
                turn: 3,
                decision: Some(Decision::Board(decision.clone())),
            });
            let lines = told(&now).lines;
            let found = lines.iter().find(|line| line.starts_with("Also:"));
            assert_eq!(found.map(String::as_str), also, "{lines:?}");
        }
    }

    #[test]
    fn nothing_is_asked_of_who_has_nothing_to_decide() {
        let mut now = follow(Generals::Free, None);
        now.you = None;
        assert_eq!(prompt(&now, None, None, Style::Both), None);
    }
}
