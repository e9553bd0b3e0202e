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
  /** Chosen by the client, 0 to 2^53 − 1; the reply names it in `re`. */
  id: number;
} & (
  /** Says who one is; always first. */
  | { type: "hello" } & Hello
  /** Does nothing but keep the connection awake. */
  | { type: "ping" } & Ping
  /** Lists public rooms. */
  | { type: "list_rooms" } & ListRooms
  /** Lists public rooms, and goes on telling what changes. */
  | { type: "watch_lobby" } & WatchLobby
  /** Wants no more news of the lobby. */
  | { type: "unwatch_lobby" } & UnwatchLobby
  /** Makes a room. */
  | { type: "create_room" } & CreateRoom
  /** Takes a seat at a table of strangers. */
  | { type: "quick_play" } & QuickPlay
  /** Anything within a room. */
  | RoomRequest
);

/** Says who one is. With a token one is who one was; without one, a new guest, whose token the answer has. */
export interface Hello {
  /** The version of the protocol that the client speaks; 1. */
  protocol: number;
  /** Whether what leaves at a time for one room is to come as one `news`, rather than in several frames. */
  batch?: boolean | null;
  /** What a new guest's device is called in the list of their devices; derived from `User-Agent` if it is left out. */
  device?: string | null;
  /** The name one wants to go by: of a new guest, or a new one for an old guest. A guest without one gets one. */
  name?: string | null;
  /** The token of an earlier `hello`, or of REST's guests. */
  token?: string | null;
}

/** Does nothing but keep the connection awake, and tell that the server is there. */
export interface Ping {}

/** Lists public rooms, those with free seats first. */
export interface ListRooms {
  /** Only rooms with a free seat, in quick play also one of a bot, and no match running. */
  free?: boolean | null;
  /** Only rooms in this phase. */
  phase?: Phase | null;
  /** Only rooms with so many seats. */
  seats?: number | null;
  /** Only rooms that take spectators. */
  spectators?: boolean | null;
  /** Only rooms of this game. */
  variant?: Variant | null;
}

/** What a room is about. */
export type Phase =
  /** People take seats and say that they are ready. */
  | "gathering"
  /** All are ready, and those who committed to entropy open it. */
  | "opening"
  /** A match is being played. */
  | "playing"
  /** The room is closed. */
  | "closed";

/** A game of the family (`docs/RULES.md` §5 and on). */
export type Variant =
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
 * Lists public rooms and goes on telling what changes among them, until `unwatch_lobby` or the end of the
 * connection.
 */
export interface WatchLobby {
  /** Only rooms with a free seat, in quick play also one of a bot, and no match running. */
  free?: boolean | null;
  /** Only rooms in this phase. */
  phase?: Phase | null;
  /** Only rooms with so many seats. */
  seats?: number | null;
  /** Only rooms that take spectators. */
  spectators?: boolean | null;
  /** Only rooms of this game. */
  variant?: Variant | null;
}

/** Wants no more news of the lobby. */
export interface UnwatchLobby {}

/** Makes a room, and joins it. */
export interface CreateRoom {
  /**
   * Chosen by the client, 1 to 64 bytes: the same key again gives the same room again, so that resending is
   * harmless.
   */
  key: string;
  /** What is to be played, and how. */
  settings?: SettingsInput | null;
  /** Whether to take seat 0 at once; yes if left out. */
  sit?: boolean | null;
}

/** Settings as they are asked for: whatever is left out is as usual. */
export interface SettingsInput {
  /** Who may come in; `public` if left out, `password` if there is one. */
  access?: Access | null;
  /** Who makes the choices before the first lead; `players` if left out. */
  ceremony?: Ceremony | null;
  /** What may be said; `free` if left out. */
  chat?: ChatMode | null;
  /** How long a decision may take; `auto` if left out. */
  clock?: Clock | null;
  /** Who may ask for hints; `auto` if left out. */
  hints?: HintMode | null;
  /** The options of the game; the game's own defaults for those left out. */
  options?: OptionsInput | null;
  /** The password, for `access: password`: 1 to 64 bytes. */
  password?: string | null;
  /** Milliseconds that the next lead waits after pieces were turned up; 2,500 if left out, at most 10,000. */
  reveal_pause_ms?: number | null;
  /** How many seats; four, or as many as the game has, if left out. */
  seats?: number | null;
  /** Whether people without a seat may watch; yes if left out. */
  spectators?: boolean | null;
  /** Who plays an away seat; `bot` if left out. */
  stand_in?: StandInPlayer | null;
  /** Whether a face-down play may be taken back; yes if left out. */
  take_backs?: boolean | null;
  /** The game; `giog` if left out. */
  variant?: Variant | null;
}

/** Who may come into a room: from the widest access to the narrowest. */
export type Access =
  /** Everybody; the room and its matches are listed. */
  | "public"
  /** Whoever knows the room's id. */
  | "unlisted"
  /** Whoever knows the room's id and its password. */
  | "password";

/** Who makes the choices before the first lead (`docs/FAIRNESS.md`). */
export type Ceremony =
  /** The players. */
  | "players"
  /** The server, from the match's seed, so that a match begins with the first lead. */
  | "server";

/** What may be said in a room. */
export type ChatMode =
  /** Words of one's own, and set phrases. */
  | "free"
  /** Set phrases only. */
  | "phrases"
  /** Nothing. */
  | "off";

/** How long a decision may take. */
export type Clock =
  /** 30 s with a bank of 60 s; none for one person among bots. */
  | { kind: "auto" }
  /** As long as it takes. */
  | { kind: "none" }
  /** So long for each decision, and a bank for the match besides. */
  | {
    kind: "timed";
    /** For each decision. */
    decision_ms: number;
    /** For the whole match, used up when a decision takes longer. */
    bank_ms: number;
  };

/** Who may ask the server's computer player what it would do on their seat. */
export type HintMode =
  /** Whoever plays alone against computer players. */
  | "auto"
  /** Every player. */
  | "on"
  /** Nobody. */
  | "off";

/** Options as somebody asks for them: what is left out is the variant's default. */
export interface OptionsInput {
  /** What being beheaded costs. */
  beheading?: Beheading | null;
  /** What happens to an avoidable play with a general in the first or last trick. */
  general_ban?: GeneralBan | null;
}

/** What being beheaded costs (`docs/RULES.md` §4). */
export type Beheading =
  /** The player counts as having captured nothing (pagat). */
  | "forfeit"
  /** The player keeps their count, but ranks below everyone who is not beheaded (wiki). */
  | "last";

/** What happens to a play with a general in the first or last trick while another is legal (`docs/RULES.md` §4). */
export type GeneralBan =
  /** It is refused; only a player who has no other play is beheaded. */
  | "refuse"
  /** It is accepted and beheads the player, as at a table. */
  | "behead";

/** Who plays an away seat. */
export type StandInPlayer =
  /** A computer player, at its pace. */
  | "bot"
  /** The default action, at once. */
  | "default";

/** Takes a seat at a table where strangers play by the usual settings, or makes one; counts as `ready`. */
export interface QuickPlay {
  /** Chosen by the client, 1 to 64 bytes: the same key again leads to the same table. */
  key: string;
  /** The game; `giog` if left out. */
  variant?: Variant | null;
}

/** A request to one room. */
export type RoomRequest = {
  /** The room. */
  room: RoomId;
} & (
  /** Comes in, or comes back. */
  | { type: "join" } & Join
  /** Goes, and gives the seat up. */
  | { type: "leave" } & Leave
  /** Takes a seat. */
  | { type: "sit" } & Sit
  /** Gives the seat up and stays. */
  | { type: "stand" } & Stand
  /** Puts a computer player in a seat. */
  | { type: "add_bot" } & AddBot
  /** Empties a seat, or puts somebody out. */
  | { type: "remove" } & Remove
  /** Lets somebody in again who was banned from the room. */
  | { type: "unban" } & Unban
  /** Lists who watches, and who is banned. */
  | { type: "list_people" } & ListPeople
  /** Changes the settings. */
  | { type: "configure" } & Configure
  /** Closes the room. */
  | { type: "close_room" } & CloseRoom
  /** Makes somebody else the owner. */
  | { type: "pass_ownership" } & PassOwnership
  /** Begins the running score table anew. */
  | { type: "new_series" } & NewSeries
  /** Says something. */
  | { type: "chat" } & Chat
  /** Keeps somebody's lines away. */
  | { type: "mute" } & Mute
  /** Lets spectators say nothing. */
  | { type: "silence" } & Silence
  /** Tells the operator of somebody's conduct. */
  | { type: "report" } & Report
  /** Says that one is ready. */
  | { type: "ready" } & Ready
  /** Takes that back. */
  | { type: "unready" } & Unready
  /** Opens the entropy committed to. */
  | { type: "open_entropy" } & OpenEntropy
  /** Takes a turn in the match. */
  | { type: "act" } & Act
  /** Asks what the computer player would do. */
  | { type: "hint" } & Hint
  /** Asks for the legal plays of a decision. */
  | { type: "choices" } & Choices
);

