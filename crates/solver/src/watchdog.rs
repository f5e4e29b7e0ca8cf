//! Stops a query that runs too long or that nobody wants any more.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sextant_base::Interrupt;

use crate::Reason;
use crate::clock::Budget;

/// How often the watching thread looks; a query is stopped at most about twice this late.
const TICK: Duration = Duration::from_millis(20);

#[derive(Default)]
struct Watched {
    budget: Option<Budget>,
    fired: Option<Reason>,
    finished: bool,
}

struct Shared {
    watched: Mutex<Watched>,
    woken: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        // The state is a few plain values, which are right at all times.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that calls a stop function while a query has spent its budget. It ends when the watchdog is dropped.
pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Watches with the function that stops a running query. It is called only while a query is armed.
    pub fn new(interrupt: Interrupt, stop: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared { watched: Mutex::default(), woken: Condvar::new() });
        let seen = Arc::clone(&shared);
        let spawned = std::thread::Builder::new().name("solver watchdog".into()).spawn(move || {
            let mut watched = seen.lock();
            while !watched.finished {
                if let Some(budget) = &watched.budget
                    && let Some(reason) = exhausted(&interrupt, budget)
                {
                    watched.fired.get_or_insert(reason);
                    stop();
                }
                let waited = seen.woken.wait_timeout(watched, TICK);
                watched = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        Self { shared, thread: spawned.ok() }
    }

    /// Runs a query under watch. The reason is given if it was stopped.
    pub fn watch<T>(&self, budget: &Budget, query: impl FnOnce() -> T) -> (T, Option<Reason>) {
        self.shared.lock().budget = Some(budget.clone());
        let answer = query();
        let mut watched = self.shared.lock();
        watched.budget = None;
        (answer, watched.fired.take())
    }
}

/// The end of a time limit from now on; limits beyond a human life are all the same.
pub(crate) fn deadline(limit: Duration) -> Instant {
    Instant::now() + limit.min(Duration::from_secs(1 << 32))
}

/// Why a query must stop, if it must.
pub(crate) fn overdue(interrupt: &Interrupt, deadline: Instant) -> Option<Reason> {
    if interrupt.asked() {
        Some(Reason::Interrupted)
    } else if interrupt.should_stop() || Instant::now() >= deadline {
        Some(Reason::Timeout)
    } else {
        None
    }
}

/// Why a query with a budget must stop, if it must.
pub(crate) fn exhausted(interrupt: &Interrupt, budget: &Budget) -> Option<Reason> {
    if interrupt.asked() {
        Some(Reason::Interrupted)
    } else if interrupt.should_stop() || budget.is_spent() {
        Some(Reason::Timeout)
    } else {
        None
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().finished = true;
        self.shared.woken.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has nothing left to tell us.
            let _ = thread.join();
        }
    }
}
