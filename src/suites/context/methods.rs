//! The methods that subjects of this suite offer.

use crate::rule::Method;

pub(super) const CORE: &str = "context/validate_core";
pub(super) const PRE: &str = "context/validate_pre_step";
pub(super) const POST: &str = "context/validate_post_step";
pub(super) const MANIFEST: &str = "context/validate_tool_call_manifest";
pub(super) const BUILD: &str = "context/build_response";

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method { name: CORE, ..Method::NEW },
    Method { name: PRE, ..Method::NEW },
    Method { name: POST, ..Method::NEW },
    Method { name: MANIFEST, ..Method::NEW },
    Method { name: BUILD, ..Method::NEW },
];