/** A room. For unlisted and password rooms it is the unguessable link. */
export type RoomId = string;

/** Comes into a room as a spectator, or back to the seat one has. All connections of a person may be in at once. */
export interface Join {
  /** The `seq` of the last event one has: what came after it is sent, instead of a snapshot. */
  after?: number | null;
  /** The room's password, if it wants one; whoever has a seat needs none. */
  password?: string | null;
  /**
   * Whether to take the lowest free seat at once, which spectators cannot keep anybody from; without a free seat
   * one is not let in. Whoever has a seat keeps it.
   */
  sit?: boolean | null;
}

/**
 * Goes out of a room. A seat is given up; in the middle of a match it is played by somebody else until one joins
 * again.
 */
export interface Leave {}

/** Takes a seat, or changes to another. */
export interface Sit {
  /** Which one; the lowest free one if left out. */
  seat?: number | null;
}

/** Gives the seat up and stays as a spectator. */
export interface Stand {}

/** Puts a computer player in a free seat; for the owner, and at a table of quick play for anybody with a seat. */
export interface AddBot {
  /** Whether every free seat gets one. */
  all?: boolean | null;
  /** Which one; the lowest free one if left out. */
  seat?: number | null;
}

/**
 * With `seat`, empties the seat of a computer player or of another person, who may stay as a spectator. With
 * `player`, puts that person out of the room. The owner's; while a match runs, nobody who has a seat.
 */
export interface Remove {
  /** Whether they may not come back, until `unban`; goes with `player`. */
  ban?: boolean | null;
  /** Who; either this or `seat`. */
  player?: PlayerId | null;
  /** Whose seat; either this or `player`. */
  seat?: number | null;
}

/** A person, without their name: names can be changed and erased, records cannot. */
export type PlayerId = string;

/** Lets somebody into the room again who was banned from it; the owner's. */
export interface Unban {
  /** Who. */
  player: PlayerId;
}

/** Lists who is in the room without a seat, and who is banned from it; the owner's. */
export interface ListPeople {}

/** Changes the settings, all of them at once; the owner's, while no match runs. Nobody is ready any more. */
export interface Configure {
  /** The settings, read as when a room is made. */
  settings: SettingsInput;
}

/** Closes the room; the owner's, while no match runs. */
export interface CloseRoom {}

/** Makes somebody else who has a seat the owner; the owner's. */
export interface PassOwnership {
  /** Whose seat. */
  seat: number;
}

/** Begins the running score table anew; the owner's, while no match runs. */
export interface NewSeries {}

/**
 * Says something: during a match to the players or, from a spectator, to the spectators; else to everybody in
 * the room.
 */
export type Chat = {
  /** Chosen by the client, 1 to 64 bytes: a line that is sent again under the same key is said once. */
  key: string;
} & (
  /** Words. */
  | { text: ChatText }
  /** A set phrase. */
  | { phrase: Phrase }
);

/** A line that can be shown: 1 to 200 characters with single blanks; what cannot be seen is left out of it. */
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

/** Hears nothing of somebody's any more in this room, or does again. */
export interface Mute {
  /** Whose lines. */
  player: PlayerId;
  /** Whether they are kept away; yes if left out. */
  muted?: boolean | null;
}

/** Lets people without a seat say nothing in this room, or lets them talk again; the owner's. */
export interface Silence {
  /** Whether they are silenced; yes if left out. */
  silenced?: boolean | null;
}

/** Tells the operator of somebody's bad conduct; the match, the seat and the last lines of chat go with it. */
export interface Report {
  /** Whose conduct. */
  player: PlayerId;
  /** What happened, in words. */
  text: ChatText;
}

/** Says that one is ready for the next match. When everybody is, it starts. */
export interface Ready {
  /** The commitment to entropy of one's own (`docs/FAIRNESS.md`); left out, one contributes none. */
  entropy_commitment?: string | null;
  /**
   * The match one is ready for, as `next` has it. Wanted with a commitment, which is worthless for any other
   * match.
   */
  match_id?: MatchId | null;
}

/** A match, from the moment its seed is chosen. */
export type MatchId = string;

/** Is not ready any more. */
export interface Unready {}

/** Opens the entropy committed to, once all commitments are published. */
export interface OpenEntropy {
  /** The match it is for. */
  match_id: MatchId;
  /** The entropy: 1 to 64 bytes in lower-case hex. */
  entropy: Entropy;
}

/** 1 to 64 bytes in hexadecimal; empty if none was given */
export type Entropy = string;

/** Takes a turn: one of the actions of `docs/RECORD.md`. */
export type Act = {
  /** How many actions were taken for this seat in this match so far, as the last `now` said. */
  turn: number;
  /**
   * The match it is meant for. Left out, it is the one being played; given, an old request never acts in a new
   * match.
   */
  match_id?: MatchId | null;
} & Action;

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

/** Asks what the server's computer player would do now on one's own seat. */
export interface Hint {
  /**
   * How many actions were taken for this seat in this match so far, as the last `now` said: the hint is for this
   * decision and no other.
   */
  turn: number;
}

/** Asks for the legal plays of one's own decision that `news` did not list. */
export interface Choices {
  /**
   * How many actions were taken for this seat in this match so far, as the last `now` said: the plays are those of
   * this decision and no other.
   */
  turn: number;
}

// What the server sends over it

/** Anything the server sends. */
export type ServerMessage =
  /** A request was carried out. */
  | { type: "ok" } & OkReply
  /** A request was not carried out. */
  | { type: "error" } & ErrorReply
  /** Something happened in a room. */
  | { type: "event" } & SeqEvent
  /** What is being waited for; ends every batch of events. */
  | { type: "now" } & Now
  /** A reply, events and what is being waited for, for a client that wants them together. */
  | { type: "news" } & News
  /** The whole picture of a room. */
  | { type: "snapshot" } & Snapshot
  /** The events that were missed follow. */
  | { type: "resumed" } & Resumed
  /** This connection is in the room no more. */
  | { type: "left" } & Left
  /** News of a room that are not kept. */
  | { type: "notice" } & Notice
  /** What has changed in the lobby. */
  | { type: "lobby" } & LobbyNews
  /** The operator has something to say. */
  | { type: "announcement" } & Announcement;

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
    /** Whether there are more than were listed. */
    more: boolean;
  }
  /** To `list_people`. */
  | {
    /** The people in the room without a seat. */
    spectators: Person[];
    /** Those who are banned from it, whoever was banned last at the end. */
    banned: Person[];
  }
  /** To `act`. */
  | {
    /** How many actions were taken for this seat in this match now. */
    turn: number;
    /** The commitment that was published for it. */
    commitment?: string;
    /** The secret of a face-down play's commitment; for nobody else until the play is turned up. */
    nonce?: string;
  }
  /** To `choices`. */
  | {
    /** Every legal play in canonical text, weakest first. */
    plays: Pieces[];
  }
  /** To `hint`. */
  | {
    /** What the computer player would do on this seat. */
    hint: Taken;
  }
  /** To `create_room`, `quick_play`, `join` and all else within a room. */
  | {
    /** The room. */
    room: RoomId;
    /** What `news` call the room on this connection; only where `hello` was answered with `batch`. */
    handle?: number;
  }
  /** To `ping` and `unwatch_lobby`. */
  | {}
);

/** Who one is, and what the server accepts. */
export interface Welcome {
  /** Who one is. */
  player: PlayerId;
  /** The name one goes by. */
  name: PlayerName;
  /** The version of the protocol. */
  protocol: number;
  /** The server, with its version. */
  server: string;
  /** What the server accepts. */
  limits: Limits;
  /** The rooms in which one has a seat. */
  rooms: RoomId[];
  /** Whether `news` come in the place of single replies, events and `now`, as was asked for. */
  batch?: boolean;
  /** The token to come back with; only for a new guest. */
  token?: string;
}

