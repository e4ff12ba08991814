/** What a question about a name means in the open folders: a file, or definitions of a name. */

import type { NamedSubject } from '../../../engine/question/nameQuestions.ts';
import { spellingsOf } from '../../../engine/question/question.ts';
import type { RelationSource } from '../../../engine/relations/candidates.ts';
import { findDefinitions, type NameDefinition } from '../../../engine/relations/relations.ts';
import { wordsOf } from '../../../engine/util/strings.ts';
import { MessageError } from '../../../messages/messages.ts';
import { placeIn } from '../../ask/relatedChunks.ts';
import type { View } from '../../folder/view.ts';
import type { FileRange } from '../../types/results.ts';
import { findNameIn, ownedBy, ownerIn } from '../askedChanges.ts';
import { type AskedFile, askedFile } from '../askedFile.ts';
import { definitionAround } from './enclosing.ts';

/** A name with its definitions by folder, in the order of the sources. */
export interface MeantName {
  readonly name: string;
  /** As it is shown: with what it belongs to, if that was asked for. */
  readonly shown: string;
  readonly definitions: readonly (readonly NameDefinition[])[];
}

export type Meant = { readonly file: AskedFile } | MeantName;

/**
 * Undefined if the subject is nothing that the folders know. A word that is not written like a name means a function or a type alone, and no local one.
 *
 * @param about the lines that the question is asked at: "this function" is the one around them. @param mayBeSpelled whether "the tide table" may be `TideTable`.
 */
export async function meantBy(
  subject: NamedSubject,
  sources: readonly RelationSource[],
  view: View,
  { about, mayBeSpelled = false }: { readonly about?: FileRange | undefined; readonly mayBeSpelled?: boolean } = {},
): Promise<Meant | undefined> {
  if (subject.isPronoun) return about === undefined ? undefined : meantAround(about, sources, view);
  const file = fileNamed(subject.text, sources, view);
  if (file !== undefined) return { file };
  const owner = ownerIn(subject.text);
  const names = subject.isName ? [await findNameIn(subject.text, sources)] : mayBeSpelled ? spellingsOf(wordsOf(subject.text)) : [];
  for (const name of names) {
    const definitions: (readonly NameDefinition[])[] = [];
    for (const source of sources) definitions.push(fitting(await findDefinitions(name, source), owner, subject));
    const found = definitions.flat();
    if (found.length > 0)
      return {
        name,
        shown: owner !== undefined && found.every(({ container }) => container !== undefined) ? subject.text.replace(/\(\)$/, '') : name,
        definitions,
      };
  }
  return undefined;
}

/** Those of the owner that is named, without local ones if there are others. */
function fitting(all: readonly NameDefinition[], owner: string | undefined, { isName, isCode }: NamedSubject): readonly NameDefinition[] {
  const wide = ownedBy(all, owner).filter(({ scope }) => scope !== 'local');
  if (isCode) return wide.length > 0 ? wide : all;
  return wide.filter(({ kind, scope }) => (isName ? kind !== 'value' : kind !== 'value' && scope === 'outermost'));
}

function fileNamed(text: string, sources: readonly RelationSource[], { folders }: View): AskedFile | undefined {
  try {
    return askedFile(text, folders, ({ position, path }) => sources[position]?.isVisible?.(path) !== false);
  } catch (error) {
    // No file, or the end of several paths: it may be a name.
    if (error instanceof MessageError) return undefined;
    throw error;
  }
}

/** The definition around the lines that a question is asked at; their file if there is none. */
function meantAround({ file, startLine }: FileRange, sources: readonly RelationSource[], { folders }: View): Meant | undefined {
  const { path, position } = placeIn(file, folders);
  const source = sources[position];
  const text = source?.textOf(path);
  if (source === undefined || text === undefined) return undefined;
  const around = definitionAround(startLine, path, text, source.languageOf(path));
  if (around === undefined) return { file: { position, path } };
  const { name, ...definition } = around;
  return { name, shown: name, definitions: sources.map((_, i) => (i === position ? [definition] : [])) };
}
