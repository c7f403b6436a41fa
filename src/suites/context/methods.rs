//! The methods that subjects of this suite offer.

use crate::rule::Method;

pub(super) const CORE: &str = "context/validate_core";
pub(super) const PRE: &str = "context/validate_pre_step";
pub(super) const POST: &str = "context/validate_post_step";
pub(super) const MANIFEST: &str = "context/validate_tool_call_manifest";
pub(super) const BUILD: &str = "context/build_response";

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: CORE,
        params: include_str!("schema/validate_core.params.json"),
        result: include_str!("schema/validate_core.result.json"),
        ..Method::NEW
    },
    Method {
        name: PRE,
        params: include_str!("schema/validate_pre_step.params.json"),
        result: include_str!("schema/validate_pre_step.result.json"),
        ..Method::NEW
    },
    Method {
        name: POST,
        params: include_str!("schema/validate_post_step.params.json"),
        result: include_str!("schema/validate_post_step.result.json"),
        ..Method::NEW
    },
    Method {
        name: MANIFEST,
        params: include_str!("schema/validate_tool_call_manifest.params.json"),
        result: include_str!("schema/validate_tool_call_manifest.result.json"),
        ..Method::NEW
    },
    Method {
        name: BUILD,
        params: include_str!("schema/build_response.params.json"),
        result: include_str!("schema/build_response.result.json"),
        ..Method::NEW
    },
];
