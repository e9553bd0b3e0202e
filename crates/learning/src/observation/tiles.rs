//! Observations of games of tiles and dice.

use giog_rules::Seat;
use giog_rules::tiles::dice::Round;
use giog_rules::tiles::pai_gow::{Against, Domino, FinishedDeal};
use giog_rules::tiles::{Stake, TilesAsk, TilesDecision, TilesInfo, TilesSight, TilesView};

use super::writer::Writer;
use super::{Around, bounded, mahjong, to_i32};

/// The kinds of dominoes.
const DOMINOES: usize = 21;
/// The dice of a throw.
const DICE: usize = 3;

/// How a game of tiles or dice is observed.
#[derive(Debug)]
pub struct Tiles {
    seats: usize,
    /// The possible bets; none in games without.
    bets: Vec<String>,
}

impl Tiles {
    pub fn new(info: &TilesInfo, seats: usize) -> Self {
        Self {
            seats,
            bets: info.bets.iter().map(|bet| bet.on.clone()).collect(),
        }
    }

    pub fn write(
        &self,
        writer: &mut Writer<'_>,
        you: Seat,
        view: &TilesView,
        decision: Option<&TilesDecision>,
    ) {
        let (around, seats) = (Around::new(you, self.seats), self.seats);
        let ask = decision.map(|decision| &decision.ask);
        writer.put(
            "ask",
            match ask {
                None => 0,
                Some(TilesAsk::Split { .. }) => 1,
                Some(TilesAsk::Bet { .. }) => 2,
                Some(TilesAsk::Choose { .. }) => 3,
                Some(TilesAsk::Claim { .. }) => 4,
            },
        );
        writer.put("deal", i32::from(view.deal));
        writer.put("banker", around.some(view.banker));
        around.spread(writer.field("scores", seats), view.scores.iter().copied());
        around.mark(writer.field("decided", seats), &view.decided);
        match &view.sight {
            TilesSight::Mahjong {
                hand,
                windows,
                claim,
                last_hand,
            } => {
                writer.put("windows", i32::from(*windows));
                writer.put("claim", mahjong::claim_number(claim.as_ref()));
                mahjong::write_hand(writer, around, hand.as_deref());
                mahjong::write_last(writer, around, last_hand.as_ref());
            }
            TilesSight::Dice {
                betting,
                bets,
                last_round,
            } => {
                let most = match ask {
                    Some(TilesAsk::Bet { most, .. }) => *most,
                    _ => 0,
                };
                writer.put("most", bounded(most));
                around.mark(writer.field("betting", seats), betting);
                let own = writer.field("bets", self.bets.len());
                for Stake { on, points } in bets.iter().flatten() {
                    self.add(own, on, *points);
                }
                self.write_round(writer, around, last_round.as_ref());
            }
            TilesSight::PaiGow {
                tiles,
                low,
                last_deal,
            } => {
                for (name, tiles) in [("tiles", tiles), ("low", low)] {
                    count(writer.field(name, DOMINOES), tiles.as_deref());
                }
                write_deal(writer, around, last_deal.as_ref());
            }
        }
    }

    /// Adds the points of a bet where its name stands.
    fn add(&self, bets: &mut [i32], on: &str, points: i64) {
        if let Some(place) = self.bets.iter().position(|name| name == on) {
            bets[place] += bounded(points);
        }
    }

    /// The round that was thrown last.
    fn write_round(&self, writer: &mut Writer<'_>, around: Around, round: Option<&Round>) {
        writer.put(
            "last_banker",
            around.some(round.and_then(|round| round.banker)),
        );
        let dice = writer.field("last_dice", DICE);
        for (into, die) in dice
            .iter_mut()
            .zip(round.iter().flat_map(|round| round.dice))
        {
            *into = i32::from(die);
        }
        let all = self.bets.len();
        let bets = writer.field("last_bets", self.seats * all);
        for (seat, placed) in round.iter().flat_map(|round| round.bets.iter().enumerate()) {
            let own = &mut bets[around.place(Seat::new(seat)) * all..][..all];
            for bet in placed.iter().flatten() {
                self.add(own, &bet.on, bet.points);
            }
        }
        let points = round.iter().flat_map(|round| round.points.iter().copied());
        around.spread(writer.field("last_points", self.seats), points);
    }
}

/// The deal of pai gow that was finished last.
fn write_deal(writer: &mut Writer<'_>, around: Around, deal: Option<&FinishedDeal>) {
    let seats = around.seats;
    writer.put("last_banker", around.some(deal.map(|deal| deal.banker)));
    for (name, is_low) in [("last_low", true), ("last_high", false)] {
        let hands = |deal: &FinishedDeal| {
            let hands = if is_low { &deal.low } else { &deal.high };
            hands.clone()
        };
        let into = writer.field(name, seats * DOMINOES);
        for (seat, tiles) in deal
            .iter()
            .flat_map(|deal| hands(deal).into_iter().enumerate())
        {
            let place = around.place(Seat::new(seat));
            count(&mut into[place * DOMINOES..][..DOMINOES], Some(&tiles));
        }
    }
    let results = deal.iter().flat_map(|deal| &deal.results);
    let results = results.map(|result| match result {
        None => 0,
        Some(Against::Win) => 1,
        Some(Against::Lose) => 2,
        Some(Against::Push) => 3,
    });
    around.spread(writer.field("last_results", seats), results);
    let points = deal.iter().flat_map(|deal| deal.points.iter().copied());
    around.spread(writer.field("last_points", seats), points);
}

/// How many dominoes of each kind are in a text.
fn count(into: &mut [i32], tiles: Option<&str>) {
    let tiles = tiles.and_then(Domino::read).unwrap_or_default();
    for (into, kind) in into.iter_mut().zip(Domino::all()) {
        *into = to_i32(tiles.iter().filter(|&&tile| tile == kind).count());
    }
}
