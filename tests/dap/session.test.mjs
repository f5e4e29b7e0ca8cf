// A headless client drives whole sessions of `sextant dap`, as an editor does.
// SEXTANT names the command; the default is the one that cargo builds.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import support from '@vscode/debugadapter-testsupport';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const sextant = process.env.SEXTANT ?? path.join(root, 'target/debug/sextant');
const power = path.join(root, 'examples/power.pli');
const sorting = path.join(root, 'tests/debugger/sorting.pli');
const share = path.join(root, 'tests/debugger/share.pli');

class Client extends support.DebugClient {
  constructor() {
    super(sextant, 'dap', 'sextant');
    this.defaultTimeout = 20000;
    this.map = {};
    this.on('mapUpdate', (event) => {
      if (event.body.reset) this.map = {};
      for (const [id, node] of Object.entries(event.body.nodes)) {
        if (node === null) delete this.map[id];
        else this.map[id] = node;
      }
    });
  }

  /** Starts a program; `configure` runs while breakpoints may be set. Returns the first stop. */
  async begin(launch, configure = async () => {}) {
    await this.start(launch.port);
    await this.initializeRequest();
    const initialized = this.waitForEvent('initialized');
    const stopped = this.waitForEvent('stopped');
    await this.launchRequest(launch);
    await initialized;
    await configure();
    await this.configurationDoneRequest();
    return (await stopped).body;
  }

  /** Sends a request that moves, and returns where that led. */
  async go(command, args = {}) {
    const stopped = this.waitForEvent('stopped');
    await this.send(command, { threadId: 1, ...args });
    return (await stopped).body;
  }

  async refused(command, args) {
    await assert.rejects(this.send(command, args), `${command} ${JSON.stringify(args)}`);
  }

  async top() {
    const { body } = await this.stackTraceRequest({ threadId: 1 });
    return body.stackFrames[0];
  }

  /** The variables of a scope of the top frame. */
  async scope(name) {
    const { body } = await this.scopesRequest({ frameId: (await this.top()).id });
    const scope = body.scopes.find((scope) => scope.name.startsWith(name));
    const variables = await this.variablesRequest({ variablesReference: scope.variablesReference });
    return { reference: scope.variablesReference, variables: variables.body.variables };
  }

  async values(name) {
    const { variables } = await this.scope(name);
    return Object.fromEntries(variables.map((variable) => [variable.name, variable.value]));
  }

  async evaluate(expression, context = 'watch') {
    const { id } = await this.top();
    return (await this.evaluateRequest({ expression, frameId: id, context })).body.result;
  }
}

/** A test with a client of its own. */
function session(name, run) {
  test(name, async (context) => {
    const client = new Client();
    context.after(() => client.stop());
    await run(client);
  });
}

session('launch, look, fork, back, and the other way', async (client) => {
  const entry = await client.begin({ program: power, call: 'POWER("X", "Y")', stopOnEntry: true });
  assert.equal(entry.reason, 'entry');
  assert.equal((await client.top()).line, 2);
  assert.deepEqual((await client.threadsRequest()).body.threads, [{ id: 1, name: 'POWER("X", "Y")' }]);

  const fork = await client.go('continue');
  assert.equal(fork.reason, 'fork');
  assert.match(fork.text, /true: Y > 0; false: Y <= 0/);
  const frame = await client.top();
  assert.deepEqual([frame.name, frame.line, frame.source.path], ['POWER 5', 7, power]);
  assert.equal((await client.go('continue')).reason, 'fork', 'an open question is not run past');

  const { body: targets } = await client.customRequest('stepInTargets', { frameId: frame.id });
  assert.deepEqual(targets.targets.map((target) => target.label), ['true: Y > 0', 'false: Y <= 0']);
  await client.go('stepIn', { targetId: 1 });
  assert.equal((await client.top()).line, 8);
  assert.deepEqual(await client.values('Path condition'), { 1: 'Y > 0' });

  assert.equal(await client.evaluate('go', 'repl'), [
    'POWER 5, line 7: IF Y >= J THEN',
    '  go true   when Y >= 2',
    '  go false  when Y <= 1',
  ].join('\n'));
  assert.equal((await client.values('Variables')).Z, 'X  (e.g. 0)');
  const end = client.waitForEvent('stopped');
  assert.match(await client.evaluate('go false', 'repl'), /^returned: return = X\npc: Y = 1$/);
  assert.equal((await end).body.reason, 'end of the path');
  assert.deepEqual(await client.values('Inputs'), { X: '0', Y: '1' });

  await client.go('stepBack');
  assert.equal((await client.top()).line, 12);
  assert.equal(await client.evaluate('Z * 2'), '2*X  (e.g. 0)');
  const start = await client.go('reverseContinue');
  assert.equal(start.reason, 'entry', 'without breakpoints the way back ends at the start');
  assert.equal((await client.top()).line, 2);
});

