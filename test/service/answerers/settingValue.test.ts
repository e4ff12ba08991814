// A question for a value is answered by the line that sets it, before passages that only speak of it; two places that say the same are one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../../../src/engine/answer/brief/blockText.ts';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md':
    '# Tarrow\n\nA tide table for harbours. Harbours have boats, and boats have owners.\n\n## Boats\n\nBoats that leave a harbour are listed.\n',
  'src/limits.ts': "import fs from 'node:fs';\n\n/** More boats than these are not listed. */\nexport const maxBoats = 40;\n",
  'src/copy.ts': "import os from 'node:os';\n\n/** More boats than these are not listed. */\nexport const maxBoats = 40;\n",
  'test/limits.test.ts': 'const maxBoats = 3;\n',
};

test('the line that sets a value comes first', async (t) => {
  const { service } = await serviceOn(t, files);
  const answer = await service.ask('How many boats are listed by default?');
  assert.equal(answer.state, 'answer');
  const [first, second] = answer.blocks;
  assert.equal(first && blockText(first), '/** More boats than these are not listed. */\nexport const maxBoats = 40;');
  assert.notEqual(second?.pieces[0]?.text, first?.pieces[0]?.text);
  assert.ok(answer.sources.slice(0, answer.blocks.length).every(({ path }) => !path.startsWith('test/')));
});

test('what has no value is answered by passages', async (t) => {
  const { service } = await serviceOn(t, files);
  const answer = await service.ask('How many owners does a boat have?');
  assert.equal(answer.sources[0]?.path, 'README.md');
});
