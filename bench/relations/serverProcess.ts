/** A language server as a process, which is asked about the files of a tree. */

import { type ChildProcess, spawn } from 'node:child_process';
import nodePath from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A place that a server names; lines are 1-based. */
export interface ServerPlace {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  readonly line: number;
}

export class LanguageServer {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #tree: string;
  readonly #opened = new Set<string>();
  #received = Buffer.alloc(0);
  #last = 0;

  private constructor(command: string, tree: string) {
    this.#tree = tree;
    const [program = '', ...parameters] = command.split(' ');
    this.#process = spawn(program, parameters, { cwd: tree, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout?.on('data', (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part]);
      while (this.#takeMessage());
    });
  }

  /** @param command with its arguments, separated by spaces. */
  static async start(command: string, tree: string): Promise<LanguageServer> {
    const server = new LanguageServer(command, tree);
    const folder = { uri: pathToFileURL(tree).href, name: 'tree' };
    await server.#ask('initialize', {
      processId: process.pid,
      rootUri: folder.uri,
      workspaceFolders: [folder],
      capabilities: { workspace: { configuration: true, workspaceFolders: true } },
    });
    server.#notify('initialized', {});
    return server;
  }

  /** Opens a file, as an editor does; returns its address. */
  open(path: string, languageId: string, text: string): string {
    const { href: uri } = pathToFileURL(nodePath.join(this.#tree, path));
    if (!this.#opened.has(path)) this.#notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    this.#opened.add(path);
    return uri;
  }

  /** Where the name is used whose column (from 0) in a line (from 1) of an opened file is given. */
  async references(uri: string, line: number, character: number, includeDeclaration: boolean): Promise<readonly ServerPlace[]> {
    const found = await this.#ask<
      readonly { readonly uri: string; readonly range: { readonly start: { readonly line: number } } }[] | null
    >('textDocument/references', { textDocument: { uri }, position: { line: line - 1, character }, context: { includeDeclaration } });
    return (found ?? []).map(({ uri: at, range }) => ({
      path: nodePath.relative(this.#tree, fileURLToPath(at)).split(nodePath.sep).join('/'),
      line: range.start.line + 1,
    }));
  }

  async #ask<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return (await new Promise<unknown>((resolve) => this.#waiting.set(id, resolve))) as Result;
  }

  #notify(method: string, params: object): void {
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
