/**
 * How code connects two symbols or files: the chain of calls, base types, throws or imports from one to the other, or back, as a path of
 * passages; if there is none, the chain whose last link is a mention.
 */

import { type ChainStep, chainBetween } from '../../engine/connect/chain.ts';
import { maxConnectionLinks } from '../../engine/connect/connect.ts';
import { type ImportStep, importChain } from '../../engine/connect/imports.ts';
import { Role, Space } from '../../engine/document.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import type { View } from '../folder/view.ts';
import type { ConnectedPassage, ConnectedPath, ShownName } from '../types/relations.ts';
import type { ConnectContext, KnownEnd } from './connections.ts';
import { within } from './relationSources.ts';

/** The shorter of the chains in both directions, in the order asked for; the one from the first end if they are equally long. */
export async function chainIn(ends: readonly [KnownEnd, KnownEnd], context: ConnectContext): Promise<ConnectedPath | undefined> {
  const { view, scope, relations } = context;
  const [{ file: fileA }, { file: fileB }] = ends;
  const [a, b] = await Promise.all(ends.map((end) => findSymbol(end, view)));
  const areSymbols = a !== undefined && b !== undefined;
  if (!areSymbols && (fileA === undefined || fileA.folder !== fileB?.folder)) return undefined;
  for (const source of within(scope, await relations(), view)) {
    if (areSymbols) {
      const found =
        (await shorter((from, to, max) => chainBetween(from, to, source, max), a, b)) ??
        (await shorter((from, to, max) => chainBetween(from, to, source, max, 'mention'), a, b));
      if (found === undefined) continue;
      const passages = found.chain.map((step) => symbolPassage(step, found.isBackward, source, view));
      const names = found.chain.slice(1).map(({ name }) => name);
      return createPath(passages, names, found.isBackward, view);
    }
    if (fileA === undefined || fileB === undefined || fileA.folder !== source.folder) continue;
    const found = await shorter(async (from, to, max) => importChain(from, to, source.modules, max), fileA.path, fileB.path);
    if (found === undefined) continue;
    const passages = found.chain.map((step) => filePassage(step, source, view));
    return createPath(
      passages,
      passages.flatMap(({ names }) => names.map(({ name }) => name)),
      found.isBackward,
      view,
    );
  }
  return undefined;
}

async function shorter<Step>(
  search: (from: string, to: string, maxLinks: number) => Promise<readonly Step[] | undefined>,
  a: string,
  b: string,
): Promise<{ readonly chain: readonly Step[]; readonly isBackward: boolean } | undefined> {
  const forward = await search(a, b, maxConnectionLinks);
  const backward = await search(b, a, forward === undefined ? maxConnectionLinks : forward.length - 2);
  const chain = backward ?? forward;
  return chain && { chain, isBackward: chain === backward };
}

/** The symbol of an end, if code defines it. */
async function findSymbol({ keys }: KnownEnd, { reader }: View): Promise<string | undefined> {
  const key = [...keys].find((one) => one.startsWith(`${Space.Symbol}:`));
  const [found] = key === undefined ? [] : await reader.findKeys([key]);
  return found?.postings.values.some((roles) => (roles & Role.Defines) !== 0) ? key?.slice(2) : undefined;
}

/** A path in the order asked for. @param names what joins each passage and the next. */
async function createPath(
  passages: readonly ConnectedPassage[],
  names: readonly string[],
  isBackward: boolean,
  { reader }: View,
): Promise<ConnectedPath> {
  const found = await reader.findKeys(names.map((name) => `${Space.Symbol}:${name}`));
  const links = names.map((name, i) => ({ name, holders: Math.max(1, found[i]?.postings.size ?? 0) }));
  const path = isBackward ? { passages: passages.toReversed(), links: links.toReversed() } : { passages, links };
  return { ...path, isChain: true };
}

function symbolPassage(step: ChainStep, isBackward: boolean, source: RelationSource, { folders }: View): ConnectedPassage {
  const { name, definition, use } = step;
  const { path, startLine, endLine } = definition;
  const names = [shownAt(name, 'defines', path, startLine, source)];
  if (use !== undefined) names.push(shownAt(use.name, use.kind === 'links' ? 'mentions' : use.kind, path, use.line, source));
  const folder = folders[source.folder]?.folder as string;
  return { folder, path, startLine, endLine, title: stepTitle(step), kind: 'code', names: isBackward ? names.reverse() : names };
}

function filePassage({ path, leadsOn }: ImportStep, source: RelationSource, { folders }: View): ConnectedPassage {
  const line = leadsOn?.line ?? 1;
  const name = leadsOn === undefined || leadsOn.local === '' || leadsOn.local === '*' ? leadsOn?.module : leadsOn.local;
  const names = name === undefined ? [] : [shownAt(name, 'imports', path, line, source)];
  return { folder: folders[source.folder]?.folder as string, path, startLine: line, endLine: line, title: '', kind: 'code', names };
}

function stepTitle({ name, definition: { container } }: ChainStep): string {
  return container === undefined ? name : `${container}.${name}`;
}

function shownAt(name: string, use: ShownName['use'], path: string, line: number, { textOf }: RelationSource): ShownName {
  const held =
    textOf(path)
      ?.split(/\r\n|\n|\r/)
      [line - 1]?.trim() ?? '';
  return { name, use, text: maskSecrets(held).text, line };
}
