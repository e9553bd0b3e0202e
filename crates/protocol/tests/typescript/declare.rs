//! TypeScript declarations from JSON schemas: supports the parts that schemars uses for the types here. Anything unknown fails the test;
//! nothing becomes `any`.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::text::{comment, indented};

type Schema = Map<String, Value>;

/// The keywords that schemas may have. Lengths, ranges and patterns have no types in TypeScript.
const KNOWN: [&str; 22] = [
    "additionalProperties",
    "$ref",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "prefixItems",
    "properties",
    "required",
    "type",
    "x-enum-varnames",
];

/// Which side writes a text, and which reads it.
#[derive(Clone, Copy, PartialEq)]
pub enum Direction {
    ToServer,
    FromServer,
}

/// A file of declarations: each type once, where it is first used.
pub struct Declarations {
    text: String,
    direction: Direction,
    /// Enums that are flattened into other types, by name.
    shared: Vec<(String, Value)>,
    /// The schemas so far, in either direction: a name must always have the same schema.
    met: BTreeMap<String, Value>,
}

impl Declarations {
    pub fn new(head: &str) -> Self {
        Self {
            text: head.to_owned(),
            direction: Direction::ToServer,
            shared: Vec::new(),
            met: BTreeMap::new(),
        }
    }

    /// Declares an enum under its name; types into which it is flattened refer to that name.
    pub fn share<T: JsonSchema>(&mut self) {
        let schema = T::json_schema(&mut self.generator()).into();
        self.shared.push((T::schema_name().into_owned(), schema));
    }

    /// Begins a part of the file.
    pub fn section(&mut self, title: &str, direction: Direction) {
        self.direction = direction;
        self.text.extend(["\n// ", title, "\n"]);
    }

    /// Declares a type, and all types that it refers to.
    pub fn add<T: JsonSchema>(&mut self) {
        let mut generator = self.generator();
        let root: Value = generator.subschema_for::<T>().into();
        let definitions = generator.take_definitions(true);
        self.declare(&root, &definitions);
    }

    fn generator(&self) -> SchemaGenerator {
        let settings = SchemaSettings::draft2020_12();
        let settings = match self.direction {
            Direction::ToServer => settings.for_deserialize(),
            Direction::FromServer => settings.for_serialize(),
        };
        settings.into_generator()
    }

    pub fn finish(self) -> String {
        for (name, _) in &self.shared {
            assert!(
                self.met.contains_key(name),
                "`{name}` is flattened into nothing"
            );
        }
        self.text
    }

    /// Declares the types to which a schema refers, in that order.
    fn declare(&mut self, schema: &Value, definitions: &Schema) {
        for (name, definition) in self.references(schema, definitions) {
            if let Some(known) = self.met.get(&name) {
                assert_eq!(known, &definition, "`{name}` means two things");
                continue;
            }
            let declared = self.declaration(&name, object(&definition));
            self.text.extend(["\n", &declared]);
            self.met.insert(name, definition.clone());
            self.declare(&definition, definitions);
        }
    }

    /// The types to which a schema refers, in the order of its declaration.
    fn references(&self, schema: &Value, definitions: &Schema) -> Vec<(String, Value)> {
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Array(parts) => {
                let parts = parts.iter();
                return parts
                    .flat_map(|part| self.references(part, definitions))
                    .collect();
            }
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        if let Some(name) = schema.get("$ref").map(referred) {
            found.push((name.to_owned(), definitions[name].clone()));
        }
        for (_, field) in fields(schema) {
            found.extend(self.references(field, definitions));
        }
        for items in ["items", "prefixItems"] {
            if let Some(items) = schema.get(items) {
                found.extend(self.references(items, definitions));
            }
        }
        match (self.flattened(schema), choices(schema)) {
            (Some(shared), _) => found.push(shared.clone()),
            (None, Some(choices)) => found.extend(self.references(choices, definitions)),
            (None, None) => {}
        }
        found
    }

    /// The shared enum that is flattened into a schema.
    fn flattened(&self, schema: &Schema) -> Option<&(String, Value)> {
        let of = choices(schema).filter(|_| schema.contains_key("properties"))?;
        let mut shared = self.shared.iter();
        shared.find(|(_, schema)| choices(object(schema)) == Some(of))
    }

    fn declaration(&self, name: &str, schema: &Schema) -> String {
        let head = comment(described(schema));
        match choices(schema) {
            None if schema.get("type").is_some_and(|kind| kind == "object") => {
                format!(
                    "{head}export interface {name} {}\n",
                    self.properties(schema)
                )
            }
            Some(choices) if !schema.contains_key("properties") => {
                format!("{head}export type {name} ={};\n", self.union(choices))
            }
            _ => format!("{head}export type {name} = {};\n", self.of(schema)),
        }
    }

