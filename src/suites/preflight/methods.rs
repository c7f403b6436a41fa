//! The methods that subjects of this suite offer.

use crate::rule::Method;

/// The one method of this suite.
pub(super) const METHOD: &str = "preflight/validate";

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[Method {
    name: METHOD,
    params: include_str!("schema/validate.params.json"),
    result: include_str!("schema/validate.result.json"),
    ..Method::NEW
}];
