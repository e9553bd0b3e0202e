//! A match as one seat saw it, decision by decision, with what was hidden from it.

use giog_bots::levels::World;
use giog_rules::record::{BadRecord, By, RULES_VERSION, Record};
use giog_rules::tricks::{self, TrickResult, View};
use giog_rules::{Action, BySeat, Decision, Match, Observer, Pieces, Seat, Started};

use crate::WHOLE;

/// The decisions of a seat, and how the match ended.
pub struct History {
    /// What the seat had to lay, in order. Of a play that was taken back only what was laid instead.
    pub decisions: Vec<Asked>,
    /// What was laid in the end, by trick.
    pub tricks: Vec<TrickResult>,
    /// The share of the win that it had, in ten-thousandths.
    pub share: i32,
}

/// A play of the seat.
pub struct Asked {
    /// The index of its action.
    pub action: usize,
    /// The number of its trick, from 0.
    pub trick: u8,
    /// Who decided.
    pub by: By,
    /// What the seat saw.
    pub view: Box<View>,
    /// What was laid.
    pub laid: Pieces,
    /// What was true, without what others have laid at the same time.
    pub truth: World,
    /// The match before its trick was led.
    pub at_lead: Match,
}

impl History {
    /// Replays a record of a trick game. An error if it cannot be replayed.
    pub fn of(record: &Record, seat: Seat) -> Result<Self, BadRecord> {
        if record.rules != RULES_VERSION {
            return Err(BadRecord::Rules(record.rules));
        }
        let Started { mut game, .. } = Match::start(&record.terms()?, record.deal()?, None);
        let (mut decisions, mut dealt, mut plays) = (Vec::<Asked>::new(), None, Vec::new());
        let mut at_lead = game.clone();
        for (index, taken) in record.actions.iter().enumerate() {
            if taken.action.is_take_back() {
                let last = plays.iter().rposition(|&(by, _)| by == taken.seat);
                last.map(|last| plays.remove(last));
                if taken.seat == seat {
                    decisions.pop();
                }
            }
            if let Some(laid) = laid(&game, taken.seat, &taken.action) {
                let hands = *dealt.get_or_insert_with(|| hands(&game, record.seats));
                if plays.len().is_multiple_of(record.seats.into()) {
                    at_lead = game.clone();
                }
                if taken.seat == seat
                    && let Some(view) = sight(&game, seat)
                {
                    decisions.push(Asked {
                        action: index,
                        trick: view.trick.as_ref().map_or(0, |trick| trick.trick),
                        by: taken.by,
                        truth: truth(&view, hands, &plays),
                        view,
                        laid,
                        at_lead: at_lead.clone(),
                    });
                }
                plays.push((taken.seat, laid));
            }
            game.act(taken.seat, &taken.action)
                .map_err(|code| BadRecord::Refused { index, code })?;
        }
        let result = game.result();
        let winners = result.winners().unwrap_or_default();
        let count = i32::try_from(winners.len()).unwrap_or(i32::MAX).max(1);
        let share = if winners.contains(&seat) {
            WHOLE / count
        } else {
            0
        };
        let tricks = result.tricks().map(|result| result.tricks.clone());
        Ok(Self {
            decisions,
            tricks: tricks.unwrap_or_default(),
            share,
        })
    }
}

/// The pieces of a play.
fn laid(game: &Match, seat: Seat, action: &Action) -> Option<Pieces> {
    match (game.decision(seat)?, action) {
        (Decision::Tricks(_), Action::Tricks(tricks::Action::Play { pieces })) => {
            pieces.parse().ok()
        }
        _ => None,
    }
}

fn sight(game: &Match, seat: Seat) -> Option<Box<View>> {
    match game.view(Observer::Seat(seat)) {
        giog_rules::View::Tricks(view) => Some(view),
        _ => None,
    }
}

/// The hands before the first lead.
fn hands(game: &Match, seats: u8) -> BySeat<Pieces> {
    BySeat::from_fn(seats.into(), |seat| {
        let hand = sight(game, seat).and_then(|view| view.hand);
        hand.unwrap_or_default()
    })
}

/// What had happened when this was seen.
fn truth(view: &View, hands: BySeat<Pieces>, plays: &[(Seat, Pieces)]) -> World {
    let mut plays = plays.to_vec();
    if let Some(open) = view.trick.as_ref().filter(|open| open.in_turn.is_none()) {
        // Only the lead counts before all have laid.
        let laid = open.laid.values().filter(|&&laid| laid).count();
        plays.truncate(plays.len() - laid.saturating_sub(1));
    }
    World { hands, plays }
}