session('conditional breakpoints, counts, and lines without code', async (client) => {
  const stop = await client.begin({ program: power, call: 'POWER("X", 9)', stopOnEntry: false }, async () => {
    const { body } = await client.setBreakpointsRequest({
      source: { path: power },
      breakpoints: [{ line: 8, condition: 'J > 2', hitCondition: '3' }, { line: 3 }, { line: 8, condition: 'J >' }],
    });
    const [good, noCode, noCondition] = body.breakpoints;
    assert.deepEqual([good.verified, good.line], [true, 8]);
    assert.deepEqual([noCode.verified, noCode.message], [false, 'no statement begins on line 3']);
    assert.equal(noCondition.verified, false);
    const elsewhere = await client.setBreakpointsRequest({ source: { path: '/no/such.pli' }, breakpoints: [{ line: 1 }] });
    assert.match(elsewhere.body.breakpoints[0].message, /not part of the program/);
  });
  assert.deepEqual([stop.reason, stop.hitBreakpointIds], ['breakpoint', [1]]);
  assert.equal(await client.evaluate('J'), '5');
  await client.go('continue');
  assert.equal(await client.evaluate('J'), '6');
  assert.equal((await client.go('reverseContinue')).reason, 'breakpoint');
  assert.equal(await client.evaluate('J'), '5', 'back at the third time');
  await client.setBreakpointsRequest({ source: { path: power }, breakpoints: [] });
  assert.equal((await client.go('continue')).reason, 'end of the path');
});

session('procedures, frames, elements and data breakpoints', async (client) => {
  const call = 'SORTING(A = (30, 20, "Y", 5, 4), 2)';
  const stop = await client.begin({ program: sorting, call, stopOnEntry: false }, async () => {
    const { body } = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'EXCHANGE' }, { name: 'NOBODY' }] });
    assert.deepEqual(body.breakpoints.map((one) => one.verified), [true, false]);
  });
  assert.equal(stop.reason, 'breakpoint');
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  assert.deepEqual(body.stackFrames.map((frame) => [frame.name, frame.line]), [['EXCHANGE 1', 17], ['SORTING 8', 9]]);
  const caller = await client.scopesRequest({ frameId: body.stackFrames[1].id });
  const reference = caller.body.scopes[0].variablesReference;
  const { body: variables } = await client.variablesRequest({ variablesReference: reference });
  const array = variables.variables.find((variable) => variable.name === 'A');
  assert.equal(array.indexedVariables, 5);
  const { body: page } = await client.variablesRequest({ variablesReference: array.variablesReference, start: 1, count: 2 });
  assert.deepEqual(page.variables.map((one) => [one.name, one.value]), [['A(2)', '20'], ['A(3)', 'Y  (e.g. 0)']]);

  const { body: info } = await client.dataBreakpointInfoRequest({ variablesReference: array.variablesReference, name: 'A(2)' });
  assert.equal(info.dataId, 'A(2) of SORTING');
  const none = await client.dataBreakpointInfoRequest({ variablesReference: reference, name: 'NOTHING' });
  assert.equal(none.body.dataId, null);
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  const set = await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: info.dataId, accessType: 'write' }] });
  assert.equal(set.body.breakpoints[0].verified, true);
  const written = await client.go('continue');
  assert.deepEqual([written.reason, (await client.top()).name], ['data breakpoint', 'EXCHANGE 6']);
  await client.go('stepOut');
  assert.equal((await client.top()).name, 'SORTING 9');
  const writer = await client.go('reverseContinue');
  assert.deepEqual([writer.reason, (await client.top()).name], ['data breakpoint', 'EXCHANGE 6'], 'the last writer');
});

