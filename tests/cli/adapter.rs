//! `proofmark adapter`

use crate::support::{proofmark, said};

#[test]
fn a_test_needs_a_command_and_a_skeleton_a_known_language() {
    said(proofmark().args(["adapter", "test"])).exits(2);
    let said = said(proofmark().args(["adapter", "new", "cobol", "folder"])).exits(2);
    assert!(
        said.err.contains("python, node, rust, go, java, c"),
        "{}",
        said.err
    );
}
