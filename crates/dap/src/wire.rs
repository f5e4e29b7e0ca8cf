//! Messages on a stream of bytes: headers, an empty line, and as many bytes as the headers say.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// Larger messages are skipped: no request comes near this.
const LARGEST_MESSAGE: u64 = 16 << 20;

/// Longer header lines are cut.
const LONGEST_HEADER: u64 = 4096;

/// What the stream brought.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// The text of a message.
    Message(Vec<u8>),
    /// Something that is no message, and why.
    Broken(String),
    /// Nothing more comes.
    End,
}

/// Reads up to the end of the next message.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut length = None;
    let mut headers = 0;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(Incoming::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            // Empty lines between messages do no harm.
            if headers == 0 {
                continue;
            }
            break;
        }
        headers += 1;
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else {
        return Ok(Incoming::Broken("a message without Content-Length was skipped".into()));
    };
    if length > LARGEST_MESSAGE {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        return Ok(Incoming::Broken(format!("a message of {length} bytes was skipped: that is too long")));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(Incoming::End);
    }
    Ok(Incoming::Message(body))
}

/// Writes a message, in one piece: on a network a header of its own would wait for its acknowledgement.
pub(crate) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    output.write_all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Incoming> {
        let mut found = Vec::new();
        loop {
            let incoming = read(&mut input).expect("slices are readable");
            if incoming == Incoming::End {
                return found;
            }
            found.push(incoming);
        }
    }

    #[test]
    fn messages_follow_each_other() {
        let found = all(b"Content-Length: 2\r\n\r\n{}\r\ncontent-length:3\nX-Other: y\n\nabc");
        assert_eq!(found, [Incoming::Message(b"{}".to_vec()), Incoming::Message(b"abc".to_vec())]);
    }

    #[test]
    fn what_is_no_message_is_skipped() {
        let found = all(b"GET / HTTP/1.0\r\n\r\nContent-Length: x\r\n\r\nContent-Length: 1\r\n\r\n7");
        assert!(matches!(&found[..], [Incoming::Broken(_), Incoming::Broken(_), Incoming::Message(_)]));
        assert_eq!(all(b"Content-Length: 10\r\n\r\nshort"), []);
        let long = format!("Content-Length: {}\r\n\r\n", u64::MAX);
        assert!(matches!(&all(long.as_bytes())[..], [Incoming::Broken(_)]));
    }
}
