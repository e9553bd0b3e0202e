//! The limits in the files for systemd and Docker.

const UNIT: &str = include_str!("../../../deploy/systemd/giog@.service");
const COMPOSE: &str = include_str!("../../../docker-compose.yml");

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
