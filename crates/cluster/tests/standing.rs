//! Which nodes are worse off than others, when the database or the bus is away for some or for all.

use giog_cluster::NodeId;
use giog_cluster::Reach;
use giog_cluster::link::{BEAT_MS as LINK_BEAT_MS, SILENCE_MS};
use giog_cluster::placement::{BEAT_MS, NODE_MS, NodeRow, NodeState, View};
use giog_cluster::standing::{Input, REACH_MS, Standing};
use uuid::Uuid;

/// How often a node looks at its links, in milliseconds.
const STEP_MS: u64 = 50;
const PATIENCE_MS: u64 = NODE_MS.unsigned_abs();
/// When the fault begins: everybody has found everybody by then.
const FAULT_MS: u64 = 5_000;
/// Everything that follows from a fault has followed after this time.
const LONG_MS: u64 = 20_000;

/// What a node can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ways {
    database: bool,
    bus: bool,
}

const BOTH: Ways = Ways {
    database: true,
    bus: true,
};
const NO_BUS: Ways = Ways { bus: false, ..BOTH };
const NO_DATABASE: Ways = Ways {
    database: false,
    ..BOTH
};
const NEITHER: Ways = Ways {
    database: false,
    bus: false,
};

struct Node {
    standing: Standing,
    ways: Ways,
    row: NodeRow,
    /// How much later than others it notices what happens on the bus.
    late_ms: u64,
    /// When it last heard each node.
    heard_at_ms: Vec<u64>,
    bus_at_ms: u64,
}

/// Nodes that beat, and hear each other, as those of a cluster do.
struct World {
    nodes: Vec<Node>,
    now_ms: u64,
}

fn id(number: usize) -> NodeId {
    NodeId(Uuid::from_u128(number as u128 + 1))
}

impl World {
    fn new(nodes: usize) -> Self {
        let node = |number| Node {
            standing: Standing::new(id(number), PATIENCE_MS, 0),
            ways: BOTH,
            row: NodeRow {
                node: id(number),
                state: NodeState::Active,
                beat: 0,
                beat_at_ms: 0,
                is_drained: false,
                reach: Some(Reach::Nothing),
            },
            late_ms: number as u64 * 2 * STEP_MS,
            heard_at_ms: vec![0; nodes],
            bus_at_ms: 0,
        };
        let mut world = Self {
            nodes: (0..nodes).map(node).collect(),
            now_ms: 0,
        };
        world.run(FAULT_MS);
        assert_eq!(world.worse_off(), [] as [usize; 0]);
        world
    }

    fn set(&mut self, ways: &[Ways]) {
        for (node, &ways) in self.nodes.iter_mut().zip(ways) {
            node.ways = ways;
        }
    }

    fn run(&mut self, for_ms: u64) {
        for _ in 0..for_ms / STEP_MS {
            self.now_ms += STEP_MS;
            if self.now_ms.is_multiple_of(LINK_BEAT_MS) {
                self.speak();
            }
            if self.now_ms.is_multiple_of(BEAT_MS) {
                self.beat();
            }
            self.look();
        }
    }

    /// Each node speaks to the others, except to those that it takes for gone.
    fn speak(&mut self) {
        for from in 0..self.nodes.len() {
            let silent_ms = self.nodes[from].standing.silent_ms(self.now_ms);
            for to in (0..self.nodes.len()).filter(|&to| to != from) {
                let is_gone = self.nodes[to].row.state == NodeState::Fenced;
                let forgets = is_gone && self.nodes[from].ways.database;
                if forgets || !self.nodes[from].ways.bus || !self.nodes[to].ways.bus {
                    continue;
                }
                let other = &mut self.nodes[to];
                other.heard_at_ms[from] = self.now_ms;
                let node = id(from);
                let heard = Input::Heard { node, silent_ms };
                other.standing.handle(&heard, self.now_ms);
            }
        }
    }

