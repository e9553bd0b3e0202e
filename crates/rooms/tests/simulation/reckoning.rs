//! What follows from public information by the rules: whose decision is open, who is first, who has won a trick or the match. Written from
//! `docs/RULES.md` alone, so that an error of the game is not repeated here. It does not check which play beats which, and what may be
//! taken.

use giog_rules::tricks::{
    Beheading, Layout, OpenTrick, SeenTrick, Shape, Sign, ThrownRound, WonBy,
};
use giog_rules::tricks::{Outcome, Variant, View};
use giog_rules::{BySeat, Piece, Pieces, Seat, Stage};
use serde::Deserialize;

use crate::games::facts;

/// How a game differs from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Reckoning {
    pub opening: Opening,
    pub plays: Plays,
    /// Whether turns go to the left; none if the order is one of priority.
    clockwise: Option<bool>,
    ban: bool,
    /// The highest level that wins anything in the first trick.
    highest_first: u8,
    goal: Goal,
}

/// How the first player is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    Reveals,
    Exposure,
    Throws,
    Dice,
    /// A pack is dealt, starting with the starter.
    Pack,
}

/// How plays are laid and turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    /// All at once; among equal ones the first in order wins.
    Together,
    /// All at once; a tie for the highest is set aside.
    TogetherOrAside,
    /// In order; a play is turned up only if it beats the best so far.
    IfHigher,
    /// Laid in turn, and face up if at least as high as the best.
    InTurn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    Pieces,
    Scores,
    ScoresAndGenerals,
    LastTrick,
}

/// After this number of rounds in a row without anybody dropping out, the lowest seat starts (§7).
const ROUNDS_IN_VAIN: usize = 8;
/// What everybody else pays for the last trick if it is won with a general (§9).
const PAID: i32 = 2;

impl Reckoning {
    /// From the folder of the game (`crates/rules/tests/games`).
    pub fn of(variant: Variant) -> Self {
        let facts = facts(variant).tricks.clone();
        serde_json::from_value(facts).expect("a trick game's facts")
    }

    /// The seats that the match waits for, ascending; none if this follows from ties that a view does not show.
    pub fn waits_for(self, view: &View) -> Option<Vec<Seat>> {
        let waiting = match (view.stage, &view.trick, &view.order, &view.throws) {
            (Stage::Over, ..) => Vec::new(),
            (Stage::Play, Some(trick), ..) => match (&trick.kind, &trick.in_turn) {
                (None, _) => vec![trick.leader],
                (_, Some(in_turn)) => vec![in_turn.next],
                _ => trick
                    .laid
                    .seats()
                    .filter(|&seat| !trick.laid[seat])
                    .collect(),
            },
            (_, _, Some(order), _) if self.opening == Opening::Dice => vec![order[0]],
            (_, _, Some(order), _) => {
                let is_taken = view.stacks.iter().any(|stack| stack.taken_by.is_some());
                vec![order[usize::from(is_taken)]]
            }
            (.., Some(throws)) => {
                let contestants = throws.contestants.iter().copied();
                contestants.filter(|&seat| !throws.thrown[seat]).collect()
            }
            _ if self.opening == Opening::Exposure => vec![view.layout.exposer?],
            _ => return None,
        };
        Some(waiting)
    }

    pub fn check_layout(self, layout: &Layout) {
        let shape = match self.opening {
            Opening::Reveals => Shape::Rows,
            Opening::Exposure | Opening::Throws => Shape::Circle,
            Opening::Dice => Shape::Row,
            Opening::Pack => Shape::Pack,
        };
        assert_eq!(layout.shape, shape);
        let rows = if shape == Shape::Rows {
            layout.heights.len()
        } else {
            0
        };
        assert_eq!(
            layout.rows.len(),
            rows,
            "rows belong to seats, or to nobody"
        );
        assert_eq!(layout.exposer.is_some(), self.opening == Opening::Exposure);
        assert_eq!(layout.dice.is_some(), self.opening == Opening::Dice);
    }

