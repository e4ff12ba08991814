/** What a model extracts from twelve passages, how it judges and how it embeds, all over loopback: every ranking worked by hand. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import type { Enrichment } from '../../../src/engine/retrieval/modelSources/enrichment.ts';
import type { RetrievalSystem, Sources } from '../../../src/engine/retrieval/retrievalSystem.ts';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { enrichPassages, type KeyedPassage } from '../../../src/systems/enrich/enrichPassages.ts';
import { modelJudge } from '../../../src/systems/enrich/modelJudge.ts';
import { multiSemantic } from '../../../src/systems/multiSemantic/multiSemantic.ts';
import { unweaver } from '../../../src/systems/unweaver/unweaver.ts';
import { unweaverPpr } from '../../../src/systems/unweaver/unweaverPpr.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const texts = {
  '01.md': '# Marta Quill\n\nMarta Quill led the harbour stage for ten years.\n',
  '02.md': '# Harbour stage\n\nThe Salt Garden opened there, and Marta Quill bowed.\n',
  '03.md': '# The Salt Garden\n\nThe Salt Garden has three acts.\n',
  '04.md': '# Port Wexley\n\nPort Wexley has a pier.\n',
  '05.md': '# Programme\n\nThe overture lasts nine minutes.\n',
  '06.md': '# Lessons\n\nIda Fenn took lessons from Marta Quill.\n',
  '07.md': '# Miss Fenn\n\nMiss Fenn, or Ida Fenn, lives by the lock.\n',
  '08.md': '# Kettle\n\nThe Kettle is a tavern.\n',
  '09.md': '# Tarrow\n\nTarrow is a village.\n',
  '10.md': '# Ansel Brook\n\nAnsel Brook mends boats.\n',
  '11.md': '# Lantern Row\n\nLantern Row is a street.\n',
  '12.md': '# Gull Rock\n\nGull Rock is a rock.\n',
};
const question = 'Which composer finished the overture?';

const entity = (name: string, description = '', aliases: readonly string[] = []) => ({ name, description, aliases });
const reply = (entities: readonly object[], triples: readonly (readonly string[])[] = [], summary = '') => ({ entities, triples, summary });
/** By the first line of the passage. */
const replies = {
  'Marta Quill': reply([entity('Marta Quill', 'A composer and conductor.')]),
  'Harbour stage': reply([entity('Marta Quill'), entity('The Salt Garden')]),
  'The Salt Garden': reply([entity('The Salt Garden', 'A work for the stage.')]),
  'Port Wexley': reply([entity('Port Wexley', 'A town of music.')]),
  Programme: reply([]),
  Lessons: reply([entity('Marta Quill'), entity('Ida Fenn')], [['Marta Quill', 'taught', 'Ida Fenn']]),
  'Miss Fenn': reply([entity('Miss Fenn', '', ['Ida Fenn'])]),
  Kettle: reply([entity('Kettle')]),
  Tarrow: reply([entity('Tarrow')]),
  'Ansel Brook': reply([entity('Ansel Brook')]),
  'Lantern Row': reply([entity('Lantern Row')]),
  'Gull Rock': reply([entity('Gull Rock')]),
};
/** The cosine of a text with the question, by what it contains; all others are orthogonal. */
const cosines = { [question]: 1, composer: 0.9, work: 0.6, music: 0.5, trade: 0.45, taught: 0.8, lasts: 0.7 };
/** By the first line of the passage, or by its summary, 0 to 10. */
const grades = { Programme: 0, Lessons: 0, 'Marta Quill': 5, 'Miss Fenn': 10, 'The Salt Garden': 10 };

interface Script {
  readonly replies: Readonly<Record<string, object>>;
  readonly grades: Readonly<Record<string, number>>;
}

/** The sources of models, after all passages were asked about. */
async function sourcesOf(t: TestContext, script: Script): Promise<Sources> {
  const speak = async ({ messages }: ChatBody) => {
    const content = messages[1]?.content ?? '';
    const passages = [...content.matchAll(/^<source-\d+(?: n=\d+)?>\n(.*)\n([\s\S]*?)<\/source-\d+>$/gm)];
    const gradeOf = (line = '', rest = '') => script.grades[/^Summary: (.*)$/m.exec(rest)?.[1] ?? line];
    const verdicts = passages.map(([, line, rest], i) => ({ n: i + 1, grade: gradeOf(line, rest) }));
    const said = content.includes('Question:') ? { verdicts } : script.replies[passages[0]?.[1] ?? ''];
    return { text: `Here it is:\n${JSON.stringify(said)}`, promptTokens: 1, answerTokens: 1 };
  };
  const vectorOf = (text: string): readonly number[] => {
    const cosine = Object.entries(cosines).find(([part]) => text.includes(part))?.[1] ?? 0;
    return [cosine, Math.sqrt(1 - cosine * cosine)];
  };
  const { endpoint } = await loopbackServer(t, { speak, vectorOf });
  const model = createOpenAIModel({ endpoint, model: 'reader' });
  const partsOf = (path: string) => /^# (.*)\n\n([\s\S]*)$/.exec(texts[path as keyof typeof texts]) as RegExpExecArray;
  const passages = Object.keys(texts).map((path): KeyedPassage => {
    const [, title, text] = partsOf(path) as unknown as [string, string, string];
    return { key: path, read: async () => ({ title, text, masked: 0 }) };
  });
  const kept = new Map<string, Enrichment | null>();
  const records = { get: (key: string) => kept.get(key), keep: (key: string, value: Enrichment | null) => void kept.set(key, value) };
  const run = await enrichPassages(model, passages, records);
  assert.deepEqual([run.enriched, run.skipped, run.dropped, run.requests, run.failure], [12, 0, 0, 12, undefined]);
  return {
    enrichment: { version: JSON.stringify(script), keys: pathKeys, get: (path) => kept.get(path) ?? undefined },
    embedder: createOpenAIEmbedder({ endpoint, model: 'vectors' }),
    judge: modelJudge(model),
    texts: { chunkText: async ({ path }) => partsOf(path)[2] },
  };
}

