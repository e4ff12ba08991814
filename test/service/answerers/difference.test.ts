// The difference between two things: a paragraph on both, what each is, or the section that the question finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'docs/gates.md': `# Gates

How water is held and let out.

## Sluices

A sluice is lifted by a winch.

## Weirs

A weir is a wall that water runs over. Unlike a lock it lets no boat pass.

| kind  | passes | beside |
| ----- | ------ | ------ |
| lock  | boats  | sluice |

## Locks

A lock lifts a boat from one pond to the next.
`,
  'docs/piers.md': `# Moorings

Boats lie along them.

## Pier

A pier stands in the water.

## Quay

A quay is built along the shore.

## Ground

There are bollards on each pier and quay.
`,
  'docs/questions.md': `# Questions

## Is a barrage a dam?

A barrage opens, a dam does not.
`,
};

test('what each is comes before a paragraph that names both, and after one that compares them; a heading with both is found by the question', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const shown = async (question: string): Promise<readonly string[]> => {
    const { state, blocks, sources } = await service.ask(question);
    assert.equal(state, 'answer', question);
    return blocks.map(({ n, startLine, endLine }) => `${sources[n - 1]?.path}:${startLine}-${endLine}`);
  };
  assert.equal((await shown('What is the difference between a weir and a lock?'))[0], 'docs/gates.md:11-11');
  assert.deepEqual((await shown('sluice vs lock')).slice(0, 2), ['docs/gates.md:7-7', 'docs/gates.md:19-19']);
  const piers = await shown('What is the difference between a pier and a quay?');
  assert.deepEqual(piers.slice(0, 2), ['docs/piers.md:7-7', 'docs/piers.md:11-11']);
  assert.match((await shown('How is a dam different from a barrage?'))[0] ?? '', /^docs\/questions\.md:/);
});
