//! Text for matches of tiles and dice.

use super::frame::{Sight, ending, played};
use super::line::{Style, wrapped};
use super::table::Table;
use crate::families::tiles::dice::{BetResult, Round};
use crate::families::tiles::mahjong::FinishedHand;
use crate::families::tiles::pai_gow::{Against, FinishedDeal};
use crate::families::tiles::{
    Claim, SeenHand, SeenTilesEvent, Stake, TilesOutcome, TilesSight, TilesView,
};
use crate::game::{SeenEvent, Variant};
use crate::record::{Record, Replay};
use crate::table::{BySeat, Observer, Seat};

/// What a part of a match is called in which tiles are dealt, or dice thrown.
const DEAL: &str = "Deal";
const THROW: &str = "Throw";

/// Describes one match of tiles or dice to one observer.
#[derive(Clone, Debug)]
pub struct TilesNarrator {
    table: Table,
    style: Style,
}

impl TilesNarrator {
    pub(super) const fn new(table: Table, style: Style) -> Self {
        Self { table, style }
    }

    /// The heading: the game, how it is won, and who sits where.
    pub(super) fn heading(&self) -> Vec<String> {
        let Variant::Tiles(variant) = self.table.variant else {
            return Vec::new();
        };
        let info = variant.describe();
        self.table
            .heading(self.style, [&info.name, &info.name_chinese, &info.goal])
    }

