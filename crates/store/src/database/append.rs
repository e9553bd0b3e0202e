//! Appends rows of rooms: a batch is stored with its facts and floors, or not at all. Also: what an error means for the batch.

use super::backend::{AtOnce, Backend, Inserted};
use super::{Database, facts, log, ratings};
use crate::log::floor_of;
use crate::{Append, AppendError, Fence, StoreError};

impl<B: Backend> Database<B> {
    pub(super) async fn append_checked(
        &self,
        fence: Fence,
        batch: &[Append],
    ) -> Result<(), AppendError> {
        let at_once = self.backend.append_at_once(fence, batch).await;
        match at_once.map_err(|error| append_error(error, batch))? {
            AtOnce::Stored => {
                self.backend.committed(batch);
                Ok(())
            }
            AtOnce::LeaseLost => Err(AppendError::LeaseLost),
            AtOnce::Elsewhere => Err(AppendError::Elsewhere),
            AtOnce::NeedsTransaction => self.append_in_transaction(fence, batch).await,
        }
    }

    /// Appends by as many statements as it takes, some of which may have been executed before.
    pub(crate) async fn append_in_transaction(
        &self,
        fence: Fence,
        batch: &[Append],
    ) -> Result<(), AppendError> {
        let mut tx = self
            .begin_of_rooms()
            .await
            .map_err(|error| append_error(error, batch))?;
        let stored = self.backend.insert_rows(&mut tx, fence, batch).await;
        let stored = match stored.map_err(|error| append_error(error, batch))? {
            Inserted::Rows(stored) => stored,
            Inserted::LeaseLost => return Err(AppendError::LeaseLost),
            Inserted::Elsewhere => return Err(AppendError::Elsewhere),
        };
        if stored < batch.len() as u64 {
            let different = self.first_different(&mut tx, batch).await;
            if let Some(append) = different.map_err(|error| append_error(error, batch))? {
                return Err(AppendError::Conflict {
                    room: append.room,
                    index: append.index,
                });
            }
        }
        let locked = ratings::lock(&mut B::conn(&mut tx), B::LOCK_ROW_SQL, batch).await;
        locked.map_err(|error| append_error(error, batch))?;
        for append in batch {
            let stored = self.store_consequences(&mut tx, append, batch).await;
            stored.map_err(|error| consequence_error(error, append))?;
        }
        let committed = self.commit(tx).await;
        committed.map_err(|error| append_error(error, batch))?;
        self.backend.committed(batch);
        Ok(())
    }

    /// Stores the facts and the floor of a row of a batch that is stored.
    async fn store_consequences(
        &self,
        tx: &mut B::Tx,
        append: &Append,
        batch: &[Append],
    ) -> Result<(), StoreError> {
        for fact in &append.facts {
            facts::store(&mut B::conn(tx), fact, &self.rating_faults).await?;
        }
        if let Some(floor) = &append.floor {
            log::set_floor(&mut B::conn(tx), append.room, floor).await?;
            self.backend
                .delete_below(tx, append.room, floor.below)
                .await?;
        }
        if append.closes() {
            let from = floor_of(batch, append.room);
            self.backend.close_log(tx, append.room, from).await?;
        }
        Ok(())
    }

    /// The first of these rows in whose place a different one is stored.
    async fn first_different<'b>(
        &self,
        tx: &mut B::Tx,
        batch: &'b [Append],
    ) -> Result<Option<&'b Append>, StoreError> {
        for append in batch {
            let stored = self.backend.stored_body(tx, append).await?;
            if stored.as_ref() != Some(&append.body) {
                return Ok(Some(append));
            }
        }
        Ok(None)
    }
}

/// The error for a row whose facts or floor could not be stored.
fn consequence_error(error: StoreError, append: &Append) -> AppendError {
    match error {
        // The damage concerns data of this room or its match: no other room must wait for it.
        StoreError::Damaged(cause) => AppendError::Damaged {
            room: append.room,
            cause,
        },
        error => append_error(error, std::slice::from_ref(append)),
    }
}

/// The error for a batch. A rejection names a room only if all rows of the batch are of that room.
fn append_error(error: StoreError, batch: &[Append]) -> AppendError {
    match error {
        StoreError::Rejected(reason) => match batch {
            [first, rest @ ..] if rest.iter().all(|append| append.room == first.room) => {
                AppendError::Rejected {
                    room: first.room,
                    reason,
                }
            }
            _ => AppendError::SomeRejected,
        },
        // A damaged database may be repaired as well.
        StoreError::Unavailable(cause) | StoreError::Damaged(cause) => {
            AppendError::Unavailable(cause)
        }
        // The server itself wrote what an append reads (the fence, rows to compare): so somebody has changed the database. Trying again
        // until it is repaired loses nothing.
        error @ (StoreError::BadUrl(_)
        | StoreError::Encoding { .. }
        | StoreError::Migration(_)
        | StoreError::Interrupted
        | StoreError::TokenEnded
        | StoreError::Conflict(_)
        | StoreError::Corrupt(_)) => AppendError::Unavailable(Box::new(error)),
    }
}
