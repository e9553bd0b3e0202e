//! Rows of the log: all or nothing, only once, and never changed.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, record_of, room, row, row_with};
use crate::{
    Append, AppendError, Fact, Log as _, MAX_BODY_BYTES, MAX_RECORD_BYTES, Rejection, StoredRecord,
};

on_both!(
    rows_come_back_in_order_whatever_the_order_of_writing,
    a_log_longer_than_a_page_comes_back_whole,
    an_identical_row_is_success,
    a_different_row_is_a_conflict_and_nothing_of_the_batch_is_stored,
    duplicates_inside_a_batch_are_judged_like_others,
    an_empty_batch_tells_whether_the_lease_is_held,
    weird_unicode_comes_back_as_it_was,
    large_bodies_come_back_as_they_were,
    nul_is_refused_before_it_spoils_anything,
    what_is_too_large_is_refused,
    a_refusal_by_the_database_names_the_room_of_a_batch_of_one_room,
);

fn bodies(log: &[(u64, String)]) -> Vec<&str> {
    log.iter().map(|(_, body)| body.as_str()).collect()
}

async fn rows_come_back_in_order_whatever_the_order_of_writing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row(room(1), 1, "b"),
        row(room(2), 0, "other"),
        row(room(1), 0, "a"),
    ];
    store.append(fence, &batch).await.expect("stored");
    store
        .append(fence, &[row(room(1), 10, "k"), row(room(1), 2, "c")])
        .await
        .expect("stored");
    let log = store.log(room(1)).await.expect("a log").rows;
    assert_eq!(
        log,
        [
            (0, "a".into()),
            (1, "b".into()),
            (2, "c".into()),
            (10, "k".into())
        ]
    );
    assert_eq!(
        bodies(&store.log(room(2)).await.expect("a log").rows),
        ["other"]
    );
    assert_eq!(store.log(room(3)).await.expect("a log").rows, []);
}

async fn a_log_longer_than_a_page_comes_back_whole(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch: Vec<Append> = (0..1300)
        .map(|index| row(room(1), index, &format!("body {index}")))
        .collect();
    store.append(fence, &batch).await.expect("stored");
    let log = store.log(room(1)).await.expect("a log").rows;
    assert_eq!(log.len(), 1300);
    assert!(
        log.iter()
            .zip(&batch)
            .all(|(stored, append)| *stored == (append.index, append.body.clone()))
    );
    store.append(fence, &batch).await.expect("stored already");
    let mut different = batch;
    different[700].body.push('!');
    let appended = store.append(fence, &different).await;
    assert!(
        matches!(appended, Err(AppendError::Conflict { index: 700, .. })),
        "{appended:?}"
    );
}

async fn an_identical_row_is_success(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let opened = vec![
        Fact::RoomOpened {
            room: room(1),
            at: at(0),
        },
        Fact::MatchFinished(finished(1)),
    ];
    let batch = [row_with(room(1), 0, opened), row(room(2), 0, "other")];
    store.append(fence, &batch).await.expect("stored");
    store.append(fence, &batch).await.expect("stored already");
    // Together with a new one, as after a crash between two groups.
    let [first, _] = &batch;
    store
        .append(fence, &[first.clone(), row(room(1), 1, "new")])
        .await
        .expect("half of it stored already");
    assert_eq!(store.log(room(1)).await.expect("a log").rows.len(), 2);
    assert_eq!(store.open_rooms().await.expect("rooms"), [room(1)]);
}

async fn a_different_row_is_a_conflict_and_nothing_of_the_batch_is_stored(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store
        .append(fence, &[row(room(2), 0, "first")])
        .await
        .expect("stored");
    let opened = row_with(
        room(1),
        0,
        vec![Fact::RoomOpened {
            room: room(1),
            at: at(0),
        }],
    );
    let appended = store
        .append(
            fence,
            &[opened, row(room(2), 0, "second"), row(room(3), 0, "x")],
        )
        .await;
    let Err(AppendError::Conflict {
        room: whose,
        index: 0,
    }) = appended
    else {
        panic!("{appended:?}")
    };
    assert_eq!(whose, room(2));
    assert_eq!(
        bodies(&store.log(room(2)).await.expect("a log").rows),
        ["first"]
    );
    assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
    assert_eq!(store.log(room(3)).await.expect("a log").rows, []);
    assert_eq!(store.open_rooms().await.expect("rooms"), []);
    // The connection still works.
    store
        .append(fence, &[row(room(3), 0, "x")])
        .await
        .expect("stored");
}

async fn duplicates_inside_a_batch_are_judged_like_others(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store
        .append(fence, &[row(room(1), 0, "a"), row(room(1), 0, "a")])
        .await
        .expect("identical");
    let appended = store
        .append(fence, &[row(room(1), 1, "a"), row(room(1), 1, "b")])
        .await;
    assert!(
        matches!(appended, Err(AppendError::Conflict { index: 1, .. })),
        "{appended:?}"
    );
    assert_eq!(store.log(room(1)).await.expect("a log").rows.len(), 1);
}

