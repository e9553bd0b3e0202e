// The JSON of the socket and of REST, version 1: docs/PROTOCOL.md says what it means, docs/RECORD.md what records are.
//
// Made from crates/protocol and crates/rules: change those, then
//   GIOG_TEST_UPDATE=1 cargo test -p giog-protocol --test typescript
//
// What the server sends has every field that is not marked `?`; one that is marked is left out rather than null. What
// clients send may leave out the fields marked `?`; null there means the same.

// What clients send over the socket

/** A request, with the client's own number for it. */
export type Request = {
  /** Chosen by the client, 0 to 2^53 − 1; the reply has it as `re`. */
  id: number;
} & (
  /** Identifies the person; always first. */
  | { type: "hello" } & Hello
  /** Keeps the connection alive. */
  | { type: "ping" } & Ping
  /** Lists public rooms. */
  | { type: "list_rooms" } & ListRooms
  /** Lists public rooms, and sends changes. */
  | { type: "watch_lobby" } & WatchLobby
  /** Ends `watch_lobby`. */
  | { type: "unwatch_lobby" } & UnwatchLobby
  /** Sends finished public matches as they become public. */
  | { type: "watch_matches" } & WatchMatches
  /** Ends `watch_matches`. */
  | { type: "unwatch_matches" } & UnwatchMatches
  /** Creates a room. */
  | { type: "create_room" } & CreateRoom
  /** Takes a seat at a table with strangers. */
  | { type: "quick_play" } & QuickPlay
  /** A request to a room. */
  | RoomRequest
);

/**
 * Identifies the person. With a token, the same person as before; without one, a new guest, whose token is in
 * the answer.
 */
export interface Hello {
  /** The version of the protocol: 1. */
  protocol: number;
  /** Whether decisions list their legal actions ready to send. */
  actions?: boolean | null;
  /** Whether to get one `news` frame instead of several frames at a time from a room. */
  batch?: boolean | null;
  /** Declares that this guest is a bot, for ever: before its first match. Later it may name another version. */
  bot?: DeclaredBotInput | null;
  /** The name of a new guest's device in the list of devices; default is derived from `User-Agent`. */
  device?: string | null;
  /** The name of a new guest, or a new name. A new guest without one gets a generated name. */
  name?: string | null;
  /** Whether `news` may say things in their short forms; nothing without `batch`. */
  short?: boolean | null;
  /** The token from an earlier `hello`, or from REST. */
  token?: string | null;
}

/** An engine as a client names it. */
export interface DeclaredBotInput {
  /** The name of the engine. */
  engine: string;
  /** Its version. */
  version: string;
}

/** Keeps the connection alive, and checks that the server answers. */
export interface Ping {}

/** Lists public rooms, those with people and a free seat first, a page at a time. */
export interface ListRooms {
  /** The `next` of a list, for the page after it; null or an empty text for the first page. */
  cursor?: string | null;
  /** Only rooms without a running match and with a free seat or, in quick play, a bot's seat. */
  free?: boolean | null;
  /** Only rooms in this phase. */
  phase?: Phase | null;
  /** Only rooms with this number of seats. */
  seats?: number | null;
  /** Only rooms that allow spectators. */
  spectators?: boolean | null;
  /** Only rooms of this game. */
  variant?: Variant | null;
}

/** The phase of a room. */
export type Phase =
  /** People take seats and get ready. */
  | "gathering"
  /** All are ready, and players who committed to entropy open it. */
  | "opening"
  /** A match is being played. */
  | "playing"
  /** The room is closed. */
  | "closed";

/** A game that rooms play. */
export type Variant = "giog" | "giog-wiki" | "ju-ma-pao" | "ju-ma-pao-30" | "sang-krip" | "da-qi-luo-1" | "da-qi-luo-2" | "zhi-hu" | "tam-cuc" | "xiangqi" | "supply-chess" | "blind-chess" | "qi-guo-xiangxi" | "square-chess" | "pong-hau-ki" | "pai-gow" | "mahjong" | "sic-bo" | "grand-hazard" | "chuck-a-luck";

/** Lists public rooms and sends changes from then on, until `unwatch_lobby` or the end of the connection. */
export interface WatchLobby {
  /** The `next` of a list, for the page after it; null or an empty text for the first page. */
  cursor?: string | null;
  /** Only rooms without a running match and with a free seat or, in quick play, a bot's seat. */
  free?: boolean | null;
  /** Only rooms in this phase. */
  phase?: Phase | null;
  /** Only rooms with this number of seats. */
  seats?: number | null;
  /** Only rooms that allow spectators. */
  spectators?: boolean | null;
  /** Only rooms of this game. */
  variant?: Variant | null;
}

/** Ends `watch_lobby`. */
export interface UnwatchLobby {}

/** Sends finished public matches as they become public, until `unwatch_matches` or the end of the connection. */
export interface WatchMatches {
  /** The `match_id` of the last match that the client has: all later ones are sent first. */
  after?: MatchId | null;
  /** Only matches of this game. */
  variant?: Variant | null;
}

/** A match, from the moment its seed is chosen. */
export type MatchId = string;

/** Ends `watch_matches`. */
export interface UnwatchMatches {}

/** Creates a room, and joins it. */
export interface CreateRoom {
  /** Chosen by the client, 1 to 64 bytes: the same key returns the same room, so resending is harmless. */
  key: string;
  /** The settings. */
  settings?: SettingsInput | null;
  /** Whether to take seat 0 at once; default true. */
  sit?: boolean | null;
}

/** Settings for a request. Fields that are left out have their defaults. */
export interface SettingsInput {
  /** Who may join; default `password` if there is one, otherwise `public`. */
  access?: Access | null;
  /** Which bots may take seats; default `any`. */
  bots?: Bots | null;
  /** Who makes the choices before the first lead; default `players`. */
  ceremony?: Ceremony | null;
  /** The kind of chat; default `free`. */
  chat?: ChatMode | null;
  /** The time limit for decisions; default `auto`. */
  clock?: Clock | null;
  /** Who may ask for hints; default `auto`. */
  hints?: HintMode | null;
  /** The options of the game; each has a default of the game. */
  options?: Options | null;
  /** The password, for `access: password`: 1 to 64 bytes. */
  password?: string | null;
  /** How long the next lead waits after pieces are turned up, in milliseconds; default 2,500, at most 10,000. */
  reveal_pause_ms?: number | null;
  /** The number of seats; default four, or the nearest number that the game allows (five in `qi-guo-xiangxi`). */
  seats?: number | null;
  /** Whether people without a seat may watch; default true. */
  spectators?: boolean | null;
  /** Who plays an away seat; default `bot`. */
  stand_in?: StandInPlayer | null;
  /** Whether a face-down play may be taken back; default true. */
  take_backs?: boolean | null;
  /** The game; default `giog`. */
  variant?: Variant | null;
  /** Mahjong: the least time to claim a tile, in milliseconds; default 1,500, at most `window_ms`. */
  window_least_ms?: number | null;
  /** Mahjong: the most time to claim a tile, in milliseconds; default 8,000, from 2,000 to 60,000. */
  window_ms?: number | null;
  /** Mahjong: when the time to claim a tile ends; default `quick`. */
  windows?: WindowMode | null;
}

/** Who may join a room, from the widest access to the narrowest. */
export type Access =
  /** Everybody; the room and its matches are listed. */
  | "public"
  /** Everybody who knows the room's id; the room is not listed. */
  | "unlisted"
  /** Everybody who knows the room's id and its password; the room is not listed. */
  | "password";

/** Which bots may take seats. Who sits stays until the match ends. */
export type Bots =
  /** The server's own bots, and guests that are declared bots. */
  | "any"
  /** Only the server's own bots. */
  | "house"
  /** None. Stand-ins still play for people who are away. */
  | "none";

/** Who makes the choices before the first lead (`docs/FAIRNESS.md`). */
export type Ceremony =
  /** The players. */
  | "players"
  /** The server, from the match's seed, so that a match begins with the first lead. */
  | "server";

/** What kind of chat a room allows. */
export type ChatMode =
  /** Free text and set phrases. */
  | "free"
  /** Set phrases only. */
  | "phrases"
  /** Nothing. */
  | "off";

/** The time limit for decisions. */
export type Clock =
  /**
   * The server's default (30 s and a bank of 60 s, unless configured otherwise); no limit for one person among
   * bots.
   */
  | { kind: "auto" }
  /** No limit. */
  | { kind: "none" }
  /** A time for each decision, and a bank for the whole match. */
  | {
    kind: "timed";
    /** For each decision. */
    decision_ms: number;
    /** For the whole match, in milliseconds; used when a decision takes longer than its time. */
    bank_ms: number;
  }
  /** Games on boards: a time for all decisions of the match, with an increment for each action on the board. */
  | {
    kind: "bank";
    /** For the whole match, in milliseconds. */
    bank_ms: number;
    /** Added after each action on the board, in milliseconds. */
    increment_ms: number;
  }
  /** Games on boards: a number of days for each decision. Players need not stay connected. */
  | {
    kind: "days";
    /** For each decision. */
    days: number;
  };

/** Who may ask what the server's bot would do on their seat. */
export type HintMode =
  /** Everybody who plays alone against bots. */
  | "auto"
  /** Every player. */
  | "on"
  /** Nobody. */
  | "off";

/**
 * The options of a match. In requests, omitted options have the game's default; elsewhere, all options of the
 * game are present.
 */
export interface Options {
  /** Seven kingdoms: the effect of attacks on the ally. */
  ally_attack?: AllyAttack | null;
  /** Dice: whether chuck-a-luck has the bet `any-triple`. */
  any_triple?: boolean | null;
  /** Dice: who is the bank. */
  bank?: DiceBank | null;
  /** What being beheaded costs. */
  beheading?: Beheading | null;
  /** Xiangqi: whether the players do not see the board. */
  blindfold?: boolean | null;
  /** Square chess: the size of the board. */
  board?: BoardSize | null;
  /** Xiangqi, supply chess: what happens to moves that leave the own general attacked. */
  check?: CheckRule | null;
  /** Mahjong: how many tiles are never drawn: 0 or 14. */
  dead_wall?: number | null;
  /** Mahjong: whether flowers are played with. */
  flowers?: boolean | null;
  /** What happens to an avoidable play with a general in the first or last trick. */
  general_ban?: GeneralBan | null;
  /** Mahjong: how long a match is. */
  length?: MahjongLength | null;
  /** Dice: the most points that a seat may bet in a round, 1 to 1000. */
  limit?: number | null;
  /** Mahjong: the minimum value of a winning hand in faan: 0, 1 or 3. */
  min_faan?: number | null;
  /** Xiangqi, supply chess, blind chess: what happens when a player's time runs out. */
  on_time?: OnTime | null;
  /** Mahjong: who pays for a win by a discard. */
  payment?: MahjongPayment | null;
  /**
   * Pai gow: how often each seat is the banker, 1 to 10. Dice: the number of throws, or with `bank: turns` the
   * number for each seat; 1 to 20.
   */
  rounds?: number | null;
  /** Dice: the points everybody begins with, 10 to 1000. */
  stock?: number | null;
}

/** The effect of an attack on one's own ally (`docs/BOARDS.md`). */
export type AllyAttack =
  /** The ally's army is off the board. */
  | "remove"
  /** It is refused. */
  | "refuse";

/** Who is the bank. */
export type DiceBank =
  /** The house; no seat is the bank. */
  | "house"
  /** Every seat in turn. */
  | "turns";

/** What being beheaded costs (`docs/RULES.md` §4). */
export type Beheading =
  /** The player counts as having captured nothing (pagat). */
  | "forfeit"
  /** The player keeps their count, but ranks below everyone who is not beheaded (wiki). */
  | "last";

/** The board that a match is played on (`docs/BOARDS.md`). */
export type BoardSize =
  /** Seven files, eight ranks. */
  | "7x8"
  /** Seven files, seven ranks: the Xinjiang game. */
  | "7x7";

/** What happens to a move that leaves the own general attacked (`docs/BOARDS.md` §3.3). */
export type CheckRule =
  /** It is refused. */
  | "enforce"
  /** It is allowed, and the general can be taken. */
  | "table";

/** What happens to a play with a general in the first or last trick while another is legal (`docs/RULES.md` §4). */
export type GeneralBan =
  /** It is refused; only a player who has no other play is beheaded. */
  | "refuse"
  /** It is accepted and beheads the player, as at a table. */
  | "behead";

/** How long a match is. */
export type MahjongLength =
  /** The east round. */
  | "round"
  /** One hand. */
  | "hand"
  /** Four rounds. */
  | "full";

/** What happens when the time of a seat runs out (`docs/BOARDS.md` §2). */
export type OnTime =
  /** It loses: its default is `time_out`. */
  | "lose"
  /** Its default is a choice, and nobody can lose on time. */
  | "move";

/** Who pays for a win by a discard. */
export type MahjongPayment =
  /** The discarder pays twice, the others once. */
  | "shared"
  /** The discarder pays for all. */
  | "discarder";

/** Who plays an away seat. */
export type StandInPlayer =
  /** A bot, with its usual delay. */
  | "bot"
  /** The default action, at once. */
  | "default";

/** When the time to claim a tile ends. */
export type WindowMode =
  /** After the least time, at the first whole second at which all have decided. */
  | "quick"
  /** After the least time if all have decided by then, else after the most. */
  | "strict";

/** Takes a seat at a table with strangers and default settings, or creates one, and sets `ready`. */
export interface QuickPlay {
  /** Chosen by the client, 1 to 64 bytes: the same key leads to the same table. */
  key: string;
  /** Whether one agrees to play with declared bots; default false. A declared bot agrees by asking. */
  bots?: boolean | null;
  /**
   * Whether to play at a rated table; default false. Nobody chooses a seat there, computer players of a fixed
   * level may take those that stay free, and the match changes people's ratings.
   */
  rated?: boolean | null;
  /** The game; default `giog`. */
  variant?: Variant | null;
}

/** A request to one room. */
export type RoomRequest = {
  /** The room. */
  room: RoomId;
} & (
  /** Joins the room. */
  | { type: "join" } & Join
  /** Leaves the room, and gives up the seat. */
  | { type: "leave" } & Leave
  /** Takes a seat. */
  | { type: "sit" } & Sit
  /** Gives up the seat and stays. */
  | { type: "stand" } & Stand
  /** Puts a bot on a seat. */
  | { type: "add_bot" } & AddBot
  /** Empties a seat, or removes a person. */
  | { type: "remove" } & Remove
  /** Lifts a ban from the room. */
  | { type: "unban" } & Unban
  /** Lists spectators and banned people. */
  | { type: "list_people" } & ListPeople
  /** Changes the settings. */
  | { type: "configure" } & Configure
  /** Closes the room. */
  | { type: "close_room" } & CloseRoom
  /** Makes somebody else the owner. */
  | { type: "pass_ownership" } & PassOwnership
  /** Resets the running score table. */
  | { type: "new_series" } & NewSeries
  /** Suggests the next game. */
  | { type: "suggest" } & Suggest
  /** Changes to a suggested game. */
  | { type: "take_suggestion" } & TakeSuggestion
  /** Agrees to a pause of the running match. */
  | { type: "pause" } & Pause
  /** Ends a pause. */
  | { type: "resume_match" } & ResumeMatch
  /** Sends a line of chat. */
  | { type: "chat" } & Chat
  /** Hides a person's lines of chat. */
  | { type: "mute" } & Mute
  /** Reminds somebody that the others wait. */
  | { type: "nudge" } & Nudge
  /** Forbids spectators to chat. */
  | { type: "silence" } & Silence
  /** Reports a person to the operator. */
  | { type: "report" } & Report
  /** Sets ready. */
  | { type: "ready" } & Ready
  /** Sets not ready. */
  | { type: "unready" } & Unready
  /** Opens the entropy committed to. */
  | { type: "open_entropy" } & OpenEntropy
  /** Agrees to end the match early. */
  | { type: "end_match" } & EndMatch
  /** Takes a turn in the match. */
  | { type: "act" } & Act
  /** Asks what the bot would do. */
  | { type: "hint" } & Hint
  /** Asks for the legal plays of a decision. */
  | { type: "choices" } & Choices
  /** Asks for all legal actions of a decision. */
  | { type: "actions" } & ListActions
  /** Asks for everything that the seat may know and do now. */
  | { type: "turn" } & AskTurn
);

/** A room. For unlisted and password rooms it is the unguessable link. */
export type RoomId = string;

/** Joins a room as a spectator, or returns to one's seat. A person may be in a room with several connections. */
export interface Join {
  /** The `seq` of the last event that the client has, to get the events after it instead of a snapshot. */
  after?: number | null;
  /** The room's password, if it has one; not needed by people with a seat. */
  password?: string | null;
  /**
   * Whether to take the lowest free seat at once, however many spectators there are; without a free seat, joining
   * fails. People with a seat keep it.
   */
  sit?: boolean | null;
}

/** Leaves a room and gives up the seat; during a match, a stand-in plays it until the person joins again. */
export interface Leave {}

/** Takes a seat, or changes seats. */
export interface Sit {
  /** The seat; default is the lowest free one. */
  seat?: number | null;
}

/** Gives up the seat and stays as a spectator. */
export interface Stand {}

/**
 * Puts a bot on a free seat, or in place of a bot of another level; for the owner, and at quick-play tables for
 * anybody with a seat.
 */
export interface AddBot {
  /** Whether every free seat gets a bot. */
  all?: boolean | null;
  /**
   * How strong it is; default is `simple`, and at quick-play tables what the operator chose. The game must have it
   * (`GET /api/v1/variants`).
   */
  level?: Level | null;
  /** The seat; default is the lowest free one. */
  seat?: number | null;
}

/**
 * How strong a computer player is (`docs/BOTS.md`). Its word is the name of the computer player in rooms and
 * records.
 */
export type Level =
  /** The one that plays every game, and stands in for people who are away. */
  | "simple"
  /** A stronger one. */
  | "club"
  /** One that computes more. */
  | "strong"
  /** One that computes several times as much. */
  | "master";

/**
 * With `seat`, removes a bot or a person from a seat; a person stays as a spectator. With `player`, removes that
 * person from the room. For the owner; during a match, only people without a seat can be removed.
 */
export interface Remove {
  /** Whether to ban them until `unban`; only with `player`. */
  ban?: boolean | null;
  /** The person; either this or `seat`. */
  player?: PlayerId | null;
  /** The seat; either this or `player`. */
  seat?: number | null;
}

/** The id of a person. Records contain ids instead of names, because names can be changed and erased. */
export type PlayerId = string;

/** Lifts a person's ban from the room; for the owner. */
export interface Unban {
  /** The id of the person. */
  player: PlayerId;
}

/** Lists the people in the room without a seat, and the banned people; for the owner. */
export interface ListPeople {}

/** Replaces all settings; for the owner, while no match is running. Nobody is ready any more. */
export interface Configure {
  /** The settings, with the same defaults as for a new room. */
  settings: SettingsInput;
}

/** Closes the room; for the owner, while no match is running. */
export interface CloseRoom {}

/** Makes another person with a seat the owner; for the owner. */
export interface PassOwnership {
  /** The seat of the person. */
  seat: number;
}

/** Resets the running score table; for the owner, while no match is running. */
export interface NewSeries {}

/**
 * Suggests the next game to the owner, in place of one's former suggestion; from a person with a seat, between
 * matches. It stays until the settings change, a match begins, or the person gives up the seat.
 */
export interface Suggest {
  /** The game; null or left out withdraws the suggestion. */
  variant?: Variant | null;
}

/**
 * Changes to a game that somebody suggests; for the owner, between matches. The room keeps its other settings
 * and its password.
 */
export interface TakeSuggestion {
  /** The game. */
  variant: Variant;
}

/**
 * Agrees to a pause of the running match, while a player is not connected; from a person with a seat, at an
 * unlisted table. The match is paused when everybody with a seat who is connected agrees.
 */
export interface Pause {
  /** Whether they agree; default true. */
  agrees?: boolean | null;
}

/** Ends a pause of the running match; from any person with a seat in it. */
export interface ResumeMatch {}

/**
 * Sends a line of chat: during a match to the players or, from a spectator, to the spectators; otherwise to
 * everybody in the room.
 */
export type Chat = {
  /** Chosen by the client, 1 to 64 bytes: a line that is sent again with the same key is said once. */
  key: string;
} & (
  /** Free text. */
  | { text: ChatText }
  /** A set phrase. */
  | { phrase: Phrase }
);

/**
 * The text of a line of chat: 1 to 200 characters with single blanks, without invisible characters other than
 * those that letters and emoji need.
 */
export type ChatText = string;

/** A set phrase. */
export type Phrase =
  /** Hello. */
  | "hello"
  /** Good luck. */
  | "good_luck"
  /** Well played. */
  | "well_played"
  /** Thank you. */
  | "thanks"
  /** Sorry. */
  | "sorry"
  /** One moment, please. */
  | "one_moment"
  /** Your turn. */
  | "your_turn"
  /** Shall we play another one? */
  | "another_one"
  /** Yes. */
  | "yes"
  /** No. */
  | "no"
  /** Goodbye. */
  | "goodbye";

/** Hides a person's lines in this room, or shows them again. */
export interface Mute {
  /** The person. */
  player: PlayerId;
  /** Whether their lines are hidden; default true. */
  muted?: boolean | null;
}

/**
 * Reminds a person at the table that the others wait until they are ready; from a person with a seat, between
 * matches. Once a minute.
 */
export interface Nudge {
  /** The seat of the person to remind. */
  seat: number;
}

/** Forbids people without a seat to chat in this room, or allows it again; for the owner. */
export interface Silence {
  /** Whether they are silenced; default true. */
  silenced?: boolean | null;
}

/** Reports a person to the operator; the report includes the match, the seat and the last lines of chat. */
export interface Report {
  /** The person. */
  player: PlayerId;
  /** What happened. */
  text: ChatText;
}

/** Sets ready for the next match. It starts when everybody is ready. */
export interface Ready {
  /** The commitment to the player's own entropy (`docs/FAIRNESS.md`); omitted, the player adds none. */
  entropy_commitment?: string | null;
  /** The match, from `next`. Required with a commitment, which is valid only for this match. */
  match_id?: MatchId | null;
}

/** Sets not ready. */
export interface Unready {}

/** Opens the entropy committed to, once all commitments are published. */
export interface OpenEntropy {
  /** The match. */
  match_id: MatchId;
  /** The entropy: 1 to 64 bytes in lower-case hex. */
  entropy: Entropy;
}

/** 1 to 64 bytes in hexadecimal; empty if none was given */
export type Entropy = string;

/**
 * Agrees to end the running match early, or does not any more; from a player of the match. When all who play
 * agree, it is abandoned: it has a signed record, no winners, and counts nowhere. Whoever acts by themselves
 * does not agree any more.
 */
export interface EndMatch {
  /** The match. */
  match_id: MatchId;
  /** Whether they agree; default true. */
  agrees?: boolean | null;
}

/** Takes a turn: one of the actions of `docs/RECORD.md`. */
export type Act = {
  /** The number of actions taken for this seat in this match so far, from the latest `now`. */
  turn: number;
  /** The match; default is the running one. With it, a late request cannot act in the next match. */
  match_id?: MatchId | null;
} & AnyAction;

