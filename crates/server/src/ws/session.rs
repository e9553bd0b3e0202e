//! One connection without its socket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::client::{
    BadFrame, Command, CreateRoom, Hello, QuickPlay, Request, RoomCommand, RoomRequest,
    WatchMatches,
};
use giog_protocol::server::{Answer, ErrorReply, OkReply, ServerMessage, Welcome};
use giog_protocol::{DeclaredBot, ErrorCode, PROTOCOL_VERSION, Person, Problem, RoomId};
use giog_rooms::{Batches, FrameSender, Hub, RoomHandle, quick_pool};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::latency::Latency;
use super::matches::send;
use super::pauses::Pauses;
use crate::cost::weights::of_command;
use crate::cost::{Account, OverBudget};
use crate::device::device_name;
use crate::guests::{Rename, bad_name, hash, storage_problem, too_much};
use crate::metrics::UNREADABLE;
use crate::sockets::{DisconnectReason, DisconnectSignal, Entered};
use crate::state::App;

/// How long the answer to `hello` waits, after a start of the server, until it is known in which rooms the person has a seat: well within
/// the time in which a client must send `hello`.
const ROOMS_WAIT: Duration = Duration::from_secs(5);

/// The server's name and version.
const SERVER: &str = concat!("giog/", env!("CARGO_PKG_VERSION"));

/// One connection: its person, and the rooms that it uses.
#[derive(Debug)]
pub struct Session {
    app: App,
    frame_sender: FrameSender,
    latency: Arc<Latency>,
    entered: Entered,
    address: IpAddr,
    user_agent: Option<String>,
    account: Arc<Account>,
    person: Option<Person>,
    rooms: HashMap<RoomId, Entrance>,
    /// Whether messages that a room sends at the same moment are combined into one `news`.
    batch: bool,
    /// Whether `news` use the short forms.
    short: bool,
    /// The number for the next room in `news`. It is counted on this connection only, and so reveals nothing of other rooms.
    next_handle: u32,
    watches_lobby: bool,
    /// The task that sends matches that become public; it ends with this.
    watches_matches: Option<JoinSet<()>>,
    pauses: Pauses,
}

/// A room that the connection uses.
#[derive(Clone, Debug)]
struct Entrance {
    room: RoomHandle,
    /// The room's number in `news`.
    handle: u32,
}

/// Whether the connection stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It does.
    Continue,
    /// It does, but it is not read for this time.
    Pause(Duration),
    /// It is closed because it received too much.
    Flood,
    /// It is closed because its person is banned, or its token was revoked.
    Disconnect(DisconnectReason),
    /// It is closed without a further message: the server stops, or another one owns the rooms.
    StoreLost,
}

impl Next {
    /// The same with a pause, if the connection stays open.
    fn and_pause(self, pause: Duration) -> Self {
        match self {
            Self::Continue if !pause.is_zero() => Self::Pause(pause),
            next => next,
        }
    }
}

/// The result of handling a request.
enum Taken {
    /// It was carried out, or refused.
    Done(Next),
    /// It has to wait for something.
    Waits(u64, Box<Command>),
}

impl Session {
    /// A connection from an address. Answers and events are sent through its frame sender.
    pub fn new(app: App, frame_sender: FrameSender, address: IpAddr) -> Self {
        let frame_sender = frame_sender.coming_from(app.ingress.origins.of(address));
        let account = Arc::new(app.costs.account(address));
        let entered = app.sockets.enter(&frame_sender, address);
        let latency = Latency::new(Arc::clone(&app.metrics), Arc::clone(&account));
        let latency = Arc::new(latency);
        Self {
            app,
            frame_sender: frame_sender.watched(Arc::clone(&latency) as _),
            latency,
            entered,
            address,
            user_agent: None,
            account,
            person: None,
            rooms: HashMap::new(),
            batch: false,
            short: false,
            next_handle: 0,
            watches_lobby: false,
            watches_matches: None,
            pauses: Pauses::default(),
        }
    }

