//! What Postgres knows of the pages that it has read.

use super::conn::Conn;
use crate::StoreError;

row! {
    /// What Postgres knows of the pages that it has read.
    pub(crate) struct PageChecks {
        pub are_made: bool,
        failures: i64,
    }
}

/// Whether Postgres has checksums of its pages, and how many were wrong.
pub(crate) async fn page_checks(conn: &mut Conn<'_>) -> Result<PageChecks, StoreError> {
    let sql = "SELECT current_setting('data_checksums') = 'on' AS are_made,
            COALESCE(SUM(checksum_failures), 0)::BIGINT AS failures
        FROM pg_stat_database WHERE datname = current_database()";
    let checks = conn.first(sql, &[]).await?;
    checks.ok_or(StoreError::Corrupt("statistic"))
}

impl PageChecks {
    /// The number of damaged pages, in words; none if there was none.
    pub(crate) fn damage(&self) -> Option<String> {
        let failures = self.failures;
        (failures > 0)
            .then(|| format!("Postgres has counted {failures} pages with a wrong checksum"))
    }
}
