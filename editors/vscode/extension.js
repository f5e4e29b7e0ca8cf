// The extension: starts `sextant dap` for a debug session, and shows the visited execution tree beside it.
// Everything about executions is decided by the adapter.

'use strict';

const vscode = require('vscode');
const { ExecutionTree } = require('./tree');

/** Completes what a launch configuration leaves out. */
function completeConfiguration(configuration) {
  const editor = vscode.window.activeTextEditor;
  if (!configuration.type && !configuration.request && !configuration.name) {
    // F5 without a launch.json: the program that is being looked at.
    if (!editor || !['pli', 'sextant-flow'].includes(editor.document.languageId)) return configuration;
    Object.assign(configuration, { type: 'sextant', request: 'launch', name: 'SEXTANT', program: '${file}' });
  }
  return configuration;
}

/** How the adapter of a session is reached. */
function describeAdapter(session) {
  if (session.configuration.port) return new vscode.DebugAdapterServer(session.configuration.port);
  const command = vscode.workspace.getConfiguration('sextant').get('path', 'sextant');
  return new vscode.DebugAdapterExecutable(command, ['dap']);
}

/** Sends a line to the debug console's interpreter. */
async function execute(line) {
  const session = vscode.debug.activeDebugSession;
  if (!session || session.type !== 'sextant') return;
  try {
    await session.customRequest('evaluate', { expression: line, context: 'repl' });
  } catch (error) {
    vscode.window.showWarningMessage(error.message);
  }
}

function activate(context) {
  const tree = new ExecutionTree(vscode);
  const commands = {
    'sextant.goTrue': () => execute('step true'),
    'sextant.goFalse': () => execute('step false'),
    'sextant.goOther': () => execute('go other'),
    'sextant.backToFork': () => execute('back to fork'),
    'sextant.jump': (stepId) => tree.jump(stepId),
  };
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider('sextant', {
      resolveDebugConfiguration: (folder, configuration) => completeConfiguration(configuration),
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory('sextant', {
      createDebugAdapterDescriptor: (session) => describeAdapter(session),
    }),
    vscode.window.registerTreeDataProvider('sextant.tree', tree),
    vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => {
      if (event.session.type === 'sextant' && event.event === 'mapUpdate') tree.update(event.session, event.body);
    }),
    vscode.debug.onDidChangeActiveDebugSession((session) => tree.show(session)),
    vscode.debug.onDidTerminateDebugSession((session) => tree.forget(session)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

function deactivate() {}

module.exports = { activate, deactivate };
