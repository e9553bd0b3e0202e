//! The cost of an HTTP request before and after its handler, in numbers that do not depend on the machine.

use allocation_counter::measure;

use crate::common::TestServer;

/// How often each is asked for: enough that what happens beside it does not count.
const TIMES: u64 = 20;

#[test]
fn an_answer_that_is_there_already_costs_no_more_allocations_than_it_did() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(TestServer::new());
    // The request itself and the reading of the answer, which are the test's own, are counted with them.
    for (path, most) in [
        ("/healthz", 40),
        ("/api/v1/rooms", 47),
        ("/api/v1/variants", 41),
    ] {
        let ask = || {
            let reply = runtime.block_on(server.get(path));
            assert_eq!(reply.status, 200, "{path}");
        };
        // What is made once is made now.
        ask();
        let allocated = measure(|| (0..TIMES).for_each(|_| ask())).count_total / TIMES;
        println!("{path}: {allocated} allocations");
        assert!(allocated <= most, "{path}: {allocated} of at most {most}");
    }
}
