//! The ranges of settings.

use axum::http::Uri;

use super::{Fault, Settings};

/// Whether the rule holds, the name of the setting, and the allowed values.
pub(super) type Rule = (bool, &'static str, &'static str);

/// Whether this can be the name of a host: letters, digits, hyphens and dots.
fn is_host_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && name.chars().all(is_part)
}

/// Whether this is an origin as browsers write it: in lower case, without a path.
fn is_origin(text: &str) -> bool {
    let uri: Option<Uri> = text.parse().ok();
    let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
    uri.is_some_and(|uri| {
        is_web(&uri)
            && uri
                .authority()
                .is_some_and(|host| text.ends_with(&format!("://{host}")))
    }) && !text.contains(|c: char| c == '@' || c.is_ascii_uppercase())
}

impl Settings {
    /// The rules for `cluster`.
    fn cluster_rules(&self) -> [Rule; 5] {
        let cluster = &self.cluster;
        let is_shared = cluster.nats.is_some();
        [
            (
                cluster.has_good_address(),
                "cluster.nats",
                "an address such as `nats://127.0.0.1:4222` or `tls://name:password@nats.example.org`",
            ),
            (
                !is_shared || !self.database_url().starts_with("sqlite:"),
                "cluster.nats",
                "used with a Postgres database: set `database_url` to `postgres://…`. A SQLite database is for one server",
            ),
            (
                cluster.is_safe(),
                "cluster.nats",
                "on this machine, or `tls://` with a name and a password; or set `cluster.insecure` if the network is safe",
            ),
            (cluster.has_patience(), "cluster.node_ms", "at least 1,000"),
            (
                !is_shared || u64::from(cluster.goodbye_ms) < self.stop_ms,
                "cluster.goodbye_ms",
                "less than `stop_ms`, after which a stop is cut off",
            ),
        ]
    }

    /// The rules for `push`.
    fn push_rules(&self) -> [Rule; 3] {
        let push = &self.push;
        let contact = push.contact_or(self.public_url.as_ref());
        [
            (
                !push.enabled || contact.is_some(),
                "push.contact",
                "an address such as `mailto:admin@example.org`, where `public_url` is not set or not https",
            ),
            (
                !push.enabled || !push.hosts.is_empty(),
                "push.hosts",
                "not empty",
            ),
            (
                push.test_port == 0 || self.may_be_a_test(),
                "push.test_port",
                "0, except in tests: with `listen` on a loopback address and without `public_url`",
            ),
        ]
    }

    /// The rules for `webhooks`.
    fn webhook_rules(&self) -> [Rule; 4] {
        let webhooks = &self.webhooks;
        [
            (
                webhooks.has_good_addresses(self.may_be_a_test()),
                "webhooks.urls",
                "with `discord` at most 16 addresses as in `https://example.org/hook`, without a name and a password; addresses inside your \
                 network only if `private_addresses` has them",
            ),
            (
                webhooks.has_good_secret(),
                "webhooks.secret",
                "`whsec_` and 24 to 64 bytes in base64, where `urls` is not empty",
            ),
            (
                webhooks.has_good_events(),
                "webhooks.events",
                "some of `match_over`, `table_opened`, `report_waits`",
            ),
            (
                webhooks.has_good_variants(),
                "webhooks.variants",
                "ids of games, as `giog variants` shows them",
            ),
        ]
    }

    /// The rules for `times`.
    fn times_rules(&self) -> [Rule; 10] {
        let times = &self.times;
        [
            (times.grace_ms >= 1_000, "times.grace_ms", "at least 1,000"),
            (times.ready_ms >= 1_000, "times.ready_ms", "at least 1,000"),
            (
                times.entropy_ms >= 1_000,
                "times.entropy_ms",
                "at least 1,000",
            ),
            (
                times.ceremony_ms >= 1_000,
                "times.ceremony_ms",
                "at least 1,000",
            ),
            (
                times.auto_decision_ms >= 1_000,
                "times.auto_decision_ms",
                "at least 1,000",
            ),
            (
                times.unvisited_ms >= 10_000,
                "times.unvisited_ms",
                "at least 10,000: a page that is reloaded is away for some seconds",
            ),
            (
                times.invitation_ms >= 10_000 || self.may_be_a_test(),
                "times.invitation_ms",
                "at least 10,000, except in tests: with `listen` on a loopback address and without `public_url`",
            ),
            (
                times.auto_game_ms >= 1_000,
                "times.auto_game_ms",
                "at least 1,000",
            ),
            (
                times.untouched_ms >= 1_000,
                "times.untouched_ms",
                "at least 1,000",
            ),
            (
                times.empty_ms >= 10_000 || self.may_be_a_test(),
                "times.empty_ms",
                "at least 10,000, except in tests: with `listen` on a loopback address and without `public_url`",
            ),
        ]
    }

