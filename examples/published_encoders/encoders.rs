//! Two published crates that make keys of tuples, behind the operations of index keys.
//!
//! Nobody here designed their bytes, so they declare the profile `own`: no golden vectors apply, only laws. What they
//! do not have is not declared, and reported as not covered.

use std::collections::BTreeMap;

use proofmark::subject::{Hello, Implementation, PROTOCOL, Reply, Request};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use serde_json::{Value, json};

/// A crate that makes bytes of tuples.
pub trait Encoder: Send {
    /// Its name.
    const NAME: &'static str;
    /// The types that it can write, of those that it is asked for here.
    const TYPES: &'static str;
    /// Features of indexes that it has.
    const FEATURES: &'static str;

    /// The bytes of some elements, each with whether it is descending.
    fn bytes(elements: &[(Element, bool)]) -> Vec<u8>;
}

/// The format of MyRocks and TiDB: texts in groups of eight bytes, each followed by how many of them count.
pub struct Memcomparable;

impl Encoder for Memcomparable {
    const NAME: &'static str = "memcomparable";
    const TYPES: &'static str = "null,bool,int,uint,float,string,bytes";
    const FEATURES: &'static str = "descending";

    fn bytes(elements: &[(Element, bool)]) -> Vec<u8> {
        let mut serializer = memcomparable::Serializer::new(Vec::new());
        for (element, descending) in elements {
            serializer.set_reverse(*descending);
            let written = element.serialize(&mut serializer);
            written.expect("elements are of types that it can write");
        }
        serializer.into_inner()
    }
}

/// Texts as they are, one after the other; their lengths come behind the whole tuple.
pub struct Ordcode;

impl Encoder for Ordcode {
    const NAME: &'static str = "ordcode";
    const TYPES: &'static str = "null,bool,int,uint,float,string,bytes";
    // It inverts whole keys, not components.
    const FEATURES: &'static str = "";

    fn bytes(elements: &[(Element, bool)]) -> Vec<u8> {
        let tuple = Tuple(elements);
        ordcode::ser_to_vec_ordered(&tuple, ordcode::Order::Ascending)
            .expect("elements are of types that it can write")
    }
}

/// One element of a key.
#[derive(Clone)]
pub enum Element {
    /// The kind of the index.
    Kind(u8),
    /// The id of the index.
    Id(u32),
    /// A component, which may be null.
    Component(Option<Scalar>),
    /// The primary key.
    PrimaryKey(Scalar),
}

/// A value of one of the types that both crates have.
#[derive(Clone)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    String(String),
    Bytes(Vec<u8>),
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Kind(kind) => serializer.serialize_u8(*kind),
            Self::Id(id) => serializer.serialize_u32(*id),
            Self::Component(component) => component.serialize(serializer),
            Self::PrimaryKey(scalar) => scalar.serialize(serializer),
        }
    }
}

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Uint(number) => serializer.serialize_u64(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::String(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}

struct Tuple<'a>(&'a [(Element, bool)]);

impl Serialize for Tuple<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        for (element, _) in self.0 {
            tuple.serialize_element(element)?;
        }
        tuple.end()
    }
}

/// An encoder, as the suite asks it.
pub struct Keys<E>(pub E);

impl<E: Encoder> Implementation for Keys<E> {
    fn hello(&self) -> Hello {
        let options = [
            ("index_key.profile", "own"),
            ("index_key.types", E::TYPES),
            ("index_key.features", E::FEATURES),
        ];
        let operations = ["encode", "prefix", "bounds"];
        Hello {
            protocol: PROTOCOL,
            name: E::NAME.to_owned(),
            operations: Some(operations.map(|name| format!("index_key.{name}")).to_vec()),
            options: BTreeMap::from(
                options.map(|(name, value)| (name.to_owned(), value.to_owned())),
            ),
            ..Hello::default()
        }
    }

    fn call(&mut self, request: &Request) -> Reply {
        let input = &request.input;
        let answer = match request.operation.as_str() {
            "index_key.encode" => key::<E>(input).map(|key| json!({"key": hex(&key)})),
            "index_key.prefix" => leading::<E>(input, "components")
                .map(|elements| json!({"prefix": hex(&E::bytes(&elements))})),
            "index_key.bounds" => bounds::<E>(input)
                .map(|(start, end)| json!({"start": hex(&start), "end": hex(&end)})),
            _ => return Reply::Unsupported { reason: None },
        };
        answer.map_or_else(|| Reply::reject("type_mismatch"), Reply::Ok)
    }
}

