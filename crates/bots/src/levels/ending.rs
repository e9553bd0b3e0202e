//! Endings of two players: regret matching, which finds how to mix what one lays.
//!
//! Search alone takes the others' plays as given, so who knows how it decides can answer it. In an ending of two this draws hands that each of
//! them may have as far as both know, and solves the rest of the match for all of them together: each player lays what they would regret least, over
//! many rounds, and what is laid in the mean of all rounds is hard to exploit.

use std::collections::HashMap;
use std::hash::Hash;

use giog_rules::tricks::{CombinationType, Supposed, View};
use giog_rules::{BySeat, Pieces, Seat};

use super::line::MOST_FOLLOWS;
use super::policy::{Policy, Valued};
use super::sight::Sight;
use super::worlds::World;
use crate::boards::Numbers;
use crate::chance::ways;

/// How much is done in an ending; never how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// It begins with so many pieces in each hand.
    pub pieces: u8,
    /// How many hands are drawn, of the seat and of the other player. If there are no more, all are looked at.
    pub drawn: [u32; 2],
    /// How many rounds there are.
    pub rounds: u32,
}

/// Me, and the other player.
const ME: usize = 0;
const OTHER: usize = 1;

/// What the seat of this view lays in an ending; none where it is none: with more players or pieces, or with plays that nobody has seen.
pub(super) fn lay(
    policy: &Policy<'_>,
    view: &View,
    effort: Ending,
    numbers: &mut Numbers,
) -> Option<Pieces> {
    let table = Table::of(view, effort)?;
    let pairs = table.pairs(policy, effort.drawn, numbers)?;
    let [mine, theirs] = [ME, OTHER].map(|side| pairs.likely[side].as_slice());
    let mut root = Node::of(table.seats, &pairs.all, [mine.len(), theirs.len()])?;
    for round in 1..=effort.rounds {
        root.walk([mine, theirs], f64::from(round));
    }
    // The first of my hands is the true one.
    let (choose, state) = match (&root, table.led) {
        (Node::Choose(choose), None) => (choose, 0),
        (Node::Choose(choose), Some(led)) => {
            let place = choose.led.iter().position(|&seen| seen == Some(led))?;
            let Next { node, from } = &choose.next[place];
            let Node::Choose(choose) = node else {
                return None;
            };
            (choose, from[ME].iter().position(|&state| state == 0)?)
        }
        _ => return None,
    };
    choose.states[state].draw(numbers)
}

/// An ending, as both know it.
struct Table<'a> {
    view: &'a View,
    seats: [Seat; 2],
    /// What was laid before, in the order in which plays count.
    plays: Vec<(Seat, Pieces)>,
    /// What each is known to hold.
    known: [Pieces; 2],
    /// What may be in any hand besides.
    pool: Pieces,
    /// How many pieces each has, with what lies face down.
    size: u8,
    /// What was led, if the other player has.
    led: Option<Led>,
}

/// Hands of both players that may be, and how likely each hand is.
struct Pairs {
    likely: [Vec<f64>; 2],
    all: Vec<Pair>,
}

impl<'a> Table<'a> {
    fn of(view: &'a View, effort: Ending) -> Option<Self> {
        let sight = Sight::of(view)?;
        let open = view.trick.as_ref()?;
        let other = view.hand_sizes.seats().find(|&seat| seat != sight.me)?;
        let is_ending = view.hand_sizes.len() == 2
            && sight.hand.len() <= effort.pieces
            && sight.hand.len() > 1
            && open.in_turn.is_none()
            && !view.variant.lays_in_turn();
        if !is_ending {
            return None;
        }
        let seats = [sight.me, other];
        let order = view.order.as_deref().unwrap_or_default();
        let mut plays = Vec::new();
        for trick in &view.tricks {
            for seat in view.variant.led_by(order, trick.leader) {
                plays.push((seat, trick.plays[seat].filter(|_| trick.shown[seat])?));
            }
        }
        let known = seats.map(|seat| view.known[seat]);
        Some(Self {
            view,
            seats,
            plays,
            known,
            pool: sight.unseen.plus(sight.hand).saturating_minus(known[ME]),
            size: sight.hand.len(),
            led: sight.led,
        })
    }

