/**
 * Files that say which code answers which request: each line that names a method or `route` and the path that it is for, as most web frameworks
 * write it (`app.get('/users/:id', …)`, `@app.route('/users')`, `get "/users", to:`, `path('users/', …)`).
 *
 * Candidates are the files that name two of the rarer of these words, or are called as such files are, by posting lists. Without types a call to another server
 * looks the same where a second argument follows, so a file needs three such lines. Cost: the texts of some files.
 */

import { Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import { Zone } from '../text/code/lexing/zone.ts';
import type { Comments } from '../text/code/syntax.ts';
import { ZoneList } from '../text/zones.ts';
import { bitCount } from '../util/bitCount.ts';
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
/** Those of them that few other calls have, as they are spelled. */
const tellingWords = ['post', 'put', 'delete', 'patch', 'route', 'routes', 'Route', 'router', 'HandleFunc'];
const minWords = 2;
/** Names of files and folders, by convention of Rails, Phoenix and Django. */
const fileNames = ['routes', 'router', 'urls'];
const registration = new RegExp(
  `(?:^|[.@\\s:])(${registers.join('|')})\\b\\s*\\(?\\s*[rf]?(["'\`])(/[^"'\`\\s]*|[\\w<][^"'\`\\s]*/)\\2\\s*([,)]?)`,
  'i',
);
const minRoutes = 3;
const maxLineLength = 300;
/** Files that are read, and those that are named. */
const maxRead = 12;
const maxNamed = 3;

/** The files with the most routes, each named by its first one. */
export async function routeFiles(
  reader: IndexReader,
  files: readonly SourceFile[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<readonly EntryPoint[]> {
  const found: { readonly entry: EntryPoint; readonly count: number }[] = [];
  for (const { path, language } of await candidates(reader, files)) {
    const text = await textOf(path);
    const routes = text === undefined ? [] : routesIn(text, language.comments);
    const [first] = routes;
    if (first === undefined || routes.length < minRoutes) continue;
    found.push({ entry: { name: `${first.route} … (${routes.length})`, kind: 'route', path, line: first.line }, count: routes.length });
  }
  found.sort((a, b) => b.count - a.count || (a.entry.path < b.entry.path ? -1 : 1));
  return found.slice(0, maxNamed).map(({ entry }) => entry);
}

/** Those that hold several of the words, or the name of such a file, most words first. */
async function candidates(reader: IndexReader, files: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const words = tellingWords.map((word) => `${Space.Symbol}:${word}`);
  const held = new Map<number, number>();
  for (const [bit, { postings }] of (await reader.findKeys([...words, ...fileNames.map((name) => `${Space.Path}:${name}`)])).entries())
    for (const chunk of Array.from(postings.chunks)) held.set(chunk, (held.get(chunk) ?? 0) | (1 << bit));
  const scored = files.flatMap((file) => {
    const { kind, corner, firstChunk, chunksEnd } = file;
    if (kind !== 'code' || corner !== undefined) return [];
    let bits = 0;
    for (let chunk = firstChunk; chunk < chunksEnd; chunk++) bits |= held.get(chunk) ?? 0;
    const score = bitCount(bits) + (bits >> words.length > 0 ? minWords : 0);
    return score >= minWords ? [{ file, score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
  return scored.slice(0, maxRead).map(({ file }) => file);
}

interface Route {
  /** `GET /users/:id`. */
  readonly route: string;
  /** 1-based. */
  readonly line: number;
}

/** The routes that a file registers. */
function routesIn(text: string, comments: Comments): readonly Route[] {
  let next = 0;
  const found = text.split('\n').flatMap((line, at) => {
    const from = next;
    next += line.length + 1;
    if (line.length > maxLineLength) return [];
    const [, word = '', , route = '', after = ''] = registration.exec(line) ?? [];
    // Of a call, a handler follows; of a decorator it is the next line.
    if (word === '' || (after !== ',' && !line.trimStart().startsWith('@'))) return [];
    return [{ from, route: methods.has(word.toLowerCase()) ? `${word.toUpperCase()} ${route}` : route, line: at + 1 }];
  });
  // Documentation shows routes as well.
  zones.find(text, comments);
  return found.filter(({ from }) => zones.zoneAt(from) === Zone.Code);
}
const zones = new ZoneList();
const methods = new Set(registers.slice(0, 7));
