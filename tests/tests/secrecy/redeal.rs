//! Other deals that an observer cannot distinguish from the real one.
//!
//! What was shown to the observer by then stays: turned-up pieces in their places; their own hand; turned-up plays, with the players who
//! laid them. Everything else is exchanged, also within hands. What others have laid face down, or taken back, is replaced: by the same
//! number of pieces, for a lead by one of the same type, legal with the other hand. Hidden throws are replaced. What stays face down for
//! good (Sang krip, Dǎ qí luò 2) is replaced by anything that would stay face down, so that the same plays are turned up. The observer's
//! refused requests are replaced by other ones that are refused.
//!
//! What the clock or a bot does for a seat follows from that seat's hand. While it lies face down, it is whatever follows from the other
//! hand. Once it is turned up, it reveals something about the rest of the hand to everybody who knows how it was chosen (`docs/RULES.md`
//! §3), so only deals are used from which the same would have followed: [`Redealer::live`] asks the game, or the bot, again each time.
//! Nothing here uses what the server shows to an observer, because that is what is tested.

use std::collections::BTreeMap;

use giog_protocol::StandIn;
use giog_rules::record::By;
use giog_rules::tricks::{Ask, CombinationType};
use giog_rules::{Action, BySeat, Deal, Match, Observer, Piece, Pieces, Seat};

use crate::author::{any_play, followed, hand_without};
use crate::chance::Chance;
use crate::played::{Played, PlayedStep};
use crate::script::Step;
use crate::truth::{Deed, hand, laid, play, throw};
use crate::turned::Fate;
use crate::zones::{Zone, deal, zones};

/// How many deals are tried before the search ends.
const TRIES: usize = 60;
/// How many plays are tried for one that stays face down.
const PLAYS_TRIED: usize = 12;

/// Another deal, with the actions that are different with it.
pub struct Other {
    pub deal: Deal,
    /// All actions up to the step, including unchanged ones.
    pub actions: Vec<Action>,
    /// Refused requests, by step.
    attempts: BTreeMap<usize, Action>,
}

impl Other {
    /// A step with this deal.
    pub fn step(&self, index: usize, done: &PlayedStep) -> Step {
        let mut step = done.step.clone();
        match &mut step {
            Step::Act { action, .. } => {
                let own = done.own_deed().expect("an action is a deed");
                action.clone_from(&self.actions[own]);
            }
            Step::Try { action, .. } => {
                if let Some(attempt) = self.attempts.get(&index) {
                    action.clone_from(attempt);
                }
            }
            _ => {}
        }
        step
    }
}

/// Creates other deals for one observer, who has seen a match up to and with some step.
pub struct Redealer<'a> {
    played: &'a Played,
    observer: Observer,
    until: usize,
    /// The actions up to then, and for each whether its pieces are still hidden from the observer.
    deeds: &'a [Deed],
    hidden: Vec<bool>,
    /// For each action that stayed face down for good by then, the best play before it.
    under: Vec<Option<Pieces>>,
    /// The zones within which pieces may be exchanged.
    zones: Vec<Zone>,
}

impl<'a> Redealer<'a> {
    pub fn new(played: &'a Played, observer: Observer, until: usize) -> Self {
        let done = played.steps[until].deeds.end;
        let deeds = &played.deeds[..done];
        let is_settled = |fate: &Fate| fate.settled.is_some_and(|at| at < done);
        let hidden = |(deed, fate): (&Deed, &Fate)| {
            !observer.is(deed.seat) && (fate.under.is_some() || !is_settled(fate))
        };
        let hidden: Vec<bool> = deeds.iter().zip(&played.fates).map(hidden).collect();
        let under = |fate: &Fate| fate.under.filter(|_| is_settled(fate));
        let under = played.fates[..done].iter().map(under).collect();
        let zones = zones(&played.opening, deeds, &hidden);
        Self {
            played,
            observer,
            until,
            deeds,
            hidden,
            under,
            zones,
        }
    }

    /// Whether another match has different hidden plays or throws: those that stayed face down for good, or
    /// the others.
    pub fn differs(&self, other: &Other, wanted: impl Fn(&Action, bool) -> bool) -> bool {
        let mut deeds = self.deeds.iter().zip(&other.actions).zip(&self.under);
        deeds.any(|((deed, action), under)| {
            deed.action != *action && wanted(action, under.is_some())
        })
    }

    /// Another deal; none if there seems to be no other.
    pub fn make(&self, chance: &mut Chance) -> Option<Other> {
        (0..TRIES).find_map(|attempt| {
            // If many actions follow from hands, a few changes are more likely to be possible than many.
            let (deal, lead) = if attempt % 3 == 2 {
                (self.exchange(chance)?, None)
            } else {
                self.shuffle(chance)?
            };
            let other = self.live(deal, lead, chance)?;
            let same = other.deal == self.played.opening.deal
                && self
                    .deeds
                    .iter()
                    .map(|deed| &deed.action)
                    .eq(&other.actions);
            (!same).then_some(other)
        })
    }

