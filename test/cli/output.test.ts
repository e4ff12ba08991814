import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheDirectory } from '../../src/cli/cacheFolder.ts';
import { nearestCommand } from '../../src/cli/commands.ts';
import { clean, counted, createOutput, escapedJson, formatBytes, formatDuration, progressText } from '../../src/cli/output.ts';

test('clean() removes what a terminal would obey', () => {
  assert.equal(clean('a\u001b[31mred\u001b[0m\u0007b'), 'ared\ufffdb');
  assert.equal(clean('name\nwith\tbreaks'), 'name\ufffdwith\ufffdbreaks');
  assert.equal(clean('two\r\nlines\there', { lines: true }), 'two\nlines\there');
  assert.equal(clean('\u202eevil\u2066\u061c'), '\ufffdevil\ufffd\ufffd');
  assert.equal(clean('日本語 🙂 é'), '日本語 🙂 é');
});

test('escapedJson() means the same and reorders nothing', () => {
  const value = { path: 'invoice\u202efdp.md', escape: '\u001b[31m', text: 'שלום' };
  assert.deepEqual(JSON.parse(escapedJson(value)), value);
  assert.doesNotMatch(escapedJson(value), /[\u202a-\u202e]/);
});

test('progressText() shows rate and remaining time once they are meaningful', () => {
  assert.equal(progressText('Indexing', 3, 1204, 100), 'Indexing 3 of 1,204 files');
  assert.equal(progressText('Indexing', 3, 1204, 499), 'Indexing 3 of 1,204 files');
  assert.equal(progressText('Indexing', 0, 1204, 2000), 'Indexing 0 of 1,204 files');
  assert.equal(progressText('Reading', 8, 8, 500, 'commits'), 'Reading 8 of 8 commits · 16 commits/s');
  assert.equal(progressText('Indexing', 412, 1204, 2000), 'Indexing 412 of 1,204 files · 206 files/s · 3.8 s left');
});

test('numbers are shown in the largest fitting unit', () => {
  assert.deepEqual([9, 1234, 34_567, 300_000].map(formatDuration), ['9 ms', '1.2 s', '35 s', '5 min']);
  assert.deepEqual([999, 1000, 9999, 10_000, 119_999, 120_000].map(formatDuration), [
    '999 ms',
    '1.0 s',
    '10.0 s',
    '10 s',
    '120 s',
    '2 min',
  ]);
  assert.deepEqual([12, 1234, 5_600_000, 7e9].map(formatBytes), ['12 B', '1 kB', '5.6 MB', '7.0 GB']);
  assert.deepEqual([999, 1000, 999_999, 1e6, 1e9 - 1, 1e9].map(formatBytes), ['999 B', '1 kB', '1000 kB', '1.0 MB', '1000.0 MB', '1.0 GB']);
  assert.deepEqual(
    [counted(1, 'index', 'indexes'), counted(0, 'index', 'indexes'), counted(1204, 'file')],
    ['1 index', '0 indexes', '1,204 files'],
  );
});

test('each style ends what it has begun', () => {
  const stream = { isTTY: true, write: () => true } as unknown as NodeJS.WriteStream;
  const { style } = createOutput({ stdout: stream, stderr: stream, env: {} });
  assert.deepEqual(
    [style.strong('x'), style.dim('x'), style.accent('x')],
    ['\u001b[1mx\u001b[22m', '\u001b[2mx\u001b[22m', '\u001b[36mx\u001b[39m'],
  );
});

test('only terminals get colour, and NO_COLOR is respected', () => {
  const styled = (isTTY: boolean, env: NodeJS.ProcessEnv): string => {
    const stream = { isTTY, write: () => true } as unknown as NodeJS.WriteStream;
    return createOutput({ stdout: stream, stderr: stream, env }).style.strong('x');
  };
  assert.equal(styled(true, {}), '\u001b[1mx\u001b[22m');
  assert.equal(styled(false, {}), 'x');
  assert.equal(styled(true, { NO_COLOR: '1' }), 'x');
  assert.equal(styled(true, { TERM: 'dumb' }), 'x');
});

test('progress is one line on a terminal, erased at the end, and nothing elsewhere', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) => ({ isTTY, columns: 30, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
  const quiet = createOutput({ stdout: stream(false), stderr: stream(false), env: {} });
  quiet.progress('Indexing', 1, 2);
  quiet.progress();
  assert.deepEqual(written, []);
  const shown = createOutput({ stdout: stream(true), stderr: stream(true), env: {} });
  shown.progress('Indexing', 1, 2);
  shown.progress();
  shown.progress();
  assert.deepEqual(written, ['\rIndexing 1 of 2 files\u001b[K', '\r\u001b[K']);
});

test('results are JSON unless printed to a terminal or text is requested', () => {
  const isJson = (isTTY: boolean, format?: 'json' | 'text'): boolean => {
    const stream = { isTTY, write: () => true } as unknown as NodeJS.WriteStream;
    return createOutput({ stdout: stream, stderr: stream, env: {}, format }).isJson;
  };
  assert.deepEqual([isJson(true), isJson(false), isJson(true, 'json'), isJson(false, 'text')], [false, true, true, false]);
});

test('the nearest command is suggested only when it is near', async () => {
  assert.equal(await nearestCommand('serch'), 'search');
  assert.equal(await nearestCommand('INDEX'), 'index');
  assert.equal(await nearestCommand('comunity'), 'communities');
  assert.equal(await nearestCommand('zzzzzz'), undefined);
});

test('the cache directory is the system’s own', () => {
  assert.equal(cacheDirectory({ XDG_CACHE_HOME: '/x' }, 'linux', '/home/a'), '/x');
  assert.equal(cacheDirectory({ XDG_CACHE_HOME: 'relative' }, 'linux', '/home/a'), '/home/a/.cache');
  assert.equal(cacheDirectory({}, 'darwin', '/Users/a'), '/Users/a/Library/Caches');
  assert.equal(cacheDirectory({ LOCALAPPDATA: 'C:\\L' }, 'win32', 'C:\\Users\\a'), 'C:\\L');
});
