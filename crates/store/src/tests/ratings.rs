//! Ratings: changed once by each match, in the transaction that ends it.

use giog_ratings::{Dan, Pace, Parameters, Pool, Rated, Rating, Season, SeatGroup, rate};
use giog_rules::{PlayerId, Timestamp};

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, finished, lease, match_id, player, room, row_with, store_facts};
use crate::{
    Append, Archive, Choice, DeletedMatch, Fact, Log as _, MatchRatings, RankedAnchor,
    RankedPerson, RatedMatch, SeasonTable, Unrated,
};

on_both!(
    a_match_changes_ratings_once_however_often_its_row_is_stored,
    of_matches_that_end_at_once_each_counts_once_and_begins_where_another_ended,
    whom_somebody_met_are_those_of_their_latest_rated_matches_of_the_pool,
    people_are_compared_to_anchors_which_never_change,
    a_fault_in_rating_stops_no_row_and_is_counted,
    a_match_with_a_reason_changes_nothing,
    who_hides_the_rating_is_in_no_ladder_and_no_match,
    a_ladder_is_read_in_pages_the_best_first,
    with_a_person_go_all_their_ratings,
    ratings_end_by_their_own_time_and_keep_their_people,
    a_deleted_match_leaves_the_ratings,
    a_new_season_changes_a_rating_once_and_keeps_the_former_one,
    a_final_table_has_all_who_played_in_its_season_and_is_kept,
    a_rating_from_before_seasons_is_of_that_of_its_latest_match,
);

/// Milliseconds of a day.
pub(super) const DAY_MS: i64 = 24 * 3_600 * 1_000;

pub(super) fn pool() -> Pool {
    Pool {
        game: "giog".to_owned(),
        seats: SeatGroup::of(4),
        pace: Pace::Live,
    }
}

fn season_of(ms: i64) -> Season {
    Season::of(at(ms).unix_ms())
}

/// A match of people with these numbers, the first of whom won.
pub(super) fn rated(number: u128, people: &[u128]) -> RatedMatch {
    let people = people
        .iter()
        .zip(0_u8..)
        .map(|(&number, seat)| RankedPerson {
            seat,
            player: player(number),
            rank: if seat == 0 { 1 } else { 2 },
        });
    RatedMatch {
        match_id: match_id(number),
        pool: pool(),
        at: at(i64::try_from(number).expect("a small number")),
        people: people.collect(),
        anchors: Vec::new(),
        unrated: None,
    }
}

pub(super) fn ending(rated: RatedMatch) -> Vec<Fact> {
    let number = rated.match_id.0.as_u128() - match_id(0).0.as_u128();
    vec![Fact::MatchFinished(finished(number)), Fact::Rated(rated)]
}

pub(super) async fn with_guests(store: &Archive, people: impl IntoIterator<Item = u8>) {
    for number in people {
        let id = player(number.into());
        let created = store.create_guest(id, "Lin", device(number), at(0)).await;
        created.expect("created");
    }
}

pub(super) async fn rating(store: &Archive, number: u128) -> Option<(Rating, u64)> {
    let of = store.ratings(player(number)).await.expect("an answer");
    let of_pool = of.ratings.into_iter().find(|one| one.pool == pool());
    of_pool.map(|one| (one.standing.rating, one.matches))
}

pub(super) fn hides(hidden: bool) -> Choice {
    Choice {
        hides_ratings: Some(hidden),
        ..Choice::default()
    }
}

async fn of_match(store: &Archive, number: u128) -> MatchRatings {
    let of = store.match_ratings(match_id(number)).await;
    of.expect("an answer").expect("a match of a rated table")
}

async fn ladder(store: &Archive) -> Vec<PlayerId> {
    let of = (&pool(), season_of(0));
    let page = store.ladder(of, None, 100).await.expect("an answer");
    page.items.iter().map(|place| place.player).collect()
}