/** A name that can be shown: 1 to 24 characters in Unicode's form NFKC, with single blanks. */
export type PlayerName = string;

/** What a server accepts, as told in the answer to `hello`. */
export interface Limits {
  /** The longest frame a client may send; a longer one closes the connection. */
  frame_bytes: number;
  /** How many requests a connection may send in a second, on average. */
  requests_per_second: number;
  /** How many requests it may send at once after a pause. */
  requests_burst: number;
  /**
   * What the requests of a connection may cost in a second, on average, in microseconds of a core; 0 where that is
   * not known.
   */
  cost_per_second: number;
  /** What they may cost at once after a pause. */
  cost_burst: number;
  /** How many bytes a second are read from a connection, on average; more have to wait. */
  received_bytes_per_second: number;
  /** How many rooms one connection may have joined at a time. */
  rooms_per_connection: number;
  /** How many open rooms one person may have made. */
  rooms_per_person: number;
  /** How many spectators' connections a room takes. */
  spectators_per_room: number;
  /** How many plays a seat may take back in one trick. */
  take_backs_per_trick: number;
  /** How long a seat may be disconnected before somebody else plays it. */
  grace_ms: number;
  /** How long everybody has to open their entropy. */
  entropy_ms: number;
  /** A connection that is silent for so long is closed; pings count as sound. */
  idle_ms: number;
  /** The same of a match with one person or none beside computer players. */
  matches_bots_days?: number;
  /** How many days after its end a match is deleted; left out where it is kept for ever. */
  matches_days?: number;
  /** The same of a match that is in nobody's lists but its players'. */
  matches_unlisted_days?: number;
}

/** A room as the lobby lists it. */
export interface RoomSummary {
  /** The room. */
  room: RoomId;
  /** The game. */
  variant: Variant;
  /** Who may come in. */
  access: Access;
  /** How long a decision may take. */
  clock: Clock;
  /** Whether people without a seat may watch. */
  spectators: boolean;
  /** Whether it is a table of quick play. */
  quick: boolean;
  /** What the room is about just now. */
  phase: Phase;
  /** How many matches its running score table has. */
  matches: number;
  /** Who has each seat; null where it is free. */
  seats: (Occupant | null)[];
}

/** Who has a seat. */
export type Occupant =
  /** A person. */
  | Person
  /** A computer player. */
  | {
    /** Which one. */
    bot: string;
  };

/** A person, with the name they go by. Written to JSON with the tag that tells them from others of that name. */
export interface Person {
  /** Who it is; stays the same when the name changes. */
  player: PlayerId;
  /** What they call themselves. */
  name: PlayerName;
  /** What tells them from others of that name. */
  tag: PlayerTag;
}

/**
 * Four digits that stay with a person whatever they call themselves, shown as `Lin#4821`. They follow from the
 * person's id: the first four bytes of SHA-256(`giog/tag/v1` ‖ the 16 bytes of the id), as a big-endian number,
 * modulo 10,000. They prove nothing; the id does.
 */
export type PlayerTag = string;

/** pieces, strongest first: KkAaEeRrHhCcPp */
export type Pieces = string;

/** An action of a seat in one of its turns. */
export type Taken = {
  /** Which turn. */
  turn: number;
} & Action;

/** A request was not carried out. */
export interface ErrorReply {
  /** The request's `id`; null where the frame had none. */
  re: number | null;
  /** What a client can go by. */
  code: ErrorCode;
  /** What a person can go by. */
  message: string;
  /** With `already`: what was taken in that turn. */
  taken?: Taken;
  /** With `leaver`, `too_early` and `rate_limited`: how long to wait, where that is known. */
  wait_ms?: number;
}

/** Why a request was not carried out. Codes are stable; what stands beside them in `message` is for people. */
export type ErrorCode =
  /** The frame is no JSON text. */
  | "bad_json"
  /** The frame is no request: fields are missing or of the wrong type. */
  | "bad_request"
  /** There is no such request. */
  | "unknown_type"
  /** The first request must be `hello`. */
  | "hello_first"
  /** `hello` was said before on this connection. */
  | "already_greeted"
  /** The server does not speak this version of the protocol. */
  | "unsupported_version"
  /** The token is none that this server gave out. */
  | "bad_token"
  /** The name is empty, too long or has characters that cannot be shown. */
  | "bad_name"
  /** Too many requests in a short time; wait and send it again. */
  | "rate_limited"
  /** Too much is waiting already; send it again. */
  | "busy"
  /** The server cannot store anything at the moment. Nothing was changed; send it again. */
  | "storage_unavailable"
  /** The server is about to stop; connect again in a few seconds. */
  | "shutting_down"
  /** There is no such room, or it was closed. */
  | "no_such_room"
  /** The room met a fault and was set aside. Nothing of it is lost; the operator can bring it back. */
  | "room_set_aside"
  /** The room wants a password, and this is not it. */
  | "wrong_password"
  /** The request needs the room to be joined first on this connection. */
  | "not_joined"
  /** The server has as many rooms as it may. */
  | "too_many_rooms"
  /** This person has made as many rooms, or this connection joined as many, as they may. */
  | "too_many_of_yours"
  /** As many open rooms were made from this address, or as many people watch this room from there, as may. */
  | "too_many_of_address"
  /** The room takes no spectators, or no more of them. */
  | "no_spectators"
  /** The settings do not fit together; the message says which and why. */
  | "bad_settings"
  /** Only the owner of the room may do that. */
  | "not_owner"
  /** The seat does not exist in this room. */
  | "no_such_seat"
  /** Somebody else has the seat. */
  | "seat_taken"
  /** No seat is free. */
  | "no_free_seat"
  /** The person has no seat here. */
  | "not_seated"
  /** Not while a match is being started or played. */
  | "match_running"
  /** No match is being played. */
  | "no_match"
  /** The request is about another match than the one at this table. */
  | "stale_match"
  /** No entropy is awaited from this seat. */
  | "no_entropy_awaited"
  /** The entropy is not the one committed to. */
  | "entropy_mismatch"
  /** The turn was taken already; `taken` says with what. Nothing was changed. */
  | "already"
  /** The turn is ahead of what this seat has done. */
  | "turn_ahead"
  /** This person left the match so often that somebody else plays their seat to its end. */
  | "left_too_often"
  /** No more plays can be taken back in this trick, or none at all in this room. */
  | "too_many_take_backs"
  /** In this room nothing, or nothing but set phrases, may be said. */
  | "chat_off"
  /** At this table nobody, or nobody who plays with other people, gets hints. */
  | "no_hints"
  /** That may be done a little later; `wait_ms` says when. */
  | "too_early"
  /** Whoever leaves matches again and again waits before quick play; `wait_ms` says how long. */
  | "leaver"
  /** Nothing new is begun at the moment; matches that run are played on. */
  | "draining"
  /** The server's disk is nearly full: no room is made, and matches that run are played on. */
  | "disk_low"
  /** The operator has banned this person or address. */
  | "banned"
  /** The owner of the room has banned this person from it. */
  | "banned_from_room"
  /** There is no such person in the room. */
  | "no_such_person"
  /** The game refuses the action; the code is the game's (`docs/RECORD.md`). */
  | RefusalCode;

/**
 * Why an action is not legal (`docs/RECORD.md`). Where several apply, the first in this list is given; but after
 * the match is over it is always `match_over`.
 */
export type RefusalCode =
  /** This seat has nothing to decide now, or has decided already. */
  | "not_your_turn"
  /** This seat has something to decide, but not this. */
  | "wrong_action"
  /** The layout has no such stack. */
  | "no_such_stack"
  /** Somebody has chosen or taken the stack before. */
  | "stack_taken"
  /** The stack lies in the player's own row. */
  | "own_row"
  /** The stack does not lie at an end of a row. */
  | "not_an_end"
  /** The stack does not lie beside the one taken before. */
  | "not_a_neighbour"
  /** Not an order of all the stacks. */
  | "bad_order"
  /** The player does not hold these pieces. */
  | "not_in_hand"
  /** Not as many pieces as were led. */
  | "wrong_count"
  /** A lead that is no combination. */
  | "not_a_combination"
  /** A general in the first or last trick, while another play is legal. */
  | "general_banned"
  /** A lead with a piece that wins nothing in this trick. */
  | "banned_lead"
  /** Nothing can be done any more. */
  | "match_over";

