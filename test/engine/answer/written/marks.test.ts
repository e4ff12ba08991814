// The forms in which models cite, think aloud and wrap their answers: each is read as what it means, wherever the stream is split.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PoolSource } from '../../../../src/engine/answer/pool.ts';
import { mayBeNamed, mayBeRaised, readRaised } from '../../../../src/engine/answer/written/marks.ts';
import { type ModelAnswer, readAnswer } from '../../../../src/engine/answer/written/modelAnswer.ts';

const texts = [
  '# Tides\n\nThe tide table is printed in spring.\n\nThe pilot reads it at noon.\n\nIt hangs in the harbour office.\n',
  'export function readTable() {\n  open(tableFile);\n  parse(rows);\n  close();\n}\n',
  'A bell calls the pilot.\nThe bell is made of bronze.\n',
];
const sources = texts.map((text, i): PoolSource => {
  const place = { path: `file${i}`, folder: '', startLine: 10, endLine: 9 + text.split('\n').length };
  return { ...place, n: i + 1, title: '', kind: i === 1 ? 'code' : 'doc', text, sent: text, secrets: [], masked: 0 };
});
const prompt = { sources, masked: 0 };

async function read(reply: string, size = reply.length): Promise<ModelAnswer> {
  async function* chat(): AsyncGenerator<string, undefined> {
    for (let at = 0; at < reply.length; at += size) yield reply.slice(at, at + size);
    return undefined;
  }
  for await (const event of readAnswer(chat(), prompt)) if (event.kind === 'end') return event.end;
  throw new Error('no end');
}

/** The answer as shown, the same for every size of the pieces. */
async function shown(reply: string): Promise<ModelAnswer> {
  const whole = await read(reply);
  for (const size of [1, 3, 7]) assert.deepEqual({ ...(await read(reply, size)) }, { ...whole }, `${reply} in pieces of ${size}`);
  return whole;
}

const linesOf = ({ quotes }: ModelAnswer): readonly string[] =>
  quotes.map(({ n, from, to }) => `${n} ${texts[n - 1]?.slice(from, to).replaceAll('\n', '|')}`);

test('each form of a mark becomes numbers in brackets', async () => {
  for (const [mark, numbers] of [
    ['[1, 3]', '[1][3]'],
    ['[1-3]', '[1][2][3]'],
    ['[1–2]', '[1][2]'],
    ['[1; 2]', '[1][2]'],
    ['[^1]', '[1]'],
    ['[source 2]', '[2]'],
    ['[Source: 2]', '[2]'],
    ['[Sources 1 and 3]', '[1][3]'],
    ['[source 2, tide.ts]', '[2]'],
    ['(source 2)', '[2]'],
    ['(see source 2)', '[2]'],
    ['(Quelle 3)', '[3]'],
    ['(voir sources 1 et 3)', '[1][3]'],
    ['【1】', '[1]'],
    ['【1†L12】', '[1]'],
    ['【2†L11-L12】', '[2]'],
    ['[2:11-12]', '[2]'],
    ['[2:11, 12]', '[2]'],
    ['[1:12, 3:10]', '[1][3]'],
    ['[2: lines 11-12]', '[2]'],
    ['[2, Zeilen 11–12]', '[2]'],
    ['[1](tides.md)', '[1]'],
    ['[2, l. 11 à 12]', '[2]'],
    ['[2, lines 11 to 12][1: line 12]', '[2][1]'],
    ['［1］', '[1]'],
    ['〔1〕', '[1]'],
    ['[来源1]', '[1]'],
    ['（来源1）', '[1]'],
    ['（ソース：1、3）', '[1][3]'],
    ['<sup>1</sup>', '[1]'],
    ['<sup>[1, 3]</sup>', '[1][3]'],
    ['[7:1-2]', '[?]'],
    ['[doc 2]', '[2]'],
    ['[cite: 2]', '[2]'],
    ['[source-2]', '[2]'],
    ['<cite id="2"/>', '[2]'],
    ['<ref>2</ref>', '[2]'],
    ['[file1:11]', '[2]'],
    ['(file1, lines 11-12)', '[2]'],
  ]) {
    const { answer, found } = await shown(`It is read at noon ${mark}.`);
    assert.equal(answer, `It is read at noon ${numbers}.`, mark);
    assert.equal(found, true, mark);
  }
});

