//! The document in the form that generators of clients understand; `tests/clients` tries them.
//!
//! It is equivalent to the schemas of the types, without constructs that generators ignore, refuse, or turn into code that does not compile.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::schemas::{Schemas, alternatives_of, named_by};
use super::unions::with_whole_unions;
use super::words::with_enums;

/// The schemas in this form.
pub fn portable(schemas: &Schemas) -> Schemas {
    let each = |schemas: &Schemas, change: fn(&Value, &Schemas) -> Value| -> Schemas {
        let changed = schemas.iter();
        changed
            .map(|(name, schema)| (name.clone(), change(schema, schemas)))
            .collect()
    };
    let listed = each(&each(schemas, with_nulls_in_place), with_enums);
    let whole = with_whole_unions(&listed).into_iter();
    whole
        .map(|(name, schema)| (name, without_tuples(schema)))
        .collect()
}

/// The schema with what may be null in the place of references to it, at all depths: generators make an object of a schema with a name that
/// may be null.
fn with_nulls_in_place(schema: &Value, all: &Schemas) -> Value {
    match schema {
        Value::Array(items) => items
            .iter()
            .map(|item| with_nulls_in_place(item, all))
            .collect(),
        Value::Object(fields) => {
            let target = named_by(fields).and_then(|name| all.get(name)?.as_object());
            let may_be_null = |target: &&Map<String, Value>| {
                let mut alternatives = alternatives_of(target).into_iter().flatten();
                alternatives.any(|alternative| alternative["type"] == "null")
            };
            if let Some(target) = target.filter(may_be_null) {
                let own = fields.iter().filter(|(name, _)| *name != "$ref");
                let own = own.chain(
                    target
                        .iter()
                        .filter(|(name, _)| !fields.contains_key(*name)),
                );
                return own
                    .map(|(name, field)| (name.clone(), field.clone()))
                    .collect();
            }
            let fields = fields.iter();
            fields
                .map(|(name, field)| (name.clone(), with_nulls_in_place(field, all)))
                .collect()
        }
        plain => plain.clone(),
    }
}

/// The schema with arrays in the place of tuples, at all depths.
fn without_tuples(schema: Value) -> Value {
    match schema {
        Value::Array(items) => items.into_iter().map(without_tuples).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let mut fields: Map<_, _> = fields
                .map(|(name, field)| (name, without_tuples(field)))
                .collect();
            if let Some(Value::Array(items)) = fields.remove("prefixItems") {
                fields.insert("items".into(), any_of(items));
            }
            fields.into()
        }
        plain => plain,
    }
}

fn any_of(schemas: Vec<Value>) -> Value {
    let mut different: Vec<Value> = Vec::new();
    for mut schema in schemas {
        schema
            .as_object_mut()
            .map(|fields| fields.remove("description"));
        if !different.contains(&schema) {
            different.push(schema);
        }
    }
    match &different[..] {
        [one] => one.clone(),
        _ => json!({ "anyOf": different }),
    }
}

/// The schemas that paths need.
pub fn needed(paths: &Value, mut schemas: Schemas) -> Schemas {
    let mut names = BTreeSet::new();
    let mut found = named_in(paths);
    while let Some(name) = found.pop() {
        if names.insert(name.clone()) {
            found.extend(schemas.get(&name).map(named_in).unwrap_or_default());
        }
    }
    schemas.retain(|name, _| names.contains(name));
    schemas
}

/// The names of the schemas to which this refers.
pub fn named_in(json: &Value) -> Vec<String> {
    match json {
        Value::Object(fields) => {
            let own = named_by(fields).map(str::to_owned);
            own.into_iter()
                .chain(fields.values().flat_map(named_in))
                .collect()
        }
        Value::Array(items) => items.iter().flat_map(named_in).collect(),
        _ => Vec::new(),
    }
}
