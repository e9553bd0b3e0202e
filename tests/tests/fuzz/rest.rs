//! Paths and queries of REST: all are answered, and never with an internal error.

use giog_tests::{Server, ask, quick};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::damage::damaged_text;
use crate::{cases, corpus};

/// Characters that may be in the first line of a request.
fn as_path(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_graphic);
    format!("/{}", kept.collect::<String>().trim_start_matches('/'))
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_for_is_answered() {
    let server = Server::start(quick()).await;
    let address = server.address;
    let paths = damaged_text(corpus("queries.txt"));
    let tokens = prop_oneof![Just(None), any::<String>().prop_map(Some)];
    let run = tokio::task::spawn_blocking(move || {
        let handle = tokio::runtime::Handle::current();
        TestRunner::new(cases(200)).run(&(paths, tokens), |(path, token)| {
            let path = as_path(&path);
            let token = token.map(|token| format!("Bearer {}", as_path(&token)));
            let headers = token.as_deref().map(|token| ("authorization", token));
            let answer = handle.block_on(ask(address, "GET", &path, headers.as_slice()));
            prop_assert!(
                (200..500).contains(&answer.status),
                "{path}: {}",
                answer.head
            );
            Ok(())
        })
    });
    run.await.expect("it ends").expect("everything is answered");
    server.stop().await;
}
