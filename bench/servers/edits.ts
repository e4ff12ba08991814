/** Edits of files, and how soon servers know them. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, at, type Server, seconds } from './agents.ts';

/** How often a server is asked whether it knows an edit, and for how long. Milliseconds. */
const [probeMs, maxStaleMs] = [200, 60_000];

export class Edits {
  readonly #made = new Map<string, string[]>();
  readonly #staleMs: number[] = [];
  #count = 0;

  /** Adds a function to a file and waits until the servers know it; returns after how many milliseconds each did. */
  async make({ folder }: Agent, servers: readonly Server[]): Promise<readonly number[]> {
    const name = `benchEdit${++this.#count}`;
    const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: folder, encoding: 'utf8' }).split('\n').slice(0, -1);
    fs.appendFileSync(
      path.join(folder, at(files, this.#count * 37)),
      `\nexport function ${name}(): number {\n  return ${this.#count};\n}\n`,
    );
    this.#made.set(folder, [...(this.#made.get(folder) ?? []), name]);
    const editedMs = performance.now();
    return Promise.all(servers.map((server) => this.#untilKnown(server, name, editedMs)));
  }

  /** The same of one server that is at work, for the summary. */
  async makeAtWork(server: Server): Promise<void> {
    this.#staleMs.push(...(await this.make(server.agent, [server])));
  }

  async #untilKnown(server: Server, name: string, editedMs: number): Promise<number> {
    while (!(await knows(server, name))) {
      if (performance.now() - editedMs > maxStaleMs) {
        console.error(`${name} of ${path.basename(server.agent.folder)} is not known to ${server.pid} after ${seconds(maxStaleMs)} s`);
        return Number.POSITIVE_INFINITY;
      }
      await sleep(probeMs);
    }
    return performance.now() - editedMs;
  }

  /** What the servers do not know, of twenty edits of each folder. */
  async missing(agents: readonly Agent[]): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const { folder, servers } of agents) {
      const made = this.#made.get(folder) ?? [];
      const some = made.filter((_, i) => i % Math.ceil(made.length / 20) === 0);
      for (const server of servers)
        for (const name of some) if (!(await knows(server, name))) missing.push(`${name} of ${path.basename(folder)} by ${server.pid}`);
    }
    return missing;
  }

  summary(): string {
    const sorted = this.#staleMs.toSorted((a, b) => a - b);
    const [p50, p95, max] = [0.5, 0.95, 1].map((share) =>
      seconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0),
    );
    return `${sorted.length} edits at work, in the answers after ${p50} s (median), ${p95} s (p95), ${max} s (maximum)`;
  }
}

async function knows({ pid, agent }: Server, name: string): Promise<boolean> {
  const text = await agent.call(pid, 'mesh_symbol', { name }).catch(String);
  return /\b[1-9]\d* definition/.test(text);
}
