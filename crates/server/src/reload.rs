//! Settings that are read again while the server runs.
//!
//! They were checked as a whole (`Settings::load`). Settings that can change without a restart are applied; the log names these, and those
//! that need a restart. Open connections keep their proxies and limits. Changed rates apply to them at once.

use tokio::sync::watch;

use crate::client::Proxies;
use crate::limits::{client_limits, lobby_limits, room_limits};
use crate::settings::{ServerLimits, Settings};
use crate::state::App;

/// Applies settings whenever they were read again. Returns when they cannot be read again any more.
pub(crate) async fn keep(app: App, mut settings: Settings, mut read: watch::Receiver<Settings>) {
    while read.changed().await.is_ok() {
        let new = read.borrow_and_update().clone();
        let taken = take(&app, &mut settings, &new);
        let restart = differences(&settings, &new);
        tracing::info!(
            taken = taken.join(", "),
            needs_restart = restart.join(", "),
            "the settings were read again"
        );
    }
}

/// Applies the settings that can change without a restart. Returns the names of the changed ones.
fn take(app: &App, settings: &mut Settings, new: &Settings) -> Vec<&'static str> {
    let mut taken = Vec::new();
    if settings.log != new.log {
        // The code that reads the settings also sets the level.
        taken.push("log");
        settings.log.clone_from(&new.log);
    }
    if settings.site != new.site {
        taken.push("site");
        settings.site = new.site.clone();
        app.about.site.replace(new.site.clone());
    }
    let proxies = Proxies::of(new);
    if *app.ingress.proxies != proxies {
        taken.push("trusted_proxies");
        settings.trusted_proxies.clone_from(&new.trusted_proxies);
        settings.proxy_header = new.proxy_header;
        settings.trust_unix_socket = new.trust_unix_socket;
        app.ingress.proxies.replace(proxies);
    }
    let limits = with_those_of_rooms(new.limits, settings.limits);
    if settings.limits != limits {
        taken.push("limits");
        settings.limits = limits;
        app.limits.replace(limits);
        let told = client_limits(&room_limits(settings), &settings.times, settings);
        app.about.limits.replace(told);
        app.hub.set_limits(lobby_limits(&limits));
        app.condition
            .disk
            .set_least_bytes(limits.least_free_disk_bytes);
    }
    taken
}

/// Settings that may differ: each name with whether its value does.
macro_rules! differences {
    ($now:expr, $new:expr, $table:literal: $($name:ident),*) => {
        [$(($now.$name != $new.$name, concat!($table, stringify!($name)))),*]
    };
}

/// The limits of rooms, which cannot change without a restart.
macro_rules! limits_of_rooms {
    ($($name:ident),*) => {
        /// The new limits, with the previous limits of rooms.
        const fn with_those_of_rooms(limits: ServerLimits, before: ServerLimits) -> ServerLimits {
            ServerLimits { $($name: before.$name,)* ..limits }
        }

        /// The limits of rooms that may differ.
        fn differences_of_rooms(now: &ServerLimits, new: &ServerLimits) -> [(bool, &'static str); 12] {
            differences!(now, new, "limits.": $($name),*)
        }
    };
}

limits_of_rooms! {
    spectators_per_room, spectators_per_address, connections_per_person, changes_per_minute,
    changes_burst, hints_per_minute, hints_burst, chat_per_minute, chat_burst, sleeping_rooms,
    sleeping_rooms_per_person, thinking_ms_per_second
}

/// The names of the settings that have changed but apply only after a restart.
fn differences(now: &Settings, new: &Settings) -> Vec<&'static str> {
    let all = differences!(
        now, new, "": listen, data_dir, database_url, public_url, allowed_origins, shared_addresses,
        log_format, stop_ms, lease_ms, database_check_days, quick_bots, cluster, push, webhooks, operator,
        times, retention
    );
    let of_rooms = differences_of_rooms(&now.limits, &new.limits);
    let all = all.into_iter().chain(of_rooms);
    let differ = all.filter(|(differs, _)| *differs);
    differ.map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::cost::weights::CONNECTION;
    use crate::state::tests::TestApp;

    #[tokio::test]
    async fn what_can_change_is_taken_and_the_rest_is_named() {
        let mut settings = Settings::default();
        settings.limits.address_cost_per_second = 1.try_into().expect("not zero");
        let server = TestApp::new(&settings).await;
        let app = &server.app;
        let address: IpAddr = "192.0.2.1".parse().expect("an address");
        // The budget of this address is used up, and as much is owed: it does not come back while the test runs.
        let cost = settings.limits.address_cost().burst;
        for _ in 0..2 {
            app.costs.charge_address(address, cost);
        }
        assert!(app.costs.admit_address(address, CONNECTION).is_err());
        app.guests.may_make_room(address).expect("the first room");
        let mut new = settings.clone();
        new.site.name = "Another".to_owned();
        new.trusted_proxies = vec!["10.0.0.0/8".parse().expect("a range")];
        new.log = "debug".to_owned();
        new.limits.address_cost_per_second = u32::MAX.try_into().expect("not zero");
        new.limits.new_rooms_per_minute = 1.try_into().expect("not zero");
        new.limits.rooms_per_person = 1;
        new.limits.spectators_per_room = 1;
        new.limits.chat_burst = 1.try_into().expect("not zero");
        new.times.grace_ms += 1;
        let taken = take(app, &mut settings, &new);
        assert_eq!(taken, ["log", "site", "trusted_proxies", "limits"]);
        let restart = differences(&settings, &new);
        let of_rooms = ["limits.spectators_per_room", "limits.chat_burst"];
        assert_eq!(restart, ["times", of_rooms[0], of_rooms[1]]);
        assert_eq!(app.about.site.name, "Another");
        assert!(
            app.ingress
                .proxies
                .trust("10.0.0.1".parse().expect("an address"))
        );
        assert_eq!(app.about.limits.rooms_per_person, 1);
        assert_eq!(app.about.limits.spectators_per_room, 100);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        let admitted = app.costs.admit_address(address, CONNECTION);
        admitted.expect("it is refilled much faster");
        app.guests.may_make_room(address).expect("a new rate");
        let refused = app.guests.may_make_room(address);
        refused.expect_err("only one a minute");
        assert!(take(app, &mut settings, &new).is_empty(), "nothing is new");
    }
}
