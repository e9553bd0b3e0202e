//! Which node owns which rooms: connects `giog_cluster::placement` with the database, and starts and stops rooms accordingly.

use std::sync::Arc;
use std::time::Duration;

use giog_cluster::placement::{
    Effect, Handed, Input, NodeRow, NodeState, Placement, ShardRow, View,
};
use giog_cluster::{NodeId, Shard};
use giog_cluster::{Reach, standing};
use giog_rooms::Hub;
use giog_rules::Timestamp;
use giog_store::{Archive, Given, Heartbeat, LeaseError, MemberState, Members, Membership};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;

use super::drain::Drain;
use super::links::OtherNode;
use super::shard_numbers;
use super::standing::{reach_of, word};
use crate::cluster_counts::ClusterCounts;
use crate::lease::LeaseWatch;
use crate::outage;
use crate::state::App;

/// Messages to the task that runs the placement.
#[derive(Debug)]
pub(super) enum Command {
    /// Nothing new starts in the rooms of these shards, and no row of them is still to be written.
    Settled { number: u64, shards: Vec<Shard> },
    /// A result, while other effects are still being written.
    Found(Input),
    /// The writing has ended, with these results.
    Written(Vec<Input>),
    /// Hand over all shards.
    Leave,
}

/// What the task needs.
pub(super) struct PlacementDriver {
    pub membership: Arc<Membership>,
    pub watch: Arc<LeaseWatch>,
    /// The other nodes that live, sorted.
    pub others: watch::Sender<Vec<OtherNode>>,
    pub commands: mpsc::UnboundedSender<Command>,
    /// The silence after which another node is gone, in milliseconds.
    pub node_ms: i64,
    /// The time over which the connections of a drained node are closed.
    pub goodbye: Duration,
}

/// Changes to rooms, carried out one after another.
enum Move {
    Own(Vec<u8>),
    Release(Vec<u8>),
    /// Release the rooms, and report when that is done.
    Settle {
        number: u64,
        shards: Vec<Shard>,
    },
}

/// What the effects of one input led to.
struct EffectsOutcome {
    inputs: Vec<Input>,
    is_fenced: bool,
}

/// Effects that wait for the database. Heartbeats wait for none of them: a slow commit does not make this node silent.
#[derive(Default)]
struct Writing {
    /// Whether a task is writing, which sends [`Command::Written`] at its end.
    is_busy: bool,
    /// What is written next: at most the effects of one reading and of the shards that were settled since.
    next: Vec<Effect>,
}

