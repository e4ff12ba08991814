// Accessibility problems of a webview, found by axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** Serious and critical problems of the current document, a line each. */
export async function seriousProblems(frame: Frame): Promise<string[]> {
  // A webview's policy forbids foreign scripts; evaluating in the debugger is exempt.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe);
  return frame.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
