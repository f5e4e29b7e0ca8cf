//! What holds of exact reals, tried again on the floats that programs compute with.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_base::Interrupt;
use sextant_report::{Assumption, CheckedCall, Finding, Verdict};
use sextant_state::Arithmetic;

use super::Refusal;
use super::prepared::Prepared;
use crate::{Options, Session};

/// The longest that floats are tried: most questions about them are easy, or hopeless.
const LONGEST: Duration = Duration::from_secs(20);

/// The options under which reals are floats; none if they are, or if the user chose.
pub(super) fn of_floats(session: &Session, options: &Options) -> Option<Options> {
    let exact = options.policy(session.program.language).arithmetic == Arithmetic::Ideal;
    let open = exact && options.arithmetic.is_none();
    open.then(|| Options { arithmetic: Some(Arithmetic::Machine), ..options.clone() })
}

impl Session {
    /// A checked call whose proofs of exact reals are confirmed or refuted on floats, where that can be found out.
    pub(super) fn tried_on_floats(
        &self,
        floats: &Prepared<'_>,
        text: &str,
        time: &Interrupt,
        (mut checked, mut findings): (CheckedCall, Vec<Finding>),
        progress: &AtomicU64,
    ) -> Result<(CheckedCall, Vec<Finding>), Refusal> {
        if !rests_on_exact(&checked, &findings) || time.should_stop() {
            return Ok((checked, findings));
        }
        let time = time.with_timeout(time.remaining().map_or(LONGEST, |left| (left / 2).min(LONGEST)));
        let call = self.call(text, floats.options)?;
        let (_, rounded) = self.check_call(floats, &call, time, progress);
        let mut confirmed = true;
        for finding in findings.iter_mut().filter(|finding| is_open(finding)) {
            let same = |other: &&Finding| {
                (&other.kind, &other.file, other.line, other.column)
                    == (&finding.kind, &finding.file, finding.line, finding.column)
            };
            match rounded.iter().find(same) {
                Some(other) if other.status == Verdict::Refuted && is_finite(other) => {
                    *finding = Finding { call: std::mem::take(&mut finding.call), ..other.clone() };
                    checked.verdict = checked.verdict.max(Verdict::Refuted);
                }
                Some(other) if other.status == Verdict::Proved => {}
                _ => {
                    confirmed = false;
                    finding.detail.get_or_insert_with(|| "in exact reals; open on floats".to_owned());
                }
            }
        }
        if confirmed {
            checked.assumptions.retain(|assumption| *assumption != Assumption::ExactReals);
        }
        Ok((checked, findings))
    }
}

/// Whether something is said to be in order that may not be so on floats.
fn rests_on_exact(checked: &CheckedCall, findings: &[Finding]) -> bool {
    checked.assumptions.contains(&Assumption::ExactReals) && findings.iter().any(is_open)
}

fn is_open(finding: &Finding) -> bool {
    matches!(finding.status, Verdict::Proved | Verdict::Bounded)
}

/// Whether no input is infinite or no number: callers do not pass such.
fn is_finite(finding: &Finding) -> bool {
    finding.input.iter().all(|(_, value)| {
        let value = value.to_ascii_lowercase();
        !value.contains("inf") && !value.contains("nan")
    })
}
