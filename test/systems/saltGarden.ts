/** Notes that lead to one another by a name, and what several systems are tested for. */

import assert from 'node:assert/strict';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';

export const notes = {
  'The Salt Garden.md': '# The Salt Garden\n\nThe Salt Garden is a play. It was directed by Marta Quill for the harbour stage.\n',
  'Marta Quill.md': '# Marta Quill\n\nMarta Quill was born in Tarrow. She moved to Port Wexley.\n',
  'Port Wexley.md': '# Port Wexley\n\nPort Wexley has a pier and a market.\n',
  'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer of Old Fenwick.\n',
};
export const question = 'Who directed The Salt Garden?';

/** A reader that calls back before each of its answers. */
export function readsOf(reader: IndexReader, onRead: () => void): IndexReader {
  return new Proxy(reader, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      onRead();
      return value.bind(target);
    },
  });
}

/** Cancels a question at each of its reads, and asks it again. */
export async function assertStopsAnywhere(reader: IndexReader, make: () => Retriever): Promise<void> {
  const whole = await make().search(reader, question, { limit: 3 });
  let stops = 0;
  for (let after = 0; ; after++) {
    const stop = new AbortController();
    let reads = 0;
    const counted = readsOf(reader, () => {
      if (reads++ === after) stop.abort(new Error('enough'));
    });
    const retriever = make();
    try {
      assert.deepEqual(await retriever.search(counted, question, { limit: 3, signal: stop.signal }), whole);
      if (!stop.signal.aborted) break;
    } catch (error) {
      assert.equal((error as Error).message, 'enough');
      stops++;
    }
    assert.deepEqual(await retriever.search(counted, question, { limit: 3 }), whole);
  }
  assert.ok(stops > 0, `${stops}`);
}
