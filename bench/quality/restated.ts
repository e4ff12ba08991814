/**
 * What restating a question brings, with the line and the names that a large language model wrote from the question and the repository's name alone
 * (`data/newcomers/restated.jsonl`): the rank of the passage that answers it, and whether the answer without a writer shows it. Rankings are restated
 * always, answers where the product would ask the model.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { estimateTokens } from '../../src/engine/answer/written/languageModel.ts';
import { preparePrompt } from '../../src/engine/answer/written/modelAnswer.ts';
import { createService } from '../../src/service/createService.ts';
import type { SearchOptions } from '../../src/service/types/options.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type Evidence, isIn, shownBy } from './evidence.ts';
import { runProgram } from './options.ts';

const usage = `node bench/quality/restated.ts --trees DIR

  --trees DIR  where the tree of each repository is, as DIR/OWNER+NAME`;

interface Question {
  readonly id: string;
  readonly evidence: readonly Evidence[];
}

interface RestatedQuestion {
  readonly id: string;
  readonly repo: string;
  /** The set of questions that it is from. */
  readonly file: string;
  readonly question: string;
  /** The line, and the same with names after it. */
  readonly general: string;
  readonly named: string;
}

/** What became of a question, as it is and restated. */
interface Outcome {
  readonly file: string;
  /** Ranks of the passage, from 0; `Infinity` if it is not among the first ten. */
  readonly ranks: readonly [asIs: number, restated: number];
  /** Whether the answer shows the evidence. */
  readonly shown: readonly [asIs: boolean, restated: boolean];
  readonly isAsked: boolean;
  /** The request for an answer, by the context of the model. */
  readonly given: ReadonlyMap<number, Given>;
}

interface Given {
  readonly holdsEvidence: boolean;
  readonly sources: number;
  /** Estimated, of the whole request. */
  readonly tokens: number;
}

const depths = [1, 3, 5, 10];
/** Contexts of models, in tokens, and how many passages are searched for. */
const contexts = new Map([
  [8192, 10],
  [32_768, 20],
]);
const folder = path.join(import.meta.dirname, 'data/newcomers');

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { trees: { type: 'string' } } });
  if (values.trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('choose.jsonl'));
  const evidence = new Map(files.flatMap((file) => rowsOf<Question>(file)).map((one) => [one.id, one.evidence]));
  const asked = rowsOf<RestatedQuestion>('restated.jsonl').filter(({ id }) => (evidence.get(id)?.length ?? 0) > 0);
  const outcomes: Outcome[] = [];
  for (const repo of new Set(asked.map((one) => one.repo))) {
    const service = createService();
    await service.openFolder(path.resolve(values.trees, repo.replace('/', '+')), { settings: defaultSettings, runGit: false });
    await service.idle();
    for (const one of asked) if (one.repo === repo) outcomes.push(await ask(one, evidence.get(one.id) ?? [], service));
    await service.close();
  }
  print('all', outcomes);
  for (const file of new Set(asked.map((one) => one.file)))
    print(
      file,
      outcomes.filter((one) => one.file === file),
    );
});

async function ask(asked: RestatedQuestion, evidence: readonly Evidence[], service: Service): Promise<Outcome> {
  const { question, file } = asked;
  const line = plain(asked.general);
  const restated = { line, names: plain(asked.named).slice(line.length).split(' ') };
  const rank = async (options: SearchOptions): Promise<number> => {
    const { results } = await service.search(question, { ...options, limit: Math.max(...depths), withText: true });
    const found = results.findIndex((one) => isIn([{ file: one.path, text: one.content?.text ?? '' }], evidence));
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
  const isShown = async (options: SearchOptions): Promise<boolean> => isIn(shownBy(await service.ask(question, options)), evidence);
  const isAsked = !(await service.pool(question)).isCertain;
  const given = new Map<number, Given>();
  for (const [contextTokens, limit] of contexts) {
    const { chunks } = await service.pool(question, { limit, ...(isAsked ? { restated } : {}) });
    const model = { contextTokens, countTokens: async (text: string) => estimateTokens(text) };
    const { sources, tokens } = await preparePrompt(model, { question, turns: [], chunks, find: async () => ({ chunks: [] }) });
    const sent = sources.map((one) => ({ file: one.path, text: one.sent }));
    given.set(contextTokens, { holdsEvidence: isIn(sent, evidence), sources: sources.length, tokens });
  }
  return {
    file,
    isAsked,
    given,
    ranks: [await rank({}), await rank({ restated })],
    shown: [await isShown({}), await isShown(isAsked ? { restated } : {})],
  };
}

function print(name: string, outcomes: readonly Outcome[]): void {
  const percent = (isCounted: (one: Outcome) => boolean): string =>
    `${((100 * outcomes.filter(isCounted).length) / outcomes.length).toFixed(1)} %`;
  console.log(`${name}: ${outcomes.length} questions, ${outcomes.filter(({ isAsked }) => isAsked).length} of them restated for an answer`);
  for (const [i, label] of ['as it is', 'restated'].entries()) {
    const ranks = depths.map((depth) => `in ${depth}: ${percent((one) => (one.ranks[i] as number) < depth)}`);
    console.log(`  ${label}  ${ranks.join(', ')}, shown ${percent((one) => one.shown[i] === true)}`);
  }
  for (const context of contexts.keys()) {
    const given = outcomes.flatMap((one) => one.given.get(context) ?? []);
    const mean = (of: (one: Given) => number): number => given.reduce((sum, one) => sum + of(one), 0) / given.length;
    const size = `${mean((one) => one.sources).toFixed(1)} sources, ${mean((one) => one.tokens).toFixed(0)} tokens`;
    console.log(`  given to a model of ${context} tokens: ${percent((one) => one.given.get(context)?.holdsEvidence === true)} (${size})`);
  }
  const lost = outcomes.filter(({ ranks: [before, after] }) => before < 5 && after >= 5).length;
  console.log(`  lost: ${lost} in 5, ${outcomes.filter(({ shown: [before, after] }) => before && !after).length} shown`);
}

function rowsOf<Row>(file: string): readonly Row[] {
  const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

/** Without what a search takes for an operator. */
function plain(text: string): string {
  return text
    .replace(/["“”]/g, ' ')
    .replace(/(^|\s)-+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
