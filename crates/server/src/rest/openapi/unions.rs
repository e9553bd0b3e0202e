//! Unions of objects in the form that generators of clients understand.
//!
//! serde's flattened fields and tags inside of objects become unions beside properties, and unions inside of unions. Generators lose a
//! part of them. Here each union lists whole objects, and each of them has a name:
//!
//! * If a field distinguishes the objects (`do`, `kind`, `variant`), the union is a `oneOf` with this `discriminator`.
//! * Otherwise it is one object, in which properties that only some of them have are optional. Some generators write code for other unions that does not
//!   compile, and some cannot read lists of unions and nulls.

use serde_json::{Map, Value, json};

use super::either::either;
use super::schemas::{
    Schemas, address, alternatives_of, named_by, pascal, properties, reference, required,
};
use super::words::words;

/// The schemas with their unions rewritten, and those that are made for it.
pub(super) fn with_whole_unions(all: &Schemas) -> Schemas {
    let mut made = Schemas::new();
    let mut rewritten = Schemas::new();
    for (name, schema) in all {
        let schema = rewrite(name, schema, all, &mut made);
        rewritten.insert(name.clone(), schema);
    }
    for (name, schema) in made {
        let before = rewritten.insert(name.clone(), schema);
        assert!(before.is_none(), "two schemas want to be called {name}");
    }
    rewritten
}

/// An object of a union.
#[derive(Clone)]
struct Object {
    fields: Map<String, Value>,
    /// The schema that it is, if it has nothing of its own.
    name: Option<String>,
}

fn rewrite(name: &str, schema: &Value, all: &Schemas, made: &mut Schemas) -> Value {
    let Some(fields) = schema.as_object() else {
        return schema.clone();
    };
    let has_more = fields.contains_key("$ref") && has_properties(fields);
    if alternatives_of(fields).is_none() && !has_more {
        return schema.clone();
    }
    let mut union = match objects(fields, None, all) {
        Some(objects) => match tagged(&objects, all) {
            Some((tag, groups)) => discriminated(name, &tag, groups, all, made),
            None => merged(&objects, all).into(),
        },
        None => array_of_all(fields).unwrap_or_else(|| schema.clone()),
    };
    if let Some(description) = fields.get("description") {
        union["description"] = description.clone();
    }
    union
}

fn has_properties(fields: &Map<String, Value>) -> bool {
    properties(fields).next().is_some()
}

/// The objects that a schema allows; none if it allows anything else.
fn objects(fields: &Map<String, Value>, name: Option<&str>, all: &Schemas) -> Option<Vec<Object>> {
    let mut found = Vec::new();
    if let Some(target) = named_by(fields) {
        found = objects(all.get(target)?.as_object()?, Some(target), all)?;
        if tagged(&found, all).is_none() {
            let (fields, name) = (merged(&found, all), Some(target.to_owned()));
            found = vec![Object { fields, name }];
        }
        if has_properties(fields) {
            for object in &mut found {
                *object = both(fields, object);
                if let Some(description) = fields.get("description") {
                    let description = description.clone();
                    object.fields.insert("description".into(), description);
                }
            }
        }
    } else if let Some(alternatives) = alternatives_of(fields) {
        for alternative in alternatives {
            let inner = objects(alternative.as_object()?, None, all)?;
            if has_properties(fields) {
                found.extend(inner.iter().map(|object| both(fields, object)));
            } else {
                found.extend(inner);
            }
        }
    } else if fields.get("type")? == "object" {
        let (fields, name) = (fields.clone(), name.map(str::to_owned));
        found.push(Object { fields, name });
    } else {
        return None;
    }
    Some(found)
}

