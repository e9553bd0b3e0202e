//! Text for the tricks and the outcome.

use super::Laid;
use super::TrickNarrator;
use super::words::{Words, mark};
use crate::fairness::SealLabel;
use crate::families::tricks::{Outcome, SeenEvent, SeenTrick};
use crate::record::By;
use crate::record::text::Pace;
use crate::record::text::line::{counted, listed, wrapped};
use crate::table::Seat;

impl TrickNarrator {
    pub(super) fn play(&mut self, event: &SeenEvent, by: By) -> Vec<String> {
        let &SeenEvent::Play {
            seat,
            trick,
            kind,
            count,
            up,
            pieces,
            ..
        } = event
        else {
            return Vec::new();
        };
        (self.trick.pieces[seat], self.trick.by[seat]) = (pieces, by);
        if pieces.is_some() {
            let attempt = self.trick.attempts[seat];
            self.seen.push(SealLabel::Play {
                trick,
                seat,
                attempt,
            });
        }
        let face = if up { "face up" } else { "face down" };
        let shown = pieces.map_or_else(String::new, |pieces| format!(": {}", self.pieces(pieces)));
        let name = self.name(seat);
        if let Some(kind) = kind {
            let last = if self.left == Some(count) {
                " The last trick: all lay what is left."
            } else {
                ""
            };
            let (said, mark) = (self.words.said(kind), mark(by));
            let text = match self.pace {
                Pace::Live => format!(
                    "Trick {}. {name} leads {said}, {} {face}{mark}{shown}.{last}",
                    trick + 1,
                    counted(count)
                ),
                Pace::Afterwards => {
                    format!(
                        "Trick {}. {name} leads {said}, {}{mark}.{last}",
                        trick + 1,
                        counted(count)
                    )
                }
            };
            return wrapped(0, &text);
        }
        match self.pace {
            Pace::Live => wrapped(
                2,
                &format!("{name} lays {} {face}{}{shown}.", counted(count), mark(by)),
            ),
            Pace::Afterwards => Vec::new(),
        }
    }

    pub(super) fn take_back(&mut self, seat: Seat, trick: u8, mark: &str) -> Vec<String> {
        let attempt = self.trick.attempts[seat];
        self.taken_back.push(SealLabel::Play {
            trick,
            seat,
            attempt,
        });
        self.trick.attempts[seat] = attempt.saturating_add(1);
        let what = self.trick.pieces[seat]
            .take()
            .map_or_else(|| "a play".to_owned(), |pieces| self.pieces(pieces));
        wrapped(2, &format!("{} takes {what} back{mark}.", self.name(seat)))
    }

    pub(super) fn trick(&mut self, trick: &SeenTrick) -> Vec<String> {
        let laid = std::mem::replace(&mut self.trick, Laid::new(self.names.len()));
        let lead = trick.plays[trick.leader].or(laid.lead).unwrap_or_default();
        let count = lead.len();
        self.left = self.left.and_then(|left| left.checked_sub(count));
        let in_turn: Vec<Seat> = match &self.order {
            Some(order) => order.led_by(trick.leader).collect(),
            None => self.names.seats().collect(),
        };
        let mut lines = Vec::new();
        for seat in in_turn {
            let (name, mark) = (self.name(seat), mark(laid.by[seat]));
            let play = match trick.plays[seat] {
                Some(pieces) => {
                    let beside = self.words.beside(pieces, lead, trick.trick);
                    let hidden = if trick.shown[seat] {
                        ""
                    } else {
                        ", left face down"
                    };
                    format!("{}{beside}{hidden}", self.pieces(pieces))
                }
                None => format!("{} left face down", counted(count)),
            };
            lines.extend(wrapped(2, &format!("{name}: {play}{mark}")));
        }
        let players = u8::try_from(self.names.len()).unwrap_or(u8::MAX);
        self.aside = self.aside.saturating_add(count.saturating_mul(players));
        lines.extend(self.won(trick, count));
        self.captured = trick.captured;
        if trick.winner.is_some() {
            self.aside = 0;
        }
        lines
    }

    /// The lines for the winner of a trick, pieces that are set aside, and what follows.
    fn won(&self, trick: &SeenTrick, count: u8) -> Vec<String> {
        let is_last = self.left == Some(0);
        let laid = usize::from(count) * self.names.len();
        let text = if let Some(winner) = trick.winner {
            let taken = trick.captured[winner].saturating_sub(self.captured[winner]);
            let aside = if usize::from(taken) > laid {
                ", those set aside among them"
            } else {
                ""
            };
            let reason = self.words.reason(trick.won_by, trick.kind);
            let name = self.name(winner);
            format!("{name} takes {}{reason}{aside}.", counted(taken))
        } else {
            Words::tied(self.aside, is_last)
        };
        let mut lines = wrapped(2, &text);
        for &seat in &trick.beheaded {
            let which = if is_last { "last" } else { "first" };
            let beheaded = self.words.beheaded();
            let text = format!(
                "{} is {beheaded}: a general in the {which} trick.",
                self.name(seat)
            );
            lines.extend(wrapped(2, &text));
        }
        lines.extend(wrapped(
            2,
            &format!("Captured so far: {}.", self.counts(trick.captured)),
        ));
        lines
    }

    pub(super) fn over(&self, outcome: &Outcome, opened: &[(SealLabel, &str)]) -> Vec<String> {
        let mut lines = self.opened(opened);
        lines.push("The match is over.".to_owned());
        lines.extend(self.outcome(outcome));
        lines
    }

    /// The lines for the outcome.
    pub fn outcome(&self, outcome: &Outcome) -> Vec<String> {
        let mut lines = wrapped(2, &format!("Captured: {}.", self.counts(outcome.captured)));
        if !outcome.beheaded.is_empty() {
            let names = listed(outcome.beheaded.iter().map(|&seat| self.name(seat)));
            lines.extend(wrapped(
                2,
                &format!("{}: {names}.", capital(&self.words.beheaded())),
            ));
        }
        if let Some(scores) = &outcome.scores {
            let each = scores
                .iter()
                .map(|(seat, score)| format!("{} {score:+}", self.name(seat)));
            let each: Vec<String> = each.collect();
            lines.extend(wrapped(2, &format!("Scores: {}.", each.join(", "))));
        }
        let winners = listed(outcome.winners.iter().map(|&seat| self.name(seat)));
        let text = match outcome.winners.len() {
            0 => "Nobody wins.".to_owned(),
            1 => format!("{winners} wins."),
            _ => format!("{winners} share the win."),
        };
        lines.extend(wrapped(2, &text));
        lines
    }

    /// The lines for plays that stayed face down and are revealed now, except those that this observer has seen.
    fn opened(&self, opened: &[(SealLabel, &str)]) -> Vec<String> {
        let mut lines = Vec::new();
        for (label, text) in opened {
            let (SealLabel::Play { trick, seat, .. }, Ok(pieces)) = (label, text.parse()) else {
                continue;
            };
            if self.seen.contains(label) {
                continue;
            }
            let back = if self.taken_back.contains(label) {
                ", which was taken back"
            } else {
                ""
            };
            let text = format!(
                "Trick {}, {}: {}{back}",
                trick + 1,
                self.name(*seat),
                self.pieces(pieces)
            );
            lines.extend(wrapped(2, &text));
        }
        if !lines.is_empty() {
            lines.insert(0, "Turned up now:".to_owned());
        }
        lines
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_ascii_uppercase().to_string() + chars.as_str()
    })
}