test('raised digits cite, and sources that are named in a sentence', async () => {
  for (const [reply, answer] of [
    ['It is read at noon.¹ It is old³, too.', 'It is read at noon.[1] It is old³, too.'],
    ['It is printed<sup>1, 3</sup> in spring¹.', 'It is printed[1][3] in spring[1].'],
    ['According to Source 1, it is read at noon.', 'According to Source [1], it is read at noon.'],
    ['Sources 1 and 3 name the pilot.', 'Sources [1][3] name the pilot.'],
    ['Laut Quelle 2, Zeilen 11-12, wird sie gelesen.', 'Laut Quelle [2], wird sie gelesen.'],
    ['Selon la source 1 (lignes 12-14), on la lit.', 'Selon la source [1], on la lit.'],
    ['根据来源1，领航员在中午阅读。', '根据来源[1]，领航员在中午阅读。'],
    ['It is read at noon.\n\nSources: 1, 3', 'It is read at noon.\n\nSources: [1][3]'],
  ] as const) {
    const { answer: read, found } = await shown(reply);
    assert.deepEqual([read, found], [answer, true], reply);
  }
  assert.deepEqual(linesOf(await shown('Source 2, line 11, opens it.')), ['2 open(tableFile);']);
});

test('a line of sources at the end covers the paragraph before', async () => {
  for (const line of ['Sources: [1]', '**Sources:** [1], [3]', '**Quelle**: [1]']) {
    const { unsupported } = await shown(`The table is printed in spring. The pilot reads it.\n\n${line}`);
    assert.deepEqual(unsupported, [], line);
  }
});

test('what is no mark stays as it is', async () => {
  for (const text of [
    'It has [2 of 3] parts.',
    'Room [3 m] is free.',
    'In (version 2) it is so.',
    'See (figure 2) there.',
    'The slice `rows[1:2]` and rows[1:2] stay.',
    'It has 5 km² and x<sup>2</sup> of 10².',
    'The source 1.2 and resources 2 and source 12 stay.',
    'The levels are (1), low (2), high.',
    'From [e1] and (l1) on.',
    'It is [utf-8] or [RFC 2] and (file1) too.',
  ])
    assert.equal((await shown(`${text} So it is [1].`)).answer, `${text} So it is [1].`);
});

test('each mark has a place of its own: the lines that it names, or those that fit what stands before it', async () => {
  const named = await shown('It is opened [2:11] and closed in the end [2:13].');
  assert.deepEqual(linesOf(named), ['2 open(tableFile);', '2 close();']);
  const found = await shown('The table is printed in spring [1]. At noon the pilot reads it [1], and it hangs in the office [1].');
  assert.deepEqual(linesOf(found), [
    '1 The tide table is printed in spring.',
    '1 The pilot reads it at noon.',
    '1 It hangs in the harbour office.',
  ]);
  // Lines outside of the source are not believed.
  assert.deepEqual(linesOf(await shown('The bell is made of bronze [3:400-410].')), ['3 The bell is made of bronze.']);
});

test('a mark at the end of a paragraph, a list or code covers it', async () => {
  const paragraph = 'The table is printed in spring. The pilot reads it. [1]';
  const list = 'The harbour has:\n\n- a table of tides\n- an office of the pilot\n\n[1]';
  const code = 'Read the table:\n\n```ts\nopen(tableFile);\n```\n[2]';
  for (const reply of [paragraph, list, code]) {
    const { unsupported, marks } = await shown(reply);
    assert.deepEqual([unsupported, marks.length], [[], 1], reply);
  }
  assert.match(String(linesOf(await shown(code))), /^2 [^;]*open\(tableFile\);$/);
  const { unsupported } = await shown(
    'Nobody says why that is. The table is printed in spring [1]. Nobody says when it ends.\n\nThe pilot sleeps at noon. It reads. [1]',
  );
  assert.equal(unsupported.length, 2);
});

