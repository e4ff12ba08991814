// A message that a question quotes is found where its words stand in a row, whatever else the question says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const others = Object.fromEntries(
  [...Array(12).keys()].map((i) => [
    `docs/error${i}.md`,
    `# What an error means (${i})\n\nWhat does this error of the harbour mean? It means a tide of ${i}.\n`,
  ]),
);

test('the places that hold a quoted message come first, also where it has values', async (t) => {
  const { root: folder } = workFolder(t, {
    ...others,
    'src/moor.ts':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source.
      'export function moor(boat: string, depth: number): void {\n  if (depth < 2) throw new Error(`too shallow to moor ${boat} here`);\n}\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  for (const question of ['What does the error "too shallow to moor" mean?', 'Why do I get “too shallow to moor 7 here” in the harbour?']) {
    const { sources, blocks, state } = await service.ask(question);
    assert.equal(state, 'answer', question);
    assert.equal(sources[0]?.path, 'src/moor.ts', question);
    assert.match(blocks[0]?.pieces.map(({ text }) => text).join('\n') ?? '', /too shallow to moor/, question);
  }
  const { sources, state } = await service.ask('What does the error "too deep to row" mean?');
  assert.notEqual(state, 'answer');
  assert.match(sources[0]?.path ?? '', /^docs/);
});