async fn an_empty_batch_tells_whether_the_lease_is_held(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store.append(fence, &[]).await.expect("held");
    store.release(fence).await.expect("held");
    assert!(matches!(
        store.append(fence, &[]).await,
        Err(AppendError::LeaseLost)
    ));
}

async fn weird_unicode_comes_back_as_it_was(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let texts = [
        "",
        " ",
        "爵 帥將 Dǎ qí luò",
        "\u{1}\u{8}\u{1b}\u{7f}\u{80}\u{9f}",
        "\r\n\t\u{2028}\u{2029}",
        "\u{feff}bom \u{200b}\u{200d}\u{202e}rtl\u{2066}",
        "e\u{301} \u{e9} \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{10ffff} \u{fffe}\u{ffff}\u{fffd}",
        r#"quotes ' " \ $1 $$ ? :name -- /* ; DROP TABLE room_log; \u0000"#,
    ];
    let row = |(index, text): (usize, &&str)| row(room(1), index as u64, text);
    let batch: Vec<Append> = texts.iter().enumerate().map(row).collect();
    store.append(fence, &batch).await.expect("stored");
    store
        .append(fence, &batch)
        .await
        .expect("compared as stored");
    assert_eq!(
        bodies(&store.log(room(1)).await.expect("a log").rows),
        texts
    );
}

async fn large_bodies_come_back_as_they_were(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let large = "爵giog".repeat((1 << 20) / 7);
    let largest = "x".repeat(MAX_BODY_BYTES);
    let mut last = finished(1);
    let record: Vec<u8> = (0..MAX_RECORD_BYTES)
        .map(|place| (place % 251).to_le_bytes()[0])
        .collect();
    last.record = StoredRecord::new(record.clone());
    let batch = [
        row(room(1), 0, &large),
        row(room(1), 1, &largest),
        row_with(room(2), 0, vec![Fact::MatchFinished(last.clone())]),
    ];
    store.append(fence, &batch).await.expect("stored");
    store
        .append(fence, &batch)
        .await
        .expect("compared as stored");
    assert!(bodies(&store.log(room(1)).await.expect("a log").rows) == [large, largest]);
    assert!(record_of(&store, last.match_id).await == Some(record));
}

async fn nul_is_refused_before_it_spoils_anything(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut facts = finished(1);
    facts.variant = "gi\0og".to_owned();
    for bad in [
        row(room(2), 0, "a\0b"),
        row_with(room(2), 0, vec![Fact::MatchFinished(facts)]),
    ] {
        let appended = store.append(fence, &[row(room(1), 0, "good"), bad]).await;
        let Err(AppendError::Rejected {
            room: whose,
            reason: Rejection::Nul { .. },
        }) = appended
        else {
            panic!("{appended:?}")
        };
        assert_eq!(whose, room(2));
        assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
    }
}

async fn what_is_too_large_is_refused(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let body = row(room(1), 0, &"x".repeat(MAX_BODY_BYTES + 1));
    let index = row(room(1), u64::MAX, "x");
    let mut huge = finished(1);
    huge.record = StoredRecord::new(vec![b' '; MAX_RECORD_BYTES + 1]);
    for bad in [
        body,
        index,
        row_with(room(1), 0, vec![Fact::MatchFinished(huge)]),
    ] {
        let appended = store.append(fence, &[bad]).await;
        assert!(
            matches!(appended, Err(AppendError::Rejected { .. })),
            "{appended:?}"
        );
    }
    let last = u64::try_from(i64::MAX).expect("positive");
    store
        .append(fence, &[row(room(1), last, "x")])
        .await
        .expect("the largest index");
    assert_eq!(
        store.log(room(1)).await.expect("a log").rows,
        [(last, "x".to_owned())]
    );
}

async fn a_refusal_by_the_database_names_the_room_of_a_batch_of_one_room(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    fresh.refuse_bodies("bad").await;
    let appended = store
        .append(fence, &[row(room(1), 0, "good"), row(room(2), 0, "bad")])
        .await;
    assert!(
        matches!(appended, Err(AppendError::SomeRejected)),
        "{appended:?}"
    );
    let appended = store
        .append(fence, &[row(room(2), 0, "good"), row(room(2), 1, "bad")])
        .await;
    let Err(AppendError::Rejected {
        room: whose,
        reason: Rejection::Refused,
    }) = appended
    else {
        panic!("{appended:?}")
    };
    assert_eq!(whose, room(2));
    store
        .append(fence, &[row(room(1), 0, "good")])
        .await
        .expect("the connection is as good as before");
}
