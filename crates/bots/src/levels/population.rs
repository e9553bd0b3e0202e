//! A population of worlds: drawn with the same probability each, resampled by how likely it is that the others have laid so, and moved on from
//! there, two pieces at a time, so that also where few worlds are likely a population has many of them (resample-move).

use std::collections::HashMap;

use giog_rules::tricks::View;
use giog_rules::{BySeat, Pieces, Seat};

use super::line::Line;
use super::policy::{Policy, Valued};
use super::sight::known_at_first;
use super::worlds::{Placed, Worlds};
use crate::boards::Numbers;

/// The most worlds that are drawn, for each world of the population.
const DRAWN: u32 = 2;
/// The most worlds of a population: with more of them errors become hardly smaller, and each takes memory.
const MOST_MEMBERS: u32 = 16_384;
/// So often it is looked whether enough worlds are drawn.
const ROUND: u32 = 64;
/// For each line at most so many plays are valued to know how likely worlds are; half of them for those that are drawn. A world that is looked
/// at counts as so many more.
const VALUED: u64 = 1_024;
const LOOKED_AT: u64 = 16;
/// So often it is tried to move each world, for each power of the likelihood by which the population was resampled.
const MOVES: u32 = 16;
/// The first power by which a population is resampled is one over two to so many, at most.
const MOST_HALVINGS: u32 = 3;
/// It is as large as it may be such that the weights say as much as this part of the lines, equally likely.
const ENOUGH: f64 = 0.25;
/// Of so many hands it is kept how likely their seats have laid so.
const MOST_KEPT: usize = 65_536;

/// A world of the population, with the number of the draw that it comes from.
#[derive(Clone)]
struct Member {
    draw: u32,
    placed: Placed,
    line: Line,
    /// How likely each other seat was dealt its hand and has laid as it has.
    likely: BySeat<f64>,
}

/// How likely others were dealt their hands and have laid as in worlds. What a seat knew depends on its own hand and on what all have seen, so
/// that for each seat only its hand and its plays make a difference.
struct Likelihood<'a> {
    policy: &'a Policy<'a>,
    view: &'a View,
    worlds: &'a Worlds<'a>,
    /// What all have seen each seat take before the first lead.
    first: BySeat<Pieces>,
    valued: Valued,
    looked_at: u64,
    known: BySeat<HashMap<Vec<Pieces>, f64>>,
    key: Vec<Pieces>,
}

/// Lines at the decision of the seat, so many, but 16,384 at most, each world as often as it is likely that the others have laid so, with
/// the number of the draw that it comes from. Worlds of different draws are independent. None for spectators and outside the tricks.
pub fn likely_lines(
    policy: &Policy<'_>,
    view: &View,
    lines: u32,
    numbers: &mut Numbers,
) -> Option<Vec<(u32, Line)>> {
    let mut likelihood = Likelihood {
        policy,
        view,
        worlds: &Worlds::of(view)?,
        first: known_at_first(view),
        valued: Valued::default(),
        looked_at: 0,
        known: BySeat::from_fn(view.hand_sizes.len(), |_| HashMap::new()),
        key: Vec::new(),
    };
    let lines = lines.min(MOST_MEMBERS);
    let all = u64::from(lines) * VALUED;
    let (mut members, is_enough) = likelihood.drawn(lines, all / 2, numbers);
    let mut halvings = 0;
    let enough = f64::from(lines) * ENOUGH;
    while halvings < MOST_HALVINGS
        && says(members.iter().map(|member| member.power(halvings))) < enough
    {
        halvings += 1;
    }
    members = resampled(&members, lines, numbers, |member| member.power(halvings));
    if !is_enough {
        loop {
            let left = all.saturating_sub(likelihood.spent());
            let most = likelihood.spent() + left / u64::from(halvings + 1);
            likelihood.moved(&mut members, halvings, most, numbers);
            if halvings == 0 {
                break;
            }
            // What is missing to the next power is as much as there was.
            members = resampled(&members, lines, numbers, |member| member.power(halvings));
            halvings -= 1;
        }
    }
    let mut lines: Vec<(u32, Line)> = members.iter().map(|one| (one.draw, one.line)).collect();
    // Neighbours are often the same world, so they are mixed.
    numbers.shuffle(&mut lines);
    Some(lines)
}

impl Member {
    /// Its likelihood to the power of one over two to so many.
    fn power(&self, halvings: u32) -> f64 {
        root(self.likely.values().product(), halvings)
    }
}

/// The square root, so many times.
fn root(of: f64, times: u32) -> f64 {
    (0..times).fold(of, |of, _| of.sqrt())
}

/// To how many equal weights such ones come (the effective sample size).
fn says(weights: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut squares) = (0.0, 0.0);
    for weight in weights {
        (all, squares) = (all + weight, squares + weight * weight);
    }
    if all > 0.0 { all * all / squares } else { 0.0 }
}

/// So many of these, each as often as it weighs.
fn resampled(
    members: &[Member],
    count: u32,
    numbers: &mut Numbers,
    weight: impl Fn(&Member) -> f64,
) -> Vec<Member> {
    let all: f64 = members.iter().map(&weight).sum();
    let step = all / f64::from(count.max(1));
    let mut resampled = Vec::with_capacity(count as usize);
    // Those on which the steps of one walk over all fall.
    let (mut walked, mut due) = (0.0, step * numbers.part());
    for member in members {
        walked += weight(member);
        while due < walked && resampled.len() < count as usize {
            resampled.push(member.clone());
            due += step;
        }
    }
    resampled
}

