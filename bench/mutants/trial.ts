/** A copy of the tree in which one mutant at a time is tried. */

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Mutation } from './operators.ts';

export interface Outcome {
  readonly kind: 'killed' | 'survived' | 'equivalent';
  /** What killed it. */
  readonly by: string;
  /** The test files that passed with it. */
  readonly tests: readonly string[];
  readonly seconds: number;
}

type Verdict = 'passed' | 'failed' | 'late';

export class Trial {
  /** Test files that do not pass without a mutant, or not in time. */
  readonly red = new Set<string>();
  readonly #green = new Set<string>();
  readonly #copy: string;
  readonly #budgetMs: number;

  /** Copies what git knows of `root`, with the files as they are now. */
  constructor(root: string, budgetMs: number) {
    this.#budgetMs = budgetMs;
    this.#copy = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-mutants-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    for (const file of listed.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(root, name)))) {
      fs.mkdirSync(path.dirname(path.join(this.#copy, file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), path.join(this.#copy, file));
    }
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(this.#copy, 'node_modules'), 'junction');
    fs.mkdirSync(path.join(this.#copy, 'test/.artifacts'), { recursive: true });
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.#copy, { recursive: true, force: true });
  }

  /** Runs `tests` in this order with the mutation in place, and the compiler if all of them pass. */
  async run(mutation: Mutation & { readonly file: string }, tests: readonly string[]): Promise<Outcome> {
    const started = performance.now();
    const target = path.join(this.#copy, mutation.file);
    const source = fs.readFileSync(target, 'utf8');
    const mutated = source.slice(0, mutation.start) + mutation.replacement + source.slice(mutation.end);
    const passed: string[] = [];
    const end = (kind: Outcome['kind'], by: string): Outcome => ({
      ...{ kind, by, tests: passed, seconds: Math.round((performance.now() - started) / 100) / 10 },
    });
    fs.writeFileSync(target, mutated);
    try {
      let leftMs = this.#budgetMs;
      for (const test of tests) {
        if (this.red.has(test)) continue;
        if (leftMs < 1000) break;
        const from = performance.now();
        const limitMs = Math.min(leftMs, this.#budgetMs / 2);
        const verdict = await this.#test(test, limitMs);
        leftMs -= performance.now() - from;
        if (verdict === 'passed') passed.push(test);
        else {
          fs.writeFileSync(target, source);
          const isGreen = await this.#isGreen(test, verdict === 'late' ? limitMs / 3 : this.#budgetMs);
          fs.writeFileSync(target, mutated);
          if (isGreen) return end('killed', verdict === 'late' ? `${test} did not end` : test);
        }
      }
      return this.#typesFit(mutation.file) ? end('survived', '') : end('killed', 'types');
    } finally {
      fs.writeFileSync(target, source);
    }
  }

  /** Whether a test passes without a mutant within `limitMs`. */
  async #isGreen(test: string, limitMs: number): Promise<boolean> {
    if (limitMs === this.#budgetMs && this.#green.has(test)) return true;
    const verdict = await this.#test(test, limitMs);
    if (verdict === 'passed') this.#green.add(test);
    else if (verdict === 'failed' || limitMs === this.#budgetMs) this.red.add(test);
    return verdict === 'passed';
  }

  #test(test: string, limitMs: number): Promise<Verdict> {
    return this.#node(['--test-reporter=tap', test], limitMs, (line) => /^\s*not ok /.test(line));
  }

  /** Whether the compiler accepts the file as it is in the copy; its users are not checked. */
  #typesFit(file: string): boolean {
    const api = new API({ cwd: this.#copy });
    try {
      const configuration = path.join(this.#copy, file.startsWith('src/engine/') ? 'src/engine' : '', 'tsconfig.json');
      const [project] = api.updateSnapshot({ openProjects: [configuration] }).getProjects();
      return project?.program.getSemanticDiagnostics(path.join(this.#copy, file)).length === 0;
    } finally {
      api.close();
    }
  }

  /** Runs Node in a process group of its own, which ends with the first line that `isFailure`. */
  #node(args: readonly string[], limitMs: number, isFailure: (line: string) => boolean): Promise<Verdict> {
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(this.#copy, 'test/.artifacts/compiled') };
    const child = spawn(process.execPath, args, { cwd: this.#copy, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    return new Promise((resolve) => {
      let verdict: Verdict | undefined;
      const stop = (reason: Verdict): void => {
        verdict ??= reason;
        try {
          process.kill(-(child.pid as number), 'SIGKILL');
        } catch {
          // All of it has ended.
        }
      };
      const timer = setTimeout(stop, limitMs, 'late');
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.split('\n').some(isFailure)) stop('failed');
      });
      child.on('exit', (code) => {
        clearTimeout(timer);
        stop(code === 0 ? 'passed' : 'failed');
        resolve(verdict as Verdict);
      });
    });
  }
}

/** CPU time of the processes that this one has started and that have ended; 0 where that is not known. */
export function childCpuSeconds(): number {
  const stat = fs.existsSync('/proc/self/stat') ? fs.readFileSync('/proc/self/stat', 'utf8') : '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}
