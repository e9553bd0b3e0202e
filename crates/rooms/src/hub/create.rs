//! Creates rooms: for `create_room`, and for quick play if no table has a free seat.

use std::collections::HashSet;
use std::sync::Arc;

use giog_protocol::client::{CreateRoom, Join, QuickPlay, RoomCommand};
use giog_protocol::{
    Bots, ChatMode, Clock, ErrorCode, HintMode, Occupant, Person, Problem, RoomId, Settings,
    SettingsInput,
};
use giog_ratings::Pool;
use giog_rules::fairness::Digest;
use giog_rules::{Ceremony, Options, PlayerId, Variant};
use giog_store::Health;

use super::coordinator::Claim;
use super::quick::{Next, Quick};
use super::{Hub, lock};
use crate::conn::ConnId;
use crate::context::{Random, random_uuid};
use crate::frame_queue::FrameSender;
use crate::handle::RoomHandle;
use crate::key::{bad_key, check_key};
use crate::lobby::{Admission, Lobby, QuickBots, QuickGame, QuickTable};
use crate::nodes::{KeyReservation, Peer};
use crate::origin::Origin;
use crate::room::{NewRoom, Room, password_digest, rated};

/// How many tables quick play tries before it creates one. Tables may fill up meanwhile.
const TABLES_TRIED: usize = 4;

/// The request to create a room.
struct CreateRequest {
    person: Person,
    re: u64,
    key: String,
    settings: Settings,
    password: Option<String>,
    sit: bool,
    quick: bool,
    /// The id for which the key was claimed in the database; none if no other node creates rooms.
    id: Option<RoomId>,
}

/// The answer of the database about a key.
enum InDatabase {
    /// A room may be created; if other nodes create rooms, too, only this one, whose key is reserved.
    May(Option<KeyReservation>),
    Made(RoomHandle),
}

impl CreateRequest {
    /// The request for a quick-play table; `anchors` is whether computer players take free seats of rated ones.
    fn quick((person, re): (Person, u64), key: String, game: QuickGame, anchors: bool) -> Self {
        let usual = Settings {
            rated: game.rated,
            ..quick_settings(game.variant)
        };
        let bots = if !game.rated {
            game.bots.at_new_table()
        } else if anchors && rated::anchored_level(&usual).is_some() {
            Bots::House
        } else {
            Bots::None
        };
        Self {
            person,
            re,
            key,
            settings: Settings { bots, ..usual },
            password: None,
            sit: true,
            quick: true,
            id: None,
        }
    }
}

/// Somebody who is led to a table and has not arrived. They count there until this is dropped.
struct OnTheWay<'a> {
    hub: &'a Hub,
    /// The node that chose the table, if it is another one.
    coordinator: Option<&'a Peer>,
    player: PlayerId,
    table: &'a QuickTable<RoomHandle>,
    conn: ConnId,
    /// Whether the table has answered. If not when this is dropped, the table is told that they are gone.
    is_answered: bool,
}

impl Drop for OnTheWay<'_> {
    fn drop(&mut self) {
        match self.coordinator {
            Some(peer) => peer.arrived(self.player, self.table.id),
            None => self.hub.arrived(self.player, self.table.id),
        }
        if !self.is_answered
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (handle, conn) = (self.table.handle.clone(), self.conn);
            runtime.spawn(async move { handle.detached(conn).await });
        }
    }
}

