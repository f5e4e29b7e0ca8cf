//! Values of rows as constants of C and Fortran, and the bytes of quoted texts.

/// The bytes of a quoted text; `None` if the value is no text.
pub fn text_bytes(value: &str) -> Option<Vec<u8>> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next()? {
            b'x' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            other => bytes.push(other),
        }
    }
    Some(bytes)
}

/// A value as people read it: zeros behind a text are not shown.
pub(super) fn shown_value(value: &str) -> String {
    let Some(bytes) = text_bytes(value) else { return value.to_owned() };
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    // Each is written with four characters, before the quote.
    format!("{}\"", &value[..value.len() - 1 - 4 * zeros])
}

/// A number or truth value in C.
pub(super) fn c_value(value: &str) -> String {
    match value {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        "nan" => "__builtin_nan(\"\")".to_owned(),
        "inf" => "__builtin_inf()".to_owned(),
        "-inf" => "-__builtin_inf()".to_owned(),
        "-2147483648" => "(-2147483647 - 1)".to_owned(),
        "-9223372036854775808" => "(-9223372036854775807LL - 1)".to_owned(),
        _ => match value.parse::<i128>() {
            Ok(number) if i32::try_from(number).is_ok() => value.to_owned(),
            Ok(number) if i64::try_from(number).is_ok() => format!("{value}LL"),
            Ok(_) => format!("{value}ULL"),
            Err(_) => value.to_owned(),
        },
    }
}

/// A text in C.
pub(super) fn c_text(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            // Three octal digits end where they end, whatever follows.
            32..=126 if byte != b'?' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// Whether a value is a number with a point or an exponent.
pub(super) fn is_real(value: &str) -> bool {
    matches!(value, "nan" | "inf" | "-inf") || value.parse::<i128>().is_err() && value.parse::<f64>().is_ok()
}

/// A number or truth value in Fortran.
pub(super) fn fortran_value(value: &str) -> String {
    match value {
        "true" => ".true.".to_owned(),
        "false" => ".false.".to_owned(),
        "nan" => "transfer(9221120237041090560_8, 0d0)".to_owned(),
        "inf" => "transfer(9218868437227405312_8, 0d0)".to_owned(),
        "-inf" => "transfer(-4503599627370496_8, 0d0)".to_owned(),
        "-2147483648" => "-2147483647-1".to_owned(),
        _ if is_real(value) => match value.split_once(['e', 'E']) {
            Some((digits, exponent)) => format!("{digits}d{exponent}"),
            None => format!("{value}d0"),
        },
        _ => match value.parse::<i64>() {
            Ok(number) if i32::try_from(number).is_err() => format!("{value}_8"),
            _ => value.to_owned(),
        },
    }
}

/// A text in Fortran.
pub(super) fn fortran_text(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "''".to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    let mut plain = String::new();
    for &byte in bytes {
        match byte {
            b'\'' => plain.push_str("''"),
            32..=126 => plain.push(char::from(byte)),
            _ => {
                if !plain.is_empty() {
                    parts.push(format!("'{}'", std::mem::take(&mut plain)));
                }
                parts.push(format!("char({byte})"));
            }
        }
    }
    if !plain.is_empty() {
        parts.push(format!("'{plain}'"));
    }
    parts.join("//")
}
