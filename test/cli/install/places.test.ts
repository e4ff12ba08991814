/** Where the files of a user are, on each system. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { agentsThere, userPlace } from '../../../src/cli/install/places.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const skip = process.platform === 'win32' && 'on Windows paths of other systems are written otherwise';

test('a file of the home directory, of the configuration folder, and of one elsewhere', { skip }, (t) => {
  const home = fs.realpathSync(temporaryDirectory(t));
  const elsewhere = fs.realpathSync(temporaryDirectory(t));
  const place = (file: Parameters<typeof userPlace>[0], platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) =>
    userPlace(file, { platform, env, home });
  assert.deepEqual(place('~/.own/mcp.json', 'linux'), { root: home, relative: '.own/mcp.json', shown: '~/.own/mcp.json' });
  assert.equal(userPlace('~/.own/mcp.json', { platform: 'linux', env: {}, home: undefined }), undefined);
  const each = { linux: '.config/a/b.json', darwin: 'Application Support/a/b.json', win32: 'Roaming/a/b.json' } as never;
  const inHome = (relative: string) => ({ root: home, relative, shown: path.join(home, relative) });
  assert.deepEqual(place(each, 'linux'), inHome('.config/a/b.json'));
  assert.deepEqual(place(each, 'freebsd'), inHome('.config/a/b.json'));
  assert.deepEqual(place(each, 'darwin'), inHome('Library/Application Support/a/b.json'));
  assert.deepEqual(place(each, 'win32'), inHome('AppData/Roaming/a/b.json'));
  assert.deepEqual(place(each, 'linux', { XDG_CONFIG_HOME: 'relative' }), inHome('.config/a/b.json'));
  assert.deepEqual(place(each, 'linux', { XDG_CONFIG_HOME: path.join(home, 'own') }), inHome('own/a/b.json'));
  const far = path.join(elsewhere, 'config');
  assert.deepEqual(place(each, 'linux', { XDG_CONFIG_HOME: far }), {
    root: elsewhere,
    relative: 'config/a/b.json',
    shown: path.join(far, 'a/b.json'),
  });
  assert.deepEqual(place(each, 'win32', { APPDATA: far })?.root, elsewhere);
});

test('an agent is there if a file or a folder of its own is', { skip }, (t) => {
  const home = fs.realpathSync(temporaryDirectory(t));
  const folder = fs.realpathSync(temporaryDirectory(t));
  const system = { platform: 'linux' as const, env: {}, home };
  assert.deepEqual(agentsThere(folder, system), []);
  assert.deepEqual(agentsThere(undefined, system), []);
  fs.mkdirSync(path.join(home, '.codex'));
  assert.deepEqual(agentsThere(folder, system), ['codex']);
  fs.mkdirSync(path.join(folder, '.cursor'));
  assert.deepEqual(agentsThere(folder, system).sort(), ['codex', 'cursor']);
  assert.deepEqual(agentsThere(undefined, system), ['codex']);
});