async fn a_match_changes_ratings_once_however_often_its_row_is_stored(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=4).await;
    for _ in 0..3 {
        store_facts(&store, fence, 0, ending(rated(1, &[1, 2, 3, 4]))).await;
    }
    let changed = of_match(&store, 1).await;
    assert_eq!((changed.pool, changed.unrated), (pool(), None));
    let seats: Vec<_> = changed
        .changes
        .iter()
        .map(|change| (change.seat, change.rank, change.number, change.before))
        .collect();
    let new = Rating::NEW;
    assert_eq!(
        seats,
        [
            (0, 1, 1, new),
            (1, 2, 1, new),
            (2, 2, 1, new),
            (3, 2, 1, new)
        ]
    );
    let won = changed.changes[0].after;
    assert!(won.mu > new.mu && won.sigma < new.sigma, "{won:?}");
    assert_eq!(rating(&store, 1).await, Some((won, 1)));
    assert_eq!(ladder(&store).await[0], player(1));
    store.close().await;
}

/// Two people and two computer players, in a game with scores.
async fn people_are_compared_to_anchors_which_never_change(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    let anchor = |rank| RankedAnchor {
        rank,
        rating: Rating {
            mu: 27_000_000,
            sigma: 800_000,
        },
    };
    let mut of = rated(1, &[1, 2]);
    (of.people[0].rank, of.people[1].rank) = (2, 4);
    of.anchors = vec![anchor(3), anchor(1)];
    for _ in 0..2 {
        store_facts(&store, fence, 0, ending(of.clone())).await;
    }
    let changed = of_match(&store, 1).await;
    assert_eq!((changed.unrated, changed.changes.len()), (None, 2));
    let played = |before, rank| Rated {
        before,
        idle_days: 0,
        rank,
    };
    let played = [
        played(Rating::NEW, 2),
        played(Rating::NEW, 4),
        played(anchor(3).rating, 3),
        played(anchor(1).rating, 1),
    ];
    let after = rate(&played, &Parameters::default());
    for (change, after) in changed.changes.iter().zip(after) {
        assert_eq!(change.after, after);
    }
    // Places are those among all four: the second of four wins points, of two it would lose some.
    let dan = changed.changes[0].dan.map(|(_, after)| after);
    assert_eq!(dan, Some(Dan { dan: 1, points: 10 }));
    assert_eq!(ladder(&store).await, [player(1), player(2)]);
    store.close().await;
}

/// Twenty matches of five people, four at a time, each of which two writers try to store twice.
async fn of_matches_that_end_at_once_each_counts_once_and_begins_where_another_ended(
    fresh: &Fresh,
) {
    let first = fresh.open().await;
    // SQLite has one writer.
    let second = if fresh.is_sqlite() {
        std::sync::Arc::clone(&first)
    } else {
        fresh.open().await
    };
    let fence = lease(&*first).await;
    with_guests(&first, 1..=5).await;
    let mut tasks = Vec::new();
    for number in 0..20_u128 {
        let mut people: Vec<u128> = (1..=5).collect();
        people.rotate_left(usize::try_from(number % 5).expect("small"));
        people.truncate(4);
        let row = row_with(room(number), 0, ending(rated(number, &people)));
        for store in [&first, &second] {
            let (store, row) = (std::sync::Arc::clone(store), row.clone());
            tasks.push(tokio::spawn(async move {
                store.append(fence, &[row]).await.expect("stored");
            }));
        }
    }
    for task in tasks {
        task.await.expect("no panic");
    }
    for number in 1..=5 {
        let changes = first.rating_changes(player(number), &pool()).await;
        let changes = changes.expect("an answer");
        let numbers: Vec<u64> = changes.iter().map(|change| change.number).collect();
        assert_eq!(numbers, (1..=16).collect::<Vec<u64>>());
        let mut before = Rating::NEW;
        for change in changes {
            assert_eq!(change.before, before);
            before = change.after;
        }
        assert_eq!(rating(&first, number).await, Some((before, 16)));
    }
    if !fresh.is_sqlite() {
        second.close().await;
    }
    first.close().await;
}

async fn a_fault_in_rating_stops_no_row_and_is_counted(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    let rename = "ALTER TABLE rating_changes RENAME TO elsewhere";
    fresh.execute(rename).await.expect("renamed");
    // Rows of other rooms in the same group are stored as well.
    let batch: [Append; 2] = [
        row_with(room(1), 0, ending(rated(1, &[1, 2]))),
        row_with(room(2), 0, Vec::new()),
    ];
    store.append(fence, &batch).await.expect("stored");
    let rename = "ALTER TABLE elsewhere RENAME TO rating_changes";
    fresh.execute(rename).await.expect("renamed back");
    assert_eq!(store.rating_faults(), 1);
    let changed = of_match(&store, 1).await;
    assert_eq!(changed.unrated, Some(Unrated::Fault));
    assert!(changed.changes.is_empty());
    assert_eq!(rating(&store, 1).await, None);
    let stored = store.match_summary(match_id(1)).await.expect("an answer");
    assert!(stored.is_some());
    // It stays unrated when its row is stored again.
    store.append(fence, &batch).await.expect("stored");
    assert_eq!(rating(&store, 1).await, None);
    store_facts(&store, fence, 1, ending(rated(2, &[1, 2]))).await;
    assert_eq!(rating(&store, 1).await.map(|(_, matches)| matches), Some(1));
    store.close().await;
}

