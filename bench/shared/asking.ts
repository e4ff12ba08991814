/** Questions to `mesh`: times, and what is found. */

import type { IndexReader } from '../../src/engine/index/reader.ts';
import { retrievers } from '../../test/support/systems.ts';

export interface Asked {
  /** Wall time of each question, in milliseconds. */
  readonly times: readonly number[];
  /** CPU time of this process, per question, in milliseconds. */
  readonly cpuMs: number;
  /** Places and scores of what was found. */
  readonly found: readonly string[];
}

/** Asks each question once. */
export async function ask(reader: IndexReader, questions: readonly string[]): Promise<Asked> {
  const mesh = retrievers.get('mesh');
  if (mesh === undefined) throw new Error('there is no mesh');
  const times: number[] = [];
  const rankings = [];
  const before = process.cpuUsage();
  for (const question of questions) {
    const started = performance.now();
    rankings.push((await mesh.search(reader, question, { limit: 10 })).results);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const found: string[] = [];
  for (const results of rankings) {
    const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
    found.push(infos.map(({ path, startLine }, i) => `${path}:${startLine} ${results[i]?.score}`).join('\n'));
  }
  return { times, cpuMs: (user + system) / 1000 / questions.length, found };
}

/** The posting entries that a question reads. */
export async function entriesOf(reader: IndexReader, question: string): Promise<number> {
  let entries = 0;
  const counting = new Proxy(reader, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        const answer: unknown = await member.apply(target, args);
        if (name === 'termPostings' || name === 'findKeys' || name === 'keyPostings')
          for (const one of answer as { size?: number; postings?: { size: number } }[]) entries += one.size ?? one.postings?.size ?? 0;
        return answer;
      };
    },
  });
  await ask(counting, [question]);
  return entries;
}
