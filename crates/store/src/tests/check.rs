//! Checking a whole database.

use std::io::{Seek as _, SeekFrom, Write as _};

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, lease, player, room, row};
use crate::{Log as _, check_database, migrations};

on_both!(a_database_that_is_whole_is_read_while_a_server_writes,);

async fn a_database_that_is_whole_is_read_while_a_server_writes(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let made = store.create_guest(player(1), "Lin", device(1), at(7));
    made.await.expect("made");
    for index in 0..50 {
        let appended = store.append(fence, &[row(room(1), index, "a row")]).await;
        appended.expect("stored");
    }
    let found = check_database(&fresh.url()).await.expect("an answer");
    let found = found.expect("a database");
    assert_eq!(found.damage, [""; 0]);
    assert_eq!(found.schema, migrations::latest());
    assert_eq!(found.latest_at, Some(at(7)));
    assert!(found.tables > 10, "{}", found.tables);
    // No lock is held afterwards.
    let appended = store.append(fence, &[row(room(1), 50, "a row")]).await;
    appended.expect("stored");
    store.close().await;
}

#[tokio::test]
async fn damage_is_told_wherever_a_page_of_a_file_is_overwritten() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for index in 0..500 {
        let appended = store
            .append(fence, &[row(room(1), index, &"a row ".repeat(50))])
            .await;
        appended.expect("stored");
    }
    store.close().await;
    let url = fresh.url();
    let path = url.strip_prefix("sqlite:").expect("a file");
    let whole = std::fs::read(path).expect("bytes");
    let pages = whole.len() / 4096;
    assert!(pages > 20, "{pages}");
    let mut told = 0;
    for page in 0..pages {
        std::fs::write(path, &whole).expect("written");
        let mut file = std::fs::File::options()
            .write(true)
            .open(path)
            .expect("it opens");
        let place = SeekFrom::Start(page as u64 * 4096 + 8);
        file.seek(place).expect("it is there");
        file.write_all(&[0xff; 2_048]).expect("written");
        drop(file);
        let found = check_database(&url).await.expect("damage is no error");
        told += usize::from(found.is_some_and(|found| !found.damage.is_empty()));
    }
    // A page of a table without rows may have any bytes. The number of its cells is in its head, on the first page behind that of the file.
    let has_cells = |&page: &usize| {
        let head = page * 4096 + if page == 0 { 100 } else { 0 };
        whole[head + 3..head + 5] != [0, 0]
    };
    let used = (0..pages).filter(has_cells).count();
    assert!(used > 20 && told >= used, "{told} of {used}");
}

#[tokio::test]
async fn where_there_is_no_database_none_is_made() {
    let fresh = Fresh::sqlite();
    assert_eq!(check_database(&fresh.url()).await.expect("an answer"), None);
    assert!(fresh.files().is_empty());
    let fresh = Fresh::postgres().await;
    assert_eq!(check_database(&fresh.url()).await.expect("an answer"), None);
    fresh.remove().await;
}
