// The figures that the editor and the documents show are, for each system, those of the last run that was kept.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { measuredSets, recallInFive } from '../../src/extension/retrievers/recall.ts';

const runs = 'bench/quality/runs';
const kept = fs
  .readdirSync(runs)
  .filter((name) => name.endsWith('-systems.json'))
  .sort()
  .map((name) => JSON.parse(fs.readFileSync(`${runs}/${name}`, 'utf8')).sets);

/** R@5 in percent, as it is printed. */
const measured = (system: string): readonly string[] =>
  measuredSets.map((set) => {
    const run = kept.findLast((sets) => sets[set]?.[system] !== undefined);
    return (run[set][system].recall[1] * 100).toFixed(1);
  });

test('the picker shows the measured recall of each system that it offers', () => {
  const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const offered: readonly string[] = contributes.configuration[0].properties['meshrag.system'].enum;
  assert.deepEqual(Object.keys(recallInFive), offered);
  for (const system of offered)
    assert.deepEqual(
      recallInFive[system]?.map((value) => value.toFixed(1)),
      measured(system),
      system,
    );
});

test('docs/systems.md has the same figures', () => {
  const text = fs.readFileSync('docs/systems.md', 'utf8');
  // What they show beside their results, and what a model adds, has no recall.
  const [introduction = '', ...sections] = (text.split(/^## What they show/m)[0] as string).split(/^## /m);
  for (const [, system = '', figures = ''] of introduction.matchAll(/`([\w-]+)` has\s+([\d. /]+\d)/g))
    assert.deepEqual(figures.split(' / '), measured(system), system);
  assert.ok(sections.length >= 5);
  for (const section of sections) {
    const [system = ''] = section.split('\n');
    const [, figures = ''] = /\*\*R@5:\*\* ([\d. /]+\d)/.exec(section) ?? [];
    assert.deepEqual(figures.split(' / '), measured(system), system);
  }
});