/**
 * An action, as players send it and records contain it. It has a valid form, but may be illegal. `do` names its
 * kind; each kind belongs to one family of games, except `take_back`.
 */
export type AnyAction =
  /** In trick games. */
  | Action
  /** In games on boards. */
  | BoardAction
  /** In games of tiles and dice. */
  | TilesAction;

/**
 * An action as a player sends it and a record keeps it: well formed, but perhaps not legal.
 *
 * Numbers may be out of range and letters no pieces; the game answers those with a `RefusalCode`.
 */
export type Action =
  /** Turns up the bottom piece of a stack, to find the order of the players. */
  | {
    do: "reveal";
    /** The stack's number round the layout, from 0. */
    stack: number;
  }
  /** Takes the first stack of the dealing. */
  | {
    do: "take";
    /** The stack's number round the layout, from 0. */
    stack: number;
  }
  /** Turns both pieces of a stack face up (Jū mǎ pāo). */
  | {
    do: "expose";
    /** The stack's number round the layout, from 0. */
    stack: number;
  }
  /** Throws a sign of rock-paper-scissors (Sang krip). */
  | {
    do: "throw";
    /** The sign. */
    sign: Sign;
  }
  /** Names the end of the row from which stacks are taken (Dǎ qí luò 1). */
  | {
    do: "end";
    /** The end. */
    end: End;
  }
  /** Names the order in which all stacks are taken (Dǎ qí luò 2). */
  | {
    do: "order";
    /** All stack numbers, the first taken first. */
    stacks: number[];
  }
  /** Lays pieces: the leader a combination, the others as many pieces. */
  | {
    do: "play";
    /** Piece codes: from a player in any order, in what a server tells and signs strongest first. */
    pieces: string;
  }
  /** Takes a face-down play back into the hand. */
  | { do: "take_back" };

/** A sign of rock-paper-scissors. */
export type Sign = "rock" | "paper" | "scissors";

/** An end of a row of stacks. */
export type End =
  /** Where stack 0 lies. */
  | "left"
  /** Where the last stack lies. */
  | "right";

/**
 * An action of a seat. The arguments are texts of any content; the game checks whether they name a point of its
 * board, a piece or a state.
 */
export type BoardAction =
  /** Moves a piece. */
  | {
    do: "move";
    /** The point left and the point reached, without a separator: `h2e2`. */
    move: string;
  }
  /** Puts a piece of the reserve on the board. */
  | {
    do: "drop";
    /** The letter of the piece. */
    piece: string;
    /** The point. */
    to: string;
  }
  /** Turns up a face-down piece. */
  | {
    do: "flip";
    /** The point it lies on. */
    at: string;
  }
  /** Places a stone. */
  | {
    do: "place";
    /** The point. */
    at: string;
  }
  /** Removes a stone. */
  | {
    do: "remove";
    /** The point it stands on. */
    at: string;
  }
  /** Chooses a state as ally. */
  | {
    do: "ally";
    /** The code of the state. */
    state: string;
  }
  /** Resigns. */
  | { do: "resign" }
  /** Offers a draw. */
  | { do: "offer_draw" }
  /** Accepts the open draw offer. */
  | { do: "accept_draw" }
  /** Declines the open draw offer. */
  | { do: "decline_draw" }
  /** Proposes to take back one's last turn. */
  | { do: "propose_take_back" }
  /** Accepts the open proposal to take back. */
  | { do: "accept_take_back" }
  /** Declines the open proposal to take back. */
  | { do: "decline_take_back" }
  /** Loses on time. */
  | { do: "time_out" };

/**
 * An action of a seat. The arguments are texts of any content; the game checks whether they name its tiles or
 * bets.
 */
export type TilesAction =
  /** Splits four tiles of pai gow into two hands. */
  | {
    do: "split";
    /** The two tiles of one hand. */
    low: string;
  }
  /** Discards a tile. */
  | {
    do: "discard";
    /** The tile. */
    tile: string;
  }
  /** Declares four equal tiles, or adds the fourth to a pung. */
  | {
    do: "kong";
    /** The tile. */
    tile: string;
  }
  /** Declares a win on a drawn tile. */
  | { do: "win" }
  /** Claims the tile that was discarded or added to a pung, or passes. */
  | { do: "claim" } & (
    /** Nothing. */
    | { claim: "pass" }
    /** Three in sequence. */
    | {
      claim: "chow";
      /** The two tiles from the hand. */
      tiles: string;
    }
    /** Three equal tiles. */
    | { claim: "pung" }
    /** Four equal tiles. */
    | { claim: "kong" }
    /** The whole hand. */
    | { claim: "win" }
  )
  /** Bets on the next throw. */
  | {
    do: "bet";
    /** The bets; the list may be empty. */
    bets: Stake[];
  }
  /** Takes back a hidden decision. */
  | { do: "take_back" };

/** A bet. */
export interface Stake {
  /** The name of what is bet on. */
  on: string;
  /** The points. */
  points: number;
}

/** Asks what the server's bot would do now on this seat. */
export interface Hint {
  /**
   * The number of actions taken for this seat in this match so far, from the latest `now`: the hint is only for
   * this decision.
   */
  turn: number;
}

/** Asks for the legal plays of the current decision that `news` did not list. */
export interface Choices {
  /**
   * The number of actions taken for this seat in this match so far, from the latest `now`: the plays are only for
   * this decision.
   */
  turn: number;
}

/** Asks for a page of all legal actions of the current decision. */
export interface ListActions {
  /**
   * The number of actions taken for this seat in this match so far, from the latest `now`: the actions are only
   * for this decision.
   */
  turn: number;
  /** The place of the first action of the page, from 0; default 0. */
  from?: number | null;
}

/** Asks for everything that the seat may know and do now, as one message `turn`, if the match waits for it. */
export interface AskTurn {
  /** The number of the last event that the message is not to contain; without it, it contains none. */
  after?: number | null;
}

// What the server sends over it

/** Anything the server sends. */
export type ServerMessage =
  /** A request was carried out. */
  | { type: "ok" } & OkReply
  /** A request was refused. */
  | { type: "error" } & ErrorReply
  /** An event of a room. */
  | { type: "event" } & SeqEvent
  /** What the match waits for; ends every batch of events. */
  | { type: "now" } & Now
  /** A reply, events and `now` in one frame, for clients that asked for it. */
  | { type: "news" } & News
  /** The complete state of a room. */
  | { type: "snapshot" } & Snapshot
  /** The missed events follow. */
  | { type: "resumed" } & Resumed
  /** This connection is no longer in the room. */
  | { type: "left" } & Left
  /** News of a room that are not stored. */
  | { type: "notice" } & Notice
  /** Changes in the lobby. */
  | { type: "lobby" } & LobbyNews
  /** Matches that became public. */
  | { type: "matches" } & MatchNews
  /** A message of the operator. */
  | { type: "announcement" } & Announcement
  /** Somebody invites this person to a table. */
  | { type: "invitation" } & Invitation
  /** An invitation does not hold any more. */
  | { type: "invitation_ended" } & InvitationEnded;

/** A request was carried out. */
export type OkReply = {
  /** The request's `id`. */
  re: number;
} & (
  /** To `hello`. */
  | Welcome
  /** To `list_rooms` and `watch_lobby`. */
  | {
    /** The rooms. */
    rooms: RoomSummary[];
    /** Whether there are more rooms. */
    more: boolean;
    /** The `cursor` for the next page; null on the last one. Earlier servers did not say. */
    next: string | null;
  }
  /** To `list_people`. */
  | {
    /** The people in the room without a seat. */
    spectators: Person[];
    /** The people banned from it, the latest last. */
    banned: Person[];
  }
  /** To `act`. */
  | {
    /** The number of actions taken for this seat in this match now. */
    turn: number;
    /** The published commitment. */
    commitment?: string;
    /** The secret of a face-down play's commitment, which nobody else gets until the play is revealed. */
    nonce?: string;
  }
  /** To `choices`. */
  | {
    /** Every legal play in canonical form, the weakest first. */
    plays: Pieces[];
  }
  /** To `actions`. */
  | {
    /** Legal actions, ready to send. */
    actions: AnyAction[];
    /** The `from` of the next page; null on the last one. */
    next: number | null;
  }
  /** To `turn`. */
  | {
    /** The number of the last event that the view contains. */
    seq: number;
    /** The message, exactly as a runner gives it to a program. */
    turn: TurnMessage;
  }
  /** To `hint`. */
  | {
    /** What the bot would do on this seat. */
    hint: Taken;
  }
  /** To `create_room`, `quick_play`, `join` and all other requests to a room. */
  | {
    /** The room. */
    room: RoomId;
    /** The number that `news` use for the room on this connection; only with `batch`. */
    handle?: number;
  }
  /** To `ping`, `unwatch_lobby`, `watch_matches` and `unwatch_matches`. */
  | {}
);

/** The person, and the limits of the server. */
export interface Welcome {
  /** The id of the person. */
  player: PlayerId;
  /** The person's name. */
  name: PlayerName;
  /** The version of the protocol. */
  protocol: number;
  /** The name and version of the server. */
  server: string;
  /** The limits of the server. */
  limits: Limits;
  /** The rooms in which the person has a seat. */
  rooms: RoomId[];
  /** Whether decisions list their legal actions ready to send, as requested. */
  actions?: boolean;
  /** Whether the server sends `news`, as requested. */
  batch?: boolean;
  /** Whether `news` say things in their short forms, as requested. */
  short?: boolean;
  /** The token; only for a new guest. */
  token?: string;
}

/** A name that can be shown: 1 to 24 characters in Unicode's form NFKC, with single blanks. */
export type PlayerName = string;

/** The limits of a server, from the answer to `hello`. */
export interface Limits {
  /** The largest frame of a client, in bytes; a larger one closes the connection. */
  frame_bytes: number;
  /** Requests of a connection per second, on average. */
  requests_per_second: number;
  /** Requests of a connection in a burst after a pause. */
  requests_burst: number;
  /** The cost of a connection's requests per second, on average, in microseconds of CPU time; 0 if unknown. */
  cost_per_second: number;
  /** Their cost in a burst after a pause. */
  cost_burst: number;
  /** Bytes read from a connection per second, on average; more bytes wait. */
  received_bytes_per_second: number;
  /** Bytes read from a connection in a burst after a pause. */
  received_bytes_burst: number;
  /** Refused requests of a connection within ten minutes after which it is closed. */
  refusals_until_close: number;
  /**
   * The cost of the requests of a person on all their connections per second, on average, in microseconds of CPU
   * time.
   */
  person_cost_per_second: number;
  /** Their cost in a burst after a pause. */
  person_cost_burst: number;
  /** The cost of all requests of an address per second, on average, in microseconds of CPU time. */
  address_cost_per_second: number;
  /** Their cost in a burst after a pause. */
  address_cost_burst: number;
  /** REST requests of an address per second, on average. */
  rest_per_second: number;
  /** REST requests of an address in a burst after a pause. */
  rest_burst: number;
  /** New guests of an address per minute. */
  new_guests_per_minute: number;
  /** Passwords of rooms that an address may try per minute. */
  passwords_per_minute: number;
  /** New rooms of an address per minute. */
  new_rooms_per_minute: number;
  /** Open rooms created from an address. */
  rooms_per_address: number;
  /**
   * Changes of a person in a room, besides actions and the first `ready` for a next match, in a burst after a
   * pause.
   */
  changes_burst: number;
  /** Such changes per minute, on average. */
  changes_per_minute: number;
  /** Hints of a seat in a burst after a pause. */
  hints_burst: number;
  /** Hints of a seat per minute, on average. */
  hints_per_minute: number;
  /** Chat lines of a person in a room in a burst after a pause. */
  chat_burst: number;
  /** Chat lines of a person in a room per minute, on average. */
  chat_per_minute: number;
  /** Rooms that one connection may be in at a time. */
  rooms_per_connection: number;
  /** Open rooms that one person may have created. */
  rooms_per_person: number;
  /** Connections of spectators in one room. */
  spectators_per_room: number;
  /** Plays that a seat may take back in one trick. */
  take_backs_per_trick: number;
  /** How long a player may be disconnected before a stand-in plays, in milliseconds. */
  grace_ms: number;
  /** How long a bot waits before it acts, in milliseconds. */
  bot_delay_ms: number;
  /** How long the others have to get ready after the first player is ready, in milliseconds. */
  ready_ms: number;
  /**
   * How long two or more people at a rated table wait for others before computer players of a fixed level take the
   * free seats, in milliseconds; 0 if none do.
   */
  rated_bots_ms: number;
  /** Time to open entropy, in milliseconds. */
  entropy_ms: number;
  /** Silence after which a connection is closed, in milliseconds; pings end a silence. */
  idle_ms: number;
  /** The same for matches with at most one person among bots. */
  matches_bots_days?: number;
  /** Days after its end when a match is deleted; omitted if matches are kept for ever. */
  matches_days?: number;
  /** The same for matches of unlisted rooms and rooms with a password. */
  matches_unlisted_days?: number;
}

/** A room in the lists of the lobby. */
export interface RoomSummary {
  /** The room. */
  room: RoomId;
  /** The game. */
  variant: Variant;
  /** Who may join. */
  access: Access;
  /** The time limit for decisions. */
  clock: Clock;
  /** Whether people without a seat may watch. */
  spectators: boolean;
  /** Whether it is a quick-play table. */
  quick: boolean;
  /** The phase of the room. */
  phase: Phase;
  /** The number of matches in its running score table. */
  matches: number;
  /** For each seat who has it; null if it is free. */
  seats: (Occupant | null)[];
  /** When it was created; null for rooms of earlier versions. */
  created_at: string | null;
  /** Which bots may take seats; omitted if all may. */
  bots?: Bots;
  /** Whether it is a rated table; omitted if not. Seats there are given by quick play alone. */
  rated?: boolean;
}

/** Who has a seat: a person or a bot. */
export type Occupant =
  /** A person. */
  | Person
  /** A bot. */
  | {
    /** The name of the bot: its level. */
    bot: string;
  };

