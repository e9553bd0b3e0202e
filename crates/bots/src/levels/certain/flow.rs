//! A flow of pieces from lots into places: the most that fits.

/// The nodes before those of a graph.
const SOURCE: usize = 0;
const SINK: usize = 1;
/// The first free node.
pub const FIRST: usize = 2;

/// A graph with how much each arc can still take.
#[derive(Debug)]
pub struct Flow {
    /// Where each arc leads, and how much it can still take; each odd one is the way back of the one before.
    arcs: Vec<(usize, u8)>,
    /// The arcs of each node.
    from: Vec<Vec<usize>>,
    seen: Vec<bool>,
}

impl Flow {
    /// A graph of so many nodes without arcs.
    pub fn new(nodes: usize) -> Self {
        Self {
            arcs: Vec::new(),
            from: vec![Vec::new(); nodes],
            seen: vec![false; nodes],
        }
    }

    /// Adds an arc; its number.
    pub fn arc(&mut self, from: usize, to: usize, most: u8) -> usize {
        let arc = self.arcs.len();
        self.from[from].push(arc);
        self.from[to].push(arc + 1);
        self.arcs.extend([(to, most), (from, 0)]);
        arc
    }

    /// Adds an arc from the source to this node.
    pub fn begin(&mut self, to: usize, most: u8) {
        self.arc(SOURCE, to, most);
    }

    /// Adds an arc from this node to the sink.
    pub fn end(&mut self, from: usize, most: u8) {
        self.arc(from, SINK, most);
    }

    /// How much flows through an arc.
    pub fn through(&self, arc: usize) -> u8 {
        self.arcs[arc + 1].1
    }

    /// Lets as much flow as can, up to so much; whether it was that much.
    pub fn fill(&mut self, all: u8) -> bool {
        (0..all).all(|_| {
            self.seen.fill(false);
            self.one_more(SOURCE)
        })
    }

    /// Lets one more flow from this node to the sink.
    fn one_more(&mut self, node: usize) -> bool {
        if node == SINK {
            return true;
        }
        self.seen[node] = true;
        for at in 0..self.from[node].len() {
            let arc = self.from[node][at];
            let (to, left) = self.arcs[arc];
            if left > 0 && !self.seen[to] && self.one_more(to) {
                self.arcs[arc].1 -= 1;
                self.arcs[arc ^ 1].1 += 1;
                return true;
            }
        }
        false
    }
}
