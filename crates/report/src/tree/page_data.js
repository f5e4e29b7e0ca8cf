"use strict";
// The tree as arrays: its structure, the filter, the state of a node. Nodes are numbers in reading order: the
// subtree of node n is n .. end[n] - 1. Only rows on the screen have elements.
const data = JSON.parse(document.getElementById("data").textContent);
const { texts, parent, level, arc, place, procedure, text, condition, values, leaf } = data;
const count = parent.length;
const ROW = 30, STEP = 26, LEFT = 24, RADIUS = 11;
const LONGEST_RUN = 9, RUN_HEAD = 4, RUN_TAIL = 3, MOST_AT_START = 300, MOST_WHOLE = 2000;
const byId = id => document.getElementById(id);
const tree = byId("tree"), rowsElement = byId("rows"), panel = byId("panel"), search = byId("search");

// ---- structure, computed once

const end = new Int32Array(count), lastChild = new Int32Array(count).fill(-1), branches = new Int32Array(count);
const leaves = new Int32Array(count), top_ = new Int32Array(count), depth = new Int32Array(count);
const gapEnd = new Int32Array(count); // where the rows go on behind a gap that begins at this node
for (let n = 0; n < count; n++) {
  const p = parent[n];
  if (p < 0) continue;
  branches[p]++;
  lastChild[p] = n;
  top_[n] = level[n] === level[p] ? top_[p] : n; // the first node of the column that n stands in
}
for (let n = count - 1; n >= 0; n--) {
  if (end[n] === 0) end[n] = n + 1;
  if (lastChild[n] < 0) leaves[n] = 1;
  const p = parent[n];
  if (p < 0) continue;
  end[p] = Math.max(end[p], end[n]);
  leaves[p] += leaves[n];
}
const continues = n => parent[n] >= 0 && branches[parent[n]] === 1 && arc[n] === 0;
for (let n = 0; n < count; n++) if (parent[n] >= 0) depth[n] = depth[parent[n]] + (continues(n) ? 0 : 1);
for (let first = 0; first < count; ) {
  let next = first + 1;
  while (next < count && continues(next)) next++;
  if (next - first > LONGEST_RUN) gapEnd[first + RUN_HEAD] = next - RUN_TAIL;
  first = next;
}

// ---- what is shown

const folded = new Uint8Array(count), opened = new Uint8Array(count); // opened: gaps
let foldedBefore = null; // what was folded before the filter
let shown = null; // null: no filter; otherwise 1 for nodes on a path that matches
let lastShownChild = lastChild;
let rows = []; // node numbers; -1 - n is the gap that begins at node n
let rowOf = new Map();
let chosen = 0;

function foldDeepParts() {
  folded.fill(0);
  opened.fill(0);
  if (count <= MOST_AT_START) return;
  const sizes = [];
  for (let n = 0; n < count; n++) {
    if (gapEnd[n]) { sizes[depth[n]] = (sizes[depth[n]] || 0) + 1; n = gapEnd[n]; }
    sizes[depth[n]] = (sizes[depth[n]] || 0) + 1;
  }
  let limit = 0, total = 0;
  while (limit < sizes.length && (limit < 2 || total + sizes[limit] <= MOST_AT_START)) total += sizes[limit++];
  for (let n = 0; n < count; n++) if (depth[n] >= limit - 1 && branches[n] > 0 && !continues(lastChild[n])) folded[n] = 1;
}

function buildRows() {
  rows = [];
  rowOf = new Map();
  for (let n = 0; n < count; ) {
    if (shown && !shown[n]) { n = end[n]; continue; }
    if (gapEnd[n] && !opened[n]) {
      rows.push(-1 - n);
      n = gapEnd[n];
    }
    rowOf.set(n, rows.length);
    rows.push(n);
    n = folded[n] ? end[n] : n + 1;
  }
  rowsElement.style.height = rows.length * ROW + 8 + "px";
  drawn.clear();
  rowsElement.textContent = "";
  draw();
}

