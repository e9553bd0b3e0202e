//! For each error code, a sentence that tells people what they can do about it.

use giog_rules::RefusalCode;

use crate::ErrorCode;
use crate::rest::ProblemCode;

impl ErrorCode {
    /// What the user can do about the error, for people.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::BadJson => "send one JSON text in UTF-8",
            Self::BadRequest => {
                "compare the request with its description; the message says what is wrong with it"
            }
            Self::UnknownType => "do not use this request; the server may be older than the client",
            Self::HelloFirst => "send `hello` before anything else",
            Self::AlreadyGreeted => "open a new connection to use another identity",
            Self::UnsupportedVersion => "use a client for this server's version of the protocol",
            Self::BadToken => "send `hello` without a token, as a new guest",
            Self::BadName => {
                "choose a name of 1 to 24 characters, without brackets, `#` and invisible characters"
            }
            Self::RateLimited => "wait a moment, then try again",
            Self::Busy => "try again in a moment",
            Self::StorageUnavailable => "try again every few seconds; clocks stand still meanwhile",
            Self::ShuttingDown => "connect again in a few seconds",
            Self::NoSuchRoom => "look for another room; this one was closed, or its id is mistyped",
            Self::RoomSetAside => "tell the operator, and come back later; or use another room",
            Self::WrongPassword => "ask somebody in the room for its password",
            Self::NotJoined => "join the room on this connection",
            Self::TooManyRooms => "use quick play, which has its own tables; or try later",
            Self::TooManyOfYours => "close or leave one of your rooms",
            Self::TooManyOfAddress => {
                "close a room that was created from your address, or use quick play; if many people share your address, ask the operator to add it to `shared_addresses`"
            }
            Self::NoSpectators => "take a seat between matches, or watch another room",
            Self::BadSettings => "change the settings that the message names",
            Self::NotOwner => "ask the owner of the room",
            Self::NoSuchSeat => "choose a seat of this table; seats count from 0",
            Self::SeatTaken => "choose another seat",
            Self::NoFreeSeat => "watch, or look for another room",
            Self::NotSeated => "take a seat first",
            Self::MatchRunning => "wait until the match is over",
            Self::NoMatch => "wait until a match begins",
            Self::StaleMatch => "check which match is at this table now",
            Self::NoEntropyAwaited => "continue; nothing is missing",
            Self::EntropyMismatch => "use a client that opens exactly what it committed to",
            Self::Already => "continue with the current decision",
            Self::TurnAhead => "check how many turns were taken for your seat",
            Self::LeftTooOften => "watch the match to its end, and stay in the next one",
            Self::TooManyTakeBacks => "keep the play that you laid",
            Self::ChatOff => "use a set phrase, if the room has those",
            Self::NoHints => "decide without a hint; the owner can allow hints between matches",
            Self::TooEarly => "wait as long as `wait_ms` says",
            Self::Leaver => "wait as long as `wait_ms` says, or create a room",
            Self::Draining => "continue your matches; new ones are possible in a few minutes",
            Self::DiskLow => "tell the operator, and try later",
            Self::Banned => "write to the operator; the server's page says how",
            Self::BannedFromRoom => "look for another room, or create one",
            Self::NoSuchPerson => "check who is in the room now",
            Self::Refused(code) => refused(code),
        }
    }
}

