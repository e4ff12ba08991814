/** Compares quoted blocks with the file that they are from, and fills in questions to ask about it. */

import assert from 'node:assert/strict';
import type { Block } from '../../src/engine/answer/brief/block.ts';
import { blockText } from '../../src/engine/answer/brief/blockText.ts';
import type { BriefSource } from '../../src/engine/answer/brief/source.ts';
import { secretMask } from '../../src/engine/text/secrets/secrets.ts';
import { overlap } from '../../src/engine/text/spans.ts';

/** Questions in several languages; the first `*` is replaced by one word, the second by the others. */
export const askings = [
  ...[
    'What is *?',
    'How do I * with *?',
    'Where is * defined?',
    'Why does * *?',
    '*',
    'Wie kann ich * mit *?',
    'Wo steht *?',
    'Comment configurer * ?',
  ],
  ...['¿Dónde está * y *?', 'Como faço para * com *?', 'Как настроить * для *?', '如何*？', '*はどこで*ますか？', '*를 어떻게 * 하나요?'],
];

/** An asking with words in place of its stars. */
export function askedWith(asking: string, [first = '', ...others]: readonly string[]): string {
  return asking.replace('*', () => others.join(' ')).replace('*', () => first);
}

/** Throws unless the pieces of a block ascend without overlaps within the file, and each line is the file's except for masked secrets. */
export function assertVerbatim(block: Block, source: Pick<BriefSource, 'path' | 'kind' | 'text' | 'secrets'>): void {
  const lines = maskedLines(source);
  let shown = 0;
  let next = 1;
  for (const { startLine, text, isCut } of block.pieces) {
    const own = text.split('\n');
    assert.ok(startLine >= next, `line ${startLine} comes before line ${next}`);
    for (const [i, line] of own.entries()) {
      const expected = lines[startLine - 1 + i];
      const isRight = isCut ? expected?.includes(line) : expected === line;
      assert.ok(isRight, `line ${startLine + i} is ${JSON.stringify(line)}, and in the file ${JSON.stringify(expected)}`);
    }
    if (isCut) assert.equal(own.length, 1);
    shown += own.length + (startLine > next && next > 1 ? 1 : 0);
    next = startLine + own.length;
  }
  assert.deepEqual([block.startLine, block.endLine, block.kind], [block.pieces[0]?.startLine, next - 1, source.kind]);
  assert.equal(blockText(block).split('\n').length, shown + (block.restLines === undefined ? 0 : 1));
}

/** The lines of a source's file, with secrets masked. */
function maskedLines({ text, secrets }: Pick<BriefSource, 'text' | 'secrets'>): readonly string[] {
  const lines: string[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    const [from, to] = [index, index + line.replace(/[\r\n]+$/, '').length];
    let masked = '';
    let at = from;
    for (const secret of secrets) {
      if (!overlap(secret, { from, to })) continue;
      masked += text.slice(at, Math.max(from, secret.from)) + secretMask;
      at = Math.min(to, secret.to);
    }
    lines.push(masked + text.slice(at, to));
  }
  return lines;
}
