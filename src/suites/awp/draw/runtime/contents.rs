//! Real files from a few words: a case says `text`, `size` (and what stands at the `end`), `png` or `pdf`,
//! and what travels is the bytes in base64.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::suites::awp::model::runtime::gates::base64::encode;

/// The params of a call: the evidence of a case, every file as base64.
pub(in crate::suites::awp) fn evidence(case: &Value) -> Value {
    let mut params = case.clone();
    // Whoever looks for what else fails puts anything here.
    for file in params.get_mut("files").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(bytes) = bytes(file) {
            *file = json!({"path": file["path"], "base64": encode(&bytes)});
        }
    }
    params
}

fn bytes(file: &Value) -> Option<Vec<u8>> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    if let Some(text) = file["text"].as_str() {
        return Some(text.as_bytes().to_vec());
    }
    if let Some(size) = number(&file["size"]) {
        let words = b"plain words ".iter().copied().cycle().take(usize::try_from(size).ok()?);
        return Some(words.chain(file["end"].as_str().unwrap_or_default().bytes()).collect());
    }
    if let Some(png) = file.get("png") {
        return Some(self::png(number(&png["width"])?, number(&png["height"])?, number(&png["comment"]).unwrap_or(0)));
    }
    file["pdf"].as_str().map(pdf)
}

/// A grey image, black and white if it is large, with a comment of so many bytes.
fn png(width: u32, height: u32, comment: u32) -> Vec<u8> {
    let large = u64::from(width) * u64::from(height) > 4096;
    let row = if large { width.div_ceil(8) } else { width };
    let mut pixels = Vec::new();
    for y in 0..height {
        pixels.push(0);
        pixels.extend((0..row).map(|x| (x.wrapping_mul(7) ^ y.wrapping_mul(13)).to_le_bytes()[0]));
    }
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([if large { 1 } else { 8 }, 0, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, *b"IHDR", &header);
    if comment > 0 {
        let note: Vec<u8> = b"Comment\0".iter().copied().chain(std::iter::repeat_n(b'c', comment as usize)).collect();
        chunk(&mut out, *b"tEXt", &note);
    }
    chunk(&mut out, *b"IDAT", &stored(&pixels));
    chunk(&mut out, *b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    out.extend(u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
    let body = [kind.as_slice(), data].concat();
    out.extend(&body);
    out.extend(crc32(&body).to_be_bytes());
}

/// Zlib without compression.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let count = data.chunks(0xffff).count();
    for (index, block) in data.chunks(0xffff).enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(0);
        out.push(u8::from(index + 1 == count));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    let (a, b) = data.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// A document of one page with that line on it; without any, a file of no bytes.
fn pdf(line: &str) -> Vec<u8> {
    if line.is_empty() {
        return Vec::new();
    }
    let content = format!("BT /F1 12 Tf 72 720 Td ({}) Tj ET", line.replace(['(', ')', '\\'], ""));
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let start = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(out, "{offset:010} 00000 n ");
    }
    let _ = write!(out, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::awp::model::runtime::gates::files::png_size;

    #[test]
    fn checksums_are_those_of_the_formats() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(&stored(b"Wikipedia")[16..], [0x11, 0xe6, 0x03, 0x98]);
        assert_eq!(png_size(&png(1, 1, 0)), Some((1, 1)));
        assert_eq!(png_size(&png(257, 300, 9)), Some((257, 300)));
        assert!(pdf("hello").len() > 512);
    }
}
