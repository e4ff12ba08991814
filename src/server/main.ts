/** Entry point of the language server, over the transport given on the command line (`--node-ipc` or `--stdio`). */

import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createService } from '../service/createService.ts';
import { startServer } from './server.ts';

// Standard output belongs to the protocol; anything printed by dependencies goes to standard error.
for (const name of ['log', 'info', 'debug'] as const) console[name] = console.error;

const connection = createConnection(ProposedFeatures.all);

process.on('unhandledRejection', (reason) => {
  connection.console.error(`Unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
});

startServer(connection, createService());
