//! Mahjong at a table: events of a hand, and claims, which are revealed together.

use super::TilesTable;
use crate::fairness::{SealKind, SealLabel, Sealed};
use crate::families::tiles::event::Fact;
use crate::families::tiles::hand_event::HandFact;
use crate::families::tiles::mahjong::{HandState, Mahjong};
use crate::families::tiles::{
    Claim, SeenHand, TilesAction, TilesAsk, TilesEvent, TilesGame, TilesSight,
};
use crate::table::{May, RefusalCode, Seat, Verb};

/// The claims of the tile that can be claimed now.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// How many tiles could be claimed in this hand, including this one.
    windows: u16,
    made: Vec<(Seat, Claim, Sealed)>,
}

impl Claims {
    /// The hidden content of a claim.
    fn seal(&self, deal: u16, seat: Seat, claim: &Claim) -> Sealed {
        Sealed {
            kind: SealKind::Claim,
            label: SealLabel::Claim {
                deal,
                window: self.windows.saturating_sub(1),
                seat,
            },
            text: claim.text().into(),
        }
    }
}

impl Claim {
    /// The text that is committed to.
    fn text(&self) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Chow { tiles } => format!("chow {tiles}"),
            Self::Pung => "pung".to_owned(),
            Self::Kong => "kong".to_owned(),
            Self::Win => "win".to_owned(),
        }
    }

    /// The rank of the claim. Claims of higher rank come first.
    const fn rank(&self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Chow { .. } => 1,
            Self::Pung | Self::Kong => 2,
            Self::Win => 3,
        }
    }
}

impl TilesTable {
    /// The question to a seat that has to decide in mahjong.
    pub(super) fn mahjong_ask(&self, game: &Mahjong, deal: u16, seat: Seat) -> TilesAsk {
        let pending = game.state().and_then(|hand| hand.pending);
        if let Some(pending) = pending {
            return TilesAsk::Claim {
                deal,
                window: self.claims.windows.saturating_sub(1),
                pending,
                choices: game.claim_choices(seat),
            };
        }
        let (discards, kongs, win) = game.turn_choices();
        let listed = |verb, choices: Vec<String>| May {
            verb,
            choices: Some(choices),
        };
        let mut may = vec![listed(Verb::Discard, discards)];
        if !kongs.is_empty() {
            may.push(listed(Verb::Kong, kongs));
        }
        may.extend(win.then(|| May::plain(Verb::Win)));
        TilesAsk::Choose { deal, may }
    }

    /// What an observer sees of mahjong.
    pub(super) fn mahjong_sight(&self, game: &Mahjong, you: Option<Seat>) -> TilesSight {
        TilesSight::Mahjong {
            hand: game.state().map(|hand| Box::new(SeenHand::of(hand, you))),
            windows: self.claims.windows,
            claim: None,
            last_hand: game.finished().last().cloned(),
        }
    }

    /// The event for the beginning of a hand.
    pub(super) fn hand_begun(&self, game: &Mahjong, deal: u16) -> Option<TilesEvent> {
        let HandState {
            dealer,
            round,
            hands,
            flowers,
            wall,
            ..
        } = game.state()?;
        let dice = self.deal.dice().filter(|_| deal == 0);
        Some(TilesEvent::of(Fact::Mahjong(HandFact::Hand {
            deal,
            dealer,
            round,
            hands,
            flowers,
            wall,
            dice: dice.map(|dice| dice.values().copied().collect()),
        })))
    }

