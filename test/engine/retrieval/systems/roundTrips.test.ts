import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexReader } from '../../../../src/engine/index/reader.ts';
import type { Retriever } from '../../../../src/engine/retrieval/ranking.ts';
import { described, indexOf } from '../../../support/memoryIndex.ts';
import { retrievers } from '../../../support/systems.ts';

/** Most round trips of a query to the reader; operators that look at paths or words of chunks need more before it. */
const max = 6;
const maxWithOperators = max + 2;

/**
 * A reader that answers as if it were remote: all calls made before any of them is answered are one round trip, and their answers come
 * together, in a later turn of the event loop.
 */
function remote(reader: IndexReader): { readonly reader: IndexReader; readonly trips: () => number } {
  let trips = 0;
  let arrived: Promise<void> | undefined;
  const nextArrival = (): Promise<void> => {
    trips++;
    return new Promise((resolve) => {
      setImmediate(() => {
        arrived = undefined;
        resolve();
      });
    });
  };
  const proxy = new Proxy(reader, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        arrived ??= nextArrival();
        await arrived;
        return member.apply(target, args);
      };
    },
  });
  return { reader: proxy, trips: () => trips };
}

const paragraph = 'The lamp keeper winds the clockwork of the lens at dusk, and Marta Quill writes the hour into the log. ';
const reader = indexOf({
  'README.md': `# Lighthouse\n\nLighthouse keeps the lamps of a coast.\n\n## Install\n\n${paragraph.repeat(3)}\n`,
  'docs/lens.md': `# Lens\n\n${paragraph.repeat(12)}\n\n## Winding the lens\n\n${paragraph.repeat(12)}\n`,
  'notes/Marta Quill.md': '# Marta Quill\n\nMarta Quill was born in Port Ansel and kept the lamp of The Salt Garden.\n',
  'notes/Port Ansel.md': '# Port Ansel\n\nPort Ansel lies on the North Coast; The Salt Garden is near.\n',
  'notes/The Salt Garden.md': '# The Salt Garden\n\nThe Salt Garden was planted by Marta Quill.\n',
  'src/lens.ts': 'import { Lamp } from "./lamp.ts";\n\nexport function windLens(lamp: Lamp) {\n  lamp.lightLamp();\n}\n',
  'src/lamp.ts': 'export class Lamp {\n  lightLamp() {\n    throw new Error("no oil");\n  }\n}\n',
  'test/lens.test.ts': 'import { windLens } from "../src/lens.ts";\n\ntest("winds", () => windLens(new Lamp()));\n',
  'CHANGELOG.md': '# Changes\n\n## 1.0\n\nThe lens is wound at dusk.\n',
  ...Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`log/${i}.md`, `# Day ${i % 30}\n\nMarta Quill wound the lens at dusk.\n`])),
}).reader();

const report = `Winding fails\n\n${'It stops at dusk, as Marta Quill saw. '.repeat(10)}\n
Error: no oil\n    at Lamp.lightLamp (src/lamp.ts:3:11)\n    at windLens (src/lens.ts:4:8)\n`;

async function countTrips(system: Retriever, question: string, limit: number): Promise<number> {
  const far = remote(reader);
  const ranking = await system.search(far.reader, question, { limit });
  assert.deepEqual(await described(reader, ranking), await described(reader, await system.search(reader, question, { limit })), question);
  return far.trips();
}

test('a query to mesh waits for few round trips to the reader', async () => {
  const mesh = retrievers.get('mesh') as Retriever;
  for (const question of [
    'How is the lens wound at dusk?',
    'What is a lighthouse?',
    'What is the lens?',
    'Where was the keeper of The Salt Garden born?',
    'Who is Marta Quill',
    'windLens',
    'where is `lightLamp` called in src/lens.ts',
    'which test covers windLens',
    'what does wind_lens do?',
    'what changed in 1.0?',
    'lens.ts',
    'Marta Quill wound the lens Day 7',
    'marmalade',
    '',
    report,
  ]) {
    for (const limit of [1, 10, 100]) assert.ok((await countTrips(mesh, question, limit)) <= max, `${question}, ${limit}`);
  }
  for (const question of ['lens path:docs', 'lens kind:doc', 'lamp lang:ts -dusk', '"wound the lens"'])
    assert.ok((await countTrips(mesh, question, 10)) <= maxWithOperators, question);
});
