//! The messages of the socket for programs: an `AsyncAPI` document, and a JSON Schema of single frames.
//!
//! Both are generated from the types that the server reads and writes. The `AsyncAPI` document has them in the form that generators of
//! clients understand (see `openapi`), with one message for each request and each answer. The JSON Schema has them exactly.

use giog_protocol::bot::ToProgram;
use giog_protocol::client::Request;
use giog_protocol::server::ServerMessage;
use giog_rules::{Receipt, Record};
use serde_json::{Map, Value, json};

use super::openapi::{add, answers, inputs, named_in, needed, portable};

/// The path of the `AsyncAPI` document.
pub const DOCUMENT: &str = "/api/v1/asyncapi.json";
/// The path of the JSON Schema.
pub const SCHEMA: &str = "/api/v1/protocol.schema.json";

/// The ending of a type's name where clients may leave out what the server always sends.
const INPUT: &str = "Input";
/// Where the generators put their schemas, and where a JSON Schema has its own.
const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";

type Schemas = Map<String, Value>;

/// The `AsyncAPI` document of the socket of a server whose public address has the path `root`.
pub fn document(root: &str) -> Value {
    let mut schemas = portable(&schemas());
    let mut messages = Map::new();
    let mut of_channel = Map::new();
    let sides = ["Request", "ServerMessage"].map(|union| {
        let names = messages_of(union, &schemas, &mut messages);
        for name in &names {
            of_channel.insert(
                name.clone(),
                refer(&format!("#/components/messages/{name}")),
            );
        }
        let references = names.iter();
        references
            .map(|name| refer(&format!("#/channels/socket/messages/{name}")))
            .collect::<Vec<_>>()
    });
    let [requests, answers] = sides;
    schemas.values_mut().for_each(without_discriminators);
    // What is in no message, but wanted by whoever generates types.
    let more = ["Request", "ServerMessage", "Record", "Receipt", "ToProgram"];
    let more = more.map(|name| refer(&format!("{COMPONENTS}{name}")));
    let schemas = needed(&json!([messages, more]), schemas);
    let server = |protocol: &str, description: &str| {
        json!({
            "host": "{host}",
            "pathname": root,
            "protocol": protocol,
            "description": description,
            "variables": { "host": {
                "default": "127.0.0.1:8080",
                "description": "The server's host, with its port if that is not the usual one.",
            } },
        })
    };
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Giog",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The socket on which matches are played: one JSON object in each text frame. docs/PROTOCOL.md says what the messages mean; REST is described by /api/v1/openapi.json.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "secure": server("wss", "Behind a proxy with TLS."),
            "plain": server("ws", "Without TLS."),
        },
        "channels": { "socket": {
            "address": "/ws",
            "description": "The first request is `hello`. Every request gets one `ok` or `error`, whose `re` is the request's `id`.",
            "messages": of_channel,
            "bindings": { "ws": { "method": "GET", "bindingVersion": "0.1.0" } },
        } },
        "operations": {
            "receiveRequest": {
                "action": "receive",
                "summary": "What clients send.",
                "channel": refer("#/channels/socket"),
                "messages": requests,
            },
            "sendMessage": {
                "action": "send",
                "summary": "What the server sends.",
                "channel": refer("#/channels/socket"),
                "messages": answers,
            },
        },
        "components": { "messages": messages, "schemas": schemas },
    })
}

/// The JSON Schema of a frame, in either direction. Its definitions include records, receipts, and the lines to programs that play.
pub fn schema() -> Value {
    let definitions = schemas();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A frame of Giog's socket",
        "description": "What clients send (`Request`) or what the server sends (`ServerMessage`). Records, receipts and the lines to programs that play (`ToProgram`) are among the definitions.",
        "anyOf": [refer(&format!("{COMPONENTS}Request")), refer(&format!("{COMPONENTS}ServerMessage"))],
        "$defs": definitions,
    });
    each_reference(&mut schema, &mut |reference| {
        if let Some(name) = reference.strip_prefix(COMPONENTS) {
            *reference = format!("{DEFINITIONS}{name}");
        }
    });
    schema
}

