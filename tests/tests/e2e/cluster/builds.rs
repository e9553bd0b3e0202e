//! Two builds at the same time, as while servers are upgraded.

use std::path::{Path, PathBuf};

use giog_tests::get;

use super::moves::{admin, listed};
use super::{Cluster, has_finished, is_in_the_middle, play_on, settings, table};

#[tokio::test]
#[ignore = "GIOG_TEST_OLD_PROGRAM must name the binary of an earlier build"]
async fn rooms_move_between_two_builds_and_back_while_people_play() {
    let old = std::env::var_os("GIOG_TEST_OLD_PROGRAM").map(PathBuf::from);
    let old = old.expect("GIOG_TEST_OLD_PROGRAM is set");
    let mut cluster = Cluster::start(0).await;
    // The older build already runs when the newer one migrates the schema.
    cluster.add_build(&old).await;
    cluster.add().await;
    let nodes = cluster.addresses();
    let mut table = table(&nodes, &settings("giog")).await;
    play_on(&mut table, &nodes, is_in_the_middle).await;
    let room = table.room.clone();
    for (finished, to) in [1, 0, 1, 0].into_iter().enumerate() {
        let to = &cluster.nodes[to];
        let (this, _) = listed(to).await;
        let node = this["node"].as_str().expect("an id");
        let arguments = ["move", &*room, node];
        let moved = admin(to, &arguments);
        let play = play_on(&mut table, &nodes, has_finished(finished + 1));
        let (done, ()) = tokio::join!(moved, play);
        done.expect("it is to move");
        cluster.check(&table, finished).await;
    }
    cluster.nobody_was_fenced_but(0).await;
    // If a page of one build requests its modules from the other build, the answer says so, and is not cached.
    let [older, newer] = [&nodes[0], &nodes[1]].map(|&node| node);
    for (of, asked) in [(older, newer), (newer, older)] {
        let page = get(of, "/").await;
        let page = String::from_utf8(page.body).expect("a page is text");
        let module = page.split('"').find(|part| {
            let end = Path::new(part).extension();
            end.is_some_and(|end| end == "js")
        });
        let module = format!(
            "/{}",
            module
                .expect("the page has a module")
                .trim_start_matches("./")
        );
        let module = module.replace("//", "/");
        assert_eq!(get(of, &module).await.status, 200, "{module}");
        let answer = get(asked, &module).await;
        assert_eq!(answer.status, 404, "{module}");
        let head = answer.head.to_lowercase();
        assert!(head.contains("cache-control: no-store"), "{head}");
    }
    cluster.end().await;
}
