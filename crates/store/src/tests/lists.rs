//! Lists of finished matches, compared with a model that filters and sorts in memory.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, player, room, row_with, store_facts};
use crate::{
    Append, Archive, Cursor, Fact, Fence, FinishedMatch, Log as _, MatchFilter, MatchOrder,
    MatchStatus, MatchSummary,
};

on_both!(
    every_filter_lists_what_the_model_lists,
    a_list_has_all_texts_as_they_are,
    pages_neither_repeat_nor_skip_while_matches_end,
    a_page_is_never_longer_than_the_limit,
    unlisted_matches_are_in_nobody_elses_list,
);

/// 120 matches that differ in everything that filters use, in the order in which they ended; many in the same millisecond.
fn many() -> Vec<FinishedMatch> {
    let mut games: Vec<FinishedMatch> = (0..120_u128)
        .map(|number| {
            let mut game = finished(number);
            game.room = room(number % 4);
            game.variant = ["giog", "zhi-hu", "sang-krip"]
                [usize::try_from(number % 3).expect("small")]
            .to_owned();
            game.status = if number % 7 == 0 {
                MatchStatus::Abandoned
            } else {
                MatchStatus::Over
            };
            game.listed = number % 5 != 0;
            game.ended_at = at(i64::try_from(number / 6 * 1000 % 7000).expect("small"));
            game.players[0].player = Some(player(number % 11));
            // A person may have two seats.
            game.players[1].player = (number % 2 == 0).then(|| player(number % 13));
            game.players[0].won = number % 3 > 0;
            game.players[1].won = number % 4 > 0;
            game
        })
        .collect();
    games.sort_by_key(|game| (game.ended_at, game.match_id));
    games
}

async fn store_all(store: &Archive, fence: Fence, games: &[FinishedMatch]) {
    let row = |(index, game): (usize, &FinishedMatch)| {
        row_with(
            room(99),
            index as u64,
            vec![Fact::MatchFinished(game.clone())],
        )
    };
    let batch: Vec<Append> = games.iter().enumerate().map(row).collect();
    store.append(fence, &batch).await.expect("stored");
}

/// The expected list.
fn model(games: &[FinishedMatch], filter: &MatchFilter) -> Vec<MatchSummary> {
    let sat = |game: &FinishedMatch, who| game.players.iter().any(|seat| seat.player == Some(who));
    let won = |game: &FinishedMatch, who| {
        let mut theirs = game.players.iter().filter(|seat| seat.player == Some(who));
        theirs.any(|seat| seat.won)
    };
    let wanted = |game: &&FinishedMatch| {
        filter.player.is_none_or(|who| sat(game, who))
            && filter.won_by.is_none_or(|who| won(game, who))
            && filter
                .variant
                .as_ref()
                .is_none_or(|variant| game.variant == *variant)
            && filter.room.is_none_or(|room| game.room == room)
            && filter.status.is_none_or(|status| game.status == status)
            && filter.from.is_none_or(|from| game.ended_at >= from)
            && filter.to.is_none_or(|to| game.ended_at < to)
            && (game.listed || filter.include_unlisted_of.is_some_and(|who| sat(game, who)))
    };
    let mut listed: Vec<MatchSummary> = games
        .iter()
        .filter(wanted)
        .map(FinishedMatch::summary)
        .collect();
    listed.sort_by_key(|game| (game.ended_at, game.match_id));
    if filter.order == MatchOrder::NewestFirst {
        listed.reverse();
    }
    listed
}

/// All pages, one after another; each cursor is passed as text.
async fn read_all(store: &Archive, filter: &MatchFilter, limit: u32) -> Vec<MatchSummary> {
    let mut all = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = store.matches(filter, cursor, limit).await.expect("a page");
        assert!(page.items.len() <= limit as usize);
        all.extend(page.items);
        let Some(next) = page.next else { return all };
        cursor = Some(next.to_string().parse().expect("a cursor's text"));
    }
}

