//! Generated files: pictures of matches, the page's icons, its document. Each is generated once; pictures are drawn on the worker
//! threads, few at a time; and the results are cached up to a limit.
//!
//! There can be any number of pictures of matches, so requests for one are refused while others are drawn. The page itself has only a few
//! pictures, and a browser that installs it requests several at once; these requests wait.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::asset::{Asset, PNG};
use crate::cacheable::CachePolicy;
use crate::workers::Workers;

/// The limit of the cache in bytes: some hundred pictures.
const KEPT_BYTES: usize = 8 * 1024 * 1024;
/// Pictures that are drawn or wait for it: other jobs on the worker threads must not wait behind many.
const AT_ONCE: usize = 2;

/// The cache of generated files, least recently used first.
#[derive(Debug)]
pub struct Generated {
    kept: Mutex<Cache>,
    drawing: Arc<Semaphore>,
    /// Permits for pictures of the page itself.
    own: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Cache {
    /// By name; the one that was requested last is at the end.
    assets: VecDeque<(String, Asset)>,
    bytes: usize,
}

impl Default for Generated {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            drawing: Arc::new(Semaphore::new(AT_ONCE)),
            own: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Generated {
    /// A generated file from the cache.
    pub fn find(&self, name: &str) -> Option<Asset> {
        self.kept().find(name)
    }

    /// Adds a generated file to the cache.
    pub fn keep(&self, name: String, asset: Asset) {
        self.kept().keep(name, asset);
    }

    fn kept(&self) -> MutexGuard<'_, Cache> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws a picture of this name and width from the SVG that `draw` returns. None if too many are being drawn, or if it cannot be
    /// drawn.
    pub async fn draw(
        &self,
        name: String,
        width: u32,
        keep: CachePolicy,
        workers: &Workers,
        draw: impl FnOnce() -> Option<String> + Send + 'static,
    ) -> Option<Asset> {
        let permit = Arc::clone(&self.drawing).try_acquire_owned().ok()?;
        self.drawn(permit, (name, width, keep), workers, draw).await
    }

    /// The same for one of the few pictures of the page itself: waits while another one is drawn.
    pub async fn draw_own(
        &self,
        name: String,
        width: u32,
        keep: CachePolicy,
        workers: &Workers,
        draw: impl FnOnce() -> Option<String> + Send + 'static,
    ) -> Option<Asset> {
        let permit = Arc::clone(&self.own).acquire_owned().await.ok()?;
        if let Some(drawn) = self.find(&name) {
            return Some(drawn);
        }
        self.drawn(permit, (name, width, keep), workers, draw).await
    }

    /// Draws on a worker thread. The job owns the permit, because it stays in the queue even if nobody waits for it any more.
    async fn drawn(
        &self,
        permit: OwnedSemaphorePermit,
        (name, width, keep): (String, u32, CachePolicy),
        workers: &Workers,
        draw: impl FnOnce() -> Option<String> + Send + 'static,
    ) -> Option<Asset> {
        let drawn = workers.run(move || (draw().and_then(|svg| png(&svg, width)), permit));
        let (drawn, _permit) = drawn.await.ok()?;
        let picture = Asset::with_policy(PNG, drawn?.into(), keep);
        self.keep(name, picture.clone());
        Some(picture)
    }
}

impl Cache {
    fn find(&mut self, name: &str) -> Option<Asset> {
        let at = self.assets.iter().position(|(known, _)| known == name)?;
        let found = self.assets.remove(at)?;
        let asset = found.1.clone();
        self.assets.push_back(found);
        Some(asset)
    }

    fn keep(&mut self, name: String, asset: Asset) {
        if self.find(&name).is_some() {
            return;
        }
        self.bytes += asset.plain().len();
        self.assets.push_back((name, asset));
        while self.bytes > KEPT_BYTES {
            let Some((_, oldest)) = self.assets.pop_front() else {
                return;
            };
            self.bytes -= oldest.plain().len();
        }
    }
}

/// Renders an SVG as PNG with this width. Text is not rendered, and nothing is loaded.
fn png(svg: &str, width: u32) -> Option<Vec<u8>> {
    let nothing = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options {
        image_href_resolver: nothing,
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size().scale_to_width(width)?;
    let mut pixmap = Pixmap::new(size.width(), size.height())?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "pictures are some thousand pixels wide"
    )]
    let scale = size.width() as f32 / tree.size().width();
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    pixmap.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;
    use crate::workers::tests::Blocked;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><rect width=\"20\" height=\"10\"/></svg>";

    #[tokio::test]
    async fn the_pictures_of_the_page_are_refused_to_nobody_who_asks_for_all_at_once() {
        let (made, workers) = (Generated::default(), Workers::start());
        let draw = || Some(SVG.to_owned());
        let asked = ["180", "192", "512", "mask", "192"].map(|name| {
            let keep = CachePolicy::PublicForEver;
            made.draw_own(name.to_owned(), 40, keep, &workers, draw)
        });
        assert!(join_all(asked).await.iter().all(Option::is_some));
    }

    #[tokio::test]
    async fn a_drawing_that_nobody_waits_for_keeps_its_place_until_it_is_dropped() {
        let (made, workers) = (Generated::default(), Workers::start());
        let blocked = Blocked::threads_of(&workers).await;
        let ask = || {
            let draw = || Some(SVG.to_owned());
            let name = String::from("a moment");
            made.draw(name, 40, CachePolicy::PublicAsking, &workers, draw)
        };
        for _ in 0..AT_ONCE {
            assert!(ask().now_or_never().is_none());
        }
        assert!(ask().await.is_none(), "there is no place");
        drop(blocked);
        while ask().await.is_none() {
            yield_now().await;
        }
    }

    #[test]
    fn what_is_kept_stays_within_its_bound_and_what_was_asked_for_last_stays() {
        let mut kept = Cache::default();
        let picture = || Asset::new(PNG, vec![0; KEPT_BYTES / 4].into());
        for name in ["a", "b", "c", "d"] {
            kept.keep(name.to_owned(), picture());
        }
        assert!(kept.find("a").is_some());
        kept.keep("e".to_owned(), picture());
        assert_eq!(kept.bytes, KEPT_BYTES);
        assert!(kept.find("b").is_none() && kept.find("a").is_some());
    }

    #[test]
    fn a_drawing_becomes_a_picture_of_its_width_and_loads_nothing() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><rect width=\"20\" height=\"10\"/>\
             <image href=\"/etc/hostname\" width=\"5\" height=\"5\"/></svg>";
        let drawn = png(svg, 40).expect("a picture");
        assert_eq!(&drawn[1..4], b"PNG");
        assert_eq!(&drawn[16..24], [0, 0, 0, 40, 0, 0, 0, 20]);
        assert!(png("<svg>", 40).is_none());
    }
}
