//! One schema for a property that two objects have, each in its own way.

use serde_json::{Value, json};

use super::schemas::Schemas;
use super::words::words;

/// A property that is one or the other.
pub(super) fn either(one: &Value, other: &Value, all: &Schemas) -> Value {
    let bare = |schema: &Value| {
        let mut schema = schema.clone();
        schema
            .as_object_mut()
            .map(|fields| fields.remove("description"));
        schema
    };
    if bare(one) == bare(other) {
        return one.clone();
    }
    let mut either = word_of_both(one, other, all)
        .or_else(|| same_type(one, other, all))
        .unwrap_or_else(|| {
            let mut parts: Vec<Value> = Vec::new();
            for part in [one, other].into_iter().flat_map(parts_of).map(bare) {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            json!({ "anyOf": parts })
        });
    if let Some(description) = one.get("description") {
        either["description"] = description.clone();
    }
    either
}

/// The alternatives of a property: those of its union and of unions in it, or itself.
fn parts_of(schema: &Value) -> Vec<&Value> {
    match schema["anyOf"].as_array() {
        Some(alternatives) => alternatives.iter().flat_map(parts_of).collect(),
        None => vec![schema],
    }
}

/// A list of the words of both, if both are words, or null.
fn word_of_both(one: &Value, other: &Value, all: &Schemas) -> Option<Value> {
    let mut together = Vec::new();
    let mut may_be_null = false;
    for part in [one, other].into_iter().flat_map(parts_of) {
        if part["type"] == "null" {
            may_be_null = true;
            continue;
        }
        for word in words(part, all)? {
            if !together.contains(&word) {
                together.push(word);
            }
        }
    }
    let list = json!({ "type": "string", "enum": together });
    Some(if may_be_null {
        json!({ "anyOf": [list, { "type": "null" }] })
    } else {
        list
    })
}

/// One schema for two of one type, of which one may be null, with the limits of both.
fn same_type(one: &Value, other: &Value, all: &Schemas) -> Option<Value> {
    let types = |schema: &Value| match &schema["type"] {
        Value::String(kind) => vec![kind.clone()],
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    };
    let (mut kinds, more) = (types(one), types(other));
    if kinds.is_empty() || more.is_empty() {
        return None;
    }
    kinds.extend(more);
    kinds.sort_unstable_by_key(|kind| kind == "null");
    kinds.dedup();
    let (first, rest) = kinds.split_first()?;
    if first == "object" || rest.iter().any(|kind| kind != "null") {
        return None;
    }
    let mut same = one.as_object()?.clone();
    same.retain(|name, limit| name == "description" || other.get(name) == Some(limit));
    let kind = if rest.is_empty() {
        json!(first)
    } else {
        json!(kinds)
    };
    same.insert("type".into(), kind);
    if first == "array" {
        same.insert(
            "items".into(),
            either(one.get("items")?, other.get("items")?, all),
        );
    }
    Some(same.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_equal_types_stay_one_schema() {
        let list = |words: &[&str]| json!({ "type": "string", "enum": words });
        let nothing = json!({ "type": "null" });
        let all = json!({ "End": list(&["mate"]) });
        let all = all.as_object().expect("schemas");
        let end = json!({ "$ref": "#/components/schemas/End" });
        let nullable = json!({ "anyOf": [end, nothing] });
        assert_eq!(
            either(&nullable, &list(&["time", "mate"]), all),
            json!({ "anyOf": [list(&["mate", "time"]), nothing] })
        );
        let numbers =
            |kind: Value| json!({ "type": kind, "items": { "type": "integer" }, "maxItems": 8 });
        assert_eq!(
            either(
                &numbers(json!("array")),
                &numbers(json!(["array", "null"])),
                all
            ),
            numbers(json!(["array", "null"]))
        );
        let text = json!({ "type": "string" });
        let either = either(&end, &text, all);
        assert_eq!(either, json!({ "anyOf": [end, text] }));
    }
}
