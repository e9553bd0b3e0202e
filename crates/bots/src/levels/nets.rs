//! The nets that come with the program.

use std::sync::LazyLock;

use giog_rules::Level;
use giog_rules::tricks::Variant;

use super::net::Net;

/// The files of a game for so many seats, and the highest level that is offered with them; `large` if `master` has a net of its own.
macro_rules! file {
    ($game:ident, $seats:literal, $name:literal, $most:ident) => {
        file!($game, $seats, $name, $most, None)
    };
    ($game:ident, $seats:literal, $name:literal, $most:ident, large) => {
        file!(
            $game,
            $seats,
            $name,
            $most,
            Some(include_bytes!(concat!(
                "nets/",
                $name,
                "-",
                $seats,
                "-large.net"
            )))
        )
    };
    ($game:ident, $seats:literal, $name:literal, $most:ident, $large:expr) => {
        File {
            variant: Variant::$game,
            seats: $seats,
            most: Level::$most,
            small: include_bytes!(concat!("nets/", $name, "-", $seats, ".net")),
            large: $large,
        }
    };
}

/// Files of weights.
struct File {
    variant: Variant,
    seats: usize,
    most: Level,
    small: &'static [u8],
    large: Option<&'static [u8]>,
}

/// The nets of a game for so many seats.
struct Nets {
    small: Net,
    /// Of `master`; none if it has no other than the levels below.
    large: Option<Net>,
}

/// The files. A level is offered where it was measured to win at least its fair share among the level below (docs/BOTS.md). Together they have at most
/// 2 MB.
const FILES: &[File] = &[
    file!(Giog, 2, "giog", Master),
    file!(Giog, 3, "giog", Master),
    file!(Giog, 4, "giog", Master, large),
    file!(JuMaPao, 3, "ju-ma-pao", Strong),
    file!(JuMaPao, 4, "ju-ma-pao", Strong),
    file!(SangKrip, 2, "sang-krip", Strong),
    file!(SangKrip, 3, "sang-krip", Strong),
    file!(SangKrip, 4, "sang-krip", Strong),
    file!(DaQiLuo1, 2, "da-qi-luo-1", Strong),
    file!(DaQiLuo1, 3, "da-qi-luo-1", Strong),
    file!(DaQiLuo1, 4, "da-qi-luo-1", Strong),
    file!(DaQiLuo1, 5, "da-qi-luo-1", Strong),
    file!(DaQiLuo2, 2, "da-qi-luo-2", Strong),
    file!(DaQiLuo2, 3, "da-qi-luo-2", Strong),
    file!(DaQiLuo2, 4, "da-qi-luo-2", Master),
    file!(DaQiLuo2, 5, "da-qi-luo-2", Strong),
    file!(ZhiHu, 2, "zhi-hu", Strong),
    file!(ZhiHu, 3, "zhi-hu", Strong),
    file!(ZhiHu, 4, "zhi-hu", Master),
    file!(TamCuc, 2, "tam-cuc", Strong),
    file!(TamCuc, 3, "tam-cuc", Strong),
    file!(TamCuc, 4, "tam-cuc", Strong),
];

/// The nets, in the order of their files.
static NETS: LazyLock<Vec<Nets>> = LazyLock::new(|| {
    let read = |bytes| Net::read(bytes).expect("files of nets are checked by a test");
    let nets = FILES.iter().map(|file| Nets {
        small: read(file.small),
        large: file.large.map(read),
    });
    nets.collect()
});

/// The net for a game with so many seats; none if there is none yet.
pub fn net(variant: Variant, seats: usize) -> Option<&'static Net> {
    net_of(Level::Club, variant, seats)
}

/// The net that a level has in a game with so many seats.
pub fn net_of(level: Level, variant: Variant, seats: usize) -> Option<&'static Net> {
    let nets = NETS.get(file(variant, seats)?)?;
    let own = nets.large.as_ref().filter(|_| level == Level::Master);
    Some(own.unwrap_or(&nets.small))
}

/// The highest level of a game with so many seats.
pub fn most(variant: Variant, seats: usize) -> Level {
    file(variant, seats).map_or(Level::Simple, |index| FILES[index].most)
}

/// The index of the file for a game with so many seats. Games that differ in what the encoding tells share one.
fn file(variant: Variant, seats: usize) -> Option<usize> {
    let like = match variant {
        Variant::GiogWiki => Variant::Giog,
        Variant::JuMaPao30 => Variant::JuMaPao,
        other => other,
    };
    let mut files = FILES.iter();
    files.position(|file| (file.variant, file.seats) == (like, seats))
}
