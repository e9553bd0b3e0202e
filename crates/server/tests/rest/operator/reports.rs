//! Reports of people about others.

use axum::http::Method;
use serde_json::{Value, json};

use super::get;
use crate::common::TestServer;

#[tokio::test]
async fn a_report_is_listed_until_it_is_settled() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 2, "chat": "free" })).await;
    let mut wu = server.person("Wu").await;
    wu.join(&room, None).await;
    wu.in_room(&room, "sit").await;
    wu.say(json!({ "type": "chat", "room": room, "key": "1", "text": "you goose" }))
        .await;
    lin.say(json!({ "type": "report", "room": room, "player": wu.player(), "text": "called me a goose" }))
        .await;
    let open = get(&server, "/reports").await;
    insta::assert_json_snapshot!("operator_reports", open);
    let id = open["reports"][0]["report_id"].as_str().expect("an id");
    let path = format!("/reports/{id}/settlement");
    let settle = |note: &'static str| server.operate(Method::PUT, &path, json!({ "note": note }));
    assert_eq!(settle("").await.problem(400), "bad_request");
    assert_eq!(settle("talked to both").await.status, 204);
    assert_eq!(get(&server, "/reports").await["reports"], json!([]));
    let all = get(&server, "/reports?settled=true").await;
    assert_eq!(all["reports"][0]["settled"]["note"], "talked to both");
    let nowhere = "/reports/00000000-0000-4000-8000-000000000000/settlement";
    let reply = server
        .operate(Method::PUT, nowhere, json!({ "note": "?" }))
        .await;
    assert_eq!(reply.problem(404), "no_such_report");
    let bad = server
        .operate(Method::GET, "/reports?cursor=1", Value::Null)
        .await;
    assert_eq!(bad.problem(400), "bad_parameter");
}

#[tokio::test]
async fn a_report_is_read_with_all_its_chat_also_what_is_stored_with_earlier_ones() {
    let server = TestServer::new().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 2, "chat": "free" })).await;
    let mut wu = server.person("Wu").await;
    wu.join(&room, None).await;
    let say = |key: &str| json!({ "type": "chat", "room": room, "key": key, "text": key });
    let report =
        |about: &str| json!({ "type": "report", "room": room, "player": about, "text": "x" });
    wu.say(say("1")).await;
    lin.say(report(&wu.player())).await;
    wu.say(say("2")).await;
    wu.say(report(&lin.player())).await;
    let list = get(&server, "/reports").await;
    let texts = |report: &Value| -> Vec<String> {
        let lines = report["chat"].as_array().expect("lines").iter();
        let text = |line: &Value| line["text"].as_str().expect("a text").to_owned();
        lines.map(text).collect()
    };
    let of_both: Vec<_> = list["reports"]
        .as_array()
        .expect("reports")
        .iter()
        .map(texts)
        .collect();
    assert_eq!(of_both, [vec!["1", "2"], vec!["1"]]);
}

#[tokio::test]
async fn an_address_sends_only_so_many_reports_whatever_guests_it_makes() {
    let server = TestServer::new().await;
    let mut wu = server.person("Wu").await;
    let room = wu.create_room(json!({ "access": "public" })).await;
    let mut taken = 0;
    for number in 0..100 {
        let mut guest = server.person(&format!("G{number}")).await;
        guest.join(&room, None).await;
        let report = json!({ "type": "report", "room": room, "player": wu.player(), "text": "x" });
        let answer = guest.try_say(report).await;
        if answer["type"] != "ok" {
            assert_eq!(answer["code"], "rate_limited");
            break;
        }
        taken += 1;
        guest.in_room(&room, "leave").await;
    }
    assert!((60..100).contains(&taken), "{taken}");
}
