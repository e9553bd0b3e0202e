//! Removes the names of deleted people from the logs and floors of rooms, and from reports.

use std::collections::BTreeSet;

use giog_protocol::RoomId;
use giog_rules::PlayerId;
use tokio::time::sleep;
use uuid::Uuid;

use super::forgotten::{self, Naming, Rewritten};
use super::{Backend, Database};
use crate::limits::{UNREAD_PAUSE, UNREAD_TRIES};
use crate::{Fence, LeaseError, StoreError};

/// How often a failed read was repeated.
#[derive(Default)]
struct Tries(u32);

impl Tries {
    /// Whether to try again; waits before that. Damaged data is not tried again.
    async fn again(&mut self, error: &StoreError) -> bool {
        if matches!(error, StoreError::Damaged(_)) || self.0 == UNREAD_TRIES {
            self.0 = 0;
            return false;
        }
        self.0 += 1;
        sleep(UNREAD_PAUSE).await;
        true
    }
}

impl<B: Backend> Database<B> {
    /// Removes the names of some people from everything of one kind; returns the number of changed texts. If a page of it takes too long, or
    /// something in it cannot be read, it continues from there with fewer. A single room or report that takes too long is reported after
    /// all others are done.
    pub(super) async fn erase_from_all(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
        naming: Naming,
    ) -> Result<u64, LeaseError> {
        let (mut changed, mut page) = (0, naming.page());
        let (mut all_ended, mut tries) = (Ok(()), Tries::default());
        // Nothing has the nil UUID.
        let mut after = Uuid::nil();
        loop {
            let ids = self
                .history(async |conn| forgotten::ids(conn, naming, (after, page)).await)
                .await?;
            let Some(&last) = ids.last() else {
                return all_ended.map(|()| changed);
            };
            let erased = match naming {
                Naming::Rooms => self.erase_from_rooms(fence, players, (after, &ids)).await,
                Naming::Reports => self.erase_from_reports(fence, players, (after, last)).await,
            };
            match erased {
                Ok(texts) => {
                    changed += texts;
                    after = last;
                    page = naming.page().min(2 * page);
                }
                Err(LeaseError::Store(error))
                    if ids.len() > 1
                        && (error.is_unread() || matches!(error, StoreError::Interrupted)) =>
                {
                    page = i64::try_from(ids.len() / 2).unwrap_or(1);
                }
                Err(LeaseError::Store(error)) if error.is_unread() && tries.again(&error).await => {
                }
                // Data that cannot be read shows nobody a name, and must not keep the names in everything else.
                Err(LeaseError::Store(error)) if error.is_unread() => {
                    log_unread(naming, last, &error);
                    after = last;
                }
                Err(LeaseError::Store(error @ StoreError::Interrupted)) => {
                    all_ended = Err(LeaseError::Store(error));
                    after = last;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes the names of some people from the logs of the rooms of one page; returns the number of changed texts.
    async fn erase_from_rooms(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
        (after, rooms): (Uuid, &[Uuid]),
    ) -> Result<u64, LeaseError> {
        let range = (after, rooms.last().copied().unwrap_or(after));
        let rooms: Vec<RoomId> = rooms.iter().copied().map(RoomId).collect();
        let backend = &self.backend;
        // Open rooms first: rows that are moved meanwhile because a room is closed are then found among those of closed rooms. A row may
        // be found twice; the second time there is nothing to change.
        let mut reader = self.reader().await?;
        let mut rows = backend.open_rows_naming(&mut reader, &rooms).await?;
        drop(reader);
        let (closed, floors) = self
            .history(async |conn| {
                let rows = forgotten::texts(conn, forgotten::rows_sql::<B>(), range).await?;
                let floors = forgotten::texts(conn, forgotten::floors_sql::<B>(), range);
                Ok((rows, floors.await?))
            })
            .await?;
        rows.extend(closed);
        let rows = rows.into_iter().map(|text| (text, false));
        let all = rows.chain(floors.into_iter().map(|text| (text, true)));
        let changed: Vec<Rewritten> = all
            .filter_map(|(text, is_floor)| Rewritten::of::<B>(text, is_floor, players))
            .collect();
        if changed.is_empty() {
            return Ok(0);
        }
        let mut tx = self.begin_owning(fence).await?;
        for one in &changed {
            if one.is_floor {
                one.store_floor::<B>(&mut tx).await?;
            } else {
                backend.rewrite_row(&mut tx, &one.text, &one.after).await?;
            }
        }
        self.commit(tx).await?;
        Ok(changed.len() as u64)
    }

    /// Removes the names of some people from the reports of one page; returns the number of changed ones.
    async fn erase_from_reports(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
        range: (Uuid, Uuid),
    ) -> Result<u64, LeaseError> {
        let mut naming = self
            .history(async |conn| forgotten::reports::<B>(conn, range).await)
            .await?;
        naming.retain(|report| report.names(players));
        if !naming.is_empty() {
            let mut tx = self.begin_owning(fence).await?;
            for report in &naming {
                report.store_without::<B>(&mut tx, players).await?;
            }
            self.commit(tx).await?;
        }
        Ok(naming.len() as u64)
    }
}

/// Tells the operator what could not be read.
fn log_unread(naming: Naming, id: Uuid, error: &StoreError) {
    match naming {
        Naming::Rooms => {
            tracing::error!(room = %RoomId(id), ?error, "a log cannot be read: names of forgotten people may stay in it");
        }
        Naming::Reports => {
            tracing::error!(report = %id, ?error, "a report cannot be read: names of forgotten people may stay in it");
        }
    }
}
