import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentencesOf } from '../../../src/engine/text/sentences.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const read = (text: string): readonly string[] => sentencesOf(text).map(({ from, to }) => text.slice(from, to));

test('a text is cut into its sentences, `|` between them', () => {
  for (const marked of [
    'It boils.| It cools!| Does it?| Yes.',
    'Version 1.2 is out.| Use v2.0 of a.b.c() instead.',
    '"It boils."| Then it cools.',
    'In the 1970s.| In 1981.| Then.',
    'It boils. [1][2]| It cools.[3]| Yes.',
    'First `run` it.| `build` comes next.',
    'It boils at\n100 degrees.| Then\nit cools.',
    'पानी उबलता है।| चाय बनाओ।',
    'Boil it.|\n\nThen pour.',
    'One etc.|\nTwo',
    'Der Kessel kocht.| Das Wasser ist heiß.',
    "L'eau bout.| Elle est chaude !| Oui.",
    'Hierve el agua.| ¿Está caliente?| Sí.',
    'A água ferve.| Está quente.',
    'Вода кипит.| Она горячая.',
    '水烧开了。|然后关掉！|好吗？',
    '水が沸いた。|火を止める。',
    '물이 끓는다.| 불을 끈다.',
  ]) {
    const sentences = marked.split('|').map((sentence) => sentence.trim());
    assert.deepEqual(read(marked.replaceAll('|', '')), sentences);
  }
});

test('an abbreviation, an initial and a list number end no sentence', () => {
  for (const sentence of [
    'Mr. Smith and Dr. Kettle boil water.',
    'J. R. Kettle wrote it.',
    'See fig. 3 and e.g. the lid.',
    'Boil vs. heat.',
    'Es gibt z. B. Tee.',
    'Es gibt bzw. Kaffee usw. für alle.',
    'См. рис. 3 и т. д. на стр. 5 книги.',
    'El Sr. Pérez hierve agua.',
    '1. Fill it.',
    'He joined K.A.A. Gent in 2010.',
    "Use z.B. Tee, e.g. Kettle's.",
  ]) {
    assert.deepEqual(read(`${sentence} That is all.`), [sentence, 'That is all.']);
  }
});

test('white space belongs to no sentence', () => {
  assert.deepEqual(read(''), []);
  assert.deepEqual(read(' \n\t'), []);
  assert.deepEqual(sentencesOf('  It boils.  '), [{ from: 2, to: 11 }]);
});

test('sentences ascend, cover everything but white space, and take linear time', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
      let at = 0;
      for (const { from, to } of sentencesOf(text)) {
        assert.ok(from >= at && to > from);
        assert.equal(text.slice(at, from).trim(), '');
        at = to;
      }
      assert.equal(text.slice(at).trim(), '');
    }),
  );
  for (const unit of ['a. ', 'A. ', '. ', '1. ', 'etc. ', '"', '。', ' ', '\n', 'x', '\ud800']) {
    await assertUnder(800, JSON.stringify(unit), () => cpuMs(() => sentencesOf(unit.repeat(30_000))));
  }
});
