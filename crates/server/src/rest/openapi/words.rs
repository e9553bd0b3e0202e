//! Closed lists of words as `enum`.
//!
//! schemars writes them as a union of constants, one with each description. Generators of clients make a type of each constant then, or
//! nothing that compiles.

use serde_json::{Map, Value, json};

use super::schemas::{Schemas, alternatives_of, named_by};

/// The schema with `enum` in the place of constants and of unions of them, at all depths.
pub(super) fn with_enums(schema: &Value, all: &Schemas) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(|item| with_enums(item, all)).collect(),
        Value::Object(fields) => {
            let is_list = fields.contains_key("const") || alternatives_of(fields).is_some();
            if is_list && let Some(words) = words(schema, all) {
                return list(fields, &words, all);
            }
            let fields = fields.iter();
            fields
                .map(|(name, field)| (name.clone(), with_enums(field, all)))
                .collect()
        }
        plain => plain.clone(),
    }
}

/// The words that a schema allows; none if it allows anything else.
pub(super) fn words(schema: &Value, all: &Schemas) -> Option<Vec<String>> {
    let fields = schema.as_object()?;
    if let Some(word) = fields.get("const") {
        return Some(vec![word.as_str()?.to_owned()]);
    }
    if let Some(words) = fields.get("enum") {
        let words = words.as_array()?.iter();
        return words.map(|word| word.as_str().map(str::to_owned)).collect();
    }
    if fields.contains_key("properties") {
        return None;
    }
    if let Some(name) = named_by(fields) {
        return words(all.get(name)?, all);
    }
    let mut together = Vec::new();
    for alternative in alternatives_of(fields)? {
        for word in words(alternative, all)? {
            if !together.contains(&word) {
                together.push(word);
            }
        }
    }
    Some(together)
}

/// A list of words, with what each of them means in its description.
fn list(fields: &Map<String, Value>, words: &[String], all: &Schemas) -> Value {
    let mut list = json!({ "type": "string", "enum": words });
    let own = fields.get("description").and_then(Value::as_str);
    let meanings = meanings(fields, all).join("\n");
    let parts = [own.unwrap_or_default(), &meanings];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if !parts.is_empty() {
        list["description"] = parts.join("\n\n").into();
    }
    list
}

/// The meanings of the words in a union of constants, one line for each.
fn meanings(fields: &Map<String, Value>, all: &Schemas) -> Vec<String> {
    let mut lines = Vec::new();
    for alternative in alternatives_of(fields).into_iter().flatten() {
        let Some(alternative) = alternative.as_object() else {
            continue;
        };
        let meaning = alternative.get("description").and_then(Value::as_str);
        let word = alternative.get("const").and_then(Value::as_str);
        if let (Some(word), Some(meaning)) = (word, meaning) {
            lines.push(format!("* `{word}`: {meaning}"));
        }
        let named = named_by(alternative).and_then(|name| all.get(name)?.as_object());
        lines.extend(meanings(named.unwrap_or(alternative), all));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_become_one_list_of_words_with_their_meanings() {
        let all = json!({ "More": { "oneOf": [
            { "type": "string", "const": "c", "description": "Sea." },
            { "type": "string", "const": "a" },
        ] } });
        let all = all.as_object().expect("schemas");
        let union = json!({ "description": "All.", "anyOf": [
            { "type": "string", "const": "a", "description": "Eh." },
            { "$ref": "#/components/schemas/More" },
        ] });
        let list = json!({
            "type": "string",
            "enum": ["a", "c"],
            "description": "All.\n\n* `a`: Eh.\n* `c`: Sea.",
        });
        assert_eq!(with_enums(&union, all), list);
        let object = json!({ "properties": { "word": union, "number": { "type": "integer" } } });
        let expected = json!({ "properties": { "word": list, "number": { "type": "integer" } } });
        assert_eq!(with_enums(&object, all), expected);
        let null =
            json!({ "anyOf": [{ "$ref": "#/components/schemas/More" }, { "type": "null" }] });
        assert_eq!(with_enums(&null, all), null);
    }
}
