//! An HTTP client for servers.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemDetails;
use giog_server::Listen;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use reqwest::{Client, ClientBuilder, Url};

/// The time limit for an answer.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes of a list that is read; a hundred matches are some 100 KiB.
const LIST_LIMIT_BYTES: usize = 4 << 20;

/// How to request something.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The wanted media type.
    pub accept: &'a str,
    /// The token of the person, if any.
    pub token: Option<&'a str>,
    /// The most bytes of an answer.
    pub limit_bytes: usize,
}

/// The server's explanation of an error.
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

/// A client for servers of other people, with this time limit for a whole answer. It uses the proxy from the environment, if any.
pub fn client(timeout: Duration) -> anyhow::Result<Client> {
    Ok(builder(timeout).build()?)
}

/// A client for the operator's own server, with this time limit for a whole answer. It uses no proxy, which may not reach the server, and
/// which must not see the requests.
pub fn direct_client(timeout: Duration) -> anyhow::Result<Client> {
    Ok(builder(timeout).no_proxy().build()?)
}

/// A client for a server that listens there, on this machine.
pub fn client_of(listen: &Listen, timeout: Duration) -> anyhow::Result<Client> {
    let client = builder(timeout).no_proxy();
    Ok(match listen {
        Listen::Network(_) => client.build()?,
        #[cfg(unix)]
        Listen::Unix(path) => client.unix_socket(path.as_path()).build()?,
        #[cfg(not(unix))]
        Listen::Unix(_) => anyhow::bail!("there are no Unix sockets on this system"),
    })
}

fn builder(timeout: Duration) -> ClientBuilder {
    // This fails only if the process has already chosen its cryptography, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().timeout(timeout)
}

/// Gets a page of a list as JSON, with those filters that are given.
///
/// # Errors
/// As [`get`].
pub async fn list(
    mut url: Url,
    filters: impl IntoIterator<Item = (&str, Option<String>)>,
    token: Option<&str>,
) -> anyhow::Result<Vec<u8>> {
    for (name, value) in filters {
        if let Some(value) = value {
            url.query_pairs_mut().append_pair(name, &value);
        }
    }
    let ask = Ask {
        accept: "application/json",
        token,
        limit_bytes: LIST_LIMIT_BYTES,
    };
    get(&client(ANSWER_TIMEOUT)?, url, ask).await
}

/// Gets a URL; without the token if the server does not know it any more.
///
/// # Errors
/// The server's explanation, and what to do about it.
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
        // A person whose data the server has deleted may still read what is public.
        Ok(problem) if ask.token.is_some() && problem.code == ErrorCode::BadToken.into() => {
            Box::pin(get(client, url, Ask { token: None, ..ask })).await
        }
        Ok(problem) => bail!(Refused(problem)),
        Err(_) => bail!("{url} answers {status}"),
    }
}

/// Runs a future to its end on this thread alone.
pub fn block_on<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(future)
}
