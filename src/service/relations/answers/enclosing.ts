/** Which definition a line is in. */

import { allDefinitionsIn, type NamedDefinition } from '../../../engine/relations/relations.ts';
import type { Language } from '../../../engine/text/languages.ts';

/** The innermost function or type whose lines hold a line (1-based). */
export function definitionAround(line: number, path: string, text: string, language: Language): NamedDefinition | undefined {
  return innermost(line, allDefinitionsIn(path, text, language));
}

/** The same among the definitions of a text. */
export function innermost(line: number, definitions: readonly NamedDefinition[]): NamedDefinition | undefined {
  return definitions.findLast(({ kind, startLine, endLine }) => kind !== 'value' && startLine <= line && line <= endLine);
}

/** A definition's name after that of the type it is a member of. */
export function qualifiedName({ name, container, scope }: NamedDefinition): string {
  return container === undefined || scope !== 'member' ? name : `${container}.${name}`;
}