async fn whom_somebody_met_are_those_of_their_latest_rated_matches_of_the_pool(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=9).await;
    let met = async |pool: &Pool| {
        let mut met = store.met_at_rated(player(1), pool).await.expect("read");
        met.sort_unstable();
        met
    };
    assert!(met(&pool()).await.is_empty());
    let days = Pool {
        pace: Pace::Days,
        ..pool()
    };
    let matches: [(&[u128], bool); 9] = [
        (&[1, 2], true),
        (&[3, 1], true),
        (&[4, 5], true),
        (&[1, 5], true),
        (&[1, 6], false),
        (&[5, 1, 7], true),
        (&[1, 8], true),
        (&[8, 1], true),
        (&[9, 1], true),
    ];
    for (number, (people, counts)) in (1_u128..).zip(matches) {
        let mut one = rated(number, people);
        if !counts {
            one.unrated = Some(Unrated::Abandoned);
        }
        // The latest one is of another pool.
        if number == 9 {
            one.pool = days.clone();
        }
        let index = u64::try_from(number).expect("small");
        store_facts(&store, fence, index, ending(one)).await;
    }
    assert_eq!(met(&pool()).await, [3, 5, 5, 7, 8, 8].map(player));
    assert_eq!(met(&days).await, [player(9)]);
    store.close().await;
}

async fn a_match_with_a_reason_changes_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    for (number, reason) in [(1, Unrated::Abandoned), (2, Unrated::Outage)] {
        let unrated = RatedMatch {
            unrated: Some(reason),
            ..rated(number, &[1, 2])
        };
        let index = u64::try_from(number).expect("small");
        store_facts(&store, fence, index, ending(unrated)).await;
        assert_eq!(of_match(&store, number).await.unrated, Some(reason));
    }
    assert_eq!(rating(&store, 1).await, None);
    assert_eq!(store.rating_faults(), 0);
    let other = store.match_ratings(match_id(7)).await.expect("an answer");
    assert_eq!(other, None);
    store.close().await;
}

async fn who_hides_the_rating_is_in_no_ladder_and_no_match(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2]))).await;
    let hide = async |hidden| store.choose([1; 32], hides(hidden)).await.expect("done");
    hide(true).await;
    store_facts(&store, fence, 1, ending(rated(2, &[1, 2]))).await;
    assert_eq!(ladder(&store).await, [player(2)]);
    let shown = of_match(&store, 2).await.changes;
    let shown: Vec<_> = shown.iter().map(|change| change.player).collect();
    assert_eq!(shown, [player(2)]);
    let own = store.ratings(player(1)).await.expect("an answer");
    assert!(own.hidden && own.ratings[0].matches == 2, "{own:?}");
    hide(false).await;
    assert_eq!(ladder(&store).await, [player(1), player(2)]);
    assert!(store.choose([9; 32], hides(true)).await.is_err());
    store.close().await;
}

async fn a_ladder_is_read_in_pages_the_best_first(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=9).await;
    for number in 0..4_u128 {
        let people = [2 * number + 1, 2 * number + 2];
        let index = u64::try_from(number).expect("small");
        store_facts(&store, fence, index, ending(rated(number, &people))).await;
    }
    store_facts(&store, fence, 9, ending(rated(9, &[9, 1]))).await;
    let whole = ladder(&store).await;
    assert_eq!(whole.len(), 9);
    let mut read = Vec::new();
    let mut cursor = None;
    loop {
        let of = (&pool(), season_of(0));
        let page = store.ladder(of, cursor, 2).await.expect("a page");
        assert!(page.items.len() <= 2);
        read.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let places: Vec<i64> = read
        .iter()
        .map(|one| one.standing.rating.ladder())
        .collect();
    assert!(places.is_sorted_by(|one, next| one >= next), "{places:?}");
    let read: Vec<PlayerId> = read.iter().map(|place| place.player).collect();
    assert_eq!(read, whole);
    let other = Pool {
        seats: SeatGroup::of(2),
        ..pool()
    };
    let of = (&other, season_of(0));
    let other = store.ladder(of, None, 10).await.expect("a page");
    assert!(other.items.is_empty());
    store.close().await;
}

