/**
 * Files that say which code answers which request: each line that names a method or `route` and the path that it is for, as most web frameworks
 * write it (`app.get('/users/:id', …)`, `@app.route('/users')`, `get "/users", to:`, `path('users/', …)`).
 *
 * Candidates are the files that call one of these words, or are called as such files are, by posting lists. Without types a call to another server
 * looks the same where a second argument follows, so a file needs three such lines. Cost: the texts of some files.
 */

import { Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import { languageOf } from '../text/languages.ts';
import { scanned } from '../text/words/tokens.ts';
import { Zone, ZoneList } from '../text/zones.ts';
import type { EntryPoint } from './manifests.ts';
import type { SourceFile } from './sourceFiles.ts';

/** Words that register a route: the methods of HTTP (RFC 9110 and 5789), and what frameworks call a route of any method. */
const registers = [
  'get',
  'head',
  'post',
  'put',
  'delete',
  'patch',
  'options',
  'any',
  'route',
  'routes',
  'handle',
  'handlefunc',
  'path',
  're_path',
];
/** Names of files and folders, by convention of Rails, Phoenix and Django. */
const fileNames = ['routes', 'router', 'urls'];
const registration = new RegExp(
  `(?:^|[.@\\s:])(${registers.join('|')})\\b\\s*\\(?\\s*[rf]?(["'\`])(/[^"'\`\\s]*|[\\w<][^"'\`\\s]*/)\\2\\s*([,)]?)`,
  'i',
);
const minRoutes = 3;
const maxLineLength = 300;
/** Files that are read, and those that are named. */
const maxRead = 24;
const maxNamed = 3;

/** The files with the most routes, each named by its first one. */
export async function routeFiles(
  reader: IndexReader,
  files: readonly SourceFile[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<readonly EntryPoint[]> {
  const found: { readonly entry: EntryPoint; readonly count: number }[] = [];
  for (const path of await candidates(reader, files)) {
    const text = await textOf(path);
    const routes = text === undefined ? [] : routesIn(path, text);
    const [first] = routes;
    if (first === undefined || routes.length < minRoutes) continue;
    found.push({ entry: { name: `${first.route} … (${routes.length})`, kind: 'route', path, line: first.line }, count: routes.length });
  }
  found.sort((a, b) => b.count - a.count || (a.entry.path < b.entry.path ? -1 : 1));
  return found.slice(0, maxNamed).map(({ entry }) => entry);
}

/** Those with the most passages that hold the words. */
async function candidates(reader: IndexReader, files: readonly SourceFile[]): Promise<readonly string[]> {
  const words = [...registers, 'HandleFunc', 'Handle', 'Route', 'Routes'].map((word) => `${Space.Symbol}:${word}`);
  const spellings = [...words, ...fileNames.map((name) => `${Space.Path}:${name}`)];
  const counts = new Map<number, number>();
  for (const { postings } of await reader.findKeys(spellings))
    for (const chunk of Array.from(postings.chunks)) counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
  const scored = files.flatMap(({ path, kind, corner, firstChunk, chunksEnd }) => {
    if (kind !== 'code' || corner !== undefined) return [];
    let score = 0;
    for (let chunk = firstChunk; chunk < chunksEnd; chunk++) score += counts.get(chunk) ?? 0;
    return score > 0 ? [{ path, score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return scored.slice(0, maxRead).map(({ path }) => path);
}

interface Route {
  /** `GET /users/:id`. */
  readonly route: string;
  /** 1-based. */
  readonly line: number;
}

/** The routes that a file registers. */
export function routesIn(path: string, text: string): readonly Route[] {
  zones.find(text, scanned(text), languageOf(path).comments);
  let next = 0;
  return text.split('\n').flatMap((line, at) => {
    const from = next;
    next += line.length + 1;
    // Documentation shows routes as well.
    if (line.length > maxLineLength || zones.zoneAt(from) !== Zone.Code) return [];
    const [, word = '', , route = '', after = ''] = registration.exec(line) ?? [];
    // Of a call, a handler follows; of a decorator it is the next line.
    if (word === '' || (after !== ',' && !line.trimStart().startsWith('@'))) return [];
    return [{ route: methods.has(word.toLowerCase()) ? `${word.toUpperCase()} ${route}` : route, line: at + 1 }];
  });
}
const zones = new ZoneList();
const methods = new Set(registers.slice(0, 7));
