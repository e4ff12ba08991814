// Texts and questions that were made to be slow or to break: one sign over and over, nothing at all, another language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotesFor } from '../../../src/core/answer/extractive.ts';
import { supportOf } from '../../../src/core/answer/support.ts';
import { furtherFor } from '../../../src/core/answer/wish.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const known = (): number => 1;
const questions = ['Why does the kettle whistle?', 'What is kettle?', 'Where is kettle defined?', 'How do I run the kettle?', '漢 kettle'];
const long = 50_000;

test('50,000 signs of one kind take a moment, in prose and in comments', async () => {
  const signs = [
    ' ',
    '\t',
    '\n',
    '   \n',
    '*',
    '[',
    '](',
    '<',
    '</a ',
    '`',
    '``a',
    '"""',
    '/*',
    '*/',
    '(',
    '.',
    '. A',
    ':',
    '#',
    '\\',
    '漢。',
    '@a ',
    '\r\n',
    '|',
    '-',
  ];
  const more = [
    'since a ',
    'the main ',
    'for aa and ',
    'so ',
    'def kettle(\n',
    'a::\n\n  b\n',
    '// ```\n',
    'import {\n',
    '<!-- ',
    ':a:`',
    '[a][b] ',
  ];
  for (const sign of [...signs, ...more]) {
    for (const [kind, before] of [
      ['doc', 'kettle '],
      ['code', '/* kettle '],
    ] as const) {
      const text = before + sign.repeat(long / sign.length);
      const read = (): void => {
        for (const question of questions) {
          quotesFor(question, [{ n: 1, text, kind, title: 'kettle' }], known);
          furtherFor(question)?.(text);
        }
        supportOf('The kettle is heated [1].', { text, kind, secrets: [] });
      };
      // Anything that grows with the square of the text takes ten seconds and more.
      await assertUnder(4000, JSON.stringify(before + sign), () => cpuMs(read));
    }
  }
});

test('empty texts, questions of stop words and of another language are answered by what holds their words, or by nothing', () => {
  const empty = (['doc', 'code'] as const).flatMap((kind) =>
    ['', ' ', '\n\n', '\ufeff'].map((text, i) => ({ n: i + 1, text, kind, title: '' })),
  );
  for (const question of [...questions, 'why', 'Why is it so?', 'what is the', 'of and the', '??']) {
    assert.deepEqual(quotesFor(question, empty, known), [], question);
    const doc = { n: 1, text: 'It is what it is because it is so. There it was.\n', kind: 'doc', title: '' } as const;
    assert.deepEqual(quotesFor(question, [doc], known), [], question);
  }
  const german = {
    n: 1,
    text: 'Der Kessel pfeift, weil der Dampf entweichen muss. Tee zieht lange.\n',
    kind: 'doc',
    title: 'Kessel',
  } as const;
  const said = (question: string) => quotesFor(question, [german], known).map(({ text }) => text);
  assert.deepEqual(said('Warum pfeift der Kessel?'), ['Der Kessel pfeift, weil der Dampf entweichen muss.']);
  assert.deepEqual(said('Wie spät ist es in Peru?'), []);
});