/// An object with the properties of a union and of one of its objects.
fn both(own: &Map<String, Value>, object: &Object) -> Object {
    let mut fields = object.fields.clone();
    let all: Map<_, _> = properties(own)
        .chain(properties(&object.fields))
        .map(|(name, property)| (name.clone(), property.clone()))
        .collect();
    let mut names: Vec<&str> = required(own).collect();
    names.extend(required(&object.fields).filter(|name| !required(own).any(|own| own == *name)));
    fields.insert("type".into(), "object".into());
    fields.insert("properties".into(), all.into());
    fields.insert("required".into(), names.into());
    if let Some(description) = own.get("description") {
        let own = || description.clone();
        fields.entry("description").or_insert_with(own);
    }
    Object { fields, name: None }
}

/// The objects of one value of a tag, and all its values.
type Group = (Vec<String>, Vec<Object>);

/// The field whose values tell the objects apart, and the objects with each value. A field with one value in each object comes first; so
/// objects that share it are one group.
fn tagged(objects: &[Object], all: &Schemas) -> Option<(String, Vec<Group>)> {
    let (first, rest) = objects.split_first()?;
    if rest.is_empty() {
        return None;
    }
    let mut several = None;
    for tag in required(&first.fields) {
        let values = |object: &Object| {
            required(&object.fields).find(|name| *name == tag)?;
            words(object.fields.get("properties")?.get(tag)?, all)
        };
        let Some(values) = objects.iter().map(values).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let groups = grouped(objects, &values);
        if groups.len() > 1 && values.iter().all(|values| values.len() == 1) {
            return Some((tag.to_owned(), groups));
        }
        let mut each: Vec<_> = groups.iter().flat_map(|(values, _)| values).collect();
        let count = each.len();
        each.sort_unstable();
        each.dedup();
        if groups.len() > 1 && each.len() == count && several.is_none() {
            several = Some((tag.to_owned(), groups));
        }
    }
    several
}

