//! A method for each request.

use giog_protocol::bot::{Turn, TurnMessage};
use giog_protocol::client::{
    Act, AddBot, AskTurn, Chat, Choices, CloseRoom, Command, CreateRoom, Hello, Hint, Join, Leave,
    ListActions, ListRooms, OpenEntropy, Ping, QuickPlay, Ready, RoomCommand, RoomFilter,
    RoomRequest, Sit, Stand, Unready, WatchLobby,
};
use giog_protocol::rest::RoomList;
use giog_protocol::server::{Answer, ServerMessage, Welcome};
use giog_protocol::{DeclaredBotInput, ErrorCode, PROTOCOL_VERSION, RoomId, Said, SettingsInput};
use giog_rules::fairness::Nonce;
use giog_rules::{Action, Level, Pieces, RefusalCode, Seat, Variant};

use crate::{Client, ClientError, Incoming, UnknownDecision};

/// The next turn, and the secret of a face-down play's commitment.
type Acted = (u32, Option<Nonce>);

impl Client {
    /// Logs in: with a token as the person it belongs to, without one as a new guest. A name is the new guest's name, or a new name for
    /// the person.
    pub async fn hello(
        &mut self,
        token: Option<&str>,
        name: Option<&str>,
    ) -> Result<Welcome, ClientError> {
        self.introduce(token, name, None).await
    }

    /// The same for a program: it declares that it is a bot, for ever. Refused with `bot_too_late` for a person who has played or sits at a
    /// table, and is no bot yet.
    pub async fn hello_as_bot(
        &mut self,
        token: Option<&str>,
        name: Option<&str>,
        bot: DeclaredBotInput,
    ) -> Result<Welcome, ClientError> {
        self.introduce(token, name, Some(bot)).await
    }

    async fn introduce(
        &mut self,
        token: Option<&str>,
        name: Option<&str>,
        bot: Option<DeclaredBotInput>,
    ) -> Result<Welcome, ClientError> {
        let hello = Hello {
            batch: true,
            short: true,
            actions: false,
            protocol: PROTOCOL_VERSION,
            token: token.map(str::to_owned),
            name: name.map(str::to_owned),
            device: None,
            bot,
        };
        match self.request(Command::Hello(hello)).await? {
            Answer::Welcome(welcome) => Ok(*welcome),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Sends a `ping` request, which keeps the connection open.
    pub async fn ping(&mut self) -> Result<(), ClientError> {
        self.request(Command::Ping(Ping {})).await.map(drop)
    }

    /// Lists public rooms, a page at a time.
    pub async fn list_rooms(&mut self, list: ListRooms) -> Result<RoomList, ClientError> {
        match self.request(Command::ListRooms(list)).await? {
            Answer::Rooms { rooms, more, next } => Ok(RoomList { rooms, more, next }),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Creates a room, takes seat 0 and joins the room. The same `key` gives the same room, so repeating the request is harmless.
    pub async fn create_room(
        &mut self,
        key: &str,
        settings: SettingsInput,
    ) -> Result<RoomId, ClientError> {
        let create = CreateRoom {
            key: key.to_owned(),
            settings,
            sit: None,
        };
        match self.request(Command::CreateRoom(create)).await? {
            Answer::Room { room, .. } => Ok(room),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Lists public rooms, the first page; from then on `lobby` messages report their changes.
    pub async fn watch_lobby(&mut self, filter: RoomFilter) -> Result<RoomList, ClientError> {
        let watch = WatchLobby {
            filter,
            cursor: None,
        };
        match self.request(Command::WatchLobby(watch)).await? {
            Answer::Rooms { rooms, more, next } => Ok(RoomList { rooms, more, next }),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Takes a seat at a quick-play table, with people who want this game, or `giog`; also with declared bots if `bots`. The same `key`
    /// gives the same table. The table is not rated.
    pub async fn quick_play(
        &mut self,
        key: &str,
        variant: Option<Variant>,
        bots: bool,
    ) -> Result<RoomId, ClientError> {
        let key = key.to_owned();
        let quick = Command::QuickPlay(QuickPlay {
            key,
            variant,
            bots,
            rated: false,
        });
        match self.request(quick).await? {
            Answer::Room { room, .. } => Ok(room),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Joins a room; [`crate::RoomMirror::resume`] makes the `Join` that resumes after the last event that was seen.
    pub async fn join(&mut self, room: RoomId, join: Join) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::Join(join)).await
    }

    /// Leaves a room.
    pub async fn leave(&mut self, room: RoomId) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::Leave(Leave {})).await
    }

    /// Closes a room, as its owner.
    pub async fn close_room(&mut self, room: RoomId) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::CloseRoom(CloseRoom {})).await
    }

    /// Takes a seat; the lowest free one if none is given.
    pub async fn sit(&mut self, room: RoomId, seat: Option<Seat>) -> Result<(), ClientError> {
        self.ask(
            room,
            RoomCommand::Sit(Sit {
                seat: seat.map(number),
            }),
        )
        .await
    }

    /// Gives up the seat, but stays in the room.
    pub async fn stand(&mut self, room: RoomId) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::Stand(Stand {})).await
    }

    /// Adds a bot of a level, or of the usual one, to a seat; the lowest free one if none is given.
    pub async fn add_bot(
        &mut self,
        room: RoomId,
        seat: Option<Seat>,
        level: Option<Level>,
    ) -> Result<(), ClientError> {
        let one = AddBot {
            seat: seat.map(number),
            all: false,
            level,
        };
        self.ask(room, RoomCommand::AddBot(one)).await
    }

    /// Adds bots of a level, or of the usual one, to all free seats.
    pub async fn fill_with_bots(
        &mut self,
        room: RoomId,
        level: Option<Level>,
    ) -> Result<(), ClientError> {
        let all = AddBot {
            seat: None,
            all: true,
            level,
        };
        self.ask(room, RoomCommand::AddBot(all)).await
    }

    /// Sends a chat message. With the same `key` again it is not sent a second time.
    pub async fn chat(&mut self, room: RoomId, key: &str, said: Said) -> Result<(), ClientError> {
        let key = key.to_owned();
        self.ask(room, RoomCommand::Chat(Chat { key, said })).await
    }

    /// Gets ready for a match; [`crate::ReceiptKeeper::ready`] makes a `Ready` that adds entropy to the shuffle.
    pub async fn ready(&mut self, room: RoomId, ready: Ready) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::Ready(ready)).await
    }

