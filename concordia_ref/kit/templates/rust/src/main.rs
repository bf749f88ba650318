//! Reads one request per line from standard input and writes one answer per line to standard output.
//! Standard output belongs to the protocol: log with `eprintln!`, never with `println!`.
mod engine;
mod messages;
mod protocol;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut engine = engine::Engine::default();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let (answer, done) = protocol::answer(&mut engine, &line?);
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
        if done {
            break;
        }
    }
    Ok(())
}
