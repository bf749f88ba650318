//! The protocol: what a request asks of the engine, and how the result is answered.
//! There is nothing to change here. A server calls `answer` with the body of each POST request.
use crate::engine::Engine;
use crate::messages::*;
use serde_json::{json, Value};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The outcomes of a request other than an answer.
#[allow(dead_code)]
pub enum Outcome {
    /// The rules forbid it: why, and the id of the rule if you know it (`concordia show clause` lists them).
    Illegal(String, Option<&'static str>),
    /// It cannot be read, or something is missing: why, and the JSON pointer to where.
    Malformed(String, String),
    /// The engine does not support this yet. Do not declare anything in `hello` that returns this.
    NotYet(&'static str),
    /// The program failed. A panic has the same effect.
    Broken(String),
}

/// The answer to a request, and whether it was the last one.
pub fn answer(engine: &mut Engine, line: &str) -> (Answer, bool) {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return (refusal(-1, Outcome::Broken(error.to_string())), false),
    };
    let id = value["id"].as_i64().unwrap_or(-1);
    if serde_json::from_value::<Operation>(value["op"].clone()).is_err() {
        let skip = format!("unknown operation {}", value["op"]);
        return (Answer::Skipped(Skipped { id, skip }), false);
    }
    let request: Request = match serde_json::from_value(value) {
        Ok(request) => request,
        Err(error) => return (refusal(id, Outcome::Malformed(error.to_string(), String::new())), false),
    };
    let done = matches!(request, Request::Bye(_));
    let before = engine.position.clone();
    match catch_unwind(AssertUnwindSafe(|| perform(engine, request))) {
        Ok(Ok(ok)) => (Answer::Done(Done { id, ok }), done),
        Ok(Err(outcome)) => {
            engine.position = before; // After a refusal, the position is restored.
            (refusal(id, outcome), false)
        }
        Err(_) => {
            engine.position = before;
            (refusal(id, Outcome::Broken("the engine panicked; standard error says where".into())), false)
        }
    }
}

fn refusal(id: i64, outcome: Outcome) -> Answer {
    let reject = match outcome {
        Outcome::NotYet(what) => return Answer::Skipped(Skipped { id, skip: what.into() }),
        Outcome::Broken(error) => return Answer::Broken(Broken { id, error }),
        Outcome::Illegal(message, Some(clause)) => json!({ "clause": clause, "message": message }),
        Outcome::Illegal(message, None) => json!({ "message": message }),
        Outcome::Malformed(message, pointer) => json!({ "malformed": pointer, "message": message }),
    };
    let reject = serde_json::from_value(reject).expect("a rejection");
    Answer::Refused(Refused { id, reject })
}

fn perform(engine: &mut Engine, request: Request) -> Result<Value, Outcome> {
    match request {
        Request::Hello(_) => Ok(json!(engine.hello())),
        Request::Load(load) => engine.load(&load.edition, load.state).map(nothing),
        Request::New(new) => engine.new_game(new).map(nothing),
        Request::Apply(apply) => engine.apply(readable(&apply.turn)?).map(nothing),
        Request::Check(check) => {
            let before = engine.position.clone();
            engine.apply(readable(&check.turn)?)?;
            engine.position = before;
            Ok(json!({}))
        }
        Request::State(_) => Ok(json!(StateAnswer { state: engine.state()? })),
        Request::Score(_) => engine.score().map(|score| json!(score)),
        Request::Legal(legal) => engine.legal(legal.card).map(|turns| json!(LegalAnswer { turns })),
        Request::Perft(perft) => engine.perft(perft.depth).map(|count| json!(PerftAnswer { count })),
        Request::Sync(_) | Request::Bye(_) => Ok(json!({})),
    }
}

/// A turn, unless it is `{"pass": false}`, which types alone do not forbid.
fn readable(turn: &Turn) -> Result<&Turn, Outcome> {
    match turn {
        Turn::Pass(Pass { pass: false, .. }) => Err(Outcome::Malformed("must be true".into(), "/pass".into())),
        _ => Ok(turn),
    }
}

fn nothing(_: ()) -> Value {
    json!({})
}
