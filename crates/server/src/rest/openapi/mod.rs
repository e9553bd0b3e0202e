//! The OpenAPI document: paths from the handlers, and schemas from the types that are encoded as JSON.
//!
//! Handlers are described by utoipa. The types of `giog-rules` and `giog-protocol` already have schemas from schemars; both are joined
//! into one document here, and then put into the form that generators of clients understand (`portable`). Add the type of a new body to
//! [`schemas`]; a test fails without it.

mod either;
mod portable;
mod schemas;
mod unions;
mod words;

use giog_protocol::Phase;
use giog_protocol::rest::{
    BlockList, Branch, BranchInput, CancelledStarts, DailyPuzzle, DeviceList, FeaturedTable,
    Findable, FriendAnswer, FriendCode, FriendCodeInput, FriendList, FriendSettings, GuestInput,
    HandedOver, HandoverCode, HandoverInput, Health, InvitationInput, InvitationList, KeyList,
    MatchEvents, MatchInfo, MatchList, MistakeKind, MistakeList, NewGuest, PersonalData,
    PlayerInfo, PlayerList, PlayerStats, ProblemDetails, ProblemType, PushInput, Puzzle,
    PuzzleAnswer, PuzzleInput, QrCode, QrInput, RecoverInput, Recovered, RecoveryCode,
    RecoveryInput, RenameInput, Review, ReviewJob, ReviewJobInput, ReviewJobProgress, ReviewLease,
    ReviewProgress, RoomInfo, RoomList, ServerInfo, VariantList, VariantStats,
};
use giog_protocol::rest::{
    Ladder, LadderList, MatchStatus, Pace, PlayerRatings, RatingInput, SeasonTable,
};
use giog_rules::{Record, Variant, VariantInfo};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi as Document, Ref, RefOr};

pub use self::portable::{named_in, needed, portable};

/// The schema of the query parameter `variant`.
pub fn variant_schema() -> RefOr<Schema> {
    named::<Variant>()
}

/// The schema of the query parameter `status`.
pub fn status_schema() -> RefOr<Schema> {
    named::<MatchStatus>()
}

/// The schema of the query parameter `kind`.
pub fn mistake_kind_schema() -> RefOr<Schema> {
    named::<MistakeKind>()
}

/// The schema of the query parameter `clock`.
pub fn pace_schema() -> RefOr<Schema> {
    named::<Pace>()
}

/// The schema of the query parameter `phase`.
pub fn phase_schema() -> RefOr<Schema> {
    named::<Phase>()
}

/// A reference to a schema of [`schemas`].
fn named<T: JsonSchema>() -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(T::schema_name()))
}

/// The beginning of the document, before all paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Giog",
        description = "Rooms, matches and people of a Giog server. Matches are played over the socket at `/ws`; REST is for finding, reading and verifying them.",
        license(name = ""),
        contact()
    ),
    tags(
        (name = "variants", description = "The games."),
        (name = "rooms", description = "Rooms, where matches are played."),
        (name = "matches", description = "Finished and running matches."),
        (name = "puzzles", description = "Decisions of finished public matches, to be guessed."),
        (name = "review jobs", description = "Reviews that workers outside the server compute."),
        (name = "feed", description = "What happens in public, as it happens."),
        (name = "players", description = "Players, as everybody may see them."),
        (name = "guests", description = "The caller: guests and their devices."),
        (name = "server", description = "The server itself."),
    )
)]
struct Head;

/// The document without paths.
pub fn head() -> Document {
    bare::<Head>()
}

/// A document with only what the derive macro generates.
pub fn bare<H: OpenApi>() -> Document {
    let mut document = H::openapi();
    document.info.license = None;
    document.info.contact = None;
    document
}

/// The complete document for players, from the paths of all handlers.
pub fn complete(paths: &Document) -> Value {
    let token = "The token of a guest, from `POST /guests` or from `hello` over the socket; also alone in a header `Giog-Token`, where a proxy has a password in `Authorization`.";
    let problems = "`rate_limited`, `banned`, `cross_origin` (not of `GET`), `bad_request` (unknown query parameters), `bad_parameter`, `bad_token`, `storage_unavailable`, `busy`, `timed_out`, `internal`";
    completed(paths, &schemas(), token, problems)
}

/// A complete document: paths, schemas of bodies, security schemes, and the problems of all operations.
pub fn completed(
    paths: &Document,
    schemas: &Map<String, Value>,
    token: &str,
    problems: &str,
) -> Value {
    let mut document = serde_json::to_value(paths).expect("the document is plain JSON");
    let is_open = document.get("security").is_none();
    for operation in operations(&mut document) {
        require_body(operation, schemas);
        describe_problems(operation, problems);
        if is_open && operation.get("security").is_none() {
            operation["security"] = json!([]);
        }
    }
    let schemas = needed(&document["paths"], portable(schemas));
    // The host is that of the document: a server may have several.
    document["servers"] = json!([{ "url": "/" }]);
    document["components"] = json!({
        "schemas": schemas,
        "securitySchemes": {
            "token": { "type": "http", "scheme": "bearer", "description": token },
        },
    });
    document
}

