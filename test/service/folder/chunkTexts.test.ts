import assert from 'node:assert/strict';
import { renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { linesOf } from '../../../src/engine/text/lines.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { FolderTexts } from '../../../src/service/folder/folderTexts.ts';
import { readFile } from '../../../src/service/folder/update/readFile.ts';
import type { FileRow } from '../../../src/storage/store.ts';
import { FileText, rangeIn } from '../../../src/workspace/files/fileText.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { liveBytes } from '../../support/liveMemory.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const onWindows = process.platform === 'win32' ? 'on Windows links need a privilege' : false;

test('rangeIn() finds the lines that linesOf() counts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\r\n', '\n\n', 'bc ') });
  fc.assert(
    fc.property(text, fc.nat(6), fc.nat(4), (whole, first, more) => {
      for (const one of [whole, whole.replaceAll('\r', '')]) {
        const { count, starts } = linesOf(one);
        const [startLine, endLine] = [first + 1, first + 1 + more];
        const found = rangeIn(one, { startLine, endLine, startColumn: 0, endColumn: 0 });
        assert.deepEqual(found, endLine > count ? undefined : { from: starts[startLine - 1], to: starts[endLine] });
      }
    }),
  );
  assert.deepEqual(rangeIn('a\nbcdef\n', { startLine: 2, endLine: 2, startColumn: 1, endColumn: 3 }), { from: 3, to: 5 });
});

test('a part of a file equals its range in the whole text, in any encoding', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\r\n', '\n\n', 'bc ', '語') });
  const encodings: Record<string, (whole: string) => Buffer> = {
    utf8: (whole) => Buffer.from(whole),
    mark: (whole) => Buffer.from(`\ufeff${whole}`),
    latin1: (whole) => Buffer.from(`é${whole}`.replaceAll('語', 'ü'), 'latin1'),
    utf16: (whole) => Buffer.from(`\ufeff${whole}`, 'utf16le'),
    utf16WithoutMark: (whole) => Buffer.from(`${'a'.repeat(300)}\n${whole}`, 'utf16le'),
  };
  fc.assert(
    fc.property(text, fc.constantFrom(...Object.keys(encodings)), fc.nat(6), fc.nat(4), (whole, encoding, first, more) => {
      const file = new FileText((encodings[encoding] as (whole: string) => Buffer)(whole), 'a.md');
      const range = { startLine: first + 1, endLine: first + 1 + more, startColumn: 0, endColumn: 0 };
      const decoded = file.whole() as string;
      const span = rangeIn(decoded, range);
      assert.equal(file.part(range), span && decoded.slice(span.from, span.to));
    }),
  );
  const file = new FileText(Buffer.from('a\nbéd語f\n'), 'a.md');
  assert.equal(file.part({ startLine: 2, endLine: 2, startColumn: 1, endColumn: 4 }), 'éd語');
});

interface Folder {
  readonly texts: FolderTexts;
  readonly file: string;
  /** Reads the file into the row, as an update does; `indexedAtNs` to override the time. */
  index(indexedAtNs?: bigint): void;
}

const place = { languageOf, store: { document: () => undefined }, lexicons: createLexicons() };

function folderWith(context: TestContext, content: string): Folder {
  const root = temporaryDirectory(context);
  const file = join(root, 'a.md');
  writeFileSync(file, content);
  let row: FileRow | undefined;
  const index = (indexedAtNs?: bigint): void => {
    const outcome = readFile(root, 'a.md', defaultSettings, undefined, place);
    assert.equal(outcome?.kind, 'row');
    if (outcome?.kind === 'row') row = { ...outcome.row, indexedAtNs: indexedAtNs ?? outcome.row.indexedAtNs };
  };
  index();
  return { texts: new FolderTexts(root, defaultSettings, (path) => (path === 'a.md' ? row : undefined)), file, index };
}

const longAgo = new Date('2020-01-01');
const inAnHour = (): bigint => BigInt(Date.now() + 3_600_000) * 1_000_000n;

test('a text is that of the indexed bytes, or none', (context) => {
  const { texts, file, index } = folderWith(context, 'one');
  assert.equal(texts.fileText('a.md')?.whole(), 'one');
  assert.equal(texts.fileText('b.md'), undefined);
  // Within the same tick and of the same length: times and size may be equal.
  writeFileSync(file, 'two');
  assert.equal(texts.fileText('a.md')?.whole(), undefined);
  index();
  assert.equal(texts.fileText('a.md')?.whole(), 'two');
  rmSync(file);
  assert.equal(texts.fileText('a.md')?.whole(), undefined);
});

test('a cached text is not trusted after a change that keeps size and modification time', async (context) => {
  const { texts, file, index } = folderWith(context, 'one');
  utimesSync(file, longAgo, longAgo);
  index(inAnHour());
  for (let again = 0; again < 3; again++) assert.equal(texts.fileText('a.md')?.whole(), 'one');
  // Longer than the granularity of ctime.
  await sleep(20);
  writeFileSync(file, 'two');
  utimesSync(file, longAgo, longAgo);
  assert.equal(statSync(file).mtimeMs, longAgo.getTime());
  assert.equal(texts.fileText('a.md')?.whole(), undefined);
  index();
  assert.equal(texts.fileText('a.md')?.whole(), 'two');
});

test('a link in place of a cached file is not followed', { skip: onWindows }, (context) => {
  const { texts, file, index } = folderWith(context, 'one');
  utimesSync(file, longAgo, longAgo);
  index(inAnHour());
  assert.equal(texts.fileText('a.md')?.whole(), 'one');
  renameSync(file, `${file}.moved`);
  symlinkSync(`${file}.moved`, file);
  assert.equal(texts.fileText('a.md')?.whole(), undefined);
});

test('texts beyond the cache are read again', (context) => {
  const long = `${'x'.repeat(80)}\n`.repeat(10_000);
  const { texts, file, index } = folderWith(context, long);
  utimesSync(file, longAgo, longAgo);
  index(inAnHour());
  for (let again = 0; again < 3; again++) assert.equal(texts.fileText('a.md')?.whole(), long);
});

test('a cached text takes the memory of its bytes, not of its whole block', () => {
  const before = liveBytes();
  const kept: FileText[] = [];
  for (let i = 0; i < 300; i++) {
    kept.push(new FileText(Buffer.from(`file ${i}`), 'a.ts'));
    Buffer.from('x'.repeat(30_000));
    Buffer.from('y'.repeat(30_000));
  }
  const taken = liveBytes() - before;
  assert.equal(kept.at(-1)?.whole(), 'file 299');
  assert.ok(taken < 2_000_000, `${taken} bytes for 300 short texts`);
});
