//! Mistakes: those of the latest matches first, bounded, and gone with their reviews, matches and people.

use super::deleted::left_of;
use super::forgotten::meet;
use super::fresh::Fresh;
use super::on_both;
use super::reviews::{key, with_matches};
use super::samples::{at, finished, lease, match_id, player, store_facts};
use crate::limits::{MAX_MISTAKES, PAGE_MISTAKES};
use crate::{
    Archive, Fact, Mistake, MistakeFilter, OwnMistakes, ReviewKey, StoredMistake, StoredRecord,
};

on_both!(
    mistakes_are_listed_by_match_and_filtered,
    a_page_has_all_of_a_match_or_nothing,
    mistakes_go_with_their_review_their_match_and_their_person,
    a_person_keeps_the_mistakes_of_the_latest_matches,
);

/// A review of a match with so many mistakes of a person, of two kinds in turn.
async fn review(store: &Archive, key: ReviewKey, who: u128, count: u32, most_bytes: u64) {
    let mistakes = (0..count).map(|action| Mistake {
        action,
        kind: ["kept", "led"][action as usize % 2].to_owned(),
        content: format!("{:?} {action}", key.match_id),
    });
    let own = OwnMistakes {
        player: player(who),
        mistakes: mistakes.collect(),
    };
    let bytes = StoredRecord::new(b"a review".to_vec());
    let now = at(i64::from(key.engine));
    let kept = store.keep_review(key, &bytes, Some(&own), None, now, most_bytes);
    kept.await.expect("stored");
}

async fn listed(store: &Archive, who: u128, filter: &MistakeFilter) -> Vec<String> {
    let page = store.mistakes(player(who), filter).await.expect("a page");
    assert_eq!(page.next, None);
    page.items.into_iter().map(|item| item.content).collect()
}

async fn count(store: &Archive, who: u128) -> usize {
    listed(store, who, &MistakeFilter::default()).await.len()
}

async fn mistakes_are_listed_by_match_and_filtered(fresh: &Fresh) {
    let store = with_matches(fresh, 3).await;
    meet(&store).await;
    for (number, who) in [(2, 1), (1, 1), (3, 2)] {
        review(&store, key(number, 0), who, 3, u64::MAX).await;
    }
    let told = |number, action: u32| format!("{:?} {action}", match_id(number));
    let all = [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0)];
    let all: Vec<String> = all.map(|(number, action)| told(number, action)).to_vec();
    assert_eq!(listed(&store, 1, &MistakeFilter::default()).await, all);
    let of_kind = MistakeFilter {
        kind: Some("led".to_owned()),
        ..MistakeFilter::default()
    };
    assert_eq!(listed(&store, 1, &of_kind).await, [told(2, 1), told(1, 1)]);
    for (variant, expected) in [(finished(1).variant, 3), ("xiangqi".to_owned(), 0)] {
        let of_game = MistakeFilter {
            variant: Some(variant),
            ..MistakeFilter::default()
        };
        assert_eq!(listed(&store, 2, &of_game).await.len(), expected);
    }
    let stored = store.personal(player(2), 10).await.expect("an answer");
    let mistakes = stored.expect("they are known").mistakes;
    let contents: Vec<String> = mistakes.into_iter().map(|own| own.content).collect();
    assert_eq!(contents, [told(3, 2), told(3, 1), told(3, 0)]);
    // Nobody who is known.
    review(&store, key(1, 1), 9, 3, u64::MAX).await;
    assert_eq!(count(&store, 9).await, 0);
}

async fn a_page_has_all_of_a_match_or_nothing(fresh: &Fresh) {
    let store = with_matches(fresh, 9).await;
    meet(&store).await;
    for number in 1..=9 {
        review(&store, key(number, 0), 1, 7, u64::MAX).await;
    }
    let mut filter = MistakeFilter::default();
    let first = store.mistakes(player(1), &filter).await.expect("a page");
    let whole = PAGE_MISTAKES as usize / 7 * 7;
    assert_eq!(first.items.len(), whole);
    filter.before = first.next;
    assert!(filter.before.is_some());
    let second = store.mistakes(player(1), &filter).await.expect("a page");
    assert_eq!(second.items.len(), 9 * 7 - whole);
    assert_eq!(second.next, None);
    let matches = |items: &[StoredMistake]| {
        let mut ids: Vec<_> = items.iter().map(|item| item.match_id).collect();
        ids.dedup();
        ids
    };
    let both = [matches(&first.items), matches(&second.items)].concat();
    assert_eq!(both, (1..=9).rev().map(match_id).collect::<Vec<_>>());
}

async fn mistakes_go_with_their_review_their_match_and_their_person(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = (1..=4).map(|number| Fact::MatchFinished(finished(number)));
    store_facts(&store, fence, 0, games.collect()).await;
    meet(&store).await;
    for number in 1..=3 {
        review(&store, key(number, 0), 1, 2, u64::MAX).await;
    }
    let space = store.review_bytes().await.expect("a number");
    // A later engine says otherwise.
    let later = ReviewKey {
        engine: 9,
        ..key(1, 0)
    };
    review(&store, later, 1, 1, u64::MAX).await;
    assert_eq!(count(&store, 1).await, 5);
    assert!(store.review_bytes().await.expect("a number") < space);
    let gone = store.delete_matches(fence, &[left_of(&finished(1))]).await;
    assert_eq!(gone.expect("deleted"), 1);
    assert_eq!(count(&store, 1).await, 4);
    // There is only space for one review: those that nobody has read go, with their mistakes.
    review(&store, key(4, 0), 2, 1, 1).await;
    assert_eq!((count(&store, 1).await, count(&store, 2).await), (0, 1));
    let forgotten = store.forget_guest(player(2), None, at(9)).await;
    forgotten.expect("forgotten");
    assert_eq!(count(&store, 2).await, 0);
}

async fn a_person_keeps_the_mistakes_of_the_latest_matches(fresh: &Fresh) {
    // Of each match as many as a hand may have pieces.
    let most = 16;
    let matches = MAX_MISTAKES / most + 2;
    let store = with_matches(fresh, matches.into()).await;
    meet(&store).await;
    // The last one has one, for which another match goes.
    for number in 1..=matches {
        let count = if number == matches { 1 } else { most };
        review(&store, key(number.into(), 0), 1, count, u64::MAX).await;
    }
    let stored = store.personal(player(1), 10).await.expect("an answer");
    let mistakes = stored.expect("they are known").mistakes;
    let of = |number: u32| {
        let own = mistakes.iter();
        let of = own.filter(|own| own.match_id == match_id(number.into()));
        of.count()
    };
    let whole = most as usize;
    let kept = [1, 2, 3, matches - 1, matches].map(of);
    assert_eq!(kept, [0, 0, whole, whole, 1]);
}
