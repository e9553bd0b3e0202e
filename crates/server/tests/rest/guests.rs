//! `/guests` and `/players`.

use axum::http::Method;
use serde_json::json;

use crate::common::{TestServer, hash, quiet};
use crate::table::began;

#[tokio::test]
async fn a_guest_is_made_known_and_renamed() {
    let server = TestServer::new().await;
    let made = server
        .send(
            Method::POST,
            "/api/v1/guests",
            None,
            json!({ "name": "Lin" }),
        )
        .await;
    insta::assert_json_snapshot!("guest_made", made.picture());
    let guest = made.ok(201);
    let token = guest["token"].as_str().expect("a token");
    let me = server.get_as(token, "/api/v1/guests/me").await;
    insta::assert_json_snapshot!("guest_me", me.picture());
    let renamed = server
        .send(
            Method::PATCH,
            "/api/v1/guests/me",
            Some(token),
            json!({ "name": " 阿明 " }),
        )
        .await;
    insta::assert_json_snapshot!("guest_renamed", renamed.picture());
    let player = server.get(made.header("location")).await;
    assert_eq!(player.ok(200), renamed.ok(200));
}

#[tokio::test]
async fn a_guest_needs_no_body_and_no_name() {
    let server = TestServer::new().await;
    let made = server
        .ask(Method::POST, "/api/v1/guests", &[], None)
        .await
        .ok(201);
    let name = made["name"].as_str().expect("a name");
    assert!(name.starts_with("Guest "), "{name}");
}

#[tokio::test]
async fn pages_of_other_origins_make_no_guest_and_change_none_without_asking_before() {
    let server = TestServer::new().await;
    let token = server.person("Lin").await.token();
    let bearer = format!("Bearer {token}");
    let (guests, me) = ("/api/v1/guests", "/api/v1/guests/me");
    let open = "access-control-allow-origin";
    for site in ["cross-site", "same-site"] {
        let from = [("sec-fetch-site", site), ("authorization", bearer.as_str())];
        for (method, path) in [
            (Method::POST, guests),
            (Method::PATCH, me),
            (Method::DELETE, me),
        ] {
            let refused = server.ask(method, path, &from, None).await;
            assert_eq!(refused.problem(403), "cross_origin", "{path}");
            assert_eq!(refused.header(open), "", "{path}");
        }
        let read = server.ask(Method::GET, me, &from, None).await;
        assert_eq!((read.status.as_u16(), read.header(open)), (200, "*"));
    }
    for site in ["same-origin", "none"] {
        let from = [("sec-fetch-site", site)];
        let made = server.ask(Method::POST, guests, &from, None).await;
        assert_eq!((made.status.as_u16(), made.header(open)), (201, ""));
    }
}

#[tokio::test]
async fn pages_of_allowed_origins_make_keep_and_delete_a_guest() {
    let listed = "https://club.example";
    let mut settings = quiet();
    settings.allowed_origins = vec![listed.to_owned()];
    for (settings, others_may) in [(quiet(), true), (settings, false)] {
        let server = TestServer::with(settings, 0).await;
        for (origin, may) in [(listed, true), ("https://other.example", others_may)] {
            let page = [
                ("sec-fetch-site", "cross-site"),
                ("origin", origin),
                ("content-type", "application/json"),
            ];
            let (path, open) = ("/api/v1/guests", "access-control-allow-origin");
            let made = server
                .ask(Method::POST, path, &page, Some("{}".to_owned()))
                .await;
            if !may {
                assert_eq!(
                    (made.problem(403), made.header(open)),
                    ("cross_origin".to_owned(), "")
                );
                continue;
            }
            assert_eq!(made.header(open), origin);
            let bearer = format!(
                "Bearer {}",
                made.ok(201)["token"].as_str().expect("a token")
            );
            let page = [page[0], page[1], ("authorization", bearer.as_str())];
            let gone = server
                .ask(Method::DELETE, "/api/v1/guests/me", &page, None)
                .await;
            assert_eq!((gone.status.as_u16(), gone.header(open)), (204, origin));
            assert_eq!(gone.header("access-control-allow-credentials"), "");
        }
    }
}

#[tokio::test]
async fn the_token_is_good_for_the_socket_too() {
    let server = TestServer::new().await;
    let conn = server.person("Lin").await;
    let me = server.get_as(&conn.token(), "/api/v1/guests/me").await;
    assert_eq!(
        me.ok(200),
        json!({ "player": conn.player(), "name": "Lin", "tag": me.json()["tag"] })
    );
    let tag = me.json()["tag"].as_str().map(str::len);
    assert_eq!(tag, Some(4));
}

#[tokio::test]
async fn nobody_is_called_like_a_computer_player_of_this_server() {
    let server = TestServer::new().await;
    for name in ["simple", "SIMPLE"] {
        let body = json!({ "name": name });
        let made = server
            .send(Method::POST, "/api/v1/guests", None, body)
            .await;
        assert_eq!(made.problem(400), "bad_name");
    }
}

#[tokio::test]
async fn a_name_of_before_that_would_be_refused_today_stays_and_only_a_new_one_is_judged() {
    let server = TestServer::new().await;
    let made = json!({ "name": "Lin" });
    let made = server
        .send(Method::POST, "/api/v1/guests", None, made)
        .await
        .ok(201);
    let token = made["token"].as_str().expect("a token");
    let renamed = server.store.rename_guest(hash(token), "Support").await;
    renamed.expect("renamed");
    for (asked, name) in [("Support", Ok("Support")), ("support", Err("bad_name"))] {
        let body = json!({ "name": asked });
        let reply = server
            .send(Method::PATCH, "/api/v1/guests/me", Some(token), body)
            .await;
        match name {
            Ok(name) => assert_eq!(reply.ok(200)["name"], name),
            Err(code) => assert_eq!(reply.problem(400), code),
        }
    }
    let me = server.get_as(token, "/api/v1/guests/me").await.ok(200);
    assert_eq!(me["name"], "Support");
}