session('setting variables, assuming and proving', async (client) => {
  await client.begin({ program: power, call: 'POWER("X", "Y")' });
  await client.go('next');
  await client.go('next');
  const { reference, variables } = await client.scope('Variables');
  assert.deepEqual(variables.map((one) => one.name), ['X', 'Y', 'Z', 'J']);
  const set = await client.setVariableRequest({ variablesReference: reference, name: 'Z', value: '"W" + 1' });
  assert.match(set.body.value, /^W \+ 1/);
  assert.equal(await client.evaluate('assume (Y = 2)', 'repl'), 'pc: Y = 2');
  assert.equal(await client.evaluate('prove (Y > 1)', 'repl'), 'proved');
  await assert.rejects(client.evaluate('assume (Y = 3)', 'repl'), /contradicts/);
  await assert.rejects(client.evaluate('nonsense here', 'repl'));
  assert.equal((await client.go('continue')).reason, 'end of the path');
  assert.equal((await client.values('Variables')).Z, 'W*X**2 + X**2  (e.g. 0)');
  const { body } = await client.completionsRequest({ text: 'sho', column: 4 });
  assert.deepEqual(body.targets, [{ label: 'show', start: 0, length: 3 }]);
});

session('errors of the program are exceptions', async (client) => {
  const fork = await client.begin({ program: share, call: 'SHARE("SUM", "PARTS", 1)', stopOnEntry: false });
  assert.match(fork.text, /may fail: division by zero/);
  const failed = client.waitForEvent('stopped');
  await client.evaluate('go false', 'repl');
  const { body: stop } = await failed;
  assert.equal(stop.reason, 'exception');
  const { body } = await client.customRequest('exceptionInfo', { threadId: 1 });
  assert.match(body.description, /division by zero/);
  await client.go('stepBack');
  assert.equal((await client.top()).line, 5);
});

session('the map of the tree', async (client) => {
  await client.begin({ program: power, call: 'POWER("X", "Y")', stopOnEntry: false });
  const { body: first } = await client.customRequest('getFullMap', {});
  assert.deepEqual(first.roots, [{ mapId: '0.0', name: 'POWER("X", "Y")' }]);
  assert.deepEqual(first.nodes['0.0'].next.map((next) => next.label), ['T: Y > 0', 'F: Y <= 0']);
  assert.equal(first.nodes['0.0.F'].options.kind, 'pending');

  await client.go('stepSpecific', { prevId: '0.0', case: 'true' });
  assert.equal((await client.top()).line, 8);
  await client.go('jump', { stepId: '0.0' });
  assert.equal((await client.top()).line, 7);
  await client.go('stepSpecific', { prevId: '0.0', case: false });
  assert.equal((await client.go('continue')).reason, 'end of the path');
  const { body: full } = await client.customRequest('getFullMap', {});
  assert.deepEqual(full.currentSteps.primary, ['0.2']);
  assert.equal(full.nodes['0.2'].options.highlight, 'success');
  assert.ok(!('0.0.F' in full.nodes));
  assert.deepEqual(client.map, full.nodes, 'updates lead to the full map');
  await client.refused('jump', { stepId: '0.99' });
  await client.refused('stepSpecific', { prevId: 'x' });
});

session('lines and columns from zero', async (client) => {
  await client.start();
  await client.initializeRequest({ adapterID: 'sextant', linesStartAt1: false, columnsStartAt1: false, pathFormat: 'path' });
  const stopped = client.waitForEvent('stopped');
  await client.launchRequest({ program: power, stopOnEntry: false });
  const { body } = await client.setBreakpointsRequest({ source: { path: power }, breakpoints: [{ line: 3 }] });
  assert.deepEqual([body.breakpoints[0].verified, body.breakpoints[0].line], [true, 3]);
  await client.configurationDoneRequest();
  await stopped;
  const frame = await client.top();
  assert.deepEqual([frame.line, frame.column, frame.name], [3, 3, 'POWER 3']);
  const completions = await client.completionsRequest({ text: 'sho', column: 3 });
  assert.equal(completions.body.targets[0].label, 'show');
});

session('a run on data shows both values', async (client) => {
  await client.begin({ program: power, call: 'POWER("X", "Y")', data: 'X = 3, Y = 2', stopOnEntry: false });
  assert.equal((await client.values('Variables')).Z, 'X**2 = 9');
  assert.deepEqual(await client.values('Inputs (the data)'), { X: '3', Y: '2' });
});

