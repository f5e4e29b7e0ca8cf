//! Budgets in processor time of the thread that asks, so that answers do not depend on what else the machine does.
//!
//! Where the system does not tell a thread's processor time, the clock on the wall stands in for it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Limits beyond a human life are all the same.
const LONGEST: Duration = Duration::from_secs(1 << 32);

thread_local! {
    /// Where the system tells the processor time of this thread, in nanoseconds.
    static SOURCE: Option<PathBuf> = source();
}

fn source() -> Option<PathBuf> {
    let thread = std::fs::read_link("/proc/thread-self").ok()?;
    let path = PathBuf::from("/proc").join(thread).join("schedstat");
    read(&path).map(|_| path)
}

fn read(path: &PathBuf) -> Option<Duration> {
    let text = std::fs::read_to_string(path).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What a query may still spend. It may be looked at from any thread.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    /// The thread's source of processor time, and what it had spent at the beginning.
    source: Option<(PathBuf, Duration)>,
    began: Instant,
    limit: Duration,
}

impl Budget {
    /// A budget of the calling thread from now on.
    pub fn new(limit: Duration) -> Self {
        let source = SOURCE.with(|source| {
            let path = source.as_ref()?;
            Some((path.clone(), read(path)?))
        });
        Self { source, began: Instant::now(), limit: limit.min(LONGEST) }
    }

    /// What is left of it.
    pub fn left(&self) -> Duration {
        let wall = self.began.elapsed();
        // No thread has more processor time than the clock shows.
        if wall < self.limit / 2 {
            return self.limit - wall;
        }
        let used = self.source.as_ref().and_then(|(path, before)| read(path)?.checked_sub(*before));
        self.limit.saturating_sub(used.unwrap_or(wall))
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left().is_zero()
    }
}
