/**
 * Finds how two ends of a workspace are connected: the shortest paths of passages from one that holds the first end to one that holds the
 * second, each sharing a name with the one before.
 *
 * Two breadth-first searches, one from each end, take turns; after each level the names of both frontiers are compared, so that the passages
 * in the middle are reached by name and never read twice. Of paths of equal length the one with the rarest names is best, with a bonus for
 * names that a passage defines or bears, and for passages that `relevance` prefers.
 *
 * Source: TopoRAG section 3 (a connected set of small diameter that holds what is asked for), here for two terminals. Deviations: edges are
 * shared rare names in place of vector proximity, so a path can be read aloud; names in more passages than `maxHolders` link nothing.
 * Cost: three round trips a level, at most `maxFrontier` passages of each and the postings of their rare names.
 */

import { bearingRoles } from '../document.ts';
import type { IndexReader, KeyOfChunk, Postings } from '../index/reader.ts';
import { rarity } from '../retrieval/rarity.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';

/** One end of a connection. */
export interface End {
  /** The passages that hold it, each with its weight, 0 to 1. */
  readonly chunks: ReadonlyMap<number, number>;
  /** Its own names, as keys: they link nothing. */
  readonly keys: ReadonlySet<string>;
}

/** How a passage uses the name that it shares with a neighbour. */
export interface ConnectionLink {
  /** The shared key. */
  readonly key: string;
  /** Number of passages with it. */
  readonly holders: number;
  /** Its roles (bits of `Role`) in the earlier and the later passage. */
  readonly roles: readonly [number, number];
}

/** A path: `links[i]` joins `chunks[i]` and `chunks[i + 1]`. */
export interface Connection {
  readonly chunks: readonly number[];
  readonly links: readonly ConnectionLink[];
}

/** A name that both ends hold and that links nothing, since too many passages hold it. */
export interface CommonName {
  readonly key: string;
  readonly holders: number;
}

export interface Connections {
  /** Best first, all of the same length; empty if there is none. */
  readonly paths: readonly Connection[];
  /** Most common first. */
  readonly common: readonly CommonName[];
  /** Passages that were left out of a frontier, so that a path may have been missed. */
  readonly leftOut: number;
}

export interface ConnectOptions {
  /** Max number of links of a path, 0 to 4. */
  readonly maxLinks?: number;
  /** Only through these passages. */
  readonly accept?: (chunk: number) => boolean;
  /** How much a passage is preferred, 0 to 1. */
  readonly relevance?: (chunk: number) => number;
  readonly signal?: AbortSignal;
}

/** Paths of more passages explain nothing. */
export const maxConnectionLinks = 4;
/** Names in more passages link nothing; from 10,000 passages on, the threshold grows with the square root of their number. */
const maxHolders = 50;
const maxPaths = 4;
const maxFrontier = 300;
const maxCommon = 3;

/** How a search came to a passage. */
interface Visit {
  readonly chunk: number;
  readonly score: number;
  /** Absent at the end itself. */
  readonly from?: { readonly visit: Visit; readonly key: KeyOfChunk; readonly roles: number };
}

/** A frontier passage that holds a name. */
interface Holder {
  readonly visit: Visit;
  readonly key: KeyOfChunk;
}

interface Context {
  readonly reader: IndexReader;
  readonly own: ReadonlySet<string>;
  readonly max: number;
  readonly accept: (chunk: number) => boolean;
  readonly relevance: (chunk: number) => number;
}

/**
 * Finds the shortest paths between two ends. They begin and end at passages that define or bear the end, if there are any; passages that only
 * mention both ends follow. Throws the signal's reason.
 */
