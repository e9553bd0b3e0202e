//! The documents for programs (OpenAPI, `AsyncAPI`, JSON Schema), and a page to try REST.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{Redirect, Response};
use axum::routing::{MethodRouter, get};
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use utoipa::openapi::OpenApi as Document;
use utoipa_swagger_ui::{Config, serve};

use super::{asyncapi, openapi};
use crate::asset::{Asset, AssetRequest, JSON};
use crate::problem::RestError;
use crate::state::App;
use crate::workers::JobNotDone;

/// The path of the OpenAPI document.
const DOCUMENT: &str = "/api/v1/openapi.json";
/// The paths of all documents.
pub(super) const DOCUMENTS: [&str; 3] = [DOCUMENT, asyncapi::DOCUMENT, asyncapi::SCHEMA];
/// The same from the page, wherever both are on the host.
const DOCUMENT_FROM_PAGE: &str = "../v1/openapi.json";
/// The path of the page.
const PAGE: &str = "/api/docs";
/// The content security policy of the page: it may load only its own files, and images that it generates.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The files of the page with their content types; the first one is the page itself.
const FILES: [(&str, &str); 8] = [
    ("index.html", "text/html; charset=utf-8"),
    ("index.css", "text/css; charset=utf-8"),
    ("swagger-ui.css", "text/css; charset=utf-8"),
    ("swagger-ui-bundle.js", SCRIPT),
    ("swagger-ui-standalone-preset.js", SCRIPT),
    ("swagger-initializer.js", SCRIPT),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";

static PAGE_FILES: LazyLock<[Asset; FILES.len()]> = LazyLock::new(|| {
    let config = Config::new([DOCUMENT_FROM_PAGE])
        .try_it_out_enabled(true)
        .validator_url("none");
    let config = Arc::new(config);
    let file = |(name, kind)| {
        let file = serve(name, Arc::clone(&config));
        let file = file.expect("the settings of the page are plain JSON");
        let file = file.expect("the page has this file");
        Asset::new(kind, file.bytes.into_owned().into())
    };
    FILES.map(file)
});

/// The routes of the documents and the page. The paths are those of all operations.
pub fn router(paths: Document) -> Router<App> {
    let router = Router::new()
        .route(
            DOCUMENT,
            once(move |root| pretty(&below(openapi::complete(&paths), root))),
        )
        .route(
            asyncapi::DOCUMENT,
            once(|root| pretty(&asyncapi::document(root))),
        )
        .route(asyncapi::SCHEMA, once(|_| pretty(&asyncapi::schema())));
    let to_page = async |State(app): State<App>| Redirect::to(&format!("{}{PAGE}/", app.root()));
    let router = router.route(PAGE, get(to_page));
    (0..FILES.len()).fold(router, |router, number| {
        let send = async move |State(app): State<App>, wanted: AssetRequest| {
            let mut response = PAGE_FILES[number].answer(&wanted, &app.workers).await;
            response.headers_mut().insert(
                CONTENT_SECURITY_POLICY,
                HeaderValue::from_static(PAGE_POLICY),
            );
            response
        };
        let (name, _) = FILES[number];
        let router = router.route(&format!("{PAGE}/{name}"), get(send));
        if number == 0 {
            router.route(&format!("{PAGE}/"), get(send))
        } else {
            router
        }
    })
}

/// A document that is made when it is first requested, on a worker thread, for the path of the server's public address. At the start of a
/// server it would take longer than all the rest.
pub fn once(make: impl Fn(&str) -> Asset + Send + Sync + 'static) -> MethodRouter<App> {
    let document = Arc::new((make, OnceCell::new()));
    get(async move |State(app): State<App>, wanted: AssetRequest| {
        if document.1.get().is_none() {
            let (document, app) = (Arc::clone(&document), app.clone());
            // In a task of its own, so that it is completed for other clients even if the first one goes away.
            let task = tokio::spawn(async move {
                let filled = document.1.get_or_try_init(|| {
                    let (document, app, workers) =
                        (Arc::clone(&document), app.clone(), &app.workers);
                    workers.run(move || document.0(app.root()))
                });
                filled.await.map(drop)
            });
            task.await.unwrap_or(Err(JobNotDone::Failed))?;
        }
        let asset: &Asset = document.1.get().ok_or(JobNotDone::Failed)?;
        Ok::<Response, RestError>(asset.answer(&wanted, &app.workers).await)
    })
}

/// A document that people read too.
fn pretty(document: &Value) -> Asset {
    let text = serde_json::to_vec_pretty(document).expect("the document is plain JSON");
    Asset::new(JSON, text.into())
}

/// The OpenAPI document of a server whose public address has this path.
fn below(mut document: Value, root: &str) -> Value {
    if !root.is_empty() {
        document["servers"] = json!([{ "url": root }]);
    }
    document
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::sync::{Mutex, PoisonError};

    use axum::body::Body;
    use axum::http::header::HOST;
    use axum::http::{Request, StatusCode};
    use tokio::sync::oneshot;
    use tower::ServiceExt as _;

    use super::*;
    use crate::client::ClientAddress;
    use crate::router::router;
    use crate::settings::Settings;
    use crate::state::tests::TestApp;
    use crate::workers::tests::Blocked;

    async fn status(router: &Router, path: &str) -> StatusCode {
        let request = Request::builder()
            .uri(path)
            .header(HOST, "giog.example")
            .extension(ClientAddress(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7))))
            .body(Body::empty());
        let answer = router.clone().oneshot(request.expect("a request")).await;
        answer.expect("the router answers").status()
    }

    #[tokio::test]
    async fn documents_are_made_once_when_asked_for_and_beside_the_threads_that_play() {
        let server = TestApp::new(&Settings::default()).await;
        let (router, workers) = (router(server.app.clone()), &server.app.workers);
        let blocked = Blocked::threads_and_queue_of(workers).await;
        for path in DOCUMENTS {
            let refused = StatusCode::SERVICE_UNAVAILABLE;
            assert_eq!(status(&router, path).await, refused, "{path} was made");
        }
        drop(blocked);
        while workers.run(|| ()).await.is_err() {
            tokio::task::yield_now().await;
        }
        for path in DOCUMENTS {
            assert_eq!(status(&router, path).await, StatusCode::OK, "{path}");
        }
        let _blocked = Blocked::threads_and_queue_of(workers).await;
        for path in DOCUMENTS {
            assert_eq!(status(&router, path).await, StatusCode::OK, "{path}");
        }
    }

    #[tokio::test]
    async fn a_document_whose_first_client_hangs_up_is_not_made_again() {
        let server = TestApp::new(&Settings::default()).await;
        let made = Arc::new(AtomicUsize::new(0));
        let (begin, has_begun) = oneshot::channel();
        let (go_on, wait): (Sender<()>, _) = channel();
        let once_begun = Mutex::new(Some((begin, wait)));
        let counted = Arc::clone(&made);
        let slow = once(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            let mut first = once_begun.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((begin, wait)) = first.take() {
                begin.send(()).expect("the test waits for it");
                // Nothing is sent: the other end is dropped.
                let _ = wait.recv();
            }
            Asset::new(JSON, "{}".into())
        });
        let router = Router::new()
            .route("/slow", slow)
            .with_state(server.app.clone());
        let of_client = router.clone();
        let client = tokio::spawn(async move { status(&of_client, "/slow").await });
        has_begun.await.expect("it is made");
        client.abort();
        let hung_up = client.await.expect_err("the client has hung up");
        assert!(hung_up.is_cancelled());
        drop(go_on);
        assert_eq!(status(&router, "/slow").await, StatusCode::OK);
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }
}
