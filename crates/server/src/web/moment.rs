//! A picture of a moment of a finished match: the pieces on the table, as spectators saw them, without names.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::Write as _;

use giog_protocol::server::RoomEvent;
use giog_rooms::replayed_events;
use giog_rules::tricks::SeenEvent;
use giog_rules::{Color, Observer, Piece, Pieces, Record, Seat};

/// Width of pictures for previews, as sites that show previews want it.
pub const WIDTH: u32 = 1_200;
pub const HEIGHT: u32 = 630;
/// Distance of plays from the centre, horizontally and vertically.
const RING: (f64, f64) = (390.0, 205.0);
/// Width of a piece, and the distance of the pieces of a play if there is room.
const PIECE: f64 = 150.0;
const STEP: f64 = 110.0;
/// The greatest width of a play.
const PLAY_WIDTH: f64 = 430.0;
/// Units of an em in the outlines, and the height of an em on a disc of 100.
const EM: f64 = 400.0;
const CHARACTER: f64 = 67.0;

/// The outlines of characters.
pub type Glyphs = BTreeMap<char, String>;

/// What a seat has laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Laid {
    /// So many pieces face down.
    Down(u8),
    Up(Pieces),
}

/// The pieces on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    plays: BTreeMap<Seat, Laid>,
    seats: u8,
    winner: Option<Seat>,
}

impl Moment {
    /// The moment after a step. Steps are counted as in the page: only events that change something on the table count. A number beyond
    /// the last step means the last one. None if the record cannot be replayed.
    pub fn of(record: &[u8], step: usize) -> Option<Self> {
        let record: Record = serde_json::from_slice(record).ok()?;
        let events = replayed_events(&record, Observer::Spectator).ok()?;
        let told = events.iter().filter_map(|event| match event {
            RoomEvent::Game(game) => game.event.tricks(),
            _ => None,
        });
        let mut moment = Self {
            seats: record.seats,
            ..Self::default()
        };
        told.take(step.saturating_add(1))
            .for_each(|event| moment.follow(event));
        Some(moment)
    }

    fn follow(&mut self, event: &SeenEvent) {
        match event {
            SeenEvent::Play {
                seat,
                lead,
                count,
                pieces,
                ..
            } => {
                if *lead {
                    self.plays.clear();
                    self.winner = None;
                }
                let laid = pieces.map_or(Laid::Down(*count), Laid::Up);
                self.plays.insert(*seat, laid);
            }
            SeenEvent::TakeBack { seat, .. } => {
                self.plays.remove(seat);
            }
            SeenEvent::Trick(trick) => {
                for (seat, pieces) in trick.plays.iter() {
                    if let Some(pieces) = pieces {
                        self.plays.insert(seat, Laid::Up(*pieces));
                    }
                }
                self.winner = trick.winner;
            }
            _ => {}
        }
    }

    /// The picture as SVG; the logo if nothing lies on the table.
    pub fn drawing(&self, glyphs: &Glyphs, mark: &str) -> String {
        let mut inside = String::new();
        for (seat, laid) in &self.plays {
            inside += &self.play(*seat, *laid, glyphs);
        }
        if self.plays.is_empty() {
            inside = nested(mark, f64::from(WIDTH) / 2.0, f64::from(HEIGHT) / 2.0, 360.0);
        }
        felt(&inside)
    }

