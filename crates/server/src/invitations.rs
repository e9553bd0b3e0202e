//! The bounds of invitations to tables, and the queue of those of whom people are to be notified. Rooms know the open ones
//! ([`giog_rooms::Hub::invite`]).

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::Problem;
use giog_rules::PlayerId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::cost::{Costs, PairRate, PersonRate, Rate};
use crate::guests::too_much;
use crate::push::FriendInvites;

/// Invitations of one person per minute, also as a burst: to everybody whom somebody would ask to one table.
const PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).expect("not zero");
/// Invitations of one person to another per hour.
const OF_PAIR_PER_HOUR: NonZeroU32 = NonZeroU32::new(12).expect("not zero");
/// So many of these as a burst.
const OF_PAIR_BURST: NonZeroU32 = NonZeroU32::new(3).expect("not zero");
/// Notifications of invitations that one person gets per hour, also as a burst, whoever invites.
const PUSHED_PER_HOUR: NonZeroU32 = NonZeroU32::new(6).expect("not zero");
/// Invitations that are looked at, at the same time; more are refused as `busy`, whomever they are for.
const AT_ONCE: usize = 256;
/// The length of the queue of people who are to be notified; further ones are not.
const PUSHED_WAITING: usize = 1_024;

/// The bounds of invitations, and the queue of notifications.
pub(crate) struct Inviting {
    by_person: PersonRate,
    by_pair: PairRate,
    pushed: PersonRate,
    places: Arc<Semaphore>,
    to_push: OnceLock<mpsc::Sender<FriendInvites>>,
}

impl Inviting {
    pub fn new(costs: &Costs) -> Self {
        Self {
            by_person: PersonRate::of_each(costs, |_| Rate::per_minute(PER_MINUTE)),
            by_pair: PairRate::of_each(costs, |_| {
                Rate::per_hour(OF_PAIR_PER_HOUR).allow_burst(OF_PAIR_BURST)
            }),
            pushed: PersonRate::of_each(costs, |_| Rate::per_hour(PUSHED_PER_HOUR)),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            to_push: OnceLock::new(),
        }
    }

    /// Counts an invitation, whether it reaches anybody or not.
    pub fn admit(&self, by: PlayerId, to: PlayerId) -> Result<(), Problem> {
        let wait = |wait: Duration| too_much(wait);
        self.by_person.admit(by).map_err(wait)?;
        self.by_pair.admit((by, to)).map_err(wait)
    }

    /// A place for looking at an invitation, until it is dropped.
    pub fn place(&self) -> Result<OwnedSemaphorePermit, ErrorCode> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|_| ErrorCode::Busy)
    }

    /// The queue of people who are to be notified. Only the first call gets it.
    pub fn pushed(&self) -> Option<mpsc::Receiver<FriendInvites>> {
        let (to, pushed) = mpsc::channel(PUSHED_WAITING);
        self.to_push.set(to).is_ok().then_some(pushed)
    }

    /// Notifies the devices of a person, unless there are too many.
    pub fn push(&self, invites: FriendInvites) {
        if let Some(to) = self.to_push.get()
            && self.pushed.admit(invites.player).is_ok()
        {
            // They see the invitation when they come, if it still holds.
            let _ = to.try_send(invites);
        }
    }
}
