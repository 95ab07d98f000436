//! What a mutant makes of the values that it is given, wherever they stand.

use super::rewrite;
use crate::model::Literal;
use crate::mutant::deviation::{before, instead};
use crate::subject::{Implementation, Reply};

/// The operations that take values.
pub(super) const TAKING: &[&str] = &[
    "index_key.encode",
    "index_key.compare",
    "index_key.prefix",
    "index_key.bounds",
    "index_key.put",
    "index_key.delete",
    "index_key.scan",
];

/// Takes values for others, in every operation.
pub(super) fn taking(with: fn(&Literal) -> Option<Literal>) -> Box<dyn Implementation> {
    taking_in(TAKING, with)
}

/// Takes values for others, in some operations.
pub(super) fn taking_in(
    operations: &'static [&'static str],
    with: fn(&Literal) -> Option<Literal>,
) -> Box<dyn Implementation> {
    before(operations, move |input| rewrite(input, &with))
}

/// Alters texts, in every operation.
pub(super) fn texts(alter: fn(&str) -> String) -> Box<dyn Implementation> {
    before(TAKING, move |input| {
        rewrite(input, &|literal| match literal {
            Literal::String(text) => Some(Literal::String(alter(text))),
            _ => None,
        });
    })
}

/// Refuses values that contain what is refused.
pub(super) fn refusing(
    code: &'static str,
    refuses: fn(&Literal) -> bool,
) -> Box<dyn Implementation> {
    instead(TAKING, move |reference, request| {
        let found = std::cell::Cell::new(false);
        rewrite(request.clone().input_mut(), &|literal| {
            found.set(found.get() || refuses(literal));
            None
        });
        if found.get() {
            Reply::reject(code)
        } else {
            reference.call(request)
        }
    })
}

/// A decimal as someone sees it who keeps the zeros at the end of its fraction: another one, just beyond.
pub(super) fn with_scale(literal: &Literal) -> Option<Literal> {
    let Literal::Decimal(text) = literal else {
        return None;
    };
    let (mantissa, exponent) = text
        .split_once('e')
        .map_or((text.as_str(), String::new()), |(mantissa, exponent)| {
            (mantissa, format!("e{exponent}"))
        });
    let zeros = mantissa.contains('.') && mantissa.ends_with('0');
    let zero = mantissa.bytes().all(|byte| !(b'1'..=b'9').contains(&byte));
    (zeros && !zero).then(|| Literal::Decimal(format!("{mantissa}1{exponent}")))
}

/// Negative zero as someone sees it who tells it from zero: the number just below.
pub(super) fn with_negative_zero(literal: &Literal) -> Option<Literal> {
    match literal {
        Literal::Float(text) if text.starts_with("-0") && text.parse() == Ok(0.0) => {
            Some(Literal::Float("-5e-324".to_owned()))
        }
        _ => None,
    }
}

/// An enum that holds null as someone sees it who takes that for no payload.
pub(super) fn without_null(literal: &Literal) -> Option<Literal> {
    match literal {
        Literal::Enum {
            discriminant,
            payload: Some(payload),
        } if **payload == Literal::Null => Some(Literal::Enum {
            discriminant: *discriminant,
            payload: None,
        }),
        _ => None,
    }
}
