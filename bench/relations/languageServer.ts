/**
 * Compares the files that use what a repository declares with the references that a language server finds (`textDocument/references`).
 *
 * Drawn by a fixed seed are functions, classes, types and constants outside of all others, by the tags of universal-ctags, from sources that are
 * no tests. Compared are the files with a use in code, the declaring one left out.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { definitionsIn, findDefinitions, findUsers } from '../../src/engine/relations/relations.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { createSource, textsOf } from './source.ts';

const usage = `node bench/relations/languageServer.ts --tree DIR --language NAME --server COMMAND [--count N] [--seed S] [--wait SECONDS] [--show]

  --tree DIR        a repository's working tree
  --language NAME   as ctags calls it: Python or C
  --server COMMAND  a language server that speaks over standard input, with its arguments
  --count N         how many names (100)
  --seed S          what they are drawn by (1)
  --wait SECONDS    for its own index, before the first question (20)
  --show            the files that differ`;

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    language: { type: 'string' },
    server: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    wait: { type: 'string', default: '20' },
    show: { type: 'boolean' },
  },
});
/** What is drawn, by kinds of ctags. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  Python: ['function', 'class', 'variable'],
  C: ['function', 'struct', 'enum', 'typedef', 'macro'],
};
const wantedKinds = kinds[values.language ?? ''];
if (values.tree === undefined || values.server === undefined || wantedKinds === undefined) {
  console.error(usage);
  process.exit(2);
}
const tree = fs.realpathSync(values.tree);

/** A language server as a process. */
class Server {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  constructor(command: string) {
    const [program = '', ...parameters] = command.split(' ');
    this.#process = spawn(program, parameters, { cwd: tree, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout?.on('data', (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part]);
      while (this.#takeMessage());
    });
  }

  async ask<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return (await new Promise<unknown>((resolve) => this.#waiting.set(id, resolve))) as Result;
  }

  notify(method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  end(): void {
    this.#process.kill();
  }

  #send(message: object): void {
    const body = JSON.stringify(message);
    this.#process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #takeMessage(): boolean {
    const end = this.#received.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(this.#received.toString('latin1', 0, Math.max(0, end)))?.[1]);
    if (end < 0 || this.#received.length < end + 4 + length) return false;
    const message = JSON.parse(this.#received.toString('utf8', end + 4, end + 4 + length));
    this.#received = this.#received.subarray(end + 4 + length);
    if (message.method === undefined) {
      this.#waiting.get(message.id)?.(message.result);
      this.#waiting.delete(message.id);
    } else if (message.id !== undefined) {
      // Its requests to the editor: settings, which are empty.
      const result = message.method === 'workspace/configuration' ? message.params.items.map(() => ({})) : null;
      this.#send({ jsonrpc: '2.0', id: message.id, result });
    }
    return true;
  }
}

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly scope?: string;
}

const files = textsOf(tree);
const options = ['-R', `--languages=${values.language}`, '--output-format=json', '--fields=+nKs', '-f', '-', '.'];
const output = execFileSync('ctags', options, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
const tags = output
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Tag => ({ ...JSON.parse(line), path: nodePath.posix.normalize(JSON.parse(line).path) }))
  .filter(
    ({ kind, scope, name, path }) => wantedKinds.includes(kind) && scope === undefined && !/^__anon|\W/.test(name) && !isTestPath(path),
  );
const keyOf = ({ path, name }: Tag): string => createHash('sha256').update(`${values.seed} ${path} ${name}`).digest('hex');
const distinct = [...new Map(tags.map((tag) => [keyOf(tag), tag]))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
const drawn = distinct.slice(0, Number(values.count));

const source = createSource(files);
const server = new Server(values.server);
const folder = { uri: pathToFileURL(tree).href, name: 'tree' };
await server.ask('initialize', {
  processId: process.pid,
  rootUri: folder.uri,
  workspaceFolders: [folder],
  capabilities: { workspace: { configuration: true, workspaceFolders: true } },
});
server.notify('initialized', {});
const opened = new Set<string>();
function open(path: string): string {
  const { href: uri } = pathToFileURL(nodePath.join(tree, path));
  if (!opened.has(path)) {
    const languageId = (values.language as string).toLowerCase();
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text: files.get(path) ?? '' } });
  }
  opened.add(path);
  return uri;
}
for (const { path } of drawn) open(path);
await sleep(1000 * Number(values.wait));

let [right, claimed, wanted, without, falseWithout, unseen] = [0, 0, 0, 0, 0, 0];
for (const { path, name, line } of drawn) {
  const uri = open(path);
  const character = (files.get(path)?.split('\n')[line - 1] ?? '').search(new RegExp(`\\b${name}\\b`));
  const position = { line: line - 1, character: Math.max(0, character) };
  const found = await server.ask<readonly { readonly uri: string }[] | null>('textDocument/references', {
    ...{ textDocument: { uri }, position, context: { includeDeclaration: true } },
  });
  const references = (found ?? []).map((one) => nodePath.relative(tree, fileURLToPath(one.uri)));
  const expected = new Set(references.filter((one) => one !== path && files.has(one)));
  const definitions = definitionsIn(name, path, files.get(path) ?? '', languageOf(path)).filter(({ scope }) => scope === 'outermost');
  if (definitions.length === 0) unseen++;
  const { uses } = definitions.length === 0 ? { uses: [] } : await findUsers(name, definitions, source);
  const ours = new Set(uses.filter((use) => use.where === 'code' && use.path !== path).map((use) => use.path));
  // A server of C counts the header that declares it; for us that may be a definition.
  if (values.language === 'C') for (const one of await findDefinitions(name, source)) if (expected.has(one.path)) ours.add(one.path);
  const both = [...ours].filter((one) => expected.has(one)).length;
  if (values.show && (both < expected.size || both < ours.size)) {
    const missing = [...expected].filter((one) => !ours.has(one));
    const wrong = [...ours].filter((one) => !expected.has(one));
    console.log(`  ${path} ${name}: missing ${missing.join(', ') || 'none'}; wrong ${wrong.join(', ') || 'none'}`);
  }
  if (expected.size === 0) {
    without++;
    if (ours.size > 0) falseWithout++;
    continue;
  }
  right += both;
  claimed += ours.size;
  wanted += expected.size;
}
server.end();
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
console.log(
  `${files.size} files, ${drawn.length} names, ${unseen} of them no definitions for us; uses: recall ${percent(right / wanted)}, precision ` +
    `${percent(right / claimed)}, ${wanted} files; of ${without} names without users ${falseWithout} have some by ours`,
);