/// The schemas of all bodies, and of everything in them.
fn schemas() -> Map<String, Value> {
    let mut answers = answers();
    add::<(MatchStatus, Variant)>(&mut answers);
    add::<(CancelledStarts, Health, KeyList, MatchEvents)>(&mut answers);
    add::<(MatchInfo, MatchList, NewGuest, PlayerInfo)>(&mut answers);
    add::<(ProblemDetails, ProblemType, Record, RoomInfo)>(&mut answers);
    add::<(RoomList, ServerInfo, VariantInfo, VariantList)>(&mut answers);
    add::<(DeviceList, HandedOver, HandoverCode, QrCode)>(&mut answers);
    add::<(PersonalData, PlayerStats, Recovered, RecoveryCode)>(&mut answers);
    add::<(Ladder, Pace, PlayerRatings, SeasonTable)>(&mut answers);
    add::<(
        FeaturedTable,
        Findable,
        LadderList,
        PlayerList,
        VariantStats,
    )>(&mut answers);
    add::<(Review, ReviewProgress, ReviewJob, ReviewLease)>(&mut answers);
    add::<(DailyPuzzle, Puzzle, PuzzleAnswer)>(&mut answers);
    add::<Branch>(&mut answers);
    add::<(MistakeKind, MistakeList)>(&mut answers);
    add::<(
        BlockList,
        FriendAnswer,
        FriendCode,
        FriendList,
        InvitationList,
    )>(&mut answers);
    let mut inputs = inputs();
    add::<(GuestInput, RenameInput, HandoverInput, QrInput)>(&mut inputs);
    add::<(PushInput, RatingInput, RecoverInput, RecoveryInput)>(&mut inputs);
    add::<(Review, ReviewJobInput, ReviewJobProgress)>(&mut inputs);
    add::<Findable>(&mut inputs);
    add::<(
        FriendCodeInput,
        FriendSettings,
        InvitationInput,
        PuzzleInput,
        BranchInput,
    )>(&mut inputs);
    together(answers, inputs)
}

/// A generator for what the server sends: every field that it writes is required.
pub fn answers() -> SchemaGenerator {
    generator(SchemaSettings::draft2020_12().for_serialize())
}

/// A generator for what clients send: fields that may be left out are optional.
pub fn inputs() -> SchemaGenerator {
    generator(SchemaSettings::draft2020_12().for_deserialize())
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    let settings = settings.with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    settings.into_generator()
}

/// All schemas of a document.
pub fn together(mut answers: SchemaGenerator, mut inputs: SchemaGenerator) -> Map<String, Value> {
    let mut schemas = answers.take_definitions(true);
    schemas.extend(inputs.take_definitions(true));
    schemas
}

/// Adds the schemas of a tuple's parts.
pub fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    // The generator keeps all referenced schemas, including those of the parts.
    let _ = generator.subschema_for::<T>();
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut();
    paths
        .into_iter()
        .flat_map(|paths| paths.values_mut())
        .filter_map(Value::as_object_mut)
        .flat_map(|path| path.values_mut())
        .filter(|operation| operation.get("responses").is_some())
}

/// A body is required if one of its fields is, in each of the forms that it may have: a missing body is read as an empty object.
fn require_body(operation: &mut Value, schemas: &Map<String, Value>) {
    let schema = operation.pointer("/requestBody/content/application~1json/schema");
    if schema.is_some_and(|schema| needs_field(schema, schemas)) {
        operation["requestBody"]["required"] = true.into();
    }
}

fn needs_field(schema: &Value, schemas: &Map<String, Value>) -> bool {
    let target = schema.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|reference| schemas.get(reference.rsplit('/').next()?));
    let forms = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    schema.get("required").is_some()
        || target.is_some_and(|target| needs_field(target, schemas))
        || forms.and_then(Value::as_array).is_some_and(|forms| {
            !forms.is_empty() && forms.iter().all(|form| needs_field(form, schemas))
        })
}

/// All refusals have the same body, and any operation may be refused for general reasons.
fn describe_problems(operation: &mut Value, problems: &str) {
    let content = json!({
        "application/problem+json": { "schema": { "$ref": "#/components/schemas/ProblemDetails" } },
    });
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, response) in responses.iter_mut() {
        if status.starts_with(['4', '5']) {
            response["content"] = content.clone();
        }
    }
    responses.insert(
        "default".to_owned(),
        json!({
            "description": format!("A problem that any request may meet: {problems}."),
            "content": content,
        }),
    );
}
