/** The server treats a file alike in any encoding: when quoting, masking, comparing with the editor's text, and withholding it. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { askRequest, evidenceRequest, excerptRequest, relatedRequest, reportRequest, searchRequest } from '../../src/protocol/server.ts';
import { until } from '../support/until.ts';
import { workFolder } from '../support/workFolder.ts';
import { openWindow } from './folderWindow.ts';
import { startLspClient, uriOf } from './lspClient.ts';

const secret = `ghp_${'Ab3dEf6hIj'.repeat(4).slice(0, 36)}`;
const manual = [
  '# Schlüssel der Größe',
  '',
  `Die Winde \`turnWinch\` läuft über die Rolle. Der Schlüssel ist ${secret}.`,
  '',
  '## Übertragung',
  '',
  'Die Kette hält die Last, solange `turnWinch` bremst.',
  '',
].join('\n');

interface Encoded {
  readonly bytes: Buffer;
  /** What VS Code shows for it, if different from the text. */
  readonly shown?: string;
}

const encoded: Record<string, (text: string) => Encoded> = {
  'utf8.md': (text) => ({ bytes: Buffer.from(text) }),
  'mark.md': (text) => ({ bytes: Buffer.from(`\ufeff${text}`) }),
  'utf16le.md': (text) => ({ bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }),
  'utf16be.md': (text) => ({ bytes: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() }),
  'utf16-without-mark.md': (text) => ({ bytes: Buffer.from(text, 'utf16le') }),
  'latin1.md': (text) => ({ bytes: Buffer.from(text, 'latin1') }),
  // By default the editor assumes UTF-8 and shows replacement characters.
  'latin1-shown-as-utf8.md': (text) => ({ bytes: Buffer.from(text, 'latin1'), shown: Buffer.from(text, 'latin1').toString('utf8') }),
  'windows.md': (text) => ({
    bytes: Buffer.concat([Buffer.from(`${text}`, 'latin1'), Buffer.from([0x93, 0x41, 0x94, 0x0a])]),
    shown: `${text}“A”\n`,
  }),
  // It normalises line endings.
  'mixed.md': (text) => ({ bytes: Buffer.from(text.replace('\n', '\r\n')), shown: text }),
};

test('a file is quoted, masked and compared with the editor’s text alike in every encoding', async (t) => {
  for (const [name, encode] of Object.entries(encoded)) {
    const folder = workFolder(t);
    const { bytes, shown = manual } = encode(manual);
    folder.write(name, bytes);
    folder.write('winch.ts', 'export function turnWinch(): void {\n  brake();\n}\n');
    folder.write('tackle.md', '# Tackle\n\nThe tackle calls `turnWinch` too.\n');
    const client = await openWindow(t, folder);
    const uri = uriOf(path.join(folder.root, name));

    const { sources } = await client.ask(searchRequest, { query: 'Schlüssel Größe Rolle' });
    assert.equal(sources[0]?.path, name, name);
    const { citations } = await client.ask(askRequest, { question: 'Was hält die Kette und die Last?' });
    assert.match(citations.map(({ quote }) => quote).join(' '), /Die Kette hält die Last/, name);
    const place = { uri, path: name, startLine: 1, endLine: 3 };
    const excerptOf = async (asked: typeof place) =>
      client.ask(excerptRequest, { place: asked, question: 'Rolle', names: [], maxLines: 9 });
    const onDisk = await excerptOf(place);
    assert.match(onDisk.text, /^# Schlüssel der Größe\n\nDie Winde `turnWinch` läuft über die Rolle/, name);
    assert.ok(!onDisk.text.includes(secret), name);
    const evidence = await client.ask(evidenceRequest, {
      from: { ...place, uri: uriOf(path.join(folder.root, 'winch.ts')), path: 'winch.ts' },
      to: place,
    });
    assert.match(evidence.to.excerpt.text, /läuft über die Rolle/, name);

    // Open and as saved: the other section of the file is another place.
    const related = async (line: number) => (await client.ask(relatedRequest, { uri, line, character: 15 })).sources;
    const closed = await related(2);
    await client.open(uri, shown, 'markdown');
    assert.deepEqual(await related(2), closed, `${name} counts as saved`);
    assert.deepEqual(await excerptOf(place), onDisk, name);

    // With two more lines at the top, a place moves down by two lines.
    const lower = shown.replace(/^/, 'Neu über allem\n\n');
    await client.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: lower }] });
    const edited = await excerptOf({ ...place, startLine: 3 });
    assert.equal(edited.startLine, 5, name);
    assert.match(edited.text, /^Die Winde `turnWinch`/, name);
    assert.ok(!edited.text.includes(secret), name);
    await client.stop();
  }
});

/** `// проверка давления насоса` */
const koi8 = Buffer.from('2f2f20d0d2cfd7c5d2cbc120c4c1d7ccc5cec9d120cec1d3cfd3c10a', 'hex');

test('a change of files.encoding re-reads the files, and the report names them', async (t) => {
  const folder = workFolder(t);
  folder.write('pump.c', koi8);
  const client = await startLspClient();
  t.after(() => client.stop());
  const encodingsWith = async (encoding: string, expected: string) => {
    await client.configure([folder.root], { indexDirectory: path.join(folder.parent, 'index.index'), settings: { encoding } });
    return until(expected, async () => {
      const [details] = (await client.ask(reportRequest, {})).folders;
      return details?.encodings.some((group) => group.encoding === expected) && details.encodings;
    });
  };
  assert.deepEqual(await encodingsWith('windows1251', 'windows-1251'), [{ encoding: 'windows-1251', paths: ['pump.c'] }]);
  assert.deepEqual(await encodingsWith('koi8r', 'koi8-r'), [{ encoding: 'koi8-r', paths: ['pump.c'] }]);
  const { sources } = await client.ask(searchRequest, { query: 'проверка давления' });
  assert.equal(sources[0]?.path, 'pump.c');
});