async fn every_filter_lists_what_the_model_lists(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = many();
    store_all(&store, fence, &games).await;
    let mut lengths = Vec::new();
    for bits in 0..3 * 3 * 64_u32 {
        let bit = |number: u32| bits >> number & 1 == 1;
        let one_of = |number: u32| [None, Some(player(2)), Some(player(4))][(number % 3) as usize];
        let mut filter = MatchFilter {
            player: bit(0).then(|| player(2)),
            variant: bit(1).then(|| "giog".to_owned()),
            room: bit(2).then(|| room(2)),
            status: bit(3).then_some(MatchStatus::Over),
            from: bit(4).then(|| at(2000)),
            to: bit(5).then(|| at(6000)),
            include_unlisted_of: one_of(bits / 64),
            won_by: one_of(bits / 64 / 3),
            order: MatchOrder::NewestFirst,
        };
        for order in [MatchOrder::NewestFirst, MatchOrder::OldestFirst] {
            filter.order = order;
            let expected = model(&games, &filter);
            assert_eq!(read_all(&store, &filter, 7).await, expected, "{filter:?}");
            lengths.push(expected.len());
        }
    }
    lengths.sort_unstable();
    assert!(
        lengths[lengths.len() / 4] > 0 && lengths[lengths.len() - 1] > 90,
        "the filters let something through"
    );
}

async fn a_list_has_all_texts_as_they_are(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let odd = "\"}],true,\\ 'ş' 爵\u{1}[{";
    let mut game = finished(1);
    game.listed = true;
    game.variant = odd.to_owned();
    (game.end, game.clock) = (Some(odd.to_owned()), Some(odd.to_owned()));
    game.players[1].player = None;
    game.players[1].bot = Some(odd.to_owned());
    let facts = vec![Fact::MatchFinished(game.clone())];
    store_facts(&store, fence, 0, facts).await;
    let filter = MatchFilter::default();
    let page = store.matches(&filter, None, 20).await.expect("a page");
    assert_eq!(page.items, [game.summary()]);
}

async fn pages_neither_repeat_nor_skip_while_matches_end(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = many();
    store_all(&store, fence, &games).await;
    let filter = MatchFilter::default();
    let (mut seen, mut cursor, mut later) = (Vec::new(), None, 1000);
    loop {
        let page = store.matches(&filter, cursor, 10).await.expect("a page");
        seen.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
        // Newer ones are added at the front.
        let mut newer = finished(later);
        newer.ended_at = at(100_000 + i64::try_from(later).expect("small"));
        store_facts(
            &store,
            fence,
            u64::try_from(later).expect("small"),
            vec![Fact::MatchFinished(newer)],
        )
        .await;
        later += 1;
    }
    assert_eq!(seen, model(&games, &filter));
}

async fn a_page_is_never_longer_than_the_limit(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut games = many();
    for game in &mut games {
        game.listed = true;
    }
    store_all(&store, fence, &games).await;
    let filter = MatchFilter::default();
    for (wish, len) in [(0, 1), (1, 1), (100, 100), (101, 100), (u32::MAX, 100)] {
        let page = store.matches(&filter, None, wish).await.expect("a page");
        assert_eq!(page.items.len(), len);
        assert!(page.next.is_some());
    }
    // A page that is exactly full is the last one.
    games.truncate(10);
    let to = MatchFilter {
        room: Some(room(1)),
        ..MatchFilter::default()
    };
    assert_eq!(
        store.matches(&to, None, 30).await.expect("a page").next,
        None
    );
}

async fn unlisted_matches_are_in_nobody_elses_list(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut unlisted = finished(1);
    unlisted.listed = false;
    store_facts(
        &store,
        fence,
        0,
        vec![Fact::MatchFinished(unlisted.clone())],
    )
    .await;
    let all = MatchFilter::default();
    let of_player = MatchFilter {
        player: Some(player(1)),
        ..MatchFilter::default()
    };
    let of_room = MatchFilter {
        room: Some(room(1)),
        ..MatchFilter::default()
    };
    for filter in [all, of_player, of_room] {
        for (who, len) in [
            (None, 0),
            (Some(player(9)), 0),
            (Some(player(1)), 1),
            (Some(player(2)), 1),
        ] {
            let filter = MatchFilter {
                include_unlisted_of: who,
                ..filter.clone()
            };
            assert_eq!(
                store
                    .matches(&filter, None, 10)
                    .await
                    .expect("a page")
                    .items
                    .len(),
                len,
                "{filter:?}"
            );
        }
    }
    assert_eq!(
        store
            .match_summary(unlisted.match_id)
            .await
            .expect("an answer"),
        Some(unlisted.summary())
    );
}

#[test]
fn texts_that_are_no_cursors_are_refused() {
    let good = Cursor {
        at: at(5),
        id: finished(1).match_id.0,
    };
    let text = good.to_string();
    assert_eq!(text.parse(), Ok(good));
    let far = format!("{}{}", "7f".repeat(8), "00".repeat(16));
    for bad in [
        "",
        "x",
        &text[1..],
        &text.to_uppercase(),
        &format!("{text}00"),
        &far,
        "爵",
    ] {
        assert!(bad.parse::<Cursor>().is_err(), "{bad}");
    }
}
