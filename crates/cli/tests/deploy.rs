//! The limits in the files for systemd, Docker and nginx.

const UNIT: &str = include_str!("../../../deploy/systemd/giog@.service");
const COMPOSE: &str = include_str!("../../../docker-compose.yml");
const NGINX: &str = include_str!("../../../deploy/nginx/nginx.conf");

#[test]
fn whatever_runs_for_long_has_bounds_of_memory_and_tasks() {
    for bound in ["MemoryMax=", "TasksMax="] {
        let has_it = UNIT.lines().any(|line| line.starts_with(bound));
        assert!(has_it, "the unit has no {bound}");
    }
    let paragraphs = COMPOSE.split("\n\n");
    let services = paragraphs.filter(|text| text.contains("\n    restart:"));
    let services: Vec<&str> = services.collect();
    assert!(services.len() > 3, "{services:?}");
    for service in services {
        for bound in ["\n    mem_limit:", "\n    pids_limit:"] {
            assert!(service.contains(bound), "no {bound:?} in {service}");
        }
    }
}

/// The number behind this in a text.
fn number(text: &str, behind: &str) -> u64 {
    let rest = text.split_once(behind).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("no {behind:?}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn whatever_has_a_descriptor_for_each_connection_may_have_enough() {
    let connections = giog_server::ServerLimits::default().connections as u64;
    let needed = connections + giog_server::RESERVED_DESCRIPTORS;
    assert!(number(UNIT, "\nLimitNOFILE=") >= needed);
    let (server, others) = COMPOSE.split_once("giog-2:").expect("a second server");
    assert!(number(server, "\n    ulimits:\n      nofile: ") >= needed);
    // A proxy has two for each player.
    for proxy in others.split("image: caddy:2").skip(1) {
        assert!(number(proxy, "\n    ulimits:\n      nofile: ") >= 2 * connections);
    }
    assert!(number(NGINX, "worker_rlimit_nofile ") >= 2 * connections);
    // Of two workers.
    assert!(2 * number(NGINX, "worker_connections ") >= 2 * connections);
}