    /// The order contains all seats, from the first one on, in the direction of the game.
    pub fn check_order(self, view: &View, order: &[Seat]) {
        let seats = view.hand_sizes.len();
        let mut all = order.to_vec();
        all.sort_unstable();
        assert!(all.into_iter().eq(view.hand_sizes.seats()));
        let Some(clockwise) = self.clockwise else {
            return;
        };
        let step = if clockwise { 1 } else { seats - 1 };
        for pair in order.windows(2) {
            assert_eq!(pair[1].index(), (pair[0].index() + step) % seats, "in turn");
        }
        if self.opening != Opening::Pack {
            assert_eq!(Some(order[0]), self.first(view), "who is first");
        }
    }

    fn first(self, view: &View) -> Option<Seat> {
        let seats = view.hand_sizes.len();
        match self.opening {
            // By the previous match, or by lot.
            Opening::Reveals | Opening::Pack => None,
            Opening::Exposure => {
                let up = view.stacks.iter().flat_map(|stack| &stack.up);
                let sum: usize = up.map(|&piece| exposed_value(piece)).sum();
                let exposer = view.layout.exposer?;
                Some(Seat::new((exposer.index() + sum) % seats))
            }
            Opening::Throws => {
                let left = &view.thrown.last()?.contestants;
                let rounds = view.thrown.iter().rev();
                let nobody_left = |round: &&ThrownRound| {
                    round.signs.values().flatten().count() == round.contestants.len()
                };
                let in_vain = rounds.take_while(nobody_left).count();
                let settled = left.len() == 1 || in_vain == ROUNDS_IN_VAIN;
                settled.then_some(left[0])
            }
            Opening::Dice => {
                let dice = view.layout.dice?;
                let highest = dice.values().max()?;
                dice.seats().find(|&seat| dice[seat] == *highest)
            }
        }
    }

    /// The winner of a trick, from its visible plays. `view` is from before the trick was finished.
    pub fn check_trick(self, view: &View, open: &OpenTrick, trick: &SeenTrick) {
        assert_eq!((trick.trick, trick.leader), (open.trick, open.leader));
        assert_eq!(Some(trick.kind), open.kind, "the type that was led");
        for (seat, play) in trick.plays.iter() {
            let own = view.you == Some(seat);
            assert_eq!(play.is_some(), trick.shown[seat] || own, "who sees a play");
            assert!(!own || *play == open.yours, "a play is what was laid");
            let count = play.map(Pieces::len);
            assert!(count.is_none() || count == open.count);
        }
        assert!(trick.shown[trick.leader], "the lead is turned up");
        let mut shown = trick.plays.values().zip(trick.shown.values());
        let too_high = |play: &Pieces| play.iter().any(|piece| piece.level() > self.highest_first);
        assert!(
            trick.trick > 0 || !shown.any(|(play, &up)| up && play.as_ref().is_some_and(too_high)),
            "what wins nothing stays face down"
        );
        let is_tied = self.plays == Plays::TogetherOrAside && trick.won_by == WonBy::Nobody;
        assert_eq!(trick.winner.is_none(), is_tied, "who has the trick");
        match (self.plays, &open.in_turn) {
            (Plays::InTurn, Some(in_turn)) => {
                assert_eq!(trick.shown, in_turn.up.map(|_, up| up.is_some()));
                assert_eq!(trick.winner, in_turn.best, "the last on top wins");
            }
            (Plays::IfHigher, _) => {
                let order = view.order.as_ref().expect("the order is known");
                let first = order.iter().position(|&seat| seat == trick.leader);
                let turns = order.iter().cycle().skip(first.expect("a place"));
                let shown = turns.take(order.len()).filter(|&&seat| trick.shown[seat]);
                assert_eq!(
                    trick.winner.as_ref(),
                    shown.last(),
                    "the last to beat all before"
                );
            }
            _ => assert!(trick.shown.values().all(|&shown| shown)),
        }
        let beheaded = match self.plays {
            // The generals in a play that stays face down are not known before the end.
            Plays::IfHigher => Vec::new(),
            _ => self.beheaded_in(view, trick),
        };
        assert_eq!(trick.beheaded, beheaded, "who is beheaded");
    }

    /// The seats that laid a general in the first or the last trick.
    fn beheaded_in(self, view: &View, trick: &SeenTrick) -> Vec<Seat> {
        let last = view.hand_sizes.values().all(|&size| size == 0);
        let plays = &trick.plays;
        let with_general = |seat: &Seat| plays[*seat].is_some_and(|play| play.generals() > 0);
        let banned = self.ban && (trick.trick == 0 || last);
        plays
            .seats()
            .filter(with_general)
            .filter(|_| banned)
            .collect()
    }

