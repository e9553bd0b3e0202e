//! Worlds: what the others may hold and have laid, drawn from all that fits what a seat has seen. With the same probability each, as far
//! as the deal decides; how likely it is that players lay so is not asked here.

use std::cmp::Ordering;

use giog_rules::tricks::{GeneralBan, SeenTrick, Variant, View};
use giog_rules::{BySeat, Pieces, Seat};

use super::line::Line;
use super::sight::{Sight, known_at_first, set};
use crate::boards::Numbers;
use crate::chance::ways;
use crate::ranking::Ranking;

/// How often a world is begun anew before none is found.
const TRIES: u32 = 256;
/// How often pieces of a play that stayed face down are drawn before the world is begun anew.
const TRIES_OF_A_PLAY: u32 = 32;

/// All worlds that fit what a seat has seen.
#[derive(Clone, Debug)]
pub struct Worlds<'a> {
    view: &'a View,
    /// What the seat knows.
    pub(super) mine: Sight,
    /// How many pieces each seat holds, with those that it has laid unseen in the open trick.
    pub(super) held: BySeat<u8>,
    /// For each other seat, how many pieces of its hand, and of plays that nobody has turned up, are not known.
    hidden: BySeat<u8>,
    /// Plays that stayed face down, those first for which the fewest pieces fit.
    pub(super) face_down: Vec<FaceDown>,
    /// The lead of the open trick, if it lies face down, with all that it may be.
    pub(super) lead: Option<(Seat, Vec<Pieces>)>,
}

/// A play that stayed face down.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceDown {
    pub seat: Seat,
    /// The index of its trick.
    trick: usize,
    pub count: u8,
    /// The best play before it.
    best: Pieces,
    /// The pieces that it cannot have, in a trick of single pieces or with the general ban.
    pub not: Pieces,
}

/// Where everything lies in a world at the decision of the seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// What each seat holds, with what it has laid unseen at the same time in the open trick.
    pub hands: BySeat<Pieces>,
    /// The lead of the open trick, if it lies face down.
    pub lead: Option<(Seat, Pieces)>,
    /// The plays that stayed face down, in the order of [`Worlds::face_down`].
    pub laid: Vec<Pieces>,
    /// What is out of the game.
    pub out: Pieces,
}

/// One world: the hands that were dealt, and every play so far. What others have laid at the same time in the open trick, they still hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The hands before the first lead.
    pub hands: BySeat<Pieces>,
    /// The plays, in the order in which they were laid or count.
    pub plays: Vec<(Seat, Pieces)>,
}

impl<'a> Worlds<'a> {
    /// Those that fit this view; none for spectators and outside the tricks.
    pub fn of(view: &'a View) -> Option<Self> {
        let sight = Sight::of(view)?;
        let (me, open) = (sight.me, view.trick.as_ref()?);
        let mut face_down: Vec<FaceDown> = Vec::new();
        for (index, trick) in view.tricks.iter().enumerate() {
            face_down.extend(FaceDown::of_trick(view, me, index, trick));
        }
        if let (Some(in_turn), Some(count)) = (&open.in_turn, open.count) {
            face_down.extend(FaceDown::of_open(view, me, &in_turn.up, &open.laid, count));
        }
        face_down.sort_by_key(|play| (play.count, sight.unseen.without_kinds(play.not).len()));
        let held = view.hand_sizes.map(|seat, &size| {
            let laid_unseen = open.laid[seat] && open.in_turn.is_none();
            size + open.count.filter(|_| laid_unseen).unwrap_or(0)
        });
        let mut hidden = held;
        for play in &face_down {
            hidden[play.seat] += play.count;
        }
        for (seat, known) in sight.known.iter() {
            hidden[seat] = hidden[seat].checked_sub(known.len())?;
        }
        hidden[me] = 0;
        let lead = match (sight.led, &open.in_turn) {
            (Some((kind, _)), None) if open.leader != me => {
                let types = Ranking::of(view.variant)?.of_type(kind)?;
                let leads = types.combinations().map(|(_, pieces)| pieces);
                let leads = leads.filter(|lead| {
                    let wanted = lead.saturating_minus(sight.known[open.leader]);
                    sight.unseen.contains(wanted)
                });
                Some((open.leader, leads.collect()))
            }
            _ => None,
        };
        Some(Self {
            view,
            mine: sight,
            held,
            hidden,
            face_down,
            lead,
        })
    }

    /// The seat that sees.
    pub(super) const fn me(&self) -> Seat {
        self.mine.me
    }

    /// Draws one, with the match at the decision of the seat. None if so many tries found none.
    pub fn draw(&self, numbers: &mut Numbers) -> Option<(World, Line)> {
        let (placed, line) = self.draw_placed(numbers)?;
        Some((self.world(&placed), line))
    }

