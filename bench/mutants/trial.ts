/** A copy of the tree in which one mutant at a time is tried. */

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Mutation } from './operators.ts';
import { childCpuMs, ProcessTree } from './processTree.ts';

export interface Outcome {
  readonly kind: 'killed' | 'survived' | 'equivalent';
  /** What killed it. */
  readonly by: string;
  /** The test files that passed with it. */
  readonly tests: readonly string[];
  /** CPU time of the tests. */
  readonly seconds: number;
}

type Verdict = 'passed' | 'failed' | 'late';

const lookEveryMs = 500;

export class Trial {
  /** Test files that do not pass without a mutant, or not in time. */
  readonly red = new Set<string>();
  /** CPU time of each test file: of its last run that passed, or until it was stopped. */
  readonly tookMs: Record<string, number>;
  readonly #green = new Set<string>();
  readonly #copy: string;
  readonly #budgetMs: number;
  readonly #api: API;

  /**
   * Copies what git knows of `root`, with the files as they are now.
   * @param budgetMs CPU time for the tests of one mutant, those that they start included
   * @param tookMs what is known of `tookMs`
   */
  constructor(root: string, budgetMs: number, tookMs: Readonly<Record<string, number>>) {
    this.tookMs = { ...tookMs };
    this.#budgetMs = budgetMs;
    this.#copy = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-mutants-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    for (const file of listed.split('\0').filter((name) => fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isFile())) {
      fs.mkdirSync(path.dirname(path.join(this.#copy, file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), path.join(this.#copy, file));
    }
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(this.#copy, 'node_modules'), 'junction');
    fs.mkdirSync(path.join(this.#copy, 'test/.artifacts'), { recursive: true });
    this.#api = new API({ cwd: this.#copy });
  }

  [Symbol.dispose](): void {
    this.#api.close();
    fs.rmSync(this.#copy, { recursive: true, force: true });
  }

  /** Asks the compiler, then runs `tests` in this order with the mutation in place, until one fails. */
  async run(mutation: Mutation & { readonly file: string }, tests: readonly string[]): Promise<Outcome> {
    const target = path.join(this.#copy, mutation.file);
    const source = fs.readFileSync(target, 'utf8');
    const mutated = source.slice(0, mutation.start) + mutation.replacement + source.slice(mutation.end);
    const passed: string[] = [];
    let usedMs = 0;
    const end = (kind: Outcome['kind'], by: string): Outcome => ({ kind, by, tests: passed, seconds: Math.round(usedMs / 100) / 10 });
    fs.writeFileSync(target, mutated);
    try {
      if (!this.#typesFit(mutation.file)) return end('killed', 'types');
      for (const test of tests) {
        const limitMs = Math.min(this.#budgetMs - usedMs, this.#budgetMs / 2);
        if (limitMs < 1000) break;
        if (this.red.has(test) || (this.tookMs[test] ?? 0) > limitMs / 3) continue;
        const { verdict, cpuMs } = await this.#test(test, limitMs);
        usedMs += cpuMs;
        if (verdict === 'passed') {
          passed.push(test);
          continue;
        }
        fs.writeFileSync(target, source);
        const isGreen = await this.#isGreen(test, verdict === 'late' ? limitMs / 3 : this.#budgetMs);
        fs.writeFileSync(target, mutated);
        if (isGreen) return end('killed', verdict === 'late' ? `${test} did not end` : test);
      }
      return end('survived', '');
    } finally {
      fs.writeFileSync(target, source);
    }
  }

  /** Whether a test passes without a mutant within `limitMs`. */
  async #isGreen(test: string, limitMs: number): Promise<boolean> {
    if (this.#green.has(test) && (this.tookMs[test] ?? 0) < limitMs) return true;
    const { verdict, cpuMs } = await this.#test(test, limitMs);
    if (verdict === 'late') this.tookMs[test] = cpuMs;
    if (verdict === 'passed') this.#green.add(test);
    else if (verdict === 'failed' || limitMs === this.#budgetMs) this.red.add(test);
    return verdict === 'passed';
  }

  async #test(test: string, limitMs: number): Promise<{ readonly verdict: Verdict; readonly cpuMs: number }> {
    const ended = await this.#node(['--test-reporter=tap', test], limitMs, (line) => /^\s*not ok /.test(line));
    if (ended.verdict === 'passed') this.tookMs[test] = ended.cpuMs;
    return ended;
  }

  /** Whether the compiler accepts the file as it is in the copy; its users are not checked. */
  #typesFit(file: string): boolean {
    const changed = path.join(this.#copy, file);
    const configuration = path.join(this.#copy, file.startsWith('src/engine/') ? 'src/engine' : '', 'tsconfig.json');
    const snapshot = this.#api.updateSnapshot({ openProjects: [configuration], fileChanges: { changed: [changed] } });
    try {
      return snapshot.getProject(configuration)?.program.getSemanticDiagnostics(changed).length === 0;
    } finally {
      snapshot.dispose();
    }
  }

  /**
   * Runs Node until it ends, prints a line that `isFailure`, has used `limitMs` of CPU time with what it has started, or has waited for as
   * long: other work on the machine does not change the verdict.
   */
  #node(
    args: readonly string[],
    limitMs: number,
    isFailure: (line: string) => boolean,
  ): Promise<{ readonly verdict: Verdict; readonly cpuMs: number }> {
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(this.#copy, 'test/.artifacts/compiled') };
    const endedMs = childCpuMs();
    const child = spawn(process.execPath, args, { cwd: this.#copy, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const tree = new ProcessTree(child.pid as number);
    return new Promise((resolve) => {
      let verdict: Verdict | undefined;
      let waitedMs = 0;
      const stop = (reason: Verdict): void => {
        verdict ??= reason;
        tree.kill();
      };
      const timer = setInterval(() => {
        if (!tree.isRunnable()) waitedMs += lookEveryMs;
        if (tree.cpuMs() > limitMs || waitedMs > limitMs) stop('late');
      }, lookEveryMs);
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.split('\n').some(isFailure)) stop('failed');
      });
      child.on('exit', (code) => {
        clearInterval(timer);
        stop(code === 0 ? 'passed' : 'failed');
        resolve({ verdict: verdict as Verdict, cpuMs: Math.max(tree.cpuMs(), childCpuMs() - endedMs) });
      });
    });
  }
}
