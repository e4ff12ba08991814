/** What `mesh_impact` lists, read from the text of its pages as an agent reads it. */

import { runTool } from '../../src/service/tools/runTool.ts';
import type { Service } from '../../src/service/types/service.ts';
import type { Place } from './truth.ts';

export interface Listed extends Place {
  readonly level: number;
  /** Whether it is on the first page. */
  readonly isFirst: boolean;
}

/** The users that are listed for what is declared at a place; no documents, and nothing that is only related. */
export async function readImpact({ path, line }: Place, tree: string, service: Service): Promise<readonly Listed[]> {
  const context = { service, folders: new Map([[tree, 'tree']]) };
  const listed: Listed[] = [];
  let group = '';
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { text } = await runTool('mesh_impact', { of: `${path}:${line}`, ...(cursor !== undefined && { cursor }) }, context);
    for (const row of quotedLines(text)) {
      group = /^(.*), \d+ files?:$/.exec(row)?.[1] ?? group;
      const level = Number(/^Level (\d)/.exec(group)?.[1]);
      if (Number.isNaN(level)) continue;
      const [, file = '', places = ''] = /^(.+?):(\d.*)$/.exec(row) ?? [];
      for (const place of places.replace(/ by .*$/, '').split(', '))
        if (/^\d+(?: \(|$)/.test(place)) listed.push({ path: file, line: Number.parseInt(place, 10), level, isFirst });
    }
    cursor = /cursor "(more \d+)"/.exec(text)?.[1];
  }
  return listed;
}

/** The lines within the mark of what is quoted from files. */
function quotedLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const from = lines.findIndex((row) => /^<[^/>]+>$/.test(row));
  const to = lines.findLastIndex((row) => /^<\/[^>]+>$/.test(row));
  return from < 0 ? [] : lines.slice(from + 1, to);
}
