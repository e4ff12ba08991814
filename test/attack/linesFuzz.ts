// Hostile lines in prose, comments and code: analysis, quotes and mentions take linear time and never throw, and quotes are verbatim.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { composeBrief } from '../../src/engine/answer/brief/brief.ts';
import { citationSpanOf } from '../../src/engine/answer/written/citationSpan.ts';
import { findMentions } from '../../src/engine/drift/mentions.ts';
import { questionTerms, readQuestion } from '../../src/engine/question/question.ts';
import { analyzeText } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { anyUnits } from '../support/anyText.ts';
import { briefSource } from '../support/briefSources.ts';
import { analyzePassage } from '../support/columns.ts';
import { hostileUnits } from '../support/hostileUnits.ts';
import { assertLinear } from '../support/quick.ts';
import { type Fuzzer, fuzz } from './fuzzer.ts';

const length = 20_000;

const unit = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hostileUnits) }, { weight: 1, arbitrary: anyUnits(6) });
const few = fc.array(unit, { maxLength: 3 }).map((units) => units.join(''));
const hostileText = fc.record({
  path: fc.constantFrom(...'md rst txt ts py go rs cpp java rb php html'.split(' ').map((extension) => `a.${extension}`)),
  question: fc.constantFrom('Why does the kettle whistle?', 'What is kettle?', 'Where is kettle defined?', 'How do I run the kettle?'),
  head: fc
    .tuple(fc.constantFrom('', 'kettle ', '# kettle\n\n', '/* kettle ', '// kettle ', '"""kettle ', '<!-- '), few)
    .map((parts) => parts.join('')),
  repeated: few,
  tail: few,
  /** Line length in characters; 0 for no further breaks than in the units. */
  width: fc.constantFrom(0, 0, 80, 250, 1000),
});

export const fuzzer: Fuzzer = {
  name: 'lines',
  run: (options) =>
    fuzz(
      hostileText,
      async ({ path, question, head, repeated, tail, width }) => {
        await assertLinear('reading', length, (size) => {
          const body = repeated.repeat(Math.ceil(size / Math.max(1, repeated.length)));
          const text = head + (width === 0 ? body : body.replace(new RegExp(`[^]{${width}}`, 'g'), '$&\n')) + tail;
          return readAll(path, text, question);
        });
      },
      options,
    ),
};

async function readAll(path: string, text: string, question: string): Promise<void> {
  const language = languageOf(path);
  analyzeText(text, language);
  analyzePassage(text.slice(0, 1000), text);
  readQuestion(text);
  questionTerms(text);
  for (const kind of ['doc', 'code'] as const) {
    const source = briefSource(text, { path, kind, title: 'kettle' });
    const lines = text.split(/\r\n|\r|\n/);
    for (const { startLine, text: quote } of composeBrief(question, [source], () => 1).blocks.flatMap(({ pieces }) => pieces)) {
      const quoted = quote.split('\n');
      for (const [i, line] of quoted.entries()) assert.ok(lines[startLine - 1 + i]?.includes(line), `line ${startLine + i}`);
    }
    citationSpanOf({ text: 'The kettle is heated [1].', focus: 'The kettle' }, source);
  }
  const kettle = { name: 'kettle', path: 'src/kettle.ts', line: 1, isType: false };
  for (const { line } of await findMentions([kettle], [{ path, language, text }])) assert.ok(line >= 1);
}
