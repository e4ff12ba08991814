import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectEvidence, rankFiles } from '../../../src/engine/impact/ranking.ts';
import { fileSubject, findReach } from '../../../src/engine/impact/reach.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { sourceOf } from '../../support/relationSource.ts';

const files = {
  'src/tideTable.ts':
    'export function readTideTable(text: string) {\n  return text.split(tideSeparator);\n}\n\nexport const tideSeparator = 1;\n',
  'src/crossing.ts': "import { readTideTable } from './tideTable.ts';\n\nexport const canCross = (text: string) => readTideTable(text);\n",
  'src/marmalade.ts': 'export const marmaladeJar = 1;\n',
  'lib/compass.ts': 'export const compassNeedle = 1;\n',
  'test/tideTable.test.ts': "import { readTideTable } from '../src/tideTable.ts';\n\nreadTideTable('a');\n",
  'test/compass.test.ts': "import { compassNeedle } from '../lib/compass.ts';\n\ncheck(compassNeedle);\n",
};

test('a user comes first among the others, the test of the same name first among the tests', async () => {
  const source = sourceOf(files);
  const subject = fileSubject('src/tideTable.ts', files['src/tideTable.ts'], languageOf('a.ts'));
  const { strengths } = await findReach(subject, source, 1);
  const ranked = rankFiles(await collectEvidence({ paths: subject.files, uses: strengths }, source));
  const paths = (tests: boolean) => ranked.filter(({ isTest }) => isTest === tests).map(({ path }) => path);
  assert.deepEqual(paths(false), ['src/crossing.ts', 'lib/compass.ts', 'src/marmalade.ts']);
  assert.deepEqual(paths(true), ['test/tideTable.test.ts', 'test/compass.test.ts']);
  assert.ok(ranked[0]?.shared.includes('readTideTable'), ranked[0]?.shared.join());
});

test('a kind of evidence with weight zero changes nothing, and no evidence scores zero', async () => {
  const source = sourceOf(files);
  const evidence = await collectEvidence({ paths: new Set(['src/tideTable.ts']), uses: new Map() }, source);
  const none = { related: 0, passage: 0, uses: 0, name: 0, size: 0, language: 0 };
  assert.ok(rankFiles(evidence, { others: none, tests: none }).every(({ score }) => score === 0));
  const alike = rankFiles(evidence, { others: none, tests: { ...none, name: 1 } }).filter(({ score }) => score > 0);
  assert.deepEqual(
    alike.map(({ path }) => path),
    ['test/tideTable.test.ts'],
  );
});
