//! Whoever is invited is told, and not asked again, whichever nodes the two and the table are on.

use giog_tests::Socket;
use serde_json::json;

use super::Cluster;
use crate::invitations::{Guest, INVITATIONS};

#[tokio::test]
async fn an_invitation_reaches_all_nodes_and_ends_on_all() {
    let cluster = Cluster::start(2).await;
    let [here, there] = [&cluster.nodes[0], &cluster.nodes[1]].map(|node| node.address);
    let mut lin = Guest::greet(here, "Lin").await;
    let mut wu = Guest::greet(there, "Wu").await;
    lin.befriend(here, &wu).await;
    let room = lin.host().await;
    lin.invite(here, &wu, &room).await;
    let told = wu.invitation().await;
    assert_eq!(
        (&told["type"], &told["room"]),
        (&json!("invitation"), &json!(room))
    );
    // Any node lists it, and tells it to whoever comes.
    for node in [here, there] {
        let (_, list) = wu.rest(node, "GET", INVITATIONS, &json!({})).await;
        assert_eq!(list["invitations"][0]["room"], room, "{list}");
    }
    let (socket, _) = Socket::come_back(here, &wu.token).await;
    let mut again = Guest {
        socket,
        token: wu.token.clone(),
        player: wu.player.clone(),
    };
    assert_eq!(again.invitation().await["room"], room);
    // The invited person joins the table of the other node by it.
    wu.socket
        .ask_ok(json!({ "type": "join", "room": room }))
        .await;
    // It ends on both nodes when whoever invited stands up.
    lin.socket
        .ask_ok(json!({ "type": "stand", "room": room }))
        .await;
    let ended = json!({ "type": "invitation_ended", "room": room });
    assert_eq!(wu.invitation().await, ended);
    assert_eq!(again.invitation().await, ended);
    // The other way round: invited from the node that does not have the table, and declined on one node for both.
    lin.socket
        .ask_ok(json!({ "type": "sit", "room": room }))
        .await;
    lin.invite(there, &wu, &room).await;
    assert_eq!(again.invitation().await["type"], "invitation");
    assert_eq!(wu.invitation().await["type"], "invitation");
    let path = format!("{INVITATIONS}/{room}");
    let (status, _) = wu.rest(there, "DELETE", &path, &json!({})).await;
    assert_eq!(status, 204);
    assert_eq!(again.invitation().await, ended);
    assert_eq!(wu.invitation().await, ended);
    lin.invite(here, &wu, &room).await;
    let mut mei = Guest::greet(here, "Mei").await;
    mei.befriend(here, &wu).await;
    let other = mei.host().await;
    mei.invite(there, &wu, &other).await;
    for guest in [&mut again, &mut wu] {
        assert_eq!(guest.invitation().await["room"], other, "not asked again");
    }
    cluster.end().await;
}
