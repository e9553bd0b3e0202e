//! A bounded queue whose jobs are served in turn by where they come from: network by network, the widest first, then room by room.
//!
//! Each branch (a network, a room) is charged for the time that its jobs take; the one that was charged least goes next. Who waited for
//! nothing meanwhile neither saves up turns nor owes more than the others: it begins where the last one served stands. If the
//! queue is full, the latest job of the fullest branch is dropped. Jobs of rooms in which nobody is connected are served when no others
//! wait, and are the first to be dropped.

use std::collections::{BTreeMap, VecDeque};

use giog_protocol::RoomId;

use crate::origin::Origin;

/// The most branches that are kept below one branch; with more, all idle ones (without waiting jobs) are dropped.
const IDLE_BRANCHES: usize = 1_024;
/// The network of jobs whose origin is not known.
const NOWHERE: u128 = 0;

/// Where a job comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The networks, the widest first, then the room.
    path: Vec<u128>,
    is_attended: bool,
}

impl Source {
    /// A room that was made from, or a request that came from, this origin; and whether anybody is connected to the room.
    pub fn new(origin: Origin, room: RoomId, is_attended: bool) -> Self {
        let mut path: Vec<u128> = origin.networks().map(|it| it.tag.into()).collect();
        path.reverse();
        if path.is_empty() {
            path.push(NOWHERE);
        }
        path.push(room.0.as_u128());
        Self { path, is_attended }
    }
}

/// The queue.
#[derive(Debug)]
pub(crate) struct FairQueue<J> {
    most: usize,
    attended: Branch<J>,
    deserted: Branch<J>,
}

impl<J> FairQueue<J> {
    /// A queue in which at most so many jobs wait.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            attended: Branch::default(),
            deserted: Branch::default(),
        }
    }

    /// How many jobs wait.
    pub fn len(&self) -> usize {
        self.attended.waiting + self.deserted.waiting
    }

    /// Adds a job. Returns the one that is dropped because the queue is full, which may be this one.
    pub fn push(&mut self, source: &Source, job: J) -> Option<J> {
        self.tree(source).push(&source.path, job);
        if self.len() > self.most {
            self.drop_one()
        } else {
            None
        }
    }

    /// Takes the job whose turn it is. [`Self::charge`] must follow when it is done.
    pub fn take(&mut self) -> Option<(Source, J)> {
        let is_attended = self.attended.waiting > 0;
        let mut path = Vec::new();
        let tree = if is_attended {
            &mut self.attended
        } else {
            &mut self.deserted
        };
        let job = tree.take(&mut path)?;
        Some((Source { path, is_attended }, job))
    }

    /// Charges a job that was taken with the time that it took, in microseconds.
    pub fn charge(&mut self, source: &Source, took_us: u64) {
        let tree = self.tree(source);
        tree.charge(&source.path, took_us);
        if tree.is_idle() {
            // Nobody waits for anything, so nobody took anything from others.
            *tree = Branch::default();
        }
    }

    /// Removes the latest job of the fullest branch.
    pub fn drop_one(&mut self) -> Option<J> {
        self.deserted
            .drop_one()
            .or_else(|| self.attended.drop_one())
    }

    const fn tree(&mut self, source: &Source) -> &mut Branch<J> {
        if source.is_attended {
            &mut self.attended
        } else {
            &mut self.deserted
        }
    }
}

/// A network with those in it, or a room with its jobs.
#[derive(Debug)]
struct Branch<J> {
    /// The time that its jobs took, in microseconds, plus the value at which it began.
    charged_us: u64,
    /// The charged time of the child branch that was served last, at that moment.
    served_us: u64,
    waiting: usize,
    /// Jobs that were taken and are not done.
    running: usize,
    branches: BTreeMap<u128, Branch<J>>,
    jobs: VecDeque<J>,
}

impl<J> Default for Branch<J> {
    fn default() -> Self {
        Self {
            charged_us: 0,
            served_us: 0,
            waiting: 0,
            running: 0,
            branches: BTreeMap::new(),
            jobs: VecDeque::new(),
        }
    }
}

