//! Reports: stored with a row, listed, settled, deleted.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, lease, reported, room, row_with, store_facts};
use crate::limits::RETENTION_PAGE_ROWS;
use crate::{
    Append, AppendError, Archive, Cursor, Fact, KeptReport, Log as _, MAX_PAGE_REPORTS,
    MAX_TEXT_BYTES, Rejection, Report, ReportId, Settlement, StoreError,
};

on_both!(
    a_report_comes_back_as_it_was,
    the_same_report_again_is_one,
    a_report_has_the_chat_of_earlier_ones_while_they_are_there,
    a_report_is_stored_with_its_row_or_not_at_all,
    reports_are_listed_newest_first_page_by_page,
    a_settled_report_is_no_longer_among_the_open_ones,
    a_page_of_reports_is_never_longer_than_the_limit,
    texts_that_a_database_cannot_keep_are_refused,
    old_reports_are_deleted_settled_or_not,
);

async fn store_reports(store: &Archive, reports: impl IntoIterator<Item = Report>) {
    let fence = lease(store).await;
    let facts = reports.into_iter().map(Fact::Reported).collect();
    store_facts(store, fence, 0, facts).await;
}

/// All pages, one after another; each cursor is passed as text.
async fn read_all(store: &Archive, open_only: bool, limit: u32) -> Vec<KeptReport> {
    let mut all = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = store.reports(open_only, cursor, limit).await;
        let page = page.expect("a page");
        assert!(page.items.len() <= limit as usize);
        all.extend(page.items);
        let Some(next) = page.next else { return all };
        cursor = Some(next.to_string().parse().expect("a cursor's text"));
    }
}

fn open(report: Report) -> KeptReport {
    KeptReport {
        report,
        earlier_chat: Vec::new(),
        settled: None,
    }
}

async fn a_report_comes_back_as_it_was(fresh: &Fresh) {
    let store = fresh.open().await;
    let mut bare = reported(0);
    (bare.match_id, bare.seat) = (None, None);
    let full = reported(4);
    assert!(full.match_id.is_some() && full.seat.is_some());
    store_reports(&store, [bare.clone(), full.clone()]).await;
    assert_eq!(read_all(&store, false, 10).await, [open(full), open(bare)]);
}

async fn the_same_report_again_is_one(fresh: &Fresh) {
    let store = fresh.open().await;
    store_reports(&store, [reported(1), reported(1)]).await;
    assert_eq!(read_all(&store, false, 10).await, [open(reported(1))]);
}

async fn a_report_has_the_chat_of_earlier_ones_while_they_are_there(fresh: &Fresh) {
    let store = fresh.open().await;
    let said = |number: u128, earlier: &[u128]| Report {
        earlier: earlier.iter().map(|of| reported(*of).report_id).collect(),
        chat: format!("[{number}]"),
        ..reported(number)
    };
    let all = [said(2, &[]), said(4, &[2]), said(6, &[2, 4])];
    store_reports(&store, all.clone()).await;
    let kept = |report: &Report, chats: &[&str]| KeptReport {
        earlier_chat: chats.iter().map(|&chat| chat.to_owned()).collect(),
        ..open(report.clone())
    };
    let [first, second, third] = &all;
    let (second, third) = (kept(second, &["[2]"]), kept(third, &["[2]", "[4]"]));
    // Also if the earlier ones are on another page, or settled.
    let settled = store.settle_report(first.report_id, "warned", at(9)).await;
    assert!(settled.expect("an answer"));
    assert_eq!(read_all(&store, true, 1).await, [third, second.clone()]);
    let deleted = store.delete_reports_before(second.report.at).await;
    assert_eq!(deleted.expect("an answer"), 1);
    let third = kept(&all[2], &["[4]"]);
    let second = kept(&all[1], &[]);
    assert_eq!(read_all(&store, false, 10).await, [third, second]);
}

async fn a_report_is_stored_with_its_row_or_not_at_all(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store.release(fence).await.expect("held");
    let row = row_with(room(1), 0, vec![Fact::Reported(reported(1))]);
    let appended = store.append(fence, &[row]).await;
    assert!(
        matches!(appended, Err(AppendError::LeaseLost)),
        "{appended:?}"
    );
    assert_eq!(read_all(&store, false, 10).await, []);
}