    /// The face-down lead, if it is hidden and its player's own choice.
    fn hidden_lead(&self) -> Option<&Deed> {
        self.hidden_lead_number().map(|lead| &self.deeds[lead])
    }

    fn hidden_lead_number(&self) -> Option<usize> {
        let lead = self.deeds.iter().rposition(|deed| deed.lead.is_some())?;
        (self.hidden[lead] && self.deeds[lead].by == By::Player).then_some(lead)
    }

    /// Deals everything hidden again, with another lead if that is hidden.
    fn shuffle(&self, chance: &mut Chance) -> Option<(Deal, Option<Pieces>)> {
        let mut bound: Vec<Pieces> = self.zones.iter().map(|zone| self.bound(zone)).collect();
        let mut free = Pieces::EMPTY;
        for (zone, bound) in self.zones.iter().zip(&bound) {
            free = free.plus(zone.pieces.minus(*bound)?);
        }
        let mut lead = None;
        if let Some(deed) = self.hidden_lead() {
            let at = self
                .zones
                .iter()
                .position(|zone| zone.owner == Some(deed.seat))?;
            let open = self.zones[at].up.saturating_minus(self.zones[at].shown);
            let announced = self.combination(deed.lead?, open.plus(free), chance)?;
            let wanted = announced.saturating_minus(open);
            free = free.minus(wanted)?;
            bound[at] = bound[at].plus(wanted);
            if usize::from(bound[at].len()) > self.zones[at].places.len() {
                return None;
            }
            lead = Some(announced);
        }
        let mut free: Vec<Piece> = free.iter().collect();
        chance.shuffle(&mut free);
        let mut contents = Vec::new();
        for (zone, bound) in self.zones.iter().zip(&bound) {
            let missing = zone.places.len() - usize::from(bound.len());
            let mut pieces: Vec<Piece> = bound.iter().collect();
            pieces.extend(free.drain(..missing));
            contents.push(pieces);
        }
        Some((self.lay_out(contents, chance), lead))
    }

    /// Exchanges a few hidden pieces.
    fn exchange(&self, chance: &mut Chance) -> Option<Deal> {
        let mut contents: Vec<Vec<Piece>> = self
            .zones
            .iter()
            .map(|zone| zone.pieces.iter().collect())
            .collect();
        let others = |&at: &usize| {
            let own = self.zones[at]
                .owner
                .is_some_and(|seat| self.observer.is(seat));
            !own && !contents[at].is_empty()
        };
        let others: Vec<usize> = (0..self.zones.len()).filter(others).collect();
        if others.is_empty() {
            return None;
        }
        for _ in 0..=chance.below(3) {
            let (from, to) = (chance.pick(&others), chance.pick(&others));
            let (one, another) = (
                chance.below(contents[from].len()),
                chance.below(contents[to].len()),
            );
            let piece = contents[from][one];
            contents[from][one] = std::mem::replace(&mut contents[to][another], piece);
        }
        Some(self.lay_out(contents, chance))
    }

    /// The fixed pieces of a zone: the observer's own hand, and the visible plays of its owner.
    fn bound(&self, zone: &Zone) -> Pieces {
        match zone.owner {
            Some(seat) if self.observer.is(seat) => zone.pieces,
            _ => zone.shown.saturating_minus(zone.up),
        }
    }

    /// The deal with these pieces in the zones, each in any order.
    fn lay_out(&self, mut contents: Vec<Vec<Piece>>, chance: &mut Chance) -> Deal {
        for pieces in &mut contents {
            chance.shuffle(pieces);
        }
        deal(&self.played.opening, &self.zones, &contents)
    }

    /// A combination of this type from these pieces; none if there is none.
    fn combination(
        &self,
        kind: CombinationType,
        pieces: Pieces,
        chance: &mut Chance,
    ) -> Option<Pieces> {
        let found = self.played.ranks.within(pieces, Some(kind));
        (!found.is_empty()).then(|| chance.pick(&found))
    }

    /// Plays the match with another deal; none if a public event could not have happened with it.
    fn live(&self, deal: Deal, lead: Option<Pieces>, chance: &mut Chance) -> Option<Other> {
        let opening = &self.played.opening;
        let stream = opening.stream.clone();
        let mut game = Match::start(&opening.terms, deal.clone(), Some(stream)).game;
        let (mut actions, mut attempts) = (Vec::new(), BTreeMap::new());
        let mut kept = self.kept(lead);
        for (index, done) in self.played.steps[..=self.until].iter().enumerate() {
            if let Step::Try { seat, action, .. } = &done.step
                && !self.observer.is(*seat)
            {
                attempts.insert(index, in_vain(&game, *seat, action, chance)?);
            }
            for number in done.deeds.clone() {
                let seat = self.deeds[number].seat;
                let action = self.action(&game, number, lead, kept[seat], chance)?;
                game.act(seat, &action).ok()?;
                if self.is_bound(number) {
                    kept[seat] = kept[seat].minus(laid(&action))?;
                }
                actions.push(action);
            }
        }
        Some(Other {
            deal,
            actions,
            attempts,
        })
    }

