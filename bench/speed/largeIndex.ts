/**
 * An index of a million chunks: `node bench/speed/largeIndex.ts --work DIR [--chunks 1000000] [--keep]`.
 *
 * Writes generated notes into DIR (words and names drawn from fixed, skewed vocabularies; some 300 bytes a section, a chunk each), indexes
 * them as a user's folder, asks twenty questions, and prints time and memory.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

const { values } = parseArgs({
  options: {
    work: { type: 'string' },
    chunks: { type: 'string', default: '1000000' },
    keep: { type: 'boolean', default: false },
  },
});
if (values.work === undefined) throw new Error('--work DIR is missing: a directory that may be filled and emptied');
const sectionsPerFile = 50;
const vocabulary = 60_000;
const names = 200_000;

let drawn = 0;
/** A number below `limit`; small ones are far more frequent. */
const skewed = (limit: number): number => Math.floor(limit ** (mix32(++drawn) / 2 ** 32)) % limit;
const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'hel', 'jo', 'kin', 'lo', 'mar', 'no', 'pe', 'ri', 'sa', 'tu', 'ven'];
function word(number: number): string {
  let text = '';
  for (let rest = number + 16; rest > 0; rest >>= 4) text += syllables[rest & 15];
  return text;
}
const name = (): string => {
  const number = skewed(names);
  const [first, last] = [word(number % 997), word(number)];
  return `${first[0]?.toUpperCase()}${first.slice(1)} ${last[0]?.toUpperCase()}${last.slice(1)}`;
};

function section(): string {
  const sentences = Array.from({ length: 4 }, () => {
    const words = Array.from({ length: 9 }, () => word(skewed(vocabulary)));
    return `${words.slice(0, 4).join(' ')} ${name()} ${words.slice(4).join(' ')}.`;
  });
  return `## ${name()}\n\n${sentences.join('\n')}\n`;
}

const folder = nodePath.join(values.work, 'notes');
const files = Math.ceil(Number(values.chunks) / sectionsPerFile);
for (let file = 0; file < files; file++) {
  const directory = nodePath.join(folder, String(file % 500));
  if (file < 500) fs.mkdirSync(directory, { recursive: true });
  const text = Array.from({ length: sectionsPerFile }, section).join('\n');
  fs.writeFileSync(nodePath.join(directory, `note${file}.md`), text);
}

const service = createService();
const started = performance.now();
await service.openFolder(folder, { settings: defaultSettings, indexDirectory: nodePath.join(values.work, 'index.db'), runGit: false });
await service.idle();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const [report] = service.report();
if (report === undefined || report.state !== 'ready') throw new Error(`the build did not finish: ${textOf(report?.messages)}`);
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MB`;
const { files: indexed, chunks, entities, bytes, indexBytes, messages } = report;
console.log(`${indexed} files, ${chunks} chunks, ${entities} entities from ${megabytes(bytes)}; index file ${megabytes(indexBytes)}`);
console.log(`${Math.round(seconds)} s, ${Math.round((user + system) / 1e6)} s of CPU, generating the files among it`);
console.log(`peak ${megabytes(process.resourceUsage().maxRSS * 1024)}`);
if (messages !== undefined) console.log(textOf(messages));
const times: number[] = [];
for (let i = 0; i < 20; i++) times.push((await service.search(`${name()} ${word(skewed(vocabulary))} ${word(skewed(vocabulary))}`)).ms);
times.sort((x, y) => x - y);
console.log(`questions: median ${times[10]?.toFixed(0)} ms, slowest ${times[19]?.toFixed(0)} ms`);
await service.close();
if (!values.keep) fs.rmSync(values.work, { recursive: true });
