//! The servers that share the rooms: draining one, and moving rooms.

use std::time::Duration;

use anyhow::{bail, ensure};
use giog_protocol::operator::{MoveInput, NodeInfo, NodeList, NodeState, ShardMove};
use reqwest::Method;
use serde_json::Value;
use tokio::time::sleep;
use uuid::Uuid;

use super::calls::{Calls, NOTHING};
use super::text;

/// How often the number of remaining rooms is queried on a server that is being drained.
const LEFT_EVERY: Duration = Duration::from_millis(500);

/// The rooms that are moved to another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// A room, with the others of its shard.
    Room(Uuid),
    /// All rooms of a shard.
    Shard(u8),
}

/// Reads a room's id, or the number of a shard.
pub fn moved(text: &str) -> Result<Moved, &'static str> {
    const WANTED: &str = "the id of a room, or the number of a shard from 0 to 255";
    if let Ok(shard) = text.parse() {
        return Ok(Moved::Shard(shard));
    }
    text.parse().map(Moved::Room).map_err(|_| WANTED)
}

/// Starts draining a server; if `wait`, waits until it has no rooms.
pub async fn drain(calls: &Calls, node: &str, wait: bool) -> anyhow::Result<(Value, String)> {
    let node = find(calls, node).await?;
    let path = format!("nodes/{node}/drain");
    let mut answer = calls.call(Method::PUT, &path, NOTHING).await?;
    let mut told = None;
    loop {
        let nodes: NodeList = answer.read()?;
        let Some(left) = nodes.nodes.iter().find(|other| other.node == node) else {
            bail!("the server has stopped");
        };
        ensure!(
            left.state == NodeState::Drained,
            "the server is not drained any more"
        );
        if !wait || left.shards == 0 {
            return answer.told(text::nodes);
        }
        if told.replace(left.shards) != Some(left.shards) {
            eprintln!("giog: shards left: {}", left.shards);
        }
        sleep(LEFT_EVERY).await;
        answer = calls.get("nodes").await?;
    }
}

/// Ends draining: the server takes its share of the rooms again.
pub async fn undrain(calls: &Calls, node: &str) -> anyhow::Result<(Value, String)> {
    let node = find(calls, node).await?;
    let path = format!("nodes/{node}/drain");
    let answer = calls.call(Method::DELETE, &path, NOTHING).await?;
    answer.told(text::nodes)
}

/// Moves rooms to a server.
pub async fn bring(calls: &Calls, what: Moved, node: &str) -> anyhow::Result<(Value, String)> {
    let node = find(calls, node).await?;
    let path = match what {
        Moved::Room(room) => format!("rooms/{room}/node"),
        Moved::Shard(shard) => format!("shards/{shard}/node"),
    };
    let input = MoveInput { node };
    let answer = calls.call(Method::PUT, &path, Some(&input)).await?;
    answer.told(|moved: &ShardMove| format!("shard {} goes to {}", moved.shard, moved.node))
}

/// Finds a server by its name or the beginning of its id.
async fn find(calls: &Calls, wanted: &str) -> anyhow::Result<Uuid> {
    let nodes: NodeList = calls.get("nodes").await?.read()?;
    Ok(find_in(&nodes.nodes, wanted)?.node)
}

fn find_in<'a>(nodes: &'a [NodeInfo], wanted: &str) -> anyhow::Result<&'a NodeInfo> {
    let is_it = |node: &&NodeInfo| node.name == wanted || node.node.to_string().starts_with(wanted);
    let mut found = nodes.iter().filter(is_it);
    match (found.next(), found.next()) {
        (Some(node), None) => Ok(node),
        (None, _) => bail!("there is no server `{wanted}`; `giog admin nodes` lists them"),
        (Some(_), Some(_)) => bail!("several servers are `{wanted}`; give more of the id"),
    }
}

#[cfg(test)]
mod tests {
    use giog_protocol::operator::Readiness;

    use super::*;

    fn node(number: u128, name: &str) -> NodeInfo {
        NodeInfo {
            node: Uuid::from_u128(number),
            name: name.to_owned(),
            version: "1".to_owned(),
            state: NodeState::Active,
            readiness: Readiness::Ready,
            silent_ms: 0,
            shards: 0,
            is_this: false,
        }
    }

    #[test]
    fn a_server_is_found_by_its_name_or_the_beginning_of_its_id() {
        let nodes = [node(0xa << 124, "one:80"), node(0xab << 120, "two:80")];
        assert_eq!(find_in(&nodes, "two:80").expect("one").name, "two:80");
        assert_eq!(find_in(&nodes, "ab").expect("one").name, "two:80");
        let several = find_in(&nodes, "a").expect_err("two begin so");
        assert!(several.to_string().contains("several"));
        assert!(find_in(&nodes, "c").is_err());
    }

    #[test]
    fn what_moves_is_a_room_or_a_shard() {
        assert_eq!(moved("255"), Ok(Moved::Shard(255)));
        let room = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
        let id = room.parse().expect("an id");
        assert_eq!(moved(room), Ok(Moved::Room(id)));
        assert!(moved("256").is_err() && moved("").is_err());
    }
}
