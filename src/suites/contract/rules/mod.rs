//! One file per rule, and their list in the order of the document.

mod abl_001;
mod abl_002;
mod abl_003;
mod agt_001;
mod agt_002;
mod agt_003;
mod cp_001;
mod cp_002;
mod dt_001;
mod dt_002;
mod pe_001;
mod pe_002;
mod pe_003;
mod sel_001;
mod sel_002;
mod sel_003;
mod sel_004;
mod sel_005;
mod sel_006;
mod tool_001;
mod tool_002;
mod tool_003;

use crate::rule::Rule;

/// Every rule.
pub(super) const RULES: &[&Rule] = &[
    &agt_001::RULE,
    &agt_002::RULE,
    &agt_003::RULE,
    &cp_001::RULE,
    &cp_002::RULE,
    &dt_001::RULE,
    &dt_002::RULE,
    &tool_001::RULE,
    &tool_002::RULE,
    &tool_003::RULE,
    &pe_001::RULE,
    &pe_002::RULE,
    &pe_003::RULE,
    &abl_001::RULE,
    &abl_002::RULE,
    &abl_003::RULE,
    &sel_001::RULE,
    &sel_002::RULE,
    &sel_003::RULE,
    &sel_004::RULE,
    &sel_005::RULE,
    &sel_006::RULE,
];
