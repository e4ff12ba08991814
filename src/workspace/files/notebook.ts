/**
 * The text of a notebook (.ipynb, nbformat 4): the sources of its cells without outputs and metadata, as markdown with fenced code.
 *
 * The text has exactly as many lines as the file, and each source line has the line number that it has in the file, so line ranges open at
 * the right place. This relies on the layout that Jupyter and VS Code write, one JSON string per line. All other lines become empty, except
 * that the lines around a code cell carry the fences. A file of another layout is rejected with a reason. One pass over the text, after
 * `readJson` has validated it.
 */

import { backticksAround } from '../../engine/text/fences.ts';
import { readJson } from '../../engine/util/budget.ts';
import { isObject } from '../../engine/util/isObject.ts';

/** The text, or the reason why there is none. */
export type NotebookText = { kind: 'text'; text: string } | { kind: 'problem'; detail: string };

/** Reads a notebook. */
export function notebookText(json: string): NotebookText {
  const notebook = parse(json);
  if (notebook === undefined) return { kind: 'problem', detail: 'not valid JSON' };
  const cells = isObject(notebook) ? notebook.cells : undefined;
  if (!isObject(notebook) || !Array.isArray(cells)) return { kind: 'problem', detail: 'no list of cells: only notebook format 4 is read' };
  const lines = findSourceLines(json);
  const output = new Array<string>(countLines(json)).fill('');
  const placed = new Set<number>();
  for (const { line, text } of lines) {
    const source = text.replace(/\r?\n$/, '');
    if (placed.has(line) || /[\r\n]/.test(source)) {
      return {
        kind: 'problem',
        detail: `line ${line + 1} holds several source lines: one per line is expected, as notebook editors save it`,
      };
    }
    placed.add(line);
    output[line] = source;
  }
  addFences(output, lines, cells, notebookLanguage(notebook));
  return { kind: 'text', text: output.join('\n') };
}

interface SourceLine {
  /** 0-based line of the file. */
  line: number;
  cell: number;
  text: string;
}

/** Fences code cells, on the lines around their source, which hold only JSON. */
function addFences(output: string[], lines: SourceLine[], cells: unknown[], language: string): void {
  for (let start = 0; start < lines.length; ) {
    const first = lines[start] as SourceLine;
    let end = start;
    while (lines[end + 1]?.cell === first.cell) end++;
    const last = lines[end] as SourceLine;
    const cell = cells[first.cell];
    const isFree = output[first.line - 1] === '' && output[last.line + 1] === '';
    if (isObject(cell) && cell.cell_type === 'code' && isFree) {
      const code = lines.slice(start, end + 1).map(({ text }) => text);
      const fence = backticksAround(code.join('\n'), 3);
      output[first.line - 1] = fence + language;
      output[last.line + 1] = fence;
    }
    start = end + 1;
  }
}

interface Level {
  isArray: boolean;
  key: string;
  index: number;
}

/** The strings at `cells[i].source` and `cells[i].source[j]`, with their lines. The text is known to be valid JSON. */
function findSourceLines(json: string): SourceLine[] {
  const found: SourceLine[] = [];
  const stack: Level[] = [];
  let line = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    const top = stack.at(-1);
    if (char === '\n') {
      line++;
    } else if (char === '{' || char === '[') {
      stack.push({ isArray: char === '[', key: '', index: 0 });
    } else if (char === '}' || char === ']') {
      stack.pop();
    } else if (char === ',' && top !== undefined) {
      top.index++;
      top.key = '';
    } else if (char === '"') {
      const end = endOfString(json, at);
      if (top !== undefined && !top.isArray && top.key === '') {
        top.key = json.slice(at, end);
      } else if (isSource(stack)) {
        found.push({ line, cell: stack[1]?.index ?? 0, text: String(readJson(json.slice(at, end))) });
      }
      at = end - 1;
    }
  }
  return found;
}

function isSource(stack: Level[]): boolean {
  const [root, cells, cell, source] = stack;
  const isInCell = root?.key === '"cells"' && cells?.isArray === true && cell?.key === '"source"';
  return isInCell && (stack.length === 3 || (stack.length === 4 && source?.isArray === true));
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}

function notebookLanguage(notebook: Record<string, unknown>): string {
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {};
  const info = isObject(metadata.language_info) ? metadata.language_info.name : undefined;
  const kernel = isObject(metadata.kernelspec) ? metadata.kernelspec.language : undefined;
  const name = [info, kernel].find((value) => typeof value === 'string' && /^[\w+#-]{1,30}$/.test(value));
  return typeof name === 'string' ? name : 'python';
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function parse(json: string): unknown {
  try {
    return readJson(json);
  } catch {
    return undefined;
  }
}