/// All types of both directions.
fn schemas() -> Schemas {
    let (mut sent, mut received) = (answers(), inputs());
    add::<(ServerMessage, Record, Receipt, ToProgram)>(&mut sent);
    add::<Request>(&mut received);
    both(sent.take_definitions(true), received.take_definitions(true))
}

/// The types of both directions together. A type that is not the same in both, or has such a type in it, has a name of its own in what
/// clients send.
fn both(mut sent: Schemas, received: Schemas) -> Schemas {
    let mut unlike: Vec<String> = Vec::new();
    loop {
        let is_unlike = |name: &String, schema: &Value| {
            !unlike.contains(name)
                && sent.get(name).is_some_and(|other| {
                    other != schema || named_in(schema).iter().any(|name| unlike.contains(name))
                })
        };
        let more: Vec<String> = (received.iter())
            .filter(|(name, schema)| is_unlike(name, schema))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            break;
        }
        unlike.extend(more);
    }
    for (name, mut schema) in received {
        each_reference(&mut schema, &mut |reference| {
            let target = reference.strip_prefix(COMPONENTS);
            if target.is_some_and(|target| unlike.iter().any(|name| name == target)) {
                reference.push_str(INPUT);
            }
        });
        let name = if unlike.contains(&name) {
            name + INPUT
        } else {
            name
        };
        sent.insert(name, schema);
    }
    sent
}

/// Adds a message for each alternative of a union that has the tag `type`, and returns their names.
fn messages_of(union: &str, schemas: &Schemas, messages: &mut Map<String, Value>) -> Vec<String> {
    let mapping = schemas[union]["discriminator"]["mapping"].as_object();
    let mapping = mapping.expect("every message has a type");
    let mut names = Vec::new();
    for (kind, target) in mapping {
        let target = target.as_str().expect("a mapping has references");
        let name = target.trim_start_matches(COMPONENTS);
        let mut message = json!({ "name": kind, "payload": refer(target) });
        if let Some(summary) = schemas[name].get("description") {
            message["summary"] = summary.clone();
        }
        messages.insert(name.to_owned(), message);
        names.push(name.to_owned());
    }
    names
}

/// Removes discriminators at all depths: OpenAPI has an object there, where `AsyncAPI` wants the name of a property whose values are names of
/// schemas. What they say is in the lists of words of the alternatives.
fn without_discriminators(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields
                .get("discriminator")
                .is_some_and(|own| own["mapping"].is_object())
            {
                fields.remove("discriminator");
            }
            fields.values_mut().for_each(without_discriminators);
        }
        Value::Array(items) => items.iter_mut().for_each(without_discriminators),
        _ => {}
    }
}

fn refer(target: &str) -> Value {
    json!({ "$ref": target })
}

/// Changes every reference in a schema. A property that is called `$ref` would have an object there, and no text.
fn each_reference(schema: &mut Value, change: &mut impl FnMut(&mut String)) {
    match schema {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(reference) if name == "$ref" => change(reference),
                    field => each_reference(field, change),
                }
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| each_reference(item, change)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_that_clients_may_send_with_less_has_a_name_of_its_own() {
        let text = json!({ "type": "string" });
        let holder = json!({ "properties": { "in": { "$ref": "#/components/schemas/Inner" } } });
        let sent = json!({
            "Inner": { "required": ["a"] }, "Holder": holder, "Same": text,
        });
        let received = json!({
            "Inner": {}, "Holder": holder, "Same": text, "Only": holder,
        });
        let fields = |value: &Value| value.as_object().expect("schemas").clone();
        let input =
            json!({ "properties": { "in": { "$ref": "#/components/schemas/InnerInput" } } });
        let expected = json!({
            "Inner": { "required": ["a"] }, "InnerInput": {}, "Holder": holder, "HolderInput": input,
            "Same": text, "Only": input,
        });
        assert_eq!(both(fields(&sent), fields(&received)), fields(&expected));
    }
}
