//! The server is killed, again and again, while every game is played, and nothing that was acknowledged is lost.

mod games;
mod moments;
mod requests;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use giog_rules::fairness::PublicKey;
use giog_tests::{
    Chance, Database, Gone, Player, ServerProcess, Socket, Table, check_record_against,
    number_from_env, patiently, seed,
};
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::games::{Game, games};
use self::moments::{MOMENTS, Moment, check_held, enter, picture};

/// The moments of kills, repeated; none means any moment.
const PLAN: [Option<Moment>; 6] = [
    Some(Moment::Ceremony),
    Some(Moment::Laid),
    None,
    Some(Moment::Ceremony),
    Some(Moment::Laid),
    Some(Moment::Throws),
];
/// The most actions at all tables together between two kills at a random moment.
const MOST_ACTIONS: usize = 60;
/// The longest time in milliseconds between the awaited moment and the kill: the server must be killed at any point, in the
/// middle of whatever it does then.
const MOST_DELAY_US: usize = 3_000;

/// The moment and the tables of the next kill.
#[derive(Clone, Copy, Debug)]
struct NextKill {
    moment: Moment,
    /// The tables, a bit for each.
    tables: u32,
    /// The table at which it has come.
    came: Option<usize>,
}

impl NextKill {
    const fn is_at(&self, table: usize) -> bool {
        self.tables & (1 << table) != 0
    }
}

/// What the players and the task that kills the server share.
#[derive(Clone)]
struct World {
    /// The server's current address.
    address: watch::Receiver<SocketAddr>,
    /// The number of the server, and how many people are in their rooms again.
    back: Arc<watch::Sender<(SocketAddr, usize)>>,
    /// The number of acknowledged actions.
    acknowledged: Arc<watch::Sender<u64>>,
    /// The moment at which the server is to be killed next, if not at a random one.
    wanted: Arc<watch::Sender<Option<NextKill>>>,
    /// For each table the number of the last event that was sent to anybody.
    told: Arc<Vec<AtomicU64>>,
    /// How many nonces of players were still the same after a kill.
    held: Arc<AtomicUsize>,
    /// Whether the server was killed often enough.
    is_over: Arc<AtomicBool>,
}

/// The place of a player.
#[derive(Clone, Copy, Debug)]
struct Place {
    table: usize,
    owns: bool,
    /// Whether they wait until others have thrown or laid, if the server is to be killed then.
    patient: bool,
}

/// Plays match after match, over as many connections as it takes, until the room is closed.
async fn play(mut player: Player, mut world: World, place: Place) -> Player {
    loop {
        let address = *world.address.borrow_and_update();
        if visit(&mut player, address, &world, place).await.is_ok() {
            return player;
        }
        patiently("the next server", world.address.changed())
            .await
            .expect("somebody starts servers");
    }
}

/// Plays over one connection.
async fn visit(
    player: &mut Player,
    address: SocketAddr,
    world: &World,
    place: Place,
) -> Result<(), Gone> {
    let held = check_held(player, address).await?;
    world.held.fetch_add(held, Ordering::Relaxed);
    let mut socket = enter(address, &player.token, &player.join()).await?;
    world
        .back
        .send_modify(|(server, count)| *count += usize::from(*server == address));
    if let Some(request) = player.unanswered().cloned() {
        let id = socket.send(&request).await?;
        player.sent(id, request);
    }
    while !player.is_closed() {
        if let Some(request) = wants(player, world, place) {
            // Even if sending fails, it may have arrived.
            player.sent(0, request.clone());
            let id = socket.send(&request).await?;
            player.sent(id, request);
        }
        let before = player.turns();
        let frame = socket.read().await?;
        player.observe(&frame);
        let seq = frame["seq"].as_u64().unwrap_or(0);
        world.told[place.table].fetch_max(seq, Ordering::Relaxed);
        if player.turns() > before {
            world.acknowledged.send_modify(|count| *count += 1);
        }
    }
    Ok(())
}