impl PlacementDriver {
    /// Runs the placement until the node is fenced, which is reported to `lost`. `left` is notified as soon as a leaving node has no
    /// shards any more, or there is no other node to take them.
    pub async fn keep(
        self,
        app: App,
        store: Arc<Archive>,
        mut commands: mpsc::UnboundedReceiver<Command>,
        (lost, left): (oneshot::Sender<()>, oneshot::Sender<()>),
    ) {
        let (moves, to_carry_out) = mpsc::unbounded_channel();
        tokio::spawn(carry_out(
            app.hub.clone(),
            store,
            to_carry_out,
            self.commands.clone(),
        ));
        let clock = Arc::clone(&app.clock);
        let now_ms = || clock.now().mono_ms;
        let mut placement = Placement::new(NodeId(self.membership.node()), self.node_ms, now_ms());
        let (mut leaving, mut left) = (false, Some(left));
        let mut drain = Drain::new(self.goodbye);
        let mut writing = Writing::default();
        loop {
            let wake = placement
                .wake_at_ms()
                .map(|at_ms| at_ms.saturating_sub(now_ms()));
            let mut inputs = tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(Command::Settled { number, shards }) => vec![Input::Settled { number, shards }],
                    Some(Command::Found(input)) => vec![input],
                    Some(Command::Written(inputs)) => {
                        writing.is_busy = false;
                        inputs
                    }
                    Some(Command::Leave) => {
                        leaving = true;
                        drain.end();
                        vec![Input::Leave]
                    }
                    None => return,
                },
                // The clock of a moved room is paused until this node knows the new owner, so the database is read at once.
                () = app.hub.shards_moved() => vec![Input::Changed],
                () = sleep(Duration::from_millis(wake.unwrap_or(0))), if wake.is_some() => vec![Input::Tick],
            };
            while let Some(input) = inputs.pop() {
                let view = match &input {
                    Input::Read(view) => Some(view.clone()),
                    _ => None,
                };
                if let Some(view) = &view {
                    app.cluster
                        .standing
                        .handle(&standing::Input::Wrote(view), now_ms());
                    let is_worse_off = app.cluster.standing.is_worse_off();
                    placement.handle(Input::WorseOff(is_worse_off), now_ms());
                    // The next reading leads to all effects that are still necessary.
                    writing.next.clear();
                    let occupied = app.hub.occupied_shards().into_iter().map(Shard);
                    placement.handle(Input::Occupied(occupied.collect()), now_ms());
                }
                let effects = placement.handle(input, now_ms());
                let done = self.carry_out(effects, &moves, &mut writing, &app).await;
                if done.is_fenced {
                    // The receiver is gone if the server is stopping anyway.
                    let _ = lost.send(());
                    return;
                }
                inputs.extend(done.inputs);
                if let Some(view) = view {
                    clock.follow(Timestamp::from_unix_ms(view.now_ms));
                    self.note(&view, &app.cluster.counts);
                    let has_none = app.cluster.counts.shards.get() == 0;
                    drain.keep(&app, placement.is_drained(), has_none);
                    if leaving && self.has_left(&view) {
                        // The receiver is gone if the server is stopping anyway.
                        left.take().map(|left| left.send(()));
                    }
                }
            }
            self.write_next(&mut writing, &app);
        }
    }

    /// Starts to write the next effects, if nothing is being written.
    fn write_next(&self, writing: &mut Writing, app: &App) {
        if writing.is_busy || writing.next.is_empty() {
            return;
        }
        writing.is_busy = true;
        let effects = std::mem::take(&mut writing.next);
        let (membership, commands) = (Arc::clone(&self.membership), self.commands.clone());
        let app = app.clone();
        tokio::spawn(async move {
            let inputs = write(&membership, effects, &commands, &app).await;
            // This fails only when the server stops, together with the other task.
            let _ = commands.send(Command::Written(inputs));
        });
    }

    async fn carry_out(
        &self,
        effects: Vec<Effect>,
        moves: &mpsc::UnboundedSender<Move>,
        writing: &mut Writing,
        app: &App,
    ) -> EffectsOutcome {
        let counts = &app.cluster.counts;
        let mut done = EffectsOutcome {
            inputs: Vec::new(),
            is_fenced: false,
        };
        let (mut owned, mut disowned, mut settling) = (Vec::new(), Vec::new(), Vec::new());
        for effect in effects {
            match effect {
                Effect::Beat(state) => match self.beat(state, app).await {
                    Some(input) => done.inputs.push(input),
                    None => done.is_fenced = true,
                },
                Effect::Watch { .. }
                | Effect::Claim(_)
                | Effect::TakeOver { .. }
                | Effect::HandOver(_) => writing.next.push(effect),
                Effect::Own(shard) | Effect::Resume(shard) => owned.push(shard.0),
                Effect::Disown(shard) => disowned.push(shard.0),
                Effect::Settle { number, shards } => settling.push(Move::Settle { number, shards }),
                Effect::Fenced => done.is_fenced = true,
            }
        }
        // First the rooms of shards that another node owned in between are dropped. The task that receives these lives as long as this
        // one.
        if !disowned.is_empty() {
            counts.shards_left.add(disowned.len());
            let _ = moves.send(Move::Release(disowned));
        }
        if !owned.is_empty() {
            let _ = moves.send(Move::Own(owned));
        }
        for settle in settling {
            let _ = moves.send(settle);
        }
        done
    }

    /// Writes a beat. Returns the result; none if the lease is lost.
    async fn beat(&self, state: NodeState, app: &App) -> Option<Input> {
        let state = match state {
            NodeState::Active => MemberState::Active,
            NodeState::Leaving => MemberState::Leaving,
            NodeState::Fenced => MemberState::Fenced,
        };
        let heartbeat = Heartbeat {
            state,
            reach: word(app.cluster.standing.reach()),
            health: app.health_as_known().readiness.name(),
        };
        let beat = self.membership.beat(heartbeat).await;
        let (tried, input) = match beat {
            Ok(members) => (Ok(()), Some(Input::Read(view(&members)))),
            Err(error @ LeaseError::Lost) => (Err(error), None),
            Err(LeaseError::Store(error)) => {
                outage::note(&error);
                (Err(error.into()), Some(Input::Failed))
            }
        };
        self.watch.tried(&tried);
        input
    }

    /// Tells the links which nodes they may reach.
    fn note(&self, view: &View, counts: &ClusterCounts) {
        let me = self.membership.node();
        let mine = view
            .shards
            .iter()
            .filter(|row| row.node == Some(NodeId(me)));
        counts.shards.set(mine.count());
        let others = view.nodes.iter().filter(|row| row.node.0 != me);
        let others = others.filter(|row| row.state != NodeState::Fenced);
        let mut others: Vec<OtherNode> = others.map(other).collect();
        others.sort_unstable();
        counts.nodes.set(others.len() + 1);
        self.others.send_if_modified(|before| {
            let nodes = |others: &[OtherNode]| -> Vec<NodeId> {
                others.iter().map(|other| other.node).collect()
            };
            let changed = *before != others;
            if nodes(before) != nodes(&others) {
                tracing::info!(
                    others = others.len(),
                    "the nodes that share the rooms have changed"
                );
            }
            *before = others;
            changed
        });
    }

    fn has_left(&self, view: &View) -> bool {
        let me = NodeId(self.membership.node());
        let others = view.nodes.iter().filter(|row| row.node != me);
        let takes_more = others
            .filter(|row| row.state == NodeState::Active)
            .any(|row| view.now_ms - row.beat_at_ms < self.node_ms);
        !takes_more || view.shards.iter().all(|row| row.node != Some(me))
    }
}

