//! Reads the document.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::files::Files;
use super::node::{Flag, Node, Text, address};
use super::place::{Last, Point, Written, WrittenRange};

/// What is carried through the document.
struct Reader<'f> {
    files: &'f mut Files,
    last: Last,
}

impl Reader<'_> {
    fn point(&mut self, written: Option<&Written>) -> Point {
        written.map_or(Point::NONE, |written| self.last.point(written, self.files))
    }
}

/// The number of a declaration.
#[derive(Deserialize)]
struct Address(#[serde(deserialize_with = "address")] u64);

/// Reads a whole document.
pub(crate) fn read<'t>(document: &'t [u8], files: &mut Files) -> Result<Node<'t>, serde_json::Error> {
    let mut reader = Reader { files, last: Last::nowhere() };
    let mut deserializer = serde_json::Deserializer::from_slice(document);
    // Every level makes sure that there is stack for it.
    deserializer.disable_recursion_limit();
    NodeSeed(&mut reader).deserialize(&mut deserializer)
}

struct NodeSeed<'r, 'f>(&'r mut Reader<'f>);

impl<'de> DeserializeSeed<'de> for NodeSeed<'_, '_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || deserializer.deserialize_map(self))
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_, '_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node of the tree")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let mut node = Node::default();
        while let Some(key) = map.next_key::<&str>()? {
            member(&mut node, key, &mut map, self.0)?;
        }
        Ok(node)
    }
}

/// Reads one member of a node.
fn member<'de, A: MapAccess<'de>>(
    node: &mut Node<'de>,
    key: &str,
    map: &mut A,
    reader: &mut Reader<'_>,
) -> Result<(), A::Error> {
    match key {
        "id" => node.id = number(map)?,
        "kind" => node.kind = text(map)?,
        "loc" => node.at = reader.point(Some(&map.next_value()?)),
        "range" => {
            let range: WrittenRange = map.next_value()?;
            (node.begin, node.end) = (reader.point(range.begin.as_ref()), reader.point(range.end.as_ref()));
        }
        "name" => node.name = text(map)?,
        "type" => node.ty = map.next_value()?,
        "argType" | "computeResultType" => node.other_type = map.next_value()?,
        "value" => node.value = text(map)?,
        "opcode" | "castKind" | "storageClass" | "tagUsed" | "associationKind" => node.word = text(map)?,
        "referencedDecl" | "field" => node.refers = Some(map.next_value()?),
        "ownedTagDecl" | "decl" => node.target = map.next_value::<super::Reference<'de>>()?.id,
        "referencedMemberDecl" | "declId" | "targetLabelDeclId" | "labelDeclId" => {
            node.target = number(map)?;
        }
        "previousDecl" => node.previous = number(map)?,
        "init" => {
            map.next_value::<IgnoredAny>()?;
            node.set(Flag::Initialised, true);
        }
        "isUsed" | "isReferenced" => node.set(Flag::Used, map.next_value()?),
        "isImplicit" => node.set(Flag::Implicit, map.next_value()?),
        "isPostfix" => node.set(Flag::Postfix, map.next_value()?),
        "isBitfield" => node.set(Flag::BitField, map.next_value()?),
        "completeDefinition" => node.set(Flag::Complete, map.next_value()?),
        "isArrow" => node.set(Flag::Arrow, map.next_value()?),
        "hasElse" => node.set(Flag::Else, map.next_value()?),
        "isGNURange" => node.set(Flag::Range, map.next_value()?),
        "selected" => node.set(Flag::Selected, map.next_value()?),
        "inline" => node.set(Flag::Inline, map.next_value()?),
        "inner" => node.inner = map.next_value_seed(ListSeed(reader))?,
        "array_filler" => {
            node.inner = map.next_value_seed(ListSeed(reader))?;
            node.set(Flag::Filler, true);
        }
        _ => drop(map.next_value::<IgnoredAny>()?),
    }
    Ok(())
}

fn text<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Cow<'de, str>, A::Error> {
    Ok(map.next_value::<Text<'de>>()?.0)
}

fn number<'de, A: MapAccess<'de>>(map: &mut A) -> Result<u64, A::Error> {
    Ok(map.next_value::<Address>()?.0)
}

struct ListSeed<'r, 'f>(&'r mut Reader<'f>);

impl<'de> DeserializeSeed<'de> for ListSeed<'_, '_> {
    type Value = Vec<Node<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ListSeed<'_, '_> {
    type Value = Vec<Node<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element_seed(NodeSeed(self.0))? {
            // Comments are of no use here, and there are many in headers.
            if node.kind != "FullComment" {
                nodes.push(node);
            }
        }
        nodes.shrink_to_fit();
        Ok(nodes)
    }
}
