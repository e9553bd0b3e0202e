//! Requests as programs in all languages write them: numbers with a point, and no arrays in the place of objects.

use giog_protocol::client::Request;
use serde_json::{Map, Number, Value, json};

const ROOM: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";

/// Requests of all types, and those that have objects in them.
fn requests() -> Vec<Value> {
    let all = include_str!("../../../tests/corpus/requests.jsonl");
    let all = all
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let mut all: Vec<Value> = all
        .filter(|request: &Value| Request::decode(&request.to_string()).is_ok())
        .collect();
    for clock in [
        json!({"kind": "timed", "decision_ms": 5_000, "bank_ms": 1_000}),
        json!({"kind": "bank", "bank_ms": 60_000, "increment_ms": 1_000}),
        json!({"kind": "days", "days": 3}),
        json!({"kind": "none"}),
    ] {
        let options = json!({"general_ban": true});
        let settings =
            json!({"seats": 3, "clock": clock, "options": options, "reveal_pause_ms": 0});
        all.push(json!({"id": 1, "type": "create_room", "key": "k", "settings": settings}));
        all.push(json!({"id": 2, "type": "configure", "room": ROOM, "settings": settings}));
    }
    all
}

/// Copies of a request, in each of which one value that the change applies to is changed.
fn changed(value: &Value, change: &dyn Fn(&Value) -> Option<Value>) -> Vec<Value> {
    let mut all: Vec<Value> = change(value).into_iter().collect();
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                all.extend(changed(field, change).into_iter().map(|field| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), field);
                    Value::Object(fields)
                }));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                all.extend(changed(item, change).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[at] = item;
                    Value::Array(items)
                }));
            }
        }
        _ => {}
    }
    all
}

fn decoded(request: &Value) -> Option<Request> {
    Request::decode(&request.to_string()).ok()
}

#[test]
fn every_number_of_every_request_may_have_a_point() {
    let mut tried = 0;
    for request in requests() {
        let meant = decoded(&request);
        let number = |value: &Value| value.as_f64().and_then(Number::from_f64);
        for pointed in changed(&request, &|value| number(value).map(Value::Number)) {
            assert!(pointed.to_string().contains(".0"), "{pointed}");
            assert_eq!(decoded(&pointed), meant, "{pointed}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn no_number_of_a_request_may_have_a_fraction() {
    for request in requests() {
        let half = |value: &Value| value.as_f64().map(|number| (number + 0.5).into());
        let gone = |value: &Value| value.is_number().then_some(Value::Null);
        let halves = changed(&request, &half);
        for (halved, without) in halves.iter().zip(changed(&request, &gone)) {
            // The value of an unknown field is ignored, whatever it is.
            let is_ignored = decoded(&without) == decoded(&request);
            assert!(is_ignored || decoded(halved).is_none(), "{halved}");
        }
        let text = request.to_string();
        let large = text.replacen("\"id\":", "\"id\":1e400,\"was\":", 1);
        assert!(Request::decode(&large).is_err(), "{large}");
    }
}

#[test]
fn no_object_of_a_request_may_be_an_array() {
    let mut tried = 0;
    for request in requests() {
        // The order in which the fields of the type are declared does not matter.
        for turn in 0..4 {
            let array = |value: &Value| {
                let fields: &Map<String, Value> = value.as_object()?;
                let mut values: Vec<_> = fields.values().cloned().collect();
                let turned = turn.min(values.len());
                values.rotate_left(turned);
                Some(Value::Array(values))
            };
            for listed in changed(&request, &array) {
                assert_eq!(decoded(&listed), None, "{listed}");
                tried += 1;
            }
        }
    }
    for settings in [
        r#"{"clock":["timed",5000,1000]}"#,
        r#"{"clock":["none"]}"#,
        r#"{"clock":[]}"#,
        r#"{"options":[]}"#,
        r#"["giog"]"#,
        "[]",
    ] {
        for request in [
            r#""type":"create_room","key":"k""#.to_owned(),
            format!(r#""type":"configure","room":"{ROOM}""#),
        ] {
            let frame = format!(r#"{{"id":7,{request},"settings":{settings}}}"#);
            assert!(Request::decode(&frame).is_err(), "{frame}");
        }
    }
    assert!(tried > 100, "{tried}");
}
