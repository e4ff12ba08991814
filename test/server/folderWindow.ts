/** A window on a folder: a server with its index outside the folder, its search results, and whether its index equals a rebuilt one. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { searchRequest } from '../../src/protocol/server.ts';
import { commandLine } from '../support/programs.ts';
import type { WorkFolder } from '../support/workFolder.ts';
import { type LspClient, startLspClient } from './lspClient.ts';

/** Opens one, which ends with the test; the folder is indexed. */
export async function openWindow(t: TestContext, folder: WorkFolder): Promise<LspClient> {
  const client = await startLspClient();
  t.after(() => client.stop());
  await client.configure([folder.root], { indexDirectory: indexDirectory(folder) });
  return client;
}

/** The paths of the ten best places for a search, best first. */
export async function found(client: LspClient, query: string): Promise<string[]> {
  return (await client.ask(searchRequest, { query, limit: 10 })).sources.map((source) => source.path);
}

/** Compares the index with one rebuilt by the command line; returns how many files that had to read, and its messages. */
export async function equalsRebuilt(folder: WorkFolder): Promise<{ filesRead: number; stderr: string }> {
  const args = [commandLine, 'index', folder.root, '--index', indexDirectory(folder), '--verify', '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  const { difference, filesRead } = JSON.parse(stdout);
  assert.equal(difference, null);
  return { filesRead, stderr };
}

function indexDirectory(folder: WorkFolder): string {
  return path.join(folder.parent, 'index.index');
}
