//! The OpenAPI document and its page.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Map, Value, json};

use crate::common::{OPERATOR, Reply, TestServer};

/// How often a file is requested until a busy machine has compressed it.
const TRIES: usize = 10;

#[tokio::test]
async fn the_document_stays_as_it_is_until_somebody_says_otherwise() {
    let server = TestServer::new().await;
    let document = server.get("/api/v1/openapi.json").await;
    assert_eq!(document.header("content-type"), "application/json");
    let document = document.ok(200);
    assert_eq!(document["openapi"], "3.1.0");
    insta::assert_json_snapshot!("openapi", document);
}

#[tokio::test]
async fn everything_the_document_refers_to_is_in_it_and_nothing_else() {
    let server = TestServer::new().await;
    let document = server.get("/api/v1/openapi.json").await.ok(200);
    let mut wanted = BTreeSet::new();
    references(&document["paths"], &mut wanted);
    loop {
        let mut more = wanted.clone();
        for reference in &wanted {
            let schema = document.pointer(&reference[1..]);
            references(
                schema.unwrap_or_else(|| panic!("{reference} is not there")),
                &mut more,
            );
        }
        if more == wanted {
            break;
        }
        wanted = more;
    }
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    for name in schemas.keys() {
        assert!(
            wanted.contains(&format!("#/components/schemas/{name}")),
            "{name} is in no body"
        );
        let numbered = name.ends_with(|c: char| c.is_ascii_digit());
        assert!(
            !numbered,
            "two types want to be called as {name} without its number"
        );
    }
}

#[tokio::test]
async fn every_body_has_a_type_in_typescript_too() {
    let server = TestServer::new().await;
    let document = server.get("/api/v1/openapi.json").await.ok(200);
    let types = server.get("/types/protocol.d.ts").await.body;
    let types = String::from_utf8(types).expect("types are text");
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    // The alternatives of unions, which TypeScript has inline.
    let made: BTreeSet<String> = schemas
        .iter()
        .filter_map(|(name, schema)| Some((name, schema["oneOf"].as_array()?)))
        .flat_map(|(name, alternatives)| {
            let targets = alternatives.iter().filter_map(|one| one["$ref"].as_str());
            let targets = targets.filter_map(|target| target.rsplit('/').next());
            targets.filter(move |target| target.starts_with(name))
        })
        .map(str::to_owned)
        .collect();
    let missing: Vec<_> = schemas
        .keys()
        .filter(|name| !made.contains(*name))
        .filter(|name| {
            let declared = [
                format!("export interface {name} {{"),
                format!("export type {name} ="),
            ];
            !declared.iter().any(|head| types.contains(head))
        })
        .collect();
    assert!(
        missing.is_empty(),
        "crates/protocol/tests/typescript/main.rs does not name {missing:?}"
    );
}

#[tokio::test]
async fn the_page_of_the_document_has_all_it_loads() {
    let server = TestServer::new().await;
    let to_page = server.get("/api/docs").await;
    assert_eq!(to_page.header("location"), "/api/docs/");
    let page = server.get("/api/docs/").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let html = String::from_utf8(page.body.clone()).expect("a page is text");
    let named: Vec<_> = [" href=\"", " src=\""]
        .into_iter()
        .flat_map(|attribute| html.split(attribute).skip(1))
        .filter_map(|rest| {
            rest.split_once('"')
                .map(|(path, _)| path.trim_start_matches("./"))
        })
        .collect();
    assert!(named.len() > 5, "{html}");
    for name in named {
        let file = server.get(&format!("/api/docs/{name}")).await;
        assert_eq!(file.status, 200, "{name}");
        let policy = file.header("content-security-policy");
        assert!(policy.contains("script-src 'self'"), "{name}: {policy}");
    }
    let packed = [("accept-encoding", "br")];
    let bundle = "/api/docs/swagger-ui-bundle.js";
    // A machine that is too busy to compress it within a request's time continues, and has it for a later one.
    let mut answer = server.ask(Method::GET, bundle, &packed, None).await;
    for _ in 0..TRIES {
        if !answer.header("content-encoding").is_empty() {
            break;
        }
        answer = server.ask(Method::GET, bundle, &packed, None).await;
    }
    assert_eq!(answer.header("content-encoding"), "br");
    let tag = [("if-none-match", answer.header("etag"))];
    let again = server.ask(Method::GET, bundle, &tag, None).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
}

