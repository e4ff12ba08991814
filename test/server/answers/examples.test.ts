import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type TestContext, test } from 'node:test';
import { useTexts } from '../../../src/protocol/text/translate.ts';
import { exampleQuestions, maxExamples } from '../../../src/server/answers/examples.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { copyFixture } from '../../support/fixture.ts';
import { serviceOn } from '../../support/serviceOn.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const german: Readonly<Record<string, string>> = JSON.parse(fs.readFileSync(path.join(root, 'l10n/bundle.l10n.de.json'), 'utf8'));
const { signal } = new AbortController();

async function onFixture(t: TestContext) {
  const folder = copyFixture('workspace');
  const service = createService();
  t.after(async () => {
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  return service;
}

const kettles = {
  'README.md':
    '# Kettles\n\nKettles heats water.\n\n## Heating two pots at once\n\n1. Fill the pots.\n2. Start the kettle.\n\n## Licence\n\nMIT\n',
  'CHANGELOG.md': '# Changes\n\n## 2.0.0\n\n- Pots are heated together.\n\n## 1.0.0\n\n- First.\n',
  'docs/faq.md': '# Questions\n\n## How long does a pot steep?\n\nA pot steeps for three minutes.\n',
  'src/kettle.ts': 'export class Kettle {\n  heat() {}\n}\n',
  'src/pot.ts': "import { Kettle } from './kettle';\nexport function fill(kettle: Kettle) {\n  kettle.heat();\n}\n",
  'src/house.ts': "import { Kettle } from './kettle';\nimport { fill } from './pot';\nfill(new Kettle());\n",
};

test('the examples are where to start, a question of the docs, who uses the most used type, and what is new; each has an answer', async (t) => {
  const { service } = await serviceOn(t, kettles);
  const questions = await exampleQuestions(service, signal);
  assert.deepEqual(questions, [
    'Where do I start reading?',
    'How long does a pot steep?',
    'Where is Kettle used?',
    'What is new in the latest version?',
  ]);
  const [start, steep, users, changes] = await Promise.all(questions.map((question) => service.ask(question)));
  assert.ok([start, steep, users, changes].every((answer) => answer?.state === 'answer'));
  assert.equal(steep?.blocks[0]?.path, 'docs/faq.md');
  assert.deepEqual(new Set(users?.blocks.map((block) => block.path)), new Set(['src/house.ts', 'src/pot.ts']));
  assert.match(changes?.answer ?? '', /Pots are heated together/);
});

test('the same in German', async (t) => {
  const { service } = await serviceOn(t, kettles);
  useTexts(german);
  t.after(() => useTexts());
  const questions = await exampleQuestions(service, signal);
  const own = ['Where do I start reading?', 'What is new in the latest version?'].map((english) => german[english] ?? '');
  own.push('Wo wird Kettle verwendet?');
  assert.ok(
    own.every((question) => questions.includes(question)),
    questions.join('\n'),
  );
});

test('headings stand in for what a workspace lacks; at most one example is about code', async (t) => {
  const service = await onFixture(t);
  const questions = await exampleQuestions(service, signal);
  assert.equal(questions[0], 'Where do I start reading?');
  assert.ok(questions.length >= 3 && questions.length <= maxExamples, questions.join('\n'));
  assert.equal(questions.filter((question) => question.endsWith(' used?')).length, 1);
  const headings = questions.flatMap((question) => /“(.+)”/.exec(question)?.[1] ?? []);
  assert.ok(headings.length > 0);
  for (const heading of headings) {
    const { state, blocks } = await service.ask(`What is “${heading}” about?`);
    assert.equal(state, 'answer');
    assert.ok(
      blocks.some(({ subject }) => subject.includes(heading)),
      heading,
    );
  }
});

test('an empty workspace has none; one of code alone is asked about its code', async (t) => {
  const { service: empty } = await serviceOn(t, {});
  assert.deepEqual(await exampleQuestions(empty, signal), []);
  const { service } = await serviceOn(t, Object.fromEntries(Object.entries(kettles).filter(([file]) => file.startsWith('src/'))));
  assert.ok((await exampleQuestions(service, signal)).includes('Where is Kettle used?'));
});