    /// Takes an action in mahjong. Events of claims are not sent before the last claim.
    pub(super) fn act_in_mahjong(
        &mut self,
        seat: Seat,
        action: &TilesAction,
    ) -> Result<Vec<TilesEvent>, RefusalCode> {
        let deal = self.game.finished();
        let before = self.hand();
        self.game.decide(seat, action)?;
        self.seats[seat.index()].decided += 1;
        let mut events = Vec::new();
        match action {
            TilesAction::Discard { .. } => {
                let window = self.open_window();
                let pending = self.hand().and_then(|hand| hand.pending);
                events.extend(pending.map(|pending| {
                    TilesEvent::of(Fact::Mahjong(HandFact::Discard {
                        deal,
                        window,
                        pending,
                    }))
                }));
                return Ok(events);
            }
            TilesAction::Kong { tile } => {
                let added = self.hand().and_then(|hand| hand.pending).is_some();
                let window = added.then(|| self.open_window());
                events.push(TilesEvent::of(Fact::Mahjong(HandFact::Kong {
                    deal,
                    seat,
                    tile: tile.clone(),
                    window,
                })));
                if added {
                    return Ok(events);
                }
            }
            TilesAction::Claim { claim } => {
                let claim = claim.canonical();
                let sealed = self.claims.seal(deal, seat, &claim);
                events.push(TilesEvent::of(Fact::Mahjong(HandFact::Claim(sealed.label))));
                self.claims.made.push((seat, claim, sealed));
                let Some(closed) = self.close_window(deal, before.as_ref()) else {
                    return Ok(events);
                };
                events.push(closed);
            }
            _ => {}
        }
        if let Some(hand) = self.hand().filter(|_| self.game.finished() == deal) {
            events.extend(drawn(deal, before.as_ref(), &hand));
        }
        self.go_on(deal, &mut events);
        Ok(events)
    }

    /// The hidden content of a claim, or why it is not legal. Nothing changes.
    pub fn claim(&self, seat: Seat, action: &TilesAction) -> Result<Sealed, RefusalCode> {
        let (TilesGame::Mahjong(game), TilesAction::Claim { claim }) = (&self.game, action) else {
            return Err(self.refuse_unknown(seat));
        };
        if !self.waits_for(seat) {
            return Err(self.refuse_unknown(seat));
        }
        game.check_claim(seat, claim)?;
        let deal = self.game.finished();
        Ok(self.claims.seal(deal, seat, &claim.canonical()))
    }

    fn hand(&self) -> Option<HandState> {
        match &self.game {
            TilesGame::Mahjong(game) => game.state(),
            TilesGame::PaiGow(_) | TilesGame::Dice(_) => None,
        }
    }

    /// Opens a window in which others may claim a tile; returns its number.
    fn open_window(&mut self) -> u16 {
        self.claims.made.clear();
        self.claims.windows += 1;
        self.claims.windows - 1
    }

    /// Resets the windows for a new hand.
    pub(super) fn forget_windows(&mut self) {
        self.claims = Claims::default();
    }

    /// When the last claim is in: resolves all, and returns the event; none before.
    fn close_window(&mut self, deal: u16, before: Option<&HandState>) -> Option<TilesEvent> {
        let pending = before?.pending.clone()?;
        let seats = before?.hands.len();
        if self.claims.made.len() < seats - 1 {
            return None;
        }
        let mut made = std::mem::take(&mut self.claims.made);
        // In the order of seats to the right of the one whose tile it is.
        let places = |seat: Seat| (pending.seat.index() + seats - seat.index()) % seats;
        made.sort_by_key(|(seat, ..)| places(*seat));
        let best = made.iter().map(|(_, claim, _)| claim.rank()).max()?;
        let taken = made
            .iter()
            .find(|(_, claim, _)| best > 0 && claim.rank() == best);
        let only = taken;
        let opened = match only {
            Some((.., sealed)) => vec![sealed.clone()],
            None => made.iter().map(|(.., sealed)| sealed.clone()).collect(),
        };
        Some(TilesEvent {
            opened,
            fact: Fact::Mahjong(HandFact::Claimed {
                deal,
                window: self.claims.windows.saturating_sub(1),
                taken: taken.map(|(seat, claim, _)| (*seat, claim.clone())),
            }),
            sealed: made.into_iter().map(|(.., sealed)| sealed).collect(),
        })
    }
}

/// The event for a drawn tile, if a tile was drawn.
fn drawn(deal: u16, before: Option<&HandState>, hand: &HandState) -> Option<TilesEvent> {
    let tile = hand.drawn.clone()?;
    let seat = hand.turn;
    let laid = |hand: &HandState| hand.flowers[seat.index()].clone();
    let flowers = laid(hand);
    Some(TilesEvent::of(Fact::Mahjong(HandFact::Drew {
        deal,
        seat,
        tile,
        flowers: (before.map(laid).as_ref() != Some(&flowers)).then_some(flowers),
        wall: hand.wall,
    })))
}