/// Writes effects one after another. Returns the results. The placement repeats effects that were not written, if they are still
/// necessary.
async fn write(
    membership: &Membership,
    effects: Vec<Effect>,
    commands: &mpsc::UnboundedSender<Command>,
    app: &App,
) -> Vec<Input> {
    let mut inputs = Vec::new();
    for effect in effects {
        let written = match effect {
            Effect::Watch { node, beat } => {
                if matches!(membership.is_unlocked(node.0).await, Ok(true)) {
                    // This fails only when the server stops, together with the other task.
                    let _ = commands.send(Command::Found(Input::Unlocked { node, beat }));
                }
                continue;
            }
            Effect::Claim(shards) => membership.claim(&shard_numbers(&shards)).await,
            Effect::TakeOver { node, beat, shards } => {
                let given = shards.iter().map(|&(shard, to)| (shard.0.into(), to.0));
                let given: Vec<_> = given.collect();
                let taken = membership.take_over(node.0, beat, &given).await;
                if matches!(taken, Ok(true)) {
                    app.cluster.counts.take_overs.add(1);
                    tracing::warn!(%node, shards = shards.len(), "a node is gone: it is fenced, and others have its rooms");
                }
                taken.map(drop)
            }
            Effect::HandOver(handed) => {
                let given: Vec<Given> = handed.iter().map(given).collect();
                let done = membership.hand_over(&given).await;
                if done.is_ok() {
                    let shards: Vec<u8> = handed.iter().map(|handed| handed.shard.0).collect();
                    app.hub.handed_over(&shards);
                }
                done
            }
            _ => continue,
        };
        match written {
            Ok(()) => inputs.push(Input::Changed),
            Err(error) => outage::note(&error),
        }
    }
    inputs
}

/// Starts and stops rooms, one change after another.
async fn carry_out(
    hub: Hub,
    store: Arc<Archive>,
    mut moves: mpsc::UnboundedReceiver<Move>,
    commands: mpsc::UnboundedSender<Command>,
) {
    while let Some(next) = moves.recv().await {
        match next {
            Move::Own(shards) => hub.own(&shards, Arc::clone(&store) as _).await,
            Move::Release(shards) => hub.release(&shards).await,
            Move::Settle { number, shards } => {
                let numbers: Vec<u8> = shards.iter().map(|shard| shard.0).collect();
                hub.release(&numbers).await;
                // This fails only when the server stops, together with the other task.
                let _ = commands.send(Command::Settled { number, shards });
            }
        }
    }
}

/// A node that lives, for the links. One that is cut off from the bus and takes no rooms sends its people away: they come over others.
fn other(row: &NodeRow) -> OtherNode {
    let is_cut_off = row.reach.is_some_and(|reach| reach < Reach::Nodes);
    OtherNode {
        node: row.node,
        has_people: row.state == NodeState::Active || !is_cut_off,
    }
}

/// A handed-over shard in the database's terms.
fn given(handed: &Handed) -> Given {
    Given {
        shard: i32::from(handed.shard.0),
        to: handed.to.0,
        moved: handed.moved,
    }
}

/// What was read, in the placement's terms.
fn view(members: &Members) -> View {
    let state = |state| match state {
        MemberState::Active => NodeState::Active,
        MemberState::Leaving => NodeState::Leaving,
        MemberState::Fenced => NodeState::Fenced,
    };
    let nodes = members.members.iter().map(|member| NodeRow {
        node: NodeId(member.node),
        state: state(member.state),
        beat: member.beat,
        beat_at_ms: member.beat_at,
        is_drained: member.is_drained,
        reach: member.reach.as_deref().and_then(reach_of),
    });
    let shards = members.parts.iter().filter_map(|part| {
        let shard = Shard(u8::try_from(part.shard).ok()?);
        Some(ShardRow {
            shard,
            node: part.node.map(NodeId),
            moved: part.moved,
            wanted: part.wanted.map(NodeId),
        })
    });
    View {
        now_ms: members.now_ms,
        nodes: nodes.collect(),
        shards: shards.collect(),
    }
}
