import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dot, type Embedder } from '../../../src/engine/retrieval/modelSources/embedder.ts';
import { createHashingEmbedder } from '../../../src/systems/baselines/hashingEmbedder.ts';
import { anyUnits } from '../../support/anyText.ts';

const anyText = anyUnits(300);
const embedder = createHashingEmbedder({ dimensions: 512 });
const one = async (text: string, by: Embedder = embedder): Promise<Float32Array> => (await by.embed([text]))[0] as Float32Array;
const likeness = async (a: string, b: string, by: Embedder = embedder): Promise<number> => dot(await one(a, by), await one(b, by));

test('every text has a vector of length 1, or zeros if it has no words', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const vector = await one(text);
      assert.equal(vector.length, 512);
      const length = Math.sqrt(dot(vector, vector));
      assert.ok(length === 0 || Math.abs(length - 1) < 1e-5, `${length}`);
    }),
  );
  assert.ok((await one(' \n')).every((value) => value === 0));
});

test('the same text has the same vector, in any batch and any word order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { maxLength: 4 }), async (texts) => {
      const all = await embedder.embed(texts);
      for (const [i, text] of texts.entries()) assert.deepEqual(all[i], await one(text));
    }),
  );
  assert.deepEqual(await one('kettle queue'), await one('queue kettle'));
});

test('its values are pinned across versions, since vectors are stored', async () => {
  const vector = await one('The pilot knows the tide', createHashingEmbedder({ dimensions: 8 }));
  assert.deepEqual(
    [...vector].map((value) => value.toFixed(3)),
    ['0.136', '0.043', '0.821', '-0.330', '0.043', '0.092', '-0.432', '0.005'],
  );
});

test('texts with shared words are more similar; parts and misspelt words count', async () => {
  assert.ok((await likeness('How does the kettle queue work?', 'The kettle queue orders kettles.')) > 0.4);
  assert.ok(Math.abs(await likeness('How does the kettle queue work?', 'Harbour pilots of Wexley')) < 0.2);
  assert.ok((await likeness('parse request', 'parseHTTPRequest')) > 0.3);
  assert.ok((await likeness('marmalade', 'marmelade')) > Math.abs(await likeness('marmalade', 'saxophone')) + 0.02);
});

test('rare terms weigh more if idf is given', async () => {
  const by = createHashingEmbedder({ dimensions: 512, idf: (term) => (term === 'zeppelin' ? 5 : 0.1) });
  assert.ok((await likeness('a zeppelin over the town', 'zeppelin', by)) > (await likeness('a zeppelin over the town', 'zeppelin')));
});

test('hashing keeps the cosine of the features themselves, on average', async () => {
  const wide = createHashingEmbedder({ dimensions: 2 ** 16 });
  const words = Array.from({ length: 60 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}x`);
  let error = 0;
  for (let i = 0; i < 20; i++) {
    const a = words.slice(i, i + 20).join(' ');
    const b = words.slice(i + 10, i + 30).join(' ');
    error += (await likeness(a, b)) - (await likeness(a, b, wide));
  }
  assert.ok(Math.abs(error / 20) < 0.05, `${error / 20}`);
});

test('rejects dimensions that are no power of two; an aborted signal stops it', async () => {
  assert.throws(() => createHashingEmbedder({ dimensions: 300 }), /must be a power of two/);
  await assert.rejects(embedder.embed(['x'], AbortSignal.abort(new Error('enough'))), /enough/);
});