export async function connect(reader: IndexReader, ends: readonly [End, End], options: ConnectOptions = {}): Promise<Connections> {
  const { maxLinks = maxConnectionLinks, accept = () => true, relevance = () => 0, signal } = options;
  const own = new Set(ends.flatMap(({ keys }) => [...keys]));
  const max = maxHolders * Math.max(1, Math.sqrt(reader.liveCount / 10_000));
  const context: Context = { reader, own, max, accept, relevance };
  const owned = ends.map(ownOf) as [End, End];
  const isOwn = ({ chunks: [chunk = -1] }: Connection): boolean =>
    ends.some(({ chunks }) => chunks.get(chunk) === 1) || owned.every((end, i) => end === ends[i]);
  const whole = wholeOf(ends, context);
  const others = whole.filter((one) => !isOwn(one));
  const direct = whole.filter(isOwn);
  let found = direct.length > 0 ? { paths: direct, common: [], leftOut: 0 } : await search(owned, maxLinks, context, signal);
  if (found.paths.length === 0 && others.length === 0 && owned.some((end, i) => end !== ends[i]))
    found = await search(ends, maxLinks, context, signal);
  return { ...found, paths: [...found.paths, ...others].slice(0, maxPaths) };
}

/** An end without the passages that only mention it, if others define or bear it. */
function ownOf(end: End): End {
  const own = [...end.chunks].filter(([, share]) => share === 1);
  return own.length === 0 || own.length === end.chunks.size ? end : { ...end, chunks: new Map(own) };
}

/** The shortest paths between two ends. */
async function search(
  ends: readonly [End, End],
  maxLinks: number,
  context: Context,
  signal: AbortSignal | undefined,
): Promise<Connections> {
  const sides = ends.map((end) => new Side(end, context)) as [Side, Side];
  await Promise.all(sides.map((side) => side.readKeys()));
  const common = commonNames(sides);
  const leftOut = (): number => sides.reduce((sum, side) => sum + side.leftOut, 0);
  for (let links = 1; links <= maxLinks; links++) {
    signal?.throwIfAborted();
    if (links > 1) await sides[links % 2 === 0 ? 0 : 1].expand();
    const paths = await meetings(sides, context);
    if (paths.length > 0) return { paths, common, leftOut: leftOut() };
  }
  return { paths: [], common, leftOut: leftOut() };
}

/** Passages that hold both ends. */
function wholeOf([a, b]: readonly [End, End], { accept, relevance }: Context): readonly Connection[] {
  const scoreOf = (chunk: number): number => (a.chunks.get(chunk) ?? 0) + (b.chunks.get(chunk) ?? 0) + relevance(chunk);
  const both = [...a.chunks.keys()].filter((chunk) => b.chunks.has(chunk) && accept(chunk));
  return both.sort((x, y) => scoreOf(y) - scoreOf(x) || x - y).map((chunk) => ({ chunks: [chunk], links: [] }));
}

/** The search from one end. */
class Side {
  /** The best passage that the newest level has for each linking name. */
  holders: ReadonlyMap<number, Holder> = new Map();
  /** Names of the newest level that are too common to link. */
  readonly tooCommon = new Map<number, KeyOfChunk>();
  leftOut = 0;
  readonly #context: Context;
  readonly #seen: Set<number>;
  #frontier: readonly Visit[];

  constructor({ chunks }: End, context: Context) {
    this.#context = context;
    this.#seen = new Set(chunks.keys());
    const visits = [...chunks].map(([chunk, share]) => ({ chunk, score: share + context.relevance(chunk) }));
    this.#frontier = this.#best(visits.filter(({ chunk }) => context.accept(chunk)));
  }

  /** Reads the names of the frontier. */
  async readKeys(): Promise<void> {
    const keys = await this.#context.reader.chunkKeys(this.#frontier.map(({ chunk }) => chunk));
    const holders = new Map<number, Holder>();
    this.tooCommon.clear();
    this.#frontier.forEach((visit, i) => {
      for (const key of keys[i] ?? []) {
        if (!isSubjectKey(key.text) || this.#context.own.has(key.text)) continue;
        if (key.count > this.#context.max) this.tooCommon.set(key.id, key);
        else if (key.count > 1 && visit.score + bonusOf(key) > scoreOf(holders.get(key.id))) holders.set(key.id, { visit, key });
      }
    });
    this.holders = holders;
  }

