// The visited execution tree as a view: one map per session, kept up to date by the adapter's `mapUpdate` events.

'use strict';

class ExecutionTree {
  constructor(vscode) {
    this.vscode = vscode;
    this.maps = new Map();
    this.session = undefined;
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  /** Takes in what the adapter says has changed. */
  update(session, body) {
    const known = body.reset ? undefined : this.maps.get(session.id);
    const nodes = { ...(known ? known.nodes : {}) };
    for (const [id, node] of Object.entries(body.nodes ?? {})) {
      if (node === null) delete nodes[id];
      else nodes[id] = node;
    }
    const current = body.currentSteps ? body.currentSteps.primary ?? [] : known ? known.current : [];
    this.maps.set(session.id, { nodes, roots: body.roots ?? [], current });
    this.show(session);
  }

  show(session) {
    if (session && session.type === 'sextant') this.session = session;
    this.changed.fire(undefined);
  }

  forget(session) {
    this.maps.delete(session.id);
    if (this.session && this.session.id === session.id) this.session = undefined;
    this.changed.fire(undefined);
  }

  async jump(stepId) {
    if (!this.session) return;
    try {
      await this.session.customRequest('jump', { stepId });
    } catch (error) {
      this.vscode.window.showWarningMessage(error.message);
    }
  }

  map() {
    return this.session && this.maps.get(this.session.id);
  }

  getChildren(element) {
    const map = this.map();
    if (!map) return [];
    if (!element) return map.roots.map((root) => ({ stepId: root.mapId, label: root.name }));
    const node = map.nodes[element.stepId];
    return node ? node.next.map(({ stepId, label }) => ({ stepId, label })) : [];
  }

  getTreeItem(element) {
    const { TreeItem, TreeItemCollapsibleState, ThemeIcon } = this.vscode;
    const map = this.map();
    const node = map && map.nodes[element.stepId];
    const options = node ? node.options : { kind: 'pending' };
    const open = node && node.next.length > 0;
    const item = new TreeItem(element.label, open ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None);
    item.id = element.stepId;
    item.description = description(element.label, options);
    item.tooltip = `${element.label}\n${item.description}`;
    item.iconPath = new ThemeIcon(icon(map && map.current.includes(element.stepId), options));
    item.command = { command: 'sextant.jump', title: 'Go there', arguments: [element.stepId] };
    return item;
  }
}

/** What is said of a node beside what it begins with. */
function description(label, options) {
  if (options.kind === 'pending') return 'not visited yet';
  if (options.kind === 'root') return options.subtitle ?? '';
  const display = options.display ?? '';
  return display.startsWith(label) ? display.slice(label.length).trim() : display;
}

function icon(current, options) {
  if (current) return 'debug-stackframe';
  if (options.kind === 'pending') return 'question';
  if (options.highlight === 'error') return 'error';
  return options.highlight === 'success' ? 'pass' : 'git-commit';
}

module.exports = { ExecutionTree };
