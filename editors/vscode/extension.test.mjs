// The extension against a stand-in for VS Code, and its manifest against what the adapter takes.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** As much of VS Code as the extension uses. */
function standIn() {
  const registered = { commands: {}, views: {}, listeners: {}, warnings: [] };
  const listen = (name) => (listener) => {
    registered.listeners[name] = listener;
    return { dispose() {} };
  };
  const vscode = {
    registered,
    EventEmitter: class {
      event = () => {};
      fire() {}
    },
    TreeItem: class {
      constructor(label, state) {
        Object.assign(this, { label, state });
      }
    },
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
    ThemeIcon: class {
      constructor(id) {
        this.id = id;
      }
    },
    DebugAdapterExecutable: class {
      constructor(command, args) {
        Object.assign(this, { command, args });
      }
    },
    DebugAdapterServer: class {
      constructor(port) {
        this.port = port;
      }
    },
    window: {
      activeTextEditor: { document: { languageId: 'pli' } },
      registerTreeDataProvider: (id, provider) => (registered.views[id] = provider),
      showWarningMessage: (message) => registered.warnings.push(message),
    },
    workspace: { getConfiguration: () => ({ get: () => '/opt/sextant' }) },
    commands: { registerCommand: (name, run) => (registered.commands[name] = run) },
    debug: {
      activeDebugSession: undefined,
      registerDebugConfigurationProvider: (type, provider) => (registered.configuration = provider),
      registerDebugAdapterDescriptorFactory: (type, factory) => (registered.factory = factory),
      onDidReceiveDebugSessionCustomEvent: listen('event'),
      onDidChangeActiveDebugSession: listen('active'),
      onDidTerminateDebugSession: listen('terminated'),
    },
  };
  return vscode;
}

function activated() {
  const vscode = standIn();
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  try {
    const require = createRequire(import.meta.url);
    delete require.cache[require.resolve('./extension.js')];
    require('./extension.js').activate({ subscriptions: [] });
  } finally {
    Module._load = load;
  }
  return vscode;
}

test('the adapter is started, or reached on a port', () => {
  const { registered } = activated();
  const start = registered.factory.createDebugAdapterDescriptor({ configuration: {} });
  assert.deepEqual([start.command, start.args], ['/opt/sextant', ['dap']]);
  assert.equal(registered.factory.createDebugAdapterDescriptor({ configuration: { port: 4711 } }).port, 4711);
});

test('a program can be debugged without a launch.json', () => {
  const { registered } = activated();
  const configuration = registered.configuration.resolveDebugConfiguration(undefined, {});
  assert.deepEqual([configuration.type, configuration.program], ['sextant', '${file}']);
});

test('the tree follows the map', async () => {
  const vscode = activated();
  const { registered } = vscode;
  const view = registered.views['sextant.tree'];
  const asked = [];
  const session = { id: 's', type: 'sextant', customRequest: async (...request) => asked.push(request) };
  vscode.debug.activeDebugSession = session;
  const node = (stepId, next, options) => ({ stepId, next, options });
  const update = (body) => registered.listeners.event({ session, event: 'mapUpdate', body });
  update({
    reset: true,
    roots: [{ mapId: '0.0', name: 'P("X")' }],
    nodes: {
      '0.0': node('0.0', [{ stepId: '0.0.T', label: 'T: X > 0' }], { kind: 'root', title: 'P("X")', subtitle: '3 statements' }),
      '0.0.T': node('0.0.T', [], { kind: 'pending' }),
    },
    currentSteps: { primary: ['0.0'], secondary: [] },
  });
  const [root] = view.getChildren();
  assert.equal(view.getTreeItem(root).iconPath.id, 'debug-stackframe');
  assert.equal(view.getTreeItem(view.getChildren(root)[0]).description, 'not visited yet');
  update({
    roots: [{ mapId: '0.0', name: 'P("X")' }],
    nodes: {
      '0.0': node('0.0', [{ stepId: '0.1', label: 'T: X > 0' }], { kind: 'root', title: 'P("X")' }),
      '0.0.T': null,
      '0.1': node('0.1', [], { kind: 'basic', display: 'T: X > 0   2 statements ⇒ error', highlight: 'error' }),
    },
    currentSteps: { primary: [], secondary: [] },
  });
  const item = view.getTreeItem(view.getChildren(root)[0]);
  assert.deepEqual([item.label, item.description, item.iconPath.id], ['T: X > 0', '2 statements ⇒ error', 'error']);
  await registered.commands['sextant.jump']('0.1');
  await registered.commands['sextant.goFalse']();
  assert.deepEqual(asked, [['jump', { stepId: '0.1' }], ['evaluate', { expression: 'step false', context: 'repl' }]]);
  registered.listeners.terminated(session);
  assert.deepEqual(view.getChildren(), []);
});

test('the manifest names what there is', () => {
  const { commands, menus, grammars, debuggers } = manifest.contributes;
  const vscode = activated();
  for (const { command } of commands) assert.ok(vscode.registered.commands[command], command);
  const used = Object.values(menus).flat().map((entry) => entry.command);
  for (const command of used) assert.ok(commands.some((known) => known.command === command), command);
  for (const { path: file } of grammars) {
    for (const { match, begin } of JSON.parse(readFileSync(path.join(folder, file), 'utf8')).patterns) {
      new RegExp((match ?? begin).replace('(?i)', ''));
    }
  }
  for (const file of manifest.files) assert.ok(existsSync(path.join(folder, file)), file);
  // The adapter's own list of launch arguments; the port is the extension's.
  const source = readFileSync(path.join(folder, '../../crates/dap/src/message.rs'), 'utf8');
  const fields = /struct LaunchArguments \{([^}]*)\}/.exec(source)[1].matchAll(/pub\(crate\) (\w+):/g);
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const known = [...fields].map(([, name]) => camel(name)).concat('port').sort();
  assert.deepEqual(Object.keys(debuggers[0].configurationAttributes.launch.properties).sort(), known);
});
