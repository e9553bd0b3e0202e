import type { BlockList, Branch, DailyPuzzle, DeletedMatch, DeviceList, FeaturedTable, Findable, FriendAnswer, FriendCode, FriendList, HandedOver, HandoverCode, InvitationList, KeyList, Ladder, LadderList, MatchEvents, MatchInfo, MatchList, MistakeList, PersonalData, PlayerInfo, PlayerList, PlayerRatings, PlayerStats, Review } from "../types/protocol.js";
import type { Puzzle, PuzzleAnswer, QrCode, Record as MatchRecord, Recovered, RecoveryCode, ReviewProgress, RoomInfo, SeasonTable, ServerInfo, VariantList, VariantStats } from "../types/protocol.js";
import type { Refused } from "./refusal.js";
/**
 * @import { BlockList, Branch, DailyPuzzle, DeletedMatch, DeviceList, FeaturedTable, Findable, FriendAnswer, FriendCode, FriendList, HandedOver, HandoverCode, InvitationList, KeyList, Ladder, LadderList, MatchEvents, MatchInfo, MatchList, MistakeList, PersonalData, PlayerInfo, PlayerList, PlayerRatings, PlayerStats, Review } from "../types/protocol.js"
 * @import { Puzzle, PuzzleAnswer, QrCode, Record as MatchRecord, Recovered, RecoveryCode, ReviewProgress, RoomInfo, SeasonTable, ServerInfo, VariantList, VariantStats } from "../types/protocol.js"
 * @import { Refused } from "./refusal.js"
 */
