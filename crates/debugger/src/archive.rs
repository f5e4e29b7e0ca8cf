//! Session files: SQLite databases.
//!
//! Invariants
//! - A file is written in one transaction: whoever kills the process finds the last session that was saved.
//! - A file is believed only if its mark, its version and its fingerprint are right.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, Row, params};

use super::Debugger;
use super::keep::{Fingerprint, Kept, KeptNode, KeptRun, KeptState, Mark};

/// Marks the file as one of ours: "SXTS".
const APPLICATION: i32 = 0x5358_5453;

/// The version of the tables below.
const VERSION: i32 = 1;

const TABLES: &str = "
    DROP TABLE IF EXISTS session; DROP TABLE IF EXISTS run; DROP TABLE IF EXISTS node;
    DROP TABLE IF EXISTS state; DROP TABLE IF EXISTS breakpoint;
    CREATE TABLE session (key TEXT PRIMARY KEY, value TEXT) STRICT;
    CREATE TABLE run (id INTEGER PRIMARY KEY, call TEXT NOT NULL, data TEXT, line TEXT NOT NULL,
        here TEXT NOT NULL) STRICT;
    CREATE TABLE node (run INTEGER NOT NULL, id INTEGER NOT NULL, origin TEXT NOT NULL, departure TEXT,
        furthest TEXT NOT NULL, answers TEXT NOT NULL, proofs TEXT NOT NULL, PRIMARY KEY (run, id)) STRICT;
    CREATE TABLE state (id INTEGER PRIMARY KEY, name TEXT, run INTEGER NOT NULL, mark TEXT NOT NULL) STRICT;
    CREATE TABLE breakpoint (number INTEGER PRIMARY KEY, command TEXT NOT NULL) STRICT;";

/// The file in which a session is kept.
pub(super) struct Archive {
    path: PathBuf,
    /// The fingerprint of what was saved last.
    saved: String,
}

/// Why a file cannot be used.
enum Fault {
    /// SQLite says so.
    Database(rusqlite::Error),
    /// Its contents say so.
    Contents(String),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault::Database(error)
    }
}

impl Fault {
    fn damaged() -> Self {
        Fault::Contents("the file is damaged".into())
    }

    fn words(self, path: &Path) -> String {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let path = path.display();
        match self {
            Fault::Contents(message) => format!("{path}: {message}"),
            Fault::Database(error) => match error.sqlite_error_code() {
                Some(NotADatabase) => format!("{path}: this is not a session file, or it is damaged"),
                Some(DatabaseCorrupt) => format!("{path}: the file is damaged"),
                Some(_) => format!("{path}: {error}"),
                // A table or a column that is not what it should be.
                None => format!("{path}: the file is damaged ({error})"),
            },
        }
    }
}

impl Debugger {
    /// Saves the session to a file.
    pub(super) fn save_session(&self, path: &Path) -> Result<(), String> {
        write(path, &self.kept()).map_err(|fault| fault.words(path))
    }

    /// Goes on with the session of a file.
    pub(super) fn open_session(&mut self, path: &Path) -> Result<(), String> {
        let kept = read(path).map_err(|fault| fault.words(path))?;
        self.take_up(&kept).map_err(|message| format!("{}: {message}", path.display()))
    }

    /// Goes on with the session of a file if there is one, and from now on saves after every line of commands.
    pub fn keep_in(&mut self, path: PathBuf) -> Result<bool, String> {
        let exists = path.exists();
        if exists {
            self.open_session(&path)?;
        } else {
            self.save_session(&path)?;
        }
        self.archive = Some(Archive { path, saved: fingerprint(&self.kept()) });
        Ok(exists)
    }

    /// Saves what has changed since the last time, if the session is kept in a file.
    pub fn save_changes(&mut self) -> Result<(), String> {
        let Some(archive) = &self.archive else { return Ok(()) };
        let kept = self.kept();
        let now = fingerprint(&kept);
        if now == archive.saved {
            return Ok(());
        }
        write(&archive.path, &kept).map_err(|fault| fault.words(&archive.path))?;
        if let Some(archive) = &mut self.archive {
            archive.saved = now;
        }
        Ok(())
    }
}