test('"not found" is a token, shown as a sentence; other words for it are understood', async () => {
  for (const reply of ['NOT_FOUND', 'NOT_FOUND. ', '**NOT_FOUND**\n\n'])
    assert.deepEqual([(await shown(reply)).answer, (await shown(reply)).found], ['The sources do not say.', false], reply);
  const polite = await shown('Great question!\n\nNOT_FOUND. They name the pilot [1].');
  assert.deepEqual([polite.answer, polite.found], ['Great question!\n\nThe sources do not say. They name the pilot [1].', false]);
  assert.equal((await shown('NOT_FOUND\nThey name the pilot [1].')).answer, 'The sources do not say. They name the pilot [1].');
  for (const reply of [
    'The sources do not say.',
    'The provided sources do not mention this. They name the pilot [1].',
    "The documents don't contain any information about it.",
    'Die Quellen sagen dazu nichts. Sie nennen den Lotsen [1].',
    'In den Quellen gibt es dazu keine Angaben.',
    "Les sources n'indiquent rien à ce sujet. Elles parlent du pilote [1].",
    'Las fuentes no lo mencionan.',
    "The sources that I have don't describe how it is printed. They name the pilot [1].",
    'I could not find this in the sources. They name the pilot [1].',
    'Das lässt sich den Quellen nicht entnehmen. Sie nennen den Lotsen [1].',
    'Aus den Quellen geht das nicht hervor. Sie nennen den Lotsen [1].',
    'Cela ne figure pas dans les sources. Elles parlent du pilote [1].',
    'Not found. They name the pilot [1].',
    'The provided context does not specify this. It names the pilot [1].',
    'I cannot answer this from the sources; they name the pilot [1].',
    'As fontes não explicam isso. Elas falam do piloto [1].',
    'Le fonti non spiegano come. Parlano del pilota [1].',
    'Die Dokumente erklären das nicht. Sie nennen den Lotsen [1].',
    '资料中未提及。其中写到领航员 [1]。',
    'Great question!\n\nThe sources do not say.',
    '来源没有说明。其中写到领航员 [1]。',
    'ソースには記載されていません。案内人の名前だけです [1]。',
    '자료에는 나와 있지 않습니다. 도선사만 나옵니다 [1].',
  ])
    assert.equal((await shown(reply)).found, false, reply);
  for (const reply of [
    'No. The bell calls nobody [3].',
    'It is so [1]. The sources do not say why.',
    'No source file is read. It is a bell [3].',
    'The sources do describe it. It is a bell [3].',
    // What the files are about is no source.
    'The context is not found in the table. It is a bell [3].',
    'A context does not contain the bell. It is a bell [3].',
    'Documents are not found by their bell. It is a bell [3].',
    '来源决定未来的内容。这是钟 [3]。',
    '来源没有限制。说明在钟上 [3]。',
  ])
    assert.equal((await shown(reply)).found, true, reply);
});

