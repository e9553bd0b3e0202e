//! Reviews of trick games as lines.

use giog_review::tricks::{
    BetterLine, Choice, KnownPieces, MatchReview, MistakeKind, NamedMistake, Reviewed,
};
use giog_rules::record::text::Style;
use giog_rules::{Pieces, Seat};

use super::{lost_told, points, verdict_told};

/// The review in lines.
pub fn text(review: &MatchReview, style: Style) -> String {
    let mut lines = vec![format!(
        "Seat {}. Of 100 such matches it would win as many, with their error:",
        review.seat
    )];
    for decision in &review.decisions {
        lines.push(String::new());
        lines.extend(told(decision, style));
    }
    let losses = review.decisions.iter();
    let losses: Vec<_> = losses.map(|one| (one.lost, one.verdict)).collect();
    lines.push(String::new());
    lines.push(lost_told(&losses));
    lines.push(format!(
        "Result: {} = fair share {} + skill {} + luck {}.",
        points(review.result),
        points(review.fair),
        points(review.skill),
        points(review.luck)
    ));
    lines.push(String::new());
    lines.join("\n")
}

/// The kind of a mistake, with its number.
pub fn kind_told(mistake: &NamedMistake) -> String {
    const LEFT: &str = "pieces left in hand";
    const TRICK: &str = "pieces in the trick";
    const HIGHER: &str = "higher ones that others could have";
    const LEAD: &str = "pieces of the better lead";
    let (name, counts) = match mistake.kind {
        MistakeKind::KeptGeneral => ("Kept a general", LEFT),
        MistakeKind::SpentGeneral => ("Spent a general", LEFT),
        MistakeKind::WonNeedlessly => ("Won a trick in vain", TRICK),
        MistakeKind::LostInVain => ("Fought for a lost trick", TRICK),
        MistakeKind::GaveUpTrick => ("Gave up a trick", TRICK),
        MistakeKind::LedIntoStrength => ("Led into strength", HIGHER),
        MistakeKind::TooLow => ("Played too low", HIGHER),
        MistakeKind::BrokeCombination => ("Broke up a combination", "pieces of the combination"),
        MistakeKind::TooHigh => (
            "Played too high",
            "higher than the better choice others could have",
        ),
        MistakeKind::LedFew => ("Led too few", LEAD),
        MistakeKind::LedMany => ("Led too many", LEAD),
        MistakeKind::ThrewStrength => ("Threw away strength", HIGHER),
        MistakeKind::Other => ("Another kind of mistake", ""),
    };
    match mistake.count {
        Some(count) => format!("{name} ({counts}: {count})."),
        None => format!("{name}."),
    }
}

/// A decision with its choices.
fn told(decision: &Reviewed, style: Style) -> Vec<String> {
    let verdict = verdict_told(decision.verdict);
    let by = if decision.by.is_player() {
        ""
    } else {
        " (not by the player)"
    };
    let mut lines = vec![format!(
        "Trick {}: {}{by} lost {} ± {}{verdict}.",
        decision.trick + 1,
        style.pieces(decision.laid),
        points(decision.lost),
        points(decision.error),
    )];
    for (choice, open) in decision.choices.iter().zip(&decision.hindsight) {
        let mark = if choice.play == decision.laid {
            '>'
        } else {
            ' '
        };
        let Choice { play, share, error } = choice;
        lines.push(format!(
            "  {mark} {} ± {}   all hands open {} ± {}   {}",
            points(*share),
            points(*error),
            points(open.share),
            points(open.error),
            style.pieces(*play),
        ));
    }
    if let Some(known) = &decision.known {
        lines.extend(known_told(known, style));
    }
    if let Some(mistake) = &decision.mistake {
        lines.push(format!("    {}", kind_told(mistake)));
    }
    if let Some(better) = &decision.better {
        lines.extend(instead(better, style));
    }
    lines
}

/// What the seat could have known for certain.
fn known_told(known: &KnownPieces, style: Style) -> Vec<String> {
    let list = |plays: &[Pieces]| {
        let plays = plays.iter().map(|&play| style.pieces(play));
        plays.collect::<Vec<_>>().join(", ")
    };
    let mut facts = Vec::new();
    let others = [
        ("others held", known.held),
        ("others may have held", known.perhaps.unwrap_or_default()),
    ];
    let others = others.iter().filter(|(_, pieces)| !pieces.is_empty());
    facts.extend(others.map(|&(told, pieces)| format!("{told} {}", style.pieces(pieces))));
    // A hand that is empty needs no words: all see it.
    for hand in known.hands.iter().filter(|hand| hand.size > 0) {
        let (seat, least) = (hand.seat, style.pieces(hand.least));
        if hand.least.len() == hand.size {
            facts.push(format!("seat {seat} held {least} and nothing else"));
            continue;
        }
        if !hand.least.is_empty() {
            facts.push(format!("seat {seat} held {least}"));
        }
        let lacked = known.lacked(hand);
        if !lacked.is_empty() {
            facts.push(format!("seat {seat} held no {}", style.pieces(lacked)));
        }
    }
    if !known.leads.is_empty() {
        facts.push(format!("the lead could be: {}", list(&known.leads)));
    }
    facts.push(if known.wins.is_empty() {
        "nothing was certain to win the trick".to_owned()
    } else {
        format!("certain to win the trick: {}", list(&known.wins))
    });
    let mut lines = vec!["    It could be known for certain:".to_owned()];
    lines.extend(facts.into_iter().map(|fact| format!("      {fact}")));
    lines
}

/// How the match could have gone on with a better choice.
fn instead(better: &BetterLine, style: Style) -> Vec<String> {
    let seats = |seats: &[Seat]| {
        let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
        match &seats[..] {
            [] => "nobody wins".to_owned(),
            [one] => format!("seat {one} wins"),
            many => format!("seats {} win", many.join(", ")),
        }
    };
    let mut lines = vec![format!(
        "    Instead {}, in hindsight, with the hands as they were:",
        style.pieces(better.play)
    )];
    for trick in &better.tricks {
        // From the leader on.
        let seats_from = (trick.leader.index()..).take(trick.plays.len());
        let plays = seats_from.map(|seat| {
            let seat = Seat::new(seat % trick.plays.len());
            let play = trick.plays[seat].unwrap_or_default();
            format!("{seat} {}", style.pieces(play))
        });
        let plays: Vec<String> = plays.collect();
        let winner: Vec<Seat> = trick.winner.into_iter().collect();
        lines.push(format!(
            "      Trick {}: {}: {}",
            trick.trick + 1,
            plays.join(", "),
            seats(&winner)
        ));
    }
    lines.push(format!(
        "      The match: {}",
        seats(&better.outcome.winners)
    ));
    lines
}

#[cfg(test)]
mod tests {
    use giog_review::tricks::KnownHand;

    use super::*;

    #[test]
    fn of_a_hand_that_is_empty_nothing_is_told() {
        let pieces = |text: &str| text.parse::<Pieces>().expect("pieces");
        let hand = |seat, size, held| KnownHand {
            seat: Seat::new(seat),
            size,
            least: pieces(held),
            most: pieces(held),
        };
        let known = KnownPieces {
            held: pieces("R"),
            perhaps: None,
            hands: vec![hand(1, 0, ""), hand(2, 1, "R")],
            leads: Vec::new(),
            wins: Vec::new(),
        };
        let told = known_told(&known, Style::Codes).join("\n");
        assert!(told.contains("seat 2 held R and nothing else"), "{told}");
        assert!(!told.contains("seat 1"), "{told}");
    }
}