    fn beat(&mut self) {
        let now_ms = self.now_ms.cast_signed();
        for node in self.nodes.iter_mut().filter(|node| node.ways.database) {
            node.row.beat_at_ms = now_ms;
            node.row.reach = Some(node.standing.reach());
            if node.row.state != NodeState::Fenced {
                let is_worse_off = node.standing.is_worse_off();
                node.row.state = if is_worse_off {
                    NodeState::Leaving
                } else {
                    NodeState::Active
                };
            }
        }
        if self.nodes.iter().any(|node| node.ways.database) {
            for node in self.nodes.iter_mut().filter(|node| !node.ways.database) {
                if now_ms - node.row.beat_at_ms >= NODE_MS {
                    node.row.state = NodeState::Fenced;
                }
            }
        }
        let view = View {
            now_ms,
            nodes: self.nodes.iter().map(|node| node.row).collect(),
            shards: Vec::new(),
        };
        for node in self.nodes.iter_mut().filter(|node| node.ways.database) {
            node.standing.handle(&Input::Wrote(&view), self.now_ms);
        }
    }

    fn look(&mut self) {
        for node in &mut self.nodes {
            if node.ways.bus {
                node.bus_at_ms = self.now_ms;
            }
            let since = |at_ms: u64| self.now_ms.saturating_sub(at_ms + node.late_ms);
            let mut heard = node.heard_at_ms.iter().filter(|&&at_ms| at_ms > 0);
            let reach = if heard.any(|&at_ms| since(at_ms) < SILENCE_MS) {
                Reach::Nodes
            } else if since(node.bus_at_ms) < 1_000 {
                Reach::Bus
            } else {
                Reach::Nothing
            };
            node.standing.handle(&Input::Reach(reach), self.now_ms);
        }
    }

    fn worse_off(&self) -> Vec<usize> {
        let nodes = self.nodes.iter().enumerate();
        let worse = nodes.filter(|(_, node)| node.standing.is_worse_off());
        worse.map(|(number, _)| number).collect()
    }

    /// How long after now these are worse off, and no others before or after; none if that does not come about.
    fn worse_off_after(&mut self, expected: &[usize]) -> Option<u64> {
        let mut after_ms = None;
        for passed_ms in (1..=LONG_MS / STEP_MS).map(|step| step * STEP_MS) {
            self.run(STEP_MS);
            let found = self.worse_off();
            match after_ms {
                Some(after) => assert_eq!(found, expected, "{after} ms, {passed_ms} ms"),
                None if found == expected => after_ms = Some(passed_ms),
                None => assert_eq!(found, [] as [usize; 0], "{passed_ms} ms"),
            }
        }
        after_ms
    }
}

fn of(mut ways: Vec<Ways>, rest: Ways, nodes: usize) -> Vec<Ways> {
    ways.resize(nodes, rest);
    ways
}

#[test]
fn a_node_that_alone_lost_the_bus_is_worse_off_until_it_has_it_again() {
    for nodes in [2, 3] {
        let mut world = World::new(nodes);
        world.set(&of(vec![NO_BUS], BOTH, nodes));
        let after_ms = world.worse_off_after(&[0]).expect("it reads of the others");
        let most_ms = SILENCE_MS + REACH_MS + 4 * BEAT_MS;
        assert!((REACH_MS..=most_ms).contains(&after_ms), "{after_ms} ms");
        world.set(&[BOTH; 3]);
        world.run(2 * BEAT_MS + LINK_BEAT_MS);
        assert_eq!(world.worse_off(), [] as [usize; 0]);
        world.run(LONG_MS);
        assert_eq!(world.worse_off(), [] as [usize; 0]);
    }
}

#[test]
fn a_node_that_alone_lost_the_database_hears_so_from_the_others() {
    for nodes in [2, 3] {
        let mut world = World::new(nodes);
        world.set(&of(vec![NO_DATABASE], BOTH, nodes));
        let after_ms = world.worse_off_after(&[0]).expect("the others say so");
        let most_ms = PATIENCE_MS + 2 * LINK_BEAT_MS + 2 * BEAT_MS;
        assert!((PATIENCE_MS..=most_ms).contains(&after_ms), "{after_ms} ms");
    }
}