/** An event with its number in the receiver's view of the room. Numbers have no gaps. */
export interface SeqEvent {
  /** The room. */
  room: RoomId;
  /** The number, from 1. */
  seq: number;
  /** What happened. */
  event: RoomEvent;
}

/** What happened. `do` names it, as the actions of a record do. */
export type RoomEvent =
  /** The room was made. */
  | {
    do: "created";
    /** What is played, and how. */
    settings: Settings;
    /** Who made it. */
    owner: PlayerId;
  }
  /** The settings were changed; nobody is ready any more. */
  | {
    do: "configured";
    /** What is played, and how. */
    settings: Settings;
  }
  /** The room has another owner, or none. */
  | {
    do: "owner";
    /** Who it is. */
    owner: PlayerId | null;
  }
  /** Somebody took a seat; whoever changes seats stands up first. */
  | {
    do: "sat";
    /** The seat. */
    seat: Seat;
    /** Who. */
    occupant: Occupant;
  }
  /** A seat became free. */
  | {
    do: "stood";
    /** The seat. */
    seat: Seat;
    /** Why. */
    reason: StandReason;
  }
  /** A match can be readied for. */
  | { do: "next" } & NextMatch
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
  /** All are ready. Those who committed to entropy open it now. */
  | {
    do: "committed";
    /** The match. */
    match_id: MatchId;
    /** For each seat its commitment, or an empty text. */
    entropy_commitments: EntropyCommitment[];
  }
  /** Somebody opened the entropy they committed to; `start` has it. */
  | {
    do: "opened";
    /** The seat. */
    seat: Seat;
  }
  /** The start was cancelled, and its seed is published. Another one is prepared. */
  | {
    do: "cancelled";
    /** The match that was not played. */
    match_id: MatchId;
    /** Why. */
    reason: CancelReason;
    /** The server's seed. */
    server_seed: string;
  }
  /** A match begins. */
  | { do: "start" } & MatchStart
  /** Somebody else plays this seat from now on. */
  | {
    do: "away";
    /** The seat. */
    seat: Seat;
  }
  /** The seat's own player plays it again. */
  | {
    do: "back";
    /** The seat. */
    seat: Seat;
  }
  /** The match is finished, and its seed is published; REST has the record. */
  | {
    do: "finished";
    /** The match. */
    match_id: MatchId;
    /** The server's seed. */
    server_seed: string;
  }
  /** The match cannot go on; it has no winners, and its seed is published. */
  | {
    do: "abandoned";
    /** The match. */
    match_id: MatchId;
    /** The server's seed. */
    server_seed: string;
  }
  /** The running score table, after each match that was finished, and when it begins anew. */
  | { do: "series" } & Series
  /** Somebody goes by another name from now on; whoever had themselves forgotten, by `forgotten` alone. */
  | { do: "renamed" } & Person
  /** People without a seat may say nothing, or may talk again. */
  | {
    do: "silenced";
    /** Whether they are silenced. */
    silenced: boolean;
  }
  /** The room is closed. */
  | {
    do: "closed";
    /** Why. */
    reason: CloseReason;
  }
  /** Something happened in the match. */
  | GameEvent;

/** The settings of a room, all of them decided. */
export interface Settings {
  /** The game. */
  variant: Variant;
  /** How many seats the table has. */
  seats: number;
  /** The options of the game. */
  options: Options;
  /** Who makes the choices before the first lead. */
  ceremony: Ceremony;
  /** Who may come in. */
  access: Access;
  /** Whether people without a seat may watch. */
  spectators: boolean;
  /** How long a decision may take. */
  clock: Clock;
  /** How long the next lead waits after pieces were turned up, while people are at the table. */
  reveal_pause_ms: number;
  /** Whether a face-down play may be taken back. */
  take_backs: boolean;
  /** Who plays an away seat. */
  stand_in: StandInPlayer;
  /** What may be said. */
  chat: ChatMode;
  /** Who may ask the computer player for a hint. */
  hints: HintMode;
}

/**
 * The options in force in a match, every one decided; those that the game does not have are left out. The eight
 * games of `docs/RECORD.md` have both, whether or not they mean something there.
 */
export interface Options {
  /** What being beheaded costs. */
  beheading?: Beheading;
  /** What happens to an avoidable play with a general in the first or last trick. */
  general_ban?: GeneralBan;
}

/** A place at the table, counted from 0 clockwise (`docs/RULES.md` §2). */
export type Seat = number;

/** Why a seat became free. */
export type StandReason =
  /** Its player wanted it so. */
  | "stood"
  /** Its player left the room. */
  | "left"
  /** The owner removed them. */
  | "removed"
  /** They were not ready in time. */
  | "not_ready"
  /** They did not open their entropy in time, or opened another than they committed to. */
  | "not_opened"
  /** They were disconnected for too long. */
  | "gone"
  /** The operator put them out. */
  | "expelled"
  /** A person takes the seat of a computer player. */
  | "made_way"
  /** The table became smaller. */
  | "no_such_seat";

/** A match that can be readied for. */
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
  /** Somebody opened another entropy than they committed to. */
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
  /** The public key it was made with. */
  signer: string;
}

/** Who sits on a seat when a match begins. */
export type Player =
  /** A person. */
  | {
    /** Who. */
    id: PlayerId;
  }
  /** A computer player. */
  | {
    /** The name of its way of playing. */
    bot: string;
  };

/** The running score table of a room: its matches of the same game by the same rules, one after another. */
export interface Series {
  /** How many matches were finished. Abandoned ones don't count. */
  matches: number;
  /** Everybody who played in them, in the order of their first match. */
  rows: SeriesRow[];
}

/** What one player has in a series. */
export interface SeriesRow {
  /** Who; a person by the name of their latest match. */
  occupant: Occupant;
  /** The seat of a computer player, which tells it from others; null for people, who may change seats. */
  seat: Seat | null;
  /** How many matches they played in. */
  played: number;
  /** How many they won alone. */
  won: number;
  /** How many they shared the win of. */
  shared: number;
  /** How many pieces they captured. */
  captured: number;
  /** The sum of their scores; null in games without scores. */
  score: number | null;
}

/** Why a room was closed. */
export type CloseReason =
  /** Its owner closed it. */
  | "owner"
  /** Nobody was in it for too long. */
  | "empty"
  /** The operator stopped it. */
  | "operator";

/** Something that happened in a match, with what proves it. */
export type GameEvent = {
  /** When, in milliseconds of the match's own clock, which stands still while the server is away. */
  at_ms: number;
  /** Who did it; left out for the seat's player. */
  by?: By;
  /** What was turned up, with the nonces that prove it to be what was committed to. */
  opened?: OpenedSeal[];
  /** The commitment to what was laid face down. */
  sealed?: SealView;
} & SeenEvent;

/** Who took an action for a seat. */
export type By =
  /** Its player. */
  | "player"
  /** The clock: the player's time ran out, and the default was taken. */
  | "clock"
  /** Whoever plays the seat while its player is away: a computer player, or the default. */
  | "away"
  /** A computer player. */
  | "bot"
  /** The server, which makes the choices before the first lead where the terms say so. */
  | "server";

/** Face-down content that was turned up. */
export type OpenedSeal = {
  /** The canonical text of the pieces, or the sign. */
  text: string;
  /** The nonce of its commitment. */
  nonce: string;
} & SealLabel;

/** Which hidden content a commitment is for. */
export type SealLabel =
  /** A face-down play. */
  | {
    /** The trick, from 0. */
    trick: number;
    /** Who laid it. */
    seat: Seat;
    /** How many plays this seat had taken back in this trick before. */
    attempt: number;
  }
  /** A hidden throw. */
  | {
    /** The round of throws, from 0. */
    round: number;
    /** Who threw it. */
    seat: Seat;
  };

