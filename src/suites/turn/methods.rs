//! The methods that subjects of this suite offer.

use crate::rule::Method;

/// The method that asks one provider for its contributions.
pub(super) const CONTRIBUTE: &str = "turn/contribute";
/// The method that composes a request.
pub(super) const COMPOSE: &str = "turn/compose";

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: CONTRIBUTE,
        params: include_str!("schema/contribute.params.json"),
        result: include_str!("schema/contribute.result.json"),
        ..Method::NEW
    },
    Method {
        name: COMPOSE,
        params: include_str!("schema/compose.params.json"),
        result: include_str!("schema/compose.result.json"),
        ..Method::NEW
    },
];
