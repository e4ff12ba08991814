import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens, type LanguageModel } from '../../../src/engine/answer/written/languageModel.ts';
import type { Enrichment } from '../../../src/engine/retrieval/modelSources/enrichment.ts';
import { enrichPassages } from '../../../src/systems/enrich/enrichPassages.ts';

const text = 'Marta Quill led the harbour stage. Ida Fenn took lessons from her.';
const quill = { name: 'Marta Quill', description: 'A composer.', aliases: [] };
const fenn = { name: 'Ida Fenn', description: '', aliases: [] };
const taught = { subject: 'Marta Quill', relation: 'taught', object: 'Ida Fenn' };

/** Runs over the same passage, one for each reply; what the last one kept. */
async function readEach(...replies: readonly (readonly string[])[]) {
  const kept = new Map<string, Enrichment | null>();
  const runs = [];
  for (const said of replies) {
    const left = [...said];
    const model: LanguageModel = {
      name: 'scripted',
      contextTokens: 10_000,
      countTokens: async (asked) => estimateTokens(asked),
      async *chat() {
        yield left.shift() ?? '';
        return undefined;
      },
    };
    const passages = [{ key: 'a', read: async () => ({ title: 'Stage', text, masked: 0 }) }];
    runs.push(await enrichPassages(model, passages, { get: (key) => kept.get(key), keep: (key, value) => void kept.set(key, value) }));
  }
  return { runs, kept: kept.get('a') };
}

const whole = JSON.stringify({ entities: [quill, fenn], triples: [['Marta Quill', 'taught', 'Ida Fenn']], summary: 'On a stage.' });

test('a reply is read whatever is around its object', async () => {
  const forms = [
    whole,
    `<think>The form is {"entities": […]}, {x}.</think>\n${whole}`,
    `First {x} and {"entities": […]}.\n\`\`\`json\n${whole}\n\`\`\`\nHope {this} helps.`,
    whole.replaceAll('"', "'"),
    whole.replace(/\}$/, ',}'),
  ];
  for (const form of forms) {
    const { runs, kept } = await readEach([form]);
    assert.deepEqual([kept?.entities, kept?.triples, runs[0]?.requests], [[quill, fenn], [taught], 1], form);
  }
});

test('good items of a bad reply are kept, the others counted', async () => {
  const triples = [['Marta Quill', 'taught'], taught, { who: 1 }, ['Nobody', 'knows', 'Ida Fenn'], 'Marta Quill taught Ida Fenn', null];
  const entities = [quill, 'Ida Fenn', { name: 7 }, null, { name: 'Acme Rockets' }];
  const { runs, kept } = await readEach([JSON.stringify({ entities, triples, summary: 7 })]);
  assert.deepEqual(kept, { entities: [quill, fenn], triples: [taught], summary: '' });
  assert.equal(runs[0]?.dropped, 8);
});

test('of a reply that ends in the middle, what is whole is kept', async () => {
  const { runs, kept } = await readEach([whole.slice(0, whole.indexOf('"Ida Fenn"') + 5)]);
  assert.deepEqual([kept?.entities[0], runs[0]?.requests], [quill, 1]);
});

test('a description of 8,000 words is cut at a sentence', async () => {
  const long = { ...quill, description: 'She led it for years. '.repeat(2000) };
  const { kept } = await readEach([JSON.stringify({ entities: [long] })]);
  const description = kept?.entities[0]?.description ?? '';
  assert.ok(description.length > 900 && description.length <= 1000 && description.endsWith('.'), description.slice(-30));
});

test('what was skipped is asked about again in the next run, what is known is not', async () => {
  const { runs, kept } = await readEach(['No.', 'No.'], [whole], [whole]);
  assert.deepEqual(
    runs.map(({ known, enriched, skipped, requests }) => [known, enriched, skipped, requests]),
    [
      [0, 0, 1, 2],
      [0, 1, 0, 1],
      [1, 0, 0, 0],
    ],
  );
  assert.deepEqual(kept?.entities, [quill, fenn]);
});