    /// The same, with where everything lies.
    pub(super) fn draw_placed(&self, numbers: &mut Numbers) -> Option<(Placed, Line)> {
        (0..TRIES).find_map(|_| {
            let placed = self.try_once(numbers)?;
            let line = self.line(&self.world(&placed))?;
            Some((placed, line))
        })
    }

    /// The match in a world, at the decision of the seat; none if the seat would have seen something else than it has.
    pub fn line(&self, world: &World) -> Option<Line> {
        let mut rest = set(self.view);
        let known = known_at_first(self.view);
        for (seat, &hand) in world.hands.iter() {
            rest = rest.minus(hand)?;
            hand.minus(known[seat])?;
        }
        let mut line = Line::new(self.view, world.hands)?;
        let (mut tricks, mut plays) = (self.view.tricks.iter(), world.plays.iter());
        for &(seat, pieces) in plays.by_ref() {
            let finish = line.lay(seat, pieces).ok()?;
            let Some(finish) = finish else { continue };
            let seen = tricks.next()?;
            let shown = seen
                .plays
                .map(|seat, &play| play.filter(|_| seen.shown[seat]));
            if finish.plays != shown || finish.winner != seen.winner {
                return None;
            }
        }
        let me = self.mine.me;
        let is_now = tricks.next().is_none() && line.game().waits_for(me);
        let open = self.view.trick.as_ref()?;
        for (seat, hand) in line.game().hands().iter() {
            let holds_still = open.laid[seat] && line.game().laid()[seat].is_empty();
            let laid = open.count.filter(|_| holds_still).unwrap_or(0);
            if hand.len() != self.view.hand_sizes[seat] + laid {
                return None;
            }
        }
        (is_now && line.sight(me) == self.mine).then_some(line)
    }

    fn try_once(&self, numbers: &mut Numbers) -> Option<Placed> {
        let mut rest = self.mine.unseen;
        let (mut known, mut hidden) = (self.mine.known, self.hidden);
        // Takes pieces of a play from what its seat is known to hold, and otherwise from what is unseen.
        let mut take = |seat: Seat, pieces: Pieces, rest: &mut Pieces| {
            let new = pieces.saturating_minus(known[seat]);
            hidden[seat] = hidden[seat].checked_sub(new.len())?;
            known[seat] = known[seat].saturating_minus(pieces);
            *rest = rest.minus(new)?;
            Some(())
        };
        let mut lead = None;
        if let Some((seat, leads)) = &self.lead {
            let pieces = self.draw_lead(*seat, leads, numbers)?;
            take(*seat, pieces, &mut rest)?;
            lead = Some((*seat, pieces));
        }
        let mut laid = Vec::with_capacity(self.face_down.len());
        for play in &self.face_down {
            let own = self.mine.known[play.seat];
            let pieces = play.draw(self.view.variant, rest.plus(own), numbers)?;
            take(play.seat, pieces, &mut rest)?;
            laid.push(pieces);
        }
        let mut hands = known;
        for seat in hands.seats().filter(|&seat| seat != self.mine.me) {
            let drawn = some_of(rest, hidden[seat], numbers)?;
            rest = rest.minus(drawn)?;
            hands[seat] = hands[seat].plus(drawn);
        }
        hands[self.mine.me] = self.mine.hand;
        Some(Placed {
            hands,
            lead,
            laid,
            out: rest,
        })
    }

    /// The world in which everything lies so.
    pub(super) fn world(&self, placed: &Placed) -> World {
        let (mut hands, lead) = (placed.hands, placed.lead);
        let mut plays = Vec::new();
        let unseen = |seat: Seat, trick: usize| {
            let mut laid = self.face_down.iter().zip(&placed.laid);
            let found = laid.find(|(play, _)| play.seat == seat && play.trick == trick);
            found.map(|(_, &pieces)| pieces)
        };
        for (index, trick) in self.view.tricks.iter().enumerate() {
            for seat in order(self.view, trick.leader) {
                let play = trick.plays[seat].or_else(|| unseen(seat, index));
                plays.extend(play.map(|play| (seat, play)));
            }
        }
        if let Some(open) = &self.view.trick {
            for seat in order(self.view, open.leader) {
                let up = open.in_turn.as_ref().and_then(|in_turn| in_turn.up[seat]);
                let lead = lead.filter(|&(leader, _)| leader == seat);
                let play = up.or(lead.map(|(_, lead)| lead));
                let play = play.or_else(|| unseen(seat, self.view.tricks.len()));
                plays.extend(play.map(|play| (seat, play)));
            }
        }
        for &(seat, play) in &plays {
            hands[seat] = hands[seat].plus(play);
        }
        World { hands, plays }
    }

