//! Two published crates that make keys of tuples, behind the operations of index keys.
//!
//! Nobody here designed their bytes, so they declare the profile `own`: golden bytes do not apply, laws and refusals do.
//! What they do not have is not declared, and reported as not covered.

use std::collections::BTreeMap;

use proofmark::subject::{Hello, Implementation, PROTOCOL, Reply, Request};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use serde_json::{Value, json};

/// A crate that makes bytes of tuples.
pub(crate) trait Encoder: Send {
    /// Its name.
    const NAME: &'static str;
    /// The types that it can write, of those that it is asked for here.
    const TYPES: &'static str;
    /// Features of indexes that it has.
    const FEATURES: &'static str;

    /// The bytes of some elements, each with whether it is descending.
    fn bytes(elements: &[(Element, bool)]) -> Vec<u8>;
}

/// The format of `MyRocks` and `TiDB`: texts in groups of eight bytes, each followed by how many of them count.
pub(crate) struct Memcomparable;

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
pub(crate) struct Ordcode;

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
pub(crate) enum Element {
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
pub(crate) enum Scalar {
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
pub(crate) struct Keys<E>(pub E);

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
            "index_key.prefix" => leading(input, "components")
                .map(|elements| json!({"prefix": hex(&E::bytes(&elements))})),
            "index_key.bounds" => bounds::<E>(input)
                .map(|(start, end)| json!({"start": hex(&start), "end": hex(&end)})),
            _ => return Reply::Unsupported { reason: None },
        };
        answer.map_or_else(Reply::reject, Reply::Ok)
    }
}

/// A result, or the code of a refusal.
type Answer<T> = Result<T, &'static str>;

fn key<E: Encoder>(input: &Value) -> Answer<Vec<u8>> {
    let index = &input["index"];
    let components = list(index, "components").len();
    if list(input, "components").len() != components {
        return Err("wrong_component_count");
    }
    let mut elements = leading(input, "components")?;
    elements.push((element(index, components, &input["primary_key"])?, false));
    Ok(E::bytes(&elements))
}

/// The index and its leading components.
fn leading(input: &Value, field: &str) -> Answer<Vec<(Element, bool)>> {
    let (index, values) = (&input["index"], list(input, field));
    if values.len() > list(index, "components").len() {
        return Err("wrong_component_count");
    }
    let id = index["id"].as_u64().and_then(|id| u32::try_from(id).ok());
    let id = Element::Id(id.expect("definitions are sound"));
    let kind = Element::Kind(u8::from(index["kind"] == "system"));
    let mut elements = vec![(kind, false), (id, false)];
    for (at, value) in values.iter().enumerate() {
        elements.push((element(index, at, value)?, is_descending(index, at)));
    }
    Ok(elements)
}

/// A value in its place: a component, or behind the last one the primary key.
fn element(index: &Value, at: usize, value: &Value) -> Answer<Element> {
    let component = list(index, "components").get(at);
    let declared = component.map_or(&index["primary_key"], |component| &component["type"]);
    let name = value.as_object().and_then(|value| value.keys().next());
    match (name.map(String::as_str), component) {
        (Some("null"), Some(_)) => Ok(Element::Component(None)),
        (Some("null"), None) => Err("null_primary_key"),
        (name, _) if name != declared.as_str() => Err("type_mismatch"),
        (_, Some(_)) => Ok(Element::Component(Some(scalar(value)?))),
        (_, None) => Ok(Element::PrimaryKey(scalar(value)?)),
    }
}

fn scalar(value: &Value) -> Answer<Scalar> {
    if let Some(truth) = value["bool"].as_bool() {
        return Ok(Scalar::Bool(truth));
    }
    let field = |name: &str| value[name].as_str();
    if let Some(text) = field("int") {
        text.parse()
            .map(Scalar::Int)
            .map_err(|_| "integer_out_of_range")
    } else if let Some(text) = field("uint") {
        text.parse()
            .map(Scalar::Uint)
            .map_err(|_| "integer_out_of_range")
    } else if let Some(text) = field("float") {
        let number = text.parse().ok().filter(|number: &f64| !number.is_nan());
        number.map(Scalar::Float).ok_or("nan_not_allowed")
    } else if let Some(text) = field("string") {
        Ok(Scalar::String(text.to_owned()))
    } else {
        let bytes = field("bytes").and_then(bytes);
        bytes.map(Scalar::Bytes).ok_or("type_mismatch")
    }
}

/// Between the least key of the condition and the first one behind.
fn bounds<E: Encoder>(input: &Value) -> Answer<(Vec<u8>, Vec<u8>)> {
    let (index, range) = (&input["index"], &input["range"]);
    let prefix = leading(input, "prefix")?;
    let at = list(input, "prefix").len();
    let place = |element: Element| {
        let mut elements = prefix.clone();
        elements.push((element, is_descending(index, at)));
        E::bytes(&elements)
    };
    let bound = |end: &str| -> Answer<_> {
        let Some(bound) = range.get(end) else {
            return Ok(None);
        };
        let value = element(index, at, &bound["value"])?;
        Ok(Some((place(value), bound["inclusive"] == true)))
    };
    let (lower, upper) = match range.get("starts_with") {
        Some(beginning) => {
            let (first, beyond) = begun(element(index, at, beginning)?)?;
            let beyond = beyond.map(|element| (place(element), false));
            (Some((place(first), true)), beyond)
        }
        None => (bound("lower")?, bound("upper")?),
    };
    let (first, last) = if is_descending(index, at) {
        (upper, lower)
    } else {
        (lower, upper)
    };
    let whole = E::bytes(&prefix);
    let behind = |bytes| successor(bytes).expect("a kind is not ff");
    let start = match first {
        Some((bytes, true)) => bytes,
        Some((bytes, false)) => behind(bytes),
        None => whole.clone(),
    };
    let end = match last {
        Some((bytes, true)) => behind(bytes),
        Some((bytes, false)) => bytes,
        None => behind(whole),
    };
    Ok((start, end))
}

/// From a beginning to the first that is beyond all that begin so, if there is one.
fn begun(first: Element) -> Answer<(Element, Option<Element>)> {
    let (Element::Component(Some(scalar)) | Element::PrimaryKey(scalar)) = &first else {
        return Err("type_mismatch");
    };
    let beyond = match scalar {
        Scalar::String(text) => successor(text.clone().into_bytes()),
        Scalar::Bytes(bytes) => successor(bytes.clone()),
        _ => return Err("type_mismatch"),
    };
    let beyond = beyond.map(Scalar::Bytes).map(|scalar| match first {
        Element::PrimaryKey(_) => Element::PrimaryKey(scalar),
        _ => Element::Component(Some(scalar)),
    });
    Ok((first, beyond))
}

fn is_descending(index: &Value, at: usize) -> bool {
    index["components"][at]["descending"] == true
}

fn list<'a>(object: &'a Value, field: &str) -> &'a [Value] {
    let list = object[field].as_array();
    list.map(Vec::as_slice).unwrap_or_default()
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
