/** What the reader of code finds. */

/**
 * A type or module with members of its own, a function, a value, a field of a type, a value of an enum. An `extension` adds members to a type, and an
 * `implementation` those of a trait; both name a type that is declared elsewhere.
 */
export type DefinitionKind = 'type' | 'extension' | 'implementation' | 'function' | 'value' | 'field' | 'enumerator';

/** Whether a definition adds to a type that is declared elsewhere: its name is used in titles but is no defined symbol. */
export function addsMembers(kind: DefinitionKind): boolean {
  return kind === 'extension' || kind === 'implementation';
}

/** Whether a definition is a member that no word declares: its name is in outlines, but is no key of the index. */
export function isField(kind: DefinitionKind): boolean {
  return kind === 'field' || kind === 'enumerator';
}

export interface Definition {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** `member` of a type, `local` to a function. */
  readonly scope: 'outermost' | 'member' | 'local';
  /** The enclosing type, module or function. */
  readonly container?: string;
  /** The whole declaration, with its modifiers and its body: offsets in the text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The offset of the name. */
  readonly at: number;
  /** The first line of the declaration, with its annotations; 0-based. */
  readonly firstLine: number;
  /** The line of the name, and the last line of the declaration; 0-based. */
  readonly line: number;
  readonly lastLine: number;
  /** The indent of the line of the name. */
  readonly indent: number;
}