/** A commitment to what was laid face down. */
export type SealView = {
  /** The commitment (`docs/FAIRNESS.md`). */
  commitment: string;
  /** Its nonce; only for whoever laid it. */
  nonce?: string;
} & SealLabel;

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
    /** The observer's own sign; absent for the others. */
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
  /** All stacks are taken, or the whole pack is dealt. */
  | {
    do: "dealt";
    /** For each seat the stacks it took, in the order of taking; a stack that two share is with both. */
    taken: number[][];
    /** The observer's own hand; absent for spectators. */
    hand?: Pieces;
    /** How many pieces everybody holds, where a pack was dealt; absent where stacks tell it. */
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
    /** The pieces, to whoever may see them now; absent while they lie face down for this observer. */
    pieces?: Pieces;
    /** The type the leader announced; absent for the others. */
    type?: CombinationType;
    /** Whether they lie face up; left out where they don't. */
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

/** How the stacks lie on the table. */
export interface Layout {
  /** The form of the layout. */
  shape: Shape;
  /** How many pieces each stack has at the start. */
  heights: number[];
  /** For each stack the seat before which it lies, where rows belong to seats; empty elsewhere. */
  rows: Seat[];
  /** For each seat the number it threw to find the first player; absent where there are no dice. */
  dice?: number[];
  /** Who exposes a stack to find the starter; absent where nobody does. */
  exposer?: Seat;
}

/** The form of a layout. */
export type Shape =
  /** A row before each seat, together a ring. */
  | "rows"
  /** A circle of stacks that belong to nobody. */
  | "circle"
  /** One row of stacks that belong to nobody. */
  | "row"
  /** No stacks: a shuffled pack, of which everybody is dealt a hand. */
  | "pack";

/** a piece: upper case red, lower case black; general, guard, elephant, chariot, horse, cannon, soldier (p) */
export type Piece = "K" | "k" | "A" | "a" | "E" | "e" | "R" | "r" | "H" | "h" | "C" | "c" | "P" | "p";

/** A round of throws in which everybody has thrown. */
export interface ThrownRound {
  /** The round of throws, from 0. */
  round: number;
  /** For each seat what it threw; null for those who had dropped out before. */
  signs: (Sign | null)[];
  /** Who is left, ascending. */
  contestants: Seat[];
}

/** the type of a combination */
export type CombinationType = string;

/** A finished trick as one observer sees it. */
export interface SeenTrick {
  /** The trick, from 0. */
  trick: number;
  /** Who led. */
  leader: Seat;
  /** The type that was led. */
  type: CombinationType;
  /** For each seat its pieces, or null where this observer does not see them. */
  plays: (Pieces | null)[];
  /** For each seat whether its pieces were turned up to all. */
  shown: boolean[];
  /** Who won it; null where it was tied and set aside. */
  winner: Seat | null;
  /** Why they won it. */
  won_by: WonBy;
  /** Pieces captured so far, for each seat. */
  captured: number[];
  /** Who was beheaded in this trick, ascending, as far as it is announced. */
  beheaded: Seat[];
}

/** Why a trick went to its winner. */
export type WonBy =
  /** The highest combination of the led type. */
  | "highest"
  /** Equal to the highest, and the leader. */
  | "leader"
  /** Equal to the highest, and first in the order of the players, or earliest in turn from the leader. */
  | "order"
  /** Equal to the best before, and laid later. */
  | "later"
  /** Nobody did: the highest were equal, and the pieces are set aside for the winner of the next trick. */
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

/** What is being waited for; ends every batch of events and every snapshot. */
export interface Now {
  /** The room. */
  room: RoomId;
  /** The `seq` of the last event before it. */
  seq: number;
  /** The seats that have something to decide, with the time left to each. */
  deciding: Deciding[];
  /** What the receiver may decide; null for spectators and while no match is played. */
  you: YourTurn | null;
  /** At a table of quick play with free seats: the time until computer players take them. */
  bots_left_ms?: number;
  /** While people say that they are ready, or open their entropy: the time left for it. */
  start_left_ms?: number;
}

/** A seat that has something to decide. */
export interface Deciding {
  /** The seat. */
  seat: Seat;
  /** Milliseconds until the default is taken, the bank included; null without a clock. */
  left_ms: number | null;
  /** Milliseconds of the bank among them. */
  bank_ms: number | null;
}

/** What a seat may decide now. */
export interface YourTurn {
  /** What the next `act` has as its `turn`. */
  turn: number;
  /** The decision; null while there is nothing to decide. */
  decision: Decision | null;
  /**
   * In `news`: how many legal plays there are that the decision does not list, as they are long; `choices` asks
   * for them.
   */
  choices?: number;
}

/** A choice that is open to one seat. It depends on nothing that the seat does not see. */
export type Decision = {
  /** Which of the seat's decisions in this match it is, from 0. A play taken back opens the same decision again. */
  decision: number;
  /** Whether the match waits for it. A laid play that may still be taken back is a decision nobody waits for. */
  must: boolean;
  /** The part of the match it belongs to. */
  stage: Stage;
  /** What is done for the seat when its time runs out; none where nobody waits. Sending it is always legal. */
  default: Action | null;
} & Ask;

/** The part of a match that a decision belongs to. */
export type Stage =
  /** Before the first lead: who is first, and who takes which stacks. */
  | "ceremony"
  /** The tricks. */
  | "play"
  /** Nothing is left to decide. */
  | "over";

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
    /** What a general would mean in this play. */
    generals: Generals;
    /**
     * Every legal play in canonical text, weakest first, where there are at most 64 of them. Elsewhere none: any
     * `count` pieces of the hand are legal, of a leader any combination in it, but for generals as `generals` says.
     */
    plays: Pieces[] | null;
  }
  /** Take the laid play back, while somebody else has still to lay. */
  | {
    do: "take_back";
    /** The trick, from 0. */
    trick: number;
    /** What was laid. */
    pieces: Pieces;
  };

/** What playing a general (K or k) would mean, where the general ban is played (`docs/RULES.md` §4). */
export type Generals =
  /** Nothing special. */
  | "free"
  /**
   * The play would be refused, since another is legal. A leader's list of plays says which ones these are. So it
   * is of a leader where generals win nothing (`docs/RULES.md` §11).
   */
  | "refused"
  /** The play would behead the player when the trick is finished. */
  | "behead";

/** A reply, what happened, and what is waited for, in this order; the same as the single messages say. */
export interface News {
  /** The room's handle on this connection, as the reply that led into it has it. */
  room: number;
  /** The number of the last event. */
  seq: number;
  /** What happened: the events up to `seq`. */
  events?: RoomEvent[];
  /** What is being waited for. */
  now?: NewsNow;
  /** A request was carried out. */
  ok?: OkReply;
}

/** What is being waited for: as `now`, after the event `seq`. */
export interface NewsNow {
  /** The seats that have something to decide, with the time left to each. */
  deciding: Deciding[];
  /** What the receiver may decide; null for spectators and while no match is played. */
  you: YourTurn | null;
  /** At a table of quick play with free seats: the time until computer players take them. */
  bots_left_ms?: number;
  /** While people say that they are ready, or open their entropy: the time left for it. */
  start_left_ms?: number;
}

/**
 * The whole picture of a room as the receiver sees it after the event `seq`. A client needs nothing else to
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
  /** The match being played; null if none is. */
  match: MatchState | null;
}

/** A room as everybody in it sees it, beside the match. */
export interface RoomState {
  /** What is played, and how. */
  settings: Settings;
  /** What the room is about just now. */
  phase: Phase;
  /** Who may change the settings; null once everybody has left. */
  owner: PlayerId | null;
  /** The seats, in order. */
  seats: SeatState[];
  /** The start being prepared: the match's id, and the commitment to the server's seed. */
  next: NextMatch | null;
  /** The match that was played here last. */
  previous: PreviousMatch | null;
  /** The running score table. */
  series: Series;
  /** Whether it is a table of quick play: nobody owns it, and its settings stay. */
  quick: boolean;
  /** Whether people without a seat may say nothing. */
  silenced: boolean;
}

/** A seat of a room. */
export interface SeatState {
  /** The seat. */
  seat: Seat;
  /** Who has it; null while it is free. */
  occupant: Occupant | null;
  /** Whether they are ready for the next match. */
  ready: boolean;
  /** Whether somebody else plays it for them. */
  away: boolean;
}

/** The match that was played last in a room. */
export interface PreviousMatch {
  /** Its id, under which REST has the record. */
  match_id: MatchId;
  /** How it ended; null where it was abandoned. */
  outcome: Outcome | null;
}

/** A running match as one observer sees it. */
export interface MatchState {
  /** How it started. */
  start: MatchStart;
  /** The game as the observer sees it. */
  view: View;
  /** The commitments published so far, in that order; the observer's own with their nonces. */
  commitments: SealView[];
}

