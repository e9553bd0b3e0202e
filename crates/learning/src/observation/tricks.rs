//! Observations of trick games.

use giog_rules::tricks::{
    Ask, CombinationType, Decision, Generals, OpenTrick, SeenTrick, VariantInfo, View,
};
use giog_rules::{BySeat, Piece, Pieces, Seat};

use super::writer::Writer;
use super::{Around, to_i32};

/// The integers of a finished trick besides those of each seat: who led, the type, who won.
const OF_TRICK: usize = 3;
/// The integers of each seat in a finished trick: its pieces by kind, and whether they were turned up.
const OF_PLAY: usize = Piece::COUNT + 1;

/// How a trick game is observed.
#[derive(Debug)]
pub struct Tricks {
    seats: usize,
    /// The most tricks: as many as a hand has pieces.
    longest: usize,
    /// The types of combinations; each is known by its place, from 1.
    types: Vec<CombinationType>,
}

impl Tricks {
    pub fn new(info: &VariantInfo, seats: usize) -> Self {
        let table = seats.saturating_sub(usize::from(info.min_players));
        let hand = info.hand_sizes.get(table).copied().unwrap_or(0);
        Self {
            seats,
            longest: usize::from(hand),
            types: info.combinations.iter().map(|info| info.kind).collect(),
        }
    }

    fn kind(&self, kind: Option<CombinationType>) -> i32 {
        let place = kind.and_then(|kind| self.types.iter().position(|&of| of == kind));
        place.map_or(0, |place| to_i32(place) + 1)
    }

    pub fn write(
        &self,
        writer: &mut Writer<'_>,
        you: Seat,
        view: &View,
        decision: Option<&Decision>,
    ) {
        let (around, seats) = (Around::new(you, self.seats), self.seats);
        write_decision(writer, decision);
        count(
            writer.field("hand", Piece::COUNT),
            view.hand.unwrap_or_default(),
        );
        around.spread(
            writer.field("hand_sizes", seats),
            view.hand_sizes.values().copied(),
        );
        counts(
            writer.field("known", seats * Piece::COUNT),
            around,
            &view.known,
        );
        around.spread(
            writer.field("captured", seats),
            view.captured.values().copied(),
        );
        writer.put("aside", i32::from(view.aside));
        around.mark(writer.field("beheaded", seats), &view.beheaded);
        let order = writer.field("order", seats);
        for (place, &seat) in view.order.iter().flatten().enumerate() {
            order[around.place(seat)] = to_i32(place) + 1;
        }
        self.write_open(writer, around, view.trick.as_ref());
        let size = OF_TRICK + OF_PLAY * seats;
        let tricks = writer.field("tricks", self.longest * size);
        for (trick, into) in view.tricks.iter().zip(tricks.chunks_exact_mut(size)) {
            self.write_finished(into, around, trick);
        }
    }

    /// The trick that is being played.
    fn write_open(&self, writer: &mut Writer<'_>, around: Around, trick: Option<&OpenTrick>) {
        let seats = self.seats;
        writer.put("trick", trick.map_or(0, |trick| i32::from(trick.trick) + 1));
        writer.put("leader", around.some(trick.map(|trick| trick.leader)));
        writer.put("type", self.kind(trick.and_then(|trick| trick.kind)));
        let led = trick.and_then(|trick| trick.count);
        writer.put("led", led.map_or(0, i32::from));
        writer.put("last", i32::from(trick.is_some_and(|trick| trick.last)));
        let laid = writer.field("laid", seats);
        if let Some(trick) = trick {
            around.spread(laid, trick.laid.values().copied());
        }
        let yours = trick.and_then(|trick| trick.yours);
        count(
            writer.field("yours", Piece::COUNT),
            yours.unwrap_or_default(),
        );
        let in_turn = trick.and_then(|trick| trick.in_turn.as_ref());
        let up = writer.field("up", seats * Piece::COUNT);
        if let Some(in_turn) = in_turn {
            let shown = in_turn.up.map(|_, pieces| pieces.unwrap_or_default());
            counts(up, around, &shown);
        }
        writer.put("best", around.some(in_turn.and_then(|turn| turn.best)));
        writer.put("next", around.some(in_turn.map(|turn| turn.next)));
    }

    fn write_finished(&self, into: &mut [i32], around: Around, trick: &SeenTrick) {
        let (head, plays) = into.split_at_mut(OF_TRICK);
        head[0] = around.some(Some(trick.leader));
        head[1] = self.kind(Some(trick.kind));
        head[2] = around.some(trick.winner);
        for (seat, pieces) in trick.plays.iter() {
            let own = &mut plays[around.place(seat) * OF_PLAY..][..OF_PLAY];
            own[Piece::COUNT] = i32::from(trick.shown[seat]);
            count(&mut own[..Piece::COUNT], pieces.unwrap_or_default());
        }
    }
}

/// What is asked.
fn write_decision(writer: &mut Writer<'_>, decision: Option<&Decision>) {
    let (mut lead, mut laid, mut meaning) = (false, 0, Generals::Free);
    if let Some(Decision {
        ask:
            Ask::Play {
                lead: leads,
                count,
                generals,
                ..
            },
        ..
    }) = decision
    {
        (lead, laid, meaning) = (*leads, count.unwrap_or(0), *generals);
    }
    writer.put("lead", i32::from(lead));
    writer.put("count", i32::from(laid));
    let generals = match meaning {
        Generals::Free => 0,
        Generals::Refused => 1,
        Generals::Behead => 2,
    };
    writer.put("generals", generals);
}

/// How many pieces of each kind these are.
fn count(into: &mut [i32], pieces: Pieces) {
    for (count, piece) in into.iter_mut().zip(Piece::ALL) {
        *count = i32::from(pieces.count(piece));
    }
}

/// The same for each seat.
fn counts(into: &mut [i32], around: Around, of: &BySeat<Pieces>) {
    for (seat, &pieces) in of.iter() {
        count(
            &mut into[around.place(seat) * Piece::COUNT..][..Piece::COUNT],
            pieces,
        );
    }
}
