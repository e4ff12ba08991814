import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportPage } from '../../src/extension/reports/reportPage.ts';
import type { FolderDetails } from '../../src/protocol/places.ts';
import type { ReportResult } from '../../src/protocol/server.ts';
import { pageText } from '../support/pageText.ts';

const uri = 'file:///w/tea';
const report: ReportResult = {
  folders: [
    {
      ...{ uri, name: 'tea', state: 'ready', revision: 1, files: 3, chunks: 3, entities: 9, bytes: 300, indexBytes: 900 },
      ...{
        lastUpdateMs: 1,
        filesRead: 3,
        filesUnchanged: 0,
        skipped: {},
        skippedFiles: [],
        encodings: [],
        versions: {},
        given: { calls: 0, given: 0, whole: 0 },
      },
    },
  ],
  paused: false,
  node: '24.0.0',
  memoryBytes: 1,
};
const reportText = (...given: Parameters<typeof reportPage>) => pageText(reportPage(...given));
const format = { count: String, bytes: String, duration: String, time: String };

test('the report lists masked secrets by kind, with file and line, and says while they are looked for', () => {
  const kind = 'named as a credential';
  const places = [
    { path: 'a_b.py', line: 3, kind },
    { path: 'docs/setup.md', line: 7, kind: 'credential in a URL' },
    { path: 'docs/setup.md', line: 9, kind },
  ];
  const text = reportText(report, { folders: [{ uri, places }] }, {}, format);
  const found = '### Masked secrets: 3\nnamed as a credential: 2\n- a_b.py:3\n- docs/setup.md:9\ncredential in a URL: 1\n';
  assert.ok(text.includes(found), text);
  assert.match(reportText(report, undefined, {}, format), /^Looking for masked secrets…$/m);
  assert.doesNotMatch(reportText(report, { folders: [{ uri, places: [] }] }, {}, format), /asked/);
});

test('the report says what agents were given', () => {
  const [folder] = report.folders as [FolderDetails];
  const given = { calls: 12, given: 15_300, whole: 480_000 };
  const text = reportText({ ...report, folders: [{ ...folder, given }] }, undefined, {}, format);
  assert.match(text, /^Agents \| 12 calls, 15300 characters returned; the named files total 480000$/m);
  assert.doesNotMatch(reportText(report, undefined, {}, format), /Agents/);
});

test('the report names the files that are not UTF-8', () => {
  const [folder] = report.folders as [FolderDetails];
  const encodings = [{ encoding: 'windows-1251', paths: ['src/pump.cs', 'a_b.txt'] }];
  const text = reportText({ ...report, folders: [{ ...folder, encodings }] }, undefined, {}, format);
  assert.ok(text.includes('### Files that are not UTF-8\nwindows-1251: 2\n- src/pump.cs\n- a_b.txt\n'), text);
});

test('a masked secret is a link to its line; of long lists only the number is shown at first', () => {
  const places = Array.from({ length: 11 }, (_, i) => ({ path: 'a #1.py', line: i + 1, kind: 'a kind' }));
  const page = reportPage(report, { folders: [{ uri, places }] }, {}, format);
  assert.match(pageText(page), /^a kind: 11 …$/m);
  assert.deepEqual(page.links[2], { uri: `${uri}/a%20%231.py`, path: 'a #1.py', startLine: 3, endLine: 3 });
});