    /// The winners, by all plays. `view` is that of the end, without what is announced then.
    pub fn check_outcome(self, view: &View, outcome: &Outcome) {
        assert_eq!(outcome.captured, view.captured);
        let (first, last) = (view.tricks.first(), view.tricks.last());
        let (first, last) = (first.expect("a trick"), last.expect("a trick"));
        let mut beheaded = [first, last]
            .map(|trick| self.beheaded_in(view, trick))
            .concat();
        beheaded.sort_unstable();
        beheaded.dedup();
        assert_eq!(outcome.beheaded, beheaded, "who was beheaded");
        let has_forfeited =
            |seat| view.options.beheading == Some(Beheading::Forfeit) && beheaded.contains(&seat);
        let counted: BySeat<i32> = view
            .captured
            .map(|seat, &count| if has_forfeited(seat) { 0 } else { count.into() });
        let scores = self.scores(view, counted, last);
        assert_eq!(outcome.scores, scores, "scores");
        let ranks_last = |seat: &Seat| {
            view.options.beheading == Some(Beheading::Last) && beheaded.contains(seat)
        };
        let points = scores.unwrap_or(counted);
        let mut candidates: Vec<Seat> = points.seats().filter(|seat| !ranks_last(seat)).collect();
        let most = candidates.iter().map(|&seat| points[seat]).max();
        candidates.retain(|&seat| Some(points[seat]) == most);
        let winners = if self.goal == Goal::LastTrick {
            last.winner.into_iter().collect()
        } else if candidates.is_empty() {
            points.seats().collect()
        } else {
            candidates
        };
        assert_eq!(outcome.winners, winners, "who wins");
    }

    fn scores(self, view: &View, counted: BySeat<i32>, last: &SeenTrick) -> Option<BySeat<i32>> {
        if !matches!(self.goal, Goal::Scores | Goal::ScoresAndGenerals) {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "at most MAX_SEATS"
        )]
        let seats = counted.len() as i32;
        let pieces: u32 = view
            .tricks
            .iter()
            .flat_map(|trick| trick.plays.values().flatten())
            .map(|play| u32::from(play.len()))
            .sum();
        let base = pieces.cast_signed() / seats;
        let with_general = |seat: &Seat| last.plays[*seat].is_some_and(|play| play.generals() > 0);
        let payee = last
            .winner
            .filter(with_general)
            .filter(|_| self.goal == Goal::ScoresAndGenerals);
        Some(counted.map(|seat, count| {
            let paid = match payee {
                Some(payee) if payee == seat => PAID * (seats - 1),
                Some(_) => -PAID,
                None => 0,
            };
            count - base + paid
        }))
    }
}

/// The seats with the losing one of two signs drop out.
pub fn check_thrown(round: &ThrownRound) {
    let signs: Vec<Sign> = round.signs.values().flatten().copied().collect();
    let has = |sign| signs.contains(&sign);
    let losing = match (has(Sign::Rock), has(Sign::Paper), has(Sign::Scissors)) {
        (true, true, false) => Some(Sign::Rock),
        (false, true, true) => Some(Sign::Paper),
        (true, false, true) => Some(Sign::Scissors),
        _ => None,
    };
    let stays = |seat: &Seat| round.signs[*seat].is_some_and(|sign| Some(sign) != losing);
    let left: Vec<Seat> = round.signs.seats().filter(stays).collect();
    assert_eq!(round.contestants, left, "who is left");
}

/// The value of an exposed piece (§6).
fn exposed_value(piece: Piece) -> usize {
    match piece {
        Piece::BlackSoldier => 8,
        Piece::RedSoldier => 1,
        Piece::RedCannon | Piece::BlackCannon => 7,
        Piece::RedHorse | Piece::BlackHorse => 6,
        Piece::RedChariot | Piece::BlackChariot => 5,
        Piece::RedElephant | Piece::BlackElephant => 4,
        Piece::RedGuard | Piece::BlackGuard => 3,
        Piece::RedGeneral | Piece::BlackGeneral => 2,
    }
}
