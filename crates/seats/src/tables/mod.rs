//! Seats at some tables of a server: an ordinary guest, whose decisions a [`Player`] makes. It takes seats, gets ready with entropy of its
//! own, resumes after a broken connection, and keeps the receipts.

mod follow;
mod turns;

use std::time::Duration;

use anyhow::ensure;
use giog_client::{Client, ClientError, Incoming, ReceiptKeeper, RoomMirror};
use giog_protocol::bot::{Place, Turn};
use giog_protocol::client::Join;
use giog_protocol::{RoomId, SettingsInput};
use giog_rules::{Outcome, PlayerId, Seat, Variant};
use tokio::time::{Instant, sleep, sleep_until};

use crate::player::{Answered, Player};
use crate::{Link, chance};

/// The pause before the next attempt if a server starts no matches, and does not say for how long.
const AGAIN: Duration = Duration::from_secs(5);

/// Seats of one person, on one connection.
pub struct Tables<P> {
    link: Link,
    player: P,
    all: Vec<Table>,
    password: Option<String>,
    /// Whether a table is left after its first match.
    once: bool,
    me: PlayerId,
}

/// A table with a seat.
struct Table {
    mirror: RoomMirror,
    keeper: ReceiptKeeper,
    seat: Option<Seat>,
    /// The running match.
    place: Option<Place>,
    outcome: Option<Outcome>,
    /// Whether it has lost its seat, and must take one again.
    wants_seat: bool,
    /// Whether it must still get ready for the next match.
    wants_ready: bool,
    /// When it may try these again; the server has asked it to wait until then.
    again_at: Option<Instant>,
    /// The turn for which the player was asked last.
    asked: Option<u32>,
    /// The number of the last event that the player was told.
    told: Option<u64>,
    /// Whether the room was made for this table alone, and is of no use to anybody later.
    is_own: bool,
}

/// Something that tables have to take in.
#[derive(Debug)]
pub enum Happening {
    /// A message of the server, or why there will be none.
    Heard(Result<Incoming, ClientError>),
    /// The player has decided.
    Answered(Answered),
    /// It is time to try again what the server asked to wait with.
    Again,
}

/// Whether to continue at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

impl<P: Player> Tables<P> {
    /// For a person who is connected.
    pub fn new(link: Link, player: P, password: Option<String>, once: bool) -> Self {
        Self {
            me: link.welcome.player,
            link,
            player,
            all: Vec::new(),
            password,
            once,
        }
    }

    /// The player.
    pub const fn player(&self) -> &P {
        &self.player
    }

    /// The player, to tell it something.
    pub const fn player_mut(&mut self) -> &mut P {
        &mut self.player
    }

    /// The connection, for requests that have nothing to do with the tables.
    pub const fn link(&mut self) -> &mut Link {
        &mut self.link
    }

    /// What is known of the rooms.
    pub fn rooms(&self) -> impl Iterator<Item = &RoomMirror> {
        self.all.iter().map(|table| &table.mirror)
    }

    /// Whether there is no table.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a match still waits for this turn, as far as is known.
    pub fn is_open(&self, turn: &Turn) -> bool {
        self.all.iter().any(|table| {
            let now = table.mirror.now();
            table.place == Some(turn.place)
                && table.asked == Some(turn.turn)
                && now.is_none_or(|now| now.decision().is_some() && now.turn() == turn.turn)
        })
    }

    /// Sets the password for rooms from now on.
    pub fn set_password(&mut self, password: Option<String>) {
        self.password = password;
    }

    /// Takes a seat in a room.
    pub async fn sit(&mut self, room: RoomId) -> anyhow::Result<()> {
        self.add(room);
        let join = self.joining(self.all.len() - 1, true);
        let joined = self.link.join(room, &join).await;
        if joined.is_err() {
            self.all.pop();
        }
        joined
    }

    /// Makes a room with these settings, takes its first seat, and gives the others to computer players.
    pub async fn make(&mut self, settings: SettingsInput) -> anyhow::Result<RoomId> {
        let key = chance::key();
        let create = async |client: &mut Client| client.create_room(&key, settings.clone()).await;
        let room = self.link.ask_with_retries(create).await?;
        self.add(room);
        let fill = async |client: &mut Client| client.fill_with_bots(room, None).await;
        if let Err(error) = self.link.ask_with_retries(fill).await {
            self.leave(self.all.len() - 1).await;
            self.all.pop();
            return Err(error);
        }
        if let Some(table) = self.all.last_mut() {
            table.is_own = true;
        }
        Ok(room)
    }

