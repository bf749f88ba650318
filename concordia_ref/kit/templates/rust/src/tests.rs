use crate::engine::Engine;
use crate::protocol::answer;
use serde_json::{json, Value};

const STATE: &str = r#"{{STATE}}"#;

fn ask(engine: &mut Engine, request: Value) -> Value {
    json!(answer(engine, &request.to_string()).0)
}

fn loaded() -> (Engine, Value) {
    let mut engine = Engine::default();
    let state: Value = serde_json::from_str(STATE).unwrap();
    let given = ask(&mut engine, json!({"id": 1, "op": "load", "edition": "canonical", "state": state}));
    assert_eq!(given, json!({"id": 1, "ok": {}}));
    (engine, state)
}

#[test]
fn it_says_hello_and_declares_what_it_can_do() {
    let hello = json!({"id": 7, "op": "hello", "protocol": 1, "specification": "{{VERSION}}"});
    let given = ask(&mut Engine::default(), hello);
    assert_eq!(given["id"], 7);
    assert_eq!(given["ok"]["protocol"], 1);
    assert!(given["ok"]["operations"].as_array().unwrap().contains(&json!("load")));
}

#[test]
fn it_gives_back_the_position_that_it_was_given() {
    let (mut engine, state) = loaded();
    assert_eq!(ask(&mut engine, json!({"id": 2, "op": "state"}))["ok"]["state"], state);
}

#[test]
fn it_skips_an_operation_that_it_does_not_know() {
    let given = ask(&mut Engine::default(), json!({"id": 7, "op": "dance"}));
    assert!(given["skip"].as_str().unwrap().contains("dance"));
}

#[test]
fn it_refuses_a_turn_that_cannot_be_read() {
    let (mut engine, _) = loaded();
    for turn in [
        json!({"card": "juggler"}),
        json!({"card": "mercator", "sell": {"wine": -1}}),
        json!({"choice": "produce"}),
    ] {
        let given = ask(&mut engine, json!({"id": 7, "op": "apply", "turn": turn}));
        assert!(given["reject"]["malformed"].is_string(), "{given}");
    }
}

#[test]
fn a_line_that_is_not_json_is_an_error() {
    assert!(answer(&mut Engine::default(), "{").0 != answer(&mut Engine::default(), "{}").0);
    assert!(json!(answer(&mut Engine::default(), "{").0)["error"].is_string());
}