    /// The play of a seat, at its place around the centre. The first seat is at the bottom.
    fn play(&self, seat: Seat, laid: Laid, glyphs: &Glyphs) -> String {
        let turn = TAU * f64::from(u8::from(seat)) / f64::from(self.seats.max(1));
        let x = f64::from(WIDTH) / 2.0 - RING.0 * turn.sin();
        let y = f64::from(HEIGHT) / 2.0 + RING.1 * turn.cos();
        let pieces: Vec<Option<Piece>> = match laid {
            Laid::Down(count) => vec![None; usize::from(count)],
            Laid::Up(pieces) => pieces.iter().map(Some).collect(),
        };
        let last = u8::try_from(pieces.len())
            .unwrap_or(u8::MAX)
            .saturating_sub(1);
        let between = f64::from(last);
        let step = STEP.min((PLAY_WIDTH - PIECE) / between.max(1.0));
        let is_beaten = self.winner.is_some_and(|winner| winner != seat);
        let opacity = if is_beaten { 0.5 } else { 1.0 };
        let mut drawn = format!("<g opacity=\"{opacity}\">");
        for (place, piece) in (0..=last).zip(pieces) {
            let at = x + (f64::from(place) - between / 2.0) * step;
            if self.winner == Some(seat) {
                let _ = write!(
                    drawn,
                    "<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"84\" fill=\"#ffd76a\" opacity=\".55\"/>"
                );
            }
            let (left, top, scale) = (at - PIECE / 2.0, y - PIECE / 2.0, PIECE / 100.0);
            let _ = write!(
                drawn,
                "<g transform=\"translate({left:.1} {top:.1}) scale({scale})\">{}</g>",
                disc(piece, glyphs)
            );
        }
        drawn + "</g>"
    }
}

/// The table with this on it.
fn felt(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\"><defs><radialGradient id=\"felt\">\
         <stop offset=\"0\" stop-color=\"#4d7a5d\"/><stop offset=\"1\" stop-color=\"#24432f\"/></radialGradient></defs>\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"url(#felt)\"/>{inside}</svg>"
    )
}

/// A drawing of 100 by 100 within another one, scaled to this size, with this centre.
fn nested(drawing: &str, x: f64, y: f64, size: f64) -> String {
    let (left, top, scale) = (x - size / 2.0, y - size / 2.0, size / 100.0);
    let content = drawing
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"));
    let content = content.map_or("", |(content, _)| content);
    format!("<g transform=\"translate({left:.1} {top:.1}) scale({scale})\">{content}</g>")
}

/// The logo on a background of one colour. The edges may be cut off.
pub fn icon(mark: &str, size: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><rect width=\"100\" height=\"100\" fill=\"#f4efe4\"/>{}</svg>",
        nested(mark, 50.0, 50.0, size)
    )
}

/// The picture of everything that has none of its own.
pub fn card(mark: &str) -> String {
    Moment::default().drawing(&Glyphs::new(), mark)
}

/// A piece or the back of one, on a square of 100; the same drawing as in `web/pieces/pieces.js`.
fn disc(piece: Option<Piece>, glyphs: &Glyphs) -> String {
    let ring = |radius: f64, ink: &str, width: f64| {
        format!(
            "<circle cx=\"50\" cy=\"50\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
        )
    };
    let ground = |face: &str| {
        format!(
            "<circle cx=\"50\" cy=\"50\" r=\"49\" fill=\"#a8743c\" stroke=\"#5b3a1c\" stroke-width=\"1.6\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"46\" fill=\"{face}\"/>"
        )
    };
    let Some(piece) = piece else {
        let line = "<path d=\"M50 34 66 50 50 66 34 50Z\" fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"2.4\"/>";
        return ground("#c08a4e")
            + &ring(40.0, "#8a5a2b", 1.6)
            + &ring(35.0, "#8a5a2b", 1.6)
            + line;
    };
    let red = piece.color() == Color::Red;
    let (ink, rings) = if red {
        (
            "#b3201b",
            ring(43.2, "#b3201b", 1.6) + &ring(37.7, "#b3201b", 1.6),
        )
    } else {
        ("#1d1a17", ring(41.25, "#1d1a17", 5.5))
    };
    let outline = glyphs.get(&piece.character()).map_or("", String::as_str);
    let scale = CHARACTER / EM;
    ground("#f8ebcd")
        + &rings
        + &format!(
            "<path transform=\"translate(50 50) scale({scale})\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"7\" d=\"{outline}\"/>"
        )
}

/// The outlines from the page's `glyphs.js`.
pub fn glyphs(source: &str) -> Glyphs {
    let lines = source.lines().filter_map(|line| {
        let (name, outline) = line.trim().split_once(": \"")?;
        let mut characters = name.chars();
        let character = characters.next().filter(|_| characters.next().is_none())?;
        Some((character, outline.strip_suffix("\",")?.to_owned()))
    });
    lines.collect()
}
