//! What one node does about what it reads.

use giog_cluster::placement::{Effect, Input, NodeRow, NodeState, Placement, ShardRow, View};
use giog_cluster::{NodeId, Shard};
use uuid::Uuid;

fn node(number: u128) -> NodeId {
    NodeId(Uuid::from_u128(number))
}

const ME: u128 = 1;
const OTHER: u128 = 2;

/// What is read when these live and all shards are this node's, since this move.
fn view(nodes: &[(u128, NodeState)], moved: i64) -> View {
    let row = |&(number, state): &(u128, NodeState)| NodeRow {
        node: node(number),
        state,
        beat: moved,
        beat_at_ms: 0,
    };
    let shard = |shard| ShardRow {
        shard,
        node: Some(node(ME)),
        moved,
    };
    View {
        now_ms: 0,
        nodes: nodes.iter().map(row).collect(),
        shards: Shard::all().map(shard).collect(),
    }
}

const ALONE: [(u128, NodeState); 1] = [(ME, NodeState::Active)];
const BOTH: [(u128, NodeState); 2] = [(ME, NodeState::Active), (OTHER, NodeState::Active)];

/// A node that has all shards.
fn owner() -> Placement {
    let mut placement = Placement::new(node(ME), 0);
    let effects = placement.handle(Input::Read(view(&ALONE, 1)), 0);
    assert_eq!(effects, Shard::all().map(Effect::Own).collect::<Vec<_>>());
    placement
}

/// The shard that is to be handed over, if one is begun with.
fn settle(effects: &[Effect]) -> Option<Shard> {
    match effects {
        [] => None,
        [Effect::Settle(shard)] => Some(*shard),
        others => panic!("{others:?}"),
    }
}

#[test]
fn what_was_another_nodes_in_between_is_brought_back_anew() {
    let mut placement = owner();
    let mut again = view(&ALONE, 1);
    again.shards[7].moved = 3;
    let shard = Shard(7);
    let effects = placement.handle(Input::Read(again), 0);
    assert_eq!(effects, [Effect::Disown(shard), Effect::Own(shard)]);
    // An older answer that comes late says nothing.
    assert_eq!(placement.handle(Input::Read(view(&ALONE, 1)), 0), []);
}

#[test]
fn shards_are_handed_over_one_after_another_when_they_are_settled() {
    let mut placement = owner();
    let effects = placement.handle(Input::Read(view(&BOTH, 1)), 0);
    let shard = settle(&effects).expect("the other node should have some");
    assert_eq!(placement.handle(Input::Read(view(&BOTH, 1)), 0), []);
    let hand_over = Effect::HandOver {
        shard,
        to: node(OTHER),
        moved: 1,
    };
    assert_eq!(placement.handle(Input::Settled(shard), 0), [hand_over]);
    let mut moved = view(&BOTH, 1);
    moved.shards[usize::from(shard.0)] = ShardRow {
        shard,
        node: Some(node(OTHER)),
        moved: 2,
    };
    let effects = placement.handle(Input::Read(moved), 0);
    assert_eq!(effects[0], Effect::Disown(shard));
    assert!(settle(&effects[1..]).is_some_and(|next| next != shard));
    assert_eq!(placement.owner(shard), Some(node(OTHER)));
}

#[test]
fn a_shard_stays_when_its_new_owner_is_gone_before_it_is_settled_and_not_after() {
    let mut placement = owner();
    let shard = settle(&placement.handle(Input::Read(view(&BOTH, 1)), 0)).expect("one");
    let effects = placement.handle(Input::Read(view(&ALONE, 1)), 0);
    assert_eq!(effects, [Effect::Resume(shard)]);
    assert_eq!(placement.handle(Input::Settled(shard), 0), []);
    let shard = settle(&placement.handle(Input::Read(view(&BOTH, 1)), 0)).expect("one");
    let hand_over = placement.handle(Input::Settled(shard), 0);
    // It may be done at any moment, so it is said until it is.
    assert_eq!(placement.handle(Input::Read(view(&ALONE, 1)), 0), hand_over);
}

#[test]
fn whoever_is_fenced_does_nothing_more() {
    let mut placement = owner();
    let fenced = view(&[(ME, NodeState::Fenced)], 1);
    assert_eq!(placement.handle(Input::Read(fenced), 0), [Effect::Fenced]);
    assert_eq!(placement.handle(Input::Read(view(&BOTH, 1)), 0), []);
    assert_eq!(placement.handle(Input::Tick, 1_000), []);
    assert_eq!(placement.wake_at_ms(), None);
}

#[test]
fn whoever_leaves_keeps_shards_only_while_nobody_else_can_have_them() {
    let mut placement = owner();
    placement.handle(Input::Leave, 0);
    assert_eq!(
        placement.handle(Input::Tick, 0),
        [Effect::Beat(NodeState::Leaving)]
    );
    assert_eq!(placement.handle(Input::Read(view(&ALONE, 1)), 0), []);
    let effects = placement.handle(Input::Read(view(&BOTH, 1)), 0);
    assert_eq!(settle(&effects), Some(Shard(0)), "all of them go");
    let orphans = |nodes: &[(u128, NodeState)], moved| {
        let mut view = view(nodes, moved);
        for row in &mut view.shards {
            row.node = None;
        }
        view
    };
    let is_claim = |effect: &Effect| matches!(effect, Effect::Claim(_));
    placement.handle(Input::Read(orphans(&BOTH, 2)), 1_000);
    let effects = placement.handle(Input::Read(orphans(&BOTH, 2)), 10_000);
    assert!(!effects.iter().any(is_claim), "the other one takes them");
    let effects = placement.handle(Input::Read(orphans(&ALONE, 3)), 10_000);
    assert!(effects.iter().any(is_claim), "nobody else can have them");
}
