//! Content codings: the choice for a client (RFC 9110 §12.5.3), and the encoding of bodies.

use std::convert::Infallible;
use std::io::Write as _;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The coding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Not encoded.
    Identity,
    /// Compressed with gzip (RFC 1952).
    Gzip,
    /// Compressed with brotli (RFC 7932).
    Brotli,
}

/// How much effort a compression is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For assets that are compressed once and sent often.
    Once,
    /// For answers that are compressed for each request.
    EachTime,
}

impl<S: Sync> FromRequestParts<S> for Coding {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::wanted(&parts.headers))
    }
}

impl Coding {
    /// The compressing codings, the better one last.
    pub const COMPRESSED: [Self; 2] = [Self::Gzip, Self::Brotli];

    /// The request header on which the coding depends, for `Vary`.
    pub const VARIES: &str = "accept-encoding";

    /// The coding that `Accept-Encoding` prefers; among equals the one that compresses best.
    pub fn wanted(headers: &HeaderMap) -> Self {
        Self::wanted_of(headers, &Self::COMPRESSED)
    }

    /// The same if only these compressing codings are offered, the better one last.
    pub fn wanted_of(headers: &HeaderMap, offered: &[Self]) -> Self {
        let accepted = Accepted::of(headers);
        let identity = accepted.identity.unwrap_or(0);
        let compressed = offered.iter().filter_map(|&coding| {
            let quality = accepted.of_coding(coding).or(accepted.any)?;
            (quality > 0 && quality >= identity).then_some((quality, coding))
        });
        let best = compressed.max_by_key(|&(quality, _)| quality);
        best.map_or(Self::Identity, |(_, coding)| coding)
    }

    /// Its name in headers.
    const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// The entity tag of a body in this coding: a strong tag identifies the encoded bytes.
    pub fn tag(self, plain: &str) -> String {
        match self {
            Self::Identity => plain.to_owned(),
            Self::Gzip | Self::Brotli => {
                format!("{}-{}\"", plain.trim_end_matches('"'), self.name())
            }
        }
    }

    /// Encodes these bytes.
    pub fn encode(self, plain: Bytes, effort: Effort) -> Bytes {
        match self {
            Self::Identity => plain,
            Self::Gzip => gzip(&plain, effort),
            Self::Brotli => brotli(&plain, effort),
        }
    }

    /// Sets the headers of an encoded body, including its own entity tag.
    pub fn mark(self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(self.name()));
        let tag = headers.get(ETAG).and_then(|tag| tag.to_str().ok());
        let tag = tag.and_then(|tag| HeaderValue::from_str(&self.tag(tag)).ok());
        if let Some(tag) = tag {
            headers.insert(ETAG, tag);
        }
    }

    /// Sets `Vary`: the answer depends on the codings that the client accepts.
    pub fn mark_varying(headers: &mut HeaderMap) {
        headers.append(VARY, HeaderValue::from_static(Self::VARIES));
    }
}

/// The weight of each coding in thousandths, if it is named.
#[derive(Debug, Default)]
struct Accepted {
    identity: Option<u16>,
    gzip: Option<u16>,
    brotli: Option<u16>,
    /// The weight of codings that are not named.
    any: Option<u16>,
}

impl Accepted {
    /// From `Accept-Encoding`. If a coding is named twice, the first weight counts.
    fn of(headers: &HeaderMap) -> Self {
        let mut accepted = Self::default();
        let values = headers.get_all(ACCEPT_ENCODING).iter();
        let texts = values.filter_map(|value| value.to_str().ok());
        for range in texts.flat_map(|text| text.split(',')) {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            if let Some(weight) = accepted.of_name(name) {
                weight.get_or_insert_with(|| weight_in_thousandths(parts));
            }
        }
        accepted
    }

    const fn of_coding(&self, coding: Coding) -> Option<u16> {
        match coding {
            Coding::Identity => self.identity,
            Coding::Gzip => self.gzip,
            Coding::Brotli => self.brotli,
        }
    }

