// Malformed messages to the language server, over its real wire: each request is answered, by a result or a sentence, and the server
// survives. Only the framing is valid: after a wrong Content-Length the start of the next message is unknown.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { askRequest, rebuildRequest, resumeRequest } from '../../src/protocol/server.ts';
import { type LspClient, startLspClient, uriOf } from '../server/lspClient.ts';
import { anyUnits } from '../support/anyText.ts';
import { copyFixture } from '../support/fixture.ts';
import { type Message, rightMessages } from '../support/rightMessages.ts';
import { wrongValues } from '../support/wrongValues.ts';
import { type Fuzzer, fuzz } from './fuzzer.ts';

/** The value with other things in up to three places. */
function anyWrong(value: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.constantFrom(undefined, null, -1, 2 ** 31, '', [], {}), fc.jsonValue(), anyUnits(20));
  return fc.array(fc.tuple(other, fc.nat()), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((changed, [wrong, at]) => {
      const all = [...wrongValues(changed, [wrong])];
      return all[at % all.length];
    }, value),
  );
}

type Attack = { kind: 'request' | 'notification'; message: Message } | { kind: 'raw'; body: string };

function anyAttack(folder: string): fc.Arbitrary<Attack> {
  const { requests, notifications } = rightMessages(folder);
  const wrongOf = (messages: readonly Message[]) =>
    fc.constantFrom(...messages).chain(({ method, params }) => anyWrong(params).map((wrong) => ({ method, params: wrong })));
  const anyEnvelope = fc
    .constantFrom(...requests, ...notifications)
    // With a numeric id, the answer could be confused with that of a request of the client.
    .chain((message) => anyWrong({ jsonrpc: '2.0', id: 'raw', ...message }))
    .filter((wrong) => typeof (wrong as { id?: unknown } | null | undefined)?.id !== 'number');
  const anyBody = fc.oneof(
    anyEnvelope.map((wrong) => `${JSON.stringify(wrong)}`),
    fc.tuple(fc.constantFrom('{', '[', '{"jsonrpc":"2.0","id":', '"'), fc.nat(20_000)).map(([unit, times]) => unit.repeat(times)),
    anyUnits(200),
  );
  return fc.oneof(
    { weight: 5, arbitrary: wrongOf(requests).map((message) => ({ kind: 'request', message }) as const) },
    { weight: 2, arbitrary: wrongOf(notifications).map((message) => ({ kind: 'notification', message }) as const) },
    { weight: 2, arbitrary: anyBody.map((body) => ({ kind: 'raw', body }) as const) },
  );
}

export const fuzzer: Fuzzer = {
  name: 'protocol',
  async run(options) {
    const folder = copyFixture('workspace');
    const client = await startLspClient();
    try {
      await client.configure([folder]);
      return await fuzz(anyAttack(folder), (attack) => survive(client, folder, attack), { ...options, shrinks: false });
    } finally {
      await client.stop();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function survive(client: LspClient, folder: string, attack: Attack): Promise<void> {
  if (attack.kind === 'raw') sendRaw(client, attack.body);
  else if (attack.kind === 'notification') await client.notify(attack.message.method, attack.message.params);
  else
    await client.connection
      .sendRequest(attack.message.method, attack.message.params as object)
      .catch((error) => checkRefusal(attack.message, error));
  // The message may legitimately have opened, closed, cleared or paused something.
  await client.notify('textDocument/didClose', { textDocument: { uri: uriOf(path.join(folder, 'src/kettle.ts')) } });
  await client.ask(resumeRequest, {});
  await client.configure([folder]);
  const question = 'Which kettle is heated first?';
  const { found } = await client.ask(askRequest, { question });
  if (found) return;
  await client.ask(rebuildRequest, {});
  assert.ok((await client.ask(askRequest, { question })).found, 'the server answers as before');
}

/** Rejections are sentences for the user, not JavaScript errors of unchecked code. */
function checkRefusal({ method }: Message, error: unknown): void {
  assert.ok(error instanceof ResponseError, `${method} is answered: ${error}`);
  // The protocol's own requests are validated by its library.
  if (!method.startsWith('meshrag/')) return;
  assert.ok(
    [ErrorCodes.InvalidParams, LSPErrorCodes.RequestFailed].includes(error.code as never),
    `${method}: ${error.code} ${error.message}`,
  );
  assert.doesNotMatch(error.message, /Cannot |is not (?:a function|iterable|defined)|undefined \(/);
}

function sendRaw({ process: server }: LspClient, body: string): void {
  const bytes = Buffer.from(body);
  server.stdin?.write(Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]));
}