/// The same for the refusal codes of the games.
const fn refused(code: RefusalCode) -> &'static str {
    use RefusalCode as Code;
    match code {
        Code::NotYourTurn => "wait until you are asked",
        Code::WrongAction => "take an action that your decision lists",
        Code::NoSuchStack => "choose one of the stacks that are listed",
        Code::StackTaken => "choose a stack that is still listed",
        Code::OwnRow => "choose a stack in another player's row",
        Code::NotAnEnd => "choose a stack at an end of a row",
        Code::NotANeighbour => "choose a stack beside the one that was taken",
        Code::BadOrder => "name every stack once",
        Code::NotInHand => "lay pieces that you hold",
        Code::WrongCount => "lay as many pieces as were led",
        Code::NotACombination => "lead a combination; any single piece is one",
        Code::GeneralBanned => "lay something without a general",
        Code::BannedLead => "lead something without a general or a guard",
        Code::MatchOver => "wait for the next match",
        Code::OfferOpen => "wait until the offer is answered",
        Code::TooSoon => "move first",
        Code::NoOffer => "continue; there is no offer to answer",
        Code::NoSuchState
        | Code::StateTaken
        | Code::NoSuchPoint
        | Code::NoPiece
        | Code::NotYourPiece
        | Code::OwnPiece
        | Code::PointTaken
        | Code::NotAMove
        | Code::GeneralsFace
        | Code::LeavesCheck
        | Code::FaceDown
        | Code::Outranked
        | Code::AlreadyUp
        | Code::NotInReserve
        | Code::NotYourSide
        | Code::BadPoint
        | Code::DropChecks
        | Code::Zhou
        | Code::InSquare
        | Code::Untouchable
        | Code::BadScreen
        | Code::Blocked
        | Code::OwnAlly => "choose one of the actions that your decision lists",
        Code::NoDiscard
        | Code::NotNext
        | Code::WallEmpty
        | Code::NotASet
        | Code::NotAWin
        | Code::TooFewFaan => "claim something else, or pass",
        Code::NoSuchBet | Code::BetTwice | Code::BadPoints | Code::TooMuch => {
            "correct the bet that the message names"
        }
    }
}

impl ProblemCode {
    /// What the user can do about the error, for people.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::NotFound => "see `/api/v1/openapi.json` for all addresses",
            Self::MethodNotAllowed => "see `/api/v1/openapi.json` for the methods of this address",
            Self::BadParameter => "correct it and send the request again",
            Self::NotJson => "send `Content-Type: application/json`",
            Self::BodyTooLarge => "send less; no request needs more than 4 KiB",
            Self::CrossOrigin => {
                "send it from a program or from the server's own page; from another page with an origin that the operator allows and, if it is a `POST`, with JSON"
            }
            Self::LocalOnly => {
                "connect from the same machine, without a proxy, to the address that the server named at its start"
            }
            Self::TokenWanted => {
                "send `Authorization: Bearer <token>`; `POST /api/v1/guests` gives one"
            }
            Self::BadCode => {
                "compare it with the code that you were shown, or create a new code on a device that is signed in"
            }
            Self::NoSuchDevice => "list your devices",
            Self::TooManyDevices => "end one of your devices first",
            Self::NoPush => {
                "do not offer notifications; `push_key` in `GET /server` says whether this server sends any"
            }
            Self::BadEndpoint => {
                "the operator has not allowed this push service; do not offer notifications in this browser"
            }
            Self::NoSuchVariant => "see `/api/v1/variants` for all games",
            Self::NoSuchMatch => {
                "check the id; a running match is shown only to people whom its room admits"
            }
            Self::MatchDeleted => {
                "if you have a copy of its record, check it against `record_sha256`"
            }
            Self::NoSuchPlayer => "check the id; people who were away for long are deleted",
            Self::ConfirmWanted => "compare what you wrote with what you mean; then say `anyway`",
            Self::WrongHost => {
                "ask under its address, or list the name in the setting `operator.hosts`"
            }
            Self::TooManyConnections => "close some of them, or try again later",
            Self::TimedOut => "try again, or ask for less at once",
            Self::Standby => "send people to the other server",
            Self::CutOff => "send people to the other servers; this one does not reach NATS",
            Self::Internal => "try again later; if it happens again, tell the operator",
            Self::NoSuchBan => "list the active bans",
            Self::NoSuchReport => "list the reports",
            Self::TooManyBans => {
                "lift some first, or ban a range of addresses instead of single ones"
            }
            Self::OperatorTokenWanted => {
                "use the setting `operator.token`, or the file `operator.token` in the data folder, where `giog admin` finds it"
            }
            Self::Protocol(code) => code.hint(),
        }
    }
}
