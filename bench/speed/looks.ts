/**
 * What is added beside a model's own time: the real client over real sockets, a model on loopback that answers, or asks for one look and then
 * answers. For each kind of look the time between the reply and the next request, once right after opening the index and for further questions;
 * from the first byte of the answer to the first text; and of the whole question all that the model did not take. On a busy machine the times of
 * the processor count, which include those of the model on loopback.
 */

import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Look, lookLine } from '../../src/engine/answer/looks/look.ts';
import { createOpenAIModel } from '../../src/models/openaiModel.ts';
import { askModel } from '../../src/service/ask/askModel.ts';
import { createService } from '../../src/service/createService.ts';
import { lookInto } from '../../src/service/tools/lookInto.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { startLoopback } from '../../test/models/loopbackServer.ts';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/speed/looks.ts [--dir DIR] [--times 20] [--reply 1000]

  --dir DIR   the folder that is asked about; by default this repository
  --times N   how often each kind of look is asked for, of an open index
  --reply MS  how long the model takes for a reply`;

/** Questions are restated by no model here. */
const question = 'How is a fuse set where the harbour is closed?';
const answer = 'It is so [1].';
const kinds = ['none', 'search', 'read', 'symbol', 'outline of a file', 'outline of a folder'] as const;

interface Measured {
  readonly nextMs: number;
  /** Time of the processor, of all threads. */
  readonly cpuMs: number;
  readonly textMs: number;
  /** From the question to the whole answer, without the model's time. */
  readonly addedMs: number;
  readonly addedCpuMs: number;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { dir: { type: 'string' }, times: { type: 'string', default: '20' }, reply: { type: 'string', default: '1000' } },
  });
  const dir = path.resolve(values.dir ?? path.join(import.meta.dirname, '../..'));
  const replyMs = countOf('--reply', values.reply);
  const times = countOf('--times', values.times);
  const places = await placesIn(dir);
  console.log(`${dir}: ${places.length} files; load ${os.loadavg()[0]?.toFixed(1)}`);
  console.log(`${' '.repeat(22)} next request, ms                              | first text    | all that is added`);
  console.log(
    'look                    first (CPU) | then p50     p95 (CPU p50     p95) |    p50     p95 |    p50     p95 (CPU p50     p95)',
  );
  for (const kind of kinds) {
    const service = await opened(dir);
    const all: Measured[] = [];
    for (let i = 0; i <= times; i++) {
      const look = lookOf(kind, places[(i * 7919) % places.length] as string);
      all.push(await measure(service, dir, look, i === 0 ? replyMs : Math.min(replyMs, 60)));
    }
    await service.close();
    const [first, ...others] = all;
    const at = (of: (one: Measured) => number, share: number): string => {
      const sorted = others.map(of).sort((a, b) => a - b);
      return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1).padStart(7);
    };
    const wall = (one: Measured): number => one.nextMs;
    const cpu = (one: Measured): number => one.cpuMs;
    const text = (one: Measured): number => one.textMs;
    const added = (one: Measured): number => one.addedMs;
    const addedCpu = (one: Measured): number => one.addedCpuMs;
    const begun = `${(first?.nextMs ?? 0).toFixed(0).padStart(6)} (${(first?.cpuMs ?? 0).toFixed(0).padStart(4)})`;
    const then = `${at(wall, 0.5)} ${at(wall, 0.95)} (${at(cpu, 0.5)} ${at(cpu, 0.95)})`;
    const whole = `${at(added, 0.5)} ${at(added, 0.95)} (${at(addedCpu, 0.5)} ${at(addedCpu, 0.95)})`;
    console.log(`${kind.padEnd(22)} ${begun} | ${then} | ${at(text, 0.5)} ${at(text, 0.95)} | ${whole}`);
  }
});

type OpenService = ReturnType<typeof createService>;

async function opened(dir: string): Promise<OpenService> {
  const service = createService();
  await service.openFolder(dir, { settings: defaultSettings, runGit: false });
  await service.idle();
  return service;
}

/** Code files, by path. */
async function placesIn(dir: string): Promise<readonly string[]> {
  const service = await opened(dir);
  const { results } = await service.search('function', { limit: 100 });
  await service.close();
  return [...new Set(results.filter(({ kind }) => kind === 'code').map((one) => one.path))];
}

function lookOf(kind: (typeof kinds)[number], file: string): Look | undefined {
  if (kind === 'none') return undefined;
  const name = path.basename(file).split('.')[0] as string;
  if (kind === 'search') return { verb: 'search', words: `${name} of a ${path.basename(path.dirname(file))}` };
  if (kind === 'read') return { verb: 'read', path: file, from: 1, to: 60 };
  if (kind === 'symbol') return { verb: 'symbol', name };
  return { verb: 'outline', path: kind === 'outline of a file' ? file : path.dirname(file) };
}

async function measure(service: OpenService, dir: string, look: Look | undefined, replyMs: number): Promise<Measured> {
  let repliedMs = 0;
  let requests = 0;
  let modelMs = 0;
  let nextMs = Number.NaN;
  let cpuMs = Number.NaN;
  let cpu = process.cpuUsage();
  const endpoint = await startLoopback({
    speak: async () => {
      requests++;
      if (requests === 2) {
        nextMs = performance.now() - repliedMs;
        const { user, system } = process.cpuUsage(cpu);
        cpuMs = (user + system) / 1000;
      }
      const askedMs = performance.now();
      await wait(replyMs);
      repliedMs = performance.now();
      modelMs += repliedMs - askedMs;
      cpu = process.cpuUsage();
      return { text: requests === 1 && look !== undefined ? `${lookLine(look)}\n` : answer, promptTokens: 1, answerTokens: 1 };
    },
  });
  try {
    const model = createOpenAIModel({ endpoint: endpoint.endpoint, model: 'scripted', contextTokens: 32_768 });
    const looks = lookInto({ service, folders: new Map([[dir, path.basename(dir)]]) });
    let textMs = Number.NaN;
    const startedMs = performance.now();
    const startedCpu = process.cpuUsage();
    await askModel(service, model, question, { mayRestate: false, limit: 20, looks }, (event) => {
      if (event.kind === 'text' && Number.isNaN(textMs)) textMs = performance.now() - repliedMs;
    });
    const { user, system } = process.cpuUsage(startedCpu);
    return { nextMs, cpuMs, textMs, addedMs: performance.now() - startedMs - modelMs, addedCpuMs: (user + system) / 1000 };
  } finally {
    endpoint.close();
  }
}
