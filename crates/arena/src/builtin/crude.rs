//! Engines to measure levels by, in trick games: a crude search with ideas of its own, and the same search with all hands open.
//!
//! They use no net and nothing that levels learn from, and are frozen: figures that were measured by them stay comparable. A test knows what
//! they lay; if it fails, the figures of docs/BOTS.md have to be measured again.

use std::cmp::Ordering;
use std::collections::HashMap;

use giog_bots::Numbers;
use giog_bots::levels::{Line, World, Worlds};
use giog_rules::tricks::{Action, Ask, CombinationType, Goal, Variant, View};
use giog_rules::{BySeat, Decision, Pieces, Seat, Terms};

use crate::engine::{Asked, Choice, Engine, Fault};

/// How many worlds are drawn.
const WORLDS: u32 = 200;
/// How many lines are played on, all choices together.
const LINES: u32 = 400;
/// One play of so many in a line is any legal one.
const ANY: u32 = 12;

/// What the search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// What its seat sees: worlds that fit it are all as likely.
    Own,
    /// All hands, but not what others have laid at the same time.
    Open,
}

/// The search; none for games without tricks.
pub fn of(terms: &Terms, hands: Hands) -> Option<Box<dyn Engine>> {
    let giog_rules::Variant::Tricks(variant) = terms.variant() else {
        return None;
    };
    let ranks = Ranks::of(variant);
    Some(Box::new(Crude { hands, ranks }))
}

struct Crude {
    hands: Hands,
    ranks: Ranks,
}

/// What the search thinks of each legal play of the seat whose view this is, with so many times its worlds and lines: what the lines of each play
/// were worth, in parts of [`WIN`](giog_bots::levels::WIN). All plays meet the same worlds and the same luck. None where the seat lays nothing.
pub fn judged(view: &View, times: u32, seed: u64) -> Option<Vec<(Pieces, Vec<i32>)>> {
    let ranks = Ranks::of(view.variant);
    let (me, mut numbers) = (view.you?, Numbers::new(seed));
    let lines = supposed(view, WORLDS * times, &mut numbers)?;
    let mut plays = Vec::new();
    lines.first()?.plays(me, &mut plays);
    let mut judged: Vec<_> = plays.iter().map(|&play| (play, Vec::new())).collect();
    let count = LINES * times / u32::try_from(judged.len()).ok()?;
    for line in lines.iter().cycle().take(count.max(1) as usize) {
        let luck = numbers.next();
        for (play, worth) in &mut judged {
            worth.push(ranks.worth(line, me, *play, luck, &mut plays)?);
        }
    }
    Some(judged)
}

/// Lines at the decision of the seat in so many worlds that it may suppose.
fn supposed(view: &View, worlds: u32, numbers: &mut Numbers) -> Option<Vec<Line>> {
    let all = Worlds::of(view)?;
    let drawn = (0..worlds).filter_map(|_| all.draw(numbers));
    Some(drawn.map(|(_, line)| line).collect())
}

impl Engine for Crude {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let play = self.search(asked).map(|play| Action::Play {
            pieces: play.to_string(),
        });
        Ok(play.map_or(Choice::Default, |play| Choice::Action(play.into())))
    }
}

/// A play that is tried, and the sum of what its lines were worth.
type Tried = (Pieces, i64);

impl Crude {
    /// The play that wins most in lines from here; half of the plays are dropped in each round.
    fn search(&self, asked: &Asked<'_>) -> Option<Pieces> {
        let Decision::Tricks(decision) = asked.decision() else {
            return None;
        };
        if !matches!(decision.ask, Ask::Play { .. }) {
            return None;
        }
        let (me, mut numbers) = (asked.seat(), Numbers::new(asked.seed()));
        let lines = self.lines(asked, &mut numbers)?;
        let mut plays = Vec::new();
        lines.first()?.plays(me, &mut plays);
        let mut tried: Vec<Tried> = plays.iter().map(|&play| (play, 0)).collect();
        let rounds = tried.len().next_power_of_two().ilog2().max(1);
        let mut cycle = lines.iter().cycle();
        while tried.len() > 1 {
            let count = u32::try_from(tried.len()).ok()?;
            for _ in 0..(LINES / rounds / count).max(1) {
                let (line, luck) = (cycle.next()?, numbers.next());
                for (play, sum) in &mut tried {
                    let worth = self.ranks.worth(line, me, *play, luck, &mut plays)?;
                    *sum += i64::from(worth);
                }
            }
            tried.sort_by_key(|&(_, sum)| -sum);
            tried.truncate(tried.len().div_ceil(2));
        }
        tried.first().map(|&(play, _)| play)
    }

    /// Lines at the decision of the seat: in worlds that it may suppose, or in the true one.
    fn lines(&self, asked: &Asked<'_>, numbers: &mut Numbers) -> Option<Vec<Line>> {
        let giog_rules::View::Tricks(view) = asked.view() else {
            return None;
        };
        match self.hands {
            Hands::Own => supposed(&view, WORLDS, numbers),
            Hands::Open => Some(vec![Worlds::of(&view)?.line(&truth(asked)?)?]),
        }
    }
}

