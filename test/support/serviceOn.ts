/** A service with one folder of given files, indexed. */

import type { TestContext } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { workFolder } from './workFolder.ts';

export async function serviceOn(t: TestContext, content: Record<string, string>): Promise<{ service: Service; folder: string }> {
  const { root: folder } = workFolder(t, content);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { service, folder };
}