    /// Sets the client's user agent.
    #[must_use]
    pub fn from_client(mut self, user_agent: Option<String>) -> Self {
        self.user_agent = user_agent;
        self
    }

    /// Notes that the connection was opened for somebody who comes back, although nothing was left of the budget of its address.
    pub(super) fn comes_back(&self) {
        self.account.comes_back();
    }

    /// Handles a text frame.
    pub async fn text(&mut self, frame: &str) -> Next {
        if let Err(over) = self.account.admit(frame.len(), !self.is_greeted()) {
            return self.refuse_over(|| Request::id_of(frame), over);
        }
        let request = Request::decode(frame);
        let pause = self.pauses.after(&self.app, frame.len(), &request);
        let next = match self.take(request) {
            Taken::Done(next) => next,
            // Boxed, so that not every connection has memory for this rare future.
            Taken::Waits(id, command) => Box::pin(self.wait_for(id, command)).await,
        };
        next.and_pause(pause)
    }

    /// Handles a binary frame of so many bytes, which is refused.
    pub fn binary(&mut self, bytes: usize) -> Next {
        if let Err(over) = self.account.admit(bytes, false) {
            return self.refuse_over(|| None, over);
        }
        if let Some(over) = self.is_to_end() {
            return over;
        }
        let problem = Problem::new(ErrorCode::BadJson, "only text frames are understood");
        let bad = Err(BadFrame { id: None, problem });
        self.measure(&bad);
        let pause = self.pauses.after(&self.app, bytes, &bad);
        self.carried_out(None, bad.map(drop).map_err(|bad| bad.problem))
            .and_pause(pause)
    }

    /// Handles a ping or pong, which the WebSocket library has already answered: its cost is that of a message.
    pub fn control(&mut self, bytes: usize) -> Next {
        match self.account.admit(bytes, false) {
            Ok(()) => {
                let pause = self.pauses.after_control(&self.app, bytes);
                Next::Continue.and_pause(pause)
            }
            Err(over) => over.pause.map_or(Next::Flood, Next::Pause),
        }
    }

    /// Refuses a frame before it is parsed.
    fn refuse_over(&self, id: impl FnOnce() -> Option<u64>, over: OverBudget) -> Next {
        let Some(pause) = over.pause else {
            return Next::Flood;
        };
        self.refuse(id(), too_much(over.wait));
        Next::Pause(pause)
    }

    /// Whether `hello` was accepted.
    pub const fn is_greeted(&self) -> bool {
        self.person.is_some()
    }

    /// Whether the connection is to be closed because its person is banned, or its token was revoked.
    pub fn is_put_out(&self) -> bool {
        self.entered.disconnect().what().is_some()
    }

    /// The signal that closes the connection.
    pub(super) fn disconnect(&self) -> Arc<DisconnectSignal> {
        self.entered.disconnect()
    }

    /// Ends the session: the lobby and all its rooms learn that the connection is gone.
    pub async fn end(mut self) {
        self.unwatch_lobby();
        for entrance in self.rooms.into_values() {
            let conn = self.frame_sender.conn();
            self.app.hub.detached(&entrance.room, conn).await;
        }
    }

    /// Whether the server is about to close its connections.
    fn is_over(&self) -> bool {
        self.app.commit.is_lost() || *self.app.stopping.borrow()
    }

    /// Whether requests are not carried out any more, and what then happens to the connection.
    fn is_to_end(&self) -> Option<Next> {
        if self.is_over() {
            return Some(Next::StoreLost);
        }
        // A ban or revocation has been confirmed: requests that are read later must not be carried out.
        self.entered.disconnect().what().map(Next::Disconnect)
    }

