// The rows on the screen, the panel, and what keys and buttons do.

// ---- drawing of rows

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const key in attributes || {}) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}
function makeSvg(name, attributes, words) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (words !== undefined) element.textContent = words;
  return element;
}

const column = at => LEFT + at * STEP;
/** The lines left of a row: columns of forks above that have branches below, and the node's own. */
function lines(n, isGap) {
  const half = ROW / 2, x = column(level[n]);
  let path = "";
  for (let child = top_[n]; parent[child] >= 0; child = top_[parent[child]]) {
    const bar = column(level[parent[child]]), more = child !== lastShownChild[parent[child]];
    if (child === n && !isGap) {
      path += `M${bar} 0V${more ? ROW : half - 8}`;
      path += `M${bar} ${half - 8}Q${bar} ${half} ${bar + 8} ${half}H${x - RADIUS}`;
    } else if (more) path += `M${bar} 0V${ROW}`;
  }
  if (isGap) return path;
  if (parent[n] >= 0 && top_[n] !== n) path += `M${x} 0V${half - RADIUS}`;
  if (lastShownChild[n] >= 0 && !folded[n]) path += `M${x} ${half + RADIUS}V${ROW}`;
  return path;
}

function gutter(n, isGap) {
  const x = column(level[n]), width = x + RADIUS + 12;
  const svg = makeSvg("svg", { width, height: ROW, "aria-hidden": "true" });
  svg.append(makeSvg("path", { d: lines(n, isGap) }));
  if (isGap) {
    svg.append(makeSvg("path", { d: `M${x} 0V${ROW}`, "stroke-dasharray": "1.5 4" }));
  } else {
    svg.append(makeSvg("circle", { cx: x, cy: ROW / 2, r: RADIUS }));
    svg.append(makeSvg("text", { class: "number", x, y: ROW / 2 + 4.3 }, place[n][0]));
  }
  return svg;
}

function chip(n) {
  const parts = addedCondition(n);
  if (!letter(n) && !parts.length) return null;
  const element = make("span", { class: "arc" });
  if (letter(n)) element.append(make("b", {}, letter(n)));
  if (parts.length) element.append(make("span", {}, conjunction(parts)));
  element.title = conjunction(parts);
  return element;
}

function ending(n) {
  const result = leaf[n];
  const element = make("span", { class: "end" }, make("span", { class: "status " + statusClass(result.status) }, result.status));
  const shownParts = [...(result.detail ? [result.detail] : []), ...pairs(result.outputs).map(([name, value]) => `${name} = ${value}`)];
  if (shownParts.length) element.append(make("b", {}, shownParts.join(", ")));
  element.append(make("i", {}, "when " + conjunction(conditionOf(n))));
  return element;
}

function label(n) {
  const parts = [`Statement ${place[n][0]} of ${texts[procedure[n]]}`];
  if (letter(n)) parts.push(arc[n] === 1 ? "true branch" : "false branch");
  const added = addedCondition(n);
  if (added.length) parts.push(conjunction(added));
  parts.push(texts[text[n]]);
  if (leaf[n]) parts.push(leaf[n].status);
  if (folded[n]) parts.push(`${leaves[n]} paths folded`);
  return parts.join(", ");
}

function makeRow(at) {
  const isGap = rows[at] < 0, n = isGap ? -1 - rows[at] : rows[at];
  const row = make("div", { class: "row", id: "row" + at, style: `top:${at * ROW}px` });
  row.append(gutter(n, isGap));
  if (isGap) {
    row.append(make("button", { class: "more", type: "button", tabindex: "-1" }, `${gapEnd[n] - n} more statements`));
    row.onclick = () => { opened[n] = 1; refresh(n); };
    return row;
  }
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-level", level[n] + 1);
  row.setAttribute("aria-label", label(n));
  row.setAttribute("aria-selected", n === chosen);
  if (lastChild[n] >= 0) row.setAttribute("aria-expanded", !folded[n]);
  if (branches[n] > 1) row.classList.add("fork");
  if (folded[n]) row.classList.add("folded");
  if (n === chosen) row.classList.add("chosen");
  const badge = chip(n);
  if (badge) row.append(badge);
  if (parent[n] >= 0 && procedure[n] !== procedure[parent[n]]) row.append(make("span", { class: "procedure" }, texts[procedure[n]]));
  row.append(make("code", {}, texts[text[n]]));
  if (leaf[n]) row.append(ending(n));
  if (folded[n]) {
    const hidden = `${end[n] - n - 1} nodes, ${leaves[n]} ${leaves[n] === 1 ? "path" : "paths"}`;
    const more = make("button", { class: "more", type: "button", tabindex: "-1" }, hidden);
    more.onclick = event => { event.stopPropagation(); toggle(n); };
    row.append(more);
  }
  row.onclick = event => { choose(n); if (event.target.tagName === "circle" && lastChild[n] >= 0 && branches[n] > 1) toggle(n); };
  row.ondblclick = () => toggle(n);
  return row;
}