/// The request that a player wants to send now.
fn wants(player: &mut Player, world: &World, place: Place) -> Option<Value> {
    let wanted = *world.wanted.borrow();
    if let Some(NextKill { moment, .. }) = wanted.filter(|wanted| wanted.is_at(place.table))
        && moment.stops(player, place.patient)
    {
        if moment.has_come(player) {
            world.wanted.send_modify(|wanted| {
                if let Some(wanted) = wanted {
                    wanted.came.get_or_insert(place.table);
                }
            });
        }
        return None;
    }
    let ends = place.owns && world.is_over.load(Ordering::Relaxed) && !player.finished.is_empty();
    player.willing = !ends;
    if ends && player.is_idle() && player.unanswered().is_none() {
        let mut close = player.join();
        close["type"] = "close_room".into();
        return Some(close);
    }
    player.wants()
}

/// Kills the server, and checks its state afterwards.
struct Killer {
    chance: Chance,
    world: World,
    address: watch::Sender<SocketAddr>,
    games: Vec<Game>,
    rooms: Vec<Value>,
    /// A guest without a seat.
    token: String,
    /// For each moment the tables at which the server was not yet killed at it, a bit for each.
    left: [u32; MOMENTS.len()],
    /// For each moment the number of snapshots after a kill that show it.
    fell: [usize; MOMENTS.len()],
}

impl Killer {
    /// Kills and starts the server repeatedly: at a random moment, or at each special moment in turn.
    async fn kill(
        &mut self,
        mut server: ServerProcess,
        database: &Database,
        top: &str,
        kills: usize,
    ) -> ServerProcess {
        for kill in 0..kills {
            let moment = PLAN[kill % PLAN.len()];
            let came = match moment {
                Some(moment) => Some((moment, self.wait_for(moment).await)),
                None => self.wait_a_little().await,
            };
            let delay_us = self.chance.below(MOST_DELAY_US) as u64;
            sleep(Duration::from_micros(delay_us)).await;
            server.kill().await;
            server = ServerProcess::start(database, top, "").await;
            println!("kill {kill}: {came:?}");
            self.look(server.address(), came).await;
            self.world.wanted.send_replace(None);
            self.world.back.send_replace((server.address(), 0));
            self.address.send_replace(server.address());
        }
        server
    }

    async fn wait_a_little(&mut self) -> Option<(Moment, usize)> {
        let mut count = self.world.acknowledged.subscribe();
        let more = 1 + self.chance.below(MOST_ACTIONS) as u64;
        let enough = *count.borrow_and_update() + more;
        patiently("more actions", count.wait_for(|&count| count >= enough))
            .await
            .expect("somebody counts");
        None
    }

    /// Waits for a moment at a table at which the server was not yet killed at it, if there is one left. Returns the table.
    async fn wait_for(&mut self, moment: Moment) -> usize {
        let left = &mut self.left[moment as usize];
        if *left == 0 {
            let tables = (0_u32..).zip(&self.games);
            let here = tables.filter(|(_, game)| game.has(moment));
            *left = here.fold(0, |bits, (table, _)| bits | 1 << table);
        }
        let wanted = NextKill {
            moment,
            tables: *left,
            came: None,
        };
        let mut coming = self.world.wanted.subscribe();
        self.world.wanted.send_replace(Some(wanted));
        let came = coming.wait_for(|wanted| wanted.is_some_and(|wanted| wanted.came.is_some()));
        let came = patiently("a moment to be killed in", came).await;
        let came = came.expect("somebody plays").and_then(|wanted| wanted.came);
        let table = came.expect("it was waited for");
        *left &= !(1 << table);
        table
    }

    /// Checks the rooms before anybody else comes back: they have every event that was sent, and the awaited moment has not passed.
    async fn look(&mut self, address: SocketAddr, came: Option<(Moment, usize)>) {
        for (table, room) in self.rooms.iter().enumerate() {
            let picture = picture(address, &self.token, room)
                .await
                .expect("the server lives");
            let told = self.world.told[table].load(Ordering::Relaxed);
            assert!(picture["seq"].as_u64() >= Some(told), "{told}: {picture}");
            for (count, moment) in self.fell.iter_mut().zip(MOMENTS) {
                *count += usize::from(moment.is_shown(&picture));
            }
            if let Some((moment, _)) = came.filter(|&(_, at)| at == table) {
                assert!(
                    moment.is_shown(&picture),
                    "{moment:?} is still there: {picture}"
                );
            }
        }
    }
}

