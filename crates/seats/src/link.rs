//! The connection to a server, with the person's stored token; it reconnects when it breaks.

use std::time::Duration;

use anyhow::{anyhow, bail};
use giog_client::{Client, ClientError, ClientOptions};
use giog_protocol::client::{Join, OpenEntropy};
use giog_protocol::server::Welcome;
use giog_protocol::{DeclaredBotInput, ErrorCode, RoomId};
use tokio::time::{Instant, sleep};

use crate::address::Address;
use crate::keep::Keep;

/// The longest pause before the first attempt to reconnect: short, but random, so that not all clients of a server reconnect at once.
const AT_ONCE: Duration = Duration::from_millis(200);
/// The pauses between further attempts, randomized: the first, and the longest.
const WAITS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// How long a server may be unreachable until the program gives up.
const GIVE_UP_AFTER: Duration = Duration::from_mins(10);

/// A connection that is logged in.
#[derive(Debug)]
pub struct Link {
    /// The connection.
    pub client: Client,
    /// The server's answer to `hello`.
    pub welcome: Welcome,
    /// The files about this server.
    pub keep: Keep,
    address: Address,
    token: String,
    tell: Tell,
}

/// Tells the user a text of one or more sentences. It may be of the server, so it is not safe for a terminal as it is.
pub type Tell = fn(&str);

impl Link {
    /// Connects with the stored token, or as a new guest, whose token is stored. A name becomes the person's name.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not know the token any more: a new guest is then not created without asking.
    pub async fn connect(
        address: &Address,
        name: Option<&str>,
        tell: Tell,
    ) -> anyhow::Result<Self> {
        Self::connect_as(address, Keep::of(address)?, (name, None), tell).await
    }

    /// The same with the files of another identity, and perhaps as a declared bot. A person who is known and cannot become a bot any more
    /// stays what they are; the user is told.
    ///
    /// # Errors
    /// As [`Link::connect`].
    pub async fn connect_as(
        address: &Address,
        keep: Keep,
        (name, bot): (Option<&str>, Option<DeclaredBotInput>),
        tell: Tell,
    ) -> anyhow::Result<Self> {
        let kept = keep.identity()?;
        let mut client = Client::connect(&address.socket(), ClientOptions::default())
            .await
            .map_err(|error| {
                anyhow!(
                    "{address}: {error}. Is a server running there? `--server` names another one"
                )
            })?;
        let known = kept.as_ref().map(|identity| &*identity.token);
        let mut welcome = match bot {
            Some(bot) => client.hello_as_bot(known, name, bot).await,
            None => client.hello(known, name).await,
        };
        if is_too_late(&welcome) {
            tell(
                "This guest has played as a person, so it is not shown as a bot. Use another name for a bot.",
            );
            welcome = client.hello(known, name).await;
        }
        let welcome = welcome.map_err(|error| told(&error, &keep))?;
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
            tell,
        })
    }

    /// The server.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Tells the user something.
    pub fn tell(&self, text: &str) {
        (self.tell)(text);
    }

    /// Joins a room, also again after a disconnect, like [`Link::ask_with_retries`].
    ///
    /// # Errors
    /// As [`Link::ask_with_retries`].
    pub async fn join(&mut self, room: RoomId, join: &Join) -> anyhow::Result<()> {
        self.ask_with_retries(async |client| client.join(room, join.clone()).await)
            .await
    }

    /// Opens entropy, as soon as the server can accept it.
    ///
    /// # Errors
    /// If it was refused, or the connection broke.
    pub async fn open_entropy(
        &mut self,
        room: RoomId,
        open: &OpenEntropy,
    ) -> Result<(), ClientError> {
        loop {
            let opened = self.client.open_entropy(room, open.clone()).await;
            match opened.as_ref().err().and_then(ClientError::passes_in) {
                Some(wait) => sleep(wait).await,
                None => return opened,
            }
        }
    }

    /// Sends a request until it is answered: again after refusals that pass, and over a new connection if one breaks. Only for requests
    /// that may be repeated and need no room to be joined.
    ///
    /// # Errors
    /// A [`ClientError`] that is an answer, or anything else as [`Link::reconnect`].
    pub async fn ask_with_retries<T>(
        &mut self,
        ask: impl AsyncFn(&mut Client) -> Result<T, ClientError>,
    ) -> anyhow::Result<T> {
        let mut waits = false;
        loop {
            let error = match ask(&mut self.client).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if let Some(wait) = error.passes_in() {
                if !std::mem::replace(&mut waits, true) {
                    self.tell(&format!("The server is not ready ({error}); trying again."));
                }
                sleep(wait).await;
            } else if error.is_answer() {
                return Err(error.into());
            } else {
                self.reconnect(&error).await?;
            }
        }
    }

    /// Reconnects, with as many attempts as needed.
    ///
    /// # Errors
    /// Not a [`ClientError`], but an error for the person: the server is unreachable for too long, does not know the token any more, or
    /// sends something that this program cannot read.
    pub async fn reconnect(&mut self, broken: &ClientError) -> anyhow::Result<()> {
        if broken.is_token_ended() {
            return Err(token_ended(&self.keep));
        }
        if let ClientError::Unreadable(_) = broken {
            bail!("{broken}. The server may be newer than this program");
        }
        let why = match broken {
            ClientError::Socket(error) => error.to_string(),
            other => other.to_string(),
        };
        self.tell(&format!("The connection broke ({why}); connecting again."));
        let (mut wait, longest) = WAITS;
        let began = Instant::now();
        sleep(AT_ONCE.mul_f64(share())).await;
        loop {
            match self.connect_again().await {
                Ok(()) => {
                    self.tell("Connected again.");
                    return Ok(());
                }
                Err(error @ ClientError::Refused(_)) if error.passes_in().is_none() => {
                    return Err(told(&error, &self.keep));
                }
                Err(error) if began.elapsed() > GIVE_UP_AFTER => bail!("{error}"),
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

/// A random number from 0 to 1; 1 if there is no randomness, so that the client never waits less than others.
fn share() -> f64 {
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}

/// Whether a person has played who cannot become a declared bot any more.
fn is_too_late(welcome: &Result<Welcome, ClientError>) -> bool {
    let Err(ClientError::Refused(refusal)) = welcome else {
        return false;
    };
    refusal.code == Some(ErrorCode::BotTooLate)
}

/// The text of an error for the person.
fn told(error: &ClientError, keep: &Keep) -> anyhow::Error {
    if error.is_token_ended() {
        token_ended(keep)
    } else {
        anyhow!("{error}")
    }
}

/// The error if the token is not valid any more, with what the person can do.
fn token_ended(keep: &Keep) -> anyhow::Error {
    anyhow!(
        "you are signed out: the server no longer accepts the token in `{}`. You ended it on another device, deleted your data, \
         or did not use it for a long time. Continue as a new guest with `giog play --new-guest`, or sign in with a recovery \
         code (docs/TERMINAL.md)",
        keep.token_path().display()
    )
}