session('pause, restart with a changed program, terminate', async (client) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-dap-'));
  const file = path.join(folder, 'loop.pli');
  const program = (step) => `LOOP: PROCEDURE (N);
   DECLARE (N, I) FIXED BINARY (31);
   I = 0;
   DO WHILE (I < N);
      I = I + ${step};
   END;
END LOOP;
`;
  try {
    writeFileSync(file, program(1));
    await client.begin({ program: file, call: 'LOOP(1000000000)' });
    const paused = client.waitForEvent('stopped');
    await client.continueRequest({ threadId: 1 });
    await client.pauseRequest({ threadId: 1 });
    assert.equal((await paused).body.reason, 'pause');
    assert.equal((await client.top()).name.split(' ')[0], 'LOOP');

    writeFileSync(file, program(500000000));
    await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 5, condition: 'I > 0' }] });
    assert.equal((await client.go('restart')).reason, 'entry');
    assert.equal((await client.go('continue')).reason, 'breakpoint');
    assert.equal(await client.evaluate('I'), '500000000');
    const { body: source } = await client.sourceRequest({ sourceReference: 0, source: { path: file } });
    assert.equal(source.content, program(500000000));
    await client.refused('source', { source: { path: power } });
    const terminated = client.waitForEvent('terminated');
    await client.terminateRequest();
    await terminated;
    await client.refused('continue', { threadId: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

session('sessions are kept in a file', async (client) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-dap-'));
  const file = path.join(folder, 'walk.session');
  const other = new Client();
  try {
    const launch = { program: power, call: 'POWER("X", "Y")', session: file };
    const breakpoint = (one) => async () =>
      assert.ok((await one.setBreakpointsRequest({ source: { path: power }, breakpoints: [{ line: 12 }] })).success);
    await client.begin(launch, breakpoint(client));
    await client.go('continue');
    await client.go('stepIn', { targetId: 2 });
    assert.ok(existsSync(file));
    const shown = await client.evaluate('show', 'repl');
    await other.begin(launch, breakpoint(other));
    assert.equal(await other.evaluate('show', 'repl'), shown);
    assert.equal((await other.evaluate('breaks', 'repl')).split('\n').length, 1, 'breakpoints are the client\'s');
    await other.go('restart');
    assert.equal((await other.top()).line, 2);
    await other.go('continue');
    await client.terminateRequest();
    await client.launchRequest(launch);
    assert.match(await client.evaluate('show', 'repl'), /go true {3}when Y > 0/, 'restarted, and still kept');
    writeFileSync(file, readFileSync(file).subarray(0, 100));
    await other.terminateRequest();
    await assert.rejects(other.launchRequest(launch), /damaged|session file/);
  } finally {
    await other.stop();
    rmSync(folder, { recursive: true });
  }
});

session('programs that cannot be debugged are refused', async (client) => {
  await client.start();
  await client.initializeRequest();
  await assert.rejects(client.launchRequest({ program: '/no/such/file.pli' }), /no\/such/);
  await assert.rejects(client.launchRequest({ program: power, call: 'NOBODY()' }), /NOBODY/);
  await assert.rejects(client.launchRequest({ program: power, call: 'POWER("X", "Y")', data: 'X = 1' }), /no value to Y/);
  await assert.rejects(client.launchRequest({ program: 7 }), /arguments/);
  await assert.rejects(client.launchRequest({}), /program/);
  await client.refused('configurationDone', {});
});

test('clients on a port have sessions of their own', async (context) => {
  const server = spawn(sextant, ['dap', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  context.after(() => server.kill());
  const port = await new Promise((resolve, reject) => {
    server.once('error', reject);
    let said = '';
    server.stderr.on('data', (text) => {
      said += text;
      const found = /127\.0\.0\.1:(\d+)\n/.exec(said);
      if (found) resolve(Number(found[1]));
    });
  });
  const [one, two] = [new Client(), new Client()];
  await one.begin({ program: power, call: 'POWER("X", 1)', stopOnEntry: false, port });
  await two.begin({ program: power, call: 'POWER("X", 2)', stopOnEntry: false, port });
  assert.match((await one.values('Variables')).Z, /^X /);
  assert.match((await two.values('Variables')).Z, /^X\*\*2 /);
  await one.stop();
  assert.match((await two.values('Variables')).Z, /^X\*\*2 /);
  await two.stop();
});
