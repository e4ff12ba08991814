/** Replays the commits of a repository, each in the states described in `history.ts`. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import type { Mention } from '../../src/engine/drift/mentions.ts';
import { definesNames, namesDefinedIn } from '../../src/engine/drift/names.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { createService } from '../../src/service/createService.ts';
import type { DriftAnswer } from '../../src/service/results.ts';
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
  /** Per whole commit against its parent, in milliseconds. */
  readonly ms: readonly number[];
}

/** The last commits of a repository, first parents only. */
export async function replay(source: string, count: number): Promise<Replay> {
  const temporary = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'drift-'));
  const service = createService();
  try {
    return await new History(source, nodePath.join(temporary, 'work'), service).run(count);
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

  constructor(source: string, folder: string, service: ReturnType<typeof createService>) {
    this.#folder = folder;
    this.#repository = nameOf(source);
    this.#service = service;
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', source, folder]);
    this.#git('sparse-checkout', 'set', '--no-cone', '/*', '!cassettes/', ...media.map((ending) => `!*.${ending}`));
  }

  async run(count: number): Promise<Replay> {
    const commits = this.#git('rev-list', '--first-parent', `-${count + 1}`, 'HEAD')
      .trim()
      .split('\n')
      .reverse();
    const ms: number[] = [];
    let commitsThatRetire = 0;
    let retiredNames = 0;
    this.#git('checkout', '--quiet', '--force', commits[0] as string);
    await this.#service.openFolder(this.#folder, { settings: defaultSettings, runGit: true });
    await this.#service.idle();
    for (const [i, commit] of commits.slice(1).entries()) {
      const parent = commits[i] as string;
      const changed = this.#filesThatLose(parent, commit);
      const working = changed.length > 0 ? await this.#working(parent, commit, changed) : undefined;
      this.#git('checkout', '--quiet', '--force', commit);
      await this.#service.update(this.#folder);
      const started = performance.now();
      const left = await this.#drift(parent);
      ms.push(performance.now() - started);
      if (left.retired.length > 0) commitsThatRetire++;
      retiredNames += left.retired.length;
      const gone = new Set(left.retired.map(({ name }) => name));
      for (const row of working ?? []) if (gone.has(row.name)) this.#rows.push(this.#withFate(row));
      this.#rows.push(...left.mentions.map((mention) => this.#toRow(mention, commit, 'left')));
    }
    const head = commits.at(-1)?.slice(0, 10) ?? '';
    return { repository: this.#repository, head, commits: ms.length, commitsThatRetire, retiredNames, rows: this.#rows, ms };
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
    const raw = this.#git('diff-tree', '-r', '--no-renames', '--name-status', '-z', parent, commit).split('\0');
    const files: { status: string; path: string; before: Set<string>; after: Set<string> }[] = [];
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const status = raw[i] as string;
      const path = raw[i + 1] as string;
      const before = status === 'A' ? new Set<string>() : this.#namesIn(parent, path);
      files.push({ status, path, before, after: status === 'D' ? new Set() : this.#namesIn(commit, path) });
    }
    const now = new Set(files.flatMap(({ after }) => [...after]));
    const losing = files.filter(({ before }) => [...before].some((name) => !now.has(name)));
    if (losing.length === 0) return [];
    return files.filter((file) => losing.includes(file) || file.status !== 'M').map(({ path }) => path);
  }

  #namesIn(commit: string, path: string): Set<string> {
    if (!definesNames(path)) return new Set();
    return new Set(finish(namesDefinedIn(path, this.#git('show', `${commit}:${path}`))).names.map(({ name }) => name));
  }

  #toRow({ retired, path, line, where }: Mention, commit: string, state: Row['state']): Row {
    const { name, path: definedIn, newName } = retired;
    const text = this.#linesOf(path)[line - 1] ?? '';
    const place = `${path}:${line}`;
    return { repository: this.#repository, state, commit: commit.slice(0, 10), place, where, name, definedIn, newName, text };
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
