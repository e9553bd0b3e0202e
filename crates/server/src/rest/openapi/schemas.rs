//! Common functions for rewriting schemas: references, unions, names.

use serde_json::{Map, Value, json};

/// All schemas of a document, by name.
pub type Schemas = Map<String, Value>;

/// Where the schemas of a document are.
const SCHEMAS: &str = "#/components/schemas/";

/// A reference to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": address(name) })
}

/// The address of a schema.
pub(super) fn address(name: &str) -> String {
    format!("{SCHEMAS}{name}")
}

/// The name of the schema that this one refers to.
pub(super) fn named_by(fields: &Map<String, Value>) -> Option<&str> {
    fields.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}

/// The alternatives of a union.
pub(super) fn alternatives_of(fields: &Map<String, Value>) -> Option<&Vec<Value>> {
    let union = fields.get("oneOf").or_else(|| fields.get("anyOf"))?;
    union.as_array()
}

/// The properties of an object.
pub(super) fn properties(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let properties = fields.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten()
}

/// The names of the properties that an object always has.
pub(super) fn required(fields: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let names = fields.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str)
}

/// A word as a part of a name: `take_back` is `TakeBack`.
pub(super) fn pascal(word: &str) -> String {
    let parts = word.split(['_', '-']);
    let parts = parts.map(|part| {
        let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
        first.to_uppercase() + rest
    });
    parts.collect()
}
