//! A small checker of XML and of HTML written like XML.

/// Panics unless every element is closed in order, every attribute is quoted, and every `&` begins an entity.
/// The contents of `script` and `style` are not looked at.
pub fn assert_well_formed(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_characters(&rest[..at]);
        rest = &rest[at..];
        let end = tag_end(rest).unwrap_or_else(|| panic!("a tag does not end: {}", excerpt(rest)));
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {}", excerpt(rest));
        } else if !tag.starts_with('!') && !tag.ends_with('/') {
            let name = tag.split_whitespace().next().unwrap_or_default().to_owned();
            if name == "script" || name == "style" {
                let close =
                    rest.find(&format!("</{name}>")).unwrap_or_else(|| panic!("{name} is not closed"));
                rest = &rest[close..];
            }
            open.push(name);
        }
    }
    check_characters(rest);
    assert!(open.is_empty(), "not closed: {open:?}");
}

/// The position of the `>` that ends a tag; quotes inside it must be closed.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, c) in tag.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '<' if at > 0 => panic!("< inside a tag: {}", excerpt(tag)),
            '>' if !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

fn check_characters(text: &str) {
    for (at, c) in text.char_indices() {
        match c {
            '&' => {
                let entity = text[at..].split(';').next().unwrap_or_default();
                assert!(
                    ["&lt", "&gt", "&amp", "&quot", "&#39"].contains(&entity),
                    "{}",
                    excerpt(&text[at..])
                );
            }
            '>' => panic!("a lonely >: {}", excerpt(&text[at..])),
            c => assert!(!c.is_control() || c == '\n' || c == '\t', "{c:?} in {}", excerpt(&text[at..])),
        }
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}