fn key<E: Encoder>(input: &Value) -> Option<Vec<u8>> {
    let mut elements = leading::<E>(input, "components")?;
    elements.push((Element::PrimaryKey(scalar(&input["primary_key"])?), false));
    Some(E::bytes(&elements))
}

/// The index and its leading components.
fn leading<E: Encoder>(input: &Value, field: &str) -> Option<Vec<(Element, bool)>> {
    let index = &input["index"];
    let id = u32::try_from(index["id"].as_u64()?).ok()?;
    let kind = u8::from(index["kind"] == "system");
    let mut elements = vec![(Element::Kind(kind), false), (Element::Id(id), false)];
    for (at, value) in input[field].as_array()?.iter().enumerate() {
        elements.push((element(index, at, value)?, is_descending(index, at)));
    }
    Some(elements)
}

/// A value in its place: a component, or behind the last one the primary key.
fn element(index: &Value, at: usize, value: &Value) -> Option<Element> {
    if at == index["components"].as_array()?.len() {
        return scalar(value).map(Element::PrimaryKey);
    }
    if value.get("null").is_some() {
        return Some(Element::Component(None));
    }
    scalar(value).map(|scalar| Element::Component(Some(scalar)))
}

fn is_descending(index: &Value, at: usize) -> bool {
    index["components"][at]["descending"] == true
}

fn scalar(value: &Value) -> Option<Scalar> {
    let (name, content) = value.as_object()?.iter().next()?;
    if name == "bool" {
        return content.as_bool().map(Scalar::Bool);
    }
    let text = content.as_str()?;
    match name.as_str() {
        "int" => text.parse().ok().map(Scalar::Int),
        "uint" => text.parse().ok().map(Scalar::Uint),
        "float" => text
            .parse()
            .ok()
            .filter(|float: &f64| !float.is_nan())
            .map(Scalar::Float),
        "string" => Some(Scalar::String(text.to_owned())),
        "bytes" => bytes(text).map(Scalar::Bytes),
        _ => None,
    }
}

/// Between the least key of the condition and the first one behind.
fn bounds<E: Encoder>(input: &Value) -> Option<(Vec<u8>, Vec<u8>)> {
    let (index, range) = (&input["index"], &input["range"]);
    let prefix = leading::<E>(input, "prefix")?;
    let at = prefix.len() - 2;
    let place = |element: Element| {
        let mut elements = prefix.clone();
        elements.push((element, is_descending(index, at)));
        E::bytes(&elements)
    };
    let bound = |end: &str| {
        let bound = range.get(end)?;
        let value = element(index, at, &bound["value"])?;
        Some((place(value), bound["inclusive"] == true))
    };
    let (lower, upper) = match range.get("starts_with") {
        // From the beginning itself to the first text that is beyond all that begin so.
        Some(beginning) => {
            let beyond = match scalar(beginning)? {
                Scalar::String(text) => successor(text.into_bytes()),
                Scalar::Bytes(bytes) => successor(bytes),
                _ => return None,
            };
            let first = element(index, at, beginning)?;
            let beyond = beyond.map(|bytes| match first {
                Element::PrimaryKey(_) => Element::PrimaryKey(Scalar::Bytes(bytes)),
                _ => Element::Component(Some(Scalar::Bytes(bytes))),
            });
            (
                Some((place(first), true)),
                beyond.map(|element| (place(element), false)),
            )
        }
        None => (bound("lower"), bound("upper")),
    };
    let (first, last) = if is_descending(index, at) {
        (upper, lower)
    } else {
        (lower, upper)
    };
    let whole = E::bytes(&prefix);
    let start = match first {
        Some((bytes, true)) => bytes,
        Some((bytes, false)) => successor(bytes)?,
        None => whole.clone(),
    };
    let end = match last {
        Some((bytes, true)) => successor(bytes)?,
        Some((bytes, false)) => bytes,
        None => successor(whole)?,
    };
    Some((start, end))
}

/// The least that is greater than all that begin with these bytes; none if they are all `ff`.
fn successor(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    while bytes.last() == Some(&0xff) {
        bytes.pop();
    }
    *bytes.last_mut()? += 1;
    Some(bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = (0..hex.len()).step_by(2).map(|at| hex.get(at..at + 2));
    let byte = |pair: Option<&str>| u8::from_str_radix(pair?, 16).ok();
    pairs.map(byte).collect()
}