test('thoughts are folded away, and what is wrapped around an answer is taken off', async () => {
  const answer = 'The pilot reads it at noon [1].';
  for (const reply of [
    `<think>\nSource [2]? {"a": 1}\n</think>\n\n${answer}`,
    `<thinking>No.</thinking>${answer}`,
    `<THINK>a</THINK>\n<think>b</think>\n${answer}`,
    `◁think▷Source [2]?◁/think▷${answer}`,
    `[THINK]Source [2]?[/THINK]\n${answer}`,
    `<|channel|>analysis<|message|>Source [2]?<|end|><|start|>assistant<|channel|>final<|message|>${answer}`,
    `<scratchpad>\nSource [2]?\n</scratchpad>\n<output>\n${answer}\n</output>`,
    `<|START_THINKING|>Source [2]?<|END_THINKING|>${answer}`,
    `\`\`\`thinking\nSource [2]?\n\`\`\`\n\n${answer}`,
    // The template of the request has opened it.
    `Source [2] has code [2].\n</think>\n\n${answer}`,
    `## Analysis of the sources\n\nSource [2] has code.\n\n## Final answer\n\n${answer}`,
    `${answer}<|im_end|>`,
    `<answer>\n${answer}\n</answer>`,
    `<answer>${answer}`,
    `Final answer: ${answer}`,
    `**Antwort:** ${answer}`,
    `**Réponse :**\n\n${answer}`,
    `答案：${answer}`,
    `Analysis: source [2] has code.\n\nIt is not that.\n\n**Final answer:** ${answer}`,
    `## Analysis\n\nSource [2] has code.\n\n## Final answer\n\n${answer}`,
    `Answer\n\n${answer}`,
    `**Raisonnement :** la source [2].\n\nRéponse finale : ${answer}`,
    `Answer:\n\`\`\`json\n{"answer": "${answer}"}\n\`\`\``,
    `\`\`\`\n${answer}\n\`\`\``,
    `\`\`\`markdown\n${answer}\n\`\`\`\n`,
    `\`\`\`json\n{"answer": "${answer}", "sources": [1]}\n\`\`\``,
    `{"answer": "${answer}"}`,
  ])
    assert.equal((await shown(reply)).answer, answer, reply);
  for (const reply of [
    `**Answer:** ${answer}`,
    `Analysis: source [2] has code.\n\nFinal answer: ${answer}`,
    `Answer:\n\`\`\`json\n{"answer": "${answer}"}\n\`\`\``,
  ])
    assert.equal((await shown(`Sure!\n\n${reply}`)).answer, `Sure!\n\n${answer}`, reply);
  const example = 'Write:\n\n```json\n{"name": "pilot"}\n```\n\nIt is read at noon [1].';
  assert.equal((await shown(example)).answer, example);
  const paragraphs = 'It is a table [1].\n\nAnswer: it calls [2].';
  assert.equal((await shown(paragraphs)).answer, paragraphs);
  for (const reply of ['<think>\nThe pilot reads it [1].', '<think>'])
    assert.deepEqual([(await shown(reply)).answer, (await shown(reply)).found], ['', false], reply);
  for (const text of ['Analysis: it is read at noon [1].', 'Answers come at noon [1].', '<answers> are kept [1].', 'Thought is kept [1].'])
    assert.equal((await shown(text)).answer, text);
  assert.equal((await shown('Answer: NOT_FOUND')).answer, 'The sources do not say.');
  const code = `Write this [1]:\n\n\`\`\`\n<think>\n\`\`\`\n\nThe tag \`<think>\` stays [1].`;
  assert.equal((await shown(code)).answer, code);
});

test('a number may follow what names a source, and more of what names it', () => {
  for (const text of [
    'see source',
    'sources 1, 2',
    'as in source 1 and',
    'Sources: 1–2 &',
    '(Quelle 3,',
    '**Source:**',
    'source 2, lines 3-4',
  ])
    assert.equal(mayBeNamed(text), true, text);
  for (const text of ['', 'the tide', 'source of the tide', 'sources 1 and the pier', '12 and 13'])
    assert.equal(mayBeNamed(text), false, text);
});

test('a raised number is a mark after a word, and an exponent after a unit or a number', () => {
  assert.deepEqual(['tide', 'Gezeiten', '', 'the tide.', '(pier)'].map(mayBeRaised), [true, true, true, true, true]);
  assert.deepEqual(['km', 'm', 'sec', '10', 'x2yz', '5 km'].map(mayBeRaised), [false, false, false, false, false, false]);
  assert.deepEqual(readRaised('¹²'), [{ n: 12 }]);
});
