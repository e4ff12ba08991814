/** The definitions of every file of an index, read from the keys of its chunks. */

import { Role, Space } from '../../engine/document.ts';
import { type DefinedName, definesNames, type FileNames } from '../../engine/drift/definedNames.ts';
import { entriesOf } from '../../engine/index/entryRows.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import { languageNamed } from '../../engine/text/languages.ts';

/** The names that each file defines, without details that need the text (lines and kind of a declaration). One pass over all keys. */
export function definitionsByPath({ segments, lexicons }: Snapshot): FileNames[] {
  const found = new Map<string, DefinedName[]>();
  for (const { segment, tombstones } of segments) {
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      const document = segment.documentOf[chunk] as number;
      const path = segment.paths[document] as string;
      if (tombstones?.[chunk] || !definesNames(path, languageNamed(segment.languages[document] as string))) continue;
      const names = found.get(path) ?? [];
      found.set(path, names);
      const { size, numbers, values: roles } = entriesOf(segment.chunkKeys, chunk);
      for (let i = 0; i < size; i++) {
        if (((roles[i] as number) & Role.Defines) === 0) continue;
        const key = lexicons.keys.text(numbers[i] as number);
        if (!key.startsWith(`${Space.Symbol}:`)) continue;
        const line = segment.startLines[chunk] as number;
        names.push({ name: key.slice(2), line, isType: /^\p{Lu}/u.test(key.slice(2)), signature: '', body: [] });
      }
    }
  }
  return [...found].map(([path, names]) => ({ path, names }));
}
