// A question about the workspace as a whole shares no word with its answer: the README answers it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table for small harbours.\n\n## Feedback\n\nTell us what this project does well.\n',
  'README.de.md': '# Tarrow\n\nEine Gezeitentafel für kleine Häfen.\n',
  'docs/README.md': '# Documents\n\nEverything about the project.\n',
  'src/tide.ts': '/** What a project does with tides. */\nexport function tide(project: string): string {\n  return project;\n}\n',
};

test('a question about the workspace is answered by the beginning of its README', async (t) => {
  const { service, folder } = await serviceOn(t, files);
  for (const question of ['What does this project do?', 'What is this?']) {
    const { state, sources, blocks, question: asked } = await service.ask(question);
    assert.equal(asked, question);
    assert.equal(state, 'answer');
    assert.deepEqual([sources[0]?.path, blocks[0]?.startLine], ['README.md', 3]);
  }
  assert.equal((await service.pool('What does this project do?')).chunks[0]?.path, 'README.md');
  const narrowed = await service.ask('What does this project do?', { scope: [`${folder}/src`] });
  assert.ok(narrowed.sources.every(({ path }) => path === 'src/tide.ts'));
});

test('so is a question that asks what the workspace is by the name that its README gives it', async (t) => {
  const manifest = '{\n  "name": "tarrow",\n  "views": {\n    "tarrow": [\n      { "id": "tarrow.tides" }\n    ]\n  }\n}\n';
  const titled = { ...files, 'README.md': files['README.md'].replace('Tarrow', 'Tarrow: Tides at Hand'), 'package.json': manifest };
  const { service } = await serviceOn(t, titled);
  for (const question of ['What is Tarrow?', 'What is Tarrow: Tides at Hand?', 'What does tarrow do?']) {
    const { state, sources, blocks } = await service.ask(question);
    assert.equal(state, 'answer');
    assert.deepEqual([sources[0]?.path, blocks[0]?.startLine], ['README.md', 3], question);
  }
  assert.equal((await service.ask('What is a tide?')).sources[0]?.path, 'src/tide.ts');
});

test('the description in a manifest comes in place of a paragraph that has hardly a word of it and defines nothing', async (t) => {
  const manifest = '{\n  "name": "tarrow",\n  "description": "Predicts the tides of small harbours"\n}\n';
  const place = async (readme: string, described = manifest) => {
    const { service } = await serviceOn(t, { 'README.md': `# Tarrow\n\n${readme}\n`, 'package.json': described });
    const { sources, blocks } = await service.ask('What does this project do?');
    return [sources[0]?.path, blocks[0]?.startLine];
  };
  assert.deepEqual(await place('Please donate to the lifeboats.'), ['package.json', 3]);
  assert.deepEqual(await place('A table of tides for small harbours.'), ['README.md', 3]);
  assert.deepEqual(await place('Tarrow is a thing for sailors.'), ['README.md', 3]);
  const badge = manifest.replace('Predicts the tides of small harbours', '[![Checked by nobody here](a.svg)](https://b.example)');
  assert.deepEqual(await place('Please donate to the lifeboats.', badge), ['README.md', 3]);
});

test('what one thing does that is pointed to by a word of the README is asked of the workspace', async (t) => {
  const { service } = await serviceOn(t, { ...files, 'README.md': `${files['README.md']}\nThe plugin has no options.\n` });
  const first = async (question: string) => (await service.ask(question)).blocks.map(({ path, startLine }) => [path, startLine])[0];
  for (const question of ['What does this plugin do?', 'What is this plugin for?'])
    assert.deepEqual(await first(question), ['README.md', 3]);
  assert.notDeepEqual(await first('What does this gadget do?'), ['README.md', 3]);
  assert.notDeepEqual(await first('Which options does this plugin have?'), ['README.md', 3]);
});

test('without a README it is a question like any other', async (t) => {
  const { service } = await serviceOn(t, { 'src/tide.ts': files['src/tide.ts'] });
  assert.equal((await service.ask('What does this project do?')).sources[0]?.path, 'src/tide.ts');
  assert.equal((await service.ask('What is this?')).state, 'notHere');
});

test('two questions that "and" joins are both answered; one that no answerer knows is answered by passages after the other', async (t) => {
  const { service } = await serviceOn(t, {
    ...files,
    'package.json': '{ "name": "tarrow", "scripts": { "test": "node --test" } }\n',
    'docs/moon.md': '# Moons\n\nSpring tides come when the moon is full.\n',
  });
  const places = async (question: string) => (await service.ask(question)).blocks.map(({ path }) => path);
  assert.deepEqual(await places('What is this and how do I run the tests?'), ['README.md', 'package.json']);
  assert.deepEqual(await places('What is this table for and when do spring tides come with a full moon?'), ['README.md', 'docs/moon.md']);
});