    /// Carries out a request, unless it has to wait for something.
    fn take(&mut self, request: Result<Request, BadFrame>) -> Taken {
        if let Some(over) = self.is_to_end() {
            return Taken::Done(over);
        }
        self.measure(&request);
        let Request { id, command } = match request {
            Ok(request) => request,
            Err(bad) => return Taken::Done(self.carried_out(bad.id, Err(bad.problem))),
        };
        self.account.charge(of_command(&command));
        match self.at_once(id, command) {
            Ok(carried_out) => Taken::Done(self.carried_out(Some(id), carried_out)),
            Err(command) => Taken::Waits(id, command),
        }
    }

    /// Carries out a command that has to wait for something.
    async fn wait_for(&mut self, id: u64, command: Box<Command>) -> Next {
        let carried_out = self.carry_out(id, *command).await;
        self.carried_out(Some(id), carried_out)
    }

    /// Sends the error if a request was not carried out.
    fn carried_out(&self, id: Option<u64>, carried_out: Result<(), Problem>) -> Next {
        match carried_out {
            Ok(()) => {}
            Err(_) if self.is_over() => return Next::StoreLost,
            // While the server stops, rooms end that will exist again after the restart, with those who are in them.
            Err(problem)
                if matches!(problem.code, ErrorCode::NoSuchRoom | ErrorCode::NotJoined)
                    && self.app.hub.is_stopping() =>
            {
                self.refuse(id, ErrorCode::ShuttingDown.into());
            }
            Err(problem) => self.refuse(id, problem),
        }
        Next::Continue
    }

    fn measure(&self, request: &Result<Request, BadFrame>) {
        let kind = request
            .as_ref()
            .map_or(UNREADABLE, |request| request.command.kind());
        self.app.metrics.request(kind);
        if let Ok(request) = request
            && kind == "act"
        {
            self.latency.asked(request.id);
        }
    }

    /// Passes a command on to a room if nothing has to be awaited, as for nearly all. Returns other commands.
    fn at_once(&mut self, id: u64, command: Command) -> Result<Result<(), Problem>, Box<Command>> {
        let Command::Room(request) = command else {
            return Err(Box::new(command));
        };
        let known = self.rooms.get(&request.room);
        let (Some(person), Some(entrance)) = (&self.person, known) else {
            return Err(Box::new(Command::Room(request)));
        };
        if matches!(request.command, RoomCommand::Leave(_)) {
            return Err(Box::new(Command::Room(request)));
        }
        let (person, entrance) = (person.clone(), entrance.clone());
        Ok(self.pass_on(id, person, &entrance, request.command))
    }

    async fn carry_out(&mut self, id: u64, command: Command) -> Result<(), Problem> {
        if let Command::Hello(hello) = command {
            return self.greet(id, hello).await;
        }
        let person = self.person.clone().ok_or(ErrorCode::HelloFirst)?;
        match command {
            Command::Hello(_) | Command::Ping(_) => self.reply(id, Answer::Nothing {}),
            Command::ListRooms(wanted) => {
                self.app.hub.send_rooms(&self.frame_sender, id, &wanted);
            }
            Command::WatchLobby(watch) => {
                self.watches_lobby = true;
                self.app
                    .hub
                    .watch_lobby(self.frame_sender.clone(), id, watch);
            }
            Command::UnwatchLobby(_) => {
                self.unwatch_lobby();
                self.reply(id, Answer::Nothing {});
            }
            Command::WatchMatches(watch) => self.watch_matches(id, watch).await?,
            Command::UnwatchMatches(_) => {
                self.watches_matches = None;
                self.reply(id, Answer::Nothing {});
            }
            Command::CreateRoom(create) => self.create(id, person, create).await?,
            Command::QuickPlay(quick) => self.quick_play(id, person, quick).await?,
            Command::Room(request) => self.in_room(id, person, request).await?,
        }
        Ok(())
    }

