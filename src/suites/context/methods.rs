//! The methods that subjects of this suite offer.

use crate::rule::Method;

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method { name: "context/validate_core", ..Method::NEW },
    Method { name: "context/validate_pre_step", ..Method::NEW },
    Method { name: "context/validate_post_step", ..Method::NEW },
    Method { name: "context/validate_tool_call_manifest", ..Method::NEW },
    Method { name: "context/build_response", ..Method::NEW },
];
