//! Events before the first lead.

use super::event::{Event, Fact};
use super::{Dealt, Match};
use crate::fairness::Sealed;
use crate::families::tricks::exchange::{Action, Sign, ThrownRound};
use crate::families::tricks::opening::{Round, Takings};
use crate::families::tricks::play::{Choice, marked};
use crate::families::tricks::variant::Ceremony;
use crate::table::{RefusalCode, Seat};

impl Match {
    /// The events before the first action: the layout, and what follows from it without a choice.
    pub(crate) fn opening(&mut self, takings: Option<Takings>) -> Vec<Event> {
        let mut events = vec![Event::of(Fact::Layout(Box::new(self.deal.layout())))];
        events.extend(self.ordered());
        events.extend(takings.map(|takings| self.dealt(&takings)));
        events
    }

    /// Takes an action before the first lead.
    pub(crate) fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        action: &Action,
    ) -> Result<Vec<Event>, RefusalCode> {
        match (choice, action) {
            (Choice::Reveal, &Action::Reveal { stack }) => self.reveal(seat, stack),
            (Choice::Expose, &Action::Expose { stack }) => self.expose(seat, stack),
            (Choice::Throw, &Action::Throw { sign }) => Ok(self.throw(seat, sign)),
            (
                Choice::TakeEnd | Choice::TakeAny | Choice::TakeNeighbour,
                &Action::Take { stack },
            ) => self.take(seat, choice, stack),
            (Choice::NameEnd, &Action::End { end }) => {
                let takings = self.position.name_end(&self.deal, seat, end);
                Ok(vec![
                    Event::of(Fact::End { seat, end }),
                    self.dealt(&takings),
                ])
            }
            (Choice::NameOrder, Action::Order { stacks }) => self.name_order(seat, stacks),
            _ => Err(RefusalCode::WrongAction),
        }
    }

    /// The event with the order of the players, if it is known now.
    fn ordered(&self) -> Option<Event> {
        let order = self.position.seat_order()?;
        Some(Event::of(Fact::Ordered { order }))
    }

    /// The event after everybody has taken their stacks.
    fn dealt(&mut self, takings: &Takings) -> Event {
        let (taken, hands) = (takings.by_seat(), self.position.hands);
        self.history.dealt = Some(Dealt {
            taken: taken.clone(),
            hands,
        });
        Event::of(Fact::Dealt {
            taken: Box::new(taken),
            hands: Box::new(hands),
        })
    }

    fn reveal(&mut self, seat: Seat, stack: i64) -> Result<Vec<Event>, RefusalCode> {
        let (stack, piece) = self.position.reveal(&self.deal, seat, stack)?;
        let mut events = vec![Event::of(Fact::Reveal { seat, stack, piece })];
        events.extend(self.ordered());
        Ok(events)
    }

    /// Turns up a stack for the exposer; the starter takes it.
    fn expose(&mut self, seat: Seat, stack: i64) -> Result<Vec<Event>, RefusalCode> {
        let stack = self.position.expose(&self.deal, seat, stack)?;
        let pieces = self.deal.stack(stack).pieces().to_vec();
        let mut events = vec![Event::of(Fact::Expose {
            seat,
            stack,
            pieces,
        })];
        events.extend(self.ordered());
        let starter = self.position.known_order().at(0);
        events.push(Event::of(Fact::Take {
            seat: starter,
            stack,
        }));
        Ok(events)
    }

    /// The event of a throw. It is hidden and committed to, except if the server throws for all.
    fn throw(&mut self, seat: Seat, sign: Sign) -> Vec<Event> {
        let number = self.position.throws.round;
        let finished = self.position.throw(seat, sign);
        let committed = self.terms.ceremony() == Ceremony::Players;
        let mut throw = Event::of(Fact::Throw {
            seat,
            round: number,
            sign,
        });
        throw.sealed = committed.then(|| Sealed::throw(number, seat, sign));
        let mut events = vec![throw];
        if let Some(Round {
            number: round,
            signs,
            contestants,
            ..
        }) = finished
        {
            let thrown = ThrownRound {
                round,
                signs,
                contestants: marked(contestants),
            };
            self.history.thrown.push(thrown.clone());
            let mut thrown = Event::of(Fact::Thrown(Box::new(thrown)));
            if committed {
                let opened = |(seat, sign): (Seat, &Option<Sign>)| {
                    sign.map(|sign| Sealed::throw(round, seat, sign))
                };
                thrown.opened = signs.iter().filter_map(opened).collect();
            }
            events.push(thrown);
            events.extend(self.ordered());
        }
        events
    }

    fn take(&mut self, seat: Seat, choice: Choice, stack: i64) -> Result<Vec<Event>, RefusalCode> {
        let (stack, takings) = self.position.take(&self.deal, seat, choice, stack)?;
        let mut events = vec![Event::of(Fact::Take { seat, stack })];
        events.extend(takings.map(|takings| self.dealt(&takings)));
        Ok(events)
    }

    fn name_order(&mut self, seat: Seat, stacks: &[i64]) -> Result<Vec<Event>, RefusalCode> {
        let takings = self.position.name_order(&self.deal, seat, stacks)?;
        let stacks = takings.iter().map(|taking| taking.stack).collect();
        Ok(vec![
            Event::of(Fact::Order { seat, stacks }),
            self.dealt(&takings),
        ])
    }
}