    async fn greet(&mut self, id: u64, hello: Hello) -> Result<(), Problem> {
        if self.person.is_some() {
            return Err(ErrorCode::AlreadyGreeted.into());
        }
        if hello.protocol != PROTOCOL_VERSION {
            let text = format!("this server speaks version {PROTOCOL_VERSION} of the protocol");
            return Err(Problem::new(ErrorCode::UnsupportedVersion, text));
        }
        // The address may have been banned while the connection was being opened.
        let now = self.app.clock.now().wall;
        if self.app.guests.bans.keep_away(self.address, now) {
            return Err(ErrorCode::Banned.into());
        }
        let (batch, short) = (hello.batch, hello.batch && hello.short);
        let actions = hello.actions;
        let (person, token) = self.who(hello).await?;
        let welcome = Welcome {
            player: person.player,
            name: person.name.clone(),
            token,
            protocol: PROTOCOL_VERSION,
            server: SERVER.to_owned(),
            limits: *self.app.about.limits,
            rooms: self.app.hub.rooms_of(person.player),
            batch,
            short,
            actions,
        };
        (self.batch, self.short) = (batch, short);
        self.frame_sender = self.frame_sender.clone().listing_actions(actions);
        let player = person.player;
        self.account.greeted(player);
        self.person = Some(person);
        self.reply(id, Answer::Welcome(Box::new(welcome)));
        self.entered.greeted(player);
        for invitation in self.app.hub.invitations_of(player) {
            let message = ServerMessage::Invitation(invitation).encode();
            self.frame_sender.send(message.into());
        }
        // A ban a moment ago did not find this connection, because its person was not known yet.
        if self
            .app
            .guests
            .bans
            .keep_out(player, self.app.clock.now().wall)
        {
            self.entered.disconnect().tell(DisconnectReason::Banned);
        }
        Ok(())
    }

    /// The person, and the token if they are a new guest.
    async fn who(&self, hello: Hello) -> Result<(Person, Option<String>), Problem> {
        let guests = &self.app.guests;
        let declared = hello.bot.map(DeclaredBot::try_from).transpose();
        let declared = declared.map_err(bad_name)?;
        if let Some(token) = hello.token {
            // The answer names their rooms.
            let recovered = timeout(ROOMS_WAIT, self.app.hub.recovered()).await;
            // Rooms on other nodes may stay unknown for long, for example without NATS: the answer does not wait for those.
            if recovered.is_err() && !self.app.hub.are_own_there() {
                return Err(Hub::not_there_yet());
            }
            self.entered.comes_with(hash(&token));
            let address = self.address;
            let rename = hello.name.map(|name| Rename { name, address });
            let mut person = guests.recognise(&token, rename).await?;
            if let Some(declared) = declared {
                let sits = !self.app.hub.rooms_of(person.player).is_empty();
                let (token, from) = (hash(&token), (address, sits));
                guests.declare(token, &mut person, declared, from).await?;
            }
            return Ok((person, None));
        }
        if let Some(wait) = self.account.came_back_early() {
            return Err(too_much(wait));
        }
        let device = device_name(hello.device.as_deref(), self.user_agent.as_deref());
        let mut guest = guests.create(self.address, hello.name, device).await?;
        let token = hash(&guest.token);
        if let Some(declared) = declared {
            let from = (self.address, false);
            guests
                .declare(token, &mut guest.person, declared, from)
                .await?;
        }
        self.entered.comes_with(token);
        Ok((guest.person, Some(guest.token)))
    }

    async fn create(&mut self, id: u64, person: Person, create: CreateRoom) -> Result<(), Problem> {
        // With the key of an existing room, this counts as a password for that room.
        self.may_try_password(create.settings.password.is_some())?;
        self.must_have_place().await?;
        let handle = self.new_handle();
        let (frame_sender, hub) = (self.frame_sender_of(handle), &self.app.hub);
        let may_make = || self.app.guests.may_make_room(self.address);
        let room = hub
            .create(frame_sender, person, id, create, may_make)
            .await?;
        self.rooms.insert(room.id(), Entrance { room, handle });
        Ok(())
    }

