//! The table of a match as one observer knows it from events alone, for every game of the family. Every field of views is computed here
//! again; what follows from the rules comes from `reckoning`, which does not use the game's code.

use giog_protocol::server::{GameEvent, OpenedSeal};
use giog_rules::record::StartFacts;
use giog_rules::tricks::{
    InTurn, Layout, OpenThrows, OpenTrick, SeenTrick, Shape, Sign, StackView, ThrownRound,
};
use giog_rules::tricks::{Outcome, SeenEvent, View};
use giog_rules::{BySeat, Observer, Pieces, SealLabel, Seat, Stage, Terms};

use crate::reckoning::{Opening, Plays, Reckoning, check_thrown};

/// The state that a view of the match would show.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub view: View,
    rules: Reckoning,
}

impl Table {
    /// Before the first event.
    pub fn beginning(observer: Observer, facts: &StartFacts) -> Self {
        let seats = usize::from(facts.seats);
        let you = match observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Spectator => None,
        };
        let terms = Terms::new(facts.variant, seats, facts.options, facts.ceremony);
        let Ok(Terms::Tricks(terms)) = terms else {
            panic!("a trick game");
        };
        let layout = Layout {
            shape: Shape::Circle,
            heights: Vec::new(),
            rows: Vec::new(),
            exposer: None,
            dice: None,
        };
        Self {
            view: View {
                variant: terms.variant(),
                options: terms.options(),
                you,
                stage: Stage::Ceremony,
                layout,
                stacks: Vec::new(),
                thrown: Vec::new(),
                throws: None,
                order: None,
                hand: None,
                hand_sizes: BySeat::new(seats),
                known: BySeat::new(seats),
                trick: None,
                tricks: Vec::new(),
                captured: BySeat::new(seats),
                aside: 0,
                beheaded: Vec::new(),
                outcome: None,
            },
            rules: Reckoning::of(terms.variant()),
        }
    }

    /// The state of a view, to continue from.
    pub fn of(view: &View) -> Self {
        Self {
            view: view.clone(),
            rules: Reckoning::of(view.variant),
        }
    }

    /// The seats that the match waits for, ascending; none if events do not show it.
    pub fn waits_for(&self) -> Option<Vec<Seat>> {
        self.rules.waits_for(&self.view)
    }

    /// Whether an event is an action of this observer.
    pub fn is_own_action(&self, event: &SeenEvent) -> bool {
        let seat = match event {
            // Exposed pieces go to the starter without a choice.
            SeenEvent::Take { stack, .. }
                if self.rules.opening == Opening::Exposure
                    && !self.view.stacks[usize::from(*stack)].up.is_empty() =>
            {
                return false;
            }
            SeenEvent::Reveal { seat, .. }
            | SeenEvent::Expose { seat, .. }
            | SeenEvent::Throw { seat, .. }
            | SeenEvent::Take { seat, .. }
            | SeenEvent::End { seat, .. }
            | SeenEvent::Order { seat, .. }
            | SeenEvent::Play { seat, .. }
            | SeenEvent::TakeBack { seat, .. } => *seat,
            _ => return false,
        };
        self.view.you == Some(seat)
    }

    pub fn hear(&mut self, game: &GameEvent) {
        match game.event.tricks().expect("a trick game") {
            SeenEvent::Layout(layout) => self.lay_out(layout),
            SeenEvent::Reveal { stack, piece, .. } => {
                self.stack(*stack).up = vec![*piece];
            }
            SeenEvent::Expose {
                seat,
                stack,
                pieces,
            } => {
                assert_eq!(self.view.layout.exposer, Some(*seat), "the exposer exposes");
                self.stack(*stack).up.clone_from(pieces);
            }
            &SeenEvent::Throw { seat, round, sign } => self.thrown_by(seat, round, sign),
            SeenEvent::Thrown(round) => self.thrown(round),
            SeenEvent::Ordered { order } => {
                self.rules.check_order(&self.view, order);
                self.view.throws = None;
                self.view.order = Some(order.clone());
            }
            SeenEvent::Take { seat, stack } => {
                self.stack(*stack).taken_by = Some(*seat);
                self.see_taken();
            }
            SeenEvent::End { seat, .. } | SeenEvent::Order { seat, .. } => {
                assert_eq!(
                    *seat,
                    self.admin_command()[0],
                    "the first player says how to take"
                );
            }
            SeenEvent::Dealt {
                taken,
                hand,
                hand_size,
            } => self.dealt(taken, *hand, *hand_size),
            &SeenEvent::Play {
                seat,
                trick,
                kind,
                count,
                up,
                pieces,
                lead,
            } => {
                let open = self.open_trick();
                assert_eq!((trick, lead), (open.trick, open.kind.is_none()));
                assert_eq!(lead, kind.is_some(), "the lead alone is announced");
                if lead {
                    assert_eq!(seat, open.leader, "the leader leads");
                    (open.kind, open.count) = (kind, Some(count));
                }
                self.laid(seat, count, pieces, up);
            }
            &SeenEvent::TakeBack { seat, trick } => {
                assert_eq!(trick, self.open_trick().trick);
                self.taken_back(seat);
            }
            SeenEvent::Trick(trick) => self.finished(trick),
            SeenEvent::Over(outcome) => self.over(outcome, &game.opened),
        }
    }

    fn stack(&mut self, stack: u8) -> &mut StackView {
        &mut self.view.stacks[usize::from(stack)]
    }

    fn admin_command(&self) -> &[Seat] {
        self.view.order.as_deref().expect("the order is known")
    }

    fn open_trick(&mut self) -> &mut OpenTrick {
        self.view.trick.as_mut().expect("a trick is being played")
    }

    fn lay_out(&mut self, layout: &Layout) {
        self.rules.check_layout(layout);
        let none = StackView {
            up: Vec::new(),
            taken_by: None,
            bottom_taken_by: None,
        };
        self.view.stacks = vec![none; layout.heights.len()];
        self.view.layout = layout.clone();
        if self.rules.opening == Opening::Throws {
            let contestants = self.view.hand_sizes.seats().collect();
            self.throw_again(0, contestants);
        }
    }

    fn throw_again(&mut self, round: u8, contestants: Vec<Seat>) {
        self.view.throws = Some(OpenThrows {
            round,
            contestants,
            thrown: BySeat::new(self.view.hand_sizes.len()),
            yours: None,
        });
    }

    fn thrown_by(&mut self, seat: Seat, round: u8, sign: Option<Sign>) {
        let own = self.view.you == Some(seat);
        assert_eq!(sign.is_some(), own, "a sign is for whoever threw it");
        let throws = self.view.throws.as_mut().expect("signs are being thrown");
        assert_eq!(round, throws.round);
        assert!(throws.contestants.contains(&seat) && !throws.thrown[seat]);
        throws.thrown[seat] = true;
        if own {
            throws.yours = sign;
        }
    }

    fn thrown(&mut self, round: &ThrownRound) {
        let throws = self.view.throws.take().expect("signs are being thrown");
        let who = |seat: &Seat| round.signs[*seat].is_some();
        assert!(round.signs.seats().filter(who).eq(throws.contestants));
        if let Some(you) = self.view.you {
            assert_eq!(throws.yours, round.signs[you], "a throw is what it was");
        }
        check_thrown(round);
        self.throw_again(round.round + 1, round.contestants.clone());
        self.view.thrown.push(round.clone());
    }

    /// The taken pieces that everybody has seen.
    fn see_taken(&mut self) {
        self.view.known = BySeat::new(self.view.hand_sizes.len());
        for stack in &self.view.stacks {
            if let Some(seat) = stack.taken_by {
                let up: Pieces = stack.up.iter().copied().collect();
                self.view.known[seat] = self.view.known[seat].plus(up);
            }
        }
    }

    fn dealt(&mut self, taken: &BySeat<Vec<u8>>, hand: Option<Pieces>, hand_size: Option<u8>) {
        assert_eq!(hand.is_some(), self.view.you.is_some());
        let order = self.admin_command().to_vec();
        for (stack, height) in (0_u8..).zip(self.view.layout.heights.clone()) {
            let takers = order.iter().copied();
            let takers: Vec<Seat> = takers
                .filter(|&seat| taken[seat].contains(&stack))
                .collect();
            assert!(takers.len() <= 2, "a stack is for one, or for two");
            for &seat in &takers {
                self.view.hand_sizes[seat] += if takers.len() == 1 { height } else { 2 };
            }
            let seen = self.stack(stack);
            let first = takers.first().copied();
            assert!(seen.taken_by.is_none() || seen.taken_by == first);
            (seen.taken_by, seen.bottom_taken_by) = (first, takers.get(1).copied());
        }
        if let Some(size) = hand_size {
            assert!(taken.values().all(Vec::is_empty), "there are no stacks");
            self.view.hand_sizes = self.view.hand_sizes.map(|_, _| size);
        }
        assert_eq!(hand_size.is_some(), self.rules.opening == Opening::Pack);
        self.see_taken();
        self.view.hand = hand;
        self.view.stage = Stage::Play;
        self.lead_next(0, order[0]);
        let sizes = &self.view.hand_sizes;
        assert!(
            sizes.values().all(|size| *size == sizes[order[0]]),
            "all hands are equally large"
        );
    }

    fn lead_next(&mut self, trick: u8, leader: Seat) {
        let seats = self.view.hand_sizes.len();
        let in_turn = InTurn {
            up: BySeat::new(seats),
            best: None,
            next: leader,
        };
        self.view.trick = Some(OpenTrick {
            trick,
            leader,
            kind: None,
            count: None,
            laid: BySeat::new(seats),
            yours: None,
            last: self.view.hand_sizes[leader] == 1,
            in_turn: (self.rules.plays == Plays::InTurn).then_some(in_turn),
        });
    }

    fn laid(&mut self, seat: Seat, count: u8, pieces: Option<Pieces>, up: bool) {
        let own = self.view.you == Some(seat);
        assert_eq!(pieces.is_some(), own || up, "nothing face down is told");
        let size = &mut self.view.hand_sizes[seat];
        *size = size.checked_sub(count).expect("nobody lays what they lack");
        if let (true, Some(pieces)) = (own, pieces) {
            let hand = self.view.hand.expect("whoever plays has a hand");
            self.view.hand = Some(hand.minus(pieces).expect("a play is of the hand"));
        }
        let order = self.view.order.clone().expect("the order is known");
        let leader = self.open_trick().leader;
        let left = self.view.hand_sizes[leader];
        let trick = self.open_trick();
        assert_eq!(trick.count, Some(count), "all lay as many as were led");
        assert!(!trick.laid[seat], "everybody lays once");
        trick.laid[seat] = true;
        trick.last = left == 0;
        if own {
            trick.yours = pieces;
        }
        let Some(in_turn) = &mut trick.in_turn else {
            assert!(!up, "plays lie face down until all have laid");
            return;
        };
        assert_eq!(in_turn.next, seat, "plays are laid in turn");
        assert!(up || seat != leader, "the lead lies face up");
        in_turn.up[seat] = pieces.filter(|_| up);
        if up {
            in_turn.best = Some(seat);
        }
        let place = order.iter().position(|&other| other == seat);
        let next = place.expect("everybody has a place") + 1;
        in_turn.next = order[next % order.len()];
    }

    fn taken_back(&mut self, seat: Seat) {
        let own = self.view.you == Some(seat);
        let trick = self.open_trick();
        let count = trick.count.expect("a follower takes back");
        assert!(trick.in_turn.is_none() && seat != trick.leader);
        assert!(std::mem::take(&mut trick.laid[seat]), "what lies there");
        let yours = trick.yours.take_if(|_| own);
        self.view.hand_sizes[seat] += count;
        if let Some(yours) = yours {
            let hand = self.view.hand.expect("whoever plays has a hand");
            self.view.hand = Some(hand.plus(yours));
        }
    }

    fn finished(&mut self, trick: &SeenTrick) {
        let open = self.view.trick.take().expect("a trick is being played");
        assert!(open.laid.values().all(|&laid| laid), "when all have laid");
        self.rules.check_trick(&self.view, &open, trick);
        let count = open.count.expect("somebody led");
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let pile = self.view.aside + count * trick.plays.len() as u8;
        self.view.aside = if trick.winner.is_none() { pile } else { 0 };
        if let Some(winner) = trick.winner {
            self.view.captured[winner] += pile;
        }
        assert_eq!(trick.captured, self.view.captured, "the winner has it all");
        for (seat, &pieces) in trick.plays.iter() {
            if trick.shown[seat] {
                let shown = pieces.expect("what is turned up is seen");
                self.view.known[seat] = self.view.known[seat].saturating_minus(shown);
            }
        }
        let beheaded = &mut self.view.beheaded;
        beheaded.extend(&trick.beheaded);
        beheaded.sort_unstable();
        beheaded.dedup();
        self.view.tricks.push(trick.clone());
        self.lead_next(trick.trick + 1, trick.winner.unwrap_or(trick.leader));
    }

    /// Nothing stays hidden: face-down plays are opened.
    fn over(&mut self, outcome: &Outcome, opened: &[OpenedSeal]) {
        assert!(self.view.hand_sizes.values().all(|&size| size == 0));
        let before = self.view.tricks.clone();
        for opened in opened {
            let SealLabel::Play { trick, seat, .. } = opened.label else {
                panic!("throws were opened long ago");
            };
            let trick = &mut self.view.tricks[usize::from(trick)];
            // Plays that were taken back are opened too, each before the one that was laid instead.
            if !trick.shown[seat] {
                trick.plays[seat] = Some(opened.text.parse().expect("a play is of pieces"));
            }
        }
        for (before, after) in before.iter().zip(&self.view.tricks) {
            for (seat, play) in after.plays.iter() {
                assert!(play.is_some(), "in the end all plays are known");
                assert!(before.plays[seat].is_none() || before.plays[seat] == *play);
            }
        }
        self.view.stage = Stage::Over;
        self.view.trick = None;
        self.rules.check_outcome(&self.view, outcome);
        self.view.beheaded.clone_from(&outcome.beheaded);
        self.view.outcome = Some(outcome.clone());
    }
}
