import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Place } from '../../../src/engine/place.ts';
import { locate } from '../../../src/engine/retrieval/locate.ts';
import { foldedWords } from '../../../src/engine/text/names/entities.ts';
import { createService } from '../../../src/service/createService.ts';
import type { SearchResult } from '../../../src/service/types/results.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const fixture = path.join(import.meta.dirname, '../../fixtures/workspace');

const notes = {
  'Marta Quill.md':
    '# Marta Quill\n\nMarta Quill directed The Salt Garden, a film about the harbour of Port Wexley. She was born in Tarrow.\n',
  'The Salt Garden.md':
    '# The Salt Garden\n\nThe Salt Garden is a film of 1974 with music by Ansel Brook. It was shot at the Wexley Lighthouse.\n',
  'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer. He lived in Tarrow and taught at Corin College.\n',
  'Corin College.md': '# Corin College\n\nCorin College stands in Tarrow. It was founded by Ines Vale in 1911.\n',
  'Wexley Lighthouse.md': '# Wexley Lighthouse\n\nThe Wexley Lighthouse was built by Ines Vale, who also built the pier of Port Wexley.\n',
};

const questions = {
  notes: [
    'Where did the composer of The Salt Garden teach?',
    'Who founded the college where Ansel Brook taught?',
    'Which film of Marta Quill was shot at a lighthouse?',
    'Who built the lighthouse in the film by Marta Quill?',
  ],
  fixture: [
    'Which kettle is heated first?',
    'How does KettleQueue know the order?',
    'steeping_seconds',
    'What stores the plan of the day?',
    'When does the bell ring?',
  ],
};

/** The words of a place: its lines, and its names (title, file). */
function textsOf(root: string, place: Place, title: string): { readonly text: string; readonly all: string } {
  const lines = fs.readFileSync(path.join(root, place.path), 'utf8').split('\n');
  const text = lines.slice(place.startLine - 1, place.endLine).join('\n');
  return { text, all: `${text}\n${title}\n${place.path}` };
}

function holds(text: string, kind: string, key: string): boolean {
  return locate(text, kind, key) !== undefined || ` ${foldedWords(text).join(' ')} `.includes(` ${foldedWords(key).join(' ')} `);
}

function check(root: string, result: SearchResult, titleOf: (place: Place) => string): number {
  const own = textsOf(root, result, result.title);
  let followed = 0;
  for (const { kind, keys, via, line } of result.evidence) {
    assert.ok(keys.length > 0, `${result.path}: evidence without keys`);
    for (const key of keys) {
      if (kind === 'path') assert.ok(foldedWords(result.path).join(' ').includes(foldedWords(key).join(' ')), `${key} in ${result.path}`);
      else assert.ok(holds(own.all, kind, key), `${kind} ${key} is not in ${result.path}:${result.startLine}`);
      if (via === undefined) continue;
      followed++;
      assert.ok(holds(textsOf(root, via, titleOf(via)).all, kind, key), `${kind} ${key} is not in ${via.path}:${via.startLine}`);
    }
    if (line === undefined) continue;
    assert.ok(line >= result.startLine && line <= result.endLine);
    const text = own.text
      .split('\n')
      .slice(line - result.startLine)
      .join('\n');
    const span = locate(text, kind, keys[0] as string);
    assert.equal(text.slice(0, span?.from).includes('\n'), false, `${keys[0]} does not begin in line ${line} of ${result.path}`);
  }
  return followed;
}

for (const [name, list] of Object.entries(questions)) {
  test(`every key stated as evidence is at the stated place (${name})`, async (t) => {
    const root = name === 'notes' ? workFolder(t, notes).root : fixture;
    const service = createService();
    t.after(() => service.close());
    await service.openFolder(root, { settings: defaultSettings, runGit: false });
    await service.idle();
    let followed = 0;
    for (const question of list) {
      const { results } = await service.search(question, { limit: 20 });
      assert.ok(results.length > 0, question);
      const titles = new Map(results.map((result) => [`${result.path}:${result.startLine}`, result.title]));
      for (const result of results) followed += check(root, result, (place) => titles.get(`${place.path}:${place.startLine}`) ?? '');
    }
    assert.ok(followed > 0, 'no result was reached over a shared key');
  });
}

test('the second hop is found over a shared name', async (t) => {
  const { root } = workFolder(t, notes);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { results } = await service.search('Where did the composer of The Salt Garden teach?', { limit: 2 });
  assert.deepEqual(results.map((result) => result.path).sort(), ['Ansel Brook.md', 'The Salt Garden.md']);
});

test('what a question and a place share begins with what is rare; words of many passages are common', async (t) => {
  const many = Array.from({ length: 60 }, (_, i) => [`note${i}.md`, `# Note ${i}\n\nWrite down what was seen on day ${i}.\n`]);
  const { root } = workFolder(t, { ...Object.fromEntries(many), 'ink.md': '# Ink\n\nWrite with the ink of the cuttlefish.\n' });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { shared } = await service.evidence(
    { file: path.join(root, 'ink.md'), startLine: 3, endLine: 3 },
    { question: 'Who may write with cuttlefish ink?' },
  );
  assert.deepEqual(
    shared.filter(({ kind }) => kind === 'term').map(({ name, chunks, isCommon }) => [name, chunks, isCommon]),
    [
      ['cuttlefish', 1, false],
      ['ink', 1, false],
      ['write', 61, true],
    ],
  );
});
