/** An agent of `run.ts` with servers of its own: starts them, passes on calls, and lives until it is killed. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** Starts a server, or calls a tool of the one with this process id. */
export type Request = { readonly id: number } & (
  | { readonly start: readonly string[] }
  | { readonly pid: number; readonly name: string; readonly arguments: Record<string, unknown> }
);

/** The process id of a started server, or the text of a result; the sentence of what failed. */
export type Reply = { readonly id: number } & ({ readonly value: string | number } | { readonly error: string });

const servers = new Map<number, Client>();

process.on('message', async (request: Request) => {
  try {
    send({ id: request.id, value: await ('start' in request ? start(request.start) : call(request)) });
  } catch (error) {
    send({ id: request.id, error: String(error) });
  }
});

function send(reply: Reply): void {
  process.send?.(reply);
}

async function start(args: readonly string[]): Promise<number> {
  const client = new Client({ name: 'bench', version: '0' });
  const env = process.env as Record<string, string>;
  const transport = new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: 'inherit' });
  await client.connect(transport);
  const pid = transport.pid as number;
  servers.set(pid, client);
  client.onclose = () => servers.delete(pid);
  return pid;
}

async function call({ pid, name, arguments: input }: Extract<Request, { pid: number }>): Promise<string> {
  const client = servers.get(pid);
  if (client === undefined) throw new Error(`Server ${pid} has ended`);
  const { content } = await client.callTool({ name, arguments: input }, undefined, { timeout: 120_000 });
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}
