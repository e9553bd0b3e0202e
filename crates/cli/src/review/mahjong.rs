//! A review of mahjong in lines.

use giog_review::mahjong::{
    MahjongHandType, MahjongReview, ReviewedTurn, TurnChoice, TurnMistake, TurnMistakeKind,
};
use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::{Claim, TilesAction};

use super::{left_out_told, points};

/// The review in lines.
pub fn text(review: &MahjongReview) -> String {
    let mut lines = vec![format!(
        "Seat {}. What each choice leaves: tiles to ready, the tiles that help and how many of each it has not seen, and of 100 such discards so many are claimed for a win:",
        review.seat
    )];
    for hand in &review.hands {
        lines.push(String::new());
        lines.push(format!("Hand {}", hand.deal + 1));
        for turn in &hand.turns {
            lines.extend(told(turn));
        }
    }
    let turns = review.hands.iter().flat_map(|hand| &hand.turns);
    let looked_at = turns.clone().count();
    let mistakes: Vec<&TurnMistake> = turns.filter_map(|turn| turn.mistake.as_ref()).collect();
    let count = |kind| {
        mistakes
            .iter()
            .filter(|mistake| mistake.kind == kind)
            .count()
    };
    lines.push(String::new());
    lines.push(format!(
        "Discards that were certainly worse than others: farther from ready {}, with fewer tiles that help {}.",
        count(TurnMistakeKind::Farther),
        count(TurnMistakeKind::Fewer)
    ));
    lines.extend(left_out_told(looked_at, review.left_out));
    lines.push(String::new());
    lines.join("\n")
}

/// A decision with its choices.
fn told(turn: &ReviewedTurn) -> Vec<String> {
    let by = if turn.by.is_player() {
        ""
    } else {
        " (not by the player)"
    };
    let asked = match &turn.pending {
        Some(pending) => format!("seat {}'s {}: ", pending.seat, pending.tile),
        None => String::new(),
    };
    let action_of = |at: usize| turn.choices.get(at).map(|choice| action(&choice.action));
    let did = action_of(turn.chosen).unwrap_or_default();
    let mistake = turn.mistake.as_ref().map(|mistake| {
        let better = action_of(mistake.better).unwrap_or_default();
        let count = mistake.count;
        match mistake.kind {
            TurnMistakeKind::Farther => format!(", {count} farther from ready than {better}"),
            TurnMistakeKind::Fewer => format!(", {count} fewer tiles that help than {better}"),
        }
    });
    let mut lines = vec![format!("  {asked}{did}{by}{}", mistake.unwrap_or_default())];
    for (at, choice) in turn.choices.iter().enumerate() {
        let mark = if at == turn.chosen { '>' } else { ' ' };
        lines.push(format!("    {mark} {}", choice_told(choice)));
    }
    if !turn.waited.is_empty() {
        let waited = turn.waited.iter();
        let waited = waited.map(|waits| format!("seat {} for {}", waits.seat, waits.tiles));
        let waited: Vec<String> = waited.collect();
        lines.push(format!(
            "      In hindsight, there waited {}.",
            waited.join(", ")
        ));
    }
    lines
}

fn choice_told(choice: &TurnChoice) -> String {
    let mut parts = vec![action(&choice.action)];
    parts.push(match (choice.faan, choice.to_ready) {
        (Some(faan), _) => format!("{faan} faan"),
        (None, Some(0)) => "ready".to_owned(),
        (None, Some(far)) => format!("{far} to ready"),
        (None, None) if is_win(&choice.action) => "the hand".to_owned(),
        (None, None) => "no hand that may win any more".to_owned(),
    });
    if !choice.helps.is_empty() {
        parts.push(helps(choice));
    }
    if !choice.toward.is_empty() {
        let types: Vec<&str> = choice.toward.iter().copied().map(type_told).collect();
        parts.push(types.join(" or "));
    }
    if let Some(danger) = choice.danger {
        parts.push(format!("danger {}", points(danger.into())));
    }
    parts.join("   ")
}

const fn is_win(action: &TilesAction) -> bool {
    matches!(
        action,
        TilesAction::Win | TilesAction::Claim { claim: Claim::Win }
    )
}