fn grouped(objects: &[Object], values: &[Vec<String>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (object, values) in objects.iter().zip(values) {
        match groups.iter_mut().find(|(known, _)| known == values) {
            Some((_, group)) => group.push(object.clone()),
            None => groups.push((values.clone(), vec![object.clone()])),
        }
    }
    groups
}

/// A union that is told by its tag.
fn discriminated(
    name: &str,
    tag: &str,
    groups: Vec<Group>,
    all: &Schemas,
    made: &mut Schemas,
) -> Value {
    let (mut references, mut mapping) = (Vec::new(), Map::new());
    for (values, group) in groups {
        let target = match &group[..] {
            [
                Object {
                    name: Some(name), ..
                },
            ] => name.clone(),
            group => {
                let name = format!("{name}{}", pascal(&values[0]));
                let before = made.insert(name.clone(), merged(group, all).into());
                assert!(before.is_none(), "two schemas want to be called {name}");
                name
            }
        };
        let to = address(&target);
        mapping.extend(values.into_iter().map(|value| (value, to.clone().into())));
        references.push(reference(&target));
    }
    let discriminator = json!({ "propertyName": tag, "mapping": mapping });
    json!({ "oneOf": references, "discriminator": discriminator })
}

/// One object that all of these are.
fn merged(objects: &[Object], all: &Schemas) -> Map<String, Value> {
    let (first, rest) = objects.split_first().expect("a union has alternatives");
    let mut merged = first.fields.clone();
    let mut fields: Map<String, Value> = Map::new();
    for (name, property) in objects.iter().flat_map(|object| properties(&object.fields)) {
        let property = match fields.get(name) {
            Some(known) => either(known, property, all),
            None => property.clone(),
        };
        fields.insert(name.clone(), property);
    }
    let in_rest = |name: &&str| {
        let mut rest = rest.iter();
        rest.all(|object| required(&object.fields).any(|known| known == *name))
    };
    let always: Vec<&str> = required(&first.fields).filter(in_rest).collect();
    merged.remove("required");
    if !always.is_empty() {
        merged.insert("required".into(), always.into());
    }
    merged.insert("type".into(), "object".into());
    if !fields.is_empty() {
        merged.insert("properties".into(), fields.into());
    }
    merged
}

/// One array for a union of arrays of different lengths: generators have no tuples.
fn array_of_all(fields: &Map<String, Value>) -> Option<Value> {
    let arrays = alternatives_of(fields)?;
    let bound = |name: &'static str| arrays.iter().map(move |array| array[name].as_u64());
    let is_array = |array: &Value| array["type"] == "array" && array.get("prefixItems").is_some();
    if !arrays.iter().all(is_array) {
        return None;
    }
    let least = bound("minItems").collect::<Option<Vec<_>>>()?;
    let most = bound("maxItems").collect::<Option<Vec<_>>>()?;
    let items = arrays
        .iter()
        .filter_map(|array| array["prefixItems"].as_array());
    let items: Vec<_> = items.flatten().cloned().collect();
    Some(json!({
        "type": "array",
        "prefixItems": items,
        "minItems": least.iter().min()?,
        "maxItems": most.iter().max()?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(fields: &Value, required: &[&str]) -> Value {
        json!({ "type": "object", "properties": fields, "required": required })
    }

    fn rewritten(schemas: &Value) -> Schemas {
        with_whole_unions(schemas.as_object().expect("schemas"))
    }

    #[test]
    fn a_union_with_a_tag_lists_whole_objects_with_names() {
        let word = |word: &str| json!({ "type": "string", "enum": [word] });
        let text = json!({ "type": "string" });
        let all = rewritten(&json!({
            "Act": { "oneOf": [
                object(&json!({ "do": word("take_back") }), &["do"]),
                { "type": "object", "properties": { "do": word("claim") }, "required": ["do"], "oneOf": [
                    object(&json!({ "claim": word("pass") }), &["claim"]),
                    object(&json!({ "claim": word("chow"), "tiles": text }), &["claim", "tiles"]),
                ] },
            ] },
            "Event": {
                "type": "object",
                "properties": { "seat": text },
                "required": ["seat"],
                "anyOf": [{ "$ref": "#/components/schemas/Act" }],
            },
        }));
        assert_eq!(
            all["Event"]["discriminator"],
            json!({ "propertyName": "do", "mapping": {
                "take_back": "#/components/schemas/EventTakeBack",
                "claim": "#/components/schemas/EventClaim",
            } })
        );
        assert_eq!(all["Event"].get("properties"), None);
        assert_eq!(all["EventTakeBack"]["required"], json!(["seat", "do"]));
        let claim = &all["ActClaim"];
        assert_eq!(claim["required"], json!(["do", "claim"]));
        assert_eq!(
            claim["properties"]["claim"]["enum"],
            json!(["pass", "chow"])
        );
        assert_eq!(claim["properties"]["tiles"], text);
    }

    #[test]
    fn a_union_without_a_tag_is_one_object() {
        let text = json!({ "type": "string" });
        let view = |name: &str| object(&json!({ name: text }), &[name]);
        let all = rewritten(&json!({
            "Player": { "anyOf": [view("id"), view("bot")] },
            "Result": { "type": "object", "properties": { "end": text }, "required": ["end"], "anyOf": [
                object(&json!({ "due": text }), &["due"]),
                { "type": "object" },
            ] },
        }));
        let fields = json!({ "bot": text, "id": text });
        assert_eq!(
            all["Player"],
            json!({ "type": "object", "properties": fields })
        );
        let fields = json!({ "due": text, "end": text });
        assert_eq!(all["Result"], object(&fields, &["end"]));
    }

    #[test]
    #[should_panic(expected = "two schemas want to be called ActPass")]
    fn no_name_is_given_twice() {
        let act = |word: &str| {
            let word = json!({ "type": "string", "enum": [word] });
            object(&json!({ "do": word }), &["do"])
        };
        rewritten(&json!({
            "ActPass": { "type": "string" },
            "Act": { "oneOf": [act("pass"), act("win")] },
        }));
    }
}
