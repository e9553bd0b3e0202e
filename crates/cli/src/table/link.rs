//! The connection to a server, as the person whose token is kept for it; it comes back when it breaks.

use std::time::Duration;

use anyhow::anyhow;
use giog_client::{Client, ClientError, ClientOptions};
use giog_protocol::ErrorCode;
use giog_protocol::server::Welcome;
use tokio::time::{Instant, sleep};

use super::{tell_line, tell_text};
use crate::address::Address;
use crate::keep::Keep;

/// The longest wait before the first attempt to come back: at once, but not all clients of a server together.
const AT_ONCE: Duration = Duration::from_millis(200);
/// How long is waited between further attempts, more or less: first, and at most.
const WAITS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// How long a server may be away before it is given up.
const GIVE_UP_AFTER: Duration = Duration::from_mins(10);

/// A connection that has said hello.
#[derive(Debug)]
pub struct Link {
    /// The connection.
    pub client: Client,
    /// What the server said to hello.
    pub welcome: Welcome,
    /// What is kept of this server.
    pub keep: Keep,
    address: Address,
    token: String,
}

impl Link {
    /// Connects as who one was on this server, or as a new guest, whose token is kept. A name is a new one.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not know the token any more: nobody is somebody new unasked.
    pub async fn connect(address: &Address, name: Option<&str>) -> anyhow::Result<Self> {
        Self::connect_as(address, Keep::of(address)?, name).await
    }

    /// The same as who is kept there.
    ///
    /// # Errors
    /// As [`Link::connect`].
    pub async fn connect_as(
        address: &Address,
        keep: Keep,
        name: Option<&str>,
    ) -> anyhow::Result<Self> {
        let kept = keep.identity()?;
        let mut client = Client::connect(&address.socket(), ClientOptions::default())
            .await
            .map_err(|error| {
                anyhow!(
                    "{address}: {error}. Is a server running there? `--server` names another one"
                )
            })?;
        let welcome = match &kept {
            Some(identity) => client.hello(Some(&identity.token), name).await,
            None => client.hello(None, name).await,
        };
        let welcome = welcome.map_err(|error| told(error, &keep))?;
        let token = match (&welcome.token, kept) {
            (Some(token), _) => keep.keep_identity(welcome.player, token)?.token,
            (None, Some(identity)) => identity.token,
            (None, None) => anyhow::bail!("the server sent no token"),
        };
        Ok(Self {
            client,
            welcome,
            keep,
            address: address.clone(),
            token,
        })
    }

    /// The server.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Connects anew, however often it takes.
    ///
    /// # Errors
    /// If the server is away for too long, or does not know who one is any more.
    pub async fn reconnect(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        if broken.is_token_ended() {
            return Err(token_ended(&self.keep));
        }
        let why = match broken {
            ClientError::Socket(error) => error.to_string(),
            other => other.to_string(),
        };
        tell_text(&format!("The connection broke ({why}); connecting again."));
        let (mut wait, longest) = WAITS;
        let began = Instant::now();
        sleep(AT_ONCE.mul_f64(share())).await;
        loop {
            match self.connect_again().await {
                Ok(()) => {
                    tell_line("Connected again.");
                    return Ok(());
                }
                Err(ClientError::Refused(error)) if !is_passing(error.code) => {
                    return Err(told(ClientError::Refused(error), &self.keep));
                }
                Err(error) if began.elapsed() > GIVE_UP_AFTER => return Err(error.into()),
                Err(_) => {}
            }
            sleep(wait.mul_f64(0.5 + share())).await;
            wait = (wait * 2).min(longest);
        }
    }

    async fn connect_again(&mut self) -> Result<(), ClientError> {
        let url = self.address.socket();
        let mut client = Client::connect(&url, ClientOptions::default()).await?;
        self.welcome = client.hello(Some(&self.token), None).await?;
        self.client = client;
        Ok(())
    }
}

/// A random number from 0 to 1. Without randomness the client waits no less than others do.
fn share() -> f64 {
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}

/// What a person is told of an error.
fn told(error: ClientError, keep: &Keep) -> anyhow::Error {
    if error.is_token_ended() {
        token_ended(keep)
    } else {
        error.into()
    }
}

/// What a person can do whose token is good no more.
fn token_ended(keep: &Keep) -> anyhow::Error {
    anyhow!(
        "you are signed out: the server no longer accepts the token in `{}`. You ended it on another device, deleted your data, \
         or did not use it for a long time. Continue as a new guest with `giog play --new-guest`, or sign in with a recovery \
         code (docs/TERMINAL.md)",
        keep.token_path().display()
    )
}

/// Whether trying again later may help.
const fn is_passing(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::RateLimited
            | ErrorCode::Busy
            | ErrorCode::StorageUnavailable
            | ErrorCode::ShuttingDown
    )
}