    /// Hands of both at the beginning of the trick. The true one is the first of mine.
    fn pairs(&self, policy: &Policy<'_>, drawn: [u32; 2], numbers: &mut Numbers) -> Option<Pairs> {
        let mut valued = Valued::default();
        let mut hands = [ME, OTHER].map(|side| self.hands(side, drawn[side], numbers));
        let mine = self.view.hand?;
        let found = hands[ME].iter().position(|&(hand, _)| hand == mine);
        let place = found.unwrap_or(hands[ME].len());
        if found.is_none() {
            hands[ME].push((mine, 1.0));
        }
        hands[ME].swap(0, place);
        let likely = [ME, OTHER].map(|side| -> Vec<f64> {
            let hands = hands[side].iter();
            let likely = hands.map(|&(hand, count)| {
                count * self.likely(policy, side, hand, &mut valued).unwrap_or(0.0)
            });
            likely.collect()
        });
        let mut all = Vec::new();
        for (mine, &(my_hand, _)) in hands[ME].iter().enumerate() {
            let rest = self.pool.saturating_minus(self.beyond_known(ME, my_hand));
            for (theirs, &(their_hand, _)) in hands[OTHER].iter().enumerate() {
                // With my hand out of the pool there are fewer of its kinds.
                let more = self.beyond_known(OTHER, their_hand);
                let beside = ways_of(more, rest) / ways_of(more, self.pool);
                if beside <= 0.0 {
                    continue;
                }
                let Some(game) = self.begin([my_hand, their_hand]) else {
                    continue;
                };
                all.push(Pair {
                    states: [mine, theirs],
                    beside,
                    game,
                    laid: [Pieces::EMPTY; 2],
                });
            }
        }
        Some(Pairs { likely, all })
    }

    /// The hands that a player may have, each as often as chance makes it of what is left: all of them, or if there are more so many that are drawn.
    /// What both have laid of a kind does not count, as in `search.rs`.
    fn hands(&self, side: usize, drawn: u32, numbers: &mut Numbers) -> Vec<(Pieces, f64)> {
        let Some(more) = self.size.checked_sub(self.known[side].len()) else {
            return Vec::new();
        };
        let all = some_of_each(self.pool, more);
        let all: Vec<(Pieces, f64)> = all
            .into_iter()
            .map(|hand| (self.known[side].plus(hand), ways_of(hand, self.pool)))
            .collect();
        if all.len() <= drawn as usize {
            return all;
        }
        let ways: f64 = all.iter().map(|(_, ways)| ways).sum();
        let mut counts = vec![0.0; all.len()];
        for _ in 0..drawn {
            let mut left = numbers.part() * ways;
            let found = all.iter().position(|(_, ways)| {
                left -= ways;
                left < 0.0
            });
            counts[found.unwrap_or_default()] += 1.0;
        }
        let hands = all.into_iter().zip(counts);
        let hands = hands.map(|((hand, _), count)| (hand, count));
        hands.filter(|&(_, count)| count > 0.0).collect()
    }

    /// How likely a player with this hand has laid what it laid.
    fn likely(
        &self,
        policy: &Policy<'_>,
        side: usize,
        hand: Pieces,
        valued: &mut Valued,
    ) -> Option<f64> {
        let rest = self.pool.saturating_minus(self.beyond_known(side, hand));
        let more = self.size.checked_sub(self.known[1 - side].len())?;
        let mut left = self.known[1 - side];
        for index in 0..more {
            left = left.plus(Pieces::one(rest.nth(index)));
        }
        let mut hands = [left; 2];
        hands[side] = hand;
        let world = self.world(hands);
        policy.likelihood(self.view, &world, |seat| seat == self.seats[side], valued)
    }

    /// What of a hand is not known to be in it: what comes from the pool.
    fn beyond_known(&self, side: usize, hand: Pieces) -> Pieces {
        hand.saturating_minus(self.known[side])
    }

    /// The match of these hands, with what was laid.
    fn world(&self, hands: [Pieces; 2]) -> World {
        let mut dealt = BySeat::new(self.seats.len());
        for (seat, hand) in self.seats.into_iter().zip(hands) {
            dealt[seat] = hand;
        }
        for &(seat, play) in &self.plays {
            dealt[seat] = dealt[seat].plus(play);
        }
        World {
            hands: dealt,
            plays: self.plays.clone(),
        }
    }

