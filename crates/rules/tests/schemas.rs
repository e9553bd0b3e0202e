//! Every type that is written to JSON has a schema, in which no field is left out by accident.

use giog_rules::tricks::{Decision, SeenEvent, VariantInfo, View};
use giog_rules::{Judgement, Receipt, Record, Report};
use schemars::schema_for;
use serde_json::Value;

#[test]
fn every_kind_of_message_has_a_schema() {
    for (schema, field) in [
        (schema_for!(Decision), "decision"),
        (schema_for!(SeenEvent), "do"),
        (schema_for!(View), "hand"),
        (schema_for!(Record), "fairness"),
        (schema_for!(Receipt), "entropy"),
        (schema_for!(Report), "checks"),
        (schema_for!(Judgement), "status"),
        (schema_for!(VariantInfo), "combinations"),
    ] {
        let json: Value = schema.into();
        assert!(
            json.to_string().contains(&format!("\"{field}\":")),
            "{field} is not in {json}"
        );
    }
}
