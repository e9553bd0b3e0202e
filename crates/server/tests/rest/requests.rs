//! The cost of an HTTP request before and after its handler, in numbers that do not depend on the machine.

use allocation_counter::measure;

use crate::common::TestServer;

/// The number of requests of each kind: enough that other work does not matter.
const TIMES: u64 = 20;

#[test]
fn an_answer_that_is_there_already_costs_no_more_allocations_than_it_did() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(TestServer::new());
    // The test's own work, sending the request and reading the answer, is included.
    for (path, most) in [
        ("/healthz", 40),
        ("/api/v1/rooms", 47),
        ("/api/v1/variants", 41),
    ] {
        let ask = || {
            let reply = runtime.block_on(server.get(path));
            assert_eq!(reply.status, 200, "{path}");
        };
        // One-time work is done now.
        ask();
        let allocated = measure(|| (0..TIMES).for_each(|_| ask())).count_total / TIMES;
        println!("{path}: {allocated} allocations");
        assert!(allocated <= most, "{path}: {allocated} of at most {most}");
    }
}
