//! File descriptors: every connection is one, and the operating system limits how many a process may have.

use crate::settings::Settings;

/// Descriptors for everything but connections: the database and its journal, the log, listeners, the event queue, and some to spare.
pub const RESERVED: u64 = 256;
/// As many as are asked for, even if more would be allowed: many times `limits.connections`. Some systems name a limit that they do not
/// allow.
#[cfg(unix)]
const MOST: u64 = 1_048_576;

/// How many descriptors this process may have open; none if there is no limit, or if it is not known.
#[cfg(unix)]
pub fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};

    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
pub fn limit() -> Option<u64> {
    None
}

/// Raises the limit of this process as far as the process itself may (from the soft to the hard limit), and returns it.
#[cfg(unix)]
pub fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.unwrap_or(MOST).min(MOST);
    if current.is_some_and(|current| current < wanted) {
        let raised = Rlimit {
            current: Some(wanted),
            maximum,
        };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::debug!(%error, "the limit of file descriptors cannot be raised");
        }
    }
    limit()
}

#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}

/// How many connections a process with this limit admits, if these are fewer than the settings allow.
pub fn fewer_connections(limit: Option<u64>, settings: &Settings) -> Option<u64> {
    let admitted = limit?.saturating_sub(RESERVED);
    (admitted < settings.limits.connections as u64).then_some(admitted)
}

/// Raises the limit, and warns if it is too low.
pub(crate) fn prepare(settings: &Settings) {
    let limit = raise();
    if let Some(connections) = fewer_connections(limit, settings) {
        tracing::warn!(
            limit,
            connections,
            wanted = settings.limits.connections,
            "this process may open too few files: fewer connections are possible than `limits.connections`; raise the limit \
             (`LimitNOFILE=` in systemd, `ulimits` in Docker, `ulimit -n` in a shell), or lower the setting"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_limit_of_descriptors_admits_is_told_if_it_is_less_than_wanted() {
        let settings = Settings::default();
        let fewer = |limit| fewer_connections(limit, &settings);
        assert_eq!(fewer(Some(1_024)), Some(768));
        assert_eq!(fewer(Some(100)), Some(0));
        assert_eq!(fewer(Some(20_255)), Some(19_999));
        assert_eq!(fewer(Some(20_256)), None);
        assert_eq!(fewer(None), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_limit_is_raised_as_far_as_the_process_may() {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let before = getrlimit(Resource::Nofile);
        let low = Rlimit {
            current: Some(64),
            maximum: before.maximum,
        };
        setrlimit(Resource::Nofile, low).expect("it can be lowered");
        let raised = raise();
        assert_eq!(raised, Some(before.maximum.unwrap_or(MOST).min(MOST)));
    }
}
