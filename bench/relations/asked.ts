/**
 * Questions about names, asked as a newcomer would: the lines that an answer lists, compared with those that jedi (Python) and TypeScript's language
 * service find. `asked.jsonl` has names drawn with a fixed seed from four repositories, each defined once and called in 2 to 40 lines.
 *
 * Recall and precision are by line, over all questions of a kind. `isTest` is by folder and file name.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import type { AskAnswer, SearchResult } from '../../src/service/types/results.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from '../quality/options.ts';

const usage = `node bench/relations/asked.ts --trees DIR [--show]

  --trees DIR  where the tree of each repository is, as DIR/OWNER+NAME
  --show       prints the lines that are missing or wrong`;

interface Use {
  readonly path: string;
  readonly line: number;
  readonly kind: 'call' | 'import' | 'extends' | 'other';
  readonly isTest?: boolean;
}

interface AskedName {
  readonly repo: string;
  readonly name: string;
  readonly owner?: string;
  readonly uses: readonly Use[];
}

/** What is asked, and which uses answer it. */
const questions: Readonly<Record<string, readonly [question: string, isWanted: (use: Use) => boolean]>> = {
  calls: ['Who calls NAME?', ({ kind }) => kind === 'call'],
  uses: ['Where is NAME used?', () => true],
  imports: ['Which files import NAME?', ({ kind }) => kind === 'import'],
  tests: ['Which tests cover NAME?', ({ kind, isTest }) => isTest === true && kind !== 'import'],
};

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { trees: { type: 'string' }, show: { type: 'boolean' } } });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const lines = fs.readFileSync(path.join(import.meta.dirname, 'asked.jsonl'), 'utf8').split('\n');
  const names = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AskedName);
  const totals = new Map<string, { asked: number; listed: number; wanted: number; found: number; shown: number }>();
  for (const repo of new Set(names.map((one) => one.repo))) {
    const service = createService();
    await service.openFolder(path.resolve(values.trees, repo.replace('/', '+')), { settings: defaultSettings, runGit: false });
    await service.idle();
    for (const one of names.filter((name) => name.repo === repo))
      for (const kind of Object.keys(questions)) await ask(kind, one, service, totals, values.show === true);
    await service.close();
  }
  for (const [kind, { asked, listed, wanted, found, shown }] of totals) {
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    console.log(
      `${kind}: ${listed} of ${asked} listed, recall ${percent(found / wanted)} of ${wanted} lines, precision ${percent(found / shown)} of ${shown}`,
    );
  }
});

async function ask(
  kind: string,
  { repo, name, owner, uses }: AskedName,
  service: Service,
  totals: Map<string, { asked: number; listed: number; wanted: number; found: number; shown: number }>,
  isVerbose: boolean,
): Promise<void> {
  const [question, isWanted] = questions[kind] as readonly [string, (use: Use) => boolean];
  const wanted = new Set(uses.filter(isWanted).map(({ path: file, line }) => `${file}:${line}`));
  if (wanted.size === 0) return;
  const shown = linesIn(await service.ask(question.replace('NAME', owner === undefined ? name : `${owner}.${name}`)));
  const found = [...shown].filter((line) => wanted.has(line));
  const total = totals.get(kind) ?? { asked: 0, listed: 0, wanted: 0, found: 0, shown: 0 };
  total.asked++;
  if (shown.size > 0) total.listed++;
  total.wanted += wanted.size;
  total.found += found.length;
  total.shown += shown.size;
  totals.set(kind, total);
  const missing = [...wanted].filter((line) => !shown.has(line));
  const wrong = [...shown].filter((line) => !wanted.has(line));
  if (isVerbose && missing.length + wrong.length > 0)
    console.log(`${repo} ${kind} ${name}: missing ${missing.join(' ') || 'none'}; wrong ${wrong.join(' ') || 'none'}`);
}

/** The lines of the listings of an answer, except those of documents. */
function linesIn({ blocks, sources }: AskAnswer): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const { n, heading, pieces, moreLines = [] } of blocks) {
    if (heading === undefined || textOf([heading]) === 'Documents') continue;
    const { path: file } = sources[n - 1] as SearchResult;
    for (const line of [...pieces.map(({ startLine }) => startLine), ...moreLines]) lines.add(`${file}:${line}`);
  }
  return lines;
}