impl Hub {
    /// Creates a room, or finds the one that was created with the same key, here or on another node. `may_make` is asked whether another
    /// room may be created now. The reply is sent through the room's frame sender; the handle is for later requests.
    pub async fn create(
        &self,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
        create: CreateRoom,
        may_make: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<RoomHandle, Problem> {
        let CreateRoom { key, settings, sit } = create;
        check_kept_key(&key)?;
        let (settings, password) = settings
            .resolve()
            .map_err(|bad| Problem::new(ErrorCode::BadSettings, bad.to_string()))?;
        let sit = sit.unwrap_or(true);
        if sit && !settings.bots.admit(&Occupant::Person(person.clone())) {
            return Err(ErrorCode::NoBots.into());
        }
        self.must_have_all_rooms(&self.lobby())?;
        let player = person.player;
        let admission = self.lobby().admit(player, &key);
        if matches!(admission, Err(ErrorCode::TooManyOfYours)) {
            self.make_way(player).await;
        }
        let join = |handle: RoomHandle, person, password| {
            let join = RoomCommand::Join(Join {
                password,
                ..Join::default()
            });
            handle.command(frame_sender.clone(), person, re, join)?;
            Ok(handle)
        };
        let claimed = match self.claim_key(player, &key).await? {
            Claim::Made(handle) => return join(handle, person, password),
            Claim::May(claimed) => claimed,
        };
        let unmade = match self.claim_in_database(player, &key).await? {
            InDatabase::Made(handle) => return join(handle, person, password),
            InDatabase::May(unmade) => unmade,
        };
        // One lock of the lobby until the room is entered: the same request on two connections makes one room.
        let mut lobby = self.lobby();
        self.must_have_all_rooms(&lobby)?;
        match lobby.claim((player, &key), None, self.now_ms()) {
            Ok(Admission::Made(_, handle)) => return join(handle, person, password),
            Ok(Admission::New) => {}
            // Another node is creating it.
            Err(ErrorCode::Busy) => return Err(Self::not_there_yet()),
            Err(code) => return Err(code.into()),
        }
        let wanted = CreateRequest {
            person,
            re,
            key: key.clone(),
            settings,
            password,
            sit,
            quick: false,
            id: unmade.as_ref().map(|unmade| unmade.room),
        };
        let made = self.make(&mut lobby, frame_sender, wanted, may_make);
        if made.is_ok() {
            claimed.keep();
            if let Some(unmade) = unmade {
                unmade.keep();
            }
        } else {
            lobby.release(player, &key);
        }
        made
    }

    /// Claims a key in the database, if other nodes create rooms, too. The decision of one coordinator is not enough while the
    /// coordinator changes.
    async fn claim_in_database(&self, player: PlayerId, key: &str) -> Result<InDatabase, Problem> {
        let Some(keys) = self.0.nodes.keys.keys() else {
            return Ok(InDatabase::May(None));
        };
        if let Ok(Admission::Made(_, handle)) = self.lobby().admit(player, key) {
            return Ok(InDatabase::Made(handle));
        }
        let id = {
            let mut random = (self.0.tools.random)();
            self.new_id(&mut *random)?
        };
        let unmade = self.0.nodes.keys.begin(id);
        match keys.claim((player, key), id).await {
            Ok(room) if room == id => Ok(InDatabase::May(Some(unmade))),
            Ok(other) => {
                // The room exists, but its news have not arrived here yet.
                let room = self.room(other).map_err(|problem| match problem.code {
                    ErrorCode::NoSuchRoom => Self::not_there_yet(),
                    _ => problem,
                })?;
                Ok(InDatabase::Made(room))
            }
            Err(error) => {
                tracing::warn!(%error, "the key of a room cannot be claimed");
                Err(ErrorCode::StorageUnavailable.into())
            }
        }
    }

    /// Leads somebody to a quick-play table, or creates one if `may_make` allows it. The reply is sent through the frame sender. `met` are
    /// the people of their latest rated matches, if they want a rated table.
    pub async fn quick_play(
        &self,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
        (quick, met): (QuickPlay, Vec<PlayerId>),
        may_make: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<RoomHandle, Problem> {
        let QuickPlay {
            key,
            variant,
            bots,
            rated,
        } = quick;
        let variant = variant.unwrap_or_default();
        if rated && self.0.tools.context.signer.is_for_practice() {
            let text = "a practice server rates no matches";
            return Err(Problem::new(ErrorCode::BadSettings, text));
        }
        if rated && person.declared_bot.is_some() {
            return Err(ErrorCode::NoBots.into());
        }
        check_kept_key(&key)?;
        self.must_have_all_rooms(&self.lobby())?;
        let quick = Quick {
            game: QuickGame {
                variant,
                bots: QuickBots::of(&person, bots),
                rated,
            },
            frame_sender,
            person,
            re,
            key,
            met,
        };
        let mut may_make = Some(may_make);
        // It is called at most once, for this request.
        let mut may_make = || may_make.take().map_or(Ok(()), |may_make| may_make());
        let mut tried = HashSet::new();
        loop {
            // On a node that starts no new matches nobody finds a table.
            let mut coordinator = self.coordinator_of_game(variant);
            coordinator.take_if(|_| self.begins_nothing().is_some());
            let mut next = match &coordinator {
                Some(peer) => self.led_by(peer, &quick, &tried, &mut may_make).await?,
                None => None,
            };
            if next.is_none() {
                coordinator = None;
                next = self.next_table(&quick, &tried, Some(&mut may_make))?;
            }
            let table = match next {
                Some(Next::Made(handle)) => return Ok(handle),
                Some(Next::Table(table)) => table,
                None => return Err(Self::not_there_yet()),
            };
            tried.insert(table.id);
            match self.sit_down(&quick, &table, coordinator.as_deref()).await {
                Ok(()) => return Ok(table.handle),
                // A person who may have a seat there must not get a second one at another table.
                Err(ErrorCode::Busy) if !table.own => {}
                Err(ErrorCode::NoFreeSeat | ErrorCode::NoSuchRoom) => {}
                Err(code) => return Err(code.into()),
            }
        }
    }

    /// Seats somebody at a table that they were led to. The table sends the reply, unless it refuses.
    async fn sit_down(
        &self,
        quick: &Quick,
        table: &QuickTable<RoomHandle>,
        coordinator: Option<&Peer>,
    ) -> Result<(), ErrorCode> {
        let conn = quick.frame_sender.conn();
        let mut on_the_way = OnTheWay {
            hub: self,
            coordinator,
            player: quick.person.player,
            table,
            conn,
            is_answered: false,
        };
        let (frame_sender, person, re) = quick.who();
        let joined = table.handle.quick_join(frame_sender, person, re).await;
        // They may have been in the room before this request, and still be.
        if joined.is_err() && !table.handle.has(conn).await {
            table.handle.detached(conn).await;
        }
        on_the_way.is_answered = true;
        joined
    }

    /// Where this node leads somebody next: a table with a free seat, or a new one if `may_make` is given and allows it. One lock of the
    /// lobby, so that only one of many simultaneous requests creates a table.
    pub(super) fn next_table(
        &self,
        quick: &Quick,
        tried: &HashSet<RoomId>,
        may_make: Option<impl FnOnce() -> Result<(), Problem>>,
    ) -> Result<Option<Next>, Problem> {
        let mut lobby = self.lobby();
        self.must_have_all_rooms(&lobby)?;
        let who = (quick.person.player, quick.frame_sender.origin());
        let (key, game) = (&quick.key, quick.game);
        if let Some(table) = self.table_for(&mut lobby, quick, tried)? {
            return Ok(Some(Next::Table(table)));
        }
        let Some(may_make) = may_make else {
            return Ok(None);
        };
        let (frame_sender, person, re) = quick.who();
        let anchors = self.0.tools.context.times.rated_bots_ms > 0;
        let wanted = CreateRequest::quick((person, re), key.clone(), game, anchors);
        let handle = self.make(&mut lobby, frame_sender, wanted, may_make)?;
        lobby.note_quick(who.0, key, handle.id());
        lobby.note_host(who, handle.id(), self.now_ms());
        Ok(Some(Next::Made(handle)))
    }

    /// The next table to try; none if a new one is to be created. It is noted at once that they are led there, so that the same request
    /// on two connections leads to one table.
    fn table_for(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        quick: &Quick,
        tried: &HashSet<RoomId>,
    ) -> Result<Option<QuickTable<RoomHandle>>, Problem> {
        let more = tried.len() < TABLES_TRIED;
        let now_ms = self.now_ms();
        let player = quick.person.player;
        let (who, key) = ((player, quick.frame_sender.origin()), &quick.key);
        let game = (quick.game, &*quick.met);
        let table = more.then(|| lobby.quick_table(who, key, game, tried, now_ms));
        let table = table.flatten();
        let own = table.as_ref().is_some_and(|table| table.own);
        let waits_ms = lobby.leaver_waits_ms(player, now_ms);
        let refused = match waits_ms {
            _ if own => None,
            // They could not start a match there, nor when the pause ends.
            waits_ms => match self.begins_nothing() {
                Some(code) => Some(code.into()),
                None => waits_ms.map(|waits_ms| Problem::wait(ErrorCode::Leaver, waits_ms)),
            },
        };
        if let Some(refused) = refused {
            if let Some(table) = table {
                lobby.arrived(player, table.id);
            }
            return Err(refused);
        }
        if let Some(table) = &table {
            lobby.note_quick(player, key, table.id);
        }
        Ok(table)
    }

    /// Whether somebody from this address may sit down in a room. At quick-play tables: not while they are excluded for leaving matches,
    /// and not as a second person of a household while strangers there still wait for better company.
    pub fn may_sit(&self, player: PlayerId, origin: Origin, room: RoomId) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        self.lobby().may_sit((player, origin), room, now_ms)
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.0.tools.clock.now().mono_ms
    }

    /// Whether another room can be opened at the moment, for somebody from this network.
    pub(super) fn must_have_place(
        &self,
        lobby: &Lobby<RoomHandle>,
        quick: bool,
        origin: &Origin,
    ) -> Result<(), Problem> {
        if self.is_stopping() {
            return Err(ErrorCode::ShuttingDown.into());
        }
        if let Some(code) = self.begins_nothing() {
            return Err(code.into());
        }
        if *self.0.tools.commit.health().borrow() != Health::Ok {
            return Err(ErrorCode::StorageUnavailable.into());
        }
        Ok(lobby.must_have_place(quick, origin)?)
    }

    fn make(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        frame_sender: FrameSender,
        wanted: CreateRequest,
        may_make: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<RoomHandle, Problem> {
        self.must_have_place(lobby, wanted.quick, &frame_sender.origin())?;
        may_make()?;
        let mut random = (self.0.tools.random)();
        let id = match wanted.id {
            // The shard has moved to another node meanwhile.
            Some(id) if !lock(&self.0.nodes.shards).takes(id) => {
                return Err(Self::not_there_yet());
            }
            Some(id) => id,
            None => self.new_id(&mut *random)?,
        };
        let digest = |password: String| -> Digest { password_digest(id, &password) };
        let new = NewRoom {
            id,
            settings: wanted.settings,
            password: wanted.password.map(digest),
            owner: wanted.person,
            key: wanted.key,
            sit: wanted.sit,
            quick: wanted.quick,
            asked: Some((frame_sender.conn(), wanted.re)),
        };
        let context = Arc::clone(&self.0.tools.context);
        let (room, effects) = Room::create(context, new, self.0.tools.clock.now(), &mut *random);
        Ok(self.start(lobby, room, Some(frame_sender), effects))
    }
}

impl Hub {
    /// A random id for a room on this node: its shard must be one of this node's.
    fn new_id(&self, random: &mut dyn Random) -> Result<RoomId, Problem> {
        let shards = lock(&self.0.nodes.shards);
        if !shards.take_some() {
            return Err(Self::not_there_yet());
        }
        let ids = std::iter::repeat_with(|| RoomId(random_uuid(random)));
        // If this node has one shard, one of 256 ids fits.
        let id = ids.into_iter().find(|&id| shards.takes(id));
        Ok(id.expect("there is no end of them"))
    }
}

/// Refuses keys that cannot be stored in a database: a key is part of a room's log.
fn check_kept_key(key: &str) -> Result<(), Problem> {
    if key.contains('\0') {
        return Err(bad_key());
    }
    check_key(key)
}

/// The bank at quick-play tables of games in which a player whose time runs out loses, in milliseconds: as in blitz chess.
const QUICK_BANK_MS: u32 = 600_000;

/// The ratings that matches of this game change at rated tables.
pub fn quick_pool(variant: Variant) -> Pool {
    let settings = quick_settings(variant);
    rated::pool(&variant.to_string(), settings.seats, settings.clock)
}

/// The settings of quick-play tables: no choices before the first lead, a clock, and set phrases instead of free chat, so that nobody is
/// insulted; and the shorter match of games that have one.
fn quick_settings(variant: Variant) -> Settings {
    let usual = SettingsInput {
        variant: Some(variant),
        options: Options::with_strangers(variant),
        ceremony: Some(Ceremony::Server),
        chat: Some(ChatMode::Phrases),
        hints: Some(HintMode::Off),
        clock: variant.loses_on_time().then_some(Clock::Bank {
            bank_ms: QUICK_BANK_MS,
            increment_ms: 0,
        }),
        ..SettingsInput::default()
    };
    let (settings, _) = usual.resolve().expect("the usual settings fit every game");
    settings
}

#[cfg(test)]
mod tests {
    use giog_rules::tiles::TilesVariant;
    use giog_rules::tiles::mahjong::Length;

    use super::*;

    #[test]
    fn every_game_has_settings_for_quick_play() {
        for variant in Variant::ALL {
            let settings = quick_settings(variant);
            assert_eq!(settings.variant, variant);
            assert!(variant.players().contains(&usize::from(settings.seats)));
            let cost_us =
                |level| giog_bots::levels::match_cost_us(level, variant, settings.seats.into());
            let anchored = rated::anchored_level(&settings);
            let has = giog_bots::levels::of(variant, settings.seats.into());
            assert!(anchored.is_none_or(|level| has.contains(&level) && cost_us(level) == 0));
            assert_eq!(anchored.is_some(), settings.seats > 2, "{variant}");
            let (usual, _) = SettingsInput {
                variant: Some(variant),
                ..SettingsInput::default()
            }
            .resolve()
            .expect("the usual settings");
            let mut options = usual.options;
            if variant == TilesVariant::Mahjong.into() {
                assert_eq!(options.tiles.length, Some(Length::Round));
                options.tiles.length = Some(Length::Hand);
            }
            assert_eq!(settings.options, options, "{variant}");
        }
    }
}
