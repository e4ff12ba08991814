// npm start [-- FOLDER [QUESTION]]: indexes FOLDER (default: this project), answers QUESTION in the terminal, then opens VS Code on it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './lib/npm.js';
import { onPinnedNode, root } from './lib/pinnedNode.js';
import { run } from './lib/steps.js';

const node = process.execPath;
const hour = 3_600_000;

await onPinnedNode(fileURLToPath(import.meta.url), async () => {
  const [folderName = root, question] = process.argv.slice(2);
  // npm runs scripts in the project's folder; a relative FOLDER refers to the folder of the command.
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), folderName);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SetupError(`${folder} is not a folder: name one that exists`);

  if (buildIsStale()) await must('build the project', ['esbuild.js', '--quiet']);
  await must(`index ${folder}`, ['dist/cli.js', 'index', folder, '--text']);
  const asked = question ?? `What is ${titleOf(folder)}?`;
  console.log(`\n> ${asked}\n`);
  await must('answer the question', ['dist/cli.js', 'ask', asked, '--dir', folder, '--text']);

  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.log('\nThis is no terminal, so VS Code is not opened. In a terminal, npm start opens it with the extension.');
    return 0;
  }
  const { openEditor } = await import('./lib/editor.js');
  return openEditor(folder);
});

/**
 * @param {string} what
 * @param {string[]} args
 */
async function must(what, args) {
  const code = await run(node, args, { timeoutMs: hour });
  if (code !== 0) throw new SetupError(`Could not ${what} (exit code ${code}); the message is above.`);
}

/** Whether a source is newer than the bundles. */
function buildIsStale() {
  const built = fs.statSync(path.join(root, 'dist/cli.js'), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  const sources = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => path.join('src', file));
  return [...sources, 'esbuild.js', 'package-lock.json'].some((file) => fs.statSync(path.join(root, file)).mtimeMs > built);
}

/** The first heading of the folder's README, else the folder's name. */
function titleOf(/** @type {string} */ folder) {
  const readme = fs.readdirSync(folder).find((name) => /^readme(\.(md|markdown|txt))?$/i.test(name));
  const text = readme === undefined ? '' : fs.readFileSync(path.join(folder, readme), 'utf8');
  const heading = /^#\s+(.+?)\s*#*$/m.exec(text)?.[1];
  // Without markup and badges.
  const title = heading?.replaceAll(/!?\[([^\]]*)\]\([^)]*\)|<[^>]*>|[`*]/g, '$1').trim();
  return title || path.basename(folder);
}
