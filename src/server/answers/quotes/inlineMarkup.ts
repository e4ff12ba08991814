/** The markup within the lines of reStructuredText, AsciiDoc and Org as that of Markdown. Cost: linear in the text; each match is bounded. */

import { withoutRoles } from '../../../engine/text/documents/roles.ts';

/** What a target of a link looks like in Markdown, whatever it holds. */
export function linkTo(words: string, target: string): string {
  return `[${words.replace(/[[\]]/g, '\\$&')}](<${target.replace(/[<>\n]/g, '')}>)`;
}

/** Roles that name a place of the documents, and not a thing of a program. */
const ofPlaces = new Set(['ref', 'doc', 'numref', 'any', 'term', 'download', 'abbr', 'std:ref', 'external', 'guilabel', 'menuselection']);

/** A role as what its reader sees: words that lead to a document, or the name of something. */
export function roleText(words: string, role: string, target: string): string {
  if (role === 'doc' || role === 'download') return linkTo(words, target);
  if (!ofPlaces.has(role)) return `\`${words}\``;
  // A label without words names a heading: `getting-started`.
  return words === target && role !== 'term'
    ? linkTo(words.replace(/[-_]/g, ' '), `#${target}`)
    : words === target
      ? words
      : linkTo(words, `#${target}`);
}

export function fromRst(text: string): string {
  return withoutRoles(text, roleText)
    .replace(/(?<![\w`])`([^`<\n]{1,200}?)\s*<([^`>\n]{1,500})>`__?/g, (_, words: string, target: string) =>
      linkTo(words || target, target.endsWith('_') ? `#${target.slice(0, -1)}` : target),
    )
    .replace(/(?<![\w`])`([^`\n]{1,200})`__?(?!\w)/g, (_, words: string) => linkTo(words, `#${words}`))
    .replace(/(?<![\w`])\[(\d{1,3}|#\w{0,40}|\*)\]_(?!\w)/g, (_, note: string) => `[${note}]`);
}

export function fromAsciidoc(text: string): string {
  return text
    .replace(/<<#?([^<>,\n]{1,200})(?:,\s*([^<>\n]{1,200}))?>>/g, (_, id: string, words = id) =>
      linkTo(words, id.includes('#') ? id : `#${id}`),
    )
    .replace(/\b(?:link|xref):([^\s[\]]{1,500})\[([^\]\n]{0,200})\]/g, (_, target: string, words: string) =>
      linkTo(words || target, target),
    )
    .replace(/\b(https?:\/\/[^\s[\]]{1,500})\[([^\]\n]{1,200})\]/g, (_, target: string, words: string) =>
      linkTo(words.replace(/\^$/, ''), target),
    )
    .replace(/\b(?:kbd|btn|menu|image|footnote|indexterm2?|anchor|icon):[^\s[\]]{0,200}\[([^\]\n]{0,200})\]/g, '$1')
    .replace(/`\+([^+\n]{1,200})\+`/g, '`$1`')
    .replace(/(?<![\w*])\*([^*\s][^*\n]{0,200}?)\*(?![\w*])/g, '**$1**');
}

export function fromOrg(text: string): string {
  return text
    .replace(/\[\[([^\]\n]{1,500})\](?:\[([^\]\n]{1,200})\])?\]/g, (_, target: string, words = target) =>
      linkTo(words, target.replace(/^file:/, '')),
    )
    .replace(/(?<![\w*])\*([^*\s][^*\n]{0,200}?)\*(?![\w*])/g, '**$1**')
    .replace(/(?<![\w/:])\/([^/\s][^/\n]{0,200}?)\/(?![\w/])/g, '*$1*')
    .replace(/(?<![\w=])=([^=\s][^=\n]{0,200}?)=(?![\w=])/g, '`$1`')
    .replace(/(?<![\w~])~([^~\s][^~\n]{0,200}?)~(?![\w~])/g, '`$1`');
}
