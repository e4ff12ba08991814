/** The tools of agents on a folder of given files. */

import type { TestContext } from 'node:test';
import type { ToolContext } from '../../src/service/tools/toolContext.ts';
import type { ToolResult } from '../../src/tools/toolResult.ts';
import { serviceOn } from './serviceOn.ts';

export async function toolsOn(
  t: TestContext,
  content: Record<string, string>,
): Promise<{ readonly context: ToolContext; readonly folder: string }> {
  const { service, folder } = await serviceOn(t, content);
  return { context: { service, folders: new Map([[folder, 'harbour']]) }, folder };
}

/** What a tool says: its introduction, then its entries. */
export async function told(result: Promise<ToolResult> | ToolResult): Promise<readonly string[]> {
  const { intro, entries } = await result;
  return [...intro, ...entries.map(({ text }) => text)];
}