    /// The ending with these hands, before the lead of the open trick.
    fn begin(&self, hands: [Pieces; 2]) -> Option<Supposed> {
        let world = self.world(hands);
        let mut game = Supposed::new(self.view, world.hands)?;
        for (seat, play) in world.plays {
            game.lay(seat, play).ok()?;
        }
        Some(game)
    }
}

/// All that so many of these pieces may be.
fn some_of_each(of: Pieces, count: u8) -> Vec<Pieces> {
    let all = of.kinds().fold(vec![Pieces::EMPTY], |all, (piece, held)| {
        let more = |some: Pieces| {
            let most = held.min(count - some.len());
            (0..=most).map(move |more| some.plus(Pieces::of(piece, more)))
        };
        all.into_iter().flat_map(more).collect()
    });
    let whole = all.into_iter().filter(|some| some.len() == count);
    whole.collect()
}

/// In how many ways these pieces may be drawn from others.
fn ways_of(drawn: Pieces, from: Pieces) -> f64 {
    let kinds = drawn.kinds();
    kinds
        .map(|(piece, count)| ways(from.count(piece), count))
        .product()
}

/// A state of each player, with the match that it is.
#[derive(Clone, Copy)]
struct Pair {
    states: [usize; 2],
    /// How much less likely the other player's hand is beside mine.
    beside: f64,
    game: Supposed,
    /// What both have laid in the trick that has just been finished.
    laid: [Pieces; 2],
}

/// What both know at a moment, with all that each may know besides.
enum Node {
    /// For states of both, what I win above a half, times how likely they are beside each other.
    End(Vec<([usize; 2], f64)>),
    /// A player lays.
    Choose(Choose),
    /// A trick is turned up.
    Reveal(Vec<Next>),
}

struct Choose {
    side: usize,
    states: Vec<State>,
    next: Vec<Next>,
    /// For each that may follow what all see as led; none where the trick is over then.
    led: Vec<Option<Led>>,
}

/// What all see of a lead.
type Led = (CombinationType, u8);

/// What the player may know who lays; nothing if nobody fits it.
#[derive(Default)]
struct State {
    plays: Vec<Pieces>,
    /// For each play what follows, and the state there.
    becomes: Vec<(usize, usize)>,
    regrets: Vec<f64>,
    /// How often each was laid. Later rounds count more.
    sums: Vec<f64>,
}

/// What may follow.
struct Next {
    node: Node,
    /// For each player, from which state each of its states comes.
    from: [Vec<usize>; 2],
}

/// What may follow, while it is found.
#[derive(Default)]
struct Found {
    pairs: Vec<Pair>,
    from: [Vec<usize>; 2],
    known: HashMap<(usize, usize, Pieces), usize>,
}

impl Found {
    /// The state that this one of a player becomes, which has laid this since.
    fn state(&mut self, side: usize, from: usize, play: Pieces) -> usize {
        let all = &mut self.from[side];
        *self.known.entry((side, from, play)).or_insert_with(|| {
            all.push(from);
            all.len() - 1
        })
    }
}

/// What was found for each of these keys, in the order in which they came.
struct Groups<K> {
    places: HashMap<K, usize>,
    keys: Vec<K>,
    all: Vec<Found>,
}

impl<K: Copy + Eq + Hash> Groups<K> {
    fn new() -> Self {
        Self {
            places: HashMap::new(),
            keys: Vec::new(),
            all: Vec::new(),
        }
    }

    fn of(&mut self, key: K) -> (usize, &mut Found) {
        let (all, keys) = (&mut self.all, &mut self.keys);
        let place = *self.places.entry(key).or_insert_with(|| {
            keys.push(key);
            all.push(Found::default());
            all.len() - 1
        });
        (place, &mut all[place])
    }

    fn next(&mut self, of: impl Fn(K, &[Pair], [usize; 2]) -> Option<Node>) -> Option<Vec<Next>> {
        let all = self.keys.iter().zip(self.all.drain(..));
        let next = all.map(|(&key, Found { pairs, from, .. })| {
            let node = of(key, &pairs, [from[ME].len(), from[OTHER].len()])?;
            Some(Next { node, from })
        });
        next.collect()
    }
}

