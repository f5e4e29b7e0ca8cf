//! A wish to stop, shared by all workers: Ctrl-C, a deadline that has passed, or memory that has run out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells workers to stop. Clones share the same wish.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    /// Memory has run out.
    exhausted: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// A wish of its own: see [`Interrupt::narrowed`].
    own: Option<Arc<AtomicBool>>,
}

impl Interrupt {
    /// Never stops unless [`Interrupt::ask`] is called.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same wish with a time limit from now on; a part of some work ends with the whole at the latest.
    pub fn with_timeout(&self, limit: Duration) -> Self {
        let part = Instant::now().checked_add(limit);
        let deadline = part.into_iter().chain(self.deadline).min();
        Self { deadline, ..self.clone() }
    }

    /// The same wish, and besides one of its own: its clones can be stopped without stopping all others.
    pub fn narrowed(&self) -> Self {
        Self { own: Some(Arc::default()), ..self.clone() }
    }

    /// Asks the clones of a narrowed wish to stop.
    pub fn ask_own(&self) {
        if let Some(own) = &self.own {
            own.store(true, Ordering::Relaxed);
        }
    }

    /// Asks every clone to stop.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Tells every clone that memory has run out.
    pub fn exhaust(&self) {
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// Whether memory has run out.
    pub fn exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    /// Whether somebody asked to stop (not the clock).
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether the deadline has passed.
    pub fn expired(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether work should stop now.
    pub fn should_stop(&self) -> bool {
        self.asked()
            || self.exhausted()
            || self.expired()
            || self.own.as_ref().is_some_and(|own| own.load(Ordering::Relaxed))
    }

    /// What is left until the deadline, if there is one.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_whole() {
        let whole = Interrupt::new().with_timeout(Duration::ZERO);
        assert!(whole.with_timeout(Duration::from_secs(60)).should_stop());
        let whole = Interrupt::new().with_timeout(Duration::from_secs(60));
        assert!(whole.with_timeout(Duration::ZERO).should_stop() && !whole.should_stop());
    }
}