const drawn = new Map();
function draw() {
  const first = Math.max(0, Math.floor(tree.scrollTop / ROW) - 10);
  const last = Math.min(rows.length, Math.ceil((tree.scrollTop + tree.clientHeight) / ROW) + 10);
  for (const [at, element] of drawn) if (at < first || at >= last) { element.remove(); drawn.delete(at); }
  for (let at = first; at < last; at++) {
    if (drawn.has(at)) continue;
    const element = makeRow(at);
    drawn.set(at, element);
    rowsElement.append(element);
  }
  let widest = 0;
  for (const element of drawn.values()) widest = Math.max(widest, element.scrollWidth);
  if (widest > rowsElement.clientWidth) rowsElement.style.width = widest + "px";
}

// ---- panel

function section(title, content) {
  panel.append(make("h3", {}, title), content);
}
function table(list, freshOf) {
  if (!list.length) return make("p", { class: "none" }, "none");
  const body = make("tbody");
  list.forEach(([name, value], at) => body.append(make("tr", freshOf && freshOf(name, value, at) ? { class: "fresh" } : {}, make("td", {}, name), make("td", {}, value))));
  return make("table", {}, body);
}

/** Many decisions by their number: TTTTF as T×4 F. */
const shortDecisions = letters => letters.length < 60 ? letters : letters.match(/T+|F+/g).map(run => run.length > 1 ? `${run[0]}×${run.length}` : run).join(" ");

function showState(n) {
  panel.textContent = "";
  panel.append(make("h2", {}, `Statement ${place[n][0]} of ${texts[procedure[n]]}`));
  panel.append(make("p", { class: "where" }, `${data.source}, line ${place[n][1]}`));
  panel.append(make("pre", {}, texts[text[n]]));
  const result = leaf[n];
  if (result) {
    const outcome = make("p", {}, make("span", { class: "status " + statusClass(result.status) }, result.status));
    if (result.detail) outcome.append(" " + result.detail);
    section("End of path", outcome);
    if (result.outputs.length) section("Outputs", table(pairs(result.outputs)));
    if (result.model.length) section("Inputs that follow this path", table(pairs(result.model)));
  }
  const fresh = new Set(addedCondition(n)), list = make("ul");
  conditionOf(n).forEach(part => list.append(make("li", fresh.has(part) && parent[n] >= 0 ? { class: "fresh" } : {}, part)));
  section("Path condition", list.childElementCount ? list : make("p", { class: "none" }, "true"));
  const before = parent[n] < 0 ? null : new Map(valuesOf(parent[n]));
  section("Variables", table(valuesOf(n), (name, value) => before && before.get(name) !== value));
  const decisions = [];
  for (let at = n; at >= 0; at = parent[at]) if (letter(at)) decisions.push(letter(at));
  section("Decisions", decisions.length ? make("div", { class: "decisions" }, shortDecisions(decisions.reverse().join(""))) : make("p", { class: "none" }, "none yet"));
  panel.append(listing(n));
}

