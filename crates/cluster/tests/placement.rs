//! The decisions of one node about what it reads from the database.

use giog_cluster::placement::{
    BEAT_MS, Effect, Handed, Input, MOVING_WITH_ROOMS, NODE_MS, NodeRow, NodeState, Placement,
    ShardRow, View,
};
use giog_cluster::{NodeId, Shard};
use uuid::Uuid;

fn node(number: u128) -> NodeId {
    NodeId(Uuid::from_u128(number))
}

const ME: u128 = 1;
const OTHER: u128 = 2;
const THIRD: u128 = 3;

/// What is read when these live and all shards are this node's, since this move.
fn view(nodes: &[(u128, NodeState)], moved: i64) -> View {
    let row = |&(number, state): &(u128, NodeState)| NodeRow {
        node: node(number),
        state,
        beat: moved,
        beat_at_ms: 0,
        is_drained: false,
        reach: None,
    };
    let shard = |shard| ShardRow {
        shard,
        node: Some(node(ME)),
        moved,
        wanted: None,
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
    let mut placement = Placement::new(node(ME), NODE_MS, 0);
    let effects = placement.handle(Input::Read(view(&ALONE, 1)), 0);
    assert_eq!(effects, Shard::all().map(Effect::Own).collect::<Vec<_>>());
    placement
}

/// The shards that are begun to be handed over, all at once, with the number of that.
fn settle(effects: &[Effect]) -> (u64, Vec<Shard>) {
    let [Effect::Settle { number, shards }] = effects else {
        panic!("{effects:?}");
    };
    (*number, shards.clone())
}

fn settled(number: u64, shards: &[Shard]) -> Input {
    let shards = shards.to_vec();
    Input::Settled { number, shards }
}

/// These go to the other node.
fn hand_over(shards: &[Shard]) -> Effect {
    let handed = shards.iter().map(|&shard| Handed {
        shard,
        to: node(OTHER),
        moved: 1,
    });
    Effect::HandOver(handed.collect())
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
fn shards_with_rooms_are_handed_over_a_few_at_a_time_when_they_are_settled() {
    let mut placement = owner();
    let (number, shards) = settle(&placement.handle(Input::Read(view(&BOTH, 1)), 0));
    assert_eq!(shards.len(), MOVING_WITH_ROOMS, "any may have rooms");
    assert_eq!(placement.handle(Input::Read(view(&BOTH, 1)), 0), []);
    let [first, rest @ ..] = &*shards else {
        panic!("none");
    };
    let effects = placement.handle(settled(number, &[*first]), 0);
    assert_eq!(effects, [hand_over(&[*first])]);
    let mut moved = view(&BOTH, 1);
    moved.shards[usize::from(first.0)] = ShardRow {
        shard: *first,
        node: Some(node(OTHER)),
        moved: 2,
        wanted: None,
    };
    let effects = placement.handle(Input::Read(moved), 0);
    assert_eq!(effects[0], Effect::Disown(*first));
    let (_, next) = settle(&effects[1..]);
    assert_eq!(next.len(), 1, "in the place of the one that has gone");
    assert!(!shards.contains(&next[0]));
    assert_eq!(placement.owner(*first), Some(node(OTHER)));
    let effects = placement.handle(settled(number, rest), 0);
    assert_eq!(effects, [hand_over(rest)]);
}

#[test]
fn shards_without_rooms_go_all_at_once() {
    let mut placement = owner();
    let occupied = (0..100).map(Shard).collect();
    placement.handle(Input::Occupied(occupied), 0);
    let effects = placement.handle(Input::Read(view(&BOTH, 1)), 0);
    let [empty, few] = &*effects else {
        panic!("{effects:?}");
    };
    let ((number, empty), (_, few)) = (
        settle(std::slice::from_ref(empty)),
        settle(std::slice::from_ref(few)),
    );
    assert!(empty.len() > 40 && empty.iter().all(|shard| shard.0 >= 100));
    assert_eq!(few.len(), MOVING_WITH_ROOMS);
    assert!(few.iter().all(|shard| shard.0 < 100));
    let effects = placement.handle(settled(number, &empty), 0);
    assert_eq!(effects, [hand_over(&empty)]);
}

#[test]
fn a_shard_stays_when_its_new_owner_is_gone_before_it_is_settled_and_not_after() {
    let mut placement = owner();
    let (number, shards) = settle(&placement.handle(Input::Read(view(&BOTH, 1)), 0));
    let effects = placement.handle(Input::Read(view(&ALONE, 1)), 0);
    let resumed: Vec<_> = shards.iter().copied().map(Effect::Resume).collect();
    assert_eq!(effects, resumed);
    assert_eq!(placement.handle(settled(number, &shards), 0), []);
    let (number, shards) = settle(&placement.handle(Input::Read(view(&BOTH, 1)), 0));
    let effects = placement.handle(settled(number, &shards), 0);
    assert_eq!(effects, [hand_over(&shards)]);
    // It may be done at any moment, so it is said until it is.
    let effects = placement.handle(Input::Read(view(&ALONE, 1)), 0);
    assert_eq!(effects, [hand_over(&shards)]);
}

#[test]
fn what_was_settled_for_another_node_is_not_handed_over_while_its_rooms_come_back() {
    let mut placement = owner();
    let mut wanted = view(&[(ME, NodeState::Active), (THIRD, NodeState::Active)], 1);
    let shard = Shard(8);
    for row in &mut wanted.shards {
        row.wanted = Some(node(if row.shard == shard { THIRD } else { ME }));
    }
    let (first, shards) = settle(&placement.handle(Input::Read(wanted.clone()), 0));
    assert_eq!(shards, [shard]);
    // That one leaves before it is settled, and another one is to have the shard.
    wanted.nodes[1].state = NodeState::Leaving;
    wanted.nodes.push(NodeRow {
        node: node(OTHER),
        state: NodeState::Active,
        ..wanted.nodes[0]
    });
    wanted.shards[usize::from(shard.0)].wanted = Some(node(OTHER));
    let effects = placement.handle(Input::Read(wanted), 0);
    assert_eq!(effects[0], Effect::Resume(shard));
    let (second, shards) = settle(&effects[1..]);
    assert_eq!(shards, [shard]);
    assert_eq!(placement.handle(settled(first, &shards), 0), []);
    let effects = placement.handle(settled(second, &shards), 0);
    assert_eq!(effects, [hand_over(&shards)]);
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
    let all: Vec<_> = Shard::all().take(MOVING_WITH_ROOMS).collect();
    assert_eq!(settle(&effects).1, all, "all of them go");
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

#[test]
fn who_is_drained_hands_over_what_it_has_and_takes_it_back_when_it_is_no_more() {
    let mut placement = owner();
    let drained = |is_drained| {
        let mut view = view(&BOTH, 1);
        view.nodes[0].is_drained = is_drained;
        view
    };
    let effects = placement.handle(Input::Read(drained(true)), 0);
    let all: Vec<_> = Shard::all().take(MOVING_WITH_ROOMS).collect();
    assert_eq!(settle(&effects).1, all, "all of them go");
    let leaving = [Effect::Beat(NodeState::Leaving)];
    assert_eq!(placement.handle(Input::Tick, BEAT_MS), leaving);
    placement.handle(Input::Read(drained(false)), BEAT_MS);
    let active = [Effect::Beat(NodeState::Active)];
    assert_eq!(placement.handle(Input::Tick, 2 * BEAT_MS), active);
    // Nothing goes to one that is drained, whatever it said of itself last.
    let mut placement = owner();
    let mut other = view(&BOTH, 1);
    other.nodes[1].is_drained = true;
    assert_eq!(placement.handle(Input::Read(other), 0), []);
}

#[test]
fn who_is_worse_off_hands_over_what_it_has_and_takes_it_back_when_it_is_no_more() {
    let mut placement = owner();
    placement.handle(Input::WorseOff(true), 0);
    let effects = placement.handle(Input::Read(view(&BOTH, 1)), 0);
    let all: Vec<_> = Shard::all().take(MOVING_WITH_ROOMS).collect();
    assert_eq!(settle(&effects).1, all, "all of them go");
    let leaving = [Effect::Beat(NodeState::Leaving)];
    assert_eq!(placement.handle(Input::Tick, BEAT_MS), leaving);
    placement.handle(Input::WorseOff(false), BEAT_MS);
    placement.handle(Input::Read(view(&BOTH, 1)), BEAT_MS);
    let active = [Effect::Beat(NodeState::Active)];
    assert_eq!(placement.handle(Input::Tick, 2 * BEAT_MS), active);
}

#[test]
fn a_shard_goes_to_whom_the_operator_wants_as_long_as_that_one_takes_shards() {
    let mut placement = owner();
    let mut wanted = view(&BOTH, 1);
    for row in &mut wanted.shards {
        row.wanted = Some(node(ME));
    }
    wanted.shards[7].wanted = Some(node(OTHER));
    let effects = placement.handle(Input::Read(wanted.clone()), 0);
    let (number, shards) = settle(&effects);
    assert_eq!(shards, [Shard(7)]);
    let effects = placement.handle(settled(number, &shards), 0);
    assert_eq!(effects, [hand_over(&[Shard(7)])]);
    let mut placement = owner();
    wanted.nodes[1].state = NodeState::Leaving;
    assert_eq!(placement.handle(Input::Read(wanted), 0), []);
}

/// What is read when this node and the other one have some shards each, and that is how long ago their last beats were.
fn at(now_ms: i64, other_beat: i64, other_beat_at_ms: i64) -> View {
    let mut view = view(&BOTH, 1);
    view.now_ms = now_ms;
    for row in &mut view.nodes {
        let is_other = row.node == node(OTHER);
        (row.beat, row.beat_at_ms) = if is_other {
            (other_beat, other_beat_at_ms)
        } else {
            (now_ms, now_ms)
        };
    }
    view
}

/// That nobody held the other node's lock after this beat of it.
fn unlocked(beat: i64) -> Input {
    let node = node(OTHER);
    Input::Unlocked { node, beat }
}

/// Whether the other node is taken for gone when it is silent from this moment on for so long, and its lock is free.
fn takes_over(placement: &mut Placement, from_ms: i64, beat: i64, beat_at_ms: i64) -> bool {
    let is_take_over = |effect: &Effect| matches!(effect, Effect::TakeOver { .. });
    (0..6).any(|step| {
        let now_ms = from_ms + step * BEAT_MS.cast_signed();
        placement.handle(unlocked(beat), 0);
        let effects = placement.handle(Input::Read(at(now_ms, beat, beat_at_ms)), 0);
        effects.iter().any(is_take_over)
    })
}

#[test]
fn a_node_whose_process_was_killed_is_gone_soon_but_not_when_the_database_was_away_meanwhile() {
    let begin = || {
        let mut placement = Placement::new(node(ME), 5_000, 0);
        for step in 0..5 {
            let now_ms = 10_000 + step * BEAT_MS.cast_signed();
            placement.handle(Input::Read(at(now_ms, step, now_ms)), 0);
        }
        placement
    };
    assert!(takes_over(&mut begin(), 11_000, 4, 10_800));
    let mut placement = begin();
    // Connections broke, and with them the locks of all.
    placement.handle(Input::Failed, 0);
    assert!(!takes_over(&mut placement, 11_000, 4, 10_800));
    // The same without an answer for a long time.
    assert!(!takes_over(&mut begin(), 16_000, 4, 10_800));
    // It is gone after all when it does not come back.
    assert!(takes_over(&mut placement, 15_000, 4, 10_800));
}
