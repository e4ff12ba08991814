/** Replays the commits of a repository, each in the states described in `history.ts`. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { definesNames, namesDefinedIn } from '../../src/engine/drift/definedNames.ts';
import type { Mention } from '../../src/engine/drift/mentions.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { createService } from '../../src/service/createService.ts';
import type { DriftAnswer } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

/** One diagnostic. */
export interface Row {
  readonly repository: string;
  readonly state: 'working' | 'left';
  readonly commit: string;
  readonly place: string;
  readonly where: Mention['where'];
  readonly name: string;
  readonly definedIn: string;
  readonly newName?: string;
  /** Whether it is a method or member of something. */
  readonly isMember: boolean;
  /** Whether the commit itself goes on to change the line. */
  readonly changedThen?: boolean;
  /** The marked line. */
  readonly text?: string;
  /** `right` or `wrong`, by hand. */
  readonly verdict?: string;
  readonly why?: string;
}

export interface Replay {
  readonly repository: string;
  readonly head: string;
  readonly commits: number;
  readonly commitsThatRetire: number;
  readonly retiredNames: number;
  readonly rows: readonly Row[];
  /** Per commit that takes a name away, whole, against its parent, in milliseconds. */
  readonly ms: readonly number[];
}

/** The last commits of a repository, first parents only, newest first; those that no time is left for are not counted. */
export async function replay(source: string, count: number, minutes: number): Promise<Replay> {
  const temporary = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'drift-'));
  const service = createService();
  try {
    return await new History(source, nodePath.join(temporary, 'work'), service).run(count, minutes);
  } finally {
    await service.close();
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** Images, videos and recorded traffic are not anyone's text; a partial clone may lack its largest files. */
const media = 'png jpg jpeg gif webp avif webm mp4 mov mp3 wav ogg zip gz tgz wasm pdf ttf woff woff2 ico'.split(' ');

class History {
  readonly #folder: string;
  readonly #repository: string;
  readonly #service: ReturnType<typeof createService>;
  readonly #rows: Row[] = [];
  #isOpen = false;

  constructor(source: string, folder: string, service: ReturnType<typeof createService>) {
    this.#folder = folder;
    this.#repository = nameOf(source);
    this.#service = service;
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', source, folder]);
    this.#git('sparse-checkout', 'set', '--no-cone', '/*', '!cassettes/', ...media.map((ending) => `!*.${ending}`));
  }

  async run(count: number, minutes: number): Promise<Replay> {
    const end = performance.now() + minutes * 60_000;
    const commits = this.#git('rev-list', '--first-parent', `-${count + 1}`, 'HEAD')
      .trim()
      .split('\n');
    const ms: number[] = [];
    let commitsThatRetire = 0;
    let retiredNames = 0;
    let replayed = 0;
    for (const [i, commit] of commits.slice(0, -1).entries()) {
      if (performance.now() > end) break;
      replayed++;
      const parent = commits[i + 1] as string;
      const changed = this.#filesThatLose(parent, commit);
      // Most commits take no name away: their states are not even checked out.
      if (changed.length === 0) continue;
      await this.#checkOut(parent);
      const working = await this.#working(parent, commit, changed);
      await this.#checkOut(commit);
      const started = performance.now();
      const left = await this.#drift(parent);
      ms.push(performance.now() - started);
      if (left.retired.length > 0) commitsThatRetire++;
      retiredNames += left.retired.length;
      const gone = new Set(left.retired.map(({ name }) => name));
      for (const row of working) if (gone.has(row.name)) this.#rows.push(this.#withFate(row));
      this.#rows.push(...left.mentions.map((mention) => this.#toRow(mention, commit, 'left')));
    }
    const head = commits[0]?.slice(0, 10) ?? '';
    return { repository: this.#repository, head, commits: replayed, commitsThatRetire, retiredNames, rows: this.#rows, ms };
  }

  async #checkOut(commit: string): Promise<void> {
    this.#git('checkout', '--quiet', '--force', commit);
    if (this.#isOpen) return this.#service.update(this.#folder);
    this.#isOpen = true;
    await this.#service.openFolder(this.#folder, { settings: defaultSettings, runGit: true });
    await this.#service.idle();
  }

  /** The diagnostics with only some of a commit's files changed. */
  async #working(parent: string, commit: string, changed: readonly string[]): Promise<Row[]> {
    for (const path of changed) {
      try {
        this.#git('checkout', '--quiet', '--force', commit, '--', path);
      } catch {
        // Deleted by the commit, or not checked out.
        fs.rmSync(nodePath.join(this.#folder, path), { force: true });
      }
    }
    await this.#service.update(this.#folder);
    const { mentions } = await this.#drift(parent);
    return mentions.map((mention) => this.#toRow(mention, commit, 'working'));
  }

  async #drift(base: string): Promise<DriftAnswer> {
    const [answer] = await this.#service.drift(this.#folder, { base });
    if (answer === undefined) throw new Error(`no answer for ${base}`);
    return answer;
  }

  /**
   * The files of a commit that lose a name that no other of its files gains, with those that it adds or deletes; none if it loses no name.
   */
  #filesThatLose(parent: string, commit: string): string[] {
    // `:100644 100644 ID ID M`, and the path.
    const raw = this.#git('diff-tree', '-r', '--no-renames', '--raw', '--no-abbrev', '-z', parent, commit).split('\0');
    const changes: { readonly status: string; readonly path: string; readonly ids: readonly [string, string] }[] = [];
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const [, , before = '', after = '', status = ''] = (raw[i] as string).split(' ');
      changes.push({ status, path: raw[i + 1] as string, ids: [before, after] });
    }
    const defining = changes.filter(({ path }) => definesNames(path, languageOf(path)));
    const texts = this.#blobs(defining.flatMap(({ ids }) => ids));
    const files = changes.map(({ status, path, ids }) => {
      const [before, after] = ids.map((id) => {
        const text = definesNames(path, languageOf(path)) ? texts.get(id) : undefined;
        return new Set(text === undefined ? [] : finish(namesDefinedIn(path, text, languageOf(path))).names.map(({ name }) => name));
      }) as [Set<string>, Set<string>];
      return { status, path, before, after };
    });
    const now = new Set(files.flatMap(({ after }) => [...after]));
    const losing = files.filter(({ before }) => [...before].some((name) => !now.has(name)));
    if (losing.length === 0) return [];
    return files.filter((file) => losing.includes(file) || file.status !== 'M').map(({ path }) => path);
  }

  /** The texts of blobs by their ids, read by one process; the id of no blob has none. */
  #blobs(ids: readonly string[]): ReadonlyMap<string, string> {
    const input = [...new Set(ids)].join('\n');
    const output = execFileSync('git', ['cat-file', '--batch'], {
      cwd: this.#folder,
      input,
      maxBuffer: 1e9,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const found = new Map<string, string>();
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [id = '', kind, size] = output.toString('utf8', at, end).split(' ');
      at = end + 1;
      if (size === undefined) continue;
      if (kind === 'blob') found.set(id, output.toString('utf8', at, at + Number(size)));
      at += Number(size) + 1;
    }
    return found;
  }

  #toRow({ retired, path, line, startColumn, where }: Mention, commit: string, state: Row['state']): Row {
    const { name, path: definedIn, newName, container, isType } = retired;
    const text = this.#linesOf(path)[line - 1] ?? '';
    const place = `${path}:${line}`;
    const isMember = container !== undefined && !isType && /(?:\.|->|::)$/.test(text.slice(0, startColumn));
    return { repository: this.#repository, state, commit: commit.slice(0, 10), place, where, name, definedIn, newName, isMember, text };
  }

  /** Called after checking out the whole commit. */
  #withFate(row: Row): Row {
    const path = row.place.slice(0, row.place.lastIndexOf(':'));
    return { ...row, changedThen: !this.#linesOf(path).includes(row.text as string) };
  }

  #linesOf(path: string): string[] {
    const file = nodePath.join(this.#folder, path);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(/\r\n|\n|\r/) : [];
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.#folder, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  }
}

/** The name of a repository by its path: the last folder that is not git's own. */
function nameOf(source: string): string {
  const parts = source.split('/').filter((part) => part !== '' && part !== '.git' && part !== 'repo');
  return (parts.at(-1) ?? source).replace(/^.*\+/, '');
}