/// Kills the server this number of times while people play; another `shift` gives the tables other numbers of players.
async fn survive(database: Database, top: &str, kills: u64, shift: u64) {
    let kills =
        usize::try_from(number_from_env("GIOG_TEST_KILLS", kills)).expect("a number of kills");
    let seed = seed();
    let server = ServerProcess::start(&database, top, "").await;
    let (address, here) = watch::channel(server.address());
    let games = games(seed + shift);
    let world = World {
        back: Arc::new(watch::channel((server.address(), 0)).0),
        address: here,
        acknowledged: Arc::new(watch::channel(0).0),
        wanted: Arc::new(watch::channel(None).0),
        told: Arc::new(games.iter().map(|_| AtomicU64::new(0)).collect()),
        held: Arc::default(),
        is_over: Arc::default(),
    };
    let mut killer = Killer {
        chance: Chance::new(seed),
        world: world.clone(),
        address,
        games,
        rooms: Vec::new(),
        token: guest(server.address()).await,
        left: [0; MOMENTS.len()],
        fell: [0; MOMENTS.len()],
    };
    let mut players = sit_down(&mut killer, server.address(), seed).await;
    let people = players.len();
    let mut back = world.back.subscribe();
    let killing = async {
        let server = killer.kill(server, &database, top, kills).await;
        // A player who is not connected when the room is closed would not get the event.
        let all = back.wait_for(|&(_, count)| count == people);
        patiently("everybody", all).await.expect("somebody plays");
        server
    };
    let server = tokio::select! {
        server = killing => server,
        Some(Err(failed)) = players.join_next() => panic!("a player met what must not be: {failed}"),
    };
    world.is_over.store(true, Ordering::Relaxed);
    let mut tables: BTreeMap<usize, Vec<Player>> = BTreeMap::new();
    let mut actions = world.acknowledged.subscribe();
    loop {
        // The last matches must be long enough for something to happen in them.
        let next = patiently("the last match", async {
            tokio::select! {
                ended = players.join_next() => Some(ended),
                _ = actions.changed() => None,
            }
        });
        let Some(ended) = next.await else { continue };
        let Some(ended) = ended else { break };
        let (table, player) = ended.expect("nobody met what must not be");
        tables.entry(table).or_default().push(player);
    }
    let key = database.signer().public_key();
    let mut matches = 0;
    for table in tables.values() {
        matches += check_table(server.address(), key, table).await;
    }
    let held = world.held.load(Ordering::Relaxed);
    println!(
        "{kills} kills, {matches} matches; {MOMENTS:?} were seen after them {:?} times, {held} nonces were held",
        killer.fell
    );
    assert!(held > 0 || kills < PLAN.len());
    server.stop().await;
    database.remove().await;
}

/// People sit down at every table, and start to play.
async fn sit_down(killer: &mut Killer, address: SocketAddr, seed: u64) -> JoinSet<(usize, Player)> {
    let mut players = JoinSet::new();
    for (number, game) in killer.games.iter().enumerate() {
        let entropy: Vec<bool> = (0..game.people).map(|seat| seat % 2 == 0).collect();
        let seed = seed + 100 * number as u64;
        let Table {
            room,
            people,
            mut watching,
        } = Table::set(address, &game.settings, &entropy, game.watching, seed).await;
        println!("table {number}: {game:?}");
        // They see the first match from its start.
        for seated in &mut watching {
            seated.look_on(|player| player.now().is_some()).await;
        }
        killer.rooms.push(room.into());
        for (seat, seated) in people.into_iter().chain(watching).enumerate() {
            let place = Place {
                table: number,
                owns: seat == 0,
                patient: seat + 1 == game.people,
            };
            let playing = play(seated.player, killer.world.clone(), place);
            players.spawn(async move { (number, playing.await) });
        }
    }
    players
}

/// A new guest's token.
async fn guest(address: SocketAddr) -> String {
    let (_, welcome) = Socket::greet(address, "Witness").await;
    welcome["token"]
        .as_str()
        .expect("a new guest has a token")
        .to_owned()
}

/// Checks that every match has a record that matches what everybody saw and did, over all connections. Returns the number of matches.
async fn check_table(address: SocketAddr, key: PublicKey, table: &[Player]) -> usize {
    let players: Vec<&Player> = table.iter().collect();
    let finished = &players[0].finished;
    assert!(!finished.is_empty(), "somebody played");
    for done in finished {
        check_record_against(address, key, &players, &done.match_id).await;
    }
    finished.len()
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_sqlite() {
    survive(Database::sqlite(), "", 6, 0).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_postgres() {
    survive(Database::postgres().await, "lease_ms = 1000", 6, 1).await;
}
