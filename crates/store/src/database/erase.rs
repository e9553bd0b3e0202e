//! Removes the names of deleted people from the logs and floors of rooms, and from reports.

use std::collections::BTreeSet;

use giog_protocol::RoomId;
use giog_rules::PlayerId;
use tokio::time::sleep;
use uuid::Uuid;

use super::forgotten::{self, Rewritten};
use super::{Backend, Database};
use crate::limits::{FORGETTING_PAGE_ROOMS, RETENTION_PAGE_ROWS, UNREAD_PAUSE, UNREAD_TRIES};
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
    /// Removes the names of some people from the logs of all rooms; returns the number of changed texts. If a page of rooms takes too
    /// long, or one of them cannot be read, it continues from there with fewer rooms. A single room that takes too long is reported after
    /// all others are done.
    pub(super) async fn erase_from_all_rooms(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
    ) -> Result<u64, LeaseError> {
        let (mut changed, mut page_rooms) = (0, FORGETTING_PAGE_ROOMS);
        let (mut all_ended, mut tries) = (Ok(()), Tries::default());
        // No room has the nil UUID.
        let mut after = Uuid::nil();
        loop {
            let rooms = self
                .history(async |conn| forgotten::rooms(conn, after, page_rooms).await)
                .await?;
            let Some(last) = rooms.last() else {
                return all_ended.map(|()| changed);
            };
            let erased = self.erase_from_rooms(fence, players, (after, &rooms)).await;
            match erased {
                Ok(texts) => {
                    changed += texts;
                    after = last.0;
                    page_rooms = FORGETTING_PAGE_ROOMS.min(2 * page_rooms);
                }
                Err(LeaseError::Store(error))
                    if rooms.len() > 1
                        && (error.is_unread() || matches!(error, StoreError::Interrupted)) =>
                {
                    page_rooms = i64::try_from(rooms.len() / 2).unwrap_or(1);
                }
                Err(LeaseError::Store(error)) if error.is_unread() && tries.again(&error).await => {
                }
                // Data that cannot be read shows nobody a name, and must not keep the names in other rooms.
                Err(LeaseError::Store(error)) if error.is_unread() => {
                    tracing::error!(room = %last, ?error, "a log cannot be read: names of forgotten people may stay in it");
                    after = last.0;
                }
                Err(LeaseError::Store(error @ StoreError::Interrupted)) => {
                    all_ended = Err(LeaseError::Store(error));
                    after = last.0;
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
        (after, rooms): (Uuid, &[RoomId]),
    ) -> Result<u64, LeaseError> {
        let range = (after, rooms.last().map_or(after, |room| room.0));
        let backend = &self.backend;
        // Open rooms first: rows that are moved meanwhile because a room is closed are then found among those of closed rooms. A row may
        // be found twice; the second time there is nothing to change.
        let mut reader = self.reader().await?;
        let mut rows = backend.open_rows_naming(&mut reader, rooms).await?;
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

    /// Removes the names of some people from all reports; returns the number of changed ones. A report that cannot be read does not stop
    /// the others.
    pub(super) async fn erase_from_all_reports(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
    ) -> Result<u64, LeaseError> {
        let (mut changed, mut page_rows) = (0, RETENTION_PAGE_ROWS);
        let mut tries = Tries::default();
        // No report has the nil UUID.
        let mut after = Uuid::nil();
        loop {
            let page = (after, page_rows);
            match self.erase_from_reports(fence, players, page).await {
                Ok(Some((reports, last))) => {
                    changed += reports;
                    after = last;
                    page_rows = RETENTION_PAGE_ROWS.min(2 * page_rows);
                }
                Ok(None) => return Ok(changed),
                Err(LeaseError::Store(error)) if error.is_unread() && page_rows > 1 => {
                    page_rows /= 2;
                }
                Err(LeaseError::Store(error)) if error.is_unread() && tries.again(&error).await => {
                }
                Err(LeaseError::Store(error)) if error.is_unread() => {
                    let next = self
                        .history(async |conn| forgotten::next_report(conn, after).await)
                        .await?;
                    let Some(next) = next else {
                        return Ok(changed);
                    };
                    tracing::error!(report = %next, ?error, "a report cannot be read: names of forgotten people may stay in it");
                    after = next;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes the names of some people from one page of reports; returns the number of changed ones, and the last one it looked at.
    async fn erase_from_reports(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
        (after, page_rows): (Uuid, i64),
    ) -> Result<Option<(u64, Uuid)>, LeaseError> {
        let page = self
            .history(async |conn| forgotten::reports::<B>(conn, after, page_rows).await)
            .await?;
        let Some(last) = page.last().map(forgotten::ReportRow::id) else {
            return Ok(None);
        };
        let naming = page.iter().filter(|report| report.names(players));
        let naming: Vec<_> = naming.collect();
        if !naming.is_empty() {
            let mut tx = self.begin_owning(fence).await?;
            for report in &naming {
                report.store_without::<B>(&mut tx, players).await?;
            }
            self.commit(tx).await?;
        }
        Ok(Some((naming.len() as u64, last)))
    }
}
