/** The packed command line connects to a real server: it bundles the PostgreSQL client without what is never used. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, test } from 'node:test';
import { type PostgresServer, startPostgres } from '../support/postgresServer.ts';
import { workFolder } from '../support/workFolder.ts';

const started = await startPostgres();
const skip = 'skip' in started ? started.skip : false;
const server = 'server' in started ? started.server : (undefined as unknown as PostgresServer);
after(() => server?.stop());

const program = path.resolve(import.meta.dirname, '../../dist/npm/cli.js');

test('the package publishes an index and queries it', { skip, timeout: 120_000 }, async (t) => {
  const folder = workFolder(t);
  folder.write('docs/quay.md', '# Quay\n\nShips are moored at the quay with two lines.\n');
  const address = await server.createDatabase();
  const env = { ...process.env, PGPASSWORD: server.password, XDG_CACHE_HOME: path.join(folder.parent, 'cache') };
  const run = (...args: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...args, '--name', 'quay', '--dir', folder.root, '--json'], { env });
      let [out, err] = ['', ''];
      child.stdout.on('data', (data) => (out += data));
      child.stderr.on('data', (data) => (err += data));
      child.on('close', (status) => (status === 0 ? resolve(out) : reject(new Error(err))));
    });
  assert.equal(JSON.parse(await run('push', '--to', address)).files, 1);
  const { results } = JSON.parse(await run('search', 'How are ships moored?', '--shared', address));
  assert.equal(results[0]?.path, 'docs/quay.md');
});
