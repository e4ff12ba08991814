import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Class, classOf } from '../../../../src/engine/text/words/characters.ts';
import { Shape, tokenize } from '../../../../src/engine/text/words/tokens.ts';
import { anyUnits } from '../../../support/anyText.ts';

const letters: readonly [number, string][] = [
  [Shape.Capital, 'C'],
  [Shape.Digit, 'D'],
  [Shape.Identifier, 'I'],
  [Shape.Foreign, 'F'],
  [Shape.Unspaced, 'U'],
];

/** Words as `word/SHAPES`. */
function words(text: string): string {
  const { count, starts, ends, shapes } = tokenize(text);
  return Array.from({ length: count }, (_, i) => {
    const marks = letters.filter(([bit]) => ((shapes[i] as number) & bit) !== 0).map(([, letter]) => letter);
    return `${text.slice(starts[i], ends[i])}/${marks.join('')}`;
  }).join(' ');
}

function check(text: string, expected: string): void {
  assert.equal(words(text), expected, text);
}

test('words and their shapes', () => {
  check('', '');
  check(' ,.; ', '');
  check('one Two 3rd', 'one/ Two/C 3rd/D');
  check('createServer XMLHttp MAX MAX_SIZE', 'createServer/I XMLHttp/CI MAX/C MAX_SIZE/CI');
  check('_x $y', '_x/I $y/I');
  check('für Öl', 'für/F Öl/CF');
  check('v1.2 V0.10.3-rc1 3.1415 1.x .5', '1.2/D 0.10.3/D rc1/ 3.1415/D 1/D x/ 5/D');
  check("don't e-mail", 'don/ t/ e/ mail/');
  check('नमस्ते', 'नमस्ते/F');
  check('Nodeの3つ', 'Node/C の/FU 3/D つ/FU');
  check('今日は、世界', '今日は/FU 世界/FU');
});

test('classes of code units', () => {
  assert.equal(classOf('\u00a0'.charCodeAt(0)), Class.Separator);
  assert.equal(classOf('ー'.charCodeAt(0)), Class.Unspaced);
  assert.equal(classOf('\u3099'.charCodeAt(0)), Class.Unspaced);
  assert.equal(classOf('ا'.charCodeAt(0)), Class.Other);
  assert.equal(classOf('Ж'.charCodeAt(0)), Class.Upper);
});

test('words ascend, are disjoint, and cover every letter and digit but the v of a version', () => {
  fc.assert(
    fc.property(anyUnits(60), (text) => {
      const { count, starts, ends } = tokenize(text);
      let rest = '';
      let at = 0;
      for (let i = 0; i < count; i++) {
        assert.ok((starts[i] as number) >= at && (ends[i] as number) > (starts[i] as number));
        const isVersion = text.slice(starts[i], ends[i]).includes('.');
        rest += text.slice(at, starts[i]).replace(isVersion ? /v$/i : '', '');
        at = ends[i] as number;
      }
      assert.doesNotMatch(rest + text.slice(at), /[\p{L}\p{N}]/u);
    }),
  );
});

test('more words than the initial columns hold', () => {
  assert.equal(tokenize('ab '.repeat(10_000)).count, 10_000);
});
