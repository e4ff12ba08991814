/** Every line that matches: equal to a scan of the files, whatever the index knows of them. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { secretMask } from '../../../src/engine/text/secrets/secrets.ts';
import { createService } from '../../../src/service/createService.ts';
import type { OccurrenceOptions } from '../../../src/service/types/options.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { randomNumbers } from '../../support/randomEdits.ts';
import { workFolder } from '../../support/workFolder.ts';

async function opened(t: TestContext, files: Readonly<Record<string, string>>, settings = defaultSettings) {
  const folder = workFolder(t, files);
  const indexDirectory = path.join(folder.parent, 'index.index');
  // What is older than the coarsest clock is known to be unchanged by its times.
  for (const name of Object.keys(files)) fs.utimesSync(path.join(folder.root, name), 1e9, 1e9);
  const open = async () => {
    const service = createService();
    t.after(() => service.close());
    await service.openFolder(folder.root, { settings, indexDirectory, runGit: false });
    await service.idle();
    return service;
  };
  return { folder, open, service: await open() };
}

const files = {
  'src/server.ts': 'import { open } from "./files";\n\nexport class Server {\n  start(port: number) {\n    open(port);\n  }\n}\n',
  'src/files.ts': '/** Opens a port: `open(port)`. */\nexport function open(port: number) {\n  return port;\n}\n',
  'docs/ports.md': '# Ports\n\nCall `open(port)` first.\n',
  'test/server.test.ts': 'import { open } from "../src/files";\n\nopen(80);\n',
};

test('lines come by kind and path, with the definition that they are in, and are counted whole', async (t) => {
  const { service } = await opened(t, files);
  const found = await service.occurrences('open\\(');
  assert.deepEqual(
    found.files.map(({ path: file, kind, count, lines }) => [
      file,
      kind,
      count,
      ...lines.map(({ line, within }) => `${line} ${within ?? ''}`),
    ]),
    [
      ['src/files.ts', 'definition', 2, '1 ', '2 '],
      ['src/server.ts', 'code', 1, '5 Server.start'],
      ['docs/ports.md', 'doc', 1, '3 '],
      ['test/server.test.ts', 'test', 1, '3 '],
    ],
  );
  const limited = await service.occurrences('open\\(', { limit: 3 });
  assert.deepEqual([limited.lines, limited.matchingFiles, limited.searched, limited.files.length], [5, 4, 4, 2]);
  const nothing = await service.occurrences('nowhere at all');
  assert.deepEqual([nothing.lines, nothing.files, nothing.searched], [0, [], 4]);
});

test('case, words, texts, parts of paths, languages, kinds and lines around', async (t) => {
  const { service, folder } = await opened(t, files);
  const places = async (pattern: string, options: OccurrenceOptions) =>
    (await service.occurrences(pattern, options)).files.flatMap(({ path: file, lines }) => lines.map(({ line }) => `${file}:${line}`));
  assert.deepEqual(await places('SERVER', { ignoresCase: true }), ['src/server.ts:3']);
  assert.deepEqual(await places('por', { isWord: true }), []);
  assert.deepEqual(await places('n(', { isFixed: true, kind: 'doc' }), ['docs/ports.md:3']);
  assert.deepEqual(await places('n(', { isFixed: true, language: 'md' }), ['docs/ports.md:3']);
  assert.deepEqual(await places('return', { path: 'SRC/' }), ['src/files.ts:3']);
  assert.deepEqual(await places('open', { scope: [path.join(folder.root, 'test')] }), ['test/server.test.ts:1', 'test/server.test.ts:3']);
  assert.deepEqual(await places('return', { before: 1, after: 9 }), ['src/files.ts:2', 'src/files.ts:3', 'src/files.ts:4']);
  await assert.rejects(service.occurrences('(?=a)'), /cannot be matched in linear time/);
  await assert.rejects(service.occurrences(''), /nothing to search for/);
  const reason = new Error('cancelled');
  await assert.rejects(service.occurrences('open', { signal: AbortSignal.abort(reason) }), reason);
});

test('what is masked is neither shown nor found, and what is left out is counted', async (t) => {
  const value = 'x7Kq9Zp2Lw4Rt8Yb';
  const settings = { ...defaultSettings, maxFileBytes: 2000 };
  const { service } = await opened(
    t,
    { 'a.py': `password = "${value}"\n`, 'b.ts': `// ${'long '.repeat(500)}\n`, 'c.ts': 'const x = 1;\n' },
    settings,
  );
  assert.equal((await service.occurrences(value.slice(2, 9))).lines, 0);
  assert.equal((await service.occurrences('"x7')).lines, 0);
  const found = await service.occurrences('password');
  assert.equal(found.files[0]?.lines[0]?.text, `password = "${secretMask}"`);
  assert.deepEqual([found.searched, found.notSearched], [2, [{ reason: 'too large', files: 1 }]]);
});

test('it equals a scan of the files while these change, with an index that does not know of it', async (t) => {
  const random = randomNumbers(7);
  const below = (max: number): number => Math.floor(random() * max);
  const words = ['alpha', 'Beta', 'gammaDelta', 'x_y', 'größe', '12', '=', '(', 'the'];
  const line = (): string => Array.from({ length: below(6) }, () => words[below(words.length)]).join(below(3) === 0 ? '' : ' ');
  const content = (): string => `${Array.from({ length: 1 + below(8) }, line).join('\n')}\n`;
  const all = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`d${i % 4}/f${i}.${['ts', 'md', 'py'][i % 3]}`, content()]));
  const { folder, service, open } = await opened(t, all);
  const patterns = [
    'alpha',
    'ta',
    'maDel',
    'be?ta',
    'alpha.*12',
    '(Beta|größe) x',
    '\\bx_y\\b',
    '^the',
    '=$',
    '[a-z]+Delta',
    'amm|igh',
    'ß',
    'aB',
  ];
  let [asked, matching] = [service, 0];
  for (let round = 0; round < 40; round++) {
    const name = Object.keys(all)[below(30)] as string;
    if (round % 2 === 1) {
      all[name] = content();
      fs.writeFileSync(path.join(folder.root, name), all[name]);
      fs.utimesSync(path.join(folder.root, name), 1e9 + round, 1e9 + round);
    }
    // Sometimes from what is stored.
    if (round % 10 === 9) asked = await open();
    const pattern = patterns[below(patterns.length)] as string;
    const ignoresCase = below(3) === 0;
    const found = await asked.occurrences(pattern, { ignoresCase });
    const expression = new RegExp(pattern, ignoresCase ? 'i' : '');
    const expected = Object.entries(all).flatMap(([file, text]) =>
      text
        .slice(0, -1)
        .split('\n')
        .flatMap((one, i) => (expression.test(one) ? [`${file}:${i + 1}`] : [])),
    );
    const own = found.files.flatMap(({ path: file, lines }) => lines.map((one) => `${file}:${one.line}`));
    assert.deepEqual(own.sort(), expected.sort(), `${expression} in round ${round}`);
    matching += own.length;
  }
  assert.ok(matching > 100, `${matching} lines`);
});
