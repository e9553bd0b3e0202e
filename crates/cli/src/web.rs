//! Asking servers over HTTP.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemDetails;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use reqwest::{Client, ClientBuilder, Url};

/// How long a server may take to answer.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// What is asked for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The form that is wanted, as a media type.
    pub accept: &'a str,
    /// Who asks.
    pub token: Option<&'a str>,
    /// The longest answer.
    pub limit_bytes: usize,
}

/// What a server says is wrong.
#[derive(Debug)]
pub struct Refused(pub ProblemDetails);

impl std::error::Error for Refused {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(problem) = self;
        match &problem.deleted {
            None => write!(f, "{}; {}", problem.detail, problem.hint),
            Some(deleted) => write!(
                f,
                "{}, and was deleted at {}; its record had the SHA-256 {} and was signed with {}; \
                 whether a copy is that record says `giog verify COPY --server URL`",
                problem.detail, deleted.deleted_at, deleted.record_sha256, deleted.signer
            ),
        }
    }
}

/// A client for servers of others, which waits so long for a whole answer. It asks over the proxy that the environment names, if any.
pub fn client(timeout: Duration) -> anyhow::Result<Client> {
    Ok(builder(timeout).build()?)
}

/// A client for one's own server, which waits so long for a whole answer. It asks over nobody's proxy: what it says is for the server
/// alone, and a proxy may not reach it.
pub fn direct_client(timeout: Duration) -> anyhow::Result<Client> {
    Ok(builder(timeout).no_proxy().build()?)
}

fn builder(timeout: Duration) -> ClientBuilder {
    // Fails only where the process has chosen its cryptography before, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().timeout(timeout)
}

/// Gets what is at an address; as anybody, where the server does not know the token any more.
///
/// # Errors
/// Says what the server says is wrong, and what to do about it.
pub async fn get(client: &Client, url: Url, ask: Ask<'_>) -> anyhow::Result<Vec<u8>> {
    let mut request = client.get(url.clone()).header(ACCEPT, ask.accept);
    if let Some(token) = ask.token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let mut response = request
        .send()
        .await
        .with_context(|| format!("{url} does not answer"))?;
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(part) = response
        .chunk()
        .await
        .with_context(|| format!("{url}: incomplete answer"))?
    {
        ensure!(
            bytes.len() + part.len() <= ask.limit_bytes,
            "{url} gives more than {} bytes",
            ask.limit_bytes
        );
        bytes.extend_from_slice(&part);
    }
    if status.is_success() {
        return Ok(bytes);
    }
    match serde_json::from_slice::<ProblemDetails>(&bytes) {
        // Whom the server has forgotten may still look at what anybody may.
        Ok(problem) if ask.token.is_some() && problem.code == ErrorCode::BadToken.into() => {
            Box::pin(get(client, url, Ask { token: None, ..ask })).await
        }
        Ok(problem) => bail!(Refused(problem)),
        Err(_) => bail!("{url} answers {status}"),
    }
}

/// Waits for something on this thread alone.
pub fn block_on<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(future)
}
