/** Runs a module in a process of its own, and measures what it takes beyond what it had loaded. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Taken {
  /** What the program printed. */
  readonly output: string;
  /** Megabytes of its largest size, beyond that after its imports. */
  readonly megabytes: number;
  /** Milliseconds of its time on a processor. */
  readonly cpuMs: number;
}

/** @param body statements of a module, after its imports; may await, and `print` a line. */
export async function takenBy(imports: string, body: string, env: Readonly<Record<string, string | undefined>> = {}): Promise<Taken> {
  const program = `${imports}
const print = (line) => process.stdout.write(\`\${line}\\n\`);
const before = { rss: process.resourceUsage().maxRSS, cpu: process.cpuUsage() };
try { ${body} } catch (error) { print(error.message); }
const { user, system } = process.cpuUsage(before.cpu);
process.stderr.write(\`taken \${JSON.stringify([(process.resourceUsage().maxRSS - before.rss) / 1024, (user + system) / 1000])}\\n\`);
process.exit(0);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  const [megabytes, cpuMs] = JSON.parse(/^taken (.*)$/m.exec(stderr)?.[1] ?? '[]');
  return { output: stdout.trim(), megabytes, cpuMs };
}
