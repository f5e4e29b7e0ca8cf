//! A wish to stop, shared by all workers: Ctrl-C, or a deadline that has passed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells workers to stop. Clones share the same wish.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Interrupt {
    /// Never stops unless [`Interrupt::ask`] is called.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same wish with a time limit from now on.
    pub fn with_timeout(&self, limit: Duration) -> Self {
        Self { asked: Arc::clone(&self.asked), deadline: Instant::now().checked_add(limit) }
    }

    /// Asks every clone to stop.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
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
        self.asked() || self.expired()
    }

    /// What is left until the deadline, if there is one.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
