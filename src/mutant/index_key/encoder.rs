//! An encoder in which each decision can be got wrong: of keys, prefixes and bounds alike.

use serde_json::json;

use super::bounds::{Ends, selected};
use super::row;
use crate::model::index_key::{Component, Index, Kind, Row, Value, encode};
use crate::mutant::deviation::instead;
use crate::subject::{Implementation, Reply, index_key as read};

/// How an encoder writes a value, if otherwise than the reference.
type Frame = dyn Fn(&Value) -> Option<Vec<u8>> + Send;

/// An encoder: how it writes values, and its other decisions.
pub(super) struct Encoder {
    frame: Box<Frame>,
    pub(super) habits: Habits,
}

/// The decisions of an encoder, but for how it writes values.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// How it writes a component in its direction.
    pub(super) direct: fn(Vec<u8>, bool) -> Vec<u8>,
    /// What every key of an index begins with.
    pub(super) head: fn(&Index) -> Vec<u8>,
    /// How it writes the primary key.
    pub(super) primary: fn(Vec<u8>, &Index) -> Vec<u8>,
    /// How it joins the components and the primary key.
    pub(super) join: fn(&[Vec<u8>], Vec<u8>) -> Vec<u8>,
    /// The ends of ranges.
    pub(super) ends: Ends,
}

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    direct: |bytes, descending| if descending { inverted(&bytes) } else { bytes },
    head,
    primary: |bytes, _| bytes,
    join: |components, primary_key| {
        let mut bytes = components.concat();
        bytes.extend(primary_key);
        bytes
    },
    ends: super::bounds::RIGHT,
};

/// An encoder that writes some values otherwise.
pub(super) fn writing(
    frame: impl Fn(&Value) -> Option<Vec<u8>> + Send + 'static,
) -> Box<dyn Implementation> {
    let encoder = Encoder {
        frame: Box::new(frame),
        habits: RIGHT,
    };
    encoder.subject()
}

impl Habits {
    /// An encoder of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let encoder = Encoder {
            frame: Box::new(|_| None),
            habits: self,
        };
        encoder.subject()
    }
}

/// The right head of a key.
pub(super) fn head(index: &Index) -> Vec<u8> {
    let kind = match index.kind {
        Kind::User => 1,
        Kind::System => 2,
    };
    let mut head = vec![2, kind];
    head.extend(index.id.to_be_bytes());
    head
}

/// Every bit inverted.
pub(super) fn inverted(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte).collect()
}

/// A tag and what follows it.
pub(super) fn tagged(tag: u8, frame: &[u8]) -> Vec<u8> {
    [&[tag][..], frame].concat()
}

/// The right bytes of a value, ascending.
pub(super) fn right(value: &Value) -> Vec<u8> {
    let index = Index {
        kind: Kind::User,
        id: 0,
        components: vec![Component {
            declared: None,
            descending: false,
        }],
        primary_key: Some("bool"),
        unique: false,
    };
    let row = Row {
        components: vec![value.to_literal()],
        primary_key: crate::model::Literal::Bool(false),
    };
    let key = encode(&index, &row).expect("a value can be encoded");
    key[6..key.len() - 2].to_vec()
}

impl Encoder {
    /// The bytes of an element.
    pub(super) fn element(&self, index: &Index, at: usize, value: &Value) -> Vec<u8> {
        let bytes = (self.frame)(value).unwrap_or_else(|| right(value));
        (self.habits.direct)(bytes, index.is_descending(at))
    }

    /// The bytes of the leading components.
    pub(super) fn tuple(&self, index: &Index, components: &[Value]) -> Vec<Vec<u8>> {
        let components = components.iter().enumerate();
        components
            .map(|(at, value)| self.element(index, at, value))
            .collect()
    }

    fn key(&self, index: &Index, row: &Row<Value>) -> Vec<u8> {
        let mut key = (self.habits.head)(index);
        let primary_key = self.element(index, index.components.len(), &row.primary_key);
        let primary_key = (self.habits.primary)(primary_key, index);
        key.extend((self.habits.join)(
            &self.tuple(index, &row.components),
            primary_key,
        ));
        key
    }

    /// What the keys of a tuple begin with.
    pub(super) fn prefix(&self, index: &Index, components: &[Value]) -> Vec<u8> {
        let mut bytes = (self.habits.head)(index);
        bytes.extend((self.habits.join)(
            &self.tuple(index, components),
            Vec::new(),
        ));
        bytes
    }

    /// The reference with this encoder. What the reference refuses, this refuses too.
    fn subject(self) -> Box<dyn Implementation> {
        let operations = &["index_key.encode", "index_key.prefix", "index_key.bounds"];
        instead(operations, move |reference, request| {
            let reply = reference.call(request);
            let (Reply::Ok(_), Ok(index)) = (&reply, read::index(&request.input["index"])) else {
                return reply;
            };
            let input = &request.input;
            let answer = match request.operation.as_str() {
                "index_key.encode" => {
                    row(&index, input).map(|row| json!({"key": read::hex(&self.key(&index, &row))}))
                }
                "index_key.prefix" => values(&input["components"])
                    .map(|tuple| json!({"prefix": read::hex(&self.prefix(&index, &tuple))})),
                _ => selected(&self, &index, input).map(
                    |(start, end)| json!({"start": read::hex(&start), "end": read::hex(&end)}),
                ),
            };
            answer.map_or(reply, Reply::Ok)
        })
    }
}

/// The values of a list.
pub(super) fn values(list: &serde_json::Value) -> Option<Vec<Value>> {
    let literals = read::literals(list.as_array()?).ok()?;
    literals
        .iter()
        .map(|literal| Value::from_literal(literal).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_encoder_without_a_mistake_is_the_reference() {
        crate::mutant::deviation::assert_right(super::RIGHT.subject());
    }
}
