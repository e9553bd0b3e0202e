//! A client for the HTTP API of the operator's interface.

use std::time::Duration;

use anyhow::{Context, bail};
use giog_protocol::rest::ProblemDetails;
use reqwest::{Client, Method};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::web;

/// The time limit for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// An empty request body.
pub const NOTHING: Option<&Value> = None;

/// The operator's interface of a server.
pub struct Calls {
    client: Client,
    base: String,
    token: String,
}

/// An answer.
pub struct Reply(Value);

impl Calls {
    /// The interface at this address, used with this token.
    pub fn new(url: &str, token: &str) -> anyhow::Result<Self> {
        Ok(Self {
            client: web::direct_client(ANSWER_TIMEOUT)?,
            base: format!("{}/operator/v1", url.trim_end_matches('/')),
            token: token.to_owned(),
        })
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> anyhow::Result<Reply> {
        self.call(Method::GET, path, NOTHING).await
    }

    /// Sends a request; an answer that is not successful becomes an error with its explanation.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> anyhow::Result<Reply> {
        let url = format!("{}/{path}", self.base);
        let mut request = self.client.request(method, &url).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await;
        let answer = answer.with_context(|| format!("{} does not answer", self.base))?;
        let status = answer.status();
        let bytes = answer.bytes().await.context("the answer is incomplete")?;
        if !status.is_success() {
            match serde_json::from_slice::<ProblemDetails>(&bytes) {
                Ok(problem) => bail!("{}", problem.detail),
                Err(_) => {
                    bail!("{url} answers {status}; is it the operator's interface of a server?")
                }
            }
        }
        if bytes.is_empty() {
            return Ok(Reply(Value::Null));
        }
        let value = serde_json::from_slice(&bytes).context("the answer is not JSON")?;
        Ok(Reply(value))
    }
}

impl Reply {
    /// The answer as a type.
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        T::deserialize(&self.0).context("the answer does not have the format of this version")
    }

    /// The answer as JSON, and as text for people.
    pub fn told<T: DeserializeOwned>(
        self,
        tell: impl FnOnce(&T) -> String,
    ) -> anyhow::Result<(Value, String)> {
        let text = tell(&self.read()?);
        Ok((self.0, text))
    }

    /// The answer as JSON, and this text for people.
    pub fn done(self, text: &str) -> (Value, String) {
        (self.0, text.to_owned())
    }
}
