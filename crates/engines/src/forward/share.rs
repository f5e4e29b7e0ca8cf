//! What workers share: prefixes to be explored, budgets, and the wish to stop.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use sextant_base::Interrupt;
use sextant_state::Decision;

use super::Shortfall;

/// A prefix to be replayed, and whether a question on it was undecided.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub decisions: Vec<Decision>,
    pub undecided: bool,
}

#[derive(Debug)]
struct Queue {
    jobs: Vec<Job>,
    /// Jobs taken and not finished: while there is one, more may come.
    under_way: usize,
}

/// Shared by all workers of an exploration.
#[derive(Debug)]
pub(super) struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    idle: AtomicUsize,
    paths: AtomicU64,
    path_limit: u64,
    stopped: AtomicBool,
    shortfalls: Mutex<BTreeSet<Shortfall>>,
    interrupt: Interrupt,
}

impl Shared {
    pub(super) fn new(first: Job, path_limit: u64, interrupt: Interrupt) -> Self {
        Self {
            queue: Mutex::new(Queue { jobs: vec![first], under_way: 0 }),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            paths: AtomicU64::new(0),
            path_limit,
            stopped: AtomicBool::new(false),
            shortfalls: Mutex::default(),
            interrupt,
        }
    }

    /// The next job; waits while others may still give some away. `None`: all is done.
    pub(super) fn take(&self) -> Option<Job> {
        let mut queue = self.lock();
        self.idle.fetch_add(1, Ordering::Relaxed);
        let job = loop {
            if self.stopped.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(job) = queue.jobs.pop() {
                queue.under_way += 1;
                break Some(job);
            }
            if queue.under_way == 0 {
                break None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        job
    }

    /// A job taken earlier is done.
    pub(super) fn finish(&self) {
        self.lock().under_way -= 1;
        self.changed.notify_all();
    }

    /// Whether a worker waits for work and none is queued.
    pub(super) fn is_hungry(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0 && self.lock().jobs.is_empty()
    }

    pub(super) fn give(&self, job: Job) {
        self.lock().jobs.push(job);
        self.changed.notify_one();
    }

    /// Counts a path; `false` if there may be no more.
    pub(super) fn count_path(&self) -> bool {
        let within = self.paths.fetch_add(1, Ordering::Relaxed) < self.path_limit;
        if !within {
            self.fall_short(Shortfall::Paths(self.path_limit));
            self.stop();
        }
        within
    }

    pub(super) fn fall_short(&self, shortfall: Shortfall) {
        self.shortfalls.lock().unwrap_or_else(PoisonError::into_inner).insert(shortfall);
    }

    /// Whether work should end; notes why.
    pub(super) fn should_stop(&self) -> bool {
        if self.interrupt.asked() {
            self.fall_short(Shortfall::Interrupted);
        } else if self.interrupt.exhausted() {
            self.fall_short(Shortfall::Memory);
        } else if self.interrupt.expired() {
            self.fall_short(Shortfall::Timeout);
        } else {
            return self.stopped.load(Ordering::Relaxed);
        }
        self.stop();
        true
    }

    pub(super) fn into_shortfalls(self) -> Vec<Shortfall> {
        self.shortfalls.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        drop(self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
