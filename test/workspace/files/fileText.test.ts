import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { editorSettings } from '../../../src/workspace/editorSettings.ts';
import { FileText, rangeIn, textIn } from '../../../src/workspace/files/fileText.ts';
import { judgeEntry, kindAt, statEntry } from '../../../src/workspace/files/judgeEntry.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const texts = ['a\nb\nc', 'a\r\nb\r\nc\r\n', 'a\rb\rc', 'a\n\rb\r\n\nc', '\ufeffa\nb', '\n', '', 'é\nß\n'];

/** The lines as an editor splits them, line breaks included. */
const linesOf = (text: string): readonly string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

test('the lines of a range are the same in the bytes, in the text and in UTF-16', () => {
  for (const written of texts) {
    const text = written.replace('\ufeff', '');
    const lines = linesOf(text);
    for (let startLine = 1; startLine <= lines.length + 1; startLine++)
      for (let endLine = startLine; endLine <= lines.length + 1; endLine++) {
        const range = { startLine, endLine, startColumn: 0, endColumn: 0 };
        const expected = endLine > lines.length ? undefined : lines.slice(startLine - 1, endLine).join('');
        const what = `${JSON.stringify(written)} ${startLine}-${endLine}`;
        assert.equal(new FileText(Buffer.from(written), 'a.ts').part(range), expected, what);
        const span = rangeIn(text, range);
        assert.equal(span && text.slice(span.from, span.to), expected, what);
        const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
        assert.equal(new FileText(wide, 'a.ts').part(range), expected, `UTF-16 ${what}`);
      }
  }
});

test('a part of a line is from a column to another', () => {
  const file = new FileText(Buffer.from('one\ntwö three\n'), 'a.ts');
  assert.equal(file.part({ startLine: 2, endLine: 2, startColumn: 2, endColumn: 6 }), 'ö th');
  assert.deepEqual(rangeIn('one\ntwo three\n', { startLine: 2, endLine: 2, startColumn: 2, endColumn: 6 }), { from: 6, to: 10 });
});

test('bytes that are no text have none; a notebook has that of its cells', () => {
  const binary = Buffer.from([0, 1, 2, 3, 0, 255]);
  assert.deepEqual(textIn(binary, 'a.ts'), { kind: 'skipped', reason: 'binary' });
  assert.deepEqual([new FileText(binary, 'a.ts').whole(), new FileText(binary, 'a.ts').shownBefore('a')], [undefined, undefined]);
  const notebook = JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [{ cell_type: 'markdown', metadata: {}, source: ['Of the tide.'] }],
  });
  const read = new FileText(Buffer.from(notebook), 'a.ipynb');
  assert.match(read.whole() ?? '', /Of the tide\./);
  assert.ok(!read.whole()?.includes('nbformat'));
  assert.equal(read.part({ startLine: 1, endLine: 1, startColumn: 0, endColumn: 0 })?.includes('nbformat'), false);
  assert.equal(textIn(Buffer.from('{'), 'a.ipynb').kind, 'skipped');
  assert.deepEqual(textIn(Buffer.from(notebook), 'a.json').kind, 'text');
});

test('its bytes are its own', () => {
  const bytes = Buffer.from('one\n');
  const file = new FileText(bytes, 'a.ts');
  bytes.write('two\n');
  assert.deepEqual([file.whole(), file.size, file.isOf(Buffer.from('one\n')), file.isOf(bytes)], ['one\n', 4, true, false]);
});

test('what an editor showed before is its text where only line ends or the encoding differ', () => {
  const shown = (bytes: string | Buffer, text: string) => new FileText(Buffer.from(bytes as string), 'a.ts').shownBefore(text);
  assert.equal(shown('a\r\nb', 'a\nb'), 'a\nb');
  assert.equal(shown('a\nb', 'a\r\nb'), 'a\r\nb');
  assert.equal(shown('a\nb', 'a\nc'), 'a\nb');
  const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
  assert.equal(shown(latin, 'café'), 'café');
  assert.equal(shown(latin, 'caf\ufffd'), 'caf\ufffd');
});

test('an entry is a file, or has the reason why it is none', (t) => {
  const folder = workFolder(t, { 'a.ts': 'x\n', 'large.ts': 'x'.repeat(101), 'dir/b.ts': 'x\n' });
  fs.symlinkSync('a.ts', path.join(folder.root, 'link.ts'));
  const settings = { ...defaultSettings, maxFileBytes: 100 };
  const judged = (name: string) => {
    const entry = statEntry(folder.root, settings, name);
    return entry && ('reason' in entry ? entry.reason : entry.size);
  };
  assert.deepEqual(['a.ts', 'large.ts', 'dir', 'link.ts', 'none.ts', 'a.ts/b'].map(judged), [
    2,
    'too large',
    undefined,
    'link',
    undefined,
    undefined,
  ]);
  const kinds = ['a.ts', 'dir', 'link.ts', 'none.ts', 'a.ts/b'].map((name) => kindAt(path.join(folder.root, name)));
  assert.deepEqual(kinds, ['file', 'directory', 'link', 'gone', 'gone']);
  const none = {} as never;
  assert.deepEqual([judgeEntry(none, none, 'a.ts', 'gone'), judgeEntry(none, none, '.git', 'directory')], [undefined, undefined]);
});

test("a folder's settings of the editor may have comments and trailing commas; what cannot be read says nothing", (t) => {
  const folder = workFolder(t);
  const settings = (text: string) => {
    folder.write('.vscode/settings.json', text);
    return editorSettings(folder.root);
  };
  const nothing = { encoding: undefined, associations: undefined };
  assert.deepEqual(editorSettings(folder.root), nothing);
  const text = '\ufeff{ // one\n"files.encoding": "latin1", /* two */\n"files.associations": {"*.x": "a//b,}",},\n}';
  assert.deepEqual(settings(text), { encoding: 'latin1', associations: { '*.x': 'a//b,}' } });
  for (const other of ['[]', 'null', '1', '{', '']) assert.deepEqual(settings(other), nothing, other);
  assert.deepEqual(settings(`{"files.encoding": "utf8", "x": "${'x'.repeat(256 * 1024)}"}`), nothing);
});