// ---- filter

const plain = words => words.toLowerCase().replace(/\s+/g, "");
function filter() {
  const wanted = plain(search.value);
  if (wanted && !foldedBefore) foldedBefore = folded.slice();
  if (!wanted) {
    if (foldedBefore) folded.set(foldedBefore);
    foldedBefore = null;
    shown = null;
    lastShownChild = lastChild;
    byId("matches").textContent = "";
  } else {
    applyFilter(wanted);
  }
  refresh(chosen);
}

function applyFilter(wanted) {
  const hits = texts.map(words => plain(words).includes(wanted));
  // Where in the condition of each node the first matching conjunct stands.
  const first = new Int32Array(count).fill(-1);
  shown = new Uint8Array(count);
  let matching = 0, total = 0;
  for (let n = 0; n < count; n++) {
    const p = parent[n], own = condition[n];
    if (p >= 0 && (own === 0 || first[p] >= 0 && first[p] < own[0])) first[n] = first[p];
    else if (own) for (let i = 1; i < own.length; i++) if (hits[own[i]]) { first[n] = own[0] + i - 1; break; }
    if (lastChild[n] >= 0) continue;
    total++;
    if (first[n] >= 0 || endMatches(leaf[n], wanted)) { matching++; shown[n] = 1; }
  }
  lastShownChild = new Int32Array(count).fill(-1);
  for (let n = count - 1; n > 0; n--) {
    if (!shown[n]) continue;
    shown[parent[n]] = 1;
    lastShownChild[parent[n]] = Math.max(lastShownChild[parent[n]], n);
  }
  byId("matches").textContent = `${matching} of ${total} paths`;
  // Few paths are shown whole.
  if (shown.reduce((sum, is) => sum + is, 0) <= MOST_WHOLE) folded.fill(0);
  const firstMatch = shown.findIndex((is, n) => is && lastChild[n] < 0);
  if (firstMatch >= 0 && (!shown[chosen] || chosen === 0)) chosen = firstMatch;
}

function endMatches(result, wanted) {
  return result && plain([result.status, result.detail || "", pairs(result.outputs).map(p => p.join("=")).join(" ")].join(" ")).includes(wanted);
}

// ---- state of a node

function conditionOf(n) {
  const conjuncts = [];
  let below = Infinity; // positions from here on are already known
  for (; n >= 0 && below > 0; n = parent[n]) {
    if (condition[n] === 0) continue;
    const [kept, ...own] = condition[n];
    own.forEach((id, i) => { if (kept + i < below) conjuncts[kept + i] = texts[id]; });
    below = Math.min(below, kept);
  }
  return conjuncts;
}

function valuesOf(n) {
  const changed = new Map();
  let all = [];
  for (; n >= 0; n = parent[n]) {
    const own = values[n];
    if (own === 0) continue;
    if (own.all) { all = pairs(own.all); break; }
    for (let i = 0; i < own.length; i += 2) if (!changed.has(own[i])) changed.set(own[i], texts[own[i + 1]]);
  }
  changed.forEach((value, at) => { all[at] = [all[at][0], value]; });
  return all;
}

function pairs(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 2) list.push([texts[flat[i]], texts[flat[i + 1]]]);
  return list;
}

const inParentheses = part => /^if | \| | -> /.test(part) ? `(${part})` : part;
const conjunction = parts => parts.length === 0 ? "true" : parts.length === 1 ? parts[0] : parts.map(inParentheses).join(" & ");
function addedCondition(n) {
  if (condition[n] === 0) return [];
  const own = condition[n].slice(1).map(id => texts[id]);
  if (parent[n] < 0) return own;
  const before = new Set(conditionOf(parent[n]));
  return own.filter(part => !before.has(part));
}
const statusClass = status => ({ returned: "good", stopped: "good", error: "bad", refused: "bad" })[status] || "open";
const letter = n => arc[n] === 1 ? "T" : arc[n] === 2 ? "F" : "";