impl Likelihood<'_> {
    /// What has been looked at, in plays that were valued.
    const fn spent(&self) -> u64 {
        self.valued.count + self.looked_at * LOOKED_AT
    }

    /// Draws worlds until they say as much as so many equally likely ones, and says whether they do; or until so much is spent.
    fn drawn(&mut self, lines: u32, most: u64, numbers: &mut Numbers) -> (Vec<Member>, bool) {
        let mut members: Vec<Member> = Vec::new();
        for draw in 0..lines.saturating_mul(DRAWN) {
            if draw % ROUND == 0 {
                let says = says(members.iter().map(|member| member.power(0)));
                if says >= f64::from(lines) {
                    return (members, true);
                }
                if self.spent() >= most {
                    break;
                }
            }
            let Some((placed, line)) = self.worlds.draw_placed(numbers) else {
                continue;
            };
            let mut likely = BySeat::from_fn(self.view.hand_sizes.len(), |_| 1.0);
            for seat in likely.seats() {
                likely[seat] = self.of(&placed, seat);
            }
            self.looked_at += 1;
            members.push(Member {
                draw,
                placed,
                line,
                likely,
            });
        }
        (members, false)
    }

    /// Moves each world some times, so that they keep being as frequent as their likelihoods to the power of one over two to so many; until so
    /// much is spent.
    fn moved(&mut self, members: &mut [Member], halvings: u32, most: u64, numbers: &mut Numbers) {
        for _ in 0..MOVES {
            for member in &mut *members {
                if self.spent() >= most {
                    return;
                }
                if let Some(moved) = self.try_to_move(member, halvings, numbers) {
                    *member = moved;
                }
            }
        }
    }

    /// A world in which two pieces have changed places; none if it does not fit, or is too unlikely (the rule of Metropolis).
    fn try_to_move(
        &mut self,
        member: &Member,
        halvings: u32,
        numbers: &mut Numbers,
    ) -> Option<Member> {
        let (placed, seats) = self.worlds.swapped(&member.placed, numbers)?;
        self.looked_at += 1;
        let line = self.worlds.line(&self.worlds.world(&placed))?;
        let mut likely = member.likely;
        for seat in seats.into_iter().flatten() {
            likely[seat] = self.of(&placed, seat);
        }
        let moved = Member {
            draw: member.draw,
            placed,
            line,
            likely,
        };
        (numbers.part() * member.power(halvings) < moved.power(halvings)).then_some(moved)
    }

    /// How likely a seat is to have been dealt its hand and to have laid as it has in a world, beside other worlds.
    fn of(&mut self, placed: &Placed, seat: Seat) -> f64 {
        if seat == self.worlds.me() {
            return 1.0;
        }
        self.key.clear();
        self.key.push(placed.hands[seat]);
        let lead = placed.lead.filter(|&(leader, _)| leader == seat);
        self.key.extend(lead.map(|(_, lead)| lead));
        let laid = self.worlds.face_down.iter().zip(&placed.laid);
        let of_seat = laid.filter(|(play, _)| play.seat == seat);
        self.key.extend(of_seat.map(|(_, &pieces)| pieces));
        if let Some(&likely) = self.known[seat].get(&self.key[..]) {
            return likely;
        }
        let world = self.worlds.world(placed);
        let likely = self
            .policy
            .likelihood(self.view, &world, |of| of == seat, &mut self.valued)
            .unwrap_or_default();
        let likely = likely * self.dealt(placed, seat, world.hands[seat]);
        let known = &mut self.known[seat];
        if known.len() < MOST_KEPT {
            known.insert(self.key.clone(), likely);
        }
        likely
    }

    /// How often a seat is dealt this hand, against how often worlds have it that are drawn. These have what the seat still holds as often as if
    /// each piece of its hand had been as likely to be laid as another one. But what is likely to be laid is a kind, whichever piece of the kind
    /// it is: who has shown one of two horses is less likely to hold the other (restricted choice).
    fn dealt(&self, placed: &Placed, seat: Seat, hand: Pieces) -> f64 {
        let lead = placed.lead.filter(|&(leader, _)| leader == seat);
        let laid = self.worlds.face_down.iter().zip(&placed.laid);
        let laid = laid.filter(|(play, _)| play.seat == seat);
        let every = || {
            std::iter::once(placed.hands[seat])
                .chain(lead.map(|(_, lead)| lead))
                .chain(laid.clone().map(|(_, &pieces)| pieces))
        };
        let mut all = 1.0;
        for (piece, dealt) in hand.kinds() {
            let here: u8 = every().map(|here| here.count(piece)).sum();
            let unknown = here.saturating_sub(self.worlds.mine.known[seat].count(piece));
            let unseen = dealt.saturating_sub(self.first[seat].count(piece));
            let within: f64 = every().map(|here| orders(here.count(piece))).product();
            all *= orders(unknown) * within / (orders(here) * orders(unseen));
        }
        all
    }
}

/// In how many orders so many pieces can lie; of no kind there are more than five.
fn orders(of: u8) -> f64 {
    (1..=of).map(f64::from).product()
}
