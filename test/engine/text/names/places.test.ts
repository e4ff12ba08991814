import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxPlaces, placeCursor, placesOf } from '../../../../src/engine/text/names/places.ts';
import { wholeSlice } from '../../../../src/engine/text/textSlice.ts';

function check(text: string, expected: readonly string[]): void {
  const found: string[] = [];
  let from = 0;
  for (const end of placesOf(wholeSlice(text), 'doc')) {
    found.push(text.slice(from, end).trim());
    from = end;
  }
  assert.deepEqual(found, expected, JSON.stringify(text));
}

test('sentences of prose', () => {
  check('', ['']);
  check('One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']);
  check('He said "Go." Then he left.', ['He said "Go."', 'Then he left.']);
  check('Version 1.2 is out. 3 more follow.', ['Version 1.2 is out.', '3 more follow.']);
  check('これは本です。それは犬です。', ['これは本です。', 'それは犬です。']);
  check('and so on. not a new one', ['and so on. not a new one']);
});

test('abbreviations and initials end no sentence', () => {
  check('Mr. Smith met Dr. Jones. They spoke.', ['Mr. Smith met Dr. Jones.', 'They spoke.']);
  check('Robert M. Young wrote it. It sold.', ['Robert M. Young wrote it.', 'It sold.']);
  check('Fruits, e.g. Apples, i.e. Food.', ['Fruits, e.g. Apples, i.e. Food.']);
  check('Smith vs. Jones No. 5', ['Smith vs. Jones No. 5']);
  check('See no. 12 of it. The answer is no. Then it ends.', ['See no. 12 of it.', 'The answer is no.', 'Then it ends.']);
});

test('paragraphs and items end a sentence, with either kind of line break', () => {
  for (const br of ['\n', '\r\n']) {
    check(`one${br}${br}two`, ['one', 'two']);
    check(`one${br} \t${br}two`, ['one', 'two']);
    check(`intro${br}- a${br}- b`, ['intro', '- a', '- b']);
    check(`intro${br}1. a${br}2) b`, ['intro', '1. a', '2) b']);
    check(`one${br}two`, [`one${br}two`]);
  }
});

test('a position in code has ten lines', () => {
  assert.deepEqual([...placesOf(wholeSlice('x\n'.repeat(25)), 'code')], [20, 40, 50]);
  assert.deepEqual([...placesOf(wholeSlice('x'), 'code')], [1]);
});

test('positions ascend to the end, at most 31, and the cursor finds them', () => {
  const part = fc.constantFrom('One. ', 'two ', '\n', '\n\n', '\r\n', '- ', '。', 'Mr. ', '1. ', '"', ' ');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 120 }), fc.constantFrom('doc' as const, 'code' as const), (parts, kind) => {
      const text = parts.join('');
      const ends = placesOf(wholeSlice(text), kind);
      assert.ok(ends.length >= 1 && ends.length <= maxPlaces);
      assert.equal(ends.at(-1), text.length);
      for (let i = 1; i < ends.length; i++) assert.ok((ends[i] as number) > (ends[i - 1] as number));
      const cursor = placeCursor(ends);
      for (let offset = 0; offset < text.length; offset++) {
        const place = cursor(offset);
        assert.ok(offset < (ends[place] as number) && (place === 0 || offset >= (ends[place - 1] as number)));
      }
    }),
  );
});
