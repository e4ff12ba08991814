/** What a typed question mentions: `@path` limits it to a file or folder, `#name` says that a word is a name. A path with spaces is in quotes. */

/** A mention that ends the text, so that it may be completed. */
export interface OpenMention {
  readonly kind: 'file' | 'name';
  /** Without its sign and quotes. */
  readonly typed: string;
  /** Where its sign is, in UTF-16 units. */
  readonly from: number;
}

const pathMention = /(?<=^|\s)@(?:"([^"]+)"|(\S*[^\s?!,;:.]))/gu;
const nameMention = /(?<=^|\s)#([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** Undefined if the text does not end in one. */
export function mentionAtEnd(text: string): OpenMention | undefined {
  const found = /(?<=^|\s)(?:@"([^"]*)|([@#])(\S*))$/u.exec(text);
  if (found === null) return undefined;
  const [, quoted, sign, typed = ''] = found;
  return { kind: sign === '#' ? 'name' : 'file', typed: quoted ?? typed, from: found.index };
}

/** A path as it stands in a question, and a space to go on. */
export function writePath(path: string): string {
  return `@${/\s/.test(path) ? `"${path}"` : path} `;
}

/** The text with an open mention replaced by a complete one, and a space to go on. */
export function completed(text: string, { kind, from }: OpenMention, completion: string): string {
  return `${text.slice(0, from)}${kind === 'file' ? writePath(completion) : `#${completion} `}`;
}

/** The paths that a text mentions, as written; not all need exist. */
export function mentionedPaths(text: string): readonly string[] {
  return [...text.matchAll(pathMention)].map(([, quoted, bare]) => (quoted ?? bare) as string);
}

/** The question as it is asked: without the paths that exist, which limit it, and with the names in backticks. */
export function withoutMentions(text: string, exists: (path: string) => boolean): string {
  const question = text
    .replace(pathMention, (whole, quoted: string | undefined, bare: string | undefined) =>
      exists((quoted ?? bare) as string) ? '' : whole,
    )
    .replace(nameMention, '`$1`');
  return question.replace(/[ \t]{2,}/g, ' ').trim();
}