    async fn quick_play(
        &mut self,
        id: u64,
        person: Person,
        quick: QuickPlay,
    ) -> Result<(), Problem> {
        self.must_have_place().await?;
        let met = if quick.rated {
            let pool = quick_pool(quick.variant.unwrap_or_default());
            let met = self.app.store.met_at_rated(person.player, &pool).await;
            met.map_err(storage_problem)?
        } else {
            Vec::new()
        };
        let handle = self.new_handle();
        let (frame_sender, hub) = (self.frame_sender_of(handle), &self.app.hub);
        let may_make = || self.app.guests.may_make_room(self.address);
        let room = hub
            .quick_play(frame_sender, person, id, (quick, met), may_make)
            .await?;
        self.rooms.insert(room.id(), Entrance { room, handle });
        Ok(())
    }

    /// The next number for a room in `news`.
    const fn new_handle(&mut self) -> u32 {
        let handle = self.next_handle;
        self.next_handle = handle.wrapping_add(1);
        handle
    }

    /// The frame sender of this connection for a room with this number in `news`.
    fn frame_sender_of(&self, handle: u32) -> FrameSender {
        let frame_sender = self.frame_sender.clone();
        if !self.batch {
            return frame_sender;
        }
        let short = self.short;
        frame_sender.in_batches(Batches { handle, short })
    }

    fn unwatch_lobby(&mut self) {
        if std::mem::take(&mut self.watches_lobby) {
            self.app.hub.unwatch_lobby(self.frame_sender.conn());
        }
    }

    async fn watch_matches(&mut self, id: u64, watch: WatchMatches) -> Result<(), Problem> {
        let WatchMatches { variant, after } = watch;
        // What was watched before is not sent between the answer and the matches after it.
        self.watches_matches = None;
        let feed = &self.app.feed;
        let following = feed.follow(variant, after).await;
        let following = following.map_err(storage_problem)?;
        let following = following.ok_or_else(|| {
            Problem::new(
                ErrorCode::BadRequest,
                "`after`: there is no such public match",
            )
        })?;
        self.reply(id, Answer::Nothing {});
        let mut task = JoinSet::new();
        task.spawn(send(self.frame_sender.clone(), following));
        self.watches_matches = Some(task);
        Ok(())
    }

    async fn in_room(
        &mut self,
        id: u64,
        person: Person,
        request: RoomRequest,
    ) -> Result<(), Problem> {
        let RoomRequest { room, command } = request;
        if let Some(entrance) = self.rooms.get(&room).cloned() {
            let leaving = matches!(command, RoomCommand::Leave(_));
            self.pass_on(id, person, &entrance, command)?;
            if leaving {
                // Before anything else is awaited: somebody who joins again at once must not be treated as gone.
                self.forget_unless_in(&entrance.room).await;
            }
            return Ok(());
        }
        self.may_try_password(comes_with_password(&command))?;
        let found = self.app.hub.find(room).await;
        let found = match (found, &command) {
            (Err(problem), RoomCommand::Join(join)) if problem.code == ErrorCode::NoSuchRoom => {
                self.must_have_place().await?;
                // Boxed, so that not every request has memory for this rare future.
                Box::pin(self.wake(&person, room, join.password.as_deref())).await?
            }
            (found, _) => found?,
        };
        if !matches!(command, RoomCommand::Join(_)) {
            return Err(ErrorCode::NotJoined.into());
        }
        self.must_have_place().await?;
        self.may_pass_on(&person, room, &command)?;
        let handle = self.new_handle();
        let entrance = Entrance {
            room: found,
            handle,
        };
        self.send_on(id, person, &entrance, command)?;
        // Unless there is a newer handle by now.
        self.rooms.entry(room).or_insert(entrance);
        Ok(())
    }

