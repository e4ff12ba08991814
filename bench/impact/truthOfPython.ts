/** What a language server of Python says of a tree; universal-ctags gives the declarations. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ctagsOf, type Tag } from '../relations/ctags.ts';
import { LanguageServer } from '../relations/serverProcess.ts';
import { textsOf } from '../relations/source.ts';
import type { Declared, Truth } from './truth.ts';

/** @param command the server's, such as `pyright-langserver --stdio`. */
export async function truthOfPython(tree: string, command: string): Promise<Truth> {
  const files = textsOf(tree);
  const isSource = (file: string): boolean => file.endsWith('.py') && files.has(file);
  const declared = ctagsOf(tree, 'Python').flatMap((tag) => declaredBy(tag));
  const server = await LanguageServer.start(command, tree);
  // Its own index.
  await sleep(30_000);
  return {
    declared,
    sees: isSource,
    usersOf: async ({ path, line, name }) => {
      const text = files.get(path) ?? '';
      const character = (text.split('\n')[line - 1] ?? '').search(new RegExp(`\\b${name}\\b`));
      const found = await server.references(server.open(path, 'python', text), line, Math.max(0, character), false);
      return found.filter((place) => isSource(place.path));
    },
    end: () => server.end(),
  };
}

const kinds: Readonly<Record<string, Declared['kind']>> = { class: 'type', function: 'function', member: 'member', variable: 'value' };

function declaredBy({ name, path, line, end = line, kind: tagged, scope, scopeKind }: Tag): readonly Declared[] {
  const kind = kinds[tagged];
  const isLocal = scopeKind !== undefined && scopeKind !== 'class';
  if (kind === undefined || isLocal || /\W/.test(name)) return [];
  const container = scope?.split('.').at(-1);
  return [
    {
      ...{ name, path, line, startLine: line, endLine: end, isExported: !name.startsWith('_') },
      ...(container === undefined ? { kind } : { kind: kind === 'type' ? 'type' : 'member', container }),
    },
  ];
}