    /// Takes the readiness back.
    pub async fn unready(&mut self, room: RoomId) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::Unready(Unready {})).await
    }

    /// Opens entropy; [`crate::ReceiptKeeper::to_open`] gives it.
    pub async fn open_entropy(
        &mut self,
        room: RoomId,
        open: OpenEntropy,
    ) -> Result<(), ClientError> {
        self.ask(room, RoomCommand::OpenEntropy(open)).await
    }

    /// Everything that the seat may know and do now, with the number of the last event in it; the message contains the events after
    /// `after`. Refused if the match does not wait for the seat.
    pub async fn turn(
        &mut self,
        room: RoomId,
        after: Option<u64>,
    ) -> Result<(u64, Turn), ClientError> {
        let command = RoomCommand::AskTurn(AskTurn { after });
        let request = Command::Room(RoomRequest { room, command });
        match self.request(request).await? {
            Answer::Turn {
                seq,
                turn: TurnMessage::Turn(turn),
            } => Ok((seq, *turn)),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Sends an action for a turn. Returns the number of the next turn and, for a face-down play, the secret of its commitment.
    pub async fn act(
        &mut self,
        room: RoomId,
        turn: u32,
        action: Action,
    ) -> Result<Acted, ClientError> {
        let act = RoomCommand::Act(Act {
            turn,
            match_id: None,
            action,
        });
        match self
            .request(Command::Room(RoomRequest { room, command: act }))
            .await?
        {
            Answer::Acted { turn, nonce, .. } => Ok((turn, nonce)),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Takes the default of a decision of a kind that this client does not know. Returns the number of the next turn.
    pub async fn act_default(&mut self, asked: &UnknownDecision) -> Result<u32, ClientError> {
        let mut act = asked.default.clone();
        act.insert("type".to_owned(), "act".into());
        act.insert("room".to_owned(), asked.room.to_string().into());
        act.insert("turn".to_owned(), asked.turn.into());
        let write = |id: u64| {
            act.insert("id".to_owned(), id.into());
            serde_json::to_string(&act)
        };
        match self.send(write).await? {
            Answer::Acted { turn, .. } => Ok(turn),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Requests the legal plays for the decision with this turn, if [`YourTurn::choices`] says that the message did not list them.
    ///
    /// [`YourTurn::choices`]: giog_protocol::server::YourTurn::choices
    pub async fn choices(&mut self, room: RoomId, turn: u32) -> Result<Vec<Pieces>, ClientError> {
        let command = RoomCommand::Choices(Choices { turn });
        let asked = Command::Room(RoomRequest { room, command });
        match self.request(asked).await? {
            Answer::Choices { plays } => Ok(plays),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Requests the legal actions for the decision with this turn from place `from` on, and the place of the next page, if there is one.
    pub async fn actions(
        &mut self,
        room: RoomId,
        turn: u32,
        from: u64,
    ) -> Result<(Vec<Action>, Option<u64>), ClientError> {
        let from = Some(from);
        let command = RoomCommand::ListActions(ListActions { turn, from });
        let asked = Command::Room(RoomRequest { room, command });
        match self.request(asked).await? {
            Answer::Actions { actions, next } => Ok((actions, next)),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Requests what the server's bot would do for the decision with this turn.
    pub async fn hint(&mut self, room: RoomId, turn: u32) -> Result<Action, ClientError> {
        let command = RoomCommand::Hint(Hint { turn });
        let asked = Command::Room(RoomRequest { room, command });
        match self.request(asked).await? {
            Answer::Hint { hint } => Ok(hint.action),
            _ => Err(ClientError::UnexpectedAnswer),
        }
    }

    /// Completes a message: requests the legal plays if the server left them out.
    pub async fn complete(&mut self, mut incoming: Incoming) -> Result<Incoming, ClientError> {
        let Incoming::Message(message) = &mut incoming else {
            return Ok(incoming);
        };
        if let ServerMessage::Now(now) = &mut **message
            && let Some(you) = now.you.as_mut().filter(|you| you.choices.is_some())
            && let Some(decision) = &mut you.decision
        {
            match self.choices(now.room, you.turn).await {
                Ok(plays) => decision.list_plays(plays),
                // The decision is over meanwhile, and another `now` follows.
                Err(ClientError::Refused(refused)) if refused.code.is_some_and(is_over) => {
                    you.decision = None;
                }
                Err(ClientError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(incoming)
    }

    /// Sends any request within a room whose answer contains no data.
    pub async fn ask(&mut self, room: RoomId, command: RoomCommand) -> Result<(), ClientError> {
        self.request(Command::Room(RoomRequest { room, command }))
            .await
            .map(drop)
    }
}

/// Whether the request was refused because the decision is over.
const fn is_over(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Already | ErrorCode::Refused(RefusalCode::NotYourTurn)
    )
}

fn number(seat: Seat) -> i64 {
    i64::from(u8::from(seat))
}