    /// Whether only this machine can reach the server, as in a test.
    fn may_be_a_test(&self) -> bool {
        self.listen.is_local() && self.public_url.is_none()
    }

    /// The rules for reviews.
    fn review_rules(&self) -> [Rule; 2] {
        let limits = &self.limits;
        [
            (
                limits.review_bytes == 0 || limits.review_bytes >= 1_048_576,
                "limits.review_bytes",
                "0, or at least 1,048,576",
            ),
            (
                (16..=65_536).contains(&limits.review_lines),
                "limits.review_lines",
                "from 16 to 65,536",
            ),
        ]
    }

    /// The rules for all others.
    fn other_rules(&self) -> [Rule; 21] {
        let (site, operator, limits) = (&self.site, &self.operator, &self.limits);
        let kept = &self.retention;
        let fits = |days: u32| kept.matches_days == 0 || days <= kept.matches_days;
        [
            (
                fits(kept.matches_unlisted_days),
                "retention.matches_unlisted_days",
                "at most `retention.matches_days`, after which every match is deleted",
            ),
            (
                fits(kept.matches_bots_days),
                "retention.matches_bots_days",
                "at most `retention.matches_days`, after which every match is deleted",
            ),
            (
                operator
                    .token
                    .as_ref()
                    .is_none_or(|token| token.len() >= 32),
                "operator.token",
                "at least 32 characters, random",
            ),
            (
                operator
                    .listen
                    .is_none_or(|listen| listen.port() == 0 || self.listen != listen.into()),
                "operator.listen",
                "different from `listen`",
            ),
            (
                !self.trust_unix_socket || self.listen.network().is_none(),
                "trust_unix_socket",
                "false, unless `listen` is a Unix socket",
            ),
            (
                self.allowed_origins.iter().all(|origin| is_origin(origin)),
                "allowed_origins",
                "origins without a path, as browsers write them: `https://club.example.org`, `http://localhost:3000`",
            ),
            (
                operator.hosts.iter().all(|host| is_host_name(host)),
                "operator.hosts",
                "names without a port, as in `giog.internal`",
            ),
            (!site.name.trim().is_empty(), "site.name", "not empty"),
            (
                site.has_good_security_contact(),
                "site.security_contact",
                "an address such as `mailto:security@example.org` or `https://example.org/report`",
            ),
            (self.stop_ms >= 100, "stop_ms", "at least 100"),
            (self.lease_ms >= 1_000, "lease_ms", "at least 1,000"),
            (
                self.database_check_days <= 3_650,
                "database_check_days",
                "at most 3,650",
            ),
            (
                limits.quick_rooms_percent <= 100,
                "limits.quick_rooms_percent",
                "at most 100",
            ),
            (limits.connections >= 1, "limits.connections", "at least 1"),
            (
                limits.connections_per_address >= 1,
                "limits.connections_per_address",
                "at least 1",
            ),
            (
                limits.rooms_per_connection >= 1,
                "limits.rooms_per_connection",
                "at least 1",
            ),
            (
                (1_024..=1_048_576).contains(&limits.frame_bytes),
                "limits.frame_bytes",
                "from 1,024 to 1,048,576",
            ),
            (
                limits.frames_waiting >= 64,
                "limits.frames_waiting",
                "at least 64, more than one batch of events",
            ),
            (limits.idle_ms >= 5_000, "limits.idle_ms", "at least 5,000"),
            (
                limits.greeting_ms >= 1_000,
                "limits.greeting_ms",
                "at least 1,000",
            ),
            (
                (1_000..=86_400_000).contains(&limits.proxy_idle_ms),
                "limits.proxy_idle_ms",
                "from 1,000 to 86,400,000",
            ),
        ]
    }

    /// All rules. Without them, the server would start with some values and then not work.
    pub(super) fn rules(&self) -> impl Iterator<Item = Rule> {
        let rules = self.cluster_rules().into_iter();
        let rules = rules.chain(self.push_rules()).chain(self.webhook_rules());
        let rules = rules.chain(self.times_rules()).chain(self.review_rules());
        rules.chain(self.other_rules())
    }

    /// The settings that break a rule.
    pub(super) fn out_of_range(&self) -> Vec<Fault> {
        let broken = self.rules().filter(|&(holds, ..)| !holds);
        let fault = |(_, name, wanted)| Fault::OutOfRange { name, wanted };
        broken.map(fault).collect()
    }
}