    /// The type that a schema describes.
    fn of(&self, schema: &Schema) -> String {
        for key in schema.keys() {
            assert!(
                KNOWN.contains(&key.as_str()),
                "`{key}` is not known here: {schema:?}"
            );
        }
        let mut parts = Vec::new();
        if schema.contains_key("properties") {
            parts.push(self.properties(schema));
        }
        parts.extend(schema.get("$ref").map(|name| referred(name).to_owned()));
        parts.extend(choices(schema).map(|choices| {
            match (self.flattened(schema), nullable(choices)) {
                (Some((name, _)), _) => name.clone(),
                (None, Some(some)) => format!("{} | null", self.of(object(some))),
                (None, None) => format!("({}\n)", self.union(choices)),
            }
        }));
        if parts.is_empty() {
            parts.push(self.simple(schema));
        }
        parts.join(" & ")
    }

    /// The type of a schema that is neither a choice nor a reference.
    fn simple(&self, schema: &Schema) -> String {
        if let Some(value) = schema.get("const") {
            return value.to_string();
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return join(values.iter().map(Value::to_string));
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.as_slice(),
            kind => std::slice::from_ref(kind),
        };
        join(kinds.iter().map(|kind| match kind.as_str() {
            Some("string") => "string".to_owned(),
            Some("integer" | "number") => "number".to_owned(),
            Some("boolean") => "boolean".to_owned(),
            Some("null") => "null".to_owned(),
            Some("object") => match schema.get("additionalProperties") {
                Some(values) => format!("{{ [name: string]: {} }}", self.of(object(values))),
                None => self.properties(schema),
            },
            Some("array") => self.array(schema),
            _ => panic!("no type is known for {schema:?}"),
        }))
    }

    /// A list, or a tuple.
    fn array(&self, schema: &Schema) -> String {
        let tuple = |parts: Vec<String>| format!("[{}]", parts.join(", "));
        if let Some(Value::Array(parts)) = schema.get("prefixItems") {
            return tuple(parts.iter().map(|part| self.of(object(part))).collect());
        }
        let items = object(&schema["items"]);
        let items = if items.is_empty() {
            "unknown".to_owned()
        } else {
            self.of(items)
        };
        match schema.get("minItems").and_then(Value::as_u64) {
            None => list(&items),
            Some(count) => tuple((0..count).map(|_| items.clone()).collect()),
        }
    }

    /// Each choice on its own line, after its description.
    fn union(&self, choices: &Value) -> String {
        let choices = choices.as_array().into_iter().flatten().map(object);
        let lines = choices.map(|choice| {
            let said = comment(described(choice));
            indented(&format!("\n{said}| {}", self.of(choice)))
        });
        lines.collect()
    }

    /// The fields of an object, each with its description.
    fn properties(&self, schema: &Schema) -> String {
        let required = required(schema);
        let lines = fields(schema).into_iter().map(|(name, field)| {
            let mut kind = self.of(object(field));
            let mark = if required.contains(&name) { "" } else { "?" };
            if mark == "?" && self.direction == Direction::FromServer {
                // The schema also allows null, because null is accepted when it is read; but it is never written.
                kind = kind.trim_end_matches(" | null").to_owned();
            }
            assert!(
                mark.is_empty()
                    || self.direction == Direction::FromServer
                    || kind.ends_with(" | null"),
                "null must mean the same as leaving `{name}` out"
            );
            let said = comment(described(object(field)));
            indented(&format!("\n{said}{name}{mark}: {kind};"))
        });
        let lines: String = lines.collect();
        match lines.lines().count() {
            0 => "{}".to_owned(),
            // A single field without a description, like the `type` of a message.
            2 => format!("{{ {} }}", lines.trim().trim_end_matches(';')),
            _ => format!("{{{lines}\n}}"),
        }
    }
}

fn join(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

fn list(items: &str) -> String {
    if items.contains([' ', '\n']) {
        format!("({items})[]")
    } else {
        format!("{items}[]")
    }
}

/// The fields in the order of their declaration, those that may be left out last.
fn fields(schema: &Schema) -> Vec<(&str, &Value)> {
    let Some(Value::Object(fields)) = schema.get("properties") else {
        return Vec::new();
    };
    let required = required(schema);
    let optional = fields.keys().map(String::as_str);
    let optional = optional.filter(|name| !required.contains(name));
    let names = required.iter().copied().chain(optional);
    names.map(|name| (name, &fields[name])).collect()
}

fn required(schema: &Schema) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten();
    names.filter_map(Value::as_str).collect()
}

fn choices(schema: &Schema) -> Option<&Value> {
    schema.get("oneOf").or_else(|| schema.get("anyOf"))
}

/// The type of a value whose only other choice is null.
fn nullable(choices: &Value) -> Option<&Value> {
    match choices.as_array()?.as_slice() {
        [some, other] if other["type"] == "null" => Some(some),
        _ => None,
    }
}

fn described(schema: &Schema) -> &str {
    let said = schema.get("description").and_then(Value::as_str);
    said.unwrap_or_default()
}

fn referred(reference: &Value) -> &str {
    let path = reference.as_str().unwrap_or_default();
    path.strip_prefix("#/$defs/")
        .expect("definitions are in `$defs`")
}

fn object(schema: &Value) -> &Schema {
    schema.as_object().expect("no type here may be anything")
}
