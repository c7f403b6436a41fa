//! The methods that subjects of this suite offer.

use crate::rule::Method;

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] =
    &[Method { name: "turn/contribute", ..Method::NEW }, Method { name: "turn/compose", ..Method::NEW }];
