//! A push service of the test, and a browser that has subscribed to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::patiently;

/// A message to the push service.
#[derive(Debug)]
pub struct Pushed {
    /// The path of the request.
    pub path: String,
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The encrypted message.
    pub body: Vec<u8>,
}

/// A push service on this machine, without TLS, or a receiver of webhooks. At paths that begin with `/gone` no subscription exists any more;
/// at those that begin with `/busy` the first request is refused for the moment.
#[derive(Debug)]
pub struct PushService {
    /// Its address.
    pub address: SocketAddr,
    came: mpsc::Receiver<Pushed>,
}

impl PushService {
    /// Starts it.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start() -> Self {
        let (to, came) = mpsc::channel(100);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = (to, Arc::default());
        let router = Router::new().fallback(take).with_state(state);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, came }
    }

    /// The next message.
    ///
    /// # Panics
    /// If none comes.
    pub async fn next(&mut self) -> Pushed {
        let next = patiently("a notification", self.came.recv()).await;
        next.expect("the service listens")
    }

    /// Whether no further message has come.
    pub fn is_quiet(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

async fn take(
    State((to, was_busy)): State<(mpsc::Sender<Pushed>, Arc<AtomicBool>)>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let path = uri.path().to_owned();
    let is_gone = path.starts_with("/gone");
    let is_busy = path.starts_with("/busy") && !was_busy.swap(true, Ordering::Relaxed);
    let pushed = Pushed {
        path,
        headers,
        body: body.to_vec(),
    };
    // The test may be over.
    let _ = to.send(pushed).await;
    if is_gone {
        StatusCode::GONE
    } else if is_busy {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::CREATED
    }
}

/// A browser with a subscription.
#[derive(Debug)]
pub struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    /// A browser with a key made from this number.
    ///
    /// # Panics
    /// If the number gives no valid key.
    pub fn new(number: u8) -> Self {
        Self {
            secret: SecretKey::from_slice(&[number; 32]).expect("a key"),
            auth: [number; 16],
        }
    }

    /// Its subscription for this path, in the form for the server.
    pub fn subscription(&self, service: &PushService, path: &str) -> Value {
        let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let key = self.secret.public_key().to_sec1_bytes();
        json!({
            "endpoint": format!("http://{}{path}", service.address),
            "expirationTime": null,
            "keys": {"p256dh": encode(&key), "auth": encode(&self.auth)},
        })
    }

    /// Decrypts a message according to RFC 8291.
    ///
    /// # Panics
    /// If it is not for this browser.
    pub fn read(&self, body: &[u8]) -> Value {
        let (salt, theirs, sealed) = (&body[..16], &body[21..86], &body[86..]);
        let key = PublicKey::from_sec1_bytes(theirs).expect("a key");
        let shared = self.secret.diffie_hellman(&key);
        let own = self.secret.public_key().to_sec1_bytes();
        let info = [b"WebPush: info\0", &own[..], theirs].concat();
        let ikm: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derived(salt, &ikm, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &ikm, b"Content-Encoding: nonce\0");
        let record = Aes128Gcm::new(&key.into())
            .decrypt(&Nonce::from(nonce), sealed)
            .expect("it is for this browser");
        let end = record.iter().rposition(|&byte| byte != 0);
        let end = end.expect("what ends the message");
        assert_eq!(record[end], 2, "the last record");
        serde_json::from_slice(&record[..end]).expect("JSON")
    }
}

fn derived<const N: usize>(salt: &[u8], from: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let hkdf = Hkdf::<Sha256>::new(Some(salt), from);
    hkdf.expand(info, &mut bytes).expect("short enough");
    bytes
}
