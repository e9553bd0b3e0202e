//! The name of a device in its person's list: the one that it sends, or one derived from its `User-Agent`.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use giog_protocol::DeviceName;

/// The name of an unknown device.
const UNKNOWN: &str = "Device";
/// The greatest length of a `User-Agent` that is parsed, in bytes: browsers' have some two hundred.
const MAX_USER_AGENT_BYTES: usize = 1_024;

/// Browsers, each by a word that only it and those before it in this list write.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems, in the same way.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
    ("BSD", "BSD"),
];

/// The name of a device that sends this name, or otherwise has this `User-Agent`.
pub(crate) fn device_name(said: Option<&str>, user_agent: Option<&str>) -> DeviceName {
    said.and_then(DeviceName::of)
        .or_else(|| user_agent.and_then(of_user_agent))
        .unwrap_or_else(|| DeviceName::of(UNKNOWN).expect("it can be seen"))
}

/// The `User-Agent` of a request.
pub(crate) fn user_agent(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(USER_AGENT)?.to_str().ok()?;
    (text.len() <= MAX_USER_AGENT_BYTES).then_some(text)
}

/// Browser and operating system; for other programs the first word.
fn of_user_agent(user_agent: &str) -> Option<DeviceName> {
    let find = |known: &[(&str, &'static str)]| {
        let known = known.iter().find(|(word, _)| user_agent.contains(word));
        known.map(|&(_, name)| name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => DeviceName::of(&format!("{browser} on {system}")),
        (Some(browser), None) => DeviceName::of(browser),
        (None, _) => DeviceName::of(user_agent.split(['/', ' ']).next()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_called_as_it_says_or_as_its_user_agent_tells() {
        let firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                    Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 \
                      (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        for (said, user_agent, name) in [
            (Some(" Lin's  phone"), Some(firefox), "Lin's phone"),
            (Some("\u{200b}"), Some(firefox), "Firefox on Android"),
            (None, Some(edge), "Edge on Windows"),
            (None, Some(safari), "Safari on iPhone"),
            (None, Some("python-requests/2.32"), "python-requests"),
            (None, Some(""), UNKNOWN),
            (None, None, UNKNOWN),
        ] {
            assert_eq!(device_name(said, user_agent).as_str(), name);
        }
    }
}
