//! The conformance suite: each test runs on SQLite and on Postgres, on a database of its own.

mod alive;
mod append;
mod backup;
mod bans;
mod cancelled;
mod check;
mod cluster_news;
mod commits;
mod contention;
mod damage;
mod date;
mod deleted;
mod disk;
mod failover;
mod faulty;
mod floors;
mod forgotten;
pub(crate) mod fresh;
mod friends;
mod guests;
mod lease;
mod lists;
mod matches;
mod membership;
mod mistakes;
mod occasions;
mod opening;
mod person_columns;
mod personal;
mod places;
pub(crate) mod profiles;
mod published;
mod push;
mod puzzles;
mod rating_crashes;
mod ratings;
mod reports;
mod reviewers;
mod reviews;
mod rooms;
pub(crate) mod samples;
mod silent;
mod sleeping;
mod statistics;
mod sweep;
mod unreadable;

/// Makes each test function a test on both databases.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let fresh = $crate::tests::fresh::Fresh::sqlite();
                super::$test(&fresh).await;
                fresh.remove().await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                let fresh = $crate::tests::fresh::Fresh::postgres().await;
                super::$test(&fresh).await;
                fresh.remove().await;
            })+
        }
    };
}
pub(crate) use on_both;