impl<J> Branch<J> {
    const fn is_idle(&self) -> bool {
        self.waiting == 0 && self.running == 0
    }

    fn push(&mut self, path: &[u128], job: J) {
        self.waiting += 1;
        let Some((key, rest)) = path.split_first() else {
            self.jobs.push_back(job);
            return;
        };
        let branch = self.branches.entry(*key).or_default();
        if branch.is_idle() {
            branch.charged_us = branch.charged_us.max(self.served_us);
        }
        branch.push(rest, job);
    }

    /// Takes the next job, and adds the keys of its branches to the path.
    fn take(&mut self, path: &mut Vec<u128>) -> Option<J> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        self.running += 1;
        let waiting = self.branches.iter_mut().filter(|(_, it)| it.waiting > 0);
        match waiting.min_by_key(|(key, it)| (it.charged_us, **key)) {
            Some((key, branch)) => {
                self.served_us = self.served_us.max(branch.charged_us);
                path.push(*key);
                branch.take(path)
            }
            None => self.jobs.pop_front(),
        }
    }

    fn charge(&mut self, path: &[u128], took_us: u64) {
        self.charged_us = self.charged_us.saturating_add(took_us);
        self.running = self.running.saturating_sub(1);
        if let Some((key, rest)) = path.split_first()
            && let Some(branch) = self.branches.get_mut(key)
        {
            branch.charge(rest, took_us);
            self.forget(*key);
        }
    }

    fn drop_one(&mut self) -> Option<J> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        let waiting = self.branches.iter_mut().filter(|(_, it)| it.waiting > 0);
        let fullest = waiting.max_by_key(|(key, it)| (it.waiting, it.charged_us, **key));
        let Some((&key, branch)) = fullest else {
            return self.jobs.pop_back();
        };
        let job = branch.drop_one();
        self.forget(key);
        job
    }

    /// Drops a branch that has no jobs and owes nothing more than a new one; and all idle branches if they are too many.
    fn forget(&mut self, key: u128) {
        let served_us = self.served_us;
        let owes = |branch: &Self| !branch.is_idle() || branch.charged_us > served_us;
        if self.branches.get(&key).is_some_and(|it| !owes(it)) {
            self.branches.remove(&key);
        }
        if self.branches.len() > IDLE_BRANCHES {
            self.branches.retain(|_, branch| !branch.is_idle());
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::origin::Network;

    /// The time of a search, in microseconds.
    const SEARCH_US: u64 = 50_000;
    /// The capacity of the queue of decisions.
    const PLACES: usize = 64;

    /// A table made from an address in a network.
    fn table(network: u64, address: u64, room: u128, is_attended: bool) -> Source {
        let networks = [(1_000 * network + address, 1), (1_000_000 + network, 16)];
        let networks = networks.map(|(tag, times)| Network { tag, times });
        let room = RoomId(Uuid::from_u128(room));
        Source::new(Origin::new(networks, None), room, is_attended)
    }

    /// Serves jobs one after another, and returns the first `most` of them.
    fn served(queue: &mut FairQueue<&'static str>, most: usize) -> Vec<&'static str> {
        let mut served = Vec::new();
        while served.len() < most
            && let Some((source, job)) = queue.take()
        {
            queue.charge(&source, SEARCH_US);
            served.push(job);
        }
        served
    }

    /// Four networks with two addresses and twelve tables each, with two decisions at a table: three times what fits.
    fn flood(queue: &mut FairQueue<&'static str>, is_attended: bool) {
        for room in 0..12 {
            for (network, address) in (0..4).flat_map(|it| [(it, 1), (it, 2)]) {
                let id = u128::from(network * 100 + address * 20 + room);
                let source = table(network, address, id, is_attended);
                queue.push(&source, "flood");
                queue.push(&source, "flood");
            }
        }
        assert_eq!(queue.len(), PLACES);
    }

    #[test]
    fn thirty_tables_are_thought_about_though_four_networks_fill_the_queue() {
        for is_attended in [false, true] {
            let mut queue = FairQueue::new(PLACES);
            flood(&mut queue, is_attended);
            for number in 0..30 {
                let honest = table(100 + number, 1, 10_000 + u128::from(number), true);
                let dropped = queue.push(&honest, "honest");
                assert_eq!(dropped, Some("flood"), "table {number}");
            }
            // Further jobs of the four networks replace only their own jobs.
            for network in 0..4 {
                let more = table(network, 1, 1, is_attended);
                assert_eq!(queue.push(&more, "flood"), Some("flood"));
            }
            // Each gets a turn, or none while others wait.
            let first = served(&mut queue, 34);
            let flood = first.iter().filter(|&&job| job == "flood").count();
            assert_eq!(flood, 4, "of 34 with rooms attended: {is_attended}");
        }
    }

    #[test]
    fn rooms_in_which_nobody_is_connected_come_last_and_are_dropped_first() {
        let mut queue = FairQueue::new(2);
        queue.push(&table(1, 1, 1, false), "deserted");
        queue.push(&table(2, 1, 2, true), "attended");
        assert_eq!(
            queue.push(&table(2, 1, 2, true), "attended, too"),
            Some("deserted"),
            "though its network has the fewest"
        );
        assert_eq!(queue.push(&table(3, 1, 3, false), "late"), Some("late"));
        queue.take();
        queue.push(&table(1, 1, 1, false), "deserted");
        assert_eq!(served(&mut queue, 9), ["attended, too", "deserted"]);
    }

    #[test]
    fn networks_take_turns_by_the_time_that_their_searches_took_then_addresses_then_rooms() {
        let mut queue = FairQueue::new(PLACES);
        for room in 0..6 {
            queue.push(&table(1, 1, room, true), "many rooms");
        }
        for _ in 0..3 {
            queue.push(&table(1, 2, 100, true), "neighbour");
            queue.push(&table(2, 1, 200, true), "elsewhere");
        }
        let turns = served(&mut queue, 8);
        let count = |who| turns.iter().filter(|&&job| job == who).count();
        let counts = ["elsewhere", "neighbour", "many rooms"].map(count);
        assert_eq!(counts, [3, 2, 3], "{turns:?}");
        // Jobs that take ten times as long get a tenth of the turns.
        let mut queue = FairQueue::new(PLACES);
        for _ in 0..20 {
            queue.push(&table(1, 1, 1, true), "long");
            queue.push(&table(2, 1, 2, true), "short");
        }
        let mut turns = Vec::new();
        for _ in 0..22 {
            let (source, job) = queue.take().expect("jobs wait");
            queue.charge(&source, if job == "long" { 500_000 } else { 50_000 });
            turns.push(job);
        }
        assert_eq!(turns.iter().filter(|&&job| job == "long").count(), 2);
    }

    #[test]
    fn who_waited_for_nothing_meanwhile_neither_saves_up_turns_nor_owes_any() {
        let mut queue = FairQueue::new(PLACES);
        for _ in 0..20 {
            queue.push(&table(1, 1, 1, true), "first");
        }
        served(&mut queue, 10);
        for _ in 0..10 {
            queue.push(&table(2, 1, 2, true), "second");
        }
        let turns = served(&mut queue, 6);
        let second = turns.iter().filter(|&&job| job == "second").count();
        assert!((3..=4).contains(&second), "{turns:?}");
        served(&mut queue, PLACES);
        assert!(queue.attended.branches.is_empty(), "nothing is kept");
        assert!(queue.take().is_none());
    }

    #[test]
    fn networks_that_ask_once_are_not_remembered_for_ever() {
        let mut queue = FairQueue::new(PLACES);
        // The queue is never empty here.
        queue.push(&table(0, 1, 0, true), "always");
        for network in 1..2_500 {
            queue.push(&table(network, 1, network.into(), true), "once");
            queue.push(&table(0, 1, 0, true), "always");
            served(&mut queue, 1);
            assert!(queue.attended.branches.len() <= IDLE_BRANCHES + PLACES);
        }
    }
}
