//! What is wrong with an adapter, what its author most likely did, and how to mend it.

use serde_json::Value;

use crate::subject::Reply;
use crate::subject::process::Trouble;

/// One mistake of an adapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// What was seen. It may quote the adapter.
    pub saw: String,
    /// What the author most likely did.
    pub cause: &'static str,
    /// How to mend it.
    pub remedy: &'static str,
}

impl Complaint {
    /// A complaint in three sentences.
    pub(super) fn new(saw: impl Into<String>, cause: &'static str, remedy: &'static str) -> Self {
        Self {
            saw: saw.into(),
            cause,
            remedy,
        }
    }

    /// There is no line, for this reason. `waiting` says for what; `words` are the last of the adapter.
    pub(super) fn silence(trouble: &Trouble, waiting: &str, begun: usize, words: &str) -> Self {
        match trouble {
            Trouble::Stopped(fault) => Self::new(
                fault.message.clone(),
                "nothing: the examination itself was stopped",
                "start it again",
            ),
            Trouble::Silent if begun > 0 => Self::new(
                format!("{waiting}: {begun} bytes came, but not the end of the line{words}"),
                "a reply is printed without a line feed at its end, or only a part of it is written",
                "end every reply with exactly one \\n, and write until all of it is written",
            ),
            Trouble::Silent => Self::new(
                format!("{waiting}: no reply came in time{words}"),
                "the loop prints nothing in this case, waits for more input than a line, or hangs in the implementation",
                "answer every line, also where there is nothing to say; read by lines and not by blocks; see where it hangs with --reply-limit raised",
            ),
            Trouble::TooLong => Self::new(
                format!("{waiting}: a line is longer than 16 MiB"),
                "a reply repeats its input or grows without end, or lines are not ended",
                "answer with the fields that the page lists and nothing else, and end every line",
            ),
            Trouble::Ended if waiting == "hello" => Self::new(
                format!("{waiting}: the adapter ended{words}"),
                "the program fails when it starts: a file, a library, an argument or a right is missing",
                "start the command by hand, and type {\"id\":0,\"op\":\"hello\",\"input\":{\"protocol\":1}}",
            ),
            Trouble::Ended if words.starts_with(" (exit status: 0)") => Self::new(
                format!("{waiting}: the adapter ended{words}"),
                "its loop stops after a request, because it breaks out of it, returns, or calls exit",
                "loop until standard input ends, and only then leave",
            ),
            Trouble::Ended => Self::new(
                format!("{waiting}: the adapter ended{words}"),
                "an exception, a panic or a signal that nobody catches ends the whole process",
                "catch everything around the call of the implementation, answer {\"id\":…,\"error\":{\"message\":…}}, and go on (AP-004)",
            ),
            Trouble::Mute => Self::new(
                format!("{waiting}: the adapter closed its standard output, and lives on{words}"),
                "standard output is closed or redirected while the loop still runs",
                "keep standard output open for replies until the end of the input",
            ),
            Trouble::Deaf => Self::new(
                format!("{waiting}: the adapter closed its standard input, and lives on{words}"),
                "standard input is closed, or its reader has ended, while the process still runs",
                "read standard input to its end, and then exit",
            ),
        }
    }

    /// The answer came, but not in time.
    pub(super) fn late(waiting: &str) -> Self {
        Self::new(
            format!("{waiting}: the reply came, but too late"),
            "this takes longer than the limit: a sleep, a network, a slow start of something at the first call",
            "do what is slow before hello is answered, or give the adapter more time with --reply-limit",
        )
    }

    /// The answer came, but only when the input had ended.
    pub(super) fn unflushed(waiting: &str) -> Self {
        Self::new(
            format!("{waiting}: the reply came only when the input had ended"),
            "replies stay in a buffer, because nothing flushes standard output after each line; or the loop reads all input before it answers",
            "flush after every reply: print(…, flush=True), fflush(stdout), writer.Flush(), out.flush(); and answer each line when it is read",
        )
    }