/// The tiles that help, each with the number of those that are not seen, and of the last tile with the faan.
fn helps(choice: &TurnChoice) -> String {
    let sum: u32 = choice.left.iter().copied().map(u32::from).sum();
    let tiles = Tile::read(&choice.helps).unwrap_or_default();
    let each = tiles.iter().zip(&choice.left).enumerate();
    let each = each.map(|(at, (tile, left))| {
        let faan = match (choice.discarded.get(at), choice.drawn.get(at)) {
            (Some(Some(discarded)), Some(Some(drawn))) if discarded == drawn => {
                format!(" ({drawn} faan)")
            }
            (Some(Some(discarded)), Some(Some(drawn))) => format!(" ({discarded} or {drawn} faan)"),
            (Some(None), Some(Some(drawn))) => format!(" ({drawn} faan, drawn alone)"),
            _ => String::new(),
        };
        format!("{}×{left}{faan}", tile.text())
    });
    let each: Vec<String> = each.collect();
    format!("{sum} tiles: {}", each.join(" "))
}

fn action(action: &TilesAction) -> String {
    match action {
        TilesAction::Discard { tile } => tile.clone(),
        TilesAction::Kong { tile } => format!("kong {tile}"),
        TilesAction::Claim { claim } => match claim {
            Claim::Pass => "pass".to_owned(),
            Claim::Chow { tiles } => format!("chow with {tiles}"),
            Claim::Pung => "pung".to_owned(),
            Claim::Kong => "kong".to_owned(),
            Claim::Win => "win".to_owned(),
        },
        _ => "win".to_owned(),
    }
}

const fn type_told(of: MahjongHandType) -> &'static str {
    match of {
        MahjongHandType::AllChows => "all chows",
        MahjongHandType::AllTriplets => "all triplets",
        MahjongHandType::MixedSuit => "mixed suit",
        MahjongHandType::OneSuit => "one suit",
        MahjongHandType::ValuedPungs => "valued pungs",
        MahjongHandType::ThirteenOrphans => "thirteen orphans",
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::tiles::mahjong::{Pending, PendingKind};
    use giog_rules::{Seat, Variant};

    use super::*;

    fn discard(tile: &str, to_ready: u8, danger: u16) -> TurnChoice {
        let tile = tile.to_owned();
        TurnChoice {
            action: TilesAction::Discard { tile },
            to_ready: Some(to_ready),
            helps: String::new(),
            left: Vec::new(),
            discarded: Vec::new(),
            drawn: Vec::new(),
            toward: Vec::new(),
            faan: None,
            danger: Some(danger),
        }
    }

    #[test]
    fn a_decision_is_told_with_its_choices() {
        let ready = TurnChoice {
            helps: "36m".to_owned(),
            left: vec![4, 1],
            discarded: vec![Some(3), None],
            drawn: vec![Some(4), Some(3)],
            toward: vec![MahjongHandType::MixedSuit, MahjongHandType::ValuedPungs],
            ..discard("9s", 0, 105)
        };
        let turn = ReviewedTurn {
            action: 7,
            window: 3,
            by: giog_rules::record::By::Player,
            pending: None,
            chosen: 1,
            choices: vec![ready, discard("1z", 2, 310)],
            mistake: Some(TurnMistake {
                kind: TurnMistakeKind::Farther,
                better: 0,
                count: 2,
            }),
            waited: vec![giog_review::mahjong::SeatWaits {
                seat: Seat::new(3),
                tiles: "1z".to_owned(),
            }],
        };
        assert_eq!(
            told(&turn),
            [
                "  1z, 2 farther from ready than 9s",
                "      9s   ready   5 tiles: 3m×4 (3 or 4 faan) 6m×1 (3 faan, drawn alone)   mixed suit or valued pungs   danger 1.1",
                "    > 1z   2 to ready   danger 3.1",
                "      In hindsight, there waited seat 3 for 1z.",
            ]
        );
        let claim = |claim| TurnChoice {
            action: TilesAction::Claim { claim },
            to_ready: None,
            danger: None,
            ..discard("1z", 0, 0)
        };
        let win = TurnChoice {
            faan: Some(5),
            ..claim(Claim::Win)
        };
        let asked = ReviewedTurn {
            pending: Some(Pending {
                kind: PendingKind::Discard,
                seat: Seat::new(2),
                tile: "5p".to_owned(),
            }),
            choices: vec![win, claim(Claim::Pass)],
            mistake: None,
            waited: Vec::new(),
            ..turn
        };
        assert_eq!(
            told(&asked),
            [
                "  seat 2's 5p: pass",
                "      win   5 faan",
                "    > pass   no hand that may win any more",
            ]
        );
        let review = MahjongReview {
            engine: 4,
            variant: "mahjong".parse::<Variant>().expect("a game"),
            seat: Seat::new(0),
            hands: Vec::new(),
            left_out: 12,
            worker: None,
        };
        let text = text(&review);
        assert!(text.contains("farther from ready 0"), "{text}");
        assert!(text.contains("Only the first 0 decisions were looked at: 12 more were not."));
    }
}
