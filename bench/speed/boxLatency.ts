/**
 * From a typed question to the first place under it, in the box of a real VS Code in a real browser, on a folder of some 20,000 chunks. Times from the
 * input event to the frame in which a place stands in the list, the pause of 30 ms included. It runs the last build.
 *
 * `node bench/speed/boxLatency.ts [--files 3000] [--questions 50]`
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { latencyOf } from '../../test/server/latency.ts';
import { openMeshrag, statusItem } from '../../test/support/meshrag.ts';
import { savedFolder } from '../../test/support/savedFolder.ts';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/speed/boxLatency.ts [--files 3000] [--questions 50]

  --files N      files of the folder
  --questions N  after five that are not counted`;
const warmUp = 5;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { files: { type: 'string', default: '3000' }, questions: { type: 'string', default: '50' } },
  });
  const questions = countOf('--questions', values.questions);
  const files = countOf('--files', values.files);
  const tempDir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-box-'));
  const folder = savedFolder(tempDir, files);
  const window = await openMeshrag({ folder: tempDir });
  try {
    await window.statusBarText(statusItem, new RegExp(`\\b${files.toLocaleString('en')} files`));
    await window.palette('MeshRAG: Ask workspace');
    await window.page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
    const times: number[] = [];
    for (let i = 0; i < warmUp + questions; i++) {
      await typed('');
      await sleep(300);
      const ms = await typed(folder.question());
      if (i >= warmUp) times.push(ms);
    }
    const { p50, p95, max, count } = latencyOf(times);
    const [a, b, c] = [p50, p95, max].map((ms) => `${ms.toFixed(0)} ms`);
    console.log(`p50 ${a}, p95 ${b}, longest ${c} of ${count}; load ${os.loadavg()[0]?.toFixed(1)}`);
  } finally {
    await window.stop();
    fs.rmSync(tempDir, { recursive: true, force: true });
  }

  /** Puts a text into the box; milliseconds until a place stands in the list, or none for an empty text. */
  function typed(text: string): Promise<number> {
    return window.page.evaluate(
      (value) =>
        new Promise<number>((resolve) => {
          const input = document.querySelector<HTMLInputElement>(
            '.quick-input-widget input[type="text"], .quick-input-widget input:not([type])',
          );
          if (input === null) throw new Error('The box is not open');
          const started = performance.now();
          input.value = value;
          input.dispatchEvent(new Event('input', { bubbles: true }));
          const look = (): void => {
            const rows = [...document.querySelectorAll('.quick-input-list .monaco-list-row')];
            const hasPlace = rows.some((row) => /:\d+, /.test(row.getAttribute('aria-label') ?? ''));
            if (hasPlace === (value !== '')) resolve(performance.now() - started);
            else requestAnimationFrame(look);
          };
          look();
        }),
      text,
    );
  }
});
