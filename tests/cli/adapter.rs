//! `proofmark adapter`

use crate::support::{node_is_missing, proofmark, python_is_missing, root, said};

#[test]
fn the_served_reference_is_a_sound_adapter() {
    is_sound(&[env!("CARGO_BIN_EXE_proofmark"), "serve"]);
}

#[test]
fn the_python_adapter_is_sound() {
    let adapter = root().join("adapters/python/adapter.py");
    match python_is_missing() {
        None => is_sound(&["python3", &adapter.display().to_string()]),
        Some(reason) => eprintln!("not tested: {reason}"),
    }
}

#[test]
fn the_node_adapter_is_sound() {
    let adapter = root().join("adapters/node/adapter.js");
    match node_is_missing() {
        None => is_sound(&["node", &adapter.display().to_string()]),
        Some(reason) => eprintln!("not tested: {reason}"),
    }
}

/// Every check can be tried on them, and succeeds.
fn is_sound(command: &[&str]) {
    let said = said(proofmark().args(["adapter", "test", "--"]).args(command)).exits(0);
    assert!(said.out.contains(": 16 sound, 0 unsound\n"), "{}", said.out);
    assert_eq!(said.out.matches("\nok ").count() + 1, 16, "{}", said.out);
}

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
