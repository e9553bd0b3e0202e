//! The types of requests, as they are named in metrics.

use giog_protocol::client::Request;

/// The label for frames that are not requests.
pub const UNREADABLE: &str = "unreadable";

/// Every type in its wire name, and [`UNREADABLE`].
pub fn kinds() -> impl Iterator<Item = &'static str> {
    Request::types().chain([UNREADABLE])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// Collects every value that a schema allows for a field `type`.
    fn types(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Array(parts) => parts.iter().for_each(|part| types(part, found)),
            Value::Object(parts) => {
                let word = parts.get("properties").map(|of| &of["type"]["const"]);
                found.extend(word.and_then(Value::as_str).map(str::to_owned));
                parts.values().for_each(|part| types(part, found));
            }
            _ => {}
        }
    }

    #[test]
    fn every_type_of_request_is_counted() {
        let schema = serde_json::to_value(schemars::schema_for!(Request)).expect("a schema");
        let mut said = BTreeSet::new();
        types(&schema, &mut said);
        said.insert(UNREADABLE.to_owned());
        let counted: BTreeSet<String> = kinds().map(str::to_owned).collect();
        assert_eq!(counted, said);
    }
}
