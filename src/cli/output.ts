/** Writes to the terminal or the pipe: colour only on a terminal, and nothing by which a file's name or content could affect it. */

import { stripVTControlCharacters } from 'node:util';

/** Where a command writes. */
export interface Output {
  /** Whether results are printed as JSON: requested, or not printed to a terminal. */
  readonly isJson: boolean;
  /** One JSON value on a line of its own. */
  json(value: unknown): void;
  /** One line of text for people. The caller sanitises workspace content. */
  line(text?: string): void;
  /** A piece of text that continues the last one. The caller sanitises it. */
  part(text: string): void;
  /** One line on standard error. */
  note(text: string): void;
  /** Shows progress on one line of a terminal, overwritten by the next call; cleared without arguments. */
  progress(what?: string, done?: number, total?: number, unit?: string): void;
  readonly style: Styles;
}

export interface Styles {
  strong(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
}

export interface OutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** `--json` and `--text`; by default text for a terminal and JSON for anything else. */
  readonly format?: 'json' | 'text';
}

export function createOutput({ stdout, stderr, env, format }: OutputOptions): Output {
  let progressStarted = 0;
  let isProgressShown = false;

  function progress(what?: string, done = 0, total = 0, unit = 'files'): void {
    if (!stderr.isTTY || env.TERM === 'dumb') return;
    if (what === undefined) {
      if (isProgressShown) stderr.write('\r\x1b[K');
      isProgressShown = false;
      progressStarted = 0;
      return;
    }
    progressStarted ||= performance.now();
    isProgressShown = true;
    const text = progressText(what, done, total, performance.now() - progressStarted, unit);
    stderr.write(`\r${text.slice(0, Math.max(20, (stderr.columns ?? 80) - 1))}\x1b[K`);
  }

  return {
    isJson: format === undefined ? !stdout.isTTY : format === 'json',
    json: (value) => void stdout.write(`${escapedJson(value)}\n`),
    line: (text = '') => void stdout.write(`${text}\n`),
    part: (text) => void stdout.write(text),
    note(text) {
      progress();
      stderr.write(`${text}\n`);
    },
    progress,
    style: createStyles(hasColour(stdout, env)),
  };
}

/** A progress line after `elapsedMs`; the rate is included after half a second, when it is meaningful. */
export function progressText(what: string, done: number, total: number, elapsedMs: number, unit = 'files'): string {
  const parts = [`${what} ${formatCount(done)} of ${formatCount(total)} ${unit}`];
  if (elapsedMs >= 500 && done > 0) {
    const rate = done / (elapsedMs / 1000);
    parts.push(`${formatCount(Math.round(rate))} ${unit}/s`);
    if (total > done) parts.push(`${formatDuration(((total - done) / rate) * 1000)} left`);
  }
  return parts.join(' · ');
}

/** Control characters beyond ASCII, and characters that break lines or reorder text. */
const misleading = String.raw`\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069`;
const unsafe = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f${misleading}]`, 'g');
const misread = new RegExp(`[${misleading}]`, 'g');

/**
 * Sanitises text from files and names for a terminal: escape sequences are removed, other control and reordering characters become U+FFFD.
 * Line breaks and tabs are kept if `lines` is set.
 */
export function clean(text: string, options: { readonly lines?: boolean } = {}): string {
  const safe = stripVTControlCharacters(text).replace(/\r\n/g, '\n').replace(unsafe, '\ufffd');
  return options.lines ? safe : safe.replace(/[\n\t]/g, '\ufffd');
}

/** JSON with reordering characters escaped, like control characters: equivalent, but safe for a terminal. */
export function escapedJson(value: unknown): string {
  const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(misread, escaped);
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A count with its noun: `1 file`, `1,204 files`. `many` for irregular plurals. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A duration in the largest fitting unit, without false precision: `9 ms`, `1.2 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** Bytes in the largest fitting unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** `NO_COLOR` overrides everything; see no-color.org. */
function hasColour(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  return stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

function createStyles(isColoured: boolean): Styles {
  const wrap = (on: number, off: number) => (text: string) => (isColoured ? `\x1b[${on}m${text}\x1b[${off}m` : text);
  return { strong: wrap(1, 22), dim: wrap(2, 22), accent: wrap(36, 39) };
}
