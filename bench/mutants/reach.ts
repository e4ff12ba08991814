/** Which test files reach a source file: by imports, and by the programs that they name and start. */

import fs from 'node:fs';
import path from 'node:path';

const named = /'([^'\n]+\.(?:ts|js))'/g;
/** They need a window, a browser or the bundles. */
const needsMore = /^test\/(?:extension|e2e|npm|\.artifacts|fixtures)\//;

/** Test files by what they reach, with the number of steps between the two. */
export class Reach {
  readonly #neighbours = new Map<string, readonly string[]>();
  readonly #tests: readonly string[];

  constructor(root: string) {
    const files = fs
      .globSync('{src,test,scripts,bench}/**/*.{ts,js}', {
        cwd: root,
        exclude: ['**/.artifacts/**', '**/fixtures/**', '**/node_modules/**'],
      })
      .map((file) => file.replaceAll('\\', '/'));
    const known = new Set(files);
    const importers = new Map<string, string[]>(files.map((file) => [file, []]));
    for (const file of files) {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      const targets = new Set(
        [...text.matchAll(named)].flatMap(([, name = '']) => [path.posix.join(path.posix.dirname(file), name), name]),
      );
      for (const target of targets) if (known.has(target)) importers.get(target)?.push(file);
    }
    for (const [file, by] of importers) this.#neighbours.set(file, by.sort());
    this.#tests = files.filter((file) => file.endsWith('.test.ts') && !needsMore.test(file));
  }

  /** The tests that reach `file`: that of the same path first, then the nearest. */
  testsOf(file: string): readonly string[] {
    const steps = new Map([[file, 0]]);
    for (const [at, distance] of steps)
      for (const next of this.#neighbours.get(at) ?? []) if (!steps.has(next)) steps.set(next, distance + 1);
    const own = file.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
    const folder = `${path.posix.dirname(own)}/`;
    const rank = (test: string): number => (test === own ? -1 : (steps.get(test) as number) - (test.startsWith(folder) ? 0.5 : 0));
    return this.#tests.filter((test) => steps.has(test)).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }
}
