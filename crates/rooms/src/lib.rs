//! Rooms and the lobby: state machines without an await in them, and thin actors that run them.
//!
//! [`Room`] is a room from its creation to its closing. It knows people, seats, readiness, clocks and its log. It knows of the game only
//! what `giog_rules::Match` offers; hidden hands are in that value and leave it only as views.

// State machines, without tasks.
mod conn;
mod context;
mod fair_queue;
mod invitations;
mod lobby;
mod origin;
mod rate;
mod room;
mod thinking_budget;
mod time;

// The tasks that run them.
mod actor;
mod bot_threads;
mod flush;
mod frame_queue;
mod handle;
mod hub;
mod inbox;
mod key;
mod lock;
mod mailbox;
mod nodes;
mod occupancy;
mod remote_connections;
mod workers;

pub use handle::RoomHandle;

pub use bot_threads::Thinking;
pub use conn::{ConnId, Conns};
pub use context::{Bot, Context, Dealer, Random, RoomLimits, Times, random_uuid, seeded_deal};
pub use frame_queue::{Answered, Batches, FrameReceiver, FrameSender, NextFrame};
pub use hub::{
    AllowedInvitation, AwaitedAt, Hub, InvitedConnections, Load, RandomSource, Recovered,
    RecoveryPause, SetAside, SetAsideError, WANTED_WAITING, quick_pool,
};
pub use invitations::{INVITATION_MS, MAX_INVITATIONS_OF_PERSON};
pub use key::MAX_KEY_BYTES;
pub use lobby::{Admission, Lobby, LobbyLimits, QuickTable, RoomCreator, TableChange};
pub use nodes::{Peer, RoomKeys, SHARDS, Wire, shard_of};
pub use origin::{Network, Origin};
pub use rate::Rate;
pub use remote_connections::RemoteConnections;
pub use room::{
    Acting, AdminCommand, AwaitedFor, AwaitedPlayer, BadFloor, Branched, CannotApply, Effect,
    HintRequest, Input, MOST_PLAYS, MatchAnswer, NewRoom, NoBranch, REPORTED_LINES, ReplayError,
    Room, RoomAnswer, RoomQuery, StoppedAt, Think, Ticket, Unrecorded, Waking, branch,
    replayed_events,
};
pub use thinking_budget::ThinkingBudget;
pub use time::{Clock, Now};
pub use workers::{JobNotQueued, Workers};
