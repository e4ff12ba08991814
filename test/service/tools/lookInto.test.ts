/** What a model is shown when it looks into the workspace. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { type FoundPlaces, lookInto } from '../../../src/service/tools/lookInto.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { toolsOn } from '../../support/toolsOn.ts';

const secret = 'sk-proj-Q2x8mB4vT7yR1wE5uZ9aK3nJ6pL0sD4f';
const files = {
  'src/tide.ts': `export function readTide(text: string) {\n  const key = "${secret}";\n  return text + key;\n}\n`,
  'src/use.ts': 'import { readTide } from "./tide.ts";\n\nexport const ebb = readTide("a");\n',
  'docs/long.md': `# Long\n\n${Array.from({ length: 300 }, (_, i) => `Line ${i} of the tide.`).join('\n')}\n`,
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`lib/${name}.ts`, `export class Quay${name} {\n  moor() {}\n}\n`])),
};
type Look = Parameters<ReturnType<typeof lookInto>['find']>[0];

/** What was found: passages by their place, lines of a list, a refusal. */
async function found(context: ToolContext, look: Look) {
  const { chunks, results, list, refusal } = (await lookInto(context).find(look, undefined)) as FoundPlaces;
  assert.equal(results.length, chunks.length);
  return {
    passages: chunks.map((chunk) =>
      `${chunk.path}:${chunk.startLine}-${chunk.endLine} ${chunk.title} ${'isCut' in chunk ? chunk.isCut : ''}`.trim(),
    ),
    ...(list === undefined ? {} : { list }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

test('lines of a file, passages, definitions and uses, matches and outlines are found', async (t) => {
  const { context } = await toolsOn(t, files);
  const look = (one: object) => found(context, one as Look);
  assert.deepEqual(await look({ verb: 'read', path: 'src/tide.ts', from: 2, to: 3 }), { passages: ['src/tide.ts:2-3  false'] });
  assert.deepEqual(await look({ verb: 'read', path: 'docs/long.md', from: 1 }), { passages: ['docs/long.md:1-200  false'] });
  assert.deepEqual(await look({ verb: 'read', path: 'docs/long.md', from: 10, to: 299 }), { passages: ['docs/long.md:10-209  true'] });
  assert.deepEqual(await look({ verb: 'symbol', name: 'readTide' }), {
    passages: ['src/tide.ts:1-4 readTide false'],
    list: { title: 'uses of readTide', lines: ['src/use.ts:3 calls it', 'src/use.ts:1 imports it'], masked: 0 },
  });
  assert.deepEqual(await look({ verb: 'symbol', name: 'moor' }), {
    passages: ['lib/a.ts:2-2 moor false', 'lib/b.ts:2-2 moor false', 'lib/c.ts:2-2 moor false', 'lib/d.ts:2-2 moor false'],
  });
  assert.deepEqual(await look({ verb: 'symbol', name: 'raedTide' }), {
    passages: [],
    list: { title: 'uses of raedTide', lines: ['The nearest names are readTide.'], masked: 0 },
  });
  assert.deepEqual(await look({ verb: 'symbol', name: 'zzzzzz' }), { passages: [] });
  assert.deepEqual(await look({ verb: 'grep', pattern: 'readTide|key =' }), {
    passages: [],
    list: {
      title: 'lines that match readTide|key =',
      lines: [
        'Lines that match: 4, in 2 of 8 files.',
        'src/tide.ts (definition, 2)',
        '1: export function readTide(text: string) {',
        '2 (readTide): const key = "[secret removed]";',
        'src/use.ts (code, 2)',
        '1: import { readTide } from "./tide.ts";',
        '3: export const ebb = readTide("a");',
      ],
      masked: 1,
    },
  });
  assert.deepEqual(await look({ verb: 'grep', pattern: 'zephyr' }), { passages: [] });
  assert.deepEqual(await look({ verb: 'outline', path: 'src/tide.ts' }), {
    passages: [],
    list: { title: 'outline of src/tide.ts', lines: ['1 readTide'], masked: 0 },
  });
  assert.deepEqual((await look({ verb: 'search', words: 'tide' })).passages.length, 5);
});

test('what is refused is a sentence, and sixty entries of a list are shown', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 61 }, (_, i) => [`f${100 + i}.ts`, `import { lift } from "./lift.ts";\n\nexport const u${i} = lift(${i});\n`]),
  );
  const { context, folder } = await toolsOn(t, { 'lift.ts': 'export const lift = (n: number) => n;\n', ...many });
  const look = (one: object, own = context) => found(own, one as Look);
  assert.deepEqual(await look({ verb: 'read', path: 'none.ts', from: 1 }), {
    passages: [],
    refusal: '"none.ts" is not a file in the index',
  });
  assert.deepEqual(await look({ verb: 'read', path: 'lift.ts', from: 99 }), { passages: ['lift.ts:1-1  false'] });
  assert.deepEqual(await look({ verb: 'grep', pattern: '(a)\\1' }), {
    passages: [],
    refusal: `The pattern "(a)\\\\1" cannot be used: look-around and back-references cannot be matched in linear time. It is read as a regular expression in RE2 syntax; in quotes, or with --fixed, as plain text.`,
  });
  assert.deepEqual(await look({ verb: 'outline', path: '../up' }), { passages: [], refusal: '"../up" lies outside of the workspace' });
  assert.deepEqual(await look({ verb: 'read', path: 'f100.ts', from: 1 }, { ...context, within: [path.join(folder, 'lift.ts')] }), {
    passages: [],
    refusal: `"f100.ts" lies outside of the client's roots`,
  });
  assert.deepEqual((await look({ verb: 'symbol', name: 'lift' })).list?.lines.length, 60);
  assert.deepEqual((await look({ verb: 'grep', pattern: 'lift\\(' })).list?.lines.length, 121);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(async () => lookInto(context).find({ verb: 'grep', pattern: 'lift' } as Look, stopped), /stopped/);
});
