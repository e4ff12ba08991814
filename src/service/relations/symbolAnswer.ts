/** What is known of a name in the open folders: other names, definitions with their first lines, users with lines, sentences. */

import { blockText } from '../../engine/answer/brief/blockText.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import { findOtherNames } from '../../engine/relations/otherNames.ts';
import { sentencesAbout } from '../../engine/relations/prose.ts';
import { findDefinitions, findUsers, type NameDefinition } from '../../engine/relations/relations.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { maskSecrets, maskSpans } from '../../engine/text/secrets/secrets.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { SymbolOptions } from '../types/options.ts';
import type { SymbolAnswer, SymbolDefinition, SymbolUse } from '../types/results.ts';
import { findNameIn, ownedBy, ownerIn } from './askedChanges.ts';
import { askedFile } from './askedFile.ts';
import { within } from './relationSources.ts';
import { nearestIn } from './unknownEnd.ts';

const maxBodyLines = 12;
/** Maximum number of definitions whose bodies are read. */
const maxBodies = 20;
const maxSentences = 12;
const maxNearest = 5;

/** Asks each folder. `scope` restricts what is seen to files at or below absolute paths. */
export async function symbolIn(
  asked: string,
  options: Pick<SymbolOptions, 'scope' | 'placesOnly'>,
  sources: readonly RelationSource[],
  view: View,
  texts: Texts,
): Promise<SymbolAnswer> {
  const { folders } = view;
  const { scope, placesOnly } = options;
  const hasTexts = placesOnly === undefined;
  const parts = within(scope, sources, view);
  const file = askedFile(asked, folders, ({ position, path }) => parts[position]?.isVisible?.(path) !== false);
  if (file !== undefined) throw new MessageError(message('symbolOfFile', JSON.stringify(asked.trim())));
  const name = await findNameIn(asked, parts);
  const otherNames = new Set<string>();
  const definitions: SymbolDefinition[] = [];
  const uses: SymbolUse[] = [];
  const sentences: SymbolAnswer['sentences'][number][] = [];
  let [unread, masked] = [0, 0];
  const mask = ({ text, count }: { readonly text: string; readonly count: number }): string => {
    masked += count;
    return text;
  };
  const named = name === '' ? [] : parts;
  const all: (NameDefinition & { readonly part: RelationSource })[] = [];
  for (const part of named) for (const one of await findDefinitions(name, part)) all.push({ ...one, part });
  const owned = ownedBy(all, ownerIn(asked));
  for (const part of named) {
    const folder = folders[part.folder]?.folder as string;
    for (const other of hasTexts ? await findOtherNames(name, part) : []) otherNames.add(other);
    const found = owned.flatMap(({ part: own, ...one }): readonly NameDefinition[] => (own === part ? [one] : []));
    for (const one of found) {
      const text = hasTexts && definitions.length < maxBodies ? mask(readBody(one, part, texts)).trimEnd() : '';
      definitions.push({ ...one, language: part.languageOf(one.path).name, folder, text });
    }
    const users = await findUsers(name, found, part, placesOnly);
    uses.push(...users.uses.map((use) => ({ ...use, folder })));
    unread += users.unread;
    for (const { path, line, text } of hasTexts ? await sentencesAbout(name, part, maxSentences) : [])
      sentences.push({ folder, path, startLine: line, endLine: line, text: mask(maskSecrets(text)) });
  }
  const isKnown = definitions.length + uses.length + sentences.length > 0;
  const nearest = isKnown || name === '' ? [] : await nearestIn(name, parts, view, maxNearest);
  const same = nearest.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return symbolIn(same, options, sources, view, texts);
  return {
    name,
    otherNames: [...otherNames],
    definitions,
    uses,
    sentences: sentences.slice(0, maxSentences),
    nearest,
    masked,
    unread,
  };
}

/** A definition, and the folder that it is in. */
export type DefinitionIn = NameDefinition & Pick<SymbolDefinition, 'folder'>;

export async function definitionsIn(name: string, parts: readonly RelationSource[], { folders }: View): Promise<readonly DefinitionIn[]> {
  const found: DefinitionIn[] = [];
  for (const part of parts) {
    const folder = folders[part.folder]?.folder as string;
    found.push(...(await findDefinitions(name, part)).map((one) => ({ ...one, folder })));
  }
  return found;
}

/** A definition: its first lines, and its last if it has many more. */
function readBody(
  { path, startLine, endLine }: Pick<SymbolDefinition, 'path' | 'startLine' | 'endLine'>,
  { textOf, languageOf, folder }: RelationSource,
  texts: Texts,
): { readonly text: string; readonly count: number } {
  const text = textOf(path) ?? '';
  const { starts } = linesOf(text);
  const lastShown = startLine + maxBodyLines - 1;
  // The omission and the last line take two lines.
  const ranges =
    endLine <= lastShown + 2
      ? [[startLine, endLine] as const]
      : ([
          [startLine, lastShown],
          [endLine, endLine],
        ] as const);
  let count = 0;
  const pieces = ranges.map(([first, last]) => {
    const secrets = texts.secretsIn({ path, folder, startLine: first, endLine: last, startColumn: 0, endColumn: 0 });
    const masked = maskSpans(text.slice(starts[first - 1], starts[last]), secrets);
    count += masked.count;
    return { startLine: first, text: masked.text.replaceAll('\r', '').trimEnd() };
  });
  return { text: blockText({ kind: 'code', language: languageOf(path).name, pieces }), count };
}