async function ranked<O extends object, B>(system: RetrievalSystem<O, B>, sources: Sources) {
  const reader = indexOf(texts).reader();
  const { results } = await bind(system, {}, sources).search(reader, question, { limit: 12 });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return results.map(({ score }, i) => [Number(infos[i]?.path.slice(0, 2)), Number(score.toFixed(3))]);
}

test('unweaver: the model’s entities elect by the cosine of their descriptions, as worked by hand', async (t) => {
  // Marta Quill, of passages 1, 2 and 6: 0.9 x ln(1 + 9.5 / 3.5) = 1.181. The Salt Garden, of 2 and 3: 0.6 x ln(1 + 10.5 / 2.5) = 0.989.
  // Port Wexley, of 4: 0.5 x ln(1 + 11.5 / 1.5) = 1.080. Passage 2 has the first two.
  const found = await ranked(unweaver, await sourcesOf(t, { replies, grades }));
  assert.deepEqual(found, [
    [2, 2.17],
    [1, 1.181],
    [6, 1.181],
    [4, 1.08],
    [3, 0.989],
  ]);
  // Another description of Port Wexley, of cosine 0.45: 0.972. Passages 3 and 4 change places.
  const changed = { ...replies, 'Port Wexley': reply([entity('Port Wexley', 'A town of trade.')]) };
  const after = await ranked(unweaver, await sourcesOf(t, { replies: changed, grades }));
  assert.deepEqual(after.slice(3), [
    [3, 0.989],
    [4, 0.972],
  ]);
  assert.notDeepEqual(
    (await ranked(unweaver, {})).map(([path]) => path),
    found.map(([path]) => path),
  );
});

test('unweaver-ppr: the walk begins at the model’s entities and stays on names', async (t) => {
  const found = await ranked(unweaverPpr, await sourcesOf(t, { replies, grades }));
  // Marta Quill, The Salt Garden and Port Wexley are on passages 1, 2, 3, 4 and 6, and Ida Fenn of passage 6 leads to 7; 2 has two of the three.
  assert.deepEqual([...found.map(([path]) => path)].sort(), [1, 2, 3, 4, 6, 7]);
  assert.deepEqual([found[0]?.[0], found.at(-1)?.[0]], [2, 7]);
  // A model that leaves her out of passage 6 loses nothing: the index has her name there.
  const omitted = { ...replies, Lessons: reply([entity('Marta Quill')]) };
  const after = await ranked(unweaverPpr, await sourcesOf(t, { replies: omitted, grades }));
  assert.deepEqual([...after.map(([path]) => path)].sort(), [1, 2, 3, 4, 6, 7]);
  assert.notDeepEqual(await ranked(unweaverPpr, {}), found);
});

test('multi-semantic: the model’s entities, relations and verdicts, as worked by hand', async (t) => {
  // Rarity of a name of 1, 2, 3 of 12 passages: ln(1 + 12 / size) / ln 13 = 1, 0.759, 0.627.
  // Nearest entities by rank: Marta Quill 1 x 0.627, The Salt Garden 1/2 x 0.759 = 0.379, Port Wexley 1/3 x 1; whole for the passage they are the
  // title of (1, 3, 4), else times 0.15. Nearest relation: passage 6, 0.8; it names Marta Quill and Ida Fenn, 0.8 x 0.759 = 0.607, whole for
  // passage 7, since Miss Fenn is an alias of hers. Passage recall: passage 5 alone is near the question by vectors, 2.
  // Votes: 5: 2; 6: 0.8 + 0.15 x (0.627 + 0.607) = 0.985; 1: 0.627; 7: 0.607; 3: 0.379; 4: 0.333; 2: 0.15 x (0.627 + 0.379) = 0.151.
  // What Marta Quill is named with in a sentence or title of the index is near her, 0.3 x 0.627 = 0.188: Lessons, whole for 6; Harbour stage, whole for 2;
  // and Salt Garden, of two passages, 0.188 x 0.759 = 0.143, whole for 3.
  // The judge's order of the first five is final, ties by votes; the scores stay.
  const found = await ranked(multiSemantic, await sourcesOf(t, { replies, grades }));
  assert.deepEqual(found, [
    [7, 2],
    [3, 1.173],
    [1, 0.627],
    [5, 0.607],
    [6, 0.522],
    [2, 0.369],
    [4, 0.333],
  ]);
  // A verdict of 3 on passage 6, which had 0: it passes 5.
  const after = await ranked(multiSemantic, await sourcesOf(t, { replies, grades: { ...grades, Lessons: 3 } }));
  assert.deepEqual(after.slice(3, 5), [
    [6, 0.607],
    [5, 0.522],
  ]);
  // The same by a summary, which the judge reads.
  const summed = { ...replies, Lessons: { ...replies.Lessons, summary: 'She taught.' } };
  const bySummary = await ranked(multiSemantic, await sourcesOf(t, { replies: summed, grades: { ...grades, 'She taught.': 3 } }));
  assert.deepEqual(bySummary, after);
  // Without the alias, passage 7 is about another person and only mentions Ida Fenn.
  const apart = { ...replies, 'Miss Fenn': reply([entity('Miss Fenn')]) };
  const without = await ranked(multiSemantic, await sourcesOf(t, { replies: apart, grades }));
  assert.equal(without.at(-1)?.[0], 7);
  assert.notDeepEqual(
    (await ranked(multiSemantic, {})).map(([path]) => path),
    found.map(([path]) => path),
  );
});
