/**
 * The log of a run: its parameters on the first line, then one line for each stage of each question, written when it is done. A killed run
 * is resumed with the same file: nothing in it is asked again.
 */

import fs from 'node:fs';
import type { TokenUsage } from '../../../src/engine/answer/written/languageModel.ts';

/** The parameters of a run; the file accepts no others. */
export type RunWishes = Readonly<Record<string, string | number | null>>;

export type Stage = 'answer' | 'accuracy' | 'citations';

/** One stage of one question. */
export interface StageRecord {
  readonly stage: Stage;
  readonly id: string;
  readonly usage: TokenUsage;
  /** Whether the endpoint reported the usage, or it was estimated from the texts. */
  readonly isBilled: boolean;
  /** Its result; the shape depends on the stage. */
  readonly outcome: Readonly<Record<string, unknown>>;
}

export interface RunLog {
  get(stage: Stage, id: string): StageRecord | undefined;
  add(record: StageRecord): void;
  readonly records: readonly StageRecord[];
}

/** Opens or creates the log. Throws if the file belongs to a run with other parameters, naming the first that differs. */
export function openRunLog(file: string, wishes: RunWishes): RunLog {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // The line at which the run was killed.
  if (whole.length < text.length) fs.truncateSync(file, Buffer.byteLength(whole));
  const [first, ...rest] = whole.split('\n').filter((line) => line !== '');
  if (first === undefined) fs.writeFileSync(file, `${JSON.stringify(wishes)}\n`);
  else refuseOthers(file, JSON.parse(first), wishes);
  const records: StageRecord[] = rest.map((line) => JSON.parse(line));
  const keyOf = (stage: Stage, id: string): string => `${stage} ${id}`;
  const known = new Map(records.map((record) => [keyOf(record.stage, record.id), record]));
  return {
    records,
    get: (stage, id) => known.get(keyOf(stage, id)),
    add(record) {
      fs.appendFileSync(file, `${JSON.stringify(record)}\n`);
      records.push(record);
      known.set(keyOf(record.stage, record.id), record);
    },
  };
}

function refuseOthers(file: string, before: RunWishes, now: RunWishes): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (before[name] !== now[name])
      throw new Error(
        `${file} is of a run with ${name} ${JSON.stringify(before[name])}, not ${JSON.stringify(now[name])}: give another --out`,
      );
  }
}
