// Files of the source that a command loads, and those in which a function runs, by V8's coverage of the command line.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{ name: string, loaded: string[], ran: string[] }} Way files relative to the project */

const files = {
  'README.md':
    '# Garden\n\nThe pump waters the beds. Its schedule is set in `schedule.ts`.\n\n## Watering\n\n`nextWatering` says when the pump starts.\n',
  'src/schedule.ts':
    "import { Pump } from './pump.ts';\n\n/** When the pump starts next. */\nexport function nextWatering(pump: Pump, now: number): number {\n  return now + pump.interval;\n}\n",
  'src/pump.ts':
    '/** A pump with its interval in minutes. */\nexport class Pump {\n  readonly interval: number;\n\n  constructor(interval: number) {\n    this.interval = interval;\n  }\n}\n',
};

/** The index is built by the first. */
const commands = [
  ['index'],
  ['search', 'When does the pump start?', '--system', 'bm25'],
  ['ask', 'When does the pump start?'],
  ['related', 'src/pump.ts:2'],
  ['symbol', 'nextWatering'],
];

/**
 * The ways of five commands in a folder of three files.
 * @param {string} root the project
 * @returns {Way[]}
 */
export function ways(root) {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-ways-'));
  try {
    const folder = path.join(temporary, 'folder');
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    return commands.map(([name = '', ...args], i) => {
      const coverage = path.join(temporary, String(i));
      const cache = path.join(temporary, 'cache');
      const env = { ...process.env, NODE_V8_COVERAGE: coverage, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: temporary };
      const program = path.join(root, 'src/cli/start.ts');
      const { status, stderr } = spawnSync(process.execPath, [program, name, ...args, '--dir', folder], { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`meshrag ${name} ended with code ${status}: ${stderr}`);
      return { name: [name, ...args.filter((one) => one.startsWith('--') || one === 'bm25')].join(' '), ...filesIn(coverage, root) };
    });
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} coverage folder of the reports, one of each thread
 * @param {string} root
 */
function filesIn(coverage, root) {
  const loaded = new Set();
  const ran = new Set();
  const sources = pathToFileURL(fs.realpathSync(path.join(root, 'src'))).href;
  for (const report of fs.readdirSync(coverage)) {
    /** @type {{ result: Script[] }} */
    const { result } = JSON.parse(fs.readFileSync(path.join(coverage, report), 'utf8'));
    for (const script of result) {
      if (!script.url.startsWith(`${sources}/`) || script.url.includes('/node_modules/')) continue;
      const file = `src${script.url.slice(sources.length)}`;
      loaded.add(file);
      if (hasRun(script)) ran.add(file);
    }
  }
  return { loaded: [...loaded].sort(), ran: [...ran].sort() };
}

/** @typedef {{ url: string, functions: { functionName: string, ranges: { startOffset: number, count: number }[] }[] }} Script */

/**
 * Whether a function of a script ran. The first function is the module itself.
 * @param {Script} script
 */
export function hasRun({ functions }) {
  return functions.some(({ functionName, ranges: [whole] }) => {
    const isModule = functionName === '' && whole?.startOffset === 0;
    return !isModule && (whole?.count ?? 0) > 0;
  });
}
