/**
 * The log of sent requests: every request to a model is recorded before it leaves. One JSON object per line in the workspace's own storage,
 * readable only by the user on this machine; the oldest are dropped when it exceeds a maximum size.
 */

import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { requestCounts } from '../../../protocol/consent.ts';
import { anything, check, extend, type Infer, list, text } from '../../../protocol/schema.ts';
import { parsed } from '../../../protocol/text/parsed.ts';

/** Metadata of a request. */
const requestFacts = extend(requestCounts, { model: text() });
export type RequestFacts = Infer<typeof requestFacts>;

const sentEntry = extend(requestFacts, {
  id: text(),
  /** ISO 8601. */
  at: text(),
  /** As in `ShownRequest`. */
  to: text(),
  headers: list(text()),
  body: anything,
});
export type SentEntry = Infer<typeof sentEntry>;

export interface SentLog {
  /** Records a request; await it before sending. Returns its id. */
  add(entry: Omit<SentEntry, 'id' | 'at'>): Promise<string>;
  /** Oldest first. */
  list(): Promise<readonly SentEntry[]>;
  /** Removes everything. */
  clear(): Promise<void>;
}

/** When the log exceeds this size in bytes, its older half is dropped. */
const maxBytes = 8_000_000;

/** The log in the given folder, which is created on first use. */
export function createSentLog(folder: string): SentLog {
  const file = path.join(folder, 'sent.jsonl');
  let turn: Promise<unknown> = Promise.resolve();
  /** Serialised, so that lines are never interleaved. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = turn.then(task, task);
    turn = next.catch(() => undefined);
    return next;
  }

  async function shrink(): Promise<void> {
    const { size } = await fs.stat(file);
    if (size <= maxBytes) return;
    const text = await fs.readFile(file, 'utf8');
    const half = text.indexOf('\n', text.length / 2);
    // The newest request is kept, however long it is.
    const kept = text.slice(half < 0 ? text.lastIndexOf('\n') : half);
    const fresh = `${file}.new`;
    await fs.writeFile(fresh, kept, { mode: 0o600 });
    await fs.rename(fresh, file);
  }

  return {
    add: (entry) =>
      inTurn(async () => {
        const whole: SentEntry = { id: randomUUID(), at: new Date().toISOString(), ...entry };
        await fs.mkdir(folder, { recursive: true });
        // A line break in front also ends a line that a crash has truncated.
        await fs.appendFile(file, `\n${JSON.stringify(whole)}`, { mode: 0o600 });
        await shrink();
        return whole.id;
      }),
    list: () =>
      inTurn(async () => {
        const text = await fs.readFile(file, 'utf8').catch(() => '');
        return text.split('\n').flatMap((line) => readEntry(line) ?? []);
      }),
    clear: () => inTurn(() => fs.rm(file, { force: true })),
  };
}

/** A line truncated by a crash is skipped. */
function readEntry(line: string): SentEntry | undefined {
  try {
    // Earlier versions did not count turns.
    return check(sentEntry, { earlier: 0, leftOut: 0, ...(parsed(line) as object) });
  } catch {
    return undefined;
  }
}