/** A match as one observer sees it. What is not listed here is hidden. */
export interface View {
  /** The game. */
  variant: Variant;
  /** The options in force. */
  options: Options;
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
  /** The observer's own hand, without what they have laid; null for spectators and before the dealing. */
  hand: Pieces | null;
  /** How many pieces each seat holds, without what lies in the trick. */
  hand_sizes: number[];
  /** For each seat the pieces that everybody has seen it take, and has not seen it play since. */
  known: Pieces[];
  /** The trick that is being played; null before the first lead may be laid and after the last trick. */
  trick: OpenTrick | null;
  /** The finished tricks. */
  tricks: SeenTrick[];
  /** Pieces captured so far, for each seat. */
  captured: number[];
  /** Who was beheaded, ascending, as far as it is announced. */
  beheaded: Seat[];
  /** The outcome; null until the match is over. */
  outcome: Outcome | null;
  /** How many pieces of tied tricks lie aside for the winner of the next; left out where there are none. */
  aside?: number;
  /** The rounds of throws in which everybody has thrown; left out where there were none. */
  thrown?: ThrownRound[];
  /** The round of throws that goes on; absent where nobody throws. */
  throws?: OpenThrows;
}

/** What is known of a stack. */
export interface StackView {
  /** The pieces of it that were turned up for all. */
  up: Piece[];
  /** Who took it; null while it lies on the table. */
  taken_by: Seat | null;
  /** Who took the two bottom pieces, where two share it; absent elsewhere. */
  bottom_taken_by?: Seat;
}

/** The trick that is being played. */
export interface OpenTrick {
  /** The trick, from 0. */
  trick: number;
  /** Who leads. */
  leader: Seat;
  /** The type that was led; null before the lead. */
  type: CombinationType | null;
  /** How many pieces everybody lays; null before the lead. */
  count: number | null;
  /** For each seat whether it has laid. */
  laid: boolean[];
  /** What the observer has laid; null if nothing. */
  yours: Pieces | null;
  /** Whether it is known to be the last trick. */
  last: boolean;
  /** Where plays are laid in turn: what lies face up, and whose turn it is; absent where all lay at the same time. */
  in_turn?: InTurn;
}

/** A trick whose plays are laid in turn. */
export interface InTurn {
  /** For each seat the pieces it has laid face up, or null. */
  up: (Pieces | null)[];
  /** Whose play is the best so far; null before the lead. */
  best: Seat | null;
  /** Whose turn it is. */
  next: Seat;
}

/** A round of throws that goes on. */
export interface OpenThrows {
  /** The round of throws, from 0. */
  round: number;
  /** Who has not dropped out, ascending. */
  contestants: Seat[];
  /** For each seat whether it has thrown in this round. */
  thrown: boolean[];
  /** What the observer has thrown; null if nothing. */
  yours: Sign | null;
}

/** The answer to a `join` with `after`: the events that were missed follow, and no snapshot. */
export interface Resumed {
  /** The room. */
  room: RoomId;
  /** The `seq` after which it goes on. */
  after: number;
  /** The receiver's seat; null for spectators. */
  you: Seat | null;
}

/** This connection is in the room no more. */
export interface Left {
  /** The room. */
  room: RoomId;
  /** Why. */
  reason: LeftReason;
}

/** Why a connection is in a room no more. */
export type LeftReason =
  /** This person left it, on this or another connection. */
  | "left"
  /** This person has come in on as many other connections since as one may. */
  | "replaced"
  /** The room takes no spectators any more. */
  | "no_spectators"
  /** The owner of the room put this person out. */
  | "removed"
  /** The room has another password, and this person has no seat there. */
  | "password"
  /** The operator put this person out. */
  | "expelled"
  /** The room was closed. */
  | "closed"
  /** The room met a fault of the server and was set aside. */
  | "failed";

/** News of a room that are not kept. */
export interface Notice {
  /** The room. */
  room: RoomId;
  /** What it is. */
  notice: RoomNotice;
}

/** What a notice may be about. */
export type RoomNotice =
  /** Somebody said something. */
  | { do: "chat" } & ChatLine
  /** Who is there, whenever it changes. */
  | { do: "presence" } & Presence;

/** A line, as those get it who are meant to. */
export type ChatLine = {
  /** Who said it. */
  from: Person;
  /** Their seat, if they have one. */
  seat: Seat | null;
  /** Who gets it. */
  to: Audience;
} & (
  /** Words. */
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
  /** Those who watch it. */
  | "spectators";

/** Who is there. */
export interface Presence {
  /** The seats whose person is connected, ascending. */
  connected: Seat[];
  /** How many people without a seat are there. */
  spectators: number;
}

/** What has changed in the lobby since the list or the last news of it. */
export interface LobbyNews {
  /** Rooms that are new or different, as they are now. */
  rooms: RoomSummary[];
  /** Rooms that are there no more, or are not as was asked for any more. */
  gone: RoomId[];
}

/** The operator has something to say to everybody. */
export interface Announcement {
  /** What; empty when what was said before does not hold any more. */
  text: string;
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
  /** What everybody did, in the order in which it took effect. */
  actions: RecordAction[];
  /** What it led to. */
  result: MatchResult;
  /** What proves it. */
  fairness: Fairness;
  /** The signature over everything else. */
  signature: string;
  /** The pack after the shuffle, the first piece dealt first, where there are no stacks. */
  cards?: Pack;
  /** What each seat threw, where the first player is found by dice. */
  dice?: number[];
  /** The seat that exposes a stack, where one does. */
  exposer?: Seat;
  /** The seat whose row has six stacks, where one has. */
  six?: Seat;
  /** The layout after the shuffle; left out where there are no stacks. */
  stacks?: Stack[];
  /** The seat that is dealt the first piece of the pack, and leads. */
  starter?: Seat;
}

/** How a match ended. */
export type RecordStatus =
  /** By its rules. */
  | "over"
  /** Before its end; nobody won. */
  | "abandoned";

/** Who sat on a seat, and who stood in for them when. */
export type RecordPlayer = {
  /** When somebody else held the seat, in order; left out where nobody did. */
  stand_ins?: StandIn[];
} & Player;

/** Actions during which somebody else held a seat: from `from` up to, but not including, `to`. */
export interface StandIn {
  /** The index of the first action. */
  from: number;
  /** The index after the last action. */
  to: number;
  /** Who held it. */
  by: By;
}

/** An action as it is recorded. */
export type RecordAction = {
  /** Whose action. */
  seat: Seat;
  /** Milliseconds since the start. */
  at_ms: number;
  /** Who took it for the seat; left out for its player. */
  by?: By;
} & Action;

/** What the actions of a match led to; in the record of a finished match its `result`. */
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
  /** Who was beheaded, ascending. Left out in games of `docs/TILES.md`. */
  beheaded?: Seat[];
  /** What ended the match; null until it is over, and in an abandoned match. Left out in games of `docs/RECORD.md`. */
  end?: Ending;
  /** The seats that have to decide now, ascending; none when over. Left out in games of `docs/RECORD.md`. */
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
  /** Who won it; null where it was tied and set aside. */
  winner: Seat | null;
}

/** What ended a match; null until it is over. */
export type Ending =
  | EndOfMatch
  | null;

/** What ended a match. */
export type EndOfMatch =
  /** All cards were played. */
  | "cards";

/** What proves a match (`docs/FAIRNESS.md`). */
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
  /** The commitments to what was laid hidden, in the order published. */
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

/** What a player keeps of a match while it is played. */
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
   * Whether it was begun during the match, on another device than the one that got ready: then the seed's
   * commitment and the entropy are only what the server said afterwards.
   */
  late?: boolean;
}

// Bodies of requests to REST

/** Asks for a new guest. */
export interface GuestInput {
  /** What this device is called in the list of one's devices; derived from `User-Agent` if it is left out. */
  device?: string | null;
  /** The name to go by; one is made up if it is left out. 1 to 24 characters, as `docs/PROTOCOL.md` says. */
  name?: string | null;
}

/** Asks for another name. */
export interface RenameInput {
  /** The name to go by from now on. 1 to 24 characters, as `docs/PROTOCOL.md` says. */
  name: string;
}

/** Asks to become who asked for this code. */
export interface HandoverInput {
  /** The code. */
  code: string;
  /** What this device is called in the list of one's devices; derived from `User-Agent` if it is left out. */
  device?: string | null;
}

