//! Long answers pay for their parts as they are sent: they wait for the budget of their address, where a request would be refused.

use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::{Admitted, Cost, Costs};

/// The longest pause before it is tried again whether the budget of the address allows something.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Why a part of a long answer was not paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotPaid {
    /// The server stops.
    Stopping,
    /// The budget did not allow it in time.
    Late,
}

impl Costs {
    /// Waits until the budget of an address allows this cost, for at most this time, if there is a limit. A part of the budget is left to
    /// the sockets of the address, as of any request.
    pub(crate) async fn pay(
        &self,
        address: IpAddr,
        cost: Cost,
        at_most: Option<Duration>,
        stopping: &mut watch::Receiver<bool>,
    ) -> Result<(), NotPaid> {
        let until = at_most.map(|time| Instant::now() + time);
        let mut owed = cost;
        while owed > 0 {
            let pause = match self.admit_request(address, 0, owed) {
                Ok(Admitted { wait, .. }) => {
                    let overload = self.overload_wait(owed);
                    owed = 0;
                    wait.max(overload)
                }
                Err(_) if until.is_some_and(|until| until <= Instant::now()) => {
                    return Err(NotPaid::Late);
                }
                Err(wait) => wait.min(LONGEST_PAUSE),
            };
            if pause.is_zero() {
                break;
            }
            tokio::select! {
                () = sleep(pause) => {}
                _ = stopping.wait_for(|stopping| *stopping) => return Err(NotPaid::Stopping),
            }
        }
        Ok(())
    }
}
