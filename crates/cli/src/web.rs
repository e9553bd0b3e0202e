//! Asking servers over HTTP.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemDetails;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use reqwest::{Client, Url};

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

/// A client that waits so long for a whole answer.
pub fn client(timeout: Duration) -> anyhow::Result<Client> {
    // Fails only where the process has chosen its cryptography before, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(Client::builder().timeout(timeout).build()?)
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
        .with_context(|| format!("{url} broke off"))?
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
        Ok(problem) => bail!("{}; {}", problem.detail, problem.hint),
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
