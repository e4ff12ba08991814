/** Messages about one name: where it is defined, who uses it, what documents say about it; and about what a change reaches. */

import type { RequestName } from './messageNames.ts';
import type { Failure } from './messages.ts';
import { uri, type WirePlace, zeroBased } from './places.ts';
import { type Infer, list, object, optional, text } from './schema.ts';

/** Longer texts are not names. UTF-16 units. */
export const maxNameLength = 1000;

export const symbolParams = object({
  name: text(maxNameLength),
  /** URIs of files or folders; absent means the whole workspace. */
  scope: optional(list(uri)),
});
export type SymbolParams = Infer<typeof symbolParams>;

export interface WireDefinition extends WirePlace {
  readonly kind: 'type' | 'function' | 'value';
  /** The enclosing type or function. */
  readonly container?: string;
  readonly scope: 'outermost' | 'member' | 'local';
  /** Of its file, for `languageNamed`. */
  readonly language: string;
  /** Its first lines, and its last if it has many more, with secrets masked; may be empty. */
  readonly text: string;
}

/** The uses of a name by one file, of one kind. */
export interface WireUse {
  readonly kind: 'imports' | 'extends' | 'throws' | 'calls' | 'links' | 'mentions';
  readonly where: 'code' | 'comment' | 'doc';
  readonly uri: string;
  readonly path: string;
  /** Ascending, 1-based. */
  readonly lines: readonly number[];
}

export interface WireSentence extends WirePlace {
  readonly text: string;
}

export interface SymbolResult {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly definitions: readonly WireDefinition[];
  readonly uses: readonly WireUse[];
  readonly sentences: readonly WireSentence[];
  /** If nothing is known: names with a similar spelling. */
  readonly nearest: readonly string[];
  /** Files with the name that were not read. */
  readonly unread: number;
}

/** What is known of a name, for its page. */
export const symbolRequest: RequestName<SymbolParams, SymbolResult> = 'meshrag/symbol';

/** A place whose change is asked about; without a line, the whole file; without a place, all uncommitted changes. */
export const impactParams = object({ place: optional(object({ uri, line: optional(zeroBased) })) });
export type ImpactParams = Infer<typeof impactParams>;

/** A file that a change reaches in one way. */
export interface WireImpact {
  readonly uri: string;
  readonly path: string;
  readonly kind: 'users' | 'subclasses' | 'catchers' | 'importers' | 'tests' | 'docs' | 'related';
  /** 1 for what uses a changed name itself, 2 for what uses that, and so on; 0 for what is only related. */
  readonly depth: number;
  /** 1-based, each with the name that is used there. */
  readonly lines: readonly { readonly line: number; readonly name: string }[];
  /** Of a file that is only related: rare names that it shares. */
  readonly shared: readonly string[];
}

export interface ImpactResult {
  /** Paths of the files that change. */
  readonly sources: readonly string[];
  /** Names that change. */
  readonly names: readonly string[];
  /** By depth and kind; related ones last. */
  readonly rows: readonly WireImpact[];
  readonly notes: Failure['messages'];
}

/** What a change reaches. */
export const impactRequest: RequestName<ImpactParams, ImpactResult> = 'meshrag/impact';