/** A person with their current name. JSON also has the tag, which distinguishes people with the same name. */
export interface Person {
  /** The id of the person, which stays the same when the name changes. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** What they have declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
}

/**
 * Four digits that distinguish people with the same name, shown as `Lin#4821`; they do not change with the name.
 * They are derived from the person's id: the first four bytes of SHA-256(`giog/tag/v1` ‖ the 16 bytes of the
 * id), as a big-endian number, modulo 10,000. Different people can have the same tag; only the id is unique.
 */
export type PlayerTag = string;

/**
 * A program that plays as a guest and says so. Both texts follow the rules of names, except that they may have
 * reserved words: wherever they are shown it is clear that this is a bot.
 */
export interface DeclaredBot {
  /** The name of the engine. */
  engine: EngineText;
  /** Its version. */
  version: EngineText;
}

/** The name or version of a declared bot's engine. Unlike names of people it may have reserved words. */
export type EngineText = string;

/** pieces, strongest first: KkAaEeRrHhCcPp */
export type Pieces = string;

/** The message `turn` alone, where nothing else can stand. */
export type TurnMessage =
  /** It. */
  | { type: "turn" } & Turn;

/** Everything that a seat may know and do, when the match waits for it. Nothing else is needed in order to play. */
export interface Turn {
  /** The version of these lines: 1. */
  v: number;
  /** The match. A program may play several at a time. */
  match: MatchId;
  /** The game. */
  game: Variant;
  /** The number of seats. */
  seats: number;
  /** The program's seat. */
  you: Seat;
  /**
   * The number of actions taken for this seat in this match so far, as in `now`. After a refusal it is the same
   * again.
   */
  turn: number;
  /** Milliseconds until the default is taken, as far as the program may use them; null without a clock. */
  left_ms: number | null;
  /** The match as the seat sees it, as in a snapshot. */
  view: AnyView;
  /**
   * What has happened since the last `turn` of this match, in order, as the seat saw it; perhaps too little after
   * a disconnect.
   */
  events: AnySeenEvent[];
  /** The decision, with its legal actions ready to send. */
  decision: AnyDecision;
}

/** A place at the table, counted from 0 clockwise (`docs/RULES.md` §2). */
export type Seat = number;

/** A match as one observer sees it. `variant` tells the family of games. */
export type AnyView =
  /** In trick games. */
  | View
  /** In games on boards. */
  | BoardView
  /** In games of tiles and dice. */
  | TilesView;

/** A match as one observer sees it. What is not listed here is hidden. */
export interface View {
  /** The game. */
  variant: TrickVariant;
  /** The options in force. */
  options: TrickOptions;
  /** The observer's seat; null for spectators. */
  you: Seat | null;
  /** The part of the match that is being played. */
  stage: Stage;
  /** How the stacks were laid out. */
  layout: Layout;
  /** What is known of each stack. */
  stacks: StackView[];
  /** Seats in order of priority, or in turn order from the starter; null before it is known. */
  order: Seat[] | null;
  /** The observer's own hand, without laid pieces; null for spectators and before the deal. */
  hand: Pieces | null;
  /** The number of pieces in each hand, without laid pieces. */
  hand_sizes: number[];
  /** For each seat the pieces that everybody has seen it take, and has not seen it play since. */
  known: Pieces[];
  /** The trick that is being played; null before the first lead may be laid and after the last trick. */
  trick: OpenTrick | null;
  /** The finished tricks. */
  tricks: SeenTrick[];
  /** Pieces captured so far, for each seat. */
  captured: number[];
  /** The seats that were beheaded, ascending, as far as this is announced. */
  beheaded: Seat[];
  /** The outcome; null until the match is over. */
  outcome: Outcome | null;
  /** The number of pieces of tied tricks that are set aside for the winner of the next trick; omitted if 0. */
  aside?: number;
  /** The finished rounds of throws; omitted if there were none. */
  thrown?: ThrownRound[];
  /** The current round of throws; omitted if there is none. */
  throws?: OpenThrows;
}

/** A game of the family (`docs/RULES.md` §5 and on). */
export type TrickVariant =
  /** Giog as pagat describes it (`docs/RULES.md` §5). */
  | "giog"
  /** Giog as the wiki describes it: being beheaded makes last (`docs/RULES.md` §5). */
  | "giog-wiki"
  /** Jū mǎ pāo with 32 pieces (`docs/RULES.md` §6). */
  | "ju-ma-pao"
  /** Jū mǎ pāo with 30 pieces, as in Fujian (`docs/RULES.md` §6). */
  | "ju-ma-pao-30"
  /** Sang krip (`docs/RULES.md` §7). */
  | "sang-krip"
  /** Dǎ qí luò, version 1 (`docs/RULES.md` §8). */
  | "da-qi-luo-1"
  /** Dǎ qí luò, version 2 (`docs/RULES.md` §9). */
  | "da-qi-luo-2"
  /** Zhì hǔ, a reconstruction (`docs/RULES.md` §10). */
  | "zhi-hu"
  /** Tam cúc (`docs/RULES.md` §11). */
  | "tam-cuc";

/**
 * The options in force in a match. Options that the game does not have are omitted. The eight games of
 * `docs/RECORD.md` have both, also if they have no effect there.
 */
export interface TrickOptions {
  /** What being beheaded costs. */
  beheading?: Beheading;
  /** What happens to an avoidable play with a general in the first or last trick. */
  general_ban?: GeneralBan;
}

/** The part of a match that a decision belongs to. */
export type Stage =
  /** Choices before play: who is first, who takes which stacks, who is whose ally. */
  | "ceremony"
  /** Tricks, moves, bets. */
  | "play"
  /** Nothing is left to decide. */
  | "over";

/** How the stacks lie on the table. */
export interface Layout {
  /** The form of the layout. */
  shape: Shape;
  /** How many pieces each stack has at the start. */
  heights: number[];
  /** For each stack the seat in front of which it lies, in layouts with rows of seats; otherwise empty. */
  rows: Seat[];
  /** For each seat the number that it threw to find the first player; omitted in games without dice. */
  dice?: number[];
  /** The seat that exposes a stack to find the starter; omitted in other games. */
  exposer?: Seat;
}

/** The form of a layout. */
export type Shape =
  /** A row in front of each seat; together they form a ring. */
  | "rows"
  /** A circle of stacks that belong to nobody. */
  | "circle"
  /** One row of stacks that belong to nobody. */
  | "row"
  /** No stacks: a shuffled pack, from which hands are dealt. */
  | "pack";

/** What is known of a stack. */
export interface StackView {
  /** Its pieces that were turned up for all. */
  up: Piece[];
  /** Who took it; null while it lies on the table. */
  taken_by: Seat | null;
  /** Who took the two bottom pieces of a shared stack; omitted otherwise. */
  bottom_taken_by?: Seat;
}

/** a piece: upper case red, lower case black; general, guard, elephant, chariot, horse, cannon, soldier (p) */
export type Piece = "K" | "k" | "A" | "a" | "E" | "e" | "R" | "r" | "H" | "h" | "C" | "c" | "P" | "p";

/** The trick that is being played. */
export interface OpenTrick {
  /** The trick, from 0. */
  trick: number;
  /** Who leads. */
  leader: Seat;
  /** The type that was led; null before the lead. */
  type: CombinationType | null;
  /** The number of pieces that everybody lays; null before the lead. */
  count: number | null;
  /** For each seat whether it has laid. */
  laid: boolean[];
  /** What the observer has laid; null if nothing. */
  yours: Pieces | null;
  /** Whether it is known to be the last trick. */
  last: boolean;
  /**
   * In games in which plays are laid in turn: the face-up plays, and whose turn it is. Omitted in games in which
   * all lay at the same time.
   */
  in_turn?: InTurn;
}

/** the type of a combination */
export type CombinationType = string;

/** A trick whose plays are laid in turn. */
export interface InTurn {
  /** For each seat the pieces it has laid face up, or null. */
  up: (Pieces | null)[];
  /** The seat with the best play so far; null before the lead. */
  best: Seat | null;
  /** Whose turn it is. */
  next: Seat;
}

/** A finished trick as one observer sees it. */
export interface SeenTrick {
  /** The trick, from 0. */
  trick: number;
  /** Who led. */
  leader: Seat;
  /** The type that was led. */
  type: CombinationType;
  /** For each seat its pieces, or null if the observer does not see them. */
  plays: (Pieces | null)[];
  /** For each seat whether its pieces were turned up to all. */
  shown: boolean[];
  /** The winner; null if the trick was tied and set aside. */
  winner: Seat | null;
  /** Why they won it. */
  won_by: WonBy;
  /** Pieces captured so far, for each seat. */
  captured: number[];
  /** The seats beheaded in this trick, ascending, as far as this is announced. */
  beheaded: Seat[];
}

/** Why a trick went to its winner. */
export type WonBy =
  /** The highest combination of the led type. */
  | "highest"
  /** Equal to the highest, as the leader. */
  | "leader"
  /** Equal to the highest, and first in the order of the players, or earliest in turn from the leader. */
  | "order"
  /** Equal to the best play before, and laid later. */
  | "later"
  /** Nobody: the highest plays were equal, and the pieces are set aside for the winner of the next trick. */
  | "nobody";

/** How a match ended. */
export interface Outcome {
  /** Pieces captured by each seat, before any forfeit. */
  captured: number[];
  /** Who was beheaded, ascending. */
  beheaded: Seat[];
  /** Scores, in variants that have them. */
  scores: number[] | null;
  /** Who won or shares the win, ascending. */
  winners: Seat[];
}

/** A round of throws in which everybody has thrown. */
export interface ThrownRound {
  /** The round of throws, from 0. */
  round: number;
  /** For each seat its sign; null if it had dropped out before. */
  signs: (Sign | null)[];
  /** The seats that are left, ascending. */
  contestants: Seat[];
}

/** The current round of throws. */
export interface OpenThrows {
  /** The round of throws, from 0. */
  round: number;
  /** The seats that have not dropped out, ascending. */
  contestants: Seat[];
  /** For each seat whether it has thrown in this round. */
  thrown: boolean[];
  /** What the observer has thrown; null if nothing. */
  yours: Sign | null;
}

/** A match on a board as one observer sees it. What is not listed here is hidden. */
export interface BoardView {
  /** The game. */
  variant: BoardVariant;
  /** The options in force. */
  options: BoardOptions;
  /** The observer's seat; null for spectators. */
  you: Seat | null;
  /** The part of the match that is being played. */
  stage: Stage;
  /** The state of the match. */
  position: BoardSight;
  /** The outcome; null until the match is over. */
  outcome: BoardOutcome | null;
  /** The seat that begins: in xiangqi the red one. Omitted in games in which it is always the same. */
  first?: Seat;
}

/** A game on a board (`docs/BOARDS.md`). */
export type BoardVariant =
  /** Chinese chess, 象棋. */
  | "xiangqi"
  /** Two boards of Chinese chess, two teams: a player may drop pieces that the partner captures. */
  | "supply-chess"
  /** Half a board of pieces that lie face down, 暗棋. */
  | "blind-chess"
  /** Seven kingdoms chess, 七國象戲. */
  | "qi-guo-xiangxi"
  /** Square chess, 方棋. */
  | "square-chess"
  /** Pong hau k'i, 崩口棋. */
  | "pong-hau-ki";

/**
 * The options of all games on boards (`docs/BOARDS.md` §6). In a match, all options of its game are present, and
 * no others.
 */
export interface BoardOptions {
  /** Seven kingdoms: the effect of attacks on the ally. */
  ally_attack?: AllyAttack;
  /** Xiangqi: whether the players do not see the board. */
  blindfold?: boolean;
  /** Square chess: the size of the board. */
  board?: BoardSize;
  /** Xiangqi, supply chess: what happens to moves that leave the own general attacked. */
  check?: CheckRule;
  /** Xiangqi, supply chess, blind chess: what happens when a player's time runs out. */
  on_time?: OnTime;
}

/** The state of a match as one observer sees it. */
export type BoardSight = {
  /** The seats that have to decide, ascending; none when the match is over. */
  turn: Seat[];
  /** The number of moves, drops and flips so far. */
  moves: number;
  /** The open draw offer; null if there is none, or the match is over. */
  offer: Offer | null;
  /** The text of the position; omitted for players who do not see the board. */
  board?: BoardText;
  /** For each seat the number of pieces that it has captured; omitted for players who do not see the board. */
  captured?: number[];
  /**
   * The seats to move in a position that occurs for the second time; omitted if there are none, and for
   * blindfolded players.
   */
  repeated?: Seat[];
  /** The open proposal to take back; omitted if there is none, or the match is over. */
  take_back?: Offer;
} & (
  /** For a player who does not see the board. */
  | {
    /** The plies, each with its seat and text. */
    notation: Ply[];
    /** Whether the general of the side to move is attacked, also if the match is over. */
    check: boolean;
  }
  /** For everybody else. */
  | GameFields
);

/** An open draw offer. */
export interface Offer {
  /** Who offered. */
  by: Seat;
  /** Who has accepted, ascending. */
  accepted: Seat[];
}

/** The text of a position. */
export type BoardText =
  /** Of one board. */
  | string
  /** Of two boards, in order. */
  | [string, string];

/** A ply in text form. */
export type Ply =
  /** Xiangqi, supply chess: the seat, the text of the move, and the two notations. */
  | [Seat, string, string, string]
  /** Blind chess: the seat, and the text of the action. */
  | [Seat, string];

/** The fields of a verdict that only one game has; one variant for games with the same fields. */
export type GameFields =
  /** Xiangqi, supply chess, blind chess. */
  | {
    /** The plies so far. */
    notation: Ply[];
    /** For each seat the pieces that it has captured, in strength order. */
    captured_pieces: string[];
  }
  /** Seven kingdoms chess. */
  | {
    /** The kind of decision that is open; null if the match is over. */
    phase: BoardPhase | null;
    /** The state whose turn it is, or that chooses its ally; null when over. */
    state: State | null;
    /** For each seat the number of generals that it has captured. */
    generals: number[];
    /** The states, in the order of play. */
    states: Standing[];
    /** Moves in a row without a capture or an attack on an ally. */
    quiet: number;
  }
  /** Square chess. */
  | {
    /** The kind of decision that is open; null if the match is over. */
    phase: BoardPhase | null;
    /** The number of removals that the seat still has to make; null if there are none. */
    due: number | null;
    /** Moves in a row that formed no square. */
    quiet: number;
  }
  /** Pong hau k'i. */
  | {};

/** The kind of decision that is open, in games with several. */
export type BoardPhase =
  /** A state to be the ally. */
  | "ally"
  /** A move. */
  | "move"
  /** A point to place a stone on. */
  | "place"
  /** A stone of the other seat to remove. */
  | "remove";

/** A state of seven kingdoms, in the order of play (`docs/BOARDS.md`). */
export type State =
  /** 秦, white, in the west. */
  | "qin"
  /** 楚, red, in the south. */
  | "chu"
  /** 韓, orange, in the south. */
  | "han"
  /** 齊, dark blue, in the east. */
  | "qi"
  /** 魏, green, in the east. */
  | "wei"
  /** 趙, purple, in the north. */
  | "zhao"
  /** 燕, black, in the north. */
  | "yan";

/** A state in the course of a match. */
export interface Standing {
  /** Which state. */
  state: State;
  /** The seat that directs it; null before it has one. */
  seat: Seat | null;
  /** The number of its pieces that others have captured. */
  lost: number;
  /** How it fell; null while it stands. */
  out: Fall | null;
}

/** How a state fell. */
export type Fall =
  /** Its general was taken. */
  | "general"
  /** It has lost more than ten pieces. */
  | "losses"
  /** Its own ally attacked it. */
  | "ally"
  /** Its seat resigned. */
  | "resigned";

/** How a match on a board ended. */
export interface BoardOutcome {
  /** Why it is over. */
  end: BoardEnd;
  /** The winners, ascending; all seats if the match was drawn. */
  winners: Seat[];
  /** Null: games on boards have no scores. */
  scores: number[] | null;
  /** The sides: lists of seats that win and lose together. */
  sides: Seat[][];
}

/** Why a match is over. */
export type BoardEnd =
  /** The general is attacked, and there is no legal move. */
  | "checkmate"
  /** There is no legal move, without check. */
  | "stalemate"
  /** The general was taken. */
  | "captured"
  /** No piece is left that could capture a general. */
  | "material"
  /** One side gave perpetual check. */
  | "perpetual_check"
  /** One side perpetually chased a piece. */
  | "perpetual_chase"
  /** The same position occurred for the third time. */
  | "repetition"
  /** Too many plies or moves in a row without a capture. */
  | "no_capture"
  /** Too many plies or moves in all. */
  | "length"
  /** The other side has no piece left. */
  | "all_captured"
  /** The other side has no legal action. */
  | "no_move"
  /** Too many plies in a row without a flip or a capture. */
  | "no_progress"
  /** One seat has taken two generals. */
  | "hegemon_generals"
  /** One seat has taken thirty pieces. */
  | "hegemon_pieces"
  /** Only one seat has a state left. */
  | "last_seat"
  /** No state can move. */
  | "stuck"
  /** The other has no stone left. */
  | "all_removed"
  /** The player to move cannot move. */
  | "blocked"
  /** A draw was agreed. */
  | "agreed"
  /** A side resigned. */
  | "resigned"
  /** A side lost on time. */
  | "time";

/** A match of tiles or dice as one observer sees it. What is not listed here is hidden. */
export type TilesView = {
  /** The game. */
  variant: TilesVariant;
  /** The options in force. */
  options: TilesOptions;
  /** The observer's seat; null for spectators. */
  you: Seat | null;
  /** The part of the match that is being played. */
  stage: Stage;
  /** The number of finished deals or throws. */
  deal: number;
  /** Who is the banker; null for the house, and when the match is over. */
  banker: Seat | null;
  /** Each seat's points so far. */
  scores: number[];
  /** Who has decided in this deal, ascending. */
  decided: Seat[];
  /** The outcome; null until the match is over. */
  outcome: TilesOutcome | null;
} & (
  /** Mahjong. */
  | {
    /** The hand that is played; null when the match is over. */
    hand: SeenHand | null;
    /** The number of tiles in this hand that could be claimed so far. */
    windows: number;
    /** The observer's claim of the tile that can be claimed now; null if there is none yet. */
    claim: Claim | null;
    /** The hand that was finished last; null before. */
    last_hand: FinishedHand | null;
  }
  /** Dice. */
  | {
    /** Who can bet in this round, ascending. */
    betting: Seat[];
    /** The observer's bets in this round; null if there are none. */
    bets: Stake[] | null;
    /** The round that was thrown last; null before. */
    last_round: DiceRound | null;
  }
  /** Pai gow. */
  | {
    /** The observer's own tiles; null for spectators, and when the match is over. */
    tiles: string | null;
    /** The lower hand of the observer's split; null if there is none yet. */
    low: string | null;
    /** The deal that was finished last; null before. */
    last_deal: FinishedDeal | null;
  }
);

/** A game of tiles or dice (`docs/TILES.md`). */
export type TilesVariant =
  /** Chinese dominoes, 牌九. */
  | "pai-gow"
  /** Mahjong in the Hong Kong old style, 麻將. */
  | "mahjong"
  /** Three dice, 骰寶. */
  | "sic-bo"
  /** Three dice, on the English table. */
  | "grand-hazard"
  /** Three dice in a cage. */
  | "chuck-a-luck";

/** The options of all games of tiles and dice. In a match, all options of its game are present, and no others. */
export interface TilesOptions {
  /** Dice: whether chuck-a-luck has the bet `any-triple`. */
  any_triple?: boolean;
  /** Dice: who is the bank. */
  bank?: DiceBank;
  /** Mahjong: how many tiles are never drawn: 0 or 14. */
  dead_wall?: number;
  /** Mahjong: whether flowers are played with. */
  flowers?: boolean;
  /** Mahjong: how long a match is. */
  length?: MahjongLength;
  /** Dice: the most points that a seat may bet in a round, 1 to 1000. */
  limit?: number;
  /** Mahjong: the minimum value of a winning hand in faan: 0, 1 or 3. */
  min_faan?: number;
  /** Mahjong: who pays for a win by a discard. */
  payment?: MahjongPayment;
  /**
   * Pai gow: how often each seat is the banker, 1 to 10. Dice: the number of throws, or with `bank: turns` the
   * number for each seat; 1 to 20.
   */
  rounds?: number;
  /** Dice: the points everybody begins with, 10 to 1000. */
  stock?: number;
}

/** How a match of tiles or dice ended. */
export interface TilesOutcome {
  /** Why it is over. */
  end: TilesEnd;
  /** The seats with the most points, ascending. */
  winners: Seat[];
  /** Each seat's points. */
  scores: number[];
  /** For each seat the change of its points over the match. */
  gains: number[];
  /** The sides: each seat alone. */
  sides: Seat[][];
}

/** Why a match is over. */
export type TilesEnd =
  /** All deals of pai gow were played. */
  | "deals"
  /** All hands of mahjong were played. */
  | "hands"
  /** All rounds were thrown. */
  | "rounds"
  /** Nobody has points left to bet against the house. */
  | "broke";

/** A hand of mahjong as one observer sees it. */
export interface SeenHand {
  /** Who deals. */
  dealer: Seat;
  /** The round: 0 east, to 3 north. */
  round: number;
  /** The seat whose turn it is, or whose tile the others may claim. */
  turn: Seat;
  /** The tile that the observer has just drawn, if it is their turn; otherwise null. */
  drawn: string | null;
  /** The tile that others may claim; null if there is none. */
  pending: Pending | null;
  /** The observer's own concealed tiles; null for spectators. */
  tiles: string | null;
  /** The number of concealed tiles of each seat. */
  counts: number[];
  /** Each seat's sets on the table. */
  melds: Meld[][];
  /** Each seat's flowers. */
  flowers: string[];
  /** Each seat's discards, oldest first, without those claimed. */
  discards: string[];
  /** The number of tiles that can still be drawn. */
  wall: number;
}

/** A tile that others may claim. */
export interface Pending {
  /** Whether it was discarded or added to a pung. */
  type: PendingKind;
  /** The seat. */
  seat: Seat;
  /** The tile. */
  tile: string;
}

/** How a tile became open to claims. */
export type PendingKind =
  /** It was discarded. */
  | "discard"
  /** It was added to a pung. */
  | "kong";

/** A set on the table. */
export interface Meld {
  /** Its kind. */
  type: MeldKind;
  /** Its tiles. */
  tiles: string;
  /** The seat whose tile completed it; null for a concealed kong. */
  from: Seat | null;
}

/** The kind of a set on the table. */
export type MeldKind =
  /** Three in sequence. */
  | "chow"
  /** Three equal tiles. */
  | "pung"
  /** Four equal tiles. */
  | "kong"
  /** Four equal tiles that were all drawn. */
  | "concealed-kong";

/** A claim of a tile. */
export type Claim =
  /** Nothing. */
  | { claim: "pass" }
  /** Three in sequence. */
  | {
    claim: "chow";
    /** The two tiles from the hand. */
    tiles: string;
  }
  /** Three equal tiles. */
  | { claim: "pung" }
  /** Four equal tiles. */
  | { claim: "kong" }
  /** The whole hand. */
  | { claim: "win" };

/** A finished hand. A drawn one has only dealer, round and points. */
export interface FinishedHand {
  /** Who dealt. */
  dealer: Seat;
  /** The round: 0 east, to 3 north. */
  round: number;
  /** Who won. */
  winner: Seat | null;
  /** The seat whose tile completed the hand; null if it was drawn. */
  from: Seat | null;
  /** The last tile; null if the hand was complete as dealt. */
  tile: string | null;
  /** The winner's concealed tiles, the last one among them. */
  hand: string | null;
  /** The winner's sets on the table. */
  melds: Meld[] | null;
  /** The scoring items, by name, with their faan. */
  items: ([string, number])[] | null;
  /** The value of the hand. */
  faan: number | null;
  /** For each seat the change of its points. */
  points: number[];
}

/** A finished round. */
export interface DiceRound {
  /** Who was the banker; null for the house. */
  banker: Seat | null;
  /** The throw. */
  dice: [number, number, number];
  /** Each seat's bets; null if it could not bet. */
  bets: (BetResult[] | null)[];
  /** For each seat the change of its points. */
  points: number[];
}

/** A bet and its result. */
export interface BetResult {
  /** The name of what is bet on. */
  on: string;
  /** The points. */
  points: number;
  /** The points won; negative if lost. */
  won: number;
}

/** A finished deal. */
export interface FinishedDeal {
  /** Who was the banker. */
  banker: Seat;
  /** Each seat's lower hand. */
  low: string[];
  /** Each seat's higher hand. */
  high: string[];
  /** Each seat's result; null for the banker. */
  results: (Against | null)[];
  /** For each seat the change of its points. */
  points: number[];
}

/** A player's result against the banker. */
export type Against =
  /** Both hands were better. */
  | "win"
  /** One hand was better. */
  | "push"
  /** No hand was better. */
  | "lose";

/** An event as one observer sees it. `do` names it; each name belongs to one family of games. */
export type AnySeenEvent =
  /** In a trick game. */
  | SeenEvent
  /** In a game on a board. */
  | SeenBoardEvent
  /** In a game of tiles or dice. */
  | SeenTilesEvent;

/** An event as one observer sees it, and as it is written to JSON. */
export type SeenEvent =
  /** The stacks were laid out. */
  | { do: "layout" } & Layout
  /** A bottom piece was turned up and put on top of its stack. */
  | {
    do: "reveal";
    /** Who turned it up. */
    seat: Seat;
    /** The stack. */
    stack: number;
    /** The piece. */
    piece: Piece;
  }
  /** The order of the players is known. */
  | {
    do: "ordered";
    /** Seats, the first in order first. */
    order: Seat[];
  }
  /** Both pieces of a stack were turned face up; the starter takes them. */
  | {
    do: "expose";
    /** Who turned them up. */
    seat: Seat;
    /** The stack. */
    stack: number;
    /** Its pieces, from bottom to top. */
    pieces: Piece[];
  }
  /** Somebody threw a sign, hidden until all have thrown. */
  | {
    do: "throw";
    /** Who threw. */
    seat: Seat;
    /** The round of throws, from 0. */
    round: number;
    /** The observer's own sign; omitted for others. */
    sign?: Sign;
  }
  /** All contestants have thrown. */
  | { do: "thrown" } & ThrownRound
  /** Somebody took the first stack, or one beside it, and so decided who takes which. */
  | {
    do: "take";
    /** Who took it. */
    seat: Seat;
    /** The stack. */
    stack: number;
  }
  /** The first player named the end from which stacks are taken. */
  | {
    do: "end";
    /** The first player. */
    seat: Seat;
    /** The end. */
    end: End;
  }
  /** The first player named the order in which stacks are taken. */
  | {
    do: "order";
    /** The first player. */
    seat: Seat;
    /** All stacks, the first taken first. */
    stacks: number[];
  }
  /** All stacks are taken, or the pack is dealt. */
  | {
    do: "dealt";
    /** For each seat the stacks it took, in order. A shared stack is listed for both. */
    taken: number[][];
    /** The observer's own hand; omitted for spectators. */
    hand?: Pieces;
    /** The number of pieces in each hand, if a pack was dealt; omitted in games with stacks. */
    hand_size?: number;
  }
  /** Somebody laid pieces. */
  | {
    do: "play";
    /** Who laid them. */
    seat: Seat;
    /** The trick, from 0. */
    trick: number;
    /** Whether this is the lead. */
    lead: boolean;
    /** How many pieces. */
    count: number;
    /** The pieces, if the observer may see them now; omitted while they are face down for the observer. */
    pieces?: Pieces;
    /** The type that the leader announced; omitted for the others. */
    type?: CombinationType;
    /** Whether they lie face up; omitted if not. */
    up?: boolean;
  }
  /** Somebody took a face-down play back. */
  | {
    do: "take_back";
    /** Who took it back. */
    seat: Seat;
    /** The trick, from 0. */
    trick: number;
  }
  /** A trick is finished. */
  | { do: "trick" } & SeenTrick
  /** The match is over. */
  | { do: "over" } & Outcome;

/** An event as one observer sees it, and as it is written to JSON. */
export type SeenBoardEvent =
  /** An event that is not an action. */
  | BoardTold
  /** An action of a seat. */
  | SeenBoardAction;

/** An event of a match on a board that is not an action. */
export type BoardTold =
  /** The board was set up. */
  | {
    do: "set_up";
    /** The state of the match. */
    position: BoardSight;
    /** The seat that begins: in xiangqi the red one. Omitted in games in which it is always the same. */
    first?: Seat;
  }
  /** The match is over. */
  | { do: "ended" } & BoardOutcome;

/** An action of a seat, and the state after it. */
export type SeenBoardAction = {
  /** The seat. */
  seat: Seat;
  /** The state of the match after it. */
  position: BoardSight;
} & (
  /** Moves a piece. */
  | {
    do: "move";
    /** The point left and the point reached, without a separator: `h2e2`. */
    move: string;
  }
  /** Puts a piece of the reserve on the board. */
  | {
    do: "drop";
    /** The letter of the piece. */
    piece: string;
    /** The point. */
    to: string;
  }
  /** Turns up a face-down piece. */
  | {
    do: "flip";
    /** The point it lies on. */
    at: string;
  }
  /** Places a stone. */
  | {
    do: "place";
    /** The point. */
    at: string;
  }
  /** Removes a stone. */
  | {
    do: "remove";
    /** The point it stands on. */
    at: string;
  }
  /** Chooses a state as ally. */
  | {
    do: "ally";
    /** The code of the state. */
    state: string;
  }
  /** Resigns. */
  | { do: "resign" }
  /** Offers a draw. */
  | { do: "offer_draw" }
  /** Accepts the open draw offer. */
  | { do: "accept_draw" }
  /** Declines the open draw offer. */
  | { do: "decline_draw" }
  /** Proposes to take back one's last turn. */
  | { do: "propose_take_back" }
  /** Accepts the open proposal to take back. */
  | { do: "accept_take_back" }
  /** Declines the open proposal to take back. */
  | { do: "decline_take_back" }
  /** Loses on time. */
  | { do: "time_out" }
);

/** An event as one observer sees it, and as it is written to JSON. */
export type SeenTilesEvent =
  /** Pai gow: everybody has four tiles. */
  | {
    do: "deal";
    /** Which deal of the match it is, from 0. */
    deal: number;
    /** Who is the banker. */
    banker: Seat;
    /** The observer's own tiles; omitted for spectators. */
    tiles?: string;
  }
  /** Pai gow: somebody has split their tiles, face down. */
  | {
    do: "split";
    /** The deal. */
    deal: number;
    /** Who. */
    seat: Seat;
    /** The observer's own lower hand; omitted for others. */
    low?: string;
  }
  /** Pai gow: all have split, and all hands are turned up. */
  | {
    do: "splits";
    /** The deal. */
    deal: number;
    /** Who was the banker. */
    banker: Seat;
    /** Each seat's lower hand. */
    low: string[];
    /** Each seat's higher hand. */
    high: string[];
    /** Each seat's result; null for the banker. */
    results: (Against | null)[];
    /** For each seat the change of its points. */
    points: number[];
    /** Each seat's points so far. */
    scores: number[];
  }
  /** Dice: a round of bets begins. */
  | {
    do: "round";
    /** The number of the throw, from 0. */
    deal: number;
    /** Who is the banker; null for the house. */
    banker: Seat | null;
    /** Who can bet, ascending. */
    betting: Seat[];
  }
  /** Dice: somebody has bet, face down. */
  | {
    do: "bet";
    /** The throw it is on. */
    deal: number;
    /** Who. */
    seat: Seat;
    /** The observer's own bets; omitted for others. */
    bets?: Stake[];
  }
  /** Dice: all have bet, the dice are thrown, and all bets are shown. */
  | {
    do: "dice";
    /** Which throw it is, from 0. */
    deal: number;
    /** Who was the banker; null for the house. */
    banker: Seat | null;
    /** The throw. */
    dice: [number, number, number];
    /** Each seat's bets; null if it could not bet. */
    bets: (BetResult[] | null)[];
    /** For each seat the change of its points. */
    points: number[];
    /** Each seat's points so far. */
    scores: number[];
  }
  /** Mahjong: the tiles are dealt, and flowers are laid open and replaced. */
  | {
    do: "hand";
    /** Which hand of the match it is, from 0. */
    deal: number;
    /** Who deals, and begins. */
    dealer: Seat;
    /** The round: 0 east, to 3 north. */
    round: number;
    /** Each seat's flowers. */
    flowers: string[];
    /** The number of tiles that can still be drawn. */
    wall: number;
    /** What each seat threw for the first deal; omitted in later hands. */
    dice?: number[];
    /** The observer's own tiles; omitted for spectators. */
    tiles?: string;
  }
  /** Mahjong: somebody drew a tile, and it is their turn. */
  | {
    do: "drew";
    /** The hand. */
    deal: number;
    /** Who. */
    seat: Seat;
    /** The number of tiles that can still be drawn. */
    wall: number;
    /** All flowers of the seat, if it has just laid some open; otherwise omitted. */
    flowers?: string;
    /** The tile; omitted for others. */
    tile?: string;
  }
  /** Mahjong: somebody discarded a tile, and the others may claim it. */
  | {
    do: "discard";
    /** The hand. */
    deal: number;
    /** The number of earlier tiles in this hand that could be claimed. */
    window: number;
    /** Who. */
    seat: Seat;
    /** The tile. */
    tile: string;
  }
  /** Mahjong: somebody declared four equal tiles, or added the fourth to a pung. */
  | {
    do: "kong";
    /** The hand. */
    deal: number;
    /** Who. */
    seat: Seat;
    /** The tile. */
    tile: string;
    /** As in `discard`: the others may claim the tile for a win. Omitted for a concealed kong. */
    window?: number;
  }
  /** Mahjong: all others have claimed or passed. */
  | {
    do: "claimed";
    /** The hand. */
    deal: number;
    /** The window. */
    window: number;
    /** The seat whose claim was carried out; null if all passed. */
    seat: Seat | null;
    /** The claim; omitted if all passed. */
    taken?: Claim;
  }
  /** Mahjong: a hand is over. */
  | {
    do: "hand_over";
    /** The hand. */
    deal: number;
    /** The result; of a drawn hand only dealer, round and points. */
    finished: FinishedHand;
    /** Each seat's points so far. */
    scores: number[];
    /** The flowers that were drawn last and laid open, if no tile was left to replace them; otherwise omitted. */
    laid?: LaidFlowers;
  }
  /** Somebody took back a hidden decision. */
  | {
    do: "withdrawn";
    /** The deal, or the throw. */
    deal: number;
    /** Who. */
    seat: Seat;
  }
  /** The match is over. */
  | { do: "ended" } & TilesOutcome;

/** Flowers that were laid open at the end of the wall, when no tile was left to replace the last one. */
export interface LaidFlowers {
  /** Who laid them. */
  seat: Seat;
  /** All flowers of the seat. */
  flowers: string;
}

/** An open decision of one seat, as its player gets it. It depends only on what the seat sees. */
export type AnyDecision =
  /** In a trick game. */
  | Decision
  /** In a game on a board. */
  | BoardDecision
  /** In a game of tiles or dice. */
  | TilesDecision;

/** An open decision of one seat. It depends only on what the seat sees. */
export type Decision = {
  /**
   * The number of the decision among the seat's decisions in this match, from 0. After a take-back it is the same
   * number again.
   */
  decision: number;
  /** Whether the match waits for it. It does not wait for a take-back. */
  must: boolean;
  /** The part of the match it belongs to. */
  stage: Stage;
  /**
   * The action that is taken when the seat's time runs out; null if the match does not wait for the decision. It
   * is always legal.
   */
  default: Action | null;
  /** Legal actions, ready to send. Left out unless they were asked for. */
  actions?: Action[];
  /** Whether more actions are legal than `actions` lists. */
  more_actions?: boolean;
} & Ask;

/** The question of a decision, with what is legal. */
export type Ask =
  /** Turn up the bottom piece of one of these stacks. */
  | {
    do: "reveal";
    /** Legal stacks, ascending. */
    stacks: number[];
  }
  /** Take one of these stacks; the rest of the dealing follows from it. */
  | {
    do: "take";
    /** Legal stacks, ascending. */
    stacks: number[];
  }
  /** Turn both pieces of one of these stacks face up. */
  | {
    do: "expose";
    /** Legal stacks, ascending. */
    stacks: number[];
  }
  /** Throw one of these signs, hidden until all have thrown. */
  | {
    do: "throw";
    /** The round of throws, from 0. */
    round: number;
    /** Legal signs. */
    signs: Sign[];
  }
  /** Name the end to take from. */
  | {
    do: "end";
    /** Legal ends. */
    ends: End[];
  }
  /** Name the order in which all stacks are taken. */
  | {
    do: "order";
    /** How many stacks there are; every order of all of them is legal. */
    stacks: number;
  }
  /** Lay pieces. */
  | {
    do: "play";
    /** The trick, from 0. */
    trick: number;
    /** Whether this seat leads, and so chooses the type and number of pieces. */
    lead: boolean;
    /** The type that was led; none for the leader. */
    type: CombinationType | null;
    /** How many pieces must be laid; none for the leader. */
    count: number | null;
    /** What laying a general would mean. */
    generals: Generals;
    /**
     * Every legal play in canonical text, weakest first, if there are at most 64; otherwise null. Then followers may
     * lay any `count` pieces of the hand, and leaders any combination in it, with the restriction of `generals`.
     */
    plays: Pieces[] | null;
  }
  /** Take back the laid play, while others have still to lay. */
  | {
    do: "take_back";
    /** The trick, from 0. */
    trick: number;
    /** What was laid. */
    pieces: Pieces;
  };

/** What laying a general (K or k) would mean, in games with the general ban (`docs/RULES.md` §4). */
export type Generals =
  /** Nothing special. */
  | "free"
  /**
   * The play would be refused, because another play is legal. A leader's list of plays tells which plays are
   * legal. Also used for leaders in tricks that generals cannot win (`docs/RULES.md` §11).
   */
  | "refused"
  /**
   * The play would behead the player at the end of the trick. For a leader after the first trick, this applies
   * only to leading the whole hand, because that makes the trick the last one.
   */
  | "behead";

/** An open decision of a seat. */
export interface BoardDecision {
  /** The number of the decision among the seat's decisions in this match, from 0. */
  decision: number;
  /** Whether the match waits for it: always true. */
  must: boolean;
  /** The part of the match it belongs to. */
  stage: Stage;
  /** The kind of decision that is open. */
  do: Choose;
  /** The legal actions, grouped by kind. */
  may: May[];
  /**
   * The action that is taken when the seat's time runs out. Null if it loses then, and for players who do not see
   * the board.
   */
  default: BoardAction | null;
  /** What happens when the seat's time runs out: it loses, or the default is taken. */
  on_time: OnTime;
  /** Legal actions, ready to send. Left out unless they were asked for, and for players who do not see the board. */
  actions?: BoardAction[];
  /** Whether more actions are legal than `actions` lists. */
  more_actions?: boolean;
}

/** One of several kinds of action is to be chosen. */
export type Choose =
  /** Choose one of the kinds in `may`. */
  | "choose";

/** A kind of action that is open to a seat. */
export interface May {
  /** The kind. */
  do: Verb;
  /**
   * The legal arguments, in the game's order: for a move its two points (`h2e2`), for a drop `P@e3`, otherwise a
   * point, a tile or the code of a state. Null if the kind has no argument, and for players who do not see the
   * board.
   */
  choices: string[] | null;
}

/** A kind of action. */
export type Verb = "move" | "drop" | "flip" | "place" | "remove" | "ally" | "resign" | "offer_draw" | "accept_draw" | "decline_draw" | "propose_take_back" | "accept_take_back" | "decline_take_back" | "time_out" | "take_back" | "discard" | "kong" | "win";

/** An open decision of a seat. It depends only on what the seat sees. */
export type TilesDecision = {
  /**
   * The number of the decision among the seat's decisions in this match, from 0. After a take-back it is the same
   * number again.
   */
  decision: number;
  /** Whether the match waits for it: always true. */
  must: boolean;
  /** The part of the match it belongs to. */
  stage: Stage;
  /** The action that is taken when the seat's time runs out. It is always legal. */
  default: TilesAction | null;
  /** Legal actions, ready to send. Left out unless they were asked for. */
  actions?: TilesAction[];
  /** Whether more actions are legal than `actions` lists. */
  more_actions?: boolean;
} & (
  /** Pai gow: split four tiles into two hands. */
  | {
    do: "split";
    /** The deal, from 0. */
    deal: number;
    /** The four tiles. */
    tiles: string;
    /** The lower hands of all splits. */
    choices: string[];
  }
  /**
   * Dice: bet on the next throw. The description of the game lists the possible bets; the list of bets may be
   * empty.
   */
  | {
    do: "bet";
    /** The throw, from 0. */
    deal: number;
    /** The most points that all bets together may be worth. */
    most: number;
  }
  /** Mahjong, on one's turn: discard, declare a kong, or win. */
  | {
    do: "choose";
    /** The hand, from 0. */
    deal: number;
    /** The legal actions, grouped by kind, with their tiles. */
    may: May[];
  }
  /** Mahjong: claim a tile of another player, or pass. All others decide at the same time. */
  | {
    do: "claim";
    /** The hand, from 0. */
    deal: number;
    /** The number of earlier tiles in this hand that could be claimed. */
    window: number;
    /** The tile, and the seat whose tile it is. */
    pending: Pending;
    /** The legal claims; passing is always one. */
    choices: Claim[];
  }
);

/** An action of a seat in one of its turns. */
export type Taken = {
  /** The turn. */
  turn: number;
} & AnyAction;

/** A request was refused. */
export interface ErrorReply {
  /** The request's `id`; null if the frame had none. */
  re: number | null;
  /** The stable code, for programs. */
  code: ErrorCode;
  /** The message, for people. */
  message: string;
  /** With `already` to `act`: the action that was taken in that turn. */
  taken?: Taken;
  /** How long to wait, if known (`leaver`, `too_early`, `rate_limited`, `busy`). */
  wait_ms?: number;
}

/** Why a request was refused. Codes are stable; `message` is for people. */
export type ErrorCode =
  /** The frame is not JSON. */
  | "bad_json"
  /** The frame is not a valid request: fields are missing or have the wrong type. */
  | "bad_request"
  /** There is no request of this type. */
  | "unknown_type"
  /** The first request must be `hello`. */
  | "hello_first"
  /** A second `hello` on this connection. */
  | "already_greeted"
  /** The server does not support this version of the protocol. */
  | "unsupported_version"
  /** The server does not know the token; it was ended, has expired, or never existed. */
  | "bad_token"
  /** The name is empty, too long or not allowed. */
  | "bad_name"
  /** Too many requests in a short time; wait and send it again. */
  | "rate_limited"
  /** Too many requests are waiting; send it again. */
  | "busy"
  /** The database is unreachable. Nothing was changed; send it again. */
  | "storage_unavailable"
  /** The server is about to stop; reconnect in a few seconds. */
  | "shutting_down"
  /** There is no such room, or it was closed. */
  | "no_such_room"
  /** A fault stopped the room, and it was set aside. Nothing is lost; the operator can restore it. */
  | "room_set_aside"
  /** The room has a password, and this is not it. */
  | "wrong_password"
  /** The request needs the room to be joined first on this connection. */
  | "not_joined"
  /** The server has reached its limit of rooms. */
  | "too_many_rooms"
  /** This person has created, or this connection has joined, the maximum number of rooms. */
  | "too_many_of_yours"
  /**
   * The address has created the maximum number of open rooms, or has the maximum number of spectators in this
   * room.
   */
  | "too_many_of_address"
  /** The room allows no spectators, or is full of them. */
  | "no_spectators"
  /** The settings contradict each other; the message says which and why. */
  | "bad_settings"
  /** The table takes no bots, or none of this kind. */
  | "no_bots"
  /** A guest who has a seat or has played a match cannot declare itself a bot any more. */
  | "bot_too_late"
  /** Only the owner of the room may do that. */
  | "not_owner"
  /** The seat does not exist in this room. */
  | "no_such_seat"
  /** The game has no bots of this level for so many players. */
  | "no_such_level"
  /** Somebody else has the seat. */
  | "seat_taken"
  /** No seat is free. */
  | "no_free_seat"
  /** The person has no seat here. */
  | "not_seated"
  /** Not while a match is being started or played. */
  | "match_running"
  /** The match is paused; nobody acts until somebody at the table resumes it, or its time is over. */
  | "paused"
  /** The match cannot be paused: the table is not unlisted or is slow, or all its players are connected. */
  | "no_pause"
  /** No match is being played. */
  | "no_match"
  /** The request is for a different match than the one at this table. */
  | "stale_match"
  /** The server does not wait for entropy from this seat. */
  | "no_entropy_awaited"
  /** The entropy does not match the commitment. */
  | "entropy_mismatch"
  /** The turn was already taken; `taken` has the action. Nothing was changed. */
  | "already"
  /** This seat has not taken that many turns. */
  | "turn_ahead"
  /** This person left the match too often; a stand-in plays their seat to the end. */
  | "left_too_often"
  /** No more plays can be taken back in this trick, or none at all in this room. */
  | "too_many_take_backs"
  /** The room allows no chat, or only set phrases. */
  | "chat_off"
  /** This table has no hints, or only for people who play alone against bots. */
  | "no_hints"
  /** This is possible later; `wait_ms` says when. */
  | "too_early"
  /** This person left too many matches for quick play; `wait_ms` says how long it lasts. */
  | "leaver"
  /** No new rooms and matches are started at the moment; running ones continue. */
  | "draining"
  /**
   * The server's disk is nearly full: no new guests, names, rooms, matches, reports and push subscriptions;
   * running matches continue.
   */
  | "disk_low"
  /** The operator has banned this person or address. */
  | "banned"
  /** The owner of the room has banned this person from it. */
  | "banned_from_room"
  /** This person is not, and was not, in the room. */
  | "no_such_person"
  /** The game refuses the action; the code is the game's (`docs/RECORD.md`). */
  | RefusalCode;

/**
 * Why an action is not legal. Where several codes apply, the document of the game says which one is given
 * (`docs/RECORD.md`, `docs/BOARDS.md` §1.6, `docs/TILES.md` §2); after the end it is always `match_over`.
 */
export type RefusalCode =
  /** The match is over. */
  | "match_over"
  /** This seat has nothing to decide now, or has decided already. */
  | "not_your_turn"
  /** This seat has another decision to make. */
  | "wrong_action"
  /** The layout has no such stack. */
  | "no_such_stack"
  /** The stack was already chosen or taken. */
  | "stack_taken"
  /** The stack lies in the player's own row. */
  | "own_row"
  /** The stack does not lie at an end of a row. */
  | "not_an_end"
  /** The stack does not lie beside the one taken before. */
  | "not_a_neighbour"
  /** The list is not an order of all stacks. */
  | "bad_order"
  /** The player does not hold these pieces or tiles. */
  | "not_in_hand"
  /** The number of pieces is not that of the lead, or the number of tiles is wrong. */
  | "wrong_count"
  /** The lead is not a combination. */
  | "not_a_combination"
  /** A general in the first or last trick, although another play is legal. */
  | "general_banned"
  /** A lead with a piece that cannot win this trick. */
  | "banned_lead"
  /** A draw or a take-back is offered already. */
  | "offer_open"
  /** This seat has offered a draw or a take-back since its last action on the board. */
  | "too_soon"
  /** There is no offer of this kind that this seat could answer. */
  | "no_offer"
  /** This seat has no turn on the board that it could take back, or has proposed it as often as a match allows. */
  | "nothing_to_take_back"
  /** There is no such state. */
  | "no_such_state"
  /** The state already has a seat. */
  | "state_taken"
  /** The text is not a point of this board or, for a move, not two points. */
  | "no_such_point"
  /** There is no piece on this point. */
  | "no_piece"
  /** The piece on this point is not one's own. */
  | "not_your_piece"
  /** A piece of one's own is on the point to be reached. */
  | "own_piece"
  /** The point is not empty. */
  | "point_taken"
  /** The piece cannot move there. */
  | "not_a_move"
  /** The generals would face each other on an open file. */
  | "generals_face"
  /** One's own general would be attacked. */
  | "leaves_check"
  /** The piece lies face down. */
  | "face_down"
  /** The piece may not capture that piece. */
  | "outranked"
  /** The piece is turned up already. */
  | "already_up"
  /** There is no such piece in the reserve. */
  | "not_in_reserve"
  /** The drop is not on one's own side of the river. */
  | "not_your_side"
  /** The piece can never stand on this point. */
  | "bad_point"
  /** The drop gives check. */
  | "drop_checks"
  /** The Zhou piece is on this point. */
  | "zhou"
  /** The stone is part of a square, although others are not. */
  | "in_square"
  /** An emissary would capture or be captured. */
  | "untouchable"
  /** A catapult must capture over exactly one piece. */
  | "bad_screen"
  /** A piece is in the way. */
  | "blocked"
  /** The move attacks the own ally. */
  | "own_ally"
  /** Only a win can be claimed on a tile that was added to a pung. */
  | "no_discard"
  /** Only the next seat may claim a chow. */
  | "not_next"
  /** There is no tile left to draw. */
  | "wall_empty"
  /** The tiles do not form a set. */
  | "not_a_set"
  /** The hand is not complete. */
  | "not_a_win"
  /** The hand is complete, but its value is below the minimum. */
  | "too_few_faan"
  /** This table has no such bet. */
  | "no_such_bet"
  /** There are two bets on the same thing. */
  | "bet_twice"
  /** A bet of less than one point. */
  | "bad_points"
  /** The bets exceed the limit, or the points of the player. */
  | "too_much";

/** An event with its number in the room. Numbers have no gaps. */
export interface SeqEvent {
  /** The room. */
  room: RoomId;
  /** The number, from 1. */
  seq: number;
  /** The event. */
  event: RoomEvent;
}

/** An event. `do` is its name, as for the actions of a record. */
export type RoomEvent =
  /** The room was created. */
  | {
    do: "created";
    /** The settings. */
    settings: Settings;
    /** The creator. */
    owner: PlayerId;
  }
  /** The settings were changed; nobody is ready any more. */
  | {
    do: "configured";
    /** The settings. */
    settings: Settings;
  }
  /** The room has a new owner, or none. */
  | {
    do: "owner";
    /** The owner. */
    owner: PlayerId | null;
  }
  /** Somebody took a seat. A change of seats is `stood`, then `sat`. */
  | {
    do: "sat";
    /** The seat. */
    seat: Seat;
    /** Who took it. */
    occupant: Occupant;
  }
  /** A seat was given up. */
  | {
    do: "stood";
    /** The seat. */
    seat: Seat;
    /** The reason. */
    reason: StandReason;
  }
  /** The next match, for which people can get ready. */
  | { do: "next" } & NextMatch
  /** Somebody suggests the next game, or withdraws their suggestion. */
  | {
    do: "suggested";
    /** Their seat. */
    seat: Seat;
    /** The game; null if they suggest none any more. */
    variant: Variant | null;
  }
  /** Somebody is ready. */
  | {
    do: "ready";
    /** The seat. */
    seat: Seat;
  }
  /** Somebody is not ready any more. */
  | {
    do: "unready";
    /** The seat. */
    seat: Seat;
  }
  /** Everybody is ready. Players who committed to entropy open it now. */
  | {
    do: "committed";
    /** The match. */
    match_id: MatchId;
    /** For each seat its commitment, or `""`. */
    entropy_commitments: EntropyCommitment[];
  }
  /** Somebody opened the entropy they committed to; `start` has it. */
  | {
    do: "opened";
    /** The seat. */
    seat: Seat;
  }
  /** The start was cancelled, and its seed is published. A new one is prepared. */
  | {
    do: "cancelled";
    /** The match that was not played. */
    match_id: MatchId;
    /** The reason. */
    reason: CancelReason;
    /** The server's seed. */
    server_seed: string;
  }
  /** A match begins. */
  | { do: "start" } & MatchStart
  /** A stand-in plays this seat from now on. */
  | {
    do: "away";
    /** The seat. */
    seat: Seat;
  }
  /** The seat's player plays again. */
  | {
    do: "back";
    /** The seat. */
    seat: Seat;
  }
  /**
   * Somebody at the table wants the match to be paused while a player is not connected, or does not want it any
   * more.
   */
  | {
    do: "agrees";
    /** Their seat. */
    seat: Seat;
    /** Whether they want a pause. */
    agrees: boolean;
  }
  /** The match is paused, because everybody who is there agrees. */
  | { do: "paused" }
  /** The match goes on after a pause. */
  | {
    do: "continued";
    /** The seat of the person who ended the pause; null if its time was over. */
    seat: Seat | null;
  }
  /** Somebody agrees to end the match early, or does not any more. */
  | {
    do: "ending";
    /** Their seat. */
    seat: Seat;
    /** Whether they agree. */
    agrees: boolean;
  }
  /** The match has ended by its rules, and its seed is published; REST has the record. */
  | {
    do: "finished";
    /** The match. */
    match_id: MatchId;
    /** The server's seed. */
    server_seed: string;
  }
  /** The match was ended early, by agreement or by the server; it has no winners, and its seed is published. */
  | {
    do: "abandoned";
    /** The match. */
    match_id: MatchId;
    /** The server's seed. */
    server_seed: string;
  }
  /** The running score table, after each finished match, and when it is reset. */
  | { do: "series" } & Series
  /** A person has a new name; `forgotten` if their data was deleted. */
  | { do: "renamed" } & Person
  /** People without a seat may not chat any more, or may again. */
  | {
    do: "silenced";
    /** Whether they are silenced. */
    silenced: boolean;
  }
  /** The room is closed. */
  | {
    do: "closed";
    /** The reason. */
    reason: CloseReason;
  }
  /** An event of the match. */
  | GameEvent;

/** The settings of a room, complete with defaults. */
export interface Settings {
  /** The game. */
  variant: Variant;
  /** The number of seats. */
  seats: number;
  /** The options of the game. */
  options: Options;
  /** Who makes the choices before the first lead. */
  ceremony: Ceremony;
  /** Who may join. */
  access: Access;
  /** Whether people without a seat may watch. */
  spectators: boolean;
  /** The time limit for decisions. */
  clock: Clock;
  /** How long the next lead waits after pieces are turned up, in milliseconds, while people are at the table. */
  reveal_pause_ms: number;
  /** Whether a face-down play may be taken back. */
  take_backs: boolean;
  /** Who plays an away seat. */
  stand_in: StandInPlayer;
  /** The kind of chat. */
  chat: ChatMode;
  /** Who may ask the bot for hints. */
  hints: HintMode;
  /** Which bots may take seats; omitted if all may. */
  bots?: Bots;
  /**
   * Whether it is a rated table, which only quick play makes; omitted if not. Its matches change the ratings of
   * those who play.
   */
  rated?: boolean;
  /** The least time in milliseconds. It applies while any person plays. */
  window_least_ms?: number;
  /** The most time in milliseconds. It applies at tables with a clock. */
  window_ms?: number;
  /** When the time to claim a tile ends. */
  windows?: WindowMode;
}

/** Why a seat became free. */
export type StandReason =
  /** Its player stood up. */
  | "stood"
  /** Its player left the room. */
  | "left"
  /** The owner removed them. */
  | "removed"
  /** They were not ready in time. */
  | "not_ready"
  /** They did not open their entropy in time, or opened something that does not match the commitment. */
  | "not_opened"
  /** They were disconnected for too long. */
  | "gone"
  /** The operator removed them. */
  | "expelled"
  /** A person takes a bot's seat. */
  | "made_way"
  /** The table became smaller. */
  | "no_such_seat"
  /** The table takes no bots of this kind any more. */
  | "bots"
  /** The match of a rated table is over, and quick play gives the seats again. */
  | "match_over";

/** A match for which people can get ready. */
export interface NextMatch {
  /** The id it will have. */
  match_id: MatchId;
  /** The commitment to the server's seed (`docs/FAIRNESS.md`). */
  seed_commitment: string;
}

/** commitment to a seat's entropy; empty if it made none */
export type EntropyCommitment = string;

/** Why a start was cancelled. */
export type CancelReason =
  /** Somebody did not open their entropy in time. */
  | "not_opened"
  /** Somebody opened entropy that does not match their commitment. */
  | "mismatch"
  /** Somebody left. */
  | "left"
  /** The room was closed. */
  | "closed";

/** How a match began: what the server signed, and the signature. */
export interface MatchStart {
  /** The match. */
  match_id: MatchId;
  /** The version of the rules. */
  rules: number;
  /** The game. */
  variant: Variant;
  /** The number of players. */
  seats: number;
  /** The options in force. */
  options: Options;
  /** Who makes the choices before the first lead. */
  ceremony: Ceremony;
  /** The room's previous match. */
  previous: MatchId | null;
  /** Who sits where. */
  players: Player[];
  /** The commitment to the server's seed. */
  seed_commitment: string;
  /** For each seat the commitment to its entropy. */
  entropy_commitments: EntropyCommitment[];
  /** For each seat its entropy. */
  entropy: Entropy[];
  /** The server's signature over it. */
  start_signature: string;
  /** The server's public key. */
  signer: string;
}

/** Who sits on a seat when a match begins. */
export type Player =
  /** A person. */
  | {
    /** Who. */
    id: PlayerId;
  }
  /** A bot. */
  | {
    /** The name of the bot. */
    bot: string;
  };

/** The running score table of a room, over consecutive matches of the same game by the same rules. */
export interface Series {
  /** The number of finished matches; abandoned ones do not count. */
  matches: number;
  /** One row for everybody who played in them, in the order of their first match. */
  rows: SeriesRow[];
  /**
   * The results of all games of the evening, in the order of their latest matches; omitted while the series has
   * them all.
   */
  evening?: EveningGame[];
}

/** A row of the score table, for one player. */
export interface SeriesRow {
  /** The player; a person has the name of their latest match. */
  occupant: Occupant;
  /** The seat of a bot, which distinguishes it from other bots; null for people, because they may change seats. */
  seat: Seat | null;
  /** The number of matches that they played in. */
  played: number;
  /** The number of matches that they won alone. */
  won: number;
  /** The number of matches in which they shared the win. */
  shared: number;
  /** The sum of their scores; null in games without scores. */
  score: number | null;
  /** The number of pieces that they captured; only in trick games. */
  captured?: number;
}

/**
 * The results of one game over an evening at one table, whatever its options. Results of different games are
 * never added up.
 */
export interface EveningGame {
  /** The game. */
  variant: Variant;
  /** The number of finished matches. */
  matches: number;
  /** One row for everybody who played in them, in the order of their first match. */
  rows: EveningRow[];
}

/** The results of one player in one game over an evening. */
export interface EveningRow {
  /** The player. */
  occupant: Occupant;
  /** The seat of a bot; null for people. */
  seat: Seat | null;
  /** The number of matches that they played in. */
  played: number;
  /** The number of matches that they won alone. */
  won: number;
  /** The number of matches in which they shared the win. */
  shared: number;
  /** How often they had each place, the first place first; without the last zeros. */
  places: number[];
}

/** Why a room was closed. */
export type CloseReason =
  /** Its owner closed it. */
  | "owner"
  /** It was empty for too long. */
  | "empty"
  /** The operator stopped it. */
  | "operator";

/** An event of a match, with its proofs. */
export type GameEvent = {
  /** The time in milliseconds of the match's own clock, which stands still while the server is down. */
  at_ms: number;
  /**
   * Who took the action. Omitted for the seat's player, and where it would reveal hidden content: then it is told
   * when that is revealed.
   */
  by?: By;
  /** Opened commitments, with their nonces. */
  opened?: OpenedSeal[];
  /** The commitment to what was laid face down. */
  sealed?: SealView;
  /** The commitments of decisions that take effect together. */
  seals?: SealView[];
} & AnySeenEvent;

/** Who took an action for a seat. */
export type By =
  /** Its player. */
  | "player"
  /** The clock: the player's time ran out, and the default was taken. */
  | "clock"
  /** A stand-in while the player is away: a bot, or the default. */
  | "away"
  /** A bot. */
  | "bot"
  /** The server, if it makes the choices before the first lead. */
  | "server";

/** An opened commitment. */
export type OpenedSeal = {
  /** The pieces in canonical order, the sign, the lower hand of a split, or the bets (`big:20,single-2:5`). */
  text: string;
  /** The nonce of its commitment. */
  nonce: string;
  /** Who laid it, if that was not told before; omitted for the seat's player. */
  by?: By;
} & SealLabel;

/** Which hidden content a commitment is for. */
export type SealLabel =
  /** A face-down play. */
  | {
    /** The trick, from 0. */
    trick: number;
    /** Who laid it. */
    seat: Seat;
    /** How many plays this seat had taken back before in this trick. */
    attempt: number;
  }
  /** A hidden throw. */
  | {
    /** The round of throws, from 0. */
    round: number;
    /** Who threw it. */
    seat: Seat;
  }
  /** A split or bets. */
  | {
    /** The number of deals or throws of the match that were finished before. */
    deal: number;
    /** The seat. */
    seat: Seat;
    /** How often this seat had taken back in this deal before. */
    attempt: number;
  }
  /** A claim. */
  | {
    /** The number of hands of the match that were finished before. */
    deal: number;
    /** The number of earlier tiles in this hand that could be claimed. */
    window: number;
    /** The seat. */
    seat: Seat;
  };

/** A commitment to what was laid face down. */
export type SealView = {
  /** The commitment (`docs/FAIRNESS.md`). */
  commitment: string;
  /** Its nonce; only for its player. */
  nonce?: string;
} & SealLabel;

/** What the match waits for. It comes after every batch of events and every snapshot. */
export interface Now {
  /** The room. */
  room: RoomId;
  /** The `seq` of the last event before it. */
  seq: number;
  /** The seats that have something to decide, with the time left for each. */
  deciding: Deciding[];
  /** What the receiver may decide; null for spectators and if no match is running. */
  you: YourTurn | null;
  /** At a quick-play table with free seats: the milliseconds until bots take them. */
  bots_left_ms?: number;
  /**
   * While the match is paused: the milliseconds until the pause ends. The times of open decisions stand still
   * until then.
   */
  pause_left_ms?: number;
  /** While people get ready or open entropy: the milliseconds left. */
  start_left_ms?: number;
}

/** A seat that has something to decide. */
export interface Deciding {
  /** The seat. */
  seat: Seat;
  /** Milliseconds until the time runs out, including the bank; null without a clock. */
  left_ms: number | null;
  /** How many of these milliseconds are the bank. */
  bank_ms: number | null;
}

/** What a seat may decide now. */
export interface YourTurn {
  /** The `turn` to send with the next `act`. */
  turn: number;
  /** The decision; null if there is nothing to decide. */
  decision: AnyDecision | null;
  /**
   * In `news`, if the list of legal plays is left out because it is long: the number of plays. The request
   * `choices` returns them.
   */
  choices?: number;
  /**
   * What was decided for the seat in an open window, until it takes effect together with the others' decisions;
   * omitted if nothing was.
   */
  held?: AnyAction;
  /**
   * In games of other families than tricks: the actions that the seat may take at any time, and for which nobody
   * waits.
   */
  may?: May[];
}

/**
 * A reply, events and `now`, in this order; the same content as the single messages. Events and `now` may be in
 * their [short forms](short) where the client asked for these; they are read in either form.
 */
export interface News {
  /** The room's handle on this connection, from the reply to `join`, `create_room` or `quick_play`. */
  room: number;
  /** The number of the last event. */
  seq: number;
  /** The events up to `seq`. */
  events?: RoomEventOrShort[];
  /** What the match waits for. */
  now?: NewsNowOrShort;
  /** A request was carried out. */
  ok?: OkReply;
}

/** In schemas: something as an object, or its short form. */
export type RoomEventOrShort =
  /** The object. */
  | RoomEvent
  /** The short form. */
  | unknown[];

/** In schemas: something as an object, or its short form. */
export type NewsNowOrShort =
  /** The object. */
  | NewsNow
  /** The short form. */
  | unknown[];

/** What the match waits for after the event `seq`, as in `now`. */
export interface NewsNow {
  /** The seats that have something to decide, with the time left for each. */
  deciding: Deciding[];
  /** What the receiver may decide; null for spectators and if no match is running. */
  you: YourTurn | null;
  /** At a quick-play table with free seats: the milliseconds until bots take them. */
  bots_left_ms?: number;
  /**
   * While the match is paused: the milliseconds until the pause ends. The times of open decisions stand still
   * until then.
   */
  pause_left_ms?: number;
  /** While people get ready or open entropy: the milliseconds left. */
  start_left_ms?: number;
}

/**
 * The complete state of a room as the receiver sees it after the event `seq`. A client needs nothing else to
 * play.
 */
export interface Snapshot {
  /** The room. */
  room: RoomId;
  /** The `seq` of the last event in it. */
  seq: number;
  /** The receiver's seat; null for spectators. */
  you: Seat | null;
  /** The room. */
  state: RoomState;
  /** The running match, or null. */
  match: MatchState | null;
  /**
   * The latest lines of the chat that had reached the receiver, from the oldest on; at most 30, and left out if
   * there are none. They are kept in memory only, and not after the room was opened to more people.
   */
  chat?: ChatLine[];
  /**
   * What happened at the table since, among these lines: as far as it had reached the receiver, from the oldest
   * on; at most 30, and left out if there is nothing. It is kept as the chat is.
   */
  happened?: Happened[];
}

/** The state of a room, without the match. It is the same for everybody in the room. */
export interface RoomState {
  /** The settings. */
  settings: Settings;
  /** The phase of the room. */
  phase: Phase;
  /** The person who may change the settings; null if everybody has left. */
  owner: PlayerId | null;
  /** The seats, in order. */
  seats: SeatState[];
  /** The next match, for which people can get ready; null if there is none. */
  next: NextMatch | null;
  /** The last match that was played in this room. */
  previous: PreviousMatch | null;
  /** The running score table. */
  series: Series;
  /** Whether it is a quick-play table: it has no owner, and its settings cannot be changed. */
  quick: boolean;
  /** Whether people without a seat may not chat. */
  silenced: boolean;
  /** In phase `opening`: for each seat its commitment to entropy, or `""`, as in the event `committed`. */
  entropy_commitments?: EntropyCommitment[];
  /** Whether the running match is paused; omitted if not. `now` says for how long. */
  paused?: boolean;
}

/** A seat of a room. */
export interface SeatState {
  /** The seat. */
  seat: Seat;
  /** Who has it; null if it is free. */
  occupant: Occupant | null;
  /** Whether they are ready for the next match. */
  ready: boolean;
  /** Whether a stand-in plays it, because its player is away. */
  away: boolean;
  /** Whether they agree to a pause of the running match; omitted if not. */
  agrees?: boolean;
  /** Whether their player agrees to end the match early; omitted if not. */
  ending?: boolean;
  /** The game that they suggest as the next one; omitted if they suggest none. */
  suggests?: Variant;
}

/** The last match that was played in a room. */
export interface PreviousMatch {
  /** Its id, with which REST returns the record. */
  match_id: MatchId;
  /** The outcome of a trick game; null if it was abandoned. */
  outcome: Outcome | null;
  /** The outcome of a game of another family; omitted for trick games, and if it was abandoned. */
  result?: AnyOutcome;
}

/** How a match ended by its rules. */
export type AnyOutcome =
  /** A trick game. */
  | Outcome
  /** A game on a board. */
  | BoardOutcome
  /** A game of tiles or dice. */
  | TilesOutcome;

/** A running match as one observer sees it. */
export interface MatchState {
  /** Its start. */
  start: MatchStart;
  /** The game as the observer sees it. */
  view: AnyView;
  /** The commitments published so far, in order; the observer's own with nonces. */
  commitments: SealView[];
}

/** A line of chat. */
export type ChatLine = {
  /** The author. */
  from: Person;
  /** Their seat, if they have one. */
  seat: Seat | null;
  /** Who gets it. */
  to: Audience;
} & (
  /** Free text. */
  | { text: ChatText }
  /** A set phrase. */
  | { phrase: Phrase }
);

/** Who gets a line. */
export type Audience =
  /** Everybody in the room: no match is running. */
  | "room"
  /** The players of the running match. */
  | "players"
  /** The spectators of the running match. */
  | "spectators";

/** Something that happened at a table, and where it stands among the lines of the chat. */
export type Happened = {
  /** How many lines of the snapshot's `chat` came before it. */
  after: number;
} & (
  /** Somebody sat down. */
  | {
    do: "sat";
    /** Who. */
    who: Person;
  }
  /** Somebody lost or gave up their seat. */
  | {
    do: "stood";
    /** Who. */
    who: Person;
    /** Why. */
    reason: StandReason;
  }
  /** A stand-in began to play for somebody. */
  | {
    do: "away";
    /** For whom. */
    who: Person;
  }
  /** Somebody played again. */
  | {
    do: "back";
    /** Who. */
    who: Person;
  }
  /** The room had a new owner. */
  | {
    do: "owner";
    /** Who. */
    who: Person;
  }
  /** The score table began anew. */
  | { do: "series" }
  /** The owner changed the settings. Both are the same if only the password is another one. */
  | {
    do: "configured";
    /** The settings before; not told by an older server. */
    before?: Settings;
    /** The settings since then; not told by an older server. */
    settings?: Settings;
  }
);

/** The answer to a `join` with `after`: the missed events follow instead of a snapshot. */
export interface Resumed {
  /** The room. */
  room: RoomId;
  /** The `seq` after which the events continue. */
  after: number;
  /** The receiver's seat; null for spectators. */
  you: Seat | null;
}

/** This connection is no longer in the room. */
export interface Left {
  /** The room. */
  room: RoomId;
  /** The reason. */
  reason: LeftReason;
}

/** Why a connection is no longer in a room. */
export type LeftReason =
  /** This person left it, on this or another connection. */
  | "left"
  /** The person has joined on too many other connections since. */
  | "replaced"
  /** The room allows no spectators any more. */
  | "no_spectators"
  /** The owner of the room removed this person. */
  | "removed"
  /** The room has a new password, and this person has no seat. */
  | "password"
  /** The operator removed this person. */
  | "expelled"
  /** The room was closed. */
  | "closed"
  /** A fault of the server stopped the room; it was set aside. */
  | "failed";

/** News of a room that are not stored. */
export interface Notice {
  /** The room. */
  room: RoomId;
  /** What it is. */
  notice: RoomNotice;
}

/** The content of a notice. */
export type RoomNotice =
  /** A line of chat. */
  | { do: "chat" } & ChatLine
  /** Who is there; sent when it changes. */
  | { do: "presence" } & Presence
  /** Somebody at the table waits until the receiver is ready; sent to nobody else. */
  | { do: "nudge" } & Nudged;

/** Who is there. */
export interface Presence {
  /** The seats whose person is connected, ascending. */
  connected: Seat[];
  /** The number of people without a seat. */
  spectators: number;
}

/** Somebody at the table waits until the receiver is ready. */
export interface Nudged {
  /** Who reminds the receiver. */
  from: Person;
  /** Their seat. */
  seat: Seat;
}

/** Changes in the lobby since the list or the last message. */
export interface LobbyNews {
  /** New and changed rooms, complete. */
  rooms: RoomSummary[];
  /** Rooms that are closed, or no longer match the filter. */
  gone: RoomId[];
  /** The changes end, as they cost too much: how long to wait before `watch_lobby` is sent again. */
  wait_ms?: number;
}

/** Matches that became public, for connections that watch them. */
export interface MatchNews {
  /** The matches, in the order in which they became public. */
  matches: MatchSummary[];
  /**
   * There are no more: the connection, its person or its address has been shown too much. Watch again after so
   * many milliseconds, with the last match as `after`.
   */
  wait_ms?: number;
}

/** A summary of a finished match. */
export interface MatchSummary {
  /** The match. */
  match_id: MatchId;
  /** How it ended. */
  status: MatchStatus;
  /** The game. */
  variant: Variant;
  /** The number of seats. */
  seats: number;
  /** Whether it is in public lists: not if its room was unlisted or had a password. */
  listed: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** Who sat where, in the order of seats. */
  players: MatchPlayer[];
  /**
   * The clock that it was played with, resolved if the setting was `auto`. Omitted for matches that ended before
   * servers stored it.
   */
  clock?: Clock;
  /**
   * Why: `checkmate`, `resigned`, `rounds`, … as in its record. Omitted in trick games that have no such word, for
   * abandoned matches, and in lists for matches that ended before servers stored it.
   */
  end?: AnyEnd;
  /**
   * The room. For unlisted and password rooms only for people who sat there, because anybody who knows the id
   * could join.
   */
  room?: RoomId;
}

/** How a match ended. */
export type MatchStatus =
  /** By its rules. */
  | "over"
  /** Stopped before its end; nobody won. */
  | "abandoned";

/** The player of a seat, with their result. */
export interface MatchPlayer {
  /** The seat. */
  seat: Seat;
  /** Whether they are among the winners. */
  won: boolean;
  /** Their score; null in games without scores. */
  score: number | null;
  /** The bot's name; omitted for a person. */
  bot?: string;
  /** What the person has declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
  /** The person's current name; omitted if their data was deleted. */
  name?: PlayerName;
  /** The person; omitted for a bot. */
  player?: PlayerId;
  /** The person's tag, which distinguishes people with the same name; omitted for a bot. */
  tag?: PlayerTag;
}

/** Why a match is over. Each word belongs to one family of games, so the word tells the family. */
export type AnyEnd =
  /** In trick games. */
  | EndOfMatch
  /** In games on boards. */
  | BoardEnd
  /** In games of tiles and dice. */
  | TilesEnd;

/** What ended a match. */
export type EndOfMatch =
  /** All cards were played. */
  | "cards";

/** A message of the operator to everybody. */
export interface Announcement {
  /** The message; empty if the message before no longer applies. */
  text: string;
}

/** Somebody invites the receiver to a table. */
export interface Invitation {
  /** The room, to be joined as by its link. */
  room: RoomId;
  /** The game. */
  variant: Variant;
  /** Who may join; with `password` the receiver needs the password, which no invitation has. */
  access: Access;
  /** Who invites. */
  from: Person;
  /** When the invitation ends at the latest, in milliseconds from now. */
  ends_in_ms: number;
}

/**
 * An invitation does not hold any more: its match has begun or no seat is free, whoever invited has left, its
 * time is over, or the receiver has joined or declined it on some device.
 */
export interface InvitationEnded {
  /** The room. */
  room: RoomId;
}

// What a runner sends a program

/** A line to a program. */
export type ToProgram =
  /** The first line, once. */
  | { type: "hello" } & RunnerHello
  /** A match has begun, or the program takes over a seat in it. */
  | { type: "start" } & Start
  /** The match waits for the program. */
  | { type: "turn" } & Turn
  /** A match is over. */
  | { type: "over" } & Over
  /** Whether the program is alive; it may answer `{"type":"pong"}`, or nothing. */
  | { type: "ping" } & RunnerPing;

/** Introduces the runner. */
export interface RunnerHello {
  /** The version of these lines: 1. */
  v: number;
  /** The name and version of the runner, `giog 1.0.0`. */
  engine: string;
  /** The options that its user has set for the program, by name; left out if there are none. */
  options?: { [name: string]: string };
}

/** The beginning of a match for a program. */
export interface Start {
  /** The version of these lines: 1. */
  v: number;
  /** The match. A program may play several at a time. */
  match: MatchId;
  /** The game. */
  game: Variant;
  /** The number of seats. */
  seats: number;
  /** The program's seat. */
  you: Seat;
  /** The options in force. */
  options: Options;
}

/** The end of a match for a program. */
export interface Over {
  /** The version of these lines: 1. */
  v: number;
  /** The match. A program may play several at a time. */
  match: MatchId;
  /** The game. */
  game: Variant;
  /** The number of seats. */
  seats: number;
  /** The program's seat. */
  you: Seat;
  /** The outcome; null if the match was abandoned. */
  outcome: AnyOutcome | null;
  /** Where the record of the match can be read; null if it has none. */
  record: string | null;
}

/** Asks whether the program is alive. */
export interface RunnerPing {
  /** The version of these lines: 1. */
  v: number;
}

// Finished matches, and what proves them

/** A finished match, complete enough to be judged, replayed and proven by anybody. */
export interface Record {
  /** The version of this form. */
  format: number;
  /** The version of the rules that refereed it. */
  rules: number;
  /** The match. */
  match_id: MatchId;
  /** How it ended. */
  status: RecordStatus;
  /** The game. */
  variant: Variant;
  /** The number of players. */
  seats: number;
  /** The options in force. */
  options: Options;
  /** Who made the choices before the first lead. */
  ceremony: Ceremony;
  /** The room's previous match. */
  previous: MatchId | null;
  /** Who sat where. */
  players: RecordPlayer[];
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** All actions, in the order in which they took effect. */
  actions: RecordAction[];
  /** The result of the match. */
  result: AnyMatchResult;
  /** The proofs of the match. */
  fairness: Fairness;
  /** The signature over everything else. */
  signature: string;
  /** The pack after the shuffle, the first piece dealt first, in games without stacks. */
  cards?: Pack;
  /** What each seat threw, in games in which dice decide the first player. */
  dice?: number[];
  /** The seat that exposes a stack, in games with this choice. */
  exposer?: Seat;
  /** Who begins in blind chess. */
  first?: Seat;
  /** True if it was played on a practice server, on which nothing that counts is played; otherwise omitted. */
  practice?: boolean;
  /** The red seat of xiangqi. */
  red?: Seat;
  /** The seat whose row has six stacks, if there is one. */
  six?: Seat;
  /** The layout after the shuffle; omitted in games without stacks. */
  stacks?: Stack[];
  /** The seat that is dealt the first piece of the pack, and leads. */
  starter?: Seat;
  /** The throws of three dice, in order. */
  throws?: ([number, number, number])[];
  /** The walls of dominoes or tiles, for each deal that was begun. */
  walls?: string[];
}

/** How a match ended. */
export type RecordStatus =
  /** By its rules. */
  | "over"
  /** Before its end; nobody won. */
  | "abandoned";

/** The player of a seat, and their stand-ins. */
export type RecordPlayer = {
  /** Who else played the seat and when, in order; omitted if nobody did. */
  stand_ins?: StandIn[];
} & Player;

/** A range of actions during which a stand-in played a seat: from `from` up to, but not including, `to`. */
export interface StandIn {
  /** The index of the first action. */
  from: number;
  /** The index after the last action. */
  to: number;
  /** Who played it. */
  by: By;
}

/** An action as it is recorded. */
export type RecordAction = {
  /** Whose action. */
  seat: Seat;
  /** Milliseconds since the start. */
  at_ms: number;
  /** Who took it for the seat; omitted for its player. */
  by?: By;
} & AnyAction;

/** The result of the actions of a match; the field `result` of a record. */
export type AnyMatchResult =
  /** In a trick game. */
  | MatchResult
  /** In a game on a board. */
  | BoardResult
  /** In a game of tiles or dice. */
  | TilesResult;

/** The result of the actions of a match; the field `result` of a record. */
export interface MatchResult {
  /** Seats in order of priority, or in turn order from the starter; null before it is known. */
  order: Seat[] | null;
  /** Each seat's hand after the taking; null before. */
  hands: Pieces[] | null;
  /** The finished tricks. */
  tricks: TrickResult[];
  /** Pieces taken per seat, before any forfeit. */
  captured: number[];
  /** A score per seat, in variants that have scores; null until the match is over. */
  scores: number[] | null;
  /** Who won or shares the win, ascending; null until the match is over, and in an abandoned match. */
  winners: Seat[] | null;
  /** The seats that were beheaded, ascending. Omitted in games of `docs/TILES.md`. */
  beheaded?: Seat[];
  /** What ended the match; null until it is over, and in an abandoned match. Omitted in games of `docs/RECORD.md`. */
  end?: Ending;
  /**
   * The seats that have to decide now, ascending; none when the match is over. Omitted in games of
   * `docs/RECORD.md`.
   */
  waiting?: Seat[];
}

/** A finished trick. */
export interface TrickResult {
  /** Who led. */
  leader: Seat;
  /** The type that was led. */
  type: CombinationType;
  /** What each seat played. */
  plays: Pieces[];
  /** For each seat whether its pieces were turned up to all. */
  shown: boolean[];
  /** The winner; null if the trick was tied and set aside. */
  winner: Seat | null;
}

/** What ended a match; null until it is over. */
export type Ending =
  | EndOfMatch
  | null;

/** The result of the actions of a match. */
export type BoardResult = {
  /** The text of the position. */
  board: BoardText;
  /** The seats that have to decide, ascending; none when the match is over. */
  turn: Seat[];
  /** For each seat of `turn` the number of its choices. */
  choices: number[];
  /** For each seat of `turn` its default action. */
  defaults: SeatAction[];
  /** For each seat the number of pieces that it has captured. */
  captured: number[];
  /** The number of moves, drops and flips so far. */
  moves: number;
  /** The open draw offer; null if there is none, or the match is over. */
  offer: Offer | null;
  /** Why the match is over; null until then. */
  end: BoardEnd | null;
  /** The winners, ascending; all seats if the match was drawn; null until it is over. */
  winners: Seat[] | null;
  /** The open proposal to take back; omitted if there is none, or the match is over. */
  take_back?: Offer;
} & (
  /** Xiangqi, supply chess, blind chess. */
  | {
    /** The plies so far. */
    notation: Ply[];
    /** For each seat the pieces that it has captured, in strength order. */
    captured_pieces: string[];
  }
  /** Seven kingdoms chess. */
  | {
    /** The kind of decision that is open; null if the match is over. */
    phase: BoardPhase | null;
    /** The state whose turn it is, or that chooses its ally; null when over. */
    state: State | null;
    /** For each seat the number of generals that it has captured. */
    generals: number[];
    /** The states, in the order of play. */
    states: Standing[];
    /** Moves in a row without a capture or an attack on an ally. */
    quiet: number;
  }
  /** Square chess. */
  | {
    /** The kind of decision that is open; null if the match is over. */
    phase: BoardPhase | null;
    /** The number of removals that the seat still has to make; null if there are none. */
    due: number | null;
    /** Moves in a row that formed no square. */
    quiet: number;
  }
  /** Pong hau k'i. */
  | {}
);

/** An action of a seat. */
export type SeatAction = {
  /** The seat. */
  seat: Seat;
} & (
  /** Moves a piece. */
  | {
    do: "move";
    /** The point left and the point reached, without a separator: `h2e2`. */
    move: string;
  }
  /** Puts a piece of the reserve on the board. */
  | {
    do: "drop";
    /** The letter of the piece. */
    piece: string;
    /** The point. */
    to: string;
  }
  /** Turns up a face-down piece. */
  | {
    do: "flip";
    /** The point it lies on. */
    at: string;
  }
  /** Places a stone. */
  | {
    do: "place";
    /** The point. */
    at: string;
  }
  /** Removes a stone. */
  | {
    do: "remove";
    /** The point it stands on. */
    at: string;
  }
  /** Chooses a state as ally. */
  | {
    do: "ally";
    /** The code of the state. */
    state: string;
  }
  /** Resigns. */
  | { do: "resign" }
  /** Offers a draw. */
  | { do: "offer_draw" }
  /** Accepts the open draw offer. */
  | { do: "accept_draw" }
  /** Declines the open draw offer. */
  | { do: "decline_draw" }
  /** Proposes to take back one's last turn. */
  | { do: "propose_take_back" }
  /** Accepts the open proposal to take back. */
  | { do: "accept_take_back" }
  /** Declines the open proposal to take back. */
  | { do: "decline_take_back" }
  /** Loses on time. */
  | { do: "time_out" }
);

/** The result of the actions of a match. It shows everything that was hidden. */
export type TilesResult = {
  /** The seats that have to decide now, ascending; none when over. */
  waiting: Seat[];
  /** Each seat's points so far. */
  scores: number[];
  /** Who won or shares the win, ascending; null until over. */
  winners: Seat[] | null;
  /** Why the match is over; null until then. */
  end: TilesEnd | null;
} & (
  /** Pai gow. */
  | {
    /** Who is the banker; null if the match is over. */
    banker: Seat | null;
    /** Each seat's four tiles; null if the match is over. */
    hands: string[] | null;
    /** The deals that were played. */
    deals: FinishedDeal[];
  }
  /** Mahjong. */
  | {
    /** The current hand; null if the match is over. */
    hand: HandState | null;
    /** The hands that were played. */
    deals: FinishedHand[];
  }
  /** Dice. */
  | {
    /** Who is the banker; null if it is the house, or the match is over. */
    banker: Seat | null;
    /** The rounds that were thrown. */
    rounds: DiceRound[];
  }
);

/** The complete state of the current hand. */
export interface HandState {
  /** Which hand of the match it is, from 0. */
  number: number;
  /** Who deals. */
  dealer: Seat;
  /** The round: 0 east, to 3 north. */
  round: number;
  /** The seat whose turn it is, or whose tile the others may claim. */
  turn: Seat;
  /** The tile that the seat has just drawn; null if none, and while others may claim a tile. */
  drawn: string | null;
  /** The tile that others may claim. */
  pending: Pending | null;
  /** Each seat's concealed tiles. */
  hands: string[];
  /** Each seat's sets on the table. */
  melds: Meld[][];
  /** Each seat's flowers. */
  flowers: string[];
  /** Each seat's discards, oldest first, without those claimed. */
  discards: string[];
  /** The number of tiles that can still be drawn. */
  wall: number;
}

/** The proofs of a match (`docs/FAIRNESS.md`). */
export interface Fairness {
  /** The commitment to the server's seed. */
  seed_commitment: string;
  /** The server's seed. */
  server_seed: string;
  /** For each seat the commitment to its entropy. */
  entropy_commitments: EntropyCommitment[];
  /** For each seat its entropy. */
  entropy: Entropy[];
  /** The signature over what was fixed before the shuffle. */
  start_signature: string;
  /** The commitments to hidden decisions, in the order of publication. */
  commitments: Commitment[];
  /** The key of both signatures. */
  signer: string;
}

/** A commitment as it is published and recorded. */
export type Commitment = {
  /** The commitment. */
  commitment: string;
} & SealLabel;

/** a shuffled pack, the first piece dealt first */
export type Pack = string;

/** the pieces of a stack, from bottom to top */
export type Stack = string;

/** What a client keeps of a match while it is played, to verify the record later. */
export interface Receipt {
  /** The match. */
  match_id: MatchId;
  /** The commitment to the server's seed, as it was published. */
  seed_commitment: string;
  /** The player's seat. */
  seat: Seat;
  /** The player's own entropy. */
  entropy: Entropy;
  /** The signature of the start. */
  start_signature: string;
  /** The commitments seen, in order. */
  commitments: Commitment[];
  /**
   * Whether the receipt was started during the match, on another device than the one that got ready. Then the
   * commitment to the seed and the entropy come from the server, after the start.
   */
  late?: boolean;
}

// Bodies of requests to REST

/** A request for a new guest. */
export interface GuestInput {
  /** The name of this device in the list of devices; default is derived from `User-Agent`. */
  device?: string | null;
  /** The name, 1 to 24 characters (`docs/PROTOCOL.md`); default is a generated one. */
  name?: string | null;
}

/** A request for a new name. */
export interface RenameInput {
  /** The new name, 1 to 24 characters (`docs/PROTOCOL.md`). */
  name: string;
}

/** A request to sign in with a code. */
export interface HandoverInput {
  /** The code. */
  code: string;
  /** The name of this device in the list of devices; default is derived from `User-Agent`. */
  device?: string | null;
}

/** A request for a recovery code. */
export interface RecoveryInput {
  /** The current code, to replace it; omitted if there is none. */
  code?: string | null;
}

/** A request to sign in with a recovery code. */
export interface RecoverInput {
  /** The code. Upper and lower case are equal, `O` is 0, `I` and `L` are 1, and blanks and `-` are ignored. */
  code: string;
  /** The name of this device in the list of devices; default is derived from `User-Agent`. */
  device?: string | null;
}

/** A request for a QR code. */
export interface QrInput {
  /** The text, 1 to 512 bytes. */
  text: string;
}

/** A push subscription, as a browser's `PushSubscription.toJSON()` gives it; other fields are ignored. */
export interface PushInput {
  /** The address at the browser's push service, at most 2,000 bytes. */
  endpoint: string;
  /** The keys with which messages are encrypted (RFC 8291). */
  keys: PushKeys;
}

/** The keys of a push subscription. */
export interface PushKeys {
  /** The browser's P-256 public key, uncompressed, in base64url. */
  p256dh: string;
  /** The 16 secret bytes that the browser chose, in base64url. */
  auth: string;
}

/** Whether to hide one's ratings. */
export interface RatingInput {
  /**
   * Whether others see them neither in ladders nor at matches nor on the player's page. They can be inferred from
   * what opponents gain or lose.
   */
  hidden: boolean;
}

/** A friend's code. */
export interface FriendCodeInput {
  /** The code. */
  code: string;
}

/** What others see of the caller, and who may invite the caller; what is omitted stays as it is. */
export interface FriendSettings {
  /** Who may invite the caller to tables. */
  may_invite?: MayInvite | null;
  /** Whether invitations of friends are sent to the caller's devices that are notified. */
  push_invitations?: boolean | null;
  /** Whether friends see at which public tables the caller has a seat. */
  shows_tables?: boolean | null;
}

/** Who may invite somebody to tables. Blocked people may never. */
export type MayInvite =
  /** Their friends. */
  | "friends"
  /** Their friends, and people with whom they have finished one of their latest 100 matches. */
  | "recent"
  /** Nobody. */
  | "nobody";

/** Whom to invite, and where. */
export interface InvitationInput {
  /** Whom to invite. */
  player: PlayerId;
  /** The table at which the caller has a seat. */
  room: RoomId;
}

// Bodies of its answers

/** The server as it presents itself. */
export interface ServerInfo {
  /** The name of the server. */
  name: string;
  /** The operator's notice for everybody; may be empty. */
  notice: string;
  /** How to reach the operator; may be empty. */
  contact: string;
  /** Where security problems are reported, as an address for programs (`mailto:…`, `https://…`); may be empty. */
  security_contact: string;
  /** The server's public address; null if it is not configured. */
  public_url: string | null;
  /** The version of the program. */
  version: string;
  /** The version of the WebSocket protocol. */
  protocol: number;
  /** The limits of the server. */
  limits: Limits;
  /**
   * Whether its disk is nearly full, so that no new guests, names, rooms, matches, reports and push subscriptions
   * are accepted; omitted if not.
   */
  disk_low?: boolean;
  /**
   * How many public matches of two people or more began in each hour of the day (UTC), that from 0:00 first: 24
   * numbers, of the latest 10,000 public matches as far as they ended in the last 28 days. They are counted once
   * an hour; omitted if there were none.
   */
  hours?: number[];
  /**
   * The public key with which browsers subscribe to notifications (VAPID, RFC 8292), in base64url; omitted if the
   * server sends none.
   */
  push_key?: string;
}

/** The status of the server. */
export interface Health {
  /** The status in one word. */
  status: HealthStatus;
  /**
   * Whether the disk is nearly full, so that no new guests, names, rooms, matches, reports and push subscriptions
   * are accepted; only in `/readyz`, and omitted if not. Running matches continue, so this is no reason to send
   * people to another server.
   */
  disk_low?: boolean;
  /** How many rooms are still to be restored after a start; requests to them get `busy`. Omitted if 0. */
  rooms_coming?: number;
  /**
   * How many rooms were set aside after a fault; only in `/readyz`. The other rooms work, so this is no reason to
   * send people to another server.
   */
  rooms_set_aside?: number;
}

/** The status of a server in one word. */
export type HealthStatus =
  /** The process runs. */
  | "alive"
  /** The database is reachable, and writes reach it. */
  | "ready";

/** The keys with which this server has signed starts and records, the oldest first. */
export interface KeyList {
  /** The keys. */
  keys: ServerKey[];
}

/** A key of the server. */
export interface ServerKey {
  /** The Ed25519 public key, as in `signer` of records. */
  public_key: string;
  /** When the server first signed with it. */
  first_used_at: string;
}

/** The games of the server, in the order in which they are offered. */
export interface VariantList {
  /** The trick-taking games. */
  variants: VariantInfo[];
  /** The games on boards. */
  boards: BoardInfo[];
  /** The games of tiles and dice. */
  tiles: TilesInfo[];
  /** The levels of bots above `simple`, for the games and numbers of players that have any. */
  levels: GameLevels[];
}

/** Everything a client needs to offer and show a game. */
export interface VariantInfo {
  /** The variant. */
  id: TrickVariant;
  /** Its family: `tricks`. */
  family: string;
  /** Its name in Latin letters. */
  name: string;
  /** Its name in Chinese characters; empty where it has none. */
  name_chinese: string;
  /** Other names. */
  also: string[];
  /** Its names, or translations of its name, in other languages of the sources. */
  names: NameInfo[];
  /** What the game is, in a few sentences. */
  summary: string;
  /** Whether large parts of the rules are guesses of this project; clients must tell players so. */
  reconstruction: boolean;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** The number of pieces in use, for each number of players from the fewest on. */
  pieces: number[];
  /** The number of pieces in a hand, for each number of players from the fewest on. */
  hand_sizes: number[];
  /** The kinds of pieces, the strongest first. */
  kinds: PieceInfo[];
  /** The form of the layout. */
  shape: Shape;
  /** How the first player is found, and who takes which stacks. */
  opening: string;
  /** The order of turns. */
  turn_order: TurnOrder;
  /** Whether all lay face down at the same time; otherwise plays are laid in turn. */
  simultaneous: boolean;
  /** The options with their choices. */
  options: OptionInfo[];
  /** The default options. */
  default_options: TrickOptions;
  /** The types of combinations, those of few pieces first. */
  combinations: CombinationInfo[];
  /** How ties for the highest play are decided. */
  ties: string;
  /** How the winner is found. */
  goal: string;
  /** Where the rules come from. */
  source: string;
  /** The source's names of the pieces, from the general down; omitted if it has no names of its own. */
  piece_names?: PieceNameInfo[];
  /** The kinds of pieces that cannot win the first trick, and may not be led in it; omitted if there are none. */
  powerless_first?: Pieces;
}

/** A name in a language. */
export interface NameInfo {
  /** The language (BCP 47), such as `fa`. */
  language: string;
  /** The name. */
  name: string;
}

/** A kind of piece. */
export interface PieceInfo {
  /** Its letter. */
  piece: Piece;
  /** Its colour. */
  color: Color;
  /** Its level, from 7 for the generals to 1 for the soldiers. */
  level: number;
  /** The Chinese character on it. */
  character: string;
  /** How the character is read in Mandarin. */
  pinyin: string;
  /** Its English name. */
  name: string;
  /** How many of this kind are in use, for each number of players from the fewest on. */
  counts: number[];
}

/** The colour of a piece. */
export type Color = "red" | "black";

/** The order of turns. */
export type TurnOrder =
  /** In the order found before the dealing. */
  | "priority"
  /** Clockwise. */
  | "clockwise"
  /** Counter-clockwise. */
  | "counter-clockwise";

/** An option of a game: a choice of values, or a number in a range. */
export interface OptionInfo {
  /** The field of `options`. */
  id: string;
  /** Its name for people. */
  name: string;
  /** The default value. */
  default: OptionValue;
  /** The values it can have; omitted for a number in a range. */
  choices?: ChoiceInfo[];
  /** The least number; omitted if there are `choices`. */
  least?: number;
  /** The greatest number; omitted if there are `choices`. */
  most?: number;
}

/** A value of an option. */
export type OptionValue =
  /** A word. */
  | string
  /** Yes or no. */
  | boolean
  /** A number. */
  | number;

/** A value of an option, and what it means. */
export interface ChoiceInfo {
  /** The value. */
  value: OptionValue;
  /** What it means. */
  meaning: string;
}

/** A type of combinations with its ranking. */
export interface CombinationInfo {
  /** The type. */
  type: CombinationType;
  /** Its name for people. */
  name: string;
  /**
   * The leader's announcement in the game's own language; empty if the source has none, then the name is
   * announced.
   */
  announcement: string;
  /** The same in Chinese characters. */
  announcement_chinese: string;
  /** How many pieces it has. */
  count: number;
  /** Its combinations from high to low; those of one inner list are equal. */
  ranking: Pieces[][];
  /** Rules that the ranking does not express; omitted if there are none. */
  note?: string;
  /**
   * For each inner list of the ranking its suit, numbered from 0 in the order of the summary, in games in which
   * only plays of one suit compete; otherwise omitted.
   */
  suits?: number[];
}

/** A source's name of a piece. */
export interface PieceNameInfo {
  /** The level of the piece, from 7 for the generals to 1 for the soldiers. */
  level: number;
  /** The name. */
  name: string;
}

/** Everything a client needs to offer and show a game on a board. */
export interface BoardInfo {
  /** The variant. */
  id: BoardVariant;
  /** Its family: `boards`. */
  family: string;
  /** Its name in Latin letters. */
  name: string;
  /** Its name in Chinese characters. */
  name_chinese: string;
  /** Other names. */
  also: string[];
  /** Its names, or translations of its name, in other languages of the sources. */
  names: NameInfo[];
  /** What the game is, in a few sentences. */
  summary: string;
  /** Whether large parts of the rules are guesses of this project; clients must tell players so. */
  reconstruction: boolean;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** The options with their choices. */
  options: OptionInfo[];
  /** The default options. */
  default_options: BoardOptions;
  /** How the winner is found. */
  goal: string;
  /** Where the rules come from. */
  source: string;
}

/** Everything a client needs to offer and show a game of tiles or dice. */
export interface TilesInfo {
  /** The variant. */
  id: TilesVariant;
  /** Its family: `tiles`. */
  family: string;
  /** Its name in Latin letters. */
  name: string;
  /** Its name in Chinese characters. */
  name_chinese: string;
  /** Other names. */
  also: string[];
  /** Its names, or translations of its name, in other languages of the sources. */
  names: NameInfo[];
  /** What the game is, in a few sentences. */
  summary: string;
  /** Whether large parts of the rules are guesses of this project; clients must tell players so. */
  reconstruction: boolean;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** The options with their choices. */
  options: OptionInfo[];
  /** The default options. */
  default_options: TilesOptions;
  /** How the winner is found. */
  goal: string;
  /** Where the rules come from. */
  source: string;
  /**
   * The possible bets, in the order in which they are listed; none in games without bets. `any-triple` of
   * chuck-a-luck can be turned off by an option.
   */
  bets?: TilesBetInfo[];
}

/** A possible bet. */
export interface TilesBetInfo {
  /** Its name in `bet`. */
  on: string;
  /**
   * The odds to one: the points won for each point bet. For a single number, they are paid for each die that shows
   * it.
   */
  odds: number;
}

/** The levels of bots that a game has for a number of players. */
export interface GameLevels {
  /** The game. */
  variant: Variant;
  /** The number of players. */
  seats: number;
  /** All levels, the weakest first. */
  levels: Level[];
}

/** Everything a client needs to offer and show a game. */
export type AnyVariantInfo =
  /** A trick-taking game. */
  | VariantInfo
  /** A game on a board. */
  | BoardInfo
  /** A game of tiles or dice. */
  | TilesInfo;

/**
 * A page of public rooms: those with people and a free seat first, then those with a free seat, each the newest
 * first.
 */
export interface RoomList {
  /** The rooms. */
  rooms: RoomSummary[];
  /** Whether there are more rooms. */
  more: boolean;
  /** The `cursor` for the next page; null on the last one. Earlier servers did not say. */
  next: string | null;
}

/** An open room. */
export interface RoomInfo {
  /** The room. */
  room: RoomId;
  /** Its running match, or null. */
  match_id: MatchId | null;
  /** The settings. */
  settings: Settings;
  /** The phase of the room. */
  phase: Phase;
  /** The person who may change the settings; null if everybody has left. */
  owner: PlayerId | null;
  /** The seats, in order. */
  seats: SeatState[];
  /** The next match, for which people can get ready; null if there is none. */
  next: NextMatch | null;
  /** The last match that was played in this room. */
  previous: PreviousMatch | null;
  /** The running score table. */
  series: Series;
  /** Whether it is a quick-play table: it has no owner, and its settings cannot be changed. */
  quick: boolean;
  /** Whether people without a seat may not chat. */
  silenced: boolean;
  /** In phase `opening`: for each seat its commitment to entropy, or `""`, as in the event `committed`. */
  entropy_commitments?: EntropyCommitment[];
  /** Whether the running match is paused; omitted if not. `now` says for how long. */
  paused?: boolean;
}

/** Cancelled starts, the latest first, so that everybody can see how often that happens. */
export interface CancelledStarts {
  /** The room. */
  room: RoomId;
  /** Its cancelled starts; the latest 100 if there are more. */
  cancelled_starts: CancelledStart[];
}

/** A cancelled start, with all commitments, and the entropy that was opened. */
export interface CancelledStart {
  /** The id of the match. */
  match_id: MatchId;
  /** When it was cancelled. */
  at: string;
  /** The reason. */
  reason: CancelReason;
  /** The seat that caused it, or null. */
  seat: Seat | null;
  /** The server's seed. */
  server_seed: string;
  /** The commitment to it. */
  seed_commitment: string;
  /** For each seat its commitment to entropy, or `""`. */
  entropy_commitments: EntropyCommitment[];
  /** For each seat the entropy that it opened, or `""`. */
  entropy: Entropy[];
}

/** A page of finished matches, the latest first. */
export interface MatchList {
  /** The matches. */
  matches: MatchSummary[];
  /** The `cursor` for the next page; null on the last one. */
  next: string | null;
}

/** A match, finished or running. */
export type MatchInfo =
  /** It is finished. */
  | FinishedMatch
  /** It is running. */
  | RunningMatch;

/** A finished match. */
export interface FinishedMatch {
  /** The match. */
  match_id: MatchId;
  /** How it ended. */
  status: MatchStatus;
  /** The game. */
  variant: Variant;
  /** The number of seats. */
  seats: number;
  /** Whether it is in public lists: not if its room was unlisted or had a password. */
  listed: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** Who sat where, in the order of seats. */
  players: MatchPlayer[];
  /** The result, as in its record. */
  result: AnyMatchResult;
  /** Links to more about it. */
  links: MatchLinks;
  /**
   * The clock that it was played with, resolved if the setting was `auto`. Omitted for matches that ended before
   * servers stored it.
   */
  clock?: Clock;
  /**
   * Why: `checkmate`, `resigned`, `rounds`, … as in its record. Omitted in trick games that have no such word, for
   * abandoned matches, and in lists for matches that ended before servers stored it.
   */
  end?: AnyEnd;
  /** What it changed in ratings; omitted unless it was played at a rated table. It is not in the record. */
  rated?: MatchRating;
  /**
   * The room. For unlisted and password rooms only for people who sat there, because anybody who knows the id
   * could join.
   */
  room?: RoomId;
}

/** Links to more about a finished match. */
export interface MatchLinks {
  /** The path of its record. */
  record: string;
  /** The path of its events as spectators saw them; add `?as=0` and so on for a seat. */
  events: string;
  /** The path of its reviews; add `?as=0` and so on for a seat. Omitted if matches like this one are not reviewed. */
  review?: string;
}

/** What a match of a rated table changed. */
export interface MatchRating {
  /** Why it changed nothing; null if it did. */
  unrated: Unrated | null;
  /** What changed, by seat, without people who hide their ratings. */
  changes: SeatRating[];
}

/** Why a match of a rated table changed no rating. */
export type Unrated =
  /** The ratings could not be computed or stored. */
  | "fault"
  /** It was ended early for everybody. */
  | "abandoned"
  /** Somebody was away at its end, and the server had been away during it. */
  | "outage";

/** What a match changed for a seat. */
export interface SeatRating {
  /** The seat. */
  seat: Seat;
  /** The player. */
  player: PlayerId;
  /** The rank in the match, from 1 on; equal ranks are ties. */
  rank: number;
  /** The rating before it. */
  before: ShownRating;
  /** The rating after it. */
  after: ShownRating;
  /** Whether little is known of the player yet. */
  provisional: boolean;
  /** The dan before and after it; omitted of matches before there was one. */
  dan?: DanChange;
}

/** A rating as it is shown. */
export interface ShownRating {
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
}

/** What a match made of a dan. */
export interface DanChange {
  /** The dan before it. */
  before: ShownDan;
  /** The dan after it. */
  after: ShownDan;
}

/** A dan: a rank that rises and falls by places. */
export interface ShownDan {
  /** From 1 to 10. */
  dan: number;
  /** The points towards the next one, from 0 to `goal`. Who falls below 0 falls to the dan before. */
  points: number;
  /** With how many points one rises. */
  goal: number;
}

/** A running match, as the caller may see it. */
export interface RunningMatch {
  /** The match. */
  match_id: MatchId;
  /** Always `playing`. */
  status: Playing;
  /** The snapshot, as over the socket. */
  snapshot: Snapshot;
}

/** The status of a running match. */
export type Playing =
  /** Running. */
  | "playing";

/** The events of a match, as one observer saw them. */
export interface MatchEvents {
  /** The match. */
  match_id: MatchId;
  /** The seat that saw them so; null for spectators. */
  seen_by: Seat | null;
  /**
   * The events from `start` on, without those that are left out, as the socket sent them. For a finished match the
   * last one is `finished` or `abandoned`.
   */
  events: RoomEvent[];
  /**
   * How many earlier events are left out, because the server does not keep all events of a long running match.
   * Omitted if 0.
   */
  left_out?: number;
  /** If events are left out: the room and the match after the last of these events. */
  snapshot?: Snapshot;
}

/**
 * A review of a match for one seat, in the form of its family of games, which `variant` tells. All have
 * `engine`, `variant`, `seat` and `worker`.
 */
export type Review =
  /** Of a trick game: it has `decisions` and `luck`. */
  | MatchReview
  /** Of a game on a board: it has `moves` and `accuracy`. */
  | BoardReview
  /** Of mahjong: it has `hands`. */
  | MahjongReview;

/** A review of a match of a trick game for one seat. Shares and losses are ten-thousandths of a win. */
export interface MatchReview {
  /** The version of the engine. It grows when the figures of a review change. */
  engine: number;
  /** The game. */
  variant: "giog" | "giog-wiki" | "ju-ma-pao" | "ju-ma-pao-30" | "sang-krip" | "da-qi-luo-1" | "da-qi-luo-2" | "zhi-hu" | "tam-cuc";
  /** The seat. */
  seat: Seat;
  /** The decisions of the seat that had a choice, in order. */
  decisions: ReviewedDecision[];
  /** The share of the win that it had in the end. */
  result: number;
  /** The fair share of each seat. `result` is `fair`, `luck` and `skill` together. */
  fair: number;
  /** What its choices won, against choices that the net's policy would have drawn. */
  skill: number;
  /** What the deal, the plays of others and whatever it could not know won. */
  luck: number;
  /** Only if a worker outside the server computed it. */
  worker?: ReviewWorker;
}

/** A decision of the seat that is reviewed. */
export interface ReviewedDecision {
  /** The index of its action in the record. */
  action: number;
  /** The number of the trick, from 0. */
  trick: number;
  /** What was laid. */
  laid: Pieces;
  /** What it lost against the choice that looked best; at least 0. */
  lost: number;
  /** The standard error of `lost`. */
  error: number;
  /** What to call it. */
  verdict: ReviewVerdict;
  /** The choices as far as the seat could know, the best first. */
  choices: ReviewedChoice[];
  /** The same choices with all hands open, which nobody could know: in hindsight. In the same order. */
  hindsight: ReviewedChoice[];
  /**
   * How the match could have gone on with the choice that looked best, in hindsight; omitted unless the loss has a
   * name, and for more than the eight decisions that lost most.
   */
  better?: BetterLine;
  /** Who decided for the seat; omitted for its player. */
  by?: By;
  /** What the seat could have known for certain of what it did not see; omitted by engines before version 6. */
  known?: KnownPieces;
  /** What kind of mistake it was; omitted unless the loss has a name. */
  mistake?: NamedMistake;
}

/** What to call a choice. */
export type ReviewVerdict =
  /** Nothing is lost that is more than chance. */
  | "good"
  /** It loses 2 wins of a hundred or more. */
  | "inaccuracy"
  /** It loses 5 or more. */
  | "mistake"
  /** It loses 10 or more. */
  | "blunder";

/** A choice, and what it would have won. */
export interface ReviewedChoice {
  /** The play. */
  play: Pieces;
  /** The share of the win that it leads to. */
  share: number;
  /**
   * The standard error of the share. Differences of two choices are more exact, since both met the same worlds and
   * the same luck.
   */
  error: number;
}

/**
 * A better choice, and how the match could have gone on from there, with the hands as they were: what others
 * laid in its trick without seeing the choice they lay here, too; after that each seat lays what the engine's
 * net values most.
 */
export interface BetterLine {
  /** The choice. */
  play: Pieces;
  /** The trick of the decision and those after it, with all plays, those that stay face down, too. */
  tricks: SeenTrick[];
  /** How the match would have ended. */
  outcome: Outcome;
}

/**
 * What the seat could have known for certain at a decision of what it did not see, from its view alone: what
 * holds in all worlds that fit it. What others have laid face down in the open trick counts as held, unless
 * plays are laid in turn.
 */
export interface KnownPieces {
  /** The pieces that others held for certain, whoever it was. */
  held: Pieces;
  /** The hand of each other seat. */
  hands: KnownHand[];
  /**
   * All that the lead could be which lay face down; omitted if there was none, or it could be more than eight
   * combinations.
   */
  leads?: Pieces[];
  /**
   * Of each kind how many more they could have held at most. What of these they did not hold had been laid face
   * down, or is out of the game. Omitted if there are none.
   */
  perhaps?: Pieces;
  /**
   * The combinations that would have won the trick whatever others held and laid, those with the most pieces
   * first, eight at most; omitted if there was none.
   */
  wins?: Pieces[];
}

/** What could be known of the hand of another seat. */
export interface KnownHand {
  /** The seat. */
  seat: Seat;
  /** How many pieces it held. */
  size: number;
  /** Those that it held for certain. */
  least: Pieces;
  /** Of each kind the most that it could have held. */
  most: Pieces;
}

/** What kind of mistake a decision was. */
export interface NamedMistake {
  /** Its kind. */
  kind: MistakeKind;
  /** The choice that looked best. */
  play: Pieces;
  /** The number that belongs to the kind; omitted for `other`. */
  count?: number;
}

/**
 * What happened, beside the choice that looked best: the first of these that fits. `docs/REVIEW.md` defines
 * each.
 */
export type MistakeKind =
  /** The better choice has more generals. `count`: the pieces that were left in the hand. */
  | "kept_general"
  /** The better choice has fewer generals. `count`: the pieces that were left in the hand. */
  | "spent_general"
  /** The seat won a trick that the better choice gives up. `count`: the pieces of the trick. */
  | "won_needlessly"
  /** The seat competed for a trick, lost it, and the better choice gives it up. `count`: the pieces of the trick. */
  | "lost_in_vain"
  /** The seat gave up a trick for which the better choice competes. `count`: the pieces of the trick. */
  | "gave_up_trick"
  /**
   * Others could hold something higher than the lead, and nothing higher than the better one. `count`: the
   * combinations that are higher.
   */
  | "led_into_strength"
  /**
   * The better choice is higher, of the same type. `count`: the combinations of others that could be higher than
   * what was laid.
   */
  | "too_low"
  /** A combination in the hand was broken up that the better choice leaves or is. `count`: its pieces. */
  | "broke_combination"
  /**
   * The better choice is lower, of the same type. `count`: the combinations of others that could be higher than
   * the better choice.
   */
  | "too_high"
  /** The better lead has more pieces. `count`: its pieces. */
  | "led_few"
  /** The better lead has fewer pieces. `count`: its pieces. */
  | "led_many"
  /**
   * Of plays that could not win, a higher piece was thrown away than the better choice throws. `count`: the pieces
   * of others that could be higher than it.
   */
  | "threw_strength"
  /** Nothing of that. */
  | "other";

/** That a worker outside the server computed a review. */
export interface ReviewWorker {
  /**
   * The decisions that the server computed, too, with the same figures: the indices of their actions. What the
   * others say is the worker's word.
   */
  checked: number[];
}

/**
 * A review of a match of a game on a board for one seat. Shares and losses are ten-thousandths of a win; a draw
 * is half of one.
 */
export interface BoardReview {
  /** The version of the engine. It grows when the figures of a review change. */
  engine: number;
  /** The game. */
  variant: "xiangqi" | "supply-chess" | "blind-chess" | "qi-guo-xiangxi" | "square-chess" | "pong-hau-ki";
  /** The seat. */
  seat: Seat;
  /** The share of the win that it had in the end. */
  result: number;
  /**
   * How little its moves lost, in ten-thousandths: the mean of what `docs/REVIEW.md` says for each move. 10,000 if
   * nothing was lost.
   */
  accuracy: number;
  /** The actions of the seat on the board that stand and had a choice, in order: the first 200 at most. */
  moves: ReviewedMove[];
  /** Whether all figures are exact, because the game is solved; omitted if not. */
  exact?: boolean;
  /** How many more there were after these, which were not looked at; omitted if none. */
  left_out?: number;
  /** Only if a worker outside the server computed it. */
  worker?: ReviewWorker;
}

/** An action on a board that is reviewed. */
export interface ReviewedMove {
  /** The index of its action in the record. */
  action: number;
  /** How many plies stood before it. */
  ply: number;
  /** What was played, as decisions write it: `h2e2`. */
  played: string;
  /** What it lost against the choice that looked best; at least 0. */
  lost: number;
  /** What to call it. */
  verdict: ReviewVerdict;
  /** The choices that looked best and the one that was played, the best first. */
  choices: BoardChoice[];
  /** Who decided for the seat; omitted for its player. */
  by?: By;
}

/** A choice on a board, and what it would have won. */
export interface BoardChoice {
  /** The choice, as decisions write it. */
  play: string;
  /** The share of the win that it leads to. */
  share: number;
  /**
   * How both sides could go on after it, the other one first: the best line of the search, of a few plies. Empty
   * where none is known.
   */
  line: string[];
}

/** A review of a match of mahjong for one seat. */
export interface MahjongReview {
  /** The version of the engine. It grows when the figures of a review change. */
  engine: number;
  /** The game. */
  variant: "mahjong";
  /** The seat. */
  seat: Seat;
  /** The hands of the match in which the seat had a choice, in order: the first 600 decisions at most. */
  hands: ReviewedHand[];
  /** How many more decisions there were after these, which were not looked at; omitted if none. */
  left_out?: number;
  /** Only if a worker outside the server computed it. */
  worker?: ReviewWorker;
}

/** A hand of the match. */
export interface ReviewedHand {
  /** The number of the hand, from 0. */
  deal: number;
  /** The decisions of the seat that had a choice, in order. */
  turns: ReviewedTurn[];
}

/** A decision of the seat: on its turn, or about a tile that it could claim. */
export interface ReviewedTurn {
  /** The index of its action in the record. */
  action: number;
  /**
   * The number of tiles in the hand that could be claimed before: the number of the tile that it could claim, or
   * that it discarded.
   */
  window: number;
  /** What was done: an index in `choices`. */
  chosen: number;
  /** All choices, the nearest to a hand that may win first. */
  choices: TurnChoice[];
  /** Who decided for the seat; omitted for its player. */
  by?: By;
  /** What was certainly worse than another choice; omitted if nothing was. */
  mistake?: TurnMistake;
  /** The tile that it could claim; omitted on its turn. */
  pending?: Pending;
  /** In hindsight: the seats that waited for tiles, and for which. Nobody could know it. */
  waited?: SeatWaits[];
}

/** A choice, and what it would have left. */
export type TurnChoice = {
  /**
   * How many tiles the hand would be away from waiting for its last one, 0 if it waits; null for a win, and if no
   * hand that may win can be had any more. After a chow or pung, with the best discard.
   */
  to_ready: number | null;
  /** Of 10,000 such discards so many are claimed for a win, as far as the seat could know. */
  danger?: number;
  /** If the hand waits: for each of these kinds, the faan of a win with a discard; null if it may not win so. */
  discarded?: (number | null)[];
  /** If the hand waits: for each of these kinds, the faan of a win with the drawn tile. */
  drawn?: (number | null)[];
  /** The faan of a win. */
  faan?: number;
  /**
   * The kinds of tiles that would bring it nearer, or let it win. Omitted for discards after which the hand is
   * farther than after others, unless it is the chosen or the better one.
   */
  helps?: string;
  /** For each of these kinds, the tiles that the seat has not seen. */
  left?: number[];
  /** The types of hands that are as near as that. */
  toward?: MahjongHandType[];
} & (
  /** Splits four tiles of pai gow into two hands. */
  | {
    do: "split";
    /** The two tiles of one hand. */
    low: string;
  }
  /** Discards a tile. */
  | {
    do: "discard";
    /** The tile. */
    tile: string;
  }
  /** Declares four equal tiles, or adds the fourth to a pung. */
  | {
    do: "kong";
    /** The tile. */
    tile: string;
  }
  /** Declares a win on a drawn tile. */
  | { do: "win" }
  /** Claims the tile that was discarded or added to a pung, or passes. */
  | { do: "claim" } & (
    /** Nothing. */
    | { claim: "pass" }
    /** Three in sequence. */
    | {
      claim: "chow";
      /** The two tiles from the hand. */
      tiles: string;
    }
    /** Three equal tiles. */
    | { claim: "pung" }
    /** Four equal tiles. */
    | { claim: "kong" }
    /** The whole hand. */
    | { claim: "win" }
  )
  /** Bets on the next throw. */
  | {
    do: "bet";
    /** The bets; the list may be empty. */
    bets: Stake[];
  }
  /** Takes back a hidden decision. */
  | { do: "take_back" }
);

/** A type of hand. */
export type MahjongHandType =
  /** Chows alone. */
  | "all_chows"
  /** Pungs and kongs alone. */
  | "all_triplets"
  /** One suit, with honours or without. */
  | "mixed_suit"
  /** One suit. */
  | "one_suit"
  /** With a pung or kong that has faan by itself. */
  | "valued_pungs"
  /** Thirteen orphans. */
  | "thirteen_orphans";

/** A discard that was certainly worse than another one. */
export interface TurnMistake {
  /** How. */
  kind: TurnMistakeKind;
  /** The better choice: an index in `choices`. */
  better: number;
  /** By how many tiles. */
  count: number;
}

/**
 * How a discard was worse than another one that is no more dangerous, and after which no type of hand is farther
 * or waits for fewer tiles.
 */
export type TurnMistakeKind =
  /** The hand is farther from one that may win. */
  | "farther"
  /** It is as near, and fewer tiles help. */
  | "fewer";

/** The tiles that a seat waited for. */
export interface SeatWaits {
  /** The seat. */
  seat: Seat;
  /** The kinds of tiles with which it could have won, if they were discarded. */
  tiles: string;
}

/** A review that is being made. */
export interface ReviewProgress {
  /** How many decisions have been looked at. */
  done: number;
  /** How many there are; 0 as long as it has not begun. */
  of: number;
  /** How many reviews are made before it. */
  ahead: number;
  /**
   * What was found of a trick game until now, as the review will say it, but without `better`, which comes with
   * the whole review: if the server makes it by itself, and from the one on that the request has said (`from`), at
   * most 32 in one answer: ask on for those after them. Omitted if there is none.
   */
  decisions?: ReviewedDecision[];
  /** The same of a game on a board. */
  moves?: ReviewedMove[];
}

/** What a worker takes jobs with. */
export interface ReviewJobInput {
  /** The version of the worker's engine; that of the server's is wanted. */
  engine: number;
}

/** A review that a worker computes: that of the match for the seat, from its record. */
export interface ReviewJob {
  /** The job, as long as it is this worker's. */
  lease: string;
  /** The match: a finished one in public lists. */
  match_id: MatchId;
  /** The seat. */
  seat: Seat;
  /** On how many lines at most each choice is played on. */
  lines: number;
  /** When the lease ends, if it is not renewed: in so many milliseconds. */
  ends_in_ms: number;
}

/** How far a worker is, with which it renews its lease. */
export interface ReviewJobProgress {
  /** How many decisions it has looked at. */
  done: number;
  /** How many there are. */
  of: number;
}

/** A lease that was renewed. */
export interface ReviewLease {
  /** When it ends: in so many milliseconds. */
  ends_in_ms: number;
}

/** What reviews call mistakes of the caller, those of the latest matches first. */
export interface MistakeList {
  /** A page of them. */
  mistakes: OwnMistake[];
  /** The `cursor` for the next page; null after the last one. */
  next: string | null;
}

/** What a review calls a mistake of the caller. */
export interface OwnMistake {
  /** The match. */
  match_id: MatchId;
  /** The game. */
  variant: Variant;
  /** When the match ended. */
  ended_at: string;
  /** The seat of the caller. */
  seat: Seat;
  /** The index of its action in the record. */
  action: number;
  /** The number of the trick, from 0. */
  trick: number;
  /** What was laid. */
  laid: Pieces;
  /** What it lost against the choice that looked best, in ten-thousandths of a win. */
  lost: number;
  /** The standard error of `lost`. */
  error: number;
  /** What to call it. */
  verdict: ReviewVerdict;
  /** What kind of mistake it was. */
  mistake: NamedMistake;
  /** Whether a worker outside the server computed it, and the server did not; omitted if not. */
  by_worker?: boolean;
}

/** The puzzle of a day. */
export interface DailyPuzzle {
  /** The day in UTC: `2026-01-31`. */
  day: string;
  /** Its puzzle, the same for everybody; null if the server has none. */
  puzzle: Puzzle | null;
}

/**
 * A decision of a finished public match: what its seat saw, and what it could lay. It tells neither the match
 * nor who played.
 */
export interface Puzzle {
  /** The puzzle. */
  puzzle: PuzzleId;
  /** The game. */
  variant: Variant;
  /** The match as the seat saw it. */
  view: View;
  /** The plays among which to choose, in no order of worth. */
  choices: Pieces[];
}

/** A puzzle. It is drawn, so it tells nothing of the match that the puzzle is made of. */
export type PuzzleId = string;

/** An answer to a puzzle. */
export interface PuzzleInput {
  /** One of its choices. */
  play: Pieces;
}

/** What an answer was worth. Shares are ten-thousandths of a win. */
export interface PuzzleAnswer {
  /** Whether the play loses less than 2 wins of a hundred against the best one. */
  right: boolean;
  /** The choices, the best first. */
  choices: ReviewedChoice[];
  /** What was laid in the match. */
  laid: Pieces;
  /** The match. */
  match_id: MatchId;
  /** The seat that decided. */
  seat: Seat;
  /** The number of the trick, from 0. */
  trick: number;
}

/** A branch: everything that it follows from, besides the record of its match. */
export interface BranchInput {
  /** The seat that is played. */
  as: Seat;
  /**
   * It begins at the first decision that the seat is asked for at this index in the record's `actions`, as reviews
   * name decisions, or later.
   */
  action: number;
  /** The same, after so many events of `GET /matches/{match}/events?as=` for the seat, from `start` on. */
  events: number;
  /** What the seat does from there on, in the order of its decisions: actions as in `act`, without `turn`. */
  plays: AnyAction[];
  /** How many events, from `start` on, the client has already: they are left out of the answer. */
  left_out: number;
  /**
   * The level of all other seats. Without it, bots have the level that they had in the match, and people's seats
   * are `simple`.
   */
  level?: Level;
}

/** A branch after the plays that were sent, as its seat sees it. */
export interface Branch {
  /** The match. */
  match_id: MatchId;
  /** The seat that is played. */
  as: Seat;
  /**
   * The index of the action in the record's `actions` instead of which the branch goes on: with it, the branch is
   * always the same.
   */
  action: number;
  /** What was done in the match. */
  did: AnyAction;
  /** The level of each bot; null for the seat that is played. */
  levels: (Level | null)[];
  /** How many events, from `start` on, are the match's. Later ones have neither commitments nor proofs. */
  begins: number;
  /** How many events are left out of `events`. */
  left_out: number;
  /** The events from `start` on, as the seat sees them, without those that are left out. */
  events: RoomEvent[];
  /** The seats that have something to decide. */
  deciding: Seat[];
  /** What the seat may decide; null when the match is over in the branch. */
  you: YourTurn | null;
}

/** A player, as everybody may see them. */
export interface PlayerInfo {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** What they have declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
}

/** What a player's finished public matches say: by game and number of seats. */
export interface PlayerStats {
  /** The player. */
  player: PlayerId;
  /** By game and number of seats, those with the most matches first. */
  games: GameStats[];
  /**
   * The people with whom the player met most often in these matches, at most 10, and who was ahead. Those whose
   * data was deleted are left out.
   */
  opponents: OpponentStats[];
  /**
   * When the earliest match ended that was counted, if earlier ones were not: at most the latest 1,000 are. Null
   * if all were.
   */
  since: string | null;
}

/** A player's matches of one game for so many seats. */
export interface GameStats {
  /** The game. */
  variant: Variant;
  /** The number of seats. */
  seats: number;
  /** How many matches. */
  matches: number;
  /** How many of them the player won, alone or with others. */
  won: number;
  /**
   * How many ended in the first place, in the second one, and so on. Equal seats share a place: the winners the
   * first one; behind them, seats rank by score, and without scores share the next one. Where nobody won, a draw
   * is a shared first place.
   */
  places: number[];
  /** By how much the player led or was behind at the end; null in games without scores. */
  leads: Leads | null;
  /** Matches won in a row. */
  streaks: Streaks;
  /** How the player opened most often, at most 5 ways, the most frequent first. */
  openings: OpeningStats[];
}

/** The player's score less the best one of the others, match by match: above 0 a lead, below it what was missing. */
export interface Leads {
  /** The sum over all matches. */
  sum: number;
  /** The lowest one. */
  lowest: number;
  /** The highest one. */
  highest: number;
}

/** Matches won in a row, of those that were counted. */
export interface Streaks {
  /** The latest ones; 0 if the latest match was not won. */
  current: number;
  /** The longest row. */
  longest: number;
}

/** A way to open a match, and how often. */
export interface OpeningStats {
  /**
   * In trick games the pieces of the first play that the player led in a match; on boards the first move, as
   * records write it: `h2e2`.
   */
  opening: string;
  /** In how many matches. */
  matches: number;
}

/** Matches of a player with somebody else, also on the same side. */
export interface OpponentStats {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** How many matches both played. */
  matches: number;
  /** How often the player came in a better place. */
  ahead: number;
  /** How often the other one did. */
  behind: number;
  /** What they have declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
}

/** Statistics of a game's finished public matches, without names. They are made anew every ten minutes. */
export interface VariantStats {
  /** The game. */
  variant: Variant;
  /** How many matches were counted: at most the latest 10,000. */
  matches: number;
  /** When the earliest match ended that was counted, if earlier ones were not; null if all were. */
  since: string | null;
  /** By number of seats, the least first. */
  seats: SeatsStats[];
  /**
   * The match that lasted longest, of those with two people or more and a clock that ends decisions within minutes
   * or hours; null if there is none.
   */
  longest: LongestMatch | null;
  /** The highest score of a person; null if there is none. */
  highest: HighestScore | null;
}

/** A game's matches for so many seats. */
export interface SeatsStats {
  /** The number of seats. */
  seats: number;
  /** How many matches. */
  matches: number;
  /** How many of them ended without a winner, or with all as winners. */
  drawn: number;
  /** How many of the others each seat won, alone or with others. */
  won: number[];
  /**
   * How long half of the matches lasted at most, in milliseconds, of those with a clock that ends decisions within
   * minutes or hours; null if there is none.
   */
  median_ms: number | null;
}

/** The longest match of a game. */
export interface LongestMatch {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** How long it lasted, in milliseconds. */
  lasted_ms: number;
}

/** The highest score in a game. */
export interface HighestScore {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** The score. */
  score: number;
}

/** The ladders of the season that is running, those with the most people first. */
export interface LadderList {
  /** The season, a quarter of a year in UTC: `2026-q4` and so on. */
  season: string;
  /** When the season is over. */
  season_ends_at: string;
  /** The ladders, at most three; none before the first rated match of the season. */
  ladders: LadderTop[];
}

/** The best of a ladder. */
export interface LadderTop {
  /** The game. */
  variant: Variant;
  /** The numbers of seats that count together: `2`, `4-5` and so on. */
  seats: string;
  /** How long people have. */
  clock: Pace;
  /** How many people are in it. They are counted anew every five minutes. */
  people: number;
  /** The best five. */
  places: LadderPlace[];
}

/** How long people have for their decisions: which matches of a game count together. */
export type Pace =
  /** All play at the same time. */
  | "live"
  /** Each has days. */
  | "days";

/** Somebody in a ladder. */
export interface LadderPlace {
  /** The person. */
  player: PlayerId;
  /** Their name; null if their data was deleted just now. */
  name: PlayerName | null;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** The dan. */
  dan: ShownDan;
  /** How many rated matches the person has played in the season. */
  matches: number;
  /** Whether little is known of them yet. */
  provisional: boolean;
}

/** The public table that is best to watch now. */
export interface FeaturedTable {
  /** The table and its match; null if there is none to watch. */
  featured: Featured | null;
}

/** A public table with its running match, as spectators see it. */
export interface Featured {
  /** The table. */
  table: RoomSummary;
  /** The match. */
  match_id: MatchId;
  /** The game as spectators see it. */
  view: AnyView;
}

/** People who were found. */
export interface PlayerList {
  /** Mostly one or none. */
  players: PlayerInfo[];
}

/** Whether a person is found by name and tag. */
export interface Findable {
  /** Whether they are. */
  findable: boolean;
}

/** The ratings of a player. */
export interface PlayerRatings {
  /** The player. */
  player: PlayerId;
  /** Whether the player hides them: then only the player sees any. */
  hidden: boolean;
  /** One for each game, group of seats and clock that the player has rated matches of. */
  ratings: PoolRating[];
}

/** A player's rating in one game, for some numbers of seats and one kind of clock. */
export interface PoolRating {
  /** The game. */
  variant: Variant;
  /** The numbers of seats that count together: `2`, `4-5` and so on. */
  seats: string;
  /** How long people have. */
  clock: Pace;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** The dan. */
  dan: ShownDan;
  /**
   * The season in which the latest rated match was played. If that is over, rating and dan are those with which
   * the player begins the next one.
   */
  season: string;
  /** How many rated matches made it. */
  matches: number;
  /** Whether little is known of the player yet. */
  provisional: boolean;
  /** When the latest of these matches ended. */
  rated_at: string;
  /** What the latest of them made of the rating, the earliest first, at most 100. */
  changes: RatingPoint[];
  /** What the player had at the end of earlier seasons, the earliest first. */
  past: PastSeason[];
}

/** What a match made of a rating. */
export interface RatingPoint {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** The player's rank in it, from 1 on; equal ranks are ties. */
  rank: number;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
}

/** What somebody had at the end of a season. */
export interface PastSeason {
  /** The season. */
  season: string;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** The dan. */
  dan: ShownDan;
  /** How many rated matches were played in it. */
  matches: number;
}

/** A page of a ladder, the best first. */
export interface Ladder {
  /** The game. */
  variant: Variant;
  /** The numbers of seats that count together: `2`, `4-5` and so on. */
  seats: string;
  /** How long people have. */
  clock: Pace;
  /**
   * The season, a quarter of a year in UTC: `2026-q4` and so on. People are in its ladder from their first rated
   * match in it on.
   */
  season: string;
  /** When the season is over. */
  season_ends_at: string;
  /** Earlier seasons that have a final table, the latest first, at most 100. */
  seasons: string[];
  /** The places. They are ordered by the points less `plus_minus`, before both are rounded. */
  places: LadderPlace[];
  /** The `cursor` for the next page; null on the last one. */
  next: string | null;
  /**
   * The computer players of fixed level to whom people are compared where they take free seats of rated tables,
   * the strongest first; the same on every page. They are no part of the ladder.
   */
  anchors: Anchor[];
}

/** A level of computer players, whose rating was measured once and never changes. */
export interface Anchor {
  /** The level. */
  level: Level;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** Whether computer players of this level take free seats of rated tables on this server. */
  plays: boolean;
}

/** The final table of a season, with its signature and the names of those who have one still. */
export interface SeasonTable {
  /** The table. It never changes. */
  table: FinalTable;
  /** The signature over `giog/season/v1` and the table as canonical JSON (RFC 8785), by its `signer`. */
  signature: string;
  /** The people of the table whose data was not deleted. */
  names: NamedPerson[];
}

/** What is signed of a season's end. */
export interface FinalTable {
  /** The season, a quarter of a year in UTC: `2026-q4` and so on. */
  season: string;
  /** The id of the game. */
  variant: string;
  /** The numbers of seats that count together: `2`, `4-5` and so on. */
  seats: string;
  /** How long people have. */
  clock: Pace;
  /** When the season was over. */
  ended_at: string;
  /**
   * The places, the best first, at most 500. They are ordered by the points less `plus_minus`, before both are
   * rounded.
   */
  places: FinalPlace[];
  /** The key of the server that made the table. */
  signer: string;
}

/** Somebody in a final table. */
export interface FinalPlace {
  /** The person. */
  player: PlayerId;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** The dan. */
  dan: ShownDan;
  /** How many rated matches the person played in the season. */
  matches: number;
}

/** Somebody's name. */
export interface NamedPerson {
  /** The person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
}

/** A new guest, with their token. */
export interface NewGuest {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /**
   * Their token, for `hello` and for `Authorization: Bearer …`. It is shown only once, and the server stores only
   * its hash.
   */
  token: string;
}

/** A code that signs in another device. */
export interface HandoverCode {
  /** The code: 32 hexadecimal digits, valid once. Anybody who has it can sign in as this player. */
  code: string;
  /** How long it is valid, in milliseconds. */
  expires_in_ms: number;
}

/** The person who has signed in on this device. */
export interface HandedOver {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** This device's own token, for `hello` and for `Authorization: Bearer …`. */
  token: string;
  /** This device. */
  device: DeviceId;
}

/** A device of a person. It is no secret; its token does not follow from it. */
export type DeviceId = string;

/** The person's devices. */
export interface DeviceList {
  /** The devices, in the order in which they got their tokens. */
  devices: DeviceInfo[];
  /** Whether there is a recovery code. */
  recovery: boolean;
}

/** A device. */
export interface DeviceInfo {
  /** The id of the device. */
  device: DeviceId;
  /** Its name: given by itself, or derived from its `User-Agent` (`Firefox on Android`). */
  name: DeviceName;
  /** When it got its token. */
  made_at: string;
  /** When it was last seen, to the minute. */
  seen_at: string;
  /** Whether it is the device that sends this request. */
  current: boolean;
}

/** The name of a device, which only its person sees: as much of a text as fits into a name. */
export type DeviceName = string;

/** Everything that is stored of a person. It has ids of others and no names; and nothing of a running match. */
export interface PersonalData {
  /** When this was read. */
  exported_at: string;
  /** The person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** When they first connected. */
  created_at: string;
  /** When they were last here, to the minute. */
  seen_at: string;
  /** Whether they have a recovery code, of which the server has only the hash. */
  recovery: boolean;
  /** What they have chosen. */
  settings: PersonalSettings;
  /** Their devices, in the order in which they got their tokens. */
  devices: PersonalDevice[];
  /** Their friends, those of the longest time first. */
  friends: PersonalContact[];
  /** Whom they have asked to be friends, the earliest first. */
  asked: PersonalContact[];
  /** Who has asked them, the earliest first. */
  asking: PersonalRequest[];
  /** When they made their code for friends; null if they have none. */
  friend_code_made_at: string | null;
  /** Whom they have blocked, the earliest first. */
  blocked: PersonalContact[];
  /** Their ratings. */
  ratings: PersonalRating[];
  /** Their bans. */
  bans: PersonalBan[];
  /** What they have reported, the earliest first. */
  reports: PersonalReport[];
  /** How many reports are about them. What is in these was written by others. */
  reports_about: number;
  /** What reviews call mistakes of theirs, those of the latest matches first. */
  mistakes: OwnMistake[];
  /** Tables that all have left, which they have created, or own when they come back. */
  rooms: PersonalRoom[];
  /** Their finished matches, the latest first. */
  matches: PersonalMatch[];
  /** Whether there is more than is in this: of matches, changes of ratings or reports there are at most 20,000. */
  left_out: boolean;
  /** What they have declared if they are a bot; otherwise omitted. */
  declared_bot?: DeclaredBot;
}

/** What the person has chosen, of which the server keeps it. */
export interface PersonalSettings {
  /** Whether friends see at which public tables they are. */
  shows_tables: boolean;
  /** Whether they hide their ratings. */
  hides_ratings: boolean;
  /** Whether they are found by name and tag. */
  findable: boolean;
  /** Who may invite them to tables. */
  may_invite: MayInvite;
  /** Whether invitations of friends are sent to their devices that are notified. */
  push_invitations: boolean;
}

/** A device of the person. */
export interface PersonalDevice {
  /** The id of the device. */
  device: DeviceId;
  /** Its name. */
  name: string;
  /** When it got its token. */
  made_at: string;
  /** When it was last seen, to the minute. */
  seen_at: string;
  /** Where it is notified; null if it is not. */
  push_endpoint: string | null;
}

/** Somebody on one of the person's lists. */
export interface PersonalContact {
  /** Who it is. */
  player: PlayerId;
  /** Since when. */
  since: string;
}

/** A request of somebody to be friends. */
export interface PersonalRequest {
  /** Who has asked. */
  player: PlayerId;
  /** When. */
  since: string;
  /** Whether it is declined, by the person or because too many waited. */
  declined: boolean;
}

/** A rating of the person in one game. */
export interface PersonalRating {
  /** The id of the game. */
  variant: string;
  /** The numbers of seats that count together: `2`, `4-5` and so on. */
  seats: string;
  /** How long people have. */
  clock: Pace;
  /** The number; that of somebody new is 1500. */
  points: number;
  /** How uncertain it is: two standard errors. */
  plus_minus: number;
  /** The dan. */
  dan: ShownDan;
  /** The season in which the latest of these matches was played. */
  season: string;
  /** How many rated matches made it. */
  matches: number;
  /** When the latest of these matches ended. */
  rated_at: string;
  /** What they changed, the earliest first. */
  changes: PersonalChange[];
  /** What the person had at the end of earlier seasons, the earliest first. */
  past: PastSeason[];
}

/** What a match changed of a rating. */
export interface PersonalChange {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** The person's seat. */
  seat: Seat;
  /** Their rank in it, from 1 on; equal ranks are ties. */
  rank: number;
  /** The rating before it. */
  before: ShownRating;
  /** The rating after it. */
  after: ShownRating;
  /** The dan before and after it; omitted of matches before there was one. */
  dan?: DanChange;
}

/** A ban of the person. */
export interface PersonalBan {
  /** Why, in the operator's words. */
  reason: string;
  /** When it was made. */
  made_at: string;
  /** When it ends; null for a permanent one. */
  ends_at: string | null;
}

/** A report that the person has made. */
export interface PersonalReport {
  /** The room. */
  room: RoomId;
  /** The match, or null. */
  match_id: MatchId | null;
  /** Whom they have reported. */
  reported: PlayerId;
  /** Why, in their words. */
  reason: string;
  /** When. */
  reported_at: string;
}

/** A table that all have left, and that its link opens again. */
export interface PersonalRoom {
  /** The table. */
  room: RoomId;
  /** Whether the person has created it. */
  created: boolean;
  /** Whether they own it again when they come back. */
  owns: boolean;
  /** When the last person left it. */
  left_at: string;
}

/** A finished match of the person. Who else played is in its record. */
export interface PersonalMatch {
  /** The match. */
  match_id: MatchId;
  /** The room. */
  room: RoomId;
  /** The id of the game. */
  variant: string;
  /** How it ended. */
  status: MatchStatus;
  /** Whether it is in public lists. */
  listed: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** The seats that the person had at the end: mostly one. */
  seats: PersonalSeat[];
}

/** A seat that the person had in a match. */
export interface PersonalSeat {
  /** The seat. */
  seat: Seat;
  /** Whether it won, alone or with others. */
  won: boolean;
  /** Its score; null in games without scores. */
  score: number | null;
}

/** The caller's friends, and requests to be friends; without people whom the caller has blocked. */
export interface FriendList {
  /** The friends, those of the longest time first. */
  friends: FriendInfo[];
  /** Who has asked the caller, the earliest first. */
  asking: ContactInfo[];
  /**
   * Whom the caller has asked, the earliest first. A request is listed for 30 days unless the other one agrees:
   * nobody is told that they were refused.
   */
  asked: ContactInfo[];
  /** Whether the caller's friends see at which public tables the caller has a seat. */
  shows_tables: boolean;
  /** Who may invite the caller to tables. */
  may_invite: MayInvite;
  /** Whether invitations of friends are sent to the caller's devices that are notified. */
  push_invitations: boolean;
}

/** A friend. */
export interface FriendInfo {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** Since when they are friends. */
  since: string;
  /** The public tables at which the friend has a seat; empty if there are none or the friend does not show them. */
  tables: RoomSummary[];
  /** What they have declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
}

/** Somebody on a list, and since when. */
export interface ContactInfo {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** Since when they are on it. */
  since: string;
  /** What they have declared if they are a bot; omitted for everybody else. */
  declared_bot?: DeclaredBot;
}

/** Invitations to tables that the caller has. */
export interface InvitationList {
  /** The invitations, one for each table, the latest first. */
  invitations: Invitation[];
}

/** What became of a request to be friends. */
export interface FriendAnswer {
  /** Whether the two are friends now. If not, the request waits. */
  friends: boolean;
}

/** A code that makes friends of the caller and whoever sends it. */
export interface FriendCode {
  /** The code: 32 hexadecimal digits. Any number of people may use it. */
  code: string;
  /** How long it is valid, in milliseconds. */
  expires_in_ms: number;
}

/** Whom the caller has blocked. */
export interface BlockList {
  /** The people, the earliest first. */
  blocked: ContactInfo[];
}

/** A code for signing in when no device is left. */
export interface RecoveryCode {
  /** The code: seven groups of four letters and digits. It is shown only once. */
  recovery_code: string;
}

/** The person who has signed in. */
export interface Recovered {
  /** The id of the person. */
  player: PlayerId;
  /** Their name. */
  name: PlayerName;
  /** The tag, which distinguishes people with the same name. */
  tag: PlayerTag;
  /** This device's token, for `hello` and for `Authorization: Bearer …`. All other tokens are ended. */
  token: string;
  /** The next recovery code; the used one is invalid. It is shown only once. */
  recovery_code: string;
}

/** A QR code, to be drawn dark on white with a white margin of four modules. */
export interface QrCode {
  /** The number of modules (small squares) per side, without the margin. */
  size: number;
  /** The dark modules, as the `d` of an SVG path in which a module is one unit. */
  path: string;
}

/** A notification, as the service worker of a client decrypts it; blanks after it are padding. */
export interface PushMessage {
  /** The room that waits for the person. */
  room: RoomId;
  /** What is played there. */
  variant: Variant;
  /** What the room waits for. */
  wanted: PushWanted;
  /** When the time for it ends. */
  by: string;
  /** With `invitation`: the name of the friend who invites; otherwise omitted. */
  from?: PlayerName;
}

/** What a room waits for. */
export type PushWanted =
  /** A decision in the match. */
  | "turn"
  /** That the person gets ready for the next match. */
  | "ready"
  /** Nothing: a friend invites the person to the room. */
  | "invitation";

/** Why a request was refused: an `application/problem+json` body. */
export interface ProblemDetails {
  /** The address of a description of this code. */
  type: string;
  /** A short description of the code. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What it means in this case. */
  detail: string;
  /** What to do about it. */
  hint: string;
  /** The stable code, for programs. */
  code: ProblemCode;
  /** With `match_deleted`: what is left of the match. */
  deleted?: DeletedMatch;
}

/** Why a request was refused. Codes are stable; codes of the socket have the same meaning here. */
export type ProblemCode =
  /** There is no such address. */
  | "not_found"
  /** This address does not support the method. */
  | "method_not_allowed"
  /** A part of the path or query is invalid. */
  | "bad_parameter"
  /** The body has no `Content-Type: application/json`. */
  | "not_json"
  /** The body is too large. */
  | "body_too_large"
  /**
   * A page of another origin may not send this request: its origin is not allowed, or it did not ask before
   * (preflight).
   */
  | "cross_origin"
  /** A practice server answers programs on its own machine alone. */
  | "local_only"
  /** This needs a token. */
  | "token_wanted"
  /** The code of a handover, a recovery or a friend does not exist, was used, or has expired. */
  | "bad_code"
  /** It is not one of the person's devices. */
  | "no_such_device"
  /** The person has the maximum number of devices. */
  | "too_many_devices"
  /** The two have not finished a match together lately. */
  | "not_met"
  /** The person has blocked the other one. */
  | "person_blocked"
  /** One of the two has the maximum number of friends. */
  | "too_many_friends"
  /** The maximum number of requests to be friends is open. */
  | "too_many_friend_requests"
  /** The person has blocked the maximum number of people. */
  | "too_many_blocks"
  /** The server sends no notifications. */
  | "no_push"
  /** Notifications cannot be sent to this address. */
  | "bad_endpoint"
  /** There is no such game. */
  | "no_such_variant"
  /** There is no final table of this season. */
  | "no_such_season"
  /** There is no such match, or the caller may not see it. */
  | "no_such_match"
  /** The match was deleted because of its age. */
  | "match_deleted"
  /** Matches like this one are not reviewed. */
  | "no_review"
  /** Nobody can go on with the match from there: the seat has no decision, or no bot plays the game. */
  | "no_branch"
  /** A play of a branch is not legal. */
  | "bad_play"
  /** The branch has too many plays, or takes too long. */
  | "branch_too_long"
  /** This needs the token of a worker that computes reviews. */
  | "reviewer_token_wanted"
  /** The engine of the worker has another version. */
  | "other_engine"
  /** The worker has the maximum number of jobs. */
  | "too_many_jobs"
  /** There is no such job, or it is not this worker's any more. */
  | "no_such_job"
  /** There is no such worker. */
  | "no_such_reviewer"
  /** The maximum number of workers is reached. */
  | "too_many_reviewers"
  /** There is no such puzzle, or its match was deleted. */
  | "no_such_puzzle"
  /** There is no such player, or their data was deleted. */
  | "no_such_player"
  /** There is no such ban, or it has ended. */
  | "no_such_ban"
  /** There is no such report. */
  | "no_such_report"
  /** The maximum number of bans is reached. */
  | "too_many_bans"
  /** This needs the operator's token. */
  | "operator_token_wanted"
  /** This would keep out many people, and must be confirmed. */
  | "confirm_wanted"
  /** The operator's interface is not asked under this name. */
  | "wrong_host"
  /** Too many connections from this address are open. */
  | "too_many_connections"
  /** The request took too long. */
  | "timed_out"
  /** This server does not own the rooms of its database. */
  | "standby"
  /** Other servers that share the rooms are better off than this one. */
  | "cut_off"
  /** A fault of the server. */
  | "internal"
  /** A code of the socket's protocol. */
  | ErrorCode;

/**
 * What is left of a match that was deleted because of its age. It shows whether a copy of the record is the
 * right one.
 */
export interface DeletedMatch {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** When it was deleted. */
  deleted_at: string;
  /** SHA-256 of the bytes of its record. */
  record_sha256: string;
  /** The Ed25519 public key of the record's signature. */
  signer: string;
}

/** An error code. */
export interface ProblemType {
  /** The code. */
  code: ProblemCode;
  /** What it means. */
  title: string;
  /** What to do about it. */
  hint: string;
  /** Its HTTP status. */
  status: number;
}
