//! Your engine. Fill in one operation and one card at a time, and declare each when it works.
#![allow(unused_variables, dead_code)]
use crate::messages::*;
use crate::protocol::Outcome::{self, *};

#[derive(Default)]
pub struct Engine {
    /// The current position. If your engine has types of its own, build them in `load` and write them in `state`.
    pub position: Option<State>,
}

impl Engine {
    /// Who you are and what you can do. Only what is declared is asked for.
    pub fn hello(&self) -> Hello {
        Hello {
            protocol: 1,
            name: "my-engine".into(),
            version: Some("0.1".into()),
            language: Some("Rust".into()),
            operations: vec![Operation::Load, Operation::State],
            cards: vec![],
            maps: vec![MapName::Imperium, MapName::Italia],
            players: vec![2, 3, 4, 5],
            editions: vec!["canonical".into()],
            interim: Some(false),
            ..Default::default()
        }
    }

    /// Starts from a position.
    pub fn load(&mut self, edition: &str, state: State) -> Result<(), Outcome> {
        self.position = Some(state);
        Ok(())
    }

    /// Sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are given.
    pub fn new_game(&mut self, request: NewRequest) -> Result<(), Outcome> {
        Err(NotYet("new: setting up a game"))
    }

    /// The whole current position.
    pub fn state(&self) -> Result<State, Outcome> {
        self.position.clone().ok_or_else(|| Broken("there is no position yet; load comes first".into()))
    }

    /// The points of all players as if the game ended now. It is also asked for in the middle of games.
    pub fn score(&self) -> Result<ScoreAnswer, Outcome> {
        Err(NotYet("score"))
    }

    /// Plays a turn; any changes made before an `Err` are undone.
    pub fn apply(&mut self, turn: &Turn) -> Result<(), Outcome> {
        let turn = match turn {
            Turn::Pass(_) => return Err(Illegal("passing is not allowed".into(), None)),
            Turn::Play(play) => play,
        };
        let state = match &mut self.position {
            Some(state) => state,
            None => return Err(Broken("there is no position yet; load comes first".into())),
        };
        match kind_of(turn.card) {
            Kind::Tribune => tribune(state, turn),
            Kind::Architect => architect(state, turn),
            Kind::Prefect => prefect(state, turn),
            Kind::Mercator => mercator(state, turn),
            Kind::Colonist => colonist(state, turn),
            Kind::Diplomat => diplomat(state, turn),
            Kind::Senator => senator(state, turn),
            Kind::Consul => consul(state, turn),
            Kind::Mason | Kind::Farmer | Kind::Smith | Kind::Vintner | Kind::Weaver => specialist(state, turn),
        }
    }

    /// All legal turns, or only those with the given card.
    pub fn legal(&self, card: Option<Card>) -> Result<Vec<Turn>, Outcome> {
        Err(NotYet("legal"))
    }

    /// The number of sequences of `depth` legal turns.
    pub fn perft(&self, depth: u32) -> Result<i64, Outcome> {
        Err(NotYet("perft"))
    }
}

fn tribune(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Tribune"))
}

fn architect(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Architect"))
}

fn prefect(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Prefect"))
}

fn mercator(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Mercator"))
}

fn colonist(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Colonist"))
}

fn diplomat(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Diplomat"))
}

fn senator(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Senator"))
}

fn consul(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the Consul"))
}

fn specialist(state: &mut State, turn: &Play) -> Result<(), Outcome> {
    Err(NotYet("the specialists"))
}
