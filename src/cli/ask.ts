/** `meshrag ask`: an answer, every statement with its source; quotes alone, or written by a model where one is named. */

import { withoutMarks } from '../core/answer/commentText.ts';
import type { AskAnswer, Citation, SearchResult } from '../service/results.ts';
import type { Command } from './command.ts';
import { modelOf, modelOptions } from './modelOptions.ts';
import { withFolder } from './openFolder.ts';
import { folderOptions, integerOf, rankHelp, rankOptions, readArguments, synonymsIn, systemOf, textOf } from './options.ts';
import { clean, counted, formatDuration, type Output } from './output.ts';
import { printResults } from './results.ts';

/** Places that are listed where nothing could be quoted. */
const nearestShown = 5;

export const askCommand: Command = {
  usage: `QUESTION [--dir DIR] [-k N] [--system NAME] [--after QUESTION]...
    [--model NAME --endpoint URL [--context TOKENS] [--dry-run]]`,
  summary: 'answer a question by quotes, each with its source',
  options: `${rankHelp}
  --after QUESTION what was asked before (repeatable), for a question that leans on it
  --model NAME     who writes the answer, at --endpoint URL (OpenAI-compatible);
                   a key is read from MESHRAG_API_KEY
  --context TOKENS what the model can read (8192)
  --dry-run        print what would be sent to it, and send nothing`,
  async run(args, context) {
    const options = { ...folderOptions, ...rankOptions, ...modelOptions, after: { type: 'string', multiple: true } } as const;
    const { values, positionals } = readArguments(args, options);
    const question = textOf('The question', positionals);
    const system = systemOf(values.system);
    const limit = integerOf('-k', values.k, 1, 100, 10);
    const synonyms = synonymsIn(values.synonyms);
    const earlier = values.after ?? [];
    const model = await modelOf(values);
    return withFolder(values, context, async ({ service, openMs, report }) => {
      const { output, signal } = context;
      if (model !== undefined) {
        const { printAnswerOf, printRequest } = await import('./askModel.ts');
        const turns = earlier.map((before) => ({ question: before }));
        const asked = { question, options: { system, limit, synonyms, turns, signal }, openMs };
        if (values['dry-run']) await printRequest(service, model, values.endpoint ?? '', asked, output);
        else await printAnswerOf(service, model, asked, output);
        return 0;
      }
      const answer = await service.ask(question, { system, limit, synonyms, earlier, signal });
      if (output.isJson) output.json(askJson(answer, openMs));
      else printAnswer(answer, report().files, output);
      return 0;
    });
  },
};

function askJson({ question, found, answer, citations, system, model, ms }: AskAnswer, openMs: number): object {
  const told = citations.map(({ n, path, startLine, endLine, quote }) => ({ n, path, startLine, endLine, quote }));
  return { question, found, answer, citations: told, system, model, ms, openMs };
}

function printAnswer({ found, answer, citations, sources, system, ms }: AskAnswer, files: number, output: Output): void {
  const said = found ? citations.map(({ n, quote, form }) => `${withoutMarks(quote, form)} [${n}]`).join('\n') : answer;
  output.line(clean(said, { lines: true }));
  const cited = new Set(citations.map((citation) => citedLine(citation, output)));
  if (cited.size > 0) output.line();
  for (const line of cited) output.line(line);
  if (!found) printNearest(sources, files, output);
  output.line(output.style.dim(`${counted(sources.length, 'source')} · ${system} · ${formatDuration(ms)}`));
}

/** One line for all quotes of one place. */
function citedLine({ n, path, startLine, endLine, title }: Citation, output: Output): string {
  const range = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  return `${output.style.dim(`[${n}]`)} ${output.style.accent(`${clean(path)}:${range}`)}  ${clean(title)}`.trimEnd();
}

/** What may help where nothing could be quoted. */
function printNearest(sources: readonly SearchResult[], files: number, output: Output): void {
  if (sources.length > 0) {
    output.line('\nNearest places:');
    printResults(sources.slice(0, nearestShown), output, false);
    output.line();
  }
  output.line(files === 0 ? 'No file of this folder is indexed.' : `Looked in ${counted(files, 'file')}.`);
}