    /// What lies face down as the lead: each combination as often as there are hands that have it.
    fn draw_lead(&self, seat: Seat, leads: &[Pieces], numbers: &mut Numbers) -> Option<Pieces> {
        let (pool, drawn) = (self.mine.unseen.len(), self.hidden[seat]);
        let weights = leads.iter().map(|lead| {
            let wanted = lead.saturating_minus(self.mine.known[seat]);
            let Some(others) = drawn.checked_sub(wanted.len()) else {
                return 0.0;
            };
            let of_kinds = wanted
                .kinds()
                .map(|(piece, count)| ways(self.mine.unseen.count(piece), count));
            of_kinds.product::<f64>() * ways(pool - wanted.len(), others)
        });
        let weights: Vec<f64> = weights.collect();
        let all: f64 = weights.iter().sum();
        let mut left = numbers.part() * all;
        for (&lead, weight) in leads.iter().zip(&weights) {
            if left < *weight {
                return Some(lead);
            }
            left -= weight;
        }
        None
    }
}

impl FaceDown {
    /// The plays of others in a finished trick that stayed face down.
    fn of_trick<'a>(
        view: &'a View,
        me: Seat,
        index: usize,
        trick: &'a SeenTrick,
    ) -> impl Iterator<Item = Self> + 'a {
        let count = trick.plays[trick.leader].unwrap_or_default().len();
        let mut best = Pieces::EMPTY;
        order(view, trick.leader)
            .into_iter()
            .filter_map(move |seat| {
                if trick.shown[seat] {
                    best = trick.plays[seat].unwrap_or_default();
                }
                (!trick.shown[seat] && seat != me)
                    .then(|| Self::new(view, seat, index, count, best))
            })
    }

    /// The plays of others in a trick that is played in turn.
    fn of_open<'a>(
        view: &'a View,
        me: Seat,
        up: &'a BySeat<Option<Pieces>>,
        laid: &'a BySeat<bool>,
        count: u8,
    ) -> impl Iterator<Item = Self> + 'a {
        let leader = view.trick.as_ref().map_or(me, |trick| trick.leader);
        let mut best = Pieces::EMPTY;
        order(view, leader).into_iter().filter_map(move |seat| {
            best = up[seat].unwrap_or(best);
            (laid[seat] && up[seat].is_none() && seat != me)
                .then(|| Self::new(view, seat, view.tricks.len(), count, best))
        })
    }

    fn new(view: &View, seat: Seat, trick: usize, count: u8, best: Pieces) -> Self {
        let mut play = Self {
            seat,
            trick,
            count,
            best,
            not: Pieces::EMPTY,
        };
        let refused = view.options.general_ban == Some(GeneralBan::Refuse);
        for (piece, _) in Pieces::full_set().kinds() {
            let one = Pieces::one(piece);
            // In the first trick nobody lacks other pieces.
            let banned =
                trick == 0 && view.variant.bans_generals() && refused && one.generals() > 0;
            if banned || count == 1 && play.would_be_up(view.variant, one) {
                play.not = play.not.plus(one);
            }
        }
        play
    }

    /// Whether pieces would have been turned up here.
    pub(super) fn would_be_up(&self, variant: Variant, pieces: Pieces) -> bool {
        let number = u8::try_from(self.trick).unwrap_or(u8::MAX);
        if pieces.meets(variant.powerless(number)) {
            return false;
        }
        match variant.compare(pieces, self.best) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => variant.lays_in_turn(),
            Some(Ordering::Less) | None => false,
        }
    }

    /// Draws its pieces from these.
    fn draw(&self, variant: Variant, from: Pieces, numbers: &mut Numbers) -> Option<Pieces> {
        let from = from.without_kinds(self.not);
        (0..TRIES_OF_A_PLAY).find_map(|_| {
            let pieces = some_of(from, self.count, numbers)?;
            (!self.would_be_up(variant, pieces)).then_some(pieces)
        })
    }
}

/// So many of these pieces, each piece with the same probability; none if there are fewer.
fn some_of(from: Pieces, count: u8, numbers: &mut Numbers) -> Option<Pieces> {
    let mut rest = from;
    for _ in 0..count {
        let left = u32::from(rest.len());
        if left == 0 {
            return None;
        }
        let number = numbers.below(left);
        let piece = rest.nth(u8::try_from(number).unwrap_or_default());
        rest.remove(piece);
    }
    from.minus(rest)
}

/// The seats in the order in which their plays count in a trick that this seat leads.
fn order(view: &View, leader: Seat) -> Vec<Seat> {
    view.variant
        .led_by(view.order.as_deref().unwrap_or_default(), leader)
}
