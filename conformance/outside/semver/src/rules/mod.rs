//! The rules, one file each, in the document's order.

mod prelude;

mod faq_length;
mod faq_v_prefix;
mod grammar_white_space;
mod r10_alphabet;
mod r10_empty;
mod r10_identifiers;
mod r10_leading_zeros;
mod r10_weightless;
mod r11_1;
mod r11_2;
mod r11_3;
mod r11_4;
mod r11_4_1;
mod r11_4_2;
mod r11_4_3;
mod r11_4_4;
mod r11_antisymmetric;
mod r11_reflexive;
mod r11_sort;
mod r11_total;
mod r11_transitive;
mod r2_digits;
mod r2_form;
mod r2_increase;
mod r2_leading_zeros;
mod r2_numbers;
mod r2_size;
mod r7_reset;
mod r8_reset;
mod r9_alphabet;
mod r9_empty;
mod r9_identifiers;
mod r9_leading_zeros;

use proofmark::suite::Rule;

/// Every rule.
pub(crate) static RULES: &[&Rule] = &[
    &r2_form::RULE,
    &r2_digits::RULE,
    &r2_leading_zeros::RULE,
    &r2_numbers::RULE,
    &r2_size::RULE,
    &r2_increase::RULE,
    &r7_reset::RULE,
    &r8_reset::RULE,
    &r9_identifiers::RULE,
    &r9_alphabet::RULE,
    &r9_empty::RULE,
    &r9_leading_zeros::RULE,
    &r10_identifiers::RULE,
    &r10_alphabet::RULE,
    &r10_empty::RULE,
    &r10_leading_zeros::RULE,
    &r10_weightless::RULE,
    &r11_1::RULE,
    &r11_2::RULE,
    &r11_3::RULE,
    &r11_4::RULE,
    &r11_4_1::RULE,
    &r11_4_2::RULE,
    &r11_4_3::RULE,
    &r11_4_4::RULE,
    &r11_reflexive::RULE,
    &r11_antisymmetric::RULE,
    &r11_transitive::RULE,
    &r11_total::RULE,
    &r11_sort::RULE,
    &grammar_white_space::RULE,
    &faq_v_prefix::RULE,
    &faq_length::RULE,
];
