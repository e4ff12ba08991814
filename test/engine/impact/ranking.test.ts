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

const none = { related: 0, passage: 0, uses: 0, name: 0, size: 0, language: 0 };

test('evidence scores by the share of the files that have at least as much; ties by path', () => {
  const files = ['d.ts', 'c.ts', 'b.ts', 'a.ts', 'test/t.test.ts'];
  const empty = new Map<string, number>();
  const uses = new Map([
    ['c.ts', 5],
    ['b.ts', 5],
    ['a.ts', 1],
  ]);
  const strengths = { uses, related: new Map([['a.ts', 9]]), passage: empty, name: new Map([['a.ts', 0.1]]), size: empty, language: empty };
  const evidence = { files, strengths, shared: new Map([['a.ts', ['reef']]]), passages: 1 };
  const ranked = rankFiles(evidence, { others: { ...none, uses: 2 }, tests: { ...none, uses: 1 } });
  const half = 2 * Math.log(2);
  assert.deepEqual(
    ranked.map(({ path, score }) => [path, score]),
    [
      ['b.ts', half],
      ['c.ts', half],
      ['a.ts', -2 * Math.log(3 / 4)],
      ['d.ts', 0],
      ['test/t.test.ts', 0],
    ],
  );
  assert.deepEqual(
    ranked.map(({ isTest, isNamedAlike, shared }) => [isTest, isNamedAlike, shared.length]),
    [
      ...[
        [false, false, 0],
        [false, false, 0],
        [false, true, 1],
        [false, false, 0],
        [true, false, 0],
      ],
    ],
  );
  const both = rankFiles(evidence, { others: { ...none, uses: 1, related: 1 }, tests: none });
  assert.deepEqual([both[0]?.path, both[0]?.score], ['a.ts', Math.log(4) - Math.log(3 / 4)]);
});

test('names are alike by the rare words that they share; languages and sizes are those of the files', async () => {
  const source = sourceOf({
    'a/tideTable.ts': 'x = 1\n',
    'a/tideGauge.py': 'x = 1\n',
    'b/tide_table.md': '# One\n\nText.\n\n# Two\n\nText.\n',
    'b/reef.ts': 'x = 1\n',
    'hidden.ts': 'x = 1\n',
  });
  const isVisible = (path: string) => path !== 'hidden.ts';
  const { files, strengths } = await collectEvidence({ paths: new Set(['a/tideTable.ts']), uses: new Map() }, { ...source, isVisible });
  assert.deepEqual([...files].sort(), ['a/tideGauge.py', 'b/reef.ts', 'b/tide_table.md']);
  const rarity = (count: number) => Math.log(4 / count);
  const [tide, table, gauge] = [rarity(3), rarity(2), rarity(1)];
  const near = (path: string, expected: number) =>
    assert.ok(Math.abs((strengths.name.get(path) ?? -1) - expected) < 1e-9, `${path}: ${strengths.name.get(path)}`);
  near('b/tide_table.md', 1);
  near('a/tideGauge.py', tide / Math.sqrt((tide + gauge) * (tide + table)));
  near('b/reef.ts', 0);
  assert.deepEqual([...strengths.language.keys()], ['b/reef.ts']);
  assert.deepEqual([strengths.size.get('b/tide_table.md'), strengths.size.get('b/reef.ts')], [2, 1]);
});

test('of a file that changes in part, the passages that overlap the lines are read, both ends included', async () => {
  const text = `# One\n\nThe zither of Ada Marsh.\n\n# Two\n\nThe lute of Bob Reed.\n`;
  const source = sourceOf({ 'a.md': text, 'ada.md': 'Ada Marsh sings.\n', 'bob.md': 'Bob Reed sings.\n' });
  const passages = async (...ranges: readonly (readonly [number, number])[]) => {
    const changed = new Map([['a.md', ranges.map(([startLine, endLine]) => ({ startLine, endLine }))]]);
    const evidence = await collectEvidence({ paths: new Set(['a.md']), ranges: changed, uses: new Map() }, source);
    return [evidence.passages, [...evidence.strengths.related.keys()].sort().join()];
  };
  assert.deepEqual(await passages([1, 1]), [1, 'ada.md']);
  assert.deepEqual(await passages([7, 9]), [1, 'bob.md']);
  assert.deepEqual(await passages([3, 7]), [2, 'ada.md,bob.md']);
  assert.deepEqual(await passages([20, 30]), [0, '']);
  assert.deepEqual(await passages(), [0, '']);
});