    /// Takes a seat at a quick-play table.
    pub async fn quick(&mut self, variant: Variant) -> anyhow::Result<RoomId> {
        let key = chance::key();
        let ask = async |client: &mut Client| client.quick_play(&key, Some(variant), true).await;
        let room = self.link.ask_with_retries(ask).await?;
        let known = self.all.iter();
        ensure!(
            known
                .map(|table| table.mirror.room())
                .all(|known| known != room),
            "there is only one table of {variant} for one person"
        );
        self.add(room);
        Ok(room)
    }

    fn add(&mut self, room: RoomId) {
        self.all.push(Table {
            mirror: RoomMirror::new(room),
            keeper: ReceiptKeeper::new(room, self.me),
            seat: None,
            place: None,
            outcome: None,
            wants_seat: false,
            wants_ready: true,
            again_at: None,
            asked: None,
            told: None,
            is_own: false,
        });
    }

    /// Plays match after match until all rooms are closed, and then gives up the seats. Returns the player.
    pub async fn play(mut self) -> anyhow::Result<P> {
        let played = self.play_all().await;
        self.leave_all().await;
        played.map(|()| self.player)
    }

    /// Gives up all seats: the others must not wait for a player who does not play any more.
    pub async fn leave_all(&mut self) {
        for at in 0..self.all.len() {
            self.leave(at).await;
        }
        self.all.clear();
    }

    async fn leave(&mut self, at: usize) {
        let table = &self.all[at];
        let room = table.mirror.room();
        let left = if table.is_own {
            self.link.client.close_room(room).await
        } else {
            Ok(())
        };
        // A room in which a match is running cannot be closed.
        let left = match left {
            Ok(()) | Err(ClientError::Refused(_)) => self.link.client.leave(room).await,
            broken => broken,
        };
        match left {
            // It may be out of the room already.
            Ok(()) | Err(ClientError::Refused(_)) => {}
            Err(error) => self
                .link
                .tell(&format!("The seat could not be given up: {error}.")),
        }
    }

    async fn play_all(&mut self) -> anyhow::Result<()> {
        while !self.all.is_empty() {
            let happening = self.next().await?;
            self.take(happening).await?;
        }
        Ok(())
    }

    /// Waits until something happens that [`Tables::take`] must be given. Nothing is lost if the future is dropped.
    ///
    /// # Errors
    /// If the player cannot go on.
    pub async fn next(&mut self) -> anyhow::Result<Happening> {
        let again_at = self.all.iter().filter_map(|table| table.again_at).min();
        Ok(tokio::select! {
            heard = self.link.client.next() => Happening::Heard(heard),
            answered = self.player.answer() => Happening::Answered(answered?),
            () = sleep_until(again_at.unwrap_or_else(Instant::now)), if again_at.is_some() => {
                Happening::Again
            }
        })
    }

    /// Does what follows from something that happened; restores the connection if it broke.
    ///
    /// # Errors
    /// If a table, the player or the connection is lost for good.
    pub async fn take(&mut self, happening: Happening) -> anyhow::Result<()> {
        let went = match happening {
            Happening::Heard(Ok(incoming)) => self.hear(&incoming).await,
            Happening::Heard(Err(error)) => Err(error.into()),
            Happening::Answered(answered) => self.act(&answered).await,
            Happening::Again => self.try_again().await,
        };
        match went {
            Ok(()) => Ok(()),
            Err(error) => self.go_on_after(error).await,
        }
    }

    /// Reconnects if the connection broke during a request; any other error ends the program.
    async fn go_on_after(&mut self, error: anyhow::Error) -> anyhow::Result<()> {
        let error = error.downcast::<ClientError>()?;
        match error.passes_in() {
            Some(wait) => sleep(wait).await,
            None if error.is_answer() => return Err(error.into()),
            None => self.link.reconnect(&error).await?,
        }
        for at in 0..self.all.len() {
            self.begin_again(at).await?;
        }
        Ok(())
    }

    fn joining(&self, at: usize, sit: bool) -> Join {
        Join {
            password: self.password.clone(),
            sit,
            ..self.all[at].mirror.resume()
        }
    }

    /// Joins again after requests that may have been lost; then everything is sent again.
    async fn begin_again(&mut self, at: usize) -> anyhow::Result<()> {
        loop {
            let table = &mut self.all[at];
            (table.asked, table.wants_ready) = (None, true);
            let (room, join) = (table.mirror.room(), self.joining(at, false));
            self.link.join(room, &join).await?;
            match self.open_entropy(at).await {
                Ok(()) => return Ok(()),
                Err(error) if error.is_answer() => return Err(error.into()),
                Err(error) => self.link.reconnect(&error).await?,
            }
        }
    }
}
