/** Entry point of the language server, over the transport given on the command line (`--node-ipc` or `--stdio`). */

import './host/clientArgument.ts';
import { createConnection, type Logger, ProposedFeatures } from 'vscode-languageserver';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createService } from '../service/createService.ts';
import { startLifetime } from '../service/lifetime.ts';
import { startServer } from './server.ts';

// Standard output belongs to the protocol; anything printed by dependencies goes to standard error.
for (const name of ['log', 'info', 'debug'] as const) console[name] = console.error;

const lifetime = startLifetime();
// The library's own entry point for Node would exit without closing the index.
const watchDog = {
  shutdownReceived: false,
  initialize({ processId }: { readonly processId: number | null }) {
    if (processId !== null) lifetime.endAfter(processId);
  },
  exit: lifetime.end,
};
const connection = createConnection(openTransport, watchDog, ProposedFeatures.all);

process.on('unhandledRejection', (reason) => {
  connection.console.error(`Unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
});

lifetime.onEnd(startServer(connection, createService()));

function openTransport(logger: Logger) {
  if (process.argv.includes('--node-ipc')) {
    process.once('disconnect', () => lifetime.end(0));
    return createProtocolConnection(new IPCMessageReader(process), new IPCMessageWriter(process), logger);
  }
  for (const stream of [process.stdin, process.stdout]) lifetime.endWith(stream);
  return createProtocolConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout), logger);
}