/** Asks for a recovery code. */
export interface RecoveryInput {
  /** The code that one has, to be replaced; left out where one has none. */
  code?: string | null;
}

/** Asks to be who this recovery code is of. */
export interface RecoverInput {
  /** The code. Small letters are as large ones, `O` is 0, `I` and `L` are 1, and blanks and `-` count for nothing. */
  code: string;
  /** What this device is called in the list of one's devices; derived from `User-Agent` if it is left out. */
  device?: string | null;
}

/** Asks for a QR code. */
export interface QrInput {
  /** What it says: 1 to 512 bytes. */
  text: string;
}

// Bodies of its answers

/** The server as it presents itself. */
export interface ServerInfo {
  /** What it is called. */
  name: string;
  /** What its operator wants everybody to know; may be empty. */
  notice: string;
  /** How its operator can be reached; may be empty. */
  contact: string;
  /** Where security problems are reported, as an address for programs (`mailto:…`, `https://…`); may be empty. */
  security_contact: string;
  /** Where people reach it; null where it was not told. */
  public_url: string | null;
  /** The version of its program. */
  version: string;
  /** The version of the socket's protocol that it speaks. */
  protocol: number;
  /** What it accepts. */
  limits: Limits;
  /** Whether its disk is nearly full, so that no room is made; left out where it is not. */
  disk_low?: boolean;
}

/** How the server is. */
export interface Health {
  /** In one word. */
  status: HealthStatus;
  /**
   * Whether the disk is nearly full, so that no room is made; only `/readyz` says it, and leaves it out where it
   * is not. Matches that run go on, so it is no reason to send people elsewhere.
   */
  disk_low?: boolean;
  /** How many rooms are still to come back after a start; left out when there is none. Until then they are `busy`. */
  rooms_coming?: number;
  /**
   * How many rooms were set aside, for a fault; only `/readyz` says it. The others go on, so it is no reason to
   * send people elsewhere.
   */
  rooms_set_aside?: number;
}

/** How the server is, in one word. */
export type HealthStatus =
  /** The process runs. */
  | "alive"
  /** The store answers, and what is played gets through to it. */
  | "ready";

/** The keys with which this server has signed starts and records, the oldest first. */
export interface KeyList {
  /** The keys. */
  keys: ServerKey[];
}

/** A key of the server. */
export interface ServerKey {
  /** The Ed25519 public key, as `signer` in records has it. */
  public_key: string;
  /** When the server first signed with it. */
  first_used_at: string;
}

/** The games of the server, in the order in which they are offered. */
export interface VariantList {
  /** The games. */
  variants: VariantInfo[];
}

/** Everything a client needs to offer and show a game. */
export interface VariantInfo {
  /** The variant. */
  id: Variant;
  /** Its name in Latin letters. */
  name: string;
  /** Its name in Chinese characters; empty where it has none. */
  name_chinese: string;
  /** Other names. */
  also: string[];
  /** What it is called, or what its name means, in other languages of the sources. */
  names: NameInfo[];
  /** What the game is, in a few sentences. */
  summary: string;
  /** Whether much of the rules is this project's guess; players must be told. */
  reconstruction: boolean;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** How many pieces are used, by number of players, beginning with the fewest. */
  pieces: number[];
  /** How many pieces a hand has, by number of players, beginning with the fewest. */
  hand_sizes: number[];
  /** The kinds of pieces, the strongest first. */
  kinds: PieceInfo[];
  /** The form of the layout. */
  shape: Shape;
  /** How the first player is found, and who takes which stacks. */
  opening: string;
  /** In which order players have their turns. */
  turn_order: TurnOrder;
  /** Whether every play is laid face down, at the same time; elsewhere they are laid in turn. */
  simultaneous: boolean;
  /** The options with their choices. */
  options: OptionInfo[];
  /** The options in force where nobody asks for others. */
  default_options: Options;
  /** The types of combinations, those of few pieces first. */
  combinations: CombinationInfo[];
  /** How ties for the highest are decided. */
  ties: string;
  /** How the winner is found. */
  goal: string;
  /** Where the rules come from. */
  source: string;
  /** What the source calls the pieces, from the general down; left out where it has no names of its own. */
  piece_names?: PieceNameInfo[];
  /** Kinds of pieces that win nothing in the first trick, and can't be led in it; left out where there are none. */
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
  /** The letter that stands for it. */
  piece: Piece;
  /** Its colour. */
  color: Color;
  /** Its level, from 7 for the generals to 1 for the soldiers. */
  level: number;
  /** The character on it. */
  character: string;
  /** How the character is read in Mandarin. */
  pinyin: string;
  /** What it is called in English. */
  name: string;
  /** How many of it are used, by number of players, beginning with the fewest. */
  counts: number[];
}

/** The colour of a piece. */
export type Color = "red" | "black";

/** In which order players have their turns. */
export type TurnOrder =
  /** In the order found before the dealing. */
  | "priority"
  /** Clockwise. */
  | "clockwise"
  /** Counter-clockwise. */
  | "counter-clockwise";

/** An option of a variant. */
export interface OptionInfo {
  /** The field of `options`. */
  id: string;
  /** Its name for people. */
  name: string;
  /** The value in force where nobody asks for another. */
  default: string;
  /** The values it can have. */
  choices: ChoiceInfo[];
}

/** A value of an option. */
export interface ChoiceInfo {
  /** The value. */
  value: string;
  /** What it means. */
  meaning: string;
}

/** A type of combinations with its ranking. */
export interface CombinationInfo {
  /** The type. */
  type: CombinationType;
  /** Its name for people. */
  name: string;
  /** What the leader says, in the variant's own words; empty where the source has none, and the name is said. */
  announcement: string;
  /** The same in Chinese characters. */
  announcement_chinese: string;
  /** How many pieces it has. */
  count: number;
  /** Its combinations from high to low; those of one inner list are equal. */
  ranking: Pieces[][];
  /** What the ranking does not say; left out where it says all. */
  note?: string;
  /**
   * For each inner list of the ranking its suit, from 0 in the order in which the summary names them, where only
   * plays of one suit compete; left out elsewhere.
   */
  suits?: number[];
}

/** What a source calls a piece. */
export interface PieceNameInfo {
  /** The level of the piece, from 7 for the generals to 1 for the soldiers. */
  level: number;
  /** The name. */
  name: string;
}

/** Public rooms, those with a free seat first, the newest first. */
export interface RoomList {
  /** The rooms. */
  rooms: RoomSummary[];
  /** Whether there are more than were listed. */
  more: boolean;
}

/** A room that is open. */
export interface RoomInfo {
  /** The room. */
  room: RoomId;
  /** The match being played in it; null if none is. */
  match_id: MatchId | null;
  /** What is played, and how. */
  settings: Settings;
  /** What the room is about just now. */
  phase: Phase;
  /** Who may change the settings; null once everybody has left. */
  owner: PlayerId | null;
  /** The seats, in order. */
  seats: SeatState[];
  /** The start being prepared: the match's id, and the commitment to the server's seed. */
  next: NextMatch | null;
  /** The match that was played here last. */
  previous: PreviousMatch | null;
  /** The running score table. */
  series: Series;
  /** Whether it is a table of quick play: nobody owns it, and its settings stay. */
  quick: boolean;
  /** Whether people without a seat may say nothing. */
  silenced: boolean;
}

/** Starts that became no match, the latest first, so that everybody can see how often that happens. */
export interface CancelledStarts {
  /** The room. */
  room: RoomId;
  /** Its cancelled starts; the latest 100 if there are more. */
  cancelled_starts: CancelledStart[];
}

/** A start that became no match, with all that was committed to for it and what of that was opened. */
export interface CancelledStart {
  /** The match it would have been. */
  match_id: MatchId;
  /** When it was cancelled. */
  at: string;
  /** Why. */
  reason: CancelReason;
  /** The seat whose doing it was; null if it was nobody's. */
  seat: Seat | null;
  /** The server's seed. */
  server_seed: string;
  /** The commitment to it. */
  seed_commitment: string;
  /** For each seat its commitment to entropy, or an empty text. */
  entropy_commitments: EntropyCommitment[];
  /** For each seat the entropy it opened, or an empty text. */
  entropy: Entropy[];
}

/** A page of finished matches, those that ended last first. */
export interface MatchList {
  /** The matches. */
  matches: MatchSummary[];
  /** The `cursor` of the next page; null on the last one. */
  next: string | null;
}

