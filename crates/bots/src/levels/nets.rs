//! The nets that come with the program.

use std::sync::LazyLock;

use giog_rules::tricks::Variant;

use super::net::Net;

/// The files: of which game they are, and for how many seats.
const FILES: &[(Variant, usize, &[u8])] = &[
    (Variant::Giog, 2, include_bytes!("nets/giog-2.net")),
    (Variant::Giog, 3, include_bytes!("nets/giog-3.net")),
    (Variant::Giog, 4, include_bytes!("nets/giog-4.net")),
    (
        Variant::DaQiLuo2,
        4,
        include_bytes!("nets/da-qi-luo-2-4.net"),
    ),
    (Variant::ZhiHu, 4, include_bytes!("nets/zhi-hu-4.net")),
];

static NETS: LazyLock<Vec<(Variant, usize, Net)>> = LazyLock::new(|| {
    let read = |bytes| Net::read(bytes).expect("files of nets are checked by a test");
    let nets = FILES.iter();
    nets.map(|&(variant, seats, bytes)| (variant, seats, read(bytes)))
        .collect()
});

/// The net for a game with so many seats; none if there is none yet.
pub fn net(variant: Variant, seats: usize) -> Option<&'static Net> {
    let like = match variant {
        Variant::GiogWiki => Variant::Giog,
        Variant::JuMaPao30 => Variant::JuMaPao,
        other => other,
    };
    let mut nets = NETS.iter();
    let found = nets.find(|(of, with, _)| (*of, *with) == (like, seats));
    found.map(|(_, _, net)| net)
}