    fn of_name(&mut self, name: &str) -> Option<&mut Option<u16>> {
        let is = |coding: Coding| name.eq_ignore_ascii_case(coding.name());
        if name == "*" {
            Some(&mut self.any)
        } else if is(Coding::Identity) {
            Some(&mut self.identity)
        } else if is(Coding::Gzip) {
            Some(&mut self.gzip)
        } else if is(Coding::Brotli) {
            Some(&mut self.brotli)
        } else {
            None
        }
    }
}

fn gzip(plain: &[u8], effort: Effort) -> Bytes {
    let level = match effort {
        Effort::Once => Compression::best(),
        Effort::EachTime => Compression::default(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    let written = encoder.write_all(plain).and_then(|()| encoder.finish());
    Bytes::from(written.expect("memory takes what is written"))
}

fn brotli(mut plain: &[u8], effort: Effort) -> Bytes {
    let quality = match effort {
        // Without optimisation the compressor takes a hundred times as long; below level 5 its bodies are larger than gzip's.
        Effort::Once if cfg!(debug_assertions) => 5,
        Effort::EachTime if cfg!(debug_assertions) => 1,
        // The body is a fifteenth smaller than at level 9. Level 11 takes three times as long, for one percent less.
        Effort::Once => 10,
        Effort::EachTime => 4,
    };
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    let written = brotli::BrotliCompress(&mut plain, &mut packed, &params);
    written.expect("memory takes what is written");
    Bytes::from(packed)
}

/// The weight (`q`) among the parameters of an entry of `Accept` or `Accept-Encoding`, in thousandths (RFC 9110 §12.4.2).
pub fn weight_in_thousandths<'a>(mut parameters: impl Iterator<Item = &'a str>) -> u16 {
    let weight =
        parameters.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    weight.map_or(1_000, thousandths)
}

/// `0.8` as 800; 0 for an invalid weight.
fn thousandths(weight: &str) -> u16 {
    let (whole, part) = weight.split_once('.').unwrap_or((weight, ""));
    let digits: String = part.chars().chain("000".chars()).take(3).collect();
    match (whole, digits.parse::<u16>()) {
        ("0", Ok(part)) => part,
        ("1", Ok(0)) => 1_000,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_coding_that_is_wanted_most_is_taken() {
        for (accept, coding) in [
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip", Coding::Gzip),
            ("GZIP;q=1.0", Coding::Gzip),
            ("gzip;q=0.9, br;q=0.5", Coding::Gzip),
            ("br;q=0, gzip", Coding::Gzip),
            ("*", Coding::Brotli),
            ("*, br;q=0", Coding::Gzip),
            ("gzip;q=0, *;q=0.5, br;q=0.000", Coding::Identity),
            ("gzip;q=0.1, identity;q=0.5", Coding::Identity),
            ("gzip;q=many", Coding::Identity),
            ("deflate, zstd", Coding::Identity),
            ("gzip;q=0, gzip", Coding::Identity),
            ("", Coding::Identity),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, accept.parse().expect("a header"));
            assert_eq!(Coding::wanted(&headers), coding, "{accept}");
        }
        assert_eq!(Coding::wanted(&HeaderMap::new()), Coding::Identity);
    }

    #[test]
    fn a_compressed_body_is_smaller_and_the_same() {
        let plain = Bytes::from("one of many lines\n".repeat(500));
        for effort in [Effort::Once, Effort::EachTime] {
            let gzip = Coding::Gzip.encode(plain.clone(), effort);
            let brotli = Coding::Brotli.encode(plain.clone(), effort);
            assert!(gzip.len() < 500 && brotli.len() < 500);
            let mut read = Vec::new();
            let mut reader = flate2::read::GzDecoder::new(&gzip[..]);
            reader.read_to_end(&mut read).expect("it is gzip");
            assert_eq!(read, plain);
            let mut read = Vec::new();
            brotli::BrotliDecompress(&mut &brotli[..], &mut read).expect("it is brotli");
            assert_eq!(read, plain);
        }
    }
}