#[tokio::test]
async fn what_is_wrong_with_a_guest_is_told() {
    let server = TestServer::new().await;
    let post = |json| server.send(Method::POST, "/api/v1/guests", None, json);
    let long = "x".repeat(25);
    insta::assert_json_snapshot!(
        "guest_bad_name",
        post(json!({ "name": long })).await.picture()
    );
    insta::assert_json_snapshot!(
        "guest_bad_request",
        post(json!({ "name": 7 })).await.picture()
    );
    let json_header = [("content-type", "application/json; charset=utf-8")];
    let body = Some("{".to_owned());
    let reply = server
        .ask(Method::POST, "/api/v1/guests", &json_header, body)
        .await;
    insta::assert_json_snapshot!("guest_bad_json", reply.picture());
    let text = [("content-type", "text/plain")];
    let body = Some("{}".to_owned());
    let reply = server
        .ask(Method::POST, "/api/v1/guests", &text, body)
        .await;
    insta::assert_json_snapshot!("guest_not_json", reply.picture());
    let large = post(json!({ "name": "x".repeat(10_000) })).await;
    insta::assert_json_snapshot!("guest_body_too_large", large.picture());
    let nobody = server.get("/api/v1/guests/me").await;
    insta::assert_json_snapshot!("guest_token_wanted", nobody.picture());
    let stranger = server.get_as(&"0".repeat(64), "/api/v1/guests/me").await;
    insta::assert_json_snapshot!("guest_bad_token", stranger.picture());
}

#[tokio::test]
async fn the_password_of_a_proxy_is_no_token_and_a_token_beside_it_is_one() {
    let server = TestServer::new().await;
    let guest = server
        .send(
            Method::POST,
            "/api/v1/guests",
            None,
            json!({ "name": "Lin" }),
        )
        .await
        .ok(201);
    let token = guest["token"].as_str().expect("a token");
    let password = ("authorization", "Basic dTpw");
    let ask = async |path, headers: &[(&'static str, &str)]| {
        server.ask(Method::GET, path, headers, None).await
    };
    ask("/api/v1/matches", &[password]).await.ok(200);
    let me = "/api/v1/guests/me";
    let nobody = ask(me, &[password]).await;
    assert_eq!(nobody.problem(401), "token_wanted");
    for headers in [
        &[password, ("giog-token", token)][..],
        &[("giog-token", token)],
        &[("authorization", &format!("bearer {token}"))],
    ] {
        let shown = ask(me, headers).await.ok(200);
        assert_eq!(shown["name"], "Lin", "{headers:?}");
    }
    for bad in [("giog-token", "guess"), ("authorization", "Bearer")] {
        assert_eq!(ask(me, &[bad]).await.problem(401), "bad_token", "{bad:?}");
    }
}

#[tokio::test]
async fn too_many_guests_from_one_address_have_to_wait() {
    let mut settings = crate::common::quiet();
    settings.limits.new_guests_per_minute = std::num::NonZeroU32::MIN;
    let server = TestServer::with(settings, 0).await;
    let post = || server.send(Method::POST, "/api/v1/guests", None, json!({}));
    post().await.ok(201);
    insta::assert_json_snapshot!("guest_rate_limited", post().await.picture());
}

#[tokio::test]
async fn an_unknown_player_has_no_name_but_a_list() {
    let server = TestServer::new().await;
    let path = "/api/v1/players/00000000-0000-4000-8000-000000000000";
    insta::assert_json_snapshot!("no_such_player", server.get(path).await.picture());
    let matches = server.get(&format!("{path}/matches")).await.ok(200);
    assert_eq!(matches, json!({ "matches": [], "next": null }));
}

#[tokio::test]
async fn everything_that_is_stored_of_a_person_is_one_file_for_themselves() {
    let server = TestServer::new().await;
    let path = "/api/v1/guests/me/export";
    assert_eq!(server.get(path).await.ok(401)["code"], "token_wanted");
    // What is unlisted is theirs, too.
    let settings = json!({ "access": "unlisted" });
    let mut table = began(&server, &["Lin", "Wu"], settings).await;
    let [me, other] = [table.people[0].player(), table.people[1].player()];
    let token = table.people[0].token();
    let running = server.get_as(&token, path).await;
    assert_eq!(
        running.header("content-disposition"),
        "attachment; filename=\"giog.json\""
    );
    let running = running.ok(200);
    assert_eq!(
        [&running["player"], &running["name"]],
        [&json!(me), &json!("Lin")]
    );
    assert_eq!(running["devices"].as_array().map(Vec::len), Some(1));
    for hidden in [&table.match_id, &table.room, &other] {
        assert!(!running.to_string().contains(hidden.as_str()), "{hidden}");
    }
    table.finish().await;
    let answer = server.get_as(&token, path).await.ok(200);
    let own = &answer["matches"][0];
    assert_eq!(
        [&own["match_id"], &own["room"], &own["listed"]],
        [&json!(table.match_id), &json!(table.room), &json!(false)]
    );
    assert_eq!(own["seats"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["left_out"], false);
    // Neither their name nor their id is anywhere.
    for hidden in [other.as_str(), "Wu"] {
        assert!(!answer.to_string().contains(hidden), "{hidden}");
    }
}