const listings = new Map(); // for each procedure its statements: numbers and texts
for (let n = 0; n < count; n++) {
  if (!listings.has(procedure[n])) listings.set(procedure[n], new Map());
  listings.get(procedure[n]).set(place[n][0], texts[text[n]]);
}
let listingOpen = true;
function listing(n) {
  const statements = [...listings.get(procedure[n])].sort((a, b) => a[0] - b[0]), body = make("tbody");
  statements.forEach(([number, words]) => body.append(make("tr", number === place[n][0] ? { class: "current" } : {}, make("td", {}, String(number)), make("td", {}, words))));
  const details = make("details", listingOpen ? { open: "" } : {}, make("summary", {}, "Statements met in " + texts[procedure[n]]), make("table", {}, body));
  details.ontoggle = () => { listingOpen = details.open; };
  return details;
}

// ---- choosing, folding, walking

function choose(n) {
  const before = rowOf.get(chosen);
  chosen = n;
  for (const at of [before, rowOf.get(n)]) {
    if (at === undefined || !drawn.has(at)) continue;
    const element = drawn.get(at);
    element.classList.toggle("chosen", rows[at] === n);
    element.setAttribute("aria-selected", rows[at] === n);
  }
  tree.setAttribute("aria-activedescendant", "row" + rowOf.get(n));
  showState(n);
}

/** Makes the rows anew and shows a node, whatever hides it. */
function refresh(n) {
  for (let at = parent[n]; at >= 0; at = parent[at]) folded[at] = 0;
  if (!count) return;
  buildRows();
  if (!rowOf.has(n)) {
    for (let at = n; at >= 0; at--) if (gapEnd[at] > n) { opened[at] = 1; break; }
    buildRows();
  }
  show(n);
}

/** Scrolls to a node that has a row, and chooses it. */
function show(n) {
  if (!rowOf.has(n)) return;
  const y = rowOf.get(n) * ROW;
  if (y < tree.scrollTop) tree.scrollTop = y - ROW;
  else if (y + ROW > tree.scrollTop + tree.clientHeight) tree.scrollTop = y + 2 * ROW - tree.clientHeight;
  draw();
  choose(n);
}

const reveal = n => rowOf.has(n) ? show(n) : refresh(n);

function toggle(n) {
  if (lastChild[n] < 0) return;
  folded[n] = folded[n] ? 0 : 1;
  refresh(n);
}

function step(by) {
  const at = rowOf.get(chosen) + by;
  if (at >= 0 && at < rows.length && rows[at] < 0) {
    opened[-1 - rows[at]] = 1;
    return refresh(by > 0 ? -1 - rows[at] : gapEnd[-1 - rows[at]] - 1);
  }
  if (at >= 0 && at < rows.length) reveal(rows[at]);
}

function firstShownChild(n) {
  for (let at = n + 1; at < end[n]; at = end[at]) if (!shown || shown[at]) return at;
  return -1;
}

const keys = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  ArrowLeft: () => { if (parent[chosen] >= 0) reveal(parent[chosen]); },
  ArrowRight: () => { const child = firstShownChild(chosen); if (child >= 0) reveal(child); },
  PageDown: () => step(Math.min(20, rows.length - 1 - rowOf.get(chosen))),
  PageUp: () => step(-Math.min(20, rowOf.get(chosen))),
  Home: () => reveal(0),
  End: () => { const last = rows[rows.length - 1]; if (last >= 0) reveal(last); },
  Enter: () => toggle(chosen),
  " ": () => toggle(chosen),
};
tree.onkeydown = event => {
  if (!count || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
};
document.onkeydown = event => {
  if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
};
let waiting = 0;
search.oninput = () => { clearTimeout(waiting); waiting = setTimeout(filter, count > 5000 ? 200 : 0); };
search.onkeydown = event => { if (event.key === "Enter") tree.focus(); };
byId("unfold").onclick = () => { folded.fill(0); opened.fill(1); refresh(chosen); };
byId("fold").onclick = () => {
  for (let n = 0; n < count; n++) folded[n] = branches[n] > 1 ? 1 : 0;
  opened.fill(0);
  refresh(0);
};
tree.onscroll = draw;
addEventListener("resize", draw);

byId("summary").textContent = data.summary + " · " + data.source;
for (const reason of data.reasons) byId("summary").append(make("br"), make("span", { class: "open" }, reason));
foldDeepParts();
if (count) { refresh(0); tree.focus(); } else panel.append(make("p", { class: "none" }, "The tree has no nodes."));
