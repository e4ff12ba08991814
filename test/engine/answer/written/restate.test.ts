// A model's reply is read as the question in other words, in whatever form it comes; what restates nothing is not used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRestated, restatePrompt } from '../../../../src/engine/answer/written/restate.ts';
import { assertLinear } from '../../../support/quick.ts';

const question = 'Where do my tide tables end up?';
const line = 'Storage location of the tide tables: data directory, cache, path';

test('the line and the names are read in the forms that models use', () => {
  const replies: Readonly<Record<string, string>> = {
    plain: `${line}\nNames: dataDir TIDE_HOME tides.db`,
    thoughts: `<think>\nThey want {a place}.\n</think>\n${line}\nNames: dataDir, TIDE_HOME, tides.db`,
    fence: `\`\`\`\n${line}\nnames: dataDir TIDE_HOME tides.db\n\`\`\``,
    quotes: `Restated: "${line}"\n**Names:** \`dataDir\` \`TIDE_HOME\` \`tides.db\``,
    bullets: `- ${line}\n- Names: dataDir TIDE_HOME tides.db`,
    operators: `Storage location of the tide tables: "data directory", -cache, path:path\nNames: path:dataDir --TIDE_HOME tides.db`,
  };
  for (const [form, reply] of Object.entries(replies))
    assert.deepEqual(readRestated(reply, question), { line, names: ['dataDir', 'TIDE_HOME', 'tides.db'] }, form);
  assert.deepEqual(readRestated(`Storage location of the tide tables:\n- data directory\n- cache\n- path`, question), { line, names: [] });
  const json = '```json\n{"restated": "Storage location of the tide tables", "terms": ["data directory", "cache", "path"]}\n```';
  assert.equal(readRestated(json, question)?.line, line);
});

test('what restates nothing is not used; a long line is cut at a word', () => {
  for (const reply of ['', '…', '\n\n', "I'm sorry, I can't help with that.", '<think>a thought without an end: tide, table', '```\n```'])
    assert.equal(readRestated(reply, 'How big is it?'), undefined, reply);
  const long = readRestated(`Tides: ${'harbour wall '.repeat(100)}`, question)?.line ?? '';
  assert.ok(long.length <= 400 && /(?:harbour|wall)$/.test(long), long.slice(-20));
});

test('only questions are sent, at most those of the thread', () => {
  const turns = [{ question: 'What is Tarrow?', answer: 'A secret answer.' }];
  const { messages, earlier } = restatePrompt(question, turns, { workspace: 'tarrow', languages: ['English'] });
  assert.equal(earlier, 1);
  assert.equal(
    messages.at(-1)?.content,
    `Repository: tarrow\nLanguage of the docs: English\nEarlier question: What is Tarrow?\nQuestion: ${question}`,
  );
});

test('a hostile reply takes linear time', async () => {
  for (const part of ['<think>', '[{', '"', 'names:', '- ', 'path:'])
    await assertLinear(part, 20_000, (size) => readRestated(part.repeat(size), question));
});
