/** How the editor's own markdown reader sees ours: the `marked` of VS Code 1.101 and the current one. */

import { lexer as currentLexer, type Token, type TokensList } from 'marked';
import { lexer as bundledLexer } from 'marked-1.101';

const readers: Readonly<Record<string, (markdown: string) => TokensList>> = {
  'marked of VS Code 1.101': (markdown) => bundledLexer(markdown) as unknown as TokensList,
  'current marked': (markdown) => currentLexer(markdown),
};

/** Everything in `markdown` that a reader renders as more than text: links except those that `isOurs` allows, images, HTML, definitions. */
export function intruders(markdown: string, isOurs: (href: string) => boolean): string[] {
  const found: string[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const tokens = read(markdown);
    for (const token of everyToken(tokens)) {
      const isActive = token.type === 'link' ? !isOurs(String(token.href)) : token.type === 'image' || token.type === 'html';
      if (isActive) found.push(`${name}: ${token.type} ${JSON.stringify(token.raw)}`);
    }
    for (const definition of Object.keys(tokens.links)) found.push(`${name}: definition ${definition}`);
  }
  return found;
}

/** The text of the last paragraph for each reader; undefined if the end is something else, as in unclosed code. */
export function lastParagraphs(markdown: string): (string | undefined)[] {
  return Object.values(readers).map((read) => {
    const last = read(markdown).findLast(({ type }) => type !== 'space');
    return last?.type === 'paragraph' ? String(last.text) : undefined;
  });
}

function everyToken(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...everyToken(childrenOf(token))]);
}

/** The children of a token: inline tokens, the items of a list, the cells of a table. */
function childrenOf(token: Token): Token[] {
  const { tokens, items, header, rows } = token as unknown as Readonly<Record<string, unknown>>;
  return [tokens, items, header, rows].flatMap((all) => (Array.isArray(all) ? (all.flat() as Token[]) : []));
}