#[tokio::test]
async fn a_body_needs_what_its_schema_requires_and_nothing_else() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await.token();
    let players = server.get("/api/v1/openapi.json").await.ok(200);
    let operator = server.operate(Method::GET, "/openapi.json", Value::Null);
    let operator = operator.await.ok(200);
    let worker = server.operate(Method::POST, "/reviewers", json!({ "name": "worker" }));
    let worker = worker.await.ok(201);
    let worker = worker["token"].as_str().expect("a token");
    for (document, token) in [(players, lin.as_str()), (operator, OPERATOR)] {
        let mut bodies = 0;
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                let wanted = &operation["requestBody"];
                let schema = &wanted["content"]["application/json"]["schema"];
                if schema.is_null() {
                    continue;
                }
                bodies += 1;
                let is_of_workers = path.starts_with("/api/v1/review-jobs");
                let token = if is_of_workers { worker } else { token };
                let asked = async |body: Option<&Value>| {
                    is_read(&send(&server, method, path, token, body).await)
                };
                let is_needed = wanted["required"] == true;
                assert_eq!(asked(None).await, !is_needed, "{method} {path}");
                for form in forms(&document, schema) {
                    let body = least(&document, form);
                    assert!(asked(Some(&body)).await, "{method} {path}: {body}");
                    for field in body.as_object().expect("an object").keys() {
                        let mut less = body.clone();
                        less.as_object_mut().expect("an object").remove(field);
                        assert!(!asked(Some(&less)).await, "{method} {path}: {less}");
                    }
                }
            }
        }
        assert!(bodies > 4, "{bodies} bodies");
    }
}

/// The forms that a body may have.
fn forms<'d>(document: &'d Value, schema: &'d Value) -> Vec<&'d Value> {
    let reference = schema["$ref"].as_str();
    let named = reference.and_then(|reference| document.pointer(&reference[1..]));
    let schema = named.unwrap_or(schema);
    match schema["oneOf"].as_array() {
        Some(forms) => forms.iter().collect(),
        None => vec![schema],
    }
}

/// A value with the required properties of a schema only.
fn least(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(&reference[1..]);
        return least(document, schema.expect("it is there"));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("object"), _) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let fields = required.map(|name| {
                let name = name.as_str().expect("a name");
                (
                    name.to_owned(),
                    least(document, &schema["properties"][name]),
                )
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        (Some("string"), Some("uuid")) => json!("00000000-0000-4000-8000-000000000000"),
        (Some("string"), Some("uri")) => json!("https://example.org"),
        // Pieces, and any text.
        (Some("string"), None) => json!("K"),
        (Some("boolean"), _) => json!(true),
        (Some("integer"), _) => json!(0),
        (Some("array"), _) => json!([]),
        _ => panic!("{schema}"),
    }
}

