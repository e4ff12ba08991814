/** The language server and the MCP server open no network socket, whatever they are asked. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { askRequest, communitiesRequest, relatedRequest, reportRequest, searchRequest } from '../../src/protocol/server.ts';
import { toolRequest } from '../../src/protocol/tools.ts';
import { copyFixture } from '../support/fixture.ts';
import { openNetworkSockets, readTrace, traceInto } from '../support/networkTrace.ts';
import { commandLine } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { startLspClient, uriOf } from './lspClient.ts';

test('the language server opens no network socket', async (t) => {
  const { folder, trace, through } = watched(t);
  const client = await startLspClient({ through });
  await client.configure([folder], { indexDirectory: path.join(path.dirname(trace), 'index.index') });
  const uri = uriOf(path.join(folder, 'src/kettle.ts'));
  await client.ask(askRequest, { question: 'Which kettle is heated first?' });
  await client.ask(searchRequest, { query: 'https://example.com PlanStore' });
  await client.ask(relatedRequest, { uri, line: 5, character: 10 });
  await client.hover(uri, 5, 10);
  await client.ask(communitiesRequest, {});
  await client.ask(toolRequest, { name: 'mesh_search', input: { question: 'PlanStore' } });
  await client.ask(reportRequest, {});
  if (through === undefined) assert.deepEqual(openNetworkSockets(client.process.pid ?? 0), []);
  await client.stop();
  assertNone(trace, through, t);
});

test('the MCP server opens no network socket', async (t) => {
  const { folder, trace, through = [] } = watched(t);
  const server = [process.execPath, commandLine, 'mcp', '--dir', folder, '--index', path.join(path.dirname(trace), 'index.index')];
  const [command = '', ...args] = [...through, ...server];
  const client = new Client({ name: 'test', version: '0' });
  const transport = new StdioClientTransport({ command, args, env: process.env as Record<string, string> });
  await client.connect(transport);
  for (const [name, input] of [
    ['mesh_search', { question: 'PlanStore' }],
    ['mesh_symbol', { name: 'src/kettle.ts:5' }],
    ['mesh_symbol', { name: 'KettleQueue', to: 'Planner' }],
    ['mesh_impact', { of: 'KettleQueue' }],
    ['mesh_overview', {}],
    ['mesh_overview', { path: '.' }],
  ] as const)
    await client.callTool({ name, arguments: input });
  await client.readResource({ uri: 'meshrag://report' });
  if (through.length === 0) assert.deepEqual(openNetworkSockets(transport.pid ?? 0), []);
  await client.close();
  assertNone(trace, through, t);
});

function watched(t: TestContext) {
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const trace = path.join(temporaryDirectory(t), 'trace');
  return { folder, trace, through: traceInto(trace) };
}

function assertNone(trace: string, through: readonly string[] | undefined, t: TestContext): void {
  if (!through || through.length === 0) t.diagnostic('strace is not there: only the sockets open at the end were looked at');
  else {
    assert.match(fs.readFileSync(trace, 'utf8'), /execve\(/);
    assert.deepEqual(readTrace(trace), []);
  }
}

test('a program that does connect is seen, with its address', (t) => {
  const { trace, through } = watched(t);
  if (through === undefined) return t.skip('strace is not there');
  const script = "require('node:net').connect(9, '127.0.0.1').on('error', () => {})";
  const [command = '', ...args] = [...through, process.execPath, '-e', script];
  execFileSync(command, args);
  const calls = readTrace(trace);
  assert.ok(calls.some(({ call, address, program }) => call === 'connect' && address === '127.0.0.1' && program.includes('node:net')));
});