    /// Whether the pieces of an action are known beforehand: the observer has seen them, or they are the hidden lead.
    fn is_bound(&self, number: usize) -> bool {
        !self.hidden[number] || self.hidden_lead_number() == Some(number)
    }

    /// The pieces that each seat must keep for its fixed later actions.
    fn kept(&self, lead: Option<Pieces>) -> BySeat<Pieces> {
        let mut kept: BySeat<Pieces> = BySeat::new(self.played.table.seats);
        for (number, deed) in self.deeds.iter().enumerate() {
            if self.is_bound(number) {
                let lead = lead.filter(|_| self.hidden[number]);
                kept[deed.seat] = kept[deed.seat].plus(lead.unwrap_or_else(|| laid(&deed.action)));
            }
        }
        kept
    }

    /// The replacement of an action; none if it would have to be the same and is not. The seat has to keep
    /// some pieces for later.
    fn action(
        &self,
        game: &Match,
        number: usize,
        lead: Option<Pieces>,
        kept: Pieces,
        chance: &mut Chance,
    ) -> Option<Action> {
        let (deed, hidden) = (&self.deeds[number], self.hidden[number]);
        let bot = || {
            let decision = game.decision(deed.seat)?;
            giog_bots::choose(&game.view(Observer::Seat(deed.seat)), &decision)
        };
        let action = match (deed.by, self.under[number]) {
            (By::Player, _) if hidden && deed.lead.is_some() => {
                lead.map_or(deed.action.clone(), play)
            }
            (By::Player, Some(best)) if hidden => self.lay_under(game, deed, best, kept, chance)?,
            (By::Player, None) if hidden => self.lay(game, deed.seat, chance)?,
            (By::Player | By::Server, _) => deed.action.clone(),
            (By::Away, _) if self.played.table.stand_in == StandIn::Default => {
                game.default_action(deed.seat)?
            }
            (By::Clock, _) => game.default_action(deed.seat)?,
            (By::Away | By::Bot, _) => bot()?,
        };
        let fits = || {
            let (pieces, ranks) = (laid(&action), &self.played.ranks);
            let goes_in = |best| !ranks.goes_on_top(pieces, best);
            deed.lead.is_none_or(|kind| ranks.is(kind, pieces))
                && self.under[number].is_none_or(goes_in)
        };
        (action == deed.action || (hidden && fits())).then_some(action)
    }

    /// A play or throw that is face down until all have laid or thrown, or is taken back before.
    fn lay(&self, game: &Match, seat: Seat, chance: &mut Chance) -> Option<Action> {
        match game
            .decision(seat)?
            .tricks()
            .expect("a trick game")
            .ask
            .clone()
        {
            Ask::Throw { signs, .. } => Some(throw(chance.pick(&signs))),
            Ask::Play {
                kind: Some(kind),
                count: Some(count),
                generals,
                ..
            } => {
                let from = hand_without(hand(game, seat), generals);
                let ranks = &self.played.ranks;
                Some(play(followed(from, kind, count, ranks, chance)))
            }
            _ => None,
        }
    }

    /// A play that stays face down, without the kept pieces; often the same one, if possible.
    fn lay_under(
        &self,
        game: &Match,
        deed: &Deed,
        best: Pieces,
        kept: Pieces,
        chance: &mut Chance,
    ) -> Option<Action> {
        let Ask::Play {
            kind: Some(kind),
            count: Some(count),
            generals,
            ..
        } = game
            .decision(deed.seat)?
            .tricks()
            .expect("a trick game")
            .ask
        else {
            return None;
        };
        let spare = hand(game, deed.seat).minus(kept)?;
        if chance.one_in(3) && spare.contains(laid(&deed.action)) {
            return Some(deed.action.clone());
        }
        let from = hand_without(spare, generals);
        let ranks = &self.played.ranks;
        let goes_in = |pieces: &Pieces| pieces.len() == count && !ranks.goes_on_top(*pieces, best);
        let mut plays = (0..PLAYS_TRIED).map(|_| followed(from, kind, count, ranks, chance));
        plays.find(goes_in).map(play)
    }
}

/// Another request that is refused; the same one if it is not a play.
fn in_vain(game: &Match, seat: Seat, action: &Action, chance: &mut Chance) -> Option<Action> {
    if !matches!(
        action,
        Action::Tricks(giog_rules::tricks::Action::Play { .. })
    ) {
        return Some(action.clone());
    }
    let refused = |action: &Action| game.clone().act(seat, action).is_err();
    (0..TRIES).map(|_| any_play(chance)).find(refused)
}