import { Refusal } from "./refusal.js";
export type Answer<Path extends string> = Path extends "/server" ? ServerInfo : Path extends "/keys" ? KeyList : Path extends "/variants" ? VariantList : Path extends "/qr" ? QrCode : Path extends "/guests/me/handover" ? HandoverCode : Path extends "/guests/handover" ? HandedOver : Path extends "/guests/me/devices" ? DeviceList : Path extends "/guests/me/export" ? PersonalData : Path extends "/guests/me/findable" ? Findable : Path extends "/guests/me/invitations" ? InvitationList : Path extends `/guests/me/mistakes?${string}` ? MistakeList : Path extends "/guests/me/friends/code" ? FriendCode : Path extends `/guests/me/friends/${string}` ? FriendAnswer : Path extends "/guests/me/friends" ? FriendList & PlayerInfo : Path extends "/guests/me/blocks" ? BlockList : Path extends "/guests/me/recovery" ? RecoveryCode : Path extends "/guests/recovery" ? Recovered : Path extends `/players?${string}` ? PlayerList : Path extends `/players/${string}/ratings` | `/players/${string}/ratings?${string}` ? PlayerRatings : Path extends `/ladders/${string}/seasons/${string}` ? SeasonTable : Path extends `/ladders/${string}` ? Ladder : Path extends "/ladders" ? LadderList : Path extends `/variants/${string}/statistics` ? VariantStats : Path extends `/players/${string}/stats` | `/players/${string}/stats?${string}` ? PlayerStats : Path extends "/guests/me" | `/players/${string}` ? PlayerInfo : Path extends "/rooms/featured" ? FeaturedTable : Path extends `/rooms/${string}` ? RoomInfo : Path extends `/matches?${string}` ? MatchList : Path extends `/matches/${string}/events` | `/matches/${string}/events?${string}` ? MatchEvents : Path extends `/matches/${string}/review?${string}` ? Review | ReviewProgress : Path extends `/matches/${string}/branch` ? Branch : Path extends `/matches/${string}/record` ? MatchRecord : Path extends "/puzzles/daily" ? DailyPuzzle : Path extends `/puzzles/${string}/answer` ? PuzzleAnswer : Path extends `/puzzles/${string}` ? Puzzle : Path extends `/matches/${string}` ? MatchInfo : never;
export type Sent = {
    method?: string;
    token?: string | null;
    body?: object | undefined;
};
/**
 * The answer at a path of the REST API.
 *
 * @template {string} Path
 * @typedef {Path extends "/server" ? ServerInfo
 *   : Path extends "/keys" ? KeyList
 *   : Path extends "/variants" ? VariantList
 *   : Path extends "/qr" ? QrCode
 *   : Path extends "/guests/me/handover" ? HandoverCode
 *   : Path extends "/guests/handover" ? HandedOver
 *   : Path extends "/guests/me/devices" ? DeviceList
 *   : Path extends "/guests/me/export" ? PersonalData
 *   : Path extends "/guests/me/findable" ? Findable
 *   : Path extends "/guests/me/invitations" ? InvitationList
 *   : Path extends `/guests/me/mistakes?${string}` ? MistakeList
 *   : Path extends "/guests/me/friends/code" ? FriendCode
 *   : Path extends `/guests/me/friends/${string}` ? FriendAnswer
 *   : Path extends "/guests/me/friends" ? FriendList & PlayerInfo
 *   : Path extends "/guests/me/blocks" ? BlockList
 *   : Path extends "/guests/me/recovery" ? RecoveryCode
 *   : Path extends "/guests/recovery" ? Recovered
 *   : Path extends `/players?${string}` ? PlayerList
 *   : Path extends `/players/${string}/ratings` | `/players/${string}/ratings?${string}` ? PlayerRatings
 *   : Path extends `/ladders/${string}/seasons/${string}` ? SeasonTable
 *   : Path extends `/ladders/${string}` ? Ladder
 *   : Path extends "/ladders" ? LadderList
 *   : Path extends `/variants/${string}/statistics` ? VariantStats
 *   : Path extends `/players/${string}/stats` | `/players/${string}/stats?${string}` ? PlayerStats
 *   : Path extends "/guests/me" | `/players/${string}` ? PlayerInfo
 *   : Path extends "/rooms/featured" ? FeaturedTable
 *   : Path extends `/rooms/${string}` ? RoomInfo
 *   : Path extends `/matches?${string}` ? MatchList
 *   : Path extends `/matches/${string}/events` | `/matches/${string}/events?${string}` ? MatchEvents
 *   : Path extends `/matches/${string}/review?${string}` ? Review | ReviewProgress
 *   : Path extends `/matches/${string}/branch` ? Branch
 *   : Path extends `/matches/${string}/record` ? MatchRecord
 *   : Path extends "/puzzles/daily" ? DailyPuzzle
 *   : Path extends `/puzzles/${string}/answer` ? PuzzleAnswer
 *   : Path extends `/puzzles/${string}` ? Puzzle
 *   : Path extends `/matches/${string}` ? MatchInfo
 *   : never} Answer
 */
/** @typedef {{ method?: string, token?: string | null, body?: object | undefined }} Sent how a request is sent: `GET` if nothing is said, and as nobody */
/** A refusal because the match was deleted for its age; `left` is what the server has kept of it. */
export declare class Deleted extends Refusal {
    left: DeletedMatch;
    /** @param {Refused} reply @param {DeletedMatch} left */
    constructor(reply: Refused, left: DeletedMatch);
}
/**
 * The JSON answer of a server (`https://giog.example.org`) to a request under `/api/v1`; throws a `Refusal`.
 *
 * @template {string} Path
 * @param {string} server
 * @param {Path} path
 * @param {Sent} [request]
 * @returns {Promise<Answer<Path>>}
 */
export declare function ask<Path extends string>(server: string, path: Path, request?: Sent): Promise<Answer<Path>>;
/** The answer of a server to a request under `/api/v1`; throws a `Refusal`. @param {string} server @param {string} path @param {Sent} [request] */
export declare function send(server: string, path: string, { method, token, body }?: Sent): Promise<Response>;
/**
 * The server's answer; throws a `Refusal` if the server cannot be reached.
 *
 * @template Got
 * @param {Promise<Got>} coming
 * @returns {Promise<Got>}
 */
export declare function reached<Got>(coming: Promise<Got>): Promise<Got>;
