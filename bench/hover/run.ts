/**
 * How often hovers show something, and how fast: `node bench/hover/run.ts TREE...` asks the real server, over its real wire, at 100 places
 * of each tree, and prints one line per tree. A place is a letter of a word on a random line of a random file of the tree, files weighted
 * by size; the draw is seeded, so two runs ask at the same places. `--show` prints every hover with its place.
 */

import * as fs from 'node:fs';
import * as path from 'node:path';
import { draw } from '../../src/engine/hash/mix.ts';
import { startLspClient, uriOf } from '../../test/server/lspClient.ts';

const places = 100;
/** Untimed hovers for warming up. */
const warmUp = 20;

interface Place {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

const args = process.argv.slice(2);
const trees = args.filter((arg) => !arg.startsWith('--'));
if (trees.length === 0) throw new Error('Name the folders to hover in: node bench/hover/run.ts TREE...');
console.log('| tree | files | silent | related chunks | p50 ms | p95 ms | longest ms |\n| --- | --: | --: | --: | --: | --: | --: |');
for (const tree of trees) await measure(path.resolve(tree), args.includes('--show'));

async function measure(tree: string, show: boolean): Promise<void> {
  const client = await startLspClient({ transport: 'ipc' });
  try {
    const status = await client.configure([tree]);
    const files = textFiles(tree);
    for (let i = 0; i < warmUp; i++) await hoverAt(drawPlace(tree, files, 1000 + i));
    const times: number[] = [];
    let silent = 0;
    let listed = 0;
    for (let i = 0; i < places; i++) {
      const place = drawPlace(tree, files, i);
      const startedMs = performance.now();
      const text = await hoverAt(place);
      times.push(performance.now() - startedMs);
      if (text === '') silent++;
      else listed += text.split('  \n').length - 1;
      if (show) console.log(`\n${place.file}:${place.line + 1}:${place.character} ${wordAt(tree, place)}\n${text || '(silent)'}`);
    }
    times.sort((a, b) => a - b);
    const ms = (share: number) => (times[Math.ceil(share * places) - 1] ?? 0).toFixed(1);
    const perHover = (listed / Math.max(1, places - silent)).toFixed(1);
    const count = status.folders[0]?.files;
    console.log(`| ${path.basename(tree)} | ${count} | ${silent} % | ${perHover} | ${ms(0.5)} | ${ms(0.95)} | ${ms(1)} |`);
  } finally {
    await client.stop();
  }

  function hoverAt({ file, line, character }: Place): Promise<string> {
    return client.hover(uriOf(path.join(tree, file)), line, character);
  }
}

function textFiles(tree: string): { readonly file: string; readonly lines: readonly string[] }[] {
  const found = fs.readdirSync(tree, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !`${entry.parentPath}${path.sep}`.includes(`${path.sep}.git${path.sep}`))
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => ({ file, bytes: fs.readFileSync(path.join(tree, file)) }))
    .filter(({ bytes }) => bytes.length < 1 << 20 && !bytes.includes(0))
    .map(({ file, bytes }) => ({ file, lines: bytes.toString('utf8').split(/\r\n|\r|\n/) }));
}

/** The n-th place; draws again until a line has a word. */
function drawPlace(tree: string, files: ReturnType<typeof textFiles>, n: number): Place {
  const total = files.reduce((sum, { lines }) => sum + lines.length, 0);
  for (let attempt = 0; attempt < 1000; attempt++) {
    let at = draw(n, attempt * 2) % total;
    const of = files.find(({ lines }) => {
      if (at < lines.length) return true;
      at -= lines.length;
      return false;
    });
    const letters = [...(of?.lines[at] ?? '').matchAll(/[\p{L}\p{N}_]/gu)];
    const letter = letters[draw(n, attempt * 2 + 1) % Math.max(1, letters.length)];
    if (of && letter) return { file: of.file, line: at, character: letter.index };
  }
  throw new Error(`${tree} has no text`);
}

function wordAt(tree: string, { file, line, character }: Place): string {
  const text = fs.readFileSync(path.join(tree, file), 'utf8').split(/\r\n|\r|\n/)[line] ?? '';
  const from = text.slice(0, character).search(/[\p{L}\p{N}_]*$/u);
  const word = /^[\p{L}\p{N}_]*/u.exec(text.slice(from))?.[0] ?? '';
  return `«${word}» in: ${text.trim().slice(0, 100)}`;
}
