// Accessibility problems of a webview, found by axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(inside: string, options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/**
 * Serious and critical problems of the current document, a line each, that last for five seconds: a view adjusts to its size a frame later.
 * @param inside a selector of what is checked; everything by default.
 */
export async function seriousProblems(frame: Frame, inside?: string): Promise<string[]> {
  // A webview's policy forbids foreign scripts; evaluating in the debugger is exempt.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe);
  const deadline = performance.now() + 5000;
  for (;;) {
    const problems = await currentProblems(frame, inside);
    if (problems.length === 0 || performance.now() > deadline) return problems;
  }
}

function currentProblems(frame: Frame, inside = 'html'): Promise<string[]> {
  return frame.evaluate(async (selector) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(selector, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, inside);
}
