/** Publishes a folder on a real server for the tests in VS Code, which cannot start one themselves. */

import { createService } from '../../src/service/createService.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { startPostgres } from './postgresServer.ts';

export interface SharedFixture {
  /** Variables with the address and the password; none without a server. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param folder absolute path; published as `fixture`. Not where MESHRAG_TEST_NO_SHARED says so. */
export async function publishFixture(folder: string): Promise<SharedFixture> {
  if (process.env.MESHRAG_TEST_NO_SHARED) return { env: {}, stop: async () => undefined };
  const started = await startPostgres();
  if ('skip' in started) return { env: {}, stop: async () => undefined };
  const { server } = started;
  const address = await server.createDatabase();
  const service = createService();
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const place = { address, name: 'fixture' };
  await service.publishIndex(folder, (source, yieldThread) => publish(place, source, { PGPASSWORD: server.password }, yieldThread));
  await service.close();
  return { env: { MESHRAG_TEST_SHARED: address, MESHRAG_TEST_SHARED_PASSWORD: server.password }, stop: () => server.stop() };
}