fn write(path: &Path, kept: &Kept) -> Result<(), Fault> {
    let mut connection = Connection::open(path)?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if application != APPLICATION && tables > 0 {
        return Err(Fault::Contents("this is a database of something else; nothing is written".into()));
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let transaction = connection.transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.execute_batch(TABLES)?;
    write_rows(&transaction, kept)?;
    transaction.commit()?;
    Ok(())
}

fn write_rows(connection: &Connection, kept: &Kept) -> Result<(), Fault> {
    let values = [
        ("program", Some(kept.program.clone())),
        ("options", Some(kept.options.clone())),
        ("current", kept.current.map(|current| current.to_string())),
        ("trace", Some(kept.trace.clone())),
        ("data", kept.data.clone()),
        ("fingerprint", Some(fingerprint(kept))),
    ];
    for (key, value) in values {
        connection.execute("INSERT INTO session VALUES (?1, ?2)", params![key, value])?;
    }
    for (id, run) in kept.runs.iter().enumerate() {
        let line: Vec<String> = run.line.iter().map(usize::to_string).collect();
        connection.execute(
            "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id as i64, run.call, run.data, line.join(" "), mark_text(&run.here)],
        )?;
        let mut insert = connection.prepare("INSERT INTO node VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for (number, node) in run.nodes.iter().enumerate() {
            insert.execute(params![
                id as i64,
                number as i64,
                node.origin,
                node.departure.as_ref().map(mark_text),
                mark_text(&node.furthest),
                node.answers,
                node.proofs
            ])?;
        }
    }
    for (id, state) in kept.states.iter().enumerate() {
        connection.execute(
            "INSERT INTO state VALUES (?1, ?2, ?3, ?4)",
            params![id as i64, state.name, state.run as i64, mark_text(&state.mark)],
        )?;
    }
    for (number, command) in &kept.breakpoints {
        connection.execute("INSERT INTO breakpoint VALUES (?1, ?2)", params![*number as i64, command])?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Kept, Fault> {
    if !path.exists() {
        return Err(Fault::Contents("there is no such file".into()));
    }
    // Not created here; a log left by a killed process is taken in, which needs writing.
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
    if number("PRAGMA application_id")? != APPLICATION {
        return Err(Fault::Contents("this is not a session file".into()));
    }
    let version = number("PRAGMA user_version")?;
    if version != VERSION {
        let message = format!("the file has format {version}; this sextant reads format {VERSION}");
        return Err(Fault::Contents(message));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Fault::damaged());
    }
    let kept = read_rows(&connection)?;
    match session_value(&connection, "fingerprint")? {
        Some(found) if found == fingerprint(&kept) => Ok(kept),
        _ => Err(Fault::damaged()),
    }
}

fn read_rows(connection: &Connection) -> Result<Kept, Fault> {
    let value = |key: &str| session_value(connection, key);
    let needed = |key: &str| value(key)?.ok_or_else(Fault::damaged);
    let current = match value("current")? {
        Some(text) => Some(text.parse().map_err(|_| Fault::damaged())?),
        None => None,
    };
    let mut runs = Vec::new();
    for row in all(connection, "SELECT call, data, line, here FROM run ORDER BY id", |row| {
        Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
    })? {
        let (call, data, line, here) = row;
        let line = line.split_whitespace().map(|node| node.parse().map_err(|_| Fault::damaged()));
        let line = line.collect::<Result<_, _>>()?;
        let nodes = read_nodes(connection, runs.len())?;
        runs.push(KeptRun { call, data, nodes, line, here: read_mark(&here)? });
    }
    let mut states = Vec::new();
    for (name, run, mark) in all(connection, "SELECT name, run, mark FROM state ORDER BY id", |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
    })? {
        let run = usize::try_from(run).map_err(|_| Fault::damaged())?;
        states.push(KeptState { name, run, mark: read_mark(&mark)? });
    }
    let mut breakpoints = Vec::new();
    for (number, command) in
        all(connection, "SELECT number, command FROM breakpoint ORDER BY number", |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1)?))
        })?
    {
        breakpoints.push((usize::try_from(number).map_err(|_| Fault::damaged())?, command));
    }
    Ok(Kept {
        program: needed("program")?,
        options: needed("options")?,
        runs,
        current,
        states,
        breakpoints,
        trace: needed("trace")?,
        data: value("data")?,
    })
}

fn read_nodes(connection: &Connection, run: usize) -> Result<Vec<KeptNode>, Fault> {
    let sql = format!(
        "SELECT origin, departure, furthest, answers, proofs FROM node WHERE run = {run} ORDER BY id"
    );
    let rows = all(connection, &sql, |row| {
        let departure: Option<String> = row.get(1)?;
        Ok((row.get(0)?, departure, row.get::<_, String>(2)?, row.get(3)?, row.get(4)?))
    })?;
    let node = |(origin, departure, furthest, answers, proofs): (_, Option<String>, String, _, _)| {
        let departure = departure.as_deref().map(read_mark).transpose()?;
        Ok(KeptNode { origin, departure, furthest: read_mark(&furthest)?, answers, proofs })
    };
    rows.into_iter().map(node).collect()
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn session_value(connection: &Connection, key: &str) -> Result<Option<String>, Fault> {
    let sql = "SELECT value FROM session WHERE key = ?1";
    Ok(connection.query_row(sql, [key], |row| row.get(0))?)
}

fn mark_text(mark: &Mark) -> String {
    let Mark { node, statements, decisions, halt, place } = mark;
    format!("{node} {statements} {decisions} {halt} {place}")
}

fn read_mark(text: &str) -> Result<Mark, Fault> {
    let words: Vec<&str> = text.splitn(5, ' ').collect();
    let [node, statements, decisions, halt, place] = words[..] else { return Err(Fault::damaged()) };
    Ok(Mark {
        node: node.parse().map_err(|_| Fault::damaged())?,
        statements: statements.parse().map_err(|_| Fault::damaged())?,
        decisions: decisions.parse().map_err(|_| Fault::damaged())?,
        halt: halt.to_owned(),
        place: place.to_owned(),
    })
}

/// Over everything that is kept: tables that were tampered with do not pass.
fn fingerprint(kept: &Kept) -> String {
    let mut hash = Fingerprint::default();
    hash.add(format!("{kept:?}").as_bytes());
    hash.text()
}