    /// A line that is no reply. `fault` says why.
    pub(super) fn line(line: &[u8], fault: &str, waiting: &str) -> Self {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start();
        let saw = format!("{waiting}: {fault}");
        let (cause, remedy) = if text.is_empty() {
            (
                "a line feed too many: a print that adds one, for a text that already has one",
                "end every reply with exactly one \\n",
            )
        } else if line.starts_with(b"\xef\xbb\xbf") {
            (
                "the writer begins with a byte order mark, as some encodings named UTF-8 do",
                "write UTF-8 without a byte order mark",
            )
        } else if std::str::from_utf8(line).is_err() {
            (
                "replies are written in the platform's encoding, or bytes are put into a text as they are",
                "write standard output as UTF-8, whatever the locale; or escape everything beyond ASCII as \\uXXXX",
            )
        } else if line.contains(&0) {
            (
                "the NUL that ends a text in C is written too, or replies are written as UTF-16",
                "write as many bytes as the text has, without its end, in UTF-8",
            )
        } else if fault.contains("levels deep") {
            (
                "the reply repeats its input, or wraps a value again and again",
                "answer with the fields that the page lists and nothing else",
            )
        } else if fault.contains("no id that is a number") {
            return Self::id(line, saw);
        } else if text.starts_with('{') && text.contains("{'") || text.starts_with("{'") {
            (
                "an object of the language is printed as it is, and not as JSON",
                "write replies with a JSON library: json.dumps(reply), JSON.stringify(reply)",
            )
        } else if text.starts_with('[') || text.starts_with('"') {
            (
                "replies are collected into a list, or turned into JSON twice",
                "write one JSON object a line for each request",
            )
        } else if text.starts_with('{') {
            (
                "JSON is put together by hand, without escaping texts, or with NaN, Infinity or a number that JSON cannot hold",
                "write replies with a JSON library, one object a line without line feeds in it, and numbers of values as text",
            )
        } else {
            (
                "something prints to standard output beside the replies: a debugging print, a banner, a logger, a library",
                "print to standard error, which is free (AP-008), and keep standard output for replies",
            )
        };
        Self::new(saw, cause, remedy)
    }

    /// A reply whose id is none.
    fn id(line: &[u8], saw: String) -> Self {
        let reply: Value = serde_json::from_slice(line).unwrap_or_default();
        let (cause, remedy) = match &reply["id"] {
            Value::String(_) => (
                "the id is read or written as a text",
                "give the id back as it came: a JSON number, and not a text",
            ),
            Value::Number(_) => (
                "the language's numbers are floating point, and the id is written with a fraction or an exponent",
                "read and write the id as an integer of 64 bits, or as a number that is written without fraction and exponent",
            ),
            _ => (
                "the adapter could not read a request that is right, or forgets to copy its id",
                "copy the request's id into the reply; see on standard error why the request was not understood",
            ),
        };
        Self::new(saw, cause, remedy)
    }

    /// A reply to a request that nobody made, or that has been answered.
    pub(super) fn unknown_id(id: u64, known: bool, waiting: &str) -> Self {
        if known {
            Self::new(
                format!("{waiting}: the request with the id {id} was answered twice"),
                "both the handler and the loop write the reply, or an error is answered after a reply has been written",
                "write exactly one reply for each request, in one place",
            )
        } else {
            Self::new(
                format!("{waiting}: a reply has the id {id}, which no request has"),
                "the adapter counts its replies itself, remembers an earlier id, or holds ids in 32 bits or floating point",
                "give the request's own id back, as an integer of 64 bits",
            )
        }
    }

    /// A reply with a known id, but without an outcome as AP-003 wants it.
    pub(super) fn outcome(fault: &str, waiting: &str) -> Self {
        Self::new(
            format!("{waiting}: {fault}"),
            "the result stands beside the id, or in another field, instead of within exactly one of ok, reject, unsupported and error",
            "answer {\"id\":…,\"ok\":{…}} with the fields of the operation's page within ok, also where there are none",
        )
    }

    /// A reply of the wrong kind.
    pub(super) fn kind(
        reply: &Reply,
        waiting: &str,
        cause: &'static str,
        remedy: &'static str,
    ) -> Self {
        Self::new(
            format!("{waiting}: it answered {}", reply.to_value()),
            cause,
            remedy,
        )
    }
}