  /** Goes on to the passages that share a name with the frontier. */
  async expand(): Promise<void> {
    const { reader, accept, relevance } = this.#context;
    const linking = [...this.holders.values()];
    const postings = await reader.keyPostings(linking.map(({ key }) => key.id));
    const reached = new Map<number, Visit>();
    linking.forEach(({ visit, key }, i) => {
      const { chunks, values } = postings[i] as Postings;
      const strength = strengthOf(key, postings[i] as Postings, reader);
      chunks.forEach((chunk, at) => {
        if (this.#seen.has(chunk) || !accept(chunk)) return;
        const score = visit.score + strength + relevance(chunk);
        const roles = values[at] as number;
        if (score > (reached.get(chunk)?.score ?? -1)) reached.set(chunk, { chunk, score, from: { visit, key, roles } });
      });
    });
    for (const chunk of reached.keys()) this.#seen.add(chunk);
    this.#frontier = this.#best([...reached.values()]);
    await this.readKeys();
  }

  #best(visits: readonly Visit[]): readonly Visit[] {
    this.leftOut += Math.max(0, visits.length - maxFrontier);
    return [...visits].sort((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, maxFrontier);
  }
}

function bonusOf({ roles }: KeyOfChunk): number {
  return roles & bearingRoles ? 1 : 0;
}

function scoreOf(holder: Holder | undefined): number {
  return holder === undefined ? -1 : holder.visit.score + bonusOf(holder.key);
}

/** How strong a link a name is: its squared rarity, and 1 for what the workspace defines or has a page about. */
function strengthOf({ count }: KeyOfChunk, { values }: Postings, { liveCount }: IndexReader): number {
  return rarity(count, liveCount) ** 2 + (values.some((roles) => roles & bearingRoles) ? 1 : 0);
}

/** The paths through the names that both sides have reached, best first, each of other passages. */
async function meetings([one, other]: readonly [Side, Side], { reader }: Context): Promise<readonly Connection[]> {
  const shared = [...one.holders.values()].filter(({ key }) => other.holders.has(key.id));
  const postings = await reader.keyPostings(shared.map(({ key }) => key.id));
  const found = shared.flatMap((first, i) => {
    const last = other.holders.get(first.key.id) as Holder;
    if (last.visit.chunk === first.visit.chunk) return [];
    const score = scoreOf(first) + scoreOf(last) + 2 * strengthOf(first.key, postings[i] as Postings, reader);
    return [{ path: joinPath(first, last), score }];
  });
  found.sort((a, b) => b.score - a.score || (linkNames(a.path) < linkNames(b.path) ? -1 : 1));
  const seen = new Set<string>();
  return found.map(({ path }) => path).filter(({ chunks }) => !seen.has(chunks.join()) && seen.add(chunks.join()));
}

function linkNames({ links }: Connection): string {
  return links.map(({ key }) => key).join('\n');
}

function joinPath(first: Holder, last: Holder): Connection {
  const before = traceSteps(first.visit);
  const after = traceSteps(last.visit);
  const chunks = [...before.chunks.toReversed(), ...after.chunks];
  const middle = toLink(first.key, first.key.roles, last.key.roles);
  const reverse = ({ key, holders, roles: [a, b] }: ConnectionLink): ConnectionLink => ({ key, holders, roles: [b, a] });
  return { chunks, links: [...before.links.map(reverse).toReversed(), middle, ...after.links] };
}

/** The passages and links from a visit back to its end. */
function traceSteps(visit: Visit): { readonly chunks: readonly number[]; readonly links: readonly ConnectionLink[] } {
  const chunks = [visit.chunk];
  const links: ConnectionLink[] = [];
  for (let { from } = visit; from !== undefined; from = from.visit.from) {
    chunks.push(from.visit.chunk);
    links.push(toLink(from.key, from.roles, from.key.roles));
  }
  return { chunks, links };
}

function toLink({ text, count }: KeyOfChunk, before: number, after: number): ConnectionLink {
  return { key: text, holders: count, roles: [before, after] };
}

/** Names that both ends hold, had they not been too common. */
function commonNames([one, other]: readonly [Side, Side]): readonly CommonName[] {
  const both = [...one.tooCommon.values()].filter(({ id }) => other.tooCommon.has(id));
  return both
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, maxCommon)
    .map(({ text, count }) => ({ key: text, holders: count }));
}
