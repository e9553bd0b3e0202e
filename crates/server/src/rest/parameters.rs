//! Which query parameters an address has. Others are refused: a filter that is misspelt must not return everything.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{MatchedPath, Query, Request};
use axum::http::Method;
use giog_protocol::{ErrorCode, Problem};
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{OpenApi as Document, RefOr};

use crate::problem::RestError;

/// Where unknown parameters are refused. The page, links to it, and checks of health ignore them: browsers, messengers and balancers add
/// their own.
const STRICT: &str = "/api/v1/";
/// How many unknown parameters are named: one mistake has few of them.
const MAX_NAMED: usize = 5;
/// How many characters of an unknown name are repeated: more than the longest known name has.
const MAX_NAME_CHARS: usize = 40;

/// The query parameters of all operations, from the OpenAPI document.
#[derive(Clone)]
pub struct Parameters(Arc<HashMap<String, HashMap<Method, Vec<String>>>>);

impl Parameters {
    /// The parameters that the document describes. `more` are paths that it does not describe, which have none.
    pub fn of(document: &Document, more: &[&str]) -> Self {
        let mut paths: HashMap<_, HashMap<_, _>> = HashMap::new();
        for (path, item) in &document.paths.paths {
            let operations = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            let described = operations
                .into_iter()
                .filter_map(|(method, operation)| Some((method, query_of(operation.as_ref()?))));
            paths.insert(path.clone(), described.collect());
        }
        for path in more {
            paths.insert((*path).to_owned(), [(Method::GET, Vec::new())].into());
        }
        Self(Arc::new(paths))
    }

    /// The refusal of a request with parameters that its operation does not have.
    pub fn refusal(&self, request: &Request) -> Option<RestError> {
        request.uri().query()?;
        let route = request.extensions().get::<MatchedPath>()?.as_str();
        if !route.starts_with(STRICT) {
            return None;
        }
        let method = match request.method() {
            &Method::HEAD => &Method::GET,
            method => method,
        };
        let known = self.0.get(route)?.get(method)?;
        let is_unknown = |name: &str| !known.iter().any(|known| known == name);
        // A query that cannot be read is left to the handler.
        let Query(given) = Query::<Vec<(String, String)>>::try_from_uri(request.uri()).ok()?;
        let mut unknown: Vec<String> = Vec::new();
        for (name, _) in given {
            let cut: String = name.chars().take(MAX_NAME_CHARS).collect();
            if is_unknown(&name) && unknown.len() < MAX_NAMED && !unknown.contains(&cut) {
                unknown.push(cut);
            }
        }
        (!unknown.is_empty()).then(|| unknown_parameters(&unknown, known))
    }
}

/// The names of an operation's query parameters.
fn query_of(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    let names = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => {
            Some(parameter.name.clone())
        }
        RefOr::T(_) | RefOr::Ref(_) => None,
    });
    names.collect()
}

fn unknown_parameters(unknown: &[String], known: &[String]) -> RestError {
    let list = |names: &[String]| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let known = match known {
        [] => "there are none here".to_owned(),
        known => format!("known here: {}", list(known)),
    };
    let text = format!("unknown query parameters: {}; {known}", list(unknown));
    Problem::new(ErrorCode::BadRequest, text).into()
}

/// Reads the parameter `cursor`: the `next` of a page. Without it, and if it is empty, the page is the first one.
pub fn page_cursor<T: FromStr>(given: Option<&str>) -> Result<Option<T>, RestError> {
    let given = given.filter(|text| !text.is_empty());
    let bad = |_| RestError::BadParameter("`cursor` must be the `next` of a page".to_owned());
    given.map(str::parse).transpose().map_err(bad)
}