impl Node {
    /// The node of these pairs, with so many states of each player. None if there are no pairs.
    fn of(seats: [Seat; 2], pairs: &[Pair], states: [usize; 2]) -> Option<Self> {
        let game = &pairs.first()?.game;
        let mut sides = [ME, OTHER].into_iter();
        let side = sides.find(|&side| game.waits_for(seats[side]));
        match side {
            Some(side) if has_choice(game) => {
                Choose::of(seats, pairs, states, side).map(Self::Choose)
            }
            _ => Self::end(seats, pairs),
        }
    }

    /// The end of these pairs, in which nobody has a choice any more.
    fn end(seats: [Seat; 2], pairs: &[Pair]) -> Option<Self> {
        let ends = pairs.iter();
        let ends = ends.map(|pair| Some((pair.states, pair.beside * won(pair.game, seats)?)));
        Some(Self::End(ends.collect::<Option<_>>()?))
    }

    /// These pairs, in which both have laid: all see what.
    fn reveal(seats: [Seat; 2], pairs: &[Pair]) -> Option<Self> {
        if !pairs.iter().any(|pair| has_choice(&pair.game)) {
            return Self::end(seats, pairs);
        }
        let mut groups = Groups::new();
        for pair in pairs {
            let (_, found) = groups.of(pair.laid);
            let states = [ME, OTHER].map(|side| {
                let from = pair.states[side];
                found.state(side, from, Pieces::EMPTY)
            });
            found.pairs.push(Pair { states, ..*pair });
        }
        let next = groups.next(|_, pairs, states| Self::of(seats, pairs, states))?;
        Some(Self::Reveal(next))
    }

    /// One round: what each state of both is worth, times how likely the other player comes to it. Each player is in each of its states with this
    /// probability, by chance and by its own choices.
    fn walk(&mut self, reach: [&[f64]; 2], round: f64) -> [Vec<f64>; 2] {
        let mut worth = reach.map(|reach| vec![0.0; reach.len()]);
        match self {
            Self::End(ends) => {
                for &([mine, theirs], won) in &*ends {
                    worth[ME][mine] += won * reach[OTHER][theirs];
                    worth[OTHER][theirs] -= won * reach[ME][mine];
                }
            }
            Self::Reveal(next) => {
                for Next { node, from } in next {
                    let reach = [ME, OTHER].map(|side| some_of_reach(reach[side], &from[side]));
                    let worths = node.walk([&reach[ME], &reach[OTHER]], round);
                    for side in [ME, OTHER] {
                        add(&mut worth[side], &from[side], &worths[side]);
                    }
                }
            }
            Self::Choose(choose) => choose.walk(reach, round, &mut worth),
        }
        worth
    }
}

impl Choose {
    fn of(seats: [Seat; 2], pairs: &[Pair], states: [usize; 2], side: usize) -> Option<Self> {
        let mut all: Vec<State> = Vec::new();
        all.resize_with(states[side], State::default);
        let mut groups = Groups::new();
        for pair in pairs {
            let [from, theirs] = [side, 1 - side].map(|side| pair.states[side]);
            let state = &mut all[from];
            if state.plays.is_empty() {
                pair.game.plays(seats[side], MOST_FOLLOWS, &mut state.plays);
                state.becomes = vec![(0, 0); state.plays.len()];
                state.regrets = vec![0.0; state.plays.len()];
                state.sums = vec![0.0; state.plays.len()];
            }
            for (&play, becomes) in state.plays.iter().zip(&mut state.becomes) {
                let mut game = pair.game;
                let finished = game.lay(seats[side], play).ok()?.1;
                let laid = finished.map(|trick| seats.map(|seat| trick.plays[seat]));
                // What was led all see, what was laid after it when the trick is turned up.
                let seen = if laid.is_some() { None } else { game.led() };
                let (place, found) = groups.of(seen);
                let mut states = [0; 2];
                states[side] = found.state(side, from, play);
                states[1 - side] = found.state(1 - side, theirs, Pieces::EMPTY);
                *becomes = (place, states[side]);
                let laid = laid.unwrap_or_default();
                found.pairs.push(Pair {
                    states,
                    beside: pair.beside,
                    game,
                    laid,
                });
            }
        }
        let next = groups.next(|led, pairs, states| match led {
            Some(_) => Node::of(seats, pairs, states),
            None => Node::reveal(seats, pairs),
        })?;
        Some(Self {
            side,
            states: all,
            next,
            led: groups.keys,
        })
    }

