//! A decoder that mends what it should refuse.

use serde_json::json;

use crate::mutant::deviation::instead;
use crate::subject::{Implementation, Reply, Request, index_key as read};

/// Reads a key that the reference refuses with a code as if it were another: the first of the given ones that is sound.
pub(super) fn mending(
    refusal: &'static str,
    mend: impl Fn(&[u8], usize) -> Option<Vec<u8>> + Send + 'static,
) -> Box<dyn Implementation> {
    instead(&["index_key.decode"], move |reference, request| {
        let reply = reference.call(request);
        let Reply::Reject { code, .. } = &reply else {
            return reply;
        };
        let key = read::bytes(request.input["key"].as_str().unwrap_or_default());
        let Ok(key) = key
            .map_err(|_| ())
            .and_then(|key| if code == refusal { Ok(key) } else { Err(()) })
        else {
            return reply;
        };
        // Large keys are left alone: the mistake shows on small ones.
        let places = 0..=key.len().min(128);
        let mended = places.filter_map(|at| mend(&key, at)).find_map(|key| {
            let mut request: Request = request.clone();
            request.input_mut()["key"] = json!(read::hex(&key));
            Some(reference.call(&request)).filter(|reply| matches!(reply, Reply::Ok(_)))
        });
        mended.unwrap_or(reply)
    })
}

/// Puts other bytes in the place of those from here on, if there are so many.
pub(super) fn replaced(key: &[u8], at: usize, with: &[u8]) -> Option<Vec<u8>> {
    let mut key = key.to_vec();
    key.get_mut(at..at + with.len())?.copy_from_slice(with);
    Some(key)
}
