/**
 * Whether every quoted line is the file's: questions of random words, in several languages, are asked about trees, and each line of each
 * block is compared with its file, masked secrets apart.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSecrets, secretMask } from '../../src/engine/text/secrets/secrets.ts';
import { createService } from '../../src/service/createService.ts';
import type { AskAnswer, SearchResult } from '../../src/service/types/results.ts';
import type { Service } from '../../src/service/types/service.ts';
import { textIn } from '../../src/workspace/files/fileText.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { filesBelow, randomNumbers } from '../../test/support/randomEdits.ts';
import { askedWith, askings, assertVerbatim } from '../../test/support/verbatim.ts';
import { countOf, runProgram } from './options.ts';

const usage = `node bench/quality/verbatim.ts --trees DIR [--trees DIR...] [--questions 10000] [--seed 1]

  --trees DIR    a folder that is asked about
  --questions N  questions, divided over the folders
  --seed N       another seed draws other questions`;

const maxFileBytes = 200_000;
const maxWords = 8;
/** Faults that are printed; all are counted. */
const maxPrinted = 10;

const counts = { questions: 0, answers: 0, blocks: 0, lines: 0, cut: 0, masked: 0, wrong: 0 };

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { trees: { type: 'string', multiple: true }, questions: { ...text, default: '10000' }, seed: { ...text, default: '1' } },
  });
  const { trees } = values;
  if (trees === undefined) throw new Error('--trees is missing; --help shows what there is');
  const random = randomNumbers(countOf('--seed', values.seed));
  const count = Math.ceil(countOf('--questions', values.questions) / trees.length);
  for (const tree of trees) {
    const service = createService();
    try {
      await service.openFolder(tree, { settings: defaultSettings, runGit: true });
      await service.idle();
      await askAbout(tree, service, count, random);
    } finally {
      await service.close();
    }
  }
  const { questions, answers, blocks, lines, cut, masked, wrong } = counts;
  console.log(`${questions} questions on ${trees.length} trees, ${answers} answered with ${blocks} blocks of ${lines} lines`);
  console.log(`${cut} long lines cut, ${masked} lines with masked secrets; ${wrong} blocks that are not their file's`);
  if (wrong > 0) process.exitCode = 1;
});

/** Asks questions in words of the tree's files. */
async function askAbout(tree: string, service: Service, count: number, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const files = filesBelow(tree).filter((file) => fs.statSync(path.join(tree, file)).size <= maxFileBytes);
  for (let i = 0; i < count; ) {
    const known = fs.readFileSync(path.join(tree, pick(files)), 'utf8').match(/[\p{L}\p{N}_.]+/gu);
    if (known === null) continue;
    const words = Array.from({ length: 1 + Math.floor(random() * maxWords) }, () => pick(known));
    check(tree, await service.ask(askedWith(pick(askings), words)));
    i++;
  }
}

function check(tree: string, { question, blocks, sources }: AskAnswer): void {
  counts.questions++;
  if (blocks.length > 0) counts.answers++;
  for (const block of blocks) {
    const { path: file, kind } = sources[block.n - 1] as SearchResult;
    const lines = block.pieces.flatMap(({ text }) => text.split('\n'));
    counts.blocks++;
    counts.lines += lines.length;
    counts.cut += block.pieces.filter(({ isCut }) => isCut).length;
    counts.masked += lines.filter((line) => line.includes(secretMask)).length;
    const read = textIn(fs.readFileSync(path.join(tree, file)), file);
    try {
      if (read.kind !== 'text') throw new Error('the file cannot be read');
      assertVerbatim(block, { path: file, kind, text: read.text, secrets: findSecrets(read.text) });
    } catch (error) {
      counts.wrong++;
      if (counts.wrong <= maxPrinted) console.log(`${file}, asked ${JSON.stringify(question)}: ${(error as Error).message}`);
    }
  }
}
