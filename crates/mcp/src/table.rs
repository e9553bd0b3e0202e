//! The model's seat: one at a time, as an ordinary guest. Tools send orders and read scenes; one task owns the connection.

use std::time::Duration;

use giog_client::{ClientError, RoomMirror};
use giog_protocol::client::{ListRooms, RoomFilter};
use giog_protocol::rest::RoomList;
use giog_protocol::{DeclaredBotInput, RoomId, SettingsInput};
use giog_rules::Variant;
use giog_seats::{Address, Happening, Keep, Link, Tables};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::desk::{Desk, Pick};
use crate::foreign::bounded;
use crate::problem::Problem;
use crate::scene::{Scene, Stage};

/// How many orders may wait: a model sends one after the other.
pub const WAITING_ORDERS: usize = 8;
/// How long a start may wait for the server, if there may still be a seat: hosts wait for the start.
const MOST_RESUME: Duration = Duration::from_secs(3);
/// The longest reason for the loss of a table, in characters.
const MOST_REASON: usize = 300;
/// The longest line about the connection, in characters.
const MOST_TOLD: usize = 500;

/// Where an order is answered.
type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// Something that a tool wants.
#[derive(Debug)]
pub enum Order {
    /// Public rooms with a free seat.
    List(Option<Variant>, Reply<RoomList>),
    /// A seat.
    Sit(Box<Wanted>, Reply<()>),
    /// An action for this turn.
    Act(u32, Pick, Reply<()>),
    /// To give up the seat.
    Leave(Reply<()>),
}

/// The seat that is wanted.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// With people who want this game.
    Quick(Variant),
    /// In this room, with its password.
    Room(RoomId, Option<String>),
    /// At a new table with computer players.
    Bots(SettingsInput),
}

/// The owner of the connection.
pub struct Table {
    server: Address,
    name: String,
    orders: mpsc::Receiver<Order>,
    scenes: watch::Sender<Scene>,
    tables: Option<Tables<Desk>>,
    /// Who waits for what becomes of an action.
    acting: Option<Reply<()>>,
    /// Why the last table was lost.
    lost: Option<String>,
}

enum Next {
    Happened(anyhow::Result<Happening>),
    Ordered(Option<Order>),
}

impl Table {
    /// A guest with this name on a server, to whom it connects when it is first needed.
    pub const fn new(
        server: Address,
        name: String,
        orders: mpsc::Receiver<Order>,
        scenes: watch::Sender<Scene>,
    ) -> Self {
        Self {
            server,
            name,
            orders,
            scenes,
            tables: None,
            acting: None,
            lost: None,
        }
    }

    /// Goes on with the seat that this guest still has from an earlier run, if there is one and the server answers soon.
    pub async fn resume(&mut self) {
        let keep = Keep::of_engine(&self.server, &self.name);
        if !matches!(keep.and_then(|keep| keep.identity()), Ok(Some(_))) {
            return;
        }
        let connected = timeout(MOST_RESUME, Box::pin(self.connected())).await;
        let has_no_seat = connected.map(|tables| tables.map(|tables| tables.is_empty()));
        match has_no_seat {
            Ok(Ok(true)) => self.tables = None,
            Ok(Ok(false)) => {}
            // The first tool that needs the server fails for the same reason.
            Ok(Err(problem)) => tell(&problem.to_string()),
            Err(_) => tell("the server does not answer yet"),
        }
        self.publish();
    }

    /// Carries out orders and plays until nobody can give orders any more; then gives up the seat.
    pub async fn run(mut self) {
        loop {
            let next = match &mut self.tables {
                Some(tables) => tokio::select! {
                    happened = tables.next() => Next::Happened(happened),
                    order = self.orders.recv() => Next::Ordered(order),
                },
                None => Next::Ordered(self.orders.recv().await),
            };
            match next {
                Next::Happened(happened) => self.take(happened).await,
                Next::Ordered(Some(order)) => Box::pin(self.carry_out(order)).await,
                Next::Ordered(None) => break,
            }
        }
        if let Some(tables) = &mut self.tables {
            tables.leave_all().await;
        }
    }

    async fn take(&mut self, happened: anyhow::Result<Happening>) {
        let Some(tables) = &mut self.tables else {
            return;
        };
        let had_table = !tables.is_empty();
        let went = match happened {
            Ok(happening) => tables.take(happening).await,
            Err(error) => Err(error),
        };
        if let Err(error) = went {
            self.lost = Some(bounded(&format!("{error:#}"), MOST_REASON));
            // The others must not wait; if the connection is gone, this fails at once.
            tables.leave_all().await;
            self.tables = None;
        } else if had_table && tables.is_empty() && tables.player().over.is_none() {
            self.lost = Some("you are no longer in the room, or it is closed".to_owned());
        }
        self.publish();
        let Some(acting) = self.acting.take() else {
            return;
        };
        let result = match &mut self.tables {
            Some(tables) => tables.player_mut().result(),
            None => Some(Err(Problem::Unknown)),
        };
        match result {
            // Nobody may wait any more.
            Some(result) => drop(acting.send(result)),
            None => self.acting = Some(acting),
        }
    }

