/** Commands of the command line in the process of a test, with the cache in a directory of its own. */

import path from 'node:path';
import type { TestContext } from 'node:test';
import type { RunCommand } from '../../src/cli/command.ts';
import { createOutput } from '../../src/cli/output.ts';
import { workFolder } from './workFolder.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as if its cache were in `parent`; it prints text unless `--json` is among the arguments. Rejects with what the command throws. */
export async function runInProcess(run: RunCommand, parent: string, ...args: readonly string[]): Promise<Ran> {
  const name = process.platform === 'win32' ? 'LOCALAPPDATA' : process.platform === 'darwin' ? 'HOME' : 'XDG_CACHE_HOME';
  const before = process.env[name];
  process.env[name] = path.join(parent, 'cache');
  let [stdout, stderr] = ['', ''];
  const stream = (write: (text: string) => void) => ({ isTTY: false, write }) as unknown as NodeJS.WriteStream;
  const output = createOutput({
    stdout: stream((text) => (stdout += text)),
    stderr: stream((text) => (stderr += text)),
    env: {},
    format: args.includes('--json') ? 'json' : 'text',
  });
  const lifetime = { onEnd: () => undefined, endWith: () => undefined };
  try {
    return { code: await run(args, { output, signal: new AbortController().signal, lifetime }), stdout, stderr };
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

/** What a command prints about a small folder, with durations, digests and paths replaced by their names. */
export async function printed(context: TestContext, run: RunCommand) {
  const folder = workFolder(context, {
    'README.md': '# Kettle\n\nKettle boils water for tea.\n',
    'src/kettle.ts':
      '/** Heats water. */\nexport class Kettle {\n  /** Boils it. */\n  boil(degrees: number) {\n    return heatWater(degrees);\n  }\n}\n',
    'src/heat.ts': '/** The fire. */\nexport function heatWater(degrees: number) {\n  return degrees;\n}\n',
    'src/use.ts': "import { Kettle } from './kettle.ts';\n\n// A Kettle is lazy.\nnew Kettle().boil(3);\n",
    'docs/tea.md': '# Tea\n\n## Water\n\nThe Kettle calls heatWater.\n',
    'big.png': '\0\0\0',
    'pnpm-lock.yaml': 'a: 1\n',
  });
  const plain = (text: string): string =>
    text
      .replaceAll(folder.parent, 'PARENT')
      .replace(/\b[0-9a-f]{32}\b/g, 'ID')
      .replace(/\b[0-9a-f]{64}\b/g, 'DIGEST')
      .replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, 'TIME');
  const ask = async (...args: readonly string[]): Promise<Ran> => {
    const { code, stdout, stderr } = await runInProcess(run, folder.parent, ...args, '--dir', folder.root);
    return { code, stdout: plain(stdout), stderr: plain(stderr) };
  };
  return { folder, ask };
}
