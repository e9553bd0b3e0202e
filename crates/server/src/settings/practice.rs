//! `serve --practice`: a server for programs on the same machine, which play as fast as they can. It has no delays and no limits that
//! keep strangers apart, so it is refused where strangers could reach it.

use std::num::NonZeroU32;

use super::{Fault, ServerLimits, Settings};

/// The folder inside the data folder in which a practice server has its own key and database.
const FOLDER: &str = "practice";
/// A number that no program reaches, and that can still be multiplied for networks.
const PLENTY: NonZeroU32 = NonZeroU32::new(100_000_000).expect("not zero");

impl Settings {
    /// Makes these the settings of a practice server: delays and limits from the file and the environment are overridden. If strangers could
    /// reach the server, nothing is changed, and the reason is returned.
    pub(super) fn practise(&mut self) -> Vec<Fault> {
        let refused = [
            (
                !self.listen.is_local(),
                "listen",
                "a loopback address with `--practice`: there are no limits that keep strangers apart",
            ),
            (
                self.public_url.is_some(),
                "public_url",
                "left out with `--practice`, which is for programs on this machine",
            ),
            (
                !self.trusted_proxies.is_empty(),
                "trusted_proxies",
                "left out with `--practice`, which is for programs on this machine",
            ),
            (
                self.trust_unix_socket,
                "trust_unix_socket",
                "false with `--practice`, which is for programs on this machine",
            ),
            (
                self.cluster.nats.is_some(),
                "cluster.nats",
                "left out with `--practice`, which is one server alone",
            ),
            (
                self.database_url.is_some(),
                "database_url",
                "left out with `--practice`: its matches have a SQLite database of their own",
            ),
        ];
        let refused = refused.into_iter().filter(|(is_so, ..)| *is_so);
        let fault = |(_, name, wanted)| Fault::OutOfRange { name, wanted };
        let faults: Vec<Fault> = refused.map(fault).collect();
        if !faults.is_empty() {
            return faults;
        }
        self.practice = true;
        self.data_dir.push(FOLDER);
        self.times.bot_delay_ms = 0;
        self.times.notice_ms = 0;
        self.times.presence_ms = 0;
        self.times.quick_bots_ms = 0;
        self.limits = self.limits.lifted_in_rooms();
        Vec::new()
    }
}

impl ServerLimits {
    /// Raises the limits of connections, people and addresses for one program. Those of rooms, and those that protect memory and disk, stay.
    #[must_use]
    pub fn lifted(mut self) -> Self {
        for rate in [
            &mut self.requests_per_second,
            &mut self.requests_burst,
            &mut self.connection_cost_per_second,
            &mut self.connection_cost_burst,
            &mut self.person_cost_per_second,
            &mut self.person_cost_burst,
            &mut self.address_cost_per_second,
            &mut self.address_cost_burst,
            &mut self.received_bytes_per_second,
            &mut self.received_bytes_burst,
            &mut self.rest_per_second,
            &mut self.rest_burst,
            &mut self.new_guests_per_minute,
            &mut self.all_new_guests_per_minute,
            &mut self.passwords_per_minute,
            &mut self.new_rooms_per_minute,
            &mut self.branch_ms_per_minute,
        ] {
            *rate = PLENTY;
        }
        Self {
            connections_per_address: self.connections,
            rooms_per_address: self.rooms,
            spectators_per_address: self.spectators_per_room,
            ..self
        }
    }

    /// The same with those that one person would meet in rooms.
    fn lifted_in_rooms(self) -> Self {
        Self {
            changes_burst: PLENTY,
            changes_per_minute: PLENTY,
            hints_burst: PLENTY,
            hints_per_minute: PLENTY,
            chat_burst: PLENTY,
            chat_per_minute: PLENTY,
            rooms_per_connection: self.rooms,
            rooms_per_person: self.rooms,
            ..self.lifted()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{Overrides, Settings};

    fn load(variables: &[(&str, &str)], practice: bool) -> Result<Settings, String> {
        let variables = variables
            .iter()
            .map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let flags = Overrides {
            practice,
            ..Overrides::default()
        };
        Settings::load(None, variables, flags).map_err(|error| error.to_string())
    }

    #[test]
    fn a_practice_server_is_apart_fast_and_without_limits_of_rate() {
        let settings = load(&[("GIOG_DATA_DIR", "x")], true).expect("a practice server");
        assert!(settings.practice);
        assert_eq!(settings.data_dir.to_str(), Some("x/practice"));
        assert_eq!(settings.times.bot_delay_ms, 0);
        let (limits, usual) = (settings.limits, Settings::default().limits);
        assert!(limits.requests_per_second.get() > 1_000 * usual.requests_per_second.get());
        for (lifted, usual) in [
            (limits.changes_per_minute, usual.changes_per_minute),
            (limits.hints_per_minute, usual.hints_per_minute),
            (limits.chat_per_minute, usual.chat_per_minute),
        ] {
            assert!(lifted.get() > 1_000 * usual.get());
        }
        assert_eq!(limits.rooms_per_person, limits.rooms);
        assert_eq!(limits.rooms, usual.rooms, "what the memory holds stays");
    }

    #[test]
    fn a_practice_server_does_not_start_where_others_reach_it() {
        for (name, value, wrong) in [
            ("GIOG_LISTEN", "0.0.0.0:8080", "listen"),
            ("GIOG_PUBLIC_URL", "https://play.example.org", "public_url"),
            ("GIOG_TRUSTED_PROXIES", "127.0.0.1", "trusted_proxies"),
            (
                "GIOG_CLUSTER__NATS",
                "nats://127.0.0.1:4222",
                "cluster.nats",
            ),
            (
                "DATABASE_URL",
                "postgres://giog@127.0.0.1/giog",
                "database_url",
            ),
        ] {
            let error = load(&[(name, value)], true).expect_err(name);
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }

    #[test]
    fn no_file_and_no_variable_makes_a_practice_server() {
        let error = load(&[("GIOG_PRACTICE", "true")], false).expect_err("only a flag does");
        assert!(!error.is_empty());
        assert!(!Settings::default().practice);
    }
}