async fn with_a_person_go_all_their_ratings(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2]))).await;
    let forgotten = store.forget_guest(player(1), None, at(5)).await;
    forgotten.expect("forgotten");
    // A match that they were in ends later: it counts for the others.
    store_facts(&store, fence, 1, ending(rated(2, &[1, 2]))).await;
    assert_eq!(rating(&store, 1).await, None);
    let changes = store.rating_changes(player(1), &pool()).await;
    assert!(changes.expect("an answer").is_empty());
    assert_eq!(rating(&store, 2).await.map(|(_, matches)| matches), Some(2));
    assert_eq!(ladder(&store).await, [player(2)]);
    store.close().await;
}

async fn ratings_end_by_their_own_time_and_keep_their_people(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=3).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2]))).await;
    let keep = std::collections::HashSet::new();
    let deleted = store.delete_guests_idle_since(at(DAY_MS), &keep).await;
    assert_eq!(deleted.expect("an answer"), 1);
    let known = store.guest_by_token([1; 32]).await.expect("an answer");
    assert!(known.is_some(), "the token is kept with its person");
    let deleted = store.delete_ratings_idle_since(at(2)).await;
    assert_eq!(deleted.expect("an answer"), 2);
    assert_eq!(rating(&store, 1).await, None);
    let changes = store.rating_changes(player(1), &pool()).await;
    assert!(changes.expect("an answer").is_empty());
    let deleted = store.delete_guests_idle_since(at(DAY_MS), &keep).await;
    assert_eq!(deleted.expect("an answer"), 2);
    store.close().await;
}

async fn a_deleted_match_leaves_the_ratings(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=2).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2]))).await;
    let left = DeletedMatch {
        match_id: match_id(1),
        ended_at: at(1),
        deleted_at: at(2),
        record_sha256: [1; 32],
        signer: [2; 32],
    };
    let deleted = store.delete_matches(fence, &[left]).await;
    assert_eq!(deleted.expect("deleted"), 1);
    let ratings = store.match_ratings(match_id(1)).await.expect("an answer");
    assert_eq!(ratings, None);
    assert!(rating(&store, 1).await.is_some());
    store.close().await;
}

/// A match in the season after the one of the others.
fn later(number: u128, people: &[u128]) -> RatedMatch {
    RatedMatch {
        at: at(100 * DAY_MS),
        ..rated(number, people)
    }
}

async fn a_new_season_changes_a_rating_once_and_keeps_the_former_one(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=3).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2, 3]))).await;
    let of = async |number| store.ratings(player(number)).await.expect("an answer");
    let first = of(1).await.ratings.remove(0);
    assert_eq!((first.standing.dan.dan, first.standing.dan.points), (1, 40));
    let (former, season) = (season_of(0), season_of(100 * DAY_MS));
    assert_eq!(first.standing_in(former), first.standing);
    let begins = first.standing_in(season);
    assert_eq!(begins, first.standing.after_season());
    for _ in 0..2 {
        store_facts(&store, fence, 1, ending(later(2, &[1, 2]))).await;
    }
    let changes = store.rating_changes(player(1), &pool()).await;
    let changes = changes.expect("an answer");
    assert_eq!(changes[1].before, begins.rating);
    let dan = changes[1].dan.expect("a dan");
    assert_eq!((dan.0, dan.1.points), (begins.dan, 80));
    let own = of(1).await;
    assert_eq!((own.ratings[0].season, own.ratings[0].matches), (season, 2));
    let [past] = &own.past[..] else {
        panic!("{own:?}");
    };
    assert_eq!(
        (past.season, past.standing, past.matches),
        (former, first.standing, 1)
    );
    // A match of the former season that is stored late counts in the present one, for those who have played in it.
    store_facts(&store, fence, 2, ending(rated(3, &[1, 3]))).await;
    assert_eq!(of(1).await.ratings[0].season, season);
    assert_eq!(of(1).await.past.len(), 1);
    assert_eq!(of(3).await.ratings[0].season, former);
    assert!(of(3).await.past.is_empty());
    // Its ladder has those who have not played since.
    assert_eq!(ladder(&store).await, [player(3)]);
    let page = store
        .ladder((&pool(), season), None, 10)
        .await
        .expect("a page");
    let places: Vec<_> = page
        .items
        .iter()
        .map(|one| (one.player, one.matches))
        .collect();
    assert_eq!(places, [(player(1), 2), (player(2), 1)]);
    let deleted = store.delete_ratings_idle_since(at(DAY_MS)).await;
    assert_eq!(
        deleted.expect("an answer"),
        3,
        "two past ones, and one of 3"
    );
    assert!(of(1).await.past.is_empty());
    store.close().await;
}