#[test]
fn a_node_that_has_neither_the_bus_nor_the_database_is_worse_off() {
    let mut world = World::new(2);
    world.set(&[NEITHER, BOTH]);
    let after_ms = world.worse_off_after(&[0]).expect("it knows of the other");
    let most_ms = SILENCE_MS + PATIENCE_MS + 2 * LINK_BEAT_MS;
    assert!((PATIENCE_MS..=most_ms).contains(&after_ms), "{after_ms} ms");
}

#[test]
fn nobody_is_worse_off_by_a_fault_of_all() {
    for nodes in 1..=4 {
        for fault in [NO_BUS, NO_DATABASE] {
            let mut world = World::new(nodes);
            for ways in [fault, BOTH, fault, BOTH] {
                world.set(&vec![ways; nodes]);
                for _ in 0..LONG_MS / STEP_MS {
                    world.run(STEP_MS);
                    assert_eq!(world.worse_off(), [] as [usize; 0], "{nodes}, {ways:?}");
                }
            }
        }
    }
}

#[test]
fn a_node_without_others_is_never_worse_off() {
    let mut world = World::new(1);
    for ways in [NO_BUS, NO_DATABASE, NEITHER] {
        world.set(&[ways]);
        assert_eq!(world.worse_off_after(&[0]), None, "{ways:?}");
    }
}

#[test]
fn a_fault_that_passes_soon_changes_nothing() {
    for fault in [NO_BUS, NO_DATABASE, NEITHER] {
        let mut world = World::new(3);
        world.set(&[fault]);
        world.run(PATIENCE_MS - BEAT_MS);
        world.set(&[BOTH]);
        assert_eq!(world.worse_off_after(&[0]), None, "{fault:?}");
    }
}

#[test]
fn whoever_becomes_as_badly_off_as_the_others_ends_its_absence() {
    let mut world = World::new(2);
    world.set(&[NO_BUS, BOTH]);
    world.worse_off_after(&[0]).expect("the other has the bus");
    world.set(&[NO_BUS, NO_BUS]);
    world.run(LONG_MS);
    assert_eq!(world.worse_off(), [] as [usize; 0]);
}

/// What is read of another node that is better off, unless something is changed.
fn read_of_another(change: impl Fn(&mut NodeRow)) -> bool {
    let mut standing = Standing::new(id(0), PATIENCE_MS, 0);
    for now_ms in (0..LONG_MS / BEAT_MS).map(|beat| beat * BEAT_MS) {
        let row = |number, reach| NodeRow {
            node: id(number),
            state: NodeState::Active,
            beat: 0,
            beat_at_ms: now_ms.cast_signed(),
            is_drained: false,
            reach,
        };
        let mut other = row(1, Some(Reach::Bus));
        change(&mut other);
        let view = View {
            now_ms: now_ms.cast_signed(),
            nodes: vec![row(0, Some(Reach::Nothing)), other],
            shards: Vec::new(),
        };
        standing.handle(&Input::Wrote(&view), now_ms);
    }
    standing.is_worse_off()
}

#[test]
fn only_a_node_that_takes_rooms_and_beats_is_better_off() {
    assert!(read_of_another(|_| ()));
    assert!(!read_of_another(|other| other.is_drained = true));
    assert!(!read_of_another(|other| other.state = NodeState::Leaving));
    assert!(!read_of_another(|other| other.state = NodeState::Fenced));
    assert!(!read_of_another(|other| other.beat_at_ms = 0));
    assert!(!read_of_another(|other| other.reach = Some(Reach::Nothing)));
    assert!(
        !read_of_another(|other| other.reach = None),
        "it does not say"
    );
}
