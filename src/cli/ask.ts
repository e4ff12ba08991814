/** `meshrag ask`: an answer, every statement with its source; quotes alone, or written by a model where one is named. */

import type { AskAnswer } from '../service/results.ts';
import type { Command } from './command.ts';
import { modelOf, modelOptions } from './modelOptions.ts';
import { withFolder } from './openFolder.ts';
import { folderOptions, integerOf, rankOptions, readArguments, synonymsIn, textOf } from './options.ts';
import { clean, formatDuration, type Output } from './output.ts';
import { systemOf } from './search.ts';

export const askCommand: Command = {
  usage: `QUESTION [--dir DIR] [-k N] [--system NAME] [--after QUESTION]...
    [--model NAME --endpoint URL [--context TOKENS] [--dry-run]]`,
  summary: 'answer a question by quotes, each with its source',
  async run(args, context) {
    const options = { ...folderOptions, ...rankOptions, ...modelOptions, after: { type: 'string', multiple: true } } as const;
    const { values, positionals } = readArguments(args, options);
    const question = textOf('The question', positionals);
    const system = systemOf(values.system);
    const limit = integerOf('-k', values.k, 1, 100, 10);
    const synonyms = synonymsIn(values.synonyms);
    const earlier = values.after ?? [];
    const model = await modelOf(values);
    return withFolder(values, context, async ({ service, openMs }) => {
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
      else printAnswer(answer, output);
      return 0;
    });
  },
};

function askJson({ question, found, answer, citations, system, model, ms }: AskAnswer, openMs: number): object {
  const told = citations.map(({ n, path, startLine, endLine, quote }) => ({ n, path, startLine, endLine, quote }));
  return { question, found, answer, citations: told, system, model, ms, openMs };
}

function printAnswer({ answer, citations, sources, system, ms }: AskAnswer, output: Output): void {
  output.line(clean(answer, { lines: true }));
  if (citations.length > 0) output.line();
  for (const { n, path, startLine, endLine, title } of citations) {
    const range = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
    output.line(`${output.style.dim(`[${n}]`)} ${output.style.accent(`${clean(path)}:${range}`)}  ${clean(title)}`.trimEnd());
  }
  output.line(output.style.dim(`${sources.length} sources · ${system} · ${formatDuration(ms)}`));
}