async fn a_final_table_has_all_who_played_in_its_season_and_is_kept(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=4).await;
    store_facts(&store, fence, 0, ending(rated(1, &[1, 2, 3, 4]))).await;
    store_facts(&store, fence, 1, ending(later(2, &[2, 1]))).await;
    store.choose([4; 32], hides(true)).await.expect("done");
    let season = season_of(0);
    let pools = store.pools_without_table(season).await.expect("an answer");
    assert_eq!(pools, [pool()]);
    let places = store
        .final_places(&pool(), season)
        .await
        .expect("an answer");
    let places: Vec<PlayerId> = places.iter().map(|place| place.player).collect();
    assert_eq!(places[0], player(1));
    assert_eq!(places.len(), 3, "4 hides the rating");
    let table = |body: &str| SeasonTable {
        pool: pool(),
        season,
        body: body.to_owned(),
    };
    for (body, is_first) in [("{}", true), ("[]", false)] {
        let kept = store.keep_season_table(&table(body)).await;
        assert_eq!(kept.expect("an answer"), is_first);
    }
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("forgotten");
    let kept = store
        .season_table(&pool(), season)
        .await
        .expect("an answer");
    assert_eq!(kept, Some(table("{}")));
    let pools = store.pools_without_table(season).await.expect("an answer");
    assert!(pools.is_empty());
    assert_eq!(store.seasons(&pool()).await.expect("an answer"), [season]);
    let places = store
        .final_places(&pool(), season)
        .await
        .expect("an answer");
    assert_eq!(places.len(), 2, "1 is deleted");
    store.close().await;
}

async fn a_rating_from_before_seasons_is_of_that_of_its_latest_match(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=8).await;
    // Two matches right before the end of a season, and two at the beginning of the next one.
    let end = season_of(0).ends_at();
    for (number, ms) in (0_u128..).zip([end - 1, end, end - DAY_MS, end + DAY_MS]) {
        let rated = RatedMatch {
            at: Timestamp::from_unix_ms(ms),
            ..rated(number, &[2 * number + 1, 2 * number + 2])
        };
        let index = u64::try_from(number).expect("small");
        store_facts(&store, fence, index, ending(rated)).await;
    }
    let migration = if fresh.is_sqlite() {
        include_str!("../../../../migrations/sqlite/0036_seasons.sql")
    } else {
        include_str!("../../../../migrations/postgres/0036_seasons.sql")
    };
    let update = migration
        .split(';')
        .find(|sql| sql.contains("UPDATE ratings"));
    let before = "UPDATE ratings SET season = 0, season_matches = 0";
    fresh.execute(before).await.expect("as it was before");
    fresh
        .execute(update.expect("it is there"))
        .await
        .expect("migrated");
    let ladders = [season_of(0), Season::of(end)].map(|season| {
        let store = std::sync::Arc::clone(&store);
        async move {
            let page = store
                .ladder((&pool(), season), None, 10)
                .await
                .expect("a page");
            page.items
                .iter()
                .map(|one| (one.player, one.matches))
                .collect::<std::collections::BTreeSet<_>>()
        }
    });
    let [former, later] = ladders;
    let of = |people: [u128; 4]| {
        people
            .map(|number| (player(number), 1))
            .into_iter()
            .collect()
    };
    assert_eq!(
        (former.await, later.await),
        (of([1, 2, 5, 6]), of([3, 4, 7, 8]))
    );
    store.close().await;
}