/// What has been dealt and laid; without what others have laid at the same time in the open trick.
fn truth(asked: &Asked<'_>) -> Option<World> {
    let views = asked.views_of_all().map(|view| match view {
        giog_rules::View::Tricks(view) => Some(*view),
        _ => None,
    });
    let views: Vec<View> = views.collect::<Option<_>>()?;
    let mine = &views[asked.seat().index()];
    let of = |seat: Seat| &views[seat.index()];
    let mut hands = BySeat::from_fn(views.len(), |seat| of(seat).hand.unwrap_or_default());
    let mut plays = Vec::new();
    let order = |leader| {
        let order = mine.order.as_deref().unwrap_or_default();
        mine.variant.led_by(order, leader)
    };
    for (index, trick) in mine.tricks.iter().enumerate() {
        for seat in order(trick.leader) {
            let play = of(seat).tricks.get(index)?.plays[seat]?;
            hands[seat] = hands[seat].plus(play);
            plays.push((seat, play));
        }
    }
    let open = mine.trick.as_ref()?;
    for seat in order(open.leader) {
        let Some(play) = of(seat).trick.as_ref()?.yours else {
            continue;
        };
        hands[seat] = hands[seat].plus(play);
        if seat == open.leader || open.in_turn.is_some() {
            plays.push((seat, play));
        }
    }
    Some(World { hands, plays })
}

/// The combinations of a game, and how players are thought to lay them.
#[derive(Debug)]
struct Ranks {
    goal: Goal,
    variant: Variant,
    types: Vec<(CombinationType, Vec<Class>)>,
    /// The index of each combination's type, and its class.
    found: HashMap<Pieces, (usize, usize)>,
}

/// Combinations that are equal, and their suit.
type Class = (u8, Vec<Pieces>);

impl Ranks {
    fn of(variant: Variant) -> Self {
        let (mut types, mut found) = (Vec::new(), HashMap::new());
        for info in variant.describe().combinations {
            let suits = info.suits.into_iter().chain(std::iter::repeat(0));
            let classes: Vec<Class> = suits.zip(info.ranking).collect();
            for (class, (_, equal)) in classes.iter().enumerate() {
                found.extend(equal.iter().map(|&play| (play, (types.len(), class))));
            }
            types.push((info.kind, classes));
        }
        Self {
            goal: variant.goal(),
            variant,
            types,
            found,
        }
    }

    /// What a play is worth if the line is played on with this luck until the match is over.
    fn worth(
        &self,
        line: &Line,
        me: Seat,
        play: Pieces,
        luck: u64,
        plays: &mut Vec<Pieces>,
    ) -> Option<i32> {
        let (mut line, mut numbers) = (*line, Numbers::new(luck));
        line.lay(me, play).ok()?;
        while let Some(seat) = line.asks() {
            line.plays(seat, plays);
            let play = self.lay(&line, seat, plays, &mut numbers);
            line.lay(seat, play).expect("listed plays are legal");
        }
        Some(line.value(me))
    }

    /// How many classes that beat a combination others may have, of these pieces.
    fn higher(&self, play: Pieces, pool: Pieces) -> Option<u32> {
        let &(kind, class) = self.found.get(&play)?;
        let classes = &self.types[kind].1;
        let suit = classes[class].0;
        let higher = classes[..class].iter().filter(|(of, equal)| {
            *of == suit && equal.iter().any(|&combination| pool.contains(combination))
        });
        u32::try_from(higher.count()).ok()
    }

    /// What a seat lays, of these plays.
    fn lay(&self, line: &Line, seat: Seat, plays: &[Pieces], numbers: &mut Numbers) -> Pieces {
        let count = u32::try_from(plays.len()).expect("few plays");
        if count == 1 {
            return plays[0];
        }
        if numbers.below(ANY) == 0 {
            return plays[numbers.below(count) as usize];
        }
        let sight = line.sight(seat);
        let known = sight.known.values().copied();
        let pool = known.fold(sight.unseen, Pieces::plus);
        let Some((kind, _)) = sight.led else {
            return self.lead(plays, pool, numbers);
        };
        let competes = |play: Pieces| {
            let &(of, _) = self.found.get(&play)?;
            let wins = sight.best.is_none_or(|(_, best)| {
                self.variant.compare(play, best) == Some(Ordering::Greater)
            });
            (self.types[of].0 == kind && wins).then(|| self.higher(play, pool))?
        };
        let mut best: Option<(Pieces, u32)> = None;
        for &play in plays {
            let Some(higher) = competes(play) else {
                continue;
            };
            // Weaker plays come first: the weakest of those that nothing beats.
            if best.is_none_or(|(_, least)| higher < least) {
                best = Some((play, higher));
            }
            if higher == 0 || self.variant.lays_in_turn() && sight.after == 0 {
                return play;
            }
        }
        match best {
            Some((play, higher)) if numbers.below(1 + higher) == 0 => play,
            _ => plays[0],
        }
    }

    /// What is led: the most pieces that nothing beats, or what is beaten by little. Where the last trick decides, anything.
    fn lead(&self, plays: &[Pieces], pool: Pieces, numbers: &mut Numbers) -> Pieces {
        if self.goal == Goal::LastTrick {
            let count = u32::try_from(plays.len()).expect("few plays");
            return plays[numbers.below(count) as usize];
        }
        let rated = plays.iter().map(|&play| {
            let higher = self.higher(play, pool).unwrap_or(u32::MAX / 2);
            let sure = if higher == 0 { 2 } else { 1 };
            (48 * sure * u32::from(play.len()) / (1 + higher), play)
        });
        let best = rated.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(plays[0], |(_, play)| play)
    }
}