    fn walk(&mut self, reach: [&[f64]; 2], round: f64, worth: &mut [Vec<f64>; 2]) {
        let (side, other) = (self.side, 1 - self.side);
        let mut mine: Vec<Vec<f64>> = Vec::with_capacity(self.next.len());
        mine.extend(
            self.next
                .iter()
                .map(|next| vec![0.0; next.from[side].len()]),
        );
        for (state, reach) in self.states.iter().zip(reach[side]) {
            for ((next, becomes), part) in state.becomes.iter().zip(state.parts()) {
                mine[*next][*becomes] = reach * part;
            }
        }
        let mut worths: Vec<Vec<f64>> = Vec::with_capacity(self.next.len());
        for (Next { node, from }, mine) in self.next.iter_mut().zip(&mine) {
            let theirs = some_of_reach(reach[other], &from[other]);
            let mut both = [mine.as_slice(), &theirs];
            both.rotate_left(side);
            let [first, second] = node.walk(both, round);
            let mut of_sides = [first, second];
            of_sides.rotate_left(side);
            let [of_mine, of_theirs] = of_sides;
            add(&mut worth[other], &from[other], &of_theirs);
            worths.push(of_mine);
        }
        for (index, state) in self.states.iter_mut().enumerate() {
            let parts: Vec<f64> = state.parts().collect();
            let of_plays = state.becomes.iter();
            let of_plays: Vec<f64> = of_plays.map(|&(next, at)| worths[next][at]).collect();
            let mean: f64 = parts
                .iter()
                .zip(&of_plays)
                .map(|(part, of)| part * of)
                .sum();
            for (regret, of) in state.regrets.iter_mut().zip(&of_plays) {
                *regret = (*regret + of - mean).max(0.0);
            }
            for (sum, part) in state.sums.iter_mut().zip(&parts) {
                *sum += round * reach[side][index] * part;
            }
            worth[side][index] = mean;
        }
    }
}

impl State {
    /// How often each play is laid now: in proportion to the regret of not having laid it.
    fn parts(&self) -> impl Iterator<Item = f64> {
        let all: f64 = self.regrets.iter().sum();
        #[expect(clippy::cast_precision_loss, reason = "few plays")]
        let even = 1.0 / self.plays.len() as f64;
        let regrets = self.regrets.iter();
        regrets.map(move |regret| if all > 0.0 { regret / all } else { even })
    }

    /// A play that is drawn, as often as it was laid in the mean of all rounds. None if it never was.
    fn draw(&self, numbers: &mut Numbers) -> Option<Pieces> {
        let all: f64 = self.sums.iter().sum();
        let mut left = numbers.part() * all;
        for (&play, sum) in self.plays.iter().zip(&self.sums) {
            if left < *sum {
                return Some(play);
            }
            left -= sum;
        }
        None
    }
}

/// How likely these states are.
fn some_of_reach(reach: &[f64], states: &[usize]) -> Vec<f64> {
    states.iter().map(|&state| reach[state]).collect()
}

/// Adds to these states.
fn add(worth: &mut [f64], states: &[usize], more: &[f64]) {
    for (&state, more) in states.iter().zip(more) {
        worth[state] += more;
    }
}

/// Whether somebody may still lay one thing or another.
fn has_choice(game: &Supposed) -> bool {
    game.hands().values().any(|hand| hand.len() > 1)
}

/// What the first of these players wins above a half, if all lay the last piece that they have. None if the match goes on.
fn won(mut game: Supposed, seats: [Seat; 2]) -> Option<f64> {
    let mut plays = Vec::new();
    while let Some(seat) = seats.into_iter().find(|&seat| game.waits_for(seat)) {
        game.plays(seat, MOST_FOLLOWS, &mut plays);
        game.lay(seat, *plays.first()?).ok()?;
    }
    let winners = game.winners();
    Some(match seats.map(|seat| winners[seat]) {
        [true, false] => 0.5,
        [false, true] => -0.5,
        _ => 0.0,
    })
}
