// npm run quick [-- REV]: types, lint and the tests nearest to what has changed since REV (default: the last commit), in half a minute.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onPinnedNode, root } from './lib/pinnedNode.js';
import { run, runSteps } from './lib/steps.js';
import { testsWithin } from './lib/testFiles.js';
import { lint, types } from './lib/tools.js';

const artifacts = path.join(root, 'test/.artifacts');
/** Of the tests' own durations, of which as many run at a time as there are cores. */
const budgetMs = 15_000 * os.availableParallelism();

await onPinnedNode(fileURLToPath(import.meta.url), async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  const changed = changedFiles(process.argv[2] ?? 'HEAD');
  const { chosen, reached } = testsWithin(changed, budgetMs);
  const linted = changed.filter((file) => /\.(?:[jt]sx?|json|css)$/.test(file) && fs.existsSync(path.join(root, file)));
  const counts = path.join(artifacts, `counts-${process.pid}.json`);
  const all = async (/** @type {string[][]} */ commands) => {
    const codes = await Promise.all(commands.map((command) => run(process.execPath, command, { timeoutMs: 300_000 })));
    const passed = codes.filter((code) => code === 0).length;
    return { passed, failed: codes.length - passed, skipped: 0 };
  };
  return runSteps([
    { name: 'types', what: 'strict TypeScript', run: () => all(types(artifacts)) },
    {
      name: 'lint',
      what: `${linted.length} changed files`,
      run: () => all(linted.length > 0 ? [lint('--no-errors-on-unmatched', ...linted)] : []),
    },
    {
      name: 'tests',
      what: `${chosen.length} of the ${reached} files that the change can reach; all run with "npm test -- unit"`,
      run: async () => {
        const flags = [`--concurrency=${os.availableParallelism()}`, ...chosen];
        const env = { MESHRAG_COUNTS: counts, NODE_COMPILE_CACHE: path.join(artifacts, 'compiled') };
        const code = await run(process.execPath, ['scripts/lib/nodeTests.js', ...flags], { timeoutMs: 300_000, env });
        if (!fs.existsSync(counts)) throw new Error(`the tests ended with code ${code} and left no counts`);
        return JSON.parse(fs.readFileSync(counts, 'utf8'));
      },
    },
  ]);
});

/** @param {string} revision */
function changedFiles(revision) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
    return stdout.split('\0').filter((file) => file !== '');
  };
  return [...git('diff', '--name-only', '-z', revision), ...git('ls-files', '--others', '--exclude-standard', '-z')];
}
