//! The dependencies of the command: a clean build must stay short (docs/PERFORMANCE.md, *A build from nothing*).

use std::collections::BTreeSet;
use std::process::Command;

/// Packages of the command, its own and what only runs while it is built included. A few more than there are on Linux, because
/// other systems have others. Lower it if there are fewer.
const MAX_PACKAGES: usize = 380;
/// For each purpose, only one package is used: the packages with this purpose, after the one that is used.
const ONE_EACH: [(&str, &[&str]); 3] = [
    (
        "rustls",
        &[
            "boring",
            "mbedtls",
            "native-tls",
            "openssl",
            "rustls",
            "s2n-tls",
        ],
    ),
    ("ring", &["aws-lc-rs", "aws-lc-sys", "openssl-sys", "ring"]),
    (
        "reqwest",
        &[
            "attohttpc",
            "awc",
            "curl",
            "isahc",
            "minreq",
            "reqwest",
            "surf",
            "ureq",
        ],
    ),
];
/// They would compile other packages a second time, for the compiler: all of sqlx with its databases, runtime and TLS.
const TWICE: [&str; 1] = ["sqlx-macros"];

/// The packages, each as its name and its version.
fn packages() -> BTreeSet<(String, String)> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "giog", "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(["--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let problem = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{problem}");
    let lines = String::from_utf8(tree.stdout).expect("names are UTF-8");
    let package = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some((words.next()?, words.next()?))
    };
    lines.lines().filter_map(package).collect()
}

#[test]
fn the_command_is_built_of_no_more_packages_than_its_bound() {
    let count = packages().len();
    assert!(
        (300..=MAX_PACKAGES).contains(&count),
        "there are {count} packages; `cargo tree -p giog -e normal,build` shows why each is there"
    );
}

#[test]
fn there_is_one_tls_one_cryptography_of_it_and_one_http_client() {
    let packages = packages();
    for (only, kind) in ONE_EACH {
        let found = packages.iter().map(|(name, _)| name.as_str());
        let found: Vec<&str> = found.filter(|name| kind.contains(name)).collect();
        assert_eq!(found, [only]);
    }
}

#[test]
fn no_macro_compiles_other_packages_a_second_time() {
    let packages = packages();
    let found = packages.iter().map(|(name, _)| name.as_str());
    let found: Vec<&str> = found.filter(|name| TWICE.contains(name)).collect();
    assert!(found.is_empty(), "{found:?}");
}