async fn reports_are_listed_newest_first_page_by_page(fresh: &Fresh) {
    let store = fresh.open().await;
    store_reports(&store, (0..23).map(reported)).await;
    let newest_first: Vec<_> = (0..23).rev().map(reported).map(open).collect();
    for open_only in [false, true] {
        assert_eq!(read_all(&store, open_only, 5).await, newest_first);
    }
}

async fn a_settled_report_is_no_longer_among_the_open_ones(fresh: &Fresh) {
    let store = fresh.open().await;
    store_reports(&store, (0..3).map(reported)).await;
    let id = reported(1).report_id;
    for (note, at_ms) in [("warned", 70), ("banned 爵", 80)] {
        let settled = store.settle_report(id, note, at(at_ms)).await;
        assert!(settled.expect("an answer"));
    }
    let settled = KeptReport {
        report: reported(1),
        earlier_chat: Vec::new(),
        settled: Some(Settlement {
            at: at(80),
            note: "banned 爵".to_owned(),
        }),
    };
    let others = [open(reported(2)), open(reported(0))];
    assert_eq!(read_all(&store, true, 1).await, others);
    assert_eq!(store.reports_waiting().await.expect("a number"), 2);
    let [newer, older] = others;
    assert_eq!(read_all(&store, false, 1).await, [newer, settled, older]);
    let nobody = ReportId(reported(9).report_id.0);
    let settled = store.settle_report(nobody, "warned", at(70)).await;
    assert!(!settled.expect("an answer"));
}

async fn a_page_of_reports_is_never_longer_than_the_limit(fresh: &Fresh) {
    let store = fresh.open().await;
    store_reports(&store, (0..60).map(reported)).await;
    let most = MAX_PAGE_REPORTS as usize;
    for (wish, len) in [(0, 1), (1, 1), (50, most), (51, most), (u32::MAX, most)] {
        let page = store.reports(false, None, wish).await.expect("a page");
        assert_eq!(page.items.len(), len, "of {wish}");
    }
}

async fn texts_that_a_database_cannot_keep_are_refused(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let long = "x".repeat(MAX_TEXT_BYTES + 1);
    let texts: [fn(&mut Report) -> &mut String; 4] = [
        |report| &mut report.reporter_name,
        |report| &mut report.reported_name,
        |report| &mut report.reason,
        |report| &mut report.chat,
    ];
    for text in texts {
        for (bad, nul) in [("a\0b", true), (&long, false)] {
            let mut report = reported(1);
            bad.clone_into(text(&mut report));
            let row: Append = row_with(room(1), 0, vec![Fact::Reported(report)]);
            let appended = store.append(fence, &[row]).await;
            let Err(AppendError::Rejected { reason, .. }) = appended else {
                panic!("{appended:?}")
            };
            assert_eq!(matches!(reason, Rejection::Nul { .. }), nul, "{reason:?}");
        }
    }
    for bad in ["a\0b", &long] {
        let settled = store.settle_report(reported(1).report_id, bad, at(0)).await;
        assert!(
            matches!(settled, Err(StoreError::Rejected(_))),
            "{settled:?}"
        );
    }
}

async fn old_reports_are_deleted_settled_or_not(fresh: &Fresh) {
    let store = fresh.open().await;
    // More than one statement deletes.
    let old = u128::try_from(RETENTION_PAGE_ROWS).expect("positive") + 20;
    store_reports(&store, (0..old + 2).map(reported)).await;
    let settled = store.settle_report(reported(3).report_id, "warned", at(9));
    assert!(settled.await.expect("an answer"));
    let before = reported(old).at;
    let deleted = store.delete_reports_before(before).await;
    assert_eq!(
        deleted.expect("an answer"),
        u64::try_from(old).expect("small")
    );
    let left = [open(reported(old + 1)), open(reported(old))];
    assert_eq!(read_all(&store, false, 10).await, left);
    let deleted = store.delete_reports_before(before).await;
    assert_eq!(deleted.expect("an answer"), 0);
}