/// Sends a body to a path of either interface.
async fn send(
    server: &TestServer,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> Reply {
    let method: Method = method.to_uppercase().parse().expect("a method");
    let path = path
        .replace("{shard}", "7")
        .replace("{room}", "00000000-0000-4000-8000-000000000000")
        .replace("{match}", "00000000-0000-4000-8000-000000000000")
        .replace("{lease}", "00000000-0000-4000-8000-000000000000")
        .replace("{puzzle}", "00000000-0000-4000-8000-000000000000")
        .replace("{report}", "00000000-0000-4000-8000-000000000000");
    let bearer = format!("Bearer {token}");
    let headers = [
        ("authorization", bearer.as_str()),
        ("content-type", "application/json"),
    ];
    let body = body.map(Value::to_string);
    if path.starts_with("/operator") {
        server.ask_operator(method, &path, &headers, body).await
    } else {
        server.ask(method, &path, &headers, body).await
    }
}

/// Whether the body was read, whatever the result.
fn is_read(reply: &Reply) -> bool {
    let text = String::from_utf8_lossy(&reply.body);
    assert!(!text.contains("bad_json"), "{text}");
    !text.contains("the body: ")
}

fn references(json: &Value, found: &mut BTreeSet<String>) {
    match json {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.insert(reference.clone());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_operation_has_a_name_a_summary_and_a_group() {
    let server = TestServer::new().await;
    let document = server.get("/api/v1/openapi.json").await.ok(200);
    let groups: Vec<&Value> = document["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| &tag["name"])
        .collect();
    let mut names = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for operation in operations.as_object().expect("operations").values() {
            let name = operation["operationId"].as_str().expect("a name");
            assert!(names.insert(name.to_owned()), "{name} twice");
            assert!(operation["summary"].is_string(), "{path}");
            assert!(groups.contains(&&operation["tags"][0]), "{path}");
        }
    }
}

#[tokio::test]
async fn the_page_may_load_itself_and_nothing_else() {
    let server = TestServer::new().await;
    assert_eq!(
        server.get("/api/docs").await.header("location"),
        "/api/docs/"
    );
    let page = server.get("/api/docs/").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(
        page.header("content-security-policy")
            .contains("script-src 'self';")
    );
    let text = String::from_utf8(page.body).expect("a text");
    // Scripts in the page itself would not run.
    assert!(
        text.split("<script")
            .skip(1)
            .all(|script| script.trim_start().starts_with("src=") || script.contains("src=\"./")),
        "{text}"
    );
    let script = server.get("/api/docs/swagger-initializer.js").await;
    let script = String::from_utf8(script.body).expect("a text");
    assert!(script.contains("\"../v1/openapi.json\""), "{script}");
    assert!(!script.contains("https://"), "{script}");
}

/// Every schema of a document, at all depths.
fn each_schema<'a>(json: &'a Value, found: &mut Vec<&'a Map<String, Value>>) {
    match json {
        Value::Object(fields) => {
            found.push(fields);
            fields.values().for_each(|value| each_schema(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| each_schema(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn generators_find_nothing_in_the_document_that_they_do_not_understand() {
    let server = TestServer::new().await;
    let players = server.get("/api/v1/openapi.json").await.ok(200);
    let operator = server.operate(Method::GET, "/openapi.json", Value::Null);
    for document in [&players, &operator.await.ok(200)] {
        let mut all = Vec::new();
        each_schema(&document["components"]["schemas"], &mut all);
        for schema in all {
            for (lost, why) in [
                ("const", "constants are a list of words"),
                ("prefixItems", "tuples are arrays"),
            ] {
                assert!(!schema.contains_key(lost), "{why}: {schema:?}");
            }
            let union = schema.get("oneOf").or_else(|| schema.get("anyOf"));
            let Some(union) = union.and_then(Value::as_array) else {
                continue;
            };
            let beside = ["properties", "$ref", "required"];
            let has_more = beside.iter().any(|name| schema.contains_key(*name));
            assert!(!has_more, "a union beside properties: {schema:?}");
            let is_object = |one: &Value| one["type"] == "object" || one.get("oneOf").is_some();
            assert!(!union.iter().any(is_object), "no name: {schema:?}");
        }
        assert_eq!(document["servers"], json!([{ "url": "/" }]));
        assert_unlike_names(document);
        assert_discriminators(document);
        for operations in document["paths"].as_object().expect("paths").values() {
            for operation in operations.as_object().expect("operations").values() {
                let own = operation.get("security").is_some();
                assert!(own || document.get("security").is_some(), "{operation}");
            }
        }
    }
    let piece = &players["components"]["schemas"]["Piece"];
    let names = piece["x-enum-varnames"].as_array().expect("names");
    let different: BTreeSet<_> = names.iter().map(|name| name.as_str()).collect();
    assert_eq!(
        different.len(),
        piece["enum"].as_array().expect("pieces").len()
    );
}

/// Generators change the case of names; no two names may become equal.
fn assert_unlike_names(document: &Value) {
    let mut known = BTreeSet::new();
    let schemas = document["components"]["schemas"].as_object();
    for name in schemas.expect("schemas").keys() {
        assert!(known.insert(name.to_lowercase()), "{name}");
    }
    // The parameters and answers of operations, as generators see them.
    for operations in document["paths"].as_object().expect("paths").values() {
        for operation in operations.as_object().expect("operations").values() {
            let id = operation["operationId"].as_str().expect("a name");
            let id = id.replace('_', "").to_lowercase();
            for end in ["request", "response", "params"] {
                let name = format!("{id}{end}");
                assert!(!known.contains(&name), "{name}");
            }
        }
    }
}

/// Each discriminator names a required property of all objects of its union, and all values of it.
fn assert_discriminators(document: &Value) {
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    let named = |reference: &Value| {
        let reference = reference.as_str().expect("a reference");
        document.pointer(&reference[1..]).expect("it is there")
    };
    let mut count = 0;
    for (name, schema) in schemas {
        let Some(tag) = schema["discriminator"]["propertyName"].as_str() else {
            continue;
        };
        count += 1;
        let mapping = &schema["discriminator"]["mapping"];
        for reference in schema["oneOf"].as_array().expect("a union") {
            let object = named(&reference["$ref"]);
            let required = object["required"].as_array().expect("required fields");
            assert!(required.iter().any(|name| name == tag), "{name}: {object}");
            let mut words = &object["properties"][tag];
            if words.get("$ref").is_some() {
                words = named(&words["$ref"]);
            }
            for word in words["enum"].as_array().expect("words") {
                let word = word.as_str().expect("a word");
                assert_eq!(mapping[word], reference["$ref"], "{name}: {word}");
            }
        }
    }
    let players = schemas.contains_key("RoomEvent");
    assert!(!players || count > 5, "{count}");
}

#[tokio::test]
async fn the_documents_of_the_socket_have_every_message_and_all_they_refer_to() {
    let server = TestServer::new().await;
    let asyncapi = server.get("/api/v1/asyncapi.json").await.ok(200);
    let schema = server.get("/api/v1/protocol.schema.json").await.ok(200);
    for document in [&asyncapi, &schema] {
        let mut wanted = BTreeSet::new();
        references(document, &mut wanted);
        for reference in wanted {
            let target = document.pointer(&reference[1..]);
            assert!(target.is_some(), "{reference} is not there");
        }
    }
    let messages = asyncapi["components"]["messages"].as_object();
    let messages = messages.expect("messages");
    let names: BTreeSet<_> = messages.values().map(|one| one["name"].as_str()).collect();
    for kind in [
        "hello",
        "act",
        "quick_play",
        "ok",
        "error",
        "news",
        "now",
        "lobby",
    ] {
        assert!(names.contains(&Some(kind)), "{kind} is not in {names:?}");
    }
    for operation in asyncapi["operations"]
        .as_object()
        .expect("operations")
        .values()
    {
        for message in operation["messages"].as_array().expect("messages") {
            let reference = message["$ref"].as_str().expect("a reference");
            let of_channel = reference.rsplit('/').next().expect("a name");
            assert!(messages.contains_key(of_channel), "{of_channel}");
        }
    }
    // What clients send has fields that they may leave out.
    let hello = &asyncapi["components"]["schemas"]["RequestHello"];
    let required: Vec<_> = hello["required"]
        .as_array()
        .expect("fields")
        .iter()
        .collect();
    assert!(!required.contains(&&json!("name")), "{required:?}");
}
