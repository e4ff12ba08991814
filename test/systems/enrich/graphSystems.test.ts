/** What a model reads, divides and selects for `topo` and `hug`, over loopback: every ranking worked by hand. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import type { Enrichment } from '../../../src/engine/retrieval/modelSources/enrichment.ts';
import type { RetrievalSystem, Sources } from '../../../src/engine/retrieval/retrievalSystem.ts';
import { createOpenAIEmbedder } from '../../../src/models/openaiEmbedder.ts';
import { createOpenAIModel } from '../../../src/models/openaiModel.ts';
import { modelJudge } from '../../../src/systems/enrich/modelJudge.ts';
import { hug } from '../../../src/systems/hug/hug.ts';
import { topo } from '../../../src/systems/topo/topo.ts';
import { type ChatBody, loopbackServer } from '../../models/loopbackServer.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';
import { question as asksDirector, notes } from '../saltGarden.ts';

interface Asked {
  readonly rules: string;
  readonly content: string;
  /** The id of the item of a graph with that first line. */
  idOf(firstLine: string): string;
}

/** Sources whose model replies by a script, and what it was asked. */
async function modelFor(t: TestContext, files: Files, reply: (asked: Asked) => unknown, vectorOf?: (text: string) => readonly number[]) {
  const asked: Asked[] = [];
  const speak = async ({ messages }: ChatBody) => {
    const [rules = '', content = ''] = messages.map((one) => one.content);
    const items = [...content.matchAll(/^<source-\d+ id=([NE]\d+)>\n(.*)$/gm)];
    const idOf = (firstLine: string): string => items.find(([, , line]) => line === firstLine)?.[1] ?? '';
    asked.push({ rules, content, idOf });
    const said = reply(asked.at(-1) as Asked);
    return { text: typeof said === 'string' ? said : JSON.stringify(said), promptTokens: 1, answerTokens: 1 };
  };
  const { endpoint } = await loopbackServer(t, { speak, ...(vectorOf && { vectorOf }) });
  const judge = modelJudge(createOpenAIModel({ endpoint, model: 'expert' }));
  const texts = { chunkText: async ({ path }: { readonly path: string }) => files[path]?.replace(/^# .*\n\n/, '') };
  const embedder = createOpenAIEmbedder({ endpoint, model: 'vectors' });
  return { asked, judge, texts, embedder };
}

async function ranked<O extends object, B>(files: Files, system: RetrievalSystem<O, B>, options: Partial<O>, sources: Sources, q: string) {
  const reader = indexOf(files).reader();
  const { results, counts } = await bind(system, options, sources).search(reader, q, { limit: 12 });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  const places = results.map(({ score }, i) => [infos[i]?.path.replace('.md', ''), Number(score.toFixed(3))]);
  return { places, counts, results };
}

const stage = {
  '1.md': '# Marta Quill\n\nMarta Quill led it.\n',
  '2.md': '# Harbour stage\n\nMarta Quill brought the Salt Garden.\n',
  '3.md': '# Salt Garden\n\nThe Salt Garden is long.\n',
  '4.md': '# Port Wexley\n\nPort Wexley lies low.\n',
  '5.md': '# Lessons\n\nMarta Quill and Ida Fenn met.\n',
  '6.md': '# Ida Fenn\n\nIda Fenn moved on.\n',
};

/** What a model has extracted from the passages; the descriptions say how near each entity is. */
function enrichmentOf(descriptions: Readonly<Record<string, string>>): Sources['enrichment'] {
  const entity = (name: string) => ({ name, description: descriptions[name] ?? '', aliases: [] });
  const named: Readonly<Record<string, readonly string[]>> = {
    '1.md': ['Marta Quill'],
    '2.md': ['Marta Quill', 'Salt Garden'],
    '3.md': ['Salt Garden'],
    '4.md': ['Port Wexley'],
    '5.md': ['Marta Quill', 'Ida Fenn'],
    '6.md': ['Ida Fenn'],
  };
  return {
    version: JSON.stringify(descriptions),
    keys: pathKeys,
    get: (path): Enrichment => ({ entities: (named[path] ?? []).map(entity), triples: [], summary: '' }),
  };
}

const descriptions = { 'Marta Quill': 'near.90', 'Salt Garden': 'near.60', 'Port Wexley': 'near.50', 'Ida Fenn': 'near.30' };
/** The cosine with the question, as the text says; the second sub-question has the direction of Port Wexley. */
const vectorOf = (text: string): readonly number[] => {
  const cosine = text.includes('overture') ? 1 : text.includes('Which town') ? 0.5 : Number(/near(\.\d+)/.exec(text)?.[1] ?? 0);
  return [cosine, Math.sqrt(1 - cosine * cosine)];
};
const question = 'Who finished an overture?';

describe('topo with a model', () => {
  const whole = (): unknown => ({ questions: [question] });

  it('walks the proximity graph of the descriptions and keeps within the bound, as worked by hand', async (t) => {
    const sources = await modelFor(t, stage, whole, vectorOf);
    // Passages name Quill with the Garden and with Fenn, so their graph has diameter 2; Wexley is nearer than Fenn and has no link to them.
    // idf of 3, 2 of 6 passages: ln(1 + 3.5 / 3.5) = 0.693, ln(1 + 4.5 / 2.5) = 1.030.
    // Votes: Quill 0.9 x 0.693 = 0.624 for 1, 2, 5; Garden 0.6 x 1.030 = 0.618 for 2, 3; Fenn 0.3 x 1.030 = 0.309 for 5, 6.
    // 2: 1.242; 5: 0.933; 1: 0.624; 3: 0.618; 6: 0.309; each by the best.
    const found = await ranked(stage, topo, {}, { ...sources, enrichment: enrichmentOf(descriptions) }, question);
    assert.deepEqual(found.places, [
      ['2', 1],
      ['5', 0.751],
      ['1', 0.502],
      ['3', 0.498],
      ['6', 0.249],
    ]);
    // The index has four names more, of no similarity: Harbour stage, Lessons, and two titles.
    assert.deepEqual([found.counts?.entities, found.counts?.missing], [7, 13]);
    // Another description of the Garden: 0.65 x 1.030 = 0.669. Passages 1 and 3 change places.
    const changed = enrichmentOf({ ...descriptions, 'Salt Garden': 'near.65' });
    const after = await ranked(stage, topo, {}, { ...sources, enrichment: changed }, question);
    assert.deepEqual(
      after.places.map(([path]) => path),
      ['2', '5', '3', '1', '6'],
    );
    // The post-filter takes the nearest, and Wexley fits with nothing.
    const post = await ranked(stage, topo, { filter: 'post' }, { ...sources, enrichment: enrichmentOf(descriptions) }, question);
    assert.deepEqual(post.places, found.places);
    assert.deepEqual((await ranked(stage, topo, {}, {}, question)).places, [], 'no word of the question occurs');
  });

  it('searches each sub-question of the model separately', async (t) => {
    let parts: readonly unknown[] = [question, 'Which town is it?', 'Which town is it?', 7];
    const { asked, ...sources } = await modelFor(t, stage, () => ({ questions: parts }), vectorOf);
    const nearest = async () => ranked(stage, topo, { size: 1 }, { ...sources, enrichment: enrichmentOf(descriptions) }, question);
    // One name of each: Quill, 0.624 for 1, 2, 5; Wexley, 1 x ln(1 + 5.5 / 1.5) = 1.540 for 4.
    const both = await nearest();
    assert.equal(both.counts?.parts, 2);
    assert.deepEqual(both.places, [
      ['4', 1],
      ['1', 0.405],
      ['2', 0.405],
      ['5', 0.405],
    ]);
    parts = ['Who led the overture?'];
    assert.deepEqual(
      (await nearest()).places.map(([path]) => path),
      ['1', '2', '5'],
    );
    assert.ok(asked.every(({ content }) => content === `Question: ${question}`));
  });

  it('uses words that only the sub-questions have, and names of the question if the reply contains none', async (t) => {
    const notes = {
      'Salt Garden.md': '# Salt Garden\n\nThe Salt Garden was written by Marta Quill.\n',
      'Marta Quill.md': '# Marta Quill\n\nMarta Quill was born in Tarrow.\n',
      'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a tailor.\n',
    };
    let reply: unknown = { questions: ['Who wrote it?', 'Which tailor was it?'] };
    const { asked, embedder: _, ...sources } = await modelFor(t, notes, () => reply);
    const place = async () => {
      const { places, counts } = await ranked(notes, topo, {}, sources, 'Who was born and what of the Salt Garden?');
      return { paths: places.map(([path]) => path), parts: counts?.parts };
    };
    assert.ok((await place()).paths.includes('Ansel Brook'));
    reply = 'I would ask two things.';
    const without = await place();
    assert.equal(without.parts, 1);
    assert.ok(!without.paths.includes('Ansel Brook'));
    assert.equal(asked.length, 3, 'asked once more, then done without');
  });
});

describe('hug with a model', () => {
  it('ranks what the model selects in its order, and reports what it called spurious', async (t) => {
    let order = ['Marta Quill', 'The Salt Garden'];
    const {
      asked,
      embedder: _,
      ...sources
    } = await modelFor(t, notes, ({ idOf }) => ({ support: order.map(idOf), spurious: [idOf('Port Wexley')] }));
    const found = await ranked(notes, hug, {}, sources, asksDirector);
    // Of n in support, the one at rank r has 1 - r / n.
    assert.deepEqual(found.places, [
      ['Marta Quill', 1],
      ['The Salt Garden', 0.5],
    ]);
    assert.deepEqual(found.results[0]?.evidence.at(-1), { kind: 'dropped', label: 'dropped (spurious)', keys: ['port wexley'] });
    assert.equal(found.counts?.refused, 0);
    // The other order in the one reply: the passages change places.
    order = ['The Salt Garden', 'Marta Quill'];
    assert.deepEqual((await ranked(notes, hug, {}, sources, asksDirector)).places, [
      ['The Salt Garden', 1],
      ['Marta Quill', 0.5],
    ]);
    assert.match(asked[0]?.rules ?? '', /"spurious"/);
    assert.match(asked[0]?.content ?? '', /<source-1 id=E2>\nN1 to N2: name marta quill\n<\/source-1>/);
  });

  it('reads with each edge what was stated of the name that it follows, also under another name', async (t) => {
    const { asked, embedder: _, ...sources } = await modelFor(t, notes, ({ idOf }) => ({ support: [idOf('Marta Quill')] }));
    const triples = [
      { subject: 'Quill', relation: 'was born in', object: 'Tarrow' },
      { subject: 'Tarrow', relation: 'lies by', object: 'the sea' },
    ];
    const entities = [{ name: 'Marta Quill', description: '', aliases: ['Quill', '…'] }];
    const get = (path: string) => (path === 'Marta Quill.md' ? { entities, triples, summary: '' } : undefined);
    await ranked(notes, hug, {}, { ...sources, enrichment: { version: '1', keys: pathKeys, get } }, asksDirector);
    const edges = [...(asked[0]?.content ?? '').matchAll(/^(N\d+ to N\d+: .*)$/gm)].map(([line]) => line);
    assert.ok(
      edges.some((line) => /name marta quill; Quill was born in Tarrow$/.test(line)),
      edges.join('\n'),
    );
    assert.ok(edges.every((line) => !line.includes('lies by')));
  });

  it('treats an edge as the passage it leads to, and can omit the spurious items', async (t) => {
    const {
      asked,
      embedder: _,
      ...sources
    } = await modelFor(t, notes, ({ idOf }) => ({
      support: [idOf('N1 to N2: name marta quill')],
      spurious: ['N1'],
    }));
    const found = await ranked(notes, hug, { spurious: false }, sources, asksDirector);
    assert.deepEqual(found.places, [['Marta Quill', 1]]);
    assert.ok(!asked[0]?.rules.includes('spurious'));
    const dropped = found.results[0]?.evidence.find(({ kind }) => kind === 'dropped');
    assert.equal(dropped?.label, 'dropped (unselected)');
  });

  it('drops and counts unknown ids, repeats and prose; if nothing is left, paths are scored', async (t) => {
    let reply: unknown = { support: ['N1', 'N99', 'N1', 7, null, 'the first'], spurious: ['N1', 'N2'] };
    const { asked, embedder: _, ...sources } = await modelFor(t, notes, () => reply);
    const found = await ranked(notes, hug, {}, sources, asksDirector);
    assert.deepEqual([found.places, found.counts?.refused], [[['The Salt Garden', 1]], 6]);
    const scored = (await ranked(notes, hug, {}, {}, asksDirector)).places;
    assert.ok(scored.length > 1);
    for (const useless of [{ support: ['N99'] }, { support: [] }, { support: 'N1' }, 'The first one.', '{"support": ["N99"', [], null]) {
      reply = useless;
      const before = asked.length;
      const { places, counts } = await ranked(notes, hug, {}, sources, asksDirector);
      assert.deepEqual([places, counts?.refused], [scored, undefined], JSON.stringify(useless));
      assert.equal(asked.length, before + 2, 'asked once more');
    }
    const silent = asked.length;
    await ranked(notes, hug, { selection: false }, sources, asksDirector);
    await ranked(notes, hug, {}, sources, 'zeppelin');
    assert.equal(asked.length, silent, 'nothing to select');
  });

  it('stops when cancelled while the model is asked', async (t) => {
    const stop = new AbortController();
    const { judge, texts } = await modelFor(t, notes, () => {
      stop.abort(new Error('enough'));
      return { support: ['N1'] };
    });
    const search = bind(hug, {}, { judge, texts }).search(indexOf(notes).reader(), asksDirector, { limit: 3, signal: stop.signal });
    await assert.rejects(search, /enough/);
  });
});