/** A finished match in short. */
export interface MatchSummary {
  /** The match. */
  match_id: MatchId;
  /** How it ended. */
  status: MatchStatus;
  /** The game. */
  variant: Variant;
  /** The number of seats. */
  seats: number;
  /** Whether it is in everybody's lists: not if its room was unlisted or had a password. */
  listed: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** Who sat where, in the order of seats. */
  players: MatchPlayer[];
  /**
   * The room it was played in. Of unlisted and password rooms it is told only to those who sat there, since
   * whoever knows it may come in.
   */
  room?: RoomId;
}

/** How a match ended. */
export type MatchStatus =
  /** By its rules. */
  | "over"
  /** Before its end; nobody won. */
  | "abandoned";

/** Who sat at a seat, and how they fared. */
export interface MatchPlayer {
  /** The seat. */
  seat: Seat;
  /** Whether they are among the winners. */
  won: boolean;
  /** Their score; null in games that have none. */
  score: number | null;
  /** The computer player's name; left out for a person. */
  bot?: string;
  /** The name the person goes by now; left out for those who were forgotten. */
  name?: PlayerName;
  /** The person; left out for a computer player. */
  player?: PlayerId;
  /** What tells the person from others of that name; left out for a computer player. */
  tag?: PlayerTag;
}

/** A match, finished or being played. */
export type MatchInfo =
  /** It is finished. */
  | FinishedMatch
  /** It is being played. */
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
  /** Whether it is in everybody's lists: not if its room was unlisted or had a password. */
  listed: boolean;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** Who sat where, in the order of seats. */
  players: MatchPlayer[];
  /** What the match led to, as its record has it. */
  result: MatchResult;
  /** Where more of it is. */
  links: MatchLinks;
  /**
   * The room it was played in. Of unlisted and password rooms it is told only to those who sat there, since
   * whoever knows it may come in.
   */
  room?: RoomId;
}

/** Where more of a finished match is. */
export interface MatchLinks {
  /** The path of its record. */
  record: string;
  /** The path of its events as spectators saw them; `?as=0` and so on gives them as a seat did. */
  events: string;
}

/** A match being played, as whoever asks may see it. */
export interface RunningMatch {
  /** The match. */
  match_id: MatchId;
  /** That it is being played. */
  status: Playing;
  /** The whole picture, as the socket has it. */
  snapshot: Snapshot;
}

/** That a match is being played. */
export type Playing =
  /** It is. */
  | "playing";

/** What happened in a match, as one observer saw it. */
export interface MatchEvents {
  /** The match. */
  match_id: MatchId;
  /** The seat that saw it so; null for spectators. */
  seen_by: Seat | null;
  /**
   * The events from `start` on, as the socket told them. Those of a finished match end with `finished` or
   * `abandoned`.
   */
  events: RoomEvent[];
}

/** A player, as everybody may know them. */
export interface PlayerInfo {
  /** Who. */
  player: PlayerId;
  /** The name they go by. */
  name: PlayerName;
  /** What tells them from others of that name. */
  tag: PlayerTag;
}

/** A new guest, with the token to come back with. */
export interface NewGuest {
  /** Who they are. */
  player: PlayerId;
  /** The name they go by. */
  name: PlayerName;
  /** What tells them from others of that name. */
  tag: PlayerTag;
  /**
   * Their token, for `hello` and for `Authorization: Bearer …`. It is told only now, and kept nowhere but with
   * them.
   */
  token: string;
}

/** A code with which another device becomes who one is. */
export interface HandoverCode {
  /** The code: 32 hexadecimal digits, good once. Whoever has it can become this player. */
  code: string;
  /** How long it is good, in milliseconds. */
  expires_in_ms: number;
}

/** Who one is on this device from now on. */
export interface HandedOver {
  /** Who. */
  player: PlayerId;
  /** The name they go by. */
  name: PlayerName;
  /** What tells them from others of that name. */
  tag: PlayerTag;
  /**
   * Their token, for `hello` and for `Authorization: Bearer …`. It is this device's own: the other one keeps
   * another.
   */
  token: string;
  /** This device. */
  device: DeviceId;
}

/** A device of a person. It is no secret; its token does not follow from it. */
export type DeviceId = string;

/** The devices that one is known on. */
export interface DeviceList {
  /** Each with a token of its own, in the order in which they got it. */
  devices: DeviceInfo[];
  /** Whether one has a recovery code. */
  recovery: boolean;
}

/** A device. */
export interface DeviceInfo {
  /** Which. */
  device: DeviceId;
  /** What it is called: as it said itself, or as its `User-Agent` tells (`Firefox on Android`). */
  name: DeviceName;
  /** When it got its token. */
  made_at: string;
  /** When it was last seen, to the minute. */
  seen_at: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** What a device is called, for its person alone: as much of a text as fits into a name. */
export type DeviceName = string;

/** A code that brings one back where no device is left. */
export interface RecoveryCode {
  /** The code: seven groups of four letters and digits. It is told only now. */
  recovery_code: string;
}

/** Who one is again. */
export interface Recovered {
  /** Who. */
  player: PlayerId;
  /** The name they go by. */
  name: PlayerName;
  /** What tells them from others of that name. */
  tag: PlayerTag;
  /** This device's token, for `hello` and for `Authorization: Bearer …`. All other tokens have ended. */
  token: string;
  /** The next recovery code; the one that was used is good no more. It is told only now. */
  recovery_code: string;
}

/** A QR code, to be drawn dark on white with a white margin of four modules. */
export interface QrCode {
  /** How many modules (small squares) it has on a side, without the margin. */
  size: number;
  /** The dark modules, as the `d` of an SVG path in which a module is one unit. */
  path: string;
}

/** Why a request was not carried out: an `application/problem+json` body. */
export interface ProblemDetails {
  /** Where this kind of problem is described. */
  type: string;
  /** The kind of problem in a few words; the same for all of one code. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What it means here. */
  detail: string;
  /** What to do about it. */
  hint: string;
  /** What a client can go by. */
  code: ProblemCode;
  /** With `match_deleted`, what is left of the match. */
  deleted?: DeletedMatch;
}

/** Why a request was not carried out. Codes are stable; those that the socket has too mean the same here. */
export type ProblemCode =
  /** There is nothing at this address. */
  | "not_found"
  /** What is at this address knows no such method. */
  | "method_not_allowed"
  /** A part of the path or of the query cannot be read. */
  | "bad_parameter"
  /** The body is not said to be JSON. */
  | "not_json"
  /** The body is too large. */
  | "body_too_large"
  /** This needs a token. */
  | "token_wanted"
  /** The code that leads somebody to another device, or brings them back, is none, was used, or its time is over. */
  | "bad_code"
  /** There is no such device of theirs. */
  | "no_such_device"
  /** They have as many devices as one may have. */
  | "too_many_devices"
  /** There is no such game. */
  | "no_such_variant"
  /** There is no such match, or it may not be seen. */
  | "no_such_match"
  /** The match was deleted because of its age. */
  | "match_deleted"
  /** There is no such player, or they were forgotten. */
  | "no_such_player"
  /** There is no such ban, or it has ended. */
  | "no_such_ban"
  /** There is no such report. */
  | "no_such_report"
  /** There are as many bans as there may be. */
  | "too_many_bans"
  /** This is for the operator alone. */
  | "operator_token_wanted"
  /** Too many connections from this address are open. */
  | "too_many_connections"
  /** It took too long. */
  | "timed_out"
  /** This server does not own the rooms of its database. */
  | "standby"
  /** The server met a fault. */
  | "internal"
  /** A code of the socket's protocol. */
  | ErrorCode;

/**
 * What is left of a finished match that was deleted because of its age. Whoever kept its record can show by it
 * that theirs is the one.
 */
export interface DeletedMatch {
  /** The match. */
  match_id: MatchId;
  /** When it ended. */
  ended_at: string;
  /** When it was deleted. */
  deleted_at: string;
  /** SHA-256 of its record, byte for byte as it was given out. */
  record_sha256: string;
  /** The Ed25519 public key that the record was signed with. */
  signer: string;
}

/** A kind of problem. */
export interface ProblemType {
  /** The code. */
  code: ProblemCode;
  /** What it means. */
  title: string;
  /** What to do about it. */
  hint: string;
  /** The HTTP status that comes with it. */
  status: number;
}
