//! The doubt about the date, and its end.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, finished, lease, player, reported, room, store_facts};
use crate::{Fact, FinishedMatch};

on_both!(
    the_first_doubt_stays_for_all_servers_until_the_date_is_trusted,
    what_was_stored_ahead_of_time_counts_as_of_now_once_the_date_is_trusted,
);

async fn the_first_doubt_stays_for_all_servers_until_the_date_is_trusted(fresh: &Fresh) {
    let (store, other) = (fresh.open().await, fresh.open().await);
    assert_eq!(other.date_doubt().await.expect("read"), None);
    for why in ["it jumped", "it jumped again"] {
        store.doubt_date(why).await.expect("stored");
        let doubt = other.date_doubt().await.expect("read");
        assert_eq!(doubt.as_deref(), Some("it jumped"));
    }
    other.trust_date(at(5)).await.expect("stored");
    assert_eq!(store.date_doubt().await.expect("read"), None);
    assert_eq!(store.latest_at().await.expect("read"), Some(at(5)));
    for why in ["a\0b".to_owned(), "x".repeat(1_000_000)] {
        assert!(store.doubt_date(&why).await.is_err(), "it is no text");
    }
}

async fn what_was_stored_ahead_of_time_counts_as_of_now_once_the_date_is_trusted(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (now, soon, ahead) = (at(1_000), at(1_500), at(1_000_000_000));
    let mut report = reported(1);
    report.at = ahead;
    let facts = vec![
        Fact::RoomOpened {
            room: room(1),
            at: ahead,
        },
        Fact::RoomClosed {
            room: room(1),
            at: ahead,
        },
        Fact::Reported(report),
        Fact::MatchFinished(FinishedMatch {
            ended_at: ahead,
            ..finished(1)
        }),
    ];
    store_facts(&store, fence, 0, facts).await;
    for (number, seen_at) in [(1, at(0)), (2, ahead)] {
        let id = player(number.into());
        let made = store.create_guest(id, "Lin", device(number), seen_at);
        made.await.expect("made");
    }
    assert_eq!(store.latest_at().await.expect("read"), Some(ahead));
    store.trust_date(now).await.expect("stored");
    assert_eq!(store.latest_at().await.expect("read"), Some(now));
    let nobody = std::collections::HashSet::new();
    let guests = async |at| {
        store
            .delete_guests_idle_since(at, &nobody)
            .await
            .expect("deleted")
    };
    assert_eq!((guests(now).await, guests(soon).await), (1, 1));
    assert_eq!(store.devices(player(2)).await.expect("read"), []);
    let reports = async |at| store.delete_reports_before(at).await.expect("deleted");
    assert_eq!((reports(now).await, reports(soon).await), (0, 1));
    let logs = async |at| store.delete_logs_closed_before(at).await.expect("deleted");
    assert_eq!((logs(now).await, logs(soon).await), (0, 1));
}