    /// Opens a room that sleeps, at the cost of creating one.
    async fn wake(
        &self,
        person: &Person,
        room: RoomId,
        password: Option<&str>,
    ) -> Result<RoomHandle, Problem> {
        let who = (person.player, self.frame_sender.origin());
        let may_make = || self.app.guests.may_make_room(self.address);
        self.app.hub.wake(room, who, password, may_make).await
    }

    /// Passes a command on to a room that this connection uses.
    fn pass_on(
        &mut self,
        id: u64,
        person: Person,
        entrance: &Entrance,
        command: RoomCommand,
    ) -> Result<(), Problem> {
        self.may_try_password(comes_with_password(&command))?;
        self.may_pass_on(&person, entrance.room.id(), &command)?;
        self.send_on(id, person, entrance, command)
    }

    fn send_on(
        &mut self,
        id: u64,
        person: Person,
        &Entrance { ref room, handle }: &Entrance,
        command: RoomCommand,
    ) -> Result<(), Problem> {
        // A room that already knows this connection keeps its first frame sender.
        let from = (self.frame_sender_of(handle), person, id);
        match self.app.hub.pass_on(room, from, command) {
            Ok(None) => {}
            Ok(Some(room)) => {
                self.rooms.insert(room.id(), Entrance { room, handle });
            }
            Err(code) => {
                if code == ErrorCode::NoSuchRoom {
                    self.rooms.remove(&room.id());
                }
                return Err(self.app.hub.instead(room.id(), code));
            }
        }
        Ok(())
    }

    fn may_try_password(&self, has_one: bool) -> Result<(), Problem> {
        if has_one {
            self.app.guests.may_try_password(self.address)?;
        }
        Ok(())
    }

    fn may_pass_on(
        &self,
        person: &Person,
        room: RoomId,
        command: &RoomCommand,
    ) -> Result<(), Problem> {
        let sits = match command {
            RoomCommand::Sit(_) => true,
            RoomCommand::Join(join) => join.sit,
            _ => false,
        };
        if sits {
            let origin = self.frame_sender.origin();
            self.app.hub.may_sit(person.player, origin, room)?;
        }
        if matches!(command, RoomCommand::Report(_)) {
            self.app.guests.may_report(self.address)?;
        }
        Ok(())
    }

    async fn must_have_place(&mut self) -> Result<(), ErrorCode> {
        let most = self.app.limits.rooms_per_connection;
        if self.rooms.len() >= most {
            self.forget_former_rooms().await;
        }
        if self.rooms.len() < most {
            Ok(())
        } else {
            Err(ErrorCode::TooManyOfYours)
        }
    }

    /// Forgets rooms that this connection is not in: they are closed, refused it, or removed its person.
    async fn forget_former_rooms(&mut self) {
        let entrances = self.rooms.values();
        let rooms: Vec<RoomHandle> = entrances.map(|one| one.room.clone()).collect();
        for room in rooms {
            self.forget_unless_in(&room).await;
        }
    }

    async fn forget_unless_in(&mut self, room: &RoomHandle) {
        let conn = self.frame_sender.conn();
        let hub = &self.app.hub;
        if !hub.has(room, conn).await {
            // First: if the connection ends meanwhile, this is repeated, which is harmless.
            hub.detached(room, conn).await;
            self.rooms.remove(&room.id());
        }
    }

    fn reply(&self, re: u64, answer: Answer) {
        self.send(&ServerMessage::Ok(OkReply { re, answer }));
    }

    fn refuse(&self, re: Option<u64>, problem: Problem) {
        self.latency.refused(re, problem.code);
        self.send(&ServerMessage::Error(ErrorReply::new(re, problem)));
    }

    fn send(&self, message: &ServerMessage) {
        self.frame_sender.send(Bytes::from(message.encode()));
    }
}

/// Whether the command contains a password.
const fn comes_with_password(command: &RoomCommand) -> bool {
    matches!(command, RoomCommand::Join(join) if join.password.is_some())
}
