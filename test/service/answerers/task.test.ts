// A task is answered by the section that has its command, and by the entry of the manifest, in whatever words it is asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../../src/service/types/service.ts';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md':
    '# Tarrow\n\nA tide table for small harbours.\n\n## Checking heights\n\nTests of heights are made with `tide.test(heights)`.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\n## Prerequisites\n\nYou need a harbour.\n\n```sh\nnpm install\n```\n\n## Trying a change\n\nThen see that nothing broke:\n\n```sh\nnpm test\n```\n',
  'package.json': '{\n  "scripts": {\n    "test": "node --test",\n    "test:moon": "node --test moon"\n  }\n}\n',
  'src/tide.js': 'export function test(heights) {\n  return heights.length;\n}\n',
};

const placesOf = async (service: Service, question: string): Promise<readonly string[]> => {
  const { state, blocks, sources } = await service.ask(question);
  assert.equal(state, 'answer', question);
  return blocks.map(({ n, startLine, endLine }) => `${sources[n - 1]?.path}:${startLine}-${endLine}`);
};

test('the entry and the section with the command', async (t) => {
  const { service } = await serviceOn(t, files);
  for (const question of [
    'How can I run the specs on my machine?',
    'Comment lancer les tests ?',
    'Which command kicks off the test suite?',
  ])
    assert.deepEqual(await placesOf(service, question), ['package.json:3-3', 'CONTRIBUTING.md:13-17'], question);
  assert.deepEqual(await placesOf(service, 'What do I need to hack on it?'), ['CONTRIBUTING.md:5-9']);
});
