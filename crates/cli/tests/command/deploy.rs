//! The limits in the files for systemd, Docker and nginx, and what the units start.

const UNITS: [&str; 3] = [
    include_str!("../../../../deploy/systemd/giog@.service"),
    include_str!("../../../../deploy/systemd/giog-node@.service"),
    include_str!("../../../../deploy/systemd/giog-backup.service"),
];
const COMPOSE: &str = include_str!("../../../../docker-compose.yml");
const NGINX: &str = include_str!("../../../../deploy/nginx/nginx.conf");

#[test]
fn whatever_runs_for_long_has_bounds_of_memory_and_tasks() {
    for unit in UNITS {
        for bound in ["MemoryMax=", "TasksMax="] {
            let has_it = unit.lines().any(|line| line.starts_with(bound));
            assert!(has_it, "no {bound} in {unit}");
        }
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

/// The number after this word in a text.
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
    for unit in [UNITS[0], UNITS[1]] {
        assert!(number(unit, "\nLimitNOFILE=") >= needed);
    }
    let (server, others) = COMPOSE.split_once("giog-2:").expect("a second server");
    assert!(number(server, "\n    ulimits:\n      nofile: ") >= needed);
    // A proxy has two connections for each player.
    for proxy in others.split("image: caddy:2").skip(1) {
        assert!(number(proxy, "\n    ulimits:\n      nofile: ") >= 2 * connections);
    }
    assert!(number(NGINX, "worker_rlimit_nofile ") >= 2 * connections);
    // For two workers.
    assert!(2 * number(NGINX, "worker_connections ") >= 2 * connections);
}

/// The arguments of the commands of `giog` that a unit starts, with paths in place of what systemd puts there.
fn commands(unit: &str) -> Vec<Vec<String>> {
    let lines = unit
        .lines()
        .filter_map(|line| line.strip_prefix("ExecStart="));
    let giogs = lines.filter_map(|line| line.strip_prefix("/usr/local/bin/giog "));
    let words = |line: &str| line.split(' ').map(|word| word.replace('%', "")).collect();
    giogs.map(words).collect()
}

#[test]
fn the_units_start_commands_that_there_are() {
    for unit in UNITS {
        let commands = commands(unit);
        assert!(!commands.is_empty(), "{unit}");
        for mut words in commands {
            // All words are read before help is shown.
            words.push("--help".to_owned());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = crate::common::giog(&words, b"");
            assert!(output.status.success(), "{words:?}: {output:?}");
        }
    }
}