    async fn carry_out(&mut self, order: Order) {
        match order {
            // Whoever does not wait any more was told to try again.
            order if order.is_abandoned() => {}
            Order::List(variant, reply) => {
                let listed = self.list(variant).await;
                self.publish();
                drop(reply.send(listed));
            }
            Order::Sit(wanted, reply) => {
                let sat = self.sit(*wanted).await;
                self.publish();
                drop(reply.send(sat));
            }
            Order::Leave(reply) => {
                let left = self.leave().await;
                self.publish();
                drop(reply.send(left));
            }
            Order::Act(turn, pick, reply) => match self.choose(turn, pick) {
                Ok(()) => self.acting = Some(reply),
                Err(problem) => drop(reply.send(Err(problem))),
            },
        }
    }

    /// The connection; connects if there is none, and goes on with a seat that it still has.
    async fn connected(&mut self) -> Result<&mut Tables<Desk>, Problem> {
        if self.tables.is_none() {
            let keep = Keep::of_engine(&self.server, &self.name)?;
            let bot = DeclaredBotInput {
                engine: env!("CARGO_PKG_NAME").to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            };
            let link =
                Link::connect_as(&self.server, keep, (Some(&self.name), Some(bot)), tell).await?;
            let seat = link.welcome.rooms.first().copied();
            let mut tables = Tables::new(link, Desk::default(), None, true);
            if let Some(room) = seat
                && tables.sit(room).await.is_ok()
            {
                *tables.player_mut() = Desk::at(room);
            }
            return Ok(self.tables.insert(tables));
        }
        self.tables.as_mut().ok_or(Problem::Unknown)
    }

    async fn list(&mut self, variant: Option<Variant>) -> Result<RoomList, Problem> {
        let filter = RoomFilter {
            variant,
            free: true,
            ..RoomFilter::default()
        };
        let tables = self.connected().await?;
        Ok(tables
            .link()
            .client
            .list_rooms(ListRooms::from(filter))
            .await?)
    }

    async fn sit(&mut self, wanted: Wanted) -> Result<(), Problem> {
        let tables = self.connected().await?;
        if !tables.is_empty() {
            return Err(Problem::HasSeat);
        }
        *tables.player_mut() = Desk::default();
        let sat = match wanted {
            Wanted::Quick(variant) => tables.quick(variant).await,
            Wanted::Bots(settings) => tables.make(settings).await,
            Wanted::Room(room, password) => {
                tables.set_password(password);
                tables.sit(room).await.map(|()| room)
            }
        };
        let is_answer = sat
            .as_ref()
            .err()
            .is_some_and(anyhow::Error::is::<ClientError>);
        match sat {
            Ok(room) => {
                *tables.player_mut() = Desk::at(room);
                self.lost = None;
                Ok(())
            }
            Err(error) => {
                if !is_answer {
                    // The connection could not be restored.
                    self.tables = None;
                }
                Err(error.into())
            }
        }
    }

    async fn leave(&mut self) -> Result<(), Problem> {
        let tables = self.tables.as_mut().ok_or(Problem::NoSeat)?;
        if tables.is_empty() {
            return Err(Problem::NoSeat);
        }
        tables.leave_all().await;
        *tables.player_mut() = Desk::default();
        Ok(())
    }

    fn choose(&mut self, turn: u32, pick: Pick) -> Result<(), Problem> {
        if self.acting.is_some() {
            return Err(Problem::Busy);
        }
        let tables = self.tables.as_mut().ok_or(Problem::NoSeat)?;
        if tables.is_empty() {
            return Err(Problem::NoSeat);
        }
        let asked = tables.player().asked.as_ref();
        if !asked.is_some_and(|asked| tables.is_open(&asked.turn)) {
            return Err(Problem::NotYourTurn);
        }
        tables.player_mut().choose(turn, pick)
    }

    /// Shows tools how far it is.
    fn publish(&self) {
        let mut scene = Scene {
            lost: self.lost.clone(),
            ..Scene::default()
        };
        if let Some(tables) = &self.tables {
            let desk = tables.player();
            let mirror = tables.rooms().next();
            let now = mirror.and_then(RoomMirror::now);
            let asked = desk.asked.as_ref();
            scene.stage = if mirror.is_none() {
                if desk.over.is_some() {
                    Stage::Over
                } else {
                    Stage::NoTable
                }
            } else if asked.is_some_and(|asked| tables.is_open(&asked.turn)) {
                Stage::Turn
            } else if desk.place.is_some() {
                Stage::Waiting
            } else {
                Stage::Gathering
            };
            scene.room = desk.room;
            scene.asked.clone_from(&desk.asked);
            scene.deciding = now.map_or_else(Vec::new, |now| now.deciding.clone());
            scene.start_left_ms = now.and_then(|now| now.start_left_ms.or(now.bots_left_ms));
            scene.since.clone_from(&desk.since);
            scene.over.clone_from(&desk.over);
            scene.seats.clone_from(&desk.seats);
            scene.chat.clone_from(&desk.chat);
        }
        self.scenes.send_replace(scene);
    }
}

impl Order {
    fn is_abandoned(&self) -> bool {
        match self {
            Self::List(_, reply) => reply.is_closed(),
            Self::Sit(_, reply) | Self::Act(_, _, reply) | Self::Leave(reply) => reply.is_closed(),
        }
    }
}

/// Tells the user something about the connection: standard output belongs to the protocol.
pub fn tell(text: &str) {
    eprintln!("giog-mcp: {}", bounded(text, MOST_TOLD));
}
