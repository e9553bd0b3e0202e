//! What to do about an error: a sentence for people, beside the code for programs.

use giog_rules::RefusalCode;

use crate::ErrorCode;
use crate::rest::ProblemCode;

impl ErrorCode {
    /// What somebody can do about it.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::BadJson => "send one JSON text in UTF-8",
            Self::BadRequest => {
                "compare the request with its description; the message says what is wrong with it"
            }
            Self::UnknownType => "do without; perhaps the server is older than the client",
            Self::HelloFirst => "send `hello` before anything else",
            Self::AlreadyGreeted => "connect again to be somebody else",
            Self::UnsupportedVersion => "use a client for this server's version of the protocol",
            Self::BadToken => "begin without a token, as a new guest",
            Self::BadName => {
                "choose a name of 1 to 24 characters, without brackets, `#` and what cannot be seen"
            }
            Self::RateLimited => "wait a moment, then try again",
            Self::Busy => "try again in a moment",
            Self::StorageUnavailable => "try again every few seconds; clocks stand still meanwhile",
            Self::ShuttingDown => "connect again in a few seconds",
            Self::NoSuchRoom => "look for another room; this one was closed, or its id is mistyped",
            Self::RoomSetAside => "tell the operator, and come back later; or use another room",
            Self::WrongPassword => "ask somebody in the room for its password",
            Self::NotJoined => "join the room on this connection",
            Self::TooManyRooms => "use quick play, which has tables of its own; or try later",
            Self::TooManyOfYours => "close or leave one of your rooms",
            Self::TooManyOfAddress => {
                "close a room that was made from your address, or use quick play; many who share an address ask the operator to say so"
            }
            Self::NoSpectators => "take a seat between matches, or watch another room",
            Self::BadSettings => "change the settings that the message names",
            Self::NotOwner => "ask the owner of the room",
            Self::NoSuchSeat => "choose a seat that this table has; they count from 0",
            Self::SeatTaken => "choose another seat",
            Self::NoFreeSeat => "watch, or look for another room",
            Self::NotSeated => "take a seat first",
            Self::MatchRunning => "wait until the match is over",
            Self::NoMatch => "wait until a match begins",
            Self::StaleMatch => "look which match is at this table now",
            Self::NoEntropyAwaited => "go on; nothing is missing",
            Self::EntropyMismatch => "use a client that opens what it committed to",
            Self::Already => "go on with what is asked now",
            Self::TurnAhead => "look how many turns were taken for your seat",
            Self::LeftTooOften => "watch the match to its end, and stay in the next one",
            Self::TooManyTakeBacks => "leave the play where it lies",
            Self::ChatOff => "use a set phrase, if the room has those",
            Self::NoHints => "decide without; the owner can allow hints between matches",
            Self::TooEarly => "wait as long as `wait_ms` says",
            Self::Leaver => "wait as long as `wait_ms` says, or make a room of your own",
            Self::Draining => "play on where you play; come back in a few minutes for more",
            Self::DiskLow => "use a room that is there, or tell the operator and try later",
            Self::Banned => "write to the operator; the server's page says how",
            Self::BannedFromRoom => "look for another room, or make one of your own",
            Self::NoSuchPerson => "look who is in the room now",
            Self::Refused(code) => refused(code),
        }
    }
}

/// What to do about a refusal of a game.
const fn refused(code: RefusalCode) -> &'static str {
    use RefusalCode as Code;
    match code {
        Code::NotYourTurn => "wait until you are asked",
        Code::WrongAction => "answer what you are asked",
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
        Code::NoOffer => "go on; there is nothing to answer",
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
    /// What somebody can do about it.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::NotFound => "look into `/api/v1/openapi.json` for what there is",
            Self::MethodNotAllowed => "look into `/api/v1/openapi.json` for what can be done here",
            Self::BadParameter => "correct it and ask again",
            Self::NotJson => "send `Content-Type: application/json`",
            Self::BodyTooLarge => "send less; no request needs more than 4 KiB",
            Self::TokenWanted => {
                "send `Authorization: Bearer <token>`; `POST /api/v1/guests` gives one"
            }
            Self::BadCode => {
                "compare it with what you were shown, or ask for a new code on a device where you are known"
            }
            Self::NoSuchDevice => "list your devices",
            Self::TooManyDevices => "end one of your devices first",
            Self::NoPush => {
                "do not offer notifications; `push_key` in `GET /server` tells whether there are any"
            }
            Self::BadEndpoint => {
                "the operator has not allowed this push service; do not offer notifications in this browser"
            }
            Self::NoSuchVariant => "look into `/api/v1/variants` for those there are",
            Self::NoSuchMatch => {
                "check the id; a match being played is shown only to those whom its room admits"
            }
            Self::MatchDeleted => {
                "a copy of its record that somebody kept can be checked against `record_sha256`"
            }
            Self::NoSuchPlayer => "check the id; whoever was away for long is forgotten",
            Self::TooManyConnections => "close some of them, or try again later",
            Self::TimedOut => "try again, or ask for less at once",
            Self::Standby => "send people to the other server",
            Self::Internal => "try again later; tell the operator if it stays",
            Self::NoSuchBan => "list the bans that hold",
            Self::NoSuchReport => "list the reports",
            Self::TooManyBans => {
                "lift some first, or ban a range of addresses instead of single ones"
            }
            Self::OperatorTokenWanted => {
                "it is the setting `operator.token`, or in the file `operator.token` of the data folder, where `giog admin` finds it"
            }
            Self::Protocol(code) => code.hint(),
        }
    }
}
