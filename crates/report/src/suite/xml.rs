//! The suite as XML: Test-Comp's exchange format, and JUnit's report of a run.

use super::sha256::sha256;
use super::{SuiteReport, TestRow, TestVerdict};
use crate::escape;

/// What a Test-Comp suite says of where it comes from.
#[derive(Clone, Debug, Default)]
pub struct TestCompHead {
    /// The program file.
    pub program: String,
    /// Its text.
    pub text: String,
    /// When it was written, as `2024-01-31T10:20:30Z`.
    pub time: String,
}

const METADATA: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n";

const TESTCASE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";

impl SuiteReport {
    /// The files of a Test-Comp suite, by name: `metadata.xml` and one for each test of a program.
    pub fn test_comp(&self, head: &TestCompHead) -> Vec<(String, String)> {
        let field = |name: &str, value: &str| format!("  <{name}>{}</{name}>\n", escape::xml(value));
        let mut metadata = format!("{METADATA}<test-metadata>\n");
        for (name, value) in [
            ("sourcecodelang", "C"),
            ("producer", "sextant"),
            ("specification", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
            ("programfile", &head.program),
            ("programhash", &sha256(head.text.as_bytes())),
            ("entryfunction", "main"),
            ("architecture", "64bit"),
            ("creationtime", &head.time),
        ] {
            metadata.push_str(&field(name, value));
        }
        metadata.push_str("</test-metadata>\n");
        let mut files = vec![("metadata.xml".to_owned(), metadata)];
        let programs = self.tests().filter(|(unit, _)| unit.driver.program);
        for (number, (_, test)) in programs.enumerate() {
            files.push((format!("testcase-{}.xml", number + 1), test_case(test)));
        }
        files
    }

    /// A run of the suite as a JUnit report.
    pub fn junit(&self, run: &[TestVerdict]) -> String {
        let verdict = |name: &str| run.iter().find(|one| one.name == name);
        let bad = |name: &str| verdict(name).is_some_and(|one| one.failure.is_some());
        let all: Vec<_> = self.tests().collect();
        let failures = all.iter().filter(|(_, test)| bad(&test.name)).count();
        let skipped = all.iter().filter(|(_, test)| verdict(&test.name).is_none()).count();
        let suite = escape::xml(&self.files.join(", ")).into_owned();
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{suite}\" tests=\"{}\" \
             failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n",
            all.len()
        );
        for (unit, test) in all {
            out.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{}\"",
                escape::xml(&unit.call),
                escape::xml(&test.name)
            ));
            match verdict(&test.name) {
                None => out.push_str(">\n      <skipped/>\n    </testcase>\n"),
                Some(TestVerdict { failure: Some(reason), .. }) => out.push_str(&format!(
                    ">\n      <failure message=\"{0}\">{0}</failure>\n    </testcase>\n",
                    escape::xml(reason)
                )),
                Some(_) => out.push_str("/>\n"),
            }
        }
        out.push_str("  </testsuite>\n</testsuites>\n");
        out
    }
}

fn test_case(test: &TestRow) -> String {
    let mut out = format!("{TESTCASE}<testcase>\n");
    let asked = test.inputs.iter().filter(|input| input.name.starts_with("nondet_"));
    for input in asked {
        out.push_str(&format!("  <input>{}</input>\n", escape::xml(&input.value)));
    }
    out.push_str("</testcase>\n");
    out
}