    /// The name at a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.table.name(seat)
    }

    /// The names of all seats.
    pub(super) const fn names_mut(&mut self) -> &mut BySeat<String> {
        &mut self.table.names
    }

    /// The current state: points, banker, the observer's hand and decisions, and who has decided.
    pub(super) fn picture(&self, view: &TilesView) -> Vec<String> {
        let mut lines = vec![self.points(&view.scores)];
        let begun = |what| self.begun(what, view.deal, view.banker);
        let begun = match &view.sight {
            TilesSight::PaiGow { .. } => Some(begun(DEAL)),
            TilesSight::Dice { .. } => Some(begun(THROW)),
            TilesSight::Mahjong { .. } => None,
        };
        lines.extend(begun.filter(|_| view.outcome.is_none()));
        match &view.sight {
            TilesSight::PaiGow { tiles, low, .. } => {
                lines.extend(tiles.as_ref().map(|tiles| format!("Your tiles: {tiles}.")));
                lines.extend(low.as_ref().map(|low| format!("Your lower hand: {low}.")));
            }
            TilesSight::Dice { bets, .. } => {
                lines.extend(
                    bets.as_ref()
                        .map(|bets| format!("Your bets: {}.", stakes(bets))),
                );
            }
            TilesSight::Mahjong { hand, claim, .. } => {
                lines.extend(hand.iter().flat_map(|hand| self.hand(hand)));
                lines.extend(
                    claim
                        .as_ref()
                        .map(|claim| format!("You claim: {}.", claimed(claim))),
                );
            }
        }
        if !view.decided.is_empty() {
            let decided = view.decided.iter().map(|&seat| self.name(seat));
            let decided: Vec<&str> = decided.collect();
            lines.push(format!("Have decided: {}.", decided.join(", ")));
        }
        if let Some(outcome) = &view.outcome {
            lines.push(self.over(outcome));
        }
        lines.iter().flat_map(|line| wrapped(0, line)).collect()
    }

    /// The lines for an event.
    pub(super) fn tell(&self, event: &SeenTilesEvent) -> Vec<String> {
        let lines = match event {
            SeenTilesEvent::Deal {
                deal,
                banker,
                tiles,
            } => {
                let mut lines = vec![String::new(), self.begun(DEAL, *deal, Some(*banker))];
                lines.extend(tiles.as_ref().map(|tiles| format!("Your tiles: {tiles}.")));
                lines
            }
            SeenTilesEvent::Round { deal, banker, .. } => {
                vec![String::new(), self.begun(THROW, *deal, *banker)]
            }
            SeenTilesEvent::Split { seat, low, .. } => vec![match low {
                Some(low) => format!("{} splits: {low} below.", self.name(*seat)),
                None => format!("{} splits.", self.name(*seat)),
            }],
            SeenTilesEvent::Bet { seat, bets, .. } => vec![match bets {
                Some(bets) => format!("{} bets: {}.", self.name(*seat), stakes(bets)),
                None => format!("{} bets.", self.name(*seat)),
            }],
            SeenTilesEvent::Withdrawn { seat, .. } => {
                vec![format!("{} takes it back.", self.name(*seat))]
            }
            SeenTilesEvent::Splits {
                finished, scores, ..
            } => self.splits(finished, scores),
            SeenTilesEvent::Dice { round, scores, .. } => self.dice(round, scores),
            SeenTilesEvent::Ended(outcome) => vec![String::new(), self.over(outcome)],
            of_mahjong => self.tell_of_mahjong(of_mahjong),
        };
        lines.iter().flat_map(|line| wrapped(0, line)).collect()
    }

    fn tell_of_mahjong(&self, event: &SeenTilesEvent) -> Vec<String> {
        match event {
            SeenTilesEvent::Hand {
                deal,
                dealer,
                round,
                tiles,
                flowers,
                ..
            } => {
                let wind = WINDS[round % WINDS.len()];
                let mut lines = vec![
                    String::new(),
                    format!(
                        "Hand {}, {wind} round; {} deals.",
                        deal + 1,
                        self.name(*dealer)
                    ),
                ];
                lines.extend(tiles.as_ref().map(|tiles| format!("Your tiles: {tiles}.")));
                for (seat, flowers) in flowers.iter().enumerate() {
                    if !flowers.is_empty() {
                        lines.push(format!(
                            "{} lays {flowers} open.",
                            self.name(Seat::new(seat))
                        ));
                    }
                }
                lines
            }
            SeenTilesEvent::Drew {
                seat,
                tile,
                flowers,
                wall,
                ..
            } => {
                let name = self.name(*seat);
                let flowers = flowers.as_ref();
                let flowers = flowers.map(|flowers| self.flowers(*seat, flowers));
                let drew = match tile {
                    Some(tile) => format!("{name} draws {tile}; {wall} left."),
                    None => format!("{name} draws; {wall} left."),
                };
                flowers.into_iter().chain([drew]).collect()
            }
            SeenTilesEvent::Discard { seat, tile, .. } => {
                vec![format!("{} discards {tile}.", self.name(*seat))]
            }
            SeenTilesEvent::Kong {
                seat, tile, window, ..
            } => vec![match window {
                Some(_) => format!("{} adds {tile} to a pung.", self.name(*seat)),
                None => format!("{} declares four {tile}.", self.name(*seat)),
            }],
            SeenTilesEvent::Claimed { seat, taken, .. } => match (seat, taken) {
                (Some(seat), Some(claim)) => {
                    vec![format!(
                        "{} claims it: {}.",
                        self.name(*seat),
                        claimed(claim)
                    )]
                }
                _ => Vec::new(),
            },
            SeenTilesEvent::HandOver {
                finished,
                laid,
                scores,
                ..
            } => {
                let laid = laid.iter();
                let laid = laid.map(|laid| self.flowers(laid.seat, &laid.flowers));
                laid.chain(self.hand_over(finished, scores)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// All exposed flowers of a seat.
    fn flowers(&self, seat: Seat, flowers: &str) -> String {
        format!("{} has {flowers} open.", self.name(seat))
    }

    /// A hand of mahjong as the observer sees it.
    fn hand(&self, hand: &SeenHand) -> Vec<String> {
        let mut lines = vec![format!(
            "{} round, {} deals, {} is in turn; {} tiles left.",
            WINDS[hand.round % WINDS.len()],
            self.name(hand.dealer),
            self.name(hand.turn),
            hand.wall
        )];
        for (seat, discards) in hand.discards.iter().enumerate() {
            let melds = hand.melds[seat].iter().map(|meld| meld.tiles.as_str());
            let melds: Vec<&str> = melds.collect();
            lines.push(format!(
                "{}: {} tiles, open {}, flowers {}, discarded {}.",
                self.name(Seat::new(seat)),
                hand.counts[seat],
                or_none(&melds.join(" ")),
                or_none(&hand.flowers[seat]),
                or_none(discards)
            ));
        }
        lines.extend(
            hand.tiles
                .as_ref()
                .map(|tiles| format!("Your tiles: {tiles}.")),
        );
        lines
    }

    fn hand_over(&self, hand: &FinishedHand, scores: &[i64]) -> Vec<String> {
        let mut lines = match (hand.winner, &hand.hand) {
            (Some(winner), Some(tiles)) => {
                let items = hand.items.iter().flatten();
                let items = items.map(|(name, faan)| format!("{name} {faan}"));
                let items: Vec<String> = items.collect();
                let from = match hand.from {
                    Some(from) => format!("from {}", self.name(from)),
                    None => "by drawing".to_owned(),
                };
                vec![
                    format!("{} wins {from} with {tiles}.", self.name(winner)),
                    format!(
                        "{} faan: {}.",
                        hand.faan.unwrap_or(0),
                        or_none(&items.join(", "))
                    ),
                ]
            }
            _ => vec!["The wall is empty: nobody wins the hand.".to_owned()],
        };
        lines.push(self.points(scores));
        lines
    }

    /// A line for the beginning of a deal or of a round of bets.
    fn begun(&self, what: &str, deal: u16, banker: Option<Seat>) -> String {
        let banker = banker.map_or("the house", |seat| self.name(seat));
        format!("{what} {}; the bank: {banker}.", deal + 1)
    }

    fn splits(&self, finished: &FinishedDeal, scores: &[i64]) -> Vec<String> {
        let hands = finished.low.iter().zip(&finished.high);
        let results = finished.results.iter().zip(&finished.points);
        let seats = hands.zip(results).enumerate();
        let mut lines: Vec<String> = seats
            .map(|(seat, ((low, high), (result, points)))| {
                let result = match result {
                    Some(Against::Win) => "wins",
                    Some(Against::Push) => "neither wins nor loses",
                    Some(Against::Lose) => "loses",
                    None => "is the banker",
                };
                let name = self.name(Seat::new(seat));
                format!("{name}: {low} and {high}, {result} ({points:+}).")
            })
            .collect();
        lines.push(self.points(scores));
        lines
    }

    fn dice(&self, round: &Round, scores: &[i64]) -> Vec<String> {
        let total: u8 = round.dice.iter().sum();
        let [one, two, three] = round.dice;
        let mut lines = vec![format!("The dice: {one} {two} {three}, total {total}.")];
        for (seat, (bets, points)) in round.bets.iter().zip(&round.points).enumerate() {
            let name = self.name(Seat::new(seat));
            lines.push(match bets {
                Some(bets) if bets.is_empty() => format!("{name} had no bet."),
                Some(bets) => format!("{name}: {} ({points:+}).", won(bets)),
                None if Some(Seat::new(seat)) == round.banker => {
                    format!("{name} is the bank ({points:+}).")
                }
                None => format!("{name} could not bet."),
            });
        }
        lines.push(self.points(scores));
        lines
    }

    fn points(&self, scores: &[i64]) -> String {
        let points = scores.iter().enumerate();
        let points = points.map(|(seat, score)| format!("{} {score}", self.name(Seat::new(seat))));
        format!("Points: {}.", points.collect::<Vec<_>>().join(", "))
    }

    fn over(&self, outcome: &TilesOutcome) -> String {
        let end = serde_json::to_value(outcome.end).unwrap_or_default();
        let end = end.as_str().unwrap_or_default().to_owned();
        let winners = outcome.winners.iter().map(|&seat| self.name(seat));
        let winners: Vec<&str> = winners.collect();
        format!(
            "The match is over ({end}): won by {}.",
            winners.join(" and ")
        )
    }
}

/// The text of a finished match, as the given observer saw it or with everything visible.
pub(super) fn text(
    record: &Record,
    replayed: &Replay,
    names: &BySeat<String>,
    (sight, style): (Sight, Style),
) -> String {
    let table = Table {
        variant: record.variant,
        options: record.options,
        names: names.clone(),
    };
    let narrator = TilesNarrator::new(table, style);
    let mut lines = narrator.heading();
    lines.extend(played(record));
    let steps = replayed.steps.iter();
    let steps = steps.flat_map(|step| step.events.iter().map(|event| (event, Some(step.seat))));
    let opening = replayed.opening.iter().map(|event| (event, None));
    for (event, seat) in opening.chain(steps) {
        // With everything visible, each event is shown as its player saw it.
        let observer = match (sight, seat) {
            (Sight::As(observer), _) => observer,
            (Sight::Open, Some(seat)) if event.is_notice() => Observer::Seat(seat),
            (Sight::Open, _) => Observer::Spectator,
        };
        if event.is_told()
            && let SeenEvent::Tiles(seen) = event.seen_by(observer)
        {
            lines.extend(narrator.tell(&seen));
        }
    }
    lines.extend(ending(record));
    lines.join("\n")
}

/// The winds of rounds and of seats.
const WINDS: [&str; 4] = ["east", "south", "west", "north"];

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

fn claimed(claim: &Claim) -> String {
    match claim {
        Claim::Pass => "nothing".to_owned(),
        Claim::Chow { tiles } => format!("chow with {tiles}"),
        Claim::Pung => "pung".to_owned(),
        Claim::Kong => "kong".to_owned(),
        Claim::Win => "win".to_owned(),
    }
}

fn stakes(bets: &[Stake]) -> String {
    let bets = bets
        .iter()
        .map(|stake| format!("{} {}", stake.points, stake.on));
    let bets: Vec<String> = bets.collect();
    if bets.is_empty() {
        "nothing".to_owned()
    } else {
        bets.join(", ")
    }
}

fn won(bets: &[BetResult]) -> String {
    let bets = bets
        .iter()
        .map(|bet| format!("{} on {} {:+}", bet.points, bet.on, bet.won));
    bets.collect::<Vec<_>>().join(", ")
}
