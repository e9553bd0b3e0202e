//! The order in which listed matches become public.

use std::collections::BTreeMap;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, match_id, room, row_with};
use crate::{Archive, DeletedMatch, Fact, Fence, FinishedMatch, Log as _, Publication};

on_both!(
    listed_matches_are_published_once_in_the_order_in_which_they_were_stored,
    whoever_follows_while_many_store_and_publish_misses_nothing_and_gets_nothing_twice,
    a_number_is_never_given_again,
);

fn game(number: u128) -> FinishedMatch {
    let mut game = finished(number);
    game.listed = !number.is_multiple_of(3);
    game.variant = ["giog", "zhi-hu"][usize::from(number.is_multiple_of(2))].to_owned();
    game.ended_at = at(1000);
    game
}

async fn store(store: &Archive, fence: Fence, number: u128) {
    let facts = vec![Fact::MatchFinished(game(number))];
    let row = row_with(room(number), 0, facts);
    store.append(fence, &[row]).await.expect("stored");
}

async fn publish_all(store: &Archive) -> u64 {
    let mut all = 0;
    loop {
        match store.publish_matches().await.expect("numbered") {
            0 => return all,
            some => all += some,
        }
    }
}

async fn last(store: &Archive) -> Publication {
    store.last_publication().await.expect("it can be read")
}

async fn publication(store: &Archive, number: u128) -> Option<Publication> {
    let found = store.publication(match_id(number)).await;
    found.expect("it can be read")
}

/// All that is published after this, page by page.
async fn follow(store: &Archive, variant: Option<&str>, mut after: Publication) -> Vec<u128> {
    let mut followed = Vec::new();
    loop {
        let page = store.published(variant, after, 7).await.expect("a page");
        let Some(&(last, _)) = page.last() else {
            return followed;
        };
        after = last;
        let numbers = page.iter().map(|(_, summary)| {
            assert!(summary.listed);
            summary.match_id.0.as_u128() - match_id(0).0.as_u128()
        });
        followed.extend(numbers);
    }
}

async fn listed_matches_are_published_once_in_the_order_in_which_they_were_stored(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    assert_eq!(last(&archive).await, Publication(0));
    for number in 1..=60 {
        store(&archive, fence, number).await;
    }
    assert_eq!(publication(&archive, 1).await, None);
    assert_eq!(publish_all(&archive).await, 40);
    assert_eq!(publish_all(&archive).await, 0);
    let listed: Vec<u128> = (1..=60)
        .filter(|&number: &u128| !number.is_multiple_of(3))
        .collect();
    assert_eq!(follow(&archive, None, Publication(0)).await, listed);
    let even: Vec<u128> = listed
        .iter()
        .copied()
        .filter(|&number: &u128| number.is_multiple_of(2))
        .collect();
    assert_eq!(follow(&archive, Some("zhi-hu"), Publication(0)).await, even);
    // No number shows how many unlisted ones there are.
    assert_eq!(last(&archive).await, Publication(40));
    for (index, number) in listed.iter().enumerate() {
        let place = publication(&archive, *number).await.expect("a number");
        assert_eq!(follow(&archive, None, place).await, listed[index + 1..]);
    }
    assert_eq!(publication(&archive, 3).await, None);
    archive.close().await;
}

async fn whoever_follows_while_many_store_and_publish_misses_nothing_and_gets_nothing_twice(
    fresh: &Fresh,
) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    let storing = |from: u128| {
        let archive = &archive;
        async move {
            for number in 0..30 {
                store(archive, fence, from + number * 4).await;
            }
        }
    };
    let publishing = async || {
        for _ in 0..100 {
            archive.publish_matches().await.expect("numbered");
            tokio::task::yield_now().await;
        }
    };
    let following = async {
        let (mut seen, mut after) = (Vec::new(), Publication(0));
        loop {
            let page = archive.published(None, after, 3).await.expect("a page");
            for (number, summary) in page {
                after = number;
                seen.push(summary.match_id);
            }
            if seen.len() == 80 {
                return seen;
            }
            archive.publish_matches().await.expect("numbered");
        }
    };
    let (.., seen) = tokio::join!(
        storing(1),
        storing(2),
        storing(3),
        storing(4),
        publishing(),
        publishing(),
        following
    );
    let mut times: BTreeMap<_, u32> = BTreeMap::new();
    for id in seen {
        *times.entry(id).or_default() += 1;
    }
    assert!(times.values().all(|&times| times == 1), "{times:?}");
    archive.close().await;
}

async fn a_number_is_never_given_again(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    for number in 1..=2 {
        store(&archive, fence, number).await;
    }
    publish_all(&archive).await;
    let last = last(&archive).await;
    let deleted = [1, 2].map(|number| DeletedMatch {
        match_id: match_id(number),
        ended_at: at(1000),
        deleted_at: at(2000),
        record_sha256: [0; 32],
        signer: [0; 32],
    });
    let count = archive.delete_matches(fence, &deleted).await;
    assert_eq!(count.expect("deleted"), 2);
    assert_eq!(self::last(&archive).await, last);
    store(&archive, fence, 4).await;
    publish_all(&archive).await;
    assert_eq!(follow(&archive, None, last).await, [4]);
    archive.close().await;
}
