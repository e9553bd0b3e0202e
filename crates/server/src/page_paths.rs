//! Where the page is: the addresses that people see.

/// The addresses of the page that do not depend on a match. The page itself reports addresses that do not exist.
pub(crate) const PAGE_PATHS: [&str; 22] = [
    "/",
    "/game/{game}",
    "/new",
    "/new/{game}",
    "/room/{room}",
    "/change/{room}",
    "/branch/{match}/{seat}/{action}",
    "/learn",
    "/learn/{game}",
    "/lesson",
    "/lesson/{hand}",
    "/matches",
    "/matches/{player}",
    "/mistake/{match}/{seat}/{trick}",
    "/mistakes",
    "/ladder",
    "/ladder/{game}",
    "/ladder/{game}/{season}",
    "/player/{player}",
    "/puzzle",
    "/puzzle/{puzzle}",
    "/about",
];
